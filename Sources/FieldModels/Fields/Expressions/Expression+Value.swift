/// What an expression comes to, given the values of the fields that it names.
extension Expression {
  /// What the expression comes to.
  ///
  /// - Parameters:
  ///   - today: the day on which it is looked at
  ///   - field: the value of the field with a key, of a list the number of its entries
  /// - Returns: the result, which is nothing where there is none
  package func value(
    today: CivilDate, field: (String) -> ExpressionValue
  ) -> ExpressionValue {
    withoutActuallyEscaping(field) { Calculation(today: today, field: $0).value(of: root) }
  }

  /// Whether it is true; nil where it has no answer.
  ///
  /// What is left open has one that is given.
  package func holds(
    today: CivilDate, ifOpen openAnswer: Bool, field: (String) -> ExpressionValue
  ) -> Bool? {
    switch value(today: today, field: field) {
    case .flag(let flag): flag
    case .open: openAnswer
    case .nothing, .number, .text, .rows, .place, .entries, .answers, .json: nil
    }
  }
}

private struct Calculation {
  let today: CivilDate
  let field: (String) -> ExpressionValue

  func value(of node: Expression.Node) -> ExpressionValue {
    switch node {
    case .constant(let value): return value
    case .field(let key):
      switch field(key) {
      case .answers: return .nothing
      case let value: return value.seen
      }
    case .not(let part):
      let value = value(of: part)
      guard case .flag(let flag) = value else { return value == .open ? .open : .nothing }
      return .flag(!flag)
    case .negative(let part):
      let value = value(of: part)
      return value.number.map { .number(-$0) } ?? (value == .open ? .open : .nothing)
    case .binary(.and, let first, let second): return both(first, second, decisive: false)
    case .binary(.or, let first, let second): return both(first, second, decisive: true)
    case .binary(let sign, let first, let second):
      return result(of: sign, value(of: first), value(of: second))
    case .call(.part, let arguments):
      if case .json(let part) = part(arguments) { return ExpressionValue(part: part) }
      return part(arguments)
    case .call(let function, let arguments) where function.takesJSON:
      return result(of: function, lookingInto: json(arguments[0]))
    case .call(let function, let arguments):
      return result(
        of: function, arguments.map { function.gathersAnswers ? gathered($0) : value(of: $0) })
    }
  }

  /// A value for a function that takes the answers of a field in all entries of a list.
  private func gathered(_ node: Expression.Node) -> ExpressionValue {
    if case .field(let key) = node { field(key) } else { value(of: node) }
  }

  /// A value for a function that looks into it.
  private func json(_ node: Expression.Node) -> ExpressionValue {
    switch node {
    case .field(let key): field(key)
    case .call(.part, let arguments): part(arguments)
    case .constant, .not, .negative, .binary, .call: value(of: node)
    }
  }

  /// What a pointer leads to in a value; other values than those of JSON have no parts.
  private func part(_ arguments: [Expression.Node]) -> ExpressionValue {
    let pointer = value(of: arguments[1])
    switch json(arguments[0]) {
    case .open: return .open
    case .json(let whole): return whole.value(at: pointer.text).map { .json($0) } ?? .nothing
    case .nothing, .number, .text, .flag, .rows, .place, .entries, .answers: return .nothing
    }
  }

  private func result(
    of function: ExpressionFunction, lookingInto value: ExpressionValue
  ) -> ExpressionValue {
    if value == .open { return .open }
    return function == .truthy
      ? .flag(value.isTruthy) : value.typeName.map { .text($0) } ?? .nothing
  }

  /// One part that decides is enough, whatever the other is.
  private func both(
    _ first: Expression.Node, _ second: Expression.Node, decisive: Bool
  ) -> ExpressionValue {
    let one = value(of: first)
    if one == .flag(decisive) { return one }
    let other = value(of: second)
    if other == .flag(decisive) { return other }
    if one == .open || other == .open { return .open }
    return one == .flag(!decisive) && other == .flag(!decisive) ? one : .nothing
  }

