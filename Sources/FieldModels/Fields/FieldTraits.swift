/// What a document says of how a field is typed into and drawn, and nothing is decided by.
package struct FieldTraits: Equatable, Sendable {
  package var keyboard = Keyboard.standard
  package var autocapitalization = Autocapitalization.sentences
  package var autocorrection = Autocorrection.standard
  package var style = FieldStyle.outlined
  package var hasHorizontalPadding = true
  package var shakes = true
  package var colors: [ColorRole: String] = [:]

  package init() {}
}

/// What a document says of the bar above the keyboard.
package struct ToolbarSettings: Equatable, Sendable {
  package var isHidden = false
  package var done = Item()
  package var autofill = Item()
  package var isPreviousEnabled = true
  package var isNextEnabled = true

  /// A button of the bar.
  package struct Item: Equatable, Sendable {
    package var isHidden = false
    package var isEnabled = true
  }

  package init() {}
}
