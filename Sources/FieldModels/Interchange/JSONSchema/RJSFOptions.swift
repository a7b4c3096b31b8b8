import FieldModels

/// What a uiSchema of react-jsonschema-form says of the fields that an import of the schema makes.
///
/// What decides about values is the schema's; this is how they are asked for. What front ends of our
/// own know is said of the field, everything else is handed on to them in `presentation`.
struct RJSFOptions {
  private let root: JSONValue
  /// What is said of schemas wherever they are referred to, by the references.
  private let definitions: [String: JSONValue]
  /// What holds for all fields that say nothing else.
  private let globalOptions: [Option]
  /// What the schemas of properties, lists and entries refer to, by their paths.
  private var references: [[String]: [String]] = [:]
  /// What was found for paths before.
  private var knownNodes: [[String]: [Node]] = [:]
  /// The orders that were found for paths before; nil where there is none.
  private var knownOrders: [[String]: Order?] = [:]
  /// How many more options may be looked at by references: they multiply.
  private var budget = 100_000
  private var losses: [ConversionReport.Entry] = []
  /// The places of what was read: of nodes, and of options.
  private var read: Set<String> = []
  /// The places of what a field, a group or the form says.
  private var kept: Set<String> = []
  /// Rules run while somebody types.
  let isLive: Bool

  static let globalName = "ui:globalOptions"
  private static let definitionsName = "ui:definitions"
  /// The options that such forms read of all fields, also of those that have none of their own; all
  /// others are about how it looks.
  private static let globalNames: Set = ["title", "description", "help", "readonly", "disabled"]
  /// Those that they read of objects and lists as well.
  private static let globalWords: Set = ["title", "description"]

  init(_ root: JSONValue, isLive: Bool) {
    self.root = root
    self.isLive = isLive
    definitions = Dictionary(
      keepingLast: JSONSchemaSource.members(of: root[Self.definitionsName] ?? .null).map {
        ($0.name, $0.value)
      }
    )
    globalOptions = JSONSchemaSource.members(of: root[Self.globalName] ?? .null).map { member in
      Option(
        name: member.name, value: member.value,
        place: JSONPointer.step(Self.globalName) + JSONPointer.step(member.name))
    }
  }

  /// An option: `ui:NAME`, or NAME in `ui:options`.
  private struct Option {
    var name: String
    var value: JSONValue
    var place: String
  }

  private mutating func lose(
    _ option: Option, _ message: String, as code: ConversionReport.Code = .noCounterpart,
    effect: ConversionReport.Effect? = nil
  ) {
    losses.append(.init(code, path: option.place, message: message, effect: effect))
  }

  /// What became of each option; one that several fields have is told once.
  var report: ConversionReport {
    var told: Set<String> = []
    var report = ConversionReport(
      losses.filter { told.insert("\($0.code.rawValue) \($0.path) \($0.message)").inserted })
    let changed = Set(losses.map { $0.path })
    report.keep(kept.count { !changed.contains($0) })
    return report
  }

  /// Remembers what schemas refer to, so that what is said of that is found.
  mutating func note(references schemas: [JSONValue], at path: [String]) {
    guard !definitions.isEmpty else { return }
    let names = schemas.compactMap { $0["$ref"]?.string }.filter { definitions[$0] != nil }
    if !names.isEmpty { references[path] = names }
  }

  /// A place in the uiSchema that is about a property.
  private typealias Node = (value: JSONValue, place: String)

  /// What the uiSchema has for a property, what is nearest to it first: what stands at its own
  /// place, then what is said of that to which the schemas on the way refer.
  private mutating func nodes(at path: [String]) -> [Node] {
    if let known = knownNodes[path] { return known }
    var nodes = [Node(root, "")]
    if let name = path.last {
      nodes = self.nodes(at: path.dropLast()).compactMap { value, place in
        guard let next = value[name], case .object = next else { return nil }
        return (next, place + JSONPointer.step(name))
      }
    }
    nodes += definitionNodes(at: path)
    knownNodes[path] = nodes
    return nodes
  }

  private mutating func definitionNodes(at path: [String]) -> [Node] {
    let place = JSONPointer.step(Self.definitionsName)
    var nodes: [Node] = []
    for name in references[path] ?? [] {
      guard let value = definitions[name] else { continue }
      budget -= 1 + value.members.count
      guard 0 < budget else {
        losses.append(
          .init(.unsupportedField, path: place, message: JSONSchemaSource.tooMuch))
        break
      }
      nodes.append((value, place + JSONPointer.step(name)))
    }
    return nodes
  }

