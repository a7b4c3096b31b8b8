import FieldModels

/// The fields that questions become.
extension SurveyImport {
  /// The validators of a question, as rules and counts.
  mutating func readValidators(
    of object: ForeignObject, for question: inout Question, _ members: inout [JSONValue.Member]
  ) {
    guard let validators = object.list("validators") else { return }
    for (index, value) in validators.enumerated() {
      let path = object.path(to: "validators") + "/\(index)"
      guard let validator = notes.object(value, path: path) else { continue }
      let type = validator.text("type") ?? ""
      var rules: [[JSONValue.Member]] = []
      switch type {
      case "numeric", "numericvalidator":
        for (name, rule) in [("minValue", "minimum"), ("maxValue", "maximum")] {
          guard let number = validator.number(name) else { continue }
          rules.append([.init(rule, number.json)])
        }
        if question.target?.isNumber != true { takeNumbers(path, for: &question, &members) }
      case "text", "textvalidator":
        for name in ["minLength", "maxLength"] {
          guard let length = validator.integer(name), 0 < length else { continue }
          rules.append([.init(name, .integer(length))])
          members["lengthUnit"] = "utf16"
        }
        if validator.flag("allowDigits") == false {
          rules.append([.init("pattern", "[^0-9]$")])
        }
      case "regex", "regexvalidator": rules += pattern(of: validator)
      case "email", "emailvalidator":
        rules.append(SurveyEmail.rule)
      case "answercount", "answercountvalidator":
        guard question.target?.isMultiple == true else {
          notes.add(.wrongValue, path, "Only of several rows it is asked how many they are")
          break
        }
        // How many rows are chosen never only warns.
        let blocks = validator.text("notificationType").map { $0 == "error" } ?? true
        if !blocks {
          notes.add(
            .noCounterpart, validator.path(to: "notificationType"),
            "A number of rows that is only warned of is not asked for")
        }
        for (name, count) in [("minCount", "minItems"), ("maxCount", "maxItems")] {
          guard let number = validator.integer(name), 0 < number, blocks else { continue }
          members[count] = .integer(number)
        }
        if validator.has("text") {
          notes.add(
            .presentationOnly, validator.path(to: "text"), "How many has no words of its own")
        }
        _ = validator["text"]
        tellLeftovers(of: validator, as: "validators")
        continue
      case "expression", "expressionvalidator":
        question.pendingExpressions.append(validator)
        continue
      default: notes.add(.unknownType, path, "\"\(type)\" is no validator that is known")
      }
      finish(validator, &rules)
      question.rules += rules.map { .object($0) }
    }
  }

  /// Has a question take numbers alone, as a survey commits what it has found to be one.
  private mutating func takeNumbers(
    _ path: String, for question: inout Question, _ members: inout [JSONValue.Member]
  ) {
    guard members["kind"] == "entry", members["secure"] != true else {
      return notes.add(.noCounterpart, path, "That a text of such a field is a number")
    }
    members["value"] = "number"
    members["lenient"] = true
    question.target?.isNumber = true
    notes.add(
      .reinterpreted, path, "A number is entered as HTML and JSON write it, and any text is taken")
  }

  /// Gives rules the words and the weight of their validator.
  private mutating func finish(_ validator: ForeignObject, _ rules: inout [[JSONValue.Member]]) {
    let text = words("text", of: validator)
    if text != nil, rules.isEmpty {
      notes.add(.presentationOnly, validator.path(to: "text"), "Words for a rule that is not there")
    }
    let severity: String? =
      switch validator.text("notificationType") {
      case "warning": "warning"
      case "info": "information"
      default: nil
      }
    for index in rules.indices {
      if let text { rules[index].append(.init("message", .string(text))) }
      if let severity { rules[index].append(.init("severity", .string(severity))) }
    }
    tellLeftovers(of: validator, as: "validators")
  }

  private mutating func pattern(of validator: ForeignObject) -> [[JSONValue.Member]] {
    let ignoresCase =
      validator.bool("caseInsensitive") || validator.bool("insensitive")
    guard let source = validator.text("regex") else { return [] }
    if case .failure = patterns.pattern(source, ignoresCase: ignoresCase, isAnchored: false) {
      notes.add(.pattern, validator.path(to: "regex"), "The pattern can't be read in linear time")
      return []
    }
    let flags: [JSONValue.Member] = ignoresCase ? [.init("flags", "i")] : []
    return [[.init("pattern", .string(source))] + flags]
  }

