import FieldModels

/// Pickers: properties whose values can be counted.
extension JSONSchemaImport {
  /// A value that may be chosen.
  struct Row {
    var value: JSONValue
    var label: String?
    var description: String?

    var json: JSONValue {
      let label = label.flatMap { .string($0) == value ? nil : $0 }
      guard label != nil || description != nil else { return value }
      var members = [JSONValue.Member("value", value)]
      if let label { members.append(.init("label", .string(label))) }
      if let description { members.append(.init("description", .string(description))) }
      return .object(members)
    }
  }

  /// The values that some keywords leave; nil where they can't be counted.
  ///
  /// One of the keywords lists values; those that another does not take are none. `whole` is what
  /// decides about null, which the keywords are silent about.
  mutating func rows(_ keywords: [JSONSchemaKeyword], _ whole: [JSONSchemaPlace]) -> [Row]? {
    var candidates: [Row]?
    var listing: Int?
    for (index, keyword) in keywords.enumerated() where candidates == nil {
      candidates = listed(by: keyword)
      listing = index
    }
    if candidates == nil {
      candidates = booleans(keywords)
      listing = nil
    }
    guard let candidates else { return nil }
    let others = keywords.enumerated().filter { $0.offset != listing }.map { $0.element }
    var rows: [Row] = []
    var doubts: [String] = []
    for row in candidates {
      if row.value == .null {
        if takes(.null, whole) ?? true { rows.append(row) }
        continue
      }
      var isRight = true
      for keyword in others where isRight {
        guard source.mayGo() else {
          lose(keyword.path, JSONSchemaSource.tooMuch, as: .unsupportedField)
          return rows
        }
        let verdict = source.takes(row.value, keyword)
        if verdict == nil, !doubts.contains(keyword.path) { doubts.append(keyword.path) }
        isRight = verdict ?? true
      }
      if isRight { rows.append(row) }
    }
    for path in doubts { lose(path, "Which of the values it takes can't be told") }
    return rows
  }

  /// The same, with null where it is taken beside them.
  private mutating func rowsWithNull(
    _ keywords: [JSONSchemaKeyword], _ whole: [JSONSchemaPlace]
  ) -> [Row]? {
    guard let rows = rows(keywords, whole) else { return nil }
    let hasNull = rows.contains { $0.value == .null } || takes(.null, whole) != true
    return hasNull ? rows : rows + [Row(value: .null)]
  }

  /// The values that a keyword lists.
  private mutating func listed(by keyword: JSONSchemaKeyword) -> [Row]? {
    switch keyword.name {
    case "const": return scalars([keyword.value], keyword)
    case "enum": return keyword.value.array.map { scalars($0, keyword) }
    case "anyOf", "oneOf": return alternatives(keyword)
    default: return nil
    }
  }

  private mutating func scalars(_ values: [JSONValue], _ keyword: JSONSchemaKeyword) -> [Row] {
    // Many name the values beside them.
    let (names, descriptions) = rowWords(beside: keyword)
    var known = Set<JSONScalar>()
    var rows: [Row] = []
    for (index, value) in values.enumerated() {
      guard let scalar = JSONScalar(value) else {
        lose(
          keyword.path,
          "Values that are neither text, number, true, false nor null; any other value is taken")
        hasStrangeValues = true
        continue
      }
      if known.insert(scalar).inserted {
        func word(_ words: [JSONValue]) -> String? {
          words.indices.contains(index) ? words[index].string : nil
        }
        rows.append(Row(value: value, label: word(names), description: word(descriptions)))
      }
    }
    return rows
  }

