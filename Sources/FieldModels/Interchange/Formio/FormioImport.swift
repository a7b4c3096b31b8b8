import FieldModels

/// A document made of a form of Form.io.
///
/// Components become fields, panels and what else has components in it groups, grids lists. The record
/// is the `data` of a submission.
struct FormioImport {
  var notes = ForeignNotes()
  var found: [Found] = []
  /// The panels, containers and grids.
  var sections: [ForeignSection] = []
  var scope = ForeignScope()
  var listScopes: [Int: ForeignScope] = [:]
  /// What conditions name that no component is called; Form.io's server drops it from a record.
  var outsiders = ForeignOutsiders()
  /// The forms in the form, by where they stand: where their data is in the record, and what is called by its name
  /// there.
  private var innerForms: [String: (path: [String], scope: ForeignScope)] = [:]
  /// What a component sees, by the list and the form in which it is.
  private var knownScopes: [String: ForeignScope] = [:]
  /// What the entries hold that lists begin with.
  private var beginnings: [Int: [JSONValue]] = [:]
  var patterns = PatternCache()
  /// The parts of days that fields ask for, by their keys.
  var days: [String: FormioDay] = [:]
  /// Where something stands that is no condition.
  var unread: Set<String> = []
  /// What programs see.
  var programs = FormioPrograms()
  /// Where something was told of a program that is said nearly.
  var near: Set<String> = []
  /// Which component has each place in a record or in the entries of a list, among those found; −1 for a container.
  private var holders: [[String]: Int] = [:]
  /// The components that are hidden with each, by itself: its own field, and those in it.
  private var hiddenWith: [ObjectIdentifier: [Int]] = [:]

  private static let deepest = 24

  /// Where a component stands.
  struct Surroundings {
    var section: Int?
    var list: Int?
    var names: [String] = []
    /// What those around it say of when it is shown.
    var guards: [ForeignObject] = []
    var isHidden = false
    var depth = 0
  }

