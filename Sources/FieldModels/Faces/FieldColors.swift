/// Which colour each part of a field has now, by its state.
public struct FieldColors: Equatable, Sendable {
  /// The line around the field.
  public var border: ColorRole
  /// The content.
  public var text: ColorRole
  /// The title.
  public var title: ColorRole
  /// The helper, or the error behind it.
  public var helper: ColorRole
  /// The icon on the right.
  public var icon: ColorRole

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
