/// The way back from a displayed text to the value.
///
/// It is the inverse of `format`: names are those of the same language, in any case; everything
/// must be there, and what is read must show as the text again. There is no answer where the text
/// leaves the value open: two-digit years, narrow names, a pattern without a day, numbers that run
/// together, also with names that are numbers, such as "12月".
extension DatePattern {
  /// The value that the pattern shows as this text, so that an editor can offer `1990-12-10` for
  /// "Dec 10, 1990".
  package func parse(
    _ display: String, mode: DateMode, in names: DateNames = .english
  ) -> DateValue? {
    guard display.utf8.count <= Self.longestByteCount * 4 else { return nil }
    var reading = DisplayReading(display, names)
    for (index, token) in tokens.enumerated() {
      let isBeforeDigits = index + 1 < tokens.count && tokens[index + 1].beginsWithDigit(names)
      guard reading.read(token, isBeforeDigits: isBeforeDigits) else { return nil }
    }
    guard reading.isAtEnd, let value = reading.value(mode) else { return nil }
    return DateNames.folded(format(value, in: names)) == DateNames.folded(display) ? value : nil
  }
}

extension DatePattern {
  /// Whether every value of a mode can be read from the text that the pattern shows of it, but for the
  /// parts of a clock that it leaves out.
  package func isReadable(for mode: DateMode) -> Bool {
    let samples = mode.samples
    return samples.allSatisfy { parse(format($0), mode: mode) == $0 }
  }
}

extension DateMode {
  /// What a pattern needs so that values are read by it.
  package var readableParts: String {
    switch self {
    case .date: "a year of four digits, a month and a day"
    case .time: "an hour"
    case .dateAndTime: "a year of four digits, a month, a day and an hour"
    case .countDownTimer: "hours"
    }
  }

  /// Values on the hour, in which each part that a pattern may leave out is zero.
  fileprivate var samples: [DateValue] {
    switch self {
    case .date: return Self.days.map { .date($0) }
    case .time: return Self.hours.map { .time($0) }
    case .dateAndTime:
      return Self.days.flatMap { day in
        Self.hours.compactMap { CivilDateTime(date: day, time: $0) }.map { .dateAndTime($0) }
      }
    case .countDownTimer:
      return [3_600, 360_000].compactMap { CivilDuration(seconds: $0) }.map { .duration($0) }
    }
  }

  private static let days: [CivilDate] = [(1990, 1, 2), (2031, 12, 31), (2024, 2, 29)].compactMap {
    CivilDate(year: $0.0, month: $0.1, day: $0.2)
  }

  private static let hours: [CivilTime] = [0, 9, 12, 23].compactMap {
    CivilTime(hour: $0, minute: 0)
  }
}

extension DatePattern.Token {
  /// Whether it can show a digit first, which another number before it would run into.
  fileprivate func beginsWithDigit(_ names: DateNames) -> Bool {
    switch self {
    case .literal(let text):
      return text.utf8.first.map(ASCIISet.digits.contains) ?? false
    case .field(let field, let width, _):
      if field.mostDigits(width) != nil { return true }
      return field.nameKind.map { kind in
        names.list(kind, DateNames.Width(letterCount: width)).contains { name in
          name.utf8.first.map(ASCIISet.digits.contains) ?? false
        }
      } ?? false
    }
  }
}

extension DatePatternField {
  /// How many digits the field shows at most, where it is a number.
  fileprivate func mostDigits(_ width: Int) -> Int? {
    switch self {
    case .year, .extendedYear, .weekYear: width == 2 && self != .extendedYear ? 2 : 4
    case .quarter, .standaloneQuarter: width <= 2 ? width : nil
    case .month, .standaloneMonth: width <= 2 ? 2 : nil
    case .localWeekday, .standaloneWeekday: width <= 2 ? width : nil
    case .weekOfYear, .day, .hourFrom1To12, .hourFrom0To23, .hourFrom0To11, .hourFrom1To24,
      .minute, .second:
      2
    case .weekOfMonth: 1
    case .dayOfYear: 3
    case .fraction: width
    case .era, .weekday, .dayPeriod, .zoneName, .zoneOffset, .zoneGMT, .zoneISOWithZ, .zoneISO:
      nil
    }
  }
}

