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
  /// Where in LSP's life cycle the session is.
  package enum Phase: Equatable, Sendable {
    case new
    case running
    case shutDown
    case over(exitStatus: Int32)
  }

  package internal(set) var phase = Phase.new
  package internal(set) var parentProcessID: WholeNumber?
  /// The URIs of the folders that the client works in.
  package internal(set) var folders: [String] = []
  /// The names that documents may use: those of the host, and those of the client.
  var vocabulary = Vocabulary()
  package internal(set) var documents = OpenDocuments()
  package internal(set) var records = OpenRecords()
  /// The forms in the formats of others that editors have open, by their URIs, and those of them that
  /// something has happened to in this turn.
  var foreign: [String: ForeignSession] = [:]
  var foreignToPublish: Set<String> = []
  /// The requests to judge records that wait for validators.
  var checks = OpenChecks()
  /// The message that is dealt with is one of a batch.
  private(set) var isInBatch = false
  /// The imports that the host makes.
  var imports = OpenImports()
  /// The look through the folders that is under way, and who waits for the next one.
  var survey: Survey?
  var nextAskers: [Survey.Asker] = []
  /// Who is answered when something is different from what they know.
  var restingAskers: [Survey.Asker] = []
  /// The survey wants to know something that the host was not asked.
  var hasNewFileWish = false
  var fileWishCount = 0
  /// What the person at the client has wished when it started.
  var initialSettings = ClientSettings()
  /// The number of the request for the client's settings that is open.
  var settingsRequest: Int?
  /// The client was asked to tell of files.
  var areFilesWatched = false
  /// The files of which the client was told what is wrong, though they are not open.
  var toldFiles: Set<String> = []
  /// The client has had its folders checked, and is told what becomes wrong in them.
  var pushesFiles = false
  /// The paths of files that have records though their names don't say so, as they were found last.
  var otherRecords: Set<String> = []
  /// What the client was told that can't be read.
  var toldTroubles: Set<String> = []
  /// What documents have at hand.
  var turn: Turn
  /// The changes of autofill's sources that the lists of documents have been told of.
  var listedRevision = 0

  package init(_ configuration: Configuration) {
    turn = Turn(configuration)
    vocabulary = configuration.vocabulary
  }

  package var configuration: Configuration { turn.configuration }

  /// What the session remembers.
  package var memory: AutofillMemory { turn.sources.memory }

  /// Takes one message of a turn, which `endTurn` ends.
  ///
  /// - Parameters:
  ///   - message: what was said
  ///   - refusal: why a request is not worked on
  ///   - isInBatch: it is one of a batch
  ///   - now: this moment
  /// - Returns: What is said at once: an answer, and what has happened to fields.
  package mutating func receive(
    _ message: ClientMessage, refusal: RPCError? = nil, inBatch isInBatch: Bool = false,
    at now: Instant
  ) -> [ServerMessage] {
    if case .over = phase { return [] }
    self.isInBatch = isInBatch
    turn.begin(at: now)
    let uri = message.uri ?? askedDocument(message)
    let redactionCount = turn.redactions.count
    let wasSecret = configuration.isTraced && isSecret(message)
    switch message {
    case .request(let id, let request):
      if let refusal {
        turn.out.append(.error(id, refusal))
      } else {
        answer(request, id)
      }
    case .notification(let notification): receive(notification)
    case .response(let id, let answer): receive(answer, of: id)
    case .broken(let id, let error, let isRequest, let lost):
      if isRequest {
        turn.out.append(.error(id, error))
      } else if phase == .running {
        turn.out.append(.logMessage(.warning, error.message))
      }
      if let lost, phase == .running { lose(lost, because: error.message) }
    }
    if configuration.isTraced, message.hasTexts, turn.redactions.count == redactionCount {
      noteRedaction(of: message, wasSecret: wasSecret)
    }
    // Who waits for checks is answered by what is true now, whatever else the turn may bring.
    if let uri, documents.isAnyAwaited {
      modify(uri) { document, _ in document.form.settle() }
    }
    return turn.takeOut()
  }

  /// Whatever became of it, a message with texts is followed by what may be told of them.
  private mutating func noteRedaction(of message: ClientMessage, wasSecret: Bool) {
    switch message {
    case .response: turn.redactions.append(wasSecret ? .blanked : .asItIs)
    case .request: turn.redactions.append(wasSecret || isSecret(message) ? .blanked : .asItIs)
    case .notification, .broken: turn.redactions.append(.texts([]))
    }
  }

  /// Ends a turn: does what is due, and says what is now true of everything that was touched.
  package mutating func endTurn(at now: Instant) -> [ServerMessage] {
    turn.begin(at: now)
    finishTurn()
    return turn.takeOut()
  }

  /// A turn in which closures of the host answer.
  package mutating func answer(
    _ answers: [(token: Int, answer: HostAnswer)], at now: Instant
  ) -> [ServerMessage] {
    turn.begin(at: now)
    for (token, answer) in answers {
      guard let call = turn.calls.host.remove(token) else { continue }
      guard let uri = call.uri else {
        if case .validation(let answer) = answer { take(answer, toRecordInquiry: call.inquiry) }
        continue
      }
      modify(uri) { document, _ in document.take(answer, to: call.inquiry) }
    }
    finishTurn()
    return turn.takeOut()
  }

  /// A turn in which the store has written a change, or has failed to, for a reason in words.
  package mutating func finishWrite(
    _ token: Int, failure: String?, memory: AutofillMemory, at now: Instant
  ) -> [ServerMessage] {
    turn.begin(at: now)
    update(memory)
    if let call = turn.takeWriter(token), let uri = call.uri {
      modify(uri) { document, _ in
        document.form.take(.kept(failure: failure), to: call.inquiry)
      }
    }
    // Editors don't show the answer of a command.
    if let failure { turn.out.append(.logMessage(.error, failure)) }
    finishTurn()
    return turn.takeOut()
  }

  /// A form shows or waits for something of what autofill has.
  var isLookingUp: Bool { documents.isAnyLookingUp }

  /// Takes what the store remembers, when another daemon has changed it.
  package mutating func update(_ memory: AutofillMemory) { turn.sources.update(memory) }

  /// A turn in which the folders that the client works in have other autofill sources.
  package mutating func update(
    workspace files: [WorkspaceFile], at now: Instant
  ) -> [ServerMessage] {
    turn.begin(at: now)
    for problem in files.flatMap({ $0.problems }) {
      turn.out.append(.logMessage(.warning, problem))
    }
    var texts: [String: [String]] = [:]
    for (name, more) in files.flatMap({ $0.sources }) { texts[name, default: []] += more }
    if turn.sources.update(workspace: texts) { rename(workspaceSources: texts.keys) }
    finishTurn()
    return turn.takeOut()
  }

  private mutating func rename(workspaceSources: some Sequence<String>) {
    vocabulary.autofillSources = configuration.vocabulary.autofillSources
      .union(turn.client.forms?.autofillSources ?? []).union(workspaceSources)
    for uri in documents.uris.sorted() {
      modify(uri) { [vocabulary] document, _ in
        document.document.rename(autofillSources: vocabulary.autofillSources)
        document.isTouched = true
      }
    }
  }

  /// A turn in which forms that records belong to turn out to be in files, or not to be there.
  package mutating func update(
    forms: [(path: String, file: FormFile)], at now: Instant
  ) -> [ServerMessage] {
    turn.begin(at: now)
    for (path, file) in forms { records.take(file, at: path) }
    finishTurn()
    return turn.takeOut()
  }

  /// The closures to call now, in the order in which they were asked.
  package mutating func takeCalls() -> [HostCall] { turn.calls.host.takeUnsent() }

  /// The changes of what is remembered that are to be written now, each in its turn.
  package mutating func takeWrites() -> [MemoryWrite] { turn.takeWrites() }

  /// The texts that were opened and changed since the last time, without secure drafts.
  package mutating func takeRedactions() -> [Redaction] {
    defer { turn.redactions = [] }
    return turn.redactions
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

  /// Whether requests wait for what the host finds or makes.
  package var waitsForHost: Bool { isSurveying || isImporting }

  /// When a turn without messages is due.
  package var nextDeadline: Instant? {
    .earlier(.earlier(documents.nextDeadline, records.nextDeadline), checks.nextDeadline)
  }

  private mutating func answer(_ request: ClientRequest, _ id: RequestID) {
    if turn.client.trace != .off {
      let detail = turn.client.trace == .verbose ? request.call.uri : nil
      turn.out.append(.logTrace(request.title, detail: detail))
    }
    if case .workspace(let question) = request.call, phase == .running {
      return survey(question, for: request, id)
    }
    if waitsForImport(request, id) { return }
    if let token = request.workDoneToken {
      turn.out.append(.progress(token, .begin(title: request.title)))
    }
    do throws(RPCError) {
      if let answer = try result(of: request.call, for: id) {
        turn.out += parts(of: answer, to: request, id)
      }
    } catch {
      turn.out.append(.error(id, error))
    }
    if let token = request.workDoneToken {
      let isAnswered = turn.out.last?.isAnswer ?? false
      turn.out.insert(
        .progress(token, .end), at: isAnswered ? turn.out.count - 1 : turn.out.count)
    }
  }

  /// An answer, or where the client wants it in parts, the parts and an empty answer.
  private func parts(
    of answer: ServerMessage.Answer, to request: ClientRequest, _ id: RequestID
  ) -> [ServerMessage] {
    guard let token = request.partialResultToken,
      let (parts, rest) = answer.divided(by: configuration.limits.answerPartCount)
    else { return [.answer(id, answer)] }
    return parts.map { .progress(token, .part($0)) } + [.answer(id, rest)]
  }
}

extension ServerMessage {
  /// Whether it answers a request.
  var isAnswer: Bool {
    switch self {
    case .answer, .error: true
    case .publishDiagnostics, .logMessage, .logTrace, .progress, .refresh, .fieldDidChange,
      .fieldEvent, .call, .cancelCall:
      false
    }
  }
}
