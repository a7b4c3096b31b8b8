import FieldModels

/// A form as an Adaptive Card: an input for each field, and a container with a heading for each group.
///
/// What it says is what `AdaptiveCardsImport` reads in it: the report tells of all that does not come
/// back.
struct AdaptiveCardsExport {
  private var form: ReturningExport
  private var items: [JSONValue] = []

  static func card(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let reader = ReturningForm.Reader(format: "An Adaptive Card")
    var export = AdaptiveCardsExport(form: try ReturningExport(of: document, by: reader))
    let card = JSONValue.object(export.members())
    let returned = try AdaptiveCardsImport.document(of: card)
      .droppingWrongDrafts(from: .adaptiveCards)
    let report = try export.form.report(returned: returned)
    return Conversion(form: .value(card), report: report)
  }

  private mutating func members() -> [JSONValue.Member] {
    let frame = form.document.frame
    let look = frame.presentation?[AdaptiveCardsNames.format]
    if let title = frame.title, !title.isEmpty {
      items.append(Self.heading(title, look?["title"], isTitle: true))
    }
    describe(ForeignBody.form, frame.description)
    let fields = form.fields().compactMap { form.shown($0) }
    var opened: Set<String> = []
    for field in fields {
      guard let key = field.definition.group,
        let group = frame.groups.first(where: { $0.key == key })
      else {
        write(field)
        continue
      }
      guard opened.insert(key).inserted else { continue }
      // All fields of the group stand in one container.
      write(group, fields.filter { $0.definition.group == key })
    }
    let lists = form.document.listKeys
    for group in frame.groups where !opened.contains(group.key) && !lists.contains(group.key) {
      write(group, [])
    }
    items += look?["after"]?.array ?? []
    var members: [JSONValue.Member] = [.init("type", "AdaptiveCard")]
    members += AdaptiveCardsNames.usual.map { .init($0.name, look?[$0.name] ?? $0.value) }
    members += (look?.members ?? []).filter {
      !["after", "title"].contains($0.name) && members[$0.name] == nil
    }
    return members + [.init("body", .array(items))]
  }

  /// Writes what something is for.
  private mutating func describe(_ id: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    items.append([
      "type": "TextBlock", "id": .string(id + ForeignBody.description), "text": .string(text),
      "wrap": true,
    ])
  }

  /// A heading as it looked.
  private static func heading(
    _ text: String, _ look: JSONValue?, isTitle: Bool = false
  ) -> JSONValue {
    guard let look = look?.members, !look.isEmpty else {
      return AdaptiveCardsNames.heading(text, isTitle: isTitle)
    }
    return .object([.init("type", "TextBlock"), .init("text", .string(text))] + look)
  }

  private mutating func write(_ group: DocumentFrame.Group, _ fields: [ReturningExport.Field]) {
    let look = group.presentation?[AdaptiveCardsNames.format]
    let id = ForeignBody.group + group.key
    let outer = items + (look?["before"]?.array ?? [])
    items = [Self.heading(group.name, look?["title"])]
    describe(id, group.description)
    for field in fields { write(field) }
    var members: [JSONValue.Member] = [
      .init("type", "Container"), .init("id", .string(id)), .init("items", .array(items)),
    ]
    members += (look?["container"]?.members ?? []).filter { members[$0.name] == nil }
    items = outer + [.object(members)]
  }

  private mutating func write(_ field: ReturningExport.Field) {
    let definition = field.definition
    let look = field.own["presentation"]?[AdaptiveCardsNames.format] ?? .null
    guard let type = type(of: definition, look["type"]?.string) else {
      return form.loseField(field)
    }
    let key = definition.key ?? ""
    var input: [JSONValue.Member] = [
      .init("type", .string(type)), .init("id", .string(key)),
    ]
    let label = definition.name
    if type == "Input.Toggle" {
      input.append(.init("title", look["input"]?["title"] ?? .string(label)))
      if look["input"]?["title"] != nil { input.append(.init("label", .string(label))) }
      for (name, choice) in zip(["valueOn", "valueOff"], definition.choices)
      where choice.value.string != nil {
        input.append(.init(name, choice.value))
      }
    } else {
      input.append(.init("label", .string(label)))
      if let words = definition.placeholder, !words.isEmpty {
        input.append(.init("placeholder", .string(words)))
      }
    }
    let isOn = type != "Input.Toggle" || asksForOn(definition)
    if definition.isRequired == .always, isOn { input.append(.init("isRequired", true)) }
    writeRules(definition, type, isOn: isOn, to: &input)
    switch type {
    case "Input.ChoiceSet": writeChoices(definition, to: &input)
    case "Input.Date", "Input.Time": writeDate(field, to: &input)
    case "Input.Text": writeText(field, to: &input)
    default: break
    }
    writeDraft(field, type, to: &input)
    input += (look["input"]?.members ?? []).filter { input[$0.name] == nil }
    items += look["before"]?.array ?? []
    items.append(.object(input))
  }

