import FieldModels

/// The three ways in which Form.io says when a component is shown.
enum FormioCondition {
  private static let deepest = 24

  /// Whether a value has the shape of a condition, perhaps of one that says nothing.
  static func isCondition(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.allSatisfy { member in
      switch (member.name, member.value) {
      case (_, .null), (_, ""), ("show", .bool), ("show", "true"), ("show", "false"),
        ("when", .string), ("eq", _), ("json", _), ("conjunction", .string),
        ("conditions", .array):
        true
      default: false
      }
    }
  }

  /// Whether it compares one component with one text in the way that looks into lists and objects.
  static func isByName(_ value: JSONValue) -> Bool {
    FormioImport.isBlank(value["json"] ?? .null)
      && value["conditions"]?.array?.isEmpty ?? true
  }

  /// What a condition says: nil where it says nothing, and nil within that where it can't be read.
  ///
  /// A moment that is compared with the component of a name is given as a draft, or as nil where it is
  /// none, by `date`.
  static func expression(
    _ value: JSONValue, date: (String, JSONValue) -> String?
  ) -> ForeignExpression?? {
    if let json = value["json"], !FormioImport.isBlank(json) { return .some(logic(json, depth: 0)) }
    if let conditions = value["conditions"]?.array, !conditions.isEmpty {
      return .some(simple(value, conditions, date: date))
    }
    guard let name = value["when"]?.string, !name.isEmpty, let show = value["show"]?.draftText,
      !show.isEmpty
    else { return .none }
    let compared = value["eq"] ?? ""
    let equal = ForeignExpression.binary(.equal, .variable(name), .constant(compared))
    return .some(show == "true" ? equal : .unary(.negate, equal))
  }

  private static func simple(
    _ value: JSONValue, _ conditions: [JSONValue], date: (String, JSONValue) -> String?
  ) -> ForeignExpression? {
    guard conditions.count <= 100 else { return nil }
    var whole: ForeignExpression?
    for condition in conditions {
      guard let name = condition["component"]?.string, !name.isEmpty else { continue }
      let variable = ForeignExpression.variable(name)
      var compared = ForeignExpression.constant(condition["value"] ?? "")
      let operation = condition["operator"]?.string ?? ""
      let isDate = operation.lowercased().contains(text: "date")
      if isDate {
        guard let day = date(name, condition["value"] ?? "") else { return nil }
        compared = .constant(.string(day))
      }
      let test: ForeignExpression
      switch operation {
      case "isDateEqual": test = .binary(.equal, variable, compared)
      case "isNotDateEqual": test = .unary(.negate, .binary(.equal, variable, compared))
      case "dateGreaterThan": test = .binary(.greater, variable, compared)
      case "dateGreaterThanOrEqual": test = .binary(.greaterorequal, variable, compared)
      case "dateLessThan": test = .binary(.less, variable, compared)
      case "dateLessThanOrEqual": test = .binary(.lessorequal, variable, compared)
      case "isEqual": test = .binary(.equal, variable, compared)
      case "isNotEqual": test = .unary(.negate, .binary(.equal, variable, compared))
      case "isEmpty": test = .unary(.empty, variable)
      case "isNotEmpty": test = .unary(.notempty, variable)
      case "greaterThan": test = .binary(.greater, variable, compared)
      case "lessThan": test = .binary(.less, variable, compared)
      case "greaterThanOrEqual": test = .binary(.greaterorequal, variable, compared)
      case "lessThanOrEqual": test = .binary(.lessorequal, variable, compared)
      case "includes": test = .binary(.contains, variable, compared)
      case "notIncludes": test = .binary(.notcontains, variable, compared)
      default: return nil
      }
      let isAny = value["conjunction"] == "any"
      whole = whole.map { .binary(isAny ? .or : .and, $0, test) } ?? test
    }
    guard let whole else { return nil }
    return value["show"]?.draftText == "false" ? .unary(.negate, whole) : whole
  }

  /// The part of JsonLogic that compares, and joins comparisons.
  private static func logic(_ value: JSONValue, depth: Int) -> ForeignExpression? {
    guard depth < deepest else { return nil }
    guard case .object(let members) = value, members.count == 1, let member = members.first else {
      guard case .array(let elements) = value else { return .constant(value) }
      let inner = elements.compactMap { logic($0, depth: depth + 1) }
      return inner.count == elements.count ? .list(inner) : nil
    }
    if member.name == "var" {
      guard var name = member.value.string ?? member.value.array?.first?.string else { return nil }
      if name.hasPrefix("data.") { name.removeFirst(5) }
      return .variable(name)
    }
    let operands = (member.value.array ?? [member.value]).map { logic($0, depth: depth + 1) }
    let known = operands.compactMap { $0 }
    guard known.count == operands.count, let first = known.first, known.count <= 100 else {
      return nil
    }
    if member.name == "!" || member.name == "!!" {
      let isNot = member.name == "!"
      // Nothing chosen and nothing typed are false.
      if case .variable = first { return .unary(isNot ? .empty : .notempty, first) }
      return isNot ? .unary(.negate, first) : first
    }
    if member.name == "and" || member.name == "or" {
      let operation: ForeignExpression.Binary = member.name == "and" ? .and : .or
      return known.dropFirst().reduce(first) { .binary(operation, $0, $1) }
    }
    guard known.count == 2 else { return nil }
    switch member.name {
    case "==", "===": return .binary(.equal, first, known[1])
    case "!=", "!==": return .unary(.negate, .binary(.equal, first, known[1]))
    case ">": return .binary(.greater, first, known[1])
    case "<": return .binary(.less, first, known[1])
    case ">=": return .binary(.greaterorequal, first, known[1])
    case "<=": return .binary(.lessorequal, first, known[1])
    case "in":
      // A value in a list, or in the list that a field holds.
      if case .list = known[1] { return .binary(.anyof, first, known[1]) }
      return .binary(.contains, known[1], first)
    default: return nil
    }
  }
}

