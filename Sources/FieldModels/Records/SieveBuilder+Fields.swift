/// Says what the values of fields must be.
extension SieveBuilder {
  /// Says what the values of a field must be, other fields aside; false where that can't be said.
  mutating func describe(
    _ field: RecordField, as definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    if definition.kind == .any || field.isUnchecked {
      return describeValues(field, as: definition, &sieve)
    }
    let known = definition.committedValues
    let others = definition.rules.compactMap { rule -> ValueSchema? in
      guard case .schema(let schema) = rule.check, !schema.takesAll(known) else { return nil }
      return schema
    }
    guard describeValues(field, as: definition.withoutSchemas, &sieve) else { return false }
    if others.isEmpty { return true }
    wrap(&sieve)
    sieve.schemas = schemas.count..<(schemas.count + others.count)
    schemas += others
    return true
  }

  /// Says the same of a field about whose values somebody has to be asked once they are right.
  mutating func describeAsked(_ field: RecordField, _ sieve: inout SieveField) -> Bool {
    let definition = field.definition.withoutValidators
    if field.isUnchecked { return describe(field, as: definition, &sieve) }
    // Of several rows, and of a part of a record, more than the value says whether anybody is asked.
    guard !isPartial, field.questions != nil, !definition.takesSeveral || !definition.isBlankEmpty,
      describe(field, as: definition, &sieve)
    else { return false }
    sieve.doubtsBlanks = definition.kind == .any && definition.isBlankEmpty
    if sieve.inner == -1 { wrap(&sieve) }
    sieve.asks = true
    return true
  }

  /// Leaves what a value must be to another field, to which more is added here.
  private mutating func wrap(_ sieve: inout SieveField) {
    innerFields.append(sieve)
    (sieve.sort, sieve.inner, sieve.schemas) = (.validated, innerFields.count - 1, 0..<0)
  }

  mutating func describeValues(
    _ field: RecordField, as definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    if definition.calculation != nil, definition.takesSeveral || definition.kind == .any {
      return false
    }
    if definition.kind == .any {
      sieve.sort = .any
      sieve.doubtsBlanks = definition.isBlankEmpty && definition.isRequired != .never
      // What an empty field gives is right whatever the field says an empty one gives.
      (sieve.takesNull, sieve.takesEmptyText) = (!sieve.isRequired, !sieve.isRequired)
      sieve.skipsNull = definition.emptyValue != .omit
      sieve.skipsEmptyText = definition.emptyValue == .empty
      return addSchemas(of: definition, &sieve)
    }
    if definition.takesSeveral || definition.kind == .picker {
      let isOpen = definition.choices.isEmpty || definition.manualEntry != nil
      return isOpen && !definition.takesSeveral
        ? describeTypedRow(field, as: definition, &sieve)
        : describeRows(field, as: definition, isOpen: isOpen, &sieve)
    }
    if definition.kind == .date, let pattern = definition.valuePattern {
      return !field.isUnchecked && describeWritten(definition, by: pattern, &sieve)
    }
    // Of what is not checked any draft is taken.
    if field.isUnchecked { return describeTyped(definition, &sieve) }
    if definition.kind == .date { return describeDate(definition, &sieve) }
    switch definition.valueKind {
    case .string: return describeText(definition, &sieve)
    case .integer, .number: return describeNumber(definition, &sieve)
    case .boolean:
      sieve.sort = .flag
      return definition.rules.allSatisfy { $0.check.isExpression } && definition.maxLength == nil
    }
  }

  /// Adds the schemas of the rules of a field of any value; false where it has rules that are no expressions.
  mutating func addSchemas(
    of definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    let first = schemas.count
    for rule in definition.rules {
      switch rule.check {
      // A value that is valid is right whether or not the rule holds just now.
      case .schema(let schema): schemas.append(schema)
      case .holds: sieve.doubtsNothing = true
      case .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step, .oneOf, .equals,
        .before, .after, .validator:
        return false
      }
    }
    sieve.schemas = first..<schemas.count
    return true
  }

