import FieldModels

/// A schema whose look stands in it, as Backstage has both, taken apart: the schema alone, and a uiSchema.
struct DividedSchema {
  private(set) var schema: JSONValue = .null
  /// What a uiSchema says of the same.
  private(set) var look: [JSONValue.Member] = []
  /// Where members of the look stood in the schema, by where they stand in the uiSchema.
  private(set) var places: [String: String] = [:]
  /// What stands before the names of members that are about the look, and before those of Backstage.
  static let prefix = "ui:"
  private static let own = "backstage:"

  init(_ schema: JSONValue) {
    (self.schema, look) = divide(schema, at: "", by: "", depth: 0)
  }

  /// Takes the look out of a schema, as Backstage does it itself.
  private mutating func divide(
    _ value: JSONValue, at path: String, by names: String, depth: Int
  ) -> (schema: JSONValue, look: [JSONValue.Member]) {
    guard case .object(let members) = value, depth < RecordPath.stepLimit else {
      return (value, [])
    }
    var (schema, look): ([JSONValue.Member], [JSONValue.Member]) = ([], [])
    var known: [String: Int] = [:]
    func add(_ more: [JSONValue.Member]) {
      for member in more {
        if let index = known[member.name] {
          let isOption = member.name.hasPrefix(Self.prefix)
          look[index].value =
            isOption ? member.value : .object(look[index].value.members + member.value.members)
        } else {
          known[member.name] = look.count
          look.append(member)
        }
      }
    }
    for var member in members {
      let place = path + JSONPointer.step(member.name)
      if member.name.hasPrefix(Self.prefix) || member.name.hasPrefix(Self.own) {
        let name = member.name.hasPrefix(Self.own) ? Self.prefix + member.name : member.name
        places[names + JSONPointer.step(name)] = place
        add([.init(name, member.value)])
        continue
      }
      switch member.name {
      case "properties" where member.value == .object(member.value.members):
        member.value = .object(
          member.value.members.map { property in
            let step = JSONPointer.step(property.name)
            let part = divide(property.value, at: place + step, by: names + step, depth: depth + 1)
            if !part.look.isEmpty { add([.init(property.name, .object(part.look))]) }
            return .init(property.name, part.schema)
          })
      case "items" where member.value.array == nil:
        let part = divide(member.value, at: place, by: names + "/items", depth: depth + 1)
        if !part.look.isEmpty { add([.init("items", .object(part.look))]) }
        member.value = part.schema
      case "then", "else":
        let part = divide(member.value, at: place, by: names, depth: depth + 1)
        add(part.look)
        member.value = part.schema
      case "dependencies", "dependentSchemas", "anyOf", "oneOf", "allOf":
        let isList = member.value.array != nil
        let parts =
          member.value.array?.enumerated().map { JSONValue.Member("\($0)", $1) }
          ?? member.value.members
        let divided = parts.map { inner in
          let step = JSONPointer.step(inner.name)
          let part = divide(inner.value, at: place + step, by: names, depth: depth + 1)
          add(part.look)
          return JSONValue.Member(inner.name, part.schema)
        }
        if isList {
          member.value = .array(divided.map { $0.value })
        } else if case .object = member.value {
          member.value = .object(divided)
        }
      default: break
      }
      schema.append(member)
    }
    return (.object(schema), look)
  }

  /// A schema with the look of its values in it, as pages have it.
  static func joined(_ schema: JSONValue, _ look: JSONValue) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    var inner: [String: JSONValue] = [:]
    for option in look.members {
      if option.name.hasPrefix(prefix) {
        let name = String(option.name.dropFirst(prefix.count))
        members.append(.init(name.hasPrefix(own) ? name : option.name, option.value))
      } else {
        inner[option.name] = option.value
      }
    }
    if inner.isEmpty { return .object(members) }
    if let properties = members["properties"] {
      members["properties"] = .object(
        properties.members.map { property in
          guard let look = inner.removeValue(forKey: property.name) else { return property }
          return .init(property.name, joined(property.value, look))
        })
    }
    if let items = members["items"], let look = inner.removeValue(forKey: "items") {
      members["items"] = joined(items, look)
    }
    // Of what may be null the properties stand one deeper.
    if !inner.isEmpty, let name = ["anyOf", "oneOf", "allOf"].first(where: { members[$0] != nil }) {
      let rest = JSONValue.object(inner.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
      members[name] = .array((members[name]?.array ?? []).map { joined($0, rest) })
    }
    return .object(members)
  }
}
