package import FieldModels

/// Bytes in, bytes out: a session with the framing of its stream, still without IO or clock.
package struct Connection: Sendable {
  package private(set) var session: Session
  /// What is to be written, as the pipe takes it.
  package var output = OutputBuffer()
  private var framing = Framing()
  private var trace: Trace?
  private var inputHasEnded = false
  private var closures: [String: ValidationClosure]
  /// Frames were left unread, since enough output was waiting already.
  private var isHeldBack = false

  /// Where the session stops taking messages until its output is written: one read may hold
  /// thousands of requests, each with a large answer.
  private static let outputMark = 4 << 20

  /// A connection over a new session.
  ///
  /// - Parameters:
  ///   - version: what the daemon says it is
  ///   - validators: the closures that documents may call by name
  ///   - isTraced: what is said is noted for `takeTrace`
  package init(
    version: String, validators: [String: ValidationClosure] = [:], isTraced: Bool = false
  ) {
    var configuration = Session.Configuration(
      version: version, vocabulary: Vocabulary(validators: Set(validators.keys)))
    configuration.isTraced = isTraced
    session = Session(configuration)
    closures = validators
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

  /// A turn in which validators answer.
  package mutating func deliver(_ answers: [ClosureAnswer], at now: Instant) {
    beginTurn(at: now)
    trace?.note(answers)
    send(session.answer(answers.map { ($0.token, $0.answer) }, at: now))
  }

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

  /// The validators to call now.
  package mutating func takeCalls() -> [ClosureCall] {
    session.takeCalls().compactMap { call in
      trace?.note(called: call.validator, token: call.token)
      guard let closure = closures[call.validator] else { return nil }
      return ClosureCall(token: call.token) { completion in
        closure(call.value) { result in
          completion(ClosureAnswer(token: call.token, answer: ValidationAnswer(result)))
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
      if frames.count >= Self.framesPerTurn {
        send(session.handle(frames, at: now))
        frames = []
        if Self.outputMark <= output.byteCount {
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

/// A registered validator that is to be run by the host.
package struct ClosureCall: Sendable {
  package let token: Int
  /// Runs the validator; it answers by the completion, once, now or later, from any thread.
  package let run: @Sendable (@escaping @Sendable (ClosureAnswer) -> Void) -> Void

  init(
    token: Int, run: @escaping @Sendable (@escaping @Sendable (ClosureAnswer) -> Void) -> Void
  ) {
    self.token = token
    self.run = run
  }
}

/// What a validator found.
package struct ClosureAnswer: Sendable {
  package let token: Int
  package let answer: ValidationAnswer

  package init(token: Int, answer: ValidationAnswer) {
    self.token = token
    self.answer = answer
  }
}
