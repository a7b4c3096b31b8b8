/// Whether what a document makes depend on other fields holds, given what they are.
extension Condition {
  /// Whether the condition holds; an unknown field has an empty draft.
  ///
  /// A test of what a partial record leaves open comes to the answer of the surroundings. There is no
  /// negation above tests, so false says that the condition surely holds, and true that it may hold.
  package func holds(in surroundings: RuleCheck.Surroundings) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.holds(in: surroundings) }
    case .any(let conditions): conditions.contains { $0.holds(in: surroundings) }
    case .test(let key, let test): test.holds(for: surroundings.watched[key], in: surroundings)
    case .holds(let expression):
      expression.holds(today: surroundings.today, ifOpen: surroundings.openAnswer) {
        surroundings.value(of: $0)
      } ?? false
    }
  }
}

extension Rule {
  /// Whether the rule holds just now.
  func isInForce(_ surroundings: RuleCheck.Surroundings) -> Bool {
    condition?.holds(in: surroundings) ?? true
  }
}

extension Requirement {
  package func holds(in surroundings: RuleCheck.Surroundings) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .when(let condition): condition.holds(in: surroundings)
    }
  }
}

extension FieldDefinition {
  /// Whether the field is visible, given what is around it.
  package func isShown(in surroundings: RuleCheck.Surroundings) -> Bool {
    Self.holds(isVisible, in: surroundings)
  }

  /// Whether the document lets the field be changed, given what is around it.
  package func isEnabled(in surroundings: RuleCheck.Surroundings) -> Bool {
    Self.holds(isEnabled, in: surroundings)
  }

  /// Whether the field must be filled in, given what is around it.
  package func isAsked(in surroundings: RuleCheck.Surroundings) -> Bool {
    !surroundings.isLeftOut && isRequired.holds(in: surroundings)
  }

  /// The same with the rows that are offered, given what is around it.
  package func offeringRows(in surroundings: RuleCheck.Surroundings) -> FieldDefinition {
    if !hasConditionalRows { return self }
    var definition = self
    definition.offerRows { $0.holds(in: surroundings) }
    return definition
  }

  /// What its draft is calculated as, given what is around it; nil where it is not calculated.
  ///
  /// Fields that calculate one another in a circle which comes to no rest are nothing.
  package func calculated(in surroundings: RuleCheck.Surroundings) -> ExpressionValue? {
    guard let calculation else { return nil }
    if surroundings.isShownAnyway { return .nothing }
    if surroundings.isInOpenCircle { return .open }
    return calculation.value(today: surroundings.today) { surroundings.value(of: $0) }
  }

  /// The same with the draft that is calculated, given what is around it.
  package func calculating(in surroundings: RuleCheck.Surroundings) -> FieldDefinition {
    guard let value = calculated(in: surroundings) else { return self }
    return with(draft(of: value))
  }

  /// A circle that comes to no rest leaves a condition unanswered, but not a plain `false`.
  private static func holds(
    _ requirement: Requirement, in surroundings: RuleCheck.Surroundings
  ) -> Bool {
    if surroundings.isShownAnyway, requirement.isConditional { return true }
    if surroundings.isInOpenCircle, requirement.isConditional { return surroundings.openAnswer }
    return requirement.holds(in: surroundings)
  }
}

extension Condition.Test {
  fileprivate func holds(
    for watched: Watched?, in surroundings: RuleCheck.Surroundings
  ) -> Bool {
    switch watched {
    case .open: surroundings.openAnswer
    case .entries(let count): holds(forEntries: count, today: surroundings.today)
    case .draft(let draft, let field):
      holds(for: draft, zone: field.zone, today: surroundings.today)
    case .json(_, let seen, _): holds(for: seen, zone: nil, today: surroundings.today)
    case .answers, nil: holds(for: .empty, zone: nil, today: surroundings.today)
    }
  }

  /// Of a list the number of its entries is asked; without any it is not filled.
  fileprivate func holds(forEntries count: Int, today: CivilDate) -> Bool {
    if case .isFilled(let isFilled) = self { return (0 < count) == isFilled }
    return holds(for: .text("\(count)"), zone: nil, today: today)
  }

  fileprivate func holds(for draft: Draft, zone: ZoneRules?, today: CivilDate) -> Bool {
    /// As numbers where both are numbers, else as what calendars and clocks count; never as text.
    func isLess(_ first: String, _ second: String) -> Bool {
      if !mayHavePlace(first) || !mayHavePlace(second) { return false }
      for scale in Scale.inConditions {
        if let first = place(first, scale), let second = place(second, scale) {
          return first.isBefore(second) ?? false
        }
      }
      return false
    }
    // Most texts are none, as their first letter says.
    func mayHavePlace(_ text: String) -> Bool {
      DecimalLiteral.mayBegin(with: text.utf8.first) || text.utf8.first == UInt8(ascii: "P")
        || text == DateBound.todayWord
    }
    func place(_ text: String, _ scale: Scale) -> Measure? {
      if text == DateBound.todayWord, scale.compares(with: .date(.date)) {
        return .date(.date(today))
      }
      let place = scale.measure(text)
      return zone.flatMap { place?.inZone($0) } ?? place
    }
    // Nothing is chosen of several rows as nothing is typed: the draft is the empty text to both.
    let drafts = draft.isEmpty ? [""] : draft.values
    return switch self {
    case .isOneOf(let values): values.containsAny(drafts)
    case .isNot(let value): !drafts.containsExactly(value)
    case .isFilled(let isFilled): draft.isEmpty != isFilled
    case .isGreater(let bound): isLess(bound, draft.text)
    case .isLess(let bound): isLess(draft.text, bound)
    }
  }
}

extension Scale {
  /// The scales on which a condition may find its two sides, in the order in which they are tried.
  static let inConditions: [Scale] = [
    .number, .date(.dateAndTime), .date(.time), .date(.countDownTimer), .month, .week,
  ]
}
