/// The JSON Schema of field documents, made of the property table: for editors that have one for
/// files and no language server.
///
/// It says of names, types and words what the daemon says. What a name leads to, what only some kinds
/// of field have, and how dates, patterns and colours are written it leaves to the daemon.
package enum DocumentSchema {
  /// Where SchemaStore has it: by this name schemas and editors refer to it, whatever the version.
  package static let address = "https://www.schemastore.org/fieldd-form.json"

  /// A schema of draft 2020-12.
  package static var schema: JSONValue {
    var members: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("$id", .string(address)),
      .init("title", "A field document"),
      .init("description", "A form: its definition, and what is filled in."),
    ]
    guard case .object(let document) = object(.document) else { return .null }
    members += document
    let parts = Section.allCases.filter { $0 != .document }
    members.append(
      .init("$defs", .object(parts.map { .init(name(of: $0), object($0)) })))
    return .object(members)
  }

  private static func name(of section: Section) -> String {
    switch section {
    case .document: "document"
    case .group: "group"
    case .repetition: "repetition"
    case .field: "field"
    case .validation: "validation"
    case .rule: "rule"
    case .condition: "condition"
    case .requirement: "requirement"
    case .choice: "choice"
    case .toolbar: "toolbar"
    case .toolbarItem: "toolbarItem"
    case .autofill: "autofill"
    case .colors: "colors"
    case .messages: "messages"
    }
  }

  private static func object(_ section: Section) -> JSONValue {
    let properties = PropertyTable.properties(of: section).map { property in
      JSONValue.Member(property.name.rawValue, schema(of: property))
    }
    let required = PropertyTable.requiredNames(of: section).map { JSONValue.string($0.rawValue) }
    var members: [JSONValue.Member] = [
      .init("type", "object"), .init("properties", .object(properties)),
    ]
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    members.append(.init("additionalProperties", false))
    return .object(members)
  }

  private static func schema(of property: Property) -> JSONValue {
    var description = property.documentation
    if property.section == .field, property.kinds != .all {
      description += " Of \(Wording.english.text(property.kinds.names))."
    }
    var members = schema(of: property.shape)
    members.append(.init("description", .string(description)))
    if let text = property.defaultValue {
      var reader = JSONReader(Array(text.utf8), dialect: .strict)
      reader.readText()
      members.append(.init("default", JSONValue(reader.tree, 0)))
    }
    return .object(members)
  }

  private static func type(_ name: String) -> [JSONValue.Member] { [.init("type", .string(name))] }

  private static func either(_ shapes: [JSONValue.Member]...) -> [JSONValue.Member] {
    [.init("anyOf", .array(shapes.map { .object($0) }))]
  }

  private static func reference(_ section: Section) -> [JSONValue.Member] {
    [.init("$ref", .string("#/$defs/" + name(of: section)))]
  }

  private static func list(_ element: [JSONValue.Member]) -> [JSONValue.Member] {
    type("array") + [.init("items", .object(element))]
  }

  /// One text for each language, by its tag.
  private static let translations =
    type("object") + [
      .init("minProperties", 1), .init("additionalProperties", .object(type("string"))),
    ]

  private static func schema(of shape: Shape) -> [JSONValue.Member] {
    switch shape {
    case .text, .newKey, .key, .groupKey, .path, .sourceName, .dateDraft, .date, .dateOrKey,
      .datePattern,
      .timeZone, .color, .pattern, .validatorName, .template, .expression:
      return type("string")
    case .translatable: return either(type("string"), translations)
    case .draft: return either(type("string"), list(type("string")))
    case .bool: return type("boolean")
    case .boolOrCondition: return either(type("boolean"), reference(.requirement))
    case .integer(let minimum): return type("integer") + [.init("minimum", .integer(minimum))]
    case .number(let minimum):
      return type("number") + (minimum.map { [.init("minimum", .integer($0))] } ?? [])
    case .limit: return either(type("number"), type("string"))
    case .word(let words): return [.init("enum", .array(words.map { .string($0.name) }))]
    // Known names are offered, and others are no mistake that a schema could tell.
    case .formatName:
      return either(
        [.init("enum", .array(Format.allCases.map { .string($0.rawValue) }))], type("string"))
    case .object(let section): return reference(section)
    case .list(let element): return list(schema(of: element))
    case .map(let element):
      return type("object") + [.init("additionalProperties", .object(schema(of: element)))]
    case .choice: return either(schema(of: .rowValue), reference(.choice))
    case .rowValue: return [.init("type", ["string", "number", "boolean", "null"])]
    case .rule: return either(schema(of: .formatName), reference(.rule))
    case .boolOrText: return either([.init("type", ["boolean", "string"])], translations)
    case .scalar: return [.init("type", ["string", "number", "boolean"])]
    case .anything: return []
    }
  }
}
