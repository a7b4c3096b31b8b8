import FieldModels

/// What is chosen from rows.
extension JSONSchemaExport {
  mutating func rows() -> [JSONValue.Member] {
    loseEmptyText()
    let choices = reportedChoices()
    let hasNullRow = choices.contains { $0.value == .null }
    if hasNullRow, takesNull {
      lose("/whenEmpty", "A schema does not tell a row for null from an empty field")
    }
    guard let manual = definition.manualEntry else {
      // The rules say which rows are right, and rows are what the schema has.
      _ = rules(ofRows: choices)
      return [row(choices, orNull: takesNull && !hasNullRow)]
    }
    var typed = limitingIntegers(refusingEmptyText(typed(definition.valueKind.rawValue)))
    if manual != FieldDefinition.manualEntryLabel {
      typed.append(.init("title", .string(manual)))
    }
    return [.init("anyOf", .array([.object([row(choices, orNull: false)]), .object(typed)]))]
      + rules()
  }

  /// The rows that can be chosen; what becomes of the others is told.
  private mutating func reportedChoices() -> [Choice] {
    if definition.choices.isEmpty, definition.manualEntry == nil {
      lose("/data", "A list of rows that is empty takes every text")
    }
    let choices = definition.choices.filter { !$0.isDisabled }
    if definition.choices.count != choices.count { lose("/data", "Rows that can't be chosen") }
    var alone = definition
    if definition.takesSeveral {
      // Lengths and rules are those of the whole list.
      (alone.minItems, alone.maxItems, alone.maxLength) = (nil, nil, nil)
      (alone.liveRules, alone.endEditingRules) = ([], [])
    }
    return choices.filter {
      isRight(definition.takesSeveral ? .rows([$0.text]) : .text($0.text), in: alone)
    }
  }

  /// The keyword that lists the values of rows, each once.
  func row(_ choices: [Choice], orNull takesNull: Bool) -> JSONValue.Member {
    var known = Set<JSONScalar>()
    let rows = choices.compactMap { choice -> (choice: Choice, value: JSONValue)? in
      let value = definition.value(of: choice.text)
      guard JSONScalar(value).map({ known.insert($0).inserted }) ?? false else { return nil }
      return (choice, value)
    }
    // Null without a title is what an empty field gives.
    let hasWords = rows.contains { row in
      row.choice.label != row.choice.text || row.choice.description != nil
        || row.value == .null && definition.isRequired != .always
    }
    guard hasWords else {
      return .init("enum", .array(rows.map { $0.value } + (takesNull ? [.null] : [])))
    }
    var options = rows.map { row in
      var option = [
        JSONValue.Member("const", row.value), .init("title", .string(row.choice.label)),
      ]
      if let words = row.choice.description { option.append(.init("description", .string(words))) }
      return JSONValue.object(option)
    }
    if takesNull { options.append(.object([.init("const", .null)])) }
    return .init("oneOf", .array(options))
  }

  /// The schemas of the rules of several rows; what becomes of the other rules is told.
  private mutating func schemasOfRows() -> [ValueSchema] {
    let schemas = definition.rules.compactMap { rule -> ValueSchema? in
      guard saysSchemas, case .schema(let schema) = rule.check, rule.severity == .error,
        rule.condition == nil
      else { return nil }
      return schema
    }
    if schemas.count < definition.rules.count { lose("/validation", "Rules of a list of rows") }
    if definition.maxLength != nil { lose("/maxLength", "The length of a list of rows") }
    return schemas
  }

  /// Rows of which each is true or false: those that can be chosen may be true, all other names false.
  mutating func flags() -> [JSONValue.Member] {
    let schemas = schemasOfRows()
    let choices = reportedChoices()
    let properties = choices.map { choice in
      var property = [JSONValue.Member("type", "boolean")]
      if choice.label != choice.text { property.append(.init("title", .string(choice.label))) }
      if let words = choice.description { property.append(.init("description", .string(words))) }
      return JSONValue.Member(choice.text, .object(property))
    }
    let isOpen = definition.manualEntry != nil || definition.choices.isEmpty
    let takesNull = definition.isRequired != .always
    var members: [JSONValue.Member] = [
      .init("type", takesNull ? ["object", "null"] : "object"),
      .init("properties", .object(properties)),
      .init("additionalProperties", isOpen ? ["type": "boolean"] : ["const": false]),
    ]
    if !takesNull { members.append(aFlag(of: choices)) }
    if 1 < definition.minItems ?? 0 { lose("/minItems", "How many flags are true") }
    if definition.maxItems ?? .max < WholeNumber(choices.count) {
      lose("/maxItems", "How many flags are true")
    }
    for member in schemas.flatMap({ rule(of: $0) }) { add(member, to: &members) }
    return members
  }

  /// That one of some flags is true; where any name may be one, that not all of them are false.
  func aFlag(of choices: [Choice]) -> JSONValue.Member {
    if definition.manualEntry != nil || definition.choices.isEmpty {
      return .init("not", ["additionalProperties": ["const": false]])
    }
    return .init(
      "anyOf", .array(choices.map { .object(JSONSchemaShape.isTrue($0.text)) }))
  }

  mutating func severalRows() -> [JSONValue.Member] {
    let schemas = schemasOfRows()
    var item = [row(reportedChoices(), orNull: false)]
    if definition.manualEntry != nil {
      lose("/manualEntry", "A row for typed text in a list of rows")
      item = [
        .init(
          "anyOf",
          .array([
            .object(item), .object([.init("type", .string(definition.valueKind.rawValue))]),
          ]))
      ]
    }
    var members =
      typed("array") + [
        .init("items", .object(item))
      ]
    if definition.hasUniqueRows { members.append(.init("uniqueItems", .bool(true))) }
    let least = definition.minItems ?? 0
    if emptyValue != .empty {
      members.append(.init("minItems", .integer(max(1, least))))
    } else if 0 < least {
      lose("/minItems", "A list that may be empty, and if it is not has a least length")
    }
    if let limit = definition.maxItems { members.append(.init("maxItems", .integer(limit))) }
    for member in schemas.flatMap({ rule(of: $0) }) { add(member, to: &members) }
    return members
  }
}

extension JSONSchemaExport {
  /// The rows that pass a check.
  func row(_ choices: [Choice], passing check: Rule.Check) -> JSONValue.Member {
    guard let day = CivilDate(year: 2000, month: 1, day: 1) else { return row([], orNull: false) }
    let right = choices.filter { choice in
      var definition = definition
      definition.draft = .text(choice.text)
      let surroundings = RuleCheck.Surroundings(today: day)
      return RuleCheck.failures(of: [Rule(check)], definition, surroundings).isEmpty
    }
    return row(right, orNull: takesNull && !choices.contains { $0.value == .null }).withoutTitles
  }
}

extension JSONValue.Member {
  /// Values without what they are called.
  var withoutTitles: JSONValue.Member {
    guard name == "oneOf", let options = value.array else { return self }
    let values = options.compactMap { $0["const"] }
    return values.count == options.count ? .init("enum", .array(values)) : self
  }
}
