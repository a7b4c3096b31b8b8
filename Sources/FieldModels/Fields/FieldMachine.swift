/// The one place that changes a field's state: an event in, validators to ask or to forget out.
///
/// Invariants: every question is about the present revision, so a late answer finds no question
/// and is dropped; a field is pending from the keystroke until its last check has answered; and
/// what is pending never looks like a success.
package struct FieldMachine {
  /// What can happen to a field.
  package enum Event: Equatable, Sendable {
    case beganEditing
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
    case .beganEditing: begin(&state)
    case .edited: edit(&state)
    case .endedEditing: end(&state)
    case .redefined, .surroundingsChanged: judgeAgain(&state)
    case .liveIsDue:
      guard let due = state.liveDue, due <= now else { return }
      runLiveRules(&state)
    case .answered(let token, let answer): take(answer, to: token, &state)
    }
    settle(&state)
  }

  /// Every way in which the draft fails, as far as is known.
  package func failures(in state: FieldState) -> [RuleCheck.Failure] {
    guard RuleCheck.isChecked(definition, surroundings) else { return [] }
    var failures = RuleCheck.limitFailures(definition, surroundings)
    if state.isEdited, definition.draft.isEmpty,
      definition.isRequired.holds({ surroundings.drafts[$0] })
    {
      failures.append(.init(.valueMissing(field: definition.name)))
    }
    for failure in state.liveFailures + state.endEditingFailures
    where !failures.contains(failure) {
      failures.append(failure)
    }
    return failures
  }
}

extension FieldMachine {
  private mutating func begin(_ state: inout FieldState) {
    state.isActive = true
    // Text fields forget their error when they are entered; what they then hold is new to them.
    if definition.kind?.isTextEntry ?? true {
      state.liveFailures = []
      state.endEditingFailures = []
    }
  }

  private mutating func edit(_ state: inout FieldState) {
    state.revision += 1
    state.isEdited = true
    state.isJudged = false
    state.endEditingFailures = []
    forgetQuestions(&state)
    if definition.draft.isEmpty { state.liveFailures = [] }
    guard !definition.liveRules.isEmpty, !definition.draft.isEmpty, isChecked else {
      state.liveDue = nil
      return
    }
    state.liveDue = now.adding(nanoseconds: definition.liveInterval)
    if definition.liveInterval == 0 { runLiveRules(&state) }
  }

  private mutating func end(_ state: inout FieldState) {
    state.isActive = false
    state.isEdited = true
    if state.liveDue != nil { runLiveRules(&state) }
    guard isChecked else { return }
    state.endEditingFailures = failures(of: definition.endEditingRules)
    ask(definition.endEditingRules, .endEditing, &state)
    state.isJudged = true
  }

  /// Runs at once what can be decided at once; validators are asked again only about a new draft.
  private mutating func judgeAgain(_ state: inout FieldState) {
    forgetQuestions(&state)
    guard isChecked else {
      state.liveDue = nil
      state.liveFailures = []
      state.endEditingFailures = []
      return
    }
    if state.liveDue == nil { state.liveFailures = failures(of: definition.liveRules) }
    if !state.isActive { state.endEditingFailures = failures(of: definition.endEditingRules) }
  }

  private mutating func runLiveRules(_ state: inout FieldState) {
    state.liveDue = nil
    guard isChecked else { return }
    state.liveFailures = failures(of: definition.liveRules)
    state.isJudged = true
    ask(definition.liveRules, .live, &state)
  }

  /// Asks the validators among some rules, unless the draft is known to fail already.
  private mutating func ask(
    _ rules: [Rule], _ trigger: FieldState.Trigger, _ state: inout FieldState
  ) {
    guard !definition.draft.isEmpty, !failures(in: state).contains(where: { $0.severity == .error })
    else { return }
    for rule in RuleCheck.rulesInForce(rules, surroundings) {
      guard case .validator(let name) = rule.check else { continue }
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
    guard case .validator(let name) = question.rule.check, case .refused(let message) = answer
    else { return }
    let failure = RuleCheck.Failure(
      .refused(validator: name, message: message), words: question.rule.message,
      severity: question.rule.severity)
    switch question.trigger {
    case .live: state.liveFailures.append(failure)
    case .endEditing: state.endEditingFailures.append(failure)
    }
  }

  private mutating func forgetQuestions(_ state: inout FieldState) {
    forgotten += state.questions.map(\.token)
    state.questions = []
  }

  /// Brings the look and the committed value in line with everything else.
  private func settle(_ state: inout FieldState) {
    let isInError = failures(in: state).contains { $0.severity == .error }
    let rest = restingLook(state)
    if definition.initialLook == .disabled {
      state.look = .disabled
    } else if isInError {
      state.look = .error
    } else if state.isPending {
      let isStillActive = state.look == .active && state.liveDue == nil
      state.look = isStillActive ? .active : rest
    } else if state.isJudged, !definition.draft.isEmpty, !definition.rules.isEmpty {
      state.look = .success
    } else {
      state.look = rest
    }
    if !state.isActive, state.isEdited, !state.isPending, !isInError {
      state.committed = definition.draft
    }
  }

  /// The look while there is nothing to tell. A verdict that the document begins with is about the
  /// draft that it begins with.
  private func restingLook(_ state: FieldState) -> FieldLook {
    switch definition.initialLook {
    case .standard: state.isActive && definition.isActiveOnEditing ? .active : .standard
    case .success, .error: state.isEdited ? .standard : definition.initialLook
    case .active, .disabled: definition.initialLook
    }
  }

  private var isChecked: Bool { RuleCheck.isChecked(definition, surroundings) }

  private func failures(of rules: [Rule]) -> [RuleCheck.Failure] {
    RuleCheck.failures(of: rules, definition, surroundings)
  }
}
