/// A document made of a JSON Schema of an object: a field for each of its properties.
///
/// Every keyword that a field cannot keep is reported; nothing is passed over in silence but what
/// only describes the schema itself.
struct JSONSchemaImport {
  private var losses: [Conversion.Loss] = []
  private let root: JSONValue
  /// What the field that is being made says, and what the schema's object for it has been asked.
  private var field: [JSONValue.Member] = []
  private var rules: [JSONValue] = []
  private var taken: Set<String> = []

  /// References are followed so far, since they may lead in a circle.
  private static let referenceLimit = 32
  /// A text that may be longer than this is given an area.
  private static let longestLine = 200
  /// Keywords that ask nothing of a value.
  private static let silent: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "definitions", "$anchor",
  ]

  static func document(of schema: JSONValue) -> Conversion? {
    var conversion = JSONSchemaImport(root: schema)
    return conversion.document()
  }

  private init(root: JSONValue) { self.root = root }

  private mutating func document() -> Conversion? {
    guard case .object(let properties) = root["properties"] else { return nil }
    var members: [JSONValue.Member] = []
    for name in ["title", "description"] {
      if let text = root[name]?.string { members.append(.init(name, .string(text))) }
    }
    let required = Set((root["required"]?.array ?? []).compactMap(\.string))
    var fields: [JSONValue] = []
    for property in properties {
      let path = "/properties" + Conversion.step(property.name)
      let isRequired = required.contains(property.name)
      if let field = field(property.name, property.value, isRequired: isRequired, path) {
        fields.append(field)
      }
    }
    let read: Set = ["title", "description", "type", "properties", "required"]
    if case .object(let keywords) = root {
      for keyword in keywords where !read.union(Self.silent).contains(keyword.name) {
        // That nothing else may be there is what a form means anyway.
        if keyword.name == "additionalProperties", keyword.value == .bool(false) { continue }
        lose(Conversion.step(keyword.name), "A form has no `\(keyword.name)`")
      }
    }
    members.append(.init("fields", .array(fields)))
    return Conversion(value: .object(members), losses: losses)
  }

  private mutating func lose(_ path: String, _ message: String) {
    losses.append(.init(path: path, message: message))
  }

  /// The schema that a schema refers to; nil for one that is not here.
  private func resolved(_ schema: JSONValue) -> JSONValue? {
    var schema = schema
    for _ in 0..<Self.referenceLimit {
      guard case .object(let members) = schema, let reference = schema["$ref"]?.string else {
        return schema
      }
      guard reference.hasPrefix("#/") else { return nil }
      var target = root
      for step in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
        let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
        guard let next = target[String(name)] else { return nil }
        target = next
      }
      guard case .object(let referred) = target else { return nil }
      // What stands beside a reference holds too.
      schema = .object(referred + members.filter { $0.name != "$ref" })
    }
    return nil
  }
}

