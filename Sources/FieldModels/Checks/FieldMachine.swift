/// The one place that changes a field's state: an event in, validators to ask or to forget out.
///
/// Invariants: every question is about the present revision, so a late answer finds no question
/// and is dropped; a field is pending from the keystroke until its last check has answered; and
/// what is pending never looks like a success.
package struct FieldMachine {
  /// What can happen to a field.
  package enum Event: Equatable, Sendable {
    /// The field got the focus; a picker or date may have been opened by it.
    case beganEditing(opens: Bool)
    /// The draft is another one than before.
    case edited
    case endedEditing
    /// The definition, not the draft, has changed.
    case redefined
    /// A field that this one's checks look at has changed.
    case surroundingsChanged
    /// The time that an edit set for the live rules has come.
    case liveIsDue
    case answered(CheckToken, ValidationAnswer)
    /// A search that took longer has come to its end.
    case searched(PatternVerdict)
    case errorSet(String)
    /// A list was opened, a row or date chosen, the field cleared, or the error removed by hand.
    case errorForgotten
    case lookSet(FieldLook)
    /// Somebody wants to know now what the rules of an occasion say of the draft.
    case mustJudge(Occasion)
    /// The form was submitted, and every field is right.
    case submitted
  }

  /// What a field is judged for.
  package enum Occasion: String, CaseIterable, Sendable {
    case live, endEditing, submit

    /// Whose rules it asks for.
    var triggers: [FieldState.Trigger] {
      switch self {
      case .live: [.live]
      case .endEditing, .submit: [.live, .endEditing]
      }
    }
  }

  package let definition: FieldDefinition
  package let surroundings: RuleCheck.Surroundings
  package let now: Instant
  /// The number of the next question.
  package var nextToken: Int
  package private(set) var asked: [CheckRequest] = []
  package private(set) var forgotten: [CheckToken] = []

  package init(
    _ definition: FieldDefinition, _ surroundings: RuleCheck.Surroundings, now: Instant,
    nextToken: Int
  ) {
    self.definition = definition
    self.surroundings = surroundings
    self.now = now
    self.nextToken = nextToken
  }

  /// The state of a field that nobody has touched.
  package var untouched: FieldState {
    var state = FieldState(look: definition.initialLook)
    state.liveFailures = failures(of: definition.liveRules)
    state.endEditingFailures = failures(of: definition.endEditingRules)
    return state
  }

  /// Carries an event out.
  package mutating func apply(_ event: Event, to state: inout FieldState) {
    switch event {
    case .beganEditing(let opens): begin(&state, opens: opens)
    case .edited: edit(&state)
    case .endedEditing: end(&state)
    case .redefined, .surroundingsChanged: judgeAgain(&state)
    case .liveIsDue:
      guard let due = state.liveDue, due <= now else { return }
      runLiveRules(&state)
    case .answered(let token, let answer): take(answer, to: token, &state)
    case .searched(let verdict): take(verdict, &state)
    case .errorSet(let message): state.errorByHand = message
    case .errorForgotten: forgetErrors(&state)
    case .lookSet(let look): set(look, &state)
    case .mustJudge(let occasion): judge(occasion, &state)
    case .submitted:
      state.isEdited = true
      if isProved(state, isInError: isInError(state)) { commit(&state) }
    }
    settle(&state)
  }
}

extension FieldDefinition {
  /// Every way in which the draft fails, as far as is known; nobody has touched a field without a
  /// state.
  package func failures(
    in state: FieldState?, _ surroundings: RuleCheck.Surroundings
  ) -> [RuleCheck.Failure] {
    let byHand = (state?.errorByHand).map { RuleCheck.Failure(.setByHand(message: $0)) }
    guard RuleCheck.isChecked(self, isDisabled: isDisabled(state), surroundings) else {
      return byHand.map { [$0] } ?? []
    }
    var failures = limitFailures(isEdited: state?.isEdited ?? false, surroundings)
    if let byHand { failures.insert(byHand, at: 0) }
    let live = state?.liveFailures ?? RuleCheck.failures(of: liveRules, self, surroundings)
    let endEditing =
      state?.endEditingFailures ?? RuleCheck.failures(of: endEditingRules, self, surroundings)
    return Self.failures(failures, andOfRules: live, endEditing)
  }

