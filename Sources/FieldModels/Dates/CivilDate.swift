/// A day of the calendar on the wall: year, month and day, and nothing else.
///
/// Every value exists in the proleptic Gregorian calendar, years 0001 to 9999 (ISO 8601 knows a
/// year 0000 only by agreement, and HTML refuses it; so does this). It is not an instant: it has
/// no time, no zone and no clock, and arithmetic that would leave the calendar answers nothing.
/// Weeks are those of ISO 8601: they begin on Monday, and week 1 holds the year's first Thursday.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// From 1.
  package let month: Int
  /// From 1.
  package let day: Int

  /// The days of the week in ISO 8601's order and with its numbers.
  package enum Weekday: Int, CaseIterable, Sendable {
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
  }

  /// The date with these parts, if there is such a day.
  package init?(year: Int, month: Int, day: Int) {
    guard DateProblem.ofParts(year: year, month: month, day: day) == nil else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// Reads strictly `YYYY-MM-DD`.
  package init?(iso8601 text: some StringProtocol) {
    var cursor = DigitCursor(text)
    guard let date = try? Self.read(&cursor), cursor.isAtEnd else { return nil }
    self = date
  }

  /// 1 January 1970.
  package static let epoch = CivilDate(unchecked: 1970, 1, 1)

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `YYYY-MM-DD` here; answers nothing for another shape, throws for a day that is none.
  static func read(_ cursor: inout DigitCursor) throws(DateProblem) -> CivilDate? {
    let hyphen = UInt8(ascii: "-")
    guard let year = cursor.number(digitCount: 4), cursor.skip(hyphen),
      let month = cursor.number(digitCount: 2), cursor.skip(hyphen),
      let day = cursor.number(digitCount: 2)
    else { return nil }
    if let problem = DateProblem.ofParts(year: year, month: month, day: day) { throw problem }
    return CivilDate(unchecked: year, month, day)
  }
}

extension CivilDate: Comparable, CustomStringConvertible {
  package static func < (first: CivilDate, second: CivilDate) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }

  /// As ISO 8601 writes it: `YYYY-MM-DD`.
  package var description: String {
    [(year, 4), (month, 2), (day, 2)].map { zeroPadded($0.0, toWidth: $0.1) }
      .joined(separator: "-")
  }
}

extension CivilDate {
  /// The years that dates can have.
  package static let years = 1...9999

  /// Whether a year has a 29 February.
  package static func isLeap(year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// How many days a month, from 1 to 12, has.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// From 1 for 1 January.
  package var dayOfYear: Int {
    (1..<month).reduce(day) { $0 + Self.dayCount(year: year, month: $1) }
  }

  /// The date of a year's day, counted from 1, if the year has so many.
  package init?(year: Int, dayOfYear: Int) {
    let isLeap = Self.isLeap(year: year)
    guard Self.years.contains(year), 1...(isLeap ? 366 : 365) ~= dayOfYear else { return nil }
    // January and February are counted as the last months of the year before: from March on, five
    // months have 153 days.
    let march = isLeap ? 61 : 60
    let isEarly = dayOfYear < march
    let past = isEarly ? dayOfYear + 305 : dayOfYear - march
    let month = (past * 5 + 2) / 153
    let day = past - (month * 153 + 2) / 5 + 1
    self.init(unchecked: year, isEarly ? month - 9 : month + 3, day)
  }
}

// The count of days rests on the calendar's cycle: 146,097 days in 400 years, of which each
// century but the last has 36,524, each four years but a century's last 1,461, each year 365.
extension CivilDate {
  /// How many days 1970-01-01 is after 0001-01-01.
  private static let epochOrdinal = 719_162

  private static let dayCountIn400Years = 146_097
  private static let dayCountIn100Years = 36_524
  private static let dayCountIn4Years = 1_461

  /// Days since 1970-01-01, negative before it.
  package var daysSinceEpoch: Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400 + dayOfYear - 1 - Self.epochOrdinal
  }

  /// The date so many days after 1970-01-01, if the calendar goes as far.
  package init?(daysSinceEpoch: Int) {
    let (ordinal, isTooFar) = daysSinceEpoch.addingReportingOverflow(Self.epochOrdinal)
    guard !isTooFar, ordinal >= 0 else { return nil }
    let (cycles, inCycle) = ordinal.quotientAndRemainder(dividingBy: Self.dayCountIn400Years)
    let centuries = min(3, inCycle / Self.dayCountIn100Years)
    let inCentury = inCycle - centuries * Self.dayCountIn100Years
    let (fours, inFour) = inCentury.quotientAndRemainder(dividingBy: Self.dayCountIn4Years)
    let years = min(3, inFour / 365)
    guard cycles <= Self.years.upperBound / 400 else { return nil }
    self.init(
      year: cycles * 400 + centuries * 100 + fours * 4 + years + 1,
      dayOfYear: inFour - years * 365 + 1)
  }

  /// The date so many days later, or earlier for a negative count.
  package func adding(days: Int) -> CivilDate? {
    let (sum, isTooFar) = daysSinceEpoch.addingReportingOverflow(days)
    return isTooFar ? nil : CivilDate(daysSinceEpoch: sum)
  }

  /// The years that are over from this day to another one, such as an age.
  package func wholeYears(until end: CivilDate) -> Int {
    let isReached = (end.month, end.day) >= (month, day)
    return end.year - year - (isReached ? 0 : 1)
  }

  /// The same day so many months later, or the month's last day where it is shorter.
  package func adding(months: Int) -> CivilDate? {
    let (sum, isTooFar) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !isTooFar, sum >= 12, Self.years.contains(sum / 12) else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    return CivilDate(
      unchecked: year, month, min(day, Self.dayCount(year: year, month: month)))
  }
}

extension CivilDate {
  /// The day of the week.
  package var weekday: Weekday {
    // 0001-01-01 was a Monday.
    Weekday(rawValue: (daysSinceEpoch + Self.epochOrdinal) % 7 + 1) ?? .monday
  }

  /// The year that ISO 8601 counts this day's week in.
  package var isoWeekYear: Int {
    let week = provisionalWeek
    if week < 1 { return year - 1 }
    return week > Self.isoWeekCount(year: year) ? year + 1 : year
  }

  /// The week's number in `isoWeekYear`, from 1.
  package var isoWeek: Int {
    let week = provisionalWeek
    if week < 1 { return Self.isoWeekCount(year: year - 1) }
    return week > Self.isoWeekCount(year: year) ? 1 : week
  }

  /// How many weeks ISO 8601 counts in a year: 53 if it has 53 Thursdays, else 52.
  package static func isoWeekCount(year: Int) -> Int {
    guard let first = CivilDate(year: year, month: 1, day: 1)?.weekday else { return 52 }
    return first == .thursday || (first == .wednesday && isLeap(year: year)) ? 53 : 52
  }

  /// The week counted in the date's own year, where 0 and 53 may belong to a neighbour.
  private var provisionalWeek: Int {
    (dayOfYear - weekday.rawValue + 10) / 7
  }
}
