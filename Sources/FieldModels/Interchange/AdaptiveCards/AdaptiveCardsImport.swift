import FieldModels

/// A document made of an Adaptive Card: a field for each input, wherever in the card it stands.
///
/// A container whose first element is a heading is a group; all others are read through.
struct AdaptiveCardsImport {
  private var body = ForeignBody(of: AdaptiveCardsNames.format)
  private var patterns = PatternCache()
  private var head: [JSONValue.Member] = []
  /// How the title looks, where that is not how an export writes it.
  private var titleLook: [JSONValue.Member] = []
  /// Answers may be sent without what stands here.
  private var isHidden = false

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    var conversion = AdaptiveCardsImport()
    guard let card = conversion.body.notes.object(form, path: ""),
      card.peek("type") == "AdaptiveCard"
    else { throw ConversionRefusal("An Adaptive Card is an object of the type AdaptiveCard") }
    return conversion.document(of: card)
  }

  private mutating func tell(
    _ code: ConversionReport.Code, _ path: String, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    body.notes.add(code, path, message, effect: effect)
  }

  private mutating func document(of card: ForeignObject) -> Conversion {
    _ = card["type"]
    for (name, usual) in [
      ("$schema", JSONValue.string(AdaptiveCardsNames.schema)),
      ("version", .string(AdaptiveCardsNames.version)), ("actions", AdaptiveCardsNames.actions),
    ] where card.peek(name) == usual { _ = card[name] }
    readTitle(card)
    read(card.list("body") ?? [], at: card.path(to: "body"), from: head.count)
    var look: [JSONValue.Member] = []
    if let actions = card.list("actions") {
      look = readActions(actions, at: card.path(to: "actions"), keeping: true)
    }
    if !titleLook.isEmpty { look.append(.init("title", .object(titleLook))) }
    look += body.leftovers(of: card, known: AdaptiveCardsNames.visual, effect: .nothing)
    return body.conversion(head: head, look: look)
  }

  /// Takes the first text for the title, where it looks like one, and what describes the form behind it.
  private mutating func readTitle(_ card: ForeignObject) {
    let items = card.peek("body")?.array ?? []
    guard let first = items.first, first["type"] == "TextBlock",
      let text = first["text"]?.string, !text.isEmpty, first["id"] == nil
    else { return }
    let next = 1 < items.count ? items[1] : .null
    let isLabel = Self.isInput(next) && next["label"] == nil
    let isLarge = ["large", "extralarge", "medium"].contains(Self.word(first["size"]))
    guard Self.word(first["style"]) == "heading"
      || !isLabel && (isLarge || Self.word(first["weight"]) == "bolder")
    else { return }
    head.append(.init("title", .string(text)))
    if first != AdaptiveCardsNames.heading(text, isTitle: true) {
      tell(.presentationOnly, card.path(to: "body") + "/0", "How the title looks is kept")
      titleLook = first.members.filter { $0.name != "text" && $0.name != "type" }
    }
  }

  private static func word(_ value: JSONValue?) -> String { HTMLImport.lowercased(value?.string ?? "") }

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
    guard let item = body.notes.object(value, path: path) else { return }
    let type = item.text("type") ?? ""
    if type.hasPrefix("Input.") { return readInput(item, type) }
    if let text = Self.description(value, of: ForeignBody.form), head["description"] == nil,
      body.isEmpty
    {
      for name in item.names { _ = item[name] }
      return head.append(.init("description", .string(text)))
    }
    guard let name = AdaptiveCardsNames.containers[type] ?? Self.untyped(item) else {
      if !AdaptiveCardsNames.shown.contains(type), !type.hasPrefix("Chart.") {
        return tellUnknown(item, type, value)
      }
      tell(.presentationOnly, path, "What is shown before a field is kept for front ends")
      return body.pass(value)
    }
    // What has no type stands in something that is read through.
    if !Self.asks(value), type == "Container" || type == "ColumnSet" || type == "Table" {
      tell(.presentationOnly, path, "What is shown before a field is kept for front ends")
      return body.pass(value)
    }
    let wasHidden = isHidden
    if item.peek("isVisible") == false { isHidden = true }
    defer { isHidden = wasHidden }
    let items = item.list(name) ?? []
    if type == "ActionSet" {
      let kept = readActions(items, at: item.path(to: name), keeping: false)
      if !kept.isEmpty { body.pass(["type": "ActionSet", "actions": kept[0].value]) }
    } else if type == "Container", openGroup(item, items) {
      return
    } else {
      read(items, at: item.path(to: name))
    }
    if type == "Table" { _ = item["columns"] }
    body.drop(leftoversOf: item, known: AdaptiveCardsNames.visual)
  }

  /// The list of what has no type, as parts of columns and tables often do.
  private static func untyped(_ item: ForeignObject) -> String? {
    item.has("type") ? nil : ["items", "cells"].first { item.peek($0)?.array != nil }
  }

  private mutating func tellUnknown(_ item: ForeignObject, _ type: String, _ value: JSONValue) {
    tell(
      .unknownType, item.path(to: "type"), "\"\(type.abridged)\" is no element that is known")
    body.pass(value)
  }

  private static func description(_ value: JSONValue, of id: String) -> String? {
    guard let text = value["text"]?.string,
      value == AdaptiveCardsNames.description(text, of: id)
    else { return nil }
    return text
  }

  /// Reads a container that begins with a heading as a group.
  private mutating func openGroup(_ item: ForeignObject, _ items: [JSONValue]) -> Bool {
    guard let first = items.first, first["type"] == "TextBlock",
      let label = first["text"]?.string, Self.word(first["style"]) == "heading"
    else { return false }
    let id = item.text("id") ?? ""
    var key = id
    if id.hasPrefix(ForeignBody.group) {
      key = String(id.dropFirst(ForeignBody.group.count))
    } else if id.isEmpty {
      key = HTMLImport.slug(label)
      tell(.madeUp, item.path, "A container has no key; one was made up")
    }
    var look: [JSONValue.Member] = []
    let path = item.path(to: "items")
    if first != AdaptiveCardsNames.heading(label) {
      tell(.presentationOnly, path + "/0", "How the heading looks is kept")
      look.append(
        .init("title", .object(first.members.filter { $0.name != "text" && $0.name != "type" })))
    }
    let left = body.leftovers(of: item, known: AdaptiveCardsNames.visual, effect: .nothing)
    if !left.isEmpty { look.append(.init("container", .object(left))) }
    var section = ForeignSection(object: item, name: key, label: label)
    section.outer = body.section
    let outer = body.section
    let text = 1 < items.count ? Self.description(items[1], of: id) : nil
    section.description = text
    _ = body.open(section, key: key.isEmpty ? "group" : key, look: look)
    read(items, at: path, from: text == nil ? 1 : 2)
    body.section = outer
    return true
  }

  /// Reads what buttons do: inputs in cards that they show, which may be left out of the answers.
  private mutating func readActions(
    _ actions: [JSONValue], at path: String, keeping isRoot: Bool
  ) -> [JSONValue.Member] {
    var kept: [JSONValue] = []
    for (index, action) in actions.enumerated() {
      guard action["type"] == "Action.ShowCard", Self.asks(action["card"] ?? .null) else {
        kept.append(action)
        continue
      }
      let place = "\(path)/\(index)/card"
      guard let card = body.notes.object(action["card"] ?? .null, path: place) else { continue }
      let wasHidden = isHidden
      isHidden = true
      tell(.presentationOnly, "\(path)/\(index)", "A card that is shown is read with the others")
      read(card.list("body") ?? [], at: card.path(to: "body"))
      _ = readActions(card.list("actions") ?? [], at: card.path(to: "actions"), keeping: false)
      isHidden = wasHidden
    }
    let list = JSONValue.array(kept)
    if kept.isEmpty || isRoot && list == AdaptiveCardsNames.actions { return [] }
    tell(.presentationOnly, path, "Buttons are kept for front ends alone")
    return [.init("actions", list)]
  }
}

