import FieldModels

/// What questions are.
extension SurveyImport {
  /// What the field of a question holds: its kind, its rows, its draft; beside it its own rules.
  mutating func content(of index: Int) -> [JSONValue.Member] {
    var question = questions[index]
    let object = question.object
    var members: [JSONValue.Member]
    question.target = .init(key: question.key)
    if question.isComment {
      members = [.init("kind", "area"), .init("lengthUnit", "utf16")]
      if let limit = settings.maxCommentLength {
        members.append(.init("maxLength", .integer(limit)))
      }
      questions[index] = question
      return members
    }
    switch question.type {
    case _ where question.isAny: members = any(&question)
    case "expression":
      // What it is depends on all others.
      question.target = nil
      members = [.init("kind", "entry")]
    case "comment": members = text(&question, kind: "area")
    case "text": members = text(&question, kind: "entry")
    case "boolean": members = boolean(&question)
    case "slider": members = slider(&question)
    case _ where ConversionLimit.rows < rowCount:
      notes.add(.unsupportedField, object.path, ConversionLimit.tooManyRows)
      members = [.init("kind", "entry"), .init("lenient", true)]
    case "rating": members = rating(&question)
    default: members = choices(&question)
    }
    rowCount += members["data"]?.array?.count ?? 0
    let isPlain = ["text", "comment", "dropdown", "checkbox", "boolean"].contains(question.type)
    let isAny = question.isAny
    if isAny || !isPlain && (question.type == "slider" || members["kind"] == "picker") {
      question.presentation.insert(.init("type", .string(question.type)), at: 0)
    }
    if question.label == nil, !isAny {
      readValidators(of: object, for: &question, &members)
    }
    questions[index] = question
    return members
  }

  /// What has no kind of its own: its answer is any value, and what it looks like is kept.
  private mutating func any(_ question: inout Question) -> [JSONValue.Member] {
    let object = question.object
    question.target?.isAny = true
    notes.add(
      .reinterpreted, object.path, "Its answer is taken as it is",
      effect: SurveyNames.takesAll(object, ofType: question.type)
        || SurveyNames.asksNothing(object.whole) ? .nothing : .laxer)
    guard let value = object["defaultValue"], value != "" else { return [.init("kind", "any")] }
    return [.init("kind", "any"), .init("text", .string(value.json))]
  }

  private mutating func text(_ question: inout Question, kind: String) -> [JSONValue.Member] {
    let object = question.object
    var members: [JSONValue.Member] = [.init("kind", .string(kind))]
    var isText = true
    if kind == "entry" {
      let type = object.text("inputType") ?? "text"
      switch type {
      case "text": break
      case "tel": members.append(.init("keyboard", "phonePad"))
      case "url": members.append(.init("keyboard", "URL"))
      case "password": members.append(.init("secure", true))
      case "email":
        members.append(.init("keyboard", "emailAddress"))
        question.rules.append(.object(SurveyEmail.rule))
      case "color", "month", "week":
        question.rules.append(["format": .string(type)])
        question.target?.isDate = type != "color"
        isText = false
      case "number", "range":
        members += [.init("value", "number"), .init("keyboard", "decimalPad")]
        question.target?.isNumber = true
        isText = false
        if type == "range" { question.presentation.append(.init("inputType", "range")) }
      case "date", "datetime", "datetime-local", "time":
        return date(&question, type)
      default: notes.add(.unknownType, object.path(to: "inputType"), "No input is a \"\(type)\"")
      }
    }
    if isText {
      members += length(of: object)
    }
    if !isText || object.has("min") || object.has("max") { readLimits(of: &question) }
    readMask(of: &question, &members)
    readPlaceholder(of: object, &members)
    readOffers(of: question, &members)
    readDefault(of: &question, &members)
    return members
  }