  /// How the draft is beyond its limits, or lacks what it must have.
  private func limitFailures(
    isEdited: Bool, _ surroundings: RuleCheck.Surroundings
  ) -> [RuleCheck.Failure] {
    var failures = RuleCheck.limitFailures(self, surroundings)
    if isEdited, isUnanswered, isAsked(in: surroundings) {
      failures.append(.init(.valueMissing(field: name)))
    }
    return failures
  }

  /// The failures of limits, and behind them those of rules that say something else.
  private static func failures(
    _ limits: [RuleCheck.Failure], andOfRules live: [RuleCheck.Failure],
    _ endEditing: [RuleCheck.Failure]
  ) -> [RuleCheck.Failure] {
    if live.isEmpty, endEditing.isEmpty { return limits }
    // One failure, which is most of what is told, says nothing twice.
    if limits.isEmpty, live.count + endEditing.count == 1 {
      return live.isEmpty ? endEditing : live
    }
    var failures = limits
    var known = Set(failures)
    var numbers = failures.filter { $0.problem.isOfNoNumber }
    for failure in live + endEditing
    where known.insert(failure).inserted && !numbers.contains(where: { $0.tellsAlso(failure) }) {
      if failure.problem.isOfNoNumber, numbers.count < 8 { numbers.append(failure) }
      failures.append(failure)
    }
    return failures
  }
}

extension FieldDefinition {
  /// Every way in which the draft fails once the form is submitted, whatever has happened to the
  /// field before; validators aside.
  package func failuresOnSubmission(
    _ surroundings: RuleCheck.Surroundings
  ) -> [RuleCheck.Failure] {
    guard RuleCheck.isChecked(self, isDisabled: isDisabled(nil), surroundings) else { return [] }
    return Self.failures(
      limitFailures(isEdited: true, surroundings),
      andOfRules: RuleCheck.failures(of: liveRules, self, surroundings),
      RuleCheck.failures(of: endEditingRules, self, surroundings))
  }
}

extension RuleCheck.Failure {
  /// Whether another failure says no more than this one: that a draft is no number is told once,
  /// whatever else asks for a number.
  fileprivate func tellsAlso(_ other: RuleCheck.Failure) -> Bool {
    other.words == nil && severity == other.severity && problem.isOfNoNumber
      && other.problem.isOfNoNumber
  }
}

extension DraftProblem {
  fileprivate var isOfNoNumber: Bool {
    switch self {
    case .notANumber, .unclearNumber, .numberTooLarge, .notAnInteger, .typeMismatch(.number),
      .typeMismatch(.integer):
      true
    default: false
    }
  }
}

extension FieldMachine {
  private mutating func begin(_ state: inout FieldState, opens: Bool) {
    state.isActive = true
    state.isLeft = false
    // A field forgets its error when it is typed into or opened; what it then holds is new to it.
    if opens || definition.takesTypedText(state) { forgetErrors(&state) }
    // Only a field at rest is highlighted.
    if definition.isActiveOnEditing, state.lookByHand == .standard { state.lookByHand = nil }
  }

  private func forgetErrors(_ state: inout FieldState) {
    state.errorByHand = nil
    // A draft that has failed is not right because nobody speaks of it.
    if !state.liveFailures.isEmpty { state.judged.remove(.live) }
    if !state.endEditingFailures.isEmpty { state.judged.remove(.endEditing) }
    state.liveFailures = []
    state.endEditingFailures = []
    if state.lookByHand == .error { state.lookByHand = nil }
  }

  private func set(_ look: FieldLook, _ state: inout FieldState) {
    state.isDisabledByHand = look == .disabled
    state.lookByHand = look == .disabled ? nil : look
  }

  private mutating func judge(_ occasion: Occasion, _ state: inout FieldState) {
    guard isChecked(state) else { return }
    switch occasion {
    case .live: break
    case .endEditing, .submit: state.isEdited = true
    }
    state.liveDue = nil
    // Who did not answer is asked once more.
    for trigger in [FieldState.Trigger.live, .endEditing] {
      state[failuresOf: trigger].removeAll { $0.isUnanswered }
    }
    for trigger in occasion.triggers {
      state.judged.insert(trigger)
      judgeAgain(rules(of: trigger), on: trigger, of: &state)
    }
    if definition.hasRules { state.lookByHand = nil }
  }

