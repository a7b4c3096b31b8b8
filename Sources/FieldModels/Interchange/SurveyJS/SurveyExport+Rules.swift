import FieldModels

/// Rules, as properties and validators of a question.
extension SurveyExport {
  /// - Parameters:
  ///   - field: whose rules these are
  ///   - masked: the places of those that its mask is
  ///   - members: the question
  mutating func readRules(
    of field: FormOutline.Field, without masked: Set<String>, _ members: inout [JSONValue.Member]
  ) {
    var validators = members["validators"]?.array ?? []
    members["validators"] = nil
    for rule in field.rules where !masked.contains(rule.object.path) {
      let object = rule.object
      if let limits = limits(of: rule, field), rule.severity == .error,
        limits.isEmpty || validators.isEmpty && limits.allSatisfy({ members[$0.name] == nil })
      {
        members += limits
        outline.tellLeftovers(of: object)
        continue
      }
      guard var validator = validator(of: rule, field) else {
        outline.tellLeftovers(of: object)
        continue
      }
      if let message = rule.message { validator.append(.init("text", .string(message))) }
      switch rule.severity {
      case .error: break
      case .warning: validator.append(.init("notificationType", "warning"))
      case .information: validator.append(.init("notificationType", "info"))
      case .hint:
        validator.append(.init("notificationType", "info"))
        outline.notes.add(
          .reinterpreted, object.path(to: "severity"), "It is told for information",
          effect: .nothing)
      }
      validators.append(.object(validator))
      outline.tellLeftovers(of: object)
    }
    if !validators.isEmpty { members.append(.init("validators", .array(validators))) }
  }

  /// The limits that a question of its own has; nil for another rule.
  private mutating func limits(
    of rule: FormOutline.Rule, _ field: FormOutline.Field
  ) -> [JSONValue.Member]? {
    let object = rule.object
    // The rule for the format itself became the input.
    if SurveyEmail.isSaid(by: rule), object.asked.contains("pattern") { return [] }
    if let format = object.peek("format")?.string, object.asked.contains("format") {
      return ["color", "email", "month", "week"].contains(format) ? [] : nil
    }
    let isPlace = field.rules.contains {
      ["month", "week"].contains($0.object.peek("format")?.string)
    }
    guard field.kind == .entry, field.valueKind.isNumber || isPlace else { return nil }
    for (ours, theirs, words) in [
      ("minimum", "min", "minErrorText"), ("maximum", "max", "maxErrorText"),
      ("step", "step", "stepErrorText"),
    ] {
      guard let value = object.peek(ours), ours != "step" || field.valueKind.isNumber else {
        continue
      }
      _ = object[ours]
      if ours == "step" {
        let least = field.rules.compactMap { $0.object.peek("minimum") }.first
        let base = object["stepBase"] ?? 0
        if !base.isSame(as: least ?? 0) {
          let path = object.path(to: "step")
          outline.notes.add(.noCounterpart, path, "Steps are counted from the least number")
          return []
        }
      }
      return [.init(theirs, value)] + (rule.message.map { [.init(words, .string($0))] } ?? [])
    }
    return nil
  }

