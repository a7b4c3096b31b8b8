import FieldModels

/// What expressions of XLSForm mean: conditions on other fields, and what a constraint asks of a
/// question's own value.
///
/// They are read as JavaRosa, the engine of ODK, reads them: equal are numbers where either side is one,
/// else texts; less and greater are numbers alone, so that a day is compared with what `date()` makes,
/// and never with a text. Where that is not what a condition would do, there is no condition.
struct XPathMeaning {
  /// The questions that can be named; `own` is that of the row.
  var scope: ForeignScope
  /// Names that several questions have.
  var ambiguous: Set<String> = []
  /// What a constraint asks has words of its own, which the limits of a field have not.
  var hasWords = false
  /// The question holds a whole number, whose text is its digits.
  var ownIsWhole = false

  /// What a part of a constraint asks.
  enum Check: Equatable {
    case rule([JSONValue.Member])
    /// A property of the field.
    case member(String, JSONValue)
    /// A rule that none of the values meets, while a condition holds.
    case never(Condition)
  }

  /// The condition that an expression is, or the one that it is not; nil where no condition says it.
  func condition(_ expression: ForeignExpression, holds: Bool = true) -> Condition? {
    simple(expression, holds: holds) ?? calculation(expression, holds: holds).map { .holds($0) }
  }

  /// The condition of which each part is on one field.
  private func simple(_ expression: ForeignExpression, holds: Bool) -> Condition? {
    guard let plain = rewritten(expression) else { return nil }
    var scope = scope
    return scope.condition(plain, holds: holds)
  }

  /// What says of several fields what no condition on one says.
  func calculation(_ expression: ForeignExpression, holds: Bool = true) -> Expression? {
    // A name that several questions have means none of them.
    if expression.names.contains(where: { ambiguous.contains($0) }) { return nil }
    var calculation = ForeignCalculation(.xpath, in: scope)
    return calculation.condition(expression, holds: holds)
  }

  /// What an expression calculates; nil where no expression of a form has the same result.
  func result(_ expression: ForeignExpression) -> ForeignCalculation.Result? {
    if expression.names.contains(where: { ambiguous.contains($0) || $0 == "." }) { return nil }
    var calculation = ForeignCalculation(.xpath, in: scope)
    return calculation.result(expression)
  }

  private func target(_ name: String) -> ForeignScope.Target? {
    if name == "." { return scope.own }
    return ambiguous.contains(name) ? nil : scope.target(name)
  }

  /// A question as expressions of a scope name it.
  private func named(_ name: String) -> ForeignExpression {
    .variable(name == "." ? "self" : name)
  }

  /// An expression as the scope's conditions read it; nil where they would read something else.
  private func rewritten(_ expression: ForeignExpression) -> ForeignExpression? {
    switch expression {
    case .unary(.negate, let inner): return rewritten(inner).map { .unary(.negate, $0) }
    case .binary(let operation, let first, let second):
      switch operation {
      case .and, .or:
        guard let first = rewritten(first), let second = rewritten(second) else { return nil }
        return .binary(operation, first, second)
      case .equal, .notequal, .less, .greater, .lessorequal, .greaterorequal:
        return comparison(operation, first, with: second)
          ?? operation.turned.flatMap { comparison($0, second, with: first) }
      default: return nil
      }
    case .call("selected", let arguments):
      guard arguments.count == 2, case .variable(let name) = arguments[0],
        case .constant(.string(let text)) = arguments[1], let target = target(name),
        target.rows != nil
      else { return nil }
      let value = HTMLText.stripped(text)
      guard !value.isEmpty else { return nil }
      return .binary(
        target.isMultiple ? .contains : .equal, named(name), .constant(.string(value)))
    case .call("boolean", let arguments):
      return arguments.count == 1 ? rewritten(arguments[0]) : nil
    case .variable(let name):
      // Nothing but the number zero and what is empty is false.
      guard let target = target(name), !target.isNumber, !target.isList else { return nil }
      return .unary(.notempty, named(name))
    case .call, .constant, .list, .unary: return nil
    }
  }

  private func comparison(
    _ operation: ForeignExpression.Binary, _ first: ForeignExpression,
    with second: ForeignExpression
  ) -> ForeignExpression? {
    switch first {
    case .variable(let name):
      guard let target = target(name) else { return nil }
      return comparison(operation, of: target, named(name), with: second)
    case .call(let function, let arguments):
      guard arguments.count == 1, case .variable(let name) = arguments[0],
        let target = target(name), case .constant(.number(let text)) = second
      else { return nil }
      switch function {
      case "count":
        guard target.isList else { return nil }
        return .binary(operation, named(name), second)
      case "count-selected" where target.isMultiple, "string-length" where !target.isList:
        // Only whether there is anything is asked by conditions.
        switch (operation, text) {
        case (.greater, "0"), (.notequal, "0"), (.greaterorequal, "1"):
          return .unary(.notempty, named(name))
        case (.equal, "0"), (.lessorequal, "0"), (.less, "1"):
          return .unary(.empty, named(name))
        default: return nil
        }
      default: return nil
      }
    case .constant, .list, .unary, .binary: return nil
    }
  }