  private mutating func edit(_ state: inout FieldState) {
    state.revision += 1
    state.isLeft = false
    state.isEdited = true
    state.judged = []
    state.isUnproved = isChecked(state)
    state.endEditingFailures = []
    state.accepted = []
    state.verdicts = []
    forgetQuestions(&state)
    if definition.isUnanswered { state.liveFailures = [] }
    guard !definition.liveRules.isEmpty, !definition.isUnanswered, isChecked(state) else {
      state.liveDue = nil
      return
    }
    state.liveDue = now.adding(nanoseconds: definition.liveInterval)
    if definition.liveInterval == 0 { runLiveRules(&state) }
  }

  private mutating func end(_ state: inout FieldState) {
    state.isActive = false
    state.isEdited = true
    state.isLeft = true
    if state.liveDue != nil { runLiveRules(&state) }
    // Nothing will say how the field did, so the highlight goes with the focus.
    if definition.isActiveOnEditing, state.lookByHand == .active { state.lookByHand = nil }
    guard isChecked(state) else { return }
    state.judged = [.live, .endEditing]
    if !definition.endEditingRules.isEmpty { state.lookByHand = nil }
    judgeAgain(definition.liveRules, on: .live, of: &state)
    state.endEditingFailures = failures(of: definition.endEditingRules)
    ask(definition.endEditingRules, on: .endEditing, of: &state)
  }

  /// Decides again what can be decided at once.
  ///
  /// What validators have said or were asked about this draft still counts where their rules hold;
  /// those that now have a say for the first time, since their rule is new or the draft failed
  /// before it came to them, are asked.
  private mutating func judgeAgain(_ state: inout FieldState) {
    guard isChecked(state) else {
      // A check that is broken off here has told nothing; it begins anew with the checking.
      if state.isPending { state.isBrokenOff = true }
      forgetQuestions(&state)
      state.liveDue = nil
      state.liveFailures = []
      state.endEditingFailures = []
      return
    }
    reviewQuestions(&state)
    // The draft may have been left while the field was not checked.
    if state.isEdited, !state.isActive { state.judged = [.live, .endEditing] }
    if state.isBrokenOff { state.judged.insert(.live) }
    state.isBrokenOff = false
    if state.liveDue == nil { judgeAgain(definition.liveRules, on: .live, of: &state) }
    if !state.isActive { judgeAgain(definition.endEditingRules, on: .endEditing, of: &state) }
  }

  private mutating func judgeAgain(
    _ rules: [Rule], on trigger: FieldState.Trigger, of state: inout FieldState
  ) {
    let refusals = refusals(in: state[failuresOf: trigger], by: rules)
    state[failuresOf: trigger] = failures(of: rules) + refusals
    guard state.judged.contains(trigger) else { return }
    let refusing = refusals.compactMap { $0.problem.validator }
    let asking = state.questions.filter { $0.trigger == trigger }.compactMap {
      $0.rule.check.validator
    }
    let known = state.accepted.union(refusing).union(asking)
    ask(rules, on: trigger, known: known, of: &state)
  }

  /// What validators have refused, in the words and with the weight that their rules now have.
  private func refusals(
    in failures: [RuleCheck.Failure], by rules: [Rule]
  ) -> [RuleCheck.Failure] {
    guard failures.contains(where: { $0.problem.validator != nil }) else { return [] }
    let rules = rulesByValidator(rules)
    return failures.compactMap { failure in
      guard let validator = failure.problem.validator, let rule = rules[validator]
      else { return nil }
      // A rule that could not be checked has not been broken, so its own message would be wrong.
      let words = failure.isUnanswered ? nil : rule.message
      return RuleCheck.Failure(failure.problem, words: words, severity: rule.severity)
    }
  }

  /// Forgets questions whose rule no longer holds, and takes over how the others now read.
  private mutating func reviewQuestions(_ state: inout FieldState) {
    if state.questions.isEmpty { return }
    let live = rulesByValidator(definition.liveRules)
    let endEditing = rulesByValidator(definition.endEditingRules)
    state.questions = state.questions.compactMap { question in
      guard let name = question.rule.check.validator,
        let rule = (question.trigger == .live ? live : endEditing)[name]
      else {
        forgotten.append(question.token)
        return nil
      }
      var question = question
      question.rule = rule
      return question
    }
  }

