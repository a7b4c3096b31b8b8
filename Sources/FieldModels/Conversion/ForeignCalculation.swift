import FieldModels

/// What an expression of a foreign form calculates, as an expression of a form that has the same result.
///
/// To others an order of which one side is empty is false, where here it has no answer: `coalesce` makes
/// the one of the other. What can't be said with the same result is not said.
struct ForeignCalculation {
  let scope: ForeignScope
  let dialect: Dialect
  /// Something was said that means nearly the same.
  private(set) var isNear = false

  /// Whose expression it is.
  enum Dialect {
    /// survey-core, to which an empty operand of a sum is zero.
    case survey
    /// XPath as JavaRosa has it, to which it is no number.
    case xpath
  }

  init(_ dialect: Dialect, in scope: ForeignScope) {
    self.dialect = dialect
    self.scope = scope
  }

  /// A part of an expression, in the words of a form.
  private struct Part {
    var text: String
    /// A field as it is, or a constant, which is nothing only if it is empty.
    var isPlain = false
  }

  /// An expression that is true or false in any form, never nothing; nil where none says it.
  mutating func condition(_ expression: ForeignExpression, holds: Bool = true) -> Expression? {
    truth(expression).flatMap { ExpressionText.tidied(holds ? $0 : "not (\($0))") }
  }

  /// What is calculated, as an expression of a form, and the type of it.
  struct Result {
    let source: String
    let sort: Sort

    /// What a calculated value is.
    enum Sort { case number, flag, text }

    /// What the field of such a value holds: its kind, and the expression.
    var content: [JSONValue.Member] {
      let kind: [JSONValue.Member] =
        switch sort {
        case .number: [.init("kind", "entry"), .init("value", "number")]
        case .text: [.init("kind", "entry")]
        case .flag:
          [
            .init("kind", "picker"),
            .init("data", [["value": true, "label": "Yes"], ["value": false, "label": "No"]]),
          ]
        }
      return kind + [.init("calculate", .string(source)), .init("lenient", true)]
    }

    /// The field of such a value, as a condition sees it.
    func target(key: String) -> ForeignScope.Target {
      var target = ForeignScope.Target(key: key)
      target.isNumber = sort == .number
      if sort == .flag {
        target.isBoolean = true
        target.rows = ["true", "false"]
      }
      return target
    }
  }

  /// What an expression calculates; nil where no expression of a form has the same result.
  mutating func result(_ expression: ForeignExpression) -> Result? {
    let found: (text: String, sort: Result.Sort)
    if let part = number(expression) {
      found = (part.text, .number)
    } else if let text = chosenText(expression) {
      found = (text, .text)
    } else if let text = truth(expression) {
      found = (text, .flag)
    } else {
      return nil
    }
    return ExpressionText.tidied(found.text).map { Result(source: $0.source, sort: found.sort) }
  }

  /// One of several texts.
  private mutating func chosenText(_ expression: ForeignExpression) -> String? {
    guard case .call(let name, let parts) = expression, parts.count == 3,
      name.lowercased() == (dialect == .survey ? "iif" : "if"),
      let condition = truth(parts[0])
    else { return text(expression) }
    guard let one = chosenText(parts[1]), let other = chosenText(parts[2]) else { return nil }
    return "if(\(condition), \(one), \(other))"
  }

  private func target(_ name: String) -> ForeignScope.Target? {
    scope.target(name == "." ? "self" : name)
  }

  private func reference(_ target: ForeignScope.Target) -> String? {
    target.key.contains { "{}".contains($0) } ? nil : "{\(target.key)}"
  }

  private func quoted(_ text: String) -> String { ExpressionText.quoted(text) }

  // Truth.

