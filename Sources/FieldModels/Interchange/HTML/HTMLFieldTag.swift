import FieldModels

/// The control that a field is in HTML, and its attributes.
struct HTMLFieldTag {
  let definition: FieldDefinition
  /// The field as the document has it.
  private let own: JSONValue
  private let id: String
  private let type: String
  /// The id of the element with the helper.
  var hint: String?
  /// The id of the list of texts that are offered.
  var offers: String?

  /// What a person sees.
  enum Widget: Equatable {
    case text, area, list, box
    /// Buttons or boxes, one for each row.
    case boxes(type: String)
  }

  init(_ definition: FieldDefinition, _ own: JSONValue, id: String) {
    self.definition = definition
    self.own = own
    self.id = id
    type = Self.type(of: definition, own)
  }

  /// It stands in the page without being seen.
  var isHidden: Bool { type == "hidden" }

  private static func isHidden(_ definition: FieldDefinition) -> Bool {
    definition.isVisible == .never && definition.hiddenValue == .keep && definition.kind == .entry
      && !definition.hasRules && definition.isRequired == .never && !definition.isSecure
  }

  private static func type(of definition: FieldDefinition, _ own: JSONValue) -> String {
    if isHidden(definition) { return "hidden" }
    let shown = own["presentation"]?["type"]?.string
    if definition.kind == .date {
      switch definition.mode {
      case .date: return "date"
      case .time: return "time"
      case .dateAndTime: return "datetime-local"
      case .countDownTimer: return "text"
      }
    }
    if definition.isSecure { return "password" }
    if definition.valueKind.isNumber {
      return shown == "range" && definition.isRequired == .always ? "range" : "number"
    }
    for rule in plainRules(definition) {
      guard case .format(let format) = rule.check else { continue }
      switch format {
      case .email, .url, .month, .week: return format.rawValue
      case .color where definition.isRequired == .always: return "color"
      default: break
      }
    }
    if shown == "search" { return "search" }
    return definition.traits.keyboard == .phonePad ? "tel" : "text"
  }

  /// The rules that always hold.
  private static func plainRules(_ definition: FieldDefinition) -> [Rule] {
    definition.rules.filter { $0.severity == .error && $0.condition == nil }
  }

  private var rules: [Rule] { Self.plainRules(definition) }

  var widget: Widget {
    guard definition.kind == .picker else { return definition.kind == .area ? .area : .text }
    if definition.manualEntry != nil { return .text }
    let shown = own["presentation"]?["type"]?.string
    if definition.takesSeveral {
      let isList = definition.isRequired == .always || definition.choices.count < 2
      return isList || shown == "select" ? .list : .boxes(type: "checkbox")
    }
    if shown == "radio", !definition.choices.isEmpty { return .boxes(type: "radio") }
    return isBox ? .box : .list
  }

  /// Whether it is one row that is chosen or not.
  private var isBox: Bool {
    guard definition.choices.count == 1, let choice = definition.choices.first else { return false }
    let isClearable = definition.isClearable != (definition.isRequired == .always)
    let isPlain = !choice.isDisabled && choice.description == nil && definition.placeholder == nil
    let isText = choice.value.string?.isEmpty == false
    return isClearable && isPlain && choice.label == definition.label
      && (isText || choice.value == .bool(true))
  }

  /// Whether browsers check a control for the field just where the field is checked: they do not check
  /// one that is disabled, or typed into and read-only, and check one that is not shown.
  static func saysWhenChecked(_ definition: FieldDefinition, _ own: JSONValue) -> Bool {
    if definition.isChecked == .always || definition.isEnabled == .never { return true }
    let isTyped =
      definition.kind != .picker && !["color", "range"].contains(type(of: definition, own))
    return definition.isReadOnly && isTyped
  }