  /// What the expressions of a question may name: what is in its entry, what is in its row, and all that is in no list.
  func scope(around question: Question) -> ForeignScope {
    var scope = scope
    if let list = question.surroundings.list, let inner = listScopes[list] {
      scope.add(contentsOf: inner)
    }
    scope.row = question.surroundings.row
    return scope
  }

  /// The field of a question, once all questions are known.
  mutating func field(of index: Int) -> JSONValue {
    let question = questions[index]
    let object = question.object
    let around = question.surroundings
    var scope = scope(around: question)
    scope.own = question.target
    var members: [JSONValue.Member] = [.init("key", .string(question.key))]
    var content = question.content
    members.append(content.removeFirst())
    var label = question.label
    if label == nil { label = words("title", of: object) ?? question.name }
    members.append(.init("label", .string(around.labelPrefix + (label ?? question.name))))
    if !question.isComment, let text = words("description", of: object) {
      members.append(.init("helper", .string(text)))
    }
    if let section = around.section {
      members.append(.init("group", .string(sections[section].key)))
    }
    if question.path != [question.key] {
      members.append(.init("path", .string(JSONPointer.path(question.path))))
    }
    members += content
    readConditions(of: question, in: scope, &members)
    readConditionsOfRows(of: question, in: scope, &members)
    var rules = question.rules
    for validator in question.pendingExpressions {
      rules += expressionRules(of: validator, question, in: scope, &members)
    }
    release(question, &members, &rules)
    if members["required"] != true { members.append(.init("whenEmpty", "omit")) }
    let isText = ["entry", "area"].contains(members["kind"]?.string) && members["value"] == nil
    let isAsked = members["required"] != nil && question.asked == nil && !question.isComment
    if isText, !rules.isEmpty || isAsked {
      members.append(.init("blankIsEmpty", true))
    }
    if !rules.isEmpty {
      members.append(.init("validation", .object([.init(settings.ruleList, .array(rules))])))
    }
    var presentation = question.presentation
    if !question.isComment, question.label == nil {
      presentation += tellLeftovers(of: object, isOpaque: question.isAny)
    }
    if !presentation.isEmpty {
      members.append(.init("presentation", ["survey": .object(presentation)]))
    }
    return .object(members)
  }

  /// Has the fields of an object of which something must be answered ask for an answer each, while no
  /// other has one.
  mutating func askTogether() {
    let places = questions.indices.filter { questions[$0].surroundings.askedTogether != nil }
    let groups = Dictionary(grouping: places) { questions[$0].surroundings.askedTogether ?? "" }
    for (path, members) in groups.sorted(by: { $0.key < $1.key }) {
      // White space alone is an answer to the object, and none to a field with rules.
      let isSayable =
        members.count <= Self.mostAskedTogether
        && members.allSatisfy { index in
          let question = questions[index]
          let isText = ["text", "comment"].contains(question.type) && !question.isAny
          return !question.isComment && !question.isAny
            && (!isText || question.rules.isEmpty && question.pendingExpressions.isEmpty)
        }
      for index in members {
        let others = members.filter { $0 != index }.map { other in
          Condition.test(key: questions[other].key, .isFilled(false))
        }
        if isSayable {
          let condition = others.count == 1 ? others[0] : .all(others)
          questions[index].asked = others.isEmpty ? .always : .when(condition)
        }
      }
      if !isSayable {
        notes.add(.noCounterpart, path, "That something in an object is answered")
      }
    }
  }

  /// Each of so many names all others.
  private static let mostAskedTogether = 30

