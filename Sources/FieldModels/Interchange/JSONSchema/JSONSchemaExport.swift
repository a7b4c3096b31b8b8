import FieldModels

/// A form as a JSON Schema of what it commits: a value for each field, null for an empty one.
///
/// Where it says more or less than the form does, the report of losses says so.
struct JSONSchemaExport {
  private var losses: [ConversionReport.Entry] = []
  private let path: String
  let definition: FieldDefinition
  /// Which of the form's fields it is.
  private var number = 0
  /// A condition, rule or calculation of another field looks at it.
  private var isWatched = false
  /// What is asked only while something is the case, if the schema says that at all.
  private var conditions: JSONSchemaConditions?
  /// What its schemas refer to.
  private var definitions: [JSONValue.Member] = []
  private var schemaCount = 0
  private var consequences:
    [(while: JSONSchemaConditions.Said, consequence: JSONSchemaConditions.Consequence)] = []
  /// Whether what the field holds is checked: always, never, or while a condition holds.
  private(set) var isChecked = Requirement.always
  /// No schema says by which condition it is checked, so that nothing is asked of it.
  private var isConditionLost = false

  /// A form as a schema, before what no schema says is put beside it.
  struct Written {
    var schema: JSONValue
    var fields: [Field]
    /// Where the fields stand in a record, by their numbers.
    let layout: RecordLayout
    /// Where the schemas of lists stand, by the numbers of their groups.
    var lists: [Int: String]
    var report: ConversionReport
  }

  static func schema(of document: FieldDocument) -> Conversion {
    var written = written(document, sayingConditions: true)
    JSONSchemaExtras.add(to: &written, of: document) { try? JSONSchemaImport.document(of: $0) }
    return Conversion(form: .value(written.schema), report: written.report)
  }

