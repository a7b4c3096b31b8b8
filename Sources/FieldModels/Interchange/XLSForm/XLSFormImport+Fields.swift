import FieldModels

/// What questions are, and the fields that they become.
extension XLSFormImport {
  /// Finds what the field of a question holds: its kind, its rows, its draft; beside it its own rules.
  mutating func content(of index: Int) {
    var question = questions[index]
    question.target = .init(key: question.key)
    var members: [JSONValue.Member]
    switch question.kind {
    case .text, .barcode: members = text(&question)
    case .integer: members = number(&question, isWhole: true)
    case .decimal: members = number(&question, isWhole: false)
    case .range: members = range(&question)
    case .date, .time, .dateTime: members = date(&question)
    case .select(let isMultiple): members = picker(&question, isMultiple: isMultiple)
    case .acknowledge:
      members = [
        .init("kind", "picker"), .init("data", ["OK"]), .init("clearable", true),
      ]
      question.target?.rows = ["OK"]
      readDefault(of: question, &members)
    case .any(let problem): members = any(&question, because: problem)
    case .unknown:
      let type = question.row.text("type") ?? ""
      members = any(
        &question,
        because:
          "\"\(type.abridged)\" is no type of XLSForm that is known; its answer is taken as it is",
        .unknownType)
    // What nobody is asked is in the record, and on no page.
    case .hidden:
      members = text(&question) + [.init("lenient", true), .init("whenHidden", "keep")]
      question.presentation.append(.init("type", "hidden"))
    case .unasked: members = any(&question) + [.init("whenHidden", "keep")]
    case .program:
      // What it is depends on all others.
      question.target = nil
      members = [.init("kind", "entry")]
    case .none: members = [.init("kind", "entry")]
    }
    question.content = members
    questions[index] = question
  }

  /// What has no kind of its own: its answer is any value.
  private mutating func any(
    _ question: inout Question, because problem: String? = nil,
    _ code: ConversionReport.Code = .reinterpreted
  ) -> [JSONValue.Member] {
    question.target?.isAny = true
    notes.add(
      code, question.row.path, problem ?? "Its answer is taken as it is",
      effect: problem == nil ? .nothing : .laxer)
    question.presentation.append(.init("type", .string(question.row.text("type") ?? "")))
    return [.init("kind", "any")]
  }

  private mutating func text(_ question: inout Question) -> [JSONValue.Member] {
    if question.isOther { return [.init("kind", "entry")] }
    var looks = (question.row.text("appearance") ?? "").split { $0.isWhitespace }.map(String.init)
    var members: [JSONValue.Member] = [.init("kind", "entry")]
    func take(_ look: String) -> Bool {
      guard let place = looks.firstIndex(of: look) else { return false }
      looks.remove(at: place)
      return true
    }
    if question.kind == .barcode {
      question.presentation.append(.init("type", "barcode"))
    } else if take("multiline") {
      members = [.init("kind", "area")]
    } else if take("masked") {
      members.append(.init("secure", true))
    }
    if members["kind"] == "entry", take("numbers") {
      members.append(.init("keyboard", "numbersAndPunctuation"))
    }
    if !looks.isEmpty {
      notes.add(
        .presentationOnly, question.row.path(to: "appearance"),
        "How it looks is kept for front ends alone")
      question.presentation.append(
        .init("appearance", .string(looks.joined(separator: " "))))
    }
    readDefault(of: question, &members)
    return members
  }

  /// The whole numbers that XForms knows, which have 32 bits.
  static let wholeNumbers = (least: -2_147_483_648, most: 2_147_483_647)

