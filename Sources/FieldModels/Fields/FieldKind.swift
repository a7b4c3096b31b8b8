/// The kinds of field.
///
/// Entry and area take typed text; picker and date open a list. A field of the kind `any` has a value that
/// no other kind has, and its draft is that value as JSON.
public enum FieldKind: String, CaseIterable, Sendable {
  case entry, area, picker, date, any

  /// One line for people.
  package var documentation: String {
    switch self {
    case .entry: "One line of text."
    case .area: "Several lines of text; grows with them."
    case .picker: "A choice from a list of rows, with typed text too where `manualEntry` allows it."
    case .date: "A date, a time or a duration."
    case .any: "Any JSON value, for what has no kind of its own; it is typed as JSON."
    }
  }

  /// The kind in words: "an entry".
  package var phrase: Phrase {
    switch self {
    case .entry: .anEntry
    case .area: .anArea
    case .picker: .aPicker
    case .date: .aDateField
    case .any: .anAnyField
    }
  }

  /// Whether the draft is typed rather than chosen.
  package var isTextEntry: Bool {
    switch self {
    case .entry, .area, .any: true
    case .picker, .date: false
    }
  }
}

/// A set of kinds, for properties that only some kinds have.
package struct FieldKinds: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let entry = FieldKinds(rawValue: 1)
  package static let area = FieldKinds(rawValue: 2)
  package static let picker = FieldKinds(rawValue: 4)
  package static let date = FieldKinds(rawValue: 8)
  package static let any = FieldKinds(rawValue: 16)
  /// Those whose drafts rules can judge.
  package static let judged: FieldKinds = [.entry, .area, .picker, .date]
  package static let all: FieldKinds = [.entry, .area, .picker, .date, .any]

  package func contains(_ kind: FieldKind) -> Bool {
    switch kind {
    case .entry: isSuperset(of: .entry)
    case .area: isSuperset(of: .area)
    case .picker: isSuperset(of: .picker)
    case .date: isSuperset(of: .date)
    case .any: isSuperset(of: .any)
    }
  }

  /// The kinds in words: "an entry or a picker".
  package var names: Saying {
    let names = FieldKind.allCases.filter { contains($0) }.map { Saying($0.phrase) }
    return names.dropFirst().reduce(names.first ?? Saying(.takesAnything)) {
      Saying(.or, (.first, .saying($0)), (.last, .saying($1)))
    }
  }
}

/// How a field looks and behaves; beside it a field may be pending, focused or in error.
public enum FieldLook: String, CaseIterable, Sendable {
  case standard, active, error, success, disabled

  package var documentation: String {
    switch self {
    case .standard: "At rest."
    case .active: "Highlighted."
    case .error: "Shows an error."
    case .success: "Shows that the last check passed."
    case .disabled: "Refuses focus and edits."
    }
  }
}
