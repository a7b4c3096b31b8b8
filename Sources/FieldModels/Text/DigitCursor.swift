/// A position in bytes that moves forward in strict small steps: fixed digits and separators.
///
/// Every step either takes exactly what was asked for or leaves the position alone, so that the
/// readers of dates, times and offsets can be written as the shapes they read. Only ASCII digits
/// are digits. More than 18 digits are refused, so no step can overflow.
struct DigitCursor {
  private let bytes: ArraySlice<UInt8>
  private(set) var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  init(_ text: some StringProtocol) {
    self.init(ArraySlice(text.utf8))
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  /// The byte here, or nothing at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[index] }

  /// Steps over a byte if it is the one here.
  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Steps over the longest run of digits, which may be empty.
  mutating func skipDigits() -> ArraySlice<UInt8> {
    let start = index
    while let byte = next, ASCIISet.digits.contains(byte) { index += 1 }
    return bytes[start..<index]
  }

  /// The number that exactly so many digits stand for, at most nine.
  mutating func number(digitCount: Int) -> Int? {
    guard digitCount <= 9, bytes.endIndex - index >= digitCount else { return nil }
    let digits = bytes[index..<index + digitCount]
    guard digits.allSatisfy(ASCIISet.digits.contains) else { return nil }
    index += digitCount
    return Self.number(digits).map { Int($0) }
  }

  /// The number that at most 18 bytes, known to be digits, stand for.
  static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.count <= 18 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// The number that bytes stand for if they are one to 18 digits.
  static func number(digits bytes: ArraySlice<UInt8>) -> Int64? {
    guard !bytes.isEmpty, bytes.allSatisfy(ASCIISet.digits.contains) else { return nil }
    return number(bytes)
  }
}

/// A number with zeros before it, as dates write them.
func zeroPadded(_ number: some SignedInteger, toWidth width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}
