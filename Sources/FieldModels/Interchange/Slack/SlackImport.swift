import FieldModels

/// A document made of a view of Slack's Block Kit: a field for each element that asks for something.
///
/// The key of a field is the `block_id`, by which Slack tells errors apart; of several elements in one
/// block it is the `action_id`.
struct SlackImport {
  private var body = ForeignBody(of: SlackNames.format)

  /// An element that asks for something, with the block around it.
  private struct Question {
    var block: ForeignObject
    var element: ForeignObject
    var field = FieldMembers()
    var type: String
    var look: [JSONValue.Member] = []

    /// Whether its block is one that has an element of its own.
    var isAlone: Bool { block.peek("type") != "actions" }
  }

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    var conversion = SlackImport()
    var view = conversion.body.notes.object(form, path: "")
    if let around = view, !around.has("blocks"), let inner = around["view"] {
      conversion.tellTravels(around)
      view = conversion.body.notes.object(inner, path: "/view")
    }
    guard let view, view.peek("blocks")?.array != nil else {
      throw ConversionRefusal("A view of Slack is an object with `blocks`")
    }
    return conversion.document(of: view)
  }

  private mutating func tell(
    _ code: ConversionReport.Code, _ path: String, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    body.notes.add(code, path, message, effect: effect)
  }

  private mutating func tellTravels(_ object: ForeignObject) {
    for name in object.leftovers {
      _ = object[name]
      tell(
        .presentationOnly, object.path(to: name),
        "`\(name)` is about how the view travels, and is not kept")
    }
  }

  private mutating func document(of view: ForeignObject) -> Conversion {
    var head: [JSONValue.Member] = []
    var look: [JSONValue.Member] = []
    if let title = text("title", of: view) { head.append(.init("title", .string(title))) }
    if view.text("type") ?? "modal" != "modal" {
      tell(.presentationOnly, view.path(to: "type"), "The type of the view is kept")
      look.append(.init("type", view["type"] ?? .null))
    }
    if view.peek("submit").map({ SlackExport.isSubmit($0) }) ?? false { _ = view["submit"] }
    let path = view.path(to: "blocks")
    for (index, block) in (view.list("blocks") ?? []).enumerated() {
      let isFirst = body.isEmpty
      read(block, at: "\(path)/\(index)")
      if isFirst, let text = description(block, of: ForeignBody.form) {
        _ = body.takeLastPassed()
        head.append(.init("description", .string(text)))
      }
    }
    for name in view.leftovers where SlackNames.travelling.contains(name) {
      _ = view[name]
      tell(.presentationOnly, view.path(to: name), "`\(name)` is no part of the form")
    }
    look += body.leftovers(of: view, known: SlackNames.ofViews, effect: .nothing)
    return body.conversion(head: head, look: look)
  }

  /// The text of a block that describes what has an identifier, as an export writes it.
  private func description(_ block: JSONValue, of id: String) -> String? {
    guard block.members.count == 3, block["type"] == "section",
      block["block_id"] == .string(id + ForeignBody.description),
      block["text"]?["type"] == "plain_text"
    else { return nil }
    return block["text"]?["text"]?.string
  }

  private mutating func read(_ value: JSONValue, at path: String) {
    guard let block = body.notes.object(value, path: path) else { return }
    let type = block.text("type") ?? ""
    switch type {
    case "input":
      if let element = block["element"] { read(element, at: block.path(to: "element"), in: block) }
      else { tell(.wrongValue, path, "An input has an `element`") }
    case "section":
      let kind = block.peek("accessory")?["type"]?.string ?? "button"
      if SlackNames.buttons.contains(kind) { return pass(value, block) }
      read(block["accessory"] ?? .null, at: block.path(to: "accessory"), in: block)
    case "actions":
      var buttons: [JSONValue] = []
      for (index, element) in (block.list("elements") ?? []).enumerated() {
        if SlackNames.buttons.contains(element["type"]?.string ?? "") {
          buttons.append(element)
        } else {
          read(element, at: block.path(to: "elements") + "/\(index)", in: block)
        }
      }
      if !buttons.isEmpty {
        tell(.presentationOnly, block.path(to: "elements"), "Buttons are kept for front ends alone")
        body.pass(["type": "actions", "elements": .array(buttons)])
      }
      _ = block["block_id"]
      body.drop(leftoversOf: block)
    case "header": readHeader(block)
    case _ where SlackNames.shown.contains(type): pass(value, block)
    default:
      tell(.unknownType, block.path(to: "type"), "\"\(type.abridged)\" is no block that is known")
      body.pass(value)
    }
  }

  /// Passes over a block that asks for nothing.
  private mutating func pass(_ value: JSONValue, _ block: ForeignObject) {
    if let section = body.section, let id = header, let text = description(value, of: id) {
      for name in block.names { _ = block[name] }
      return body.describe(section, text)
    }
    if !(body.isEmpty && description(value, of: ForeignBody.form) != nil) {
      tell(.presentationOnly, block.path, "What is shown before a field is kept for front ends")
    }
    body.pass(value)
  }

  /// The identifier of the header that was read last.
  private var header: String?

  private mutating func readHeader(_ block: ForeignObject) {
    let label = text("text", of: block) ?? ""
    let id = block.text("block_id")
    var key = id ?? HTMLImport.slug(label)
    if let id, id.hasPrefix(ForeignBody.group) {
      key = String(id.dropFirst(ForeignBody.group.count))
    } else if id == nil {
      tell(.madeUp, block.path, "A header has no key; one was made up")
    }
    if key.isEmpty { key = "group" }
    let look = body.leftovers(of: block, known: SlackNames.visual, effect: .nothing)
    let section = ForeignSection(object: block, name: key, label: label)
    header = id
    _ = body.open(section, key: key, look: look.isEmpty ? [] : [.init("block", .object(look))])
  }

  /// The text of an object that has one; some libraries write it without that object.
  private mutating func text(_ name: String, of object: ForeignObject) -> String? {
    guard let value = object[name] else { return nil }
    let path = object.path(to: name)
    guard let holder = body.notes.object(value, path: path) else { return value.string }
    _ = holder.word("type", of: ["plain_text", "mrkdwn"])
    if holder.peek("emoji") == true { _ = holder["emoji"] }
    if holder.peek("verbatim") == false { _ = holder["verbatim"] }
    let text = holder.text("text")
    body.drop(leftoversOf: holder, known: ["emoji", "verbatim"])
    return text
  }
}

