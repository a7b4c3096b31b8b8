/// The rows of a picker, and what it holds without one.
extension FieldDefinition {
  /// The draft of a field that is cleared.
  package var emptyDraft: Draft { takesSeveral ? .rows([]) : .empty }

  /// A picker that has nothing to open.
  package var isEmptyList: Bool { kind == .picker && choices.isEmpty && manualEntry == nil }

  /// The first row that can be chosen.
  var firstRow: Int? { choices.firstIndex { !$0.isDisabled } }

  /// The row on which a picker opens.
  var standingRow: Int? {
    takesSeveral ? nil : choices.firstIndex { $0.text == draft.text } ?? firstRow
  }
}
