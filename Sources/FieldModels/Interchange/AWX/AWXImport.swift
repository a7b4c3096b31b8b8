import FieldModels

/// A document made of a survey of AWX: a field for each question, whose key is the variable.
///
/// It asks what AWX asks of `extra_vars` when a job is launched.
struct AWXImport {
  private var body = ForeignBody(of: AWXNames.format, known: AWXNames.unasking)
  private var variables: Set<String> = []

  static func document(of form: JSONValue) throws(ConversionRefusal) -> Conversion {
    var conversion = AWXImport()
    var survey = conversion.body.object(form, path: "")
    if let around = survey, !around.has("spec"), let inner = around["survey_spec"] {
      for name in around.leftovers {
        _ = around[name]
        conversion.body.tell(
          .presentationOnly, around.path(to: name), "`\(name)` is no part of the survey")
      }
      survey = conversion.body.object(inner, path: "/survey_spec")
    }
    guard let survey, survey.peek("spec")?.array != nil else {
      throw ConversionRefusal("A survey of AWX is an object with `spec`, a list of questions")
    }
    return conversion.document(of: survey)
  }

  private mutating func document(of survey: ForeignObject) -> Conversion {
    for (theirs, ours) in [("name", "title"), ("description", "description")] {
      if let text = survey.text(theirs) { body.head.append(.init(ours, .string(text))) }
    }
    let path = survey.path(to: "spec")
    for (index, question) in (survey.list("spec") ?? []).enumerated() {
      read(question, at: "\(path)/\(index)")
    }
    return body.conversion(look: body.leftovers(of: survey, effect: .nothing))
  }

  private mutating func read(_ value: JSONValue, at path: String) {
    guard let question = body.object(value, path: path), body.hasRoom(for: path) else { return }
    let variable = question.text("variable")
    if let variable, !variables.insert(variable).inserted {
      return body.tell(.duplicate, path, "Another question has this variable")
    }
    var field = FieldMembers()
    field.label = question.text("question_name")
    body.name(&field, by: variable, at: question)
    if let words = question.text("question_description") { field["helper"] = .string(words) }
    if question.bool("required") { field["required"] = true }
    var look: [JSONValue.Member] = []
    let type = question.text("type") ?? ""
    switch type {
    case "text", "textarea": readText(question, &field, isLong: type == "textarea")
    case "password": readPassword(question, &field)
    case "integer", "float": readNumber(question, &field, isWhole: type == "integer")
    case "multiplechoice": readChoices(question, &field, takesSeveral: false)
    case "multiselect": readChoices(question, &field, takesSeveral: true)
    default:
      field.kind = "any"
      body.tell(
        .unknownType, question.path(to: "type"),
        "\"\(type.abridged)\" is no type of a question that is known")
    }
    if field.kind == "any" { look.append(.init("type", .string(type))) }
    look += body.leftovers(of: question, as: "question")
    body.add(field, look: look, from: path)
  }

  private mutating func readText(
    _ question: ForeignObject, _ field: inout FieldMembers, isLong: Bool
  ) {
    if isLong { field.kind = "area" }
    if let least = least(of: question) { field.addRule([.init("minLength", .integer(least))]) }
    if let most = most(of: question) { field["maxLength"] = .integer(most) }
    countInCodePoints(&field)
    if let text = question.text("default") { field["text"] = .string(text) }
  }

  /// Reads a question for a password, in whose place stands a text if the stored one is to be taken.
  private mutating func readPassword(_ question: ForeignObject, _ field: inout FieldMembers) {
    field["secure"] = true
    let isStored = question.has("default")
    let key = JSONValue.string(field.key)
    if let least = least(of: question) {
      var rule: [JSONValue.Member] = [.init("minLength", .integer(least))]
      if AWXNames.storedLength < least {
        rule.append(.init("when", ["key": key, "isNot": .string(AWXNames.stored)]))
      }
      field.addRule(rule)
    }
    if let most = most(of: question) {
      if AWXNames.storedLength <= most {
        field["maxLength"] = .integer(most)
      } else {
        body.tell(
          .noCounterpart, question.path(to: "max"),
          "`\(AWXNames.stored)` is longer, and taken all the same")
      }
    }
    countInCodePoints(&field)
    if field["required"] == true, !isStored {
      let name = ExpressionText.canonical(Expression.Node.field(field.key))
      let text = "\(name) != '\(AWXNames.stored)'"
      if case .success = Expression.parse(text) {
        field.addRule([
          .init("expression", .string(text)), .init("message", .string(AWXNames.noneStored)),
        ])
      }
    }
    if let text = question.text("default"), !text.isEmpty {
      body.tell(.secret, question.path(to: "default"), "The draft of a secure field is not kept")
    }
  }

