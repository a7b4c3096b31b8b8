package import FieldModels

/// Bytes in, bytes out: a session with the framing of its stream, still without IO or clock.
package struct Connection: Sendable {
  package private(set) var session: Session
  /// What is to be written, as the pipe takes it.
  package var output = OutputBuffer()
  private var framing = Framing()
  private var trace: Trace?
  private var inputHasEnded = false
  private var closures: Closures
  /// The client has said in which folders it works, and nobody has looked into them yet.
  private var mustReadFolders = false
  /// Frames were left unread, since enough output was waiting already.
  private var isHeldBack = false

  /// Where the session stops taking messages until its output is written: one read may hold
  /// thousands of requests, each with a large answer.
  private static let outputMark = 4 << 20

  /// What a program brings along for documents to use by name.
  package struct Closures: Sendable {
    package var validators: [String: ValidationClosure]
    package var autofillSources: [String: AutofillClosure]

    package init(
      validators: [String: ValidationClosure] = [:],
      autofillSources: [String: AutofillClosure] = [:]
    ) {
      self.validators = validators
      self.autofillSources = autofillSources
    }
  }

  /// A connection over a new session.
  ///
  /// - Parameters:
  ///   - version: what the daemon says it is
  ///   - closures: what documents may call by name
  ///   - zones: the time zones that are known
  ///   - isMemoryStored: `takeWrites` is asked for what is to be remembered
  ///   - isTraced: what is said is noted for `takeTrace`
  package init(
    version: String, closures: Closures = Closures(), zones: ZoneDatabase = ZoneDatabase(),
    isMemoryStored: Bool = false, isTraced: Bool = false
  ) {
    var configuration = Session.Configuration(
      version: version,
      vocabulary: Vocabulary(
        validators: Set(closures.validators.keys),
        autofillSources: Set(closures.autofillSources.keys), zones: zones))
    configuration.isMemoryStored = isMemoryStored
    configuration.isTraced = isTraced
    session = Session(configuration)
    self.closures = closures
    if isTraced { trace = Trace() }
  }

  /// Takes bytes as they were read; the answers are appended to `output`.
  package mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    framing.append(bytes)
    turn(at: now)
  }

  package mutating func receiveEndOfInput(at now: Instant) {
    framing.finish()
    inputHasEnded = true
    turn(at: now)
  }

  /// A turn without messages: what is due is done, and what was held back is read.
  package mutating func wake(at now: Instant) { turn(at: now) }

  /// A turn in which closures answer.
  package mutating func deliver(_ answers: [ClosureAnswer], at now: Instant) {
    beginTurn(at: now)
    trace?.note(answers) { session.isSecret($0) }
    send(session.answer(answers.map { ($0.token, $0.answer) }, at: now))
  }

  /// A turn in which the store has written a change, or has failed to, for a reason in words.
  package mutating func deliver(
    write token: Int, failure: String?, _ memory: AutofillMemory, at now: Instant
  ) {
    beginTurn(at: now)
    trace?.note(written: token, failure)
    send(session.finishWrite(token, failure, memory, at: now))
  }

  /// A turn in which the store turns out to remember something else.
  package mutating func deliver(_ memory: AutofillMemory, at now: Instant) {
    beginTurn(at: now)
    trace?.noteMemory()
    session.take(memory)
    send(session.handle([], at: now))
  }

  /// A turn in which the folders that the client works in turn out to have other autofill sources.
  package mutating func deliver(workspace files: [WorkspaceFile], at now: Instant) {
    beginTurn(at: now)
    trace?.noteWorkspace()
    send(session.take(workspace: files, at: now))
  }

  /// The URIs of the folders that the client works in, once.
  package mutating func takeFolders() -> [String]? {
    defer { mustReadFolders = false }
    return mustReadFolders ? session.folders : nil
  }

  /// The changes of what is remembered that are to be written now.
  package mutating func takeWrites() -> [MemoryWrite] { session.takeWrites() }

  /// When `wake` has something to do.
  package var nextDeadline: Instant? {
    if isHeldBack, output.byteCount < Self.outputMark { return Instant(nanoseconds: 0) }
    return session.nextDeadline
  }

  /// Set once the session is over: what is left to do is to write the output out.
  package var exitStatus: Int32? {
    if case .over(let status) = session.phase { status } else { nil }
  }

  package var parentProcessID: Int32? {
    session.parentProcessID.flatMap { Int32(exactly: $0) }
  }

  /// The closures to call now.
  package mutating func takeCalls() -> [ClosureCall] {
    session.takeCalls().compactMap { call in
      trace?.note(called: call.closure.name, token: call.token)
      let token = call.token
      switch call.closure {
      case .validator(let name):
        guard let closure = closures.validators[name] else { return nil }
        return ClosureCall(token: token) { completion in
          closure(call.value) { result in
            completion(
              ClosureAnswer(token: token, answer: .validation(ValidationAnswer(result))))
          }
        }
      case .autofillSource(let name):
        guard let closure = closures.autofillSources[name] else { return nil }
        return ClosureCall(token: token) { completion in
          closure(call.value ?? "") { texts in
            completion(ClosureAnswer(token: token, answer: .texts(texts)))
          }
        }
      }
    }
  }

  /// What was said since the last time, as a transcript without secure drafts.
  package mutating func takeTrace() -> [UInt8] { trace?.take() ?? [] }

  /// Takes what has arrived, all of it in one turn.
  private mutating func turn(at now: Instant) {
    beginTurn(at: now)
    var frames: [MessageReading.Frame] = []
    isHeldBack = false
    while let frame = framing.next() {
      switch frame {
      case .body(let range):
        frames.append(MessageReading.frame(framing.bytes, range))
        trace?.note(received: framing.bytes[range], frames[frames.count - 1])
      case .malformed(let reason):
        frames.append(.single(.broken(nil, .badFrame(reason), isRequest: true)))
        trace?.note(malformed: reason)
      }
      let isFirst = frames.last?.isInitialization ?? false
      if isFirst || frames.count >= Self.framesPerTurn {
        send(session.handle(frames, at: now))
        frames = []
        // What the folders say is to be known before the first document is read.
        mustReadFolders = isFirst && !session.folders.isEmpty
        if mustReadFolders || Self.outputMark <= output.byteCount {
          isHeldBack = true
          return
        }
        beginTurn(at: now)
      }
    }
    send(session.handle(frames, at: now))
    if inputHasEnded { session.endOfInput() }
  }

  /// Enough for any burst of typing to be one turn.
  private static let framesPerTurn = 256

  private mutating func beginTurn(at now: Instant) {
    trace?.beginTurn(at: now)
    if let due = session.nextDeadline, due <= now { trace?.noteTime() }
  }

  private mutating func send(_ messages: [ServerMessage]) {
    trace?.write(redactions: session.takeRedactions())
    for message in messages {
      let body = MessageWriting.body(message)
      if trace != nil {
        trace?.note(sent: MessageWriting.body(message, hidesSecrets: true))
      }
      output.append(message: body, framedAs: framing.style)
    }
  }
}

/// A registered closure that is to be run by the host.
package struct ClosureCall: Sendable {
  package let token: Int
  /// Runs the closure; it answers by the completion, once, now or later, from any thread.
  package let run: @Sendable (@escaping @Sendable (ClosureAnswer) -> Void) -> Void

  init(
    token: Int, run: @escaping @Sendable (@escaping @Sendable (ClosureAnswer) -> Void) -> Void
  ) {
    self.token = token
    self.run = run
  }
}

extension MessageReading.Frame {
  /// Whether it introduces the client.
  fileprivate var isInitialization: Bool {
    if case .single(.request(_, let request)) = self, case .initialize = request.call {
      true
    } else {
      false
    }
  }
}

/// What a closure found.
package struct ClosureAnswer: Sendable {
  package let token: Int
  package let answer: HostAnswer

  package init(token: Int, answer: HostAnswer) {
    self.token = token
    self.answer = answer
  }
}