  private func comparison(
    _ operation: ForeignExpression.Binary, of target: ForeignScope.Target,
    _ first: ForeignExpression, with second: ForeignExpression
  ) -> ForeignExpression? {
    guard !target.isList else { return nil }
    let isEquality = operation == .equal || operation == .notequal
    if case .constant("") = second, isEquality {
      return .unary(operation == .equal ? .empty : .notempty, first)
    }
    if target.isMultiple { return nil }
    if target.isDate {
      guard target.mode == .date, let bound = day(second, takesText: isEquality) else { return nil }
      let isToday = bound == DateBound.todayWord
      if isToday, isEquality { return nil }
      return .binary(operation, first, isToday ? .call(bound, []) : .constant(.string(bound)))
    }
    guard case .constant(let value) = second else { return nil }
    if target.isNumber {
      return Self.number(value).map { .binary(operation, first, .constant($0.json)) }
    }
    if isEquality, case .string = value { return .binary(operation, first, second) }
    guard let rows = target.rows, let number = Self.number(value) else { return nil }
    // Rows are compared as numbers, and are known by their texts.
    guard let known = rows.byNumber else { return nil }
    if !isEquality {
      return rows.arePlainNumbers ? .binary(operation, first, .constant(number.json)) : nil
    }
    guard let meant = known[number] else { return nil }
    return .binary(
      operation == .equal ? .anyof : .noneof, first,
      .list(meant.map { .constant(.string($0)) }))
  }

  /// A number, or a text that is read as one: digits with a point and a minus.
  private static func number(_ value: JSONValue) -> Decimal? {
    if case .string(let text) = value { return ForeignRows.number(text) }
    return Decimal(foreign: value)
  }

  /// The day that an expression is: today, or one of the calendar.
  private func day(_ expression: ForeignExpression, takesText: Bool) -> String? {
    switch expression {
    case .call("today", let arguments): arguments.isEmpty ? DateBound.todayWord : nil
    case .call("date", let arguments):
      arguments.count == 1 ? day(arguments[0], takesText: true) : nil
    case .constant(.string(let text)): takesText && CivilDate(iso8601: text) != nil ? text : nil
    default: nil
    }
  }
}

/// Constraints.
extension XPathMeaning {
  /// What a constraint asks of the question in whose row it stands; nil where no rules of a form ask
  /// the same.
  ///
  /// An empty value is not asked.
  func checks(_ expression: ForeignExpression) -> [Check]? {
    if let checks = direct(expression) { return checks }
    switch expression {
    case .binary(.and, let first, let second):
      guard let first = checks(first), let second = checks(second) else { return nil }
      return first + second
    case .binary(.or, let first, let second):
      if let checks = alternatives(first, second) ?? alternatives(second, first) { return checks }
    case .unary(.negate, .unary(.negate, let inner)): return checks(inner)
    case .unary(.negate, .binary(let operation, .variable("."), let bound)):
      // A number, or a day, that is there is less, greater or the same.
      guard let own = scope.own, own.isNumber || own.isDate, case .constant = bound,
        let opposite = operation.outside
      else { break }
      if let checks = direct(.binary(opposite, .variable("."), bound)) { return checks }
    default: break
    }
    if let condition = simple(expression, holds: false) { return [.never(condition)] }
    return calculation(expression).map { [.rule([.init("expression", .string($0.source))])] }
  }

  /// Rules that are asked only where something else does not hold.
  private func alternatives(
    _ expression: ForeignExpression, _ other: ForeignExpression
  ) -> [Check]? {
    guard let checks = checks(expression), let when = condition(other, holds: false) else {
      return nil
    }
    // Where the other day is not there, nothing is asked: that a form does by itself.
    if case .test(let key, .isFilled(true)) = when, checks.count == 2,
      checks[1] == .never(.test(key: key, .isFilled(false)))
    {
      return [checks[0]]
    }
    var found: [Check] = []
    for check in checks {
      switch check {
      case .rule(var rule):
        guard rule["when"] == nil else { return nil }
        rule.append(.init("when", when.json))
        found.append(.rule(rule))
      case .never(let condition):
        guard let both = Condition.both(condition, when) else { return nil }
        found.append(.never(both))
      case .member: return nil
      }
    }
    return found
  }

  /// What a comparison of the own value asks.
  private func direct(_ expression: ForeignExpression) -> [Check]? {
    guard let own = scope.own else { return nil }
    if let texts = oneOf(expression, own) { return [.rule([.init("oneOf", .array(texts))])] }
    switch expression {
    case .call("regex", let arguments):
      guard arguments.count == 2, arguments[0] == .variable("."), isText(own),
        case .constant(.string(let pattern)) = arguments[1]
      else { return nil }
      return [.rule([.init("pattern", .string(pattern)), .init("anchored", true)])]
    case .binary(let operation, let first, let second):
      return direct(operation, first, with: second, of: own)
        ?? operation.turned.flatMap { direct($0, second, with: first, of: own) }
    default: return nil
    }
  }

