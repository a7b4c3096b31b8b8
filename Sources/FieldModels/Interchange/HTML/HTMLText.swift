import FieldModels

/// Text in markup: what its character references stand for, and back.
///
/// The references are those of the HTML standard, which takes some without a semicolon; in
/// attributes such a name is none where `=`, a letter or a digit follows.
enum HTMLText {
  /// What a stretch of markup says as text: line ends are LF, as a parser makes them.
  static func decoded(
    _ bytes: ArraySlice<UInt8>, inAttribute isAttribute: Bool, hasReferences: Bool = true
  ) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let byte = bytes[place]
      if byte == ampersand, hasReferences,
        let (text, end) = reference(bytes[(place + 1)...], inAttribute: isAttribute)
      {
        result += text.utf8
        place = end
        continue
      }
      place += 1
      if byte == 0x0D {
        if place < bytes.endIndex, bytes[place] == 0x0A { continue }
        result.append(0x0A)
      } else if byte == 0, isAttribute || !hasReferences {
        result += "\u{FFFD}".utf8
      } else if byte != 0 {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Text as an attribute in double quotes has it.
  static func attribute(_ text: String) -> String {
    escaped(text) { byte in
      switch byte {
      case ampersand: "&amp;"
      case UInt8(ascii: "\""): "&quot;"
      case 0x0D: "&#13;"
      case 0x0A: "&#10;"
      case UInt8(ascii: "<"): "&lt;"
      default: nil
      }
    }
  }

  /// Text as an element has it.
  static func content(_ text: String) -> String {
    escaped(text) { byte in
      switch byte {
      case ampersand: "&amp;"
      case 0x0D: "&#13;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      default: nil
      }
    }
  }

  /// The text without white space around it, and with one space for each that is in it.
  static func collapsed(_ text: String) -> String {
    let words = text.utf8.split(whereSeparator: isSpace)
    return words.map { String(Substring($0)) }.joined(separator: " ")
  }

  /// The text without white space around it.
  static func stripped(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// White space of ASCII, as the standard has it.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
  }

  private static let ampersand = UInt8(ascii: "&")

  private static func escaped(_ text: String, _ reference: (UInt8) -> String?) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if let reference = reference(byte) { bytes += reference.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What stands for a reference whose `&` was read, and where it ends; nil if it is none.
  private static func reference(
    _ bytes: ArraySlice<UInt8>, inAttribute isAttribute: Bool
  ) -> (text: String, end: Int)? {
    if bytes.first == UInt8(ascii: "#") { return number(bytes.dropFirst()) }
    var end = bytes.startIndex
    while end < bytes.endIndex, end - bytes.startIndex < longestName, isNamePart(bytes[end]) {
      end += 1
    }
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ";"),
      let text = names[String(decoding: bytes[..<end], as: UTF8.self) + ";"]
    {
      return (text, end + 1)
    }
    // Without a semicolon the longest name that begins like it counts.
    while bytes.startIndex < end {
      if let text = names[String(decoding: bytes[..<end], as: UTF8.self)] {
        let next = end < bytes.endIndex ? bytes[end] : 0
        if isAttribute, next == UInt8(ascii: "=") || isNamePart(next) { return nil }
        return (text, end)
      }
      end -= 1
    }
    return nil
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    ASCIISet.digits.contains(byte) || ASCIISet.lowercase.contains(byte)
      || ASCIISet.uppercase.contains(byte)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
    var digits = bytes
    let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    if isHex { digits.removeFirst() }
    var value = 0
    var place = digits.startIndex
    while place < digits.endIndex,
      let digit = Character(UnicodeScalar(digits[place])).hexDigitValue, isHex || digit < 10
    {
      value = min(value * (isHex ? 16 : 10) + digit, 0x110000)
      place += 1
    }
    if place == digits.startIndex { return nil }
    if place < digits.endIndex, digits[place] == UInt8(ascii: ";") { place += 1 }
    let scalar = value == 0 ? nil : UnicodeScalar(UInt32(windows1252[value] ?? value))
    return (String(scalar ?? "\u{FFFD}"), place)
  }

  /// The numbers that mean a character of Windows' old character set.
  private static let windows1252: [Int: Int] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020,
    0x87: 0x2021, 0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152,
    0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022,
    0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
    0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
  ]

  /// No name is longer, its semicolon not counted.
  private static let longestName = 31

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    for word in HTMLEntities.table.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let equals = word.firstIndex(of: "=") else { continue }
      var text = String.UnicodeScalarView()
      for hex in word[word.index(after: equals)...].split(separator: ",") {
        if let value = UInt32(hex, radix: 16), let scalar = UnicodeScalar(value) {
          text.append(scalar)
        }
      }
      names[String(word[..<equals])] = String(text)
    }
    return names
  }()
}
