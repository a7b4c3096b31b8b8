import FieldModels

/// What kind of field a property becomes, and what its keywords ask of a draft.
extension JSONSchemaImport {
  /// A text that may be longer than this, and in any form, is given an area.
  static let longestLine = 200
  /// What is told of a format that becomes a rule.
  static let checksFormat = "A format, which schemas only note, is checked"
  /// OpenAPI's format of secret texts.
  private static let secretFormat = "password"

  /// Whether what is entered is secret.
  func isSecret(_ property: Subject) -> Bool {
    flag("writeOnly", in: property.keywords)
      || property.keywords.contains {
        $0.name == "format" && $0.value == .string(Self.secretFormat)
      }
  }

  /// Reads what kind of field it is; false, and reported, where there is none for it.
  mutating func readContent(_ property: Subject) -> Bool {
    guard source.mayGo(max(1, property.keywords.count)) else {
      lose(property.path, JSONSchemaSource.tooMuch, as: .unsupportedField)
      return false
    }
    hasStrangeValues = false
    if let rows = rows(property.keywords, property.places) {
      return readRows(rows, property)
    }
    if let index = property.keywords.firstIndex(where: { $0.name == "anyOf" || $0.name == "oneOf" })
    {
      return readManualEntry(property, index) || readFirst(property, index)
    }
    if takesAny, Self.asksNothing(property) {
      add("kind", "any")
      readAny(property)
      return true
    }
    guard let type = type(of: property) else { return false }
    switch type {
    case "string": readText(property)
    case "number", "integer": readNumber(property, type)
    default: guard readArray(property) else { return loseType(type, property) }
    }
    for keyword in property.keywords { loseRest(keyword, type) }
    return true
  }

  /// Has a field take any value, where a schema has values of no other kind of field.
  ///
  /// - Parameters:
  ///   - property: what the field is made for
  ///   - losses: what was told before that was found out
  /// - Returns: false, and reported, where no value is right, or nobody has looked
  mutating func readAnything(
    _ property: Subject, knowing losses: [ConversionReport.Entry]
  ) -> Bool {
    let isImpossible = property.places.contains { $0.schema == false }
    guard takesAny, !isImpossible, source.mayGo() else { return false }
    source.restore(losses)
    lose(
      property.path, "A form has no kind of field for this; any value is taken", as: .reinterpreted)
    (field, rules) = (field.filter { $0.name == "key" }, [])
    add("kind", "any")
    readAny(property)
    return true
  }

  /// Whether a schema takes any value, or any in which something is.
  private static func asksNothing(_ property: Subject) -> Bool {
    property.keywords.allSatisfy { keyword in
      switch keyword.name {
      case "title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated",
        "externalDocs", "example", "xml", "$comment":
        true
      case "not": .init("not", keyword.value) == JSONSchemaExport.something
      default: !JSONSchemaSource.isKnown(keyword.name)
      }
    }
  }

  /// What a field of any value asks, and the draft that it begins with.
  private mutating func readAny(_ property: Subject) {
    readEmpty(property, takesNull: false)
    let nothing: [JSONValue] = [.null, "", [], [:]]
    if property.isRequired, nothing.contains(where: { takes($0, property.places) != false }) {
      takeOthers()
    }
    // A reference that is left over leads nowhere or in a circle, which is told already.
    for keyword in property.keywords
    where keyword.name != "$ref" && !JSONSchemaSource.understood.contains(keyword.name) {
      lose(keyword, of: Self.field)
    }
    guard let keyword = property.first("default"), keyword.value != .null else { return }
    if isSecret(property) { return loseDefault(keyword, property) }
    add("text", .string(keyword.value.json))
  }

  /// Has a record keep what can't be entered.
  mutating func takeOthers() { takesOthers = true }

  private mutating func loseType(_ type: String?, _ property: Subject) -> Bool {
    lose(
      property.path, "A form has no field for " + (type.map { "the type \"\($0)\"" } ?? "this"),
      as: .unsupportedField)
    return false
  }

  /// The one type that the field takes; nil where there is no field for any.
  private mutating func type(of property: Subject) -> String? {
    var types: [String]?
    for keyword in property.keywords where keyword.name == "type" {
      var names = keyword.typeNames
      if names.contains("number") { names.removeAll { $0 == "integer" } }
      guard let known = types else {
        types = names
        continue
      }
      types = Self.common(known, names)
    }
    guard let types else {
      return property.first("$ref") == nil ? impliedType(of: property) : nil
    }
    let others = types.filter { $0 != "null" }
    let type = others.first { ["string", "number", "integer"].contains($0) } ?? others.first
    guard let type, ["string", "number", "integer", "array"].contains(type) else {
      _ = loseType(others.first ?? types.first, property)
      return nil
    }
    if others.count > 1 {
      lose(
        property.path + "/type",
        "Values of several types; a \(type) can be entered, and any other value is taken")
      takeOthers()
    }
    return type
  }

