/// The text of JSON strings: from source to value, from value to source, and positions between.
///
/// An escape that says nothing (`\q`, a cut `\u12`) stands for its own characters, and half a
/// surrogate pair for U+FFFD, so that every source has a value; the reader reports the mistake.
package enum JSONString {
  /// The UTF-8 value of the characters between a string's quotes.
  package static func unescaped(_ source: ArraySlice<UInt8>) -> [UInt8] {
    // No escape is shorter than what it stands for.
    unsafe [UInt8](unsafeUninitializedCapacity: source.count) { value, byteCount in
      byteCount = unsafe unescape(source.span, into: value.mutableSpan)
    }
  }

  /// Writes the value to a place that has room for it, and gives its length.
  private static func unescape(
    _ text: borrowing Span<UInt8>, into value: consuming MutableSpan<UInt8>
  ) -> Int {
    var byteCount = 0
    func append(_ byte: UInt8, _ value: inout MutableSpan<UInt8>) {
      value[byteCount] = byte
      byteCount &+= 1
    }
    var index = 0
    while index < text.count {
      if index &+ ByteWord.byteCount <= text.count {
        // What is put too much is written over by what follows.
        let word = text.word(at: index)
        value.put(word, at: byteCount)
        let plainByteCount = word.firstOffset(of: UInt8(ascii: "\\"))
        byteCount &+= plainByteCount
        index &+= plainByteCount
        if plainByteCount == ByteWord.byteCount { continue }
      } else if text[index] != UInt8(ascii: "\\") {
        append(text[index], &value)
        index &+= 1
        continue
      }
      let escape = escape(text, at: index)
      if escape.scalar.isASCII {
        append(UInt8(truncatingIfNeeded: escape.scalar.value), &value)
      } else {
        for byte in String(escape.scalar).utf8 { append(byte, &value) }
      }
      index &+= escape.byteCount
    }
    return byteCount
  }

  /// Where in the source the value's byte `utf8Offset` begins, counted from the source's start.
  package static func sourceOffset(ofUTF8 utf8Offset: Int, in source: ArraySlice<UInt8>) -> Int {
    let text = source.span
    var index = 0
    var valueByteCount = 0
    while index < text.count, valueByteCount < utf8Offset {
      if text[index] == UInt8(ascii: "\\") {
        let escape = escape(text, at: index)
        index += escape.byteCount
        valueByteCount += UTF8.width(escape.scalar)
      } else {
        index += 1
        valueByteCount += 1
      }
    }
    return index
  }

  /// Appends a value's text as it stands between a string's quotes.
  package static func escape(_ value: String, into source: inout [UInt8]) {
    // Most texts stand there as they are.
    if !needsEscapes(value.utf8.span) { return source.append(utf8Of: value) }
    escape(bytes: value.utf8, into: &source)
  }

  /// Appends the bytes of a value's text, which may be no UTF-8, likewise.
  static func escape(bytes: some Sequence<UInt8>, into source: inout [UInt8]) {
    for byte in bytes {
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

  /// The text of a string in quotes that has no escapes; nil for any other value.
  static func plain(_ source: Span<UInt8>) -> String? {
    let quote = UInt8(ascii: "\"")
    let end = source.count - 1
    guard 0 < end, source[0] == quote, source[end] == quote else { return nil }
    let text = source.extracting(1..<end)
    guard !needsEscapes(text), let valid = try? UTF8Span(validating: text) else { return nil }
    return String(copying: valid)
  }

  /// Whether a text can't stand between a string's quotes as it is.
  ///
  /// Where a text is not ASCII, looks at every byte and steps by hand, which is the form in which the
  /// compiler looks at sixteen bytes at a time.
  package static func needsEscapes(_ text: borrowing Span<UInt8>) -> Bool {
    var index = 0
    let last = text.count &- ByteWord.byteCount
    if 0 <= last {
      while index < last, text.word(at: index).isPlain { index &+= ByteWord.byteCount }
      // Some of the bytes for a second time, perhaps.
      if last <= index, text.word(at: last).isPlain { return false }
    }
    var found = false
    while index < text.count {
      let byte = text[index]
      let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      found = isSpecial ? true : found
      index &+= 1
    }
    return found
  }

  /// A value's text as it stands between a string's quotes.
  package static func escaped(_ value: String) -> String {
    var source: [UInt8] = []
    escape(value, into: &source)
    return String(decoding: source, as: UTF8.self)
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }

  /// The escape at `index`, a backslash: its length and what it stands for.
  private static func escape(
    _ text: borrowing Span<UInt8>, at index: Int
  ) -> (byteCount: Int, scalar: Unicode.Scalar) {
    guard index + 1 < text.count else { return (1, "\\") }
    if let character = character(escapedAs: text[index + 1]) {
      return (2, Unicode.Scalar(character))
    }
    return unicodeEscape(text, at: index)
  }

  /// What a backslash and one character behind it stand for, if they are an escape.
  static func character(escapedAs byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  private static func unicodeEscape(
    _ text: borrowing Span<UInt8>, at index: Int
  ) -> (byteCount: Int, scalar: Unicode.Scalar) {
    guard let unit = utf16Unit(text, at: index) else { return (1, "\\") }
    if 0xD800 <= unit, unit < 0xDC00, let low = utf16Unit(text, at: index + 6),
      0xDC00 <= low, low < 0xE000
    {
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      return (12, scalar ?? "\u{FFFD}")
    }
    return (6, Unicode.Scalar(unit) ?? "\u{FFFD}")
  }

  /// The UTF-16 unit that the four digits of a `\u` escape at `index` say, if one is there.
  package static func utf16Unit(_ text: borrowing Span<UInt8>, at index: Int) -> UInt32? {
    guard index + 6 <= text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for position in (index + 2)..<(index + 6) {
      guard let nibble = text[position].hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(nibble)
    }
    return unit
  }
}

extension [UInt8] {
  /// Appends the bytes of a text at once.
  mutating func append(utf8Of text: String) {
    var text = text
    text.withUTF8 { unsafe append(contentsOf: $0) }
  }
}
