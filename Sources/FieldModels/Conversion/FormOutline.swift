import FieldModels

/// A form as the exports to other formats see it: what its text says, read member by member, so that
/// what no export has asked for can be told of.
struct FormOutline {
  var notes: ForeignNotes
  /// The document itself.
  var form: ForeignObject
  var groups: [Group] = []
  var fields: [Field] = []
  /// Where the fields with these keys are.
  private(set) var places: [String: Int] = [:]
  private(set) var groupPlaces: [String: Int] = [:]
  /// Of each list of values, by its group, the field that its entries are.
  private(set) var valueFields: [Int: Int] = [:]
  /// How many entries the lists begin with, by their keys.
  private(set) var entries: [String: [JSONValue]] = [:]
  /// The fields as the form knows them, by their keys.
  private(set) var definitions: [String: FieldDefinition] = [:]
  /// The fields whose conditions and rules look at the field with a key.
  private var watchers: [String: [Int]] = [:]

  /// A page, a section or a list.
  struct Group {
    var object: ForeignObject
    var key: String
    var label: String
    var path: [String]
    var repetition: ForeignObject?
  }

  /// A field.
  struct Field {
    var object: ForeignObject
    var key: String
    var kind: FieldKind
    var label: String
    var group: Int?
    /// Where its value stands behind its group's.
    var path: [String]
    /// What has the rules, where it says that it has some.
    var validation: ForeignObject?
    var rules: [Rule] = []
    var rows: [Row] = []
    /// Which row is the first with a draft, and how many there are with one in letters of either case.
    fileprivate(set) var rowPlaces: [String: Int] = [:]
    fileprivate(set) var rowCounts: [String: Int] = [:]
    /// Whether the values of all rows, if there are any, are numbers.
    fileprivate(set) var hasNumbers = false
    var isMultiple = false
    var isSecure = false
    var valueKind = ValueKind.string
    var mode = DateMode.date
    var lengthUnit = LengthUnit.grapheme

    /// Whether the value is true or false, and nothing else can be typed.
    var isBoolean: Bool {
      rows.count == 2 && rows[0].value == true && rows[1].value == false && !isMultiple
        && !object.has("manualEntry")
    }
  }

  /// A rule of a field.
  struct Rule {
    var object: ForeignObject
    var isLive: Bool
    var message: String?
    var severity: Severity
    /// While what it holds; nil for always.
    var when: Condition?

    /// Whether it asks for a pattern, somewhere in the text.
    func isPattern(_ source: String) -> Bool {
      object.peek("pattern") == .string(source) && object.peek("anchored") != true
    }
  }

  /// A row of a picker.
  struct Row {
    var value: JSONValue
    var label: String?
    var object: ForeignObject?
  }

  /// Whether the format has rules that hold only while a condition does.
  private let takesConditions: Bool
  /// The lists of values that the format does not have, by their keys.
  private var foreignLists: Set<String> = []

