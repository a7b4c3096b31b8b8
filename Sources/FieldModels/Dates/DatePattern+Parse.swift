/// The way back from a displayed text to the value.
///
/// It is the inverse of `format`: names are English in any case, everything must be there, and
/// what is read must show as the text again. There is no answer where the text leaves the value
/// open: two-digit years, narrow names, a pattern without a day, numbers that run together.
extension DatePattern {
  /// The value that the pattern shows as exactly this text, so that an editor can offer
  /// `1990-12-10` for "Dec 10, 1990".
  package func parse(_ display: String, mode: DateMode) -> DateValue? {
    guard display.utf8.count <= Self.longestByteCount * 4 else { return nil }
    var reading = DisplayReading(display)
    for (index, token) in tokens.enumerated() {
      let isBeforeDigits = index + 1 < tokens.count && tokens[index + 1].isNumeric
      guard reading.read(token, isBeforeDigits: isBeforeDigits) else { return nil }
    }
    guard reading.isAtEnd, let value = reading.value(mode) else { return nil }
    return format(value).lowercased() == display.lowercased() ? value : nil
  }
}

extension DatePattern.Token {
  /// Whether it shows as digits, which another number before it would run into.
  fileprivate var isNumeric: Bool {
    switch self {
    case .literal(let text): text.utf8.first.map(ASCIISet.digits.contains) ?? false
    case .field(let field, let width, _): field.mostDigits(width) != nil
    }
  }
}

extension DatePatternField {
  /// How many digits the field shows at most, where it is a number.
  fileprivate func mostDigits(_ width: Int) -> Int? {
    switch self {
    case .year, .extendedYear, .weekYear: width == 2 && self != .extendedYear ? 2 : 4
    case .quarter, .standaloneQuarter: width <= 2 || width == 5 ? min(width, 2) : nil
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

/// What a displayed text has said so far.
private struct DisplayReading {
  private var rest: Substring.UTF8View
  private var numbers: [DatePatternField: Int] = [:]
  private var isAfternoon: Bool?
  private var utcOffsetMinutes: Int?

  init(_ display: String) {
    rest = display[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func read(_ token: DatePattern.Token, isBeforeDigits: Bool) -> Bool {
    switch token {
    case .literal(let text): skip(text)
    case .field(let field, let width, _):
      if let mostDigits = field.mostDigits(width) {
        readNumber(field, width, mostDigits: mostDigits, isBeforeDigits)
      } else {
        readName(field, width)
      }
    }
  }

  private mutating func readNumber(
    _ field: DatePatternField, _ width: Int, mostDigits: Int, _ isBeforeDigits: Bool
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

  private mutating func readName(_ field: DatePatternField, _ width: Int) -> Bool {
    let nameWidth = EnglishDateNames.Width(letterCount: width)
    switch field {
    case .era: return skip(EnglishDateNames.era(nameWidth))
    case .month, .standaloneMonth:
      guard width != 5, let month = readOne(of: 12, { EnglishDateNames.month($0, nameWidth) })
      else { return false }
      return keep(.month, month)
    case .quarter, .standaloneQuarter:
      return readOne(of: 4) { EnglishDateNames.quarter($0, nameWidth) } != nil
    case .weekday, .localWeekday, .standaloneWeekday:
      return readOne(of: 7) { EnglishDateNames.weekday($0, nameWidth) } != nil
    case .dayPeriod:
      let half = readOne(of: 2) { EnglishDateNames.dayPeriod(hour: $0 * 12 - 12, nameWidth) }
      isAfternoon = half.map { $0 == 2 }
      return half != nil
    case .zoneName, .zoneOffset, .zoneGMT, .zoneISOWithZ, .zoneISO: return readOffset()
    case .year, .extendedYear, .weekYear, .weekOfYear, .weekOfMonth, .day, .dayOfYear,
      .hourFrom1To12, .hourFrom0To23, .hourFrom0To11, .hourFrom1To24, .minute, .second, .fraction:
      return false
    }
  }

  /// Reads the first name, from 1, that the text begins with.
  private mutating func readOne(of count: Int, _ name: (Int) -> String) -> Int? {
    for number in 1...count where skip(name(number)) { return number }
    return nil
  }

  /// Reads any way of writing an offset; that it is the pattern's own is seen when it is shown.
  private mutating func readOffset() -> Bool {
    let hasGMT = skip("GMT")
    if !hasGMT, skip("Z") { return keepOffset(0) }
    let isWest = skip("-")
    guard isWest || skip("+") else { return hasGMT && keepOffset(0) }
    let hourDigits = rest.prefix(2).prefix(while: ASCIISet.digits.contains)
    rest = rest.dropFirst(hourDigits.count)
    guard let hours = DigitCursor.number(ArraySlice(hourDigits)), !hourDigits.isEmpty else {
      return false
    }
    let hasColon = skip(":")
    let minuteDigits = rest.prefix(2).prefix(while: ASCIISet.digits.contains)
    rest = rest.dropFirst(minuteDigits.count)
    guard minuteDigits.count == 2 || (minuteDigits.isEmpty && !hasColon),
      let minutes = DigitCursor.number(ArraySlice(minuteDigits))
    else { return false }
    return keepOffset((hours * 60 + minutes) * (isWest ? -1 : 1))
  }

  /// Steps over a text if it comes next, in whatever case its ASCII letters are.
  private mutating func skip(_ text: String) -> Bool {
    let start = rest.prefix(text.utf8.count)
    guard start.count == text.utf8.count,
      zip(start, text.utf8).allSatisfy({ lowercased($0) == lowercased($1) })
    else { return false }
    rest = rest.dropFirst(start.count)
    return true
  }

  private func lowercased(_ byte: UInt8) -> UInt8 {
    ASCIISet.uppercase.contains(byte) ? byte | 0x20 : byte
  }

  private mutating func keep(_ field: DatePatternField, _ number: Int) -> Bool {
    numbers[field] = number
    return true
  }

  private mutating func keepOffset(_ minutes: Int) -> Bool {
    utcOffsetMinutes = minutes
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
        CivilDateTime(date: date, time: time, utcOffsetMinutes: utcOffsetMinutes)
          .map(DateValue.dateAndTime)
      } else {
        nil
      }
    case .countDownTimer: duration.map(DateValue.duration)
    }
  }

  private var date: CivilDate? {
    guard let year = numbers[.year] ?? numbers[.extendedYear] else { return nil }
    if let month = numbers[.month] ?? numbers[.standaloneMonth], let day = numbers[.day] {
      return CivilDate(year: year, month: month, day: day)
    }
    return numbers[.dayOfYear].flatMap { CivilDate(year: year, dayOfYear: $0) }
  }

  private var time: CivilTime? {
    guard let hour else { return nil }
    return CivilTime(
      hour: hour, minute: numbers[.minute] ?? 0, second: numbers[.second] ?? 0,
      nanosecond: numbers[.fraction] ?? 0)
  }

  private var hour: Int? {
    if let hour = numbers[.hourFrom0To23] { return hour }
    if let hour = numbers[.hourFrom1To24] { return hour % 24 }
    guard let half = numbers[.hourFrom0To11] ?? numbers[.hourFrom1To12], let isAfternoon else {
      return nil
    }
    return half % 12 + (isAfternoon ? 12 : 0)
  }

  private var duration: CivilDuration? {
    guard let hours = numbers[.hourFrom0To23] else { return nil }
    let seconds = (hours * 60 + (numbers[.minute] ?? 0)) * 60 + (numbers[.second] ?? 0)
    return CivilDuration(seconds: seconds)
  }
}
