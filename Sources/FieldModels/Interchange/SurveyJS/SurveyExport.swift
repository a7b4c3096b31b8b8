import FieldModels

/// A form as a survey of SurveyJS.
///
/// Groups that hold all fields are pages, others panels; lists are dynamic panels, and a group whose
/// values stand in an object of their own is a question of several texts.
struct SurveyExport {
  var outline: FormOutline
  /// The words of the form for an empty field.
  private var requiredWords: String?
  private var typesLive = false
  /// The sources whose texts stand with a question.
  private var offers: Set<String> = []

  /// Questions have their titles even if these are their names, which they may not be in another language.
  private let writesAllTitles: Bool

  /// - Parameters:
  ///   - document: the form, with its texts in one language
  ///   - isTranslated: it is written in other languages too
  /// - Returns: the survey, and what it does not say
  /// - Throws: why it is no form
  static func survey(
    of document: FieldDocument, isTranslated: Bool = false
  ) throws(ConversionRefusal) -> Conversion {
    var export = SurveyExport(
      outline: try FormOutline(of: document, takingCalculations: true),
      writesAllTitles: isTranslated)
    return export.survey()
  }

  private init(outline: FormOutline, writesAllTitles: Bool) {
    (self.outline, self.writesAllTitles) = (outline, writesAllTitles)
  }

  /// One survey of the same survey in several languages.
  ///
  /// - Parameter versions: the survey in each of them, the form's own language first
  /// - Returns: the survey with all of their texts
  static func merged(_ versions: [FormLanguages.Version]) -> JSONValue {
    // English is the language of a survey that names none.
    let own = versions[0].form["locale"]?.string ?? "en"
    return FormLanguages.merged(versions.map { $0.form }) { text in
      ["value": .string(text), "text": .string(text)]
    } joining: { texts in
      .object(
        zip(versions, texts).compactMap { version, text in
          // What is lent from the form's own language is found there.
          guard let text, text != texts[0] || version.ownTexts.contains(text) else { return nil }
          return .init(version.tag == own ? "default" : version.tag, .string(text))
        })
    }
  }

  private mutating func survey() -> Conversion {
    var members: [JSONValue.Member] = []
    for name in ["title", "description"] {
      if let text = outline.form.text(name) { members.append(.init(name, .string(text))) }
    }
    let look = outline.look(of: outline.form, in: "survey")
    readMessages(&members)
    let rules = outline.fields.flatMap { $0.rules }
    typesLive = !rules.isEmpty && rules.allSatisfy { $0.isLive }
    if typesLive {
      members += [
        .init("textUpdateMode", "onTyping"), .init("checkErrorsMode", "onValueChanged"),
      ]
    } else {
      for rule in rules where rule.isLive {
        outline.notes.add(
          .reinterpreted, rule.object.path, "It is checked once editing ends", effect: .nothing)
      }
    }
    members += elements()
    for member in look where members[member.name] == nil && SurveyNames.survey.contains(member.name)
    {
      members.append(member)
    }
    if !offers.isEmpty, offers == Set(outline.form.peek("autofill")?.members.map { $0.name } ?? [])
    {
      _ = outline.form["autofill"]
    }
    outline.tellLeftovers()
    return Conversion(form: .value(.object(members)), report: outline.notes.report())
  }

  private mutating func readMessages(_ members: inout [JSONValue.Member]) {
    guard let value = outline.form["messages"],
      let languages = outline.notes.object(value, path: "/messages")
    else { return }
    for (index, language) in languages.names.enumerated() {
      guard let words = languages[language],
        let codes = outline.notes.object(words, path: languages.path(to: language))
      else { continue }
      if index == 0, let text = codes.text("valueMissing"), !text.contains("{") {
        requiredWords = text
        if language != "en" { members.append(.init("locale", .string(language))) }
      }
      for name in codes.leftovers {
        outline.notes.add(
          .noCounterpart, codes.path(to: name), "A survey has no such words", effect: .nothing)
      }
      if index != 0 {
        outline.notes.add(
          .noCounterpart, codes.path, "A survey is written in one language", effect: .nothing)
      }
    }
  }
}

/// Questions.
extension SurveyExport {
  /// A text in a question of several.
  mutating func item(_ index: Int) -> JSONValue? {
    let field = outline.fields[index]
    guard [.entry, .date].contains(field.kind), field.path.count == 1 else {
      let words = "In an object of its own a survey has texts and dates alone"
      outline.notes.add(.unsupportedField, field.object.path, words)
      return nil
    }
    let whenChecked = ["visible", "enabled", "readOnly"].filter(field.object.has)
    if !whenChecked.isEmpty { outline.release(index, at: whenChecked) }
    for name in ["visible", "enabled", "readOnly", "helper", "whenHidden", "presentation"]
    where field.object.has(name) {
      field.object.leaveOut([name])
      outline.notes.add(
        .noCounterpart, field.object.path(to: name), "A text of several has none", effect: .nothing)
    }
    guard case .object(var members) = question(index) else { return nil }
    members["type"] = nil
    return .object(members)
  }

