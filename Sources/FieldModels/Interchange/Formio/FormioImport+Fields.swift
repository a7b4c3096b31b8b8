import FieldModels

/// The fields that components become.
extension FormioImport {
  /// What the field of a component holds: its kind, its rows, its draft; beside it its rules.
  mutating func content(of index: Int) -> [JSONValue.Member] {
    var one = found[index]
    let object = one.object
    one.target = .init(key: one.key)
    var members: [JSONValue.Member]
    switch one.type {
    case _ where one.isAny: members = any(&one)
    case "number", "currency": members = number(&one)
    case "checkbox": members = checkbox(&one)
    case "radio", "select", "selectboxes": members = choices(&one)
    case "datetime", "time": members = date(&one)
    case "day": members = day(&one)
    default: members = text(&one)
    }
    readRules(of: &one, &members)
    if object.flag("multiple") == true, one.type != "select", one.surroundings.list == nil,
      !one.isAny
    {
      notes.add(.unsupportedField, object.path, "Such a field holds one value")
    }
    if let list = one.surroundings.list, !one.isAny, Self.isList(object, ofType: one.type) {
      if !object.isSet("multiple") { one.isRequired = false }
      sections[list].drafts = (members["drafts"]?.array ?? []).map { draft in
        .object([.init(one.key, draft)])
      }
      sections[list].entryCount = max(sections[list].entryCount, sections[list].drafts.count)
      members["drafts"] = nil
    }
    found[index] = one
    return members
  }

  /// What has no kind of its own: its value is any, and what it looks like is kept.
  private mutating func any(_ one: inout Found) -> [JSONValue.Member] {
    one.target.isAny = true
    notes.add(
      .reinterpreted, one.object.path, "Its value is taken as it is",
      effect: FormioNames.takesAll(one.object, ofType: one.type) ? .nothing : .laxer)
    one.presentation.append(.init("type", .string(one.type)))
    guard let value = one.object["defaultValue"], !Self.isBlank(value) else {
      return [.init("kind", "any")]
    }
    return [.init("kind", "any"), .init("text", .string(value.json))]
  }

  private mutating func text(_ one: inout Found) -> [JSONValue.Member] {
    let object = one.object
    var members: [JSONValue.Member] = [
      .init("kind", one.type == "textarea" ? "area" : "entry")
    ]
    switch one.type {
    case "email":
      members.append(.init("keyboard", "emailAddress"))
      one.rules.append(FormioEmail.rule)
    case "url":
      members.append(.init("keyboard", "URL"))
      one.rules += FormioURL.rules
    case "phoneNumber": members.append(.init("keyboard", "phonePad"))
    case "password": members.append(.init("secure", true))
    case "hidden": members.append(.init("visible", false))
    case "tags":
      one.presentation.append(.init("type", "tags"))
      if !Self.isList(object, ofType: "tags") {
        // Form.io makes a text of a list, and looks at nothing else.
        let takesAll = !Self.asks(object) && Self.isBlank(object.peek("validate") ?? .null)
        if takesAll { members.append(.init("lenient", true)) }
        notes.add(
          .reinterpreted, object.path(to: "type"), "Tags are one text, with commas between them",
          effect: takesAll ? .nothing : .laxer)
        if object.number("maxTags") != nil {
          notes.add(
            .noCounterpart, object.path(to: "maxTags"),
            "Form.io offers no more, and takes any number that is sent", effect: .nothing)
        }
      }
      _ = (object["storeas"], object["delimeter"])
    default: break
    }
    if object.bool("wysiwyg") || object.has("editor") && object.peek("editor") != "" {
      notes.add(
        .reinterpreted, object.path, "A text with markup is plain text here", effect: .nothing)
    }
    readMask(of: &one)
    readDefault(of: one, &members)
    return members
  }

  private mutating func readMask(of one: inout Found) {
    let object = one.object
    // What is false or empty is no mask.
    if object.peek("inputMask").map(Self.isBlank) ?? false { return _ = object["inputMask"] }
    guard let mask = object.text("inputMask") else { return }
    let validate = object.peek("validate")
    let path = object.path(to: "inputMask")
    guard validate?["skipMaskValidation"] != true else {
      one.presentation.append(.init("inputMask", .string(mask)))
      return notes.add(.presentationOnly, path, "What is typed is not held to the mask")
    }
    guard let reading = FormioMask(mask, ofType: one.type) else {
      return notes.add(.pattern, path, "A mask with parts that come and go")
    }
    if case .failure = patterns.pattern(reading.pattern, ignoresCase: false, isAnchored: true) {
      return notes.add(.pattern, path, "A mask that is too long for a pattern")
    }
    one.rules.append([.init("pattern", .string(reading.pattern)), .init("anchored", true)])
  }