  /// Whether an empty text passes whatever else is in the record.
  func passesEmptyAnswer(_ field: RecordField) -> Bool {
    if field.isUnchecked { return true }
    var definition = field.definition
    if definition.rules.contains(where: { $0.condition != nil || $0.check.isSchema }) {
      return false
    }
    if !field.isJudgedAlone && !definition.rules.isEmpty { return false }
    definition.draft = definition.emptyDraft
    definition.isEmptyAnswer = true
    return RuleCheck.failures(of: definition.rules, definition, .init(today: today)).isEmpty
  }

  /// Says what a picker takes into which any text may be typed.
  mutating func describeTypedRow(
    _ field: RecordField, as definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard definition.valueKind == .string else { return false }
    // The draft of a row may be another one than its value, where that could be taken for a third.
    let others = definition.choices.filter { $0.value.string != $0.text || !$0.canBeChosen }
    let hasOneOf = definition.rules.contains { if case .oneOf = $0.check { true } else { false } }
    if !others.isEmpty, field.isUnchecked || hasOneOf { return false }
    guard others.count <= Self.bucketedRowLimit else { return false }
    let isDescribed =
      field.isUnchecked ? describeTyped(definition, &sieve) : describeText(definition, &sieve)
    guard isDescribed else { return false }
    if others.isEmpty { return true }
    sieve.sort = .text
    exclude(others.flatMap { [$0.text] + ($0.value.string.map { [$0] } ?? []) }, &sieve)
    // Texts are typed; rows of other values are found among these.
    let rows = self.rows(of: field, as: definition, definition.rulesOfDraft, &sieve)
    return add(rows.filter { !$0.json.hasPrefix("\"") }, &sieve)
  }

  /// Adds texts that are not right where any others are.
  private mutating func exclude(_ texts: [String], _ sieve: inout SieveField) {
    let first = rows.count
    for text in texts { add(Row(json: text, draft: text, number: .max)) }
    sieve.excludedTexts = first..<rows.count
  }

  func describeTyped(_ definition: FieldDefinition, _ sieve: inout SieveField) -> Bool {
    switch definition.valueKind {
    case .string: sieve.sort = .text
    case .integer, .number: sieve.sort = .number
    case .boolean: sieve.sort = .flag
    }
    return true
  }

  /// Says what a time is, or a date with one.
  mutating func describeTime(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    let clock = Format.clockWithFraction
    let pattern: String
    switch definition.mode {
    case .time: pattern = "^\(clock)$"
    case .dateAndTime: pattern = "^\(Format.day)T\(clock)\(Format.anyOffset)$"
    case .countDownTimer:
      pattern = "^(\(Format.clock)|\(Format.shortClock)|\(Format.countdown))$"
    case .date: return false
    }
    return addMachine(pattern, byteLimit: .max, &sieve) && addLimits(of: definition, &sieve)
  }

  /// Says what a date is that is written otherwise than its draft.
  private mutating func describeWritten(
    _ definition: FieldDefinition, by pattern: DatePattern, _ sieve: inout SieveField
  ) -> Bool {
    guard let parts = SieveSpelling.parts(of: pattern, definition.mode),
      describeDate(definition, &sieve)
    else { return false }
    sieve.sort = .written
    sieve.spelling = spellings.count..<(spellings.count + parts.count)
    spellings += parts
    return true
  }

  mutating func describeDate(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard definition.valueKind == .string else { return false }
    // Dates are ASCII, in which no unit counts more than the bytes.
    sieve.mostUnits = Int(clamping: definition.maxLength ?? .max)
    guard definition.mode == .date else { return describeTime(definition, &sieve) }
    guard SieveDate.byteCount <= sieve.mostUnits else { return false }
    sieve.sort = .date
    var (lower, upper) = (UInt64.min, UInt64.max)
    // The keys of days are not next to one another, so that the next number is between two of them.
    guard let ends = definition.fixedEnds(today: today) else { return false }
    for end in ends {
      guard case .date(let date) = end.date, let key = SieveDate.key(of: date) else { return false }
      if end.isUpper {
        upper = min(upper, end.isExclusive ? key - 1 : key)
      } else {
        lower = max(lower, end.isExclusive ? key + 1 : key)
      }
    }
    guard lower <= upper else { return false }
    sieve.dates = lower...upper
    return true
  }

