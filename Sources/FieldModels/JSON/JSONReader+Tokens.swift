/// Words, numbers, escapes and comments, byte by byte.
extension JSONReader {
  /// Reads a number, a word or whatever else stands here up to the next sign of JSON.
  mutating func readWord(_ text: borrowing Span<UInt8>) {
    let start = position
    if text[position] == UInt8(ascii: "'") { return readSingleQuoted(text) }
    while position < end, !Self.endsWord(text[position]) { position += 1 }
    if position == start { position += 1 }
    if position >= end { didReachEnd = true }
    let kind: JSONTree.Kind
    switch text[start] {
    case UInt8(ascii: "t") where hasRead("true", text, from: start): kind = .true
    case UInt8(ascii: "f") where hasRead("false", text, from: start): kind = .false
    case UInt8(ascii: "n") where hasRead("null", text, from: start): kind = .null
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      kind = Self.isNumber(text.extracting(start..<position)) ? .number : .invalid
      if kind == .invalid { report(.malformedNumber, start, position) }
    default:
      kind = .invalid
      report(
        Self.isWordStart(text[start]) ? .unexpectedWord : .unexpectedCharacter, start,
        position)
    }
    append(kind, start)
  }

  private func hasRead(_ word: String, _ text: borrowing Span<UInt8>, from start: Int) -> Bool {
    text.extracting(start..<position).isSame(as: word.utf8.span)
  }

  mutating func readSingleQuoted(_ text: borrowing Span<UInt8>) {
    let start = position
    position += 1
    while position < end, text[position] != 0x0A, text[position] != 0x0D {
      position += 1
      if text[position - 1] == UInt8(ascii: "'") { break }
    }
    if position >= end { didReachEnd = true }
    report(.singleQuotes, start, position)
    append(.invalid, start)
  }

  static func isWordStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z")
  }

  package static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\""), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// RFC 8259 section 6.
  package static func isNumber(_ word: borrowing Span<UInt8>) -> Bool {
    var index = 0
    func passes(_ isMeant: (UInt8) -> Bool, _ word: borrowing Span<UInt8>) -> Bool {
      guard index < word.count, isMeant(word[index]) else { return false }
      index += 1
      return true
    }
    func passesDigits(_ word: borrowing Span<UInt8>) -> Bool {
      let start = index
      while passes({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }, word) {}
      return start < index
    }
    _ = passes({ $0 == UInt8(ascii: "-") }, word)
    let startsWithZero = passes({ $0 == UInt8(ascii: "0") }, word)
    if passesDigits(word) == startsWithZero { return false }
    if passes({ $0 == UInt8(ascii: ".") }, word), !passesDigits(word) { return false }
    if passes({ $0 | 0x20 == UInt8(ascii: "e") }, word) {
      _ = passes({ $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }, word)
      if !passesDigits(word) { return false }
    }
    return index == word.count
  }

  mutating func readEscape(_ text: borrowing Span<UInt8>) {
    let start = position
    position += 1
    guard position < end else { return report(.invalidEscape, start, end) }
    switch text[position] {
    case let byte where JSONString.character(escapedAs: byte) != nil: position += 1
    case UInt8(ascii: "u"): readUnicodeEscape(text, start)
    default: report(.invalidEscape, start, min(end, start + 2))
    }
  }

  mutating func readUnicodeEscape(_ text: borrowing Span<UInt8>, _ start: Int) {
    guard let unit = hexUnit(text, at: start) else {
      return report(.invalidEscape, start, start + 2)
    }
    position = start + 6
    guard 0xD800 <= unit, unit < 0xE000 else { return }
    if unit < 0xDC00, let low = hexUnit(text, at: position), 0xDC00 <= low, low < 0xE000 {
      position += 6
    } else {
      report(.loneSurrogate, start, position)
    }
  }

  func hexUnit(_ text: borrowing Span<UInt8>, at start: Int) -> UInt32? {
    start + 6 <= end ? JSONString.utf16Unit(text, at: start) : nil
  }

  /// Passes one scalar of two to four bytes, Unicode table 3-7.
  mutating func readMultiByte(_ text: borrowing Span<UInt8>) {
    let lead = text[position]
    let (count, low, high): (Int, UInt8, UInt8) =
      switch lead {
      case 0xC2...0xDF: (2, 0x80, 0xBF)
      case 0xE0: (3, 0xA0, 0xBF)
      case 0xED: (3, 0x80, 0x9F)
      case 0xE1...0xEF: (3, 0x80, 0xBF)
      case 0xF0: (4, 0x90, 0xBF)
      case 0xF4: (4, 0x80, 0x8F)
      case 0xF1...0xF3: (4, 0x80, 0xBF)
      default: (0, 0, 0)
      }
    guard count > 0, position + count <= end, low <= text[position + 1],
      text[position + 1] <= high,
      count < 3 || text[position + 2] & 0xC0 == 0x80,
      count < 4 || text[position + 3] & 0xC0 == 0x80
    else {
      report(.invalidUTF8, position, position + 1)
      position += 1
      return
    }
    position += count
  }

  mutating func skipLineComment(_ text: borrowing Span<UInt8>) {
    let start = position
    while position < end, text[position] != 0x0A, text[position] != 0x0D { position += 1 }
    if dialect == .strict { report(.comment, start, position) }
  }

  mutating func skipBlockComment(_ text: borrowing Span<UInt8>) {
    let start = position
    if passCommentEnd(text) {
      if dialect == .strict { report(.comment, start, position) }
      return
    }
    // Without an end it would hide every field behind it; it hides the rest of its line.
    hasOpenComment = true
    position = start + 2
    while position < end, text[position] != 0x0A, text[position] != 0x0D { position += 1 }
    report(.unterminatedComment, start, position)
  }

  /// Passes the end of the comment at `position`; false if there is none near enough.
  private mutating func passCommentEnd(_ text: borrowing Span<UInt8>) -> Bool {
    let searchEnd = position + Self.commentByteCount
    // What was looked through for another comment need not be looked through again.
    var place = max(position + 2, commentFreeEnd)
    while place + 1 < min(end, searchEnd) {
      if text[place] == UInt8(ascii: "*"), text[place + 1] == UInt8(ascii: "/") {
        position = place + 2
        return true
      }
      place += 1
    }
    commentFreeEnd = place
    if end < searchEnd { didReachEnd = true }
    return false
  }

  /// Passes a byte order mark, which RFC 8259 section 8.1 lets a reader ignore.
  package mutating func skipByteOrderMark(_ text: borrowing Span<UInt8>) {
    if position + 3 <= end, text.hasByteOrderMark(at: position) { position += 3 }
  }
}