  private mutating func number(_ one: inout Found) -> [JSONValue.Member] {
    one.target.isNumber = true
    var members: [JSONValue.Member] = [
      .init("kind", "entry"), .init("value", "number"), .init("keyboard", "decimalPad"),
    ]
    if one.type == "currency" {
      let currency = one.object.text("currency") ?? "USD"
      members.append(currency == "USD" ? .init("monetary", true) : .init("unit", .string(currency)))
    } else if let unit = one.object.text("suffix") {
      members.append(.init("unit", .string(unit)))
    }
    readDefault(of: one, &members)
    return members
  }

  private mutating func checkbox(_ one: inout Found) -> [JSONValue.Member] {
    let object = one.object
    one.target.rows = ["true", "false"]
    one.target.isBoolean = true
    if object.text("inputType") == "radio" || object.text("name") != nil {
      notes.add(.unsupportedField, object.path, "A box of which one of several is checked")
    }
    notes.add(.madeUp, object.path, "A box has no words for being checked or not")
    var members: [JSONValue.Member] = [
      .init("kind", "picker"),
      .init("data", [["value": true, "label": "Yes"], ["value": false, "label": "No"]]),
    ]
    if let value = object["defaultValue"] {
      if let flag = value.bool ?? (value == "true" ? true : nil) {
        // A box that must be checked begins without a check in any case.
        if flag || !Self.asks(object) {
          members.append(.init("text", .string(flag ? "true" : "false")))
        }
      } else if !Self.isBlank(value) {
        notes.add(
          .wrongValue, object.path(to: "defaultValue"), "Neither true nor false", effect: .nothing)
      }
    }
    return members
  }

  private mutating func choices(_ one: inout Found) -> [JSONValue.Member] {
    let object = one.object
    let isMultiple =
      one.type == "selectboxes" || one.type == "select" && object.flag("multiple") == true
    one.target.isMultiple = isMultiple
    one.target.isBoxes = one.type == "selectboxes"
    if one.type != "select" { one.presentation.append(.init("type", .string(one.type))) }
    let source = object.text("dataSrc") ?? "values"
    let path = object.path(to: one.type == "select" ? "data" : "values")
    let isFree = one.type == "select" && !isMultiple && FormioNames.takesAnyRow(object)
    var rows: [JSONValue] = []
    if source == "values" || source == "json" {
      if one.type == "select", let value = object["data"] {
        if let data = notes.object(value, path: path) {
          let name = source == "json" ? "json" : "values"
          rows = self.rows(data[name], at: data.path(to: name), of: object)
          for name in data.leftovers where !Self.isBlank(data.peek(name) ?? .null) {
            let isKnown = ["custom", "headers", "json", "resource", "url", "values"].contains(name)
            notes.add(
              isKnown ? .presentationOnly : .unknownProperty, data.path(to: name),
              "The rows do not come from `\(name)`")
          }
        }
      } else {
        rows = self.rows(object["values"], at: object.path(to: "values"), of: object)
      }
    } else {
      _ = (object["data"], object["values"])
      notes.add(
        source == "custom" ? .program : .remote, object.path(to: "dataSrc"),
        "The rows stand elsewhere", effect: isFree ? .nothing : nil)
    }
    for name in ["selectValues", "valueProperty", "template"] where source != "values" {
      _ = object[name]
    }
    if rows.isEmpty {
      one.target.isMultiple = false
      one.presentation = []
      if isMultiple {
        notes.add(.unsupportedField, object.path, "Several of rows that are not known")
      } else if source == "values" || source == "json" {
        notes.add(
          .wrongValue, path, "There are no rows; the field takes every text",
          effect: isFree ? .nothing : nil)
      }
      return [.init("kind", "entry")] + (isFree ? [.init("lenient", true)] : [])
    }
    one.target.rows = ForeignRows(rows.compactMap { ($0["value"] ?? $0).draftText })
    var members: [JSONValue.Member] = [.init("kind", "picker"), .init("data", .array(rows))]
    if isMultiple { members.append(.init("multiple", true)) }
    if one.type == "selectboxes" {
      // Other names, and other values, are taken as well.
      members += [.init("asFlags", true), .init("lenient", true)]
    }
    if one.type == "select", !isMultiple { members.append(.init("clearable", true)) }
    readDefault(of: one, &members)
    return members
  }

