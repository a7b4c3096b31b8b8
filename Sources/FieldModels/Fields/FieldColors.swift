/// What a colour is for; the names are those of a field's `colors`, and two that states add.
package enum ColorRole: String, CaseIterable, Sendable {
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

/// Which colour each part of a field has now, by its state.
package struct FieldColors: Equatable, Sendable {
  package var border: ColorRole
  package var text: ColorRole
  package var title: ColorRole
  package var helper: ColorRole
  package var icon: ColorRole

  /// The colours of a look; the focus highlights the border of a field that has nothing else to
  /// say.
  package init(look: FieldLook, isActive: Bool, isTitleUp: Bool) {
    text = look == .disabled ? .disabled : .text
    let quietTitle: ColorRole = isTitleUp ? .placeholderUp : .placeholderDown
    switch look {
    case .standard:
      border = isActive ? .borderHighlight : .border
      (title, helper, icon) = (quietTitle, .placeholderDown, .text)
    case .active:
      (border, title, helper, icon) = (
        .borderHighlight, quietTitle, .placeholderDown, .borderHighlight
      )
    case .error:
      (border, title, helper, icon) = (.borderError, .errorText, .errorText, .borderError)
    case .success: (border, title, helper, icon) = (.success, .success, .success, .success)
    case .disabled: (border, title, helper, icon) = (.disabled, .disabled, .disabled, .disabled)
    }
  }
}
