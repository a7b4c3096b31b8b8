/// A form as a survey of SurveyJS.
///
/// Groups that hold all fields are pages, others panels; lists are dynamic panels, and a group whose
/// values stand in an object of their own is a question of several texts.
struct SurveyExport {
  var outline: FormOutline
  /// The words of the form for an empty field.
  private var requiredWords: String?
  private var typesLive = false

  static func survey(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var export = SurveyExport(outline: try FormOutline(of: document))
    return export.survey()
  }

  private init(outline: FormOutline) { self.outline = outline }

  private mutating func survey() -> Conversion {
    var members: [JSONValue.Member] = []
    for name in ["title", "description"] {
      if let text = outline.form.text(name) { members.append(.init(name, .string(text))) }
    }
    readMessages(&members)
    let rules = outline.fields.flatMap(\.rules)
    typesLive = !rules.isEmpty && rules.allSatisfy(\.isLive)
    if typesLive {
      members += [
        .init("textUpdateMode", "onTyping"), .init("checkErrorsMode", "onValueChanged"),
      ]
    } else {
      for rule in rules where rule.isLive {
        outline.notes.add(.reinterpreted, rule.object.path, "It is checked once editing ends")
      }
    }
    members += elements()
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
        outline.notes.add(.noCounterpart, codes.path(to: name), "A survey has no such words")
      }
      if index != 0 {
        outline.notes.add(.noCounterpart, codes.path, "A survey is written in one language")
      }
    }
  }

  /// The fields, in pages if each is in one, else in panels and beside them.
  private mutating func elements() -> [JSONValue.Member] {
    var order: [Int?] = []
    var parts: [Int: [JSONValue]] = [:]
    var loose: [(place: Int, value: JSONValue)] = []
    for index in outline.fields.indices {
      let group = outline.fields[index].group
      let element: JSONValue? =
        group.map { isObject($0) } ?? false ? item(index) : question(index)
      guard let element else { continue }
      if let group {
        if parts[group] == nil {
          order.append(group)
        } else if order.last != group {
          outline.notes.add(
            .reinterpreted, outline.fields[index].object.path, "It stands with its group")
        }
        parts[group, default: []].append(element)
      } else {
        loose.append((order.count, element))
        order.append(nil)
      }
    }
    for group in outline.groups.indices where parts[group] == nil {
      outline.notes.add(.noCounterpart, outline.groups[group].object.path, "A group without fields")
    }
    let groups = order.compactMap { $0 }
    if groups != groups.sorted() {
      outline.notes.add(.reinterpreted, "/groups", "Groups stand where their fields do")
    }
    let arePages =
      loose.isEmpty && !order.isEmpty
      && order.allSatisfy { group in
        group.map { outline.groups[$0].repetition == nil && !isObject($0) } ?? false
      }
    var elements: [JSONValue] = []
    for (place, group) in order.enumerated() {
      if let group {
        elements.append(container(group, parts[group] ?? [], isPage: arePages))
      } else {
        elements += loose.filter { $0.place == place }.map(\.value)
      }
    }
    return [.init(arePages ? "pages" : "elements", .array(elements))]
  }

  /// Whether the values of a group stand in an object of their own.
  private func isObject(_ group: Int) -> Bool {
    outline.groups[group].repetition == nil && !outline.groups[group].path.isEmpty
  }

  private mutating func container(
    _ index: Int, _ elements: [JSONValue], isPage: Bool
  ) -> JSONValue {
    let group = outline.groups[index]
    var members: [JSONValue.Member] = [.init("name", .string(group.key))]
    if group.repetition != nil {
      members.insert(.init("type", "paneldynamic"), at: 0)
    } else if isObject(index) {
      members.insert(.init("type", "multipletext"), at: 0)
    } else if !isPage {
      members.insert(.init("type", "panel"), at: 0)
    }
    // A panel has no title unless it says so; a question has its name.
    if group.label != group.key || group.path.isEmpty {
      members.append(.init("title", .string(group.label)))
    }
    if let text = group.object.text("description") {
      members.append(.init("description", .string(text)))
    }
    if !group.path.isEmpty, group.path != [group.key] {
      members.append(.init("valueName", .string(group.path[0])))
      if 1 < group.path.count {
        outline.notes.add(
          .reinterpreted, group.object.path(to: "path"), "A survey has no objects in objects")
      }
    }
    guard let repetition = group.repetition else {
      members.append(.init(isObject(index) ? "items" : "elements", .array(elements)))
      return .object(members)
    }
    if let least = repetition.integer("minEntries"), 0 < least {
      if least == 1 {
        members.append(.init("isRequired", true))
      } else {
        members.append(.init("minPanelCount", .integer(least)))
        outline.notes.add(
          .reinterpreted, repetition.path(to: "minEntries"), "So many are shown, and not asked for")
      }
    }
    if let most = repetition.integer("maxEntries") {
      members.append(.init("maxPanelCount", .integer(most)))
    }
    if repetition.integer("maxEntries").map({ 100 < $0 }) ?? true {
      outline.notes.add(
        .reinterpreted, repetition.path, "A survey takes a hundred entries unless it is told more")
    }
    if let keys = repetition["unique"]?.array {
      if let key = keys.first?.string, let place = outline.places[key] {
        members.append(.init("keyName", .string(outline.fields[place].path.last ?? key)))
        let words = "Entries differ in letters of either case, one field by itself"
        outline.notes.add(.reinterpreted, repetition.path(to: "unique"), words)
      }
    }
    if let text = repetition.text("addLabel") {
      members.append(.init("addPanelText", .string(text)))
    }
    let count = outline.entries[group.key]?.count ?? 0
    let isAsked = 0 < (repetition.integer("minEntries") ?? 0)
    if 0 < count, !isAsked || count != repetition.integer("minEntries") {
      members.append(.init("panelCount", .integer(count)))
    }
    if isAsked, count == 0 {
      outline.notes.add(.reinterpreted, repetition.path(to: "minEntries"), "The entries are there")
    }
    members.append(.init("templateElements", .array(elements)))
    return .object(members)
  }
}