extension DatePatternField {
  /// What the field shows the names of, in the widths that are no numbers.
  fileprivate var nameKind: DateNames.Kind? {
    switch self {
    case .era: .era
    case .quarter: .quarter
    case .standaloneQuarter: .standaloneQuarter
    case .month: .month
    case .standaloneMonth: .standaloneMonth
    case .weekday, .localWeekday: .weekday
    case .standaloneWeekday: .standaloneWeekday
    case .dayPeriod: .dayPeriod
    case .year, .extendedYear, .weekYear, .weekOfYear, .weekOfMonth, .day, .dayOfYear,
      .hourFrom1To12, .hourFrom0To23, .hourFrom0To11, .hourFrom1To24, .minute, .second, .fraction,
      .zoneName, .zoneOffset, .zoneGMT, .zoneISOWithZ, .zoneISO:
      nil
    }
  }
}

/// What a displayed text has said so far.
private struct DisplayReading {
  private let names: DateNames
  private var rest: Substring.UTF8View
  private var numbers: [DatePatternField: Int64] = [:]
  private var isAfternoon: Bool?
  private var utcOffsetSeconds: Int?

  init(_ display: String, _ names: DateNames) {
    self.names = names
    rest = display[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func read(_ token: DatePattern.Token, isBeforeDigits: Bool) -> Bool {
    switch token {
    case .literal(let text): skip(text)
    case .field(let field, let width, _):
      if let mostDigits = field.mostDigits(width) {
        readNumber(field, width: width, mostDigits: mostDigits, isBeforeDigits: isBeforeDigits)
      } else {
        readName(field, width: width, isBeforeDigits: isBeforeDigits)
      }
    }
  }

  private mutating func readNumber(
    _ field: DatePatternField, width: Int, mostDigits: Int, isBeforeDigits: Bool
  ) -> Bool {
    // A number of no fixed width that runs into another could be cut at two places.
    guard !isBeforeDigits || width == mostDigits else { return false }
    let run = rest.prefix(while: ASCIISet.digits.contains).count
    let digitCount = isBeforeDigits ? width : min(run, durationHourDigits(field) ?? mostDigits)
    guard width <= digitCount, digitCount <= run,
      let number = DigitCursor.number(ArraySlice(rest.prefix(digitCount)))
    else { return false }
    rest = rest.dropFirst(digitCount)
    if field == .fraction {
      return keep(field, (width..<9).reduce(number) { value, _ in value * 10 })
    }
    // Two digits of a year say no century, so they are checked at the end but say no year.
    if field == .year, width == 2 { return true }
    return keep(field, number)
  }

  /// A duration's hours can have more digits than a clock's.
  private func durationHourDigits(_ field: DatePatternField) -> Int? {
    field == .hourFrom0To23 ? 12 : nil
  }

  private mutating func readName(
    _ field: DatePatternField, width: Int, isBeforeDigits: Bool
  ) -> Bool {
    guard let kind = field.nameKind else { return readOffset() }
    let list = names.list(kind, DateNames.Width(letterCount: width)).map(DateNames.folded)
    guard let number = readOne(of: list, isBeforeDigits) else { return false }
    switch kind {
    case .month, .standaloneMonth: numbers[.month] = Int64(number)
    case .dayPeriod: isAfternoon = number == 2
    // These follow from the date, so they are only compared with it at the end.
    case .weekday, .standaloneWeekday, .quarter, .standaloneQuarter, .era: return true
    }
    return Set(list).count == list.count
  }

  /// Reads the longest name that the text goes on with, and answers its number from 1.
  private mutating func readOne(of list: [[Unicode.Scalar]], _ isBeforeDigits: Bool) -> Int? {
    var longest: (number: Int, byteCount: Int)?
    for (index, name) in list.enumerated() {
      guard let byteCount = byteCount(of: name), longest?.byteCount ?? 0 < byteCount else {
        continue
      }
      longest = (index + 1, byteCount)
    }
    guard let longest else { return nil }
    let endsWithDigit = rest.prefix(longest.byteCount).last.map(ASCIISet.digits.contains) ?? false
    guard !isBeforeDigits || !endsWithDigit else { return nil }
    rest = rest.dropFirst(longest.byteCount)
    return longest.number
  }

  /// Reads any way of writing an offset; that it is the pattern's own is seen when it is shown.
  private mutating func readOffset() -> Bool {
    let hasGMT = skip("GMT")
    if !hasGMT, skip("Z") { return keepOffset(0) }
    let isWest = skip("-")
    guard isWest || skip("+") else { return hasGMT && keepOffset(0) }
    let hourDigits = rest.prefix(2).prefix(while: ASCIISet.digits.contains)
    rest = rest.dropFirst(hourDigits.count)
    guard let hours = DigitCursor.number(ArraySlice(hourDigits)).map({ Int($0) }),
      !hourDigits.isEmpty
    else {
      return false
    }
    let hasColon = skip(":")
    guard let minutes = readTwoDigits() else {
      return !hasColon && keepOffset(hours * (isWest ? -3600 : 3600))
    }
    let hasSeconds = hasColon ? skip(":") : rest.first.map(ASCIISet.digits.contains) ?? false
    guard let seconds = hasSeconds ? readTwoDigits() : 0 else { return false }
    return keepOffset(((hours * 60 + minutes) * 60 + seconds) * (isWest ? -1 : 1))
  }

  private mutating func readTwoDigits() -> Int? {
    let digits = rest.prefix(2).prefix(while: ASCIISet.digits.contains)
    guard digits.count == 2 else { return nil }
    rest = rest.dropFirst(2)
    return DigitCursor.number(ArraySlice(digits)).map { Int($0) }
  }

  /// Steps over a text if it comes next, in whatever case its letters are.
  private mutating func skip(_ text: String) -> Bool {
    guard let byteCount = byteCount(of: DateNames.folded(text)) else { return false }
    rest = rest.dropFirst(byteCount)
    return true
  }

  /// How much of the rest a folded text is, if the rest begins with it.
  private func byteCount(of text: [Unicode.Scalar]) -> Int? {
    var (missing, byteCount) = (text[...], 0)
    for scalar in Substring(rest).unicodeScalars {
      let folded = DateNames.folded(scalar)
      guard !missing.isEmpty || folded.isEmpty else { break }
      guard missing.starts(with: folded) else { return nil }
      missing = missing.dropFirst(folded.count)
      byteCount += UTF8.width(scalar)
    }
    return missing.isEmpty ? byteCount : nil
  }

  private mutating func keep(_ field: DatePatternField, _ number: Int64) -> Bool {
    numbers[field] = number
    return true
  }

  private mutating func keepOffset(_ seconds: Int) -> Bool {
    utcOffsetSeconds = seconds
    return true
  }
}

extension DisplayReading {
  /// The value that the parts make, if they are enough for one.
  func value(_ mode: DateMode) -> DateValue? {
    switch mode {
    case .date: date.map(DateValue.date)
    case .time: time.map(DateValue.time)
    case .dateAndTime:
      if let date, let time {
        CivilDateTime(date: date, time: time, utcOffsetSeconds: utcOffsetSeconds)
          .map(DateValue.dateAndTime)
      } else {
        nil
      }
    case .countDownTimer: duration.map(DateValue.duration)
    }
  }

  private var date: CivilDate? {
    guard let year = number(.year) ?? number(.extendedYear) else { return nil }
    if let month = number(.month) ?? number(.standaloneMonth), let day = number(.day) {
      return CivilDate(year: year, month: month, day: day)
    }
    return number(.dayOfYear).flatMap { CivilDate(year: year, dayOfYear: $0) }
  }

  private var time: CivilTime? {
    guard let hour else { return nil }
    return CivilTime(
      hour: hour, minute: number(.minute) ?? 0, second: number(.second) ?? 0,
      nanosecond: number(.fraction) ?? 0)
  }

  private var hour: Int? {
    if let hour = number(.hourFrom0To23) { return hour }
    if let hour = number(.hourFrom1To24) { return hour % 24 }
    guard let half = number(.hourFrom0To11) ?? number(.hourFrom1To12), let isAfternoon else {
      return nil
    }
    return half % 12 + (isAfternoon ? 12 : 0)
  }

  private func number(_ field: DatePatternField) -> Int? {
    numbers[field].flatMap { Int(exactly: $0) }
  }

  private var duration: CivilDuration? {
    guard let hours = numbers[.hourFrom0To23] else { return nil }
    let seconds = (hours * 60 + (numbers[.minute] ?? 0)) * 60 + (numbers[.second] ?? 0)
    return CivilDuration(seconds: seconds)
  }
}