  /// A component that becomes a field.
  struct Found {
    var object: ForeignObject
    var type: String
    var surroundings: Surroundings
    var path: [String]
    var key = ""
    var content: [JSONValue.Member] = []
    var rules: [[JSONValue.Member]] = []
    var target: ForeignScope.Target
    var presentation: [JSONValue.Member] = []
    var isRequired = false
    /// Its value may be any, as far as the form knows.
    var isAny = false
    /// Form.io's server writes the default into a record that lacks it.
    var isFilledIn: Bool {
      guard let value = object.peek("defaultValue"), !FormioImport.isBlank(value),
        !FormioDay.isEmpty(value) || type != "day"
      else { return false }
      return !["number", "currency", "password"].contains(type) && !path.isEmpty
    }
  }

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    guard case .object = form, form["components"]?.array != nil else {
      throw ConversionRefusal("A form of Form.io is an object with `components`")
    }
    var conversion = FormioImport()
    return conversion.document(of: form)
  }

  private mutating func document(of value: JSONValue) -> Conversion {
    guard let form = notes.object(value, path: "") else {
      return Conversion(form: .value([:]), report: notes.report())
    }
    var members: [JSONValue.Member] = []
    if let title = form.text("title") ?? form.text("label") {
      members.append(.init("title", .string(title)))
    }
    find(form.list("components") ?? [], at: "/components", Surroundings())
    if let look = tellForm(form) { members.append(.init("presentation", ["formio": look])) }
    nameEverything()
    for index in found.indices {
      found[index].content = content(of: index)
      enter(found[index])
      learn(found[index])
      for object in found[index].surroundings.guards + [found[index].object] {
        programs.note(object)
        hiddenWith[ObjectIdentifier(object), default: []].append(index)
      }
    }
    for (list, entries) in beginnings.sorted(by: { $0.key < $1.key }) {
      var columns: [String: ForeignSection.Column] = [:]
      for one in found where one.surroundings.list == list && one.path.count == 1 {
        columns[one.path[0]] = .init(
          key: one.key, target: one.target, isSecure: one.type == "password")
      }
      if !sections[list].begin(with: entries, columns: columns) {
        notes.add(
          .noCounterpart, sections[list].object.path(to: "defaultValue"),
          "Entries begin without some of these values", effect: .nothing)
      }
    }
    outsiders.note(value, members: ["key"], besides: [])
    let fields = found.indices.map { (value: field(of: $0), origin: found[$0].object.path) }
    return Conversion(head: members, sections: sections, fields: fields, notes: notes)
  }

  /// Tells what a form says of how it is kept and shown; of the latter gives what an export would not
  /// say by itself.
  private mutating func tellForm(_ form: ForeignObject) -> JSONValue? {
    var look: [JSONValue.Member] = []
    let roots = sections.filter { $0.outer == nil }
    let arePages =
      roots.allSatisfy { $0.path.isEmpty && $0.object.peek("type") != "fieldset" }
      && found.allSatisfy { $0.surroundings.section != nil }
    let display = form.text("display") ?? "form"
    if display != (arePages && 1 < roots.count ? "wizard" : "form") {
      look.append(.init("display", .string(display)))
      if form.has("display") {
        notes.add(
          .presentationOnly, form.path(to: "display"), "How it is shown is kept for front ends")
      }
    }
    let kept: Set<String> = [
      "_id", "_vid", "access", "action", "controller", "created", "deleted", "display", "esign",
      "fieldMatchAccess", "machineName", "modified", "module", "moduleId", "name", "owner", "path",
      "pdfComponents", "project", "properties", "revision", "revisions", "settings", "shortcut",
      "submissionAccess", "submissionRevisions", "tags", "type", "config", "externalId",
      "externalRoles", "params", "state", "roles", "plan", "formioForms", "submissionRevisions",
    ]
    for name in form.leftovers {
      guard let value = form.peek(name), !Self.isBlank(value) else { continue }
      if ["name", "path", "type", "key", "input"].contains(name) {
        // By these a server knows the form, or another form has it in it.
        _ = form[name]
      } else if kept.contains(name) {
        notes.add(.presentationOnly, form.path(to: name), "A form has no `\(name)`")
      } else {
        // Form.io itself looks at none of these, so that a record is judged alike without them.
        notes.add(
          .unknownProperty, form.path(to: name), "`\(name)` is no property that is known",
          effect: .nothing)
      }
    }
    return look.isEmpty ? nil : .object(look)
  }

  /// What stands where nobody has chosen anything.
  static func isBlank(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false), .string(""): true
    case .array(let elements): elements.allSatisfy(isBlank)
    case .object(let members): members.allSatisfy { isBlank($0.value) }
    case .bool, .string, .number: false
    }
  }

  /// The settings in a member; nil where nobody has made any, for which the builder may write `""`.
  mutating func settings(_ name: String, of object: ForeignObject) -> ForeignObject? {
    guard let value = object[name], !Self.isBlank(value) else { return nil }
    return notes.object(value, path: object.path(to: name))
  }

  /// Tells of what nobody has asked for.
  ///
  /// - Parameters:
  ///   - object: what was read
  ///   - isOpaque: nobody knows what it is, so that everything is kept
  /// - Returns: how the component looks, for `presentation`
  mutating func tellLeftovers(
    of object: ForeignObject, isOpaque: Bool = false
  ) -> [JSONValue.Member] {
    var presentation: [JSONValue.Member] = []
    for name in object.leftovers {
      guard let value = object.peek(name), !Self.isBlank(value), !FormioNames.silent.contains(name)
      else { continue }
      if let usual = FormioNames.usual[name], usual.contains(value) { continue }
      let path = object.path(to: name)
      if isOpaque {
        notes.add(
          .presentationOnly, path, "`\(name)` is kept for front ends alone",
          effect: FormioNames.decides(name, type: object.peek("type")) ? .laxer : .nothing)
        presentation.append(.init(name, value))
      } else if name == "logic" {
        let hasValue = !FormioNames.layouts.contains(
          FormioNames.plain(object.peek("type")?.string ?? ""))
        // When a component is hidden is told with its field.
        if FormioNames.onlyHides(value, hasValue: hasValue) { continue }
        let decides = FormioNames.decidesByLogic(value, hasValue: hasValue)
        notes.add(
          .program, path, "What `logic` computes, no form can say",
          effect: decides ? .laxer : .nothing)
      } else if name == "inputMask",
        FormioNames.plain(object.peek("type")?.string ?? "") == "time"
      {
        notes.add(
          .presentationOnly, path, "`inputMask` is kept for front ends alone; no time is held to it"
        )
        presentation.append(.init(name, value))
      } else if FormioNames.programs.contains(name) {
        notes.add(.program, path, "What `\(name)` computes, no form can say")
      } else if FormioNames.visual.contains(name) {
        notes.add(.presentationOnly, path, "`\(name)` is kept for front ends alone")
        presentation.append(.init(name, value))
      } else if FormioNames.counterpartless.contains(name) {
        notes.add(
          .noCounterpart, path, "A form has no `\(name)`",
          effect: FormioNames.deciding.contains(name)
            && !(name == "validate" && FormioNames.isUnchecked(object)) ? .laxer : .nothing)
      } else {
        // All that Form.io itself reads is known; another program's property decides nothing there.
        notes.add(
          .unknownProperty, path, "`\(name)` is no property of Form.io that is known",
          effect: .nothing)
      }
    }
    return presentation
  }
}