  /// The rules in force that ask a validator, by its name; the first of several.
  private func rulesByValidator(_ rules: [Rule]) -> [String: Rule] {
    var known: [String: Rule] = [:]
    for rule in RuleCheck.rulesInForce(rules, surroundings) {
      if let name = rule.check.validator, known[name] == nil { known[name] = rule }
    }
    return known
  }

  private mutating func runLiveRules(_ state: inout FieldState) {
    state.liveDue = nil
    guard isChecked(state) else { return }
    state.lookByHand = nil
    state.liveFailures = failures(of: definition.liveRules)
    state.judged.insert(.live)
    ask(definition.liveRules, on: .live, of: &state)
  }

  /// Asks the validators among some rules, unless the draft is known to fail already.
  private mutating func ask(
    _ rules: [Rule], on trigger: FieldState.Trigger, known: Set<String> = [],
    of state: inout FieldState
  ) {
    guard !definition.isUnanswered, rules.contains(where: { $0.check.validator != nil }),
      !isInError(state),
      unsearchedPatterns(state).isEmpty
    else { return }
    for rule in RuleCheck.rulesInForce(rules, surroundings) {
      guard let name = rule.check.validator, !known.contains(name) else { continue }
      let token = CheckToken(number: nextToken)
      nextToken += 1
      state.questions.append(.init(token: token, trigger: trigger, rule: rule))
      asked.append(
        CheckRequest(
          token: token, validator: name, key: definition.key ?? "", value: definition.draft.text))
    }
  }

  private func take(_ answer: ValidationAnswer, to token: CheckToken, _ state: inout FieldState) {
    guard let index = state.questions.firstIndex(where: { $0.token == token }) else { return }
    let question = state.questions.remove(at: index)
    guard let name = question.rule.check.validator else { return }
    switch answer {
    case .accepted: state.accepted.insert(name)
    case .refused(let message):
      state[failuresOf: question.trigger].append(
        RuleCheck.Failure(
          .refused(validator: name, message: message), words: question.rule.message,
          severity: question.rule.severity))
    // Nobody knows whether the rule holds, which is not to say that it does.
    case .failed(let reason):
      state[failuresOf: question.trigger].append(
        RuleCheck.Failure(
          .checkFailed(validator: name, reason: reason), severity: question.rule.severity))
    case .unanswered:
      state[failuresOf: question.trigger].append(
        RuleCheck.Failure(.unanswered(validator: name), severity: question.rule.severity))
    }
  }

  /// Takes what a search has found; what was found of other drafts is of no use any more.
  private mutating func take(_ verdict: PatternVerdict, _ state: inout FieldState) {
    state.verdicts.removeAll { $0.draft != verdict.draft || $0.pattern == verdict.pattern }
    state.verdicts.append(verdict)
    judgeAgain(&state)
    if state.isActive, state.judged.contains(.endEditing), isChecked(state) {
      judgeAgain(definition.endEditingRules, on: .endEditing, of: &state)
    }
  }

  /// The patterns that have yet to be searched for, of rules whose time has come.
  private func unsearchedPatterns(_ state: FieldState) -> [Pattern] {
    guard definition.hasRules, state.liveDue == nil, isChecked(state) else { return [] }
    return RuleCheck.unsearchedPatterns(of: definition.liveRules, definition, surroundings)
      + RuleCheck.unsearchedPatterns(of: definition.endEditingRules, definition, surroundings)
  }

  private mutating func forgetQuestions(_ state: inout FieldState) {
    if state.questions.isEmpty { return }
    forgotten += state.questions.map({ $0.token })
    state.questions = []
  }

  /// Brings the look and the committed value in line with everything else.
  private func settle(_ state: inout FieldState) {
    state.unsearchedPatterns = unsearchedPatterns(state)
    let isInError = isInError(state)
    let isProved = isProved(state, isInError: isInError)
    let rest = restingLook(state)
    if isDisabled(state) {
      state.look = .disabled
    } else if isInError {
      state.look = .error
    } else if let look = state.lookByHand, look != .success || !state.isPending {
      state.look = look
    } else if state.isPending {
      let isStillActive = state.look == .active && state.liveDue == nil
      state.look = isStillActive ? .active : rest
    } else if isProved, !hasDoubts(state), !definition.isUnanswered,
      definition.hasRules
    {
      state.look = .success
    } else {
      state.look = rest
    }
    // What a validator has left open blocks no submission, but it has not passed either.
    if state.isLeft, isProved, !hasDoubts(state) { commit(&state) }
  }

