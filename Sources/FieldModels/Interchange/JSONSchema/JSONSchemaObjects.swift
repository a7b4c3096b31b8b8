import FieldModels

/// The objects of a record as a schema has them, and what it does not say of pages and places.
struct JSONSchemaObjects {
  private let layout: RecordLayout
  private let groups: [DocumentFrame.Group]
  private let fields: [JSONSchemaExport.Field]
  /// The keys that an import would give to fields and, by their numbers, to groups.
  private let keys: [String]
  private var groupKeys: [Int: String] = [:]
  private let conditions: JSONSchemaConditions?
  /// What the schemas of the form and of its groups say; nothing for those who take a part of JSON Schema alone.
  private let schemas: [(content: RecordLayout.Content, part: JSONSchemaPart)]

  init(
    _ layout: RecordLayout, _ groups: [DocumentFrame.Group], _ fields: [JSONSchemaExport.Field],
    saying conditions: JSONSchemaConditions?
  ) {
    self.conditions = conditions
    let demands = conditions == nil ? [] : layout.schemas
    schemas = demands.map { demand in
      let name = demand.group.map { "group\($0)" } ?? "form"
      return (demand.content, demand.schema.part(named: name))
    }
    self.layout = layout
    self.groups = groups
    self.fields = fields
    let listPaths = Dictionary(
      keepingFirst: layout.lists.map { ($0.key, JSONPointer.steps(of: $0.path) ?? []) }
    )
    keys = JSONSchemaNames.keys(
      for: fields.map { field in
        let list = field.home.list.flatMap { listPaths[$0] } ?? []
        return field.home.path.isEmpty
          ? JSONSchemaNames.names(ofEntryAt: list) : list + field.home.path
      })
    let written = Self.written(0, layout)
    let names = JSONSchemaNames.keys(for: written.map { JSONPointer.steps(of: $0.path) ?? [] })
    for (home, name) in zip(written, names) where home.groups.count == 1 {
      groupKeys[home.groups[0]] = name
    }
  }

  /// The objects within one, and the lists, in the order in which a schema has
  /// them.
  private static func written(
    _ number: Int, _ layout: RecordLayout
  ) -> [(path: String, groups: [Int])] {
    layout.objects[number].members.flatMap { member -> [(path: String, groups: [Int])] in
      switch member.content {
      case .field: return []
      case .list(let list):
        return [(layout.lists[list].path, [layout.lists[list].group])]
      case .object(let inner):
        let object = layout.objects[inner]
        return [(object.path, object.groups)] + written(inner, layout)
      }
    }
  }

  /// The keywords of an object, in whose place null may stand.
  ///
  /// What may be something else has no type, so that nothing is asked of what is no object.
  func members(
    of number: Int, isNullable: Bool = false, isLenient: Bool = false
  ) -> [JSONValue.Member] {
    let object = layout.objects[number]
    let mayBeOther = says(isLenient || object.isLenient)
    var properties: [JSONValue.Member] = []
    var required: [JSONValue] = []
    for member in object.members {
      let schema: JSONValue
      switch member.content {
      case .field(let field): schema = fields[field].schema
      case .object(let inner):
        let own = layout.objects[inner].groups
        let description = own.count == 1 ? description(of: groups[own[0]]) : []
        let isNullable = layout.objects[inner].emptyValue == .null
        schema = .object(description + members(of: inner, isNullable: isNullable))
      case .list(let list): schema = self.schema(ofList: list)
      }
      properties.append(.init(member.name, schema))
      if isRequired(member.content) { required.append(.string(member.name)) }
    }
    var members: [JSONValue.Member] = []
    if !mayBeOther { members.append(.init("type", isNullable ? ["object", "null"] : "object")) }
    members.append(.init("properties", .object(properties)))
    if !required.isEmpty { members.append(.init("required", .array(required))) }
    if object.isClosed { members.append(.init("additionalProperties", .bool(false))) }
    return adding(
      schemasOf: .object(number), to: members + (conditions?.keywords(of: number) ?? []))
  }

  /// What the schemas of an object or a list say, beside what its fields do.
  private func adding(
    schemasOf content: RecordLayout.Content, to members: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let parts = schemas.filter { $0.content == content }.map { JSONValue.object($0.part.members) }
    if parts.isEmpty { return members }
    var members = members
    members["allOf"] = .array((members["allOf"]?.array ?? []) + parts)
    return members
  }

  /// What the schemas refer to.
  var definitions: [JSONValue.Member] { schemas.flatMap { $0.part.definitions } }

  /// Whether something is said that those who take a part of JSON Schema alone are not told.
  private func says(_ isSo: Bool) -> Bool { isSo && conditions != nil }

  /// Where the schemas of fields and lists stand, by the numbers of the fields and of the lists' groups.
  struct Pointers {
    var fields: [String]
    var lists: [Int: String] = [:]
  }

  var pointers: Pointers {
    var pointers = Pointers(fields: Array(repeating: "", count: fields.count))
    point(to: 0, at: "", in: &pointers)
    return pointers
  }

