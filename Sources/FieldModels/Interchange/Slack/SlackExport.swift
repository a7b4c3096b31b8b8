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

  private static let submit = text("Submit", 24)

  /// Whether a button is the one that an export writes.
  static func isSubmit(_ value: JSONValue) -> Bool { value == submit }

  private static func text(_ text: String, _ longest: Int) -> JSONValue {
    ["type": "plain_text", "text": .string(String(text.prefix(longest)))]
  }

  private mutating func members() -> [JSONValue.Member] {
    let frame = form.document.frame
    let look = frame.presentation?[SlackNames.format]
    var title = frame.title ?? ""
    if title.isEmpty {
      title = "Form"
      form.lose(.madeUp, at: "/title", "A view has a title; one was made up")
    }
    if let text = frame.description, !text.isEmpty { describe(ForeignBody.form, text) }
    var opened: Set<String> = []
    for field in form.fields() {
      if field.definition.isVisible == .never {
        form.lose(.unsupportedField, at: field.path, "A view has no fields that are not shown")
        continue
      }
      if let key = field.definition.group, opened.insert(key).inserted { writeHeader(of: key) }
      write(field)
    }
    blocks += look?["after"]?.array ?? []
    var members: [JSONValue.Member] = [
      .init("type", look?["type"] ?? "modal"),
      .init("title", Self.text(title, SlackNames.longestTitle)),
      .init("submit", look?["submit"] ?? Self.submit),
    ]
    for member in look?.members ?? []
    where member.name != "after" && members[member.name] == nil {
      members.append(member)
    }
    return members + [.init("blocks", .array(blocks))]
  }

  /// A text that says what something is for.
  private mutating func describe(_ id: String, _ text: String) {
    blocks.append([
      "type": "section", "block_id": .string(id + ForeignBody.description),
      "text": Self.text(text, SlackNames.longestText),
    ])
  }

  private mutating func writeHeader(of key: String) {
    guard let group = form.document.frame.groups.first(where: { $0.key == key }) else { return }
    let look = group.presentation?[SlackNames.format]
    blocks += look?["before"]?.array ?? []
    let label = group.label.flatMap { $0.isEmpty ? nil : $0 } ?? key
    let id = String((ForeignBody.group + key).prefix(SlackNames.longestIdentifier))
    blocks.append(
      .object(
        [
          .init("type", "header"), .init("block_id", .string(id)),
          .init("text", Self.text(label, SlackNames.longestHeader)),
        ] + (look?["block"]?.members ?? [])))
    if let text = group.description, !text.isEmpty { describe(id, text) }
  }

  private mutating func write(_ field: ReturningExport.Field) {
    var field = field
    // Every element is shown, can be answered and is checked.
    if field.definition.isChecked != .always { field.release() }
    let (definition, path) = (field.definition, field.path)
    let look = field.own["presentation"]?[SlackNames.format] ?? .null
    guard SlackNames.mostBlocks > blocks.count else {
      return form.lose(.unsupportedField, at: path, "A view has a hundred blocks at most")
    }
    guard let type = type(of: definition, look["type"]?.string) else {
      return form.lose(.unsupportedField, at: path, "A view has no element for it")
    }
    let key = String((definition.key ?? "").prefix(SlackNames.longestIdentifier))
    blocks += look["before"]?.array ?? []
    var element: [JSONValue.Member] = [
      .init("type", .string(type)), .init("action_id", look["action_id"] ?? .string(key)),
    ]
    if let words = definition.placeholder, !words.isEmpty, !SlackNames.opaque.contains(type) {
      element.append(.init("placeholder", Self.text(words, SlackNames.longestPlaceholder)))
    }
    if definition.initialLook == .active { element.append(.init("focus_on_load", true)) }
    switch definition.kind {
    case .picker where definition.manualEntry == nil: writeRows(field, look, to: &element)
    case .date: writeDate(definition, to: &element)
    case .entry where type == "number_input": writeNumber(definition, to: &element)
    case .any: break
    default: writeText(definition, type, at: path, to: &element)
    }
    for member in look["element"]?.members ?? [] where element[member.name] == nil {
      element.append(member)
    }
    place(.object(element), of: definition, look, key)
  }

  /// Puts an element where it stood, else into a block of its own.
  private mutating func place(
    _ element: JSONValue, of definition: FieldDefinition, _ look: JSONValue, _ key: String
  ) {
    let label = definition.label.flatMap { $0.isEmpty ? nil : $0 } ?? key
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
      block = [.init("type", "actions")]
      if id != .null { block.append(.init("block_id", id)) }
      block.append(.init("elements", [element]))
    case "section" where isFree:
      block = [
        .init("type", "section"), .init("block_id", .string(key)),
        .init("text", Self.text(label, SlackNames.longestText)), .init("accessory", element),
      ]
    default:
      block = [
        .init("type", "input"), .init("block_id", .string(key)),
        .init("label", Self.text(label, SlackNames.longestLabel)),
      ]
      if let words = definition.helper, !words.isEmpty {
        block.append(.init("hint", Self.text(words, SlackNames.longestLabel)))
      }
      if definition.isRequired != .always { block.append(.init("optional", true)) }
      block.append(.init("element", element))
    }
    blocks.append(
      .object(block + (look["block"]?.members ?? []).filter { block[$0.name] == nil }))
  }

  /// The element of a field; nil where there is none for it.
  private func type(of definition: FieldDefinition, _ wished: String?) -> String? {
    switch definition.kind {
    case .any: return wished.flatMap { SlackNames.opaque.contains($0) ? $0 : nil }
    case .picker where definition.manualEntry == nil:
      let rows = rows(of: definition)
      if rows.isEmpty { return nil }
      let boxes = definition.takesSeveral ? "checkboxes" : "radio_buttons"
      if wished == boxes, rows.count <= SlackNames.mostBoxes { return boxes }
      return definition.takesSeveral ? "multi_static_select" : "static_select"
    case .date:
      switch definition.mode {
      case .date: return "datepicker"
      case .time: return "timepicker"
      case .dateAndTime: return "datetimepicker"
      case .countDownTimer: return nil
      }
    case .entry:
      if definition.valueKind.isNumber { return "number_input" }
      if let wished, SlackNames.identifiers[wished] != nil { return wished }
      if hasFormat(.email, definition) { return "email_text_input" }
      if hasFormat(.url, definition) { return "url_text_input" }
      return "plain_text_input"
    default: return "plain_text_input"
    }
  }

  private func hasFormat(_ format: Format, _ definition: FieldDefinition) -> Bool {
    Self.blocking(definition).contains { if case .format(format) = $0 { true } else { false } }
  }

  /// What the rules of a field ask that always block.
  private static func blocking(_ definition: FieldDefinition) -> [Rule.Check] {
    definition.rules.filter { $0.severity == .error && $0.condition == nil }.map { $0.check }
  }

  private mutating func writeText(
    _ definition: FieldDefinition, _ type: String, at path: String,
    to element: inout [JSONValue.Member]
  ) {
    if type == "plain_text_input" {
      if definition.kind == .area { element.append(.init("multiline", true)) }
      let lengths = Self.blocking(definition).compactMap { check -> WholeNumber? in
        if case .minLength(let length) = check { WholeNumber(length) } else { nil }
      }
      if let least = lengths.max(), 0 < least, least <= SlackNames.longestText {
        element.append(.init("min_length", .integer(least)))
      }
      if let most = definition.maxLength, 0 < most {
        let longest = WholeNumber(SlackNames.longestText)
        element.append(.init("max_length", .integer(min(most, longest))))
        if longest < most {
          form.lose(
            .reinterpreted, at: path + "/maxLength", "Slack takes 3,000 characters at most",
            effect: .stricter)
        }
      }
    }
    if definition.draft.isEmpty { return }
    if definition.isSecure {
      return form.lose(
        .secret, at: path + "/text", "The draft of a secure field is not written")
    }
    let name = SlackNames.identifiers[type] ?? "initial_value"
    if !name.isEmpty { element.append(.init(name, .string(definition.draft.text))) }
  }

  private func writeNumber(
    _ definition: FieldDefinition, to element: inout [JSONValue.Member]
  ) {
    element.append(.init("is_decimal_allowed", .bool(definition.valueKind == .number)))
    for check in Self.blocking(definition) {
      switch check {
      case .minimum(.number(let limit), isExclusive: false):
        element["min_value"] = element["min_value"] ?? .string(limit.description)
      case .maximum(.number(let limit), isExclusive: false):
        element["max_value"] = element["max_value"] ?? .string(limit.description)
      default: break
      }
    }
    if !definition.draft.isEmpty, !definition.isSecure {
      element.append(.init("initial_value", .string(definition.draft.text)))
    }
  }

  private func writeDate(_ definition: FieldDefinition, to element: inout [JSONValue.Member]) {
    let text = definition.draft.text
    if text.isEmpty { return }
    switch definition.mode {
    case .date: element.append(.init("initial_date", .string(text)))
    case .time: element.append(.init("initial_time", .string(text)))
    case .dateAndTime, .countDownTimer:
      guard let moment = CivilDateTime(iso8601: text) else { return }
      element.append(.init("initial_date_time", .integer(moment.secondsSinceEpoch)))
    }
  }

  /// The rows that can be chosen in a view, each with the text that is sent for it.
  private func rows(of definition: FieldDefinition) -> [(choice: Choice, text: String)] {
    var known: Set<String> = []
    return definition.choices.compactMap { choice in
      guard !choice.isDisabled, let text = choice.value.draftText, !text.isEmpty,
        text.count <= SlackNames.longestValue, known.insert(text).inserted
      else { return nil }
      return (choice, text)
    }
  }

  private func writeRows(
    _ field: ReturningExport.Field, _ look: JSONValue, to element: inout [JSONValue.Member]
  ) {
    let definition = field.definition
    let rows = rows(of: definition)
    let options = rows.map { choice, text in
      var option: [JSONValue.Member] = [
        .init(
          "text", Self.text(choice.label.isEmpty ? text : choice.label, SlackNames.longestOption)),
        .init("value", .string(text)),
      ]
      if let words = choice.description, !words.isEmpty {
        option.append(.init("description", Self.text(words, SlackNames.longestOption)))
      }
      return JSONValue.object(option)
    }
    if let groups = groups(of: options, look["option_groups"]?.array ?? []) {
      element.append(.init("option_groups", .array(groups)))
    } else {
      element.append(.init("options", .array(options)))
    }
    if definition.takesSeveral, let most = definition.maxItems, 0 < most,
      element["type"] == "multi_static_select"
    {
      element.append(.init("max_selected_items", .integer(most)))
    }
    let drafts = definition.draft.values
    let chosen = zip(rows, options).filter { drafts.contains($0.0.choice.text) }.map { $0.1 }
    if chosen.isEmpty { return }
    element.append(
      definition.takesSeveral
        ? .init("initial_options", .array(chosen)) : .init("initial_option", chosen[0]))
  }

  /// The rows in groups, as they were called, or because there are too many for one list.
  private func groups(of options: [JSONValue], _ look: [JSONValue]) -> [JSONValue]? {
    let most = SlackNames.mostOptions
    var counts = look.map { (label: $0["label"]?.string ?? "", count: Int(clamping: $0["count"]?.integer ?? -1)) }
    if counts.isEmpty || counts.contains(where: { $0.count < 0 || most < $0.count })
      || counts.reduce(0, { $0 + $1.count }) != options.count
    {
      if options.count <= most { return nil }
      counts = stride(from: 0, to: options.count, by: most).map { start in
        let count = min(most, options.count - start)
        return ("\(start + 1)–\(start + count)", count)
      }
    }
    var rest = options[...]
    return counts.map { label, count in
      defer { rest = rest.dropFirst(count) }
      return [
        "label": Self.text(label.isEmpty ? " " : label, SlackNames.longestOption),
        "options": .array(Array(rest.prefix(count))),
      ]
    }
  }
}