  /// The form as a schema says it by itself.
  ///
  /// - Parameters:
  ///   - document: the form
  ///   - saysConditions: what holds only while something is the case is said with `if`
  /// - Returns: the schema, and what it does not say
  static func written(
    _ document: FieldDocument, sayingConditions saysConditions: Bool
  ) -> Written {
    var report = ConversionReport()
    var found: [(export: JSONSchemaExport, home: RecordLayout.Place, reading: FieldReading)] = []
    var keys: Set<String> = []
    var index = 0
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      defer { index += 1 }
      let takesEmptyTexts = document.frame.takesEmptyTexts
      let export = JSONSchemaExport(
        path: "/fields/\(index)",
        definition: takesEmptyTexts ? reading.definition.takingEmptyText : reading.definition)
      guard let home = document.place(of: reading.mentions), keys.insert(export.key).inserted
      else {
        report.add(.duplicate, export.path, "A field without a key of its own")
        return true
      }
      found.append((export: export, home: home, reading: reading))
      return true
    }
    let layout = RecordLayout(found.map { $0.home }, document.frame)
    let operands = found.map {
      JSONSchemaConditions.Operand($0.export.definition, at: $0.home)
    }
    let watched = Set(found.flatMap { $0.export.definition.watchedKeys })
    var conditions = saysConditions ? JSONSchemaConditions(layout, of: operands) : nil
    var fields: [Field] = []
    for (number, (export, home, reading)) in found.enumerated() {
      var export = export
      export.number = number
      export.isWatched = watched.contains(export.key)
      export.decideWhatIsChecked(conditions)
      export.reportProperties(of: reading)
      let schema = export.schema()
      for (said, consequence) in export.consequences {
        conditions?.add(consequence, to: number, while: said)
      }
      fields.append(
        Field(number: number, home: home, schema: schema, reading: reading, export))
    }
    let objects = JSONSchemaObjects(
      layout, document.frame.groups, fields, saying: conditions)
    let pointers = objects.pointers
    for (index, pointer) in pointers.fields.enumerated() { fields[index].pointer = pointer }
    for (index, field) in fields.enumerated() {
      if field.pointer.isEmpty {
        report.add(.duplicate, field.place, "Another field's value stands where its would")
      } else {
        report.entries += field.losses + objects.losses(ofField: index)
      }
    }
    fields.removeAll { $0.pointer.isEmpty }
    var members: [JSONValue.Member] = [
      .init("$schema", .string("https://json-schema.org/draft/2020-12/schema"))
    ]
    if let title = document.frame.title { members.append(.init("title", .string(title))) }
    if let description = document.frame.description {
      members.append(.init("description", .string(description)))
    }
    members += objects.members(of: 0)
    let definitions = fields.flatMap { $0.definitions } + objects.definitions
    if !definitions.isEmpty { members.append(.init("$defs", .object(definitions))) }
    report.entries += objects.losses
    for key in document.listKeys where 0 < document.entryCount(ofList: key) ?? 0 {
      report.add(
        .noCounterpart, "/entries" + JSONPointer.step(key), "A schema has no entries",
        effect: .nothing)
    }
    if !document.frame.sources.isEmpty {
      report.add(.presentationOnly, "/autofill", "A schema has no `autofill`")
    }
    report.countExact(of: document)
    return Written(
      schema: .object(members), fields: fields, layout: layout, lists: pointers.lists,
      report: report)
  }

  /// A field as a schema has it.
  struct Field {
    /// Which of the form's fields with a key it is.
    let number: Int
    /// Where the value stands in the record.
    var home: RecordLayout.Place
    var schema: JSONValue
    var definition: FieldDefinition
    /// Where it stands in the document.
    var place: String
    var losses: [ConversionReport.Entry]
    /// What the document says of it.
    var members: [JSONValue.Member]
    /// What its schema refers to.
    var definitions: [JSONValue.Member]
    /// Where the schema says what it is; empty where another field's value has its place.
    var pointer = ""
    /// The record must have it.
    var isRequired: Bool

    fileprivate init(
      number: Int, home: RecordLayout.Place, schema: JSONValue, reading: FieldReading,
      _ export: JSONSchemaExport
    ) {
      self.number = number
      self.home = home
      self.schema = schema
      definition = reading.definition
      members = reading.tree.isEmpty ? [] : JSONValue(reading.tree, 0).members
      place = export.path
      losses = export.losses
      definitions = export.definitions
      isRequired =
        export.mustStand && definition.isVisible == .always && export.isChecked == .always
        || export.isAlwaysPresent
    }
  }

  private var key: String { definition.key ?? "" }

  private init(path: String, definition: FieldDefinition) {
    self.path = path
    self.definition = definition
  }

  mutating func lose(
    _ step: String, _ message: String, as code: ConversionReport.Code = .noCounterpart,
    effect: ConversionReport.Effect? = nil
  ) {
    losses.append(.init(code, path: path + step, message: message, effect: effect))
  }

  /// What a schema can say; everything else that is written in the field is lost.
  private static let carried: Set<Property.Name> = [
    .key, .kind, .label, .group, .path, .placeholder, .helper, .text, .date, .value, .required,
    .readOnly, .precision,
    .present, .maxLength, .lengthUnit, .secure, .validation, .data, .multiple, .minItems, .maxItems,
    .uniqueItems, .asFlags,
    .manualEntry, .mode, .minimumDate, .maximumDate, .whenEmpty,
  ]

  /// The key must be there while the field is checked.
  fileprivate var mustStand: Bool {
    definition.isRequired == .always && definition.missingValue == .empty
  }

  /// The key must be there in every record.
  fileprivate var isAlwaysPresent: Bool {
    definition.presence == .always
      && (definition.isVisible == .always || definition.hiddenValue == .keep)
  }

  /// Says that the key must be there only while a condition holds.
  private mutating func sayPresence() {
    if definition.presence == .never || isAlwaysPresent { return }
    if case .when(let condition) = definition.presence, definition.isVisible == .always,
      isChecked == .always,
      say(.init(isRequired: true), while: condition, at: "/present")
    {
      return
    }
    lose("/present", "That the key must be there only while a condition holds")
  }

  private mutating func reportProperties(of reading: FieldReading) {
    guard !reading.tree.isEmpty else { return }
    for member in reading.tree.members(of: 0) {
      let name = reading.tree.string(member) ?? ""
      if let known = Property.Name(rawValue: name), Self.carried.contains(known) { continue }
      // A keyboard that follows from the rest comes back with it.
      if name == "keyboard", Self.keyboard(for: definition) == definition.traits.keyboard.rawValue {
        continue
      }
      if name == "valueFormat", definition.valuePattern != nil {
        lose(
          "/valueFormat", "A schema has a shape for such a text, and not which dates exist",
          effect: .laxer)
        continue
      }
      if name == "whenMissing", definition.missingValue == .default {
        lose(
          "/whenMissing", "To a schema a field that is missing has no value",
          effect: isWatched ? .stricter : .laxer)
        continue
      }
      if name == "lenient", schemaOfAll != nil {
        let isAlone = definition.rules.count == 1 && definition.maxLength == nil
        lose(
          "/lenient", "A schema has the schema of the rule alone", as: .reinterpreted,
          effect: isAlone ? .nothing : .laxer)
        continue
      }
      if name == "clearable", definition.isRequired != .always, !definition.draft.isEmpty {
        continue
      }
      lose(
        JSONPointer.step(name), "A schema has no `\(name)`",
        as: decides(name) ? .noCounterpart : .presentationOnly,
        effect: decides(name) && name != "lenient"
          || name == "blankIsEmpty" && definition.kind == .any
          ? .laxer : .ofLosing(name))
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
        guard let name = reading.tree.value(named: "validator", in: rule) else { continue }
        lose(
          "/validation/\(list)/\(index)",
          "The validator \"\(reading.tree.string(name) ?? "")\" can't be written", as: .program)
      }
    }
  }
}