  /// The texts that are offered, as a source by the question's key.
  private mutating func readOffers(
    of question: Question, _ members: inout [JSONValue.Member]
  ) {
    guard let value = question.object["dataList"] else { return }
    let path = question.object.path(to: "dataList")
    let list = value.array ?? (value[language ?? settings.locale] ?? value["default"])?.array
    let texts = (list ?? []).compactMap { $0.string }.filter { !$0.isEmpty }
    guard !texts.isEmpty, texts.count == list?.count, members["secure"] != true else {
      return notes.add(.wrongValue, path, "These are no texts that such a field can offer")
    }
    offers.append(.init(question.key, .array(texts.map { .string($0) })))
    members.append(.init("autofill", ["source": .string(question.key)]))
    if value.array == nil, 1 < value.members.count {
      notes.add(.presentationOnly, path, "What is offered is the same in all languages")
    }
  }

  private mutating func length(of object: ForeignObject) -> [JSONValue.Member] {
    let own = object.integer("maxLength")
    let limit = own.flatMap { 0 <= $0 ? $0 : nil } ?? settings.maxTextLength
    guard let limit, 0 < limit else { return [] }
    return [.init("maxLength", .integer(limit)), .init("lengthUnit", "utf16")]
  }

  private mutating func readPlaceholder(
    of object: ForeignObject, _ members: inout [JSONValue.Member]
  ) {
    guard let found = object[first: "placeholder", "placeHolder"],
      let text = words(found.name, of: object)
    else { return }
    members.append(.init("placeholder", .string(text)))
  }

  private mutating func date(_ question: inout Question, _ type: String) -> [JSONValue.Member] {
    let object = question.object
    let mode = type == "date" ? "date" : type == "time" ? "time" : "dateAndTime"
    var members: [JSONValue.Member] = [.init("kind", "date")]
    if mode != "date" { members.append(.init("mode", .string(mode))) }
    members.append(.init("clearable", true))
    question.target?.isDate = true
    for (name, expression, target, words) in [
      ("min", "minValueExpression", "minimumDate", "minErrorText"),
      ("max", "maxValueExpression", "maximumDate", "maxErrorText"),
    ] {
      let own = object.text(name)
      let computed = object.text(expression)
      let isToday = [own, computed].contains { text in
        ["today()", "=today()"].contains(text?.filter { $0 != " " } ?? "")
      }
      if isToday, mode != "time" {
        members.append(.init(target, "today"))
      } else if let text = own, CivilBounds.isPlace(text, mode) {
        members.append(.init(target, .string(text)))
      } else if own != nil {
        notes.add(.program, object.path(to: name), "A limit that is computed")
      }
      if computed != nil, !isToday {
        notes.add(.program, object.path(to: expression), "A limit that is computed")
      }
      if object.has(words) {
        _ = object[words]
        notes.add(.presentationOnly, object.path(to: words), "A limit of a date has no words")
      }
    }
    if let step = object["step"] {
      _ = step
      notes.add(.presentationOnly, object.path(to: "step"), "A step of dates asks nothing here")
    }
    readPlaceholder(of: object, &members)
    readDefault(of: &question, &members, as: "date")
    if let text = members["date"]?.string, !CivilBounds.isPlace(text, mode) {
      members["date"] = nil
      notes.add(.wrongValue, object.path(to: "defaultValue"), "This is no date", effect: .nothing)
    }
    return members
  }

  /// The least and the greatest number.
  private mutating func readLimits(of question: inout Question) {
    let object = question.object
    let isNumber = question.target?.isNumber ?? false
    for (name, rule, words) in [
      ("min", "minimum", "minErrorText"), ("max", "maximum", "maxErrorText"),
      ("step", "step", "stepErrorText"),
    ] {
      var members: [JSONValue.Member] = []
      if let value = object[name] {
        if isNumber, let number = Decimal(foreign: value), rule != "step" || Decimal(0) < number {
          members.append(.init(rule, number.json))
          if rule == "step", let base = object.number("min") {
            members.append(.init("stepBase", base.json))
          }
        } else if !isNumber, question.target?.isDate ?? false, let text = value.string {
          members.append(.init(rule, .string(text)))
        } else {
          notes.add(.wrongValue, object.path(to: name), "This is no limit of such a value")
        }
      }
      if object.has(words), let text = self.words(words, of: object) {
        if members.isEmpty {
          notes.add(
            .presentationOnly, object.path(to: words), "Words for a limit that is not there")
        } else {
          members.append(.init("message", .string(text)))
        }
      }
      if !members.isEmpty { question.rules.append(.object(members)) }
    }
    for name in ["minValueExpression", "maxValueExpression"] where object.has(name) {
      _ = object[name]
      notes.add(.program, object.path(to: name), "A limit that is computed")
    }
  }

