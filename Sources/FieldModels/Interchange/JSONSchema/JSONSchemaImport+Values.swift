import FieldModels

/// Schemas that a field keeps whole, in a rule, where its kind and its other rules say less.
extension JSONSchemaImport {
  /// No more of a schema is kept in a field.
  private static let longestSchema = 20_000

  /// Has a rule hold a field's values to the property's schemas, where what was told of it says that it takes
  /// others.
  ///
  /// - Parameters:
  ///   - property: what the field is made for
  ///   - first: the number of the first loss that is told of the field
  mutating func holdToSchema(_ property: Subject, since first: Int) {
    let losses = source.losses
    guard takesAny, first < losses.count, losses[first...].contains(where: { $0.effect == .laxer })
    else { return }
    guard let schema = wholeSchema(of: property.places) else { return source.restore(losses) }
    rule(Property.Name.valueSchema.rawValue, schema)
    // No rule looks at the empty list that a field of several rows commits.
    let commitsNothing = field["multiple"] == true && field["whenEmpty"] == nil
    if commitsNothing, field["required"] == nil, takes(.array([]), property.places) != true {
      return
    }
    source.settle(first..<source.losses.count, by: "the rule `schema`")
  }

  /// The schemas as one that refers to nothing but its own definitions; nil where they can't be said so, or ask
  /// nothing.
  ///
  /// What they refer to stands in its place; where that leads in a circle or becomes too long, in definitions.
  mutating func wholeSchema(of places: [JSONSchemaPlace]) -> JSONValue? {
    wholeSchema { conversion in
      var parts: [JSONValue] = []
      for place in places {
        guard let part = conversion.wholeSchema(of: place) else { return nil }
        parts.append(part)
      }
      return parts
    }
  }

  /// The same of parts that are all asked.
  mutating func wholeSchema(
    of parts: (inout JSONSchemaImport) -> [JSONValue]?
  ) -> JSONValue? {
    definitions = nil
    let losses = source.losses
    if let schema = joinedSchema(of: parts) { return schema }
    source.restore(losses)
    definitions = JSONSchemaDefinitions()
    defer { definitions = nil }
    return joinedSchema(of: parts)
  }

  private mutating func joinedSchema(
    of parts: (inout JSONSchemaImport) -> [JSONValue]?
  ) -> JSONValue? {
    guard let parts = parts(&self)?.filter({ !Self.asksNothing($0) }) else { return nil }
    guard !parts.isEmpty else { return nil }
    var schema = parts.count == 1 ? parts[0] : .object([.init("allOf", .array(parts))])
    while let (name, place) = definitions?.next() {
      guard let part = wholeSchema(of: place) else { return nil }
      definitions?.define(name, as: part)
    }
    if let members = definitions?.members, !members.isEmpty {
      schema = .object(schema.members + [.init("$defs", .object(members))])
    }
    guard schema.json.utf8.count <= Self.longestSchema, (try? ValueSchema(schema)) != nil else {
      return nil
    }
    return schema
  }

  mutating func wholeSchema(of place: JSONSchemaPlace) -> JSONValue? {
    guard source.mayGo() else { return nil }
    let place = source.entered(place)
    guard case .object = place.schema else {
      return place.schema.bool.map { .bool($0) }
    }
    let isAlone = source.hidesSiblings(in: place.schema)
    var members: [JSONValue.Member] = []
    var others: [JSONValue] = []
    for member in JSONSchemaSource.members(of: place.schema)
    where !isAlone || member.name == "$ref" {
      let keyword = JSONSchemaKeyword(name: member.name, value: member.value, place: place)
      if member.name == "$ref" {
        guard let reference = member.value.string, let part = target(of: reference, at: place)
        else { return nil }
        others.append(part)
      } else {
        guard let kept = whole(keyword) else { return nil }
        members += kept
      }
    }
    if others.isEmpty { return .object(members) }
    if members.isEmpty, others.count == 1 { return others[0] }
    let all = members["allOf"]?.array ?? []
    members["allOf"] = .array(all + others)
    return .object(members)
  }

  /// What a reference becomes: what it leads to, or a reference to a definition.
  private mutating func target(of reference: String, at place: JSONSchemaPlace) -> JSONValue? {
    guard definitions != nil || place.mayFollow(reference),
      let target = source.target(reference, from: place)
    else { return nil }
    guard let name = definitions?.name(for: target, of: reference) else {
      return wholeSchema(of: target)
    }
    return .object([.init("$ref", .string(ValueSchema.definitionsPath + name))])
  }

