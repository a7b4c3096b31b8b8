/// What a document says of how a field is typed into and drawn, and nothing is decided by.
///
/// Words are those of the property table; a word that is not in it never gets here.
package struct FieldTraits: Equatable, Sendable {
  package var keyboard = "default"
  package var autocapitalization = "sentences"
  package var autocorrection = "default"
  package var style = "outlined"
  package var hasHorizontalPadding = true
  package var shakes = true
  package var colors: [ColorRole: String] = [:]

  package init() {}
}

/// The word on the return key, where it says what the key does.
package enum ReturnKey: Equatable, Sendable {
  /// Moves to the next field.
  case next
  /// Ends editing.
  case done
  /// Does nothing that the form knows of.
  case other(String)

  package init(_ word: String) {
    switch word {
    case "next": self = .next
    case "done": self = .done
    default: self = .other(word)
    }
  }

  package var word: String {
    switch self {
    case .next: "next"
    case .done: "done"
    case .other(let word): word
    }
  }
}

/// How a draft is read when it is committed.
package enum ValueKind: String, Sendable {
  case string, number, integer, boolean

  package var isNumber: Bool { self == .number || self == .integer }
}

/// What becomes of a field's value while the field is hidden.
package enum HiddenValue: String, Sendable {
  case omit, keep, clear
}

/// What a document says of the bar above the keyboard.
package struct ToolbarSettings: Equatable, Sendable {
  package var isHidden = false
  package var done = Item()
  package var autofill = Item()
  package var isPreviousEnabled = true
  package var isNextEnabled = true

  package struct Item: Equatable, Sendable {
    package var isHidden = false
    package var isEnabled = true
  }

  package init() {}
}