  private func result(
    of sign: Expression.Operator, _ first: ExpressionValue, _ second: ExpressionValue
  ) -> ExpressionValue {
    if first == .open || second == .open { return .open }
    switch sign {
    case .equal, .notEqual:
      return first.isSame(as: second).map { .flag($0 == (sign == .equal)) } ?? .open
    case .less: return flag(first.isBefore(second))
    case .greater: return flag(second.isBefore(first))
    case .atMost: return flag(second.isBefore(first).map { !$0 })
    case .atLeast: return flag(first.isBefore(second).map { !$0 })
    case .plus, .minus: return sum(first, second, isDifference: sign == .minus)
    case .times: return number(of: first, second) { $0 * $1 }
    case .divided: return number(of: first, second) { $0.divided(by: $1) }
    case .remainder: return number(of: first, second) { $0.remainder(by: $1) }
    case .and, .or: return .nothing
    }
  }

  private func flag(_ flag: Bool?) -> ExpressionValue { flag.map { .flag($0) } ?? .nothing }

  /// Numbers beyond those that a field takes are none.
  private func number(_ number: Decimal?) -> ExpressionValue {
    guard let number, number.isHeldByDouble else { return .nothing }
    return .number(number.calculated)
  }

  private func number(
    of first: ExpressionValue, _ second: ExpressionValue,
    by operation: (Decimal, Decimal) -> Decimal?
  ) -> ExpressionValue {
    guard let first = first.number, let second = second.number else { return .nothing }
    return number(operation(first, second))
  }

  /// Of dates the later or earlier one, and between two of them their distance.
  private func sum(
    _ first: ExpressionValue, _ second: ExpressionValue, isDifference: Bool
  ) -> ExpressionValue {
    if case .place(let place) = first, let units = second.number {
      return place.adding(isDifference ? -units : units).map { .place($0) } ?? .nothing
    }
    if case .place(let place) = second, let units = first.number, !isDifference {
      return place.adding(units).map { .place($0) } ?? .nothing
    }
    guard case .place = first, case .place = second else {
      return number(of: first, second) { isDifference ? $0 - $1 : $0 + $1 }
    }
    guard isDifference, let end = first.place(beside: second),
      let start = second.place(beside: first)
    else { return .nothing }
    return distance(from: start, to: end)
  }

  private func distance(from start: Measure, to end: Measure) -> ExpressionValue {
    if start.scale == end.scale {
      guard case .date(.dateAndTime(let first)) = start, case .date(.dateAndTime(let last)) = end
      else { return number(end.units - start.units) }
      // Between two moments the clocks may have been put on.
      guard (first.utcOffsetSeconds == nil) == (last.utcOffsetSeconds == nil) else {
        return .nothing
      }
      let nanoseconds = Decimal(last.time.nanosecond - first.time.nanosecond, exponent: -9)
      return number(Decimal(last.secondsSinceEpoch - first.secondsSinceEpoch) + nanoseconds)
    }
    // A day beside a moment.
    guard let first = start.day, let last = end.day, start.scale.compares(with: end.scale) else {
      return .nothing
    }
    return .number(Decimal(last.daysSinceEpoch - first.daysSinceEpoch))
  }

