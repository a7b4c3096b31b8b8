/// The words for what is wrong with dates, times and durations.
extension DateProblem {
  /// One line for the person who wrote the date.
  package var saying: Saying {
    switch self {
    case .notISO8601(let mode): Saying(mode.absence)
    case .notWritten(let pattern, let mode):
      Saying(.writeDateLike, (.example, .text(pattern.example(for: mode))))
    case .yearZero: Saying(.yearZero)
    case .monthOutOfRange(let month): Saying(.monthOutOfRange, (.month, Self.digits(month)))
    case .dayOutOfRange(_, _, 0): Saying(.dayZero)
    case .dayOutOfRange(let year, let month, _):
      Saying(
        .dayOutOfRange, (.month, .month(month)), (.year, Self.digits(year, width: 4)),
        (.count, .number(CivilDate.dayCount(year: year, month: month))))
    case .hourOutOfRange(24): Saying(.hour24)
    case .hourOutOfRange(let hour): Saying(.hourOutOfRange, (.hour, .number(hour)))
    case .minuteOutOfRange(let minute): Saying(.minuteOutOfRange, (.minute, .number(minute)))
    case .secondOutOfRange(60): Saying(.second60)
    case .secondOutOfRange(let second): Saying(.secondOutOfRange, (.second, .number(second)))
    case .fractionTooLong: Saying(.fractionTooLong)
    case .offsetOutOfRange: Saying(.offsetOutOfRange)
    case .durationIsNotFixed: Saying(.durationIsNotFixed)
    case .durationHasFraction: Saying(.durationHasFraction)
    case .durationTooLong: Saying(.durationTooLong)
    }
  }

  private static func digits(_ number: Int, width: Int = 2) -> Saying.Content {
    .decimal(zeroPadded(number, toWidth: width))
  }
}

extension DateMode {
  /// What to say of a text that has not the shape of the mode.
  package var absence: Phrase {
    switch self {
    case .date: .notISODate
    case .time: .notISOTime
    case .dateAndTime: .notISODateTime
    case .countDownTimer: .notISODuration
    }
  }
}