  private func countInCodePoints(_ field: inout FieldMembers) {
    if field["maxLength"] != nil || 0 < field.ruleCount { field["lengthUnit"] = "scalar" }
  }

  /// How long a text is at least; nil where any will do.
  private func least(of question: ForeignObject) -> WholeNumber? {
    question.integer("min").flatMap { 0 < $0 ? $0 : nil }
  }

  /// How long a text is at most.
  private mutating func most(of question: ForeignObject) -> WholeNumber? {
    guard let most = question.integer("max") else { return nil }
    if 0 < most { return most }
    body.tell(.wrongValue, question.path(to: "max"), "No text is so short")
    return nil
  }

  private func readNumber(
    _ question: ForeignObject, _ field: inout FieldMembers, isWhole: Bool
  ) {
    let type = isWhole ? "integer" : "number"
    field["value"] = .string(type)
    field["keyboard"] = .string(JSONSchemaExport.keyboard(forType: type))
    for (theirs, ours) in [("min", "minimum"), ("max", "maximum")] {
      let limit = isWhole ? question.integer(theirs).map { JSONValue.integer($0) } : nil
      if let limit = limit ?? (isWhole ? nil : question.number(theirs)?.json) {
        field.addRule([.init(ours, limit)])
      }
    }
    if let draft = question.draft("default") { field["text"] = .string(draft) }
  }

  private mutating func readChoices(
    _ question: ForeignObject, _ field: inout FieldMembers, takesSeveral: Bool
  ) {
    let path = question.path(to: "choices")
    guard let choices = Self.texts(in: question["choices"] ?? "") else {
      field.kind = "any"
      return body.tell(.wrongValue, path, "Its rows are texts; the field takes any value")
    }
    var rows = ForeignChoices()
    for (index, choice) in choices.enumerated() where !choice.isEmpty {
      let place = question.peek("choices")?.array == nil ? path : "\(path)/\(index)"
      rows.add(.init(value: .string(choice), label: nil), at: place, to: &body.notes)
    }
    rows.fill(&field, takesSeveral: takesSeveral, at: path, &body.notes)
    // As often as it is said: AWX asks only whether each is a row.
    if takesSeveral, field.kind == "picker" { field["uniqueItems"] = false }
    let place = question.path(to: "default")
    guard let drafts = Self.texts(in: question["default"] ?? "") else {
      return body.tell(
        .wrongValue, place, "It begins with what is no text", effect: .nothing)
    }
    if !takesSeveral, 1 < drafts.count {
      return body.tell(.wrongValue, place, "It begins with one row", effect: .nothing)
    }
    rows.begin(&field, with: drafts, at: place, &body.notes)
  }

  /// The texts of a list, or the lines of a text that are not blank; nil for anything else.
  private static func texts(in value: JSONValue) -> [String]? {
    if let list = value.array {
      let texts = list.compactMap { $0.string }
      return texts.count == list.count ? texts : nil
    }
    guard let text = value.string else { return nil }
    let lines = text.split(omittingEmptySubsequences: true) { $0.isNewline || isSeparator($0) }
    return lines.filter { !$0.allSatisfy { $0.isWhitespace } }.map { String($0) }
  }

  /// The separators of files, groups and records, which end a line in Python.
  private static func isSeparator(_ character: Character) -> Bool {
    ["\u{1C}", "\u{1D}", "\u{1E}"].contains(character)
  }
}
