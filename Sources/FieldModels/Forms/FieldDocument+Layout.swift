/// How the text is laid out for people (`JSONLayout`), a part at a time.
///
/// A part with a mistake in it stays as it is, since nobody can know what is meant to be in what.
extension FieldDocument {
  /// The edits that lay out the parts of which something stands in a range of bytes, and what stands
  /// before them.
  ///
  /// - Parameters:
  ///   - range: bytes of the text
  ///   - style: what is wished for; lines end as the first line of the text does
  /// - Returns: the edits in their order; all of them count in the text as it is
  package func layoutEdits(in range: Range<Int>, _ style: JSONLayout.Style) -> [TextEdit] {
    let style = style.following(text)
    var edits: [TextEdit] = []
    // The white space before a part belongs to the part before.
    let touched = max(0, range.lowerBound - 1)..<range.upperBound
    forEachSlice(in: touched) { slice, start in
      if range.upperBound <= start, range.lowerBound < start { return false }
      let made = layoutEdits(of: slice, from: start, style)
      let end = start < range.lowerBound ? contentEnd(of: slice, from: start) : start
      // Of a part before the range only what stands behind it is meant.
      edits += range.lowerBound <= end ? made : made.filter { end <= $0.range.lowerBound }
      return true
    }
    return edits
  }

  /// The edits that lay out the field or entry of which the last byte stands before a place.
  package func layoutEdits(
    ofPartEndingAt offset: Int, _ style: JSONLayout.Style
  ) -> [TextEdit] {
    guard let (_, start, slice) = slice(atByteOffset: offset - 1), !slice.part.isFrame else {
      return []
    }
    let tree = reader(of: slice, from: start).tree
    guard !tree.isEmpty, tree[0].isClosed, start + tree[0].span.upperBound == offset else {
      return []
    }
    return layoutEdits(in: start..<offset, style)
  }

  private func layoutEdits(
    of slice: DocumentSlice, from start: Int, _ style: JSONLayout.Style
  ) -> [TextEdit] {
    let end = start + slice.byteCount
    let bytes = text.bytes(in: start..<min(text.byteCount, end + 1))
    let piece = bytes.span.extracting(..<slice.byteCount)
    let next = end < text.byteCount ? bytes.last : nil
    let surroundings = slice.part.surroundings
    let isWhole = reader(of: slice, from: start).isLayable
    if !isWhole, slice.part.isFrame { return [] }
    let edits =
      isWhole
      ? JSONLayout.edits(of: piece, before: next, in: surroundings, style)
      : JSONLayout.edits(behindBroken: piece, before: next, in: surroundings, style)
    return edits.map { $0.moved(by: start) }
  }

  /// Where the white space begins that ends a slice.
  private func contentEnd(of slice: DocumentSlice, from start: Int) -> Int {
    let bytes = text.bytes(in: start..<(start + slice.byteCount))
    return start + (bytes.lastIndex { !$0.isJSONSpace } ?? -1) + 1
  }

  /// How deep a new line is indented.
  ///
  /// - Parameter offset: a byte offset in the white space with which the line begins
  /// - Returns: nil where the line begins within something
  package func level(ofLineAt offset: Int) -> Int? {
    // What stands at the end of a part is before the next one.
    guard let (_, start, slice) = slice(atByteOffset: offset) ?? lastSlice else { return nil }
    let bytes = text.bytes(in: start..<min(text.byteCount, start + slice.byteCount + 1))
    return JSONLayout.level(
      in: bytes.span, ofLineAt: offset - start, in: slice.part.surroundings)
  }
}

extension DocumentReader.Part {
  /// What is open where the part begins.
  fileprivate var surroundings: [JSONLayout.Surrounding] {
    switch sort {
    case .head, .end: []
    case .field, .tail: [.object, .list]
    case .entry, .lists: [.object, .object, .list]
    }
  }
}

extension DocumentReader {
  /// Whether what was read has no mistakes that leave open where something ends.
  fileprivate var isLayable: Bool {
    let end = tree.isEmpty ? 0 : tree[0].span.upperBound
    return problems.allSatisfy { problem in
      switch problem.kind {
      // The next part begins all the same.
      case .missingComma: end <= problem.span.upperBound
      default: problem.isHarmlessToLayout
      }
    }
  }
}

extension JSONProblem {
  /// Whether it leaves no doubt where tokens end, and which of them go together.
  package var isHarmlessToLayout: Bool {
    switch kind {
    case .comment, .trailingComma, .loneSurrogate, .invalidEscape, .controlCharacter,
      .malformedNumber:
      true
    case .emptyText, .unexpectedCharacter, .unexpectedWord, .singleQuotes, .unterminatedString,
      .invalidUTF8, .unterminatedComment, .missingComma, .extraComma, .missingColon, .missingValue,
      .missingClose, .strayClose, .trailingContent, .tooDeep, .tooLong:
      false
    }
  }
}

extension JSONLayout.Style {
  /// The style with the line breaks of a text, if it has any.
  package func following(_ text: Rope) -> JSONLayout.Style {
    var style = self
    let end = text.lineRange(at: 0).upperBound
    let lineBreak = text.bytes(in: end..<min(text.byteCount, end + 2))
    if lineBreak.first == 0x0D { style.lineBreak = lineBreak.last == 0x0A ? "\r\n" : "\r" }
    return style
  }
}