/// What is found.
extension FormioImport {
  private mutating func find(_ components: [JSONValue], at path: String, _ around: Surroundings) {
    for (index, value) in components.enumerated() {
      guard let object = notes.object(value, path: "\(path)/\(index)") else { continue }
      let own = object.text("type") ?? ""
      let type = FormioNames.plain(own)
      if type != own {
        notes.add(
          .reinterpreted, object.path(to: "type"), "It is taken for a `\(type)`", effect: .nothing)
      }
      switch type {
      case "address" where hasPlainParts(object), "tree" where object.peek("components") == []:
        _ = object["components"]
        add(object, ofType: type, in: around)
      case _ where FormioNames.layouts.contains(type): findLayout(object, ofType: type, in: around)
      case "container": findContainer(object, around)
      case "datagrid", "editgrid": findGrid(object, around)
      case "form": findForm(object, around)
      case "button":
        let action = object["action"]?.string ?? "submit"
        if action != "submit" {
          notes.add(.presentationOnly, object.path, "A form has no buttons of its own")
        }
      case _ where FormioNames.shown.contains(type):
        notes.add(.presentationOnly, object.path, "A form has no field like `\(type)`")
      case _ where FormioNames.takesAny(type) && FormioNames.isContainer(object):
        notes.add(
          .unknownProperty, object.path(to: "type"),
          "\"\(type)\" is no component that is known; it is taken for a container",
          effect: .nothing)
        findContainer(object, around)
      case _ where FormioNames.takesAny(type) && FormioNames.hasValueWithParts(object):
        notes.add(
          .unknownProperty, object.path(to: "type"),
          "\"\(type)\" is no container that is known; its value is taken as it is", effect: .laxer)
        _ = object["components"]
        add(object, ofType: type, in: around)
      case _ where FormioNames.takesAny(type) && object.peek("components")?.array != nil:
        notes.add(
          .unknownProperty, object.path(to: "type"),
          "\"\(type)\" is no container that is known; what is in it is taken",
          effect: FormioNames.isLayout(object, ofType: type) ? .nothing : .laxer)
        findLayout(object, ofType: "well", in: around)
      default: add(object, ofType: type, in: around)
      }
    }
  }

  /// Whether an address has no parts of which something is asked.
  private func hasPlainParts(_ object: ForeignObject) -> Bool {
    (object.peek("components")?.array ?? []).allSatisfy { FormioNames.isAddressPart($0) }
  }

  private func path(of object: ForeignObject) -> [String] {
    // A key with points in it leads into objects.
    (object.text("key") ?? "").split(separator: ".").map(String.init)
  }

