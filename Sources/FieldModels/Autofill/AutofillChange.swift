/// Something that a person has taught an autofill source, or taken out of it.
public enum AutofillChange: Equatable, Hashable, Sendable {
  case learned(String, source: String)
  case removed(String, source: String)

  /// The string that was learned or removed.
  public var text: String {
    switch self {
    case .learned(let text, _), .removed(let text, _): text
    }
  }

  /// The name of the source.
  public var source: String {
    switch self {
    case .learned(_, let source), .removed(_, let source): source
    }
  }
}
