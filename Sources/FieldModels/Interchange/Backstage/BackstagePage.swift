import FieldModels

/// A page of a template: the schema of some values, and apart from it how they are asked for.
struct BackstagePage {
  /// What is asked for, without the words of the page and the look of its values.
  private(set) var schema: [JSONValue.Member] = []
  /// How values look, by the names of properties, as a uiSchema has it.
  private(set) var look: [JSONValue.Member] = []
  /// How the page itself looks.
  private(set) var ownLook: [JSONValue.Member] = []
  /// What an export has noted beside the schema.
  private(set) var extras: [JSONValue.Member] = []
  /// The names of members with the place of each in the page, by where a uiSchema has them.
  let places: [String: String]
  /// The members that only some people see, who answer them alone.
  private(set) var restricted: [String] = []

  static let permissions = "backstage:permissions"

  init(_ page: JSONValue) {
    let divided = DividedSchema(page)
    places = divided.places
    let order = divided.look["ui:order"]?.array ?? []
    for member in divided.look where member.name != "ui:order" {
      let isOwn = member.name.hasPrefix(DividedSchema.prefix)
      if isOwn { ownLook.append(member) } else { look.append(member) }
    }
    for member in divided.schema.members {
      switch member.name {
      case "title", "description": break
      case JSONSchemaExtras.name: extras = member.value.members
      case "properties" where !order.isEmpty:
        schema.append(.init(member.name, .object(Self.sorted(member.value.members, by: order))))
      default: schema.append(member)
      }
    }
    release(page)
  }

  private static func sorted(
    _ properties: [JSONValue.Member], by order: [JSONValue]
  ) -> [JSONValue.Member] {
    let places = Dictionary(keepingFirst: order.enumerated().map { ($1.string ?? "", $0) })
    let rest = places["*"] ?? order.count
    return properties.enumerated().sorted { one, other in
      let first = places[one.element.name] ?? rest
      let second = places[other.element.name] ?? rest
      return (first, one.offset) < (second, other.offset)
    }.map { $0.element }
  }

  /// Asks for no answer that not everybody is asked for.
  private mutating func release(_ page: JSONValue) {
    let isWhole = page[Self.permissions] != nil
    let properties = (page["properties"]?.members ?? []).filter {
      isWhole || $0.value[Self.permissions] != nil
    }
    if isWhole {
      restricted.append(JSONPointer.step(Self.permissions))
      schema.removeAll { $0.name != "properties" && $0.name != "definitions" && $0.name != "$defs" }
    }
    guard let required = schema["required"]?.array else { return }
    let names = Set(required.compactMap { $0.string })
    let released = properties.map { $0.name }.filter(names.contains)
    schema["required"] = .array(required.filter { !released.contains($0.string ?? "") })
    restricted += released.map {
      "/properties" + JSONPointer.step($0) + JSONPointer.step(Self.permissions)
    }
  }
}