  /// What can't be written, where it would not tell by itself.
  func losses(at path: String) -> [ConversionReport.Entry] {
    var losses: [ConversionReport.Entry] = []
    func lose(
      _ code: ConversionReport.Code, at step: String, _ message: String,
      effect: ConversionReport.Effect? = nil
    ) {
      losses.append(.init(code, path: path + step, message: message, effect: effect))
    }
    if definition.isSecure, !definition.draft.isEmpty {
      lose(.secret, at: "/text", "The draft of a secure field is not written")
    }
    let lists = [("live", definition.liveRules), ("endEditing", definition.endEditingRules)]
    for (name, rules) in lists {
      for (index, rule) in rules.enumerated() {
        let step = "/validation/\(name)/\(index)"
        if rule.severity != .error || rule.condition != nil {
          lose(.noCounterpart, at: step, "A rule that does not always block")
        } else if case .pattern(let pattern, _) = rule.check {
          if pattern.isCaseInsensitive {
            lose(.pattern, at: step, "HTML's patterns do not ignore case")
          }
        } else if rule.message != nil {
          lose(
            .noCounterpart, at: step + "/message",
            "HTML has words for the failure of a pattern only", effect: .nothing)
        }
      }
    }
    if definition.maxLength != nil || hasLengthRule {
      switch definition.lengthUnit {
      case .utf16: break
      case .grapheme, .scalar:
        lose(
          .reinterpreted, at: "/lengthUnit",
          "HTML counts UTF-16 units, of which a character may have several",
          effect: mostLength == nil ? .laxer : .stricter)
      case .utf8, .words:
        lose(.noCounterpart, at: "/lengthUnit", "HTML counts no \(definition.lengthUnit.rawValue)")
      }
      if !definition.draft.isEmpty, !isRightInLength {
        lose(
          .reinterpreted, at: "/text",
          "Browsers let what stands here from the beginning pass, whatever its length")
      }
    }
    if case .when = definition.isRequired {
      lose(.noCounterpart, at: "/required", "That a field is required only while a condition holds")
    }
    return losses
  }

  private var hasLengthRule: Bool {
    rules.contains { rule in
      switch rule.check {
      case .minLength, .maxLength: true
      default: false
      }
    }
  }

  private var isRightInLength: Bool {
    let count = draft.utf16.count
    return leastLength ?? 0 <= count && count <= mostLength ?? .max
  }

  private var countsLikeHTML: Bool {
    switch definition.lengthUnit {
    case .utf16, .grapheme, .scalar: true
    case .utf8, .words: false
    }
  }

  private var mostLength: WholeNumber? {
    guard countsLikeHTML else { return nil }
    return definition.maxLength
      ?? rules.lazy.compactMap { rule -> WholeNumber? in
        if case .maxLength(let limit) = rule.check { limit } else { nil }
      }.first
  }

  private var leastLength: WholeNumber? {
    guard countsLikeHTML else { return nil }
    return rules.lazy.compactMap { rule -> WholeNumber? in
      if case .minLength(let limit) = rule.check { limit } else { nil }
    }.first
  }

  /// The draft as it may be written.
  var draft: String { definition.isSecure ? "" : definition.draft.text }

  static func text(of choice: Choice) -> String {
    choice.value.string ?? choice.text
  }

  /// Rows that stand together, as an import has found them.
  func rowGroups() -> [(label: String, values: Set<String>)] {
    (own["presentation"]?["optgroups"]?.array ?? []).compactMap { group in
      guard let label = group["label"]?.string else { return nil }
      return (label, Set((group["values"]?.array ?? []).compactMap { $0.string }))
    }
  }

  // Attributes.

  func input() -> HTMLTag {
    var tag = HTMLTag()
    if case .box = widget {
      tag.add("type", "checkbox")
      tag.add("id", id)
      tag.add("name", definition.key)
      if let value = definition.choices.first?.value.string { tag.add("value", value) }
      if !definition.draft.isEmpty { tag.add("checked") }
      addCommon(&tag)
      return tag
    }
    if type != "text" { tag.add("type", type) }
    if type != "hidden" { tag.add("id", id) }
    tag.add("name", definition.key)
    if type == "hidden" {
      tag.add("value", draft)
      return tag
    }
    tag.add("placeholder", definition.placeholder)
    if !draft.isEmpty { tag.add("value", draft) }
    if type != "range", type != "color" {
      addCommon(&tag)
    } else {
      addFocus(&tag)
    }
    switch type {
    case "number", "range", "date", "time", "datetime-local", "month", "week": addLimits(&tag)
    case "color": break
    default:
      addLengths(&tag)
      addPattern(&tag)
    }
    tag.add("list", offers)
    addTyping(&tag)
    addShown(["autocomplete", "size", "spellcheck"], &tag)
    return tag
  }

