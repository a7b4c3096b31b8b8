import FieldModels

/// A page, a panel, an object or a list of a foreign form, on the way to a group.
struct ForeignSection {
  var object: ForeignObject
  var name: String
  var label: String
  var description: String?
  /// The one around it, by its place among all sections.
  var outer: Int?
  /// Where its values stand in the record.
  var path: [String] = []
  /// What a list says of its entries; nil for what is none.
  var repetition: [JSONValue.Member]?
  var key = ""
  /// Whether its object is there even if nothing is in it.
  var isRequired = false
  /// A record may have something else in the place of that object or list, or in its entries.
  var isLenient = false
  /// What stands in the place of a list without entries; nil where it is not left out.
  var emptyValue: EmptyValue?
  /// How many entries a list begins with.
  var entryCount = 0
  /// The drafts in them, by the keys of their fields.
  var drafts: [JSONValue] = []
  /// A JSON Schema in which the object or the list must be valid.
  var schema: JSONValue?
  /// What is for front ends alone.
  var presentation: [JSONValue.Member] = []

  /// A field of a list, to which the entries that the list begins with may give a draft.
  struct Column {
    var key: String
    var target: ForeignScope.Target
    var isSecure: Bool
  }

  /// Gives the entries that a list begins with their drafts.
  ///
  /// - Parameters:
  ///   - entries: what they hold
  ///   - columns: the fields, by the names of their values
  /// - Returns: whether all that they hold could be taken
  mutating func begin(with entries: [JSONValue], columns: [String: Column]) -> Bool {
    var isWhole = true
    drafts = entries.prefix(1_000).map { entry in
      let members = entry.members.compactMap { member -> JSONValue.Member? in
        guard let column = columns[member.name],
          let draft = Self.draft(member.value, in: column)
        else {
          isWhole = isWhole && [.null, "", [], [:]].contains(member.value)
          return nil
        }
        return .init(column.key, draft)
      }
      return .object(members)
    }
    entryCount = max(entryCount, drafts.count)
    return isWhole && entries.count <= 1_000
  }

  private static func draft(_ value: JSONValue, in column: Column) -> JSONValue? {
    guard !column.isSecure, !column.target.isDate else { return nil }
    let values = column.target.isMultiple ? value.array ?? [] : [value]
    let texts = values.compactMap { $0.draftText }.filter { !$0.isEmpty }
    guard !texts.isEmpty, texts.count == values.count,
      column.target.rows?.contains(texts) ?? true
    else { return nil }
    return column.target.isMultiple ? .array(texts.map { .string($0) }) : .string(texts[0])
  }

  /// The member of `presentation` that names the group around a group, whatever the format.
  static let inside = "inside"

  /// The group of a document, within the one with a key.
  fileprivate func group(inside outer: String?) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("key", .string(key)), .init("label", .string(label)),
    ]
    if let description { members.append(.init("description", .string(description))) }
    if !path.isEmpty, repetition == nil || path != [key] {
      members.append(.init("path", .string(JSONPointer.path(path))))
    }
    if isRequired { members.append(.init("required", .bool(true))) }
    if isLenient { members.append(.init("lenient", .bool(true))) }
    if let emptyValue { members.append(.init("whenEmpty", .string(emptyValue.rawValue))) }
    if let schema { members.append(.init("schema", schema)) }
    if let repetition { members.append(.init("repeat", .object(repetition))) }
    var presentation = presentation
    if let outer { presentation.insert(.init(Self.inside, .string(outer)), at: 0) }
    if !presentation.isEmpty { members.append(.init("presentation", .object(presentation))) }
    return .object(members)
  }
}

extension Conversion {
  /// The document that an import has made, with the places that its parts come from.
  ///
  /// - Parameters:
  ///   - head: what it says of itself
  ///   - sections: its groups, each with a key
  ///   - fields: its fields, each with the place of what it is made of
  ///   - notes: what is told
  init(
    head: [JSONValue.Member], sections: [ForeignSection],
    fields: [(value: JSONValue, origin: String)], notes: ForeignNotes
  ) {
    var members = head
    var origins = ["": ""]
    if !sections.isEmpty {
      for (index, section) in sections.enumerated() {
        origins["/groups/\(index)"] = section.object.path
      }
      let groups = sections.map { section in
        section.group(inside: section.outer.map { sections[$0].key })
      }
      members.append(.init("groups", .array(groups)))
    }
    for (index, field) in fields.enumerated() { origins["/fields/\(index)"] = field.origin }
    members.append(.init("fields", .array(fields.map { $0.value })))
    let entries = sections.filter { 0 < $0.entryCount }.map { section in
      let empty = max(0, section.entryCount - section.drafts.count)
      return JSONValue.Member(
        section.key, .array(section.drafts + Array(repeating: [:], count: empty)))
    }
    if !entries.isEmpty { members.append(.init("entries", .object(entries))) }
    self.init(form: .value(.object(members)), report: notes.report(), origins: origins)
  }
}