  private mutating func truth(_ expression: ForeignExpression) -> String? {
    switch expression {
    case .constant(.bool(let flag)): return flag ? "true" : "false"
    case .unary(.negate, let inner): return truth(inner).map { "not (\($0))" }
    case .unary(let test, .variable(let name)):
      guard
        let name = target(name).flatMap(reference) ?? anyOperand(.variable(name)).map({ $0.value })
      else { return nil }
      return test == .empty ? "empty(\(name))" : "filled(\(name))"
    case .binary(let operation, let first, let second):
      switch operation {
      case .and, .or:
        guard let first = truth(first), let second = truth(second) else { return nil }
        return "(\(first) \(operation.rawValue) \(second))"
      case .equal, .notequal:
        return (anyEquality(first, second) ?? equality(first, second))
          .map { operation == .equal ? $0 : "not \($0)" }
      case .less, .greater, .lessorequal, .greaterorequal:
        return anyOrder(operation, of: first, with: second)
          ?? order(operation, of: first, with: second)
      default: return nil
      }
    case .call("selected", let arguments):
      guard dialect == .xpath, arguments.count == 2, case .variable(let name) = arguments[0],
        let target = target(name), target.isMultiple, let key = reference(target),
        case .constant(.string(let text)) = arguments[1], !text.isEmpty
      else { return nil }
      return "contains(\(key), \(quoted(text)))"
    case .constant, .variable, .list, .call, .unary: return nil
    }
  }

  /// A question of a type that a survey does not know, or a part of its value: as functions take it that look into it,
  /// and as a value by its type.
  private func anyOperand(_ expression: ForeignExpression) -> (json: String, value: String)? {
    guard dialect == .survey, case .variable(let name) = expression,
      let (target, steps) = scope.anyValue(name), let key = reference(target)
    else { return nil }
    let part = "part(\(key), \(quoted(JSONPointer.path(steps))))"
    return (steps.isEmpty ? key : part, part)
  }

  /// Whether any value is the same as a constant.
  private mutating func anyEquality(
    _ first: ForeignExpression, _ second: ForeignExpression
  ) -> String? {
    guard case .constant(let constant) = second, let (json, value) = anyOperand(first) else {
      guard case .constant = first, anyOperand(second) != nil else { return nil }
      return anyEquality(second, first)
    }
    func isOf(_ types: [String], _ test: String) -> String {
      let tests = types.map { "type(\(json)) = \(quoted($0))" }
      return "((\(tests.joined(separator: " or "))) and \(test))"
    }
    switch constant {
    case .string(let text) where ForeignScope.isPlain(text):
      if scope.ignoresCase, text.lowercased() != text.uppercased() { isNear = true }
      let isFlag = ["true", "false"].contains(text.lowercased())
      return isOf(isFlag ? ["text", "boolean"] : ["text"], "\(value) = \(quoted(text))")
    // To JavaScript true and 1 are the same, and so are false and 0.
    case .bool(let flag):
      let same = isOf(["text", "boolean"], "\(value) = \(flag)")
      return "(\(same) or \(isOf(["number"], "\(value) = \(flag ? 1 : 0)")))"
    case .number(let text):
      guard let number = Decimal(text) else { return nil }
      let same = isOf(["text", "number"], "number(\(value)) = \(number)")
      guard number == Decimal(0) || number == Decimal(1) else { return same }
      return "(\(same) or \(isOf(["boolean"], "\(value) = \(number == Decimal(1))")))"
    case .null, .string, .array, .object: return nil
    }
  }

  /// Whether any value is a number on one side of another one.
  private mutating func anyOrder(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression
  ) -> String? {
    if case .constant = first, anyOperand(second) != nil, let turned = operation.turned {
      return anyOrder(turned, of: second, with: first)
    }
    guard case .constant(.number(let text)) = second, let (json, value) = anyOperand(first),
      let bound = Decimal(text), let same = anyEquality(first, second)
    else { return nil }
    let isUpper = operation == .less || operation == .lessorequal
    // To a survey truth values are 1 and 0, as texts too, and what is empty is 0, but not what is missing.
    let isZero = "empty(\(value)) and (type(\(json)) = 'text' or type(\(json)) = 'list')"
    let number = "coalesce(number(\(value)), if(\(isZero), 0, ''))"
    let whole = "if(\(value) = true, 1, if(\(value) = false, 0, \(number)))"
    let order = "coalesce(\(whole) \(isUpper ? "<" : ">") \(bound), false)"
    return operation.takesEqual ? "(\(order) or \(same))" : order
  }

