import FieldModels

/// A form as a modal view of Slack's Block Kit: an input block for each field, headers for groups.
///
/// What it says is what `SlackImport` reads in it: the report tells of all that does not come back.
struct SlackExport {
  private var form: ReturningExport
  private var blocks: [JSONValue] = []

  static func view(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let reader = ReturningForm.Reader(format: "A view of Slack")
    var export = SlackExport(form: try ReturningExport(of: document, by: reader))
    let view = JSONValue.object(export.members())
    let returned = try SlackImport.document(of: view).droppingWrongDrafts(from: .slack)
    let report = try export.form.report(returned: returned)
    return Conversion(form: .value(view), report: report)
  }

  private mutating func members() -> [JSONValue.Member] {
    let frame = form.document.frame
    let look = frame.presentation?[SlackNames.format]
    let type = look?["type"] ?? "modal"
    var title = frame.title ?? ""
    if title.isEmpty, type == "modal" {
      title = "Form"
      form.lose(.madeUp, at: "/title", "A view has a title; one was made up")
    }
    describe(ForeignBody.form, frame.description)
    var opened: Set<String> = []
    var group: String?
    for field in form.fields() {
      guard let field = form.shown(field) else { continue }
      if let key = field.definition.group, opened.insert(key).inserted {
        writeHeader(of: key)
        group = key
      } else if field.definition.group == nil, group != nil {
        blocks.append(["type": "divider", "block_id": .string(ForeignBody.group)])
        group = nil
      }
      write(field)
    }
    let lists = form.document.listKeys
    for group in frame.groups where !opened.contains(group.key) && !lists.contains(group.key) {
      writeHeader(of: group.key)
    }
    blocks += look?["after"]?.array ?? []
    var members: [JSONValue.Member] = [.init("type", type)]
    if !title.isEmpty {
      members.append(.init("title", SlackNames.text(title, SlackNames.longestTitle)))
    }
    if type == "modal" { members.append(.init("submit", look?["submit"] ?? SlackNames.submit)) }
    members += (look?.members ?? []).filter { $0.name != "after" && members[$0.name] == nil }
    return members + [.init("blocks", .array(blocks))]
  }

  /// Writes what something is for.
  private mutating func describe(_ id: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    blocks.append([
      "type": "section", "block_id": .string(id + ForeignBody.description),
      "text": SlackNames.text(text, SlackNames.longestText),
    ])
  }

  private mutating func writeHeader(of key: String) {
    guard let group = form.document.frame.groups.first(where: { $0.key == key }) else { return }
    let look = group.presentation?[SlackNames.format]
    blocks += look?["before"]?.array ?? []
    let id = String((ForeignBody.group + key).prefix(SlackNames.longestIdentifier))
    let header: [JSONValue.Member] = [
      .init("type", "header"), .init("block_id", .string(id)),
      .init("text", SlackNames.text(group.name, SlackNames.longestHeader)),
    ]
    blocks.append(.object(header + (look?["block"]?.members ?? [])))
    describe(id, group.description)
  }

  private mutating func write(_ field: ReturningExport.Field) {
    let definition = field.definition
    let look = field.own["presentation"]?[SlackNames.format] ?? .null
    guard blocks.count < SlackNames.mostBlocks,
      let type = type(of: definition, look["type"]?.string),
      let sort = SlackNames.elements[type]
    else { return form.loseField(field) }
    let key = String((definition.key ?? "").prefix(SlackNames.longestIdentifier))
    blocks += look["before"]?.array ?? []
    var element: [JSONValue.Member] = [
      .init("type", .string(type)), .init("action_id", look["action_id"] ?? .string(key)),
    ]
    if let words = definition.placeholder, !words.isEmpty, sort.kind != "any" {
      element.append(.init("placeholder", SlackNames.text(words, SlackNames.longestHeader)))
    }
    if definition.initialLook == .active { element.append(.init("focus_on_load", true)) }
    switch type {
    case "plain_text_input": writeText(field, to: &element)
    case "number_input": writeNumber(definition, to: &element)
    default: break
    }
    let draft = form.draft(of: field)
    if sort.kind == "picker" {
      writeRows(definition, look["option_groups"], sort.initial, to: &element)
    } else if let text = draft?.text, sort.kind != "any", sort.initial != "initial_option" {
      let moment = sort.mode == "dateAndTime" ? CivilDateTime(iso8601: text) : nil
      element.append(
        .init(sort.initial, moment.map { .integer($0.secondsSinceEpoch) } ?? .string(text)))
    }
    element += (look["element"]?.members ?? []).filter { element[$0.name] == nil }
    place(.object(element), of: definition, look, key)
  }

