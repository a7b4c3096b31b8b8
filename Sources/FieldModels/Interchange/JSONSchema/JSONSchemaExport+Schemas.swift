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
      return JSONSchemaPart(
        members: source == false ? [.init("not", .object([]))] : [], definitions: [])
    }
    let renaming = Renaming(self, named: name)
    let keywords = members.filter { !["$defs", "definitions", "$schema"].contains($0.name) }
    let kept = renaming.renamed(.object(keywords))
    let definitions = references.enumerated().compactMap { number, reference -> JSONValue.Member? in
      if number == 0 { return renaming.refersToAll ? .init(name, kept) : nil }
      return ValueSchema.target(of: reference, in: source).map {
        .init(renaming.names[number], renaming.renamed($0))
      }
    }
    return JSONSchemaPart(members: kept.members, definitions: definitions)
  }

  /// Gives references of a schema other names.
  private struct Renaming {
    /// Of the definitions, by their numbers.
    let names: [String]
    /// Something refers to the schema as a whole.
    let refersToAll: Bool
    private let numbers: [ExactText: Int]

    init(_ schema: ValueSchema, named name: String) {
      names = schema.references.enumerated().map { number, reference in
        let last = JSONPointer.steps(of: String(reference.dropFirst()))?.last
        return number == 0 ? name : "\(name).\(number)" + (last.map { ".\($0)" } ?? "")
      }
      numbers = Dictionary(
        keepingFirst: schema.references.enumerated().map { (ExactText($1), $0) })
      refersToAll = schema.refersToAll
    }

    func renamed(_ schema: JSONValue) -> JSONValue {
      guard case .object(var members) = schema else { return schema }
      for (index, member) in members.enumerated() {
        members[index].value = renamed(member)
      }
      return .object(members)
    }

    private func renamed(_ keyword: JSONValue.Member) -> JSONValue {
      switch keyword.name {
      case "$ref":
        let text = keyword.value.string ?? ""
        guard let number = numbers[ExactText(ValueSchema.unescaped(text))] else {
          return keyword.value
        }
        return .string(ValueSchema.definitionsPath.dropLast() + JSONPointer.step(names[number]))
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