  /// What a mask lets through.
  private mutating func readMask(of question: inout Question, _ members: inout [JSONValue.Member]) {
    let object = question.object
    guard let type = object.text("maskType"), type != "none" else { return }
    let path = object.path(to: "maskSettings")
    guard let value = object["maskSettings"], let mask = notes.object(value, path: path) else {
      return
    }
    let saves = mask.bool("saveMaskedValue")
    question.presentation += [.init("maskType", .string(type)), .init("maskSettings", value)]
    var rules = SurveyMask.rules(type, value)
    if let source = rules.first?["pattern"]?.string,
      case .failure = patterns.pattern(source, ignoresCase: false, isAnchored: true)
    {
      notes.add(.pattern, path, "A mask that is too long for a pattern")
      rules = []
    }
    question.rules += rules
    switch type {
    case "pattern": _ = mask["pattern"]
    case "numeric", "currency":
      if saves {
        notes.add(.reinterpreted, path, "What is typed is not held to the mask")
        break
      }
      members["value"] = "number"
      members["keyboard"] = "decimalPad"
      question.target?.isNumber = true
      if type == "currency", let prefix = mask.text("prefix"),
        prefix.filter({ $0 != " " }) == "$"
      {
        members.append(.init("monetary", true))
      }
      if type == "currency", let suffix = mask.text("suffix") {
        members.append(.init("unit", .string(suffix)))
      }
      for name in [
        "min", "max", "precision", "allowNegativeValues", "decimalSeparator", "thousandsSeparator",
      ] { _ = mask[name] }
    default:
      notes.add(.reinterpreted, path, "What is typed is not held to the mask")
    }
    for name in mask.leftovers {
      notes.add(.noCounterpart, mask.path(to: name), "A form has no masks")
    }
  }

  /// The draft that the field begins with.
  mutating func readDefault(
    of question: inout Question, _ members: inout [JSONValue.Member], as name: String = "text"
  ) {
    guard let value = question.object["defaultValue"], value != .string("") else { return }
    let path = question.object.path(to: "defaultValue")
    guard members["secure"] != true else {
      return notes.add(.secret, path, "The draft of a secure field is not written")
    }
    if members["multiple"] == true {
      let texts = (value.array ?? [value]).compactMap { $0.draftText }
      let isKnown = question.target?.rows?.contains(texts) ?? texts.isEmpty
      if members["manualEntry"] == nil, !isKnown {
        return notes.add(.wrongValue, path, "None of the rows", effect: .nothing)
      }
      members.append(.init(name, .array(texts.map { .string($0) })))
    } else if let text = value.draftText {
      let rows = question.target?.rows
      if let rows, members["manualEntry"] == nil, !rows.contains(text) {
        return notes.add(.wrongValue, path, "None of the rows", effect: .nothing)
      }
      members.append(.init(name, .string(text)))
    } else {
      notes.add(.wrongValue, path, "This is no draft of such a field", effect: .nothing)
    }
  }