  /// Says which rows of a picker are right; in an open one, of several rows, other texts may stand beside them.
  mutating func describeRows(
    _ field: RecordField, as definition: FieldDefinition, isOpen: Bool,
    _ sieve: inout SieveField
  ) -> Bool {
    let rowLimit = definition.takesSeveral ? UInt64.bitWidth : Self.rowLimit
    guard definition.choices.count <= rowLimit else { return false }
    let rules = definition.rulesOfDraft
    if !field.isUnchecked {
      if rules.contains(where: { $0.check.validator != nil }) { return false }
      let areOfRows =
        rules.count == definition.rules.count && definition.maxLength == nil
        && rules.allSatisfy { if case .oneOf = $0.check { true } else { false } }
      if definition.takesSeveral, !areOfRows { return false }
    }
    sieve.sort =
      definition.commitsFlags ? .flags : definition.takesSeveral ? .choices : .choice
    // Flags of which none is true, and null, are right of an empty field.
    if definition.commitsFlags {
      (sieve.takesNull, sieve.takesEmptyText) = (!sieve.isRequired, !sieve.isRequired)
    }
    let least = field.isUnchecked ? 0 : definition.minItems ?? 0
    let most = field.isUnchecked ? .max : definition.maxItems ?? .max
    guard least <= most else { return false }
    // A text has no more of anything than an `Int` counts.
    sieve.choiceCounts = Int(clamping: least)...Int(clamping: most)
    sieve.takesTwins = !definition.hasUniqueRows || field.isUnchecked
    let known = rows(of: field, as: definition, rules, &sieve)
    if isOpen {
      guard definition.valueKind == .string, !definition.commitsFlags, rules.isEmpty else {
        return false
      }
      sieve.takesTyped = true
      let texts = Set(known.map { $0.json })
      exclude(
        definition.choices.map { $0.text }.filter { !texts.contains(JSONValue.string($0).json) },
        &sieve)
    }
    return add(known, &sieve)
  }

  /// The rows that are right, whatever their conditions say, as some rules have it.
  private func rows(
    of field: RecordField, as definition: FieldDefinition, _ rules: [Rule],
    _ sieve: inout SieveField
  ) -> [Row] {
    var known: [Row] = []
    var seen: Set<String> = []
    var chosen = definition
    // Conditions of rows are looked at once the record is known.
    chosen.hasConditionalRows = false
    // The row that has a value comes before one that is read as it.
    let isRead = definition.choices.map { !definition.value(of: $0).isSame(as: $0.value) }
    let order = isRead.indices.filter { !isRead[$0] } + isRead.indices.filter { isRead[$0] }
    for number in order {
      let choice = definition.choices[number]
      // A number may be a row's by its value and not be one by its text.
      chosen.draft = .text(choice.text)
      chosen.choices = [choice]
      chosen.takesSeveral = false
      let isFree = field.isUnchecked || passes(chosen, rules)
      let value = definition.commitsFlags ? .string(choice.text) : definition.value(of: choice)
      let json = value.json
      // What stands first for a value is chosen by it.
      if !seen.insert(json).inserted { continue }
      guard isFree, !choice.text.isEmpty, !json.contains("\\") else { continue }
      known.append(Row(json: json, draft: choice.text, number: number))
      if choice.isExclusive { sieve.exclusiveRows |= Self.bit(ofChoice: number) }
    }
    return known
  }

  /// Adds the rows that a value may be; false where there is no room for them.
  mutating func add(_ known: [Row], _ sieve: inout SieveField) -> Bool {
    let first = rows.count
    if Self.bucketedRowLimit < known.count {
      for row in known { add(row) }
      sieve.rows = first..<rows.count
      sieve.rowIndex = addIndex(of: known.map { Array($0.json.utf8) }, from: first)
      return pool.count <= Self.poolByteLimit
    }
    var starts: [UInt8] = []
    for bucket in 0..<SieveRows.bucketCount {
      starts.append(UInt8(rows.count - first))
      for row in known where SieveRows.bucket(of: row.json) == bucket {
        add(row)
      }
    }
    starts.append(UInt8(rows.count - first))
    sieve.rows = first..<rows.count
    sieve.rowStarts = append(starts).start
    return true
  }