  /// Puts an element where it stood, else into a block of its own.
  private mutating func place(
    _ element: JSONValue, of definition: FieldDefinition, _ look: JSONValue, _ key: String
  ) {
    let isFree = definition.isRequired != .always && definition.helper ?? "" == ""
    var block: [JSONValue.Member] = []
    switch look["in"]?.string {
    case "actions" where isFree:
      let id = look["block_id"] ?? .null
      if let last = blocks.last, last["type"] == "actions", last["block_id"] ?? .null == id {
        block = last.members
        block["elements"] = .array((last["elements"]?.array ?? []) + [element])
        blocks[blocks.count - 1] = .object(block)
        return
      }
      block = [.init("type", "actions"), .init("block_id", id), .init("elements", [element])]
      if id == .null { block["block_id"] = nil }
    case "section" where isFree:
      block = [
        .init("type", "section"), .init("block_id", .string(key)),
        .init("text", SlackNames.text(definition.name, SlackNames.longestText)),
        .init("accessory", element),
      ]
    default:
      block = [
        .init("type", "input"), .init("block_id", .string(key)),
        .init("label", SlackNames.text(definition.name, SlackNames.longestLabel)),
        .init("element", element),
      ]
      if let words = definition.helper, !words.isEmpty {
        block.append(.init("hint", SlackNames.text(words, SlackNames.longestLabel)))
      }
      if definition.isRequired != .always { block.append(.init("optional", true)) }
    }
    block += (look["block"]?.members ?? []).filter { block[$0.name] == nil }
    blocks.append(.object(block))
  }

  /// The element of a field; nil where there is none for it.
  private func type(of definition: FieldDefinition, _ wished: String?) -> String? {
    let isWished = wished.flatMap { SlackNames.elements[$0] }?.kind == definition.kind?.rawValue
    switch definition.kind {
    case .any: return isWished ? wished : nil
    case .picker where definition.manualEntry == nil:
      let count = definition.textRows.count
      let boxes = definition.takesSeveral ? "checkboxes" : "radio_buttons"
      if count == 0 || wished == boxes && count <= SlackNames.mostBoxes {
        return count == 0 ? nil : boxes
      }
      return definition.takesSeveral ? "multi_static_select" : "static_select"
    case .date:
      return SlackNames.elements.first {
        $0.value.kind == "date" && $0.value.mode ?? "date" == definition.mode.rawValue
      }?.key
    case .entry:
      if definition.valueKind.isNumber { return "number_input" }
      if isWished { return wished }
      let formats = definition.blockingRules.compactMap { rule -> String? in
        if case .format(let format) = rule.check { format.rawValue } else { nil }
      }
      let named = SlackNames.elements.first { formats.contains($0.value.format ?? "none") }
      return named?.key ?? "plain_text_input"
    default: return "plain_text_input"
    }
  }

  private mutating func writeText(
    _ field: ReturningExport.Field, to element: inout [JSONValue.Member]
  ) {
    let definition = field.definition
    if definition.kind == .area { element.append(.init("multiline", true)) }
    let lengths = definition.blockingRules.compactMap { rule -> WholeNumber? in
      if case .minLength(let length) = rule.check { WholeNumber(length) } else { nil }
    }
    let longest = WholeNumber(SlackNames.longestText)
    if let least = lengths.max(), 0 < least, least <= longest {
      element.append(.init("min_length", .integer(least)))
    }
    guard let most = definition.maxLength, 0 < most else { return }
    element.append(.init("max_length", .integer(min(most, longest))))
    if longest < most {
      form.lose(
        .reinterpreted, at: field.path + "/maxLength", "Slack takes 3,000 characters at most",
        effect: .stricter)
    }
  }

  private func writeNumber(_ definition: FieldDefinition, to element: inout [JSONValue.Member]) {
    element.append(.init("is_decimal_allowed", .bool(definition.valueKind == .number)))
    for rule in definition.blockingRules {
      switch rule.check {
      case .minimum(.number(let limit), isExclusive: false):
        element["min_value"] = element["min_value"] ?? .string(limit.description)
      case .maximum(.number(let limit), isExclusive: false):
        element["max_value"] = element["max_value"] ?? .string(limit.description)
      default: break
      }
    }
  }

  private func writeRows(
    _ definition: FieldDefinition, _ look: JSONValue?, _ initial: String,
    to element: inout [JSONValue.Member]
  ) {
    let rows = definition.textRows
    let options = rows.map { choice, text in
      let label = choice.label.isEmpty ? text : choice.label
      var option: [JSONValue.Member] = [
        .init("text", SlackNames.text(label, SlackNames.longestOption)),
        .init("value", .string(text)),
      ]
      if let words = choice.description, !words.isEmpty {
        option.append(.init("description", SlackNames.text(words, SlackNames.longestOption)))
      }
      return JSONValue.object(option)
    }
    if let look, SlackImport.values(of: look) == rows.map({ .string($0.text) }) {
      element.append(.init("option_groups", look))
    } else if options.count <= SlackNames.mostOptions {
      element.append(.init("options", .array(options)))
    } else {
      element.append(.init("option_groups", .array(Self.groups(of: options))))
    }
    if let most = definition.maxItems, 0 < most, element["type"] == "multi_static_select" {
      element.append(.init("max_selected_items", .integer(most)))
    }
    let drafts = definition.draft.values
    let chosen = zip(rows, options).filter { drafts.contains($0.0.choice.text) }.map { $0.1 }
    if chosen.isEmpty { return }
    element.append(.init(initial, initial == "initial_options" ? .array(chosen) : chosen[0]))
  }

  /// More rows than one list may have, in groups with their numbers.
  private static func groups(of options: [JSONValue]) -> [JSONValue] {
    let most = SlackNames.mostOptions
    return stride(from: 0, to: options.count, by: most).map { start in
      let end = min(start + most, options.count)
      return [
        "label": SlackNames.text("\(start + 1)–\(end)", SlackNames.longestOption),
        "options": .array(Array(options[start..<end])),
      ]
    }
  }
}