/// What is checked, and when.
extension JSONSchemaExport {
  private mutating func decideWhatIsChecked(_ conditions: JSONSchemaConditions?) {
    self.conditions = conditions
    guard let conditions else { return }
    switch definition.isChecked {
    case .always: break
    case .never: isChecked = .never
    case .when(let condition):
      // What is spelt otherwise is told where the condition is said.
      isConditionLost = conditions.said(condition, for: number) == nil
      isChecked = isConditionLost ? .never : .when(condition)
    }
  }

  /// Whether a property that no schema has decides about records.
  private func decides(_ name: String) -> Bool {
    switch name {
    case "visible", "enabled":
      return conditions == nil || isConditionLost
    case "whenHidden":
      if conditions == nil { return true }
      // What is kept without a check may be no value of the field at all.
      let isText = definition.kind != .picker && definition.valueKind == .string
      return definition.hiddenValue == .keep && !isText
    case "lenient": return true
    default: return false
    }
  }

  /// Says that something is asked while a condition holds, and the field is checked; false where no
  /// schema says so.
  mutating func say(
    _ consequence: JSONSchemaConditions.Consequence, while condition: Condition?, at step: String
  ) -> Bool {
    var whole = condition
    switch isChecked {
    case .always: break
    case .never: return true
    case .when(let other): whole = Condition.both(other, condition)
    }
    guard let whole, let conditions, let said = conditions.said(whole, for: number) else {
      return false
    }
    if said.isNear {
      lose(step, "A schema takes 2.0 for 2, and a condition looks at how a number is spelt")
    }
    if said.looksAtHidden {
      lose(step, "A schema has a condition look at what a record has of a hidden field")
    }
    consequences.append((while: said, consequence: consequence))
    return true
  }

  /// Whether what the field holds may be asked about beside what kind of value it is.
  private var isSplit: Bool { isChecked != .always }
}