  /// Rows, of each value one, with the values that Form.io makes of texts.
  private mutating func rows(
    _ value: JSONValue?, at path: String, of object: ForeignObject
  ) -> [JSONValue] {
    let type = object.text("dataType") ?? "auto"
    var elements = value?.array ?? []
    if let text = value?.string, let read = try? ForeignForm.text(text).value().array {
      elements = read
    }
    var known: Set<String> = []
    var rows: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      let place = "\(path)/\(index)"
      var label: String?
      var raw = element
      if case .object = element {
        guard let row = notes.object(element, path: place) else { continue }
        label = row.text("label")
        raw = row["value"] ?? .null
        // An empty row stands where somebody has not begun to write any.
        if Self.isBlank(raw), label == nil { continue }
        for name in row.leftovers {
          guard let value = row.peek(name), !Self.isBlank(value) else { continue }
          let isKnown = ["shortcut", "tooltip", "disabled", "id", "description"].contains(name)
          notes.add(
            isKnown ? .presentationOnly : .unknownProperty, row.path(to: name),
            "A row has no `\(name)`")
        }
      }
      guard let text = raw.draftText, !text.isEmpty else {
        notes.add(.wrongValue, place, "A row without a value that a form can have")
        continue
      }
      let value = Self.value(of: raw, type)
      guard known.insert(value.draftText ?? text).inserted else {
        notes.add(.duplicate, place, "Another row has this value", effect: .nothing)
        continue
      }
      rows.append(
        label == nil || label == value.draftText
          ? value : ["value": value, "label": .string(label ?? text)])
    }
    return rows
  }

  /// The value that a submission has for a text, by the type of the rows.
  static func value(of value: JSONValue, _ type: String) -> JSONValue {
    guard let text = value.string else { return value }
    if type == "auto" || type == "boolean", let flag = ["true": true, "false": false][text] {
      return .bool(flag)
    }
    if type == "auto" || type == "number", let number = Decimal(text), number.description == text {
      return number.json
    }
    return value
  }

  mutating func date(_ one: inout Found) -> [JSONValue.Member] {
    let object = one.object
    one.target.isDate = true
    var mode = "date"
    var valueFormat: String?
    var isLenient = true
    switch one.type {
    case "time":
      mode = "time"
      one.target.mode = .time
      (valueFormat, isLenient) = readTimeFormats(of: &one)
    case "datetime":
      let hasDay = object.flag("enableDate") != false
      let hasTime = object.flag("enableTime") != false
      mode = hasDay ? hasTime ? "dateAndTime" : "date" : "time"
      one.target.mode = DateMode(rawValue: mode) ?? .date
      addRule(FormioDates.moment, to: &one)
    default: break
    }
    var members: [JSONValue.Member] = [.init("kind", "date")]
    if mode != "date" { members.append(.init("mode", .string(mode))) }
    if let valueFormat { members.append(.init("valueFormat", .string(valueFormat))) }
    members.append(.init("clearable", true))
    if isLenient { members.append(.init("lenient", true)) }
    var limits: [(ours: String, value: JSONValue, path: String)] = []
    for (ours, name) in [("minimumDate", "minDate"), ("maximumDate", "maxDate")] {
      for holder in ["", "datePicker", "widget"] {
        let value = holder.isEmpty ? object[name] : object.peek(holder)?[name]
        guard let value, !Self.isBlank(value) else { continue }
        let path = holder.isEmpty ? object.path(to: name) : object.path(to: holder) + "/" + name
        limits.append((ours, value, path))
      }
    }
    for limit in limits where members[limit.ours] == nil {
      if let day = Self.place(limit.value, one) {
        members.append(.init(limit.ours, .string(day)))
      } else {
        notes.add(.program, limit.path, "A limit that is computed")
      }
    }
    readYears(of: object, &members)
    if one.type == "datetime" {
      let hasLimits = ["minimumDate", "maximumDate"].contains { members[$0] != nil }
      notes.add(
        .reinterpreted, object.path(to: "type"),
        hasLimits
          ? "The value is what is picked, without an offset; of others only the shape is checked"
          : "The value is what is picked, without an offset", effect: hasLimits ? .laxer : .nothing)
    }
    if let value = object["defaultValue"], !FormioDay.isEmpty(value) {
      let values = Self.isList(object, ofType: one.type) ? value.array ?? [] : [value]
      let drafts = values.compactMap { Self.place($0, one) }
      if drafts.count != values.count {
        notes.add(
          .wrongValue, object.path(to: "defaultValue"), "This is no date of such a field",
          effect: .nothing)
      } else if Self.isList(object, ofType: one.type) {
        members.append(.init("drafts", .array(drafts.map { .string($0) })))
      } else {
        members.append(.init("date", .string(drafts[0])))
      }
    }
    return members
  }

  /// Adds the rule by which the value of a date is a text of which something is asked.
  func addRule(_ text: JSONValue.Member..., to one: inout Found) {
    addRule(text, to: &one)
  }

  func addRule(_ text: [JSONValue.Member], to one: inout Found) {
    let isRequired = one.isRequired || Self.asks(one.object)
    one.rules.append(FormioDates.rule(text, isRequired: isRequired))
  }

  /// Adds the rule of how a time is written.
  ///
  /// - Parameter one: the component
  /// - Returns: that shape, where a form does not write it so by itself, and whether other values are taken
  private mutating func readTimeFormats(
    of one: inout Found
  ) -> (valueFormat: String?, isLenient: Bool) {
    let object = one.object
    let stored = object.text("dataFormat") ?? "HH:mm:ss"
    // What is shown is taken, too.
    let shown = object.peek("format")?.string ?? "HH:mm"
    guard let value = FormioTimeText(stored), let other = FormioTimeText(shown) else {
      notes.add(
        .reinterpreted, object.path(to: "dataFormat"),
        "A time is written as ISO 8601 does; any other value is taken")
      return (nil, true)
    }
    if stored == "HH:mm" || stored == "HH:mm:ss", [stored, "HH:mm"].contains(shown) {
      one.rules.append(FormioDates.length(stored))
      return (nil, false)
    }
    guard let valueFormat = value.valueFormat else {
      notes.add(
        .reinterpreted, object.path(to: "dataFormat"),
        "No form writes times so; any value is taken")
      return (nil, true)
    }
    addRule(
      .init("pattern", .string("^(?:\(value.pattern)|\(other.pattern))$")), to: &one)
    return (valueFormat, true)
  }

  /// The years that a day may have, where no days are said.
  private mutating func readYears(
    of object: ForeignObject, _ members: inout [JSONValue.Member]
  ) {
    guard FormioNames.plain(object.peek("type")?.string ?? "") == "day" else { return }
    for (ours, year, path) in years(of: object) {
      if members[ours + "Date"] != nil {
        notes.add(.noCounterpart, path, "A limit beside that of days")
      } else {
        let month = ours == "minimum" ? 1 : 12
        let day = ours == "minimum" ? "-01" : "-31"
        members.append(.init(ours + "Date", .string(FormioDay.month(month, of: year) + day)))
      }
    }
  }

  /// A day, a time or both as a draft has it: without the offset of a moment, year first.
  static func place(_ value: JSONValue, _ one: Found) -> String? {
    let isDayFirst = one.object.isSet("dayFirst")
    return place(value.string ?? "", mode: one.target.mode, isDayFirst: isDayFirst)
  }

  /// The same, where it is known how days are written that do not begin with the year.
  static func place(_ text: String, mode: DateMode, isDayFirst: Bool = false) -> String? {
    var text = text
    let parts = text.split(separator: "/").map(String.init)
    if parts.count == 3, mode == .date, parts[2].utf8.count == 4 {
      let (month, day) = isDayFirst ? (parts[1], parts[0]) : (parts[0], parts[1])
      text = [parts[2], month, day].joined(separator: "-")
    }
    switch mode {
    case .date: text = String(text.prefix(10))
    case .dateAndTime:
      text = text.utf8.count == 10 ? text + "T00:00" : String(text.prefix(16))
    case .time:
      // Seconds that are none are not written.
      text = text.utf8.count == 8 && text.hasSuffix(":00") ? String(text.dropLast(3)) : text
    case .countDownTimer: return nil
    }
    return CivilBounds.isPlace(text, mode.rawValue) ? text : nil
  }

  private mutating func readDefault(of one: Found, _ members: inout [JSONValue.Member]) {
    guard let value = one.object["defaultValue"] else { return }
    // A `false` says nothing, but where it is a row.
    let isRow =
      (value == false || value.array?.contains(false) ?? false)
      && one.target.rows?.contains("false") ?? false
    if Self.isBlank(value), !isRow { return }
    let path = one.object.path(to: "defaultValue")
    if members["secure"] == true {
      return notes.add(.secret, path, "The draft of a secure field is not written")
    }
    var texts: [String] = []
    switch value {
    case .object(let flags) where one.type == "selectboxes":
      texts = flags.filter { $0.value == .bool(true) }.map { $0.name }
    case .array(let elements): texts = elements.compactMap { $0.draftText }
    default: texts = value.draftText.map { [$0] } ?? []
    }
    texts = texts.filter { !$0.isEmpty }
    guard !texts.isEmpty else { return }
    if Self.isList(one.object, ofType: one.type) {
      members.append(.init("drafts", .array(texts.map { .string($0) })))
      return
    }
    let rows = one.target.rows
    let isRight = rows?.contains(texts) ?? true
    guard isRight, one.target.isMultiple || texts.count == 1 else {
      return notes.add(.wrongValue, path, "This is no draft of such a field", effect: .nothing)
    }
    members.append(
      .init("text", one.target.isMultiple ? .array(texts.map { .string($0) }) : .string(texts[0])))
  }
}

