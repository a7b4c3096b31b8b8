import FieldModels

/// A document made of a surface of A2UI: a field for each input that is bound to its data model.
///
/// The data model is the record. All other components are kept, with which an export writes them again.
struct A2UIImport {
  var notes = ForeignNotes()
  var fields: [Field] = []
  /// The fields by the places that they are bound to.
  var places: [String: Int] = [:]
  var patterns = PatternCache()
  private var surface: A2UISurface
  /// What the data begin with, by its places.
  private lazy var values = surface.data.places
  private var sections: [ForeignSection] = []
  private var groupKeys = UniqueKeys()
  private var keys = UniqueKeys()
  private var seen: Set<String> = []
  /// The components that became something else.
  private var taken: Set<String> = []
  /// What leads to fields, and so can't hold a value itself.
  private var inner: Set<String> = []
  private var head: [JSONValue.Member] = []
  private var look: [JSONValue.Member] = []

  /// What is deeper is not read, since each step takes memory.
  private static let depthLimit = 100

  /// A field on the way, with the input that it is made of.
  struct Field {
    var members: FieldMembers
    var input: ForeignObject
    var section: Int?
    var look: [JSONValue.Member]
  }

  static func document(of form: ForeignForm) throws(ConversionRefusal) -> Conversion {
    var notes = ForeignNotes()
    let surface = try A2UISurface(form.valueOrLines(), &notes)
    var conversion = A2UIImport(notes: notes, surface: surface)
    return conversion.document()
  }

  private mutating func document() -> Conversion {
    let root =
      surface[A2UINames.root] == nil ? surface.components.first?.peek("id")?.string : A2UINames.root
    readTitle(root ?? "")
    read(root ?? "", in: nil, isInList: false, depth: 0)
    // What is not shown checks nothing.
    for component in surface.components where seen.contains(component.peek("id")?.string ?? "") {
      readChecks(component)
    }
    keepRest()
    if !look.isEmpty { head.append(.init("presentation", [A2UINames.format: .object(look)])) }
    let made = fields.map { field -> (value: JSONValue, origin: String) in
      var members = field.members
      if let section = field.section { members["group"] = .string(sections[section].key) }
      if !field.look.isEmpty { members.present(A2UINames.format, .object(field.look)) }
      return (members.value, field.input.path)
    }
    return Conversion(head: head, sections: sections, fields: made, notes: notes)
  }

  private func component(_ id: String?) -> JSONValue? { id.flatMap { surface[$0]?.whole } }

  /// Takes the first heading for the title, and what stands below for the description.
  private mutating func readTitle(_ root: String) {
    var outer = root
    var depth = 0
    while let child = component(outer)?["child"]?.string, depth < 9 {
      (outer, depth) = (child, depth + 1)
    }
    var texts = A2UINames.children(of: component(outer) ?? .null)[...]
    if let id = texts.first, let heading = A2UINames.heading(of: component(id)) {
      head.append(.init("title", .string(heading.words)))
      if id != A2UINames.title { look.append(.init("title", .string(id))) }
      take(id, "text")
      texts = texts.dropFirst()
    }
    guard let id = texts.first, id == A2UINames.description,
      let text = component(id)?["text"]?.string
    else { return }
    head.append(.init("description", .string(text)))
    take(id, "text")
  }

  private mutating func take(_ id: String, _ members: String...) {
    taken.insert(id)
    for name in members { _ = surface[id]?[name] }
  }

  /// Reads a component, and what it shows.
  private mutating func read(_ id: String, in section: Int?, isInList: Bool, depth: Int) {
    guard seen.insert(id).inserted, let component = surface[id] else { return }
    guard depth < Self.depthLimit else {
      return notes.add(
        .unsupportedField, component.path, "Components are at most \(Self.depthLimit) deep")
    }
    let type = component.peek("component")?.string ?? ""
    if A2UINames.inputs.contains(type) {
      if isInList {
        return notes.add(
          .unsupportedField, component.path, "Inputs in a list made of data have no field")
      }
      return readInput(component, ofType: type, by: id, in: section)
    }
    let whole = component.whole
    if let template = whole["children"]?["componentId"]?.string {
      read(template, in: section, isInList: true, depth: depth + 1)
    }
    let children = A2UINames.children(of: whole)
    var section = section
    if id != A2UINames.root, !isInList, let first = children.first, !taken.contains(first),
      let heading = A2UINames.heading(of: self.component(first))
    {
      section = open(component, by: id, label: heading.words, children, in: section)
    }
    for child in children { read(child, in: section, isInList: isInList, depth: depth + 1) }
  }