  private mutating func boolean(_ question: inout Question) -> [JSONValue.Member] {
    let object = question.object
    var takesOthers = false
    let rows = [("valueTrue", "labelTrue", true, "Yes"), ("valueFalse", "labelFalse", false, "No")]
      .map { name, label, value, word in
        let own = object[name]
        let isRow = own.map { $0.array == nil && $0.members.isEmpty && $0 != .object([]) } ?? true
        if !isRow {
          let words = "A row has a text, a number or a boolean; any answer is taken"
          notes.add(.wrongValue, object.path(to: name), words)
          takesOthers = true
        }
        return JSONValue.object([
          .init("value", isRow ? own ?? .bool(value) : .bool(value)),
          .init("label", .string(words(label, of: object) ?? word)),
        ])
      }
    var members: [JSONValue.Member] = [.init("kind", "picker"), .init("data", .array(rows))]
    if takesOthers { members.append(.init("lenient", true)) }
    let values = rows.compactMap { $0["value"] }
    question.target?.rows = ForeignRows(values.compactMap { $0.draftText })
    question.target?.isBoolean = true
    if values.contains(where: { $0.draftText ?? "" == "" }) || values[0] == values[1] {
      notes.add(.wrongValue, object.path, "The two answers have no values that differ")
    }
    if case .bool(let flag)? = object.peek("defaultValue"), values != [true, false] {
      _ = object["defaultValue"]
      members.append(.init("text", .string(values[flag ? 0 : 1].draftText ?? "")))
    } else if object.peek("defaultValue") == "indeterminate" {
      _ = object["defaultValue"]
    } else {
      readDefault(of: &question, &members)
    }
    return members
  }

  private mutating func rating(_ question: inout Question) -> [JSONValue.Member] {
    let object = question.object
    var rows: [JSONValue] = []
    (rowLooks, rowConditions, rowMembers) = ([], [:], [:])
    if object.list("rateValues")?.isEmpty == false {
      rows = rowList(of: object, "rateValues")
    } else {
      let least = object.integer("rateMin") ?? 1
      let step = max(1, object.integer("rateStep") ?? 1)
      let count = object.integer("rateCount")
      // What comes near to no form may be too large to reckon with.
      let isNear = [least, step, count ?? 0].allSatisfy(Self.rowNumbers.contains)
      let most =
        object.integer("rateMax")
        ?? (isNear ? count.map { least + step * ($0 - 1) } ?? 5 : Self.rowNumbers.upperBound + 1)
      if let number = object.number("rateStep"), number.wholeNumber == nil {
        notes.add(.wrongValue, object.path(to: "rateStep"), "Rows are whole numbers")
      }
      let isBounded =
        least <= most && Self.rowNumbers.contains(least) && Self.rowNumbers.contains(most)
        && (most - least) / step < 1_000
      guard isBounded else {
        notes.add(.wrongValue, object.path(to: "rateMax"), "No rows, or too many")
        question.target?.isNumber = true
        return [.init("kind", "entry"), .init("value", "number")]
      }
      rows = stride(from: least, through: most, by: Int(clamping: step)).map { .integer($0) }
    }
    var members: [JSONValue.Member] = [
      .init("kind", "picker"), .init("data", .array(rows)), .init("clearable", true),
    ]
    question.target?.rows = ForeignRows(drafts(of: rows))
    keepRows(rows, in: &question)
    readDefault(of: &question, &members)
    return members
  }

  private mutating func slider(_ question: inout Question) -> [JSONValue.Member] {
    let object = question.object
    _ = object["sliderType"]
    var members: [JSONValue.Member] = [
      .init("kind", "entry"), .init("value", "number"), .init("keyboard", "decimalPad"),
    ]
    question.target?.isNumber = true
    readLimits(of: &question)
    if !object.has("min") { question.rules.append(["minimum": 0]) }
    if !object.has("max") { question.rules.append(["maximum": 100]) }
    readDefault(of: &question, &members)
    return members
  }

  func drafts(of rows: [JSONValue]) -> [String] {
    rows.compactMap { ($0["value"] ?? $0).draftText }
  }

