package import FieldModels

/// The closures of the program around the session: those that were called and have not answered,
/// by a number that is unique in the session, and those that the host has yet to call.
struct HostCalls: Sendable {
  private var calls = PendingCalls()
  private var unsent: [HostCall] = []
  private var nextNumber = 1

  /// The earliest moment at which we stop waiting for one.
  var next: Instant? { calls.next }

  mutating func add(
    _ question: HostCall.Question, for purpose: PendingCalls.Purpose, until deadline: Instant
  ) {
    calls.add(nextNumber, purpose, until: deadline)
    unsent.append(HostCall(token: nextNumber, question: question))
    nextNumber += 1
  }

  subscript(number: Int) -> PendingCalls.Purpose? { calls[number] }

  var all: some Collection<PendingCalls.Purpose> { calls.all.values }

  mutating func remove(_ number: Int) -> PendingCalls.Purpose? { calls.remove(number) }

  /// Forgets the call for a purpose; whatever it answers is dropped.
  mutating func forget(_ purpose: PendingCalls.Purpose) {
    _ = calls.remove(for: purpose)
  }

  mutating func forgetAll(of uri: String) { _ = calls.removeAll(of: uri) }

  mutating func removeExpired(at now: Instant) -> [PendingCalls.Purpose] {
    calls.removeExpired(at: now).map(\.purpose)
  }

  mutating func takeUnsent() -> [HostCall] {
    defer { unsent = [] }
    // What was forgotten before it was called need not be called.
    return unsent.filter { calls[$0.token] != nil }
  }
}

/// A closure to call now.
package struct HostCall: Equatable, Sendable {
  /// What closures are asked.
  package enum Question: Equatable, Sendable {
    /// Whether a draft is right; the name is the validator's.
    case validation(String, ValidationRequest)
    /// Which texts go with a draft; the name is the autofill source's.
    case texts(String, of: String)

    /// The name of the closure.
    package var name: String {
      switch self {
      case .validation(let name, _), .texts(let name, of: _): name
      }
    }
  }

  /// To be given back with the answer.
  package var token: Int
  package var question: Question
}

/// What a closure has answered.
package enum HostAnswer: Equatable, Sendable {
  case validation(ValidationAnswer)
  case texts([String])
}

/// What a closure has answered, and to which call.
package struct ClosureAnswer: Sendable {
  package let token: Int
  package let answer: HostAnswer

  package init(token: Int, answer: HostAnswer) {
    self.token = token
    self.answer = answer
  }
}
