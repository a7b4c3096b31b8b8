/// How a field stands before the person who fills it in.
///
/// The row that an open list is on, what is shown of the draft: no check depends on it.
///
/// Changed by the steps of acts (`FieldDocument.present`), where everything else that is true of a
/// field is changed by `FieldMachine`.
package struct FieldPresentation: Equatable, Sendable {
  /// The row that an open picker stands on, before Done writes it.
  package var row: Int?
  /// The row was chosen since the picker was opened.
  package var isRowChosen = false
  /// The picker or date has the focus without its list being shown.
  package var isKeptClosed = false
  /// The picker takes typed text, where a client has said so.
  package var isManual: Bool?
  /// The open picker of a date has stood on its default date since it was opened, which Done then writes.
  package var standsOnDefault = false
  /// The list of autofill texts is shown, and the toolbar holds Cancel alone.
  package var isShowingAutofill = false
  /// A person has typed the draft as it is, so that a number in it is read as their language writes it.
  package var isTyped = false
  /// A secure draft is shown as it is.
  package var isRevealed = false

  package init() {}

  /// The focus is gone, and with it what belongs to it.
  mutating func endEditing() {
    row = nil
    isRowChosen = false
    standsOnDefault = false
    isKeptClosed = false
    isShowingAutofill = false
  }
}
