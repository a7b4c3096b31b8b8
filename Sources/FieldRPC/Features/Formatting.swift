import FieldModels

/// How a text is laid out, as edits of its white space.
struct Formatting {
  let text: Rope
  let encoding: PositionEncoding

  private var translation: Translation { Translation(text: text, encoding: encoding) }

  /// The edits in some ranges, or in all of the text.
  ///
  /// - Parameters:
  ///   - ranges: where; everywhere without
  ///   - edits: lays out what stands in a range of bytes
  /// - Returns: the edits, as the editor takes them
  func edits(
    in ranges: [LSP.Range]?, by edits: (Range<Int>) -> [FieldModels.TextEdit]
  ) -> [LSP.TextEdit] {
    guard let ranges else { return edits(0..<text.byteCount).map(translation.edit) }
    var made: [FieldModels.TextEdit] = []
    for range in ranges.map(translation.bytes).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // Parts that two ranges touch are laid out once.
      let end = made.last?.range.upperBound ?? -1
      made += edits(range).filter { end < $0.range.upperBound && end <= $0.range.lowerBound }
    }
    return made.map(translation.edit)
  }

  /// The edits where somebody has just typed a character.
  ///
  /// - Parameters:
  ///   - character: what was typed: the bracket that closes something, or a line break
  ///   - position: behind it
  ///   - style: what is wished for
  ///   - edits: lays out what ends at a byte
  ///   - level: how deep the line at a byte is indented
  /// - Returns: the edits, as the editor takes them
  func edits(
    typing character: String, at position: LSP.Position, _ style: JSONLayout.Style,
    endingAt edits: (Int) -> [FieldModels.TextEdit], level: (Int) -> Int?
  ) -> [LSP.TextEdit] {
    let offset = translation.byteOffset(position)
    if ["\n", "\r\n", "\r"].contains(character) {
      return indentation(ofLineAround: offset, style, level: level)
    }
    // What stands behind is nobody's business yet.
    return edits(offset).filter { $0.range.upperBound < offset }.map(translation.edit)
  }

  private func indentation(
    ofLineAround offset: Int, _ style: JSONLayout.Style, level: (Int) -> Int?
  ) -> [LSP.TextEdit] {
    let line = text.lineRange(at: text.position(atByteOffset: offset, encoding: .utf8).lineIndex)
    guard let level = level(line.lowerBound) else { return [] }
    let bytes = text.bytes(in: line)
    let end = line.lowerBound + (bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count)
    // Somebody who has written on is not moved.
    guard offset <= end else { return [] }
    let wanted = Array(style.indentation(level).utf8)
    if text.bytes(in: line.lowerBound..<end) == wanted { return [] }
    return [
      translation.edit(FieldModels.TextEdit(range: line.lowerBound..<end, replacement: wanted))
    ]
  }
}
