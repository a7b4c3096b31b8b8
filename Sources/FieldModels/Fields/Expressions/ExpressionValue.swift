/// What an expression, or a part of it, comes to.
package enum ExpressionValue: Equatable, Sendable {
  /// There is no answer, or no result.
  case nothing
  /// A partial record leaves it open.
  case open
  case number(Decimal)
  case text(String)
  case flag(Bool)
  /// The drafts of the rows that are chosen; never none.
  case rows([String])
  /// A date, a time, a month, a week or a length of time.
  case place(Measure)
  /// The number of entries of a list; never none.
  case entries(Int)
  /// What a field has in the entries of a list, seen from outside of it; only functions that gather answers
  /// take it.
  indirect case answers(ListAnswers)
  /// What a field of any value holds, or a part of that; only functions that look into it take it.
  indirect case json(JSONValue)

  /// How drafts are read for an expression.
  package enum Sort: Equatable, Sendable {
    case text, number, flag, json
    case place(Scale)
  }

  /// The value of a draft.
  package init(_ draft: Draft, as sort: Sort, zone: ZoneRules? = nil) {
    switch draft {
    case .rows(let rows): self = rows.isEmpty ? .nothing : .rows(rows)
    case .text(let text): self.init(text, as: sort, zone: zone)
    }
  }

  private init(_ text: String, as sort: Sort, zone: ZoneRules?) {
    if text.isEmpty {
      self = .nothing
      return
    }
    switch sort {
    case .text: self = .text(text)
    // A draft of the wrong type is told of where it stands.
    case .number: self = Decimal(text).map { .number($0) } ?? .nothing
    case .json: self = JSONTree(text: text).map { .json(JSONValue($0, 0)) } ?? .nothing
    case .flag: self = text == "true" ? .flag(true) : text == "false" ? .flag(false) : .nothing
    case .place(let scale):
      let place = scale.measure(text)
      self = place.map { place in .place(zone.map { place.inZone($0) } ?? place) } ?? .nothing
    }
  }

  /// As a number, which a text may be too.
  var number: Decimal? {
    switch self {
    case .number(let number): number
    case .text(let text): Decimal(text)
    case .entries(let count): Decimal(count)
    case .nothing, .open, .flag, .rows, .place, .answers, .json: nil
    }
  }

  /// As a place on a scale, which a text may be that stands beside one.
  func place(beside other: ExpressionValue) -> Measure? {
    switch (self, other) {
    case (.place(let place), _): return place
    case (.text(let text), .place(let place)): return place.scale.measure(text)
    case (.text(let text), .text): return Scale.date(.date).measure(text)
    default: return nil
    }
  }

  /// As a text.
  var text: String {
    switch self {
    case .nothing, .open, .answers, .json: ""
    case .number(let number): number.description
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .rows(let rows): rows.joined(separator: ", ")
    case .place(let place): place.description
    case .entries(let count): String(count)
    }
  }

  /// As a draft of a field.
  package var draft: Draft {
    if case .rows(let rows) = self { .rows(rows) } else { .text(text) }
  }
}

extension Measure {
  /// On which the place is.
  var scale: Scale {
    switch self {
    case .number: .number
    case .date(let date): .date(date.mode)
    case .month: .month
    case .week: .week
    }
  }

  /// The day of it; of a month or a week the first.
  var day: CivilDate? {
    switch self {
    case .date(.date(let day)), .month(let day), .week(let day): day
    case .date(.dateAndTime(let moment)): moment.date
    case .date(.time), .date(.duration), .number: nil
    }
  }

  /// The place so many units later: days, months, weeks, or seconds; nil where there is none.
  func adding(_ units: Decimal) -> Measure? {
    guard let count = Int64(units.floor.description), units.isInteger else { return nil }
    switch self {
    case .number(let number): return .number(number + units)
    case .date(.date(let day)):
      return Int(exactly: count).flatMap { day.adding(days: $0) }.map { .date(.date($0)) }
    case .month(let day):
      return Int(exactly: count).flatMap { day.adding(months: $0) }.map { .month($0) }
    case .week(let day):
      let (days, isTooMany) = count.multipliedReportingOverflow(by: 7)
      return isTooMany
        ? nil : Int(exactly: days).flatMap { day.adding(days: $0) }.map { .week($0) }
    case .date(.time(let time)):
      // Times of day come round.
      let second = flooredQuotient(Int64(time.secondOfDay) &+ count % 86_400, 86_400).remainder
      return CivilTime(
        hour: Int(second) / 3600, minute: Int(second) / 60 % 60, second: Int(second) % 60,
        nanosecond: time.nanosecond
      ).map { .date(.time($0)) }
    case .date(.dateAndTime(let moment)):
      let (seconds, isTooFar) = moment.secondsOnWall.addingReportingOverflow(count)
      guard !isTooFar,
        let wall = CivilDateTime(secondsOnWall: seconds, nanosecond: moment.time.nanosecond)
      else { return nil }
      return CivilDateTime(
        date: wall.date, time: wall.time, utcOffsetSeconds: moment.utcOffsetSeconds
      ).map { .date(.dateAndTime($0)) }
    case .date(.duration(let duration)):
      let (seconds, isTooLong) = duration.seconds.addingReportingOverflow(count)
      return isTooLong ? nil : CivilDuration(seconds: seconds).map { .date(.duration($0)) }
    }
  }
}

// Comparing, where nothing is there to be told apart.
extension ExpressionValue {
  /// Whether two values are the same; nil where that is open.
  func isSame(as other: ExpressionValue) -> Bool? {
    if self == .open || other == .open { return nil }
    if self == .nothing || other == .nothing { return self == other }
    switch (self, other) {
    case (.rows(let rows), .rows(let others)): return Draft.rows(rows) == .rows(others)
    // As conditions ask of several rows.
    case (.rows(let rows), let text), (let text, .rows(let rows)):
      return rows.containsExactly(text.text)
    case (.text(let text), .text(let other)): return text.isExactly(other)
    case (.place, _), (_, .place):
      guard let first = place(beside: other), let second = other.place(beside: self) else {
        return false
      }
      return first.isBefore(second) == false && second.isBefore(first) == false
    case (.number, _), (_, .number), (.entries, _), (_, .entries):
      guard let first = number, let second = other.number else { return false }
      return first == second
    default: return text == other.text
    }
  }

  /// Whether this is less or earlier; nil where the two have no order.
  func isBefore(_ other: ExpressionValue) -> Bool? {
    if let first = number, let second = other.number { return first < second }
    if let first = place(beside: other), let second = other.place(beside: self) {
      return first.isBefore(second)
    }
    guard case .text(let first) = self, case .text(let second) = other else { return nil }
    return first.unicodeScalars.lexicographicallyPrecedes(second.unicodeScalars)
  }
}

extension ExpressionValue.Sort {
  /// Rows whose values are all numbers, or all true or false, are these; any others are texts.
  package init(ofRows rows: [Choice]) {
    func areAll(_ isOne: (JSONValue) -> Bool) -> Bool { rows.allSatisfy { isOne($0.value) } }
    if rows.isEmpty {
      self = .text
    } else if areAll({ if case .number = $0 { true } else { false } }) {
      self = .number
    } else {
      self = areAll({ if case .bool = $0 { true } else { false } }) ? .flag : .text
    }
  }
}
