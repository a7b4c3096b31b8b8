/// A form as a JSON Schema of what it commits: a value for each field, null for an empty one.
///
/// Where it says more or less than the form does, the report of losses says so.
struct JSONSchemaExport {
  private var losses: [ConversionReport.Entry] = []
  private let path: String
  private let definition: FieldDefinition

  /// A form as a schema, before what no schema says is put beside it.
  struct Written {
    var schema: JSONValue
    var fields: [Field]
    var report: ConversionReport
  }

  static func schema(of document: FieldDocument) -> Conversion {
    var written = written(document)
    JSONSchemaExtras.add(to: &written, of: document) { try? JSONSchemaImport.document(of: $0) }
    return Conversion(form: .value(written.schema), report: written.report)
  }

  /// The form as a schema says it by itself.
  static func written(_ document: FieldDocument) -> Written {
    var report = ConversionReport()
    var fields: [Field] = []
    var keys: Set<String> = []
    var index = 0
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      defer { index += 1 }
      var export = JSONSchemaExport(path: "/fields/\(index)", definition: reading.definition)
      guard let place = document.place(of: reading.mentions), keys.insert(export.key).inserted
      else {
        report.add(.duplicate, export.path, "A field without a key of its own")
        return true
      }
      export.reportProperties(of: reading)
      let schema = export.schema()
      fields.append(Field(home: place, schema: schema, reading: reading, export))
      return true
    }
    let objects = JSONSchemaObjects(
      RecordLayout(fields.map(\.home), document.frame), document.frame.groups, fields)
    for (index, pointer) in objects.pointers.enumerated() { fields[index].pointer = pointer }
    for (index, field) in fields.enumerated() {
      report.entries += field.losses + objects.losses(ofField: index)
    }
    var members: [JSONValue.Member] = [
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema"))
    ]
    if let title = document.frame.title { members.append(.init("title", .string(title))) }
    if let description = document.frame.description {
      members.append(.init("description", .string(description)))
    }
    members += objects.members(of: 0)
    report.entries += objects.losses
    for key in document.listKeys where 0 < document.entryCount(ofList: key) ?? 0 {
      report.add(
        .noCounterpart, "/entries" + JSONPointer.step(key), "A schema has no entries")
    }
    if !document.frame.sources.isEmpty {
      report.add(.presentationOnly, "/autofill", "A schema has no `autofill`")
    }
    report.countExact(of: document)
    return Written(schema: .object(members), fields: fields, report: report)
  }

  /// A field as a schema has it.
  struct Field {
    /// Where the value stands in the record.
    var home: RecordLayout.Place
    var schema: JSONValue
    var definition: FieldDefinition
    /// Where it stands in the document.
    var place: String
    var losses: [ConversionReport.Entry]
    /// What the document says of it.
    var members: [JSONValue.Member]
    /// Where the schema says what it is.
    var pointer = ""

    fileprivate init(
      home: RecordLayout.Place, schema: JSONValue, reading: FieldReading,
      _ export: JSONSchemaExport
    ) {
      self.home = home
      self.schema = schema
      definition = reading.definition
      members = reading.tree.isEmpty ? [] : JSONValue(reading.tree, 0).members
      place = export.path
      losses = export.losses
    }

    /// The record must have it.
    var isRequired: Bool {
      definition.isRequired == .always && definition.isVisible == .always
    }
  }

  private var key: String { definition.key ?? "" }

  private init(path: String, definition: FieldDefinition) {
    self.path = path
    self.definition = definition
  }

  private mutating func lose(
    _ step: String, _ message: String, as code: ConversionReport.Code = .noCounterpart
  ) {
    losses.append(.init(code, path: path + step, message: message))
  }

  /// What a schema can say; everything else that is written in the field is lost.
  private static let carried: Set<Property.Name> = [
    .key, .kind, .label, .group, .path, .placeholder, .helper, .text, .date, .value, .required,
    .readOnly,
    .maxLength, .lengthUnit, .secure, .validation, .data, .multiple, .minItems, .maxItems,
    .manualEntry, .mode, .minimumDate, .maximumDate, .whenEmpty,
  ]

  private mutating func reportProperties(of reading: FieldReading) {
    guard !reading.tree.isEmpty else { return }
    for member in reading.tree.members(of: 0) {
      let name = reading.tree.string(member) ?? ""
      if let known = Property.Name(rawValue: name), Self.carried.contains(known) { continue }
      // A keyboard that follows from the rest comes back with it.
      if name == "keyboard", Self.keyboard(for: definition) == definition.traits.keyboard.rawValue {
        continue
      }
      if name == "clearable", definition.isRequired != .always, !definition.draft.isEmpty {
        continue
      }
      let decides = ["visible", "enabled", "whenHidden"].contains(name)
      lose(
        JSONPointer.step(name), "A schema has no `\(name)`",
        as: decides ? .noCounterpart : .presentationOnly)
    }
    // Those that are not registered are no rules, and lost all the same.
    guard let validation = reading.value(.validation) else { return }
    if !definition.liveRules.isEmpty {
      lose(
        "/validation/live", "A schema does not say that rules run while typing",
        as: .presentationOnly)
    }
    for list in ["live", "endEditing"] {
      guard let rules = reading.tree.value(of: list, in: validation) else { continue }
      for (index, rule) in reading.tree.elements(of: rules).enumerated() {
        guard let name = reading.tree.value(of: "validator", in: rule) else { continue }
        lose(
          "/validation/\(list)/\(index)",
          "The validator \"\(reading.tree.string(name) ?? "")\" can't be written", as: .program)
      }
    }
  }
}

