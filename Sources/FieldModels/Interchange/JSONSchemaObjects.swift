/// The objects of a record as a schema has them, and what it does not say of pages and places.
struct JSONSchemaObjects {
  private let layout: RecordLayout
  private let groups: [DocumentFrame.Group]
  private let fields: [JSONSchemaExport.Field]
  /// The object that each field's value stands in.
  private var homes: [Int]
  /// The keys that an import would give to fields and, by their numbers, to groups.
  private let keys: [String]
  private var groupKeys: [Int: String] = [:]

  init(
    _ layout: RecordLayout, _ groups: [DocumentFrame.Group], _ fields: [JSONSchemaExport.Field]
  ) {
    self.layout = layout
    self.groups = groups
    self.fields = fields
    homes = fields.map { _ in 0 }
    for (number, object) in layout.objects.enumerated() {
      for case .field(let field) in object.members.map(\.content) { homes[field] = number }
    }
    keys = JSONSchemaNames.keys(for: fields.map(\.path))
    let written = layout.objects.dropFirst().filter { Self.isWritten($0) }
    let names = JSONSchemaNames.keys(
      for: written.map { JSONPointer.steps(of: $0.path) ?? [] })
    for (object, name) in zip(written, names) where object.groups.count == 1 {
      groupKeys[object.groups[0]] = name
    }
  }

  /// Whether a record may have the object.
  private static func isWritten(_ object: RecordLayout.Object) -> Bool {
    !object.members.isEmpty || object.isRequired
  }

  /// The keywords of an object.
  func members(of number: Int) -> [JSONValue.Member] {
    let object = layout.objects[number]
    var properties: [JSONValue.Member] = []
    var required: [JSONValue] = []
    for member in object.members {
      let schema: JSONValue
      switch member.content {
      case .field(let field): schema = fields[field].schema
      case .object(let inner):
        guard Self.isWritten(layout.objects[inner]) else { continue }
        schema = .object(description(of: inner) + members(of: inner))
      }
      properties.append(.init(member.name, schema))
      if isRequired(member.content) { required.append(.string(member.name)) }
    }
    var members: [JSONValue.Member] = [
      .init("type", .string("object")), .init("properties", .object(properties)),
    ]
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    if object.isClosed { members.append(.init("additionalProperties", .bool(false))) }
    return members
  }

  private func description(of number: Int) -> [JSONValue.Member] {
    let object = layout.objects[number]
    guard object.groups.count == 1 else { return [] }
    let group = groups[object.groups[0]]
    return [("title", group.label), ("description", group.description)].compactMap { name, text in
      text.map { .init(name, .string($0)) }
    }
  }

  /// Whether every record must have it: an object, where something in it must be there.
  private func isRequired(_ content: RecordLayout.Content) -> Bool {
    switch content {
    case .field(let field): fields[field].isRequired
    case .object(let object):
      layout.objects[object].isRequired
        || layout.objects[object].members.contains { isRequired($0.content) }
    }
  }

  /// What a schema does not say of groups and of the order of fields.
  var losses: [Conversion.Loss] {
    var losses: [Conversion.Loss] = []
    for (index, group) in groups.enumerated() {
      let path = "/groups/\(index)"
      if let key = groupKeys[index] {
        if key != group.key { losses.append(Self.key(at: path)) }
      } else {
        losses.append(.init(path: path, message: "A schema has groups as objects only"))
      }
    }
    if order(of: 0) != Array(fields.indices) {
      losses.append(.init(path: "/fields", message: "A schema has what an object has together"))
    }
    return losses
  }

  private static func key(at path: String) -> Conversion.Loss {
    .init(path: path + "/key", message: "A schema names by where a value stands")
  }

  private func order(of object: Int) -> [Int] {
    layout.objects[object].members.flatMap { member -> [Int] in
      switch member.content {
      case .field(let field): [field]
      case .object(let inner): order(of: inner)
      }
    }
  }

  /// What a schema does not say of a field's key and group.
  func losses(ofField index: Int) -> [Conversion.Loss] {
    let field = fields[index]
    var losses: [Conversion.Loss] = []
    if keys[index] != field.definition.key { losses.append(Self.key(at: field.place)) }
    let home = layout.objects[homes[index]].groups
    let isKept =
      home.count == 1 && groups[home[0]].key == field.definition.group && groupKeys[home[0]] != nil
    if field.definition.group != nil, !isKept {
      losses.append(.init(path: field.place + "/group", message: "A schema has no `group`"))
    }
    return losses
  }
}