  /// The input of a field; nil where there is none for it.
  private func type(of definition: FieldDefinition, _ wished: String?) -> String? {
    switch definition.kind {
    case .any: return wished.flatMap { $0.hasPrefix("Input.") ? $0 : nil }
    case .picker where definition.manualEntry == nil:
      if isToggle(definition, wished) { return "Input.Toggle" }
      return definition.textRows.isEmpty ? nil : "Input.ChoiceSet"
    case .date:
      switch definition.mode {
      case .date: return "Input.Date"
      case .time: return "Input.Time"
      case .dateAndTime, .countDownTimer: return "Input.Text"
      }
    case .entry where definition.valueKind.isNumber: return "Input.Number"
    default: return "Input.Text"
    }
  }

  private func isToggle(_ definition: FieldDefinition, _ wished: String?) -> Bool {
    let values = definition.choices.map { $0.value }
    let isOther = wished == "Input.Toggle" && values.count == 2
    return (values == [true, false] || isOther && values.allSatisfy { $0.string != nil })
      && !definition.takesSeveral && !definition.choices.contains { $0.isDisabled }
  }

  /// Whether a rule asks that a toggle is on.
  private func asksForOn(_ definition: FieldDefinition) -> Bool {
    let on = [definition.choices.first?.text ?? ""]
    return definition.blockingRules.contains { $0.check == .oneOf(on) }
  }

  /// Writes the rules that an input has, and their words if these are the same.
  private func writeRules(
    _ definition: FieldDefinition, _ type: String, isOn: Bool, to input: inout [JSONValue.Member]
  ) {
    var words: [String?] = []
    func add(_ name: String, _ value: JSONValue, _ rule: Rule) {
      guard input[name] == nil else { return }
      input.append(.init(name, value))
      words.append(rule.message)
    }
    for rule in definition.blockingRules {
      switch rule.check {
      case .minimum(.number(let limit), isExclusive: false) where type == "Input.Number":
        add("min", limit.json, rule)
      case .maximum(.number(let limit), isExclusive: false) where type == "Input.Number":
        add("max", limit.json, rule)
      case .pattern(let pattern, let source)
      where type == "Input.Text" && !pattern.isCaseInsensitive:
        add("regex", .string(pattern.isAnchored ? "^(?:\(source))$" : source), rule)
      case .oneOf where isOn && type == "Input.Toggle" && input["isRequired"] != nil:
        words.append(rule.message)
      default: break
      }
    }
    if let first = words.first, let text = first, words.allSatisfy({ $0 == text }) {
      input.append(.init("errorMessage", .string(text)))
    }
  }

  private func writeText(
    _ field: ReturningExport.Field, to input: inout [JSONValue.Member]
  ) {
    let definition = field.definition
    if definition.kind == .area { input.append(.init("isMultiline", true)) }
    if definition.isSecure, definition.kind == .entry {
      input.append(.init("style", "password"))
    } else if definition.kind == .entry,
      let style = AdaptiveCardsNames.keyboards.first(where: {
        $0.value == field.own["keyboard"]?.string
      })?.key
    {
      input.append(.init("style", .string(style)))
    }
    if let most = definition.maxLength, 0 < most {
      input.append(.init("maxLength", .integer(most)))
    }
  }

  private func writeDate(
    _ field: ReturningExport.Field, to input: inout [JSONValue.Member]
  ) {
    for (ours, theirs) in [("minimumDate", "min"), ("maximumDate", "max")] {
      guard let text = field.own[ours]?.string else { continue }
      let isFixed =
        field.definition.mode == .time
        ? CivilTime(iso8601: text) != nil : CivilDate(iso8601: text) != nil
      if isFixed { input.append(.init(theirs, .string(text))) }
    }
  }

  private func writeChoices(_ definition: FieldDefinition, to input: inout [JSONValue.Member]) {
    let choices = definition.textRows.map { choice, text -> JSONValue in
      let label = choice.label.isEmpty ? text : choice.label
      return ["title": .string(label), "value": .string(text)]
    }
    input.append(.init("choices", .array(choices)))
    if definition.takesSeveral { input.append(.init("isMultiSelect", true)) }
  }

  private mutating func writeDraft(
    _ field: ReturningExport.Field, _ type: String, to input: inout [JSONValue.Member]
  ) {
    guard let draft = form.draft(of: field) else { return }
    switch type {
    case "Input.Number":
      if let number = Decimal(draft.text) { input.append(.init("value", number.json)) }
    case "Input.ChoiceSet":
      let rows = field.definition.textRows.filter { draft.values.contains($0.choice.text) }
      let text = rows.map { $0.text }.joined(separator: ",")
      if !text.isEmpty { input.append(.init("value", .string(text))) }
    default: input.append(.init("value", .string(draft.text)))
    }
  }
}
