/// Divides a stream into the header and the rows of a table (RFC 4180).
///
/// It holds no more than the row that it is in, and of one that is longer than it may be only its place.
/// A quote that is not closed in a row of that length, or at all, ends with its line, and the next line
/// is a row again.
package struct TableSplitter: Sendable {
  /// The bytes that are held; the ranges of rows are in them until the next `append`.
  package private(set) var bytes: [UInt8] = []
  /// The header, once it is known.
  package private(set) var header: TableHeader?
  /// Where the next row is looked for.
  private var position = 0
  /// Where that is, seen from where the rows end that were taken before (`takePlace`).
  private var place = RecordSplitter.Place()
  /// How far the row at `position` was looked through without finding its end.
  private var scan = Scan()
  /// How far the row at `place` goes that is passed over, before what is held of it.
  private var passed: RecordSplitter.Place?
  private var isAtStart = true
  private var hasByteOrderMark = false
  private var isFinished = false
  private let format: TableFormat
  private let byteLimit: Int

  /// A look for the end of a row.
  private struct Scan {
    var index = 0
    /// The quote within whose cell it is.
    var quote: Int?
    /// A cell has a line break in it.
    var hasLineBreak = false

    mutating func move(by distance: Int) {
      index += distance
      quote = quote.map { $0 + distance }
    }
  }

  /// - Parameters:
  ///   - format: what the table is
  ///   - byteLimit: how many bytes a row may have
  package init(_ format: TableFormat, byteLimit: Int = .max) {
    (self.format, self.byteLimit) = (format, byteLimit)
  }

  /// Takes more of the stream, which a closure appends to what is held; the rows that were given are
  /// gone.
  package mutating func append<Result, Failure: Error>(
    _ read: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    bytes.removeSubrange(..<position)
    scan.move(by: -position)
    position = 0
    if let passed {
      self.passed = passed.advanced(over: bytes.span)
      bytes.removeAll(keepingCapacity: true)
      scan = Scan()
    }
    return try read(&bytes)
  }

  /// Gives away the bytes in which the rows are that were given, and goes on in others, whose room is
  /// used again.
  package mutating func exchange(for buffer: consuming [UInt8]) -> [UInt8] {
    var rest = buffer
    rest.removeAll(keepingCapacity: true)
    rest += bytes[position...]
    swap(&bytes, &rest)
    scan.move(by: -position)
    position = 0
    return rest
  }

  /// Where the last row that was given ends; from now on places are seen from there.
  package mutating func takePlace() -> RecordSplitter.Place {
    defer { place = RecordSplitter.Place() }
    return place
  }

  /// The stream has ended.
  package mutating func finish() { isFinished = true }

  /// The next row that is known to be complete.
  package mutating func next() -> RecordSplitter.Record? {
    while let row = nextLine() {
      if header != nil { return row }
      header = TableHeader(
        Array(bytes[row.range.lowerBound..<position]), row.range.count, at: row.place, of: format,
        hasByteOrderMark: hasByteOrderMark, flaw: row.flaw)
    }
    return nil
  }

  private mutating func nextLine() -> RecordSplitter.Record? {
    guard skipEmptyLines() else { return nil }
    if passed != nil { return endOfLine(from: position).map { take(upTo: $0) } }
    if let end = endOfRow() { return take(upTo: end) }
    guard isFinished || byteLimit < bytes.count - position else { return nil }
    if let quote = scan.quote, let end = endOfLine(from: quote) {
      return take(upTo: end, flaw: .unterminatedString)
    }
    if isFinished {
      return take(upTo: bytes.count, flaw: scan.quote == nil ? nil : .unterminatedString)
    }
    // The rest of the line is passed over, whatever quotes are in it.
    passed = RecordSplitter.Place()
    return nil
  }

  /// Passes a byte order mark and lines without anything in them; false where nothing else is there yet.
  private mutating func skipEmptyLines() -> Bool {
    if passed != nil { return position < bytes.count || isFinished }
    if isAtStart {
      if bytes.count < 3, !isFinished { return false }
      isAtStart = false
      hasByteOrderMark = bytes.span.hasByteOrderMark(at: 0)
      if hasByteOrderMark { advance(to: 3) }
    }
    var end = position
    while end < bytes.count, bytes[end].isLineEnd { end += 1 }
    advance(to: end)
    return position < bytes.count
  }

  private mutating func advance(to end: Int) {
    if position == end { return }
    place = place.advanced(over: bytes.span.extracting(position..<end))
    position = end
    scan = Scan(index: end)
  }

  /// Where the row at hand ends, which what follows must show.
  private mutating func endOfRow() -> Int? {
    let held = bytes
    let text = held.span
    while true {
      scan.index = text.firstQuoteOrLineEnd(in: scan.index..<text.count)
      guard scan.index < text.count else { return nil }
      if text[scan.index].isLineEnd {
        if scan.quote == nil { return isWholeLineBreak(at: scan.index) ? scan.index : nil }
        scan.hasLineBreak = true
      } else if scan.quote != nil {
        let next = scan.index + 1
        guard next < text.count || isFinished else { return nil }
        if next < text.count, text[next] == .quote { scan.index = next } else { scan.quote = nil }
      } else if opensCell(at: scan.index) {
        scan.quote = scan.index
      }
      scan.index += 1
    }
  }

  /// Whether a quote at an offset is the first sign of a cell.
  private func opensCell(at offset: Int) -> Bool {
    if offset == position { return true }
    let before = bytes[offset - 1]
    return header.map { before == $0.delimiter } ?? format.mayDelimit(before)
  }

  /// Where the next line ends from an offset on; where the stream ends, there.
  private func endOfLine(from start: Int) -> Int? {
    guard let end = bytes.span.firstLineBreak(in: start..<bytes.count) else {
      return isFinished && passed != nil ? bytes.count : nil
    }
    return isWholeLineBreak(at: end) ? end : nil
  }

  /// Behind a carriage return at the end of what is held a line feed may come.
  private func isWholeLineBreak(at offset: Int) -> Bool {
    bytes[offset] == 0x0A || offset + 1 < bytes.count || isFinished
  }

  private mutating func take(upTo end: Int, flaw: JSONProblem.Kind? = nil)
    -> RecordSplitter.Record
  {
    var row = RecordSplitter.Record(range: position..<end, place: place, flaw: flaw)
    if passed != nil || byteLimit < end - position {
      row.range = position..<position
      row.flaw = .tooLong(limit: byteLimit)
    }
    let next = endOfLineBreak(at: end)
    if passed == nil, flaw == nil, !scan.hasLineBreak, end < next {
      place = place.advanced(overLine: bytes.span.extracting(position..<next))
      position = next
      scan = Scan(index: next)
      return row
    }
    if let passed { place = place.advanced(by: passed) }
    passed = nil
    advance(to: next)
    return row
  }

  /// Behind the line break that stands at an offset, if one does.
  private func endOfLineBreak(at offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    let isPair =
      bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
    return offset + (isPair ? 2 : 1)
  }
}