  /// The values of alternatives that all list theirs.
  private mutating func alternatives(_ keyword: JSONSchemaKeyword) -> [Row]? {
    guard case .array = keyword.value else { return nil }
    let losses = source.losses
    var rows: [Row] = []
    var counts: [JSONScalar: Int] = [:]
    for branch in keyword.branches {
      var parts: [JSONSchemaKeyword] = []
      source.gather(branch, into: &parts)
      guard source.mayGo(), var values = rowsWithNull(parts, [branch]) else {
        source.restore(losses)
        return nil
      }
      if values.count == 1 {
        values[0].label = values[0].label ?? text("title", in: parts)
        values[0].description = values[0].description ?? text("description", in: parts)
      }
      for row in values {
        guard let scalar = JSONScalar(row.value) else { continue }
        counts[scalar, default: 0] += 1
        if counts[scalar] == 1 { rows.append(row) }
      }
    }
    if keyword.name == "anyOf" { return rows }
    // What two of them take, `oneOf` does not.
    return rows.filter { row in JSONScalar(row.value).map { counts[$0] == 1 } ?? false }
  }

  /// What true and false are called where the schema does not say.
  static let yesAndNo = [
    Row(value: .bool(true), label: "Yes"), Row(value: .bool(false), label: "No"),
  ]

  /// True, false and null, where nothing else is of the right type.
  private func booleans(_ keywords: [JSONSchemaKeyword]) -> [Row]? {
    let types = keywords.filter { $0.name == "type" }.map { $0.typeNames }
    guard types.contains(where: { Set($0).isSubset(of: ["boolean", "null"]) }) else { return nil }
    guard types.allSatisfy({ $0.contains("boolean") }) else { return [Row(value: .null)] }
    return Self.yesAndNo
  }
}

extension JSONSchemaImport {
  mutating func readRows(_ rows: [Row], _ property: Subject) -> Bool {
    var rows = rows
    var takesNull = property.takesNull
    if let null = rows.firstIndex(where: { $0.value == .null }) {
      // Null is what an empty field commits; it needs a row where it has a name, where nothing
      // else is right, and where something must be chosen.
      if rows.count > 1, rows[null].label == nil, !property.isRequired {
        rows.remove(at: null)
      } else {
        takesNull = false
      }
    }
    guard !rows.isEmpty else {
      lose(property.path, "No value is right, so it has no field", as: .unsupportedField)
      return false
    }
    add("kind", .string("picker"))
    if hasStrangeValues { takeOthers() }
    addValueKind(of: rows, property.keywords)
    let listing: Set = ["enum", "const", "anyOf", "oneOf"]
    if !property.keywords.contains(where: { listing.contains($0.name) }) {
      lose(property.path, "True and false are called Yes and No", as: .madeUp)
    }
    add("data", .array(rows.map { $0.json }))
    readEmpty(property, takesNull: takesNull)
    readChosen(rows, property)
    readClearable(property)
    for keyword in property.keywords { loseUnknown(keyword) }
    return true
  }

  /// How the rows' values are read, which says something to those who draw the field; what is
  /// committed they say themselves.
  private mutating func addValueKind(of rows: [Row], _ keywords: [JSONSchemaKeyword]) {
    let values = rows.map { $0.value }.filter { $0 != .null }
    guard !values.isEmpty else { return }
    if values.allSatisfy({ $0.bool != nil }) { return add("value", .string("boolean")) }
    let numbers = values.compactMap { value -> Decimal? in
      guard case .number(let text) = value else { return nil }
      return Decimal(text)
    }
    guard numbers.count == values.count else { return }
    let isNumber = keywords.contains { $0.name == "type" && $0.value == .string("number") }
    let isInteger = !isNumber && numbers.allSatisfy { $0.isInteger }
    add("value", .string(isInteger ? "integer" : "number"))
  }

  /// The rows that are chosen to begin with: the default, or the only one that is right.
  private mutating func readChosen(_ rows: [Row], _ property: Subject) {
    guard let keyword = property.first("default") else {
      if property.isRequired, rows.count == 1, property.first("const") != nil,
        !isSecret(property)
      {
        add("text", .string(Choice(rows[0].value).text))
      }
      return
    }
    let draft = JSONScalar(keyword.value).flatMap { drafts(rows)[$0] }
    if draft == nil, keyword.value == .null { return }
    guard !isSecret(property), let draft else {
      return loseDefault(keyword, property)
    }
    add("text", .string(draft))
  }

