import FieldModels

/// What the programs of components say, in JavaScript and in JsonLogic.
///
/// Form.io's server runs the programs of conditions and rules. It calculates a value only where
/// `calculateServer` says so, and takes each value that was sent otherwise.
struct FormioPrograms {
  /// The fields that programs name, as `data.key`, and in entries as `row.key`.
  private var scope = ForeignScope()
  private var listScopes: [Int: ForeignScope] = [:]
  /// The values of the rows of fields, by their keys.
  private var rows: [String: [JSONValue]] = [:]
  /// How many components name a word in what judges answers.
  private var mentions: [String: Int] = [:]

  /// Makes a field known, once it is known what it is.
  mutating func add(
    _ target: ForeignScope.Target, named path: [String], inList list: Int?, rows data: [JSONValue]?
  ) {
    let name = path.joined(separator: ".")
    if let list {
      listScopes[list, default: ForeignScope()].add("row." + name, target)
    } else {
      scope.add("data." + name, target)
    }
    if let data { rows[target.key] = data.map { $0["value"] ?? $0 } }
  }

  /// Notes the words in the conditions and rules of a component.
  mutating func note(_ object: ForeignObject) {
    var words: Set<String> = []
    for name in ["conditional", "customConditional", "validate", "logic"] {
      guard let value = object.peek(name), !FormioImport.isBlank(value) else { continue }
      let parts = value.json.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
      for part in parts { words.insert(String(part)) }
    }
    for word in words { mentions[word, default: 0] += 1 }
  }

  /// Whether a component other than a field's own names it in what judges answers.
  func isMentioned(_ key: String, besides object: ForeignObject) -> Bool {
    var own = FormioPrograms()
    own.note(object)
    let words = key.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
    return words.contains { word in
      own.mentions[String(word), default: 0] < mentions[String(word), default: 0]
    }
  }

  /// What reads the programs of a component.
  func meaning(
    _ language: FormioMeaning.Language, inList list: Int?, own: ForeignScope.Target?
  ) -> FormioMeaning {
    var scope = scope
    if let inner = list.flatMap({ listScopes[$0] }) { scope.add(contentsOf: inner) }
    scope.own = own
    return FormioMeaning(language, in: scope, rows: rows)
  }
}

extension FormioImport {
  /// Makes a field known to programs, unless they see another value than conditions of a form.
  mutating func learn(_ one: Found) {
    let isHidden = one.type == "hidden" || one.object.bool("hidden") || one.surroundings.isHidden
    let isUnknown = ["radio", "select", "selectboxes"].contains(one.type) && one.target.rows == nil
    if isHidden || isUnknown || one.type == "day" { return }
    if Self.isList(one.object, ofType: one.type) { return }
    let outer = one.surroundings.list == nil ? one.surroundings.section : nil
    programs.add(
      one.target, named: (outer.map { sections[$0].path } ?? []) + one.path,
      inList: one.surroundings.list, rows: one.content["data"]?.array)
  }

  /// Whether a component is in a form within the form, whose programs see other data.
  private func isLocal(_ object: ForeignObject) -> Bool {
    sections.contains { section in
      section.object.peek("type") == "form" && object.path.hasPrefix(section.object.path + "/")
    }
  }

  /// The expression of a program; nil for one that is not read.
  private func script(_ value: JSONValue, in name: String, from start: ForeignExpression)
    -> ForeignExpression?
  {
    guard let text = value.string else { return nil }
    return FormioScript.result(of: text, in: name, from: start)
  }

  /// What a program says of when a component is shown; nil where no condition says it.
  mutating func outcome(
    ofProgramIn object: ForeignObject, for one: Found
  ) -> FormioMeaning.Outcome? {
    guard let value = object.peek("customConditional"), !isLocal(object),
      var expression = script(value, in: "show", from: .constant(.bool(true)))
    else { return nil }
    guard place(&expression, of: object, for: one) else { return nil }
    return outcome(of: expression, as: .script, in: object, "customConditional", for: one)
  }

  /// What JsonLogic says of when a component is shown; nil where no condition says it.
  mutating func outcome(
    ofLogicIn object: ForeignObject, for one: Found
  ) -> FormioMeaning.Outcome? {
    guard let value = object.peek("conditional")?["json"], !value.members.isEmpty, !isLocal(object),
      var expression = FormioLogic.expression(value), place(&expression, of: object, for: one)
    else { return nil }
    return outcome(of: expression, as: .logic, in: object, "conditional", for: one)
  }

  /// What an expression says of when a component is shown, told of by the property in which it stands.
  private mutating func outcome(
    of expression: ForeignExpression, as language: FormioMeaning.Language, in object: ForeignObject,
    _ property: String, for one: Found
  ) -> FormioMeaning.Outcome? {
    var meaning = programs.meaning(
      language, inList: one.surroundings.list, own: object === one.object ? one.target : nil)
    let outcome = meaning.outcome(expression)
    if outcome != nil { tellDifferences(of: meaning, object.path(to: property)) }
    return outcome
  }