  /// Opens a group, which a component with a heading is.
  private mutating func open(
    _ component: ForeignObject, by id: String, label: String, _ children: [String],
    in outer: Int?
  ) -> Int {
    let isOurs = id.hasPrefix(ForeignBody.group)
    let name = isOurs ? String(id.dropFirst(ForeignBody.group.count)) : HTMLImport.slug(label)
    var section = ForeignSection(object: component, name: name, label: label)
    section.key = groupKeys.key(name.isEmpty ? "group" : name, "-")
    section.outer = outer
    take(children[0], "text")
    if 1 < children.count, children[1] == id + ForeignBody.description {
      section.description = self.component(children[1])?["text"]?.string
      take(children[1], "text")
    }
    if id != ForeignBody.group + section.key {
      section.presentation = [.init(A2UINames.format, ["id": .string(id)])]
    }
    sections.append(section)
    return sections.count - 1
  }

  /// Keeps the components that are no inputs, unless they are what an export writes by itself.
  private mutating func keepRest() {
    let inputs = Set(fields.compactMap { $0.input.peek("id")?.string })
    let rest = surface.components.filter { !inputs.contains($0.peek("id")?.string ?? "") }
    let data = surface.data.leavingOut { places[$0] != nil }
    look += surface.look.filter { $0 != .init("surfaceId", A2UINames.surface) }
    if data != .object([]) { look.append(.init("dataModel", data)) }
    let isOurs = rest.allSatisfy { A2UINames.isUsual($0.whole) }
    if !isOurs || look["title"] != nil {
      look.append(.init("components", .array(rest.map { $0.whole })))
    }
    for object in rest {
      let isTaken = taken.contains(object.peek("id")?.string ?? "")
      if isOurs || isTaken {
        for name in object.names { _ = object[name] }
      } else {
        notes.add(.presentationOnly, object.path, "What is no input is kept for front ends")
      }
    }
  }
}

/// The inputs.
extension A2UIImport {
  /// The place that an input is bound to, if a record can have a value there.
  private mutating func place(of input: ForeignObject) -> [String]? {
    guard let path = A2UINames.path(of: input["value"]) else {
      notes.add(
        .unsupportedField, input.path, "It is bound to no data, so nothing is answered",
        effect: .nothing)
      return nil
    }
    let steps = JSONPointer.steps(of: path) ?? []
    let around = steps.indices.dropFirst().map { JSONPointer.path(steps[..<$0]) }
    let isFree =
      !steps.isEmpty && steps.count < RecordPath.stepLimit && !inner.contains(path)
      && !steps.contains { $0.isEmpty || Int($0) != nil } && !around.contains { places[$0] != nil }
    if !isFree || places[path] != nil {
      notes.add(
        isFree ? .duplicate : .unsupportedField, input.path,
        isFree ? "Another input has this value" : "No field can have a value there")
      return nil
    }
    inner.formUnion(around)
    places[path] = fields.count
    return steps
  }

  private mutating func readInput(
    _ input: ForeignObject, ofType type: String, by id: String, in section: Int?
  ) {
    guard fields.count < ConversionLimit.fields else {
      return notes.add(.unsupportedField, input.path, ConversionLimit.tooManyFields)
    }
    guard let steps = place(of: input) else { return }
    var field = FieldMembers()
    field.key = keys.key(for: steps)
    if steps != [field.key] { field["path"] = .string(JSONPointer.path(steps)) }
    field.label = input.text("label")
    if field.label == nil {
      notes.add(.madeUp, input.path, "It has no label; one was made up")
      field.label = HTMLImport.readable(field.key)
    }
    switch type {
    case "TextField": readText(input, &field)
    case "CheckBox":
      field.kind = "picker"
      field["value"] = "boolean"
      field["data"] = .array(JSONSchemaImport.yesAndNo.map { $0.json })
    case "ChoicePicker": readChoices(input, &field)
    case "Slider": readSlider(input, &field)
    default: readDate(input, &field)
    }
    begin(&field, with: values[JSONPointer.path(steps)], input)
    var look: [JSONValue.Member] = id == "field:" + field.key ? [] : [.init("id", .string(id))]
    if type == "Slider" { look.append(.init("type", .string(type))) }
    var rest: [JSONValue.Member] = []
    for name in input.leftovers where name != "checks" {
      let isKnown = A2UINames.visual.contains(name)
      notes.add(
        isKnown ? .presentationOnly : .unknownProperty, input.path(to: name),
        isKnown
          ? "`\(name)` is kept for front ends alone"
          : "`\(name.abridged)` is no property that is known")
      rest += input[name].map { [.init(name, $0)] } ?? []
    }
    if !rest.isEmpty { look.append(.init("input", .object(rest))) }
    fields.append(Field(members: field, input: input, section: section, look: look))
  }