  init(
    of document: FieldDocument, takingConditionsOfRules takesConditions: Bool = false,
    takingCalculations takesCalculations: Bool = false,
    takingListsOf kinds: FieldKinds = []
  ) throws(ConversionRefusal) {
    self.takesConditions = takesConditions
    var notes = ForeignNotes()
    // Of a document that is told where it is written.
    notes.tellsTypes = false
    guard case .value(let value) = try FieldsFormat.written(document).form,
      let form = notes.object(value, path: "")
    else { throw ConversionRefusal("A field document is an object with `fields`") }
    self.form = form
    self.notes = notes
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      if let key = reading.definition.key, definitions[key] == nil {
        definitions[key] = reading.definition
      }
      return true
    }
    foreignLists = Set(
      (form.peek("fields")?.array ?? []).filter { field in
        let kind = field["kind"]?.string.flatMap(FieldKind.init)
        return field["path"] == ""
          && (field["secure"] == true || !(kind.map(kinds.contains) ?? false))
      }.compactMap { $0["group"]?.string })
    readGroups()
    for (index, value) in (form["fields"]?.array ?? []).enumerated() {
      readField(value, path: "/fields/\(index)")
    }
    readEntries()
    for (index, field) in fields.enumerated() {
      for key in Set(definitions[field.key]?.watchedKeys ?? []) where key != field.key {
        watchers[key, default: []].append(index)
      }
    }
    if takesCalculations { return }
    for field in fields where field.object.has("calculate") { loseCalculation(of: field) }
  }

  /// Tells that a field is answered whose value the form calculates.
  ///
  /// A record may leave it out, whatever is asked of the field and whoever looks at it.
  mutating func loseCalculation(of field: Field) {
    _ = field.object["calculate"]
    notes.add(
      .noCounterpart, field.object.path(to: "calculate"),
      "The value is not calculated, and is asked for as any other", effect: .stricter)
  }

  /// Whether another field looks at the one with a key.
  func isWatched(_ key: String) -> Bool { !(watchers[key] ?? []).isEmpty }

  /// The calculation of a field; nil where it has none that is right, or looks at its own result.
  func calculation(of field: Field) -> Expression? {
    guard let expression = Self.calculation(in: field.object) else { return nil }
    var known: Set<String> = []
    var open = expression.keys
    while let key = open.popLast() {
      if key == field.key { return nil }
      guard known.insert(key).inserted, let place = places[key] else { continue }
      open += Self.calculation(in: fields[place].object)?.keys ?? []
    }
    return expression
  }

  private static func calculation(in object: ForeignObject) -> Expression? {
    guard let source = object.peek("calculate")?.string,
      case .success(let expression) = Expression.parse(source)
    else { return nil }
    return expression
  }

  /// Tells that a record may have another value than the calculated one, and what else a format has not
  /// of such a field.
  mutating func keepCalculation(of field: Field) {
    _ = field.object["calculate"]
    if field.object["lenient"] != true {
      notes.add(
        .reinterpreted, field.object.path(to: "calculate"),
        "A record may have another value than the calculated one")
    }
  }

  private mutating func readGroups() {
    for (index, value) in (form["groups"]?.array ?? []).enumerated() {
      guard let object = notes.object(value, path: "/groups/\(index)") else { continue }
      guard let key = object.text("key"), groupPlaces[key] == nil else {
        notes.add(.duplicate, object.path, "A group without a key of its own")
        continue
      }
      if foreignLists.contains(key) {
        notes.add(.unsupportedField, object.path, "The format has no lists of values")
        continue
      }
      var repetition: ForeignObject?
      if let value = object["repeat"] {
        repetition = notes.object(value, path: object.path(to: "repeat"))
      }
      let path = object["path"]?.string.flatMap(JSONPointer.steps(of:))
      groupPlaces[key] = groups.count
      groups.append(
        Group(
          object: object, key: key, label: object.text("label") ?? key,
          path: path ?? (repetition == nil ? [] : [key]), repetition: repetition))
    }
  }

  private mutating func readField(_ value: JSONValue, path: String) {
    guard let object = notes.object(value, path: path) else { return }
    guard let key = object.text("key"), places[key] == nil,
      let kind = object.text("kind").flatMap(FieldKind.init(rawValue:))
    else {
      return notes.add(
        .unsupportedField, path, "A field without a key of its own, or without a kind")
    }
    if let group = object.peek("group")?.string, foreignLists.contains(group) {
      return notes.add(.unsupportedField, path, "The format has no lists of values")
    }
    let steps = object["path"]?.string.flatMap(JSONPointer.steps(of:))
    var field = Field(
      object: object, key: key, kind: kind, label: object.text("label") ?? key,
      group: object.text("group").flatMap { groupPlaces[$0] }, path: steps ?? [key])
    field.isMultiple = kind == .picker && object.bool("multiple")
    field.isSecure = object.bool("secure")
    field.valueKind = object.text("value").flatMap(ValueKind.init(rawValue:)) ?? .string
    field.mode = object.text("mode").flatMap(DateMode.init(rawValue:)) ?? .date
    field.lengthUnit = object.text("lengthUnit").flatMap(LengthUnit.init(rawValue:)) ?? .grapheme
    if kind == .picker { readRows(of: &field) }
    readRules(of: &field)
    places[key] = fields.count
    if let group = field.group, field.path.isEmpty, groups[group].repetition != nil {
      valueFields[group] = fields.count
    }
    fields.append(field)
  }

  private mutating func readRows(of field: inout Field) {
    let path = field.object.path(to: "data")
    for (index, value) in (field.object["data"]?.array ?? []).enumerated() {
      let place = "\(path)/\(index)"
      if case .object = value {
        guard let row = notes.object(value, path: place), let value = row["value"] else {
          notes.add(.noCounterpart, place, "A row for null")
          continue
        }
        field.rows.append(Row(value: value, label: row.text("label"), object: row))
        if row.bool("disabled") {
          notes.add(.noCounterpart, row.path(to: "disabled"), "Every row can be chosen")
        }
      } else if value != .null {
        field.rows.append(Row(value: value))
      } else {
        notes.add(.noCounterpart, place, "A row for null")
      }
      if field.rows.last?.value == "", [value, value["value"]].contains("") {
        notes.add(.noCounterpart, place, "Who chooses an empty text chooses nothing")
      }
    }
    for (index, row) in field.rows.enumerated() {
      guard let draft = row.value.writtenText else { continue }
      if field.rowPlaces[draft] == nil { field.rowPlaces[draft] = index }
      field.rowCounts[draft.lowercased(), default: 0] += 1
    }
    field.hasNumbers =
      !field.rows.isEmpty
      && field.rows.allSatisfy { if case .number = $0.value { true } else { false } }
  }

  private mutating func readRules(of field: inout Field) {
    guard let value = field.object["validation"],
      let validation = notes.object(value, path: field.object.path(to: "validation"))
    else { return }
    field.validation = validation
    for list in ["live", "endEditing"] {
      for (index, value) in (validation[list]?.array ?? []).enumerated() {
        let path = validation.path(to: list) + "/\(index)"
        guard let rule = notes.object(value, path: path) else { continue }
        let severity = rule.text("severity").flatMap(Severity.init(rawValue:)) ?? .error
        let message = rule.text("message")
        let when = takesConditions ? rule["when"].flatMap { Self.condition($0) } : nil
        if rule.has("when"), when == nil {
          notes.add(.noCounterpart, rule.path, "A rule that holds only while a condition does")
        } else {
          field.rules.append(
            Rule(
              object: rule, isLive: list == "live", message: message, severity: severity,
              when: when))
        }
      }
    }
    if validation.has("interval") {
      notes.add(
        .noCounterpart, validation.path(to: "interval"), "How long is waited for rules",
        effect: .nothing)
    }
  }

  /// What a field asks of a value, beside what kind of value it is.
  static let asking: Set<String> = [
    "maxItems", "maxLength", "maximumDate", "minItems", "minimumDate", "required", "validation",
  ]

  /// What rows ask: when they are offered, and what they are chosen beside.
  private static let askingOfRows: Set<String> = ["exclusive", "visible"]

  /// Has a field ask nothing, since the format does not say when, or that never, it is checked.
  ///
  /// - Parameters:
  ///   - index: the field
  ///   - properties: those by which it is not always checked, of which the first that it has is told
  mutating func release(_ index: Int, at properties: [String]) {
    let object = fields[index].object
    let name = properties.first(where: object.has) ?? properties[0]
    let asks =
      !fields[index].rules.isEmpty
      || Self.asking.contains { name in
        object.peek(name).map { $0 != false && $0 != [:] } ?? false
      }
      || fields[index].rows.contains { row in
        Self.askingOfRows.contains { row.object?.has($0) ?? false }
      }
    object.leaveOut(Self.asking)
    for row in fields[index].rows { row.object?.leaveOut(Self.askingOfRows) }
    // Neither counts as kept.
    for left in fields[index].rules.map({ $0.object })
      + [fields[index].validation].compactMap({ $0 })
    {
      left.leaveOut(Set(left.names))
    }
    fields[index].rules = []
    notes.add(
      .noCounterpart, object.path(to: name),
      asks
        ? "The format has no such `\(name)`, so that nothing is asked of the field"
        : "The format has no such `\(name)`",
      effect: asks ? .laxer : .nothing)
    let key = fields[index].key
    guard properties.contains("visible"), definitions[key]?.hiddenValue != .keep else { return }
    for other in watchers[key] ?? [] {
      notes.add(
        .reinterpreted, fields[other].object.path,
        "It looks at `\(key)`, which counts as it is answered, since it is always shown",
        effect: .stricter)
    }
  }

  /// Has a field ask nothing where a format checks what is disabled or can't be edited, and so does not
  /// say when the field is checked.
  ///
  /// - Parameters:
  ///   - index: the field
  ///   - saysVisible: whether the format says the condition by which it is visible, if that is one
  mutating func releaseUnchecked(_ index: Int, saysVisible: Bool) {
    let field = fields[index]
    var properties: [String] = []
    if Self.isDisabled(field) { properties.append("state") }
    if field.object.peek("readOnly") == true { properties.append("readOnly") }
    if requirement("enabled", of: field, standard: true) != .always { properties.append("enabled") }
    if !saysVisible { properties.append("visible") }
    if !properties.isEmpty { release(index, at: properties) }
  }

  /// Tells of the unit of lengths of a field that has no limit of length in the format.
  mutating func tellUnusedLengthUnit(of field: Field) {
    guard field.object.has("lengthUnit") else { return }
    notes.add(
      .noCounterpart, field.object.path(to: "lengthUnit"), "There is no length", effect: .nothing)
  }

  /// The condition by which a field is visible, if that is one.
  func visibleCondition(of field: Field) -> Condition? {
    guard case .when(let condition) = requirement("visible", of: field, standard: true) else {
      return nil
    }
    return condition
  }

  /// Whether a field is only checked while it is in another state than it begins in.
  static func isDisabled(_ field: Field) -> Bool { field.object.peek("state") == "disabled" }

  private mutating func readEntries() {
    guard let value = form["entries"], let lists = notes.object(value, path: "/entries") else {
      return
    }
    for key in lists.names {
      entries[key] = lists[key]?.array ?? []
      if foreignLists.contains(key) {
        notes.add(
          .noCounterpart, lists.path(to: key), "The entries of a list that the format has not",
          effect: .nothing)
      }
    }
  }

  /// What is in the entries that a list begins with, by the names that its values have in an entry; of a list
  /// of values these.
  mutating func values(inEntriesOf list: Int) -> [JSONValue] {
    let key = groups[list].key
    return (entries[key] ?? []).enumerated().map { index, entry in
      let members = entry.members.compactMap { member -> JSONValue.Member? in
        let place = places[member.name].map { fields[$0] }
        guard let field = place, field.group == list, field.path.count <= 1, field.kind != .date,
          !field.isSecure
        else {
          let path = "/entries" + JSONPointer.path([key, "\(index)", member.name])
          let code: ConversionReport.Code = place?.isSecure == true ? .secret : .noCounterpart
          notes.add(code, path, "Entries begin without this draft", effect: .nothing)
          return nil
        }
        let drafts = member.value.array?.compactMap { $0.string } ?? [member.value.string ?? ""]
        tellWrong(
          drafts, of: field, at: "/entries" + JSONPointer.path([key, "\(index)", member.name]))
        let values = drafts.map { value(of: $0, in: field) }
        return .init(field.path.first ?? "", field.isMultiple ? .array(values) : values[0])
      }
      if valueFields[list] != nil {
        return members.first?.value ?? .string("")
      }
      return .object(members)
    }
  }

  /// Tells that a format knows rows by their texts, where two have the same.
  mutating func tellTwins(of field: Field, _ message: String) {
    let texts = field.rows.compactMap { $0.value.draftText }
    guard Set(texts).count < texts.count else { return }
    notes.add(.duplicate, field.object.path(to: "data"), message, effect: .stricter)
  }

  /// The drafts that a field begins with.
  mutating func drafts(of field: Field) -> [String] {
    let name = field.kind == .date ? "date" : "text"
    guard let value = field.object[name], value != .string("") else { return [] }
    if field.isSecure {
      notes.add(.secret, field.object.path(to: name), "The draft of a secure field is not written")
      return []
    }
    let drafts = value.array?.compactMap { $0.string } ?? value.draftText.map { [$0] } ?? []
    tellWrong(drafts, of: field, at: field.object.path(to: name))
    return drafts
  }

  /// Tells of drafts that the field does not take, with which nothing begins that reads them again.
  private mutating func tellWrong(_ drafts: [String], of field: Field, at path: String) {
    let draft: Draft = field.isMultiple ? .rows(drafts) : .text(drafts.first ?? "")
    guard definitions[field.key]?.passesAlone(draft) == false else { return }
    notes.add(
      .wrongValue, path, "The field does not take this, so nothing that reads it begins with it",
      effect: .nothing)
  }

  /// The value that a draft is committed as.
  func value(of draft: String, in field: Field) -> JSONValue {
    if let place = field.rowPlaces[draft] { return field.rows[place].value }
    if field.kind == .any {
      return definitions[field.key]?.value(of: .text(draft)) ?? .string(draft)
    }
    switch field.valueKind {
    case .number, .integer: return Decimal(draft)?.json ?? .string(draft)
    case .boolean: return draft == "true" ? true : draft == "false" ? false : .string(draft)
    case .string: return .string(draft)
    }
  }

  /// Whether a property holds, never holds, or by which condition.
  func requirement(_ name: String, of field: Field, standard: Bool) -> Requirement {
    requirement(name, of: field.object, standard: standard)
  }

  /// Whether some field of a list, by the list's place, is asked for in every entry.
  func asksInEntries(of list: Int) -> Bool {
    fields.contains { field in
      field.group == list && requirement("required", of: field, standard: false) == .always
        && requirement("visible", of: field, standard: true) == .always
    }
  }

  /// The requirement that a part of the form, such as a row, states.
  func requirement(_ name: String, of object: ForeignObject, standard: Bool) -> Requirement {
    guard let value = object[name] else { return standard ? .always : .never }
    if let flag = value.bool { return flag ? .always : .never }
    guard let condition = value["when"].flatMap({ Self.condition($0) }) else {
      return standard ? .always : .never
    }
    return .when(condition)
  }

  /// The condition that a document writes so.
  private static func condition(_ value: JSONValue, depth: Int = 0) -> Condition? {
    guard depth < 60 else { return nil }
    for (name, isAll) in [("all", true), ("any", false)] {
      guard let parts = value[name]?.array else { continue }
      let conditions = parts.compactMap { condition($0, depth: depth + 1) }
      return conditions.count == parts.count ? isAll ? .all(conditions) : .any(conditions) : nil
    }
    if let source = value["expression"]?.string {
      guard case .success(let expression) = Expression.parse(source) else { return nil }
      return .holds(expression)
    }
    guard let key = value["key"]?.string else { return nil }
    var tests: [Condition.Test] = []
    for member in value.members {
      let text = member.value.writtenText
      switch member.name {
      case "is": text.map { tests.append(.isOneOf([$0])) }
      case "isNot": text.map { tests.append(.isNot($0)) }
      case "in": tests.append(.isOneOf((member.value.array ?? []).compactMap { $0.writtenText }))
      case "filled": member.value.bool.map { tests.append(.isFilled($0)) }
      case "greaterThan": text.map { tests.append(.isGreater(than: $0)) }
      case "lessThan": text.map { tests.append(.isLess(than: $0)) }
      default: break
      }
    }
    let conditions = tests.map { Condition.test(key: key, $0) }
    return conditions.count == 1 ? conditions[0] : conditions.isEmpty ? nil : .all(conditions)
  }

  /// How something looked in a format, as an import has kept it; what is kept of others is told.
  mutating func look(of object: ForeignObject, in format: String) -> [JSONValue.Member] {
    // One with nothing in it is lost as any other, and told of.
    guard let value = object.peek("presentation"), !value.members.isEmpty,
      let all = notes.object(value, path: object.path(to: "presentation"))
    else { return [] }
    _ = object["presentation"]
    let look = all[format]?.members ?? []
    // `FormPlan` takes it.
    if groupPlaces[object.peek("key")?.string ?? ""] != nil { _ = all[ForeignSection.inside] }
    tellLeftovers(of: all)
    return look
  }

  /// Tells of what an export has not asked for.
  mutating func tellLeftovers(of object: ForeignObject) {
    for name in object.leftovers {
      notes.add(
        .noCounterpart, object.path(to: name), "The format has no `\(name)`",
        effect: .ofLosing(name, of: object.path))
    }
  }

  /// Tells of what the format has not of rows.
  private mutating func tellLeftovers(of row: Row) {
    guard let object = row.object else { return }
    if object.leftovers.contains("visible"), object.peek("visible") != true {
      // A row that is offered at times is one of all rows.
      notes.add(
        .noCounterpart, object.path(to: "visible"), "The row can be chosen at any time",
        effect: .laxer)
      object.leaveOut(["visible"])
    }
    tellLeftovers(of: object)
  }

  /// Tells of what is left of everything that was read.
  mutating func tellLeftovers() {
    _ = form["$schema"]
    tellLeftovers(of: form)
    for group in groups {
      tellLeftovers(of: group.object)
      if let repetition = group.repetition { tellLeftovers(of: repetition) }
    }
    let gone = Set(notes.entries.lazy.filter { $0.code == .unsupportedField }.map { $0.path })
    for field in fields where !gone.contains(field.object.path) {
      tellLeftovers(of: field.object)
      for row in field.rows { tellLeftovers(of: row) }
    }
  }
}

extension JSONValue {
  /// The draft that a document means by a value: a number as it is written, as the engine has it.
  fileprivate var writtenText: String? {
    if case .number(let text) = self { text } else { draftText }
  }
}