  private mutating func validator(
    of rule: FormOutline.Rule, _ field: FormOutline.Field
  ) -> [JSONValue.Member]? {
    let object = rule.object
    if object.has("expression"), let text = text(ofRule: rule, of: field) {
      _ = object["expression"]
      return [.init("type", "expression"), .init("expression", .string(text))]
    }
    let known = [
      "format", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
      "exclusiveMaximum", "equals", "before", "after",
    ]
    guard let name = known.first(where: object.has), field.kind != .date || isOrder(name),
      !field.isMultiple
    else {
      outline.notes.add(.noCounterpart, object.path, "A survey has no such rule")
      return nil
    }
    let value = object[name] ?? .null
    switch name {
    case "format": return format(value.string ?? "", object)
    case "pattern" where SurveyEmail.isSaid(by: rule): return [.init("type", "email")]
    case "pattern": return pattern(value.string ?? "", object)
    case "minLength", "maxLength":
      guard field.lengthUnit != .words else {
        outline.notes.add(.noCounterpart, object.path, "A survey counts no words")
        return nil
      }
      if field.lengthUnit != .utf16 || field.kind == .picker {
        outline.notes.add(
          .reinterpreted, object.path, "A survey counts units of UTF-16", effect: .stricter)
      }
      return [.init("type", "text"), .init(name, value)]
    case "minimum", "maximum":
      guard field.valueKind.isNumber || field.kind == .entry, case .number = value else { break }
      if !field.valueKind.isNumber {
        outline.notes.add(.reinterpreted, object.path, "A number is what SurveyJS takes for one")
      }
      return [.init("type", "numeric"), .init(name == "minimum" ? "minValue" : "maxValue", value)]
    case "exclusiveMinimum", "exclusiveMaximum":
      guard field.valueKind.isNumber, case .number(let number) = value else { break }
      let sign = name == "exclusiveMinimum" ? ">" : "<"
      return expression("\(sign) \(number)", of: field, in: object, name)
    case "equals":
      guard let key = value.string, let other = variable(key, for: field) else { break }
      return expression("= \(other)", of: field, in: object, name)
    default:
      guard let text = value.string else { break }
      let sign = name == "after" ? ">" : "<"
      if let other = variable(text, for: field) {
        return expression("\(sign) \(other)", of: field, in: object, name)
      }
    }
    outline.notes.add(.noCounterpart, object.path(to: name), "A survey has no such rule")
    return nil
  }

  private func isOrder(_ name: String) -> Bool {
    name == "before" || name == "after" || name == "equals"
  }

  /// A validator that compares the question itself.
  private mutating func expression(
    _ comparison: String, of field: FormOutline.Field, in object: ForeignObject, _ name: String
  ) -> [JSONValue.Member]? {
    guard let own = variable(field.key, for: field) else {
      outline.notes.add(.program, object.path(to: name), "No expression can name the question")
      return nil
    }
    // An expression looks at empty values too.
    let isRequired = field.object.peek("required") == .bool(true)
    let text = isRequired ? "\(own) \(comparison)" : "\(own) empty or \(own) \(comparison)"
    return [.init("type", "expression"), .init("expression", .string(text))]
  }

  private mutating func format(_ name: String, _ object: ForeignObject) -> [JSONValue.Member]? {
    switch name {
    case "email":
      let words = "An e-mail address is what SurveyJS takes for one"
      outline.notes.add(.reinterpreted, object.path(to: "format"), words)
      return [.init("type", "email")]
    case "number":
      outline.notes.add(
        .reinterpreted, object.path(to: "format"), "A number is what SurveyJS takes for one")
      return [.init("type", "numeric")]
    default:
      outline.notes.add(.noCounterpart, object.path(to: "format"), "A survey has no such format")
      return nil
    }
  }

  private func pattern(_ source: String, _ object: ForeignObject) -> [JSONValue.Member] {
    let isAnchored = object.bool("anchored")
    let flags = object.text("flags")
    var members: [JSONValue.Member] = [
      .init("type", "regex"), .init("regex", .string(isAnchored ? "^(?:\(source))$" : source)),
    ]
    if flags == "i" { members.append(.init("caseInsensitive", true)) }
    return members
  }
}

/// Conditions, as expressions.
extension SurveyExport {
  /// The expression of a condition; nil, and told of, where none says it.
  mutating func expression(
    _ condition: Condition, of field: FormOutline.Field, at property: String
  ) -> String? {
    expression(condition, of: field, atPath: field.object.path(to: property))
  }

  /// The expression of a condition that stands at a path of the form.
  mutating func expression(
    _ condition: Condition, of field: FormOutline.Field, atPath path: String
  ) -> String? {
    var isNear = false
    guard let text = text(of: condition, for: field, isNear: &isNear, depth: 0) else {
      outline.notes.add(.program, path, "No expression of a survey says this condition")
      return nil
    }
    if isNear {
      outline.notes.add(
        .reinterpreted, path, "To a survey texts are the same in letters of either case")
    }
    return text
  }

  /// Whether an expression says a condition, at least nearly.
  func canSay(_ condition: Condition, for field: FormOutline.Field) -> Bool {
    var isNear = false
    return text(of: condition, for: field, isNear: &isNear, depth: 0) != nil
  }

