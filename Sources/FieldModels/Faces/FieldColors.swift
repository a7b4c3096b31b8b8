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
