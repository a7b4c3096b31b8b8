/// What the text of one field says: its tree, its definition and what is wrong with the text.
package struct FieldReading: Sendable {
  package var tree: JSONTree
  package var definition: FieldDefinition
  package var findings: [Finding]

  /// The index of the value of a property of the field, if it is written.
  package func value(_ name: Property.Name) -> Int? {
    tree.isEmpty ? nil : tree.value(of: name.rawValue, in: 0)
  }

  /// The bytes of the draft's value, quotes included.
  package var draftSpan: Range<Int>? {
    value(definition.kind == .date ? .date : .text).map { tree[$0].span }
  }

  /// Where a finding about the draft belongs: the draft, else the field's key, else its `{`.
  package var draftPlace: Range<Int> {
    draftSpan ?? value(.key).map { tree[$0].span } ?? (tree.isEmpty ? 0..<0 : 0..<1)
  }
}

/// Reads the text of one field into its definition.
package struct FieldReader {
  private var reader: ObjectReader
  private var definition = FieldDefinition()
  private let vocabulary: Vocabulary
  private var patterns: PatternCache

  /// Reads a field from its tree; `patterns` remembers compiled patterns.
  package static func read(
    _ tree: JSONTree, problems: [JSONProblem], vocabulary: Vocabulary, patterns: inout PatternCache
  ) -> FieldReading {
    var reader = FieldReader(
      reader: ObjectReader(tree), vocabulary: vocabulary, patterns: PatternCache())
    swap(&reader.patterns, &patterns)
    defer { swap(&reader.patterns, &patterns) }
    for problem in problems {
      reader.reader.findings.append(.text(.syntax(problem.kind), problem.severity, at: problem.span))
    }
    let isDubious = !problems.isEmpty && tree.mentionsSecure(problems)
    reader.readField()
    reader.readSecure(isDubious: isDubious)
    // What is told of a broken text quotes it, and may take a piece of the draft for a name.
    if isDubious { reader.reader.findings.removeSubrange(problems.count...) }
    return FieldReading(
      tree: tree, definition: reader.definition, findings: reader.reader.findings)
  }

  private init(reader: ObjectReader, vocabulary: Vocabulary, patterns: PatternCache) {
    self.reader = reader
    self.vocabulary = vocabulary
    self.patterns = patterns
  }

  private var tree: JSONTree { reader.tree }

  private mutating func readField() {
    guard !tree.isEmpty else { return }
    guard tree[0].kind == .object else {
      reader.add(
        .wrongType(
          property: "fields", shape: "objects { … }, a field each", takesText: false), at: 0)
      return
    }
    definition.kind = kind()
    let members = reader.members(of: 0, in: .field, kind: definition.kind)
    for member in members { readIdentity(member) }
    if definition.kind == .picker || definition.kind == .date {
      for member in members { readPicker(member) }
    }
    readDraft(members)
    doubtDatePattern(members)
    checkLimits(members)
    if definition.autofill != nil, definition.isAutocorrected,
      let autofill = members.first(where: { $0.property.name == .autofill })
    {
      reader.add(.correctedAutofill, .hint, at: autofill.value - 1)
    }
  }

  /// When in doubt, a field is secure: while `true` is being typed, and while the text is broken.
  private mutating func readSecure(isDubious: Bool) {
    guard !tree.isEmpty else { return }
    let value = tree.value(of: Property.Name.secure.rawValue, in: 0)
    definition.isSecure = isDubious || value.map { tree.bool($0) ?? true } ?? false
  }

  /// The kind has to be known before the other properties can be told right from wrong.
  private func kind() -> FieldKind? {
    tree.value(of: "kind", in: 0).flatMap { tree.string($0) }.flatMap(FieldKind.init)
  }

  private mutating func readIdentity(_ member: ObjectReader.Member) {
    let value = member.value
    switch member.property.name {
    case .key:
      definition.key = tree.string(value)
      if definition.key == "" { reader.add(.emptyKey, at: value) }
    case .label: definition.label = tree.string(value)
    case .placeholder: definition.placeholder = tree.string(value)
    case .helper: definition.helper = tree.string(value)
    case .required: definition.isRequired = requirement(value)
    case .readOnly: definition.isReadOnly = tree.bool(value) ?? false
    case .visible: definition.isVisible = requirement(value)
    case .enabled: definition.isEnabled = requirement(value)
    case .maxLength: definition.maxLength = tree.integer(value)
    case .lengthUnit:
      definition.lengthUnit = tree.string(value).flatMap(LengthUnit.init) ?? .grapheme
    case .unit: definition.unit = tree.string(value)
    case .monetary: definition.isMonetary = tree.bool(value) ?? false
    case .state: definition.initialLook = tree.string(value).flatMap(FieldLook.init) ?? .standard
    case .activeOnEditing: definition.isActiveOnEditing = tree.bool(value) ?? false
    case .autocorrection: definition.isAutocorrected = tree.string(value) == "yes"
    case .group: definition.group = tree.string(value)
    case .previous: definition.previous = tree.string(value)
    case .next: definition.next = tree.string(value)
    case .autofill: definition.autofill = autofill(value)
    case .validation: readValidation(value)
    default: break
    }
  }

  private mutating func readPicker(_ member: ObjectReader.Member) {
    let value = member.value
    switch member.property.name {
    case .data: definition.choices = tree.elements(of: value).compactMap { choice($0) }
    case .multiple: definition.takesSeveral = tree.bool(value) ?? false
    case .minItems: definition.minItems = tree.integer(value)
    case .maxItems: definition.maxItems = tree.integer(value)
    case .clearable: definition.isClearable = tree.bool(value) ?? false
    case .manualEntry:
      definition.manualEntry =
        tree.string(value) ?? (tree.bool(value) == true ? "Manual Entry" : nil)
    case .mode: definition.mode = tree.string(value).flatMap(DateMode.init) ?? .date
    case .format: readDatePattern(value)
    default: break
    }
  }

  private mutating func readDraft(_ members: [ObjectReader.Member]) {
    for member in members {
      switch member.property.name {
      case .text where tree[member.value].kind == .array: readRows(member.value)
      case .text, .date: definition.draft = .text(tree.string(member.value) ?? "")
      case .minimumDate: definition.minimumDate = dateBound(member.value, takesKeys: false)
      case .maximumDate: definition.maximumDate = dateBound(member.value, takesKeys: false)
      case .defaultDate: _ = dateBound(member.value, takesKeys: false)
      default: break
      }
    }
  }

  private mutating func readRows(_ value: Int) {
    guard definition.takesSeveral else {
      reader.add(
        .wrongType(property: "text", shape: "text in quotes", takesText: true), at: value)
      return
    }
    for row in tree.elements(of: value) { _ = reader.isWellTyped(row, .text, "text") }
    definition.draft = .rows(tree.elements(of: value).compactMap { tree.string($0) })
  }

  private mutating func readDatePattern(_ value: Int) {
    switch DatePattern.parse(tree.string(value) ?? "") {
    case .success(let pattern): definition.datePattern = pattern
    case .failure(let problem): reader.add(.invalidDatePattern(why: problem.message), at: value)
    }
  }

  /// A pattern that is right and yet hardly meant: `YYYY` for the year, minutes for months.
  private mutating func doubtDatePattern(_ members: [ObjectReader.Member]) {
    guard let pattern = definition.datePattern, let doubt = pattern.doubts(for: definition.mode).first,
      let place = members.first(where: { $0.property.name == .format })
    else { return }
    reader.add(.invalidDatePattern(why: doubt.message), .warning, at: place.value)
  }

  private mutating func autofill(_ value: Int) -> AutofillUse {
    var use = AutofillUse()
    for member in reader.members(of: value, in: .autofill) {
      switch member.property.name {
      case .source: use.source = tree.string(member.value) ?? ""
      case .minimumLength: use.minimumLength = tree.integer(member.value) ?? 0
      case .removable: use.isRemovable = tree.bool(member.value) ?? false
      case .returnAfter: use.returnsAfter = tree.bool(member.value) ?? false
      default: break
      }
    }
    return use
  }

  private mutating func choice(_ index: Int) -> Choice? {
    if let text = tree.string(index) { return Choice(value: text) }
    guard tree[index].kind == .object else { return nil }
    var choice = Choice(value: "")
    var label: String?
    for member in reader.members(of: index, in: .choice) {
      switch member.property.name {
      case .value: choice.value = tree.string(member.value) ?? ""
      case .label: label = tree.string(member.value)
      case .disabled: choice.isDisabled = tree.bool(member.value) ?? false
      case .description: choice.description = tree.string(member.value)
      default: break
      }
    }
    choice.label = label ?? choice.value
    return choice
  }

  /// Limits that nothing can keep.
  private mutating func checkLimits(_ members: [ObjectReader.Member]) {
    func place(_ name: Property.Name) -> Int { members.first { $0.property.name == name }?.value ?? 0 }
    if let lower = definition.minItems, let upper = definition.maxItems, upper < lower {
      reader.add(.crossedLimits(lower: "minItems", upper: "maxItems"), .warning, at: place(.minItems))
    }
    if case .date(let lower) = definition.minimumDate, case .date(let upper) = definition.maximumDate,
      upper.isBefore(lower) == true
    {
      reader.add(
        .crossedLimits(lower: "minimumDate", upper: "maximumDate"), .warning,
        at: place(.minimumDate))
    }
    for rule in definition.rules where rule.condition == nil {
      if case .minLength(let lower) = rule.check, let upper = definition.maxLength, upper < lower {
        reader.add(
          .crossedLimits(lower: "minLength", upper: "maxLength"), .warning, at: place(.maxLength))
      }
    }
  }
}

