import FieldModels

/// A form as the questions of a language server, as gopls asks them before it does a command.
///
/// A question says of an answer its type, its rows and whether it must be given; everything else that
/// a field asks for is reported, and left to who takes the answers.
struct FormFieldsExport {
  private var report = ConversionReport()
  private var questions: [JSONValue] = []
  private var sources: [ReturningForm.Field] = []

  static func fields(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var export = FormFieldsExport()
    for (name, isThere) in [
      ("title", document.frame.title != nil), ("description", document.frame.description != nil),
      ("closed", document.frame.isClosed), ("schema", document.frame.schema != nil),
      ("emptyTexts", document.frame.takesEmptyTexts), ("autofill", !document.frame.sources.isEmpty),
    ] where isThere {
      export.lose("/" + name, "Questions have no `\(name)`", effect: .ofLosing(name))
    }
    for (index, group) in document.frame.groups.enumerated() {
      export.lose("/groups/\(index)", "Questions have no groups", effect: .ofLosing(group))
    }
    var keys: Set<String> = []
    var index = 0
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      defer { index += 1 }
      let place = "/fields/\(index)"
      guard let key = reading.definition.key, keys.insert(key).inserted else {
        export.lose(place, "A field without a key of its own", as: .duplicate)
        return true
      }
      if document.list(of: reading.mentions) != nil {
        export.lose(place, "Questions have no lists of entries", as: .unsupportedField)
      } else if reading.definition.kind == .any {
        export.lose(place, "Questions have no answers of any value", as: .unsupportedField)
      } else if reading.definition.isSecure {
        export.lose(place, "Who is asked can't hide what is typed", as: .unsupportedField)
      } else {
        export.add(reading, at: place)
      }
      return true
    }
    let form = JSONValue.object([.init("formFields", .array(export.questions))])
    let read = try? FormFieldsImport.document(of: form).droppingWrongDrafts(from: .lspForm)
    if let returned = try? read?.form.value() {
      ReturningForm.addDifferences(
        of: export.sources, returned: returned, by: .init(format: "A question"),
        to: &export.report)
    }
    export.report.countExact(of: document)
    return Conversion(form: .value(form), report: export.report)
  }

  private mutating func lose(
    _ path: String, _ message: String, as code: ConversionReport.Code = .noCounterpart,
    effect: ConversionReport.Effect? = nil
  ) {
    report.add(code, path, message, effect: effect)
  }

  /// What a question says, or is told of by itself.
  private static let carried: Set<Property.Name> = [
    .key, .kind, .label, .helper, .text, .date, .value, .required, .data, .multiple, .keyboard,
    .validation, .clearable, .manualEntry, .visible, .enabled,
  ]

  private mutating func add(_ reading: FieldReading, at place: String) {
    let definition = reading.definition
    let members = reading.tree.isEmpty ? [] : JSONValue(reading.tree, 0).members
    sources.append(.init(place: place, members: members))
    for member in members {
      if let known = Property.Name(rawValue: member.name), Self.carried.contains(known) { continue }
      lose(
        place + JSONPointer.step(member.name), "A question has no `\(member.name)`",
        effect: .ofLosing(member.name))
    }
    let isText = definition.kind == .entry && definition.valueKind == .string
    var validators: [JSONValue] = []
    for list in ["live", "endEditing"] {
      for (index, rule) in (members["validation"]?[list]?.array ?? []).enumerated() {
        let isAsked = isText && definition.isChecked == .always
        if isAsked, let validator = FormFieldsValidators.validator(of: rule) {
          validators.append(validator)
        } else {
          lose("\(place)/validation/\(list)/\(index)", "A question has no such rule")
        }
      }
    }
    if definition.label == nil { lose(place, "The question is the key", as: .madeUp) }
    if definition.helper != nil {
      lose(
        place + "/helper", "It stands behind the label, as one text", as: .reinterpreted,
        effect: .nothing)
    }
    for (name, requirement) in [
      ("required", definition.isRequired), ("visible", definition.isVisible),
      ("enabled", definition.isEnabled),
    ] where requirement.isConditional || name != "required" && requirement != .always {
      lose(
        place + "/" + name, "A question does not depend on others",
        effect: definition.isRequired == .never ? .nothing : .laxer)
    }
    if definition.manualEntry != nil {
      let areTexts =
        definition.valueKind == .string && definition.choices.allSatisfy { $0.value.string != nil }
      lose(
        place + "/manualEntry", "The question takes any text",
        effect: areTexts ? .laxer : .stricter)
    }
    // Rows that can't be chosen may stand in what is not checked.
    var kind = FormQuestion.kind(
      of: definition.isChecked == .always ? definition : definition.unasked)
    switch (definition.kind, kind) {
    case (.date?, _), (.area?, _):
      lose(
        place + "/kind", "The question takes a line of text", as: .reinterpreted,
        effect: definition.kind == .date ? .laxer : .nothing)
    case (_, .rows(let rows)) where rows.map { $0.value } == ["true", "false"]:
      kind = .bool
    case (.picker?, .rows), (.picker?, .list):
      if definition.choices.isEmpty {
        lose(place, "A question has a row at least", as: .unsupportedField)
      }
      if definition.choices.contains(where: { $0.value.string == nil })
        || definition.valueKind != .string
      {
        lose(place + "/data", "The answers are texts", as: .reinterpreted, effect: .stricter)
      }
      if definition.choices.contains(where: { $0.isDisabled || $0.description != nil }) {
        lose(place + "/data", "Rows have a value and a label only", effect: .nothing)
      }
    default: break
    }
    var value = FormQuestion.value(of: definition)
    if kind == .bool, let text = value.string { value = .bool(text == "true") }
    if kind == .number, value.string != nil {
      lose(place + "/text", "The draft is no number", as: .wrongValue, effect: .nothing)
      value = .null
    }
    let question = FormQuestion(
      id: definition.key ?? "", text: FormQuestion.text(of: definition), kind: kind,
      isRequired: definition.isRequired == .always && definition.isChecked == .always,
      value: value)
    var made = question.json.members
    if !validators.isEmpty, let type = made["type"] {
      let validators = JSONValue.Member(FormFieldsValidators.name, .array(validators))
      made["type"] = .object(type.members + [validators])
    }
    questions.append(.object(made))
  }
}
