import FieldModels

/// A form as a schema for the structured output of a language model.
///
/// Those who make models write by a schema take a part of JSON Schema: every object is closed, asks for all its
/// keys and has a type, an answer that may be left out is null instead, and there are no limits, conditions or
/// annotations of others. Limits stand in the description of their field, where a model reads them; the form
/// holds the answer to all of them.
struct StructuredSchema {
  private var entries: [ConversionReport.Entry] = []
  private let fields: [String: JSONSchemaExport.Field]
  /// Where the form has the lists, by where their schemas stand.
  private let lists: [String: String]

  /// What those who make models take, and what is written anew for every object.
  private static let keywords: Set<String> = [
    "type", "enum", "const", "title", "description", "format", "anyOf", "oneOf", "items",
    "properties",
  ]
  /// What limits a value, and can be read in a description.
  private static let limits: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "minItems", "maxItems", "uniqueItems", "pattern",
  ]
  /// What describes a value to others.
  private static let words: Set<String> = ["default", "examples", "readOnly", "writeOnly"]
  private static let formats: Set<String> = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]

  private static func isLimit(_ name: String) -> Bool { name == "format" || limits.contains(name) }

  private static let ends = NumberPrecision.allCases.flatMap { JSONSchemaExport.limits(of: $0) }

  static func schema(of document: FieldDocument) -> Conversion {
    let written = JSONSchemaExport.written(document, sayingConditions: false)
    var made = StructuredSchema(written)
    let schema = made.object(written.schema, at: "", of: "")
    var report = written.report
    // Every key is asked for.
    report.entries.removeAll { $0.path.hasPrefix("/fields/") && $0.path.hasSuffix("/present") }
    report.exactCount = max(0, report.exactCount - made.entries.count)
    report.entries += made.entries
    report.add(
      .reinterpreted, "", "Every key is asked for, and null where a field may be empty",
      effect: .stricter)
    return Conversion(form: .value(schema), report: report)
  }

  private init(_ written: JSONSchemaExport.Written) {
    fields = Dictionary(keepingFirst: written.fields.map { ($0.pointer, $0) })
    lists = Dictionary(keepingFirst: written.lists.map { ($1, "/groups/\($0)") })
  }

  /// The schema of an object: closed, and with all its keys.
  private mutating func object(
    _ schema: JSONValue, at pointer: String, of place: String
  ) -> JSONValue {
    var members = kept(of: schema, of: place)
    let required = Set((schema["required"]?.array ?? []).compactMap { $0.string })
    let properties = (schema["properties"]?.members ?? []).map { property in
      let pointer = pointer + "/properties" + JSONPointer.step(property.name)
      let field = fields[pointer]
      let place = field?.place ?? lists[pointer] ?? place
      var value = any(
        property.value, at: pointer, of: place, saying: field?.unsaidLimits ?? [])
      let isAsked = field?.definition.isAsked ?? true
      if !isAsked || !required.contains(property.name) {
        value = optional(value, field?.definition, of: place)
      }
      return JSONValue.Member(property.name, value)
    }
    members["properties"] = .object(properties)
    members["required"] = .array(properties.map { .string($0.name) })
    members["additionalProperties"] = .bool(false)
    return .object(members)
  }

  /// The schema of a value, whose place in the form's schema is a pointer, about a field at a place, with
  /// limits of the form that no schema says.
  private mutating func any(
    _ schema: JSONValue, at pointer: String, of place: String, saying limits: [String] = []
  ) -> JSONValue {
    if schema["properties"] != nil { return object(schema, at: pointer, of: place) }
    var members = kept(of: schema, of: place, saying: limits)
    if let items = schema["items"] {
      members["items"] = any(items, at: pointer + "/items", of: place)
    }
    // Where one of several holds, no other does: a row is one of the rows, and one of none is no row.
    let rows = (schema["oneOf"] ?? schema["anyOf"])?.array
    let some = rows?.filter { $0["enum"]?.array?.isEmpty != true } ?? []
    members["oneOf"] = nil
    members["anyOf"] = nil
    if !some.isEmpty {
      members["anyOf"] = .array(some.map { any($0, at: pointer, of: place) })
    } else if members["type"] == nil {
      members.insert(.init("type", Self.type(of: schema)), at: 0)
    }
    return .object(members)
  }

  /// The members that a model's schema may have, the limits in words behind the description.
  private mutating func kept(
    of schema: JSONValue, of place: String, saying limits: [String] = []
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var words = limits
    // What stands in `allOf` is said of the value, too.
    let parts = (schema["allOf"]?.array ?? []).flatMap { $0.members }
    for member in schema.members + parts.filter({ Self.isLimit($0.name) }) {
      let isFormat = member.name == "format"
      let isKept =
        isFormat
        ? Self.formats.contains(member.value.string ?? "") && members["format"] == nil
        : Self.keywords.contains(member.name)
      if isKept {
        if member != .init("enum", []) { members.append(member) }
      } else if Self.isLimit(member.name) {
        // No model goes as far as the whole numbers end.
        if Self.ends.contains(member) { continue }
        lose("A model is held to no `\(member.name)`; the description says it", at: place)
        // That a text has a character is what it is to be asked for.
        if member == .init("minLength", .number("1")) { continue }
        words.append("\(member.name) \(member.value.string ?? member.value.json)")
      } else if member.name == "not" {
        lose("A model is held to no `not`", at: place)
      } else if Self.words.contains(member.name) {
        entries.append(
          .init(
            .presentationOnly, path: place, message: "A model is told no `\(member.name)`",
            effect: .nothing))
      }
    }
    guard !words.isEmpty else { return members }
    let helper = members["description"]?.string.map { [$0] } ?? []
    members["description"] = .string(
      (helper + [words.joined(separator: ", ")]).joined(separator: "\n"))
    return members
  }

  /// The schema of a value that a record may leave out, which a model can't: it takes what the field commits
  /// while it is empty.
  private mutating func optional(
    _ schema: JSONValue, _ definition: FieldDefinition?, of place: String
  ) -> JSONValue {
    let empty = definition?.emptyValue ?? .null
    let isList = schema["items"] != nil
    // An object is written with what it has, and a list without entries.
    if schema["properties"] != nil || isList && empty != .omit { return schema }
    if empty == .omit {
      lose("Null stands for a key that is left out; take it away before a check", at: place)
    }
    return empty == .empty ? takingEmptyText(schema) : takingNull(schema)
  }

  private func takingNull(_ schema: JSONValue) -> JSONValue {
    if takesNull(schema) { return schema }
    if schema["items"] != nil { return taking(["type": "null"], beside: schema) }
    return taking(.null, of: "null", schema)
  }

  private func takingEmptyText(_ schema: JSONValue) -> JSONValue {
    if schema["anyOf"] == nil, schema["enum"] == nil, schema["const"] == nil {
      let takesIt = schema["type"] == "string" && schema["format"] == nil
      return takesIt ? schema : taking(["type": "string", "enum": [""]], beside: schema)
    }
    return taking("", of: "string", schema)
  }

  /// A schema that takes one more value, which is of a type.
  private func taking(_ value: JSONValue, of type: String, _ schema: JSONValue) -> JSONValue {
    var members = schema.members
    if let rows = members["anyOf"]?.array {
      let row: JSONValue =
        value == .null ? ["type": "null"] : ["type": .string(type), "enum": .array([value])]
      members["anyOf"] = .array(rows + [row])
      return .object(members)
    }
    if let values = members["enum"]?.array ?? members["const"].map({ [$0] }) {
      members["const"] = nil
      members["enum"] = .array(values + [value])
    }
    let types = members["type"].map { $0.array ?? [$0] } ?? []
    if !types.contains(.string(type)) { members["type"] = .array(types + [.string(type)]) }
    return .object(members)
  }

  /// A schema that takes what another one does, too.
  private func taking(_ other: JSONValue, beside schema: JSONValue) -> JSONValue {
    let words = schema.members.filter { ["title", "description"].contains($0.name) }
    let rest = schema.members.filter { !["title", "description"].contains($0.name) }
    return .object(words + [.init("anyOf", .array([.object(rest), other]))])
  }

  private func takesNull(_ schema: JSONValue) -> Bool {
    if let rows = schema["anyOf"]?.array { return rows.contains(where: takesNull) }
    if let values = schema["enum"]?.array { return values.contains(.null) }
    if let value = schema["const"] { return value == .null }
    return (schema["type"]?.array ?? [schema["type"] ?? .null]).contains(.string("null"))
  }

  /// The types of the values that a schema names; of one that names none, those of all values without members.
  private static func type(of schema: JSONValue) -> JSONValue {
    let values = schema["enum"]?.array ?? schema["const"].map { [$0] } ?? []
    var types: [String] = []
    for value in values {
      let type =
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
      if !types.contains(type) { types.append(type) }
    }
    if types.isEmpty { types = ["string", "number", "boolean", "null"] }
    return types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })
  }

  private mutating func lose(_ message: String, at place: String) {
    entries.append(.init(.noCounterpart, path: place, message: message))
  }
}