  private mutating func equality(
    _ first: ForeignExpression, _ second: ForeignExpression
  ) -> String? {
    if let one = number(first), let other = number(second) {
      if one.isPlain, other.isPlain { return "(\(one.text) = \(other.text))" }
      // To XPath what is no number equals nothing, itself included.
      return "coalesce(\(one.text) <= \(other.text) and \(one.text) >= \(other.text), false)"
    }
    if let one = day(first), let other = day(second), one.isPlain, other.isPlain {
      return "(\(one.text) = \(other.text))"
    }
    if let alone = chosenAlone(first, second) ?? chosenAlone(second, first) { return alone }
    guard let one = text(first), let other = text(second) else { return nil }
    if scope.ignoresCase { isNear = true }
    return "(\(one) = \(other))"
  }

  /// Several rows of which one alone is chosen: to XPath they are the text of all that are chosen.
  private func chosenAlone(
    _ expression: ForeignExpression, _ other: ForeignExpression
  ) -> String? {
    guard dialect == .xpath, case .variable(let name) = expression, let target = target(name),
      target.isMultiple, let key = reference(target), case .constant(.string(let row)) = other,
      !row.isEmpty, !row.contains(where: { $0.isWhitespace })
    else { return nil }
    return "(contains(\(key), \(quoted(row))) and count(\(key)) = 1)"
  }

  private mutating func order(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression
  ) -> String? {
    if let days = daysApart(operation, first, second) { return days }
    let parts =
      number(first).flatMap { one in number(second).map { (one, $0) } }
      ?? day(first).flatMap { one in day(second).map { (one, $0) } }
    guard let (one, other) = parts, let sign = operation.sign?.rawValue else { return nil }
    // To a survey what is empty is as great as what is empty.
    let takesEmpty =
      dialect == .survey && one.isPlain && other.isPlain && sign.count == 2
    let rest = takesEmpty ? "\(one.text) = \(other.text)" : "false"
    return "coalesce(\(one.text) \(sign) \(other.text), \(rest))"
  }

  /// An order of two days, of which each may be so many days away, by how many days they are apart.
  private func daysApart(
    _ operation: ForeignExpression.Binary, _ first: ForeignExpression,
    _ second: ForeignExpression
  ) -> String? {
    guard dialect == .xpath, let one = distantDay(first), let other = distantDay(second),
      let sign = operation.sign?.rawValue
    else { return nil }
    let apart = other.days - one.days
    if apart == 0 { return "coalesce(\(one.day) \(sign) \(other.day), false)" }
    return "coalesce((\(one.day) - \(other.day)) \(sign) \(apart), false)"
  }

  /// A day so many days after another one, as XPath says it.
  private func distantDay(_ expression: ForeignExpression) -> (day: String, days: Int)? {
    if let day = day(expression) { return (day.text, 0) }
    switch expression {
    // JavaRosa compares whole days.
    case .call("now", let arguments): return arguments.isEmpty ? ("today()", 0) : nil
    case .call(let name, let arguments)
    where ["date", "date-time", "decimal-date-time", "floor", "int", "number"].contains(name):
      return arguments.count == 1 ? distantDay(arguments[0]) : nil
    case .binary(.plus, let first, let second):
      for (day, days) in [(first, second), (second, first)] {
        if let start = distantDay(day), let days = Self.constant(days) {
          return (start.day, start.days + days)
        }
      }
      return nil
    case .binary(.minus, let first, let second):
      guard let start = distantDay(first), let days = Self.constant(second) else { return nil }
      return (start.day, start.days - days)
    default: return nil
    }
  }