/// Rules and conditions.
extension FormioImport {
  private mutating func readRules(of one: inout Found, _ members: inout [JSONValue.Member]) {
    let object = one.object
    guard let validate = settings("validate", of: object) else { return }
    if validate.bool("required"), !FormioNames.isUnchecked(object) { one.isRequired = true }
    let errors = settings("errors", of: object)
    let custom = validate.text("customMessage")
    func add(_ rule: JSONValue.Member..., named name: String, own: String? = nil) {
      var rule = Array(rule)
      if let words = errors?.text(name) ?? own ?? custom {
        rule.append(.init("message", .string(words)))
      }
      one.rules.append(rule)
    }
    if ["entry", "area"].contains(members["kind"]?.string), !one.target.isNumber {
      let hasLengths = ["minLength", "maxLength"].contains { validate.integer($0) ?? 0 > 0 }
      for name in ["minLength", "maxLength"] {
        guard let length = validate.integer(name), 0 < length else { continue }
        add(.init(name, .integer(length)), named: name)
        members["lengthUnit"] = "utf16"
      }
      for (name, rule) in [("minWords", "minLength"), ("maxWords", "maxLength")] {
        guard let count = validate.integer(name), 0 < count else { continue }
        if hasLengths {
          notes.add(
            .noCounterpart, validate.path(to: name), "Words are not counted beside characters")
        } else {
          add(.init(rule, .integer(count)), named: name)
          members["lengthUnit"] = "words"
        }
      }
      if let source = validate.text("pattern") {
        let words = validate.text("patternMessage")
        if case .failure = patterns.pattern("^\(source)$", ignoresCase: false, isAnchored: false) {
          notes.add(.pattern, validate.path(to: "pattern"), "It can't be read in linear time")
        } else {
          let (pattern, isAnchored) = FormioPattern.read(source)
          add(
            .init("pattern", .string(pattern)), .init("anchored", .bool(isAnchored)),
            named: "pattern", own: words)
        }
      }
    }
    if one.target.isNumber {
      for (name, rule) in [("min", "minimum"), ("max", "maximum")] {
        if let number = validate.number(name) { add(.init(rule, number.json), named: name) }
      }
      if validate.bool("integer") { add(.init("step", 1), named: "integer") }
    }
    if one.target.isMultiple {
      for (name, count) in [("minSelectedCount", "minItems"), ("maxSelectedCount", "maxItems")] {
        guard let number = validate.integer(name), 0 < number else { continue }
        members.append(.init(count, .integer(number)))
        let words = name + "Message"
        if object.text(words) != nil || errors?.text(name) != nil {
          notes.add(.presentationOnly, validate.path(to: name), "How many has no words of its own")
        }
      }
    }
    if one.target.isBoolean, one.isRequired {
      add(.init("oneOf", ["true"]), named: "required")
    }
    if one.target.rows != nil {
      _ = (validate.flag("onlyAvailableItems"), validate.text("select"))
    }
    if custom != nil, one.rules.isEmpty || one.isRequired {
      notes.add(
        .presentationOnly, validate.path(to: "customMessage"),
        "An empty field has no words of its own"
      )
    }
    _ = (validate.text("patternMessage"), validate.flag("skipMaskValidation"))
    if let errors {
      for name in errors.leftovers where !Self.isBlank(errors.peek(name) ?? .null) {
        notes.add(.presentationOnly, errors.path(to: name), "No rule of the form has these words")
      }
    }
    // Programs are read once all names are known.
    _ = (validate["custom"], validate["json"])
    tellRules(of: validate, hasRows: ["radio", "select", "selectboxes"].contains(one.type))
  }

