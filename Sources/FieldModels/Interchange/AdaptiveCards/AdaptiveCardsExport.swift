import FieldModels

/// A form as an Adaptive Card: an input for each field, and a container with a heading for each group.
///
/// What it says is what `AdaptiveCardsImport` reads in it: the report tells of all that does not come
/// back.
enum AdaptiveCardsExport {
  static func card(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var form = try ReturningExport(of: document, by: .init(format: "An Adaptive Card"))
    let frame = document.frame
    let look = frame.presentation?[AdaptiveCardsNames.format]
    let items = form.elements(
      .init(
        look: AdaptiveCardsNames.format, description: AdaptiveCardsNames.description,
        group: container, field: write))
    let title = frame.title.flatMap { $0.isEmpty ? nil : $0 }
    let heading = title.map { [Self.heading($0, look?["title"], isTitle: true)] } ?? []
    var members: [JSONValue.Member] = [.init("type", "AdaptiveCard")]
    members += AdaptiveCardsNames.usual.map { .init($0.name, look?[$0.name] ?? $0.value) }
    members += (look?.members ?? []).filter {
      !["after", "title"].contains($0.name) && members[$0.name] == nil
    }
    members.append(.init("body", .array(heading + items)))
    let card = JSONValue.object(members)
    let returned = try AdaptiveCardsImport.document(of: card)
      .droppingWrongDrafts(from: .adaptiveCards)
    return Conversion(form: .value(card), report: try form.report(returned: returned))
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

  private static func container(
    of group: DocumentFrame.Group, _ id: String, _ look: JSONValue, _ inner: [JSONValue]
  ) -> [JSONValue] {
    let items = [heading(group.heading, look["title"])] + inner
    var members: [JSONValue.Member] = [
      .init("type", "Container"), .init("id", .string(id)), .init("items", .array(items)),
    ]
    members += (look["container"]?.members ?? []).filter { members[$0.name] == nil }
    return [.object(members)]
  }

  private static func write(
    in form: inout ReturningExport, _ field: ReturningExport.Field, _ look: JSONValue,
    to items: inout [JSONValue]
  ) {
    let definition = field.definition
    guard let type = type(of: definition, look["type"]?.string) else {
      return form.loseField(field)
    }
    let key = definition.key ?? ""
    var input: [JSONValue.Member] = [
      .init("type", .string(type)), .init("id", .string(key)),
    ]
    let label = definition.heading
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
    if let draft = form.draft(of: field) { write(draft, of: definition, type, to: &input) }
    input += (look["input"]?.members ?? []).filter { input[$0.name] == nil }
    items.append(.object(input))
  }

  /// The input of a field; nil where there is none for it.
  private static func type(of definition: FieldDefinition, _ wished: String?) -> String? {
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

  private static func isToggle(_ definition: FieldDefinition, _ wished: String?) -> Bool {
    let values = definition.choices.map { $0.value }
    let isOther = wished == "Input.Toggle" && values.count == 2
    return (values == [true, false] || isOther && values.allSatisfy { $0.string != nil })
      && !definition.takesSeveral && !definition.choices.contains { $0.isDisabled }
  }

  /// Whether a rule asks that a toggle is on.
  private static func asksForOn(_ definition: FieldDefinition) -> Bool {
    let on = [definition.choices.first?.text ?? ""]
    return definition.blockingRules.contains { $0.check == .oneOf(on) }
  }

  /// Writes the rules that an input has, and their words if these are the same.
  private static func writeRules(
    _ definition: FieldDefinition, _ type: String, isOn: Bool, to input: inout [JSONValue.Member]
  ) {
    var words: [String?] = []
    func add(_ name: String, _ value: JSONValue, of rule: Rule) {
      guard input[name] == nil else { return }
      input.append(.init(name, value))
      words.append(rule.message)
    }
    for rule in definition.blockingRules {
      switch rule.check {
      case .minimum(.number(let limit), isExclusive: false) where type == "Input.Number":
        add("min", limit.json, of: rule)
      case .maximum(.number(let limit), isExclusive: false) where type == "Input.Number":
        add("max", limit.json, of: rule)
      case .pattern(let pattern, let source)
      where type == "Input.Text" && !pattern.isCaseInsensitive:
        add("regex", .string(pattern.isAnchored ? "^(?:\(source))$" : source), of: rule)
      case .oneOf where isOn && type == "Input.Toggle" && input["isRequired"] != nil:
        words.append(rule.message)
      default: break
      }
    }
    if let first = words.first, let text = first, words.allSatisfy({ $0 == text }) {
      input.append(.init("errorMessage", .string(text)))
    }
  }

  private static func writeText(
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

  private static func writeDate(
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

  private static func writeChoices(
    _ definition: FieldDefinition, to input: inout [JSONValue.Member]
  ) {
    let choices = definition.textRows.map { choice, text -> JSONValue in
      let label = choice.label.isEmpty ? text : choice.label
      return ["title": .string(label), "value": .string(text)]
    }
    input.append(.init("choices", .array(choices)))
    if definition.takesSeveral { input.append(.init("isMultiSelect", true)) }
  }

  private static func write(
    _ draft: Draft, of definition: FieldDefinition, _ type: String,
    to input: inout [JSONValue.Member]
  ) {
    switch type {
    case "Input.Number":
      if let number = Decimal(draft.text) { input.append(.init("value", number.json)) }
    case "Input.ChoiceSet":
      let rows = definition.textRows.filter { draft.values.contains($0.choice.text) }
      let text = rows.map { $0.text }.joined(separator: ",")
      if !text.isEmpty { input.append(.init("value", .string(text))) }
    default: input.append(.init("value", .string(draft.text)))
    }
  }
}