  private func result(
    of function: ExpressionFunction, _ values: [ExpressionValue]
  ) -> ExpressionValue {
    switch function {
    case .today: return .place(.date(.date(today)))
    case .if:
      switch values[0] {
      case .flag(let flag): return flag ? values[1] : values[2]
      case .open: return values[1] == values[2] ? values[1] : .open
      case .nothing, .number, .text, .rows, .place, .entries, .answers, .json: return .nothing
      }
    default: break
    }
    if function == .coalesce {
      // What comes behind the first that is there is not looked at.
      return values.first { $0 != .nothing } ?? .nothing
    }
    if values.contains(.open) { return .open }
    let first = values.first ?? .nothing
    switch function {
    case .today, .if, .coalesce, .part, .truthy, .type: return .nothing
    case .empty: return .flag(first == .nothing)
    case .filled: return .flag(first != .nothing)
    case .abs: return number(first.number.map { $0.isNegative ? -$0 : $0 })
    case .floor: return number(first.number.map { $0.floor })
    case .ceiling: return number(first.number.map { -(-$0).floor })
    case .number: return number(first.number)
    case .round: return rounded(first, values.count < 2 ? .number(Decimal(0)) : values[1])
    case .sum:
      let numbers = values.compactMap { value in
        if case .answers(let answers) = value { answers.sum } else { value.number }
      }
      return numbers.isEmpty
        ? .nothing : number(numbers.reduce(Decimal(0)) { ($0 + $1).calculated })
    case .min: return extreme(values, of: { $0.least }) { $1.isBefore($0) }
    case .max: return extreme(values, of: { $0.greatest }) { $0.isBefore($1) }
    case .concat: return text(values.map { $0.text }.joined())
    case .length: return first == .nothing ? .number(Decimal(0)) : length(first.text)
    case .count: return count(first)
    case .contains: return contains(first, values[1])
    case .year: return day(first) { $0.year }
    case .month: return day(first) { $0.month }
    case .day: return day(first) { $0.day }
    case .years: return years(first, values[1])
    }
  }

  private func text(_ text: String) -> ExpressionValue { text.isEmpty ? .nothing : .text(text) }

  private func length(_ text: String) -> ExpressionValue {
    .number(Decimal(LengthUnit.grapheme.count(in: text)))
  }

  private func rounded(_ value: ExpressionValue, _ places: ExpressionValue) -> ExpressionValue {
    guard let number = value.number, let places = places.number, places.isInteger,
      let count = Int(places.description), abs(count) <= Decimal.mostDigits
    else { return .nothing }
    return self.number(number.rounded(toPlaces: count))
  }

  private func extreme(
    _ values: [ExpressionValue], of end: (ListAnswers) -> Measure?,
    isBetter: (ExpressionValue, ExpressionValue) -> Bool?
  ) -> ExpressionValue {
    let there = values.map { (value) -> ExpressionValue in
      if case .answers(let answers) = value { return ExpressionValue(end(answers)) }
      return value
    }.filter { (value: ExpressionValue) in value != .nothing }
    return there.dropFirst().reduce(there.first ?? .nothing) {
      isBetter($0, $1) ?? false ? $1 : $0
    }
  }

  private func count(_ value: ExpressionValue) -> ExpressionValue {
    switch value {
    case .nothing: .number(Decimal(0))
    case .rows(let rows): .number(Decimal(rows.count))
    case .entries(let count): .number(Decimal(count))
    case .answers(let answers): .number(Decimal(answers.count))
    case .number, .text, .flag, .place, .open, .json: .number(Decimal(1))
    }
  }

  private func contains(_ value: ExpressionValue, _ part: ExpressionValue) -> ExpressionValue {
    if part == .nothing { return .nothing }
    switch value {
    case .nothing: return .flag(false)
    case .rows(let rows): return .flag(rows.containsExactly(part.text))
    case .text, .number, .flag, .place, .entries, .answers, .json, .open:
      return .flag(value.text.contains(text: part.text))
    }
  }

  private func day(
    _ value: ExpressionValue, _ part: (CivilDate) -> Int
  ) -> ExpressionValue {
    value.place(beside: .text(""))?.day.map { .number(Decimal(part($0))) } ?? .nothing
  }

  private func years(_ start: ExpressionValue, _ end: ExpressionValue) -> ExpressionValue {
    guard let first = start.place(beside: .text(""))?.day,
      let last = end.place(beside: .text(""))?.day
    else { return .nothing }
    return .number(Decimal(first.wholeYears(until: last)))
  }
}