  /// What the draft says of each row, by its value.
  func drafts(_ rows: [Row]) -> [JSONScalar: String] {
    var choices = rows.map { Choice($0.value) }
    choices.tellApart()
    var drafts: [JSONScalar: String] = [:]
    for choice in choices {
      if let scalar = JSONScalar(choice.value) { drafts[scalar] = choice.text }
    }
    return drafts
  }

  /// Reports what no schema has; everything else the rows were chosen by.
  private mutating func loseUnknown(_ keyword: JSONSchemaKeyword) {
    guard !JSONSchemaSource.understood.contains(keyword.name) else { return }
    if keyword.name == "enumNames" { return }
    if keyword.name == "deprecated", keyword.value == .bool(false) { return }
    lose(keyword, of: Self.field)
  }

  /// A picker with a row for typed text: some values, or any of a type.
  mutating func readManualEntry(_ property: Subject, _ index: Int) -> Bool {
    let keyword = property.keywords[index]
    let branches = keyword.branches.filter { !JSONSchemaSource.takesNullAlone($0.schema) }
    guard keyword.name == "anyOf", branches.count == 2,
      let open = branches.firstIndex(where: { openType($0) != nil }),
      let manual = openType(branches[open])
    else { return false }
    let losses = source.losses
    let listing = branches[1 - open]
    var parts: [JSONSchemaKeyword] = []
    source.gather(listing, into: &parts)
    var rest = property
    rest.keywords.remove(at: index)
    guard let all = rows(parts + rest.keywords, [listing]) else {
      source.restore(losses)
      return false
    }
    let rows = all.filter { $0.value != .null }
    // Every draft is read as typed text is, and what is asked of that is asked of all.
    let isOfText = manual.type == "string"
    let isLimited = Self.limits(manual.type, in: rest.keywords)
    let isPlain =
      Self.allows(manual.type, rest.keywords)
      && rows.allSatisfy { row in
        let isText = row.value.string != nil
        return isOfText ? isText || !isLimited : !isText && (Self.isNumber(row.value) || !isLimited)
      }
    guard isPlain else {
      source.restore(losses)
      return false
    }
    add("kind", .string("picker"))
    if manual.type != "string" { add("value", .string(manual.type)) }
    add("data", .array(rows.map { $0.json }))
    add("manualEntry", manual.title.map { .string($0) } ?? .bool(true))
    if manual.type == "string",
      rows.contains(where: { Choice($0.value).text != $0.value.string })
    {
      lose(keyword.path, "A text that reads like the value of a row can't be typed, and is taken")
      takeOthers()
    }
    if hasStrangeValues { takeOthers() }
    readOpen(rest, as: manual, rows: rows)
    return true
  }

  /// Whether what stands beside it leaves a type that values may have.
  private static func allows(_ type: String, _ keywords: [JSONSchemaKeyword]) -> Bool {
    keywords.allSatisfy { keyword in
      keyword.name != "type" || keyword.typeNames.contains(type)
    }
  }

  private static func isNumber(_ value: JSONValue) -> Bool {
    if case .number = value { true } else { false }
  }

  /// A type of which a schema takes everything.
  struct OpenType {
    var type: String
    var title: String?
    /// How far its whole numbers go, where the schema says so.
    var precision: NumberPrecision?
  }

