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
    case minimum(Decimal, isExclusive: Bool)
    case maximum(Decimal, isExclusive: Bool)
    case step(Decimal, base: Decimal)
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

/// A date that another is compared with.
package enum DateBound: Equatable, Sendable {
  case today
  case date(DateValue)
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

  /// Whether the condition holds, given every field's draft; an unknown field has an empty one.
  package func holds(_ draft: (String) -> Draft?) -> Bool {
    switch self {
    case .all(let conditions): conditions.allSatisfy { $0.holds(draft) }
    case .any(let conditions): conditions.contains { $0.holds(draft) }
    case .test(let key, let test): test.holds(for: draft(key) ?? .empty)
    }
  }
}

extension Condition.Test {
  func holds(for draft: Draft) -> Bool {
    switch self {
    case .isOneOf(let values): values.containsAny(draft.values)
    case .isNot(let value): !draft.values.contains(value)
    case .isFilled(let isFilled): draft.isEmpty != isFilled
    case .isGreater(let bound): Self.isLess(bound, draft.text)
    case .isLess(let bound): Self.isLess(draft.text, bound)
    }
  }

  /// As numbers where both are numbers, else as dates of one mode; never as text.
  private static func isLess(_ first: String, _ second: String) -> Bool {
    if let first = Decimal(first), let second = Decimal(second) { return first < second }
    for mode in DateMode.allCases {
      if case .success(let first) = DateValue.parse(first, mode: mode),
        case .success(let second) = DateValue.parse(second, mode: mode)
      {
        return first.isBefore(second) ?? false
      }
    }
    return false
  }
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
