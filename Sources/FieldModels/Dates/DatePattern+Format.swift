/// How a pattern shows a value.
///
/// A value is taken apart once into the parts that it has, and each field writes its part. No
/// part is derived from another kind of value: a time has no date, a duration no time of day.
extension DatePattern {
  /// The value as the pattern shows it in a language, with `--` for parts that the value lacks.
  package func format(_ value: DateValue, in names: DateNames = .english) -> String {
    let parts = DateParts(value)
    return tokens.map { token in
      switch token {
      case .literal(let text): text
      case .field(let field, let width, _): parts.text(field, width: width, in: names) ?? "--"
      }
    }.joined()
  }
}

extension DatePattern {
  /// What the pattern shows of some value of a mode.
  package func example(for mode: DateMode) -> String {
    let texts: [DateMode: String] = [
      .date: "1990-12-31", .time: "18:30", .dateAndTime: "1990-12-31T18:30",
      .countDownTimer: "01:30:00",
    ]
    guard let text = texts[mode], case .success(let value) = DateValue.parse(text, mode: mode)
    else {
      return self.text
    }
    return format(value)
  }
}

extension DatePattern {
  /// A regular expression for the texts that the pattern shows of values of a mode, whether or not such a date
  /// exists; nil for lengths of time, and for a pattern with names or offsets.
  package func shape(for mode: DateMode) -> String? {
    if mode == .countDownTimer { return nil }
    var shape = "^"
    for token in tokens {
      switch token {
      case .literal(let text):
        for scalar in text.unicodeScalars {
          let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          shape += isPlain || !scalar.isASCII || scalar == " " ? "" : "\\"
          shape.unicodeScalars.append(scalar)
        }
      case .field(let field, let width, _):
        guard let digits = field.digits(width) else { return nil }
        shape += digits
      }
    }
    return shape + "$"
  }
}

extension DatePatternField {
  /// A regular expression for the numbers that the field shows; nil for others.
  fileprivate func digits(_ width: Int) -> String? {
    func from(_ one: String, _ two: String) -> String? {
      switch width {
      case 1: "(?:\(one)|\(two))"
      case 2: "(?:0\(one)|\(two))"
      default: nil
      }
    }
    return switch self {
    case .year, .extendedYear: width == 4 ? "[0-9]{4}" : width == 1 ? "[1-9][0-9]{0,3}" : nil
    case .month, .standaloneMonth: from("[1-9]", "1[0-2]")
    case .day: from("[1-9]", "[12][0-9]|3[01]")
    case .hourFrom0To23: from("[0-9]", "1[0-9]|2[0-3]")
    case .minute, .second: from("[0-9]", "[1-5][0-9]")
    case .fraction: "[0-9]{\(width)}"
    default: nil
    }
  }
}

/// A value taken apart into what patterns show.
private struct DateParts {
  let date: CivilDate?
  /// From 0 to 23, or a duration's whole hours.
  let hour: Int64?
  let minute: Int?
  let second: Int?
  /// The time of day, which a duration is not.
  let time: CivilTime?
  let utcOffsetSeconds: Int?

  init(_ value: DateValue) {
    var seconds: Int64?
    switch value {
    case .date(let date):
      (self.date, time, utcOffsetSeconds) = (date, nil, nil)
    case .time(let time):
      (date, self.time, utcOffsetSeconds) = (nil, time, nil)
      seconds = Int64(time.secondOfDay)
    case .dateAndTime(let value):
      (date, time, utcOffsetSeconds) = (value.date, value.time, value.utcOffsetSeconds)
      seconds = Int64(value.time.secondOfDay)
    case .duration(let duration):
      (date, time, utcOffsetSeconds) = (nil, nil, nil)
      seconds = duration.seconds
    }
    hour = seconds.map { $0 / 3600 }
    minute = seconds.map { Int($0 / 60 % 60) }
    second = seconds.map { Int($0 % 60) }
  }