  /// The type of a schema that takes everything of it.
  private func openType(_ place: JSONSchemaPlace) -> OpenType? {
    let members = JSONSchemaSource.members(of: place.schema)
    let precision = NumberPrecision.allCases.first { precision in
      precision.limits != nil
        && JSONSchemaExport.limits(of: precision).allSatisfy { place.schema[$0.name] == $0.value }
    }
    let limits = precision.map { Set(JSONSchemaExport.limits(of: $0).map { $0.name }) } ?? []
    let asksNothing = members.allSatisfy { member in
      switch member.name {
      case "type", "title": true
      case let name where limits.contains(name): true
      // The empty text is no answer in any case.
      case "minLength": member.value.wholeNumber.map { $0 <= 1 } ?? false
      default: false
      }
    }
    guard asksNothing, let written = place.schema["type"] else { return nil }
    let types = written.string.map { [$0] } ?? (written.array ?? []).compactMap { $0.string }
    let others = types.filter { $0 != "null" }
    guard others.count == 1, ["string", "number", "integer"].contains(others[0]),
      precision == nil || others[0] == "integer"
    else { return nil }
    return OpenType(
      type: others[0], title: place.schema["title"]?.string, precision: precision)
  }

  /// How many lists of alternatives may stand beside one another on a property.
  private static let deepestAlternatives = 3

  /// Takes the first of several schemas that there is a field for.
  ///
  /// What only that one asks is asked where no other takes values of its type.
  mutating func readFirst(_ property: Subject, _ index: Int) -> Bool {
    let keyword = property.keywords[index]
    // Each of them may be read twice, and what stands beside it every time.
    guard alternativesDepth < Self.deepestAlternatives else {
      var rest = property
      rest.keywords.removeAll { $0.name == "anyOf" || $0.name == "oneOf" }
      for keyword in property.keywords where keyword.name == "anyOf" || keyword.name == "oneOf" {
        lose(keyword.path, "More alternatives beside one another than are looked at")
      }
      takeOthers()
      return readContent(rest)
    }
    alternativesDepth += 1
    defer { alternativesDepth -= 1 }
    let losses = source.losses
    let saved = (field, rules, takesOthers)
    for branch in keyword.branches where !JSONSchemaSource.takesNullAlone(branch.schema) {
      var more = property
      more.keywords.remove(at: index)
      source.gather(branch, into: &more.keywords)
      if readContent(more) {
        if isRivalled(branch, in: keyword) {
          source.restore(losses)
          (field, rules, takesOthers) = saved
          more.keywords = property.keywords
          more.keywords.remove(at: index)
          var parts: [JSONSchemaKeyword] = []
          source.gather(branch, into: &parts)
          more.keywords += parts.filter { $0.name == "type" }.map { keyword in
            // Another may take what is no whole number.
            let names = keyword.typeNames.map { JSONValue.string($0 == "integer" ? "number" : $0) }
            return JSONSchemaKeyword(name: "type", value: .array(names), place: keyword.place)
          }
          guard readContent(more) else { break }
          if field["kind"] == "picker", field["value"] == nil {
            // Rows of null alone would forbid all texts.
            (field, rules, takesOthers) = saved
            add("kind", "entry")
            readEmpty(property, takesNull: property.takesNull)
          }
        }
        lose(
          keyword.path,
          "One of several schemas; what the first takes can be entered, and any other value is taken"
        )
        takeOthers()
        return true
      }
      source.restore(losses)
      (field, rules, takesOthers) = saved
      guard source.mayGo() else { break }
    }
    lose(keyword.path, "A form has no field for this", as: .unsupportedField)
    return false
  }

  /// Whether one of the other alternatives may take a value of a type that this one takes.
  private mutating func isRivalled(_ branch: JSONSchemaPlace, in keyword: JSONSchemaKeyword) -> Bool
  {
    var own = types(of: branch)
    // The drafts of a row for null are texts, and no text is right but that of the row.
    if own == ["null"] { own?.insert("string") }
    return keyword.branches.contains { other in
      guard other.path != branch.path else { return false }
      let types = types(of: other)
      return own == nil || types == nil || !(own ?? []).isDisjoint(with: types ?? [])
    }
  }

  /// The types of the values that a schema takes, whole numbers being numbers; nil where it does not
  /// say.
  private mutating func types(of place: JSONSchemaPlace) -> Set<String>? {
    var keywords: [JSONSchemaKeyword] = []
    let losses = source.losses
    source.gather(place, into: &keywords)
    source.restore(losses)
    let named = keywords.filter { $0.name == "type" }.map { Set($0.typeNames) }
    guard var types = named.first else { return nil }
    if types.remove("integer") != nil { types.insert("number") }
    return types
  }