  /// The types that two keywords have in common; a whole number is a number.
  private static func common(_ first: [String], _ second: [String]) -> [String] {
    first.compactMap { name in
      if second.contains(name) { return name }
      if name == "integer", second.contains("number") { return name }
      return name == "number" && second.contains("integer") ? "integer" : nil
    }
  }

  private static let textKeywords: Set<String> = ["minLength", "maxLength", "pattern", "format"]
  private static let numberKeywords: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
  ]
  private static let listKeywords: Set<String> = [
    "items", "minItems", "maxItems", "uniqueItems", "prefixItems", "additionalItems", "contains",
    "minContains", "maxContains", "unevaluatedItems",
  ]
  private static let objectKeywords: Set<String> = [
    "properties", "patternProperties", "additionalProperties", "propertyNames", "minProperties",
    "maxProperties", "required", "dependentRequired", "dependentSchemas", "dependencies",
    "unevaluatedProperties",
  ]

  /// The type about whose values a schema without a type says something.
  private mutating func impliedType(of property: Subject) -> String? {
    let names = Set(property.keywords.map { $0.name })
    let type: String
    if !names.isDisjoint(with: Self.textKeywords) {
      type = "string"
    } else if !names.isDisjoint(with: Self.numberKeywords) {
      type = "number"
    } else if !names.isDisjoint(with: Self.listKeywords.union(Self.objectKeywords)) {
      _ = loseType(nil, property)
      return nil
    } else {
      type = "string"
    }
    lose(
      property.path, "Values of any type; a \(type) can be entered, and any other value is taken")
    takeOthers()
    return type
  }

  /// Reports a keyword that asks something of the field's values and that the field does not keep.
  private mutating func loseRest(_ keyword: JSONSchemaKeyword, _ type: String) {
    switch keyword.name {
    case "type", "title", "description", "default", "examples", "readOnly", "writeOnly", "then",
      "else", "$ref":
      return
    // A condition in name only.
    case "minContains", "maxContains": return
    case "deprecated" where keyword.value == .bool(false): return
    case let name where Self.textKeywords.contains(name): return
    case let name where Self.numberKeywords.contains(name): return
    case let name where Self.objectKeywords.contains(name): return
    case "items", "minItems", "maxItems", "uniqueItems": return
    case let name where Self.listKeywords.contains(name) && type != "array": return
    default: lose(keyword, of: Self.field)
    }
  }
}

/// Texts and numbers.
extension JSONSchemaImport {
  mutating func readNumber(_ property: Subject, _ type: String) {
    add("kind", .string("entry"))
    add("value", .string(type))
    let precision = type == "integer" ? readPrecision(property) : nil
    add("keyboard", .string(JSONSchemaExport.keyboard(forType: type)))
    readEmpty(property, takesNull: property.takesNull)
    readNumberRules(property, precision)
    readDefault(property)
  }

  /// How far whole numbers go: a schema's have no end but the limits that it sets itself.
  private mutating func readPrecision(_ property: Subject) -> NumberPrecision {
    let format = property.keywords.first {
      $0.name == "format" && $0.value == .string(JSONSchemaExport.wordFormat)
    }
    if let format {
      lose(format.path, Self.checksFormat, as: .enforced)
      add("precision", .string(NumberPrecision.int64.rawValue))
      return .int64
    }
    let limits = property.keywords.compactMap { keyword -> (name: String, limit: Decimal)? in
      guard Self.numberKeywords.contains(keyword.name), !keyword.isMark,
        case .number(let text) = keyword.value, let limit = Decimal(text)
      else { return nil }
      return (keyword.limitName.lowercased(), limit)
    }
    let least = limits.filter { $0.name.hasSuffix("minimum") }.map { $0.limit }.max()
    let most = limits.filter { $0.name.hasSuffix("maximum") }.map { $0.limit }.min()
    if let least, let most, let known = NumberPrecision.double.limits, known.contains(least),
      known.contains(most)
    {
      return .double
    }
    add("precision", .string(NumberPrecision.unlimited.rawValue))
    return .unlimited
  }

  /// Reads what is asked of numbers, but for the limits that those of a precision have anyway.
  private mutating func readNumberRules(_ property: Subject, _ precision: NumberPrecision?) {
    for keyword in property.keywords
    where Self.numberKeywords.contains(keyword.name) && !keyword.isMark {
      let isStep = keyword.name == "multipleOf"
      guard case .number(let text) = keyword.value, let number = Decimal(text),
        !isStep || Decimal(0) < number
      else {
        lose(keyword.path, "Not a number that can be compared with", as: .wrongValue)
        continue
      }
      let name = isStep ? "step" : keyword.limitName
      if let limits = precision?.limits,
        name == "minimum" && number == limits.lowerBound
          || name == "maximum" && number == limits.upperBound
      {
        continue
      }
      rule(name, keyword.value)
    }
  }