/// The elements that ask for something.
extension SlackImport {
  private mutating func read(_ value: JSONValue, at path: String, in block: ForeignObject) {
    guard let element = body.notes.object(value, path: path), body.hasRoom(for: path) else {
      return
    }
    var question = Question(block: block, element: element, type: element.text("type") ?? "")
    readNames(&question)
    guard readContent(&question) else {
      return tell(
        .unknownType, element.path(to: "type"),
        "\"\(question.type.abridged)\" is no element that is known")
    }
    if let text = text("placeholder", of: element), question.field.kind != "any" {
      question.field["placeholder"] = .string(text)
    }
    if element.bool("focus_on_load") { question.field["state"] = "active" }
    if question.field["required"] == nil, ["picker", "date"].contains(question.field.kind),
      question.field["multiple"] == nil
    {
      question.field["clearable"] = true
    }
    if !SlackNames.usual.contains(question.type) {
      tell(.presentationOnly, element.path(to: "type"), "Which element it is, is kept")
      question.look.append(.init("type", .string(question.type)))
    }
    let left = body.leftovers(of: element, known: SlackNames.visual)
    if !left.isEmpty { question.look.append(.init("element", .object(left))) }
    if question.isAlone {
      let left = body.leftovers(of: block, known: SlackNames.visual)
      if !left.isEmpty { question.look.append(.init("block", .object(left))) }
    }
    body.add(question.field, look: question.look, from: question.isAlone ? block.path : path)
  }

  /// What it is called, by programs and by people.
  private mutating func readNames(_ question: inout Question) {
    let (block, element) = (question.block, question.element)
    let blockName = question.isAlone ? block.text("block_id") : block.peek("block_id")?.string
    let action = element.text("action_id")
    var name = question.isAlone ? blockName ?? action : action ?? blockName
    let label: String?
    switch block.peek("type") {
    case "input":
      label = text("label", of: block)
      let isOptional = block.has("optional") && block.flag("optional") != false
      if !isOptional { question.field["required"] = true }
      if let hint = text("hint", of: block) { question.field["helper"] = .string(hint) }
    case "section":
      label = text("text", of: block)
      tell(.presentationOnly, block.path(to: "type"), "That it stands beside a text is kept")
      question.look.append(.init("in", "section"))
    default:
      label = nil
      tell(.presentationOnly, element.path, "That it stands in a row of elements is kept")
      question.look.append(.init("in", "actions"))
      if let blockName { question.look.append(.init("block_id", .string(blockName))) }
    }
    if name == nil {
      name = HTMLImport.slug(label ?? "")
      tell(.madeUp, block.path, "It has no `block_id`; its key was made up")
    } else if let name, body.hasKey(name) {
      tell(.duplicate, element.path, "Another element is called so; this one is renamed")
    }
    let key = body.key(name ?? "")
    question.field.key = key
    question.field.label = label
    if label == nil {
      tell(.madeUp, block.path, "It has no label; one was made up")
      question.field.label = HTMLImport.readable(key)
    }
    if let action, action != key {
      tell(.presentationOnly, element.path(to: "action_id"), "The `action_id` is kept")
      question.look.append(.init("action_id", .string(action)))
    }
  }

