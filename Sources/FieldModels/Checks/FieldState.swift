/// What is true of a field now, beyond what its definition says.
///
/// A field that nobody has touched has no state: everything about it follows from its text.
/// Changed only by `FieldMachine`, but for how the field is presented.
package struct FieldState: Equatable, Sendable {
  /// Counts the drafts that the field has had since it was opened.
  package var revision = 0
  /// The field has the focus.
  package var isActive = false
  /// Its draft was changed, left or submitted, so that being empty is no longer just the beginning.
  package var isEdited = false
  /// Its editing has ended, so that this draft is the one to commit.
  package var isLeft = false
  package var look: FieldLook
  /// When the live rules run, if nothing is typed before.
  package var liveDue: Instant?
  /// Validators that were asked about this draft and have not answered.
  package var questions: [Question] = []
  /// Validators that have accepted this draft, so that they need not be asked again.
  package var accepted: Set<String> = []
  /// Patterns for which this draft has yet to be searched, since that takes longer.
  package var unsearchedPatterns: [Pattern] = []
  /// What such searches have found.
  package var verdicts: [PatternVerdict] = []
  package var liveFailures: [RuleCheck.Failure] = []
  package var endEditingFailures: [RuleCheck.Failure] = []
  /// The occasions whose rules have been run on this very draft.
  package var judged: Set<Trigger> = []
  /// The draft was written while the field was checked, and has yet to pass every check.
  package var isUnproved = false
  /// Checks of the draft were under way when the field ceased to be checked.
  package var isBrokenOff = false
  /// The last draft that passed every check at the end of editing.
  package var committed: Draft?
  /// An error that a client has set; it stays until the field is entered, chosen or cleared.
  package var errorByHand: String?
  /// A look that a client has set; it stays until the next verdict.
  package var lookByHand: FieldLook?
  /// Whether the field is disabled, where a client has said so.
  package var isDisabledByHand: Bool?
  package var presentation = FieldPresentation()

  package init(look: FieldLook) { self.look = look }

  /// A check of this draft has yet to run or to answer.
  package var isPending: Bool {
    liveDue != nil || !questions.isEmpty || !unsearchedPatterns.isEmpty
  }

  /// Whether a rule has failed in such a way.
  func hasFailure(where isSuch: (RuleCheck.Failure) -> Bool) -> Bool {
    liveFailures.contains(where: isSuch) || endEditingFailures.contains(where: isSuch)
  }

  /// When rules run.
  package enum Trigger: CaseIterable, Sendable { case live, endEditing }

  /// A validator that was asked about the present draft.
  package struct Question: Equatable, Sendable {
    package var token: CheckToken
    package var trigger: Trigger
    package var rule: Rule
  }
}

/// Tells one asking of a validator from every other in a session.
package struct CheckToken: Hashable, Sendable {
  package var number: Int

  package init(number: Int) { self.number = number }
}

/// A validator to call, with the draft to judge.
package struct CheckRequest: Equatable, Sendable {
  package var token: CheckToken
  package var validator: String
  package var key: String
  /// nil where the field is empty.
  package var value: String?
}
