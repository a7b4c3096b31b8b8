import FieldModels
import Testing

/// An expression with texts it matches and texts it does not.
///
/// The tables of this folder are made of these rows, so that a failure names one expression.
struct PatternRow: Sendable, CustomTestStringConvertible {
  /// How the expression is to be taken.
  enum Option: Sendable {
    case ignoringCase, anchored
  }

  let source: String
  let options: Set<Option>
  let matching: [String]
  let refusing: [String]

  init(
    _ source: String, _ options: Set<Option> = [], matching: [String] = [], refusing: [String] = []
  ) {
    self.source = source
    self.options = options
    self.matching = matching
    self.refusing = refusing
  }

  /// The texts for which the pattern does not do what the row says.
  func surprises() throws(PatternError) -> [String] {
    let pattern = try Pattern(
      source, isCaseInsensitive: options.contains(.ignoringCase),
      isAnchored: options.contains(.anchored))
    return matching.filter { !pattern.matches($0) } + refusing.filter { pattern.matches($0) }
  }

  var testDescription: String { "/\(source)/" }
}
