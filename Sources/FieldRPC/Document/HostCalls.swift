package import FieldModels

/// The closures of the program around the session: those that were called and have not answered,
/// by a number that is unique in the session, and those that the host has yet to call.
struct HostCalls: Sendable {
  private(set) var calls = CallNumbers()
  private var unsent: [HostCall] = []
  private var nextNumber = 1

  mutating func add(_ question: HostCall.Question, for call: PeerCall) {
    calls.add(call, as: nextNumber)
    unsent.append(HostCall(token: nextNumber, question: question))
    nextNumber += 1
  }

  subscript(number: Int) -> PeerCall? { calls[number] }

  mutating func remove(_ number: Int) -> PeerCall? { calls.remove(number) }

  /// Forgets a call; whatever it answers is dropped.
  mutating func forget(_ call: PeerCall) { _ = calls.remove(call) }

  mutating func forgetAll(of uri: String) { _ = calls.removeAll(of: uri) }

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
