package import FieldModels

/// The whole server as one value: messages in, messages out, time as an argument.
///
/// What a turn says of documents is said once, at its end; what is answered does not depend on
/// where a turn ends.
///
/// It does no IO and has no clock, thread or randomness, so equal inputs give equal outputs, byte
/// for byte. Nothing inside is "sent": what a turn has to say is its return value. Validators and
/// autofill sources that were registered in Swift are asked through `takeCalls`, and answer through
/// `answer`; what is to be remembered leaves through `takeWrites`.
package struct Session: Sendable {
  /// What the session is, before any client speaks.
  package struct Configuration: Sendable {
    package var version: String
    package var vocabulary: Vocabulary
    package var limits = Limits()
    /// Drafts of secure fields are noted, so that a trace can leave them out.
    package var isTraced = false
    /// The host writes to a disk what is remembered; without it a session remembers for itself.
    package var isMemoryStored = false

    package init(version: String, vocabulary: Vocabulary = Vocabulary()) {
      self.version = version
      self.vocabulary = vocabulary
    }
  }

  /// Where in LSP's life cycle the session is.
  package enum Phase: Equatable, Sendable {
    case new
    case running
    case shutDown
    case over(exitStatus: Int32)
  }

  let configuration: Configuration
  package internal(set) var phase = Phase.new
  var client = ClientCapabilities()
  package internal(set) var parentProcessID: Int?
  /// The URIs of the folders that the client works in.
  package internal(set) var folders: [String] = []
  package internal(set) var documents = OpenDocuments()
  /// The documents that something has happened to in this turn.
  var touched: Set<String> = []
  /// The documents with requests that wait for their checks.
  var awaited: Set<String> = []
  var deadlines = DocumentDeadlines()
  /// Closures of the host that have yet to answer.
  var hostCalls = HostCalls()
  /// The names that documents may use: those of the host, and those of the client.
  var vocabulary = Vocabulary()
  /// Requests of ours that the client has yet to answer.
  var clientCalls = PendingCalls()
  var nextRequestNumber = 1
  var sources = AutofillSources()
  var nextLookupNumber = 1
  /// What is to be remembered and not yet written.
  var writes: [MemoryWrite] = []
  var nextWriteNumber = 1
  /// Answers that are told at the end of the turn, behind what has become of the fields.
  var settled: [ServerMessage] = []
  /// For each message of this turn with texts, how to write it down without secure drafts.
  var redactions: [Redaction] = []

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    vocabulary = configuration.vocabulary
  }

  /// Takes one message of a turn, which `endTurn` ends.
  ///
  /// - Parameters:
  ///   - message: what was said
  ///   - refusal: why a request is not worked on
  ///   - now: this moment
  /// - Returns: What is said at once: an answer, and what has happened to fields.
  package mutating func take(
    _ message: ClientMessage, refusal: RPCError? = nil, at now: Instant
  ) -> [ServerMessage] {
    if case .over = phase { return [] }
    var out: [ServerMessage] = []
    // Who waits for checks is answered by what is true now, whatever else the turn may bring.
    let uri = message.uri ?? askedDocument(message)
    defer { if let uri, awaited.contains(uri) { settled += settle(uri, now) } }
    let redactionCount = redactions.count
    let wasSecret = configuration.isTraced && isSecret(message)
    defer {
      // Whatever became of it, a message with texts is followed by what may be told of them.
      if configuration.isTraced, message.hasTexts, redactions.count == redactionCount {
        switch message {
        case .response: redactions.append(wasSecret ? .blanked : .asItIs)
        case .request:
          redactions.append(wasSecret || isSecret(message) ? .blanked : .asItIs)
        case .notification, .broken: redactions.append(.texts([]))
        }
      }
    }
    switch message {
    case .request(let id, let request):
      if let refusal {
        out.append(.error(id, refusal))
      } else {
        answer(request, id, now, &out)
      }
    case .notification(let notification): take(notification, now, &out)
    case .response(let id, let result): take(result, of: id, now, &out)
    case .broken(let id, let error, let isRequest, let lost):
      if isRequest {
        out.append(.error(id, error))
      } else if phase == .running {
        out.append(.logMessage(.warning, error.message))
      }
      if let lost, phase == .running { lose(lost, error.message, &out) }
    }
    return out
  }

  /// Ends a turn: does what is due, and says what is now true of everything that was touched.
  package mutating func endTurn(at now: Instant) -> [ServerMessage] {
    var out: [ServerMessage] = []
    finishTurn(now, &out)
    return out
  }

  /// A turn in which closures of the host answer.
  package mutating func answer(
    _ answers: [(token: Int, answer: HostAnswer)], at now: Instant
  ) -> [ServerMessage] {
    var out: [ServerMessage] = []
    for (token, answer) in answers {
      switch (hostCalls.remove(token), answer) {
      case (.validation(let uri, let check), .validation(let answer)):
        take(answer, to: check, uri, now)
      case (.lookup(let uri, let number), .texts(let texts)):
        take(texts.map { ($0, nil) }, of: number, uri, now, &out)
      case (_, .validation), (_, .texts): break
      }
    }
    finishTurn(now, &out)
    return out
  }

  /// The client has hung up: without a `shutdown` before, that is a failure, unless nobody ever
  /// spoke.
  package mutating func endOfInput() {
    switch phase {
    case .new, .shutDown: phase = .over(exitStatus: 0)
    case .running: phase = .over(exitStatus: 1)
    case .over: break
    }
  }

  /// When there is something to do although nobody speaks.
  package var nextDeadline: Instant? {
    var earliest = deadlines.next
    for next in [clientCalls.next, hostCalls.next] {
      if let next, earliest.map({ next < $0 }) ?? true { earliest = next }
    }
    return earliest
  }

  private mutating func answer(
    _ request: ClientRequest, _ id: RequestID, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    if let token = request.workDoneToken {
      out.append(.progress(token, .begin(title: request.title)))
    }
    do throws(RPCError) {
      if let answer = try result(request.call, id, now, &out) {
        out += try parts(answer, request, id)
      }
    } catch {
      out.append(.error(id, error))
    }
    if let token = request.workDoneToken {
      let isAnswered = out.last?.isAnswer ?? false
      out.insert(.progress(token, .end), at: isAnswered ? out.count - 1 : out.count)
    }
  }

  /// An answer, or where the client wants it in parts, the parts and an empty answer.
  private func parts(
    _ answer: ServerMessage.Answer, _ request: ClientRequest, _ id: RequestID
  ) throws(RPCError) -> [ServerMessage] {
    guard let token = request.partialResultToken,
      case .symbols(let symbols, let uri, let isNested) = answer
    else { return [.answer(id, answer)] }
    let size = configuration.limits.symbolPartCount
    let parts = stride(from: 0, to: symbols.count, by: size).map { start in
      let part = Array(symbols[start..<min(symbols.count, start + size)])
      return ServerMessage.progress(token, .part(.symbols(part, uri: uri, isNested: isNested)))
    }
    return parts + [.answer(id, .symbols([], uri: uri, isNested: isNested))]
  }
}

extension ServerMessage {
  /// Whether it answers a request.
  var isAnswer: Bool {
    switch self {
    case .answer, .error: true
    case .publishDiagnostics, .logMessage, .progress, .inlayHintRefresh, .fieldDidChange,
      .fieldEvent, .call, .cancelCall:
      false
    }
  }
}
