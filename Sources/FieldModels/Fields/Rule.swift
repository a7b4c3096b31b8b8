/// One rule of a field as the document states it: what to check, what to say, when it holds.
package struct Rule: Equatable, Sendable {
  package var check: Check
  /// What to say instead of the check's own words.
  package var message: String?
  package var severity: Severity
  /// How much a rule matters that says nothing of it.
  package static let standardSeverity = Severity.error
  /// The rule holds only while this does.
  package var condition: Condition?

  /// What a rule looks at.
  package enum Check: Equatable, Sendable {
    case minLength(WholeNumber)
    case maxLength(WholeNumber)
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
    /// What is calculated of the fields is true.
    case holds(Expression)
    /// The value is valid in a JSON Schema.
    case schema(ValueSchema)
    /// A closure by name; everything else is decided here and, but for long searches, at once.
    case validator(String)

    package var isSchema: Bool {
      if case .schema = self { true } else { false }
    }

    var isPattern: Bool {
      if case .pattern = self { true } else { false }
    }
  }

  package init(
    _ check: Check, message: String? = nil, severity: Severity = standardSeverity,
    condition: Condition? = nil
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

  /// Whether a text may name a field.
  ///
  /// A key can be any text, so one that begins with a digit is taken for a date gone wrong.
  package static func mayBeKey(_ text: String) -> Bool {
    text != todayWord && !(text.first?.isNumber ?? true)
  }
}

/// How much a finding matters; only an error blocks a form.
public enum Severity: String, CaseIterable, Sendable {
  case error, warning, information, hint
}

/// What must be true of other fields for a rule, a requirement or a visibility to hold.
package indirect enum Condition: Equatable, Sendable {
  case test(key: String, Test)
  case all([Condition])
  case any([Condition])
  /// What is calculated of the fields is true.
  case holds(Expression)

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
    case .holds(let expression): keys += expression.keys
    }
  }

  /// Adds the keys of the fields whose answers expressions gather from all entries of their lists.
  package func collectGatheredKeys(into keys: inout Set<String>) {
    switch self {
    case .test: break
    case .all(let conditions), .any(let conditions):
      for condition in conditions { condition.collectGatheredKeys(into: &keys) }
    case .holds(let expression): expression.collectGatheredKeys(into: &keys)
    }
  }

  /// Whether a part of the condition compares with the day on which it is looked at.
  package var watchesToday: Bool {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.contains { $0.watchesToday }
    case .test(_, .isGreater(than: DateBound.todayWord)),
      .test(_, .isLess(than: DateBound.todayWord)):
      true
    case .test: false
    case .holds(let expression): expression.watchesToday
    }
  }
}

extension DateBound {
  /// How documents write the day on which a field is looked at.
  package static let todayWord = "today"
}