  /// A whole number that is written out, or a sum or a product of such ones.
  private static func constant(_ expression: ForeignExpression) -> Int? {
    switch expression {
    case .constant(let value):
      guard let number = value.integer, -1_000_000 < number, number < 1_000_000 else { return nil }
      return Int(number)
    case .binary(let operation, let first, let second):
      guard let one = constant(first), let other = constant(second) else { return nil }
      switch operation {
      case .plus: return one + other
      case .minus: return one - other
      case .times:
        let product = one.multipliedReportingOverflow(by: other)
        return product.overflow || 1_000_000 < product.partialValue.magnitude
          ? nil : product.partialValue
      default: return nil
      }
    default: return nil
    }
  }

  // Values.

  /// What is a number, or nothing.
  private mutating func number(_ expression: ForeignExpression) -> Part? {
    switch expression {
    case .constant(let value):
      guard case .number(let text) = value, let number = Decimal(text)?.description,
        !number.contains("e")
      else { return nil }
      return Part(text: number, isPlain: true)
    case .variable(let name):
      guard let target = target(name), let key = reference(target), !target.isMultiple,
        !target.isDate, !target.isAny, !target.isList,
        target.isNumber || target.rows?.areNumbers ?? false
      else { return nil }
      return Part(text: key, isPlain: true)
    case .binary(let operation, let first, let second):
      return calculated(operation, of: first, with: second)
    case .call(let name, let arguments): return called(name.lowercased(), arguments)
    case .unary, .list: return nil
    }
  }

  private mutating func calculated(
    _ operation: ForeignExpression.Binary, of first: ForeignExpression,
    with second: ForeignExpression
  ) -> Part? {
    let sign: String
    switch operation {
    case .plus: sign = "+"
    case .minus: sign = "-"
    case .times: sign = "*"
    case .divided: sign = "/"
    case .modulo: sign = "%"
    default: return nil
    }
    if operation == .minus, dialect == .xpath, let end = distantDay(first),
      let start = distantDay(second)
    {
      let apart = "(\(end.day) - \(start.day))"
      let days = end.days - start.days
      return Part(text: days == 0 ? apart : "(\(apart) + \(days))")
    }
    guard let one = operand(first), let other = operand(second) else { return nil }
    // Doubles are rounded otherwise.
    if operation == .divided { isNear = true }
    return Part(text: "(\(one) \(sign) \(other))")
  }

  private mutating func operand(_ expression: ForeignExpression) -> String? {
    guard let part = number(expression) else { return nil }
    if dialect == .survey, case .variable = expression { return "coalesce(\(part.text), 0)" }
    return part.text
  }

  private mutating func called(_ name: String, _ arguments: [ForeignExpression]) -> Part? {
    func counted(_ function: String, _ isFit: (ForeignScope.Target) -> Bool) -> Part? {
      guard arguments.count == 1, case .variable(let name) = arguments[0],
        let target = target(name), isFit(target), let key = reference(target)
      else { return nil }
      // It is there even if nothing is chosen.
      return Part(text: "\(function)(\(key))", isPlain: true)
    }
    switch (dialect, name) {
    case (.survey, "iif"), (.xpath, "if"):
      guard arguments.count == 3, let condition = truth(arguments[0]),
        let one = number(arguments[1]), let other = number(arguments[2])
      else { return nil }
      return Part(text: "if(\(condition), \(one.text), \(other.text))")
    case (.survey, "sum"):
      let parts = arguments.compactMap { number($0)?.text }
      guard parts.count == arguments.count, !parts.isEmpty else { return nil }
      return Part(text: "coalesce(sum(\(parts.joined(separator: ", "))), 0)")
    case (.xpath, "coalesce"):
      let parts = arguments.compactMap { number($0)?.text }
      guard parts.count == arguments.count, parts.count == 2 else { return nil }
      return Part(text: "coalesce(\(parts.joined(separator: ", ")))")
    case (.xpath, "count-selected"): return counted("count") { $0.isMultiple }
    case (.xpath, "count"): return counted("count") { $0.isList }
    case (.xpath, "int"):
      guard arguments.count == 1, let part = number(arguments[0])?.text else { return nil }
      return Part(text: "if(\(part) < 0, ceiling(\(part)), floor(\(part)))")
    case (.xpath, "floor"), (.xpath, "ceiling"):
      guard arguments.count == 1, let part = number(arguments[0])?.text else { return nil }
      return Part(text: "\(name)(\(part))")
    case (.xpath, "number"): return arguments.count == 1 ? number(arguments[0]) : nil
    default: return nil
    }
  }