extension JSONSchemaExport {
  private mutating func schema() -> JSONValue {
    var members: [JSONValue.Member] = []
    if let label = definition.label { members.append(.init("title", .string(label))) }
    if let helper = definition.helper { members.append(.init("description", .string(helper))) }
    members += content()
    if !definition.draft.isEmpty {
      if definition.isSecure {
        lose("/text", "The draft of a secure field is not written", as: .secret)
      } else {
        if let value = definition.value(of: definition.draft) {
          members.append(.init("default", value))
        }
      }
    }
    if let placeholder = definition.placeholder {
      members.append(.init("examples", .array([.string(placeholder)])))
    }
    let isChosen = definition.kind == .picker || definition.kind == .date
    if isChosen, !definition.draft.isEmpty, !definition.isSecure, !definition.isClearable,
      definition.isRequired != .always
    {
      lose(
        "/clearable", "A schema does not say that a field keeps what it holds",
        as: .presentationOnly)
    }
    if definition.isReadOnly {
      members.append(.init("readOnly", .bool(true)))
      if !isRight(definition.draft) {
        lose("/readOnly", "A draft that can't be edited is not checked, and is not right")
      }
    }
    if definition.isSecure { members.append(.init("writeOnly", .bool(true))) }
    if case .when = definition.isRequired {
      lose("/required", "That a field is required only while a condition holds")
    }
    return .object(members)
  }

  /// What an empty draft gives; nil where there can be none.
  private var emptyValue: EmptyValue? {
    if definition.isRequired == .always { return nil }
    return definition.emptyValue
  }

  private var takesNull: Bool { emptyValue == .null }

  /// Whether a draft passes what the field asks, other fields and the day aside.
  private func isRight(_ draft: Draft) -> Bool {
    guard !draft.isEmpty else { return definition.isRequired != .always }
    guard let day = CivilDate(year: 2000, month: 1, day: 1) else { return false }
    var definition = definition
    definition.draft = draft
    definition.minimumDate = nil
    definition.maximumDate = nil
    let surroundings = RuleCheck.Surroundings(today: day)
    let rules = definition.rules.filter { rule in
      switch rule.check {
      case .equals, .before, .after, .validator: false
      case .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step, .oneOf:
        rule.severity == .error && rule.condition == nil
      }
    }
    return RuleCheck.limitFailures(definition, surroundings).isEmpty
      && RuleCheck.failures(of: rules, definition, surroundings).isEmpty
  }

  private mutating func content() -> [JSONValue.Member] {
    switch definition.kind {
    case .picker: return definition.takesSeveral ? severalRows() : rows()
    case .date:
      loseEmptyText()
      return date()
    case .entry, .area, nil:
      loseEmptyText()
      let members = typed(definition.valueKind.rawValue) + refusingEmptyText(rules())
      if definition.kind != returningKind(members) {
        lose(
          "/kind", "A schema does not tell which kind of field it is", as: .presentationOnly)
      }
      return members
    }
  }

  /// The kind of field that is made of what a schema says.
  private func returningKind(_ members: [JSONValue.Member]) -> FieldKind? {
    switch definition.valueKind {
    case .number, .integer: return .entry
    case .boolean: return .picker
    case .string: break
    }
    let formats = members.filter { $0.name == "format" }
    if formats.contains(where: { $0.value == .string("date") }) { return .date }
    let limit = members.first { $0.name == "maxLength" }?.value.wholeNumber ?? 0
    return formats.isEmpty && JSONSchemaImport.longestLine < limit ? .area : .entry
  }

  private mutating func loseEmptyText() {
    guard emptyValue == .empty else { return }
    lose("/whenEmpty", "A schema does not tell an empty text from none")
  }

  private func typed(_ type: String) -> [JSONValue.Member] {
    [
      .init(
        "type", takesNull ? .array([.string(type), .string("null")]) : .string(type))
    ]
  }