  /// What a component's `logic` says of when it is shown; nil, and told of, where no condition says it.
  mutating func outcome(
    ofHidingIn object: ForeignObject, for one: Found, _ scope: ForeignScope
  ) -> FormioMeaning.Outcome? {
    let type = FormioNames.plain(object.peek("type")?.string ?? "")
    let hasValue = !FormioNames.layouts.contains(type)
    guard let logic = object.peek("logic"), FormioNames.onlyHides(logic, hasValue: hasValue),
      let item = logic.array?.first(where: { FormioNames.decidesByLogic([$0], hasValue: hasValue) })
    else { return .always(true) }
    _ = object["logic"]
    let path = object.path(to: "logic")
    if let found = outcome(ofTrigger: item["trigger"] ?? .null, of: object, for: one, scope) {
      return found
    }
    if unread.insert(path).inserted {
      notes.add(
        .program, path, "What `logic` computes, no form can say",
        effect: decides(object) ? .laxer : .nothing)
    }
    return nil
  }

  /// When a trigger of a `logic` does not hold.
  private mutating func outcome(
    ofTrigger trigger: JSONValue, of object: ForeignObject, for one: Found, _ scope: ForeignScope
  ) -> FormioMeaning.Outcome? {
    let path = object.path(to: "logic")
    var scope = scope
    switch trigger["type"]?.string {
    case "simple":
      let value = trigger["simple"] ?? .null
      scope.looksIntoAny = FormioCondition.isByName(value)
      // No moment is compared by it.
      guard let expression = FormioCondition.expression(value, date: { _, _ in nil }) else {
        return .always(true)
      }
      return expression.flatMap { scope.condition($0, holds: false) }.map { .when($0) }
    case "javascript", "json":
      let isScript = trigger["type"] == "javascript"
      let expression =
        isScript
        ? script(trigger["javascript"] ?? .null, in: "result", from: .constant(.bool(true)))
        : trigger["json"].flatMap { FormioLogic.expression($0) }
      guard var expression, !isLocal(object), place(&expression, of: object, for: one) else {
        return nil
      }
      var meaning = programs.meaning(
        isScript ? .script : .logic, inList: one.surroundings.list, own: nil)
      let outcome = meaning.outcome(expression, holds: false)
      if outcome != nil { tellDifferences(of: meaning, path) }
      return outcome
    default: return .always(true)
    }
  }

  /// Names what stands beside a component by its place in the record; gives whether that is known.
  private func place(
    _ expression: inout ForeignExpression, of object: ForeignObject, for one: Found
  ) -> Bool {
    let names = Set(expression.names.filter { $0.hasPrefix("row.") })
    if names.isEmpty { return true }
    if let list = one.surroundings.list {
      return object.path.hasPrefix(sections[list].object.path + "/")
        && one.surroundings.names.isEmpty
    }
    let outer = one.surroundings.section.map { sections[$0].path } ?? []
    guard object === one.object || outer.isEmpty, one.surroundings.names.isEmpty else {
      return false
    }
    for name in names {
      let path = (outer + [String(name.dropFirst(4))]).joined(separator: ".")
      expression = expression.replacing([name], by: .variable("data." + path))
    }
    return true
  }

  /// Tells where a form may judge otherwise than a program.
  private mutating func tellDifferences(of meaning: FormioMeaning, _ path: String) {
    guard near.insert(path).inserted else { return }
    if !meaning.isSure {
      notes.add(
        .reinterpreted, path,
        "With an empty answer the program may decide otherwise, and the form asks for less")
    }
    if meaning.isRounded {
      notes.add(.reinterpreted, path, "What is calculated is rounded otherwise", effect: .nothing)
    }
  }

  /// Adds the rules that programs say of a value, and tells of the others.
  mutating func readPrograms(of one: inout Found) {
    guard let validate = one.object.peek("validate") else { return }
    let path = one.object.path(to: "validate")
    for (name, language) in [("custom", FormioMeaning.Language.script), ("json", .logic)] {
      guard let value = validate[name], !Self.isBlank(value) else { continue }
      let place = path + "/" + name
      if FormioNames.isUnchecked(one.object) { continue }
      if name == "json", value.members.isEmpty {
        notes.add(
          .wrongValue, place, "This is no JsonLogic", effect: value.array == nil ? .nothing : nil)
        continue
      }
      let expression =
        language == .script
        ? script(value, in: "valid", from: .constant(.bool(true))) : FormioLogic.expression(value)
      if let rule = rule(expression, language, of: one) {
        if !rule.isEmpty { one.rules.append(rule) }
      } else if name == "custom", FormioNames.asksInstance(value) {
        notes.add(
          .program, place,
          "Only a page with its own component runs `custom`; Form.io itself takes every value",
          effect: .nothing)
      } else {
        notes.add(.program, place, "What `\(name)` computes, no rule can say")
      }
    }
  }

