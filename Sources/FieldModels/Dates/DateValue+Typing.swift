/// Dates as people type them.
///
/// A date is read in ISO 8601, with the name of its month, or in the order of its reader's language.
/// What leaves open which date it is has no value: two digits of a year, a day and a month in another order.
extension DateValue {
  /// Reads a date that a person has typed or pasted.
  ///
  /// - Parameters:
  ///   - typed: the text
  ///   - mode: what the field asks for
  ///   - locale: the reader's language, a BCP 47 tag; nil where it is not known
  /// - Returns: nil for what is none, or may be another one
  package static func read(_ typed: String, mode: DateMode, locale: String?) -> DateValue? {
    let text = TypedText(typed)
    if case .success(let value) = parse(text.text, mode: mode) { return value }
    switch mode {
    case .time, .countDownTimer: return nil
    case .date: return text.day(in: locale)
    case .dateAndTime:
      guard let (before, clock) = text.dividedBeforeClock, let day = before.day(in: locale) else {
        return nil
      }
      return try? parse("\(day.description)T\(clock)", mode: mode).get()
    }
  }

  /// How a date may be typed in a language, for who has typed another one.
  package static func examples(of mode: DateMode, locale: String?) -> [String] {
    guard let day = CivilDate(year: 1990, month: 12, day: 31) else { return [] }
    let clock = mode == .dateAndTime ? " 18:30" : ""
    let own = locale.flatMap { DateManner.of($0) }?.numbers(day)
    return [own, day.description].compactMap { $0 }.unique.map { $0 + clock }
  }
}

extension [String] {
  fileprivate var unique: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

/// A text with digits of ASCII, and without white space around it.
private struct TypedText {
  let text: String

  init(_ typed: String) {
    var text = ""
    for scalar in typed.unicodeScalars where !Self.isUnseen(scalar) {
      if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        text += "\(Int(value))"
      } else if scalar.properties.isWhitespace {
        text += " "
      } else {
        text.unicodeScalars.append(Self.narrow[scalar] ?? scalar)
      }
    }
    let start = text.drop { $0 == " " }
    self.text = String(start.reversed().drop { $0 == " " }.reversed())
  }

  /// More of a text is no date.
  private static let longestByteCount = 200

