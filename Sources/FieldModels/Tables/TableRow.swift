/// The cells of one row of a table (RFC 4180): where they are, and what is in them.
///
/// It is used again for each row, so that it need not ask for memory.
package struct TableRow: Sendable {
  package private(set) var cells: [Cell] = []
  /// The first place where quotes are wrong.
  package private(set) var flaw: JSONProblem?

  /// One that was not read yet has no cells.
  package init() {}

  /// Becomes a row of texts that stand without quotes at some places.
  mutating func take(_ contents: [Range<Int>]) {
    cells.removeAll(keepingCapacity: true)
    for content in contents { cells.append(Cell(range: content, content: content)) }
  }

  /// A cell of a row.
  package struct Cell: Equatable, Sendable {
    /// Where it is, with its quotes.
    package var range: Range<Int>
    /// Where its content is.
    package var content: Range<Int>
    /// Quotes in its content are written twice.
    var hasDoubledQuotes = false
  }

  /// Reads a row, a stretch of some bytes without the line break at its end.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>, delimiter: UInt8) {
    cells.removeAll(keepingCapacity: true)
    flaw = nil
    let text = bytes.span
    var start = range.lowerBound
    while true {
      let cell =
        start < range.upperBound && text[start] == .quote
        ? quotedCell(of: text, start..<range.upperBound, delimiter)
        : plainCell(of: text, start..<range.upperBound, delimiter)
      cells.append(cell)
      if cell.range.upperBound == range.upperBound { return }
      start = cell.range.upperBound + 1
    }
  }

  private func plainCell(
    of text: Span<UInt8>, _ range: Range<Int>, _ delimiter: UInt8
  ) -> Cell {
    let end = text.firstOffset(of: delimiter, in: range) ?? range.upperBound
    return Cell(range: range.lowerBound..<end, content: range.lowerBound..<end)
  }

  private mutating func quotedCell(
    of text: Span<UInt8>, _ range: Range<Int>, _ delimiter: UInt8
  ) -> Cell {
    let start = range.lowerBound + 1
    var (end, hasDoubledQuotes) = (start, false)
    while true {
      end = text.firstOffset(of: .quote, in: end..<range.upperBound) ?? range.upperBound
      guard end + 1 < range.upperBound, text[end + 1] == .quote else { break }
      hasDoubledQuotes = true
      end += 2
    }
    if end == range.upperBound {
      note(.unterminatedString, at: range)
      return Cell(range: range, content: start..<end, hasDoubledQuotes: hasDoubledQuotes)
    }
    let next = end + 1
    let rest = plainCell(of: text, next..<range.upperBound, delimiter)
    if !rest.range.isEmpty { note(.unexpectedCharacter, at: next..<(next + 1)) }
    return Cell(
      range: range.lowerBound..<rest.range.upperBound, content: start..<end,
      hasDoubledQuotes: hasDoubledQuotes)
  }

  private mutating func note(_ problem: JSONProblem.Kind, at span: Range<Int>) {
    flaw = flaw ?? JSONProblem(problem, span)
  }

  /// What is in a cell, as a text; bytes that are no UTF-8 are replaced.
  package func text(of cell: Cell, in bytes: [UInt8]) -> String {
    let text = String(decoding: bytes[cell.content], as: UTF8.self)
    return cell.hasDoubledQuotes ? text.replacing(text: "\"\"", by: "\"") : text
  }
}

extension UInt8 {
  static var quote: UInt8 { UInt8(ascii: "\"") }
}
