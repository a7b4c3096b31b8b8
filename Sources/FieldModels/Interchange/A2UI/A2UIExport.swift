import FieldModels

/// A form as a surface of A2UI: an input of the basic catalog for each field, bound to the data model.
///
/// What it says is what `A2UIImport` reads in it: the report tells of all that does not come back.
struct A2UIExport {
  private var form: ReturningExport
  private let look: JSONValue
  /// What fields begin with, by the places of these.
  private var drafts: [(path: String, value: JSONValue)] = []
  /// All components, by their identifiers.
  private var components: [JSONValue] = []
  private var numbers: [String: Int] = [:]
  /// What each component shows that can show several.
  private var children: [String: [String]] = [:]
  /// What some component shows already.
  private var shown: Set<String> = []
  /// The places of fields in the data model, by their keys.
  private var paths: [String: JSONValue] = [:]

  static func surface(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let form = try ReturningExport(of: document, by: .init(format: "A surface of A2UI"))
    let look = document.frame.presentation?[A2UINames.format] ?? .null
    var export = A2UIExport(form: form, look: look)
    let messages = export.messages()
    let returned = try A2UIImport.document(of: .value(messages)).droppingWrongDrafts(from: .a2ui)
    return Conversion(form: .value(messages), report: try export.form.report(returned: returned))
  }

  private init(form: ReturningExport, look: JSONValue) { (self.form, self.look) = (form, look) }

  private mutating func messages() -> JSONValue {
    for component in look["components"]?.array ?? [] {
      add(component)
      shown.formUnion(A2UINames.children(of: component))
    }
    if numbers[A2UINames.root] == nil { add(A2UINames.column(A2UINames.root, [])) }
    var root = A2UINames.root
    var passed: Set<String> = [root]
    while let child = component(root)?["child"]?.string, numbers[child] != nil,
      passed.insert(child).inserted
    {
      root = child
    }
    let isOwn = look["components"] == nil
    writeWords(in: root)
    write(form.fields(), in: root)
    if isOwn {
      for part in A2UINames.button { add(part) }
      show(A2UINames.submit, in: root)
    }
    for (id, shown) in children { set("children", .array(shown.map { .string($0) }), of: id) }
    let surface = JSONValue.Member("surfaceId", look["surfaceId"] ?? A2UINames.surface)
    var create = [surface, .init("catalogId", look["catalogId"] ?? A2UINames.catalog)]
    let own = ["components", "dataModel", "id", "title", "version"]
    create += look.members.filter { !own.contains($0.name) && create[$0.name] == nil }
    let parts = JSONValue.Member("components", .array(components))
    let data = (look["dataModel"] ?? .object([])).with(
      drafts.map { ((JSONPointer.steps(of: $0.path) ?? [])[...], $0.value) })
    let model: [JSONValue.Member] = data == .object([]) ? [] : [.init("dataModel", data)]
    guard let version = look["version"] else {
      let surface = JSONValue.object(create + [parts] + model)
      return ["version": A2UINames.version, "createSurface": surface]
    }
    // A surface has been made in several steps before.
    let steps: [(String, [JSONValue.Member])] = [
      ("createSurface", create), ("updateComponents", [surface, parts]),
      ("updateDataModel", [surface] + model.map { .init("value", $0.value) }),
    ]
    let messages = steps.prefix(model.isEmpty ? 2 : 3).map { name, members in
      JSONValue.object([.init("version", version), .init(name, .object(members))])
    }
    return ["messages": .array(messages)]
  }

  private func component(_ id: String) -> JSONValue? { numbers[id].map { components[$0] } }

  private mutating func add(_ component: JSONValue) {
    guard let id = component["id"]?.string, numbers[id] == nil else { return }
    numbers[id] = components.count
    components.append(component)
    if let listed = component["children"]?.array { children[id] = listed.compactMap { $0.string } }
  }

  private mutating func set(_ name: String, _ value: JSONValue, of id: String) {
    guard let number = numbers[id] else { return }
    var members = components[number].members
    members[name] = value
    components[number] = .object(members)
  }

  /// Has a component show another one, before the buttons at its end or at its beginning.
  private mutating func show(_ id: String, in outer: String, first: Bool = false) {
    guard shown.insert(id).inserted else { return }
    var place = first ? 0 : children[outer]?.count ?? 0
    while 0 < place, let last = children[outer]?[place - 1],
      component(last)?["component"] == "Button"
    {
      place -= 1
    }
    children[outer, default: []].insert(id, at: place)
  }

  /// Writes the title and the description of the form.
  private mutating func writeWords(in root: String) {
    let frame = form.document.frame
    if let text = frame.description, !text.isEmpty {
      add(A2UINames.text(A2UINames.description, text))
      set("text", .string(text), of: A2UINames.description)
      show(A2UINames.description, in: root, first: true)
    }
    if let title = frame.title, !title.isEmpty {
      writeHeading(
        look["title"]?.string ?? A2UINames.title, saying: title, level: "# ", in: root)
    }
  }

