/// What can be said of a schema without a value.
extension ValueSchema {
  /// What is known of all values that a schema is asked about.
  struct Values {
    let types: Types
    /// Of a list what its elements are, where that is known, and that they differ.
    var elements: [JSONValue]?
    var differ = false
  }

  /// Whether all values of a kind are surely valid.
  func takesAll(_ values: Values) -> Bool { takesAll(values, in: root, behind: []) }

  /// The same in a part that was reached through some definitions.
  private func takesAll(_ values: Values, in part: Part, behind references: Set<Int>) -> Bool {
    part.keywords.allSatisfy { keyword in
      switch keyword.demand {
      case .types(let types): return types.takes(values.types)
      case .all(let parts):
        return parts.allSatisfy { takesAll(values, in: $0, behind: references) }
      case .any(let parts):
        return parts.contains { takesAll(values, in: $0, behind: references) }
      case .reference(let number):
        return !references.contains(number)
          && takesAll(values, in: definitions[number], behind: references.union([number]))
      case .minimum, .maximum, .step: return values.types.isDisjoint(with: [.number, .integer])
      case .length, .pattern, .format: return !values.types.contains(.string)
      case .items(let part, let first):
        return !values.types.contains(.array)
          || first == 0 && values.elements?.allSatisfy { part.takes($0) } ?? false
      case .uniqueItems: return !values.types.contains(.array) || values.differ
      case .prefixItems, .itemCount, .contains: return !values.types.contains(.array)
      case .required, .members, .names, .memberCount, .dependents, .dependentParts:
        return !values.types.contains(.object)
      case .not(let part): return part.refusesAll(values.types)
      case .nothing, .values, .one, .condition, .unevaluated: return false
      }
    }
  }
}

extension ValueSchema.Part {
  /// Whether it surely takes no value of some types.
  fileprivate func refusesAll(_ types: ValueSchema.Types) -> Bool {
    let isNumeric = !types.isDisjoint(with: [.number, .integer])
    let all = isNumeric ? types.union([.number, .integer]) : types
    return keywords.contains { keyword in
      switch keyword.demand {
      case .nothing: true
      case .types(let taken): taken.isDisjoint(with: all)
      case .values(let set): set.values.allSatisfy { all.isDisjoint(with: .init(of: $0)) }
      case .all(let parts): parts.contains { $0.refusesAll(types) }
      default: false
      }
    }
  }

  /// Whether it says of a text, a number or a flag no more than its type, or which values it may be, and takes it.
  fileprivate func takes(_ value: JSONValue) -> Bool {
    keywords.allSatisfy { keyword in
      switch (keyword.demand, value) {
      case (.types(let types), .string): types.contains(.string)
      case (.types(let types), .number): types.contains(.number)
      case (.types(let types), .bool): types.contains(.boolean)
      case (.values(let set), _): set.values.contains { $0.isSame(as: value) }
      default: false
      }
    }
  }
}

extension ValueSchema.Types {
  /// The type of a value; of any number both.
  init(of value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .boolean
      case .number: [.number, .integer]
      case .string: .string
      case .array: .array
      case .object: .object
      }
  }

  /// Whether each value of some types is of one of these.
  fileprivate func takes(_ others: Self) -> Bool {
    isSuperset(of: contains(.number) ? others.subtracting(.integer) : others)
  }
}
