import FieldModels

/// What a schema says within a larger one, whose `$defs` get its definitions.
struct JSONSchemaPart {
  var members: [JSONValue.Member]
  var definitions: [JSONValue.Member]
}

/// The schemas of rules, groups and the form, as parts of the schema of a record.
extension ValueSchema {
  /// - Parameter name: what no other schema in the larger one is called
  /// - Returns: its keywords, with references to definitions whose names begin with that name
  func part(named name: String) -> JSONSchemaPart {
    guard case .object(let members) = source else {
      return JSONSchemaPart(members: source == false ? [.init("not", .object([]))] : [], definitions: [])
    }
    let own = members["$defs"]?.members ?? []
    let keywords = members.filter { $0.name != "$defs" && $0.name != "$schema" }
    var renaming = Renaming(name: name)
    let kept = renaming.renamed(.object(keywords)).members
    var definitions = own.map { member in
      JSONValue.Member("\(name).\(member.name)", renaming.renamed(member.value))
    }
    if renaming.refersToAll { definitions.append(.init(name, .object(kept))) }
    return JSONSchemaPart(members: kept, definitions: definitions)
  }

  /// Gives references of a schema other names.
  private struct Renaming {
    let name: String
    /// Something refers to the schema as a whole.
    var refersToAll = false

    mutating func renamed(_ schema: JSONValue) -> JSONValue {
      guard case .object(var members) = schema else { return schema }
      for (index, member) in members.enumerated() {
        members[index].value = renamed(member)
      }
      return .object(members)
    }

    private mutating func renamed(_ keyword: JSONValue.Member) -> JSONValue {
      switch keyword.name {
      case "$ref":
        let text = keyword.value.string ?? ""
        if text == "#" {
          refersToAll = true
          return .string(definitionsPath + name)
        }
        return .string("\(definitionsPath)\(name).\(text.dropFirst(definitionsPath.count))")
      case "properties", "patternProperties", "dependentSchemas":
        return .object(
          keyword.value.members.map { JSONValue.Member($0.name, renamed($0.value)) })
      case "allOf", "anyOf", "oneOf", "prefixItems":
        return .array((keyword.value.array ?? []).map { renamed($0) })
      case "items", "additionalProperties", "contains", "not", "if", "then", "else",
        "propertyNames", "unevaluatedProperties", "unevaluatedItems":
        return renamed(keyword.value)
      default: return keyword.value
      }
    }
  }
}