  /// Whether a value is the text that was typed.
  private func isText(_ own: ForeignScope.Target) -> Bool {
    own.rows == nil && !own.isDate && (!own.isNumber || ownIsWhole)
  }

  /// The texts of which a constraint allows one.
  private func oneOf(
    _ expression: ForeignExpression, _ own: ForeignScope.Target
  ) -> [JSONValue]? {
    guard own.rows == nil, !own.isNumber, !own.isDate else { return nil }
    switch expression {
    case .binary(.or, let first, let second):
      guard let first = oneOf(first, own), let second = oneOf(second, own) else { return nil }
      return first + second
    case .binary(.equal, .variable("."), .constant(.string(let text))):
      return text.isEmpty ? nil : [.string(text)]
    default: return nil
    }
  }

  private func direct(
    _ operation: ForeignExpression.Binary, _ first: ForeignExpression,
    with second: ForeignExpression, of own: ForeignScope.Target
  ) -> [Check]? {
    switch first {
    case .call("string-length", [.variable(".")]):
      guard isText(own) else { return nil }
      return count(operation, second, least: "minLength", most: "maxLength")?.map { limit in
        limit.name == "maxLength" && !hasWords
          ? .member(limit.name, limit.value) : .rule([limit])
      }
    case .call("count-selected", [.variable(".")]):
      guard own.isMultiple else { return nil }
      return count(operation, second, least: "minItems", most: "maxItems")?
        .map { .member($0.name, $0.value) }
    case .binary(.modulo, .variable("."), .constant(let step)):
      guard ownIsWhole, operation == .equal, second == .constant(0), let step = step.integer,
        0 < step
      else { return nil }
      return [.rule([.init("step", .integer(step))])]
    case .variable("."): return direct(operation, with: second, of: own)
    default: return nil
    }
  }

  private func direct(
    _ operation: ForeignExpression.Binary, with second: ForeignExpression,
    of own: ForeignScope.Target
  ) -> [Check]? {
    guard !own.isMultiple else { return nil }
    if case .variable(let name) = second, name != ".", let other = target(name) {
      guard !other.isMultiple, !other.isList else { return nil }
      switch operation {
      case .equal:
        guard own.isNumber == other.isNumber, own.isDate == other.isDate, own.mode == other.mode,
          !own.isNumber
        else { return nil }
        return [.rule([.init("equals", .string(other.key))])]
      case .less, .greater:
        guard own.isDate, other.isDate, own.mode == .date, other.mode == .date else { return nil }
        // No day is before or after one that is not there.
        return [
          .rule([.init(operation == .less ? "before" : "after", .string(other.key))]),
          .never(.test(key: other.key, .isFilled(false))),
        ]
      default: return nil
      }
    }
    let names: [ForeignExpression.Binary: [String]] = [
      .less: ["exclusiveMaximum"], .greater: ["exclusiveMinimum"], .lessorequal: ["maximum"],
      .greaterorequal: ["minimum"], .equal: ["minimum", "maximum"],
    ]
    guard let names = names[operation] else { return nil }
    if own.isNumber, case .constant(let value) = second, let number = Self.number(value) {
      return names.map { .rule([.init($0, number.json)]) }
    }
    guard own.isDate, own.mode == .date,
      let day = day(second, takesText: operation == .equal)
    else { return nil }
    let isToday = day == DateBound.todayWord
    switch operation {
    case .less, .greater:
      return [.rule([.init(operation == .less ? "before" : "after", .string(day))])]
    case .lessorequal where !hasWords: return [.member("maximumDate", .string(day))]
    case .greaterorequal where !hasWords: return [.member("minimumDate", .string(day))]
    default: return isToday ? nil : names.map { .rule([.init($0, .string(day))]) }
    }
  }

  /// The least and the greatest number of something.
  private func count(
    _ operation: ForeignExpression.Binary, _ second: ForeignExpression, least: String, most: String
  ) -> [JSONValue.Member]? {
    guard case .constant(let value) = second, let number = value.integer, 0 <= number,
      number < 1_000_000_000
    else { return nil }
    func atMost(_ count: WholeNumber) -> [JSONValue.Member]? {
      // What is there has at least one.
      0 < count ? [.init(most, .integer(count))] : nil
    }
    func atLeast(_ count: WholeNumber) -> [JSONValue.Member] {
      count < 2 ? [] : [.init(least, .integer(count))]
    }
    switch operation {
    case .less: return atMost(number - 1)
    case .lessorequal: return atMost(number)
    case .greater: return atLeast(number + 1)
    case .greaterorequal: return atLeast(number)
    case .equal: return atMost(number).map { atLeast(number) + $0 }
    default: return nil
    }
  }
}