  private mutating func number(
    _ question: inout Question, isWhole: Bool
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("kind", "entry"), .init("value", isWhole ? "integer" : "number"),
      .init("keyboard", isWhole ? "numberPad" : "decimalPad"),
    ]
    question.target?.isNumber = true
    readDefault(of: question, &members)
    return members
  }

  private mutating func range(_ question: inout Question) -> [JSONValue.Member] {
    let row = question.row
    var values: [String: String] = ["start": "1", "end": "10", "step": "1"]
    var others: [String] = []
    var isWhole = true
    for (name, value) in XLSFormNames.parameters(row.text("parameters") ?? "") {
      isWhole = isWhole && Decimal(value)?.wholeNumber != nil
      if values[name] != nil {
        values[name] = value
      } else {
        others.append("\(name)=\(value)")
      }
    }
    if !others.isEmpty {
      notes.add(
        .presentationOnly, row.path(to: "parameters"), "How it looks is kept for front ends alone")
      question.presentation.append(
        .init("parameters", .string(others.joined(separator: " "))))
    }
    let numbers = values.compactMapValues { Decimal($0) }
    guard let start = numbers["start"], let end = numbers["end"], let step = numbers["step"],
      Decimal(0) < step
    else {
      notes.add(.wrongValue, row.path(to: "parameters"), "These are no numbers of a range")
      question.presentation.insert(.init("type", "range"), at: 0)
      return number(&question, isWhole: false)
    }
    let members = number(&question, isWhole: isWhole)
    question.presentation.insert(.init("type", "range"), at: 0)
    // Devices ask this of their sliders alone, and take whatever a record has.
    let warning = JSONValue.Member("severity", "warning")
    question.rules = [
      .object([.init("minimum", min(start, end).json), warning]),
      .object([.init("maximum", max(start, end).json), warning]),
      .object(
        [.init("step", step.json)] + (start == Decimal(0) ? [] : [.init("stepBase", start.json)])
          + [warning]),
    ]
    notes.add(
      .reinterpreted, row.path, "What is not on the scale is warned of where it is typed",
      effect: .nothing)
    return members
  }

  private mutating func date(_ question: inout Question) -> [JSONValue.Member] {
    let mode: DateMode =
      switch question.kind {
      case .time: .time
      case .dateTime: .dateAndTime
      default: .date
      }
    var members: [JSONValue.Member] = [.init("kind", "date")]
    if mode != .date {
      members.append(.init("mode", .string(mode.rawValue)))
      notes.add(
        .reinterpreted, question.row.path(to: "type"),
        "To XForms a time has a zone; any other value is taken",
        effect: mode == .time ? .laxer : .nothing)
      if mode == .time { members.append(.init("lenient", true)) }
    }
    members.append(.init("clearable", true))
    question.target?.isDate = true
    question.target?.mode = mode
    readDefault(of: question, &members)
    return members
  }

  private mutating func picker(
    _ question: inout Question, isMultiple: Bool
  ) -> [JSONValue.Member] {
    let choices = use(question.list)
    guard rowCount <= ConversionLimit.rows else {
      notes.add(.unsupportedField, question.row.path, ConversionLimit.tooManyRows)
      return [.init("kind", "entry"), .init("lenient", true)]
    }
    rowCount += choices.rows.count
    if !choices.looks.isEmpty {
      question.presentation.append(.init("choices", .object(choices.looks)))
    }
    var members: [JSONValue.Member] = [
      .init("kind", "picker"), .init("data", .array(choices.rows)),
    ]
    members.append(isMultiple ? .init("multiple", true) : .init("clearable", true))
    question.target?.rows = choices.drafts
    question.target?.isMultiple = isMultiple
    readDefault(of: question, &members)
    return members
  }

  /// The draft that the field begins with.
  private mutating func readDefault(of question: Question, _ members: inout [JSONValue.Member]) {
    guard let text = question.row.text("default") else { return }
    let path = question.row.path(to: "default")
    if Self.isWorkedOut(text) {
      return notes.add(.program, path, "A default that is worked out", effect: .nothing)
    }
    if members["secure"] == true {
      return notes.add(.secret, path, "The draft of a secure field is not written")
    }
    let isRight: Bool
    switch question.kind {
    case .integer: isRight = Decimal(text)?.wholeNumber != nil
    case .decimal, .range: isRight = Decimal(text) != nil
    case .date: isRight = CivilDate(iso8601: text) != nil
    case .time, .dateTime:
      isRight = CivilBounds.isPlace(text, question.kind == .time ? "time" : "dateAndTime")
    case .select(isMultiple: true):
      let chosen = text.split { $0.isWhitespace }.map(String.init)
      guard question.target?.rows?.contains(chosen) ?? chosen.isEmpty else {
        return notes.add(.wrongValue, path, "None of the choices", effect: .nothing)
      }
      return members.append(.init("text", .array(chosen.map { .string($0) })))
    case .select, .acknowledge: isRight = question.target?.rows?.contains(text) ?? false
    case .text, .barcode, .any, .unknown, .hidden, .unasked, .none, .program: isRight = true
    }
    guard isRight else {
      return notes.add(.wrongValue, path, "This is no draft of such a field", effect: .nothing)
    }
    members.append(.init(members["kind"] == "date" ? "date" : "text", .string(text)))
  }

  /// Whether a default is an expression, and no text, to pyxform: it has an operator or a function.
  static func isWorkedOut(_ text: String) -> Bool {
    if CivilDate(iso8601: text) != nil { return false }
    let signs = ["${", "+", "*", " - ", " mod ", " div ", "|"]
    if signs.contains(where: text.contains(text:)) { return true }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.dropFirst().contains { index in
      scalars[index] == "(" && scalars[index - 1].properties.isAlphabetic
    }
  }
}