  private func point(to object: Int, at place: String, in pointers: inout Pointers) {
    for member in layout.objects[object].members {
      let path = place + "/properties" + JSONPointer.step(member.name)
      switch member.content {
      case .field(let field): pointers.fields[field] = path
      case .object(let inner): point(to: inner, at: path, in: &pointers)
      case .list(let list):
        pointers.lists[layout.lists[list].group] = path
        if let value = layout.lists[list].value { pointers.fields[value] = path + "/items" }
        point(to: layout.lists[list].entry, at: path + "/items", in: &pointers)
      }
    }
  }

  private func schema(ofList number: Int) -> JSONValue {
    let list = layout.lists[number]
    var members = description(of: groups[list.group])
    if !says(list.isLenient) {
      members.append(.init("type", list.emptyValue == .null ? ["array", "null"] : "array"))
    }
    let value = list.value.map { fields[$0].schema }
    let entry = value ?? .object(self.members(of: list.entry, isLenient: list.isLenient))
    members.append(.init("items", entry))
    let repetition = list.repetition
    if 0 < repetition.minEntries {
      members.append(.init("minItems", .integer(repetition.minEntries)))
    }
    if let most = repetition.maxEntries { members.append(.init("maxItems", .integer(most))) }
    if isDistinct(list) { members.append(.init("uniqueItems", true)) }
    return .object(adding(schemasOf: .list(number), to: members))
  }

  /// Whether a schema says that no two entries are the same: they are values that are always there, since
  /// empty entries are not compared.
  private func isDistinct(_ list: RecordLayout.List) -> Bool {
    guard let value = list.value.map({ fields[$0] }), value.isRequired, !list.isLenient else {
      return false
    }
    guard let key = value.definition.key else { return false }
    return list.repetition.unique == [key] && value.definition.isLenient == .never
  }

  private func description(of group: DocumentFrame.Group) -> [JSONValue.Member] {
    [("title", group.label), ("description", group.description)].compactMap { name, text in
      text.map { .init(name, .string($0)) }
    }
  }

  /// Whether every record must have it: an object, where something in it must be there, and a list,
  /// where it must have entries.
  private func isRequired(_ content: RecordLayout.Content) -> Bool {
    switch content {
    case .field(let field): fields[field].isRequired
    case .object(let object):
      layout.objects[object].isRequired
        || !says(layout.objects[object].isLenient) && layout.objects[object].emptyValue == nil
          && layout.objects[object].members.contains { isRequired($0.content) }
    case .list(let list):
      layout.lists[list].isRequired
        || !says(layout.lists[list].isLenient) && layout.lists[list].emptyValue == nil
          && 0 < layout.lists[list].repetition.minEntries
    }
  }

  /// What a schema does not say of groups and of the order of fields.
  var losses: [ConversionReport.Entry] {
    var losses: [ConversionReport.Entry] = []
    if conditions == nil {
      losses += layout.schemas.map { demand in
        .init(
          .noCounterpart, path: demand.group.map { "/groups/\($0)/schema" } ?? "/schema",
          message: "Nothing says what an object or a list must be valid in", effect: .laxer)
      }
    }
    let distinct = Set(layout.lists.filter(isDistinct).map { $0.group })
    for (index, group) in groups.enumerated() {
      let path = "/groups/\(index)"
      if group.isLenient, conditions == nil {
        losses.append(
          .init(
            .noCounterpart, path: path + "/lenient", message: "A schema has no `lenient`",
            effect: .stricter))
      }
      if let repetition = group.repetition {
        if !repetition.unique.isEmpty, !distinct.contains(index) {
          losses.append(
            .init(
              .noCounterpart, path: path + "/repeat/unique",
              message: "A schema does not say in which fields entries differ"))
        }
        if repetition.addLabel != nil {
          losses.append(
            .init(
              .presentationOnly, path: path + "/repeat/addLabel",
              message: "A schema has no `addLabel`"))
        }
      }
      if let key = groupKeys[index] {
        if key != group.key { losses.append(Self.key(at: path)) }
      } else {
        losses.append(
          .init(.presentationOnly, path: path, message: "A schema has groups as objects only"))
      }
    }
    if order(of: 0) != Array(fields.indices) {
      losses.append(
        .init(
          .presentationOnly, path: "/fields", message: "A schema has what an object has together"))
    }
    return losses
  }

  private static func key(at path: String) -> ConversionReport.Entry {
    .init(.presentationOnly, path: path + "/key", message: "A schema names by where a value stands")
  }

  private func order(of object: Int) -> [Int] {
    layout.objects[object].members.flatMap { member -> [Int] in
      switch member.content {
      case .field(let field): [field]
      case .object(let inner): order(of: inner)
      case .list(let list):
        layout.lists[list].value.map { [$0] } ?? order(of: layout.lists[list].entry)
      }
    }
  }

  /// What a schema does not say of a field's key and group.
  func losses(ofField index: Int) -> [ConversionReport.Entry] {
    let field = fields[index]
    var losses: [ConversionReport.Entry] = []
    if keys[index] != field.definition.key { losses.append(Self.key(at: field.place)) }
    let home =
      field.home.list.flatMap { key in layout.lists.first { $0.key == key } }.map { [$0.group] }
      ?? layout.objects[layout.homes[index]].groups
    let isKept =
      home.count == 1 && groups[home[0]].key == field.definition.group && groupKeys[home[0]] != nil
    if field.definition.group != nil, !isKept {
      losses.append(
        .init(.presentationOnly, path: field.place + "/group", message: "A schema has no `group`"))
    }
    return losses
  }
}
