import FieldModels

/// What a form asks only while something is the case, as a schema says it: `if` and `then`, and
/// `dependentRequired` where one value only needs another.
///
/// A condition of a form looks at drafts, one of a schema at values. Where the two would not hold
/// alike, nothing is said, and the field tells what is lost.
struct JSONSchemaConditions {
  private let layout: RecordLayout
  private let fields: [Operand]
  /// The numbers of the fields by their keys.
  private let numbers: [String: Int]
  /// What holds in the record, or in each entry of a list, by the numbers of the objects.
  private var implications: [Int: [Implication]] = [:]
  private var dependents: [Int: [(name: String, names: [String])]] = [:]
  /// Where in these the conditions and the names of an object are.
  private var places: [Int: [ExactText: Int]] = [:]

  /// A field that conditions may look at, and that may depend on them.
  struct Operand {
    var definition: FieldDefinition
    var home: RecordLayout.Place
    fileprivate let rows: Rows

    init(_ definition: FieldDefinition, at home: RecordLayout.Place) {
      self.definition = definition
      self.home = home
      rows = Rows(of: definition)
    }

    /// The last two are what a record may have in place of a value.
    fileprivate var takesNull: Bool {
      definition.isRequired == .always
        ? definition.isChecked != .always : definition.emptyValue == .null
    }
    fileprivate var takesEmpty: Bool {
      guard definition.valueKind == .string || definition.takesSeveral else { return false }
      return definition.isRequired == .always
        ? definition.isChecked != .always : definition.emptyValue == .empty
    }
  }

  /// The rows of a picker, as many conditions look for them.
  fileprivate struct Rows {
    /// What each is committed as.
    let values: [JSONValue]
    let hasNull: Bool
    private let places: [ExactText: [Int]]
    private let drafts: [String]

    /// How many rows a condition may have looked at one by one, or listed because it leaves out others:
    /// each of many conditions on one picker would do so.
    private static let most = 1_000

    init(of definition: FieldDefinition) {
      let choices = definition.choices
      drafts = choices.map { $0.text }
      values = choices.map { definition.value(of: $0) }
      hasNull = choices.contains { $0.value == .null }
      places = Dictionary(
        grouping: choices.indices, by: { ExactText(choices[$0].text) })
    }

    /// The value of the first row with a draft.
    func value(drafted text: String) -> JSONValue? {
      places[ExactText(text)]?.first.map { values[$0] }
    }

    /// The rows for which a test holds, or does not; nil where too many would have to be looked at.
    func values(where test: Condition.Test, holds: Bool) -> [JSONValue]? {
      switch test {
      case .isOneOf(let texts) where holds: return values(drafted: texts)
      case .isNot(let text) where !holds: return values(drafted: [text])
      case .isOneOf, .isNot, .isFilled, .isGreater, .isLess: break
      }
      guard values.count <= Self.most else { return nil }
      return values.indices.filter {
        JSONSchemaConditions.holds(test, .text(drafts[$0])) == holds
      }.map { values[$0] }
    }

    private func values(drafted texts: [String]) -> [JSONValue] {
      Set(texts.flatMap { places[ExactText($0)] ?? [] }).sorted().map { values[$0] }
    }
  }

  /// A condition, and what is asked while it holds.
  private struct Implication {
    var condition: JSONValue
    var consequences: [JSONValue]
  }

  /// The paths of the objects that may be left out.
  private var optionalPaths: Set<String> {
    Set(layout.objects.filter { $0.emptyValue != nil }.map { $0.path })
  }

  /// What is asked of a field while a condition holds.
  struct Consequence {
    /// What its value must be.
    var schema: [JSONValue.Member] = []
    var isRequired = false
  }

  init(_ layout: RecordLayout, of fields: [Operand]) {
    self.layout = layout
    self.fields = fields
    numbers = Dictionary(
      keepingFirst: fields.enumerated().map { ($1.definition.key ?? "", $0) }
    )
  }

