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

/// How high a field is, in points.
///
/// Two ways to draw a field are known: with a title that floats into its border, and with a label
/// stacked above it. A front end takes the one that it draws.
package struct FieldHeights: Equatable, Sendable {
  /// The parts that a front end's fonts decide.
  package struct Metrics: Equatable, Sendable {
    package var label = 20.0
    package var helper = 16.0
    package var counter = 16.0
    /// What each line of an area behind the first adds.
    package var line = 20.0

    package init() {}
  }

  package var normal: Double
  package var error: Double
  /// With its list open; nil where there is none.
  package var open: Double?
  package var openError: Double?
  package var stacked: Double

  package init(
    _ kind: FieldKind, lineCount: Int, hasHelper: Bool, hasCounter: Bool, _ metrics: Metrics
  ) {
    let growth = kind == .area ? Double(max(0, lineCount - 1)) * metrics.line : 0
    normal = 43.5 + growth
    error = 63 + growth
    if !kind.isTextEntry { (open, openError) = (269.5, 289) }
    let below = hasHelper ? metrics.helper : hasCounter ? metrics.counter : 0
    stacked = 16 + metrics.label + 44 + growth + below
  }

  /// The height in a state, with a title that floats.
  package func height(isInError: Bool, isOpen: Bool) -> Double {
    let closed = isInError ? error : normal
    return isOpen ? (isInError ? openError : open) ?? closed : closed
  }
}
