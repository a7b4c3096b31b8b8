/// Between bytes and the lines and columns of editors.
///
/// Lines end where LSP says: at LF, CR LF or CR. A column past the end of its line means the end
/// of the line, before its break; a line before the first means the start of the text and one
/// behind the last the end of the text; a place inside a scalar means the scalar's start, and one
/// inside a CR LF the end of the line.
extension Rope {
  /// The position of a byte offset.
  package func position(
    atByteOffset byteOffset: Int, encoding: PositionEncoding
  ) -> TextPosition {
    // A line nearly always begins near; then the way from there is all that has to be counted.
    if let near = nearPosition(atByteOffset: byteOffset, encoding: encoding) { return near }
    var before = metrics(upTo: byteOffset)
    if before.endsWithCarriageReturn, byte(at: before.byteCount) == 0x0A {
      before = metrics(upTo: before.byteCount - 1)
    }
    let lineStart = lineStart(at: before.lineBreakCount).metrics
    return TextPosition(
      lineIndex: before.lineBreakCount,
      column: before.unitCount(in: encoding) - lineStart.unitCount(in: encoding))
  }

  /// The same, if the line begins near, and in the same chunk.
  private func nearPosition(
    atByteOffset byteOffset: Int, encoding: PositionEncoding
  ) -> TextPosition? {
    guard byteOffset > 0, let (_, before, chunk) = chunks.find({ $0.byteCount > byteOffset }) else {
      return nil
    }
    let local = chunk.bytes.span.scalarStart(at: byteOffset - before.byteCount)
    guard let start = chunk.lineStart(before: local) else { return nil }
    let line = chunk.metrics(in: start..<local)
    let lineIndex = (before + chunk.metrics(in: 0..<start)).lineBreakCount
    return TextPosition(lineIndex: lineIndex, column: line.unitCount(in: encoding))
  }

  /// The byte offset of a position.
  package func byteOffset(of position: TextPosition, encoding: PositionEncoding) -> Int {
    byteOffset(of: position, lineStart: lineStart(at: position.lineIndex), encoding)
  }

  /// The byte offsets of two positions, which are nearly always in one line.
  package func byteOffsets(
    of first: TextPosition, _ second: TextPosition, encoding: PositionEncoding
  ) -> (Int, Int) {
    let start = lineStart(at: first.lineIndex)
    let offset = byteOffset(of: first, lineStart: start, encoding)
    if second == first { return (offset, offset) }
    let otherStart =
      second.lineIndex == first.lineIndex ? start : lineStart(at: second.lineIndex)
    return (offset, byteOffset(of: second, lineStart: otherStart, encoding))
  }

  private func byteOffset(
    of position: TextPosition, lineStart: LineStart, _ encoding: PositionEncoding
  ) -> Int {
    guard position.lineIndex >= 0 else { return 0 }
    guard position.lineIndex < lineCount else { return byteCount }
    let (lineStart, lineChunk) = lineStart
    let (unit, overflow) = lineStart.unitCount(in: encoding)
      .addingReportingOverflow(max(0, position.column))
    // Nearly always in the chunk in which its line begins.
    let isNear = lineChunk.map { unit < ($0.before + $0.element.metrics).unitCount(in: encoding) }
    let near = isNear ?? false ? lineChunk : nil
    guard !overflow,
      let found = near ?? chunks.find({ $0.unitCount(in: encoding) > unit })
    else { return lineRange(at: position.lineIndex).upperBound }
    let local = found.element.byteOffset(
      ofUnit: unit - found.before.unitCount(in: encoding), in: encoding)
    let lineLocal = lineStart.byteCount - found.before.byteCount
    let before =
      lineLocal > 0
      ? lineStart + found.element.metrics(in: lineLocal..<max(lineLocal, local))
      : found.before + found.element.metrics(upTo: local)
    // Behind the first byte of a break, even of CR LF, the count of breaks is already higher.
    return before.lineBreakCount == position.lineIndex
      ? before.byteCount : lineRange(at: position.lineIndex).upperBound
  }

  /// The bytes of a line without its break.
  ///
  /// A line before the first is the empty range at the start of the text, a line behind the last
  /// the empty range at its end.
  package func lineRange(at lineIndex: Int) -> Range<Int> {
    guard lineIndex >= 0 else { return 0..<0 }
    guard lineIndex < lineCount else { return byteCount..<byteCount }
    let start = lineStart(at: lineIndex).metrics.byteCount
    guard lineIndex < lineCount - 1 else { return start..<byteCount }
    let end = lineStart(at: lineIndex + 1).metrics.byteCount
    let isPair =
      end - start >= 2 && byte(at: end - 1) == 0x0A && byte(at: end - 2) == 0x0D
    return start..<end - (isPair ? 2 : 1)
  }

  /// A chunk with its place and what is before it.
  private typealias FoundChunk = (index: Int, before: TextMetrics, element: TextChunk)

  /// The metrics of everything before a line, and the chunk with the break before it.
  private typealias LineStart = (metrics: TextMetrics, chunk: FoundChunk?)

  /// Where a line begins; at the start of the text, if there is none.
  private func lineStart(at lineIndex: Int) -> LineStart {
    guard lineIndex > 0, let found = chunks.find({ $0.lineBreakCount >= lineIndex }) else {
      return (.zero, nil)
    }
    let chunk = found.element
    // The first LF may be the second half of a break that was counted with the chunk before.
    let isContinued = found.before.endsWithCarriageReturn && chunk.metrics.startsWithLineFeed
    let end =
      found.before
      + chunk.metrics(
        upToLineBreak: lineIndex - found.before.lineBreakCount, from: isContinued ? 1 : 0)
    let isDivided = end.endsWithCarriageReturn && byte(at: end.byteCount) == 0x0A
    return (isDivided ? end + .lineFeed : end, found)
  }
}