  /// A condition as a schema of the object in which it is said.
  struct Said {
    fileprivate var schema: JSONValue
    fileprivate var object: Int
    fileprivate var condition: Condition
    /// It holds also for values that are spelt otherwise than the drafts that it names.
    var isNear: Bool
    /// It looks at a field that may be hidden, and then counts as empty whatever a record has of it.
    var looksAtHidden: Bool
  }

  /// A condition of a field as a schema; nil where no schema says it.
  func said(_ condition: Condition, for field: Int) -> Said? {
    var keys: [String] = []
    condition.collectKeys(into: &keys)
    let list = fields[field].home.list
    // The schema of an entry that is a value is that of its field.
    if list.flatMap(self.list(withKey:))?.value != nil { return nil }
    let homes = keys.map { home(ofKey: $0, from: list) }
    guard !homes.contains(.nowhere), let first = homes.first, homes.allSatisfy({ $0 == first })
    else { return nil }
    var isNear = false
    guard let schema = schema(of: condition, from: list, &isNear) else { return nil }
    let entry = first == .beside ? list.flatMap(self.list(withKey:)).map { $0.entry } : nil
    let looksAtHidden = keys.contains { key in
      numbers[key].map { fields[$0].definition.countsOtherwiseHidden } ?? false
    }
    return Said(
      schema: schema, object: entry ?? 0, condition: condition, isNear: isNear,
      looksAtHidden: looksAtHidden)
  }

  /// Notes what is asked of a field while a condition holds.
  mutating func add(_ consequence: Consequence, to field: Int, while said: Said) {
    if noteDependent(consequence, of: field, while: said) { return }
    let home = fields[field].home
    var schema = JSONSchemaShape.at(
      home.path, .object(consequence.schema), isRequired: consequence.isRequired,
      leavingOut: home.list == nil ? optionalPaths : [])
    if said.object == 0, let list = home.list.flatMap(list(withKey:)) {
      schema = JSONSchemaShape.at(
        JSONPointer.steps(of: list.path) ?? [], .object([.init("items", schema)]),
        isRequired: false)
    }
    let condition = ExactText(said.schema.json)
    if let index = places[said.object]?[condition] {
      implications[said.object]?[index].consequences.append(schema)
    } else {
      let implication = Implication(condition: said.schema, consequences: [schema])
      places[said.object, default: [:]][condition] = implications[said.object]?.count ?? 0
      implications[said.object, default: []].append(implication)
    }
  }

  /// Notes that a field is needed where another is filled in, if that is all.
  private mutating func noteDependent(
    _ consequence: Consequence, of field: Int, while said: Said
  ) -> Bool {
    guard case .test(let key, .isFilled(true)) = said.condition, consequence.schema.isEmpty,
      consequence.isRequired, let other = numbers[key], fields[other].home.path.count == 1,
      fields[other].home.list == fields[field].home.list, fields[field].home.path.count == 1,
      !fields[other].takesNull, !fields[other].takesEmpty
    else { return false }
    let (name, needed) = (fields[other].home.path[0], fields[field].home.path[0])
    // No condition is written like that.
    let place = ExactText("\"\(name)")
    if let index = places[said.object]?[place] {
      dependents[said.object]?[index].names.append(needed)
    } else {
      places[said.object, default: [:]][place] = dependents[said.object]?.count ?? 0
      dependents[said.object, default: []].append((name: name, names: [needed]))
    }
    return true
  }

  /// The keywords of an object that say it.
  func keywords(of object: Int) -> [JSONValue.Member] {
    var keywords: [JSONValue.Member] = []
    if let dependents = dependents[object] {
      let members = dependents.map {
        JSONValue.Member($0.name, .array($0.names.map { .string($0) }))
      }
      keywords.append(.init("dependentRequired", .object(members)))
    }
    let pairs = (implications[object] ?? []).map { implication in
      [
        JSONValue.Member("if", implication.condition),
        .init("then", JSONSchemaShape.all(implication.consequences[...])),
      ]
    }
    if 1 < pairs.count {
      keywords.append(.init("allOf", .array(pairs.map { .object($0) })))
    } else {
      keywords += pairs.flatMap { $0 }
    }
    return keywords
  }
}