extension JSONSchemaExport.Field {
  /// What the form asks of the value that its schema does not say, in words.
  fileprivate var unsaidLimits: [String] {
    let unsaid = Set(losses.map { $0.path })
    func said(_ member: JSONValue.Member) -> String? {
      if schema[member.name] != nil { return nil }
      return "\(member.name) \(member.value.string ?? member.value.json)"
    }
    let own = members.filter { unsaid.contains(place + JSONPointer.step($0.name)) }
    var words = own.filter { Self.limits.contains($0.name) }.compactMap(said)
    for list in ["live", "endEditing"] {
      for (index, rule) in (members["validation"]?[list]?.array ?? []).enumerated() {
        guard unsaid.contains("\(place)/validation/\(list)/\(index)"), rule["validator"] == nil,
          rule["when"] == nil, ["error", nil].contains(rule["severity"]?.string)
        else { continue }
        let asked = rule.string.map { [JSONValue.Member("format", .string($0))] } ?? rule.members
        words += asked.filter { !["message", "severity"].contains($0.name) }.compactMap(said)
      }
    }
    return words
  }

  private static let limits: Set<String> = ["minimumDate", "maximumDate", "maxLength"]
}

extension FieldDefinition {
  /// Somebody may fill it in.
  fileprivate var isAsked: Bool { !isReadOnly && isEnabled != .never }
}
