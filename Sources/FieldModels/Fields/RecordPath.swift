/// Paths of a document: where values stand in the record that a form commits.
package enum RecordPath {
  /// Each step is an object within an object: more of them are a mistake, and every look at a record
  /// goes through all of them.
  package static let stepLimit = 32

  /// Why a text is no path.
  package enum Problem: Equatable, Sendable {
    /// It does not begin with a slash.
    case noSlash
    /// It has no name, and its field is in no list.
    case empty
    /// A tilde that is not the beginning of `~0` or `~1`.
    case tilde
    case tooManySteps

    package var saying: Saying {
      switch self {
      case .noSlash: Saying(.pathWithoutSlash)
      case .empty: Saying(.pathEmpty)
      case .tilde: Saying(.pathTilde)
      case .tooManySteps: Saying(.pathTooLong, (.limit, .number(stepLimit)))
      }
    }
  }

  /// What is wrong with a path; nil where nothing is.
  static func problem(in text: String) -> Problem? {
    if text.isEmpty { return nil }
    guard text.hasPrefix("/") else { return .noSlash }
    guard let steps = JSONPointer.steps(of: text) else { return .tilde }
    return stepLimit < steps.count ? .tooManySteps : nil
  }
}