  private mutating func readConditions(
    of question: Question, in scope: ForeignScope, _ members: inout [JSONValue.Member]
  ) {
    let object = question.object
    let isAskedAnyway = object.isSet("isRequired") || question.isRequired == true
    if question.type == "expression", !question.isComment {
      // A survey asks nobody for what it calculates.
      _ = (object["isRequired"], object["requiredIf"])
    } else if let asked = question.asked, !isAskedAnyway, object.peek("requiredIf") == nil {
      _ = object["isRequired"]
      switch asked {
      case .always: members.append(.init("required", true))
      case .when(let condition): members.append(.init("required", ["when": condition.json]))
      case .never: break
      }
    } else if let isRequired = question.isRequired {
      if isRequired { members.append(.init("required", true)) }
    } else if question.isAnswered {
      _ = (object["isRequired"], object["requiredIf"])
      members.append(.init("required", true))
    } else if let text = object.text("requiredIf") {
      if let condition = condition(text, at: object.path(to: "requiredIf"), in: scope) {
        members.append(.init("required", ["when": condition.json]))
      }
      _ = object["isRequired"]
    } else if object.bool("isRequired") {
      members.append(.init("required", true))
    }
    readRequiredWords(of: question)
    var guards = question.surroundings.guards
    if question.label == nil || question.isComment {
      // Beside a condition it says nothing.
      let isVisible = object.flag("visible")
      if let text = object.text("visibleIf") {
        guards.visible.append((text, object.path(to: "visibleIf")))
      } else if isVisible == false {
        guards.isHidden = true
      }
      let isReadOnly = object.bool("readOnly")
      if let text = object.text("enableIf") {
        guards.enabled.append((text, object.path(to: "enableIf")))
      } else if isReadOnly {
        guards.isReadOnly = true
      }
    }
    let visible = requirement(guards.visible, scope)
    let enabled = requirement(guards.enabled, scope)
    if visible.isLost || enabled.isLost {
      let name = object.has("requiredIf") ? "requiredIf" : "isRequired"
      notes.release(&members, object.has(name) ? object.path(to: name) : object.path)
    }
    if guards.isHidden {
      members.append(.init("visible", false))
    } else if let visible = visible.condition {
      members.append(.init("visible", ["when": visible.json]))
    }
    if let enabled = enabled.condition {
      members.append(.init("enabled", ["when": enabled.json]))
    }
    if guards.isReadOnly || settings.isReadOnly { members.append(.init("readOnly", true)) }
    guard question.label == nil else { return }
    let word = object.text("clearIfInvisible").flatMap(hiddenValue) ?? settings.hiddenValue
    if word != "omit" { members.append(.init("whenHidden", .string(word))) }
  }

  /// The rows that are offered while conditions hold: their own, else that of all rows, to which each
  /// is an `{item}`.
  private mutating func readConditionsOfRows(
    of question: Question, in scope: ForeignScope, _ members: inout [JSONValue.Member]
  ) {
    guard question.label == nil, !question.isComment, var rows = members["data"]?.array else {
      return
    }
    let all = question.object.text("choicesVisibleIf").map {
      (text: $0, path: question.object.path(to: "choicesVisibleIf"))
    }
    if all == nil, question.rowConditions.isEmpty { return }
    for index in rows.indices.prefix(question.ownRowCount) {
      let value = rows[index]["value"] ?? rows[index]
      guard let draft = value.draftText, let stated = question.rowConditions[draft] ?? all,
        let condition = condition(
          stated.text, at: stated.path, in: scope, ofRow: question.rowMembers[draft] ?? value)
      else { continue }
      var row = rows[index].members.isEmpty ? [.init("value", value)] : rows[index].members
      row.append(.init("visible", ["when": condition.json]))
      rows[index] = .object(row)
    }
    members["data"] = .array(rows)
  }

  /// What all of some expressions say together, and whether one of them can't be said.
  private mutating func requirement(
    _ texts: [(text: String, path: String)], _ scope: ForeignScope
  ) -> (condition: Condition?, isLost: Bool) {
    let conditions = texts.map { condition($0.text, at: $0.path, in: scope) }
    return (conditions.reduce(nil, Condition.both), conditions.contains(nil))
  }

  /// The condition that an expression says; nil, and told of, where none does.
  private mutating func condition(
    _ text: String, at path: String, in scope: ForeignScope, ofRow row: JSONValue? = nil
  ) -> Condition? {
    var scope = scope
    scope.dialect = .survey
    guard var expression = ForeignExpression(survey: text).map({ inlined($0, in: scope) }) else {
      return tellUnsayable(text, at: path)
    }
    if let row {
      let value = row["value"] ?? row
      expression = expression.replacing(["item", "choice"], by: .constant(value))
      for name in Self.propertyNames(in: text) {
        expression = expression.replacing(
          ["$item." + name, "$choice." + name], by: .constant(row[name] ?? .null))
      }
    }
    let found = Set(expression.names).filter { outsiders.has($0) }.sorted()
    for name in found { scope.add(name, ForeignScope.Target(key: name, isAny: true)) }
    guard let condition = scope.condition(expression) else {
      return tellUnsayable(text, at: path)
    }
    for name in found { outsiders.take(name, at: path, telling: &notes) }
    if scope.isNear, near.insert(path).inserted {
      notes.add(
        .reinterpreted, path, "Texts are the same only if their letters are in the same case")
    }
    return condition
  }

  /// The names in a text that follow `{$item.` or `{$choice.`, which are properties of rows.
  private static func propertyNames(in text: String) -> [String] {
    text.split(separator: "{").compactMap { part in
      for start in ["$item.", "$choice."] where part.hasPrefix(start) {
        return part.firstIndex(of: "}").map { String(part[..<$0].dropFirst(start.count)) }
      }
      return nil
    }
  }