  private func text(
    of condition: Condition, for field: FormOutline.Field, isNear: inout Bool, depth: Int
  ) -> String? {
    switch condition {
    case .all(let parts), .any(let parts):
      var texts: [String] = []
      for part in parts {
        guard depth < 20,
          let text = text(of: part, for: field, isNear: &isNear, depth: depth + 1)
        else { return nil }
        if case .test = part { texts.append(text) } else { texts.append("(\(text))") }
      }
      guard !texts.isEmpty, texts.count < 150 else { return nil }
      if case .all = condition { return texts.joined(separator: " and ") }
      return texts.joined(separator: " or ")
    case .holds(let expression): return text(of: expression, for: field, isNear: &isNear)
    case .test(let key, let test): return self.test(test, key, for: field, isNear: &isNear)
    }
  }

  /// What a field is called in an expression that stands at another.
  func variable(_ key: String, for field: FormOutline.Field) -> String? {
    guard let place = outline.places[key] else { return nil }
    let other = outline.fields[place]
    // It is known by where its value stands.
    var name = other.path.first ?? other.key
    if let group = other.group, let outer = outline.groups[group].path.first {
      let isList = outline.groups[group].repetition != nil
      if isList, field.group != group { return nil }
      let list = isMatrix(group) ? "row" : "panel"
      let steps = [isList ? list : outer] + other.path
      name = steps.joined(separator: ".")
    }
    let isDeep = 1 < other.path.count && !isCell(other)
    let isPlain =
      !name.contains { "{}[]'\"".contains($0) } && !isDeep
      && ForeignExpression.isPlain(inSurvey: name)
    return isPlain ? "{\(name)}" : nil
  }

  private func test(
    _ test: Condition.Test, _ key: String, for field: FormOutline.Field, isNear: inout Bool
  ) -> String? {
    if let list = outline.groupPlaces[key], outline.places[key] == nil {
      guard case .isFilled(let isFilled) = test, outline.groups[list].repetition != nil,
        let name = outline.groups[list].path.first
      else { return nil }
      return "{\(name)} \(isFilled ? "notempty" : "empty")"
    }
    guard let place = outline.places[key], let name = variable(key, for: field) else { return nil }
    let other = outline.fields[place]
    switch test {
    case .isFilled(let isFilled): return "\(name) \(isFilled ? "notempty" : "empty")"
    case .isNot(let draft):
      guard let value = literal(draft, of: other, isNear: &isNear) else { return nil }
      return "\(name) \(other.isMultiple ? "notcontains" : "<>") \(value)"
    case .isOneOf(let drafts):
      let values = drafts.compactMap { literal($0, of: other, isNear: &isNear) }
      guard values.count == drafts.count, let first = values.first else { return nil }
      if values.count == 1 { return "\(name) \(other.isMultiple ? "contains" : "=") \(first)" }
      if other.kind == .picker { return "\(name) anyof [\(values.joined(separator: ", "))]" }
      return "(" + values.map { "\(name) = \($0)" }.joined(separator: " or ") + ")"
    case .isGreater(let bound): return order(">", bound, of: name, other)
    case .isLess(let bound): return order("<", bound, of: name, other)
    }
  }

  private func order(
    _ sign: String, _ bound: String, of name: String, _ other: FormOutline.Field
  ) -> String? {
    if other.isMultiple { return nil }
    if other.kind == .date {
      return bound == DateBound.todayWord ? "\(name) \(sign) today()" : "\(name) \(sign) '\(bound)'"
    }
    guard other.valueKind.isNumber || other.hasNumbers, let number = Decimal(bound) else {
      return nil
    }
    return "\(name) \(sign) \(number)"
  }

  private func literal(
    _ draft: String, of other: FormOutline.Field, isNear: inout Bool
  ) -> String? {
    switch outline.value(of: draft, in: other) {
    case .number(let text):
      // A survey writes numbers with digits and one point.
      return text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 || $0 == 45 }) ? text : nil
    case .bool(let flag): return flag ? "true" : "false"
    case .string(let text):
      let hasCase = text.lowercased() != text.uppercased()
      let rows = other.rowCounts[text.lowercased()] ?? 0
      if other.kind == .picker && !other.object.has("manualEntry") ? 1 < rows : hasCase {
        if other.kind != .date { isNear = true }
      }
      guard !text.contains("\\"), ForeignExpression.isPlain(inSurvey: text) else { return nil }
      let escaped = text.replacing(text: "'", by: "\\'").replacing(text: "\"", by: "\\\"")
      return "'\(escaped)'"
    case .null, .array, .object: return nil
    }
  }
}