  private static let narrow: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{FF0D}": "-", "\u{2010}": "-", "\u{2011}": "-", "\u{2212}": "-", "\u{FF0E}": ".",
    "\u{FF0F}": "/", "\u{FF1A}": ":", "\u{FF0C}": ",", "\u{60C}": ",",
  ]

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format
  }

  /// The day before the last gap, and the clock behind it.
  var dividedBeforeClock: (TypedText, clock: String)? {
    guard text.utf8.count <= Self.longestByteCount,
      let gap = text.lastIndex(where: { $0 == " " || $0 == "T" })
    else { return nil }
    let before = text[..<gap].reversed().drop { $0 == "," || $0 == " " }.reversed()
    return (TypedText(String(before)), String(text[text.index(after: gap)...]))
  }

  private enum Token {
    case number(String)
    case word(String)
  }

  /// The numbers and words of the text; nil where something else stands in it.
  private var tokens: [Token]? {
    guard text.utf8.count <= Self.longestByteCount, let first = text.first,
      !Self.separators.contains(first)
    else { return nil }
    var tokens: [Token] = []
    var run = ""
    var isNumber = false
    func end() {
      if !run.isEmpty { tokens.append(isNumber ? .number(run) : .word(run)) }
      run = ""
    }
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if Self.separators.contains(character) {
        end()
      } else if isDigit || character.isLetter || character == "'" {
        if isDigit != isNumber { end() }
        isNumber = isDigit
        run.append(character)
      } else {
        return nil
      }
    }
    end()
    return tokens
  }

  private static let separators: Set<Character> = [
    " ", ".", "/", "-", ",", "年", "月", "日", "년", "월", "일",
  ]

  /// What stands around the parts of a date and says nothing of it.
  private static let particles: Set<String> = [
    "de", "del", "of", "the", "st", "nd", "rd", "th", "er",
  ]

  func day(in locale: String?) -> DateValue? {
    guard let day = gregorianDay(in: locale), case .date(let date) = day,
      !(Self.years(ofOwnCalendarIn: locale)?.contains(date.year) ?? false)
    else { return nil }
    return day
  }

  /// The years around now as people count them in a language whose calendar is another one.
  private static func years(ofOwnCalendarIn locale: String?) -> Range<Int>? {
    let subtags = (locale ?? "").lowercased().split { $0 == "-" || $0 == "_" }
    switch (subtags.first, subtags.dropFirst().last { $0.utf8.count == 2 }) {
    // Since the death of the Buddha.
    case ("th", _): return 2400..<2700
    // Since the Hijra, in years of the sun and of the moon.
    case ("fa", _), (_, "ir"), (_, "af"), (_, "sa"): return 1250..<1600
    default: return nil
    }
  }

  private func gregorianDay(in locale: String?) -> DateValue? {
    guard let tokens else { return nil }
    var numbers: [String] = []
    var words: [String] = []
    for token in tokens {
      switch token {
      case .number(let digits): numbers.append(digits)
      case .word(let word):
        if !Self.particles.contains(word.lowercased()) { words.append(word) }
      }
    }
    if words.isEmpty { return day(numbers, in: locale) }
    guard words.count == 1, numbers.count == 2, let month = Self.month(words[0], in: locale),
      let year = numbers.first(where: { $0.utf8.count == 4 }),
      let day = numbers.first(where: { $0.utf8.count < 3 })
    else { return nil }
    return Self.date(year, "\(month)", day)
  }

  private func day(_ numbers: [String], in locale: String?) -> DateValue? {
    let order = locale.flatMap { DateManner.of($0) }?.order
    // Digits without anything between them, as they are typed one by one.
    if numbers.count == 1, numbers[0].utf8.count == 8, let order {
      let (digits, isYearFirst) = (numbers[0], order == .year)
      let year = isYearFirst ? digits.prefix(4) : digits.suffix(4)
      let rest = isYearFirst ? digits.suffix(4) : digits.prefix(4)
      let (month, day) =
        order == .day ? (rest.suffix(2), rest.prefix(2)) : (rest.prefix(2), rest.suffix(2))
      return year.first == "0" ? nil : Self.date(String(year), String(month), String(day))
    }
    guard numbers.count == 3, numbers[1].utf8.count < 3 else { return nil }
    if numbers[0].utf8.count == 4 { return Self.date(numbers[0], numbers[1], numbers[2]) }
    guard numbers[2].utf8.count == 4 else { return nil }
    switch order {
    case .day: return Self.date(numbers[2], numbers[1], numbers[0])
    case .month: return Self.date(numbers[2], numbers[0], numbers[1])
    case .year, nil:
      // In which order they stand is of no matter where they are the same.
      guard Int(numbers[0]) == Int(numbers[1]) else { return nil }
      return Self.date(numbers[2], numbers[0], numbers[1])
    }
  }

  private static func date(_ year: String, _ month: String, _ day: String) -> DateValue? {
    guard month.utf8.count < 3, day.utf8.count < 3, let year = Int(year), let month = Int(month),
      let day = Int(day)
    else { return nil }
    return CivilDate(year: year, month: month, day: day).map(DateValue.date)
  }

  /// The month with a name in the reader's language, or in English.
  private static func month(_ word: String, in locale: String?) -> Int? {
    let names = [locale.map { DateNames.named($0) }, .english].compactMap { $0 }
    let spellings = [word] + (word.first == "ב" ? [String(word.dropFirst())] : [])
    for name in spellings.map({ DateNames.folded($0) }) {
      for (names, kind) in names.flatMap({ names in
        [DateNames.Kind.month, .standaloneMonth].map { (names, $0) }
      }) {
        for width in [DateNames.Width.wide, .abbreviated] {
          let place = names.list(kind, width).firstIndex {
            DateNames.folded($0.filter { $0 != "." }) == name
          }
          if let place { return place + 1 }
        }
      }
    }
    return nil
  }
}
