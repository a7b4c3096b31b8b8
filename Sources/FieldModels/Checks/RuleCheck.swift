/// Decides what can be decided at once about a draft: every rule but the validators.
///
/// Pure functions of the definition, its draft and what stands around it. An empty draft passes
/// everything but being required, as in HTML.
package enum RuleCheck {
  /// A draft that fails, how, and how much it matters.
  package struct Failure: Hashable, Sendable {
    package var problem: DraftProblem
    /// The rule's own message.
    package var words: String?
    package var severity: Severity

    package init(_ problem: DraftProblem, words: String? = nil, severity: Severity = .error) {
      self.problem = problem
      self.words = words
      self.severity = severity
    }
  }

  /// Whether a field is checked at all: it is shown, enabled and may be edited.
  package static func isChecked(
    _ definition: FieldDefinition, isDisabled: Bool, _ surroundings: Surroundings
  ) -> Bool {
    !definition.isReadOnly && !isDisabled
      && definition.isShown(in: surroundings)
      && definition.isEnabled(in: surroundings)
  }

  /// The rules that hold just now, of some of a field's rules.
  package static func rulesInForce(_ rules: [Rule], _ surroundings: Surroundings) -> [Rule] {
    rules.filter { $0.isInForce(surroundings) }
  }

  /// The failures of the rules that can be decided at once.
  package static func failures(
    of rules: [Rule], _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [Failure] {
    if rules.isEmpty || definition.isUnanswered { return [] }
    var steps = PatternLimits.immediateStepCount
    var failures: [Failure] = []
    // In place, since each keystroke comes here, and each record in which something is wrong.
    let rules = rules.span
    for index in rules.indices where rules[index].isInForce(surroundings) {
      let problem = problem(rules[index].check, of: definition, in: surroundings, steps: &steps)
      guard let problem else { continue }
      failures.append(
        Failure(problem, words: rules[index].message, severity: rules[index].severity))
    }
    return failures
  }

  /// The patterns of which it takes a longer search to say whether the draft matches, and of which
  /// that is not known yet.
  ///
  /// Until then they count as neither failed nor passed.
  package static func unsearchedPatterns(
    of rules: [Rule], _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [Pattern] {
    guard !definition.isUnanswered, rules.contains(where: { $0.check.isPattern }) else { return [] }
    var steps = PatternLimits.immediateStepCount
    return rules.compactMap { rule in
      guard case .pattern(let pattern, _) = rule.check,
        smallSteps(of: pattern, definition.draft) == nil, rule.isInForce(surroundings),
        isMatch(pattern, of: definition.draft, in: surroundings, steps: &steps) == nil
      else { return nil }
      return pattern
    }
  }

  /// Whether a check may be a longer search.
  static func mayTakeLong(_ check: Rule.Check, _ draft: Draft) -> Bool {
    guard case .pattern(let pattern, _) = check else { return false }
    return smallSteps(of: pattern, draft) == nil
  }

  /// Whether a draft is one of some numbers, however they are spelt.
  private static func isNumber(_ definition: FieldDefinition, among values: [String]) -> Bool {
    guard definition.scale == .number, !definition.takesSeveral,
      let number = Decimal(definition.draft.text)
    else { return false }
    return values.contains { Decimal($0) == number }
  }

  /// Whether every value of a draft matches, as far as that is known at once.
  private static func isMatch(
    _ pattern: Pattern, of draft: Draft, in surroundings: Surroundings, steps: inout Int64
  ) -> Bool? {
    if var bound = smallSteps(of: pattern, draft) {
      return pattern.match(draft.values, steps: &bound)
    }
    let known = surroundings.verdicts.first { $0.pattern == pattern && $0.draft == draft }
    return known?.isMatch ?? pattern.match(draft.values, steps: &steps)
  }

  /// The steps that a search takes at most, if they are few.
  private static func smallSteps(of pattern: Pattern, _ draft: Draft) -> Int64? {
    let byteCount = draft.values.reduce(0) { $0 + $1.utf8.count + 1 }
    let bound = pattern.stepBound(byteCount: byteCount)
    return bound <= PatternLimits.smallStepCount ? bound : nil
  }

  /// How a draft fails one check; nil when it passes or a validator decides.
  private static func problem(
    _ check: Rule.Check, of definition: FieldDefinition, in surroundings: Surroundings,
    steps: inout Int64
  ) -> DraftProblem? {
    switch check {
    case .minLength, .maxLength: lengthProblem(check, definition)
    case .pattern(let pattern, let source):
      isMatch(pattern, of: definition.draft, in: surroundings, steps: &steps) ?? true
        ? nil : .patternMismatch(source: source)
    case .format(let format):
      definition.draft.allSatisfy { format.matches($0) } ? nil : .typeMismatch(format)
    case .minimum, .maximum, .step: scaleProblem(check, of: definition, in: surroundings)
    case .oneOf(let values):
      values.containsAll(definition.draft.values) || isNumber(definition, among: values)
        ? nil : .notOneOf(values)
    case .equals(let key):
      isEqual(definition.draft, to: key, in: surroundings)
        ? nil : .notEqual(key: key, field: surroundings.watched[key]?.field?.label ?? key)
    case .before(let bound): dateProblem(of: definition, bound, isUpper: true, in: surroundings)
    case .after(let bound): dateProblem(of: definition, bound, isUpper: false, in: surroundings)
    case .holds(let expression):
      fails(expression, of: definition, in: surroundings) ? .notTrue(expression) : nil
    case .schema(let schema):
      surroundings.knowsValue ? nil : definition.failure(in: schema).map { .schemaMismatch($0) }
    case .validator: nil
    }
  }

  /// Whether an expression is surely false, where the field itself is what its draft says.
  private static func fails(
    _ expression: Expression, of definition: FieldDefinition, in surroundings: Surroundings
  ) -> Bool {
    let holds = expression.holds(
      today: surroundings.today, ifOpen: !surroundings.openAnswer
    ) { key in
      key == definition.key ? definition.value : surroundings.value(of: key)
    }
    return holds == false
  }

  private static func isEqual(
    _ draft: Draft, to key: String, in surroundings: Surroundings
  ) -> Bool {
    if surroundings.isOpen(key) { return !surroundings.openAnswer }
    // A key that no field has is told of as such; the draft can't be blamed for it.
    return surroundings.watched[key]?.draft.map { $0 == draft } ?? true
  }

  private static func lengthProblem(
    _ check: Rule.Check, _ definition: FieldDefinition
  ) -> DraftProblem? {
    // No unit counts more than there are bytes.
    if case .maxLength(let limit) = check, definition.draft.text.utf8.count <= limit { return nil }
    let unit = definition.lengthUnit
    let count = unit.count(in: definition.draft.text)
    switch check {
    case .minLength(let limit) where count < limit:
      return .tooShort(count: count, limit: limit, unit: unit)
    case .maxLength(let limit) where limit < count:
      return .tooLong(count: count, limit: limit, unit: unit)
    case .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step, .oneOf, .equals,
      .before, .after, .holds, .schema, .validator:
      return nil
    }
  }

  private static func scaleProblem(
    _ check: Rule.Check, of definition: FieldDefinition, in surroundings: Surroundings
  ) -> DraftProblem? {
    guard let value = definition.measure(definition.draft.text, on: definition.scale) else {
      // A date field or a format tells of such a draft already.
      return definition.scale == .number ? .notANumber : nil
    }
    switch check {
    case .minimum(let limit, let isExclusive):
      let end = RangeEnd(
        definition.inZone(limit), .limit(limit), isUpper: false, isExclusive: isExclusive)
      return rangeProblem(value, beyond: end, of: definition, in: surroundings)
    case .maximum(let limit, let isExclusive):
      let end = RangeEnd(
        definition.inZone(limit), .limit(limit), isUpper: true, isExclusive: isExclusive)
      return rangeProblem(value, beyond: end, of: definition, in: surroundings)
    case .step(let step, let base):
      let start = base.map { definition.inZone($0).units } ?? Decimal(0)
      if (value.units - start).isMultiple(of: step) { return nil }
      return .stepMismatch(
        step: step.description, base: base?.description ?? "0", unit: definition.scale.unit)
    case .minLength, .maxLength, .pattern, .format, .oneOf, .equals, .before, .after, .holds,
      .schema,
      .validator:
      return nil
    }
  }

  private static func dateProblem(
    of definition: FieldDefinition, _ bound: DateBound, isUpper: Bool, in surroundings: Surroundings
  ) -> DraftProblem? {
    guard let value = definition.measure(definition.draft.text, on: definition.dateScale) else {
      return nil
    }
    if case .field(let key) = bound, surroundings.isOpen(key) {
      guard surroundings.openAnswer else { return nil }
      let name = surroundings.watched[key]?.field?.label ?? key
      return isUpper
        ? .rangeOverflow(limit: name, isExclusive: true)
        : .rangeUnderflow(limit: name, isExclusive: true)
    }
    guard
      let end = rangeEnd(
        bound, isUpper: isUpper, isExclusive: true, of: definition, in: surroundings)
    else { return nil }
    return rangeProblem(value, beyond: end, of: definition, in: surroundings)
  }
}

/// Ranges.
extension RuleCheck {
  /// One end of a range, as clocks in the field's zone show it, and what to call it.
  private struct RangeEnd {
    let place: Measure
    let name: Name
    let isUpper: Bool
    let isExclusive: Bool

    /// What to call it; the words are made only for a draft that is beyond it.
    enum Name {
      case word(String)
      case limit(Measure)

      var text: String {
        switch self {
        case .word(let word): word
        case .limit(let limit): limit.description
        }
      }
    }

    init(_ place: Measure, _ name: Name, isUpper: Bool, isExclusive: Bool) {
      self.place = place
      self.name = name
      self.isUpper = isUpper
      self.isExclusive = isExclusive
    }

    /// Whether a value is on this side of the end; what does not compare with it is.
    func admits(_ value: Measure) -> Bool {
      if isExclusive {
        return (isUpper ? value.isBefore(place) : place.isBefore(value)) ?? true
      }
      return !((isUpper ? place.isBefore(value) : value.isBefore(place)) ?? false)
    }

    var problem: DraftProblem {
      isUpper
        ? .rangeOverflow(limit: name.text, isExclusive: isExclusive)
        : .rangeUnderflow(limit: name.text, isExclusive: isExclusive)
    }
  }

  private static func rangeProblem(
    _ value: Measure, beyond end: RangeEnd, of definition: FieldDefinition,
    in surroundings: Surroundings
  ) -> DraftProblem? {
    if end.admits(value) { return nil }
    guard definition.scale.isPeriodic else { return end.problem }
    // From 22:00 to 06:00 is through midnight: the value need be right at one end only.
    let others = surroundings.opposite
    let isAtOtherEnd = rangeEnds(definition, others).contains { other in
      let (lower, upper) = end.isUpper ? (other, end) : (end, other)
      return other.isUpper != end.isUpper && upper.place.isBefore(lower.place) == true
        && other.admits(value)
    }
    return isAtOtherEnd || mayHaveOpenEnd(definition, others) ? nil : end.problem
  }

  /// Whether a limit that may hold is a field which a partial record leaves open.
  private static func mayHaveOpenEnd(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> Bool {
    guard surroundings.openAnswer else { return false }
    return rulesInForce(definition.rules, surroundings).contains { rule in
      switch rule.check {
      case .before(.field(let key)), .after(.field(let key)): surroundings.isOpen(key)
      case .before, .after, .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step,
        .oneOf, .equals, .holds, .schema, .validator:
        false
      }
    }
  }

  /// Every limit of a field that holds just now.
  private static func rangeEnds(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [RangeEnd] {
    let rules: [RangeEnd?] = rulesInForce(definition.rules, surroundings).map { rule in
      switch rule.check {
      case .minimum(let limit, let isExclusive):
        RangeEnd(definition.inZone(limit), .limit(limit), isUpper: false, isExclusive: isExclusive)
      case .maximum(let limit, let isExclusive):
        RangeEnd(definition.inZone(limit), .limit(limit), isUpper: true, isExclusive: isExclusive)
      case .after(let bound):
        rangeEnd(bound, isUpper: false, isExclusive: true, of: definition, in: surroundings)
      case .before(let bound):
        rangeEnd(bound, isUpper: true, isExclusive: true, of: definition, in: surroundings)
      case .minLength, .maxLength, .pattern, .format, .step, .oneOf, .equals, .holds, .schema,
        .validator:
        nil
      }
    }
    let picked = [false, true].map { pickerEnd(of: definition, isUpper: $0, in: surroundings) }
    return (rules + picked).compactMap { $0 }
  }

  /// One of the ends between which a date field lets choose.
  private static func pickerEnd(
    of definition: FieldDefinition, isUpper: Bool, in surroundings: Surroundings
  ) -> RangeEnd? {
    (isUpper ? definition.maximumDate : definition.minimumDate).flatMap {
      rangeEnd($0, isUpper: isUpper, isExclusive: false, of: definition, in: surroundings)
    }
  }

  /// The end that a bound stands for now; nil while it has no place on the field's scale.
  private static func rangeEnd(
    _ bound: DateBound, isUpper: Bool, isExclusive: Bool, of definition: FieldDefinition,
    in surroundings: Surroundings
  ) -> RangeEnd? {
    let place: Measure?
    let name: RangeEnd.Name
    switch bound {
    case .today: (place, name) = (.date(.date(surroundings.today)), .word(DateBound.todayWord))
    case .fixed(let measure): (place, name) = (measure, .limit(measure))
    case .field(let key):
      let watched = surroundings.watched[key]
      let text = watched?.draft?.text ?? ""
      let told = definition.dateScale.measure(text)
      // Another field's moment is told by the clocks of its own zone.
      place = watched?.field?.zone.flatMap { told?.inZone($0) } ?? told
      name = .word(watched?.field?.label ?? key)
    }
    return place.map {
      RangeEnd(definition.inZone($0), name, isUpper: isUpper, isExclusive: isExclusive)
    }
  }

  /// The dates between which a date field lets choose now.
  package struct DateRange: Sendable {
    package var lower: DateValue?
    package var upper: DateValue?

    /// The end of a range of times is before its beginning, so that midnight is in it.
    package var goesPastMidnight: Bool {
      guard case .time(let lower) = lower, case .time(let upper) = upper else { return false }
      return upper < lower
    }
  }

  package static func dateRange(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> DateRange {
    func date(_ bound: DateBound?) -> DateValue? {
      switch bound {
      case .today: .date(surroundings.today)
      case .fixed(.date(let date)): date
      case .fixed, .field, nil: nil
      }
    }
    return DateRange(lower: date(definition.minimumDate), upper: date(definition.maximumDate))
  }
}

extension RuleCheck {
  /// What the definition itself, without any rule, asks of the draft; true from the keystroke on.
  package static func limitFailures(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [Failure] {
    guard !definition.draft.isEmpty else { return [] }
    var problems: [DraftProblem] = []
    if let limit = definition.maxLength,
      let problem = lengthProblem(.maxLength(limit), definition)
    {
      problems.append(problem)
    }
    switch definition.checkedKind {
    case .entry, .area: break
    case .picker: problems += choiceProblems(definition, surroundings)
    case .date: problems += dateProblems(definition, surroundings)
    case .any:
      if let problem = anyProblem(definition, surroundings) { problems.append(problem) }
    }
    if let unclear = surroundings.unclearNumber {
      problems.append(.unclearNumber(unclear))
    } else if let problem = valueProblem(definition) {
      problems.append(problem)
    }
    if let labels = surroundings.twinLabels { problems.append(.notUnique(labels, entry: nil)) }
    return problems.map { Failure($0) }
  }

  /// How a draft is no JSON value, or one in which nothing is where something must be.
  private static func anyProblem(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> DraftProblem? {
    guard let value = definition.anyValue(of: definition.draft) else { return .notJSON }
    guard definition.lacksAnswer(value), definition.isAsked(in: surroundings) else {
      return nil
    }
    return .valueMissing(field: definition.name)
  }

  /// How a draft can't be read as the value that is to be committed.
  private static func valueProblem(_ definition: FieldDefinition) -> DraftProblem? {
    if definition.valueKind == .string { return nil }
    let drafts = definition.draft.values.filter { !definition.isTyped($0) }
    switch definition.valueKind {
    case .string: return nil
    case .number, .integer:
      return drafts.lazy.compactMap { numberProblem($0, definition) }.first
    case .boolean:
      return drafts.allSatisfy { $0 == "true" || $0 == "false" } ? nil : .notABoolean
    }
  }

  /// How a draft is no number that every reader of JSON holds.
  private static func numberProblem(
    _ draft: String, _ definition: FieldDefinition
  ) -> DraftProblem? {
    let isInteger = definition.valueKind == .integer
    let value: Decimal
    switch Decimal.parse(draft) {
    case .failure(.notANumber): return isInteger ? .notAnInteger : .notANumber
    case .failure(.tooLong): return .numberTooLarge
    case .success(let parsed): value = parsed
    }
    if isInteger, !value.isInteger { return .notAnInteger }
    if !value.isHeldByDouble { return .numberTooLarge }
    guard isInteger, let limits = definition.precision.limits, !limits.contains(value),
      !isWanted(value, definition)
    else { return nil }
    return value.isNegative
      ? .integerTooLow(limit: limits.lowerBound) : .integerTooLarge(limit: limits.upperBound)
  }

  /// Whether the field says that it takes whole numbers of this size: a limit of its rules is as
  /// large.
  private static func isWanted(_ value: Decimal, _ definition: FieldDefinition) -> Bool {
    definition.rules.contains { rule in
      switch rule.check {
      case .minimum(.number(let limit), _): value.isNegative && limit <= value
      case .maximum(.number(let limit), _): !value.isNegative && value <= limit
      default: false
      }
    }
  }

  private static let choiceProblemLimit = 8

  private static func choiceProblems(
    _ stated: FieldDefinition, _ surroundings: Surroundings
  ) -> [DraftProblem] {
    // A row that may be offered makes less to be told.
    let definition = stated.offeringRows(in: surroundings.opposite)
    var problems: [DraftProblem] = []
    if !definition.choices.isEmpty {
      let choices = definition.choices(drafted: definition.draft.values)
      for (value, choice) in zip(definition.draft.values, choices) {
        // Who has chosen so much that is wrong has not chosen it by hand.
        if problems.count == choiceProblemLimit { break }
        if let choice, !choice.isHidden {
          guard choice.isDisabled else { continue }
          problems.append(
            definition.isSecure
              ? definition.strangeChoice(drafted: nil) : .disabledChoice(label: choice.label))
        } else if definition.manualEntry == nil || choice != nil {
          problems.append(definition.strangeChoice(drafted: value))
        }
      }
    }
    guard definition.takesSeveral else { return problems }
    if let alone = definition.rowNotAlone {
      problems.append(.notAlone(label: definition.isSecure ? nil : alone.label))
    }
    if definition.hasUniqueRows, let twice = definition.draft.firstTwice {
      let label = definition.choice(drafted: twice)?.label ?? twice
      problems.append(.chosenTwice(label: definition.isSecure ? nil : label))
    }
    let count = definition.draft.values.count
    if let limit = definition.minItems, count < limit {
      problems.append(.tooFewRows(count: count, limit: limit))
    }
    if let limit = definition.maxItems, limit < count {
      problems.append(.tooManyRows(count: count, limit: limit))
    }
    return problems
  }

  private static func dateProblems(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [DraftProblem] {
    let value: Measure
    switch DateValue.parse(definition.draft.text, mode: definition.mode) {
    case .failure(let problem):
      return [.notADate(why: definition.isSecure ? nil : problem)]
    case .success(let parsed): value = definition.inZone(.date(parsed))
    }
    var problems: [DraftProblem] = []
    for isUpper in [false, true] {
      guard let end = pickerEnd(of: definition, isUpper: isUpper, in: surroundings),
        let problem = rangeProblem(value, beyond: end, of: definition, in: surroundings)
      else { continue }
      problems.append(problem)
    }
    return problems
  }
}

extension FieldDefinition {
  /// That what is chosen is none of the rows, with those that a person may have meant.
  ///
  /// These are the row that is nearest to the draft, where there is one, and the first that can be chosen.
  /// What a secure draft is near to tells what it is.
  func strangeChoice(drafted text: String?) -> DraftProblem {
    if isSecure { return .notAChoice(nearest: nil, choices: []) }
    let nearest = text.flatMap {
      Nearest.name(to: $0, among: choices.lazy.filter { !$0.isHidden }.map { $0.text })
    }
    let first = choices.lazy.filter { $0.canBeChosen }.prefix(Wording.listLimit + 1)
    return .notAChoice(nearest: nearest, choices: first.map { $0.text.abridged })
  }
}
