import FieldModels

/// The types of values that are valid in a schema of a rule.
extension TypeScriptExport {
  /// The type of all values that are valid in a schema, and of others that it tells by more than their type.
  static func type(of part: ValueSchema.Part) -> String {
    var known: ValueSchema.Types?
    var alternatives: [String]?
    var shapes = Shapes()
    for keyword in part.keywords {
      switch keyword.demand {
      case .nothing: return "never"
      case .values(let set):
        if let literals = literals(set.values) { return union(literals) }
      case .types(let types): known = types
      case .any(let parts), .one(let parts):
        alternatives = alternatives ?? parts.map { type(of: $0) }
      case .items(let part, 0): shapes.item = type(of: part)
      case .members(let members): shapes.members = members
      case .required(let names): shapes.required.formUnion(names)
      default: break
      }
    }
    guard let known else {
      guard let alternatives, !alternatives.contains(anything) else { return anything }
      return union(distinct(alternatives))
    }
    return union(distinct(shapes.types(of: known)))
  }

  /// What is known of lists and objects.
  private struct Shapes {
    var item = TypeScriptExport.anything
    var members = ValueSchema.Members()
    var required: Set<String> = []

    func types(of types: ValueSchema.Types) -> [String] {
      var all: [String] = []
      if types.contains(.string) { all.append("string") }
      if types.contains(.number) || types.contains(.integer) { all.append("number") }
      if types.contains(.boolean) { all.append("boolean") }
      if types.contains(.array) { all.append("(\(item))[]") }
      if types.contains(.object) { all.append(object) }
      if types.contains(.null) { all.append("null") }
      return all.isEmpty ? ["never"] : all
    }

    private var object: String {
      var parts = members.properties.map { name, part in
        let mark = required.contains(name) ? "" : "?"
        return "\(JSONValue.string(name).json)\(mark): \(TypeScriptExport.type(of: part))"
      }
      let known = Set(members.properties.map { $0.name })
      parts += required.subtracting(known).sorted().map {
        "\(JSONValue.string($0).json): \(TypeScriptExport.anything)"
      }
      let others = members.others.map { TypeScriptExport.type(of: $0) }
      if others != "never" || members.hasPatterns {
        // An index has the type of all members.
        let isOfAll = parts.isEmpty && !members.hasPatterns
        parts.append(
          "[name: string]: \(isOfAll ? others ?? TypeScriptExport.anything : TypeScriptExport.anything)"
        )
      }
      return "{ " + parts.joined(separator: "; ") + " }"
    }
  }

  private static func literals(_ values: [JSONValue]) -> [String]? {
    var literals: [String] = []
    for value in values {
      switch value {
      case .null, .bool, .number, .string: literals.append(literal(value))
      case .array, .object: return nil
      }
    }
    return literals.isEmpty ? ["never"] : distinct(literals)
  }

  private static func distinct(_ types: [String]) -> [String] {
    var known = Set<String>()
    return types.filter { known.insert($0).inserted }
  }
}