  /// What of the looks is written elsewhere, if it is.
  private static let readLooks: Set<String> = [
    "type", "inputType", "choices", "maskType", "maskSettings",
  ]

  mutating func question(_ index: Int) -> JSONValue? {
    releaseUnchecked(index)
    let field = outline.fields[index]
    let object = field.object
    guard field.mode != .countDownTimer || field.kind != .date,
      field.path.count == 1 || field.path.count == 2 && isCell(field)
    else {
      outline.notes.add(.unsupportedField, object.path, "A survey has no question for it")
      return nil
    }
    let look = presentation(of: field)
    let type = look["type"]?.string ?? "text"
    if field.kind == .any,
      !SurveyNames.takesAny(type, isRange: look["sliderType"] == "range")
    {
      outline.notes.add(
        .unsupportedField, object.path, "A survey has no question for any value")
      return nil
    }
    var members: [JSONValue.Member] = [.init("type", "text")]
    let name = field.path[field.path.count - 1]
    if field.group.map({ !outline.groups[$0].path.isEmpty }) ?? false {
      // Within an object or an entry a name is that of the value.
      members.append(.init("name", .string(name)))
      if name != field.key,
        field.key != (outline.groups[field.group ?? 0].path + field.path).joined(separator: ".")
      {
        outline.notes.add(
          .reinterpreted, object.path(to: "key"), "It is known by the name of its value",
          effect: .nothing)
      }
    } else {
      members.append(.init("name", .string(field.key)))
      if name != field.key { members.append(.init("valueName", .string(name))) }
    }
    let isNamedSo = members["name"] == .string(field.label)
    if object.peek("label") == "" {
      outline.notes.add(
        .reinterpreted, object.path(to: "label"),
        "A question without a title is shown with its name", effect: .nothing)
    } else if !isNamedSo || writesAllTitles {
      members.append(.init("title", .string(field.label)))
    }
    for (ours, theirs) in [("helper", "description"), ("placeholder", "placeholder")] {
      if let text = object.text(ours) { members.append(.init(theirs, .string(text))) }
    }
    switch field.kind {
    case _ where field.object.has("calculate") && readCalculation(of: field, &members): break
    case .picker: readRows(of: field, look, &members)
    case .date: readDate(of: field, &members)
    case .area:
      members["type"] = "comment"
      readLength(of: field, &members)
      if field.valueKind != .string {
        outline.notes.add(
          .noCounterpart, object.path(to: "value"), "Lines of text are text", effect: .stricter)
      }
    case .entry: readEntry(of: field, look, &members)
    case .any: members["type"] = .string(type)
    }
    if field.isSecure, members["inputType"] != "password" {
      outline.notes.add(
        .noCounterpart, object.path(to: "secure"), "A line of text alone is hidden",
        effect: .nothing)
    }
    readOffers(of: field, &members)
    readDefault(of: field, &members)
    readRules(of: field, without: mask(of: field, look, &members), &members)
    readConditions(of: field, &members)
    let asking = ["isRequired", "requiredIf", "validators", "maskType"]
    let asks =
      asking.contains { members[$0] != nil }
      || ["color", "email", "month", "week"].contains(members["inputType"]?.string)
    outline.tellBlanksAreEmpty(in: field, whichAsks: asks)
    for member in look
    where members[member.name] == nil
      && (field.kind == .any || !Self.readLooks.contains(member.name))
    {
      members.append(member)
    }
    return .object(members)
  }

  /// Has a field ask nothing where no expression says when it is checked.
  private mutating func releaseUnchecked(_ index: Int) {
    let field = outline.fields[index]
    var properties: [String] = FormOutline.isDisabled(field) ? ["state"] : []
    for name in ["visible", "enabled"] {
      if case .when(let condition) = outline.requirement(name, of: field, standard: true),
        !canSay(condition, for: field)
      {
        properties.append(name)
      }
    }
    // Beside a condition a question is read-only only by that.
    if field.object.peek("readOnly") == true, field.object.peek("enabled")?["when"] != nil {
      properties.append("readOnly")
    }
    if !properties.isEmpty { outline.release(index, at: properties) }
  }

