import FieldModels

/// A document made of an Adaptive Card: a field for each input, wherever in the card it stands.
///
/// A container whose first element is a heading is a group; all others are read through.
struct AdaptiveCardsImport {
  private var body = ForeignBody(of: AdaptiveCardsNames.format, known: AdaptiveCardsNames.visual)
  private var patterns = PatternCache()
  /// Answers may be sent without what stands here.
  private var isHidden = false

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    var conversion = AdaptiveCardsImport()
    guard let card = conversion.body.object(form, path: ""), card.peek("type") == "AdaptiveCard"
    else { throw ConversionRefusal("An Adaptive Card is an object of the type AdaptiveCard") }
    return conversion.document(of: card)
  }

  private mutating func document(of card: ForeignObject) -> Conversion {
    _ = card["type"]
    for (name, usual) in AdaptiveCardsNames.usual where card.peek(name) == usual { _ = card[name] }
    var look = readTitle(card)
    read(card.list("body") ?? [], at: card.path(to: "body"), from: body.head.count)
    if card.leftovers.contains("actions"), let actions = card.list("actions") {
      let kept = JSONValue.array(readActions(actions, at: card.path(to: "actions")))
      if kept != [] { look.append(.init("actions", kept)) }
    }
    look += body.leftovers(of: card, effect: .nothing)
    return body.conversion(look: look)
  }

  /// Takes the first text for the title, where it looks like one; says how it looks.
  private mutating func readTitle(_ card: ForeignObject) -> [JSONValue.Member] {
    let items = (card.peek("body")?.array ?? []).prefix(2)
    guard let first = items.first, first["id"] == nil, let text = Self.text(first) else {
      return []
    }
    let isLabel = items.last.map { Self.isInput($0) && $0["label"] == nil } ?? false
    let isLarge = ["large", "extralarge", "medium"].contains(Self.word(first["size"]))
    let isTitle = !isLabel && (isLarge || Self.word(first["weight"]) == "bolder")
    guard isTitle || Self.word(first["style"]) == "heading" else { return [] }
    body.head.append(.init("title", .string(text)))
    let usual = AdaptiveCardsNames.heading(text, isTitle: true)
    return look(of: first, usual, at: card.path(to: "body") + "/0")
  }

  /// How a heading looks, where that is not how an export writes it.
  private mutating func look(
    of heading: JSONValue, _ usual: JSONValue, at path: String
  ) -> [JSONValue.Member] {
    if heading == usual { return [] }
    body.tell(.presentationOnly, path, "How the heading looks is kept")
    let look = heading.members.filter { $0.name != "text" && $0.name != "type" }
    return [.init("title", .object(look))]
  }

  /// What a text between inputs says.
  private static func text(_ value: JSONValue) -> String? {
    guard value["type"] == "TextBlock", let text = value["text"]?.string else { return nil }
    return text.isEmpty ? nil : text
  }

  private static func word(_ value: JSONValue?) -> String {
    HTMLImport.lowercased(value?.string ?? "")
  }

  private static func isInput(_ value: JSONValue) -> Bool {
    value["type"]?.string?.hasPrefix("Input.") ?? false
  }

  /// Whether something asks for an answer, or something in it.
  private static func asks(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): isInput(value) || members.contains { asks($0.value) }
    case .array(let elements): elements.contains(where: asks)
    default: false
    }
  }

  /// Reads elements, one behind the other.
  private mutating func read(_ items: [JSONValue], at path: String, from first: Int = 0) {
    for (index, item) in items.enumerated() where first <= index {
      read(item, at: "\(path)/\(index)")
    }
  }

  private mutating func read(_ value: JSONValue, at path: String) {
    guard let item = body.object(value, path: path) else { return }
    let type = item.text("type") ?? ""
    if type.hasPrefix("Input.") { return readInput(item, type) }
    let (id, text) = (item.peek("id")?.string, Self.text(value))
    if body.describe(item, by: id, text) { return }
    // Parts of columns and tables often have no type.
    let untyped = type.isEmpty ? ["items", "cells"].first { item.has($0) } : nil
    let inner = AdaptiveCardsNames.containers[type] ?? untyped
    let isGroup = type == "Container" && id?.hasPrefix(ForeignBody.group) ?? false
    let isRead = isGroup || AdaptiveCardsNames.parts.contains(type) || Self.asks(value)
    guard let name = inner, isRead else {
      if inner != nil || AdaptiveCardsNames.shown.contains(type) {
        return body.pass(value, at: path)
      }
      return body.pass(
        value, at: item.path(to: "type"), because: .unknownType,
        "\"\(type.abridged)\" is no element that is known")
    }
    let wasHidden = isHidden
    isHidden = isHidden || item.peek("isVisible") == false
    defer { isHidden = wasHidden }
    let items = item.list(name) ?? []
    if type == "ActionSet" {
      let kept = readActions(items, at: item.path(to: name))
      if !kept.isEmpty {
        body.pass(["type": "ActionSet", "actions": .array(kept)], at: item.path(to: name))
      }
    } else if type == "Container", openGroup(item, items) {
      return
    } else {
      read(items, at: item.path(to: name))
    }
    if type == "Table" { _ = item["columns"] }
    body.drop(leftoversOf: item)
  }

  /// Reads a container that begins with a heading as a group.
  private mutating func openGroup(_ item: ForeignObject, _ items: [JSONValue]) -> Bool {
    guard let first = items.first, let label = Self.text(first),
      Self.word(first["style"]) == "heading"
    else { return false }
    let id = item.text("id")
    let path = item.path(to: "items")
    var look = look(of: first, AdaptiveCardsNames.heading(label), at: path + "/0")
    look += body.leftovers(of: item, as: "container", effect: .nothing)
    let outer = body.section
    body.open(item, by: id, label: label, look: look)
    read(items, at: path, from: 1)
    body.section = outer
    return true
  }

  /// Reads inputs in cards that buttons show, which may be left out of the answers; gives the other buttons.
  private mutating func readActions(_ actions: [JSONValue], at path: String) -> [JSONValue] {
    var kept: [JSONValue] = []
    for (index, action) in actions.enumerated() {
      let place = "\(path)/\(index)"
      guard action["type"] == "Action.ShowCard", let shown = action["card"], Self.asks(shown),
        let card = body.object(shown, path: place + "/card")
      else {
        if body.object(action, path: place) != nil { kept.append(action) }
        continue
      }
      let wasHidden = isHidden
      isHidden = true
      body.tell(.presentationOnly, place, "A card that is shown is read with the others")
      read(card.list("body") ?? [], at: card.path(to: "body"))
      _ = readActions(card.list("actions") ?? [], at: card.path(to: "actions"))
      isHidden = wasHidden
    }
    if !kept.isEmpty {
      body.tell(.presentationOnly, path, "Buttons are kept for front ends alone")
    }
    return kept
  }
}