  private mutating func tellUnsayable(_ text: String, at path: String) -> Condition? {
    // All fields of a page or panel have its conditions, and all rows of a question may have one.
    if unsayable.insert(path).inserted {
      notes.add(.program, path, "No condition of a form says \"\(text.abridged)\"")
    }
    return nil
  }

  /// The words for an empty field; a form has one text for all of its fields.
  private mutating func readRequiredWords(of question: Question) {
    guard question.label == nil, let text = words("requiredErrorText", of: question.object) else {
      return
    }
    requiredWords.insert(text)
    let hasPlaces = text.contains("{") || text.contains("}")
    let others = questions.contains { other in
      guard !other.isComment, other.object.has("isRequired") || other.object.has("requiredIf")
      else { return false }
      return other.object.peek("requiredErrorText") != question.object.peek("requiredErrorText")
    }
    if others || hasPlaces {
      requiredWords.insert("")
      notes.add(
        .presentationOnly, question.object.path(to: "requiredErrorText"),
        "A form has one text for all fields that are empty")
    }
  }

  /// An expression that must hold, as far as it is about the question's own value.
  private mutating func expressionRules(
    of validator: ForeignObject, _ question: Question, in scope: ForeignScope,
    _ members: inout [JSONValue.Member]
  ) -> [JSONValue] {
    let text = validator.text("expression") ?? ""
    let path = validator.path(to: "expression")
    var found: [[JSONValue.Member]] = []
    if let expression = ForeignExpression(survey: text).map({ inlined($0, in: scope) }),
      let target = question.target
    {
      let (passesEmpty, inner) = scope.withoutEmpty(expression, of: target)
      found = scope.checks(inner, of: target)?.map { [$0] } ?? []
      var calculation = ForeignCalculation(.survey, in: scope)
      if found.isEmpty, let rule = calculation.condition(inner) {
        found = [[.init("expression", .string(rule.source))]]
        if calculation.isNear {
          notes.add(
            .reinterpreted, path,
            "What is calculated is rounded otherwise, or texts are compared by their letters' case")
        }
      }
      if !found.isEmpty, !passesEmpty, members["required"] != true {
        notes.add(.reinterpreted, path, "What is empty is not held to it")
      }
    }
    if !found.isEmpty {
      if found.contains(where: { $0["equals"] != nil }) {
        notes.add(
          .reinterpreted, path, "Texts are the same only if their letters are in the same case")
      }
    } else {
      notes.add(.program, path, "No rule of a form says \"\(text.abridged)\"")
    }
    finish(validator, &found)
    return found.map { .object($0) }
  }
}

extension ForeignScope {
  /// What an expression asks of a question's own value where that is not empty, and whether it holds
  /// where it is.
  func withoutEmpty(
    _ expression: ForeignExpression, of own: Target
  ) -> (passesEmpty: Bool, ForeignExpression) {
    guard case .binary(.or, .unary(.empty, .variable(let name)), let inner) = expression,
      target(name)?.key == own.key
    else { return (false, expression) }
    return (true, inner)
  }

  /// The rules that an expression amounts to which compares a question's own value.
  func checks(
    _ expression: ForeignExpression, of own: Target
  ) -> [JSONValue.Member]? {
    guard case .binary(let operation, let first, let second) = expression else { return nil }
    if operation == .and {
      guard let first = checks(first, of: own), let second = checks(second, of: own) else {
        return nil
      }
      return first + second
    }
    guard case .variable(let name) = first, let target = target(name), target.key == own.key else {
      return nil
    }
    switch (operation, second) {
    case (.equal, .variable(let name)):
      guard let other = self.target(name), !own.isMultiple, !other.isMultiple else { return nil }
      return [.init("equals", .string(other.key))]
    case (.greater, .variable(let name)), (.less, .variable(let name)):
      guard own.isDate, let other = self.target(name), other.isDate else { return nil }
      return [.init(operation == .greater ? "after" : "before", .string(other.key))]
    case (_, .constant(let value)):
      guard own.isNumber, let number = Decimal(foreign: value) else { return nil }
      let rule: String? =
        switch operation {
        case .greater: "exclusiveMinimum"
        case .greaterorequal: "minimum"
        case .less: "exclusiveMaximum"
        case .lessorequal: "maximum"
        default: nil
        }
      return rule.map { [.init($0, number.json)] }
    default: return nil
    }
  }
}
