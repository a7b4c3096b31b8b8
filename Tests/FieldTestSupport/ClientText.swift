package import FieldModels

/// A client's own copy of a text: flat bytes, with lines and columns counted the slow and plain way.
///
/// It shares no code with the daemon's text, so that the two can be compared.
package struct ClientText: Sendable {
  package var bytes: [UInt8]
  package let encoding: PositionEncoding

  /// A place as the protocol names it.
  package struct Place: Equatable, Sendable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }
  }

  package init(_ text: String, encoding: PositionEncoding) {
    bytes = Array(text.utf8)
    self.encoding = encoding
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Where a text is first found.
  package func range(of text: String, from start: Int = 0) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard start + wanted.count <= bytes.count else { return nil }
    return (start...(bytes.count - wanted.count)).first {
      bytes[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }.map { $0..<($0 + wanted.count) }
  }

  package mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
  }

  /// The line and column of a byte that begins a character.
  package func place(of offset: Int) -> Place {
    var line = 0
    var lineStart = 0
    for index in 0..<offset where isLineEnd(index) {
      line += 1
      lineStart = index + 1
    }
    return Place(line: line, character: unitCount(in: bytes[lineStart..<offset]))
  }

  /// The byte of a line and column, both inside the text; columns end before the line break, and one
  /// within a character is that of its beginning.
  package func offset(of place: Place) -> Int {
    var line = 0
    var offset = 0
    while line < place.line, offset < bytes.count {
      if isLineEnd(offset) { line += 1 }
      offset += 1
    }
    var character = 0
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D,
      character < place.character
    {
      let start = offset
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      character += unitCount(in: bytes[start..<offset])
      if place.character < character { return start }
    }
    return offset
  }

  private func isLineEnd(_ index: Int) -> Bool {
    if bytes[index] == 0x0A { return true }
    return bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
  }

  private func unitCount(in slice: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: slice, as: UTF8.self)
    return switch encoding {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .utf32: text.unicodeScalars.count
    }
  }
}
