/// How a date is shown: a Unicode date pattern (UTS #35), such as `MMM dd, yyyy`.
///
/// Letters are fields, repeated to choose a width; text between apostrophes and everything but
/// ASCII letters stands for itself. A pattern is read once, with a problem that says where and
/// what instead, and then formats any value in any language of `DateNames`, English unless told.
/// Weeks are ISO 8601's everywhere, and zones are fixed offsets, since a value knows an offset at
/// most. A part that the value does not have is shown as `--`: a plain
/// date never gets an invented time.
package struct DatePattern: Hashable, Sendable {
  /// The pattern as it was written.
  package let text: String

  let tokens: [Token]

  /// A piece of a pattern.
  enum Token: Hashable, Sendable {
    case literal(String)
    case field(DatePatternField, width: Int, byteOffset: Int)
  }

  /// `MMM dd, yyyy`, as in "Dec 10, 1990".
  package static let standard = DatePattern(
    text: "MMM dd, yyyy",
    tokens: [
      .field(.month, width: 3, byteOffset: 0), .literal(" "),
      .field(.day, width: 2, byteOffset: 4), .literal(", "),
      .field(.year, width: 4, byteOffset: 8),
    ])

  /// How values of a mode are shown by default in a language: without seconds, and with them.
  package static func standards(for mode: DateMode, locale: String?) -> [DatePattern] {
    if let patterns = locale.flatMap({ DateManner.of($0) })?.patterns[mode] { return patterns }
    return switch mode {
    case .date: [standard]
    case .time, .countDownTimer: clocks
    case .dateAndTime: datesWithClocks
    }
  }

  private static let clocks = patterns("HH:mm", "HH:mm:ss")
  private static let datesWithClocks = patterns(
    "\(standard.text), HH:mm", "\(standard.text), HH:mm:ss")

  static func patterns(_ texts: String...) -> [DatePattern] {
    texts.compactMap { try? parse($0).get() }
  }

  /// How a value is shown by default.
  package static func standard(for value: DateValue, locale: String?) -> DatePattern {
    let seconds =
      switch value {
      case .date: 0
      case .time(let time): time.secondOfDay
      case .dateAndTime(let value): value.time.secondOfDay
      case .duration(let duration): Int(duration.seconds % 60)
      }
    // Seconds are shown where there are any.
    let patterns = standards(for: value.mode, locale: locale)
    return (seconds % 60 == 0 ? patterns.first : patterns.last) ?? standard
  }

  /// The longest pattern read, in bytes; one that a person wrote is far shorter.
  package static let longestByteCount = 1_000

  private init(text: String, tokens: [Token]) {
    self.text = text
    self.tokens = tokens
  }

  /// Reads a pattern, or says what is wrong with it and where.
  package static func parse(_ text: String) -> Result<DatePattern, DatePatternProblem> {
    do {
      var reader = PatternReader(text)
      return .success(DatePattern(text: text, tokens: try reader.read()))
    } catch {
      return .failure(error)
    }
  }

  /// What a pattern that can be read probably does not mean, for values of one mode: a part that
  /// such values lack, and letters that are easily mistaken for others (`YYYY`, `DD`).
  package func doubts(for mode: DateMode) -> [DatePatternProblem] {
    let fields = tokens.compactMap { token -> DatePatternField? in
      guard case .field(let field, _, _) = token else { return nil }
      return field
    }
    return tokens.compactMap { token in
      guard case .field(let field, let width, let byteOffset) = token else { return nil }
      let isShown = field.isShown(in: mode)
      let doubt = isShown ? field.lookalike(width, among: fields) : field.absence(width, in: mode)
      return doubt.map {
        DatePatternProblem(
          byteOffset: byteOffset, byteCount: width, message: $0.message, suggestion: $0.suggestion)
      }
    }
  }
}

/// What is wrong with a date pattern, where, and what to write instead.
package struct DatePatternProblem: Error, Hashable, Sendable {
  /// Where the letters at fault begin, in the pattern's UTF-8.
  package let byteOffset: Int
  package let byteCount: Int
  package let message: String
  /// The nearest letters that would do in their place.
  package let suggestion: String?
}

/// Reads a pattern's letters and quotations, left to right.
private struct PatternReader {
  private let bytes: [UInt8]
  private var index = 0
  private var tokens: [DatePattern.Token] = []
  private var literal: [UInt8] = []

  private static let quote = UInt8(ascii: "'")

  init(_ text: String) {
    bytes = Array(text.utf8.prefix(DatePattern.longestByteCount + 1))
  }

  mutating func read() throws(DatePatternProblem) -> [DatePattern.Token] {
    guard bytes.count <= DatePattern.longestByteCount else {
      throw problem(
        at: 0, count: DatePattern.longestByteCount,
        "A date pattern has at most \(DatePattern.longestByteCount) bytes")
    }
    while index < bytes.count {
      if bytes[index] == Self.quote {
        try readQuotation()
      } else if ASCIISet.letters.contains(bytes[index]) {
        try readField()
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    endLiteral()
    guard tokens.contains(where: { if case .field = $0 { true } else { false } }) else {
      throw problem(
        at: 0, count: bytes.count, "The pattern shows no part of a date",
        DatePattern.standard.text)
    }
    return tokens
  }

  /// Reads `''`, an apostrophe, or text up to the next single apostrophe.
  private mutating func readQuotation() throws(DatePatternProblem) {
    let start = index
    index += 1
    if index < bytes.count, bytes[index] == Self.quote {
      literal.append(Self.quote)
      index += 1
      return
    }
    while index < bytes.count {
      let isQuote = bytes[index] == Self.quote
      let isDoubled = isQuote && index + 1 < bytes.count && bytes[index + 1] == Self.quote
      if isQuote, !isDoubled {
        index += 1
        return
      }
      literal.append(bytes[index])
      index += isDoubled ? 2 : 1
    }
    throw problem(
      at: start, count: bytes.count - start, "The quotation has no closing apostrophe",
      String(decoding: bytes[start...], as: UTF8.self) + "'")
  }

  private mutating func readField() throws(DatePatternProblem) {
    endLiteral()
    let start = index
    let letter = bytes[start]
    while index < bytes.count, bytes[index] == letter { index += 1 }
    let width = index - start
    guard let field = DatePatternField(letter: letter) else {
      let letters = String(decoding: bytes[start..<index], as: UTF8.self)
      throw problem(
        at: start, count: width, "'\(Character(UnicodeScalar(letter)))' is not a date field",
        DatePatternField.suggestion(forUnknown: letter, width, letters))
    }
    guard field.widths.contains(width) else {
      throw problem(
        at: start, count: width, field.widthMessage(width), field.suggestion(forWidth: width))
    }
    tokens.append(.field(field, width: width, byteOffset: start))
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    tokens.append(.literal(String(decoding: literal, as: UTF8.self)))
    literal.removeAll()
  }

  private func problem(
    at byteOffset: Int, count byteCount: Int, _ message: String, _ suggestion: String? = nil
  ) -> DatePatternProblem {
    DatePatternProblem(
      byteOffset: byteOffset, byteCount: byteCount, message: message, suggestion: suggestion)
  }
}
