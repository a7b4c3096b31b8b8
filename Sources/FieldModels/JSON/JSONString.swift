/// The text of JSON strings: from source to value, from value to source, and positions between.
///
/// An escape that says nothing (`\q`, a cut `\u12`) stands for its own characters, and half a
/// surrogate pair for U+FFFD, so that every source has a value; the reader reports the mistake.
package enum JSONString {
  /// The UTF-8 value of the characters between a string's quotes.
  package static func unescaped(_ source: ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(source.count)
    var index = source.startIndex
    while index < source.endIndex {
      let run = source[index...].firstIndex(of: UInt8(ascii: "\\")) ?? source.endIndex
      value.append(contentsOf: source[index..<run])
      index = run
      if index < source.endIndex { index = appendEscape(source, at: index, to: &value) }
    }
    return value
  }

  /// Where in the source the value's byte `utf8Offset` begins, counted from the source's start.
  package static func sourceOffset(ofUTF8 utf8Offset: Int, in source: ArraySlice<UInt8>) -> Int {
    var index = source.startIndex
    var valueByteCount = 0
    var scratch: [UInt8] = []
    while index < source.endIndex, valueByteCount < utf8Offset {
      if source[index] == UInt8(ascii: "\\") {
        scratch.removeAll(keepingCapacity: true)
        index = appendEscape(source, at: index, to: &scratch)
        valueByteCount += scratch.count
      } else {
        index += 1
        valueByteCount += 1
      }
    }
    return index - source.startIndex
  }

  /// Appends a value's text as it stands between a string's quotes.
  package static func escape(_ value: some Sequence<UInt8>, into source: inout [UInt8]) {
    for byte in value {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        source.append(UInt8(ascii: "\\"))
        source.append(byte)
      case 0x20...: source.append(byte)
      case 0x0A: source.append(contentsOf: "\\n".utf8)
      case 0x0D: source.append(contentsOf: "\\r".utf8)
      case 0x09: source.append(contentsOf: "\\t".utf8)
      default:
        source.append(contentsOf: "\\u00".utf8)
        source.append(hexDigit(byte >> 4))
        source.append(hexDigit(byte & 15))
      }
    }
  }

  /// A value's text as it stands between a string's quotes.
  package static func escaped(_ value: String) -> String {
    var source: [UInt8] = []
    escape(value.utf8, into: &source)
    return String(decoding: source, as: UTF8.self)
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }

  /// Reads the escape at `index`, a backslash; returns the index after it.
  private static func appendEscape(
    _ source: ArraySlice<UInt8>, at index: Int, to value: inout [UInt8]
  ) -> Int {
    guard index + 1 < source.endIndex else {
      value.append(source[index])
      return index + 1
    }
    switch source[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      value.append(source[index + 1])
    case UInt8(ascii: "b"): value.append(0x08)
    case UInt8(ascii: "f"): value.append(0x0C)
    case UInt8(ascii: "n"): value.append(0x0A)
    case UInt8(ascii: "r"): value.append(0x0D)
    case UInt8(ascii: "t"): value.append(0x09)
    case UInt8(ascii: "u"):
      if let next = appendUnicodeEscape(source, at: index, to: &value) { return next }
      value.append(source[index])
      return index + 1
    default:
      value.append(source[index])
      return index + 1
    }
    return index + 2
  }

  private static func appendUnicodeEscape(
    _ source: ArraySlice<UInt8>, at index: Int, to value: inout [UInt8]
  ) -> Int? {
    guard let high = utf16Unit(source, at: index) else { return nil }
    if 0xD800 <= high, high < 0xDC00, let low = utf16Unit(source, at: index + 6),
      0xDC00 <= low, low < 0xE000
    {
      append(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), to: &value)
      return index + 12
    }
    append(high, to: &value)
    return index + 6
  }

  private static func utf16Unit(_ source: ArraySlice<UInt8>, at index: Int) -> UInt32? {
    guard index + 6 <= source.endIndex, source[index] == UInt8(ascii: "\\"),
      source[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for digit in source[(index + 2)..<(index + 6)] {
      guard let nibble = hexValue(digit) else { return nil }
      unit = unit << 4 | UInt32(nibble)
    }
    return unit
  }

  /// The value of a hexadecimal digit.
  package static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func append(_ scalar: UInt32, to value: inout [UInt8]) {
    value.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
  }
}
