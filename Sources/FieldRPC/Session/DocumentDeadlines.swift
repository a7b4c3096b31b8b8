import FieldModels

/// When which document wants to be looked at.
///
/// Kept beside the documents, so that a keystroke in one asks nothing of the others.
struct DocumentDeadlines: Sendable {
  private var moments: [String: Instant] = [:]
  /// The earliest of all moments.
  private(set) var next: Instant?

  /// Notes when a document wants to be looked at next; nil for never.
  mutating func set(_ moment: Instant?, for uri: String) {
    let old = moments[uri]
    guard moment != old else { return }
    moments[uri] = moment
    if old != nil, old == next {
      next = moments.values.min()
    } else if let moment {
      next = min(next ?? moment, moment)
    }
  }

  /// The documents whose moment has come.
  func due(at now: Instant) -> [String] {
    guard let next, next <= now else { return [] }
    return moments.filter { $0.value <= now }.map(\.key)
  }
}