  private func readText(_ input: ForeignObject, _ field: inout FieldMembers) {
    switch input.word("variant", of: ["longText", "number", "obscured", "shortText"]) {
    case "longText": field.kind = "area"
    case "obscured": field["secure"] = true
    case "number":
      field["value"] = "number"
      field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: "number"))
    default: break
    }
    if let words = input.text("placeholder") { field["placeholder"] = .string(words) }
  }

  /// Reads a list of rows, whose value is a list also where one row may be chosen.
  private mutating func readChoices(_ input: ForeignObject, _ field: inout FieldMembers) {
    var rows = ForeignChoices()
    for (index, value) in (input.list("options") ?? []).enumerated() {
      let path = input.path(to: "options") + "/\(index)"
      guard let option = notes.object(value, path: path) else { continue }
      let label = option.text("label")
      rows.add(option["value"].map { .init(value: $0, label: label) }, at: path, to: &notes)
    }
    rows.fill(&field, takesSeveral: true, at: input.path(to: "options"), &notes)
    // A record has a list, which no text is.
    if field.kind == "entry" { field.kind = "any" }
    let isOne =
      input.word("variant", of: ["multipleSelection", "mutuallyExclusive"]) != "multipleSelection"
    if isOne, field.kind == "picker" { field["maxItems"] = 1 }
  }

  private func readSlider(_ input: ForeignObject, _ field: inout FieldMembers) {
    field["value"] = "number"
    field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: "number"))
    field.addRule([.init("minimum", (input.number("min") ?? Decimal(0)).json)])
    if let most = input.number("max") { field.addRule([.init("maximum", most.json)]) }
  }

  private mutating func readDate(_ input: ForeignObject, _ field: inout FieldMembers) {
    field.kind = "date"
    field["clearable"] = true
    let (hasDate, hasTime) = (input.bool("enableDate"), input.bool("enableTime"))
    if hasTime { field["mode"] = hasDate ? "dateAndTime" : "time" }
    for (theirs, ours) in [("min", "minimumDate"), ("max", "maximumDate")] {
      guard let text = input.text(theirs) else { continue }
      let isRight =
        hasTime && hasDate
        ? CivilDateTime(iso8601: text) != nil
        : hasTime ? CivilTime(iso8601: text) != nil : CivilDate(iso8601: text) != nil
      if isRight {
        field[ours] = .string(text)
      } else {
        notes.add(.wrongValue, input.path(to: theirs), "This is not what can be chosen")
      }
    }
  }

  /// Has a field begin with what its data begin with.
  private mutating func begin(
    _ field: inout FieldMembers, with value: JSONValue?, _ input: ForeignObject
  ) {
    guard let value, value != .null, value != "", value != [] else { return }
    let texts = (value.array ?? [value]).compactMap { $0.draftText }
    let place = input.path(to: "value")
    if field["secure"] == true {
      notes.add(.secret, place, "The draft of a secure field is not kept")
    } else if texts.count != (value.array?.count ?? 1)
      || (value.array != nil) != (field["multiple"] == true)
    {
      notes.add(.wrongValue, place, "It begins with a value of another kind", effect: .nothing)
    } else if field.kind != "any" {
      let drafts = JSONValue.array(texts.map { .string($0) })
      field[field.kind == "date" ? "date" : "text"] =
        field["multiple"] == true ? drafts : .string(texts[0])
    }
  }
}