  private mutating func add(_ object: ForeignObject, ofType type: String, in around: Surroundings) {
    let path = around.names + path(of: object)
    guard found.count < ConversionLimit.fields else {
      return notes.add(.unsupportedField, object.path, ConversionLimit.tooManyFields)
    }
    guard !path.isEmpty, path.count <= RecordPath.stepLimit else {
      return notes.add(
        .unsupportedField, object.path, "A component without a key that a form can have")
    }
    guard take(path, around, by: found.count) else {
      return addAgain(object, ofType: type, named: path, in: around)
    }
    var (surroundings, place) = (around, path)
    var isAny = FormioNames.takesAny(type)
    if Self.isList(object, ofType: type), around.list != nil {
      // There are no lists in lists.
      isAny = true
    } else if Self.isList(object, ofType: type) {
      surroundings = openList(object, in: around, at: &place)
    }
    found.append(
      Found(
        object: object, type: type, surroundings: surroundings, path: place,
        target: .init(key: ""), isAny: isAny))
  }

  /// Tells of a component whose value is that of another one, which the field stands for.
  private mutating func addAgain(
    _ object: ForeignObject, ofType type: String, named path: [String], in around: Surroundings
  ) {
    let holder = holders[place(path, around)].flatMap { found.indices.contains($0) ? $0 : nil }
    // Where neither asks anything, one field judges as both do.
    let isAlike =
      holder.map { index in
        found[index].type == type && Self.asksNothing(of: found[index].object, type)
          && Self.asksNothing(of: object, type)
      } ?? false
    notes.add(
      .duplicate, object.path, "Another component has the key \"\(path.joined(separator: "."))\"",
      effect: isAlike ? .nothing : .laxer)
  }

  /// Whether Form.io takes every answer to a component, or every text.
  private static func asksNothing(of object: ForeignObject, _ type: String) -> Bool {
    if asks(object) { return false }
    let isText = ["textfield", "textarea", "password"].contains(type)
    let asking = ["validate", "inputMask", "inputMasks", "multiple", "unique", "calculateValue"]
    return FormioNames.takesAll(object, ofType: type)
      || isText && asking.allSatisfy { object.peek($0).map(isBlank) ?? true }
  }

  /// Whether answers are judged otherwise where a condition on a component is lost.
  ///
  /// What is always shown is judged as what is hidden where nothing is asked of it, and nothing else
  /// looks at it.
  func decides(_ object: ForeignObject) -> Bool {
    (hiddenWith[ObjectIdentifier(object)] ?? []).contains { index in
      let one = found[index]
      return !one.isAny || !Self.asksNothing(of: one.object, one.type)
        || programs.isMentioned(one.path.last ?? one.key, besides: object)
    }
  }

  /// Whether the value of a component is a list of texts, numbers or dates that a person writes.
  static func isList(_ object: ForeignObject, ofType type: String) -> Bool {
    type == "tags"
      ? object.peek("storeas") == "array"
      : takesSeveral(type) && object.isSet("multiple")
  }

  /// Whether a component of a type may have a list of such values.
  static func takesSeveral(_ type: String) -> Bool {
    switch type {
    case "select", "selectboxes", "checkbox", "radio", "password", "hidden": false
    default: !FormioNames.takesAny(type)
    }
  }

  /// The list that a component with several values is: each is an entry.
  private mutating func openList(
    _ object: ForeignObject, in around: Surroundings, at path: inout [String]
  ) -> Surroundings {
    _ = (object["multiple"], object["storeas"])
    if object.bool("hidden") || object.has("conditional") {
      notes.add(
        .reinterpreted, object.path, "The fields of entries are hidden, and the list itself is not",
        effect: .nothing)
    }
    var inner = around
    let outer = around.section.map { sections[$0].path } ?? []
    open(
      object, titled: object.text("label") ?? path[path.count - 1], &inner, path: outer + path)
    let index = sections.count - 1
    inner.list = index
    inner.names = []
    path = []
    sections[index].description = nil
    var repetition: [JSONValue.Member] = []
    if Self.asks(object) {
      repetition.append(.init("minEntries", 1))
      sections[index].entryCount = 1
    } else {
      sections[index].emptyValue = .null
    }
    // Form.io looks at tags in no way but that there are some.
    if !object.isSet("multiple") { sections[index].isLenient = true }
    if let most = object.integer("maxTags"), 0 < most {
      repetition.append(.init("maxEntries", .integer(most)))
    }
    sections[index].repetition = repetition
    if isHidden(object, within: inner) {
      notes.releaseEntries(&sections[index].repetition, object.path)
    }
    listScopes[index] = ForeignScope()
    return inner
  }