  /// What a keyword becomes in a schema that refers to nothing but definitions; nil for one that a rule can't have.
  mutating func whole(_ keyword: JSONSchemaKeyword) -> [JSONValue.Member]? {
    let (name, value, place) = (keyword.name, keyword.value, keyword.place)
    switch name {
    case "type", "enum", "const", "multipleOf", "minLength", "maxLength", "pattern", "minItems",
      "maxItems", "uniqueItems", "minContains", "maxContains", "required", "minProperties",
      "maxProperties", "dependentRequired":
      return [.init(name, value)]
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      return keyword.isMark ? [] : [.init(keyword.limitName, value)]
    case "format":
      guard let format = value.string, JSONSchemaSource.otherFormats.contains(format) else {
        guard value.string.flatMap({ Format.ofSchemas(named: $0) }) != nil else { return [] }
        lose(keyword.path, Self.checksFormat, as: .enforced)
        return [.init(name, value)]
      }
      return nil
    case "items":
      guard case .array = value else { return whole(name, place.child(value, name)) }
      guard let first = whole("prefixItems", place.children(name)) else { return nil }
      guard let rest = place.schema["additionalItems"] else { return first }
      return whole(name, place.child(rest, "additionalItems")).map { first + $0 }
    case "allOf", "anyOf", "oneOf", "prefixItems": return whole(name, place.children(name))
    case "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames",
      "unevaluatedProperties", "unevaluatedItems":
      return whole(name, place.child(value, name))
    case "properties", "patternProperties", "dependentSchemas":
      return whole(name, JSONSchemaSource.members(of: value), of: keyword)
    case "dependencies" where !source.splitsDependencies:
      let all = JSONSchemaSource.members(of: value)
      let names = all.filter { $0.value.array != nil }
      guard
        let schemas = whole("dependentSchemas", all.filter { $0.value.array == nil }, of: keyword)
      else { return nil }
      return (names.isEmpty ? [] : [.init("dependentRequired", .object(names))]) + schemas
    case "$dynamicRef", "$recursiveRef", "extends", "disallow", "divisibleBy", "nullable":
      return nil
    default: return []
    }
  }

  private mutating func whole(_ name: String, _ place: JSONSchemaPlace) -> [JSONValue.Member]? {
    wholeSchema(of: place).map { [.init(name, $0)] }
  }

  private mutating func whole(_ name: String, _ places: [JSONSchemaPlace]) -> [JSONValue.Member]? {
    var schemas: [JSONValue] = []
    for place in places {
      guard let schema = wholeSchema(of: place) else { return nil }
      schemas.append(schema)
    }
    return [.init(name, .array(schemas))]
  }

  private mutating func whole(
    _ name: String, _ members: [JSONValue.Member], of keyword: JSONSchemaKeyword
  ) -> [JSONValue.Member]? {
    var schemas: [JSONValue.Member] = []
    for member in members {
      let place = keyword.place.child(member.value, keyword.name, member.name)
      guard let schema = wholeSchema(of: place) else { return nil }
      schemas.append(.init(member.name, schema))
    }
    return schemas.isEmpty ? [] : [.init(name, .object(schemas))]
  }
}

/// What the references of a schema lead to, which becomes its definitions.
struct JSONSchemaDefinitions {
  private(set) var members: [JSONValue.Member] = []
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  /// Those that have yet to be written.
  private var waiting: [(name: String, place: JSONSchemaPlace)] = []

  /// The name of the definition for what a reference leads to.
  mutating func name(for target: JSONSchemaPlace, of reference: String) -> String {
    let key = "\(target.resource) \(reference)"
    if let name = names[key] { return name }
    let last = reference.split { $0 == "/" || $0 == "#" }.last ?? "schema"
    // As it stands in a URI without escapes.
    let plain = String(
      last.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    var name = plain
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(plain)_\(number)"
    }
    names[key] = name
    waiting.append((name, target))
    return name
  }

  mutating func next() -> (name: String, place: JSONSchemaPlace)? { waiting.popLast() }

  mutating func define(_ name: String, as schema: JSONValue) {
    members.append(.init(name, schema))
  }
}
