/// What checks look at beside the draft.
extension RuleCheck {
  /// What a field's checks may know beyond the field.
  package struct Surroundings: Sendable {
    package var today: CivilDate
    /// What the definition watches, by key.
    package var watched: [String: Watched] = [:]
    /// What searches that took longer have found out.
    package var verdicts: [PatternVerdict] = []
    /// What the fields are called by which the entry of the field must differ from others, where an
    /// earlier one is the same in all of them.
    package var twinLabels: [String]?
    /// The field is in a circle of conditions that comes to no rest, and so is shown and enabled whatever
    /// they say.
    package var isShownAnyway = false
    /// The field is in a circle of conditions of which a partial record leaves something open.
    package var isInOpenCircle = false
    /// What a question comes to that looks at something which a partial record leaves open: with false
    /// the checks tell the least that they may tell once it is known, with true the most.
    package var openAnswer = false
    /// An object around its value may be left out and nothing is in it, so that nothing is required in it.
    package var isLeftOut = false
    /// The value itself is judged by the schemas of rules, where the draft does not say all of it.
    package var knowsValue = false
    /// The numbers that the draft may be, where a person has typed it and it may be two.
    package var unclearNumber: UnclearNumber?

    package init(today: CivilDate) { self.today = today }

    /// With the other answer to what is left open: for a question whose yes makes less to be told.
    package var opposite: Surroundings {
      var opposite = self
      opposite.openAnswer.toggle()
      return opposite
    }

    /// Whether a partial record leaves open what stands in a field, or how many entries a list has.
    func isOpen(_ key: String) -> Bool { watched[key]?.isOpen ?? false }

    /// The value of a field for an expression, the number of entries of a list, or what a field has in all of
    /// them.
    func value(of key: String) -> ExpressionValue {
      guard let watched = watched[key] else { return .nothing }
      if watched.isOpen { return .open }
      if let count = watched.entryCount { return count == 0 ? .nothing : .entries(count) }
      if case .answers(let answers) = watched.gathered { return .answers(answers) }
      return ExpressionValue(watched.draft ?? .empty, as: watched.sort, zone: watched.zone)
    }

    /// What is known of another field, or of a list.
    package struct Watched: Sendable {
      /// The draft and the label of a field, and its zone if it tells a moment.
      package var draft: Draft?
      package var label: String?
      package var zone: ZoneRules?
      /// How an expression reads the draft.
      package var sort: ExpressionValue.Sort
      /// How many entries a list has.
      package var entryCount: Int?
      /// What a field of a list has in all entries, which is outside of that list.
      package var gathered: Gathered?
      /// A partial record has neither, so that nobody knows them.
      package var isOpen: Bool

      package init(
        draft: Draft? = nil, label: String? = nil, zone: ZoneRules? = nil,
        sort: ExpressionValue.Sort = .text, entryCount: Int? = nil, answers: ListAnswers? = nil,
        isOpen: Bool = false
      ) {
        self.draft = draft
        self.label = label
        self.zone = zone
        self.sort = sort
        self.entryCount = entryCount
        gathered = answers.map { .answers($0) }
        self.isOpen = isOpen
      }

      /// Apart, since it is large and few have it.
      package indirect enum Gathered: Sendable {
        case answers(ListAnswers)
      }
    }
  }
}