  private mutating func writeHeading(
    _ id: String, saying words: String, level: String, in outer: String
  ) {
    let known = A2UINames.heading(of: component(id))
    add(A2UINames.text(id, ""))
    set("text", .string((known?.level ?? level) + words), of: id)
    show(id, in: outer, first: true)
  }

  private mutating func write(_ fields: [ReturningExport.Field], in root: String) {
    let groups = Dictionary(keepingFirst: form.document.frame.groups.map { ($0.key, $0) })
    let lists = Set(form.document.listKeys)
    var hosts: [String: String] = [:]
    func host(of key: String?, in export: inout A2UIExport, depth: Int = 0) -> String {
      guard let key, let group = groups[key], !lists.contains(key), depth < 64 else { return root }
      if let host = hosts[key] { return host }
      let id = group.presentation?[A2UINames.format]?["id"]?.string ?? ForeignBody.group + key
      hosts[key] = id
      let outer = host(
        of: group.presentation?[ForeignSection.inside]?.string, in: &export, depth: depth + 1)
      export.add(A2UINames.column(id, []))
      export.show(id, in: outer)
      if let text = group.description, !text.isEmpty {
        export.add(A2UINames.text(id + ForeignBody.description, text))
        export.set("text", .string(text), of: id + ForeignBody.description)
        export.show(id + ForeignBody.description, in: id, first: true)
      }
      let first = export.children[id]?.first ?? ""
      let isHeading = A2UINames.heading(of: export.component(first)) != nil
      export.writeHeading(
        isHeading ? first : id + ":title", saying: group.heading, level: "## ", in: id)
      return id
    }
    for field in fields {
      let group = field.definition.group.flatMap { groups[$0] }
      let own = field.own["path"]?.string ?? JSONPointer.step(field.definition.key ?? "")
      paths[field.definition.key ?? ""] = .string(
        (group.map { JSONPointer.path($0.path) } ?? "") + own)
    }
    for var field in fields {
      let definition = field.definition
      if definition.isVisible == .never {
        form.lose(
          .unsupportedField, at: field.path, "\(form.format) has no fields that are not shown")
        continue
      }
      if definition.isChecked != .always { field.release() }
      let look = field.own["presentation"]?[A2UINames.format] ?? .null
      let wish = look["id"]?.string ?? "field:" + (definition.key ?? "")
      let id = numbers[wish] == nil ? wish : "field:" + (definition.key ?? "")
      guard let input = input(of: field, id, look) else {
        form.loseField(field)
        continue
      }
      add(input)
      show(id, in: host(of: definition.group, in: &self))
    }
    for group in form.document.frame.groups { _ = host(of: group.key, in: &self) }
  }
}

/// The inputs.
extension A2UIExport {
  private mutating func input(
    of field: ReturningExport.Field, _ id: String, _ look: JSONValue
  ) -> JSONValue? {
    let definition = field.definition
    guard let type = Self.type(of: definition, look["type"]?.string),
      let path = paths[definition.key ?? ""]
    else { return nil }
    var input: [JSONValue.Member] = [
      .init("id", .string(id)), .init("component", .string(type)),
      .init("label", .string(definition.heading)),
    ]
    switch type {
    case "TextField":
      if let words = definition.placeholder, !words.isEmpty {
        input.append(.init("placeholder", .string(words)))
      }
      let isNumber = definition.kind == .entry && definition.valueKind.isNumber
      let variant =
        definition.isSecure
        ? "obscured" : isNumber ? "number" : definition.kind == .area ? "longText" : nil
      if let variant { input.append(.init("variant", .string(variant))) }
    case "ChoicePicker":
      let isOne = !definition.takesSeveral || definition.maxItems == 1
      input.append(.init("variant", isOne ? "mutuallyExclusive" : "multipleSelection"))
      let rows = definition.textRows.map { choice, text -> JSONValue in
        ["label": .string(choice.label.isEmpty ? text : choice.label), "value": .string(text)]
      }
      input.append(.init("options", .array(rows)))
    case "Slider":
      for (name, limit) in Self.limits(of: definition) { input.append(.init(name, limit)) }
    case "DateTimeInput":
      if definition.mode != .time { input.append(.init("enableDate", true)) }
      if definition.mode != .date { input.append(.init("enableTime", true)) }
      for (ours, theirs) in [("minimumDate", "min"), ("maximumDate", "max")] {
        if let text = field.own[ours]?.string, text != "today" {
          input.append(.init(theirs, .string(text)))
        }
      }
    default: break
    }
    input.append(.init("value", ["path": path]))
    let checks = checks(of: field, type, look)
    if !checks.isEmpty { input.append(.init("checks", .array(checks))) }
    if let draft = form.draft(of: field) { write(draft, of: definition, type, at: path) }
    input += (look["input"]?.members ?? []).filter { input[$0.name] == nil }
    return .object(input)
  }