  /// Adds to what is said of a value that it is not the empty text, where that is never committed.
  private func refusingEmptyText(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    if definition.valueKind != .string || emptyValue == .empty { return members }
    let least = members["minLength"]?.wholeNumber ?? 0
    return 0 < least ? members : members + [.init("minLength", .integer(1))]
  }

  private mutating func date() -> [JSONValue.Member] {
    var members = typed("string")
    switch definition.mode {
    case .date: members.append(.init("format", .string("date")))
    case .time, .dateAndTime:
      lose("/mode", "A time without an offset from UTC has no format in a schema")
    case .countDownTimer:
      lose("/mode", "A time of hours and minutes, such as 01:30, has no format in a schema")
    }
    for (name, bound) in [
      ("minimumDate", definition.minimumDate), ("maximumDate", definition.maximumDate),
    ] where bound != nil {
      lose("/" + name, "A schema compares no dates")
    }
    return members + rules()
  }

  private mutating func rows() -> [JSONValue.Member] {
    loseEmptyText()
    let choices = reportedChoices()
    let hasNullRow = choices.contains { $0.value == .null }
    if hasNullRow, takesNull {
      lose("/whenEmpty", "A schema does not tell a row for null from an empty field")
    }
    guard let manual = definition.manualEntry else {
      // The rules say which rows are right, and rows are what the schema has.
      _ = rules()
      return [row(choices, orNull: takesNull && !hasNullRow)]
    }
    var typed = refusingEmptyText(typed(definition.valueKind.rawValue))
    if manual != FieldDefinition.manualEntryLabel {
      typed.append(.init("title", .string(manual)))
    }
    return [.init("anyOf", .array([.object([row(choices, orNull: false)]), .object(typed)]))]
      + rules()
  }

  /// The rows that can be chosen; what becomes of the others is told.
  private mutating func reportedChoices() -> [Choice] {
    if definition.choices.isEmpty, definition.manualEntry == nil {
      lose("/data", "A list of rows that is empty takes every text")
    }
    let choices = definition.choices.filter { !$0.isDisabled }
    if definition.choices.count != choices.count { lose("/data", "Rows that can't be chosen") }
    return choices.filter { definition.takesSeveral || isRight(.text($0.text)) }
  }

  /// The keyword that lists the values of rows, each once.
  private func row(_ choices: [Choice], orNull takesNull: Bool) -> JSONValue.Member {
    var known = Set<JSONSchemaScalar>()
    let rows = choices.compactMap { choice -> (choice: Choice, value: JSONValue)? in
      guard let value = definition.value(of: .text(choice.text)),
        JSONSchemaScalar(value).map({ known.insert($0).inserted }) ?? false
      else { return nil }
      return (choice, value)
    }
    // Null without a title is what an empty field gives.
    let hasWords = rows.contains { row in
      row.choice.label != row.choice.text || row.choice.description != nil
        || row.value == .null && definition.isRequired != .always
    }
    guard hasWords else {
      return .init("enum", .array(rows.map(\.value) + (takesNull ? [.null] : [])))
    }
    var options = rows.map { row in
      var option = [
        JSONValue.Member("const", row.value), .init("title", .string(row.choice.label)),
      ]
      if let words = row.choice.description { option.append(.init("description", .string(words))) }
      return JSONValue.object(option)
    }
    if takesNull { options.append(.object([.init("const", .null)])) }
    return .init("oneOf", .array(options))
  }

  private mutating func severalRows() -> [JSONValue.Member] {
    if !definition.rules.isEmpty { lose("/validation", "Rules of a list of rows") }
    if definition.maxLength != nil { lose("/maxLength", "The length of a list of rows") }
    var item = [row(reportedChoices(), orNull: false)]
    if definition.manualEntry != nil {
      lose("/manualEntry", "A row for typed text in a list of rows")
      item = [
        .init(
          "anyOf",
          .array([
            .object(item), .object([.init("type", .string(definition.valueKind.rawValue))]),
          ]))
      ]
    }
    var members =
      typed("array") + [
        .init("items", .object(item)), .init("uniqueItems", .bool(true)),
      ]
    let least = definition.minItems ?? 0
    if emptyValue != .empty {
      members.append(.init("minItems", .integer(max(1, least))))
    } else if 0 < least {
      lose("/minItems", "A list that may be empty, and if it is not has a least length")
    }
    if let limit = definition.maxItems { members.append(.init("maxItems", .integer(limit))) }
    return members
  }
}