/// Conditions.
extension JSONSchemaConditions {
  /// Where a condition of a field finds what it looks at.
  private enum Home {
    /// In the same entry, or outside of lists as the field.
    case beside
    /// Outside of the list in which the field is.
    case around
    case nowhere
  }

  private func list(withKey key: String) -> RecordLayout.List? {
    layout.lists.first { $0.key == key }
  }

  private func home(ofKey key: String, from list: String?) -> Home {
    if let number = numbers[key] {
      let other = fields[number].home.list
      return other == list ? .beside : other == nil ? .around : .nowhere
    }
    return self.list(withKey: key) == nil ? .nowhere : list == nil ? .beside : .around
  }

  private func schema(
    of condition: Condition, from list: String?, _ isNear: inout Bool
  ) -> JSONValue? {
    switch condition {
    case .all(let parts):
      guard !parts.isEmpty else { return nil }
      var whole: JSONValue?
      for part in parts {
        guard let schema = schema(of: part, from: list, &isNear) else { return nil }
        whole = whole.map { JSONSchemaShape.both($0, schema) } ?? schema
      }
      return whole
    case .any(let parts):
      var schemas: [JSONValue] = []
      for part in parts {
        guard let schema = schema(of: part, from: list, &isNear) else { return nil }
        schemas.append(schema)
      }
      return schemas.count < 2 ? schemas.first : .object([.init("anyOf", .array(schemas))])
    case .holds: return nil
    case .test(let key, let test):
      if condition.watchesToday { return nil }
      if let number = numbers[key] {
        // A record may leave out what a form calculates.
        if fields[number].definition.calculation != nil { return nil }
        return schema(of: test, on: fields[number], &isNear)
      }
      return self.list(withKey: key).flatMap { schema(of: test, onEntriesOf: $0) }
    }
  }

  fileprivate static func holds(_ test: Condition.Test, _ draft: Draft) -> Bool {
    guard let day = CivilDate(year: 2000, month: 1, day: 1) else { return false }
    var surroundings = RuleCheck.Surroundings(today: day)
    surroundings.watched.note(.draft(draft, of: .nameless), of: "")
    return Condition.test(key: "", test).holds(in: surroundings)
  }

  /// A test of a field's draft as a schema of the object that its condition is said in.
  private func schema(
    of test: Condition.Test, on operand: Operand, _ isNear: inout Bool
  ) -> JSONValue? {
    let definition = operand.definition
    var test = test
    // Nothing is equal to the empty text but an empty draft.
    if test == .isNot("") { test = .isFilled(true) }
    if test == .isOneOf([""]) { test = .isFilled(false) }
    let path = operand.home.path
    if test == .isFilled(false) {
      return schema(of: .isFilled(true), on: operand, &isNear).map {
        .object([.init("not", $0)])
      }
    }
    let holdsWhereEmpty = Self.holds(test, definition.emptyDraft)
    let value: JSONValue?
    if definition.kind == .any {
      value = anyValue(test, holdsWhereEmpty: holdsWhereEmpty)
    } else if definition.takesSeveral {
      value = severalRows(test, operand)
    } else if definition.kind == .picker, definition.manualEntry == nil,
      definition.isChecked == .always
    {
      value = row(test, operand, holdsWhereEmpty: holdsWhereEmpty)
    } else {
      value = typed(test, operand, holdsWhereEmpty: holdsWhereEmpty, &isNear)
    }
    return value.map { JSONSchemaShape.at(path, $0, isRequired: !holdsWhereEmpty) }
  }