  func text(_ field: DatePatternField, width: Int, in names: DateNames) -> String? {
    // Names are for three letters and more, where the field has numbers too.
    func named(_ kind: DateNames.Kind, _ number: Int?) -> String? {
      number.map { names.name(kind, $0, width: DateNames.Width(letterCount: width)) }
    }
    func numbered(_ kind: DateNames.Kind, _ number: Int?) -> String? {
      width <= 2 ? self.number(number, width) : named(kind, number)
    }
    return switch field {
    case .era: named(.era, date.map { _ in 1 })
    case .year: date.map { Self.year($0.year, width) }
    case .extendedYear: date.map { zeroPadded($0.year, toWidth: width) }
    case .weekYear: date.map { Self.year($0.isoWeekYear, width) }
    case .quarter: numbered(.quarter, date.map { ($0.month + 2) / 3 })
    case .standaloneQuarter: numbered(.standaloneQuarter, date.map { ($0.month + 2) / 3 })
    case .month: numbered(.month, date?.month)
    case .standaloneMonth: numbered(.standaloneMonth, date?.month)
    case .weekOfYear: number(date?.isoWeek, width)
    case .weekOfMonth: date.map { String(Self.weekOfMonth($0)) }
    case .day: number(date?.day, width)
    case .dayOfYear: number(date?.dayOfYear, width)
    case .weekday: named(.weekday, date?.weekday.rawValue)
    case .localWeekday: numbered(.weekday, date?.weekday.rawValue)
    case .standaloneWeekday: numbered(.standaloneWeekday, date?.weekday.rawValue)
    case .dayPeriod: named(.dayPeriod, time.map { $0.hour / 12 + 1 })
    case .hourFrom1To12: number(time.map { ($0.hour + 11) % 12 + 1 }, width)
    case .hourFrom0To23: number(hour, width)
    case .hourFrom0To11: number(time.map { $0.hour % 12 }, width)
    case .hourFrom1To24: number(time.map { ($0.hour + 23) % 24 + 1 }, width)
    case .minute: number(minute, width)
    case .second: number(second, width)
    case .fraction: time.map { String(zeroPadded($0.nanosecond, toWidth: 9).prefix(width)) }
    case .zoneName, .zoneGMT: offset.map { width == 4 ? $0.longGMT : $0.shortGMT }
    case .zoneOffset: offset.map { $0.zoneOffset(width) }
    case .zoneISOWithZ: offset.map { $0.isZero(width) ? "Z" : $0.iso(width) }
    case .zoneISO: offset.map { $0.iso(width) }
    }
  }

  private var offset: OffsetText? { utcOffsetSeconds.map(OffsetText.init) }

  private func number(_ number: (some SignedInteger)?, _ width: Int) -> String? {
    number.map { zeroPadded($0, toWidth: width) }
  }

  /// UTS #35's rule for `y`: two letters mean the last two digits, other widths pad.
  private static func year(_ year: Int, _ width: Int) -> String {
    zeroPadded(width == 2 ? year % 100 : year, toWidth: width)
  }

  /// ISO 8601 has no week of the month; by its own rule, week 1 is the first with a Thursday.
  private static func weekOfMonth(_ date: CivilDate) -> Int {
    (date.day - date.weekday.rawValue + 10) / 7
  }
}

/// The ways to write an offset from UTC.
///
/// Seconds, which the clocks of old days were off by, are shown where UTS #35 says so, and nowhere
/// else rounded.
private struct OffsetText {
  private let isWest: Bool
  private let hours: Int
  private let minutes: Int
  private let seconds: Int

  init(_ offsetSeconds: Int) {
    isWest = offsetSeconds < 0
    let (allMinutes, seconds) = Int(offsetSeconds.magnitude).quotientAndRemainder(dividingBy: 60)
    (hours, minutes) = allMinutes.quotientAndRemainder(dividingBy: 60)
    self.seconds = seconds
  }

  private var sign: String { isWest ? "-" : "+" }

  private var isWholeMinutesZero: Bool { hours == 0 && minutes == 0 }

  /// The parts after the sign, all of two digits.
  private func digits(_ parts: [Int], _ separator: String) -> String {
    parts.map { zeroPadded($0, toWidth: 2) }.joined(separator: separator)
  }

  /// Hours, minutes, and seconds where there are any.
  private var parts: [Int] { seconds == 0 ? [hours, minutes] : [hours, minutes, seconds] }

  private var basic: String { sign + digits(parts, "") }

  private var extended: String { sign + digits(parts, ":") }

  var longGMT: String { parts == [0, 0] ? "GMT" : "GMT" + extended }

  var shortGMT: String {
    switch parts {
    case [0, 0]: "GMT"
    case [hours, 0]: "GMT" + sign + String(hours)
    default: "GMT" + sign + String(hours) + ":" + digits(Array(parts.dropFirst()), ":")
    }
  }

  /// The widths of `X` and `x`: hours alone where that suffices, basic, extended, all three
  /// without seconds, and the last two with them.
  func iso(_ width: Int) -> String {
    let sign = isWholeMinutesZero ? "+" : sign
    return switch width {
    case 1: sign + digits(minutes == 0 ? [hours] : [hours, minutes], "")
    case 2: sign + digits([hours, minutes], "")
    case 3: sign + digits([hours, minutes], ":")
    case 4: basic
    default: extended
    }
  }

  /// Whether a width of `X` shows no offset at all.
  func isZero(_ width: Int) -> Bool { isWholeMinutesZero && (width <= 3 || seconds == 0) }

  /// The widths of `Z`.
  func zoneOffset(_ width: Int) -> String {
    switch width {
    case 4: longGMT
    case 5: parts == [0, 0] ? "Z" : extended
    default: basic
    }
  }
}