  private mutating func choices(_ question: inout Question) -> [JSONValue.Member] {
    let object = question.object
    let isMultiple =
      SurveyNames.several.contains(question.type)
      || question.type == "imagepicker" && object.bool("multiSelect")
    var members: [JSONValue.Member] = [.init("kind", "picker")]
    (rowLooks, rowConditions, rowMembers) = ([], [:], [:])
    var rows = ownRows(of: question)
    keepRows(rows, in: &question)
    question.target?.isMultiple = isMultiple
    if question.type == "imagepicker" { _ = object["multiSelect"] }
    for (shown, old, words, value, label) in [
      ("showNoneItem", "hasNone", "noneText", "none", "None"),
      ("showRefuseItem", "", "refuseText", "refused", "Refuse to answer"),
      ("showDontKnowItem", "", "dontKnowText", "dontknow", "Don't know"),
    ] {
      let isShown = object.bool(shown) || !old.isEmpty && object.bool(old)
      guard isShown else { continue }
      let text = self.words(words, of: object)
      var row: [JSONValue.Member] = [
        .init("value", .string(value)), .init("label", .string(text ?? label)),
      ]
      if isMultiple { row.append(.init("exclusive", true)) }
      rows.append(.object(row))
    }
    let takesOther = object.flag(first: "showOtherItem", "hasOther")
    if question.hasOtherRow {
      let label = words("otherText", of: object) ?? "Other (describe)"
      rows.append(["value": "other", "label": .string(label)])
      _ = object["storeOthersAsComment"]
    }
    if rows.isEmpty {
      if object[first: "choicesByUrl", "choicesFromQuestion"] == nil,
        !["choicesMax", "choicesMin"].contains(where: object.has)
      {
        // A survey holds no answer to its rows.
        notes.add(
          .wrongValue, object.path, "There are no rows; the field takes every text",
          effect: takesOther?.value == true || isMultiple ? .laxer : .nothing)
      }
      members = [.init("kind", "entry")]
      question.target?.isMultiple = false
      if isMultiple {
        notes.add(.unsupportedField, object.path, "Several of rows that are not known")
      }
      readPlaceholderOfRows(object, &members)
      _ = object["defaultValue"]
      if object.has("defaultValue") {
        notes.add(
          .noCounterpart, object.path(to: "defaultValue"), "None of the rows", effect: .nothing)
      }
      return members
    }
    question.target?.rows = ForeignRows(drafts(of: rows))
    members.append(.init("data", .array(rows)))
    if isMultiple { members.append(.init("multiple", true)) }
    if let takesOther, takesOther.value, !question.hasOtherRow {
      let other = words("otherText", of: object)
      members.append(.init("manualEntry", .string(other ?? "Other (describe)")))
      let own = object["storeOthersAsComment"]?.draftText
      if isMultiple
        || (own ?? "default" == "default" ? settings.storesOthersAsComment : own == "true")
      {
        notes.add(
          .reinterpreted, object.path(to: takesOther.name),
          "What is typed is the value itself, and stands in no comment")
      }
    }
    if isMultiple { readCounts(of: &question, &members) }
    let clears = object.flag(first: "allowClear", "showClearButton", "showOptionsCaption")?.value
    let canClear = clears ?? (question.type == "dropdown")
    if canClear, !isMultiple { members.append(.init("clearable", true)) }
    if isMultiple, let clears { question.presentation.append(.init("allowClear", .bool(clears))) }
    readPlaceholderOfRows(object, &members)
    readDefault(of: &question, &members)
    return members
  }

  private mutating func readPlaceholderOfRows(
    _ object: ForeignObject, _ members: inout [JSONValue.Member]
  ) {
    guard let found = object[first: "placeholder", "placeHolder", "optionsCaption"],
      let text = words(found.name, of: object)
    else { return }
    members.append(.init("placeholder", .string(text)))
  }

  private mutating func readCounts(
    of question: inout Question, _ members: inout [JSONValue.Member]
  ) {
    let object = question.object
    let hasSpecialRow = ["showNoneItem", "hasNone", "showRefuseItem", "showDontKnowItem"].contains {
      object.isSet($0)
    }
    if let least = object.integer("minSelectedChoices"), 1 < least, hasSpecialRow {
      notes.add(
        .noCounterpart, object.path(to: "minSelectedChoices"),
        "The row for none of them is an answer by itself, so that no number is asked for")
      question.isAnswered = true
    } else if let least = object.integer("minSelectedChoices"), 0 < least {
      members.append(.init("minItems", .integer(least)))
      // None is less than that as well.
      question.isAnswered = true
    }
    if let most = object.integer("maxSelectedChoices"), 0 < most {
      members.append(.init("maxItems", .integer(most)))
    }
  }