extension JSONSchemaImport {
  private mutating func field(
    _ key: String, _ schema: JSONValue, isRequired: Bool, _ path: String
  ) -> JSONValue? {
    guard let schema = resolved(schema), case .object(let keywords) = schema else {
      lose(path, "A property whose schema is not here")
      return nil
    }
    (field, rules, taken) = ([], [], Self.silent)
    let (writtenType, takesNull) = type(of: schema)
    let schemaType = writtenType ?? impliedType(of: schema, path)
    field.append(.init("key", .string(key)))
    guard readContent(schema, schemaType, path) else {
      lose(path, "A form has no field for \(schemaType.map { "the type \"\($0)\"" } ?? "this")")
      return nil
    }
    field.insert(.init("label", .string(take(schema, "title")?.string ?? key)), at: 2)
    if let text = take(schema, "description")?.string { add("helper", .string(text)) }
    if let text = take(schema, "examples")?.array?.first?.string {
      add("placeholder", .string(text))
    }
    // Null is what an empty field commits, so a property that may be null may be left empty.
    if isRequired, !takesNull { add("required", .bool(true)) }
    if take(schema, "readOnly") == .bool(true) { add("readOnly", .bool(true)) }
    if take(schema, "writeOnly") == .bool(true) { add("secure", .bool(true)) }
    if !rules.isEmpty {
      add("validation", .object([.init("endEditing", .array(rules))]))
    }
    for keyword in keywords where !taken.contains(keyword.name) {
      lose(path + Conversion.step(keyword.name), "A field has no `\(keyword.name)`")
    }
    return .object(field)
  }

  private mutating func add(_ name: String, _ value: JSONValue) {
    field.append(.init(name, value))
  }

  private mutating func rule(_ name: String, _ value: JSONValue) {
    rules.append(.object([.init(name, value)]))
  }

  private mutating func take(_ schema: JSONValue, _ name: String) -> JSONValue? {
    guard let value = schema[name] else { return nil }
    taken.insert(name)
    return value
  }

  /// The one type that is meant, and whether null may stand in its place.
  private mutating func type(of schema: JSONValue) -> (name: String?, takesNull: Bool) {
    guard let type = take(schema, "type") else { return (nil, false) }
    if let name = type.string { return (name, name == "null") }
    let names = (type.array ?? []).compactMap(\.string)
    let others = names.filter { $0 != "null" }
    if others.count > 1 { taken.remove("type") }
    return (others.first, names.contains("null"))
  }

  /// The type about whose values a schema without a type says something.
  private mutating func impliedType(of schema: JSONValue, _ path: String) -> String? {
    let words: [(type: String, keywords: [String])] = [
      ("string", ["minLength", "maxLength", "pattern", "format"]),
      ("number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ]
    guard let type = words.first(where: { $0.keywords.contains { schema[$0] != nil } })?.type else {
      return nil
    }
    lose(path, "Values of any type; the field takes a \(type)")
    return type
  }

  /// Reads what kind of field it is; false where there is none for it.
  private mutating func readContent(
    _ schema: JSONValue, _ type: String?, _ path: String
  ) -> Bool {
    if let rows = rows(schema, path) {
      add("kind", .string("picker"))
      addValueKind(type ?? Self.type(ofRowsIn: schema))
      add("data", .array(rows))
      readDefault(schema)
      return true
    }
    switch type {
    case "string": readText(schema, path)
    case "number", "integer": readNumber(schema, type ?? "number")
    case "boolean": readBoolean(schema)
    case "array": return readArray(schema, path)
    default: return false
    }
    return true
  }

  private mutating func addValueKind(_ type: String?) {
    if let type, ["number", "integer", "boolean"].contains(type) { add("value", .string(type)) }
  }

  private mutating func readDefault(_ schema: JSONValue, as name: String = "text") {
    // What nobody may read is written nowhere.
    guard schema["writeOnly"] != .bool(true) else { return }
    guard let value = take(schema, "default") else { return }
    switch value {
    case .null: break
    case .string(let text): add(name, .string(text))
    case .number(let text): add(name, .string(text))
    case .bool(let flag): add(name, .string(flag ? "true" : "false"))
    case .array(let elements) where field.contains(.init("multiple", .bool(true))):
      add(name, .array(elements.compactMap { Self.text($0).map { .string($0) } }))
    case .array, .object: taken.remove("default")
    }
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// The rows of a picker, from `enum`, `const` with titles, or names beside an `enum`.
  private mutating func rows(_ schema: JSONValue, _ path: String) -> [JSONValue]? {
    if let values = schema["enum"]?.array {
      let rows = values.enumerated().compactMap { index, value -> JSONValue? in
        guard let text = Self.text(value) else { return nil }
        // MCP and older forms name the values beside them.
        let names = schema["enumNames"]?.array
        let label = names.flatMap { $0.indices.contains(index) ? $0[index].string : nil }
        return Self.row(text, label)
      }
      if rows.count != values.filter({ $0 != .null }).count {
        lose(path + "/enum", "Values that are neither text, number, true nor false")
      }
      if rows.isEmpty { return nil }
      taken.formUnion(["enum", "enumNames"])
      return rows
    }
    for name in ["oneOf", "anyOf"] {
      guard let options = schema[name]?.array, !options.isEmpty else { continue }
      let constants = options.filter { $0["const"] != nil }
      let rest = options.filter { $0["const"] == nil && $0["type"]?.string != "null" }
      guard !constants.isEmpty, rest.isEmpty else { continue }
      taken.insert(name)
      return constants.compactMap { option in
        option["const"].flatMap(Self.text).map { Self.row($0, option["title"]?.string) }
      }
    }
    return nil
  }

  /// The type of values that say it themselves.
  private static func type(ofRowsIn schema: JSONValue) -> String? {
    let options = schema["oneOf"]?.array ?? schema["anyOf"]?.array ?? []
    let values = (schema["enum"]?.array ?? options.compactMap { $0["const"] }).filter {
      $0 != .null
    }
    if values.allSatisfy({ $0.bool != nil }) { return "boolean" }
    if values.allSatisfy({ $0.integer != nil }) { return "integer" }
    let isNumbers = values.allSatisfy { value in
      if case .number = value { true } else { false }
    }
    return isNumbers ? "number" : nil
  }

  private static func row(_ value: String, _ label: String?) -> JSONValue {
    guard let label, label != value else { return .string(value) }
    return .object([.init("value", .string(value)), .init("label", .string(label))])
  }

  private mutating func readArray(_ schema: JSONValue, _ path: String) -> Bool {
    guard let items = schema["items"].flatMap({ resolved($0) }), let rows = rows(items, path) else {
      return false
    }
    taken.formUnion(["items", "uniqueItems"])
    taken.subtract(["enum", "oneOf", "anyOf", "enumNames"])
    add("kind", .string("picker"))
    addValueKind(items["type"]?.string ?? Self.type(ofRowsIn: items))
    add("multiple", .bool(true))
    add("data", .array(rows))
    for name in ["minItems", "maxItems"] {
      if let limit = length(schema, name), 0 < limit { add(name, .integer(limit)) }
    }
    readDefault(schema)
    return true
  }

  private mutating func readBoolean(_ schema: JSONValue) {
    add("kind", .string("picker"))
    add("value", .string("boolean"))
    add("data", .array([Self.row("true", "Yes"), Self.row("false", "No")]))
    readDefault(schema)
  }

  private mutating func readNumber(_ schema: JSONValue, _ type: String) {
    add("kind", .string("entry"))
    add("value", .string(type))
    add("keyboard", .string(JSONSchemaExport.keyboard(forType: type)))
    for name in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
      if let limit = take(schema, name) { rule(name, limit) }
    }
    if let step = take(schema, "multipleOf") { rule("step", step) }
    readDefault(schema)
  }

  private mutating func readText(_ schema: JSONValue, _ path: String) {
    let format = take(schema, "format")?.string
    if format == "date" {
      add("kind", .string("date"))
      return readDefault(schema, as: "date")
    }
    let limit = length(schema, "maxLength")
    let least = length(schema, "minLength")
    add("kind", .string(Self.longestLine < limit ?? 0 ? "area" : "entry"))
    // A limit of 0 lets nothing through but the empty text, which is null.
    if let limit, 0 < limit { add("maxLength", .integer(limit)) }
    if limit != nil || least != nil { add("lengthUnit", .string("scalar")) }
    if let least, 0 < least { rule("minLength", .integer(least)) }
    if let format { readFormat(format, path) }
    if let source = take(schema, "pattern")?.string {
      if (try? Pattern(source)) != nil {
        rule("pattern", .string(source))
      } else {
        lose(path + "/pattern", "A pattern that can't be matched in linear time")
      }
    }
    readDefault(schema)
  }

  /// A whole number, however it is written.
  private mutating func length(_ schema: JSONValue, _ name: String) -> Int? {
    guard case .number(let text) = schema[name],
      let number = Double(text).flatMap(Int.init(exactly:))
    else { return nil }
    taken.insert(name)
    return number
  }

  private mutating func readFormat(_ name: String, _ path: String) {
    let known = JSONSchemaExport.formats.filter { $0.value == name }.keys
    guard let format = known.min(by: { $0.rawValue < $1.rawValue }) else {
      return lose(path + "/format", "There is no format \"\(name)\" here")
    }
    rule("format", .string(format.rawValue))
    if let keyboard = JSONSchemaExport.keyboard(forFormat: name) {
      add("keyboard", .string(keyboard))
    }
  }
}