  /// The value of one row.
  private func row(
    _ test: Condition.Test, _ operand: Operand, holdsWhereEmpty: Bool
  ) -> JSONValue? {
    // What it must not be is said so; it may be empty then.
    if holdsWhereEmpty {
      return operand.rows.values(where: test, holds: false).map { wrong in
        wrong.isEmpty ? .object([]) : .object([.init("not", JSONSchemaShape.values(wrong))])
      }
    }
    let isOpen = !operand.takesNull && !operand.takesEmpty
    if isOpen, test == .isFilled(true) { return .object([]) }
    guard let right = operand.rows.values(where: test, holds: true) else { return nil }
    if right.count == operand.rows.values.count, isOpen { return .object([]) }
    return right.isEmpty ? nil : JSONSchemaShape.values(right)
  }

  /// Any value; of a test that looks at how a number is spelt no schema says anything.
  private func anyValue(_ test: Condition.Test, holdsWhereEmpty: Bool) -> JSONValue? {
    let nothing: [JSONValue] = [.null, "", [], [:]]
    func values(of texts: [String]) -> JSONValue? {
      var values: [JSONValue] = []
      for text in texts where !text.isEmpty {
        switch text {
        case "true", "false": values += [.string(text), .bool(text == "true")]
        case _ where text.first?.isLetter ?? false: values.append(.string(text))
        default: return nil
        }
      }
      let scalars: JSONValue = .object([.init("type", ["string", "number", "boolean"])])
      var ways = [JSONSchemaShape.values(values + (holdsWhereEmpty ? nothing : []))]
      ways.append(
        .object([
          .init("type", "array"), .init("contains", JSONSchemaShape.values(values)),
          .init("items", scalars),
        ]))
      for text in texts where !text.isEmpty {
        ways.append(
          .object([
            .init("type", "object"), .init("additionalProperties", ["type": "boolean"]),
            .init("required", [.string(text)]),
            .init("properties", .object([.init(text, ["const": true])])),
          ]))
      }
      return values.isEmpty ? ways[0] : .object([.init("anyOf", .array(ways))])
    }
    switch test {
    case .isFilled: return .object([JSONSchemaExport.something])
    case .isOneOf(let texts): return values(of: texts)
    case .isNot, .isGreater, .isLess: return nil
    }
  }

  /// Rows that are true or false: an absent one is false.
  private func flags(_ test: Condition.Test, _ definition: FieldDefinition) -> JSONValue? {
    func aFlag(of texts: [String]) -> JSONValue? {
      let flags = definition.choices.filter { texts.contains($0.text) }.map { choice in
        JSONValue.object([.init("type", "object")] + JSONSchemaShape.isTrue(choice.text))
      }
      return flags.count < 2 ? flags.first : .object([.init("anyOf", .array(flags))])
    }
    switch test {
    case .isOneOf(let texts): return aFlag(of: texts)
    case .isNot(let text): return aFlag(of: [text]).map { .object([.init("not", $0)]) }
    case .isFilled: return aFlag(of: definition.choices.map { $0.text })
    case .isGreater, .isLess: return nil
    }
  }

  /// A list of rows; null is no list.
  private func severalRows(_ test: Condition.Test, _ operand: Operand) -> JSONValue? {
    let definition = operand.definition
    guard definition.manualEntry == nil else { return nil }
    if definition.commitsFlags { return flags(test, definition) }
    func holding(_ texts: [String]) -> JSONValue? {
      let values = texts.compactMap { operand.rows.value(drafted: $0) }
      guard !values.isEmpty else { return nil }
      return .object([
        .init("type", .string("array")), .init("contains", JSONSchemaShape.values(values)),
      ])
    }
    switch test {
    case .isOneOf(let texts): return holding(texts)
    case .isNot(let text): return holding([text]).map { .object([.init("not", $0)]) }
    case .isFilled:
      var members: [JSONValue.Member] = []
      if operand.takesNull { members.append(.init("type", .string("array"))) }
      if operand.takesEmpty { members.append(.init("minItems", .integer(1))) }
      return .object(members)
    case .isGreater, .isLess: return nil
    }
  }

