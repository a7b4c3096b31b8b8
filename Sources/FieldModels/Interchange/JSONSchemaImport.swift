/// A document made of a JSON Schema of an object: a field for each of its properties.
///
/// What such a form commits is valid in the schema. Where it is not, or where the schema takes
/// values that nobody can enter, the report of losses says so; nothing is passed over in silence
/// but what only describes the schema itself.
struct JSONSchemaImport {
  var source: JSONSchemaSource
  /// What the field that is being made says.
  var field: [JSONValue.Member] = []
  var rules: [JSONValue] = []

  static func document(of schema: JSONValue) -> Conversion? {
    var conversion = JSONSchemaImport(source: JSONSchemaSource(root: schema))
    return conversion.document()
  }

  private init(source: JSONSchemaSource) { self.source = source }

  mutating func lose(_ path: String, _ message: String) { source.lose(path, message) }

  private mutating func document() -> Conversion? {
    var keywords: [JSONSchemaKeyword] = []
    source.gather(source.root, into: &keywords)
    let properties = Self.properties(keywords)
    guard keywords.contains(where: { $0.name == "properties" }) else { return nil }
    var members: [JSONValue.Member] = []
    for name in ["title", "description"] {
      let text = keywords.lazy.filter { $0.name == name }.compactMap(\.value.string).first
      if let text { members.append(.init(name, .string(text))) }
    }
    let required = Set(
      keywords.filter { $0.name == "required" }.flatMap { $0.value.array ?? [] }
        .compactMap(\.string))
    var fields: [JSONValue] = []
    for (key, places) in properties {
      if let field = field(key, places, isRequired: required.contains(key)) { fields.append(field) }
    }
    let keys = Set(properties.map(\.key))
    for keyword in keywords { lose(keyword, keys) }
    members.append(.init("fields", .array(fields)))
    return Conversion(value: .object(members), losses: source.losses)
  }

  /// The schemas of each property, in the order of the text.
  private static func properties(
    _ keywords: [JSONSchemaKeyword]
  ) -> [(key: String, places: [JSONSchemaPlace])] {
    var properties: [(key: String, places: [JSONSchemaPlace])] = []
    var indices: [String: Int] = [:]
    for keyword in keywords where keyword.name == "properties" {
      for property in JSONSchemaSource.members(of: keyword.value) {
        let place = keyword.place.child(property.value, "properties", property.name)
        if let index = indices[property.name] {
          properties[index].places.append(place)
        } else {
          indices[property.name] = properties.count
          properties.append((property.name, [place]))
        }
      }
    }
    return properties
  }

  /// Reports a keyword of the object that a form does not keep.
  private mutating func lose(_ keyword: JSONSchemaKeyword, _ keys: Set<String>) {
    switch keyword.name {
    case "title", "description", "properties", "then", "else": break
    case "type":
      let names = keyword.value.string.map { [$0] } ?? keyword.value.array?.compactMap(\.string)
      if names?.contains("object") != true { lose(keyword.path, "A form is an object") }
    case "required":
      for case .string(let key) in keyword.value.array ?? [] where !keys.contains(key) {
        lose(keyword.path, "No property \"\(key)\" says what it is, so it has no field")
      }
    case "additionalProperties", "unevaluatedProperties":
      // That nothing else may be there is what a form means anyway.
      let own = Set(
        JSONSchemaSource.members(of: keyword.place.schema["properties"] ?? .null).map(\.name))
      let seesAll = keyword.name == "unevaluatedProperties" && keyword.place.path.isEmpty
      let isPlain = seesAll || own.isSuperset(of: keys)
      if keyword.value == .bool(false), isPlain { break }
      lose(keyword.path, "A form has no `\(keyword.name)`")
    default: lose(keyword.path, "A form has no `\(keyword.name)`")
    }
  }
}