  mutating func add(_ row: Row) {
    rows.append(append(row.json.utf8))
    drafts.append(append(row.draft.utf8))
    rowBits.append(Self.bit(ofChoice: row.number))
  }

  /// The bit of a row that is chosen beside others.
  static func bit(ofChoice number: Int) -> UInt64 {
    number < UInt64.bitWidth ? 1 &<< UInt64(number) : 0
  }

  /// Says which of some texts is right, of which rules let no other pass.
  mutating func describe(
    _ texts: [String], of definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard texts.count <= Self.rowLimit else { return false }
    let rules = definition.rulesOfDraft
    if rules.contains(where: { $0.check.validator != nil }) { return false }
    sieve.sort = .choice
    var known: [Row] = []
    var seen: Set<ExactText> = []
    for text in texts where !text.isEmpty && seen.insert(ExactText(text)).inserted {
      let json = JSONValue.string(text).json
      let typed = definition.with(.text(text))
      if typed.isUnanswered || !passes(typed, rules) || json.contains("\\") { continue }
      known.append(Row(json: json, draft: text, number: known.count))
    }
    return add(known, &sieve)
  }

  /// Whether the draft of a field passes its limits and some rules.
  private func passes(_ definition: FieldDefinition, _ rules: [Rule]) -> Bool {
    let surroundings = RuleCheck.Surroundings(today: today)
    return RuleCheck.limitFailures(definition, surroundings).isEmpty
      && RuleCheck.failures(of: rules, definition, surroundings).isEmpty
  }

  mutating func describeText(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    let allowed = definition.rules.compactMap { rule -> [String]? in
      if case .oneOf(let values) = rule.check { values } else { nil }
    }
    if let first = allowed.first { return describe(first, of: definition, &sieve) }
    sieve.sort = .text
    sieve.mostUnits = Int(clamping: definition.maxLength ?? .max)
    sieve.unit = definition.lengthUnit
    sieve.asksVisible = definition.isBlankEmpty
    for rule in definition.rules {
      switch rule.check {
      case .maxLength(let limit): sieve.mostUnits = min(sieve.mostUnits, Int(clamping: limit))
      case .minLength(let limit):
        sieve.leastUnits = max(sieve.leastUnits, Int(clamping: limit))
      case .pattern(let pattern, _):
        guard addMachine(pattern, byteLimit: .max, &sieve) else { return false }
      case .format(let format):
        guard let known = format.plainSight,
          addMachine(known.pattern, byteLimit: known.byteLimit, &sieve)
        else { return false }
      case .equals, .holds: break
      case .minimum, .maximum, .step, .oneOf, .before, .after, .schema, .validator: return false
      }
    }
    // A machine that says all of it reads the bytes on the way to their end.
    if sieve.asksVisible || sieve.unit == .words && sieve.leastUnits != 0 { sieve.sort = .text }
    return true
  }

  mutating func describeNumber(
    _ definition: FieldDefinition, _ sieve: inout SieveField
  ) -> Bool {
    guard definition.scale == .number else { return false }
    sieve.sort = definition.valueKind == .integer ? .integer : .number
    sieve.mostUnits = Int(clamping: definition.maxLength ?? .max)
    let numbers = SieveNumber.Limits(definition.rules)
    sieve.places = numbers.places
    for rule in definition.rules {
      switch rule.check {
      case .minimum(.number(let limit), let isExclusive):
        let limit = numbers.units(of: limit)
        sieve.least = max(
          sieve.least, limit.isExact && !isExclusive ? limit.floor : limit.floor + 1)
        sieve.leastBetween = max(
          sieve.leastBetween, limit.isExact ? limit.floor : limit.floor + 1)
      case .maximum(.number(let limit), let isExclusive):
        let limit = numbers.units(of: limit)
        sieve.most = min(sieve.most, limit.isExact && isExclusive ? limit.floor - 1 : limit.floor)
        sieve.mostBetween = min(sieve.mostBetween, limit.floor - 1)
      case .step(let step, let base):
        guard case nil = base else { return false }
        let step = numbers.units(of: step)
        guard step.isExact, 0 < step.floor, step.floor < SieveNumber.Limits.end, sieve.step == 0
        else { return false }
        sieve.step = step.floor
      case .equals, .holds: break
      case .minimum, .maximum, .minLength, .maxLength, .pattern, .format, .oneOf, .before, .after,
        .schema, .validator:
        return false
      }
    }
    return true
  }