  /// A value that is typed, or may be.
  private func typed(
    _ test: Condition.Test, _ operand: Operand, holdsWhereEmpty: Bool, _ isNear: inout Bool
  ) -> JSONValue? {
    let definition = operand.definition
    // What is not checked may be a fraction where a whole number is asked for.
    let kind = definition.valueKind == .integer ? ValueKind.number : definition.valueKind
    let type = definition.kind == .date ? "string" : kind.rawValue
    var members: [JSONValue.Member] = []
    switch test {
    case .isOneOf(let texts):
      var values = texts.filter { !$0.isEmpty }.compactMap {
        value(of: $0, operand, &isNear)
      }
      guard !values.isEmpty else { return nil }
      if holdsWhereEmpty {
        if operand.takesNull { values.append(.null) }
        if operand.takesEmpty { values.append(.string("")) }
      }
      return JSONSchemaShape.values(values)
    case .isNot(let text):
      guard let value = value(of: text, operand, &isNear) else { return .object([]) }
      return .object([.init("not", JSONSchemaShape.values([value]))])
    case .isFilled:
      let isOfSeveralTypes = definition.kind == .picker
      // A row for null is chosen, and an empty field gives null too.
      if operand.rows.hasNull { return nil }
      if operand.takesNull {
        let null = JSONValue.object([.init("const", .null)])
        members.append(
          isOfSeveralTypes ? .init("not", null) : .init("type", .string(type)))
      }
      if operand.takesEmpty { members.append(.init("minLength", .integer(1))) }
      return .object(members)
    case .isGreater(let bound), .isLess(let bound):
      guard definition.valueKind == .number || definition.valueKind == .integer,
        let limit = Decimal(bound)
      else { return nil }
      if operand.takesNull { members.append(.init("type", .string("number"))) }
      let isLower = if case .isGreater = test { true } else { false }
      members.append(
        .init(isLower ? "exclusiveMinimum" : "exclusiveMaximum", .number(limit.description)))
      return .object(members)
    }
  }

  /// The value of a draft; nil for one that no value has.
  private func value(
    of text: String, _ operand: Operand, _ isNear: inout Bool
  ) -> JSONValue? {
    if let row = operand.rows.value(drafted: text) { return row }
    let value = operand.definition.value(of: text)
    switch (value, operand.definition.valueKind) {
    case (.string, .string), (.bool, .boolean): return value
    case (.number, .number), (.number, .integer):
      isNear = true
      return value
    default: return nil
    }
  }

  /// How many entries a list has.
  private func schema(
    of test: Condition.Test, onEntriesOf list: RecordLayout.List
  ) -> JSONValue? {
    let path = JSONPointer.steps(of: list.path) ?? []
    func counts(least: WholeNumber?, most: WholeNumber?) -> JSONValue {
      let members = [("minItems", least), ("maxItems", most)].compactMap { name, limit in
        limit.map { JSONValue.Member(name, .integer($0)) }
      }
      return JSONSchemaShape.at(path, .object(members), isRequired: 0 < least ?? 0)
    }
    func not(_ schema: JSONValue) -> JSONValue { .object([.init("not", schema)]) }
    switch test {
    case .isFilled(let isFilled):
      let filled = counts(least: 1, most: nil)
      return isFilled ? filled : not(filled)
    case .isOneOf(let texts):
      let numbers = texts.compactMap { text in
        WholeNumber(text).flatMap { "\($0)" == text ? $0 : nil }
      }
      let parts = numbers.filter { 0 <= $0 }.map {
        counts(least: $0 == 0 ? nil : $0, most: $0)
      }
      return parts.count < 2 ? parts.first : .object([.init("anyOf", .array(parts))])
    case .isNot(let text): return schema(of: .isOneOf([text]), onEntriesOf: list).map(not)
    case .isGreater(let bound):
      return WholeNumber(bound).flatMap {
        // More than the largest number has no number.
        0 <= $0 && $0 < .max ? counts(least: $0 + 1, most: nil) : nil
      }
    case .isLess(let bound):
      return WholeNumber(bound).flatMap { 0 < $0 ? counts(least: nil, most: $0 - 1) : nil }
    }
  }
}