  private static func limits(of definition: FieldDefinition) -> [(String, JSONValue)] {
    definition.blockingRules.compactMap { rule in
      switch rule.check {
      case .minimum(.number(let limit), isExclusive: false): ("min", limit.json)
      case .maximum(.number(let limit), isExclusive: false): ("max", limit.json)
      default: nil
      }
    }
  }

  private static func type(of definition: FieldDefinition, _ wished: String?) -> String? {
    let isOpen = definition.manualEntry != nil
    switch definition.kind {
    case .any: return nil
    case .picker where !isOpen:
      if definition.choices.map({ $0.value }) == [true, false], !definition.takesSeveral {
        return "CheckBox"
      }
      return definition.textRows.isEmpty ? nil : "ChoicePicker"
    case .date where definition.mode != .countDownTimer: return "DateTimeInput"
    case .entry where wished == "Slider" && limits(of: definition).map({ $0.0 }) == ["min", "max"]:
      return definition.valueKind.isNumber ? "Slider" : "TextField"
    default: return "TextField"
    }
  }

  /// What is asked of a value; a rule passes an empty one, which a check does not.
  private func checks(
    of field: ReturningExport.Field, _ type: String, _ look: JSONValue
  ) -> [JSONValue] {
    let definition = field.definition
    let value: JSONValue = ["path": paths[definition.key ?? ""] ?? .null]
    let isRequired = definition.isRequired == .always
    var checks: [JSONValue] = []
    func add(_ condition: JSONValue, _ message: String?) {
      checks.append(["condition": condition, "message": .string(message ?? A2UINames.message)])
    }
    func ask(
      _ name: String, _ args: [JSONValue.Member], saying message: String?, takesEmpty: Bool = false
    ) {
      let call = A2UINames.call(name, [.init("value", value)] + args)
      let isEmpty = A2UINames.call("not", [.init("value", A2UINames.required(value))])
      add(
        isRequired || takesEmpty ? call : A2UINames.call("or", [.init("values", [isEmpty, call])]),
        message)
    }
    let on = definition.blockingRules.first {
      $0.check == .oneOf(["true"]) && type == "CheckBox" && isRequired
    }
    if isRequired, on == nil {
      add(A2UINames.required(value), look["required"]?.string ?? A2UINames.requiredMessage)
    }
    let when = field.own["required"]?["when"]
    let others = (when?["all"]?.array ?? [when ?? .null]).map { test in
      test["filled"] == false && test.members.count == 2 ? paths[test["key"]?.string ?? ""] : nil
    }
    if when != nil, !others.contains(nil) {
      let all = [value] + others.compactMap { $0.map { ["path": $0] } }
      add(A2UINames.call("or", [.init("values", .array(all.map(A2UINames.required)))]), nil)
    }
    if let on { add(value, on.message) }
    for rule in definition.blockingRules {
      switch rule.check {
      case .minLength(let length) where type == "TextField":
        ask("length", [.init("min", .integer(length))], saying: rule.message)
      case .maxLength(let length) where type == "TextField":
        ask("length", [.init("max", .integer(length))], saying: rule.message, takesEmpty: true)
      case .pattern(let pattern, let source)
      where type == "TextField" && !pattern.isCaseInsensitive:
        let whole = pattern.isAnchored ? "^(?:\(source))$" : source
        if source == A2UINames.email {
          ask("email", [], saying: rule.message)
        } else {
          ask("regex", [.init("pattern", .string(whole))], saying: rule.message)
        }
      case .format(.email) where type == "TextField": ask("email", [], saying: rule.message)
      case .minimum(.number(let limit), isExclusive: false) where type == "TextField":
        ask("numeric", [.init("min", limit.json)], saying: rule.message)
      case .maximum(.number(let limit), isExclusive: false) where type == "TextField":
        ask("numeric", [.init("max", limit.json)], saying: rule.message)
      default: break
      }
    }
    if type == "TextField", let most = definition.maxLength, 0 < most {
      ask("length", [.init("max", .integer(most))], saying: nil, takesEmpty: true)
    }
    if type == "ChoicePicker", definition.takesSeveral {
      if let least = definition.minItems, 0 < least {
        ask("length", [.init("min", .integer(least))], saying: nil)
      }
      if let most = definition.maxItems, 1 < most {
        ask("length", [.init("max", .integer(most))], saying: nil, takesEmpty: true)
      }
    }
    return checks
  }

  private mutating func write(
    _ draft: Draft, of definition: FieldDefinition, _ type: String, at path: JSONValue
  ) {
    let value: JSONValue
    switch type {
    case "CheckBox": value = .bool(draft.text == "true")
    case "ChoicePicker":
      value = .array(
        definition.textRows.filter { draft.values.contains($0.choice.text) }.map {
          .string($0.text)
        })
    case "Slider": value = Decimal(draft.text)?.json ?? .null
    default:
      let isNumber = definition.kind == .entry && definition.valueKind.isNumber
      value = isNumber ? Decimal(draft.text)?.json ?? .null : .string(draft.text)
    }
    if value != .null, value != [], let path = path.string { drafts.append((path, value)) }
  }
}