  /// Whether a component asks for an answer.
  static func asks(_ object: ForeignObject) -> Bool {
    [true, "true"].contains(object.peek("validate")?["required"])
      && !FormioNames.isUnchecked(object)
  }

  /// Whether a component is not always shown.
  private func isHidden(_ object: ForeignObject, within around: Surroundings) -> Bool {
    let conditions = around.guards + [object]
    return around.isHidden || object.bool("hidden")
      || conditions.contains { object in
        ["conditional", "customConditional", "logic"].contains { name in
          object.peek(name).map { !Self.isBlank($0) } ?? false
        }
      }
  }

  /// Where a component has its value, in the record or in the entries of a list.
  private func place(_ path: [String], _ around: Surroundings) -> [String] {
    let outer = around.list == nil ? around.section.map { sections[$0].path } ?? [] : []
    return ["\(around.list ?? -1)"] + outer + path
  }

  /// Gives a component its place; gives whether no other has it so far.
  private mutating func take(
    _ path: [String], _ around: Surroundings, by holder: Int = -1
  ) -> Bool {
    let place = place(path, around)
    guard holders[place] == nil else { return false }
    holders[place] = holder
    return true
  }

  /// Notes when what is in a component is shown.
  private mutating func guarded(
    _ object: ForeignObject, _ around: Surroundings
  ) -> Surroundings? {
    var inner = around
    inner.depth += 1
    guard inner.depth < Self.deepest else {
      notes.add(.unsupportedField, object.path, "Components within components beyond all bounds")
      return nil
    }
    if ["conditional", "customConditional", "logic"].contains(where: { object.has($0) }) {
      inner.guards.append(object)
    }
    if object.bool("hidden") { inner.isHidden = true }
    return inner
  }

  private mutating func findLayout(
    _ object: ForeignObject, ofType type: String, in around: Surroundings
  ) {
    guard var inner = guarded(object, around) else { return }
    let title = object.text("title") ?? object.text("legend") ?? object.text("label")
    var section: Int?
    switch type {
    case "panel", "fieldset":
      if around.list == nil, around.section.map({ sections[$0].path.isEmpty }) ?? true,
        let title, object.flag("hideLabel") != true
      {
        open(object, titled: title, &inner, path: [])
        section = inner.section
      } else if around.list != nil {
        notes.add(.presentationOnly, object.path, "An entry of a list has no groups in it")
      } else if title != nil {
        notes.add(.presentationOnly, object.path, "An object of the record has no groups in it")
      }
      find(object.list("components") ?? [], at: object.path(to: "components"), inner)
    case "well":
      find(object.list("components") ?? [], at: object.path(to: "components"), inner)
    case "columns":
      findCells(object.list("columns") ?? [], at: object.path(to: "columns"), inner)
    case "table":
      for (index, row) in (object.list("rows") ?? []).enumerated() {
        let path = object.path(to: "rows") + "/\(index)"
        findCells(notes.list(row, path: path), at: path, inner)
      }
    default:
      for (index, value) in (object.list("components") ?? []).enumerated() {
        let path = object.path(to: "components") + "/\(index)"
        guard let tab = notes.object(value, path: path) else { continue }
        var within = inner
        if around.list == nil, around.section == nil {
          open(tab, titled: tab.text("label") ?? tab.text("key") ?? "tab", &within, path: [])
        }
        find(tab.list("components") ?? [], at: tab.path(to: "components"), within)
        keepLook(of: tab, in: within.section == around.section ? nil : within.section)
      }
    }
    if type != "panel", type != "fieldset", type != "tabs" {
      notes.add(.presentationOnly, object.path, "Fields stand one below the other")
    }
    _ = (object["conditional"], object["customConditional"])
    for name in ["label", "title", "legend"] { _ = object.text(name) }
    keepLook(of: object, in: section, as: type == "fieldset" ? type : nil)
  }

