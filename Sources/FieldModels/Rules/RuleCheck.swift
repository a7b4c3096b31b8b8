/// Decides what can be decided at once about a draft: every rule but the validators.
///
/// Pure functions of the definition, its draft and what stands around it. An empty draft passes
/// everything but being required, as in HTML.
package enum RuleCheck {
  /// What a field's checks may know beyond the field.
  package struct Surroundings: Sendable {
    package var today: CivilDate
    /// The drafts of the fields that the definition watches, by key.
    package var drafts: [String: Draft]
    /// The labels of the same fields.
    package var labels: [String: String]
    /// What searches that took longer have found out.
    package var verdicts: [PatternVerdict] = []

    package init(today: CivilDate, drafts: [String: Draft] = [:], labels: [String: String] = [:]) {
      self.today = today
      self.drafts = drafts
      self.labels = labels
    }
  }

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
      && definition.isVisible.holds { surroundings.drafts[$0] }
      && definition.isEnabled.holds { surroundings.drafts[$0] }
  }

  /// The rules that hold just now, of some of a field's rules.
  package static func rulesInForce(_ rules: [Rule], _ surroundings: Surroundings) -> [Rule] {
    rules.filter { $0.condition?.holds { surroundings.drafts[$0] } ?? true }
  }

  /// The failures of the rules that can be decided at once.
  package static func failures(
    of rules: [Rule], _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [Failure] {
    guard !definition.draft.isEmpty else { return [] }
    var steps = PatternLimits.immediateStepCount
    return rulesInForce(rules, surroundings).compactMap { rule in
      problem(rule.check, definition, surroundings, &steps).map {
        Failure($0, words: rule.message, severity: rule.severity)
      }
    }
  }

  /// The patterns of which it takes a longer search to say whether the draft matches, and of which
  /// that is not known yet.
  ///
  /// Until then they count as neither failed nor passed.
  package static func unsearchedPatterns(
    of rules: [Rule], _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [Pattern] {
    guard !definition.draft.isEmpty, rules.contains(where: \.check.isPattern) else { return [] }
    var steps = PatternLimits.immediateStepCount
    return rulesInForce(rules, surroundings).compactMap { rule in
      guard case .pattern(let pattern, _) = rule.check,
        smallSteps(of: pattern, definition.draft) == nil,
        isMatch(pattern, definition.draft, surroundings, &steps) == nil
      else { return nil }
      return pattern
    }
  }

  /// Whether a check may be a longer search.
  static func mayTakeLong(_ check: Rule.Check, _ draft: Draft) -> Bool {
    guard case .pattern(let pattern, _) = check else { return false }
    return smallSteps(of: pattern, draft) == nil
  }

  /// Whether every value of a draft matches, as far as that is known at once.
  private static func isMatch(
    _ pattern: Pattern, _ draft: Draft, _ surroundings: Surroundings, _ steps: inout Int
  ) -> Bool? {
    if var bound = smallSteps(of: pattern, draft) {
      return pattern.match(draft.values, steps: &bound)
    }
    let known = surroundings.verdicts.first { $0.pattern == pattern && $0.draft == draft }
    return known?.isMatch ?? pattern.match(draft.values, steps: &steps)
  }

  /// The steps that a search takes at most, if they are few.
  private static func smallSteps(of pattern: Pattern, _ draft: Draft) -> Int? {
    let byteCount = draft.values.reduce(0) { $0 + $1.utf8.count + 1 }
    let bound = pattern.stepBound(byteCount: byteCount)
    return bound <= PatternLimits.smallStepCount ? bound : nil
  }

  /// How a draft fails one check; nil when it passes or a validator decides.
  private static func problem(
    _ check: Rule.Check, _ definition: FieldDefinition, _ surroundings: Surroundings,
    _ steps: inout Int
  ) -> DraftProblem? {
    switch check {
    case .minLength, .maxLength: lengthProblem(check, definition)
    case .pattern(let pattern, let source):
      isMatch(pattern, definition.draft, surroundings, &steps) ?? true
        ? nil : .patternMismatch(source: source)
    case .format(let format):
      definition.draft.values.allSatisfy { format.matches($0) } ? nil : .typeMismatch(format)
    case .minimum, .maximum, .step: numberProblem(check, definition.draft)
    case .oneOf(let values):
      values.containsAll(definition.draft.values) ? nil : .notOneOf(values)
    case .equals(let key):
      // A key that no field has is told of as such; the draft can't be blamed for it.
      surroundings.drafts[key].map { $0 == definition.draft } ?? true
        ? nil : .notEqual(key: key, field: surroundings.labels[key] ?? key)
    case .before(let bound): dateProblem(definition, bound, isUpper: true, surroundings)
    case .after(let bound): dateProblem(definition, bound, isUpper: false, surroundings)
    case .validator: nil
    }
  }

  private static func lengthProblem(
    _ check: Rule.Check, _ definition: FieldDefinition
  ) -> DraftProblem? {
    let unit = definition.lengthUnit
    let count = unit.count(in: definition.draft.text)
    switch check {
    case .minLength(let limit) where count < limit:
      return .tooShort(count: count, limit: limit, unit: unit)
    case .maxLength(let limit) where limit < count:
      return .tooLong(count: count, limit: limit, unit: unit)
    case .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step, .oneOf, .equals,
      .before, .after, .validator:
      return nil
    }
  }

  private static func numberProblem(_ check: Rule.Check, _ draft: Draft) -> DraftProblem? {
    guard let value = Decimal(draft.text) else { return .notANumber }
    switch check {
    case .minimum(let limit, let isExclusive):
      let passes = isExclusive ? limit < value : limit <= value
      return passes ? nil : .rangeUnderflow(limit: limit.description, isExclusive: isExclusive)
    case .maximum(let limit, let isExclusive):
      let passes = isExclusive ? value < limit : value <= limit
      return passes ? nil : .rangeOverflow(limit: limit.description, isExclusive: isExclusive)
    case .step(let step, let base):
      let passes = (value - base).isMultiple(of: step)
      return passes ? nil : .stepMismatch(step: step.description, base: base.description)
    case .minLength, .maxLength, .pattern, .format, .oneOf, .equals, .before, .after, .validator:
      return nil
    }
  }

  private static func dateProblem(
    _ definition: FieldDefinition, _ bound: DateBound, isUpper: Bool, _ surroundings: Surroundings
  ) -> DraftProblem? {
    guard case .success(let parsed) = DateValue.parse(definition.draft.text, mode: definition.mode),
      let limit = self.limit(bound, definition, surroundings)
    else { return nil }
    let value = definition.inZone(parsed)
    let passes = isUpper ? value.isBefore(limit.date) : limit.date.isBefore(value)
    guard passes == false else { return nil }
    return isUpper
      ? .rangeOverflow(limit: limit.name, isExclusive: true)
      : .rangeUnderflow(limit: limit.name, isExclusive: true)
  }

  /// The date that a bound stands for now; nil while it has none.
  package static func date(
    _ bound: DateBound, _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> DateValue? {
    switch bound {
    case .today: .date(surroundings.today)
    case .date(let date): date
    case .field(let key):
      surroundings.drafts[key].flatMap {
        try? DateValue.parse($0.text, mode: definition.mode).get()
      }
    }
  }

  /// The date that a bound stands for as clocks in the field's zone show it, and what to call it.
  private static func limit(
    _ bound: DateBound, _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> (date: DateValue, name: String)? {
    guard let date = date(bound, definition, surroundings) else { return nil }
    let name =
      switch bound {
      case .today: "today"
      case .date: date.description
      case .field(let key): surroundings.labels[key] ?? key
      }
    return (definition.inZone(date), name)
  }
}

extension RuleCheck {
  /// What the definition itself, without any rule, asks of the draft; true from the keystroke on.
  package static func limitFailures(
    _ definition: FieldDefinition, _ surroundings: Surroundings
  ) -> [Failure] {
    guard !definition.draft.isEmpty, let kind = definition.kind else { return [] }
    var problems: [DraftProblem] = []
    if let limit = definition.maxLength,
      let problem = lengthProblem(.maxLength(limit), definition)
    {
      problems.append(problem)
    }
    switch kind {
    case .entry, .area: break
    case .picker: problems += choiceProblems(definition)
    case .date: problems += dateProblems(definition, surroundings)
    }
    if let problem = valueProblem(definition) { problems.append(problem) }
    return problems.map { Failure($0) }
  }

  /// How a draft can't be read as the value that is to be committed.
  private static func valueProblem(_ definition: FieldDefinition) -> DraftProblem? {
    let drafts = definition.draft.values
    return switch definition.valueKind {
    case .string: nil
    case .number: drafts.allSatisfy { Decimal($0) != nil } ? nil : .notANumber
    case .integer: drafts.allSatisfy { Decimal($0)?.isInteger ?? false } ? nil : .notAnInteger
    case .boolean: drafts.allSatisfy { $0 == "true" || $0 == "false" } ? nil : .notABoolean
    }
  }

  private static let choiceProblemLimit = 8

  private static func choiceProblems(_ definition: FieldDefinition) -> [DraftProblem] {
    var problems: [DraftProblem] = []
    if !definition.choices.isEmpty {
      let choices = definition.choices(valued: definition.draft.values)
      for (value, choice) in zip(definition.draft.values, choices) {
        // Who has chosen so much that is wrong has not chosen it by hand.
        if problems.count == choiceProblemLimit { break }
        if let choice {
          guard choice.isDisabled else { continue }
          problems.append(
            definition.isSecure
              ? .notAChoice(nearest: nil) : .disabledChoice(label: choice.label))
        } else if definition.manualEntry == nil {
          // What a secure draft is near to tells what it is.
          let nearest =
            definition.isSecure
            ? nil : Nearest.name(to: value, among: definition.choices.lazy.map(\.value))
          problems.append(.notAChoice(nearest: nearest))
        }
      }
    }
    guard definition.takesSeveral else { return problems }
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
    let value: DateValue
    switch DateValue.parse(definition.draft.text, mode: definition.mode) {
    case .failure(let problem):
      // Why it is none may tell a part of it.
      return [.notADate(why: definition.isSecure ? "Not a date" : problem.message)]
    case .success(let parsed): value = definition.inZone(parsed)
    }
    var problems: [DraftProblem] = []
    if let bound = definition.minimumDate,
      let limit = limit(bound, definition, surroundings), value.isBefore(limit.date) == true
    {
      problems.append(.rangeUnderflow(limit: limit.name, isExclusive: false))
    }
    if let bound = definition.maximumDate,
      let limit = limit(bound, definition, surroundings), limit.date.isBefore(value) == true
    {
      problems.append(.rangeOverflow(limit: limit.name, isExclusive: false))
    }
    return problems
  }
}