  mutating func addMachine(
    _ source: String, byteLimit: Int, _ sieve: inout SieveField
  ) -> Bool {
    (try? Pattern(source)).map { addMachine($0, byteLimit: byteLimit, &sieve) } ?? false
  }

  /// Adds a pattern that a text has to match; a longer one than the limit is looked at closely.
  mutating func addMachine(
    _ pattern: Pattern, byteLimit: Int, _ sieve: inout SieveField
  ) -> Bool {
    guard let tables = PatternTable(pattern).map(SieveMachineTables.init),
      pool.count + tables.byteCount <= Self.poolByteLimit
    else { return false }
    let first = sieve.machines.isEmpty ? machines.count : sieve.machines.lowerBound
    machines.append(tables.append(to: &pool))
    sieve.machines = first..<machines.count
    sieve.sort = sieve.machines.count == 1 ? .pattern : .text
    sieve.mostUnits = min(sieve.mostUnits, byteLimit)
    return true
  }
}

extension RecordField {
  /// A rule of it that is no comparison holds under a condition that looks at the record.
  var hasRulesUnderConditions: Bool { isDependent && !definition.ruleConditions.isEmpty }
}

extension FieldDefinition {
  /// The conditions of rules that look at the draft alone.
  var ruleConditions: [Condition] {
    rules.compactMap { $0.check.looksAtOthers ? nil : $0.condition }
  }

  /// The rules that look at the draft alone, as if they always held; the others are looked at once the record is
  /// known.
  fileprivate var rulesOfDraft: [Rule] {
    rules.filter { !$0.check.looksAtOthers }.map { rule in
      var rule = rule
      rule.condition = nil
      return rule
    }
  }

  /// The same without the rules that have schemas.
  fileprivate var withoutSchemas: FieldDefinition { without { $0.check.isSchema } }

  /// The same without the rules that ask a validator.
  fileprivate var withoutValidators: FieldDefinition { without { $0.check.validator != nil } }

  /// The same without the rules that look at the draft alone and hold under a condition.
  var withUnconditionalRules: FieldDefinition {
    without { !$0.check.looksAtOthers && $0.condition != nil }
  }

  private func without(_ isOne: (Rule) -> Bool) -> FieldDefinition {
    var definition = self
    definition.liveRules.removeAll(where: isOne)
    definition.endEditingRules.removeAll(where: isOne)
    return definition
  }

  /// What is known of the values that its drafts commit, empty ones aside.
  fileprivate var committedValues: ValueSchema.Values {
    if commitsFlags { return ValueSchema.Values(types: .object) }
    let isOpen = choices.isEmpty || manualEntry != nil
    if takesSeveral {
      return ValueSchema.Values(
        types: .array, elements: isOpen ? nil : choices.map { value(of: $0) },
        differ: hasUniqueRows && !isOpen)
    }
    var types = choices.reduce(into: ValueSchema.Types()) { $0.formUnion(.init(of: value(of: $1))) }
    if isOpen { types.formUnion(typeOfTexts) }
    return ValueSchema.Values(types: types)
  }

  /// The type of what is typed.
  private var typeOfTexts: ValueSchema.Types {
    switch valueKind {
    case .string: .string
    case .number: .number
    case .integer: .integer
    case .boolean: .boolean
    }
  }
}
