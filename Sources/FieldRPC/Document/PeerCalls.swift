import FieldModels

/// What was asked of those around the session and is yet to be answered.
struct PeerCalls: Sendable {
  /// Requests to the client.
  var client = ClientCalls()
  /// Closures of the program around the session.
  var host = HostCalls()
  private var nextRequestNumber = 1

  /// All that was asked.
  var all: [PeerCall] { client.calls.all + host.calls.all }

  /// A number for a request to the client.
  mutating func takeRequestNumber() -> Int {
    defer { nextRequestNumber += 1 }
    return nextRequestNumber
  }
}

/// An inquiry of the form of a document, by its number there; without a document it is one about
/// records.
struct PeerCall: Hashable, Sendable {
  let uri: String?
  let inquiry: Int
}

/// Calls by the numbers under which they were sent.
struct CallNumbers: Sendable {
  private var calls: [Int: PeerCall] = [:]
  private var numbers: [PeerCall: Int] = [:]
  /// The numbers of the calls for each document.
  private var numbersByURI: [String?: Set<Int>] = [:]

  var all: [PeerCall] { Array(calls.values) }

  subscript(number: Int) -> PeerCall? { calls[number] }

  mutating func add(_ call: PeerCall, as number: Int) {
    calls[number] = call
    numbers[call] = number
    numbersByURI[call.uri, default: []].insert(number)
  }

  mutating func remove(_ number: Int) -> PeerCall? {
    guard let call = calls.removeValue(forKey: number) else { return nil }
    numbers[call] = nil
    numbersByURI[call.uri]?.remove(number)
    if numbersByURI[call.uri]?.isEmpty ?? false { numbersByURI[call.uri] = nil }
    return call
  }

  /// Takes out a call, and gives its number.
  mutating func remove(_ call: PeerCall) -> Int? {
    guard let number = numbers[call] else { return nil }
    _ = remove(number)
    return number
  }

  /// Takes out all calls for a document, and gives their numbers in order.
  mutating func removeAll(of uri: String) -> [Int] {
    let numbers = numbersByURI[uri]?.sorted() ?? []
    for number in numbers { _ = remove(number) }
    return numbers
  }
}

/// The requests to the client that it has yet to answer, by their ids.
struct ClientCalls: Sendable {
  /// What a client is asked for, which says what its answer means.
  enum Kind: Sendable { case consent, validation, texts, edit }

  private(set) var calls = CallNumbers()
  private var kinds: [Int: Kind] = [:]

  subscript(number: Int) -> PeerCall? { calls[number] }

  mutating func add(_ call: PeerCall, _ kind: Kind, as number: Int) {
    calls.add(call, as: number)
    kinds[number] = kind
  }

  mutating func remove(_ number: Int) -> (call: PeerCall, kind: Kind)? {
    guard let call = calls.remove(number), let kind = kinds.removeValue(forKey: number) else {
      return nil
    }
    return (call, kind)
  }

  mutating func remove(_ call: PeerCall) -> Int? {
    guard let number = calls.remove(call) else { return nil }
    kinds[number] = nil
    return number
  }

  mutating func removeAll(of uri: String) -> [Int] {
    let numbers = calls.removeAll(of: uri)
    for number in numbers { kinds[number] = nil }
    return numbers
  }
}
