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
      case .field(let field, let width, _): parts.text(field, width, names) ?? "--"
      }
    }.joined()
  }
}

/// A value taken apart into what patterns show.
private struct DateParts {
  let date: CivilDate?
  /// From 0 to 23, or a duration's whole hours.
  let hour: Int?
  let minute: Int?
  let second: Int?
  /// The time of day, which a duration is not.
  let time: CivilTime?
  let utcOffsetMinutes: Int?

  init(_ value: DateValue) {
    var seconds: Int?
    switch value {
    case .date(let date):
      (self.date, time, utcOffsetMinutes) = (date, nil, nil)
    case .time(let time):
      (date, self.time, utcOffsetMinutes) = (nil, time, nil)
      seconds = time.secondOfDay
    case .dateAndTime(let value):
      (date, time, utcOffsetMinutes) = (value.date, value.time, value.utcOffsetMinutes)
      seconds = value.time.secondOfDay
    case .duration(let duration):
      (date, time, utcOffsetMinutes) = (nil, nil, nil)
      seconds = duration.seconds
    }
    hour = seconds.map { $0 / 3600 }
    minute = seconds.map { $0 / 60 % 60 }
    second = seconds.map { $0 % 60 }
  }

  func text(_ field: DatePatternField, _ width: Int, _ names: DateNames) -> String? {
    // Names are for three letters and more, where the field has numbers too.
    func named(_ kind: DateNames.Kind, _ number: Int?) -> String? {
      number.map { names.name(kind, $0, DateNames.Width(letterCount: width)) }
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
    case .zoneISOWithZ: offset.map { $0.isZero ? "Z" : $0.iso(width) }
    case .zoneISO: offset.map { $0.iso(width) }
    }
  }

  private var offset: OffsetText? { utcOffsetMinutes.map(OffsetText.init) }

  private func number(_ number: Int?, _ width: Int) -> String? {
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
private struct OffsetText {
  private let sign: String
  private let hours: Int
  private let minutes: Int

  init(_ offsetMinutes: Int) {
    sign = offsetMinutes < 0 ? "-" : "+"
    (hours, minutes) = Int(offsetMinutes.magnitude).quotientAndRemainder(dividingBy: 60)
  }

  var basic: String { sign + zeroPadded(hours, toWidth: 2) + zeroPadded(minutes, toWidth: 2) }

  var extended: String {
    sign + zeroPadded(hours, toWidth: 2) + ":" + zeroPadded(minutes, toWidth: 2)
  }

  var longGMT: String { isZero ? "GMT" : "GMT" + extended }

  var shortGMT: String {
    guard !isZero else { return "GMT" }
    return "GMT" + sign + String(hours)
      + (minutes == 0 ? "" : ":" + zeroPadded(minutes, toWidth: 2))
  }

  /// The widths of `X` and `x`: hours alone where that suffices, basic, extended, and the same.
  func iso(_ width: Int) -> String {
    switch width {
    case 1: minutes == 0 ? sign + zeroPadded(hours, toWidth: 2) : basic
    case 2, 4: basic
    default: extended
    }
  }

  /// The widths of `Z`.
  func zoneOffset(_ width: Int) -> String {
    switch width {
    case 4: longGMT
    case 5: isZero ? "Z" : extended
    default: basic
    }
  }

  var isZero: Bool { hours == 0 && minutes == 0 }
}