  /// How the field looked in a survey, and no more than that.
  private mutating func presentation(of field: FormOutline.Field) -> [JSONValue.Member] {
    outline.look(of: field.object, in: "survey").filter {
      field.kind == .any || ["type", "inputType", "choices"].contains($0.name)
        || SurveyNames.visual.contains($0.name)
    }
  }

  /// Gives a question the mask that the field had, if its rules still say what the mask does.
  ///
  /// - Returns: the places of these rules
  private mutating func mask(
    of field: FormOutline.Field, _ look: [JSONValue.Member], _ members: inout [JSONValue.Member]
  ) -> Set<String> {
    guard let type = look["maskType"]?.string, let settings = look["maskSettings"] else {
      return []
    }
    var places: Set<String> = []
    for wanted in SurveyMask.rules(type, settings) {
      let found = field.rules.first {
        !places.contains($0.object.path) && $0.object.says(wanted.members)
      }
      guard let found else {
        let words = "The rules say something else than the mask, which is left out"
        outline.notes.add(.noCounterpart, field.object.path(to: "presentation"), words)
        return []
      }
      places.insert(found.object.path)
    }
    for rule in field.rules where places.contains(rule.object.path) {
      for name in rule.object.names { _ = rule.object[name] }
    }
    members += [.init("maskType", .string(type)), .init("maskSettings", settings)]
    if type == "numeric" || type == "currency", members["inputType"] == "number" {
      members["inputType"] = nil
      for name in ["monetary", "unit"] { _ = field.object[name] }
    }
    return places
  }

  /// The texts that a field offers.
  private mutating func readOffers(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    guard field.kind == .entry, let use = field.object.peek("autofill"),
      let name = use["source"]?.string, use.members.count == 1,
      let texts = outline.form.peek("autofill")?[name]?.array, !texts.isEmpty
    else { return }
    _ = field.object["autofill"]
    offers.insert(name)
    members.append(.init("dataList", .array(texts)))
    if name != field.key {
      outline.notes.add(
        .reinterpreted, field.object.path(to: "autofill"), "The texts stand with the question",
        effect: .nothing)
    }
  }

  private mutating func readLength(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    if let limit = field.object.integer("maxLength") {
      if field.kind == .entry, field.valueKind.isNumber, !field.isSecure {
        let path = field.object.path(to: "maxLength")
        return outline.notes.add(.noCounterpart, path, "A number has no length")
      }
      if field.lengthUnit == .words {
        let path = field.object.path(to: "maxLength")
        outline.notes.add(.noCounterpart, path, "A survey counts no words")
      } else {
        members.append(.init("maxLength", .integer(limit)))
      }
    }
    let counts =
      field.object.has("maxLength")
      || field.rules.contains { $0.object.has("minLength") || $0.object.has("maxLength") }
    if !counts {
      outline.tellUnusedLengthUnit(of: field)
    } else if field.lengthUnit != .utf16, field.lengthUnit != .words {
      let path = field.object.path(to: field.object.has("maxLength") ? "maxLength" : "validation")
      outline.notes.add(.reinterpreted, path, "A survey counts units of UTF-16", effect: .stricter)
    }
  }

  private mutating func readEntry(
    of field: FormOutline.Field, _ look: [JSONValue.Member], _ members: inout [JSONValue.Member]
  ) {
    readLength(of: field, &members)
    let keyboard = field.object.text("keyboard") ?? "default"
    let format = field.rules.first { $0.object.has("format") && $0.message == nil }?.object
    var type: String?
    if field.isSecure {
      type = "password"
    } else if field.valueKind.isNumber {
      type = look["inputType"] == "range" ? "range" : "number"
      if look["type"] == "slider" {
        type = nil
        members["type"] = "slider"
      }
      if keyboard != "decimalPad" { tellKeyboard(of: field, keyboard) }
    } else if keyboard == "phonePad" {
      type = "tel"
    } else if keyboard == "URL" {
      type = "url"
    } else if let name = format?.peek("format")?.string, ["color", "month", "week"].contains(name) {
      type = name
      _ = format?["format"]
      tellKeyboard(of: field, keyboard)
    } else if keyboard == "emailAddress",
      let rule = field.rules.first(where: { SurveyEmail.isSaid(by: $0) && $0.message == nil })
    {
      type = "email"
      _ = rule.object["pattern"]
    } else if keyboard == "emailAddress", format?.peek("format") == "email" {
      type = "email"
      _ = format?["format"]
      let words = "An e-mail address is what SurveyJS takes for one"
      outline.notes.add(.reinterpreted, field.object.path(to: "keyboard"), words)
    } else {
      tellKeyboard(of: field, keyboard)
    }
    if field.isSecure { tellKeyboard(of: field, keyboard) }
    if let type { members.append(.init("inputType", .string(type))) }
    if field.isSecure, field.valueKind != .string {
      outline.notes.add(
        .noCounterpart, field.object.path(to: "value"), "What is hidden is a text",
        effect: .stricter)
    } else if field.valueKind == .integer {
      members.append(.init("step", 1))
      outline.notes.add(
        .reinterpreted, field.object.path(to: "value"), "A number with steps of one",
        effect: .nothing)
    } else if field.valueKind == .boolean {
      outline.notes.add(
        .noCounterpart, field.object.path(to: "value"), "A text is no truth value",
        effect: .stricter)
    }
  }