/// Fields.
extension XLSFormImport {
  /// The field of a question, once all questions are known.
  mutating func field(of index: Int) -> JSONValue {
    var question = questions[index]
    let row = question.row
    let around = question.surroundings
    var meaning = meaning(for: question)
    meaning.scope.own = question.target
    meaning.ownIsWhole = question.content["value"] == "integer"
    var members: [JSONValue.Member] = [.init("key", .string(question.key))]
    var content = question.content
    members.append(content.removeFirst())
    members.append(.init("label", .string(around.labelPrefix + label(of: question))))
    if !question.isOther, let hint = words("hint", of: row) {
      members.append(.init("helper", .string(hint)))
    }
    if let section = around.section {
      members.append(.init("group", .string(sections[section].key)))
    }
    if question.path != [question.key] {
      members.append(.init("path", .string(JSONPointer.path(question.path))))
    }
    members += content
    readConditions(of: question, meaning, &members)
    readFilter(of: question, meaning, &members)
    if !question.isOther { readOverwriting(of: question, &members) }
    if members["required"] != true { members.append(.init("whenEmpty", "omit")) }
    if !question.isOther { readConstraint(of: &question, meaning, &members) }
    boundWholeNumber(&question)
    if !question.rules.isEmpty {
      members.append(
        .init("validation", .object([.init("endEditing", .array(question.rules))])))
    }
    if !question.isOther {
      question.presentation += tellLeftovers(of: row, in: "survey").filter { member in
        question.presentation[member.name] == nil
      }
    }
    if !question.presentation.isEmpty {
      members.append(.init("presentation", ["xlsform": .object(question.presentation)]))
    }
    return .object(members)
  }

  private mutating func label(of question: Question) -> String {
    if question.isOther { return "Specify other." }
    if let label = words("label", of: question.row) { return label }
    if [.program, .hidden].contains(question.kind) { return question.name }
    notes.add(.madeUp, question.row.path, "A field needs a label, and has its name")
    return question.name
  }

  private mutating func readConditions(
    of question: Question, _ meaning: XPathMeaning, _ members: inout [JSONValue.Member]
  ) {
    let row = question.row
    var guards = question.surroundings.guards
    if question.isOther {
      // It is asked for with the choice that stands for it.
      let name = question.row.text("name") ?? ""
      guards.visible.append(("selected(../\(name), 'other')", row.path, node(question)))
    } else {
      readRequired(of: question, meaning, &members)
      readGuards(of: row, at: node(question), into: &guards)
    }
    // A calculated value that counts at times is hidden at others.
    var isHidden =
      [.hidden, .unasked].contains(question.kind)
      || question.kind == .program && guards.visible.isEmpty
    var isLost = false
    var visible: Condition?
    for (text, path, node) in guards.visible {
      switch Self.flag(text) {
      case true?: break
      case false?: isHidden = true
      case nil:
        let expression = expression(text, at: node, for: question)
        let condition = condition(expression, text, at: path, meaning)
        isLost = isLost || condition == nil
        visible = .both(visible, condition)
      }
    }
    if isHidden {
      members.append(.init("visible", false))
    } else if let visible {
      members.append(.init("visible", ["when": visible.json]))
    }
    var enabled: Condition?
    for (text, path, node) in guards.enabled {
      let expression = expression(text, at: node, for: question)
      let condition = condition(expression, text, at: path, meaning, holds: false)
      isLost = isLost || condition == nil
      enabled = .both(enabled, condition)
    }
    if isLost { notes.release(&members, row.path(to: "required")) }
    if let enabled { members.append(.init("enabled", ["when": enabled.json])) }
    if guards.isReadOnly { members.append(.init("readOnly", true)) }
    let isPlain =
      ["entry", "area"].contains(members["kind"]) && members["value"] != "integer"
    let isAsked =
      members["required"] != nil || row.has("constraint") || row.has("default") || !isPlain
    if guards.isReadOnly || enabled != nil, isAsked {
      notes.add(
        .reinterpreted, row.path(to: "read_only"), "What can't be edited is not checked")
    }
  }