extension FieldReader {
  private mutating func readValidation(_ value: Int) {
    for member in reader.members(of: value, in: .validation) {
      switch member.property.name {
      case .live: definition.liveRules = rules(member.value)
      case .endEditing: definition.endEditingRules = rules(member.value)
      case .interval: readInterval(member.value)
      default: break
      }
    }
  }

  /// Seconds to nanoseconds; an hour is more rest than anybody wants.
  private mutating func readInterval(_ value: Int) {
    guard let seconds = Double(tree.source(value)) else { return }
    definition.liveInterval = Int64(min(seconds, 3600) * 1e9 + 0.5)
  }

  private mutating func rules(_ list: Int) -> [Rule] {
    tree.elements(of: list).compactMap { index in
      if let name = tree.string(index) { return namedRule(name, index) }
      guard tree[index].kind == .object else { return nil }
      return rule(index)
    }
  }

  /// A rule by name alone is a format or a validator.
  private mutating func namedRule(_ name: String, _ index: Int) -> Rule? {
    if let format = Format(rawValue: name) { return Rule(.format(format)) }
    if vocabulary.validators.contains(name) { return Rule(.validator(name)) }
    let known = Format.allCases.map(\.rawValue) + vocabulary.validators.sorted()
    reader.add(.unknownFormat(name, nearest: Nearest.name(to: name, among: known)), at: index)
    return nil
  }

