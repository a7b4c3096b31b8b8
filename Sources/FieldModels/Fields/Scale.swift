/// How the drafts of a field compare and step: as numbers, or as what calendars and clocks count.
///
/// A date field has the scale of its mode, another one that of the format that its rules ask for;
/// without either it is numbers. Steps are counted in the scale's own unit, from zero: the first of
/// January 1970 for days, months and moments, the Monday of that week for weeks, midnight for
/// times, as HTML has them.
package enum Scale: Hashable, Sendable {
  case number
  case date(DateMode)
  case month, week

  /// The scale of texts with a format, where the format has one.
  package init?(_ format: Format) {
    switch format {
    case .date: self = .date(.date)
    case .time: self = .date(.time)
    case .datetimeLocal, .dateTime: self = .date(.dateAndTime)
    case .month: self = .month
    case .week: self = .week
    default: return nil
    }
  }

  /// Times of day come round: a range whose end is before its beginning goes past midnight.
  package var isPeriodic: Bool { self == .date(.time) }

  /// What a step counts; nothing for numbers.
  package var unit: Unit? {
    switch self {
    case .number: nil
    case .date(.date): .day
    case .date(.time), .date(.dateAndTime), .date(.countDownTimer): .second
    case .month: .month
    case .week: .week
    }
  }

  /// What steps count where that is not plain numbers.
  package enum Unit: Hashable, Sendable { case day, second, month, week }

  /// What stands on the scale.
  package var content: Phrase {
    switch self {
    case .number: .typeNumber
    case .date(.date): .aDate
    case .date(.time): .aTime
    case .date(.dateAndTime): .aDateTime
    case .date(.countDownTimer): .aDuration
    case .month: .aMonth
    case .week: .aWeek
    }
  }

  /// What to say of a text that is no place on the scale.
  package var absence: Phrase {
    switch self {
    case .number: .notNumber
    case .date(let mode): mode.absence
    case .month: .notMonth
    case .week: .notWeek
    }
  }

  /// Whether the places of two scales are before or behind each other: of one scale they are, and
  /// a day stands as a whole beside a moment.
  package func compares(with other: Scale) -> Bool {
    switch (self, other) {
    case (.date(.date), .date(.dateAndTime)), (.date(.dateAndTime), .date(.date)): true
    default: self == other
    }
  }

  /// Reads a draft, or a limit: a day may limit moments, and a moment days.
  package func measure(_ text: String) -> Measure? {
    switch self {
    case .number: Decimal(text).map { .number($0) }
    case .date(.date), .date(.dateAndTime):
      Self.date(text, .date) ?? Self.date(Self.strict(text), .dateAndTime)
    case .date(let mode): Self.date(text, mode)
    case .month: Self.month(text)
    case .week: Self.week(text)
    }
  }

  private static func date(_ text: String, _ mode: DateMode) -> Measure? {
    (try? DateValue.parse(text, mode: mode).get()).map { .date($0) }
  }

  /// The formats allow a space and small letters where ISO 8601 has `T` and `Z`.
  private static func strict(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if bytes.count > 10, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t") {
      bytes[10] = UInt8(ascii: "T")
    }
    if bytes.last == UInt8(ascii: "z") { bytes[bytes.count - 1] = UInt8(ascii: "Z") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func month(_ text: String) -> Measure? {
    text.utf8.count == 7 ? CivilDate(iso8601: text + "-01").map { .month($0) } : nil
  }

  private static func week(_ text: String) -> Measure? {
    let bytes = Array(text.utf8)
    guard Format.isWeek(bytes[...]), let year = Int(text.prefix(4)),
      let week = Int(text.suffix(2)),
      // The fourth of January is always in the first week.
      let fourth = CivilDate(year: year, month: 1, day: 4),
      let monday = fourth.adding(days: 1 - fourth.weekday.rawValue + (week - 1) * 7)
    else { return nil }
    return .week(monday)
  }
}

/// A place on a scale.
package enum Measure: Hashable, Sendable {
  case number(Decimal)
  case date(DateValue)
  /// A month by its first day.
  case month(CivilDate)
  /// A week by its Monday.
  case week(CivilDate)

  /// Whether this is earlier or less; nothing where the two do not compare.
  package func isBefore(_ other: Measure) -> Bool? {
    switch (self, other) {
    case (.number(let first), .number(let second)): first < second
    case (.date(let first), .date(let second)): first.isBefore(second)
    case (.month(let first), .month(let second)), (.week(let first), .week(let second)):
      first < second
    case (.number, _), (.date, _), (.month, _), (.week, _): nil
    }
  }

  /// The same moment as clocks in a zone show it; what is no moment stays what it is.
  package func inZone(_ rules: ZoneRules) -> Measure {
    guard case .date(let date) = self else { return self }
    return .date(date.inZone(rules))
  }

  /// How many of its scale's units it is from zero; of a moment, by the clocks that show it.
  package var units: Decimal {
    switch self {
    case .number(let number): return number
    case .date(.date(let date)): return Decimal(date.daysSinceEpoch)
    case .date(.time(let time)): return Self.seconds(Int64(time.secondOfDay), time)
    case .date(.dateAndTime(let value)):
      return Self.seconds(value.secondsOnWall, value.time)
    case .date(.duration(let duration)): return Decimal(duration.seconds)
    case .month(let date): return Decimal((date.year - 1970) * 12 + date.month - 1)
    case .week(let monday): return Decimal((monday.daysSinceEpoch + 3) / 7)
    }
  }

  private static func seconds(_ seconds: Int64, _ time: CivilTime) -> Decimal {
    Decimal(seconds) + Decimal(time.nanosecond, exponent: -9)
  }

  /// As documents write it.
  package var description: String {
    switch self {
    case .number(let number): number.description
    case .date(let date): date.description
    case .month(let date): String(date.description.prefix(7))
    case .week(let monday):
      zeroPadded(monday.isoWeekYear, toWidth: 4) + "-W" + zeroPadded(monday.isoWeek, toWidth: 2)
    }
  }
}

extension FieldDefinition {
  /// The scale on which the draft is compared with dates: without a mode or a format it is a day.
  package var dateScale: Scale { scale == .number ? .date(.date) : scale }

  /// What a text stands for on a scale, as clocks in the field's zone show it.
  package func measure(_ text: String, on scale: Scale) -> Measure? {
    scale.measure(text).map { inZone($0) }
  }

  package func inZone(_ measure: Measure) -> Measure { zone.map { measure.inZone($0) } ?? measure }
}

extension Scale {
  /// Whether a draft on the scale may be this very place, which a limit need not be.
  package func holds(_ measure: Measure) -> Bool {
    switch (self, measure) {
    case (.number, .number), (.month, .month), (.week, .week): true
    case (.date(let mode), .date(let date)): mode == date.mode
    case (.number, _), (.month, _), (.week, _), (.date, _): false
    }
  }
}

extension FieldDefinition {
  /// The zone by whose clocks the draft tells a moment; nothing where it is none.
  package var momentZone: ZoneRules? { scale == .date(.dateAndTime) ? zone : nil }
}