  /// The field of a component, once all components are known.
  mutating func field(of index: Int) -> JSONValue {
    var one = found[index]
    let object = one.object
    readPrograms(of: &one)
    var content = one.content
    var members: [JSONValue.Member] = [.init("key", .string(one.key))]
    members.append(content.removeFirst())
    if object.text("label") == nil {
      notes.add(.madeUp, object.path, "A field needs a label, and has its key")
    }
    members.append(.init("label", .string(object.text("label") ?? one.path.last ?? one.key)))
    if let text = object.text("placeholder") { members.append(.init("placeholder", .string(text))) }
    if let text = object.text("description") { members.append(.init("helper", .string(text))) }
    if let section = one.surroundings.section {
      members.append(.init("group", .string(sections[section].key)))
    }
    if one.path != [one.key] { members.append(.init("path", .string(JSONPointer.path(one.path)))) }
    members += content
    readCalculation(of: &one, &members)
    if one.isRequired {
      members.append(.init("required", true))
      let isText = ["entry", "area"].contains(members["kind"]?.string) && members["value"] == nil
      if isText || one.isAny && FormioNames.knowsBlanks(object, ofType: one.type) {
        members.append(.init("blankIsEmpty", true))
      }
    }
    if one.path.isEmpty, !object.isSet("multiple") { members.append(.init("lenient", true)) }
    readVisibility(of: one, &members)
    if object.bool("disabled") {
      members.append(.init("readOnly", true))
      if one.isRequired || !one.rules.isEmpty {
        notes.add(
          .reinterpreted, object.path(to: "disabled"), "What can't be edited is not checked")
      }
    }
    if object.bool("autofocus") { members.append(.init("state", "active")) }
    // Conditions are looked at before what is hidden is cleared.
    if object.flag("clearOnHide") == false || object.bool("hidden") && isMentioned(one) {
      members.append(.init("whenHidden", "keep"))
    }
    var rules = one.rules
    let isRequired = members["required"] != nil
    // That a box is ticked is asked for by a rule.
    if one.isRequired, !isRequired, one.target.isBoolean {
      rules.removeAll { $0["oneOf"] == ["true"] }
    }
    let isPlainNumber = one.target.isNumber
    if !isPlainNumber, !one.target.isMultiple, !isRequired {
      let isOmitted = one.target.isBoolean || one.isAny
      members.append(.init("whenEmpty", isOmitted ? "omit" : "empty"))
    }
    if !rules.isEmpty {
      let list = object.peek("validateOn") == "blur" ? "endEditing" : "live"
      members.append(
        .init("validation", .object([.init(list, .array(rules.map { .object($0) }))])))
    }
    _ = object.word("validateOn", of: ["blur", "change"])
    fillIn(one, &members)
    let presentation = one.presentation + tellLeftovers(of: object, isOpaque: one.isAny)
    if !presentation.isEmpty {
      members.append(.init("presentation", ["formio": .object(presentation)]))
    }
    return .object(members)
  }