  private mutating func rule(_ index: Int) -> Rule? {
    let members = reader.members(of: index, in: .rule)
    let checks = members.filter { Self.checkNames.contains($0.property.name) }
    guard let first = checks.first else {
      if !writes(Self.checkNames.contains, in: index) { reader.add(.emptyRule, at: index) }
      return nil
    }
    if checks.count > 1 {
      reader.add(.crowdedRule(checks.map(\.property.name.rawValue)), at: index)
    }
    guard let check = check(first, members) else { return nil }
    var rule = Rule(check)
    for member in members {
      switch member.property.name {
      case .message: rule.message = tree.string(member.value)
      case .severity: rule.severity = tree.string(member.value).flatMap(Severity.init) ?? .error
      case .when: rule.condition = condition(member.value)
      default: break
      }
    }
    return rule
  }

  /// Whether one of some properties is written, be it with a value that was told of already.
  private func writes(_ isWanted: (Property.Name) -> Bool, in object: Int) -> Bool {
    tree.members(of: object).contains { key in
      tree.string(key).flatMap(Property.Name.init).map(isWanted) ?? false
    }
  }

  private static let checkNames: Set<Property.Name> = [
    .format, .pattern, .minLength, .maxLength, .minimum, .maximum, .exclusiveMinimum,
    .exclusiveMaximum, .step, .oneOf, .equals, .before, .after, .validator,
  ]