extension FieldDefinition {
  /// Whether it may be hidden, and counts as empty to others then.
  fileprivate var countsOtherwiseHidden: Bool { isVisible != .always && hiddenValue != .keep }

  /// Whether what it holds is checked, as far as the form says; what a condition that no schema says
  /// decides is not known here.
  var isChecked: Requirement {
    if isReadOnly || isDisabled(nil) { return .never }
    switch (isVisible, isEnabled) {
    case (.never, _), (_, .never): return .never
    case (.always, let other), (let other, .always): return other
    case (.when(let first), .when(let second)):
      return Condition.both(first, second).map { .when($0) } ?? .always
    }
  }
}

/// Schemas of objects put together.
enum JSONSchemaShape {
  /// A schema that asks something of what stands at a path.
  ///
  /// - Parameters:
  ///   - path: the names that lead there
  ///   - schema: what is asked
  ///   - isRequired: it must be there
  ///   - optional: the paths of objects that need not be there for what must be in them
  /// - Returns: a schema of the object in which the path begins
  static func at(
    _ path: [String], _ schema: JSONValue, isRequired: Bool, leavingOut optional: Set<String> = []
  ) -> JSONValue {
    var isRequired = isRequired
    return path.indices.reversed().reduce(schema) { inner, place in
      let name = path[place]
      if place < path.count - 1, optional.contains(JSONPointer.path(Array(path[...place]))) {
        isRequired = false
      }
      var members: [JSONValue.Member] = []
      if inner != .object([]) {
        members.append(.init("properties", .object([.init(name, inner)])))
      }
      if isRequired { members.append(.init("required", .array([.string(name)]))) }
      return .object(members)
    }
  }

  /// A schema of some values.
  static func values(_ values: [JSONValue]) -> JSONValue {
    values.count == 1
      ? .object([.init("const", values[0])]) : .object([.init("enum", .array(values))])
  }

  /// A schema that asks what all of some ask, each of which is read as often as their number can be
  /// halved.
  static func all(_ schemas: ArraySlice<JSONValue>) -> JSONValue {
    if schemas.count < 2 { return schemas.first ?? .object([]) }
    let middle = schemas.startIndex + schemas.count / 2
    return both(all(schemas[..<middle]), all(schemas[middle...]))
  }

  /// What an object is asked so that one of its flags is true.
  static func isTrue(_ flag: String) -> [JSONValue.Member] {
    [
      .init("properties", .object([.init(flag, ["const": true])])),
      .init("required", [.string(flag)]),
    ]
  }

  /// A schema that asks what two ask.
  static func both(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
    var members = first.members
    for member in second.members {
      guard let known = members[member.name], known != member.value else {
        members[member.name] = member.value
        continue
      }
      switch member.name {
      case "properties":
        var properties = known.members
        let places = Dictionary(
          keepingLast: properties.enumerated().map { (ExactText($1.name), $0) }
        )
        for property in member.value.members {
          if let place = places[ExactText(property.name)] {
            properties[place].value = both(properties[place].value, property.value)
          } else {
            properties.append(property)
          }
        }
        members["properties"] = .object(properties)
      case "required":
        let names = known.array ?? []
        let texts = Set(names.compactMap { $0.string.map(ExactText.init) })
        let more = (member.value.array ?? []).filter { name in
          name.string.map { !texts.contains(ExactText($0)) } ?? !names.contains(name)
        }
        members["required"] = .array(names + more)
      case "items": members["items"] = both(known, member.value)
      case "allOf": members["allOf"] = .array((known.array ?? []) + (member.value.array ?? []))
      default:
        members["allOf"] = .array((members["allOf"]?.array ?? []) + [.object([member])])
      }
    }
    return .object(members)
  }
}