  /// The options of a property, and those of all fields that it says nothing else of.
  private mutating func options(at path: [String], globally names: Set<String>) -> [Option] {
    var options: [Option] = []
    var known: Set<String> = []
    for node in nodes(at: path) {
      read.insert(node.place)
      let own = Self.options(of: node).filter { !known.contains($0.name) }
      known.formUnion(own.lazy.map { $0.name })
      options += own
    }
    options += globalOptions.filter { names.contains($0.name) && !known.contains($0.name) }
    read.formUnion(options.lazy.map { $0.place })
    return options
  }

  private static func options(of node: Node) -> [Option] {
    var options: [Option] = []
    for member in JSONSchemaSource.members(of: node.value) where isOption(member.name) {
      let place = node.place + JSONPointer.step(member.name)
      if member.name == "ui:options" {
        options += JSONSchemaSource.members(of: member.value).map { option in
          Option(
            name: option.name, value: option.value, place: place + JSONPointer.step(option.name))
        }
      } else if node.place.isEmpty, [globalName, definitionsName].contains(member.name) {
        continue
      } else {
        let isPrefixed = member.name.hasPrefix("ui:")
        let name = isPrefixed ? String(member.name.dropFirst(3)) : member.name
        options.append(Option(name: name, value: member.value, place: place))
      }
    }
    return options
  }

  private static func isOption(_ name: String) -> Bool {
    name.hasPrefix("ui:") || ["classNames", "style"].contains(name)
  }
}

/// Fields.
extension RJSFOptions {
  /// Says of a field what the uiSchema has for its property.
  mutating func apply(to field: inout [JSONValue.Member], at path: [String]) {
    var presentation = field["presentation"]?.members ?? []
    for option in options(at: path, globally: Self.globalNames) {
      let count = losses.count
      if apply(option, to: &field) {
        kept.insert(option.place)
      } else if losses.count == count {
        presentation.append(.init("ui:" + option.name, option.value))
        lose(option, "It is handed on to front ends", as: .presentationOnly)
      }
    }
    if !presentation.isEmpty { field["presentation"] = .object(presentation) }
    if isLive, let validation = field["validation"], let rules = validation["endEditing"] {
      field["validation"] = .object([.init("live", rules)])
    }
  }

  /// Whether a field can say an option; else it may have been reported.
  private mutating func apply(_ option: Option, to field: inout [JSONValue.Member]) -> Bool {
    let isText = field["kind"] == .string("entry") && field["value"] == nil
    switch (option.name, option.value) {
    case ("title", .string(let text)): field["label"] = .string(text)
    case ("description", .string(let text)), ("help", .string(let text)):
      guard option.name == "help", let own = field["helper"]?.string, own != text else {
        field["helper"] = .string(text)
        return true
      }
      field["helper"] = .string(own + " " + text)
      lose(
        option, "It stands behind the description, as one text", as: .reinterpreted,
        effect: .nothing)
      return false
    case ("placeholder", .string(let text)): field["placeholder"] = .string(text)
    case ("autofocus", .bool(let isFirst)): if isFirst { field["state"] = .string("active") }
    case ("readonly", .bool(let isReadOnly)):
      if isReadOnly {
        field["readOnly"] = .bool(true)
        guard JSONSchemaImport.asksSomething(field) else { return true }
        lose(option, "What can't be edited is not checked in a record")
        return false
      }
    case ("disabled", .bool(let isDisabled)):
      if isDisabled {
        field["enabled"] = .bool(false)
        lose(option, "What a disabled field holds is not checked")
        return false
      }
    case ("autocapitalize", .string(let word)):
      let words = [
        "none": "none", "off": "none", "words": "words", "sentences": "sentences",
        "on": "sentences", "characters": "allCharacters",
      ]
      guard isText || field["kind"] == .string("area"), let word = words[word] else { return false }
      field["autocapitalization"] = .string(word)
    case ("inputType", .string(let type)):
      if type == "password" { return makeSecret(&field, option) }
      guard let keyboard = Self.keyboards[type], isText else { return false }
      field["keyboard"] = .string(keyboard)
    case ("widget", .string(let widget)): return apply(widget, option, isText: isText, to: &field)
    case ("enumNames", .array(let names)): return rename(names, in: &field)
    case ("enumOrder", .array(let values)): return reorder(values, in: &field)
    case ("initialValue", let value):
      guard let text = JSONSchemaImport.text(value), isText, field["secure"] == nil else {
        return false
      }
      field["text"] = .string(text)
    case ("emptyValue", _):
      lose(option, "A form says by itself what an empty field commits")
      return false
    default: return false
    }
    return true
  }

