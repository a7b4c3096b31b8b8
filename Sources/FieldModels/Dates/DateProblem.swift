/// What is wrong with the text of a date, a time or a duration, precisely enough to say.
///
/// The parts are checked in the order they are written, and the first that cannot be is the
/// problem: "Month 13 does not exist" rather than "invalid date". Shapes other than ISO 8601's
/// are one problem, `notISO8601`, which names the shape that the field's mode expects.
package enum DateProblem: Error, Hashable, Sendable {
  case notISO8601(DateMode)
  /// The pattern shows no date of the mode so.
  case notWritten(DatePattern, DateMode)
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
