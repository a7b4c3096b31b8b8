import FieldModels

/// What a schema can't say of a form, kept beside what it says: under `x-fieldd`, in the schema of a
/// property for its field, and in the whole for everything else.
///
/// It is the difference between the form and the one that an import would make without it: members as
/// the form has them, and in `without` the names of those that it has not. So an import makes the same
/// form again, also of a schema in which what both say has been changed meanwhile.
enum JSONSchemaExtras {
  static let name = "x-fieldd"
  /// The names of members that the form does not have.
  static let without = "without"
  /// The keys of the fields, where they stand in another order than the schema's.
  private static let order = "order"

  /// Whether a property is a field whose rows are flags, and not the object that its schema says it is.
  static func areOfFlags(_ extras: JSONValue?) -> Bool {
    // Beside the whole field, which is kept.
    extras?["kind"] == "picker" && extras?["multiple"] == true
      && extras?["asFlags"] == true
  }

  /// What makes some members of others; nil where they are the same.
  static func difference(
    from made: [JSONValue.Member], to wished: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let known = JSONSchemaSource.members(of: .object(wished))
    var members = known.filter { member in made[member.name] != member.value }
    let surplus = made.map { $0.name }.filter { name in !known.contains { $0.name == name } }
    if !surplus.isEmpty {
      members.append(.init(without, .array(surplus.map { .string($0) })))
    }
    return members
  }

  /// The schemas of the form and its groups that a note of the form has, by where a schema says the objects or lists
  /// are that must be valid in them.
  static func schemas(in note: JSONValue) -> [String: JSONValue] {
    var schemas: [String: JSONValue] = [:]
    schemas[""] = note[Property.Name.valueSchema.rawValue]
    for group in note["groups"]?.array ?? [] {
      guard let schema = group[Property.Name.valueSchema.rawValue] else { continue }
      let own = group["key"]?.string.map { JSONPointer.step($0) }
      guard let path = group["path"]?.string ?? (group["repeat"] == nil ? nil : own),
        let steps = JSONPointer.steps(of: path)
      else { continue }
      schemas[steps.map { "/properties" + JSONPointer.step($0) }.joined()] = schema
    }
    return schemas
  }

  /// The members that a difference makes of others.
  static func apply(_ difference: JSONValue, to made: [JSONValue.Member]) -> [JSONValue.Member] {
    let surplus = Set((difference[without]?.array ?? []).compactMap { $0.string })
    var members = made.filter { !surplus.contains($0.name) }
    for member in difference.members where ![without, order].contains(member.name) {
      members[member.name] = member.value
    }
    return members
  }

  /// The fields in the order that is kept, those that it does not name behind the others.
  static func ordered(
    _ indices: [Int], by difference: JSONValue, _ field: (Int) -> JSONValue
  ) -> [Int] {
    guard let order = difference[order]?.array else { return indices }
    let places = Dictionary(keepingFirst: order.enumerated().map { ($1.string, $0) })
    return indices.map { ($0, places[field($0)["key"]?.string] ?? order.count) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map { $0.0 }
  }

  /// Puts what is missing into a schema.
  ///
  /// - Parameters:
  ///   - written: the schema
  ///   - document: the form that it is of
  ///   - read: makes a form of a schema, which may have been given what is missing of some fields
  static func add(
    to written: inout JSONSchemaExport.Written, of document: FieldDocument,
    read: (JSONValue) -> Conversion?
  ) {
    var made: [String: [JSONValue.Member]] = [:]
    if let conversion = read(written.schema), case .value(let value) = conversion.form {
      for (index, field) in (value["fields"]?.array ?? []).enumerated() {
        if let origin = conversion.origins["/fields/\(index)"] { made[origin] = field.members }
      }
    }
    var extras: [String: JSONValue] = [:]
    for field in written.fields {
      // The schema of flags says that they are another thing.
      let read = field.definition.commitsFlags ? nil : made[field.pointer]
      let difference = difference(from: read ?? [], to: open(field))
      if !difference.isEmpty { extras[field.pointer] = .object(difference) }
    }
    written.schema = put(extras, into: written.schema, at: "", depth: 0)
    guard let conversion = read(written.schema), case .value(let value) = conversion.form else {
      return
    }
    let secrets = Set(
      written.fields.filter { $0.definition.isSecure }.compactMap { $0.definition.key })
    var whole = difference(
      from: value.members.filter { $0.name != "fields" }, to: frame(of: document, without: secrets))
    let keys = (value["fields"]?.array ?? []).map { $0["key"] ?? .null }
    let wished = written.fields.map { JSONValue.string($0.definition.key ?? "") }
    if keys != wished { whole.append(.init(order, .array(wished))) }
    if !whole.isEmpty {
      written.schema = .object(written.schema.members + [.init(name, .object(whole))])
    }
  }

  /// What the document says of a field, but for what is or may be secret.
  private static func open(_ field: JSONSchemaExport.Field) -> [JSONValue.Member] {
    guard field.definition.isSecure else { return field.members }
    return field.members.filter { !PropertyTable.mayHoldDraft(property($0, in: .field)) }
  }

  private static func property(_ member: JSONValue.Member, in section: Section) -> Property? {
    let name = Array(member.name.utf8)
    return PropertyTable.property(named: name.span, in: section)
  }

  /// What a document says of everything but its fields; where some are secure, without their drafts and
  /// what may be one, since its name is not known.
  private static func frame(
    of document: FieldDocument, without secrets: Set<String>
  ) -> [JSONValue.Member] {
    var reader = JSONReader(
      document.text.bytes(in: 0..<document.text.byteCount), dialect: .commented)
    reader.readText()
    var known: Set<String> = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      if let key = reading.definition.key, !secrets.contains(key) { known.insert(key) }
      return true
    }
    return JSONValue(reader.tree, 0).members.compactMap { member in
      if member.name == "fields" { return nil }
      if secrets.isEmpty { return member }
      guard let property = property(member, in: .document) else { return nil }
      guard property.name == .entries else { return member }
      let lists = member.value.members.map { list in
        let entries = (list.value.array ?? []).map { entry in
          JSONValue.object(entry.members.filter { known.contains($0.name) })
        }
        return JSONValue.Member(list.name, .array(entries))
      }
      return .init(member.name, .object(lists))
    }
  }

  /// A schema with what is missing of its properties.
  private static func put(
    _ extras: [String: JSONValue], into schema: JSONValue, at path: String, depth: Int
  ) -> JSONValue {
    // Objects and lists within one another, as far as paths go.
    guard case .object(var members) = schema, depth <= 2 * RecordPath.stepLimit else {
      return schema
    }
    if let extra = extras[path] { members.append(.init(name, extra)) }
    for (index, member) in members.enumerated() {
      switch member.name {
      case "items":
        members[index].value = put(
          extras, into: member.value, at: path + "/items", depth: depth + 1)
      case "properties":
        let properties = member.value.members.map { property in
          let path = path + "/properties" + JSONPointer.step(property.name)
          return JSONValue.Member(
            property.name, put(extras, into: property.value, at: path, depth: depth + 1))
        }
        members[index].value = .object(properties)
      default: break
      }
    }
    return .object(members)
  }
}
