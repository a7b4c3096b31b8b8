/// Something that has happened to a field, to be told once: what a delegate is called for.
public struct FieldEvent: Equatable, Sendable {
  /// What has happened.
  public var kind: Kind
  package var field: FieldID
  /// The key of the field.
  public var key: String
  /// The number that the form gave the field.
  public var tag: WholeNumber

  /// What has happened.
  public enum Kind: Equatable, Sendable {
    case didBeginEditing
    case didEndEditing
    case cleared
    /// nil for the row of typed text.
    case didSelectRow(index: Int, value: JSONValue?)
    case dateChanged(String)
    case iconTapped

    /// Its name on the wire.
    package var name: String {
      switch self {
      case .didBeginEditing: "didBeginEditing"
      case .didEndEditing: "didEndEditing"
      case .cleared: "cleared"
      case .didSelectRow: "didSelectRow"
      case .dateChanged: "dateChanged"
      case .iconTapped: "iconTapped"
      }
    }
  }
}

/// What a front end's delegate may refuse.
public enum FieldQuestion: Equatable, Sendable {
  case begin, end, `return`, clear, iconTap
  /// An entry is to be put into the list of the field, or that of the field is to be taken out.
  case addEntry, removeEntry
  /// A text in the place of a range of the draft, in bytes of UTF-8.
  case changeText(Range<Int>, String)

  /// The names of the questions on the wire.
  package enum Name: String, CaseIterable, Sendable {
    case begin, end, `return`, clear, changeText, iconTap, addEntry, removeEntry
  }

  package var name: Name {
    switch self {
    case .begin: .begin
    case .end: .end
    case .return: .return
    case .clear: .clear
    case .iconTap: .iconTap
    case .changeText: .changeText
    case .addEntry: .addEntry
    case .removeEntry: .removeEntry
    }
  }
}
