import FieldModels

/// The schema of a form's record, divided into pages, each of which looks at the whole record.
///
/// A page is a group, or fields without one that stand together.
struct PagedSchema {
  /// The pages, with what of the schema each has.
  private(set) var pages: [(group: JSONValue?, schema: [JSONValue.Member])] = []

  private static let condition = ["if", "then", "else"]
  /// What each page says for itself, or for itself alone.
  private static let own: Set<String> = [
    "title", "description", "type", "$schema", "properties", "required", "$defs", "allOf",
    JSONSchemaExtras.name,
  ]
  /// What would refuse the values of the other pages.
  private static let closing = ["additionalProperties", "unevaluatedProperties"]

  /// - Parameters:
  ///   - schema: that of the record
  ///   - form: the document that it is of
  ///   - groups: the groups that are pages, by their keys
  init(_ schema: JSONValue, of form: JSONValue, by groups: [String: JSONValue]) {
    var parts: [(key: String?, properties: [JSONValue.Member])] = []
    var known: [String: Int] = [:]
    let homes = Self.homes(of: form, groups)
    for property in schema["properties"]?.members ?? [] {
      let key = homes[property.name]
      if let key, let index = known[key] {
        parts[index].properties.append(property)
      } else if key == nil, let last = parts.indices.last, parts[last].key == nil {
        parts[last].properties.append(property)
      } else {
        if let key { known[key] = parts.count }
        parts.append((key, [property]))
      }
    }
    for group in form["groups"]?.array ?? [] {
      guard let key = group["key"]?.string, groups[key] != nil, known[key] == nil else { continue }
      known[key] = parts.count
      parts.append((key, []))
    }
    if parts.isEmpty { parts = [(nil, [])] }
    let askedIn = Self.conditions(in: schema, by: parts.map { $0.properties })
    let required = schema["required"]?.array ?? []
    for (index, part) in parts.enumerated() {
      let names = Set(part.properties.map { $0.name })
      var members: [JSONValue.Member] = []
      let asked = required.filter { names.contains($0.string ?? "") }
      if !asked.isEmpty { members.append(.init("required", .array(asked))) }
      members.append(.init("properties", .object(part.properties)))
      if let definitions = schema["$defs"] { members.append(.init("$defs", definitions)) }
      if index == parts.count - 1 {
        members += schema.members.filter { member in
          !Self.own.contains(member.name) && !Self.condition.contains(member.name)
            && (parts.count == 1 || !Self.closing.contains(member.name))
        }
      }
      let conditions = askedIn[index] ?? []
      if conditions.count == 1,
        conditions[0].members.allSatisfy({ Self.condition.contains($0.name) })
      {
        members += conditions[0].members
      } else if !conditions.isEmpty {
        members.append(.init("allOf", .array(conditions)))
      }
      pages.append((part.key.flatMap { groups[$0] }, members))
    }
  }

  /// The conditions of a schema, each with the page on which it asks for something.
  private static func conditions(
    in schema: JSONValue, by pages: [[JSONValue.Member]]
  ) -> [Int: [JSONValue]] {
    let first = schema.members.filter { condition.contains($0.name) }
    let all = (first.isEmpty ? [] : [.object(first)]) + (schema["allOf"]?.array ?? [])
    var places: [String: Int] = [:]
    for (page, properties) in pages.enumerated() {
      for property in properties { places[property.name] = page }
    }
    return Dictionary(grouping: all) { condition in
      let parts = [condition["then"], condition["else"]].compactMap { $0 }
      let names = parts.flatMap { part in
        (part["properties"]?.members ?? []).map { $0.name }
          + (part["required"]?.array ?? []).compactMap { $0.string }
      }
      return names.compactMap { places[$0] }.min() ?? pages.count - 1
    }
  }

  /// The keys of the pages that properties of the record stand in.
  private static func homes(of form: JSONValue, _ pages: [String: JSONValue]) -> [String: String] {
    var homes: [String: String] = [:]
    let groups = form["groups"]?.array ?? []
    let known = Dictionary(keepingFirst: groups.map { ($0["key"]?.string ?? "", $0) })
    func page(of key: String?) -> String? {
      guard let key, pages[key] == nil else { return key }
      let outer = known[key]?["presentation"]?[ForeignSection.inside]?.string
      return outer.flatMap { pages[$0] == nil ? nil : $0 }
    }
    func hasPlace(_ group: JSONValue) -> Bool { group["path"] != nil || group["repeat"] != nil }
    func add(_ part: JSONValue, in page: String?) {
      let steps = part["path"]?.string.flatMap(JSONPointer.steps(of:))
      guard let name = steps?.first ?? part["key"]?.string, homes[name] == nil else { return }
      homes[name] = page
    }
    for group in groups where hasPlace(group) { add(group, in: page(of: group["key"]?.string)) }
    for field in form["fields"]?.array ?? [] {
      let group = field["group"]?.string
      if let own = group.flatMap({ known[$0] }), hasPlace(own) { continue }
      add(field, in: page(of: group))
    }
    return homes
  }
}