  /// The first question with a name that stands in no list.
  private mutating func question(named name: String) -> Question? {
    if questionPlaces.isEmpty {
      for (index, question) in questions.enumerated().reversed()
      where question.surroundings.list == nil {
        questionPlaces[question.name] = index
      }
    }
    return questionPlaces[name].map { questions[$0] }
  }

  /// The rows that a question has, those of another question that it names, or those of its matrix.
  private mutating func ownRows(of question: Question) -> [JSONValue] {
    let object = question.object
    if let name = object.text("choicesFromQuestion") {
      let path = object.path(to: "choicesFromQuestion")
      guard let other = self.question(named: name), other.object !== object,
        other.object.has("choices")
      else {
        notes.add(.noCounterpart, path, "The rows of no question that has some")
        return []
      }
      let mode = object.text("choicesFromQuestionMode") ?? "all"
      if mode != "all" {
        notes.add(.noCounterpart, path, "Rows that depend on what is chosen; all are offered")
      }
      return rowList(other.object.peek("choices"), at: other.object.path(to: "choices"))
    }
    if object.has("choicesByUrl") {
      _ = object["choicesByUrl"]
      notes.add(.remote, object.path(to: "choicesByUrl"), "The rows stand elsewhere")
    }
    let own = rowList(of: object, "choices")
    if !own.isEmpty { return own + counted(object) }
    let counted = counted(object)
    if !counted.isEmpty || object.has("choicesByUrl") { return counted }
    guard let shared = question.surroundings.choices else { return [] }
    return rowList(shared, at: question.surroundings.choicesPath)
  }

  /// The numbers that rows may be made of.
  private static let rowNumbers: ClosedRange<WholeNumber> = -999_999...999_999

  /// The rows that are made of a range of numbers.
  private mutating func counted(_ object: ForeignObject) -> [JSONValue] {
    guard let most = object.integer("choicesMax"),
      case let least = object.integer("choicesMin") ?? 0,
      least < most
    else { return [] }
    let step = max(1, object.integer("choicesStep") ?? 1)
    guard Self.rowNumbers.contains(least), Self.rowNumbers.contains(most),
      (most - least) / step < 1_000
    else {
      notes.add(.wrongValue, object.path(to: "choicesMax"), "More rows than a form is made of")
      return []
    }
    return stride(from: least, through: most, by: Int(clamping: step)).map { .integer($0) }
  }

  private mutating func rowList(of object: ForeignObject, _ name: String) -> [JSONValue] {
    rowList(object[name], at: object.path(to: name))
  }

  /// Keeps how the rows of a question look, and when they are offered.
  private mutating func keepRows(_ rows: [JSONValue], in question: inout Question) {
    if !rowLooks.isEmpty { question.presentation.append(.init("choices", .object(rowLooks))) }
    question.ownRowCount = rows.count
    question.rowConditions = rowConditions
    question.rowMembers = rowMembers
  }