  /// Whether every check of this very draft has run and none has found an error.
  ///
  /// Never while the field is not checked or its text is wrong: what nobody looks at, or what a
  /// rule says that can't be read, has passed nothing.
  private func isProved(_ state: FieldState, isInError: Bool) -> Bool {
    !isInError && isChecked(state) && !definition.isBroken && !state.isPending
      && unjudged(state).isEmpty
  }

  private func isInError(_ state: FieldState) -> Bool {
    definition.failures(in: state, surroundings).contains { $0.severity == .error }
  }

  /// Whether the draft was edited and rules have yet to be run on it.
  package func isUnproved(_ state: FieldState) -> Bool {
    state.isUnproved && isChecked(state) && !unjudged(state).isEmpty
  }

  private func commit(_ state: inout FieldState) {
    state.committed = definition.draft
    state.isUnproved = false
  }

  /// The occasions whose rules have yet to be run on this very draft.
  ///
  /// An empty draft passes every rule, so that none has to be run.
  private func unjudged(_ state: FieldState) -> [FieldState.Trigger] {
    guard !definition.isUnanswered else { return [] }
    return FieldState.Trigger.allCases.filter {
      !rules(of: $0).isEmpty && !state.judged.contains($0)
    }
  }

  private func rules(of trigger: FieldState.Trigger) -> [Rule] {
    switch trigger {
    case .live: definition.liveRules
    case .endEditing: definition.endEditingRules
    }
  }

  /// The look while there is nothing to tell.
  ///
  /// A verdict that the document begins with is about the draft that it begins with.
  private func restingLook(_ state: FieldState) -> FieldLook {
    switch definition.initialLook {
    case .standard: state.isActive && definition.isActiveOnEditing ? .active : .standard
    case .success, .error: state.isEdited ? .standard : definition.initialLook
    case .active: .active
    // A disabled field that a client has enabled.
    case .disabled: .standard
    }
  }

  /// Whether a validator has left it open how the draft is, or could not be asked.
  private func hasDoubts(_ state: FieldState) -> Bool {
    definition.hasUnknownValidator || state.hasFailure { $0.isUnanswered }
  }

  private func isDisabled(_ state: FieldState) -> Bool { definition.isDisabled(state) }

  private func isChecked(_ state: FieldState) -> Bool {
    RuleCheck.isChecked(definition, isDisabled: isDisabled(state), surroundings)
  }

  private func failures(of rules: [Rule]) -> [RuleCheck.Failure] {
    RuleCheck.failures(of: rules, definition, surroundings)
  }
}

extension FieldState {
  fileprivate subscript(failuresOf trigger: Trigger) -> [RuleCheck.Failure] {
    get {
      switch trigger {
      case .live: liveFailures
      case .endEditing: endEditingFailures
      }
    }
    set {
      switch trigger {
      case .live: liveFailures = newValue
      case .endEditing: endEditingFailures = newValue
      }
    }
  }
}

extension RuleCheck.Failure {
  /// Nobody knows whether it is one.
  fileprivate var isUnanswered: Bool {
    switch problem {
    case .unanswered, .checkFailed: true
    default: false
    }
  }
}

extension Rule.Check {
  /// The name of the validator that decides, if one does.
  package var validator: String? {
    if case .validator(let name) = self { name } else { nil }
  }
}

extension DraftProblem {
  /// The name of the validator that refused, failed or did not answer, if one did.
  fileprivate var validator: String? {
    switch self {
    case .refused(let name, _), .checkFailed(let name, _), .unanswered(let name): name
    case .valueMissing, .tooLong, .tooShort, .tooFewRows, .tooManyRows, .typeMismatch,
      .patternMismatch, .rangeUnderflow, .rangeOverflow, .stepMismatch, .notANumber, .unclearNumber,
      .numberTooLarge, .integerTooLarge, .integerTooLow, .notAnInteger,
      .notABoolean, .notJSON, .notADate, .notAChoice, .disabledChoice, .notAlone, .chosenTwice,
      .notOneOf,
      .notEqual, .notTrue, .schemaMismatch,
      .notUnique,
      .setByHand:
      nil
    }
  }
}
