/// The rows of a picker, and what it holds without one.
extension FieldDefinition {
  /// A record has an object of flags, one for each row.
  package var commitsFlags: Bool { takesSeveral && isOfFlags }

  /// What its value is in a record.
  package var valueShape: ValueShape { commitsFlags ? .flags : takesSeveral ? .list : .one }

  /// The draft of a field that is cleared.
  package var emptyDraft: Draft { takesSeveral ? .rows([]) : .empty }

  /// A picker that has nothing to open.
  package var isEmptyList: Bool { kind == .picker && choices.isEmpty && manualEntry == nil }

  /// The first row that can be chosen.
  var firstRow: Int? { choices.firstIndex(where: { $0.canBeChosen }) }

  /// A row that is chosen alone and stands beside others in the draft.
  var rowNotAlone: Choice? {
    guard 1 < draft.values.count, choices.contains(where: { $0.isExclusive }) else { return nil }
    return choices(drafted: draft.values).lazy.compactMap { $0 }.first(where: { $0.isExclusive })
  }

  /// What remains of some drafts of rows beside another one: none that is chosen alone.
  func beside(_ drafts: [String]) -> [String] {
    guard choices.contains(where: { $0.isExclusive }) else { return drafts }
    return zip(drafts, choices(drafted: drafts)).filter { !($1?.isExclusive ?? false) }.map { $0.0 }
  }

  /// Notes which rows are offered while the conditions of some hold.
  package mutating func offerRows(while holds: (Condition) -> Bool) {
    if !hasConditionalRows { return }
    for row in choices.indices {
      switch choices[row].visibility {
      case .always, .never: break
      case .when(let condition): choices[row].isHidden = !holds(condition)
      }
    }
  }

  /// The row on which a picker opens.
  var standingRow: Int? {
    takesSeveral ? nil : choices.firstIndex { $0.text == draft.text } ?? firstRow
  }
}