  /// Rows, of each value one.
  private mutating func rowList(_ value: JSONValue?, at path: String) -> [JSONValue] {
    guard let value else { return [] }
    guard let elements = value.array else {
      notes.add(.wrongValue, path, "This is no list of rows")
      return []
    }
    var known: Set<String> = []
    var rows: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      let place = "\(path)/\(index)"
      if let text = element.draftText {
        if text.isEmpty {
          notes.add(.wrongValue, place, "A row for the empty text")
        } else if known.insert(text).inserted {
          rows.append(element)
        } else {
          notes.add(.duplicate, place, "Another row has this value")
        }
        continue
      }
      guard let row = notes.object(element, path: place) else { continue }
      guard let value = row["value"], let text = value.draftText, !text.isEmpty else {
        notes.add(.wrongValue, place, "A row without a value that a form can have")
        continue
      }
      guard known.insert(text).inserted else {
        notes.add(.duplicate, place, "Another row has this value")
        continue
      }
      let label = words("text", of: row)
      if let condition = row.text("visibleIf") {
        rowConditions[text] = (condition, row.path(to: "visibleIf"))
      }
      rowMembers[text] = element
      let isExclusive = row.bool("isExclusive")
      let look = tellLeftovers(of: row, as: "choices")
      if !look.isEmpty { rowLooks.append(.init(text, .object(look))) }
      var members: [JSONValue.Member] = [.init("value", value)]
      if let label, label != value.string { members.append(.init("label", .string(label))) }
      if isExclusive { members.append(.init("exclusive", true)) }
      rows.append(members.count == 1 ? value : .object(members))
    }
    return rows
  }
}

/// What SurveyJS takes for an e-mail address.
enum SurveyEmail {
  private static let name = "[^<>()\\[\\].,;:\\s@\"]+"
  private static let part = "[^<>()=\\[\\].,;:\\s@\"]"
  private static let pattern = "^(?:\(name)(?:\\.\(name))*|\".+\")@(?:\(part)+\\.)+\(part){2,}$"

  static let rule: [JSONValue.Member] = [.init("pattern", .string(pattern))]

  /// Whether a rule is this one.
  static func isSaid(by rule: FormOutline.Rule) -> Bool { rule.isPattern(pattern) }
}

/// What is a place of a calendar or a clock.
enum CivilBounds {
  static func isPlace(_ text: String, _ mode: String) -> Bool {
    let scale: Scale =
      mode == "date" ? .date(.date) : mode == "time" ? .date(.time) : .date(.dateAndTime)
    return scale.measure(text) != nil
  }
}

/// The masks of SurveyJS: `9` stands for a digit, `a` for a letter, `#` for either.
enum SurveyMask {
  private static let sets: [Character: String] = [
    "9": "[0-9]", "a": "[a-zA-Z]", "#": "[a-zA-Z0-9]",
  ]

  /// The rules that a mask is, by its `maskType` and `maskSettings`.
  static func rules(_ type: String, _ settings: JSONValue) -> [JSONValue] {
    let saves = settings["saveMaskedValue"] == true
    switch type {
    case "pattern":
      guard let source = settings["pattern"]?.string, !source.isEmpty else { return [] }
      return [["pattern": .string(pattern(source, keepsLiterals: saves)), "anchored": true]]
    case "numeric", "currency":
      if saves { return [] }
      var rules: [JSONValue] = []
      let least = settings["min"].flatMap(Decimal.init(foreign:))
      if let least {
        rules.append(["minimum": least.json])
      } else if settings["allowNegativeValues"] == false, settings["min"] ?? .null == .null {
        rules.append(["minimum": 0])
      }
      if let most = settings["max"].flatMap(Decimal.init(foreign:)) {
        rules.append(["maximum": most.json])
      }
      let number = settings["precision"].flatMap(Decimal.init(foreign:))?.wholeNumber
      let precision = Int(min(15, max(0, number ?? 2)))
      let zeros = String(repeating: "0", count: max(0, precision - 1))
      rules.append(["step": .number(precision == 0 ? "1" : "0.\(zeros)1")])
      return rules
    default: return []
    }
  }

  /// The pattern of what is saved, which may have in it what stands between the places to be filled.
  static func pattern(_ mask: String, keepsLiterals: Bool) -> String {
    var pattern = ""
    var isEscaped = false
    for sign in mask {
      if sign == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if !isEscaped, let set = sets[sign] {
        pattern += set
      } else if keepsLiterals || isEscaped || sign.isASCII && (sign.isLetter || sign.isNumber) {
        pattern += escaped(sign)
      }
      isEscaped = false
    }
    return pattern
  }

  static func escaped(_ sign: Character) -> String {
    "^$\\.*+?()[]{}|/".contains(sign) ? "\\\(sign)" : String(sign)
  }
}
