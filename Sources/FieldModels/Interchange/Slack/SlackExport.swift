import FieldModels

/// A form as a modal view of Slack's Block Kit: an input block for each field, headers for groups.
///
/// What it says is what `SlackImport` reads in it: the report tells of all that does not come back.
enum SlackExport {
  static func view(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var form = try ReturningExport(of: document, by: .init(format: "A view of Slack"))
    let frame = document.frame
    let look = frame.presentation?[SlackNames.format]
    let type = look?["type"] ?? "modal"
    var title = frame.title ?? ""
    if title.isEmpty, type == "modal" {
      title = "Form"
      form.lose(.madeUp, at: "/title", "A view has a title; one was made up")
    }
    // What groups and the form need besides.
    var room = SlackNames.mostBlocks - 1 - 3 * frame.groups.count
    let blocks = form.elements(
      .init(look: SlackNames.format, description: SlackNames.description, group: section) {
        form, field, look, blocks in
        room -= 1 + (look["before"]?.array?.count ?? 0)
        if room < 0 { form.loseField(field) } else { write(in: &form, field, look, to: &blocks) }
      })
    var members: [JSONValue.Member] = [.init("type", type)]
    if !title.isEmpty {
      members.append(.init("title", SlackNames.text(title, SlackNames.longestTitle)))
    }
    if type == "modal" { members.append(.init("submit", look?["submit"] ?? SlackNames.submit)) }
    members += (look?.members ?? []).filter { $0.name != "after" && members[$0.name] == nil }
    let needed = blocks.indices.filter { index in
      // Nothing ends before a header, or at the end.
      let next = index + 1 < blocks.count ? blocks[index + 1] : SlackNames.end
      return blocks[index] != SlackNames.end || next != SlackNames.end && next["type"] != "header"
    }
    // Slack takes no view without a block.
    members.append(
      .init("blocks", .array(needed.isEmpty ? [SlackNames.end] : needed.map { blocks[$0] })))
    let view = JSONValue.object(members)
    let returned = try SlackImport.document(of: view).droppingWrongDrafts(from: .slack)
    return Conversion(form: .value(view), report: try form.report(returned: returned))
  }

  private static func section(
    of group: DocumentFrame.Group, _ id: String, _ look: JSONValue, _ inner: [JSONValue]
  ) -> [JSONValue] {
    let header: [JSONValue.Member] = [
      .init("type", "header"),
      .init("block_id", .string(SlackNames.short(id))),
      .init("text", SlackNames.text(group.heading, SlackNames.longestHeader)),
    ]
    let all = [JSONValue.object(header + (look["block"]?.members ?? []))] + inner
    return all + [SlackNames.end]
  }

  private static func write(
    in form: inout ReturningExport, _ field: ReturningExport.Field, _ look: JSONValue,
    to blocks: inout [JSONValue]
  ) {
    let definition = field.definition
    guard let type = type(of: definition, look["type"]?.string),
      let sort = SlackNames.elements[type]
    else { return form.loseField(field) }
    let key = String((definition.key ?? "").prefix(SlackNames.longestIdentifier))
    var element: [JSONValue.Member] = [
      .init("type", .string(type)), .init("action_id", look["action_id"] ?? .string(key)),
    ]
    if let words = definition.placeholder, !words.isEmpty, sort.kind != "any" {
      element.append(.init("placeholder", SlackNames.text(words, SlackNames.longestHeader)))
    }
    if definition.initialLook == .active { element.append(.init("focus_on_load", true)) }
    switch type {
    case "plain_text_input": writeText(field, to: &element, losing: &form)
    case "number_input": writeNumber(definition, to: &element)
    default: break
    }
    let draft = form.draft(of: field)
    if sort.kind == "picker" {
      writeRows(definition, in: look["option_groups"], sort.initial, to: &element)
    } else if let text = draft?.text, sort.kind != "any", sort.initial != "initial_option" {
      let moment = sort.mode == "dateAndTime" ? CivilDateTime(iso8601: text) : nil
      element.append(
        .init(sort.initial, moment.map { .integer($0.secondsSinceEpoch) } ?? .string(text)))
    }
    element += (look["element"]?.members ?? []).filter { element[$0.name] == nil }
    place(.object(element), of: definition, look, to: &blocks)
  }

  /// Puts an element where it stood, else into a block of its own.
  private static func place(
    _ element: JSONValue, of definition: FieldDefinition, _ look: JSONValue,
    to blocks: inout [JSONValue]
  ) {
    let key = String((definition.key ?? "").prefix(SlackNames.longestIdentifier))
    let isFree = definition.isRequired != .always && definition.helper ?? "" == ""
    var block: [JSONValue.Member] = []
    switch look["in"]?.string {
    case "actions" where isFree:
      let id = look["block_id"] ?? .null
      if let last = blocks.last, last["type"] == "actions", last["block_id"] ?? .null == id,
        let row = last["elements"]?.array, row.count < SlackNames.mostInRow
      {
        block = last.members
        block["elements"] = .array(row + [element])
        blocks[blocks.count - 1] = .object(block)
        return
      }
      block = [.init("type", "actions"), .init("block_id", id), .init("elements", [element])]
      if id == .null { block["block_id"] = nil }
    case "section" where isFree:
      block = [
        .init("type", "section"), .init("block_id", .string(key)),
        .init("text", SlackNames.text(definition.heading, SlackNames.longestText)),
        .init("accessory", element),
      ]
    default:
      block = [
        .init("type", "input"), .init("block_id", .string(key)),
        .init("label", SlackNames.text(definition.heading, SlackNames.longestLabel)),
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
  private static func type(of definition: FieldDefinition, _ wished: String?) -> String? {
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
      let named = ["email_text_input", "url_text_input"].first {
        formats.contains(SlackNames.elements[$0]?.format ?? "")
      }
      return named ?? "plain_text_input"
    default: return "plain_text_input"
    }
  }

  private static func writeText(
    _ field: ReturningExport.Field, to element: inout [JSONValue.Member],
    losing form: inout ReturningExport
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

  private static func writeNumber(
    _ definition: FieldDefinition, to element: inout [JSONValue.Member]
  ) {
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

  private static func writeRows(
    _ definition: FieldDefinition, in look: JSONValue?, _ initial: String,
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