  private mutating func check(
    _ member: ObjectReader.Member, _ members: [ObjectReader.Member]
  ) -> Rule.Check? {
    let value = member.value
    switch member.property.name {
    case .format: return formatCheck(value)
    case .pattern: return patternCheck(value, members)
    case .minLength: return tree.integer(value).map { .minLength($0) }
    case .maxLength: return tree.integer(value).map { .maxLength($0) }
    case .minimum: return decimal(value).map { .minimum($0, isExclusive: false) }
    case .exclusiveMinimum: return decimal(value).map { .minimum($0, isExclusive: true) }
    case .maximum: return decimal(value).map { .maximum($0, isExclusive: false) }
    case .exclusiveMaximum: return decimal(value).map { .maximum($0, isExclusive: true) }
    case .step: return stepCheck(value, members)
    case .oneOf: return .oneOf(tree.elements(of: value).compactMap { scalar($0) })
    case .equals: return tree.string(value).map { .equals(key: $0) }
    case .before: return dateBound(value, takesKeys: true).map { .before($0) }
    case .after: return dateBound(value, takesKeys: true).map { .after($0) }
    case .validator: return validatorCheck(value)
    default: return nil
    }
  }

  private mutating func formatCheck(_ value: Int) -> Rule.Check? {
    let name = tree.string(value) ?? ""
    if let format = Format(rawValue: name) { return .format(format) }
    let nearest = Nearest.name(to: name, among: Format.allCases.lazy.map(\.rawValue))
    reader.add(.unknownFormat(name, nearest: nearest), at: value)
    return nil
  }

  private mutating func patternCheck(
    _ value: Int, _ members: [ObjectReader.Member]
  ) -> Rule.Check? {
    func member(_ name: Property.Name) -> Int? { members.first { $0.property.name == name }?.value }
    let source = tree.string(value) ?? ""
    let result = patterns.pattern(
      source, ignoresCase: member(.flags).flatMap { tree.string($0) } == "i",
      isAnchored: member(.anchored).flatMap { tree.bool($0) } ?? false)
    switch result {
    case .success(let pattern): return .pattern(pattern, source: source)
    case .failure(let error):
      reader.add(.invalidPattern(source: source, why: error.message), at: value)
      return nil
    }
  }

  private mutating func stepCheck(_ value: Int, _ members: [ObjectReader.Member]) -> Rule.Check? {
    guard let step = decimal(value) else { return nil }
    guard let zero = Decimal("0"), zero < step else {
      reader.add(.stepWithoutSize, at: value)
      return nil
    }
    let base = members.first { $0.property.name == .stepBase }.flatMap { decimal($0.value) }
    return .step(step, base: base ?? zero)
  }

  private mutating func validatorCheck(_ value: Int) -> Rule.Check? {
    guard let name = tree.string(value) else { return nil }
    if vocabulary.validators.contains(name) { return .validator(name) }
    let nearest = Nearest.name(to: name, among: vocabulary.validators.sorted())
    reader.add(.unknownValidator(name, nearest: nearest), .warning, at: value)
    return nil
  }

