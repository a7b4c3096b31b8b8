import FieldModels

/// Between the editor's positions and the document's bytes.
struct Translation {
  let text: Rope
  let encoding: PositionEncoding

  /// The bytes of a range, in order and inside the text whatever the editor sent.
  func bytes(_ range: LSP.Range) -> Range<Int> {
    let (start, end) = text.byteOffsets(
      of: TextPosition(range.start), TextPosition(range.end), encoding: encoding)
    return min(start, end)..<max(start, end)
  }

  func byteOffset(_ position: LSP.Position) -> Int {
    text.byteOffset(of: TextPosition(position), encoding: encoding)
  }

  func range(_ bytes: Range<Int>) -> LSP.Range {
    LSP.Range(start: position(bytes.lowerBound), end: position(bytes.upperBound))
  }

  /// An edit as the editor takes it.
  func edit(_ edit: FieldModels.TextEdit) -> LSP.TextEdit {
    LSP.TextEdit(
      range: range(edit.range), newText: String(decoding: edit.replacement, as: UTF8.self))
  }

  func position(_ byteOffset: Int) -> LSP.Position {
    let position = text.position(atByteOffset: byteOffset, encoding: encoding)
    return LSP.Position(line: position.lineIndex, character: position.column)
  }
}

extension TextPosition {
  fileprivate init(_ position: LSP.Position) {
    self.init(lineIndex: position.line, column: position.character)
  }
}
