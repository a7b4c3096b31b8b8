/// Walks over the UTF-8 form of an expression.
///
/// It knows bytes, scalars and numbers, and nothing of the syntax; reading past the end gives
/// nothing. Its offsets are what the ranges of errors are made of.
struct PatternCursor {
  private let bytes: [UInt8]

  /// Where the next byte to be read is.
  private(set) var byteOffset = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
  }

  /// How long the source is.
  var byteCount: Int { bytes.count }

  /// The byte that is `distance` ahead, or nothing past the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    let index = byteOffset + distance
    return index < bytes.count ? bytes[index] : nil
  }

  /// Moves ahead.
  mutating func skip(_ count: Int) {
    byteOffset = min(byteOffset + count, bytes.count)
  }

  /// Moves back to a place that has been read before.
  mutating func rewind(toByteOffset byteOffset: Int) {
    self.byteOffset = byteOffset
  }

  /// Moves past a byte if it is the next one.
  mutating func skip(if byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    byteOffset += 1
    return true
  }

  /// Reads one scalar, which must be there.
  mutating func takeScalar() -> UInt32 {
    var offset = byteOffset
    defer { byteOffset = offset }
    return bytes.span.scalar(atByteOffset: &offset) ?? 0xFFFD
  }

  /// Reads as many hex digits as there are, up to a count, and tells how many there were.
  mutating func takeHexDigits(atMost limit: Int) -> (value: UInt32, digitCount: Int) {
    var value: UInt32 = 0
    var digitCount = 0
    while digitCount < limit, let byte = peek(), let digit = byte.hexDigitValue {
      // Clamped above the last scalar, so that any number of leading zeros may be read.
      value = min(value &* 16 &+ UInt32(digit), 0x1000_0000)
      digitCount += 1
      byteOffset += 1
    }
    return (value, digitCount)
  }

  /// Reads a decimal number, clamped where no number of repetitions is allowed any more.
  mutating func takeNumber() -> Int64? {
    var number: Int64?
    while let byte = peek(), let digit = byte.hexDigitValue, digit < 10 {
      number = min((number ?? 0) * 10 + Int64(digit), 1 << 40)
      byteOffset += 1
    }
    return number
  }

  /// The source between two offsets.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