  static let keyboards = ["email": "emailAddress", "url": "URL", "tel": "phonePad"]

  private mutating func apply(
    _ widget: String, _ option: Option, isText: Bool, to field: inout [JSONValue.Member]
  ) -> Bool {
    let isPicker = field["kind"] == .string("picker")
    switch widget {
    case "textarea" where isText:
      field["kind"] = .string("area")
      return true
    case "textarea" where field["kind"] == .string("area"): return true
    case "text" where field["kind"] == .string("entry"): return true
    case "password": return makeSecret(&field, option)
    case "select" where isPicker && field["multiple"] == nil: return true
    case "checkboxes" where field["multiple"] == .bool(true): return true
    case "checkbox" where isPicker && field["value"] == .string("boolean"): return true
    case "date" where field["kind"] == .string("date"): return true
    case "email", "uri":
      guard isText, let keyboard = Self.keyboards[widget == "uri" ? "url" : widget] else {
        return false
      }
      if field["keyboard"] != .string(keyboard) {
        field["keyboard"] = .string(keyboard)
        lose(option, "The keyboard is one for addresses", as: .reinterpreted, effect: .nothing)
        return false
      }
      return true
    default: return false
    }
  }

  /// Hides what is typed; the draft of such a field is written nowhere.
  private mutating func makeSecret(_ field: inout [JSONValue.Member], _ option: Option) -> Bool {
    let kinds = ["entry", "area"]
    guard kinds.contains(field["kind"]?.string ?? "") else { return false }
    field["secure"] = .bool(true)
    guard field["text"] != nil else { return true }
    field["text"] = nil
    lose(option, "The draft of a secure field is not written", as: .secret)
    return false
  }

  /// Gives rows the names beside them.
  private func rename(_ names: [JSONValue], in field: inout [JSONValue.Member]) -> Bool {
    guard var rows = field["data"]?.array, names.count <= rows.count,
      names.allSatisfy({ $0.string != nil })
    else { return false }
    for (index, name) in names.enumerated() {
      let row = rows[index]
      var members = row.members.isEmpty ? [.init("value", row)] : row.members
      members["label"] = name
      rows[index] = .object(members)
    }
    field["data"] = .array(rows)
    return true
  }

  private func reorder(_ values: [JSONValue], in field: inout [JSONValue.Member]) -> Bool {
    guard let rows = field["data"]?.array else { return false }
    let rest = values.firstIndex(of: .string("*")) ?? values.count
    let places = rows.enumerated().map { offset, row in
      let place = values.firstIndex { $0.isSame(as: row["value"] ?? row) }
      return (place ?? rest, offset)
    }
    field["data"] = .array(places.sorted { $0 < $1 }.map { rows[$0.1] })
    return true
  }
}

/// Everything else.
extension RJSFOptions {
  /// Says of the record, or of a group, what the uiSchema has for the object or the list.
  mutating func apply(
    toObject members: inout [JSONValue.Member], at path: [String], isGroup: Bool
  ) {
    for option in options(at: path, globally: Self.globalWords) {
      switch (option.name, option.value) {
      case ("title", .string(let text)): members[isGroup ? "label" : "title"] = .string(text)
      case ("description", .string(let text)): members["description"] = .string(text)
      case ("order", .array): break
      default:
        // All others are about how it looks.
        let decides = ["readonly", "disabled", "field", "widget"].contains(option.name)
        lose(
          option, "A \(isGroup ? "group" : "form") has no `\(option.name)`",
          as: decides ? .noCounterpart : .presentationOnly)
        continue
      }
      kept.insert(option.place)
    }
    if !isGroup { handOnGlobals(to: &members) }
  }

