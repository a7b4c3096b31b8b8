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
    if let text = frame.description, !text.isEmpty {
      items.append(AdaptiveCardsNames.description(text, of: ForeignBody.form))
    }
    let fields = form.fields()
    let places = Dictionary(grouping: fields.indices) { fields[$0].definition.group }
    var opened: Set<String> = []
    for field in fields {
      guard let key = field.definition.group,
        let group = frame.groups.first(where: { $0.key == key })
      else {
        write(field)
        continue
      }
      guard opened.insert(key).inserted else { continue }
      // What has been written so far stands around the container.
      let outer = items
      items = []
      for place in places[key] ?? [] { write(fields[place]) }
      if !items.isEmpty { items = outer + container(of: group, items) } else { items = outer }
    }
    items += look?["after"]?.array ?? []
    var members: [JSONValue.Member] = [
      .init("type", "AdaptiveCard"),
      .init("$schema", look?["$schema"] ?? .string(AdaptiveCardsNames.schema)),
      .init("version", look?["version"] ?? .string(AdaptiveCardsNames.version)),
    ]
    for member in look?.members ?? []
    where !["after", "title", "actions"].contains(member.name) && members[member.name] == nil {
      members.append(member)
    }
    return members + [
      .init("body", .array(items)),
      .init("actions", look?["actions"] ?? AdaptiveCardsNames.actions),
    ]
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

  /// What stands before a group, and its container.
  private func container(of group: DocumentFrame.Group, _ items: [JSONValue]) -> [JSONValue] {
    let look = group.presentation?[AdaptiveCardsNames.format]
    let id = ForeignBody.group + group.key
    let label = group.label.flatMap { $0.isEmpty ? nil : $0 } ?? group.key
    var all = [Self.heading(label, look?["title"])]
    if let text = group.description, !text.isEmpty {
      all.append(AdaptiveCardsNames.description(text, of: id))
    }
    var members: [JSONValue.Member] = [
      .init("type", "Container"), .init("id", .string(id)), .init("items", .array(all + items)),
    ]
    members += (look?["container"]?.members ?? []).filter { members[$0.name] == nil }
    return (look?["before"]?.array ?? []) + [.object(members)]
  }

  private mutating func write(_ field: ReturningExport.Field) {
    var field = field
    if field.definition.isVisible == .never {
      return form.lose(
        .unsupportedField, at: field.path, "A card has no fields that are not shown")
    }
    // Every input can be answered and is checked.
    if field.definition.isChecked != .always { field.release() }
    let (definition, path) = (field.definition, field.path)
    let look = field.own["presentation"]?[AdaptiveCardsNames.format] ?? .null
    guard let type = type(of: definition, look["type"]?.string) else {
      return form.lose(.unsupportedField, at: path, "A card has no input for it")
    }
    let key = definition.key ?? ""
    var input: [JSONValue.Member] = [
      .init("type", .string(type)), .init("id", .string(key)),
    ]
    let label = definition.label.flatMap { $0.isEmpty ? nil : $0 } ?? key
    if type == "Input.Toggle" {
      input.append(.init("title", look["input"]?["title"] ?? .string(label)))
      if look["input"]?["title"] != nil { input.append(.init("label", .string(label))) }
    } else {
      input.append(.init("label", .string(label)))
      if let words = definition.placeholder, !words.isEmpty {
        input.append(.init("placeholder", .string(words)))
      }
    }
    let isOn = type != "Input.Toggle" || blocking(definition).contains { asksForTrue($0.check) }
    if definition.isRequired == .always, isOn { input.append(.init("isRequired", true)) }
    writeRules(definition, type, isOn: isOn, to: &input)
    switch type {
    case "Input.ChoiceSet": writeChoices(definition, to: &input)
    case "Input.Date", "Input.Time": writeDate(field, to: &input)
    case "Input.Text": writeText(field, to: &input)
    default: break
    }
    writeDraft(definition, type, at: path, to: &input)
    input += (look["input"]?.members ?? []).filter { input[$0.name] == nil }
    items += look["before"]?.array ?? []
    items.append(.object(input))
  }

  /// The input of a field; nil where there is none for it.
  private func type(of definition: FieldDefinition, _ wished: String?) -> String? {
    switch definition.kind {
    case .any: return wished.flatMap { $0.hasPrefix("Input.") ? $0 : nil }
    case .picker where definition.manualEntry == nil:
      if isToggle(definition) { return "Input.Toggle" }
      return rows(of: definition).isEmpty ? nil : "Input.ChoiceSet"
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

  private func isToggle(_ definition: FieldDefinition) -> Bool {
    definition.choices.map { $0.value } == [true, false] && !definition.takesSeveral
      && !definition.choices.contains { $0.isDisabled }
  }

  /// Whether a check asks for what is true.
  private func asksForTrue(_ check: Rule.Check) -> Bool { check == .oneOf(["true"]) }

  private func blocking(_ definition: FieldDefinition) -> [Rule] {
    definition.rules.filter { $0.severity == .error && $0.condition == nil }
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
    for rule in blocking(definition) {
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

  /// The rows that can be chosen in a card, each with the text that is sent for it.
  private func rows(of definition: FieldDefinition) -> [(choice: Choice, text: String)] {
    var known: Set<String> = []
    return definition.choices.compactMap { choice in
      guard !choice.isDisabled, let text = choice.value.draftText, !text.isEmpty,
        known.insert(text).inserted
      else { return nil }
      return (choice, text)
    }
  }

  private func writeChoices(_ definition: FieldDefinition, to input: inout [JSONValue.Member]) {
    let choices = rows(of: definition).map { choice, text -> JSONValue in
      let label = choice.label.isEmpty ? text : choice.label
      return ["title": .string(label), "value": .string(text)]
    }
    input.append(.init("choices", .array(choices)))
    if definition.takesSeveral { input.append(.init("isMultiSelect", true)) }
  }

  private mutating func writeDraft(
    _ definition: FieldDefinition, _ type: String, at path: String,
    to input: inout [JSONValue.Member]
  ) {
    if definition.draft.isEmpty { return }
    if definition.isSecure {
      return form.lose(
        .secret, at: path + "/text", "The draft of a secure field is not written")
    }
    switch type {
    case "Input.Number":
      guard let number = Decimal(definition.draft.text) else { return }
      input.append(.init("value", number.json))
    case "Input.ChoiceSet":
      let drafts = definition.draft.values
      let chosen = rows(of: definition).filter { drafts.contains($0.choice.text) }.map { $0.text }
      if !chosen.isEmpty { input.append(.init("value", .string(chosen.joined(separator: ",")))) }
    default: input.append(.init("value", .string(definition.draft.text)))
    }
  }
}