  /// Takes away that a rule lets empty values pass, as each rule of a form does; gives whether it does.
  private static func passEmpty(
    _ expression: inout ForeignExpression, _ own: ForeignScope.Target
  ) -> Bool {
    guard case .call("?:", let parts) = expression,
      case .binary(.or, let first, let rest) = parts[0]
    else { return false }
    // JavaScript takes these for nothing, too.
    let hasFalse = ["0", "false"].contains { own.rows?.contains($0) ?? false }
    let isTruth = !own.isNumber && !hasFalse
    let names = ["input", "value"]
    switch first {
    case .unary(.negate, .variable(let name)) where isTruth && names.contains(name): break
    case .binary(.equal, .variable(let name), .constant(.null))
    where (own.isNumber || own.isBoolean) && names.contains(name):
      break
    default: return false
    }
    expression = .call("?:", [rest] + parts.dropFirst())
    return true
  }

  /// The rule that a program says; empty for one that takes everything, nil where no rule says it.
  private mutating func rule(
    _ expression: ForeignExpression?, _ language: FormioMeaning.Language, of one: Found
  ) -> [JSONValue.Member]? {
    guard var expression, !one.isAny, !isLocal(one.object),
      !Self.isList(one.object, ofType: one.type), place(&expression, of: one.object, for: one),
      one.object.peek("validate")?["custom"]?.string?.contains(text: "{{") != true
    else { return nil }
    var meaning = programs.meaning(language, inList: one.surroundings.list, own: one.target)
    var messages: [String] = []
    let passesEmpty = Self.passEmpty(&expression, one.target)
    guard var text = meaning.validity(expression, &messages) else { return nil }
    if text == "true" { return [] }
    // A program that fails refuses nothing.
    for field in meaning.failing { text = "(empty(\(field)) or \(text))" }
    guard let rule = ExpressionText.tidied(text) else { return nil }
    let path = one.object.path(to: "validate") + (language == .script ? "/custom" : "/json")
    tellDifferences(of: meaning, path)
    if !one.isRequired, !passesEmpty {
      notes.add(.reinterpreted, path, "What is empty is not held to it")
    }
    let words =
      messages.count == 1 ? messages[0] : one.object.peek("validate")?["customMessage"]?.string
    var made: [JSONValue.Member] = [.init("expression", .string(rule.source))]
    if let words, !words.isEmpty { made.append(.init("message", .string(words))) }
    return made
  }

  /// Has a field calculate its value, where a form calculates the same; else tells of it.
  mutating func readCalculation(of one: inout Found, _ members: inout [JSONValue.Member]) {
    let object = one.object
    guard let value = object["calculateValue"], !Self.isBlank(value) else { return }
    let isOnServer = object.bool("calculateServer")
    let mayBeOther = object.bool("allowCalculateOverride")
    let path = object.path(to: "calculateValue")
    let kept = ForeignExpression.variable("$kept")
    let expression =
      value.string == nil
      ? FormioLogic.expression(value) : script(value, in: "value", from: kept)
    // A program that leaves the value alone calculates nothing.
    if expression == kept { return }
    let language: FormioMeaning.Language = value.string == nil ? .logic : .script
    let isPlain = members["secure"] != true && members["kind"] != "any" && !mayBeOther
    if isPlain,
      let text = calculation(expression, language, of: one, isOnServer: isOnServer)
    {
      members.append(.init("calculate", .string(text)))
      if members["lenient"] == nil { members.append(.init("lenient", true)) }
      notes.add(
        .reinterpreted, path, "A record may have another value than the calculated one",
        effect: one.type == "number" || one.isRequired ? .laxer : .nothing)
    } else if isOnServer {
      one.rules = []
      one.isRequired = false
      if members["lenient"] == nil { members.append(.init("lenient", true)) }
      notes.add(.program, path, "What is calculated can't be said, and nothing is asked of it")
    } else {
      notes.add(
        .program, path, "What is calculated can't be said; Form.io takes each value that is sent",
        effect: .nothing)
    }
  }

  /// The expression of a calculated value; nil where a form would judge records by it otherwise.
  private mutating func calculation(
    _ expression: ForeignExpression?, _ language: FormioMeaning.Language, of one: Found,
    isOnServer: Bool
  ) -> String? {
    guard var expression, !one.isAny, !isLocal(one.object), one.rules.isEmpty,
      !Self.isList(one.object, ofType: one.type), !one.target.isMultiple, !one.target.isDate,
      place(&expression, of: one.object, for: one)
    else { return nil }
    var meaning = programs.meaning(language, inList: one.surroundings.list, own: nil)
    guard let result = meaning.result(expression),
      let made = ExpressionText.tidied(result.text), !made.keys.contains(one.key)
    else { return nil }
    let isMentioned = programs.isMentioned(one.path.last ?? one.key, besides: one.object)
    if isMentioned, !isOnServer || !meaning.isSure { return nil }
    // A number is written as a text, too.
    if one.target.isNumber, !result.isNumber || one.target.isBoolean, !result.isFlag { return nil }
    return made.source
  }
}
