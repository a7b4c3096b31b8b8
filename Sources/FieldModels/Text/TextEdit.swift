/// A change of a text as a value: these bytes instead of those.
///
/// The range counts bytes of the text before the edit. The edits of a list apply one after the
/// other, so each range refers to the text that the edits before it have left. An edit cannot be
/// wrong: `Rope` clamps the range to the text, moves it down to scalar boundaries and repairs a
/// replacement that is not UTF-8.
package struct TextEdit: Hashable, Sendable {
  /// The bytes that go, counted in the text before the edit.
  package var range: Range<Int>
  /// The UTF-8 that comes in their place.
  package var replacement: [UInt8]

  /// Makes an edit that puts the replacement in the place of the range.
  package init(range: Range<Int>, replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// The same edit of a text that begins so much earlier.
  package func moved(by distance: Int) -> TextEdit {
    TextEdit(range: range.moved(by: distance), replacement: replacement)
  }

  /// Makes an edit that puts a text in the place of the range.
  package init(_ range: Range<Int>, _ text: String) {
    self.init(range: range, replacement: Array(text.utf8))
  }
}
