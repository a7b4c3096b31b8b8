import FieldModels

/// The requests of ours that a client has yet to answer, each with the moment at which we stop
/// waiting.
struct ClientCalls: Sendable {
  /// What is asked, and for whom.
  enum Purpose: Equatable, Sendable {
    /// Whether an act may go on.
    case question(uri: String, operation: RequestID)
    case validation(uri: String, CheckToken)
    /// To put a text into a document that the editor owns.
    case edit(uri: String, operation: RequestID)

    var uri: String {
      switch self {
      case .question(let uri, _), .validation(let uri, _), .edit(let uri, _): uri
      }
    }
  }

  private struct Call: Sendable {
    var purpose: Purpose
    var deadline: Instant
  }

  private var calls: [Int: Call] = [:]
  /// The earliest moment at which we stop waiting for one.
  private(set) var next: Instant?

  mutating func add(_ number: Int, _ purpose: Purpose, until deadline: Instant) {
    calls[number] = Call(purpose: purpose, deadline: deadline)
    next = min(next ?? deadline, deadline)
  }

  mutating func remove(_ number: Int) -> Purpose? {
    guard let call = calls.removeValue(forKey: number) else { return nil }
    if call.deadline == next { next = calls.values.lazy.map(\.deadline).min() }
    return call.purpose
  }

  /// Takes out the calls for some purposes, and gives their numbers in order.
  mutating func remove(where isMeant: (Purpose) -> Bool) -> [Int] {
    let numbers = calls.filter { isMeant($0.value.purpose) }.keys.sorted()
    for number in numbers { _ = remove(number) }
    return numbers
  }

  /// Takes out the calls whose time is over, in the order in which they were made.
  mutating func removeExpired(at now: Instant) -> [(number: Int, purpose: Purpose)] {
    guard let next, next <= now else { return [] }
    return calls.filter { $0.value.deadline <= now }.keys.sorted().compactMap { number in
      remove(number).map { (number, $0) }
    }
  }
}