/// Rules.
extension JSONSchemaExport {
  private mutating func rules() -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let limit = definition.maxLength {
      members += length("maxLength", limit, at: "/maxLength")
    }
    let lists = [("live", definition.liveRules), ("endEditing", definition.endEditingRules)]
    for (name, rules) in lists {
      for (index, rule) in rules.enumerated() {
        let step = "/validation/\(name)/\(index)"
        guard rule.severity == .error else {
          lose(step, "A rule that does not block", as: .presentationOnly)
          continue
        }
        guard rule.condition == nil else {
          lose(step, "A rule that does not always hold")
          continue
        }
        if rule.message != nil {
          lose(step + "/message", "A schema has no words for a failure", as: .presentationOnly)
        }
        for member in self.rule(rule.check, at: step) { add(member, to: &members, at: step) }
      }
    }
    return members
  }

  /// Adds what a rule says, beside what another has said by the same name.
  private mutating func add(
    _ member: JSONValue.Member, to members: inout [JSONValue.Member], at step: String
  ) {
    guard let index = members.firstIndex(where: { $0.name == member.name }) else {
      return members.append(member)
    }
    if members[index] == member { return }
    let more = JSONValue.object([member])
    if let all = members.firstIndex(where: { $0.name == "allOf" }),
      case .array(let parts) = members[all].value
    {
      members[all].value = .array(parts + [more])
    } else {
      members.append(.init("allOf", .array([more])))
    }
  }

  private mutating func rule(_ check: Rule.Check, at step: String) -> [JSONValue.Member] {
    switch check {
    case .minLength(let limit): return length("minLength", limit, at: step)
    case .maxLength(let limit): return length("maxLength", limit, at: step)
    case .pattern(let pattern, let source):
      if pattern.isCaseInsensitive {
        lose(step, "A schema's patterns do not ignore case")
        return []
      }
      let whole = pattern.isAnchored ? "^(?:\(source))$" : source
      return text(at: step) ? [.init("pattern", .string(whole))] : []
    case .format(.email):
      lose(step, "A schema's e-mail addresses are those of RFC 5321, not those of HTML")
      return text(at: step) ? [.init("format", .string("email"))] : []
    case .format(let format):
      guard let name = JSONSchemaFormats.names[format] else {
        lose(step, "A schema has no format \"\(format.rawValue)\"")
        return []
      }
      return text(at: step) ? [.init("format", .string(name))] : []
    case .minimum(let limit, let isExclusive):
      return number(isExclusive ? "exclusiveMinimum" : "minimum", limit, at: step)
    case .maximum(let limit, let isExclusive):
      return number(isExclusive ? "exclusiveMaximum" : "maximum", limit, at: step)
    case .step(let size, let base):
      guard base == nil else {
        lose(step, "Steps that are not counted from 0")
        return []
      }
      return number("multipleOf", .number(size), at: step)
    case .oneOf(let values):
      var values = values.compactMap { definition.value(of: .text($0)) }
      if takesNull { values.append(.null) }
      return [.init("enum", .array(values))]
    case .equals, .before, .after:
      lose(step, "A schema does not compare fields or dates")
    case .validator: break
    }
    return []
  }

  /// Lengths count code points in a schema.
  private mutating func length(
    _ name: String, _ limit: Int, at step: String
  ) -> [JSONValue.Member] {
    guard text(at: step) else { return [] }
    switch definition.lengthUnit {
    case .scalar: break
    case .grapheme:
      lose(step, "A schema counts code points, of which a character may have several")
    case .utf16, .utf8, .words:
      lose(step, "A schema counts no \(definition.lengthUnit.rawValue)")
      return []
    }
    return [.init(name, .integer(limit))]
  }

  /// Whether the value is text, so that what is said of text holds.
  private mutating func text(at step: String) -> Bool {
    if definition.valueKind == .string || definition.kind == .date { return true }
    lose(step, "A schema says nothing about how a number is written")
    return false
  }

  private mutating func number(
    _ name: String, _ limit: Measure, at step: String
  ) -> [JSONValue.Member] {
    guard case .number(let limit) = limit, definition.scale == .number else {
      lose(step, "A schema compares no dates")
      return []
    }
    switch definition.valueKind {
    case .number, .integer: return [.init(name, .number(limit.description))]
    case .string, .boolean:
      lose(step, "A schema does not compare texts as numbers")
      return []
    }
  }

  /// The keyboard for what a schema says of a field.
  private static func keyboard(for definition: FieldDefinition) -> String? {
    switch definition.valueKind {
    case .integer, .number: keyboard(forType: definition.valueKind.rawValue)
    case .string, .boolean:
      definition.rules.lazy.compactMap { rule -> String? in
        guard case .format(let format) = rule.check else { return nil }
        return JSONSchemaFormats.names[format].flatMap { keyboard(forFormat: $0) }
      }.first
    }
  }

  static func keyboard(forType type: String) -> String {
    type == "integer" ? "numberPad" : "decimalPad"
  }

  static func keyboard(forFormat format: String) -> String? {
    ["email": "emailAddress", "idn-email": "emailAddress", "uri": "URL"][format]
  }
}