/// Questions.
extension SurveyExport {
  /// A text in a question of several.
  private mutating func item(_ index: Int) -> JSONValue? {
    let field = outline.fields[index]
    guard field.kind == .entry, field.path.count == 1 else {
      let words = "In an object of its own a survey has entries alone"
      outline.notes.add(.unsupportedField, field.object.path, words)
      return nil
    }
    for name in ["visible", "enabled", "readOnly", "helper", "whenHidden", "presentation"]
    where field.object.has(name) {
      _ = field.object[name]
      outline.notes.add(.noCounterpart, field.object.path(to: name), "A text of several has none")
    }
    guard case .object(var members) = question(index) else { return nil }
    members["type"] = nil
    for name in ["visibleIf", "visible", "enableIf", "readOnly", "description", "clearIfInvisible"]
    {
      members[name] = nil
    }
    return .object(members)
  }

  private mutating func question(_ index: Int) -> JSONValue? {
    let field = outline.fields[index]
    let object = field.object
    guard field.path.count == 1, field.mode != .countDownTimer || field.kind != .date else {
      outline.notes.add(.unsupportedField, object.path, "A survey has no question for it")
      return nil
    }
    var members: [JSONValue.Member] = [.init("type", "text")]
    let name = field.path[0]
    if field.group.map({ !outline.groups[$0].path.isEmpty }) ?? false {
      // Within an object or an entry a name is that of the value.
      members.append(.init("name", .string(name)))
      if name != field.key,
        field.key != [outline.groups[field.group ?? 0].key, name].joined(separator: ".")
      {
        outline.notes.add(
          .reinterpreted, object.path(to: "key"), "It is known by the name of its value")
      }
    } else {
      members.append(.init("name", .string(field.key)))
      if name != field.key { members.append(.init("valueName", .string(name))) }
    }
    let isNamedSo = members["name"] == .string(field.label)
    if !isNamedSo { members.append(.init("title", .string(field.label))) }
    for (ours, theirs) in [("helper", "description"), ("placeholder", "placeholder")] {
      if let text = object.text(ours) { members.append(.init(theirs, .string(text))) }
    }
    let look = presentation(of: field)
    switch field.kind {
    case .picker: readRows(of: field, look, &members)
    case .date: readDate(of: field, &members)
    case .area:
      members["type"] = "comment"
      readLength(of: field, &members)
    case .entry: readEntry(of: field, look, &members)
    }
    readDefault(of: field, &members)
    readRules(of: field, &members)
    readConditions(of: field, &members)
    for member in look
    where !["type", "inputType"].contains(member.name) && members[member.name] == nil {
      members.append(member)
    }
    return .object(members)
  }

  /// How the field looked in a survey, and no more than that.
  private mutating func presentation(of field: FormOutline.Field) -> [JSONValue.Member] {
    guard let value = field.object["presentation"],
      let all = outline.notes.object(value, path: field.object.path(to: "presentation"))
    else { return [] }
    var look: [JSONValue.Member] = []
    for member in all["survey"]?.members ?? [] {
      if member.name == "inside" {
        outline.notes.add(.noCounterpart, all.path, "That its group is within another")
      } else if member.name.hasPrefix("mask") {
        outline.notes.add(.noCounterpart, all.path, "A mask is written as the rules that it is")
      } else if ["type", "inputType"].contains(member.name)
        || SurveyNames.visual.contains(member.name)
      {
        look.append(member)
      }
    }
    outline.tellLeftovers(of: all)
    return look
  }

