import FieldModels

/// A turn of the session: what is at hand beside a document when something happens to it.
///
/// The moment and what is said are of one turn; what is known of the client and the host, and what
/// they were asked, goes on from turn to turn.
struct Turn: Sendable {
  /// This moment.
  private(set) var now = Instant(nanoseconds: 0)
  let configuration: Configuration
  var client = ClientCapabilities()
  /// What is said, in order.
  var out: [ServerMessage] = []
  /// Answers that are told at the end of the turn, behind what has become of the fields.
  var settled: [ServerMessage] = []
  /// What the client and the host were asked.
  var calls = PeerCalls()
  /// What autofill offers besides the texts of a document.
  var sources = AutofillSources()
  /// What is to be remembered and not yet written.
  private var writes: [MemoryWrite] = []
  private var nextWriteNumber = 1
  /// For each message of this turn with texts, how to write it down without secure drafts.
  var redactions: [Redaction] = []

  init(_ configuration: Configuration) { self.configuration = configuration }

  mutating func begin(at now: Instant) { self.now = now }

  /// What was said since the last time.
  mutating func takeOut() -> [ServerMessage] {
    defer { out = [] }
    return out
  }

  /// Has a change of what is remembered written; gives the number of the write.
  mutating func write(_ change: AutofillMemory.Change) -> Int {
    defer { nextWriteNumber += 1 }
    writes.append(MemoryWrite(token: nextWriteNumber, change: change))
    return nextWriteNumber
  }

  mutating func takeWrites() -> [MemoryWrite] {
    defer { writes = [] }
    return writes
  }

  /// Sends the client a request, and remembers what its answer is for.
  mutating func call(
    _ method: Method, number: Int, for purpose: PendingCalls.Purpose,
    within nanoseconds: Int64, with params: JSONText
  ) {
    out.append(.call(.number(String(number)), method, params))
    calls.client.add(number, purpose, until: now.adding(nanoseconds: nanoseconds))
  }

  /// Takes back what the host or the client was asked.
  mutating func takeBack(_ purpose: PendingCalls.Purpose) {
    calls.host.forget(purpose)
    if let number = calls.client.remove(for: purpose) { cancelCall(number) }
  }

  /// Takes back everything that was asked for a document.
  mutating func takeBackAll(of uri: String) {
    calls.host.forgetAll(of: uri)
    for number in calls.client.removeAll(of: uri) { cancelCall(number) }
  }

  /// Tells the client that the answer to a request is of no use any more.
  mutating func cancelCall(_ number: Int) {
    out.append(.cancelCall(.number(String(number))))
  }
}