/// Fields.
extension JSONSchemaImport {
  private mutating func field(
    _ key: String, _ places: [JSONSchemaPlace], isRequired: Bool
  ) -> JSONValue? {
    let path = places[0].path
    guard !key.isEmpty else {
      lose(path, "A key can't be empty")
      return nil
    }
    (field, rules) = ([], [])
    var keywords: [JSONSchemaKeyword] = []
    for place in places { source.gather(place, into: &keywords) }
    // Without a type everything is allowed, but null was hardly meant.
    let isTyped = keywords.contains {
      ["type", "enum", "const", "anyOf", "oneOf"].contains($0.name)
    }
    let takesNull = isTyped && takes(.null, places) ?? false
    field.append(.init("key", .string(key)))
    let property = Subject(
      keywords: keywords, places: places, isRequired: isRequired, takesNull: takesNull)
    guard readContent(property) else { return nil }
    let title = text("title", in: keywords) ?? key
    field.insert(.init("label", .string(title)), at: 2)
    if let text = text("description", in: keywords) { add("helper", .string(text)) }
    readExamples(keywords)
    if flag("readOnly", in: keywords) {
      add("readOnly", .bool(true))
      checkReadOnly(property)
    }
    if isSecret(property) { add("secure", .bool(true)) }
    if !rules.isEmpty { add("validation", .object([.init("endEditing", .array(rules))])) }
    return .object(field)
  }

  /// What a field is made for: a property, and what holds for its values.
  struct Subject {
    var keywords: [JSONSchemaKeyword]
    /// The schemas that all of it is said in.
    var places: [JSONSchemaPlace]
    var isRequired: Bool
    var takesNull: Bool

    var path: String { places[0].path }

    func first(_ name: String) -> JSONSchemaKeyword? { keywords.first { $0.name == name } }
  }

  mutating func add(_ name: String, _ value: JSONValue) { field.append(.init(name, value)) }

  mutating func rule(_ name: String, _ value: JSONValue) {
    rules.append(.object([.init(name, value)]))
  }

  /// Whether all of some schemas take a value.
  mutating func takes(_ value: JSONValue, _ places: [JSONSchemaPlace]) -> Bool? {
    var isCertain = true
    for place in places {
      guard let verdict = source.takes(value, place) else {
        isCertain = false
        continue
      }
      if !verdict { return false }
    }
    return isCertain ? true : nil
  }

  func text(_ name: String, in keywords: [JSONSchemaKeyword]) -> String? {
    keywords.lazy.filter { $0.name == name }.compactMap(\.value.string).first
  }

  func flag(_ name: String, in keywords: [JSONSchemaKeyword]) -> Bool {
    keywords.contains { $0.name == name && $0.value == .bool(true) }
  }

  private mutating func readExamples(_ keywords: [JSONSchemaKeyword]) {
    guard let keyword = keywords.first(where: { $0.name == "examples" }) else { return }
    guard let text = keyword.value.array?.first.flatMap(Self.text) else {
      return lose(keyword.path, "A field has no `examples`")
    }
    add("placeholder", .string(text))
  }

  /// A field that can't be edited commits what it holds, unchecked.
  private mutating func checkReadOnly(_ property: Subject) {
    let path = property.path + "/readOnly"
    guard field.contains(where: { $0.name == "text" || $0.name == "date" }) else {
      if property.isRequired, !property.takesNull {
        lose(path, "A field that can't be edited stays empty, though it is required")
      }
      return
    }
    if let value = property.first("default")?.value,
      value.array != nil || takes(value, property.places) != true
    {
      lose(path, "A field that can't be edited keeps a default that the schema may not take")
    }
  }

  /// What an empty field means: null where the schema takes it, else no property at all.
  mutating func readEmpty(_ property: Subject, takesNull: Bool) {
    if takesNull { return }
    if property.isRequired {
      add("required", .bool(true))
    } else {
      add("whenEmpty", .string("omit"))
    }
  }

  static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The draft that a field begins with, unless the field is secure.
  mutating func readDefault(_ property: Subject, as name: String = "text") {
    guard let keyword = property.first("default") else { return }
    if keyword.value == .null || keyword.value == .string("") { return }
    guard !isSecret(property), let text = Self.text(keyword.value) else {
      return lose(keyword.path, "A field has no `default`")
    }
    add(name, .string(text))
  }

  /// Lets a person take back the draft that the field begins with, where it may be empty.
  mutating func readClearable(_ property: Subject) {
    let isFilled = field.contains { $0.name == "text" || $0.name == "date" }
    if isFilled, !field.contains(.init("required", .bool(true))) { add("clearable", .bool(true)) }
  }
}