/// JsonLogic as an expression, with calculations and choices in it.
///
/// The names are those of JavaScript, such as `data.age`. A value that is not there is null.
enum FormioLogic {
  private static let deepest = 24

  /// The expression of a value; nil where it has an operation that is not read.
  static func expression(_ value: JSONValue, depth: Int = 0) -> ForeignExpression? {
    guard depth < deepest else { return nil }
    if case .array(let elements) = value { return all(elements, depth + 1).map { .list($0) } }
    guard case .object(let members) = value else { return .constant(value) }
    guard members.count == 1, let member = members.first else { return nil }
    if member.name == "var" { return variable(member.value) }
    guard let parts = all(member.value.array ?? [member.value], depth + 1), !parts.isEmpty,
      parts.count <= 100
    else { return nil }
    return logical(member.name, parts) ?? arithmetic(member.name, parts)
      ?? comparison(member.name, parts)
  }

  private static func all(_ values: [JSONValue], _ depth: Int) -> [ForeignExpression]? {
    let parts = values.compactMap { expression($0, depth: depth) }
    return parts.count == values.count ? parts : nil
  }

  private static func variable(_ value: JSONValue) -> ForeignExpression? {
    if let name = value.string { return .variable(name) }
    guard let names = value.array, names.count == 1 else { return nil }
    return names[0].string.map { .variable($0) }
  }

  private static func logical(
    _ name: String, _ parts: [ForeignExpression]
  ) -> ForeignExpression? {
    switch name {
    case "!": return parts.count == 1 ? .unary(.negate, parts[0]) : nil
    case "!!": return parts.count == 1 ? .unary(.negate, .unary(.negate, parts[0])) : nil
    case "and": return parts.dropFirst().reduce(parts[0]) { .binary(.and, $0, $1) }
    case "or": return parts.dropFirst().reduce(parts[0]) { .binary(.or, $0, $1) }
    case "if", "?:":
      var rest = parts[...]
      var last: ForeignExpression = .constant(.null)
      if rest.count % 2 == 1 { last = rest.removeLast() }
      while 2 <= rest.count {
        let value = rest.removeLast()
        last = .call("?:", [rest.removeLast(), value, last])
      }
      return last
    default: return nil
    }
  }

  private static func arithmetic(
    _ name: String, _ parts: [ForeignExpression]
  ) -> ForeignExpression? {
    let numbers = parts.map { ForeignExpression.call("parseFloat", [$0]) }
    switch name {
    case "+": return numbers.dropFirst().reduce(numbers[0]) { .binary(.plus, $0, $1) }
    case "*": return numbers.dropFirst().reduce(numbers[0]) { .binary(.times, $0, $1) }
    case "-":
      if parts.count == 1 { return .binary(.minus, .constant(.number("0")), parts[0]) }
      return parts.count == 2 ? .binary(.minus, parts[0], parts[1]) : nil
    case "/": return parts.count == 2 ? .binary(.divided, parts[0], parts[1]) : nil
    case "%": return parts.count == 2 ? .binary(.modulo, parts[0], parts[1]) : nil
    case "min", "max": return .call("Math.\(name)", parts)
    case "cat": return .call("cat", parts)
    default: return nil
    }
  }

  private static func comparison(
    _ name: String, _ parts: [ForeignExpression]
  ) -> ForeignExpression? {
    if parts.count == 3, name == "<" || name == "<=" {
      guard let first = comparison(name, Array(parts.prefix(2))),
        let second = comparison(name, Array(parts.suffix(2)))
      else { return nil }
      return .binary(.and, first, second)
    }
    guard parts.count == 2 else { return nil }
    switch name {
    case "==": return .binary(.equal, parts[0], parts[1])
    case "!=": return .unary(.negate, .binary(.equal, parts[0], parts[1]))
    case "===": return .call("===", parts)
    case "!==": return .unary(.negate, .call("===", parts))
    case "<": return .binary(.less, parts[0], parts[1])
    case ">": return .binary(.greater, parts[0], parts[1])
    case "<=": return .binary(.lessorequal, parts[0], parts[1])
    case ">=": return .binary(.greaterorequal, parts[0], parts[1])
    case "in": return .call("has", [parts[1], parts[0]])
    default: return nil
    }
  }
}
