import FieldModels

/// What the lines of one header block have said about the body that follows.
///
/// Names are matched in any case, and headers that have no meaning here are read over.
/// It holds no bytes of the block, only what they meant; that the block is complete is for
/// `Framing` to see.
struct HeaderBlock: Sendable {
  /// What a line did to the block.
  enum Reading: Equatable {
    /// The line is a header, and the block is still good.
    case understood
    /// The line is a header that makes the block useless.
    case wrongValue(reason: String)
    /// The line is no header at all, so the reader is not where it thinks it is.
    case noHeader(reason: String)
  }

  /// The bytes of the block's lines so far, their ends included.
  var byteCount = 0

  /// The value of `Content-Length`.
  private(set) var bodyByteCount: WholeNumber?

  /// The charset of `Content-Type`, if it is not UTF-8.
  private(set) var foreignCharset: String?

  /// Takes one line without its line feed.
  mutating func read(_ line: ArraySlice<UInt8>) -> Reading {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      return .noHeader(reason: "A header line is a name, a colon and a value.")
    }
    let name = line[..<colon].trimmed
    let value = line[(colon + 1)...].trimmed
    guard !name.isEmpty, name.allSatisfy({ $0.isTokenByte }) else {
      return .noHeader(reason: "The name of a header is letters, digits and hyphens.")
    }
    if name.matches(ContentLengthHeader.name) { return readLength(value) }
    if name.matches("content-type") { readType(value) }
    return .understood
  }

  private mutating func readLength(_ value: ArraySlice<UInt8>) -> Reading {
    guard !value.isEmpty, value.allSatisfy({ $0.isDigit }) else {
      return .wrongValue(reason: "Content-Length is a number of bytes, not \(value.excerpt).")
    }
    guard let number = WholeNumber(String(decoding: value, as: UTF8.self)) else {
      return .wrongValue(reason: "Content-Length is too large.")
    }
    if let bodyByteCount, bodyByteCount != number {
      return .wrongValue(reason: "Content-Length is both \(bodyByteCount) and \(number).")
    }
    bodyByteCount = number
    return .understood
  }

  /// The media type itself does not matter: a body that is no JSON shows when it is read.
  private mutating func readType(_ value: ArraySlice<UInt8>) {
    for parameter in value.split(separator: UInt8(ascii: ";")).dropFirst() {
      guard
        let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
        parameter[..<equals].trimmed.matches("charset")
      else { continue }
      let charset = parameter[(equals + 1)...].trimmed.unquoted
      if !charset.matches("utf-8"), !charset.matches("utf8") { foreignCharset = charset.excerpt }
    }
  }
}

/// A `Content-Length` line that may begin anywhere, which is how `Framing` finds the way back.
enum ContentLengthHeader {
  /// Whether bytes are such a line.
  enum Match {
    case complete
    case none
    /// They are so far, and end too early to tell.
    case unfinished
  }

  /// The name of the header in small letters.
  static let name = "content-length"

  /// The most bytes a line can have to be recognised; generous for a number between blanks.
  static let maximumByteCount = 128

  /// Compares the first bytes, of which there are at most `maximumByteCount`, with name, colon,
  /// number and line end.
  static func match(_ candidate: ArraySlice<UInt8>) -> Match {
    let soFar = candidate.count < maximumByteCount ? Match.unfinished : .none
    let start = candidate.prefix(name.utf8.count)
    guard start.count == name.utf8.count else {
      return start.matches(String(name.prefix(start.count))) ? soFar : .none
    }
    guard start.matches(name) else { return .none }
    let value = candidate[start.endIndex...].drop { $0.isBlank }
    guard let colon = value.first else { return soFar }
    guard colon == UInt8(ascii: ":") else { return .none }
    let number = value.dropFirst().drop { $0.isBlank }
    guard let digit = number.first else { return soFar }
    guard digit.isDigit else { return .none }
    guard let end = number.drop(while: { $0.isDigit }).drop(while: { $0.isBlank }).first else {
      return soFar
    }
    return end == UInt8(ascii: "\n") ? .complete : .none
  }

  /// Where such a line begins that ends with these bytes, whose last is the line feed.
  static func start(ofLine bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes.dropLast()
    func drop(while isDropped: (UInt8) -> Bool) -> Bool {
      let count = rest.count
      while let last = rest.last, isDropped(last) { rest.removeLast() }
      return rest.count < count
    }
    _ = drop { $0.isBlank }
    guard drop(while: { $0.isDigit }) else { return nil }
    _ = drop { $0.isBlank }
    guard rest.popLast() == UInt8(ascii: ":") else { return nil }
    _ = drop { $0.isBlank }
    let start = rest.suffix(name.utf8.count)
    return start.matches(name) ? start.startIndex : nil
  }
}

extension UInt8 {
  /// Space, tab and the carriage return that belongs to a line end.
  var isBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }

  fileprivate var isDigit: Bool {
    UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9")
  }

  /// What the name of a header is made of, by section 5.6.2 of RFC 9110.
  fileprivate var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"): true
    default: "!#$%&'*+.^_`|~".utf8.contains(self)
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmed: ArraySlice<UInt8> {
    var kept = indices
    while let first = kept.first, self[first].isBlank { kept.removeFirst() }
    while let last = kept.last, self[last].isBlank { kept.removeLast() }
    return self[kept]
  }

  fileprivate var unquoted: ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    guard count >= 2, first == quote, last == quote else { return self }
    return dropFirst().dropLast()
  }

  /// Whether the bytes are this text, which is in small letters, in any case.
  fileprivate func matches(_ text: String) -> Bool {
    let (bytes, text) = (span, text.utf8.span)
    guard bytes.count == text.count else { return false }
    for index in text.indices {
      let (byte, small) = (bytes[index], text[index])
      let isCapital = UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
      guard byte == small || isCapital && byte | 0x20 == small else { return false }
    }
    return true
  }

  /// The beginning of the bytes as text for people.
  fileprivate var excerpt: String {
    String(decoding: prefix(40), as: UTF8.self)
  }
}