/// The inputs.
extension AdaptiveCardsImport {
  private mutating func readInput(_ input: ForeignObject, _ type: String) {
    guard body.hasRoom(for: input.path) else { return }
    var field = FieldMembers()
    let id = input.text("id")
    field.label = input.text("label") ?? (type == "Input.Toggle" ? input.text("title") : nil)
    if field.label == nil, let text = body.takeLabel(Self.text) {
      field.label = text
      body.tell(.reinterpreted, input.path, "The text before it is its label", effect: .nothing)
    }
    body.name(&field, by: id, at: input)
    if type != "Input.Toggle", let text = input.text("placeholder") {
      field["placeholder"] = .string(text)
    }
    if input.bool("isRequired") {
      if isHidden || input.peek("isVisible") == false {
        body.tell(
          .noCounterpart, input.path(to: "isRequired"),
          "An answer is not asked for, since it may be hidden")
      } else {
        field["required"] = true
      }
    }
    var look: [JSONValue.Member] = []
    switch type {
    case "Input.Text": readText(input, &field)
    case "Input.Number": readNumber(input, &field)
    case "Input.Date", "Input.Time": readDate(input, ofType: type, &field)
    case "Input.Toggle":
      readToggle(input, &field)
      if field["value"] == nil { look.append(.init("type", .string(type))) }
    case "Input.ChoiceSet": readChoices(input, &field)
    default:
      field.kind = "any"
      body.tell(
        .unknownType, input.path(to: "type"), "\"\(type.abridged)\" is no input that is known")
      look.append(.init("type", .string(type)))
    }
    let isKnown = field.kind != "any"
    look += body.leftovers(of: input, as: "input", effect: isKnown ? .laxer : .nothing)
    body.add(field, look: look, from: input.path)
  }

  /// Adds a rule, whose words are those of the input.
  private func add(
    _ rule: [JSONValue.Member], to field: inout FieldMembers, of input: ForeignObject
  ) {
    let message = input.text("errorMessage").map { [JSONValue.Member("message", .string($0))] }
    field.addRule(rule + (message ?? []))
  }

