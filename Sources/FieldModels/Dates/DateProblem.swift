/// What is wrong with the text of a date, a time or a duration, precisely enough to say.
///
/// The parts are checked in the order they are written, and the first that cannot be is the
/// problem: "Month 13 does not exist" rather than "invalid date". Shapes other than ISO 8601's
/// are one problem, `notISO8601`, which names the shape that the field's mode expects.
package enum DateProblem: Error, Hashable, Sendable {
  case notISO8601(DateMode)
  case yearZero
  case monthOutOfRange(Int)
  case dayOutOfRange(year: Int, month: Int, day: Int)
  case hourOutOfRange(Int)
  case minuteOutOfRange(Int)
  case secondOutOfRange(Int)
  case fractionTooLong
  case offsetOutOfRange
  case durationIsNotFixed
  case durationHasFraction
  case durationTooLong

  /// One line for the person who wrote the date.
  package var message: String {
    switch self {
    case .notISO8601(let mode): "Not \(mode.iso8601Shape)"
    case .yearZero: "Year 0000 does not exist; years run from 0001 to 9999"
    case .monthOutOfRange(let month): "Month \(zeroPadded(month, toWidth: 2)) does not exist"
    case .dayOutOfRange(_, _, 0): "Day 00 does not exist"
    case .dayOutOfRange(let year, let month, _):
      "\(DateNames.english.name(.month, month)) \(zeroPadded(year, toWidth: 4)) has "
        + "\(CivilDate.dayCount(year: year, month: month)) days"
    case .hourOutOfRange(24): "Hour 24 does not exist; midnight is 00:00 of the next day"
    case .hourOutOfRange(let hour): "Hour \(hour) does not exist"
    case .minuteOutOfRange(let minute): "Minute \(minute) does not exist"
    case .secondOutOfRange(60): "Second 60 is a leap second, which a time on the wall cannot have"
    case .secondOutOfRange(let second): "Second \(second) does not exist"
    case .fractionTooLong: "A second has at most nine digits of fraction"
    case .offsetOutOfRange: "Offsets from UTC run from -23:59 to +23:59"
    case .durationIsNotFixed: "Years and months have no fixed length; use days, hours or minutes"
    case .durationHasFraction: "A duration here is a whole number of seconds"
    case .durationTooLong: "The duration is too long"
    }
  }

  static func ofParts(year: Int, month: Int, day: Int) -> DateProblem? {
    guard CivilDate.years.contains(year) else { return .yearZero }
    guard 1...12 ~= month else { return .monthOutOfRange(month) }
    guard 1...CivilDate.dayCount(year: year, month: month) ~= day else {
      return .dayOutOfRange(year: year, month: month, day: day)
    }
    return nil
  }

  static func ofParts(hour: Int, minute: Int, second: Int) -> DateProblem? {
    guard 0..<24 ~= hour else { return .hourOutOfRange(hour) }
    guard 0..<60 ~= minute else { return .minuteOutOfRange(minute) }
    guard 0..<60 ~= second else { return .secondOutOfRange(second) }
    return nil
  }
}
