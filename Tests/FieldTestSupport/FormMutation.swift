package import FieldModels

/// A form in which something is said otherwise, as people change forms.
package enum FormMutation {
  /// Changes one to three things of a form.
  package static func changed(
    _ form: JSONValue, using random: inout SplitMix64
  ) -> JSONValue {
    var members = form.members
    var fields = members["fields"]?.array ?? []
    for _ in 0..<Int.random(in: 1...3, using: &random) where !fields.isEmpty {
      let place = Int.random(in: fields.indices, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: fields.remove(at: place)
      case 1: fields.append(added(Int.random(in: 0..<1000, using: &random), using: &random))
      case 2: fields[place] = .object(loosened(fields[place].members, using: &random))
      default: fields[place] = .object(changed(fields[place].members, using: &random))
      }
    }
    members["fields"] = .array(fields)
    if Int.random(in: 0..<8, using: &random) == 0 { members["closed"] = true }
    if var groups = members["groups"]?.array, Int.random(in: 0..<3, using: &random) == 0 {
      let place = Int.random(in: groups.indices, using: &random)
      var group = groups[place].members
      if var list = group["repeat"]?.members {
        list["maxEntries"] = .integer(Int.random(in: 1...3, using: &random))
        list["minEntries"] = .integer(Int.random(in: 0...1, using: &random))
        group["repeat"] = .object(list)
      } else {
        group["required"] = .bool(Bool.random(using: &random))
      }
      if Int.random(in: 0..<3, using: &random) == 0 { group["whenEmpty"] = "omit" }
      groups[place] = .object(group)
      members["groups"] = .array(groups)
    }
    return .object(members)
  }

  private static func added(_ number: Int, using random: inout SplitMix64) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("key", .string("new\(number)")), .init("kind", "entry"), .init("label", "New"),
    ]
    if Bool.random(using: &random) { members["required"] = true }
    return .object(members)
  }

  /// Takes away one property that a field can do without.
  private static func loosened(
    _ members: [JSONValue.Member], using random: inout SplitMix64
  ) -> [JSONValue.Member] {
    let names = members.map(\.name).filter { !["key", "kind", "label", "data"].contains($0) }
    var members = members
    if let name = names.randomElement(using: &random) { members[name] = nil }
    return members
  }

  private static func changed(
    _ members: [JSONValue.Member], using random: inout SplitMix64
  ) -> [JSONValue.Member] {
    var members = members
    let isPicker = members["kind"]?.string == "picker"
    switch Int.random(in: 0..<10, using: &random) {
    case 8: members["present"] = .bool(Bool.random(using: &random))
    case 9: members["blankIsEmpty"] = .bool(Bool.random(using: &random))
    case 0: members["required"] = .bool(Bool.random(using: &random))
    case 1: members["maxLength"] = .integer(Int.random(in: 1...12, using: &random))
    case 2: members["label"] = "Another label"
    case 3: members["whenEmpty"] = .string(["null", "omit"].randomElement(using: &random) ?? "")
    case 4: members["readOnly"] = .bool(Bool.random(using: &random))
    case 5 where isPicker:
      let rows = members["data"]?.array ?? []
      members["data"] = .array(Bool.random(using: &random) ? rows + ["another"] : rows.dropLast())
    case 6 where !isPicker && members["kind"]?.string == "entry":
      let types: [JSONValue] = ["string", "integer", "number"]
      members["value"] = types.randomElement(using: &random)
    default:
      let rules: [JSONValue] = [
        .object([.init("minLength", 2)]), .object([.init("maxLength", 5)]), "email",
        .object([.init("pattern", "^[a-z0-9]*$")]), .object([.init("oneOf", ["ada", "x", "7"])]),
      ]
      members["validation"] = .object([
        .init("live", .array(rules.shuffled(using: &random).suffix(1)))
      ])
    }
    return members
  }
}