  private mutating func tellKeyboard(of field: FormOutline.Field, _ keyboard: String) {
    guard field.object.has("keyboard") || field.valueKind.isNumber else { return }
    if keyboard == "default", !field.valueKind.isNumber { return }
    let path =
      field.object.has("keyboard")
      ? field.object.path(to: "keyboard") : field.object.path(to: "value")
    outline.notes.add(
      .noCounterpart, path, "The keyboard is that of the input", effect: .nothing)
  }

  private mutating func readDate(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    let type =
      switch field.mode {
      case .date, .countDownTimer: "date"
      case .time: "time"
      case .dateAndTime: "datetime-local"
      }
    members.append(.init("inputType", .string(type)))
    for (ours, theirs, computed) in [
      ("minimumDate", "min", "minValueExpression"), ("maximumDate", "max", "maxValueExpression"),
    ] {
      guard let text = field.object.text(ours) else { continue }
      if text == DateBound.todayWord {
        members.append(.init(computed, "today()"))
      } else {
        members.append(.init(theirs, .string(text)))
      }
    }
    if field.object["clearable"] != true {
      outline.notes.add(
        .noCounterpart, field.object.path, "A date can be emptied", effect: .nothing)
    }
    outline.tellUnusedLengthUnit(of: field)
  }

  private mutating func readRows(
    of field: FormOutline.Field, _ look: [JSONValue.Member], _ members: inout [JSONValue.Member]
  ) {
    let object = field.object
    var type = look["type"]?.string ?? ""
    let several = SurveyNames.several + ["imagepicker"]
    let single = ["dropdown", "radiogroup", "buttongroup", "rating", "imagepicker"]
    if !(field.isMultiple ? several : single).contains(type) {
      type = field.isMultiple ? "checkbox" : field.isBoolean ? "boolean" : "dropdown"
    }
    members["type"] = .string(type)
    if field.valueKind != .string, !field.isBoolean || field.valueKind != .boolean {
      outline.notes.add(
        .noCounterpart, object.path(to: "value"), "Values are those of the rows", effect: .stricter)
    } else if field.isBoolean, object.has("value") {
      outline.notes.add(
        .noCounterpart, object.path(to: "value"), "Values are those of the rows", effect: .nothing)
    }
    outline.tellUnusedLengthUnit(of: field)
    outline.tellTwins(of: field, "A survey tells rows apart by their texts")
    var rows = field.rows.map { $0.json(with: look["choices"]) }
    let manual = object["manualEntry"].flatMap { $0 == .bool(false) ? nil : $0 }
    let clears = object.bool("clearable")
    switch type {
    case "boolean":
      let words = [("labelTrue", "Yes"), ("labelFalse", "No")]
      for (row, (name, word)) in zip(field.rows, words) {
        let label = row.label ?? row.value.draftText ?? ""
        if label != word { members.append(.init(name, .string(label))) }
      }
      if clears {
        outline.notes.add(
          .noCounterpart, object.path(to: "clearable"), "An answer is not taken back",
          effect: .nothing)
      }
    case "rating":
      members.append(.init("rateValues", .array(rows)))
      if !clears {
        outline.notes.add(
          .noCounterpart, object.path, "A rating can be taken back", effect: .nothing)
      }
    default:
      for index in rows.indices {
        addConditions(of: field.rows[index], of: field, to: &rows[index])
      }
      members.append(.init("choices", .array(rows)))
      if type == "imagepicker", field.isMultiple { members.append(.init("multiSelect", true)) }
      if field.isMultiple {
        if clears {
          outline.notes.add(
            .noCounterpart, object.path(to: "clearable"), "Rows are taken out one by one",
            effect: .nothing)
        }
      } else if clears != (type == "dropdown") {
        members.append(
          .init(type == "radiogroup" ? "showClearButton" : "allowClear", .bool(clears)))
      }
    }
    if field.rows.isEmpty {
      outline.notes.add(.noCounterpart, object.path, "A picker without rows")
    }
    if let manual {
      let words = manual.string ?? FieldDefinition.manualEntryLabel
      members += [
        .init("showOtherItem", true), .init("otherText", .string(words)),
        .init("storeOthersAsComment", false),
      ]
      if field.isMultiple || type == "boolean" || type == "rating" || manual == .bool(true) {
        outline.notes.add(
          .reinterpreted, object.path(to: "manualEntry"), "It is one row, named so, for one text")
      }
    }
    if let most = object.integer("maxItems") {
      members.append(.init("maxSelectedChoices", .integer(most)))
    }
    guard let least = object.integer("minItems"), 0 < least else { return }
    // A question that asks for so many rows itself asks for an answer.
    if object.peek("required") == .bool(true) {
      members.append(.init("minSelectedChoices", .integer(least)))
    } else {
      let count: JSONValue = ["type": "answercount", "minCount": .integer(least)]
      members.append(.init("validators", [count]))
    }
  }

