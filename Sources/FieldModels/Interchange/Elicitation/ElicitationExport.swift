import FieldModels

/// A form as the parameters of an elicitation (Model Context Protocol): a message and a flat schema.
///
/// What the schema of an elicitation can't say, a pattern for instance, is reported and left to
/// whoever checks the answer by the form. A form that asks for a secret is refused, since the
/// specification forbids to ask for one in this way.
struct ElicitationExport {
  private var report = ConversionReport()
  private var properties: [JSONValue.Member] = []
  private var required: [JSONValue] = []
  /// The places of the fields that are not always checked, of which nothing is asked.
  private var released: Set<String> = []

  static func schema(of document: FieldDocument) throws(ConversionRefusal) -> Conversion {
    let written = JSONSchemaExport.written(document, sayingConditions: false)
    if let secret = written.fields.first(where: { $0.definition.isSecure }) {
      throw ConversionRefusal(
        "A secret must not be asked for by an elicitation; that of `\(secret.definition.key ?? "")`"
          + " needs one by URL", path: secret.place)
    }
    var export = ElicitationExport()
    let message = export.message(of: document)
    export.read(written.report)
    for field in written.fields { export.add(field) }
    export.forgetReleased()
    export.addGroups(of: document)
    var schema: [JSONValue.Member] = [
      .init("type", .string("object")), .init("properties", .object(export.properties)),
    ]
    if !export.required.isEmpty { schema.append(.init("required", .array(export.required))) }
    let form = JSONValue.object([
      .init("message", .string(message)), .init("requestedSchema", .object(schema)),
    ])
    if let returned = try? ElicitationImport.document(of: form).form.value() {
      ReturningForm.addDifferences(
        of: written.fields.map { .init(place: $0.place, members: $0.members) },
        returned: returned, by: .init(format: "An elicitation"), to: &export.report)
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

  /// What the person is asked.
  private mutating func message(of document: FieldDocument) -> String {
    if let text = document.frame.description {
      if document.frame.title != nil {
        lose("/title", "An elicitation has no title", effect: .nothing)
      }
      return text
    }
    guard let title = document.frame.title else {
      lose("", "The message is made up", as: .madeUp)
      return "Please fill in this form."
    }
    lose("/title", "The title is the message", as: .reinterpreted, effect: .nothing)
    return title
  }

  /// Takes over what no schema says: here nothing stands beside it.
  private mutating func read(_ told: ConversionReport) {
    for entry in told.entries {
      let steps = entry.path.split(separator: "/")
      // The order, names and places of fields are told of here.
      if steps.first == "groups" || entry.path == "/fields" { continue }
      if steps.count == 3, ["key", "group", "kind"].contains(steps[2]) { continue }
      var entry = entry
      if entry.code == .presentationOnly { entry.code = .noCounterpart }
      report.entries.append(entry)
    }
  }

  /// Forgets what was told of what such fields ask: none of it is said.
  private mutating func forgetReleased() {
    report.entries.removeAll { entry in
      let steps = entry.path.split(separator: "/", maxSplits: 3)
      return 2 < steps.count && FormOutline.asking.contains(String(steps[2]))
        && released.contains("/\(steps[0])/\(steps[1])")
    }
  }

  private mutating func addGroups(of document: FieldDocument) {
    for (index, group) in document.frame.groups.enumerated() {
      lose("/groups/\(index)", "An elicitation has no groups", effect: .ofLosing(group))
    }
    if document.frame.isClosed { lose("/closed", "An elicitation does not say that it is closed") }
  }

  private mutating func add(_ field: JSONSchemaExport.Field) {
    guard field.home.list == nil else {
      return lose(field.place, "An elicitation has no lists", as: .unsupportedField)
    }
    if field.definition.kind == .any {
      return lose(
        field.place, "An elicitation asks for texts, numbers, truth values and choices",
        as: .unsupportedField)
    }
    var field = field
    if field.definition.isChecked != .always {
      // Clients check whatever they are given, so nothing is asked; that is told by what comes back.
      released.insert(field.place)
      field.definition = field.definition.unasked
      field.isRequired = false
      field.schema = .object(
        field.schema.members.filter { ["title", "description"].contains($0.name) })
    }
    let definition = field.definition
    if definition.isReadOnly {
      return lose(
        field.place, "An elicitation asks for everything that it names, and this can't be answered",
        as: .unsupportedField)
    }
    let key = definition.key ?? ""
    var name = field.home.path.last ?? key
    if field.home.path.count != 1 {
      name = key
      lose(
        field.place, "An elicitation is flat, so it stands under its key", as: .reinterpreted,
        effect: .nothing)
    }
    while properties[name] != nil { name += "_" }
    if name != key {
      lose(
        field.place + "/key", "An elicitation names it by where its value stands",
        as: .reinterpreted, effect: .nothing)
    }
    if definition.group != nil {
      lose(field.place + "/group", "An elicitation has no groups", effect: .nothing)
    }
    if definition.placeholder != nil {
      lose(field.place + "/placeholder", "An elicitation has no placeholders", effect: .nothing)
    }
    if definition.isRequired != .always, definition.emptyValue == .null {
      lose(
        field.place + "/whenEmpty", "An empty field is left out of the answer, and not null",
        as: .reinterpreted, effect: .nothing)
    }
    var members = field.schema.members.filter { ["title", "description"].contains($0.name) }
    if let sort = rows(field) {
      members = sort.first.map { [$0] + members + sort.dropFirst() } ?? members
    } else {
      members = typed(field, members)
    }
    if !definition.draft.isEmpty { members += draft(field, members) }
    properties.append(.init(name, .object(members)))
    // What is present may be empty, which only a list of choices says.
    let isAsked = definition.isRequired == .always || definition.takesSeveral
    if field.isRequired, isAsked { required.append(.string(name)) }
  }
}

/// What is chosen.
extension ElicitationExport {
  /// What is said of a field's rows, the type first; nil for a field that is typed into.
  private mutating func rows(_ field: JSONSchemaExport.Field) -> [JSONValue.Member]? {
    let (definition, place) = (field.definition, field.place + "/data")
    let oneOf = definition.rules.lazy.compactMap { rule -> [String]? in
      guard case .oneOf(let values) = rule.check, rule.severity == .error, rule.condition == nil
      else { return nil }
      return values
    }.first
    guard definition.kind == .picker else {
      guard let oneOf, definition.valueKind == .string, definition.kind != .date else { return nil }
      return [
        .init("type", .string("string")), .init("enum", .array(oneOf.map { .string($0) })),
      ]
    }
    if definition.manualEntry != nil, !definition.takesSeveral {
      let areTexts = definition.choices.allSatisfy { $0.value.string != nil }
      lose(
        place, "An elicitation has no rows beside typed text",
        effect: areTexts ? .laxer : .stricter)
      return nil
    }
    var choices = definition.choices.filter { !$0.isDisabled }
    if isYesOrNo(choices), !definition.takesSeveral {
      if choices.map({ $0.label }) != JSONSchemaImport.yesAndNo.map({ $0.label }) {
        lose(
          place, "Clients have words of their own for true and false", as: .reinterpreted,
          effect: .nothing)
      }
      return [.init("type", .string("boolean"))]
    }
    if choices.contains(where: { $0.value == .null }) {
      lose(place, "An elicitation has no row for null")
      choices.removeAll { $0.value == .null }
    }
    if choices.isEmpty { return nil }
    if definition.valueKind != .string || choices.contains(where: { $0.value.string == nil }) {
      lose(place, "The answers are texts", as: .reinterpreted, effect: .stricter)
    }
    if choices.contains(where: { $0.description != nil }) {
      lose(place, "Rows have no descriptions in an elicitation", effect: .nothing)
    }
    let texts = choices.map { JSONValue.string(Self.text($0)) }
    let isPlain = choices.allSatisfy { $0.label == $0.text }
    let options = zip(choices, texts).map { choice, text in
      JSONValue.object([.init("const", text), .init("title", .string(choice.label))])
    }
    guard definition.takesSeveral else {
      return [
        .init("type", .string("string")),
        isPlain ? .init("enum", .array(texts)) : .init("oneOf", .array(options)),
      ]
    }
    let item: [JSONValue.Member] =
      isPlain
      ? [.init("type", .string("string")), .init("enum", .array(texts))]
      : [.init("anyOf", .array(options))]
    let limits = field.schema.members.filter { ["minItems", "maxItems"].contains($0.name) }
    return [.init("type", .string("array")), .init("items", .object(item))] + limits
  }

  private func isYesOrNo(_ choices: [Choice]) -> Bool {
    choices.count == 2 && Set(choices.compactMap { $0.value.bool }).count == 2
  }

  /// What is sent for a row.
  private static func text(_ choice: Choice) -> String { choice.value.string ?? choice.text }
}

/// What is typed.
extension ElicitationExport {
  private static let formats: Set<String> = ["email", "uri", "date", "date-time"]

  private mutating func typed(
    _ field: JSONSchemaExport.Field, _ words: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let definition = field.definition
    let isText = definition.kind == .date || definition.valueKind == .string
    var members: [JSONValue.Member] = [
      .init("type", .string(isText ? "string" : definition.valueKind.rawValue))
    ]
    members += words
    // Where two rules say something by the same name, the second stands in `allOf`.
    let parts = [field.schema] + (field.schema["allOf"]?.array ?? [])
    func bounds(_ name: String) -> [JSONValue] { parts.compactMap { $0[name] } }
    if isText {
      // Clients may send the empty text for what was left empty; it must not be where something must
      // be filled in.
      let needed = field.isRequired ? 1 : 2
      if let least = bounds("minLength").compactMap({ $0.wholeNumber }).max(), needed <= least {
        members.append(.init("minLength", .integer(least)))
      }
      if let most = bounds("maxLength").compactMap({ $0.wholeNumber }).min() {
        members.append(.init("maxLength", .integer(most)))
      }
      let format = bounds("format").first { Self.formats.contains($0.string ?? "") }
      if let format { members.append(.init("format", format)) }
    } else {
      for (name, isLeast) in [("minimum", true), ("maximum", false)] {
        let numbers = (bounds(name) + whole(field, isLeast)).compactMap { bound -> Decimal? in
          if case .number(let text) = bound { Decimal(text) } else { nil }
        }
        guard let limit = isLeast ? numbers.max() : numbers.min() else { continue }
        members.append(.init(name, .number(limit.description)))
      }
    }
    loseRules(of: field, formats: bounds("format"), isText)
    return members
  }

  /// Exclusive limits of whole numbers as those that can be said.
  private func whole(_ field: JSONSchemaExport.Field, _ isLeast: Bool) -> [JSONValue] {
    guard field.definition.valueKind == .integer else { return [] }
    return field.definition.rules.compactMap { rule in
      guard rule.severity == .error, rule.condition == nil else { return nil }
      switch rule.check {
      case .minimum(.number(let limit), isExclusive: true) where isLeast:
        return Self.next(to: limit, by: 1)
      case .maximum(.number(let limit), isExclusive: true) where !isLeast:
        return Self.next(to: limit, by: -1)
      default: return nil
      }
    }
  }

  /// The first whole number beyond a limit, or for a fraction the limit.
  private static func next(to limit: Decimal, by step: WholeNumber) -> JSONValue {
    guard let number = WholeNumber(limit.description) else { return .number(limit.description) }
    let (next, isTooLarge) = number.addingReportingOverflow(step)
    return isTooLarge ? .number(limit.description) : .integer(next)
  }

  /// Reports the rules that only the form can ask for.
  private mutating func loseRules(
    of field: JSONSchemaExport.Field, formats: [JSONValue], _ isText: Bool
  ) {
    let definition = field.definition
    let said = formats.first { Self.formats.contains($0.string ?? "") }
    for (list, rules) in [
      ("live", definition.liveRules), ("endEditing", definition.endEditingRules),
    ] {
      for (index, rule) in rules.enumerated()
      where rule.severity == .error && rule.condition == nil {
        let place = "\(field.place)/validation/\(list)/\(index)"
        switch rule.check {
        case .pattern: lose(place, "An elicitation has no patterns")
        case .format(let format):
          let name = format.schemaName ?? format.rawValue
          guard said?.string != name, format != .email else { continue }
          lose(place, "An elicitation has no format \"\(format.rawValue)\" here")
        case .minimum(_, let isExclusive), .maximum(_, let isExclusive):
          guard isExclusive, !isText else { continue }
          if definition.valueKind == .integer {
            lose(place, "The limit is the next whole number", as: .reinterpreted)
          } else {
            lose(place, "An elicitation has no limits that are not reached themselves")
          }
        case .step where !isText: lose(place, "An elicitation has no steps")
        case .oneOf: lose(place, "An elicitation has no numbers to choose from")
        case .step, .minLength, .maxLength, .equals, .before, .after, .holds, .schema,
          .validator:
          continue
        }
      }
    }
  }

  /// What the field begins with.
  private mutating func draft(
    _ field: JSONSchemaExport.Field, _ members: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let definition = field.definition
    let value: JSONValue? =
      switch members["type"]?.string {
      case "array":
        .array(
          definition.draft.values.map { text in
            .string(definition.choice(drafted: text).map(Self.text) ?? text)
          })
      case "string":
        .string(
          definition.choice(drafted: definition.draft.text).map(Self.text) ?? definition.draft.text)
      default: definition.value(of: definition.draft)
      }
    let isRight =
      switch (members["type"]?.string, value) {
      case ("string", .string?), ("array", .array?), ("boolean", .bool?), ("number", .number?): true
      case ("integer", .number(let text)?): Decimal(text)?.isInteger ?? false
      default: false
      }
    guard let value, isRight else {
      lose(
        field.place + (definition.kind == .date ? "/date" : "/text"),
        "Not a value that the answer could have", as: .wrongValue, effect: .nothing)
      return []
    }
    return [.init("default", value)]
  }
}