  mutating func readText(_ property: Subject) {
    let formats = property.keywords.filter { $0.name == "format" && $0.value.string != nil }
    let limit = limit("maxLength", of: property, by: min)
    if formats.contains(where: { $0.value == .string("date") }) {
      add("kind", .string("date"))
      readEmpty(property, takesNull: property.takesNull)
      readTextRules(property, atMost: limit)
      readDefault(property, as: "date")
      return readClearable(property)
    }
    let isLong = formats.isEmpty && Self.longestLine < limit ?? 0
    add("kind", .string(isLong ? "area" : "entry"))
    readTextRules(property, atMost: limit)
    if limit == 0, property.isRequired, !property.takesNull,
      takes(.string(""), property.places) == true
    {
      // Nothing but the empty text is right.
      add("whenEmpty", .string("empty"))
    } else {
      readEmpty(property, takesNull: property.takesNull)
    }
    readDefault(property)
  }

  /// The limit that a keyword sets where it is there more than once.
  mutating func limit(
    _ name: String, of property: Subject, by join: (WholeNumber, WholeNumber) -> WholeNumber
  ) -> WholeNumber? {
    var limit: WholeNumber?
    for keyword in property.keywords where keyword.name == name {
      guard let number = keyword.value.wholeNumber else {
        lose(keyword.path, "Not a length that can be counted up to", as: .wrongValue)
        continue
      }
      limit = limit.map { join($0, number) } ?? number
    }
    return limit
  }

  private mutating func readTextRules(_ property: Subject, atMost limit: WholeNumber?) {
    let least = self.limit("minLength", of: property, by: max)
    if let limit, 0 < limit { add("maxLength", .integer(limit)) }
    if limit != nil || 1 < least ?? 0 { add("lengthUnit", .string("scalar")) }
    if limit == 0 { rule("maxLength", .integer(0)) }
    // The empty text is no answer in any case.
    if let least, 1 < least { rule("minLength", .integer(least)) }
    for keyword in property.keywords {
      switch keyword.name {
      case "format": readFormat(keyword, of: property)
      case "pattern": readPattern(keyword)
      default: break
      }
    }
  }

  /// What a picker asks of typed text, and the draft that it begins with.
  mutating func readOpen(_ property: Subject, as open: OpenType, rows: [Row]) {
    let type = open.type
    readEmpty(property, takesNull: property.takesNull)
    if type == "string" {
      readTextRules(property, atMost: limit("maxLength", of: property, by: min))
    } else {
      let isWhole = type == "integer"
      if isWhole, let precision = open.precision, precision != .double {
        add("precision", .string(precision.rawValue))
      }
      readNumberRules(
        property, isWhole && open.precision == nil ? readPrecision(property) : nil)
    }
    if let value = property.first("default")?.value,
      let draft = JSONScalar(value).flatMap({ drafts(rows)[$0] }), !isSecret(property)
    {
      add("text", .string(draft))
    } else {
      readDefault(property)
    }
    readClearable(property)
    for keyword in property.keywords { loseRest(keyword, type) }
  }

  /// Whether some keywords ask something of values of a type.
  static func limits(_ type: String, in keywords: [JSONSchemaKeyword]) -> Bool {
    keywords.contains { (type == "string" ? textKeywords : numberKeywords).contains($0.name) }
  }

  private mutating func readPattern(_ keyword: JSONSchemaKeyword) {
    guard let source = keyword.value.string else {
      return lose(keyword.path, "A pattern is a text", as: .wrongValue)
    }
    guard (try? Pattern(source)) != nil else {
      return lose(keyword.path, "A pattern that can't be matched in linear time", as: .pattern)
    }
    rule("pattern", .string(source))
  }

  private mutating func readFormat(_ keyword: JSONSchemaKeyword, of property: Subject) {
    let name = keyword.value.string ?? ""
    // It asks nothing of a text, but something of those who show it.
    if name == Self.secretFormat { return }
    guard let format = Format.ofSchemas(named: name) else {
      // Where a pattern says what it is, or where nobody but the tool that draws the field knows the name, it
      // only describes.
      let patterns = property.keywords.filter { $0.name == "pattern" }
      let isSaid = patterns.contains { $0.value.string.map { (try? Pattern($0)) != nil } ?? false }
      guard isSaid || !JSONSchemaSource.otherFormats.contains(name) else {
        return lose(keyword.path, "There is no format \"\(name)\" here")
      }
      wordPlaces.insert(keyword.path)
      return
    }
    if isOverruled(name, in: property) {
      return lose(
        keyword.path,
        "A format, which schemas only note; the pattern beside it has another spelling",
        as: .reinterpreted, effect: .nothing)
    }
    lose(keyword.path, Self.checksFormat, as: .enforced)
    let isDate = field.contains(.init("kind", .string("date")))
    if isDate, format == .date { return }
    rule("format", .string(format.rawValue))
    if !isDate, let keyboard = JSONSchemaExport.keyboard(forFormat: name),
      !field.contains(where: { $0.name == "keyboard" })
    {
      add("keyboard", .string(keyboard))
    }
  }
}