  private mutating func readDefault(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    let drafts = outline.drafts(of: field)
    guard !drafts.isEmpty else { return }
    let values = drafts.map { outline.value(of: $0, in: field) }
    members.append(.init("defaultValue", field.isMultiple ? .array(values) : values[0]))
  }

  private mutating func readConditions(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    let object = field.object
    let isRequired = outline.requirement("required", of: field, standard: false)
    switch isRequired {
    case .always: members.append(.init("isRequired", true))
    case .when(let condition):
      if let text = expression(condition, of: field, at: "required") {
        members.append(.init("requiredIf", .string(text)))
      }
    case .never: break
    }
    if isRequired != .never, let requiredWords {
      members.append(.init("requiredErrorText", .string(requiredWords)))
    }
    switch outline.requirement("visible", of: field, standard: true) {
    case .never: members.append(.init("visible", false))
    case .when(let condition):
      if canSay(condition, for: field),
        let text = expression(condition, of: field, at: "visible")
      {
        members.append(.init("visibleIf", .string(text)))
      }
    case .always: break
    }
    if object.bool("readOnly") { members.append(.init("readOnly", true)) }
    switch outline.requirement("enabled", of: field, standard: true) {
    case .never:
      outline.notes.add(
        .reinterpreted, object.path(to: "enabled"), "The question is read-only", effect: .nothing)
      members["readOnly"] = true
    case .when(let condition):
      if canSay(condition, for: field),
        let text = expression(condition, of: field, at: "enabled")
      {
        members.append(.init("enableIf", .string(text)))
      }
      if object.bool("readOnly") {
        outline.notes.add(
          .reinterpreted, object.path(to: "readOnly"), "The condition decides alone",
          effect: .nothing)
      }
    case .always: break
    }
    switch object.text("whenHidden") {
    case "keep": members.append(.init("clearIfInvisible", "none"))
    case "clear": members.append(.init("clearIfInvisible", "onHidden"))
    default: break
    }
    if object.text("whenEmpty") != "omit", isRequired != .always {
      let path = object.has("whenEmpty") ? object.path(to: "whenEmpty") : object.path
      outline.notes.add(.reinterpreted, path, "What is empty is left out", effect: .nothing)
    }
  }
}

extension SurveyExport {
  /// Says when a row is offered, and that it is chosen alone.
  private mutating func addConditions(
    of row: FormOutline.Row, of field: FormOutline.Field, to json: inout JSONValue
  ) {
    guard let object = row.object else { return }
    var members = json.members.isEmpty ? [.init("value", row.value)] : json.members
    let known = members.count
    // A row that is never offered is left to be told of: a survey says it by no condition.
    if object.peek("visible") != false,
      case .when(let condition) = outline.requirement("visible", of: object, standard: true),
      let text = expression(condition, of: field, atPath: object.path(to: "visible"))
    {
      members.append(.init("visibleIf", .string(text)))
    }
    if field.isMultiple, object.bool("exclusive") { members.append(.init("isExclusive", true)) }
    if known < members.count { json = .object(members) }
  }
}

extension FormOutline.Row {
  /// The row as an element of a list, with what is kept of the looks of rows by their drafts.
  fileprivate func json(with looks: JSONValue?) -> JSONValue {
    let look = looks?[value.draftText ?? ""]?.members ?? []
    var members: [JSONValue.Member] = [.init("value", value)]
    if let label, label != value.string { members.append(.init("text", .string(label))) }
    members += look.filter { SurveyNames.visualOfRows.contains($0.name) }
    return members.count == 1 ? value : .object(members)
  }
}