  func area() -> HTMLTag {
    var tag = HTMLTag()
    tag.add("id", id)
    tag.add("name", definition.key)
    tag.add("placeholder", definition.placeholder)
    addCommon(&tag)
    addLengths(&tag)
    addTyping(&tag)
    addShown(["rows", "cols", "wrap", "autocomplete", "spellcheck"], &tag)
    return tag
  }

  func list() -> HTMLTag {
    var tag = HTMLTag()
    tag.add("id", id)
    tag.add("name", definition.key)
    if definition.takesSeveral { tag.add("multiple") }
    addCommon(&tag)
    addShown(["size", "autocomplete"], &tag)
    return tag
  }

  private func addCommon(_ tag: inout HTMLTag) {
    if definition.isRequired == .always { tag.add("required") }
    if definition.isReadOnly, definition.kind != .picker { tag.add("readonly") }
    addFocus(&tag)
  }

  private func addFocus(_ tag: inout HTMLTag) {
    if definition.isEnabled == .never { tag.add("disabled") }
    if definition.initialLook == .active { tag.add("autofocus") }
    if definition.isVisible == .never { tag.add("hidden") }
    tag.add("aria-describedby", hint)
  }

  private func addLengths(_ tag: inout HTMLTag) {
    tag.add("minlength", leastLength.map { "\($0)" })
    tag.add("maxlength", mostLength.map { "\($0)" })
  }

  private func addPattern(_ tag: inout HTMLTag) {
    for rule in rules {
      guard case .pattern(let pattern, let source) = rule.check, !pattern.isCaseInsensitive else {
        continue
      }
      tag.add("pattern", HTMLPattern.written(source, isAnchored: pattern.isAnchored))
      tag.add("title", rule.message)
      return
    }
  }

  private func addTyping(_ tag: inout HTMLTag) {
    guard definition.kind != .date else { return }
    let traits = definition.traits
    var usual = HTMLControl.keyboard(ofType: type) ?? "default"
    if type == "number" || type == "range", definition.valueKind == .integer { usual = "numberPad" }
    if traits.keyboard.rawValue != usual {
      let word = HTMLControl.keyboards.first { $0.value == traits.keyboard.rawValue }?.key
      tag.add("inputmode", word)
    }
    switch traits.autocapitalization {
    case .none: tag.add("autocapitalize", "none")
    case .words: tag.add("autocapitalize", "words")
    case .allCharacters: tag.add("autocapitalize", "characters")
    case .sentences: break
    }
    switch traits.autocorrection {
    case .no: tag.add("autocorrect", "off")
    case .yes: tag.add("autocorrect", "on")
    case .standard: break
    }
    switch definition.returnKey {
    case .go, .next, .search, .send, .done: tag.add("enterkeyhint", definition.returnKey.rawValue)
    case .standard, .google, .join, .route, .yahoo, .emergencyCall, .continue: break
    }
  }

  private func addShown(_ names: [String], _ tag: inout HTMLTag) {
    for name in names {
      switch own["presentation"]?[name] {
      case .string(let text): tag.add(name, text)
      case .number(let text): tag.add(name, text)
      default: break
      }
    }
  }

  // Numbers, dates and times.

  /// A member of a rule that always holds, as it is written.
  private func limit(_ name: String) -> String? {
    let validation = own["validation"]
    for list in ["live", "endEditing"] {
      for rule in validation?[list]?.array ?? [] {
        if rule["when"] != nil || rule["severity"] ?? "error" != "error" { continue }
        if let value = rule[name].flatMap(JSONSchemaImport.text) { return value }
      }
    }
    return nil
  }

  private func addLimits(_ tag: inout HTMLTag) {
    let day = definition.kind == .date ? own["minimumDate"]?.string : nil
    let lastDay = definition.kind == .date ? own["maximumDate"]?.string : nil
    let least = day == DateBound.todayWord ? nil : day ?? limit("minimum")
    let most = lastDay == DateBound.todayWord ? nil : lastDay ?? limit("maximum")
    tag.add("min", least)
    tag.add("max", most)
    let step = limit("step")
    switch type {
    case "number", "range":
      if definition.valueKind == .integer, step == nil { return }
      if let step, Decimal(step) == Decimal(1) { return }
      tag.add("step", step ?? "any")
    case "time", "datetime-local":
      if step == "60" { return }
      tag.add("step", step ?? "any")
    default:
      tag.add("step", step)
    }
  }
}
