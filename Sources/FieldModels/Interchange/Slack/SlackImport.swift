import FieldModels

/// A document made of a view of Slack's Block Kit: a field for each element that asks for something.
///
/// The key of a field is the `block_id`, by which Slack tells errors apart; in a row of elements it is the
/// `action_id`.
struct SlackImport {
  private var body = ForeignBody(of: SlackNames.format, known: SlackNames.visual)

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    var conversion = SlackImport()
    var view = conversion.body.object(form, path: "")
    if let around = view, !around.has("blocks"), let inner = around["view"] {
      conversion.tellTravelling(around, around.leftovers)
      view = conversion.body.object(inner, path: "/view")
    }
    guard let view, view.peek("blocks")?.array != nil else {
      throw ConversionRefusal("A view of Slack is an object with `blocks`")
    }
    return conversion.document(of: view)
  }

  private mutating func tellTravelling(_ object: ForeignObject, _ names: [String]) {
    for name in names {
      _ = object[name]
      body.tell(
        .presentationOnly, object.path(to: name), "`\(name)` is about how a view travels")
    }
  }

  private mutating func document(of view: ForeignObject) -> Conversion {
    if let title = text("title", of: view) { body.head.append(.init("title", .string(title))) }
    for (name, usual) in [("type", "modal"), ("submit", SlackNames.submit)]
    where view.peek(name) == usual { _ = view[name] }
    let path = view.path(to: "blocks")
    for (index, block) in (view.list("blocks") ?? []).enumerated() {
      read(block, at: "\(path)/\(index)")
    }
    for name in ["close", "submit"] {
      guard let button = view.peek(name), button["text"]?.string == nil else { continue }
      body.tell(.wrongValue, view.path(to: name), "A button has a text", effect: .nothing)
      _ = view[name]
    }
    tellTravelling(view, view.leftovers.filter(SlackNames.travelling.contains))
    return body.conversion(look: body.leftovers(of: view, effect: .nothing))
  }

  private mutating func read(_ value: JSONValue, at path: String) {
    guard let block = body.object(value, path: path) else { return }
    let type = block.text("type") ?? ""
    switch type {
    case "input": readElement(block.peek("element"), of: block, "element")
    case "section" where !isShown(block.peek("accessory")?["type"]?.string ?? "button"):
      readElement(block.peek("accessory"), of: block, "accessory")
    case "actions": readActions(block)
    case "header":
      let (label, id) = (text("text", of: block) ?? "", block.text("block_id"))
      let look = body.leftovers(of: block, as: "block", effect: .nothing)
      body.section = nil
      body.open(block, by: id, label: label, look: look)
    case "divider" where block.peek("block_id") == .string(ForeignBody.group):
      _ = block["block_id"]
      body.section = nil
    case _ where isShown(type):
      let (id, text) = (block.peek("block_id")?.string, block.peek("text")?["text"]?.string)
      if block.names.count == 3, body.describe(block, by: id, text) { return }
      body.pass(value, at: path)
    default:
      body.pass(
        value, at: block.path(to: "type"), because: .unknownType,
        "\"\(type.abridged)\" is no block that is known")
    }
  }

  private func isShown(_ type: String) -> Bool { SlackNames.shown.contains(type) }

  /// Reads the elements of a row, of which buttons are passed over.
  private mutating func readActions(_ block: ForeignObject) {
    let elements = (block.list("elements") ?? []).enumerated()
    for (index, element) in elements where !isShown(element["type"]?.string ?? "") {
      readElement(element, of: block, "elements/\(index)")
    }
    let buttons = elements.map { $0.element }.filter { isShown($0["type"]?.string ?? "") }
    if !buttons.isEmpty {
      body.pass(
        ["type": "actions", "elements": .array(buttons)], at: block.path(to: "elements"),
        "Buttons are kept for front ends alone")
    }
    _ = block["block_id"]
    body.drop(leftoversOf: block)
  }

  /// The text of an object that has one; some libraries write it without that object.
  private mutating func text(_ name: String, of object: ForeignObject) -> String? {
    guard let value = object[name] else { return nil }
    guard let holder = body.object(value, path: object.path(to: name)) else { return value.string }
    _ = holder.word("type", of: ["plain_text", "mrkdwn"])
    for (name, usual) in [("emoji", true), ("verbatim", false)]
    where holder.peek(name)?.bool == usual { _ = holder[name] }
    let text = holder.text("text")
    body.drop(leftoversOf: holder)
    return text
  }
}

/// The elements that ask for something.
extension SlackImport {
  /// Reads the element that a member of a block has.
  private mutating func readElement(
    _ value: JSONValue?, of block: ForeignObject, _ name: String
  ) {
    let path = "\(block.path)/\(name)"
    _ = block[name]
    guard let element = body.object(value, path: path), body.hasRoom(for: path) else { return }
    let type = element.text("type") ?? ""
    guard let sort = SlackNames.elements[type] else {
      let isRow = name.hasPrefix("elements")
      return body.pass(
        isRow ? ["type": "actions", "elements": [element.whole]] : block.whole,
        at: element.path(to: "type"), because: .unknownType,
        "\"\(type.abridged)\" is no element that is known")
    }
    var field = FieldMembers()
    var look = readNames(&field, element, of: block, isRow: name.hasPrefix("elements"))
    field.kind = sort.kind
    if let mode = sort.mode { field["mode"] = .string(mode) }
    if let keyboard = sort.keyboard { field["keyboard"] = .string(keyboard) }
    if let format = sort.format { field.addRule([.init("format", .string(format))]) }
    if field.kind != "any", let text = text("placeholder", of: element) {
      field["placeholder"] = .string(text)
    }
    if element.bool("focus_on_load") { field["state"] = "active" }
    switch type {
    case "plain_text_input": readText(element, &field)
    case "number_input": readNumber(element, &field)
    default: break
    }
    if field.kind == "picker" {
      look += readRows(element, as: sort, &field)
    } else if field.kind != "any" {
      readDraft(element, as: sort, &field)
    }
    if !sort.isUsual {
      body.tell(.presentationOnly, element.path(to: "type"), "Which element it is, is kept")
      look.append(.init("type", .string(type)))
    }
    look += body.leftovers(of: element, as: "element")
    let isRow = look["in"] == "actions"
    if !isRow { look += body.leftovers(of: block, as: "block") }
    body.add(field, look: look, from: isRow ? path : block.path)
  }