  /// Whether what judges the answers to other components looks at one.
  private func isMentioned(_ one: Found) -> Bool {
    programs.isMentioned(one.path.last ?? one.key, besides: one.object)
  }

  /// Has a record count as one with the default that lacks the field, as Form.io's server writes it there, wherever
  /// that makes a difference.
  private mutating func fillIn(_ one: Found, _ members: inout [JSONValue.Member]) {
    // A draft of a date is right.
    let isRuled = members["validation"] != nil && !one.target.isDate && one.type != "day"
    let isAsked = members["required"] != nil || isRuled
    guard one.isFilledIn, members["calculate"] == nil, isAsked || isMentioned(one) else { return }
    if members["text"] != nil || members["date"] != nil {
      members.append(.init("whenMissing", "default"))
    } else if members["required"] != nil {
      // It is no draft of such a field, and is not checked.
      members["required"] = nil
      notes.add(
        .reinterpreted, one.object.path(to: "defaultValue"),
        "Form.io writes it into a record without an answer; the form asks for none")
    }
  }

  private mutating func readVisibility(
    of one: Found, _ members: inout [JSONValue.Member]
  ) {
    let isHidden = one.object.bool("hidden") || one.surroundings.isHidden
    var all: Condition?
    var isLost = false
    var isNever = false
    for object in one.surroundings.guards + [one.object] {
      var scope = scope(of: object, inList: one.surroundings.list)
      if let program = object["customConditional"], !Self.isBlank(program) {
        let path = object.path(to: "customConditional")
        switch outcome(ofProgramIn: object, for: one) {
        case .when(let found): all = .both(all, found)
        case .always(let flag): if !flag { isNever = true }
        case nil:
          isLost = true
          if unread.insert(path).inserted {
            notes.add(
              .program, path, "What `customConditional` computes, no form can say",
              effect: decides(object) ? .laxer : .nothing)
          }
        }
      }
      if let outcome = outcome(ofHidingIn: object, for: one, scope) {
        switch outcome {
        case .when(let found): all = .both(all, found)
        case .always(let flag): if !flag { isNever = true }
        }
      } else {
        isLost = true
      }
      guard let value = object["conditional"], !Self.isBlank(value) else { continue }
      let path = object.path(to: "conditional")
      if let isShown = constant(value, at: path) {
        if !isShown { isNever = true }
        continue
      }
      // A component by itself is compared as a text, and what is in its value, too.
      scope.looksIntoAny = FormioCondition.isByName(value)
      let targets = scope
      let expression = FormioCondition.expression(value) { name, value in
        guard let target = targets.target(name), target.isDate else { return nil }
        return Self.place(value.string ?? "", mode: target.mode)
      }
      guard let expression else {
        if !FormioCondition.isCondition(value), unread.insert(path).inserted {
          notes.add(.wrongValue, path, "This is no condition")
        }
        continue
      }
      let drafts = expression.flatMap { inDrafts($0, targets) }
      if let outcome = outcome(ofLogicIn: object, for: one) {
        if case .when(let found) = outcome { all = .both(all, found) }
        if outcome == .always(false) { isNever = true }
      } else if let found = drafts.flatMap({ scope.condition($0) }) {
        all = .both(all, found)
      } else {
        isLost = true
        if object === one.object || !notes.entries.contains(where: { $0.path == path }) {
          notes.add(
            .program, path, "No condition of a form says this",
            effect: decides(object) ? .laxer : .nothing)
        }
      }
    }
    if isLost { notes.release(&members, one.object.path(to: "validate") + "/required") }
    if members["visible"] != nil { return }
    if isHidden || isNever {
      members.append(.init("visible", false))
    } else if let all {
      members.append(.init("visible", ["when": all.json]))
    }
  }
}

