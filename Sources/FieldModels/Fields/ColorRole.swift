/// What a colour is for; the names are those of a field's `colors`, and two that states add.
public enum ColorRole: String, CaseIterable, Sendable {
  case border, borderHighlight, borderError, text, errorText, placeholderDown, placeholderUp
  case cursor, monetary, unit, clearButton, doneButton
  /// What a field in the state of success shows; no property of the document.
  case success
  /// What a disabled field shows; no property of the document.
  case disabled

  /// The colour where the document gives none: `#RRGGBB`, of 4.5:1 contrast on white where it is
  /// that of a text.
  package var standard: String {
    switch self {
    case .border: "#8A8A8A"
    case .borderHighlight, .placeholderUp, .cursor, .clearButton, .doneButton: "#1A56DB"
    case .borderError, .errorText: "#B3261E"
    case .text: "#1F1F1F"
    case .placeholderDown, .monetary, .unit: "#5F6368"
    case .success: "#1B7A3D"
    case .disabled: "#9AA0A6"
    }
  }
}