  private mutating func readText(_ input: ForeignObject, _ field: inout FieldMembers) {
    if input.bool("isMultiline") { field.kind = "area" }
    let style = Self.word(input.peek("style"))
    let keyboard = AdaptiveCardsNames.keyboards[style]
    if field.kind == "entry", keyboard != nil || style == "password" {
      _ = input["style"]
      if let keyboard { field["keyboard"] = .string(keyboard) } else { field["secure"] = true }
    }
    if let most = input.integer("maxLength"), 0 < most {
      field["maxLength"] = .integer(most)
      field["lengthUnit"] = "utf16"
    }
    if let source = input.text("regex") { readPattern(source, of: input, &field) }
    guard let text = input.text("value") else { return }
    if field["secure"] == true {
      body.tell(.secret, input.path(to: "value"), "The draft of a secure field is not kept")
    } else {
      field["text"] = .string(text)
    }
  }

  /// Reads a pattern, which is looked for anywhere in the text unless it says otherwise itself.
  private mutating func readPattern(
    _ source: String, of input: ForeignObject, _ field: inout FieldMembers
  ) {
    if source.hasPrefix("^(?:"), source.hasSuffix(")$") {
      let inner = String(source.dropFirst(4).dropLast(2))
      if case .success = patterns.pattern(inner, ignoresCase: false, isAnchored: true) {
        let rule: [JSONValue.Member] = [.init("pattern", .string(inner)), .init("anchored", true)]
        return add(rule, to: &field, of: input)
      }
    }
    switch patterns.pattern(source, ignoresCase: false, isAnchored: false) {
    case .success: add([.init("pattern", .string(source))], to: &field, of: input)
    case .failure:
      body.tell(.pattern, input.path(to: "regex"), "The pattern can't be read in linear time")
    }
  }

  private func readNumber(_ input: ForeignObject, _ field: inout FieldMembers) {
    field["value"] = "number"
    field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: "number"))
    for (theirs, ours) in [("min", "minimum"), ("max", "maximum")] {
      if let limit = input.number(theirs) {
        add([.init(ours, limit.json)], to: &field, of: input)
      }
    }
    if let number = input.draft("value") { field["text"] = .string(number) }
  }

  private mutating func readDate(
    _ input: ForeignObject, ofType type: String, _ field: inout FieldMembers
  ) {
    field.kind = "date"
    let isTime = type == "Input.Time"
    if isTime { field["mode"] = "time" }
    if field["required"] == nil { field["clearable"] = true }
    for (theirs, ours) in [("min", "minimumDate"), ("max", "maximumDate"), ("value", "date")] {
      guard let text = input.text(theirs) else { continue }
      // What clients can't read they pass over.
      let isRight =
        isTime ? CivilTime(iso8601: text) != nil : CivilDate(iso8601: text) != nil
      if isRight {
        field[ours] = .string(text)
      } else {
        body.tell(
          .wrongValue, input.path(to: theirs), "This is not what can be chosen", effect: .nothing)
      }
    }
  }

  private mutating func readToggle(_ input: ForeignObject, _ field: inout FieldMembers) {
    let (on, off) = (input.text("valueOn") ?? "true", input.text("valueOff") ?? "false")
    field.kind = "picker"
    var rows = JSONSchemaImport.yesAndNo
    if on == "true", off == "false" {
      field["value"] = "boolean"
    } else {
      (rows[0].value, rows[1].value) = (.string(on), .string(off))
    }
    field["data"] = .array(rows.map { $0.json })
    // What is required is that it is on.
    if field["required"] == true { add([.init("oneOf", [.string(on)])], to: &field, of: input) }
    guard let text = input.draft("value") else { return }
    if text == on || text == off && field["required"] == nil {
      field["text"] = .string(text)
    } else if text != off {
      body.tell(.wrongValue, input.path(to: "value"), "It is neither on nor off", effect: .nothing)
    }
  }

  private mutating func readChoices(_ input: ForeignObject, _ field: inout FieldMembers) {
    if input.has("choices.data") {
      if let text = input.text("value") { field["text"] = .string(text) }
      return body.tell(
        .noCounterpart, input.path(to: "choices.data"),
        "Its rows are asked for while somebody types; the field takes any text")
    }
    var rows = ForeignChoices()
    for (index, value) in (input.list("choices") ?? []).enumerated() {
      let path = input.path(to: "choices") + "/\(index)"
      guard let choice = body.object(value, path: path) else { continue }
      let title = choice.text("title")
      let row = (choice.draft("value") ?? title).map {
        JSONSchemaImport.Row(value: .string($0), label: title)
      }
      rows.add(row, at: path, to: &body.notes)
      body.drop(leftoversOf: choice)
    }
    let takesSeveral = input.bool("isMultiSelect")
    rows.fill(&field, takesSeveral: takesSeveral, at: input.path, &body.notes)
    let text = input.draft("value")
    let drafts = takesSeveral ? text?.split(separator: ",").map { String($0) } : text.map { [$0] }
    rows.begin(&field, with: drafts ?? [], at: input.path(to: "value"), &body.notes)
  }
}