  /// Has the rows of a picker offered as the `choice_filter` says.
  private mutating func readFilter(
    of question: Question, _ meaning: XPathMeaning, _ members: inout [JSONValue.Member]
  ) {
    guard case .select = question.kind, !question.isOther, let rows = members["data"]?.array,
      let text = question.row.peek("choice_filter"),
      let expression = expression(text, at: node(question), isFilter: true)
    else { return }
    var own = meaning
    own.scope.own = nil
    let filter = XLSFormFilter(expression: expression, meaning: own)
    var choices: [String: [XLSFormRow]] = [:]
    for choice in self.choices[question.list] ?? [] {
      choices[choice.text("name") ?? "", default: []].append(choice)
    }
    var offered: [JSONValue] = []
    for row in rows {
      let name = (row["value"] ?? row).string ?? ""
      // One of several with the same name is enough; what `or_other` adds has no columns.
      let own: [XLSFormRow?] = choices[name]?.map { Optional($0) } ?? [nil]
      var all: Requirement = .never
      for choice in own {
        let requirement = filter.requirement { column in
          if column == "name" { return name }
          if XLSFormNames.isWords(column) { return nil }
          return choice?.text(head: column) ?? ""
        }
        guard let requirement else { return }
        switch (all, requirement) {
        case (.always, _), (_, .always): all = .always
        case (.never, let other), (let other, .never): all = other
        case (.when(let first), .when(let second)): all = .when(.any([first, second]))
        }
      }
      var cells = row.members.isEmpty ? [.init("value", row)] : row.members
      switch all {
      case .always: break
      case .never: cells.append(.init("visible", false))
      case .when(let condition): cells.append(.init("visible", ["when": condition.json]))
      }
      offered.append(cells["visible"] == nil ? row : .object(cells))
    }
    _ = question.row.text("choice_filter")
    members["data"] = .array(offered)
  }

  /// Takes any value of a question whose value a device writes over: it looks at the calculated one alone.
  private mutating func readOverwriting(
    of question: Question, _ members: inout [JSONValue.Member]
  ) {
    let row = question.row
    guard question.kind != .program, row.text("calculation") != nil else { return }
    let asks = members["required"] != nil || row.has("constraint")
    members["required"] = nil
    if members["lenient"] == nil, members["kind"] != "any" {
      members.append(.init("lenient", true))
    }
    notes.add(
      .program, row.path(to: "calculation"),
      "What `calculation` works out, no form can say; any value is taken",
      effect: asks ? .laxer : .nothing)
  }

  private mutating func readRequired(
    of question: Question, _ meaning: XPathMeaning, _ members: inout [JSONValue.Member]
  ) {
    let row = question.row
    if let text = row.text("required") {
      switch Self.flag(text) {
      case true?: members.append(.init("required", true))
      case false?: break
      case nil:
        let expression = expression(text, at: node(question))
        if let condition = condition(expression, text, at: row.path(to: "required"), meaning) {
          members.append(.init("required", ["when": condition.json]))
        }
      }
    }
    let isAsked = members["required"] != nil
    guard let text = words("required_message", of: row) else {
      if isAsked { requiredWords.insert("") }
      return
    }
    guard isAsked else {
      return notes.add(
        .presentationOnly, row.path(to: "required_message"), "Words for what is not required")
    }
    requiredWords.insert(text)
    let others = questions.contains { other in
      !other.isOther && other.row.has("required")
        && other.row.peek("required").flatMap(Self.flag) != false
        && other.row.words("required_message", in: spoken)?.text != text
    }
    if others || text.contains("{") {
      requiredWords.insert("")
      notes.add(
        .presentationOnly, row.path(to: "required_message"),
        "A form has one text for all fields that are empty")
    }
  }

  /// The condition that an expression says; nil, and told of, where none does.
  private mutating func condition(
    _ expression: ForeignExpression?, _ text: String, at path: String, _ meaning: XPathMeaning,
    holds: Bool = true
  ) -> Condition? {
    if let expression, let condition = meaning.condition(expression, holds: holds) {
      return condition
    }
    notes.add(.program, path, "No condition of a form says \"\(text.abridged)\"")
    return nil
  }

  /// An expression as pyxform hands it on: with straight quotes, and one blank for several.
  static func plain(_ text: String) -> String {
    let straight = text.map { sign -> Character in
      switch sign {
      case "\u{2018}", "\u{2019}": "'"
      case "\u{201C}", "\u{201D}": "\""
      default: sign
      }
    }
    return String(straight).split(separator: " ").joined(separator: " ")
  }