  /// What may be answered; false where the element is not known.
  private mutating func readContent(_ question: inout Question) -> Bool {
    let element = question.element
    switch question.type {
    case "plain_text_input":
      if element.bool("multiline") { question.field.kind = "area" }
      readText(&question)
    case "email_text_input":
      question.field["keyboard"] = "emailAddress"
      question.field.addRule([.init("format", "email")])
      readText(&question)
    case "url_text_input":
      question.field["keyboard"] = "URL"
      question.field.addRule([.init("format", "url")])
      readText(&question)
    case "number_input": readNumber(&question)
    case "static_select", "radio_buttons": readRows(&question, takesSeveral: false)
    case "multi_static_select", "checkboxes": readRows(&question, takesSeveral: true)
    case "datepicker", "timepicker", "datetimepicker": readDate(&question)
    case _ where SlackNames.identifiers[question.type] != nil:
      if let name = SlackNames.identifiers[question.type], let text = element.text(name) {
        question.field["text"] = .string(text)
      }
      tell(
        .reinterpreted, element.path(to: "type"), "The answer is an identifier, which is a text")
    case _ where SlackNames.opaque.contains(question.type): question.field.kind = "any"
    default: return false
    }
    return true
  }

  private mutating func readText(_ question: inout Question) {
    let element = question.element
    for (name, isLeast) in [("min_length", true), ("max_length", false)]
    where question.type == "plain_text_input" {
      guard let length = element.integer(name) else { continue }
      if isLeast {
        if 0 < length { question.field.addRule([.init("minLength", .integer(length))]) }
      } else if 0 < length {
        question.field["maxLength"] = .integer(length)
      }
      question.field["lengthUnit"] = "utf16"
    }
    if let text = element.text("initial_value") { question.field["text"] = .string(text) }
  }

  private mutating func readNumber(_ question: inout Question) {
    let element = question.element
    let type = element.bool("is_decimal_allowed") ? "number" : "integer"
    question.field["value"] = .string(type)
    question.field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: type))
    for (theirs, ours) in [("min_value", "minimum"), ("max_value", "maximum")] {
      guard let limit = element.number(theirs) else { continue }
      question.field.addRule([.init(ours, limit.json)])
    }
    if let number = element.draft("initial_value") { question.field["text"] = .string(number) }
  }

  private mutating func readDate(_ question: inout Question) {
    let element = question.element
    question.field.kind = "date"
    switch question.type {
    case "datepicker":
      if let date = element.text("initial_date") { question.field["date"] = .string(date) }
    case "timepicker":
      question.field["mode"] = "time"
      if let time = element.text("initial_time") { question.field["date"] = .string(time) }
    default:
      question.field["mode"] = "dateAndTime"
      guard let seconds = element.integer("initial_date_time"),
        let moment = CivilDateTime(secondsOnWall: Int64(seconds))
      else { return }
      question.field["date"] = .string(moment.description)
    }
  }

  private mutating func readRows(_ question: inout Question, takesSeveral: Bool) {
    let element = question.element
    var rows: [JSONValue] = []
    var known: Set<String> = []
    readOptions(element, into: &rows, &known)
    var groups: [JSONValue] = []
    let path = element.path(to: "option_groups")
    for (index, value) in (element.list("option_groups") ?? []).enumerated() {
      guard let group = body.notes.object(value, path: "\(path)/\(index)") else { continue }
      let before = rows.count
      let label = text("label", of: group) ?? ""
      readOptions(group, into: &rows, &known)
      groups.append(["label": .string(label), "count": .integer(rows.count - before)])
      body.drop(leftoversOf: group)
    }
    if !groups.isEmpty {
      tell(.presentationOnly, path, "What groups of rows are called is kept")
      question.look.append(.init("option_groups", .array(groups)))
    }
    if rows.isEmpty {
      return tell(.wrongValue, element.path, "It has no options; the field takes a text")
    }
    question.field.kind = "picker"
    if takesSeveral {
      question.field["multiple"] = true
      if let most = element.integer("max_selected_items"), 0 < most {
        question.field["maxItems"] = .integer(most)
      }
    }
    question.field["data"] = .array(rows)
    let chosen = takesSeveral ? element.list("initial_options") : element["initial_option"].map { [$0] }
    let drafts = (chosen ?? []).map { $0["value"]?.string ?? "" }
    if drafts.isEmpty { return }
    if drafts.allSatisfy(known.contains) {
      let texts = drafts.map { JSONValue.string($0) }
      question.field["text"] = takesSeveral ? .array(texts) : texts[0]
    } else {
      tell(
        .wrongValue, element.path(to: takesSeveral ? "initial_options" : "initial_option"),
        "It begins with what is none of its options", effect: .nothing)
    }
  }

  private mutating func readOptions(
    _ object: ForeignObject, into rows: inout [JSONValue], _ known: inout Set<String>
  ) {
    let path = object.path(to: "options")
    for (index, value) in (object.list("options") ?? []).enumerated() {
      guard let option = body.notes.object(value, path: "\(path)/\(index)") else { continue }
      let label = text("text", of: option)
      let description = text("description", of: option)
      let written = option.text("value")
      body.drop(leftoversOf: option, known: ["url"])
      guard let value = written ?? label else {
        tell(.wrongValue, option.path, "A row without a value")
        continue
      }
      guard known.insert(value).inserted else {
        tell(.duplicate, option.path, "Another row has the same value")
        continue
      }
      let row = JSONSchemaImport.Row(
        value: .string(value), label: label, description: description)
      rows.append(row.json)
    }
  }
}