  /// Keeps how a layout, container or grid looks with its group.
  ///
  /// - Parameters:
  ///   - object: the component
  ///   - section: its group; nil for one that makes none
  ///   - type: which component it was, where the group does not say it
  private mutating func keepLook(
    of object: ForeignObject, in section: Int?, as type: String? = nil
  ) {
    let told = notes.entries.count
    var look = type.map { [JSONValue.Member("type", .string($0))] } ?? []
    look += tellLeftovers(of: object)
    if let section {
      if !look.isEmpty { sections[section].presentation = [.init("formio", .object(look))] }
    } else {
      notes.dropLooks(from: told)
    }
  }

  private mutating func findCells(_ cells: [JSONValue], at path: String, _ around: Surroundings) {
    for (index, value) in cells.enumerated() {
      guard let cell = notes.object(value, path: "\(path)/\(index)") else { continue }
      find(cell.list("components") ?? [], at: cell.path(to: "components"), around)
      for name in [
        "width", "offset", "push", "pull", "size", "currentWidth", "type", "input", "label", "key",
      ] { _ = cell[name] }
      keepLook(of: cell, in: nil)
    }
  }

  private mutating func open(
    _ object: ForeignObject, titled title: String, _ inner: inout Surroundings, path: [String]
  ) {
    let name = object.text("key") ?? title
    let description = object.text("description")
    let outer = inner.section
    inner.section = sections.count
    sections.append(
      ForeignSection(
        object: object, name: name, label: title, description: description, path: path))
    if let outer, sections[outer].path.isEmpty {
      sections[sections.count - 1].outer = outer
      notes.add(
        .presentationOnly, object.path, "That the group is within another is kept for front ends")
    }
  }

  /// A form in a form, whose values stand in the `data` of a submission of its own.
  private mutating func findForm(_ object: ForeignObject, _ around: Surroundings) {
    let components = object.peek("components")?.array
    guard let components, !components.isEmpty || !object.has("form") && !object.has("src") else {
      return notes.add(.remote, object.path, "The form stands elsewhere")
    }
    for name in ["form", "formRevision", "revision", "reference", "src", "tableView"] {
      _ = object[name]
    }
    findContainer(object, around)
  }

  private mutating func findContainer(_ object: ForeignObject, _ around: Surroundings) {
    guard var inner = guarded(object, around) else { return }
    let isForm = object["type"] == "form"
    let own = isForm ? path(of: object) + ["data"] : path(of: object)
    guard own.count != 1 || !isForm else {
      return notes.add(.unsupportedField, object.path, "A form without a key")
    }
    let name = (isForm ? own.dropLast() : own).last ?? ""
    guard !own.isEmpty, take(around.names + own, around) else {
      return notes.add(.duplicate, object.path, "Another component has this key")
    }
    if around.list == nil {
      let outer = around.section.map { sections[$0].path } ?? []
      open(
        object, titled: object.text("label") ?? name, &inner, path: outer + around.names + own)
      inner.names = []
      if isForm {
        innerForms[object.path] = (outer + around.names + own, ForeignScope())
      }
    } else {
      inner.names += own
    }
    find(object.list("components") ?? [], at: object.path(to: "components"), inner)
    tellValidate(of: object)
    _ = (object["conditional"], object["customConditional"])
    keepLook(
      of: object, in: around.list == nil ? inner.section : nil, as: isForm ? "form" : nil)
  }