  private mutating func dateBound(_ value: Int, takesKeys: Bool) -> DateBound? {
    guard let text = tree.string(value) else { return nil }
    if text == "today" { return .today }
    switch DateValue.parse(text, mode: definition.mode) {
    case .success(let date): return .date(date)
    case .failure(let problem):
      // A key can be any text, so what begins with a digit is taken for a date gone wrong.
      if takesKeys, !(text.first?.isNumber ?? true) { return .field(key: text) }
      reader.add(.invalidDate(why: problem.message), at: value)
      return nil
    }
  }

  private func decimal(_ value: Int) -> Decimal? { Decimal(tree.source(value)) }

  /// A text, number or boolean as the draft that it is compared with.
  private func scalar(_ index: Int) -> String? {
    switch tree[index].kind {
    case .string: tree.string(index)
    case .number, .true, .false: tree.source(index)
    case .null, .array, .object, .invalid, .missing: nil
    }
  }
}

extension FieldReader {
  private mutating func requirement(_ value: Int) -> Requirement {
    if let flag = tree.bool(value) { return flag ? .always : .never }
    for member in reader.members(of: value, in: .requirement) {
      if let condition = condition(member.value) { return .when(condition) }
    }
    return .never
  }

  private mutating func condition(_ index: Int) -> Condition? {
    let members = reader.members(of: index, in: .condition)
    let tests = members.filter { $0.property.name != .key }
    guard let test = tests.first else {
      if tree[index].kind == .object, !writes(Self.testNames.contains, in: index) {
        reader.add(.emptyCondition, at: index)
      }
      return nil
    }
    if tests.count > 1 {
      reader.add(.crowdedCondition(tests.map(\.property.name.rawValue)), at: index)
    }
    switch test.property.name {
    case .all: return .all(tree.elements(of: test.value).compactMap { condition($0) })
    case .any: return .any(tree.elements(of: test.value).compactMap { condition($0) })
    default: break
    }
    guard let key = members.first(where: { $0.property.name == .key })?.value else {
      guard !writes({ $0 == .key }, in: index) else { return nil }
      reader.findings.append(
        .text(
          .missingProperty(.key, section: .condition),
          at: Int(tree[index].start)..<(Int(tree[index].start) + 1)))
      return nil
    }
    return conditionTest(test).map { .test(key: tree.string(key) ?? "", $0) }
  }

  private static let testNames: Set<Property.Name> = [
    .is, .isNot, .in, .filled, .greaterThan, .lessThan, .all, .any,
  ]

  private func conditionTest(_ member: ObjectReader.Member) -> Condition.Test? {
    switch member.property.name {
    case .is: scalar(member.value).map { .isOneOf([$0]) }
    case .isNot: scalar(member.value).map { .isNot($0) }
    case .in: .isOneOf(tree.elements(of: member.value).compactMap { scalar($0) })
    case .filled: tree.bool(member.value).map { .isFilled($0) }
    case .greaterThan: scalar(member.value).map { .isGreater(than: $0) }
    case .lessThan: scalar(member.value).map { .isLess(than: $0) }
    default: nil
    }
  }
}

extension JSONTree {
  /// Whether the word `secure` stands anywhere in a text that has these problems.
  func mentionsSecure(_ problems: [JSONProblem]) -> Bool {
    let ends = nodes.map { Int($0.end) } + problems.map(\.span.upperBound)
    let end = min(ends.max() ?? 0, bytes.count - base)
    return Array(text(0..<max(0, end))).span.contains(Property.Name.secure.rawValue.utf8)
  }
}

extension JSONProblem {
  /// Half a surrogate pair is legal JSON, if nothing anybody wants; all else is an error.
  package var severity: Severity { kind == .loneSurrogate ? .warning : .error }
}