  /// Hands on what is said of all fields, but that which they say themselves.
  private mutating func handOnGlobals(to members: inout [JSONValue.Member]) {
    let rest = globalOptions.filter { !Self.globalNames.contains($0.name) }
    guard !rest.isEmpty else { return }
    var presentation = members["presentation"]?.members ?? []
    presentation[Self.globalName] = .object(rest.map { .init($0.name, $0.value) })
    members["presentation"] = .object(presentation)
    for option in rest {
      read.insert(option.place)
      lose(option, "It is handed on to front ends", as: .presentationOnly)
    }
  }

  /// Whether something in `presentation` is what `ui:globalOptions` leaves there.
  static func isGlobal(_ value: JSONValue) -> Bool {
    !value.members.isEmpty && !value.members.contains { globalNames.contains($0.name) }
  }

  /// Where a field stands among those of its form, by the orders of all objects around it; nil where
  /// no order is said.
  mutating func place(of path: [String], _ known: inout [[String]: Int]) -> [Int] {
    var places: [Int] = []
    for depth in path.indices {
      let (outer, name) = (Array(path[..<depth]), path[depth])
      let here = Array(path[...depth])
      let found = known[here] ?? known.count
      known[here] = found
      guard let order = order(at: outer) else {
        places.append(found)
        continue
      }
      let place = order.places[ExactText(name)] ?? order.rest
      places += [place, place == order.rest ? found : 0]
    }
    return places
  }

  /// The places of the properties of an object, and that of all that have none.
  private struct Order {
    var places: [ExactText: Int] = [:]
    var rest: Int

    init(_ names: [JSONValue]) {
      for (place, name) in names.enumerated() {
        guard let name = name.string.map(ExactText.init), places[name] == nil else { continue }
        places[name] = place
      }
      rest = places[ExactText("*")] ?? names.count
    }
  }

  private mutating func order(at path: [String]) -> Order? {
    if let known = knownOrders[path] { return known }
    let order = nodes(at: path).lazy.compactMap { Self.order(in: $0.value) }.first.map(Order.init)
    knownOrders[path] = .some(order)
    return order
  }

  private static func order(in value: JSONValue) -> [JSONValue]? {
    value["ui:order"]?.array ?? value["ui:options"]?["order"]?.array
  }

  var hasOrder: Bool { Self.hasOrder(root, depth: 0) }

  private static func hasOrder(_ value: JSONValue, depth: Int) -> Bool {
    // What is said by reference stands two names deeper.
    guard depth < RecordPath.stepLimit + 2 else { return false }
    return order(in: value) != nil
      || value.members.contains { hasOrder($0.value, depth: depth + 1) }
  }

  /// Reports what is said of properties that have no field.
  mutating func reportRest() {
    reportRest(root, at: "", depth: 0)
    for option in globalOptions { reportUnread(option.place) }
    for member in JSONSchemaSource.members(of: root[Self.definitionsName] ?? .null) {
      let place = JSONPointer.step(Self.definitionsName) + JSONPointer.step(member.name)
      reportRest(member.value, at: place, depth: 0)
    }
  }

  private mutating func reportRest(_ value: JSONValue, at place: String, depth: Int) {
    guard depth < 2 * RecordPath.stepLimit else { return }
    if value.draftText != nil || value.array != nil && !place.hasSuffix("/items") {
      losses.append(
        .init(
          .wrongValue, path: place, message: "An object { … } was expected", effect: .nothing))
    }
    for (index, element) in (value.array ?? []).enumerated() {
      reportRest(element, at: place + "/\(index)", depth: depth + 1)
    }
    let isRead = read.contains(place)
    for member in JSONSchemaSource.members(of: value) {
      let inner = place + JSONPointer.step(member.name)
      if place.isEmpty, [Self.globalName, Self.definitionsName].contains(member.name) {
        if case .object = member.value { continue }
        losses.append(
          .init(
            .wrongValue, path: inner, message: "An object { … } was expected", effect: .nothing))
      } else if member.name == "ui:options", isRead {
        if case .object = member.value {
        } else {
          losses.append(
            .init(
              .wrongValue, path: inner, message: "An object { … } was expected", effect: .nothing))
        }
        for option in member.value.members { reportUnread(inner + JSONPointer.step(option.name)) }
      } else if Self.isOption(member.name) {
        reportUnread(inner)
      } else {
        reportRest(member.value, at: inner, depth: depth + 1)
      }
    }
  }

  private mutating func reportUnread(_ place: String) {
    guard !read.contains(place) else { return }
    losses.append(
      .init(
        .noCounterpart, path: place, message: "There is no field that this is about",
        effect: .nothing))
  }
}