/// The inputs.
extension AdaptiveCardsImport {
  private mutating func readInput(_ input: ForeignObject, _ type: String) {
    guard body.hasRoom(for: input.path) else { return }
    var field = FieldMembers()
    let id = input.text("id")
    field.label = input.text("label")
    if field.label == nil, type == "Input.Toggle", let title = input.text("title") {
      field.label = title
    } else if field.label == nil, let before = body.takeLastPassed() {
      if before["type"] == "TextBlock", let text = before["text"]?.string, !text.isEmpty {
        field.label = text
        tell(.reinterpreted, input.path, "The text before it is its label", effect: .nothing)
      } else {
        body.pass(before)
      }
    }
    if id == nil {
      tell(.madeUp, input.path, "It has no `id`, so that no answer is sent; its key was made up")
    } else if let id, body.hasKey(id) {
      tell(.duplicate, input.path(to: "id"), "Another input has this `id`; this one is renamed")
    }
    field.key = body.key(id ?? HTMLImport.slug(field.label ?? ""))
    if field.label == nil {
      tell(.madeUp, input.path, "It has no label; one was made up")
      field.label = HTMLImport.readable(field.key)
    }
    if type != "Input.Toggle", let text = input.text("placeholder") {
      field["placeholder"] = .string(text)
    }
    var look: [JSONValue.Member] = []
    if input.bool("isRequired") {
      if isHidden || input.peek("isVisible") == false {
        tell(
          .noCounterpart, input.path(to: "isRequired"),
          "An answer is not asked for, since it may be hidden")
      } else {
        field["required"] = true
      }
    }
    readContent(input, type, &field, &look)
    let left = body.leftovers(of: input, known: AdaptiveCardsNames.visual)
    if !left.isEmpty { look.append(.init("input", .object(left))) }
    body.add(field, look: look, from: input.path)
  }

