/// What a front end reads of a field.
extension FieldPicture {
  /// The field's name in the form; empty where the document gives none.
  public var key: String { definition.key ?? "" }

  /// A number of the form's own.
  public var tag: WholeNumber { definition.tag }

  /// What sort of field it is; an entry where the document does not say.
  public var kind: FieldKind { definition.kind ?? .entry }

  /// The group that the field belongs to.
  public var group: String? { definition.group }

  /// Where the value stands in the record, as a JSON pointer, such as `/address/city`.
  public var path: String { statedPath ?? JSONPointer.step(key) }

  /// What is shown in the empty field.
  public var placeholder: String? { definition.placeholder }

  /// What stands on the left of the content: `$` for money.
  public var prefix: String? { definition.isMonetary ? "$" : nil }

  /// What stands on the right of the content.
  public var unit: String? { definition.unit }

  /// The draft: the content as typed or chosen.
  public var draft: Draft { definition.draft }

  /// The draft as one text.
  ///
  /// Rows are joined by ", ". In a form that tidies drafts a number stands in it as its reader writes it.
  public var text: String { shownNumber ?? definition.draft.text }

  /// How it looks: at rest, highlighted, in error, right, disabled.
  public var look: FieldLook { facts.look }

  /// A check of the draft has yet to run or to answer: nobody knows whether it is right.
  public var isPending: Bool { facts.isPending }

  /// Somebody has changed the draft, left the field or submitted the form.
  public var isEdited: Bool { state?.isEdited ?? false }

  /// It is shown, given the other fields.
  public var isVisible: Bool { standing.isVisible }

  /// It takes focus and edits, given the other fields.
  public var isEnabled: Bool { standing.isEnabled }

  /// It must be filled, given the other fields.
  public var isRequired: Bool { standing.isRequired }

  /// It is shown and takes the focus, but can't be edited.
  ///
  /// Rules check it only if it is calculated.
  public var isReadOnly: Bool { definition.isLocked }

  /// The draft is a secret, shown as dots unless `isRevealed`.
  public var isSecure: Bool { definition.isSecure }

  /// A secure draft is shown as it is.
  public var isRevealed: Bool { state?.presentation.isRevealed ?? false }

  /// There is a button that empties the field.
  public var isClearable: Bool { definition.isClearable }

  /// The first error of the draft, in words.
  public var error: String? { facts.errors.first }

  /// What stands below the field: the helper, and behind it the error.
  public var helper: String? { facts.helper }

  /// The draft's length against its limit, where there is one.
  public var counter: FieldCounter? { facts.counter }

  /// The rows of a picker; those that are not offered now are hidden.
  public var rows: [Choice] { shownRows ?? definition.choices }

  /// The row that is chosen, or on which the open list stands; nil while a picker takes typed text.
  public var row: Int? {
    if definition.isManual(state) { return nil }
    return state?.presentation.row
      ?? definition.choices.firstIndex { .text($0.text) == definition.draft }
  }

  /// The label of the row for typed text; nil without one.
  public var manualEntry: String? {
    guard !definition.takesSeveral, let label = definition.manualEntry else { return nil }
    return label == FieldDefinition.manualEntryLabel ? wording.text(.manualEntry) : label
  }

  /// The picker takes typed text now.
  public var isManual: Bool { definition.isManual(state) }

  /// The earliest date that may be picked now, in ISO 8601.
  public var minimumDate: String? { dates.lower?.description }

  /// The latest date that may be picked now, in ISO 8601.
  public var maximumDate: String? { dates.upper?.description }

  /// Where the picker of an empty date field stands now, in ISO 8601, if the document says so.
  public var defaultDate: String? { standingDate?.description }

  /// What autofill has for the draft of the active field.
  public var matches: [AutofillOffer] { offers?.shown ?? [] }

  /// The list of autofill texts was opened by its button.
  public var isShowingAutofill: Bool { state?.presentation.isShowingAutofill ?? false }

  /// A draft has passed every check at the end of editing, or was submitted.
  public var isCommitted: Bool { state?.committed != nil }

  /// The last draft that passed every check at the end of editing, or was submitted, as a value;
  /// nil where there is none, null for an empty one.
  public var committedValue: JSONValue? { state?.committed.flatMap { definition.value(of: $0) } }

  /// A colour as `#RRGGBB` or `#RRGGBBAA`: the document's, else one that reads well on white.
  public func color(_ role: ColorRole) -> String { definition.traits.colors[role] ?? role.standard }

  /// What is wrong with the draft, and how much it matters, in the order of the rules.
  public var problems: [FieldProblem] { findings.map { FieldProblem($0, key: key, wording) } }
}

/// Something that is wrong with a field, or with the text of a form.
public struct FieldProblem: Equatable, Sendable {
  /// The key of the field; nil for what is wrong with the form as a whole.
  public let key: String?
  /// The name of the problem for programs: HTML's `ValidityState` for drafts.
  public let code: String
  /// What is wrong, for people.
  public let message: String
  /// How much it matters; only an error stands in the way of a submission.
  public let severity: Severity
  /// The values in the message by name, so that it can be said in other words.
  public let parameters: [JSONValue.Member]

  package init(_ finding: Finding, key: String?, _ wording: Wording) {
    self.key = key
    code = finding.problem.code
    message = finding.message(in: wording)
    severity = finding.severity
    parameters = finding.problem.parameters
  }
}
