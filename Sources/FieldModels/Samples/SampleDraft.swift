import FieldModels

/// A draft that a field may have, and what the field itself says of it.
struct SampleDraft: Sendable {
  let draft: Draft
  /// What its limits and rules say, those too that hold only at times; comparisons with other fields
  /// aside.
  let problems: [DraftProblem]
  /// Nothing is wrong with it but what is wrong at times.
  let isUsuallyRight: Bool

  private init(
    _ draft: Draft, of definition: FieldDefinition, usually unconditional: [Rule],
    ever all: [Rule], in surroundings: RuleCheck.Surroundings
  ) {
    self.draft = draft
    let definition = definition.with(draft)
    let limits = RuleCheck.limitFailures(definition, surroundings)
    let usual = RuleCheck.failures(of: unconditional, definition, surroundings)
    problems = (limits + RuleCheck.failures(of: all, definition, surroundings)).map(\.problem)
    isUsuallyRight = limits.isEmpty && usual.isEmpty
  }

  /// Everything that may be worth trying in a field, each once.
  ///
  /// - Parameters:
  ///   - definition: the field
  ///   - mentioned: the texts with which conditions of other fields compare it
  ///   - others: drafts that another form gives rise to
  ///   - now: this moment
  ///   - chance: where the variety comes from
  /// - Returns: the drafts, that of an empty field first
  static func all(
    for definition: FieldDefinition, mentioned: [String], others: [Draft] = [], at now: Instant,
    using chance: inout SplitMix64
  ) -> [SampleDraft] {
    var definition = definition
    // Which rows are offered is up to other fields.
    definition.hasConditionalRows = false
    let today = definition.today(at: now)
    var proposals = SampleProposals(definition, today: today)
    proposals.add(mentioned)
    proposals.addAll(using: &chance)
    proposals.add(others)
    let surroundings = RuleCheck.Surroundings(today: today)
    let unconditional = definition.rules.filter { $0.condition == nil }
    var all = definition.rules
    for index in all.indices { all[index].condition = nil }
    return proposals.drafts.map {
      SampleDraft($0, of: definition, usually: unconditional, ever: all, in: surroundings)
    }
  }
}

/// The texts with which the conditions of a form compare its fields, and some beside them, by the key
/// of the field.
struct SampleMentions {
  private var texts: [String: [String]] = [:]
  private let today: CivilDate

  init(_ definitions: [FieldDefinition], today: CivilDate) {
    self.today = today
    for definition in definitions {
      for requirement in [
        definition.isRequired, definition.isPresent, definition.isVisible, definition.isEnabled,
        definition.isLenient,
      ] {
        if case .when(let condition) = requirement { add(condition) }
      }
      for case .when(let condition) in definition.choices.map(\.visibility) { add(condition) }
      if let calculation = definition.calculation { add(calculation) }
      for rule in definition.rules {
        rule.condition.map { add($0) }
        if case .holds(let expression) = rule.check { add(expression) }
      }
    }
  }

  subscript(key: String) -> [String] { texts[key] ?? [] }

  private mutating func add(_ condition: Condition) {
    switch condition {
    case .all(let conditions), .any(let conditions):
      for condition in conditions { add(condition) }
    case .test(let key, .isOneOf(let values)): texts[key, default: []] += values
    case .test(let key, .isNot(let value)): texts[key, default: []].append(value)
    case .test(let key, .isGreater(let bound)), .test(let key, .isLess(let bound)):
      let bound = bound == DateBound.todayWord ? today.description : bound
      texts[key, default: []] += [bound] + SampleScale.texts(around: bound)
    case .test(_, .isFilled): break
    case .holds(let expression): add(expression)
    }
  }

  private mutating func add(_ expression: Expression) {
    for key in expression.keys { texts[key, default: []] += expression.texts }
  }
}

extension Expression {
  /// What its constants are as drafts, and what is beside them: where its result changes.
  var texts: [String] {
    constants.flatMap { constant in
      [constant.draft.text] + SampleScale.texts(around: constant.draft.text)
    }
  }
}
