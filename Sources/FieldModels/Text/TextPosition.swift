/// A place in a text as editors name it: a line and a column, both counted from 0.
///
/// What a column counts depends on the `PositionEncoding` agreed with the client, so a position
/// means nothing without one. Any two numbers make a position; `Rope` turns those that are
/// outside of its text into the nearest place inside.
package struct TextPosition: Comparable, Hashable, Sendable {
  /// The number of line breaks before the place.
  package var lineIndex: Int
  /// The number of units between the start of the line and the place.
  package var column: Int

  /// Makes a position of a line and a column, both counted from 0.
  package init(lineIndex: Int, column: Int) {
    self.lineIndex = lineIndex
    self.column = column
  }

  /// The left position comes first in the text.
  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.lineIndex, left.column) < (right.lineIndex, right.column)
  }
}

/// The unit in which a client counts columns.
package enum PositionEncoding: Hashable, Sendable, CaseIterable {
  /// Bytes of UTF-8.
  case utf8
  /// Code units of UTF-16.
  case utf16
  /// Unicode scalars.
  case utf32
}