  /// Reads what a field is called, by programs and by people, and says where it stands.
  private mutating func readNames(
    _ field: inout FieldMembers, _ element: ForeignObject, of block: ForeignObject, isRow: Bool
  ) -> [JSONValue.Member] {
    let blockName = isRow ? block.peek("block_id")?.string : block.text("block_id")
    let action = element.text("action_id")
    var look: [JSONValue.Member] = []
    if block.peek("type") == "input" {
      field.label = text("label", of: block)
      let isOptional = block.has("optional") && block.flag("optional") != false
      if !isOptional { field["required"] = true }
      if let hint = text("hint", of: block) { field["helper"] = .string(hint) }
    } else {
      if !isRow { field.label = text("text", of: block) }
      body.tell(.presentationOnly, element.path, "That it stands beside others is kept")
      look.append(.init("in", isRow ? "actions" : "section"))
      if isRow, let blockName { look.append(.init("block_id", .string(blockName))) }
    }
    body.name(
      &field, by: isRow ? action ?? blockName : blockName ?? action, at: isRow ? element : block)
    if let action, action != field.key {
      body.tell(.presentationOnly, element.path(to: "action_id"), "The `action_id` is kept")
      look.append(.init("action_id", .string(action)))
    }
    return look
  }

  private func readText(_ element: ForeignObject, _ field: inout FieldMembers) {
    if element.bool("multiline") { field.kind = "area" }
    if let least = element.integer("min_length"), 0 < least {
      field.addRule([.init("minLength", .integer(least))])
      field["lengthUnit"] = "utf16"
    }
    if let most = element.integer("max_length"), 0 < most {
      field["maxLength"] = .integer(most)
      field["lengthUnit"] = "utf16"
    }
  }

  private func readNumber(_ element: ForeignObject, _ field: inout FieldMembers) {
    let type = element.bool("is_decimal_allowed") ? "number" : "integer"
    field["value"] = .string(type)
    field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: type))
    for (theirs, ours) in [("min_value", "minimum"), ("max_value", "maximum")] {
      if let limit = element.number(theirs) { field.addRule([.init(ours, limit.json)]) }
    }
  }

  /// Reads what a field begins with that has no rows.
  private func readDraft(
    _ element: ForeignObject, as sort: SlackNames.Element, _ field: inout FieldMembers
  ) {
    if field.kind == "date", field["required"] == nil { field["clearable"] = true }
    if sort.mode == "dateAndTime" {
      let moment = element.integer(sort.initial).flatMap {
        CivilDateTime(secondsOnWall: Int64($0))
      }
      if let moment { field["date"] = .string(moment.description) }
    } else if sort.initial != "initial_option", let text = element.draft(sort.initial) {
      field[field.kind == "date" ? "date" : "text"] = .string(text)
    }
  }

  /// Reads the rows of a field; says how they are grouped.
  private mutating func readRows(
    _ element: ForeignObject, as sort: SlackNames.Element, _ field: inout FieldMembers
  ) -> [JSONValue.Member] {
    var rows = ForeignChoices()
    readOptions(element, into: &rows)
    let path = element.path(to: "option_groups")
    for (index, value) in (element.list("option_groups") ?? []).enumerated() {
      guard let group = body.object(value, path: "\(path)/\(index)") else { continue }
      _ = text("label", of: group)
      readOptions(group, into: &rows)
      body.drop(leftoversOf: group)
    }
    let takesSeveral = sort.initial == "initial_options"
    rows.fill(&field, takesSeveral: takesSeveral, at: element.path, &body.notes)
    if takesSeveral, let most = element.integer("max_selected_items"), 0 < most {
      field["maxItems"] = .integer(most)
    }
    let chosen =
      takesSeveral ? element.list(sort.initial) ?? [] : element[sort.initial].map { [$0] } ?? []
    rows.begin(
      &field, with: chosen.map { $0["value"]?.string ?? "" }, at: element.path(to: sort.initial),
      &body.notes)
    guard let groups = element["option_groups"] else { return [] }
    body.tell(.presentationOnly, path, "How rows are grouped is kept")
    return [.init("option_groups", groups)]
  }

  private mutating func readOptions(_ object: ForeignObject, into rows: inout ForeignChoices) {
    let path = object.path(to: "options")
    for (index, value) in (object.list("options") ?? []).enumerated() {
      guard let option = body.object(value, path: "\(path)/\(index)") else { continue }
      let (label, words) = (text("text", of: option), text("description", of: option))
      let row = (option.text("value") ?? label).map {
        JSONSchemaImport.Row(value: .string($0), label: label, description: words)
      }
      rows.add(row, at: option.path, to: &body.notes)
      body.drop(leftoversOf: option)
    }
  }

  /// The rows of groups, by the values that they have.
  static func values(of groups: JSONValue?) -> [JSONValue?] {
    (groups?.array ?? []).flatMap { ($0["options"]?.array ?? []).map { $0["value"] } }
  }
}
