import FieldModels

/// A document made of a software template of Backstage: the values of its pages, each page as a group.
///
/// A record is valid in the schema of every page, as Backstage asks of it before it runs the steps.
struct BackstageImport {
  private let root: YAMLReader.Node
  private let template: JSONValue
  private static let parameters = "/spec/parameters"
  private var report = ConversionReport()
  /// The pages, with where each stands.
  private var pages: [(page: BackstagePage, source: JSONValue, path: String)] = []

  static func document(of form: ForeignForm) throws(ConversionRefusal) -> Conversion {
    let root: YAMLReader.Node =
      switch form {
      case .text, .file: try YAMLReader.read(form.text())
      case .value(let value): YAMLReader.Node(value, at: "")
      }
    var conversion = BackstageImport(root: root, template: root.coreJSON)
    return try conversion.document()
  }

  private mutating func document() throws(ConversionRefusal) -> Conversion {
    guard template["kind"] == BackstageNames.kind, let spec = template["spec"],
      spec == .object(spec.members)
    else {
      throw ConversionRefusal("A template of Backstage has the `kind` Template, and a `spec`")
    }
    let parameters = spec["parameters"] ?? []
    let isList = parameters.array != nil
    for (index, value) in (parameters.array ?? [parameters]).enumerated() {
      let path = Self.parameters + (isList ? "/\(index)" : "")
      if value != .object(value.members) {
        report.add(.wrongValue, path, "A page is an object { … }")
      }
      let page = BackstagePage(value)
      pages.append((page, value, path))
      for place in page.restricted {
        report.add(
          .noCounterpart, path + place,
          "Who lacks the permission is not asked, so nothing is asked for")
      }
    }
    var made = try read()
    tellPickers(in: &made)
    var members = grouped(&made)
    let look = look(withTitleIn: &members)
    if !look.isEmpty {
      var presentation = members["presentation"]?.members ?? []
      presentation[BackstageNames.format] = .object(look)
      members["presentation"] = .object(presentation)
    }
    report.entries += made.report.entries
    report.keep(made.report.exactCount + 1)
    let places = root.places
    report.entries = report.entries.map { $0.moved(to: YAMLReader.place(of: $0.path, in: places)) }
    let origins = made.origins.mapValues { YAMLReader.place(of: $0, in: places) }
    return Conversion(form: .value(.object(members)), report: report, origins: origins)
  }

  /// Reads all pages as one schema; places are those in the template.
  private func read() throws(ConversionRefusal) -> Conversion {
    var schema = pages.first?.page.schema ?? []
    if 1 < pages.count {
      let parts = pages.enumerated().map { index, page -> JSONValue in
        // What a page refers to is in that page.
        let id =
          page.page.schema["$id"] == nil ? [JSONValue.Member("$id", .string("page:\(index)"))] : []
        return .object(id + page.page.schema)
      }
      schema = [.init("type", "object"), .init("allOf", .array(parts))]
    }
    if !pages.contains(where: { $0.page.schema["properties"] != nil }) {
      schema.append(.init("properties", .object([])))
    }
    var extras: [JSONValue.Member] = []
    for member in pages.flatMap({ $0.page.extras }) where member.name != BackstageNames.page {
      extras[member.name] = extras[member.name] ?? member.value
    }
    if !extras.isEmpty { schema.append(.init(JSONSchemaExtras.name, .object(extras))) }
    let look = JSONValue.object(pages.flatMap { $0.page.look })
    var made = try JSONSchemaImport.document(
      of: .object(schema), asking: RJSFOptions(look, isLive: false))
    made.report.entries = made.report.entries.map { $0.moved(to: place(of: $0.path)) }
    made.origins = made.origins.mapValues { place(of: $0) }
    return made
  }

  /// Where that stands in the template which stands somewhere in the schema of all pages, or its look.
  private func place(of path: String) -> String {
    let look = "/uiSchema"
    if path.hasPrefix(look) {
      var names = path.dropFirst(look.count)
      while true {
        for page in pages {
          guard let place = page.page.places[String(names)] else { continue }
          return page.path + place + path.dropFirst(look.count + names.count)
        }
        guard let slash = names.lastIndex(of: "/") else { return Self.parameters }
        names = names[..<slash]
      }
    }
    let rest = path.dropFirst("/schema".count)
    let around = "/allOf"
    if pages.count == 1 { return pages[0].path + rest }
    return Self.parameters + (rest.hasPrefix(around) ? rest.dropFirst(around.count) : "")
  }

  /// Tells of the checks that pickers make by themselves; what is a secret is hidden.
  private func tellPickers(in made: inout Conversion) {
    for (index, entry) in made.report.entries.enumerated() where entry.path.hasSuffix("/ui:field") {
      let picker = template.value(at: entry.path)?.string ?? ""
      if BackstageNames.unchecked.contains(picker) { continue }
      made.report.entries[index] = .init(
        .noCounterpart, path: entry.path,
        message: "`\(picker.abridged)` has checks of its own; it is handed on")
    }
    guard case .value(.object(var members)) = made.form else { return }
    let fields = (members["fields"]?.array ?? []).map { field -> JSONValue in
      guard field["presentation"]?["ui:field"] == BackstageNames.secret, field["secure"] == nil,
        field["kind"] == "entry" || field["kind"] == "area"
      else { return field }
      return .object(
        field.members.filter { $0.name != "text" && $0.name != "whenMissing" }
          + [.init("secure", true)])
    }
    members["fields"] = .array(fields)
    made.form = .value(.object(members))
  }