extension FormioImport {
  /// What a condition comes to that asks for the answer of a component which the form does not have: it is never what
  /// is asked for.
  private mutating func constant(_ condition: JSONValue, at path: String) -> Bool? {
    guard FormioCondition.isByName(condition), let name = condition["when"]?.string,
      let show = condition["show"]?.draftText, !show.isEmpty, condition["eq"] != "undefined",
      outsiders.has(name)
    else { return nil }
    notes.add(
      .reinterpreted, path,
      "No component is called `\(name)`, so it is \(show == "true" ? "never" : "always") shown",
      effect: .nothing)
    return show != "true"
  }
}

/// Parts of days in conditions.
extension FormioImport {
  /// An expression in which what is compared with parts of a day is written as a draft; nil for one
  /// that no draft is meant by.
  private func inDrafts(
    _ expression: ForeignExpression, _ scope: ForeignScope
  ) -> ForeignExpression? {
    switch expression {
    case .unary(let operation, let inner):
      return inDrafts(inner, scope).map { .unary(operation, $0) }
    case .binary(let operation, .variable(let name), .constant(let value)):
      if operation == .equal, [true, "true"].contains(value), let box = scope.box(name) {
        return .binary(.contains, .variable(box.name), .constant(.string(box.row)))
      }
      guard let day = scope.target(name).flatMap({ days[$0.key] }), !Self.isBlank(value) else {
        return expression
      }
      // Form.io compares its letters, which begin with the month.
      guard [.equal, .notequal].contains(operation) else { return nil }
      return day.draft(of: value).map {
        .binary(operation, .variable(name), .constant(.string($0)))
      }
    case .binary(let operation, let first, let second):
      guard let first = inDrafts(first, scope), let second = inDrafts(second, scope) else {
        return nil
      }
      return .binary(operation, first, second)
    case .constant, .variable, .list, .call: return expression
    }
  }
}

/// What Form.io takes for the address of a page.
enum FormioURL {
  private static let name = "(?:[a-z\\u00a1-\\u{10ffff}0-9]-*)*[a-z\\u00a1-\\u{10ffff}0-9]+"
  private static let user = "(?:\\S+(?::\\S*)?@)?"
  private static let end = "(?::[0-9]{2,5})?(?:[/?#]\\S*)?$"
  private static let topLevel = "\\.[a-z\\u00a1-\\u{10ffff}]{2,}"