  mutating func readArray(_ property: Subject) -> Bool {
    let lists = property.keywords.filter { $0.name == "items" }
    let places = lists.map { $0.place.child($0.value, "items") }
    var keywords: [JSONSchemaKeyword] = []
    for place in places { source.gather(place, into: &keywords) }
    guard !places.isEmpty, let rows = rowsWithNull(keywords, places), !rows.isEmpty else {
      return false
    }
    let least = limit("minItems", of: property, by: max) ?? 0
    let most = limit("maxItems", of: property, by: min)
    guard most != 0 else { return false }
    add("kind", .string("picker"))
    addValueKind(of: rows, keywords)
    add("multiple", .bool(true))
    add("data", .array(rows.map { $0.json }))
    if let most { add("maxItems", .integer(most)) }
    let isUnique = property.keywords.contains { $0.name == "uniqueItems" && $0.value == true }
    // Who answers an elicitation chooses rows, each of them once.
    if !isUnique, most != 1, takesAny { add("uniqueItems", .bool(false)) }
    if 0 < least {
      // One at least is what it means that something is chosen.
      if 1 < least { add("minItems", .integer(least)) }
      if property.takesNull { add("whenEmpty", .string("null")) }
      readEmpty(property, takesNull: property.takesNull)
    } else if property.takesNull {
      lose(
        property.path,
        "Where nothing is chosen it is the empty list, never null; any other value is taken",
        as: .reinterpreted)
      takeOthers()
    }
    if hasStrangeValues { takeOthers() }
    for keyword in keywords {
      // What is said of the rows of a list has no field to be handed on with.
      let what = Self.describes(keyword.name, of: Self.field) ? "A row" : Self.field
      if what == Self.field { loseUnknown(keyword) } else { lose(keyword, of: what) }
    }
    readChosenRows(rows, property)
    return true
  }

  private mutating func readChosenRows(_ rows: [Row], _ property: Subject) {
    guard let keyword = property.first("default"), keyword.value != .null else { return }
    let drafts = drafts(rows)
    let chosen =
      keyword.value.array?.map { value in JSONScalar(value).flatMap { drafts[$0] } } ?? [nil]
    guard !isSecret(property), !chosen.contains(nil) else {
      return loseDefault(keyword, property)
    }
    let texts = chosen.compactMap { $0.map { JSONValue.string($0) } }
    if !texts.isEmpty { add("text", .array(texts)) }
    readClearable(property)
  }
}

extension JSONSchemaSource {
  /// The keywords that decide about a text, a number, true, false or null, or describe it.
  static let understood: Set<String> = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "minLength", "maxLength", "pattern", "format", "anyOf", "oneOf", "not", "if",
    "then", "else", "items", "minItems", "maxItems", "uniqueItems", "prefixItems",
    "additionalItems", "contains", "minContains", "maxContains", "unevaluatedItems", "properties",
    "patternProperties", "additionalProperties", "propertyNames", "minProperties",
    "maxProperties", "required", "dependentRequired", "dependentSchemas", "dependencies",
    "unevaluatedProperties", "$dynamicRef", "$recursiveRef", "title", "description", "default",
    "examples", "readOnly", "writeOnly",
  ]

  /// Others that drafts of JSON Schema and OpenAPI have.
  private static let foreseen: Set<String> = [
    "deprecated", "contentEncoding", "contentMediaType", "contentSchema", "allOf", "$ref", "id",
    "extends", "disallow", "divisibleBy", "nullable", "discriminator", "xml", "externalDocs",
    "example", "enumNames",
  ]

  /// Whether a keyword is one that a schema may have.
  static func isKnown(_ name: String) -> Bool {
    understood.contains(name) || foreseen.contains(name) || silent.contains(name)
  }
}
