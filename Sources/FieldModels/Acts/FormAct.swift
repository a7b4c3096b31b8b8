/// What a person does to a form through a front end, and the steps that it takes.
///
/// An act is planned as a list of steps, since a delegate may be asked between them and answer
/// later; each step is looked at again when its turn comes.
package enum FormAct: Equatable, Sendable {
  case begin(key: String)
  case end
  /// The Done button: writes the row that an open picker stands on, and ends editing.
  case done
  case `return`
  case next
  case previous
  /// `range` is in bytes of UTF-8 of the draft; all of it where there is none.
  case replaceText(key: String, range: Range<Int>?, text: String)
  case clear(key: String)
  case select(key: String, RowChoice)
  case selectManual(key: String)
  case setDate(key: String, String)
  /// The AutoFill button, and the Cancel button that stands in its place while the list is shown.
  case autofill(key: String, isShown: Bool)
  case applyAutofill(key: String, text: String)
  /// Remembers a text for the source of a field; without one, the draft.
  case learnAutofill(key: String, text: String?)
  /// Takes one text out of the source of a field.
  case removeAutofill(key: String, text: String)
  case tapIcon(key: String)
  /// Gives a property a value, as JSON, or with nil takes it out of the document.
  case setProperty(key: String, Property.Name, [UInt8]?)
  /// Puts an entry into a list, before another by its number or behind all, with some drafts or those
  /// that the list has for its fields; its first field gets the focus.
  case addEntry(list: String, before: WholeNumber?, [EntryDraft]?)
  /// Gives the first field of the entry at a place the focus.
  case beginEntry(list: String, index: Int)
  case removeEntry(WholeNumber)
  case moveEntry(WholeNumber, before: WholeNumber?)

  /// Which rows of a picker are meant.
  package enum RowChoice: Equatable, Sendable {
    case index(Int)
    case values([JSONValue])
  }

  /// One step of an act.
  package indirect enum Step: Equatable, Sendable {
    /// Goes on if the delegate agrees.
    case ask(FieldQuestion, FieldID)
    case edit(Edit)
    case effect(Effect)
    case autofill(Autofill)
    /// Another act, planned when its turn comes.
    case then(FormAct)
  }

  /// A step that changes the text of the document.
  package enum Edit: Equatable, Sendable {
    /// Writes a draft; where the field is not being edited that is a complete act, and judged.
    case write(FieldID, Draft)
    /// Replaces a part of the draft, in bytes of UTF-8.
    case splice(FieldID, Range<Int>, String)
    /// Gives a property a value, as JSON, or with nil takes it out.
    case set(FieldID, Property.Name, [UInt8]?)
    case insertEntry(list: String, before: WholeNumber?, [EntryDraft])
    case removeEntry(WholeNumber)
    case moveEntry(WholeNumber, before: WholeNumber?)
  }

  /// A step that changes what is true of fields, or tells of it, and not the text.
  package enum Effect: Equatable, Sendable {
    case begin(FieldID, opens: Bool)
    case end(FieldID)
    /// A list was opened, on a row where it has rows.
    case opened(FieldID, row: Int?)
    /// A list was closed without Done: the row that it stood on is forgotten.
    case closed(FieldID)
    /// A row or date was chosen, or the field cleared; it forgets its error.
    case chose(FieldID, row: Int?, isManual: Bool?)
    case note(FieldID, FieldEvent.Kind)
    case reveal(FieldID)
    case showAutofill(FieldID, isShown: Bool)
  }

  /// A step that has to do with what autofill has for a draft.
  package enum Autofill: Equatable, Sendable {
    /// Asks the source of a field what goes with the draft.
    case lookUp(FieldID)
    /// Shows what was found; the only text is applied at once.
    case offer(FieldID)
    /// Makes sure that what was found, or is ours, has a text that may be removed.
    case checkRemovable(FieldID, String)
    /// Changes what is remembered, for good.
    case remember(AutofillChange)
  }
}

/// Why an act was not carried out.
public struct FormRefusal: Error, Equatable, Sendable {
  /// The reason, for programs.
  public var reason: Reason
  /// The reason, for people.
  public var message: String

  /// The reasons, by their names on the wire.
  public enum Reason: String, CaseIterable, Sendable {
    case tooLong, disabled, readOnly, hidden, notEditing, notConnected, emptyList, notClearable
    case notManual, notAChoice, badDate, wrongKind, noMatch, notRemovable, secure, notStored
    case outdated, refused, notApplied, full, noEntry

    /// What it means, for people.
    package var documentation: String {
      switch self {
      case .tooLong: "the draft would be longer than `maxLength`"
      case .disabled: "the field is disabled"
      case .readOnly: "the field can't be edited"
      case .hidden: "the field is not visible"
      case .notEditing: "no field is being edited"
      case .notConnected: "there is no field to go to, or its button is disabled"
      case .emptyList: "the picker has no rows"
      case .notClearable: "the field has no Clear button"
      case .notManual: "the picker takes no typed text, or stands on a row"
      case .notAChoice: "the picker has no such row, or the row is disabled"
      case .badDate: "the text is no date in the shape of `mode`"
      case .wrongKind: "fields of this kind do not do that"
      case .noMatch: "the autofill source has nothing for the draft, or not that text"
      case .notRemovable: "the text can't be taken out of the autofill source"
      case .notStored: "what is remembered could not be written"
      case .secure: "the draft of a secure field is nothing to remember"
      case .outdated: "the document has another version"
      case .refused: "the client's delegate refused"
      case .full: "the list has as many entries as it may have"
      case .noEntry: "the list has no such entry"
      case .notApplied: "the edit could not be made, or the editor did not apply it"
      }
    }
  }

  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
