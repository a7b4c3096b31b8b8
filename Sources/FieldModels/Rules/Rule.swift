/// One rule of a field as the document states it: what to check, what to say, when it holds.
package struct Rule: Equatable, Sendable {
  package var check: Check
  /// What to say instead of the check's own words.
  package var message: String?
  package var severity: Severity
  /// The rule holds only while this does.
  package var condition: Condition?

  /// What a rule looks at.
  package enum Check: Equatable, Sendable {
    case minLength(Int)
    case maxLength(Int)
    case pattern(Pattern, source: String)
    case format(Format)
    case minimum(Measure, isExclusive: Bool)
    case maximum(Measure, isExclusive: Bool)
    /// Steps in units of the field's scale; they are counted from its zero where there is no base.
    case step(Decimal, base: Measure?)
    case oneOf([String])
    case equals(key: String)
    case before(DateBound)
    case after(DateBound)
    /// A closure by name; everything else is decided here and, but for long searches, at once.
    case validator(String)

    var isPattern: Bool {
      if case .pattern = self { true } else { false }
    }
  }

  package init(
    _ check: Check, message: String? = nil, severity: Severity = .error, condition: Condition? = nil
  ) {
    self.check = check
    self.message = message
    self.severity = severity
    self.condition = condition
  }
}

/// A date, or a place on another scale, that a draft is compared with.
package enum DateBound: Equatable, Sendable {
  case today
  case fixed(Measure)
  /// The draft of another date field.
  case field(key: String)
}

/// How much a finding matters; only an error blocks a form.
package enum Severity: String, CaseIterable, Sendable {
  case error, warning, information, hint
}

/// What must be true of other fields for a rule, a requirement or a visibility to hold.
package indirect enum Condition: Equatable, Sendable {
  case test(key: String, Test)
  case all([Condition])
  case any([Condition])

  /// What is asked of one field's draft.
  package enum Test: Equatable, Sendable {
    case isOneOf([String])
    case isNot(String)
    case isFilled(Bool)
    case isGreater(than: String)
    case isLess(than: String)
  }

  /// Adds the keys of all fields that the condition looks at.
  package func collectKeys(into keys: inout [String]) {
    switch self {
    case .test(let key, _): keys.append(key)
    case .all(let conditions), .any(let conditions):
      for condition in conditions { condition.collectKeys(into: &keys) }
    }
  }

  /// Whether the condition holds; a field that nobody knows has an empty draft.
  package func holds(in surroundings: RuleCheck.Surroundings) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.holds(in: surroundings) }
    case .any(let conditions): conditions.contains { $0.holds(in: surroundings) }
    case .test(let key, let test):
      test.holds(
        for: surroundings.drafts[key] ?? .empty, zone: surroundings.zones[key],
        today: surroundings.today)
    }
  }

  /// Whether a part of the condition compares with the day on which it is looked at.
  package var watchesToday: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.watchesToday)
    case .test(_, .isGreater(than: DateBound.todayWord)),
      .test(_, .isLess(than: DateBound.todayWord)):
      true
    case .test: false
    }
  }
}

extension DateBound {
  /// How documents write the day on which a field is looked at.
  package static let todayWord = "today"
}

extension Condition.Test {
  fileprivate func holds(for draft: Draft, zone: ZoneRules?, today: CivilDate) -> Bool {
    /// As numbers where both are numbers, else as what calendars and clocks count; never as text.
    func isLess(_ first: String, _ second: String) -> Bool {
      for scale in Scale.inConditions {
        if let first = place(first, scale), let second = place(second, scale) {
          return first.isBefore(second) ?? false
        }
      }
      return false
    }
    func place(_ text: String, _ scale: Scale) -> Measure? {
      if text == DateBound.todayWord, scale.compares(with: .date(.date)) {
        return .date(.date(today))
      }
      let place = scale.measure(text)
      return zone.flatMap { place?.inZone($0) } ?? place
    }
    return switch self {
    case .isOneOf(let values): values.containsAny(draft.values)
    case .isNot(let value): !draft.values.contains(value)
    case .isFilled(let isFilled): draft.isEmpty != isFilled
    case .isGreater(let bound): isLess(bound, draft.text)
    case .isLess(let bound): isLess(draft.text, bound)
    }
  }
}

extension Scale {
  /// The scales on which a condition may find its two sides, in the order in which they are tried.
  fileprivate static let inConditions: [Scale] = [
    .number, .date(.dateAndTime), .date(.time), .date(.countDownTimer), .month, .week,
  ]
}

extension [String] {
  /// Whether all of some texts are among these.
  func containsAll(_ texts: [String]) -> Bool {
    if count < 8 || texts.count < 8 { return texts.allSatisfy { contains($0) } }
    let known = Set(self)
    return texts.allSatisfy { known.contains($0) }
  }

  /// Whether any of some texts is among these.
  fileprivate func containsAny(_ texts: [String]) -> Bool {
    if count < 8 || texts.count < 8 { return texts.contains { contains($0) } }
    return !Set(self).isDisjoint(with: texts)
  }
}
