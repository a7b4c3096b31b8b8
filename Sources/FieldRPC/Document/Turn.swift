package import FieldModels

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
  /// Something is wrong that the client does not know yet, and that it is to ask about.
  var mustRefreshDiagnostics = false
  /// Answers that are told at the end of the turn, behind what has become of the fields.
  var settled: [ServerMessage] = []
  /// What the client and the host were asked.
  var calls = PeerCalls()
  /// What autofill offers besides the texts of a document.
  var sources = AutofillSources()
  /// What is to be remembered and not yet written.
  private var writes: [MemoryWrite] = []
  /// For whom writes are that have yet to end.
  private var writers: [Int: PeerCall] = [:]
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

  /// Has a change of what is remembered written.
  mutating func write(_ change: AutofillChange, for call: PeerCall) {
    writes.append(MemoryWrite(token: nextWriteNumber, change: change))
    writers[nextWriteNumber] = call
    nextWriteNumber += 1
  }

  /// Takes the call that a write was for.
  mutating func takeWriter(_ token: Int) -> PeerCall? { writers.removeValue(forKey: token) }

  mutating func takeWrites() -> [MemoryWrite] {
    defer { writes = [] }
    return writes
  }

  /// Sends the client a request, and remembers what its answer is for.
  mutating func call(
    _ method: Method, number: Int, for call: PeerCall, _ kind: ClientCalls.Kind,
    with params: JSONText
  ) {
    say(method, number: number, with: params)
    calls.client.add(call, kind, as: number)
  }

  /// Has the client tell of something that it tells of only where it is asked to.
  mutating func register(_ method: Method, _ writeOptions: (inout JSONWriter) -> Void) {
    let params = JSONText { json in
      json.member("registrations") { json in
        json.array { json in
          json.object { json in
            json.member("id", method.rawValue)
            json.member("method", method.rawValue)
            json.member("registerOptions") { $0.object(writeOptions) }
          }
        }
      }
    }
    say(.registerCapability, number: calls.takeRequestNumber(), with: params)
  }

  /// Sends the client a request of a number whose answer no document waits for.
  mutating func say(_ method: Method, number: Int, with params: JSONText) {
    out.append(.call(.number(String(number)), method, params))
  }

  /// How much may wait in a form, as the person at the client wishes.
  var formLimits: FormLimits {
    var limits = configuration.limits.form
    if let count = client.settings.findingCount { limits.findingCount = count }
    if let count = client.settings.offerCount { limits.offerCount = count }
    return limits
  }

  /// Takes back what somebody was asked, the host or the client.
  mutating func takeBack(_ call: PeerCall) {
    calls.host.forget(call)
    if let number = calls.client.remove(call) { cancelCall(number) }
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

/// A change of what is remembered that is to be written to a disk.
package struct MemoryWrite: Equatable, Sendable {
  /// To be given back with the answer.
  package var token: Int
  package var change: AutofillChange
}
