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