extension JSONSchemaExport {
  private mutating func schema() -> JSONValue {
    var members: [JSONValue.Member] = []
    if let label = definition.label { members.append(.init("title", .string(label))) }
    if let helper = definition.helper { members.append(.init("description", .string(helper))) }
    let asked = content()
    members += isSplit ? fitting() : asked
    if isSplit { sayLater(asked, than: fitting()) }
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
      if isSplit ? !isFitting(definition.draft) : !isRight(definition.draft) {
        lose("/readOnly", "A draft that can't be edited is not checked, and is not right")
      }
    }
    if definition.isSecure { members.append(.init("writeOnly", .bool(true))) }
    if case .when(let condition) = definition.isRequired {
      let needed = JSONSchemaConditions.Consequence(
        schema: filled(), isRequired: definition.missingValue == .empty)
      if !say(needed, while: condition, at: "/required") {
        lose("/required", "That a field is required only while a condition holds")
      }
    }
    sayPresence()
    return .object(members)
  }

  /// Says what is asked of a value while it is checked, but for what is said of it always.
  private mutating func sayLater(
    _ asked: [JSONValue.Member], than always: [JSONValue.Member]
  ) {
    var consequence = JSONSchemaConditions.Consequence()
    consequence.schema = asked.filter { !always.contains($0) }.map { $0.withoutTitles }
    consequence.isRequired = mustStand
    if consequence.schema.isEmpty, !consequence.isRequired { return }
    // It was looked up before that the condition can be said.
    _ = say(consequence, while: nil, at: definition.isVisible == .always ? "/enabled" : "/visible")
  }

  /// What is asked of a value so that the field is not empty, beside what is asked of it anyway.
  private func filled() -> [JSONValue.Member] {
    if definition.kind == .any { return [Self.something] }
    if definition.commitsFlags {
      return [.init("type", "object"), aFlag(of: definition.choices)]
    }
    var members: [JSONValue.Member] = []
    if takesNull {
      if definition.takesSeveral {
        members.append(.init("type", .string("array")))
      } else if definition.kind == .picker {
        members.append(.init("not", .object([.init("const", .null)])))
      } else {
        let isDate = definition.kind == .date
        members.append(
          .init("type", .string(isDate ? "string" : definition.valueKind.rawValue)))
      }
    }
    guard definition.emptyValue == .empty, !definition.takesEmptyText else { return members }
    if definition.takesSeveral {
      members.append(.init("minItems", .integer(max(1, definition.minItems ?? 0))))
    } else if definition.valueKind == .string {
      members.append(.init("minLength", .integer(1)))
    }
    return members
  }

  /// What kind of value it is, which is asked also where nothing is checked.
  private func fitting() -> [JSONValue.Member] {
    if definition.kind == .any { return [] }
    let isNeeded = definition.isRequired == .always
    let takesNull = isNeeded || definition.emptyValue == .null
    let takesEmpty = isNeeded || definition.emptyValue == .empty || definition.takesEmptyText
    if definition.commitsFlags {
      return [
        .init("type", ["object", "null"]), .init("additionalProperties", ["type": "boolean"]),
      ]
    }
    guard definition.takesSeveral else {
      return fittingOne(orNull: takesNull, orEmpty: takesEmpty)
    }
    let item = fittingOne(orNull: false, orEmpty: true)
    return [
      .init("type", takesNull ? ["array", "null"] : "array"), .init("items", .object(item)),
    ] + (takesEmpty ? [] : [.init("minItems", .integer(1))])
  }

  /// The same of one value; what is no row is found out by a check only.
  private func fittingOne(orNull takesNull: Bool, orEmpty takesEmpty: Bool) -> [JSONValue.Member] {
    // What is typed as a whole number may be any until it is checked.
    let kind = definition.valueKind == .integer ? ValueKind.number : definition.valueKind
    let type = JSONValue.string(kind.rawValue)
    var typed = [JSONValue.Member("type", takesNull ? [type, "null"] : type)]
    if kind == .string, !takesEmpty { typed.append(.init("minLength", .integer(1))) }
    guard definition.kind == .picker, !definition.choices.isEmpty else { return typed }
    // The text of a row with another value stands for that row.
    let others = definition.choices.filter { definition.value(of: $0.text).string == nil }
    if kind == .string, !others.isEmpty {
      let texts = others.map { JSONValue.string($0.text) }
      typed.append(.init("not", .object([.init("enum", .array(texts))])))
    }
    return [
      .init(
        "anyOf", .array([.object([row(definition.choices, orNull: false)]), .object(typed)]))
    ]
  }

  /// Whether a draft gives a value of the right kind.
  private func isFitting(_ draft: Draft) -> Bool {
    if definition.kind == .any { return definition.anyValue(of: draft) != nil }
    return draft.isEmpty
      || draft.values.allSatisfy { text in
        if definition.choice(drafted: text) != nil { return true }
        switch (definition.value(of: text), definition.valueKind) {
        case (.string, .string), (.bool, .boolean), (.number, .number), (.number, .integer):
          return true
        default: return false
        }
      }
  }

  /// What an empty draft gives; nil where there can be none.
  var emptyValue: EmptyValue? {
    if definition.isRequired == .always { return nil }
    return definition.emptyValue
  }

  var takesNull: Bool { emptyValue == .null }

  /// Whether a draft passes what the field asks, other fields and dates aside.
  func isRight(_ draft: Draft) -> Bool { isRight(draft, in: definition) }

  /// The same of a field that asks less than this one.
  func isRight(_ draft: Draft, in definition: FieldDefinition) -> Bool {
    guard !draft.isEmpty else { return definition.isRequired != .always }
    var definition = definition
    (definition.minimumDate, definition.maximumDate) = (nil, nil)
    return definition.passesAlone(draft)
  }

  private mutating func content() -> [JSONValue.Member] {
    // Whatever stands there has to be valid in that.
    if let schema = schemaOfAll { return rule(of: schema) }
    switch definition.kind {
    case .picker where definition.commitsFlags: return flags()
    case .picker: return definition.takesSeveral ? severalRows() : rows()
    case .any: return anything()
    case .date:
      loseEmptyText()
      return date()
    case .entry, .area, nil:
      loseEmptyText()
      var members = typed(definition.valueKind.rawValue)
      for member in refusingEmptyText(rules()) { add(member, to: &members) }
      members = limitingIntegers(members)
      if definition.kind != returningKind(members) {
        lose(
          "/kind", "A schema does not tell which kind of field it is", as: .presentationOnly)
      }
      return members
    }
  }

  /// What a field of any value asks: that something is in it, where it must be filled.
  private mutating func anything() -> [JSONValue.Member] {
    var members = rules()
    if definition.isRequired == .always { add(Self.something, to: &members) }
    return members
  }

  /// What a rule with a schema asks of a value: what an empty field stands for need not be valid in it.
  mutating func rule(of schema: ValueSchema) -> [JSONValue.Member] {
    let members = part(of: schema)
    guard let emptyValue, emptyValue != .omit else { return members }
    let refused = definition.emptyValues.filter { schema.failure(ofText: $0.json) != nil }
    if refused.isEmpty { return members }
    let nothing: JSONValue =
      refused.count == 1 ? ["const": refused[0]] : ["enum": .array(refused)]
    return [.init("anyOf", [.object(members), nothing])]
  }

  /// What all values have to be valid in, where the field takes other values than its drafts commit.
  private var schemaOfAll: ValueSchema? {
    guard saysSchemas, definition.isLenient == .always, let schema = definition.wholeSchema,
      case .object = schema.source
    else { return nil }
    return schema
  }

  /// What a schema of a rule says, its definitions noted.
  mutating func part(of schema: ValueSchema) -> [JSONValue.Member] {
    let part = schema.part(named: schemaCount == 0 ? "\(number)" : "\(number)-\(schemaCount)")
    schemaCount += 1
    definitions += part.definitions
    return part.members
  }

  /// Whether the schemas of rules are said: not for those who take a part of JSON Schema alone, without conditions.
  var saysSchemas: Bool { conditions != nil }

  /// What is asked of any value so that something is in it.
  static let something = JSONValue.Member("not", ["enum": [.null, "", [], [:]]])

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

  mutating func loseEmptyText() {
    guard emptyValue == .empty else { return }
    lose("/whenEmpty", "A schema does not tell an empty text from none")
  }

  func typed(_ type: String) -> [JSONValue.Member] {
    [
      .init(
        "type", takesNull ? .array([.string(type), .string("null")]) : .string(type))
    ]
  }

  /// Adds to what is said of a value that it is not the empty text, where that is never committed.
  func refusingEmptyText(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    if definition.valueKind != .string || emptyValue == .empty || definition.takesEmptyText {
      return members
    }
    let least = members["minLength"]?.wholeNumber ?? 0
    return 0 < least ? members : members + [.init("minLength", .integer(1))]
  }

  private mutating func date() -> [JSONValue.Member] {
    var members = typed("string")
    if let pattern = definition.valuePattern {
      if let shape = pattern.shape(for: definition.mode) {
        members.append(.init("pattern", .string(shape)))
      }
    } else {
      switch definition.mode {
      case .date: members.append(.init("format", .string("date")))
      case .time, .dateAndTime:
        lose("/mode", "A time without an offset from UTC has no format in a schema")
      case .countDownTimer:
        lose("/mode", "A time of hours and minutes, such as 01:30, has no format in a schema")
      }
    }
    for (name, bound) in [
      ("minimumDate", definition.minimumDate), ("maximumDate", definition.maximumDate),
    ] where bound != nil {
      lose("/" + name, "A schema compares no dates")
    }
    for member in rules() { add(member, to: &members) }
    return members
  }
}

extension FieldDefinition {
  /// The schema of the first rule that has one and always holds.
  var wholeSchema: ValueSchema? {
    for rule in rules where rule.severity == .error && rule.condition == nil {
      if case .schema(let schema) = rule.check { return schema }
    }
    return nil
  }
}