  /// Addresses of networks that everybody can reach.
  private static var network: String {
    let octet = "\\.(?:1?[0-9]{1,2}|2[0-4][0-9]|25[0-5])"
    let last = "\\.(?:[1-9][0-9]?|1[0-9][0-9]|2[0-4][0-9]|25[0-4])"
    // The first number, and the second behind those of which some are private.
    let first =
      "(?:[2-9]|1[1-9]|[2-9][0-9]|1[013-58][0-9]|12[0-689]|16[0-8]|17[013-9]|19[013-9]|2[01][0-9]|22[0-3]"
      + "|1)\(octet)"
    let behind169 = "169\\.(?:1?[0-9]{1,2}|2[0-4][0-9]|25[0-35])"
    let behind192 = "192\\.(?:[0-9]{1,2}|1[0-57-9][0-9]|16[0-79]|2[0-4][0-9]|25[0-5])"
    let behind172 = "172\\.(?:[02-9]|1[0-5]?|2|3[2-9]|[04-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])"
    return "(?:\(first)|\(behind169)|\(behind192)|\(behind172))\(octet)\(last)"
  }

  private static var pattern: String {
    let names = "(?:\(name))(?:\\.(?:\(name)))*"
    let one = "(?:(?:(?:https?|ftp):)?//)?\(user)(?:\(network)|\(names)(?:\(topLevel)))"
    let other = "(?:https?|ftp)://\(user)(?:\(network)|\(names)(?:\(topLevel))?)"
    return "^(?:\(one)|\(other))\(end)"
  }

  /// The rules: such an address, and none of a mailbox.
  static var rules: [[JSONValue.Member]] {
    [
      [.init("pattern", .string(pattern)), .init("flags", "i")],
      [.init("schema", ["not": ["pattern": .string(FormioEmail.pattern)]])],
    ]
  }

  /// Whether a rule is one of these.
  static func isSaid(by rule: FormOutline.Rule) -> Bool {
    rule.object.peek("pattern")?.string == pattern
      || rule.object.peek("schema")?["not"]?["pattern"]?.string == FormioEmail.pattern
  }
}

/// What Form.io takes for an e-mail address.
enum FormioEmail {
  private static let name = "[^<>()\\[\\]\\\\.,;:\\s@\"]+"
  static let pattern =
    "^(?:\(name)(?:\\.\(name))*|\".+\")@"
    + "(?:\\[[0-9]{1,3}(?:\\.[0-9]{1,3}){3}\\]|(?:[a-zA-Z\\-0-9]+\\.)+[a-zA-Z]{2,})$"

  static let rule: [JSONValue.Member] = [.init("pattern", .string(pattern))]

  /// Whether a rule is this one.
  static func isSaid(by rule: FormOutline.Rule) -> Bool { rule.isPattern(pattern) }
}

/// What a mask of Form.io lets through.
///
/// A text field is held to it by Inputmask, the library that shows it; there letters are those of
/// several alphabets, and capitals are asked for. All others are compared sign by sign, and only what
/// is typed: letters that the mask ends with may be missing.
struct FormioMask {
  let pattern: String

  /// Nil for a mask whose parts come and go.
  init?(_ mask: String, ofType type: String) {
    let isTyped = type == "textfield"
    let sets = isTyped ? Self.typed : Self.plain
    var parts: [(pattern: String, mayBeMissing: Bool)] = []
    var isEscaped = false
    for sign in mask {
      if isTyped, !isEscaped {
        if sign == "\\" {
          isEscaped = true
          continue
        }
        if "[]{}|".contains(sign) { return nil }
      }
      let set = isEscaped ? nil : sets[sign]
      parts.append((set ?? SurveyMask.escaped(sign), !isTyped && set?.contains("a") ?? false))
      isEscaped = false
    }
    let end = (parts.lastIndex { !$0.mayBeMissing } ?? -1) + 1
    let rest = parts[end...].map { "(?:" + $0.pattern }.joined()
    let closing = String(repeating: ")?", count: parts.count - end)
    pattern = parts[..<end].map { $0.pattern }.joined() + rest + closing
  }

  private static let plain: [Character: String] = [
    "9": "[0-9]", "a": "[a-z]", "A": "[a-zA-Z]", "*": "[a-zA-Z0-9]",
  ]

  private static let typed: [Character: String] = {
    let digits = "0-9\\uFF10-\\uFF19"
    let letters = "A-Za-z\\u0410-\\u044F\\u0401\\u0451\\u00C0-\\u00FF\\u00B5"
    let capitals = "A-Z\\u0410-\\u042F\\u0401\\u00C0-\\u00DE\\u00F7"
    return [
      "9": "[\(digits)]", "a": "[\(letters)]", "*": "[\(digits)\(letters)]",
      "A": "[\(capitals)]", "&": "[0-9\(capitals)]", "#": "[0-9A-F]",
    ]
  }()
}
