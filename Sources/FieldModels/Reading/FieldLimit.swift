/// How much one field may hold, since every keystroke in it reads all of it.
///
/// Beyond a limit the field has an error, so that nothing that is not checked is committed.
package enum FieldLimit: Equatable, Sendable {
  /// Values of JSON, names included: ten thousand rows with labels are read in the time between
  /// two pictures of a screen.
  case values
  /// Rules: one for each country of the world in each list, and as many again.
  case rules

  package var count: Int {
    switch self {
    case .values: 60_000
    case .rules: 1000
    }
  }

  package var phrase: Phrase {
    switch self {
    case .values: .tooManyValues
    case .rules: .tooManyRules
    }
  }
}
