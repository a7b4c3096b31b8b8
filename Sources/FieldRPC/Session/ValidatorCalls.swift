import FieldModels

/// The validators that were called and have not answered, by a number that is unique in the
/// session, and those that the host has yet to call.
struct ValidatorCalls: Sendable {
  struct Call: Sendable {
    var uri: String
    var token: CheckToken
  }

  private var running: [Int: Call] = [:]
  private var pending: [ValidatorCall] = []
  private var nextNumber = 1

  mutating func add(_ request: CheckRequest, uri: String) {
    running[nextNumber] = Call(uri: uri, token: request.token)
    pending.append(
      ValidatorCall(
        token: nextNumber, validator: request.validator, key: request.key, value: request.value))
    nextNumber += 1
  }

  mutating func remove(_ number: Int) -> Call? { running.removeValue(forKey: number) }

  /// Forgets the calls of a document: those given, or all of them.
  mutating func forget(_ tokens: Set<CheckToken>? = nil, of uri: String) {
    if let tokens, tokens.isEmpty { return }
    let dead = running.filter { $0.value.uri == uri && tokens?.contains($0.value.token) ?? true }
    for number in dead.keys { running[number] = nil }
    pending.removeAll { dead[$0.token] != nil }
  }

  mutating func takePending() -> [ValidatorCall] {
    defer { pending = [] }
    return pending
  }
}

/// A validator to call now.
package struct ValidatorCall: Equatable, Sendable {
  /// To be given back with the answer.
  package var token: Int
  package var validator: String
  package var key: String
  package var value: String?
}