  /// Adds a rule, whose words are those of the input.
  private func add(
    _ rule: [JSONValue.Member], to field: inout FieldMembers, of input: ForeignObject
  ) {
    let message = input.text("errorMessage").map { [JSONValue.Member("message", .string($0))] }
    field.addRule(rule + (message ?? []))
  }

  private mutating func readContent(
    _ input: ForeignObject, _ type: String, _ field: inout FieldMembers,
    _ look: inout [JSONValue.Member]
  ) {
    switch type {
    case "Input.Text": readText(input, &field)
    case "Input.Number":
      field["value"] = "number"
      field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: "number"))
      for (theirs, ours) in [("min", "minimum"), ("max", "maximum")] {
        if let limit = input.number(theirs) {
          add([.init(ours, limit.json)], to: &field, of: input)
        }
      }
      if let number = input.draft("value") { field["text"] = .string(number) }
    case "Input.Date", "Input.Time": readDate(input, type, &field)
    case "Input.Toggle": readToggle(input, &field)
    case "Input.ChoiceSet": readChoices(input, &field)
    default:
      field.kind = "any"
      tell(
        .unknownType, input.path(to: "type"), "\"\(type.abridged)\" is no input that is known")
      look.append(.init("type", .string(type)))
    }
  }

  private mutating func readText(_ input: ForeignObject, _ field: inout FieldMembers) {
    if input.bool("isMultiline") { field.kind = "area" }
    let style = Self.word(input.peek("style"))
    if field.kind == "entry", let keyboard = AdaptiveCardsNames.keyboards[style] {
      _ = input["style"]
      field["keyboard"] = .string(keyboard)
    } else if field.kind == "entry", style == "password" {
      _ = input["style"]
      field["secure"] = true
    } else if style == "text" {
      _ = input["style"]
    }
    if let most = input.integer("maxLength"), 0 < most {
      field["maxLength"] = .integer(most)
      field["lengthUnit"] = "utf16"
    }
    if let source = input.text("regex") { readPattern(source, of: input, &field) }
    guard let text = input.text("value") else { return }
    if field["secure"] == true {
      tell(.secret, input.path(to: "value"), "The draft of a secure field is not kept")
    } else {
      field["text"] = .string(text)
    }
  }

  /// A pattern, which is looked for anywhere in the text unless it says otherwise itself.
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
      tell(.pattern, input.path(to: "regex"), "The pattern can't be read in linear time")
    }
  }

  private mutating func readDate(
    _ input: ForeignObject, _ type: String, _ field: inout FieldMembers
  ) {
    field.kind = "date"
    let isTime = type == "Input.Time"
    if isTime { field["mode"] = "time" }
    if field["required"] == nil { field["clearable"] = true }
    func isRight(_ text: String) -> Bool {
      isTime ? CivilTime(iso8601: text) != nil : CivilDate(iso8601: text) != nil
    }
    for (theirs, ours) in [("min", "minimumDate"), ("max", "maximumDate"), ("value", "date")] {
      guard let text = input.text(theirs) else { continue }
      if isRight(text) {
        field[ours] = .string(text)
      } else {
        tell(
          .wrongValue, input.path(to: theirs), isTime ? "This is no time" : "This is no date",
          effect: .nothing)
      }
    }
  }

  private mutating func readToggle(_ input: ForeignObject, _ field: inout FieldMembers) {
    field.kind = "picker"
    let on = input.text("valueOn") ?? "true"
    let off = input.text("valueOff") ?? "false"
    if on == "true", off == "false" {
      field["value"] = "boolean"
      field["data"] = .array(JSONSchemaImport.yesAndNo.map { $0.json })
    } else {
      field["data"] = .array([
        JSONSchemaImport.Row(value: .string(on), label: "Yes").json,
        JSONSchemaImport.Row(value: .string(off), label: "No").json,
      ])
    }
    // What is required is that it is on.
    if field["required"] == true {
      add([.init("oneOf", .array([.string(on)]))], to: &field, of: input)
    }
    guard let text = input.draft("value") else { return }
    if text == on || text == off && field["required"] == nil {
      field["text"] = .string(text)
    } else if text != off {
      tell(.wrongValue, input.path(to: "value"), "It is neither on nor off", effect: .nothing)
    }
  }

  private mutating func readChoices(_ input: ForeignObject, _ field: inout FieldMembers) {
    if input.has("choices.data") {
      tell(
        .noCounterpart, input.path(to: "choices.data"),
        "Its rows are asked for while somebody types; the field takes any text")
      if let text = input.text("value") { field["text"] = .string(text) }
      return
    }
    var rows: [JSONValue] = []
    var known: Set<String> = []
    for (index, value) in (input.list("choices") ?? []).enumerated() {
      let path = input.path(to: "choices") + "/\(index)"
      guard let choice = body.notes.object(value, path: path) else { continue }
      let title = choice.text("title")
      let written = choice.draft("value")
      body.drop(leftoversOf: choice)
      guard let value = written ?? title else {
        tell(.wrongValue, path, "A row without a value")
        continue
      }
      guard known.insert(value).inserted else {
        tell(.duplicate, path, "Another row has the same value")
        continue
      }
      rows.append(JSONSchemaImport.Row(value: .string(value), label: title).json)
    }
    if rows.isEmpty {
      return tell(.wrongValue, input.path, "It has no choices; the field takes a text")
    }
    field.kind = "picker"
    field["data"] = .array(rows)
    let takesSeveral = input.bool("isMultiSelect")
    if takesSeveral { field["multiple"] = true }
    if !takesSeveral, field["required"] == nil { field["clearable"] = true }
    guard let text = input.draft("value") else { return }
    let drafts = takesSeveral ? text.split(separator: ",").map { String($0) } : [text]
    if drafts.allSatisfy(known.contains) {
      let texts = drafts.map { JSONValue.string($0) }
      field["text"] = takesSeveral ? .array(texts) : texts[0]
    } else {
      tell(
        .wrongValue, input.path(to: "value"), "It begins with what is none of its choices",
        effect: .nothing)
    }
  }
}
