/// The value of a date field: one case for each of the shapes that its modes have.
///
/// The text is ISO 8601, read strictly and in linear time; the value's `description` is its
/// canonical text. A plain date stays a plain date: nothing here gives it a time, a zone or an
/// instant. Values of different modes are different and never before each other.
package enum DateValue: Hashable, Sendable {
  case date(CivilDate)
  case time(CivilTime)
  case dateAndTime(CivilDateTime)
  case duration(CivilDuration)

  /// Reads a mode's text, or says what is wrong with it.
  package static func parse(_ text: String, mode: DateMode) -> Result<DateValue, DateProblem> {
    var cursor = DigitCursor(text)
    do {
      guard let value = try read(&cursor, mode), cursor.isAtEnd else {
        return .failure(.notISO8601(mode))
      }
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  private static func read(
    _ cursor: inout DigitCursor, _ mode: DateMode
  ) throws(DateProblem) -> DateValue? {
    switch mode {
    case .date: try CivilDate.read(&cursor).map(DateValue.date)
    case .time: try CivilTime.read(&cursor).map(DateValue.time)
    case .dateAndTime: try CivilDateTime.read(&cursor).map(DateValue.dateAndTime)
    case .countDownTimer: try CivilDuration.read(&cursor).map(DateValue.duration)
    }
  }
}

/// What a date field asks for.
public enum DateMode: String, CaseIterable, Sendable {
  case date, time, dateAndTime, countDownTimer
}

extension DateValue: CustomStringConvertible {
  /// The mode whose fields hold such a value.
  package var mode: DateMode {
    switch self {
    case .date: .date
    case .time: .time
    case .dateAndTime: .dateAndTime
    case .duration: .countDownTimer
    }
  }

  /// Whether this is earlier or shorter; nothing where the two do not compare.
  ///
  /// A date beside a moment is that whole day: what happens on it is neither before nor after it.
  package func isBefore(_ other: DateValue) -> Bool? {
    switch (self, other) {
    case (.date(let first), .date(let second)): first < second
    case (.time(let first), .time(let second)): first < second
    case (.dateAndTime(let first), .dateAndTime(let second)): first.isBefore(second)
    case (.duration(let first), .duration(let second)): first < second
    case (.date(let day), .dateAndTime(let moment)): day < moment.date
    case (.dateAndTime(let moment), .date(let day)): moment.date < day
    case (.date, _), (.time, _), (.dateAndTime, _), (.duration, _): nil
    }
  }

  /// The end of a range as a value of the other's mode: of a day the first or the last minute, of a
  /// moment its day.
  package func inShape(of other: DateValue, isUpper: Bool) -> DateValue {
    switch (self, other) {
    case (.date(let day), .dateAndTime):
      let time = isUpper ? CivilTime(hour: 23, minute: 59) : .midnight
      return time.flatMap { CivilDateTime(date: day, time: $0) }.map(DateValue.dateAndTime) ?? self
    case (.dateAndTime(let moment), .date): return .date(moment.date)
    default: return self
    }
  }

  /// The same moment as clocks in a zone show it; what is no moment stays what it is.
  package func inZone(_ rules: ZoneRules) -> DateValue {
    guard case .dateAndTime(let value) = self else { return self }
    return .dateAndTime(value.inZone(rules))
  }

  /// The canonical ISO 8601 text.
  package var description: String {
    switch self {
    case .date(let date): date.description
    case .time(let time): time.description
    case .dateAndTime(let value): value.description
    case .duration(let duration): duration.description
    }
  }
}