  /// The page that something in the template stands in.
  private func page(of place: String?) -> Int? {
    guard let place, 1 < pages.count else { return place == nil ? nil : 0 }
    return Int(place.dropFirst(Self.parameters.count + 1).prefix { $0 != "/" })
  }

  /// The members of the document, in which the fields of each page with words are a group.
  private mutating func grouped(_ made: inout Conversion) -> [JSONValue.Member] {
    guard case .value(.object(var members)) = made.form else { return [] }
    let inner = members["groups"]?.array ?? []
    var keys = UniqueKeys(Set(inner.compactMap { $0["key"]?.string }))
    let own = pages.enumerated().map { index, page in group(of: page, index, &keys) }
    var groups: [(value: JSONValue, origin: String?)] = []
    let places = inner.indices.map { made.origins["/groups/\($0)"] }
    func add(_ page: Int?) {
      if let page, let group = own[page] { groups.append((group, pages[page].path)) }
      for (group, place) in zip(inner, places) where self.page(of: place) == page {
        var group = group.members
        if let page, let outer = own[page]?["key"] {
          var presentation = group["presentation"]?.members ?? []
          let around = JSONValue.Member(ForeignSection.inside, outer)
          if presentation[around.name] == nil { presentation.insert(around, at: 0) }
          group["presentation"] = .object(presentation)
        }
        groups.append((.object(group), place))
      }
    }
    for index in pages.indices { add(index) }
    add(nil)
    // Those that a condition brings stand with the others of their page.
    let fields = (members["fields"]?.array ?? []).enumerated().map { index, field in
      let origin = made.origins["/fields/\(index)"]
      return (field: field, origin: origin, page: page(of: origin))
    }.enumerated().sorted { one, other in
      let last = pages.count
      return (one.element.page ?? last, one.offset) < (other.element.page ?? last, other.offset)
    }.map { $0.element }
    for (index, group) in groups.enumerated() { made.origins["/groups/\(index)"] = group.origin }
    for (index, field) in fields.enumerated() { made.origins["/fields/\(index)"] = field.origin }
    if !groups.isEmpty { members["groups"] = .array(groups.map { $0.value }) }
    members["fields"] = nil
    let placed = fields.map { field, _, page -> JSONValue in
      guard field["group"] == nil, let key = page.flatMap({ own[$0] })?["key"] else { return field }
      return .object(field.members + [.init("group", key)])
    }
    return members + [.init("fields", .array(placed))]
  }

  /// What is a text; anything else is told.
  private mutating func text(_ value: JSONValue?, at path: String) -> JSONValue? {
    guard let value else { return nil }
    guard value.string == nil else {
      report.keep()
      return value
    }
    report.add(.wrongValue, path, "This is not a text", effect: .nothing)
    return nil
  }

  /// The group that a page is; nil for one without words.
  private mutating func group(
    of page: (page: BackstagePage, source: JSONValue, path: String), _ index: Int,
    _ keys: inout UniqueKeys
  ) -> JSONValue? {
    var look = page.page.ownLook
    var words: [String: String] = [:]
    for name in ["title", "description"] {
      let own = text(page.source[name], at: page.path + "/" + name)
      words[name] = look["ui:" + name]?.string ?? own?.string
      look["ui:" + name] = nil
    }
    for member in look {
      let place = page.page.places[JSONPointer.step(member.name)] ?? ""
      report.add(.presentationOnly, page.path + place, "It is handed on to front ends")
    }
    let noted = page.page.extras[BackstageNames.page]?.string
    if words.isEmpty, look.isEmpty, noted == nil { return nil }
    let label = words["title"] ?? "Page \(index + 1)"
    if words["title"] == nil {
      report.add(.madeUp, page.path, "A page has a title; one was made up")
    }
    let wish = noted ?? HTMLImport.slug(label)
    var members: [JSONValue.Member] = [
      .init("key", .string(keys.key(wish.isEmpty ? "page" : wish, "-"))),
      .init("label", .string(label)),
    ]
    if let text = words["description"] { members.append(.init("description", .string(text))) }
    if !look.isEmpty {
      members.append(.init("presentation", [BackstageNames.format: .object(look)]))
    }
    return .object(members)
  }

  /// What of a template is no form, and is kept; its title and description are those of the form.
  private mutating func look(
    withTitleIn members: inout [JSONValue.Member]
  ) -> [JSONValue.Member] {
    var head: [JSONValue.Member] = []
    for name in ["title", "description"] {
      let own = text(template["metadata"]?[name], at: "/metadata/" + name)
      head += own.map { [.init(name, $0)] } ?? []
    }
    members = head + members
    let name = JSONValue.string(BackstageNames.name(for: head["title"]?.string))
    var look: [JSONValue.Member] = []
    for (part, usual) in BackstageNames.usual(named: name) {
      let path = part.isEmpty ? "" : "/" + part
      let rest = (template.value(at: path)?.members ?? []).filter { member in
        usual[member.name] != member.value && usual[member.name] != .null
      }
      for member in rest {
        report.add(
          .presentationOnly, path + JSONPointer.step(member.name),
          "It is no part of the form, and is handed on")
      }
      if part.isEmpty {
        look += rest
      } else if !rest.isEmpty {
        look.append(.init(part, .object(rest)))
      }
    }
    return look
  }
}