  /// What is a day, or nothing.
  private func day(_ expression: ForeignExpression) -> Part? {
    switch expression {
    case .variable(let name):
      guard let target = target(name), target.isDate, target.mode == .date else { return nil }
      return reference(target).map { Part(text: $0, isPlain: true) }
    case .call(let name, let arguments):
      switch (dialect, name.lowercased(), arguments.count) {
      case (.xpath, "today", 0): return Part(text: "today()", isPlain: true)
      case (.xpath, "date", 1):
        guard case .constant(.string(let text)) = arguments[0], CivilDate(iso8601: text) != nil
        else { return day(arguments[0]) }
        return Part(text: quoted(text), isPlain: true)
      default: return nil
      }
    case .constant, .list, .unary, .binary: return nil
    }
  }

  /// A text, or nothing: a question of texts or rows, or a constant.
  private func text(_ expression: ForeignExpression) -> String? {
    switch expression {
    case .constant(.string(let text)): return quoted(text)
    case .variable(let name):
      guard let target = target(name), !target.isMultiple, !target.isDate, !target.isNumber,
        !target.isAny, !target.isList, !target.isBoolean, !(target.rows?.areNumbers ?? false)
      else { return nil }
      return reference(target)
    case .call, .list, .unary, .binary, .constant: return nil
    }
  }
}

extension ForeignCalculation {
  /// A question that calculates its value.
  struct Question {
    /// Its place among the questions.
    let place: Int
    let name: String
    /// The names that it looks at.
    let names: [String]

    /// - Parameters:
    ///   - place: its place among the questions
    ///   - name: what it is called, in letters of either case
    ///   - expression: what it calculates; nil for what can't be read
    init(_ place: Int, named name: String, calculating expression: ForeignExpression?) {
      self.place = place
      self.name = name.lowercased()
      names =
        expression?.names.map { name in
          name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        } ?? []
    }
  }

  /// Reads the questions that calculate, in an order in which each knows those that it looks at.
  ///
  /// - Parameters:
  ///   - questions: the questions
  ///   - read: reads one by its place, and makes it known; false where it looks at what is not known, or can't be read
  /// - Returns: the places of those that were not read, from the first to the last
  static func readInOrder(_ questions: [Question], _ read: (Int) -> Bool) -> [Int] {
    // A name may mean something else: what is left is tried until nothing more is known.
    var (open, isSettled) = (inOrder(questions), false)
    while !isSettled {
      let rest = open.filter { !read($0) }
      isSettled = rest.count == open.count
      open = rest
    }
    return open.sorted()
  }

  /// The places of questions, those first that others look at by their names.
  private static func inOrder(_ questions: [Question]) -> [Int] {
    let numbers = Dictionary(keepingFirst: questions.enumerated().map { ($1.name, $0) })
    var order: [Int] = []
    var isKnown: Set<Int> = []
    for root in questions.indices where isKnown.insert(root).inserted {
      // A chain may be as long as the form.
      var walk = [(number: root, rest: questions[root].names[...])]
      while let last = walk.indices.last {
        guard let name = walk[last].rest.popFirst() else {
          order.append(questions[walk.removeLast().number].place)
          continue
        }
        guard let next = numbers[name], isKnown.insert(next).inserted else { continue }
        walk.append((next, questions[next].names[...]))
      }
    }
    return order
  }
}
