import FieldModels

/// Rules, as Form.io's `validate`, and conditions.
extension FormioExport {
  mutating func readRules(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member],
    _ validate: inout [JSONValue.Member]
  ) {
    var errors: [JSONValue.Member] = []
    let lists = Set(field.rules.map { $0.isLive })
    if lists == [false] {
      members.append(.init("validateOn", "blur"))
    } else if lists.count == 2 {
      for rule in field.rules where !rule.isLive {
        outline.notes.add(
          .reinterpreted, rule.object.path, "It is checked with every change", effect: .nothing)
      }
    }
    if let limit = field.object.integer("maxLength") {
      validate.append(.init(field.lengthUnit == .words ? "maxWords" : "maxLength", .integer(limit)))
      outline.notes.add(
        .reinterpreted, field.object.path(to: "maxLength"), "What is too long can be typed")
    }
    for rule in field.rules {
      let object = rule.object
      // What the component refuses by itself.
      if ["day", "datetime", "time"].contains(members["type"]), FormioDates.isRule(rule) {
        continue
      }
      let clocks = ["HH:mm", "HH:mm:ss"]
      if members["type"] == "time", clocks.contains(where: { FormioDates.isLength(rule, of: $0) }) {
        continue
      }
      if members["type"] == "url", FormioURL.isSaid(by: rule) { continue }
      if rule.severity != .error {
        outline.notes.add(.noCounterpart, object.path, "Every rule blocks")
        continue
      }
      if rule.object.has("expression"), validate["custom"] == nil,
        let program = program(ofRule: rule, of: field)
      {
        _ = rule.object["expression"]
        validate.append(.init("custom", .string(program)))
        outline.tellLeftovers(of: object)
        continue
      }
      let known = check(rule, of: field, members["type"]?.string ?? "")
      if let known, validate[known.name] == nil || known.name == "required" {
        if known.name != "required", known.name != "type" { validate.append(known) }
        if let message = rule.message {
          if known.name == "type" {
            outline.notes.add(.noCounterpart, object.path(to: "message"), "It has its own words")
          } else {
            let name = object.has("step") ? "integer" : known.name
            errors.append(.init(name, .string(message)))
          }
        }
      } else {
        outline.notes.add(
          .noCounterpart, object.path, "Form.io has no such rule, or has it already")
      }
      outline.tellLeftovers(of: object)
    }
    if !errors.isEmpty { members.append(.init("errors", .object(errors))) }
  }

  /// What a rule is called in Form.io; `type` where the component itself says it.
  private func check(
    _ rule: FormOutline.Rule, of field: FormOutline.Field, _ type: String
  ) -> JSONValue.Member? {
    let object = rule.object
    let isText = ["textfield", "textarea", "email", "password", "phoneNumber"].contains(type)
    for (name, plain, words) in [
      ("minLength", "minLength", "minWords"), ("maxLength", "maxLength", "maxWords"),
    ] where object.has(name) && isText {
      return object[name].map { .init(field.lengthUnit == .words ? words : plain, $0) }
    }
    if type == "email", FormioEmail.isSaid(by: rule) {
      _ = object["pattern"]
      return .init("type", "email")
    }
    if isText, let source = object.text("pattern"), object.peek("flags")?.string ?? "" == "" {
      return object.bool("anchored")
        ? .init("pattern", .string(FormioPattern.written(source))) : nil
    }
    if field.valueKind.isNumber, field.kind == .entry {
      for (name, theirs) in [("minimum", "min"), ("maximum", "max")] where object.has(name) {
        return object[name].map { .init(theirs, $0) }
      }
      if object.number("step")?.description == "1", object["stepBase"] ?? 0 == 0 {
        return .init("integer", true)
      }
      return nil
    }
    if type == "email", object["format"] == "email" { return .init("type", "email") }
    if type == "checkbox", isBox(rule) {
      _ = object["oneOf"]
      return field.object.peek("required") == true ? .init("required", true) : nil
    }
    return nil
  }

  /// A condition as Form.io has it: a list of comparisons, or JsonLogic where these are joined in
  /// several ways.
  func conditional(_ condition: Condition, for field: FormOutline.Field) -> JSONValue? {
    if let byName = legacy(condition, for: field) { return byName }
    var parts = [condition]
    var conjunction = "all"
    switch condition {
    case .all(let all): parts = all
    case .any(let any):
      parts = any
      conjunction = "any"
    case .test, .holds: break
    }
    let tests = parts.compactMap { simple($0, for: field) }
    if tests.count == parts.count, !tests.isEmpty {
      return [
        "show": true, "conjunction": .string(conjunction), "conditions": .array(tests),
      ]
    }
    return logic(condition, for: field, depth: 0).map { ["json": $0] }
  }

  /// A test of a field of any value for a text, in the one shape that looks into lists and objects.
  private func legacy(_ condition: Condition, for field: FormOutline.Field) -> JSONValue? {
    guard case .test(let key, let test) = condition, let (path, other) = place(key, for: field),
      other.kind == .any
    else { return nil }
    switch test {
    case .isOneOf(let texts) where texts.count == 1 && ForeignScope.isPlain(texts[0]):
      return ["show": true, "when": .string(path), "eq": .string(texts[0])]
    case .isNot(let text) where ForeignScope.isPlain(text):
      return ["show": false, "when": .string(path), "eq": .string(text)]
    case .isOneOf, .isNot, .isFilled, .isGreater, .isLess: return nil
    }
  }

  /// Whether a test is of what is in any value, which comparisons beside others do not look into.
  private func looksInto(_ test: Condition.Test, _ field: FormOutline.Field) -> Bool {
    if case .isFilled = test { return false }
    return field.kind == .any
  }

  /// Where the value of a field stands, for a condition at another.
  func place(_ key: String, for field: FormOutline.Field) -> (
    path: String, FormOutline.Field
  )? {
    guard let index = outline.places[key] else { return nil }
    let other = outline.fields[index]
    let outer = other.group.map { outline.groups[$0] }
    if outer?.repetition != nil, other.group != field.group { return nil }
    return (((outer?.path ?? []) + other.path).joined(separator: "."), other)
  }

  private func simple(_ condition: Condition, for field: FormOutline.Field) -> JSONValue? {
    guard case .test(let key, let test) = condition, let (path, other) = place(key, for: field),
      !looksInto(test, other)
    else { return nil }
    // A time is a text there, and no moment.
    if other.kind == .date, other.mode != .time { return moment(test, at: path) }
    var operation: String
    var value: JSONValue?
    switch test {
    case .isFilled(let isFilled): operation = isFilled ? "isNotEmpty" : "isEmpty"
    case .isOneOf(let drafts) where drafts.count == 1:
      operation = other.isMultiple ? "includes" : "isEqual"
      value = self.value(of: drafts[0], in: other)
    case .isNot(let draft):
      operation = other.isMultiple ? "notIncludes" : "isNotEqual"
      value = self.value(of: draft, in: other)
    case .isGreater(let bound) where other.valueKind.isNumber:
      operation = "greaterThan"
      value = self.value(of: bound, in: other)
    case .isLess(let bound) where other.valueKind.isNumber:
      operation = "lessThan"
      value = self.value(of: bound, in: other)
    case .isOneOf, .isGreater, .isLess: return nil
    }
    var members: [JSONValue.Member] = [
      .init("component", .string(path)), .init("operator", .string(operation)),
    ]
    if let value { members.append(.init("value", value)) }
    return .object(members)
  }

  /// A comparison with a day or a moment.
  private func moment(_ test: Condition.Test, at path: String) -> JSONValue? {
    let (operation, bound): (String, String) =
      switch test {
      case .isFilled(let isFilled): (isFilled ? "isNotEmpty" : "isEmpty", "")
      case .isOneOf(let drafts): (drafts.count == 1 ? "isDateEqual" : "", drafts.first ?? "")
      case .isNot(let draft): ("isNotDateEqual", draft)
      case .isGreater(let bound): ("dateGreaterThan", bound)
      case .isLess(let bound): ("dateLessThan", bound)
      }
    guard !operation.isEmpty, bound != DateBound.todayWord else { return nil }
    let members: [JSONValue.Member] = [
      .init("component", .string(path)), .init("operator", .string(operation)),
    ]
    return .object(bound.isEmpty ? members : members + [.init("value", .string(bound))])
  }

  private func logic(
    _ condition: Condition, for field: FormOutline.Field, depth: Int
  ) -> JSONValue? {
    switch condition {
    case .all(let parts), .any(let parts):
      let inner = parts.compactMap { depth < 20 ? logic($0, for: field, depth: depth + 1) : nil }
      guard inner.count == parts.count, !inner.isEmpty, inner.count <= 100 else { return nil }
      if case .all = condition { return ["and": .array(inner)] }
      return ["or": .array(inner)]
    case .holds: return nil
    case .test(let key, let test):
      guard let (path, other) = place(key, for: field),
        other.kind != .date || other.mode == .time, !looksInto(test, other)
      else { return nil }
      let isOrdered = other.valueKind.isNumber || other.kind == .date
      let variable: JSONValue = ["var": .string("data." + path)]
      func value(_ draft: String) -> JSONValue { self.value(of: draft, in: other) }
      switch test {
      case .isFilled(let isFilled):
        // A box and a number are false, and there.
        if other.valueKind.isNumber || other.isBoolean { return nil }
        return [isFilled ? "!!" : "!": variable]
      case .isOneOf(let drafts) where other.isMultiple:
        guard drafts.count == 1 else { return nil }
        return ["in": [value(drafts[0]), variable]]
      case .isOneOf(let drafts) where drafts.count == 1:
        return ["==": [variable, value(drafts[0])]]
      case .isOneOf(let drafts):
        guard other.kind == .picker else { return nil }
        return ["in": [variable, .array(drafts.map(value))]]
      case .isNot(let draft):
        return other.isMultiple ? nil : ["!=": [variable, value(draft)]]
      case .isGreater(let bound):
        return isOrdered ? [">": [variable, value(bound)]] : nil
      case .isLess(let bound):
        return isOrdered ? ["<": [variable, value(bound)]] : nil
      }
    }
  }
}
