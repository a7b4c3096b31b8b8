/// What a uiSchema of react-jsonschema-form says of the fields that an import of the schema makes.
///
/// What decides about values is the schema's; this is how they are asked for. What front ends of our
/// own know is said of the field, everything else is handed on to them in `presentation`.
struct RJSFOptions {
  private let root: JSONValue
  private(set) var report = ConversionReport()
  /// The places of what was read.
  private var read: Set<String> = []
  /// Rules run while somebody types.
  let isLive: Bool

  init(_ root: JSONValue, isLive: Bool) {
    self.root = root
    self.isLive = isLive
  }

  /// An option: `ui:NAME`, or NAME in `ui:options`.
  private struct Option {
    var name: String
    var value: JSONValue
    var place: String
  }

  private mutating func lose(
    _ option: Option, _ message: String, as code: ConversionReport.Code = .noCounterpart
  ) {
    report.add(code, option.place, message)
  }

  /// What the uiSchema has for a property, and where.
  private func node(at path: [String]) -> (value: JSONValue, place: String)? {
    var (value, place) = (root, "")
    for name in path {
      guard let next = value[name], case .object = next else { return nil }
      (value, place) = (next, place + JSONPointer.step(name))
    }
    return (value, place)
  }

  private mutating func options(at path: [String]) -> [Option] {
    guard let (value, place) = node(at: path) else { return [] }
    read.insert(place)
    var options: [Option] = []
    for member in JSONSchemaSource.members(of: value) {
      let place = place + JSONPointer.step(member.name)
      if member.name == "ui:options" {
        options += JSONSchemaSource.members(of: member.value).map { option in
          Option(
            name: option.name, value: option.value, place: place + JSONPointer.step(option.name))
        }
      } else if member.name.hasPrefix("ui:") {
        let name = String(member.name.dropFirst(3))
        options.append(Option(name: name, value: member.value, place: place))
      } else if ["classNames", "style"].contains(member.name) {
        options.append(Option(name: member.name, value: member.value, place: place))
      }
    }
    return options
  }
}

/// Fields.
extension RJSFOptions {
  /// Says of a field what the uiSchema has for its property.
  mutating func apply(to field: inout [JSONValue.Member], at path: [String]) {
    var presentation = field["presentation"]?.members ?? []
    for option in options(at: path) {
      if apply(option, to: &field) {
        report.keep()
      } else if report.entries.last?.path != option.place {
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
      lose(option, "It stands behind the description, as one text", as: .reinterpreted)
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
    case ("enumDisabled", .array(let values)):
      guard disable(values, in: &field) else { return false }
      lose(option, "A row that can't be chosen is not taken in a record either")
      return false
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
        lose(option, "The keyboard is one for addresses", as: .reinterpreted)
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

  private func disable(_ values: [JSONValue], in field: inout [JSONValue.Member]) -> Bool {
    guard let rows = field["data"]?.array else { return false }
    field["data"] = .array(
      rows.map { row in
        guard values.contains(where: { $0.isSame(as: row["value"] ?? row) }) else { return row }
        var members = row.members.isEmpty ? [.init("value", row)] : row.members
        members["disabled"] = .bool(true)
        return .object(members)
      })
    return true
  }
}

/// Everything else.
extension RJSFOptions {
  /// Says of the record, or of a group, what the uiSchema has for the object or the list.
  mutating func apply(
    toObject members: inout [JSONValue.Member], at path: [String], isGroup: Bool
  ) {
    for option in options(at: path) {
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
      report.keep()
    }
  }

  /// Where a field stands among those of its form, by the orders of all objects around it; nil where
  /// no order is said.
  func place(of path: [String], _ known: inout [[String]: Int]) -> [Int] {
    var places: [Int] = []
    for depth in path.indices {
      let (outer, name) = (Array(path[..<depth]), path[depth])
      let here = Array(path[...depth])
      let found = known[here] ?? known.count
      known[here] = found
      guard let order = node(at: outer)?.value["ui:order"]?.array else {
        places.append(found)
        continue
      }
      let rest = order.firstIndex(of: .string("*")) ?? order.count
      let place = order.firstIndex(of: .string(name)) ?? rest
      places += [place, place == rest ? found : 0]
    }
    return places
  }

  var hasOrder: Bool { Self.hasOrder(root, depth: 0) }

  private static func hasOrder(_ value: JSONValue, depth: Int) -> Bool {
    guard depth < RecordPath.stepLimit else { return false }
    return value.members.contains { $0.name == "ui:order" || hasOrder($0.value, depth: depth + 1) }
  }

  /// Reports what is said of properties that have no field.
  mutating func reportRest() {
    reportRest(root, at: "", depth: 0)
  }

  private mutating func reportRest(_ value: JSONValue, at place: String, depth: Int) {
    guard case .object = value, depth < 2 * RecordPath.stepLimit else { return }
    let isRead = read.contains(place)
    for member in JSONSchemaSource.members(of: value) {
      let place = place + JSONPointer.step(member.name)
      let isOption =
        member.name.hasPrefix("ui:") || ["classNames", "style"].contains(member.name)
      if isOption {
        if isRead { continue }
        report.add(.noCounterpart, place, "There is no field that this is about")
      } else {
        reportRest(member.value, at: place, depth: depth + 1)
      }
    }
  }
}
