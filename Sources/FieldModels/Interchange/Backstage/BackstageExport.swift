import FieldModels

/// A form as a software template of Backstage: a page for each group, and one for fields without a group.
///
/// Each page has its part of the schema that react-jsonschema-form would take, with the look of the
/// values in it. The report tells of all that does not come back.
struct BackstageExport {
  private var form: ReturningExport
  /// The groups that are pages, by their keys, with where they stand.
  private var groups: [String: JSONValue] = [:]

  static func template(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let reader = ReturningForm.Reader(format: "A template of Backstage")
    var export = BackstageExport(form: try ReturningExport(of: document, by: reader))
    let pages = try export.pages(of: document)
    let text = export.text(around: pages)
    let returned = try BackstageImport.document(of: .text(text))
    return Conversion(form: .text(text), report: try export.form.report(returned: returned))
  }

  /// Whether a group only has words, and fields that stand in the record itself.
  private static func isPage(_ group: JSONValue) -> Bool {
    let look = group["presentation"]?.members ?? []
    return group["key"]?.string != nil
      && group.members.allSatisfy {
        ["key", "label", "description", "presentation"].contains($0.name)
      } && look.allSatisfy { $0.name == BackstageNames.format }
  }

  /// The pages, each with its part of the schema.
  private mutating func pages(of document: FieldDocument) throws(ConversionRefusal) -> [JSONValue] {
    let value = form.value
    let all = value["groups"]?.array ?? []
    for group in all where Self.isPage(group) { groups[group["key"]?.string ?? ""] = group }
    // The form as it is without pages, whose groups are others.
    var rest: [JSONValue.Member] = []
    var numbers: [Int] = []
    for member in value.members where !["title", "description"].contains(member.name) {
      switch member.name {
      case "groups":
        let kept = all.enumerated().filter { !Self.isPage($0.element) }
        numbers = kept.map { $0.offset }
        if kept.isEmpty { continue }
        rest.append(.init("groups", .array(kept.map { insideNothing($0.element) })))
      case "fields":
        let fields = (member.value.array ?? []).map { field -> JSONValue in
          guard groups[field["group"]?.string ?? ""] != nil else { return field }
          return .object(field.members.filter { $0.name != "group" })
        }
        rest.append(.init("fields", .array(fields)))
      case "presentation":
        let look = member.value.members.filter { $0.name != BackstageNames.format }
        if !look.isEmpty { rest.append(.init("presentation", .object(look))) }
      default: rest.append(member)
      }
    }
    let made = try RJSFExport.form(
      of: document.with(text: Array(JSONValue.object(rest).json.utf8)))
    form.lose(
      made.report.entries.map { entry in
        let steps = entry.path.split(separator: "/", omittingEmptySubsequences: true)
        guard steps.first == "groups", 1 < steps.count, let index = Int(steps[1]),
          numbers.indices.contains(index)
        else { return entry }
        let tail = steps.dropFirst(2).map { "/" + $0 }.joined()
        return entry.moved(to: "/groups/\(numbers[index])" + tail)
      })
    return divided(try made.form.value())
  }

  private func insideNothing(_ group: JSONValue) -> JSONValue {
    guard let look = group["presentation"], let outer = look[ForeignSection.inside]?.string,
      groups[outer] != nil
    else { return group }
    var members = group.members
    let rest = look.members.filter { $0.name != ForeignSection.inside }
    members["presentation"] = rest.isEmpty ? nil : .object(rest)
    return .object(members)
  }

  /// Divides the schema of all values into pages.
  private func divided(_ made: JSONValue) -> [JSONValue] {
    guard let schema = made["schema"] else { return [] }
    let joined = DividedSchema.joined(schema, made["uiSchema"] ?? .null)
    let pages = PagedSchema(joined, of: form.value, by: groups).pages
    return pages.enumerated().map { index, page in
      var words: [JSONValue.Member] = []
      var extras = index == 0 ? joined[JSONSchemaExtras.name]?.members ?? [] : []
      if let group = page.group {
        let title = Self.title(of: group)
        words.append(.init("title", .string(title)))
        if let text = group["description"] { words.append(.init("description", text)) }
        if let key = group["key"], key != .string(HTMLImport.slug(title)) {
          extras.append(.init(BackstageNames.page, key))
        }
      }
      let look = page.group?["presentation"]?[BackstageNames.format] ?? .null
      let members = DividedSchema.joined(.object(words + page.schema), look).members
      let noted: [JSONValue.Member] =
        extras.isEmpty ? [] : [.init(JSONSchemaExtras.name, .object(extras))]
      return .object(members + noted)
    }
  }

  private static func title(of group: JSONValue) -> String {
    group["label"]?.string ?? group["key"]?.string ?? ""
  }

  /// The template, with what is no form as it was.
  private mutating func text(around pages: [JSONValue]) -> String {
    let frame = form.document.frame
    let look = frame.presentation?[BackstageNames.format] ?? .null
    let title = frame.title.flatMap { $0.isEmpty ? nil : $0 }
    var metadata: [JSONValue.Member] = [
      .init(
        "name", look["metadata"]?["name"] ?? .string(BackstageNames.name(for: title)))
    ]
    if let title { metadata.append(.init("title", .string(title))) }
    if let text = frame.description { metadata.append(.init("description", .string(text))) }
    metadata += (look["metadata"]?.members ?? []).filter { metadata[$0.name] == nil }
    let own = look["spec"]?.members ?? []
    if own["steps"] == nil {
      form.lose(.madeUp, at: "", "A template has a type and steps; it has none that do anything")
    }
    let before = own.filter { ["owner", "type", "lifecycle", "system"].contains($0.name) }
    let type = own["type"] == nil ? [JSONValue.Member("type", BackstageNames.type)] : []
    var spec = before + type + [.init("parameters", .array(pages))]
    spec.append(.init("steps", own["steps"] ?? BackstageNames.steps))
    spec += own.filter { spec[$0.name] == nil }
    var members: [JSONValue.Member] = [
      .init("apiVersion", look["apiVersion"] ?? BackstageNames.apiVersion),
      .init("kind", BackstageNames.kind), .init("metadata", .object(metadata)),
      .init("spec", .object(spec)),
    ]
    members += look.members.filter { members[$0.name] == nil }
    var yaml = YAMLWriter()
    yaml.members(members)
    return yaml.text
  }
}