  private mutating func readConstraint(
    of question: inout Question, _ meaning: XPathMeaning, _ members: inout [JSONValue.Member]
  ) {
    let row = question.row
    let message = words("constraint_message", of: row)
    let type = XLSFormNames.plain(row.peek("type") ?? "")
    guard let text = row.text("constraint") ?? XLSFormNames.constraint(of: type) else {
      if message != nil {
        notes.add(.presentationOnly, row.path(to: "constraint_message"), "Words for no constraint")
      }
      return
    }
    if Self.flag(text) == true { return }
    let path = row.path(to: "constraint")
    if row.has("calculation") {
      return notes.add(.program, path, "The calculated value is asked, and is not known")
    }
    var meaning = meaning
    meaning.hasWords = message != nil
    guard question.target?.isAny != true,
      let expression = expression(text, at: node(question)),
      let checks = meaning.checks(expression)
    else {
      return notes.add(.program, path, "No rule of a form says \"\(text.abridged)\"")
    }
    var hasRules = false
    for check in checks {
      switch check {
      case .member(let name, let value):
        tighten(name, to: value, in: &members)
        if name == "maxLength" { members["lengthUnit"] = "utf16" }
      case .rule(var rule):
        if let pattern = rule["pattern"]?.string {
          let inner = XLSFormPattern.unanchored(pattern)
          guard let own = self.pattern(inner ?? pattern, at: path) else { continue }
          rule["pattern"] = .string(own)
          if inner != nil { rule["anchored"] = nil }
        }
        if rule["minLength"] != nil || rule["maxLength"] != nil { members["lengthUnit"] = "utf16" }
        add(rule, message, to: &question)
        hasRules = true
      case .never(let condition):
        if message == nil {
          notes.add(.madeUp, path, "What is not allowed has words of the form's own")
        }
        add(
          [.init("oneOf", [""]), .init("when", condition.json)],
          message ?? Self.wordsForNothing, to: &question)
        hasRules = true
      }
    }
    if message != nil, !hasRules,
      checks.contains(where: { if case .member = $0 { true } else { false } })
    {
      notes.add(
        .presentationOnly, row.path(to: "constraint_message"),
        "Such a limit has no words of its own")
    }
  }

  private mutating func add(
    _ rule: [JSONValue.Member], _ message: String?, to question: inout Question
  ) {
    var rule = rule
    if let message { rule.append(.init("message", .string(message))) }
    question.rules.append(.object(rule))
  }

  /// What is said where a constraint forbids some values and has no words.
  static let wordsForNothing = "This value is not allowed"

  /// Gives a field the narrower of two limits.
  private func tighten(_ name: String, to value: JSONValue, in members: inout [JSONValue.Member]) {
    let isLeast = name == "minItems" || name == "minimumDate"
    if let old = members[name]?.integer, let new = value.integer {
      members[name] = .integer(isLeast ? max(old, new) : min(old, new))
    } else if let old = members[name]?.string, let new = value.string {
      // Days are in the order of their texts.
      members[name] = .string(isLeast ? max(old, new) : min(old, new))
    } else {
      members[name] = value
    }
  }

  private mutating func pattern(_ source: String, at path: String) -> String? {
    let reading = XLSFormPattern.read(source)
    guard let pattern = reading.pattern,
      case .success = patterns.pattern(pattern, ignoresCase: false, isAnchored: true)
    else {
      notes.add(.pattern, path, "The pattern can't be read in linear time")
      return nil
    }
    if reading.isNear {
      notes.add(.pattern, path, "Words end elsewhere in ECMA-262 than in Java")
      return nil
    }
    return pattern
  }

  /// Holds a whole number to what XForms takes, unless its own limits are narrower.
  private func boundWholeNumber(_ question: inout Question) {
    guard question.content["value"] == "integer" else { return }
    func isBounded(_ names: [String]) -> Bool {
      question.rules.contains { rule in
        rule["when"] == nil
          && names.contains { name in rule[name].map { Decimal(foreign: $0) != nil } ?? false }
      }
    }
    if !isBounded(["minimum", "exclusiveMinimum"]) {
      question.rules.append(["minimum": .integer(Self.wholeNumbers.least)])
    }
    if !isBounded(["maximum", "exclusiveMaximum"]) {
      question.rules.append(["maximum": .integer(Self.wholeNumbers.most)])
    }
  }
}