  private mutating func findGrid(_ object: ForeignObject, _ around: Surroundings) {
    // There are no lists in lists.
    if around.list != nil { return add(object, ofType: object.text("type") ?? "", in: around) }
    guard var inner = guarded(object, around) else { return }
    let own = path(of: object)
    guard !own.isEmpty, take(around.names + own, around) else {
      return notes.add(.duplicate, object.path, "Another component has this key")
    }
    let outer = around.section.map { sections[$0].path } ?? []
    if !inner.guards.isEmpty || inner.isHidden {
      notes.add(
        .reinterpreted, object.path, "The fields of entries are hidden, and the list itself is not",
        effect: .nothing)
    }
    open(
      object, titled: object.text("label") ?? own[own.count - 1], &inner,
      path: outer + around.names + own)
    let index = sections.count - 1
    inner.list = index
    inner.names = []
    var isRequired = false
    if let validate = settings("validate", of: object) {
      isRequired = validate.bool("required")
      for name in ["minLength", "maxLength"] {
        guard let count = validate.integer(name),
          (isRequired && name == "minLength" ? 1 : 0) < count
        else { continue }
        notes.add(
          .noCounterpart, validate.path(to: name),
          "Form.io offers to add and to take out by it, and takes any number that is sent",
          effect: .nothing)
        if name == "minLength" { sections[index].entryCount = Int(min(count, 1_000)) }
      }
      tellRules(of: validate)
    }
    var repetition: [JSONValue.Member] = []
    if isRequired { repetition.append(.init("minEntries", 1)) }
    if let text = object.text("addAnother") {
      repetition.append(.init("addLabel", .string(text)))
    }
    sections[index].repetition = repetition
    if isHidden(object, within: inner) {
      notes.releaseEntries(&sections[index].repetition, object.path)
    }
    // One without anything in it is what builders write.
    if let entries = object.list("defaultValue"),
      1 < entries.count || !Self.isBlank(.array(entries))
    {
      sections[index].entryCount = max(sections[index].entryCount, min(entries.count, 1_000))
      // What is in them is taken once it is known what the fields are.
      beginnings[index] = entries
    }
    // A grid begins with an empty row, unless it is told otherwise.
    let beginsEmpty = object.bool("initEmpty") || object["type"] == "editgrid"
    if !beginsEmpty { sections[index].entryCount = max(1, sections[index].entryCount) }
    listScopes[index] = ForeignScope()
    let first = found.count
    find(object.list("components") ?? [], at: object.path(to: "components"), inner)
    let required = found[first...].filter { Self.asks($0.object) }
    let asking = required.filter { !$0.isFilledIn }
    let isShown = !isHidden(object, within: inner)
    func hasCertain(_ fields: [Found]) -> Bool {
      fields.contains { one in
        one.path.count == 1 && one.surroundings.list == index
          && !isHidden(one.object, within: one.surroundings)
      }
    }
    if isRequired, isShown, !hasCertain(required) {
      // A row in which nothing is answered is none.
      sections[index].schema = FormioNames.schemaOfAnswered
    }
    if !asking.isEmpty, !isRequired {
      // Form.io asks for it where the list is absent, too, and takes a list without any entry.
      // What the grid begins with is written into a record without it.
      let hasDefault = 0 < object.peek("defaultValue")?.array?.count ?? 0
      if hasDefault { return finishGrid(object, index) }
      if isShown, hasCertain(asking) {
        sections[index].isRequired = true
      } else {
        notes.add(
          .reinterpreted, object.path,
          "What is required in an entry is asked for only where there is one")
      }
    }
    finishGrid(object, index)
  }

  private mutating func finishGrid(_ object: ForeignObject, _ index: Int) {
    _ = (object["conditional"], object["customConditional"])
    keepLook(of: object, in: index, as: object["type"] == "editgrid" ? "editgrid" : nil)
  }

  /// Tells of the rules of a component that has no field.
  private mutating func tellValidate(of object: ForeignObject) {
    guard let validate = settings("validate", of: object) else { return }
    tellRules(of: validate)
  }

  /// Whether a limit is none: Form.io passes over one that is zero.
  private static func isNoLimit(_ value: JSONValue, of name: String) -> Bool {
    let names: Set<String> = [
      "minLength", "maxLength", "minWords", "maxWords", "minSelectedCount", "maxSelectedCount",
    ]
    return names.contains(name) && Decimal(foreign: value) == Decimal(0)
  }

