/// A piece of a `Rope`'s text with its metrics, small enough to be scanned and rewritten whole.
///
/// A chunk is valid UTF-8 that neither begins nor ends inside a scalar. A CR LF may be divided
/// between two chunks; `TextMetrics` knows about that. How long chunks are is decided by `Rope`
/// and `cutting`; a chunk takes any edit.
struct TextChunk: Summarized, Sendable {
  private(set) var bytes: [UInt8]
  /// Invariant: the metrics of `bytes`.
  private(set) var metrics: TextMetrics

  /// The most bytes of a chunk; few in debug builds, so that small tests have many chunks.
  static var byteLimit: Int {
    #if DEBUG
      8
    #else
      1024
    #endif
  }

  /// A chunk with fewer bytes than this is put together with a neighbour.
  static var byteMinimum: Int { byteLimit / 4 }

  /// Takes bytes that are valid UTF-8 and neither begin nor end inside a scalar.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    metrics = TextMetrics(counting: bytes.span)
  }

  var summary: TextMetrics { metrics }

  /// Cuts valid UTF-8 into chunks of a good length, with room left for later edits.
  static func cutting(_ bytes: [UInt8]) -> [TextChunk] {
    guard bytes.count > byteLimit else { return bytes.isEmpty ? [] : [TextChunk(bytes)] }
    let goodCount = byteLimit * 3 / 4
    var chunks: [TextChunk] = []
    chunks.reserveCapacity(bytes.count / goodCount + 1)
    var start = 0
    while bytes.count - start > byteLimit {
      let rest = bytes.count - start
      let partCount = (rest + goodCount - 1) / goodCount
      // A cut moves down by up to three bytes; aiming two higher keeps it near the middle.
      let end = bytes.span.scalarStart(at: start + rest / partCount + 2)
      chunks.append(TextChunk(Array(bytes[start..<end])))
      start = end
    }
    chunks.append(TextChunk(Array(bytes[start...])))
    return chunks
  }

  mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
    bytes.replaceSubrange(range, with: replacement)
    metrics = TextMetrics(counting: bytes.span)
  }

  /// The metrics of the bytes before an offset at a scalar boundary.
  func metrics(upTo byteOffset: Int) -> TextMetrics {
    guard byteOffset < bytes.count else { return metrics }
    return TextMetrics(counting: bytes.span.extracting(0..<byteOffset))
  }

  /// The metrics of the bytes between two offsets at scalar boundaries.
  func metrics(in range: Range<Int>) -> TextMetrics {
    TextMetrics(counting: bytes.span.extracting(range))
  }

  /// The metrics of the bytes up to the end of the nth line break, counted from 1, looking only from
  /// `start` on.
  func metrics(upToLineBreak number: Int, from start: Int) -> TextMetrics {
    let text = bytes.span
    var before = metrics(in: 0..<start)
    var remaining = number
    var (lower, upper) = (start, text.count)
    // A half without the break that is looked for is only counted, which is quick; behind a CR at
    // its end may stand the other half of a break.
    while upper - lower > 16 {
      let middle = (lower + upper) / 2
      let half = metrics(in: lower..<middle)
      if half.lineBreakCount < remaining, !half.endsWithCarriageReturn {
        remaining -= half.lineBreakCount
        before = before + half
        lower = middle
      } else {
        upper = middle
      }
    }
    var offset = lower
    while offset < text.count, remaining > 0 {
      let isPair = text[offset] == 0x0D && offset + 1 < text.count && text[offset + 1] == 0x0A
      if text[offset] == 0x0A || text[offset] == 0x0D { remaining -= 1 }
      offset += isPair ? 2 : 1
    }
    return before + metrics(in: lower..<offset)
  }

  /// The offset behind the last line break before an offset; nil if none is near, or if the offset
  /// is inside a CR LF.
  func lineStart(before byteOffset: Int) -> Int? {
    let text = bytes.span
    var start = byteOffset
    let isAtLineFeed = start < text.count && text[start] == 0x0A
    if isAtLineFeed, start > 0, text[start - 1] == 0x0D { return nil }
    while start > 0, byteOffset - start < 256 {
      if text[start - 1] == 0x0A || text[start - 1] == 0x0D { return start }
      start -= 1
    }
    return nil
  }

  /// The offset of the scalar that holds the unit at this index.
  func byteOffset(ofUnit index: Int, in encoding: PositionEncoding) -> Int {
    let text = bytes.span
    guard encoding != .utf8, !metrics.isASCII else {
      return text.scalarStart(at: min(index, text.count))
    }
    var remaining = index
    var offset = 0
    while offset < text.count {
      let length = text.scalarByteCount(at: offset)
      remaining -= encoding == .utf16 && length == 4 ? 2 : 1
      guard remaining >= 0 else { break }
      offset += length
    }
    return offset
  }
}

extension Span<UInt8> {
  /// Moves an offset that is inside a scalar of valid UTF-8 down to the scalar's first byte.
  func scalarStart(at byteOffset: Int) -> Int {
    var start = byteOffset
    while start > 0, start < count, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// Decodes the scalar that begins at an offset of valid UTF-8 and moves the offset past it.
  @inline(__always)
  func scalar(atByteOffset byteOffset: inout Int) -> UInt32? {
    guard byteOffset < count else { return nil }
    let lead = UInt32(self[byteOffset])
    let length = scalarByteCount(at: byteOffset)
    guard byteOffset &+ length <= count else {
      byteOffset = count
      return nil
    }
    var scalar = length == 1 ? lead : lead & (0x7F &>> UInt32(length))
    for index in 1..<length {
      scalar = scalar &<< 6 | UInt32(self[byteOffset &+ index] & 0x3F)
    }
    byteOffset &+= length
    return scalar
  }

  /// The length of the scalar of valid UTF-8 whose first byte is here.
  func scalarByteCount(at byteOffset: Int) -> Int {
    switch self[byteOffset] {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }
}
