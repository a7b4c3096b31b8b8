import FieldModels

/// A form as a survey of AWX: a question for each field.
///
/// What it asks is what `AWXImport` reads in it: the report tells of all that does not come back.
enum AWXExport {
  static func survey(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    var form = try ReturningExport(of: document, by: .init(format: "A survey of AWX"))
    let frame = document.frame
    let questions = form.elements(
      .init(
        look: AWXNames.format, description: { _, _ in .null }, group: { _, _, _, inner in inner },
        field: write)
    ).filter { $0 != .null }
    for (index, group) in frame.groups.enumerated() where group.repetition == nil {
      form.lose(
        .unsupportedField, at: "/groups/\(index)", "A survey has no groups",
        effect: .ofLosing(group))
    }
    if questions.isEmpty {
      form.lose(.noCounterpart, at: "/fields", "AWX takes no survey without questions")
    }
    var members: [JSONValue.Member] = [
      .init("name", .string(frame.title ?? "")),
      .init("description", .string(frame.description ?? "")),
      .init("spec", .array(questions)),
    ]
    members += (frame.presentation?[AWXNames.format]?.members ?? []).filter {
      members[$0.name] == nil
    }
    let survey = JSONValue.object(members)
    let returned = try AWXImport.document(of: survey).droppingWrongDrafts(from: .awx)
    return Conversion(form: .value(survey), report: try form.report(returned: returned))
  }

  private static func write(
    in form: inout ReturningExport, _ field: ReturningExport.Field, _ look: JSONValue,
    to questions: inout [JSONValue]
  ) {
    let definition = field.definition
    guard let type = type(of: definition, look["type"]?.string) else {
      return form.loseField(field)
    }
    var question: [JSONValue.Member] = [
      .init("type", .string(type)), .init("question_name", .string(definition.heading)),
      .init("question_description", .string(definition.helper ?? "")),
      .init("variable", .string(definition.key ?? "")),
      .init("required", .bool(definition.isRequired == .always)),
    ]
    switch type {
    case "text", "textarea", "password": writeLengths(definition, to: &question)
    case "integer", "float": writeLimits(definition, to: &question)
    case "multiplechoice", "multiselect":
      let rows = definition.textRows.map { JSONValue.string($0.text) }
      question.append(.init("choices", .array(rows)))
    default: break
    }
    if let draft = form.draft(of: field), let value = value(of: draft, definition, type) {
      question.append(.init("default", value))
    }
    question += (look["question"]?.members ?? []).filter { question[$0.name] == nil }
    questions.append(.object(question))
  }

  /// The type of the question for a field; nil where there is none for it.
  private static func type(of definition: FieldDefinition, _ wished: String?) -> String? {
    switch definition.kind {
    case .any: return wished
    case .picker where definition.manualEntry == nil:
      if definition.textRows.isEmpty { return nil }
      return definition.takesSeveral ? "multiselect" : "multiplechoice"
    case .entry where definition.valueKind.isNumber:
      return definition.valueKind == .integer ? "integer" : "float"
    case .entry where definition.isSecure, .area where definition.isSecure: return "password"
    case .area: return "textarea"
    default: return "text"
    }
  }

  private static func writeLengths(
    _ definition: FieldDefinition, to question: inout [JSONValue.Member]
  ) {
    // How long a password is may be asked only if it is not the stored one, and is so by itself.
    let rules = definition.rules.filter { $0.severity == .error }
    let lengths = rules.compactMap { rule -> WholeNumber? in
      guard case .minLength(let length) = rule.check else { return nil }
      let isPlain = rule.condition == nil
      let isUnlessStored =
        rule.condition == .test(key: definition.key ?? "", .isNot(AWXNames.stored))
        && definition.isSecure
      return isPlain || isUnlessStored ? WholeNumber(length) : nil
    }
    if let least = lengths.max(), 0 < least { question.append(.init("min", .integer(least))) }
    if let most = definition.maxLength, 0 < most {
      question.append(.init("max", .integer(most)))
    }
  }

  /// Writes limits, which are whole numbers.
  private static func writeLimits(
    _ definition: FieldDefinition, to question: inout [JSONValue.Member]
  ) {
    for rule in definition.blockingRules {
      let (name, limit): (String, Decimal)
      switch rule.check {
      case .minimum(.number(let number), isExclusive: false): (name, limit) = ("min", number)
      case .maximum(.number(let number), isExclusive: false): (name, limit) = ("max", number)
      default: continue
      }
      if question[name] == nil, let whole = limit.wholeNumber {
        question.append(.init(name, .integer(whole)))
      }
    }
  }

  /// What a question begins with.
  private static func value(
    of draft: Draft, _ definition: FieldDefinition, _ type: String
  ) -> JSONValue? {
    switch type {
    case "integer": return Decimal(draft.text)?.wholeNumber.map { .integer($0) }
    case "float": return Decimal(draft.text).map { $0.json }
    case "multiplechoice", "multiselect":
      let rows = definition.textRows.filter { draft.values.contains($0.choice.text) }
      let text = rows.map { $0.text }.joined(separator: "\n")
      return text.isEmpty ? nil : .string(text)
    default: return draft.text.isEmpty ? nil : .string(draft.text)
    }
  }
}
