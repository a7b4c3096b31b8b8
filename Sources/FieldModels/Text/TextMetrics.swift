/// How much text there is, in every unit that somebody counts in.
///
/// Metrics of neighbouring pieces add up to the metrics of the whole, also when a CR ends one
/// piece and the LF that belongs to it begins the next: a sum remembers how its text begins and
/// ends, and counts such a pair once. They say nothing about graphemes, which do not add up.
package struct TextMetrics: AdditiveSummary, Hashable, Sendable {
  /// The number of UTF-8 bytes.
  package private(set) var byteCount = 0
  /// The number of UTF-16 code units.
  package private(set) var utf16Count = 0
  /// The number of Unicode scalars.
  package private(set) var scalarCount = 0
  /// The number of line breaks: LF, CR LF as one, and CR alone.
  package private(set) var lineBreakCount = 0
  /// The first byte is an LF.
  package private(set) var startsWithLineFeed = false
  /// The last byte is a CR.
  package private(set) var endsWithCarriageReturn = false

  /// The metrics of no text.
  package static let zero = TextMetrics()

  /// The metrics of a single LF.
  static let lineFeed = TextMetrics(counting: [UInt8](arrayLiteral: 0x0A).span)

  private init() {}

  /// Counts UTF-8 that is known to be valid and does not begin or end inside a scalar.
  package init(counting bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    let tally = ByteTally(of: bytes)
    byteCount = bytes.count
    scalarCount = bytes.count - tally.continuations
    // Only what takes four bytes in UTF-8 takes two units in UTF-16.
    utf16Count = scalarCount + tally.fourByteLeads
    lineBreakCount = tally.lineFeeds + tally.carriageReturns
    if tally.carriageReturns > 0 && tally.lineFeeds > 0 {
      lineBreakCount -= Self.pairCount(in: bytes)
    }
    startsWithLineFeed = bytes[0] == 0x0A
    endsWithCarriageReturn = bytes[bytes.count - 1] == 0x0D
  }

  /// The metrics of the left text followed by the right one.
  package static func + (left: TextMetrics, right: TextMetrics) -> TextMetrics {
    var sum = left
    sum.byteCount += right.byteCount
    sum.utf16Count += right.utf16Count
    sum.scalarCount += right.scalarCount
    let isDivided = left.endsWithCarriageReturn && right.startsWithLineFeed
    sum.lineBreakCount += right.lineBreakCount - (isDivided ? 1 : 0)
    // Of nothing there is neither beginning nor end.
    if left.byteCount == 0 { sum.startsWithLineFeed = right.startsWithLineFeed }
    if right.byteCount > 0 { sum.endsWithCarriageReturn = right.endsWithCarriageReturn }
    return sum
  }

  /// Every scalar is a single byte.
  var isASCII: Bool { byteCount == scalarCount }

  /// The length in the units of an encoding.
  func unitCount(in encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: byteCount
    case .utf16: utf16Count
    case .utf32: scalarCount
    }
  }

  private static func pairCount(in bytes: Span<UInt8>) -> Int {
    var count = 0
    for index in 1..<bytes.count where bytes[index] == 0x0A && bytes[index - 1] == 0x0D {
      count += 1
    }
    return count
  }
}

/// How often the bytes that matter to `TextMetrics` occur.
private struct ByteTally {
  var continuations = 0
  var fourByteLeads = 0
  var lineFeeds = 0
  var carriageReturns = 0

  init(of bytes: Span<UInt8>) {
    var start = 0
    while start < bytes.count {
      let block = Span<UInt8>.block(from: start, to: bytes.count)
      let isASCII = countLineEnds(in: bytes, block)
      if !isASCII {
        continuations += bytes.blockCount(in: block) { $0 & 0xC0 == 0x80 }
        fourByteLeads += bytes.blockCount(in: block) { $0 >= 0xF0 }
      }
      start = block.upperBound
    }
  }

  /// Counts the ends of lines in a block, and gives whether every byte is a scalar by itself: in one
  /// go, of the form in which the compiler looks at sixteen bytes at a time (`blockCount`).
  private mutating func countLineEnds(in bytes: Span<UInt8>, _ block: Range<Int>) -> Bool {
    var (feeds, returns, bits): (UInt8, UInt8, UInt8) = (0, 0, 0)
    var index = block.lowerBound
    while index < block.upperBound {
      let byte = bytes[index]
      feeds &+= byte == 0x0A ? 1 : 0
      returns &+= byte == 0x0D ? 1 : 0
      bits |= byte
      index &+= 1
    }
    lineFeeds += Int(feeds)
    carriageReturns += Int(returns)
    return bits < 0x80
  }
}