  private mutating func readLength(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) {
    if let limit = field.object.integer("maxLength") {
      members.append(.init("maxLength", .integer(limit)))
    }
    let counts =
      field.object.has("maxLength")
      || field.rules.contains { $0.object.has("minLength") || $0.object.has("maxLength") }
    if counts, field.lengthUnit != .utf16 {
      let path = field.object.path(to: field.object.has("maxLength") ? "maxLength" : "validation")
      outline.notes.add(.reinterpreted, path, "A survey counts units of UTF-16")
    } else if !counts, field.object.has("lengthUnit") {
      outline.notes.add(.noCounterpart, field.object.path(to: "lengthUnit"), "There is no length")
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
    if field.valueKind == .integer {
      members.append(.init("step", 1))
      outline.notes.add(
        .reinterpreted, field.object.path(to: "value"), "A number with steps of one")
    } else if field.valueKind == .boolean {
      outline.notes.add(.noCounterpart, field.object.path(to: "value"), "A text is no truth value")
    }
  }

  private mutating func tellKeyboard(of field: FormOutline.Field, _ keyboard: String) {
    guard field.object.has("keyboard") || field.valueKind.isNumber else { return }
    if keyboard == "default", !field.valueKind.isNumber { return }
    let path =
      field.object.has("keyboard")
      ? field.object.path(to: "keyboard") : field.object.path(to: "value")
    outline.notes.add(.noCounterpart, path, "The keyboard is that of the input")
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
      outline.notes.add(.noCounterpart, field.object.path, "A date can be emptied")
    }
  }

  private mutating func readRows(
    of field: FormOutline.Field, _ look: [JSONValue.Member], _ members: inout [JSONValue.Member]
  ) {
    let object = field.object
    var type = look["type"]?.string ?? ""
    let several = ["checkbox", "tagbox", "imagepicker"]
    let single = ["dropdown", "radiogroup", "buttongroup", "rating", "imagepicker"]
    if !(field.isMultiple ? several : single).contains(type) {
      type = field.isMultiple ? "checkbox" : field.isBoolean ? "boolean" : "dropdown"
    }
    members["type"] = .string(type)
    if field.valueKind != .string, !field.isBoolean || field.valueKind != .boolean {
      outline.notes.add(.noCounterpart, object.path(to: "value"), "Values are those of the rows")
    } else if field.isBoolean, object.has("value") {
      outline.notes.add(.noCounterpart, object.path(to: "value"), "Values are those of the rows")
    }
    if object.has("lengthUnit") {
      outline.notes.add(.noCounterpart, object.path(to: "lengthUnit"), "There is no length")
    }
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
          .noCounterpart, object.path(to: "clearable"), "An answer is not taken back")
      }
    case "rating":
      members.append(.init("rateValues", .array(field.rows.map(\.json))))
      if !clears {
        outline.notes.add(.noCounterpart, object.path, "A rating can be taken back")
      }
    default:
      members.append(.init("choices", .array(field.rows.map(\.json))))
      if type == "imagepicker", field.isMultiple { members.append(.init("multiSelect", true)) }
      if field.isMultiple {
        if clears {
          outline.notes.add(
            .noCounterpart, object.path(to: "clearable"), "Rows are taken out one by one")
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
      if let text = expression(condition, of: field, at: "visible") {
        members.append(.init("visibleIf", .string(text)))
      }
    case .always: break
    }
    if object.bool("readOnly") { members.append(.init("readOnly", true)) }
    switch outline.requirement("enabled", of: field, standard: true) {
    case .never:
      outline.notes.add(.reinterpreted, object.path(to: "enabled"), "The question is read-only")
      members["readOnly"] = true
    case .when(let condition):
      if let text = expression(condition, of: field, at: "enabled") {
        members.append(.init("enableIf", .string(text)))
      }
      if object.bool("readOnly") {
        outline.notes.add(
          .reinterpreted, object.path(to: "readOnly"), "The condition decides alone")
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
      outline.notes.add(.reinterpreted, path, "What is empty is left out")
    }
  }
}

extension FormOutline.Row {
  /// The row as an element of a list.
  fileprivate var json: JSONValue {
    guard let label, label != value.string else { return value }
    return ["value": value, "text": .string(label)]
  }
}
