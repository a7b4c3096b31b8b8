/// What the length of a draft is counted in, for counters and length limits.
///
/// The raw values are the words that documents use. White space is what Unicode says it is, so that
/// `don't` is one word and `well-known` too. Nothing is normalised or trimmed before it is counted.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  /// What people take for one character; see `GraphemeBreaks`.
  case grapheme
  /// Unicode scalars.
  case scalar
  /// Code units of UTF-16.
  case utf16
  /// Bytes of UTF-8.
  case utf8
  /// Runs of anything between white space.
  case words

  /// The length of the text in this unit.
  package func count(in text: String) -> Int {
    switch self {
    case .grapheme: Self.graphemeCount(of: text)
    case .scalar: text.unicodeScalars.count
    case .utf16: text.utf16.count
    case .utf8: text.utf8.count
    case .words: Self.wordCount(of: text)
    }
  }

  /// The longest beginning of the text that has at most so many units and divides no grapheme.
  ///
  /// White space behind the last word that fits belongs to it.
  package func prefix(of text: String, count limit: Int) -> String {
    guard limit > 0 || self == .words else { return "" }
    // No text has more units of any kind than bytes.
    guard text.utf8.count > limit else { return text }
    if self != .grapheme, self != .words, Self.isASCII(text) {
      return Self.asciiPrefix(of: text, byteCount: limit)
    }
    var breaks = GraphemeBreaks()
    var gauge = Gauge(unit: self)
    var end = text.startIndex
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      let isStart = breaks.isStart(scalar.value)
      if isStart { end = index }
      gauge.add(scalar, isStart: isStart)
      guard gauge.count <= limit else { return String(text[..<end]) }
    }
    return text
  }

  private static func graphemeCount(of text: String) -> Int {
    guard isASCII(text) else { return GraphemeBreaks.count(in: text) }
    // The only grapheme of several ASCII characters is CR LF.
    let bytes = text.utf8.span
    var count = bytes.count
    for index in bytes.indices.dropFirst()
    where bytes[index] == 0x0A && bytes[index - 1] == 0x0D {
      count -= 1
    }
    return count
  }

  private static func wordCount(of text: String) -> Int {
    var gauge = Gauge(unit: .words)
    for scalar in text.unicodeScalars { gauge.addWordScalar(scalar) }
    return gauge.count
  }

  private static func asciiPrefix(of text: String, byteCount: Int) -> String {
    let bytes = text.utf8.span
    let dividesPair = bytes[byteCount - 1] == 0x0D && bytes[byteCount] == 0x0A
    return String(text.utf8.prefix(byteCount - (dividesPair ? 1 : 0))) ?? ""
  }

  private static func isASCII(_ text: String) -> Bool {
    var bytes = text.utf8Span
    return bytes.checkForASCII()
  }
}

/// Counts the units of a text that grows by a scalar at a time.
private struct Gauge {
  let unit: LengthUnit
  var count = 0
  private var isInsideWord = false

  init(unit: LengthUnit) {
    self.unit = unit
  }

  /// Adds a scalar, with which a grapheme begins or goes on.
  mutating func add(_ scalar: Unicode.Scalar, isStart: Bool) {
    switch unit {
    case .grapheme: count += isStart ? 1 : 0
    case .scalar: count += 1
    case .utf16: count += UTF16.width(scalar)
    case .utf8: count += UTF8.width(scalar)
    case .words: addWordScalar(scalar)
    }
  }

  mutating func addWordScalar(_ scalar: Unicode.Scalar) {
    let isSpace = Self.isWhiteSpace(scalar)
    if !isSpace && !isInsideWord { count += 1 }
    isInsideWord = !isSpace
  }

  private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20: true
    case ..<0x80: false
    default: scalar.properties.isWhitespace
    }
  }
}
