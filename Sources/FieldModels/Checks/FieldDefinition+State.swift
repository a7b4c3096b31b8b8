/// What a field's definition and its state say together.
extension FieldDefinition {
  /// Whether the field refuses focus and edits by its state, conditions aside.
  package func isDisabled(_ state: FieldState?) -> Bool {
    isDisabled(byHand: state?.isDisabledByHand)
  }

  /// The same, given what its state says; nil for a field without a state.
  func isDisabled(byHand: Bool?) -> Bool { byHand ?? (initialLook == .disabled) }

  /// Whether a picker takes typed text: a client said so, or its draft is none of its rows.
  package func isManual(_ state: FieldState?) -> Bool {
    guard kind == .picker, manualEntry != nil, !takesSeveral else { return false }
    if choices.isEmpty { return true }
    return state?.presentation.isManual ?? (!draft.isEmpty && choice(drafted: draft.text) == nil)
  }

  /// Whether a person types the draft, rather than choosing it.
  package func takesTypedText(_ state: FieldState?) -> Bool {
    switch kind {
    case .entry, .area, .any, nil: true
    case .picker: isManual(state)
    case .date: false
    }
  }
}