  /// Tells of the rules that nobody has asked for.
  ///
  /// - Parameters:
  ///   - validate: the rules
  ///   - hasRows: whether Form.io may hold the component to its rows
  mutating func tellRules(of validate: ForeignObject, hasRows: Bool = false) {
    let known: Set<String> = [
      "required", "minLength", "maxLength", "minWords", "maxWords", "pattern", "patternMessage",
      "min", "max", "step", "unique", "multiple", "onlyAvailableItems", "minSelectedCount",
      "maxSelectedCount", "select", "minYear", "maxYear", "customMessage", "integer",
    ]
    // The last one is a note of CHEFS for those who copy a form.
    let harmless: Set<String> = [
      "customPrivate", "strictDateValidation", "custom_private", "isUseForCopy",
    ]
    for name in harmless { _ = validate.flag(name) }
    for name in validate.leftovers {
      guard let value = validate.peek(name), !Self.isBlank(value) else { continue }
      if name == "step" && value == "any" || Self.isNoLimit(value, of: name) { continue }
      let path = validate.path(to: name)
      if name == "custom", FormioNames.asksInstance(value) {
        notes.add(
          .program, path,
          "Only a page with its own component runs `custom`; Form.io itself takes every value",
          effect: .nothing)
      } else if ["custom", "json", "row"].contains(name) {
        notes.add(.program, path, "What `\(name)` computes, no rule can say")
      } else if known.contains(name) {
        // Form.io reads the years of a day elsewhere, and holds no other component to its rows.
        let isUnread =
          ["minYear", "maxYear", "multiple"].contains(name)
          || name == "onlyAvailableItems" && !hasRows
        notes.add(
          .noCounterpart, path, "Such a field has no `\(name)`",
          effect: isUnread ? .nothing : .laxer)
      } else {
        notes.add(.unknownProperty, path, "`\(name)` is no rule of Form.io that is known")
      }
    }
  }
}

extension FormioImport {
  private mutating func nameEverything() {
    var keys = UniqueKeys()
    func isPlain(_ one: Found) -> Bool {
      one.path.count == 1
        && one.surroundings.section.map { sections[$0].path.isEmpty } ?? true
    }
    for index in found.indices where isPlain(found[index]) {
      found[index].key = keys.key(for: found[index].path)
    }
    for index in sections.indices where sections[index].repetition != nil {
      sections[index].key = keys.key(for: sections[index].path)
    }
    for index in found.indices where !isPlain(found[index]) {
      let outer = found[index].surroundings.section.map { sections[$0].path } ?? []
      let own = found[index].path
      found[index].key = keys.key(
        for: own.isEmpty ? JSONSchemaNames.names(ofEntryAt: outer) : outer + own)
    }
    for index in sections.indices where sections[index].repetition == nil {
      let section = sections[index]
      let isForm = section.object.peek("type") == "form"
      let names = isForm ? section.path.dropLast() : section.path
      sections[index].key = keys.key(for: names.isEmpty ? [section.name] : names)
    }
    for section in sections where section.repetition != nil {
      scope.add(
        section.path.joined(separator: "."), .init(key: section.key, isList: true))
    }
  }

  /// Makes a component known to conditions, by where its value stands.
  private mutating func enter(_ one: Found) {
    let outer = one.surroundings.section.map { sections[$0].path } ?? []
    let whole = (outer + one.path).joined(separator: ".")
    let own = one.path.joined(separator: ".")
    if let list = one.surroundings.list {
      listScopes[list]?.add(whole, one.target)
      listScopes[list]?.add(own, one.target)
      listScopes[list]?.add("row.\(own)", one.target)
    } else {
      scope.add(whole, one.target)
      scope.add(own, one.target)
      scope.add(one.path.last ?? own, one.target)
      guard let form = innerForm(around: one.object), let home = innerForms[form] else { return }
      innerForms[form]?.scope.add(
        (outer + one.path).dropFirst(home.path.count).joined(separator: "."), one.target)
      innerForms[form]?.scope.add(own, one.target)
      innerForms[form]?.scope.add(one.path.last ?? own, one.target)
    }
  }

  /// Where the form in the form stands that a component is in; nil for one that is in none.
  private func innerForm(around object: ForeignObject) -> String? {
    if innerForms.isEmpty { return nil }
    var path = Substring(object.path)
    while let end = path.lastIndex(of: "/") {
      path = path[..<end]
      if innerForms[String(path)] != nil { return String(path) }
    }
    return nil
  }

  /// What the condition of a component sees: in its list, then in the form that it is in, then everywhere.
  mutating func scope(of object: ForeignObject, inList list: Int?) -> ForeignScope {
    let form = innerForm(around: object)
    let place = "\(list ?? -1) \(form ?? "")"
    if let known = knownScopes[place] { return known }
    var made = scope
    if let form, let inner = innerForms[form]?.scope { made.add(contentsOf: inner) }
    if let list, let inner = listScopes[list] { made.add(contentsOf: inner) }
    knownScopes[place] = made
    return made
  }
}
