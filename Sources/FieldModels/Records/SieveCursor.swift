/// Goes through the JSON of a record that is as it nearly always is; what is not it does not pass.
///
/// The text comes along with each call, since what holds it can't leave a function.
struct SieveCursor {
  private(set) var index: Int
  let end: Int

  init(index: Int, end: Int) {
    self.index = index
    self.end = end
  }

  /// The byte here; zero at the end.
  @inline(__always)
  func first(_ text: Span<UInt8>) -> UInt8 { index < end ? text[index] : 0 }

  /// Passes a byte if it is the one here.
  @inline(__always)
  mutating func skip(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
    guard first(text) == byte else { return false }
    index &+= 1
    return true
  }

  /// Passes bytes that were looked at.
  @inline(__always)
  mutating func skip(_ byteCount: Int) { index &+= byteCount }

  @inline(__always)
  mutating func skipSpace(_ text: Span<UInt8>) {
    while index < end, text[index] <= 0x20 {
      switch text[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
      default: return
      }
    }
  }

  @inline(__always)
  mutating func skipWord(_ word: StaticString, _ text: Span<UInt8>) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index &+ count <= end else { return false }
    for offset in 0..<count {
      let byte = unsafe word.utf8Start[offset]
      if text[index &+ offset] != byte { return false }
    }
    index &+= count
    return true
  }

  /// The content of a string.
  struct Text {
    var range: Range<Int>
    var hasEscapes = false
    /// Of what is not ASCII, how many bytes and how many scalars there are.
    var otherByteCount = 0
    var otherScalarCount = 0
  }

  /// Passes the name of a member without escapes, and gives what stands between its quotes.
  @inline(__always)
  mutating func key(_ text: Span<UInt8>) -> Range<Int>? {
    guard first(text) == UInt8(ascii: "\""), let name = string(text), !name.hasEscapes else {
      return nil
    }
    return name.range
  }

  /// Passes a string; nil where it has no end or is not UTF-8.
  @inline(__always)
  mutating func string(_ text: Span<UInt8>) -> Text? {
    index &+= 1
    let start = index
    var found = Text(range: start..<start)
    while true {
      while index &+ ByteWord.byteCount <= end {
        let count = text.word(at: index).plainByteCount
        index &+= count
        if count != ByteWord.byteCount { break }
      }
      let byte = first(text)
      switch byte {
      case UInt8(ascii: "\""):
        found.range = start..<index
        index &+= 1
        return found
      case UInt8(ascii: "\\"):
        // What an escape says is for the reader to find out; here it only ends nothing.
        found.hasEscapes = true
        guard index &+ 1 < end, JSONString.character(escapedAs: text[index &+ 1]) != nil else {
          return nil
        }
        index &+= 2
      case 0x20..<0x80: index &+= 1
      case 0x80...:
        guard let byteCount = scalarByteCount(text) else { return nil }
        found.otherByteCount &+= byteCount
        found.otherScalarCount &+= 1
        index &+= byteCount
      default: return nil
      }
    }
  }

  /// How many bytes the scalar here has, which is not ASCII; nil where it is none.
  @inline(__always)
  private func scalarByteCount(_ text: Span<UInt8>) -> Int? {
    let lead = text[index]
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard 0xC2 <= lead, lead <= 0xF4, index &+ count <= end else { return nil }
    let second = text[index &+ 1]
    switch lead {
    case 0xE0: guard 0xA0 <= second else { return nil }
    case 0xED: guard second < 0xA0 else { return nil }
    case 0xF0: guard 0x90 <= second else { return nil }
    case 0xF4: guard second < 0x90 else { return nil }
    default: break
    }
    for offset in 1..<count where text[index &+ offset] & 0xC0 != 0x80 { return nil }
    return count
  }

  /// A number; its value where that is known at once, of a fraction its whole part.
  struct Number {
    var value: Int?
    var isNegative: Bool
    var hasFraction: Bool
  }

  /// More digits may be more than other readers of JSON hold.
  private static let digitLimit = 15

  /// Passes a number; nil where it is none.
  @inline(__always)
  mutating func number(_ text: Span<UInt8>) -> Number? {
    let isNegative = skip(UInt8(ascii: "-"), text)
    let start = index
    var value = 0
    while isDigit(first(text)) {
      if index &- start < Self.digitLimit { value = value &* 10 &+ Int(first(text) &- 0x30) }
      index &+= 1
    }
    let digitCount = index &- start
    guard 0 < digitCount, digitCount == 1 || text[start] != 0x30 else { return nil }
    var number = Number(
      value: digitCount <= Self.digitLimit ? (isNegative ? -value : value) : nil,
      isNegative: isNegative, hasFraction: false)
    if skip(UInt8(ascii: "."), text) {
      number.hasFraction = true
      let point = index
      while isDigit(first(text)) { index &+= 1 }
      guard point < index else { return nil }
      if Self.digitLimit < digitCount &+ index &- point { number.value = nil }
    }
    if first(text) | 0x20 == UInt8(ascii: "e") {
      number.value = nil
      index &+= 1
      if first(text) == UInt8(ascii: "+") || first(text) == UInt8(ascii: "-") { index &+= 1 }
      let exponent = index
      while isDigit(first(text)) { index &+= 1 }
      guard exponent < index else { return nil }
    }
    return number
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
