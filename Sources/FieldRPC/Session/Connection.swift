package import FieldModels

/// Bytes in, bytes out: a session with the framing of its stream, still without IO or clock.
package struct Connection: Sendable {
  package private(set) var session: Session
  /// What is to be written, as the pipe takes it.
  package var output = OutputBuffer()
  private var framing = Framing()
  private var inbox = Inbox()
  /// What came alone, as nearly everything does, and so need not go into the inbox.
  private var alone: Inbox.Letter?
  /// What it says, if it was read.
  private var aloneMessages: MessageReading.Messages?
  /// A batch whose messages have not all been dealt with.
  private var batch: OpenBatch?
  private var trace: Trace?
  /// What this turn has said, for the trace, which has it behind what was heard.
  private var tracedOutput: [JSONText] = []
  private var inputHasEnded = false
  private var closures: Closures
  /// The client has said in which folders it works, and they were not read yet.
  private var mustReadFolders = false
  /// Since when messages have been waiting for others.
  private var behindSince: Instant?
  /// The last edit of each document that has overtaken questions, by its number.
  private var overtakers: [String: Int] = [:]

  /// What a program brings along for documents to use by name.
  package struct Closures: Sendable {
    package var validators: [String: Validator]
    package var autofillSources: [String: AutofillClosure]

    package init(
      validators: [String: ValidationClosure] = [:],
      formValidators: [String: FormValidationClosure] = [:],
      autofillSources: [String: AutofillClosure] = [:]
    ) {
      self.validators = Validator.all(validators, formValidators)
      self.autofillSources = autofillSources
    }
  }

  /// A connection over a new session.
  ///
  /// - Parameters:
  ///   - version: what the daemon says it is
  ///   - conversions: how forms in the formats of others are read and written
  ///   - closures: what documents may call by name
  ///   - zones: the time zones that are known
  ///   - isMemoryStored: `takeWrites` is asked for what is to be remembered
  ///   - isTraced: what is said is noted for `takeTrace`
  ///   - isVerified: the session compares its notes at the end of each turn
  ///   - limits: how much a client may make the daemon hold
  package init(
    version: String, conversions: Conversions, closures: Closures = Closures(),
    zones: ZoneDatabase = ZoneDatabase(), isMemoryStored: Bool = false, isTraced: Bool = false,
    isVerified: Bool = false, limits: Limits = Limits()
  ) {
    var configuration = Configuration(
      version: version,
      vocabulary: Vocabulary(
        validators: Set(closures.validators.keys),
        autofillSources: Set(closures.autofillSources.keys), zones: zones),
      conversions: conversions)
    configuration.formValidators = Set(closures.validators.filter { $0.value.seesForm }.keys)
    configuration.isMemoryStored = isMemoryStored
    configuration.isTraced = isTraced
    configuration.isVerified = isVerified
    configuration.limits = limits
    session = Session(configuration)
    self.closures = closures
    if isTraced { trace = Trace() }
  }

  /// Takes bytes as they were read; the answers are appended to `output`.
  ///
  /// A turn need not deal with all of them: what is left is dealt with by `wake`, which is then
  /// due at once, or as soon as enough of the output is written.
  ///
  /// - Parameters:
  ///   - bytes: what was read
  ///   - now: this moment
  ///   - mayGoOn: asked between two messages whether there is time for another
  package mutating func receive(
    _ bytes: Span<UInt8>, at now: Instant, while mayGoOn: () -> Bool = { true }
  ) {
    _ = accept(bytes)
    turn(at: now, while: mayGoOn)
  }

  /// Takes bytes as they were read, for `wake` to deal with.
  ///
  /// - Parameter bytes: what was read
  /// - Returns: whether it may matter to them what others have taught autofill since the last time
  package mutating func accept(_ bytes: Span<UInt8>) -> Bool {
    framing.append(bytes)
    guard let letter = receiveFrames() else { return true }
    alone = letter
    // What is traced is noted where it is read.
    guard trace == nil, case .place(let range) = letter.content else { return true }
    let messages = read(framing.bytes, range)
    defer { aloneMessages = messages }
    // An edit in an editor asks nothing of what is remembered, unless a form looks something up.
    if case .single(.notification(.didChange)) = messages { return session.isLookingUp }
    return true
  }

  package mutating func receiveEndOfInput(at now: Instant, while mayGoOn: () -> Bool = { true }) {
    framing.finish()
    inputHasEnded = true
    turn(at: now, while: mayGoOn)
  }

  /// A turn without new bytes: what is due is done, and what was left is dealt with.
  package mutating func wake(at now: Instant, while mayGoOn: () -> Bool = { true }) {
    turn(at: now, while: mayGoOn)
  }

  /// Whether more is to be read: enough of what was read may be waiting already.
  package var takesInput: Bool { exitStatus == nil && inbox.byteCount < limits.inboxByteCount }

  /// A turn in which closures answer.
  package mutating func deliver(_ answers: [ClosureAnswer], at now: Instant) {
    beginTurn(at: now)
    trace?.note(answers) { session.isSecret($0) }
    send(session.answer(answers.map { ($0.token, $0.answer) }, at: now))
    writeTrace()
  }

  /// A turn in which the store has written a change, or has failed to, for a reason in words.
  package mutating func deliver(
    write token: Int, failure: String?, _ memory: AutofillMemory, at now: Instant
  ) {
    beginTurn(at: now)
    trace?.note(written: token, failure)
    send(session.finishWrite(token, failure: failure, memory: memory, at: now))
    writeTrace()
  }

  /// A turn in which the store turns out to remember something else.
  package mutating func deliver(_ memory: AutofillMemory, at now: Instant) {
    beginTurn(at: now)
    trace?.noteMemory()
    session.update(memory)
    send(session.endTurn(at: now))
    writeTrace()
  }

  /// A turn in which the folders that the client works in turn out to have other autofill sources.
  package mutating func deliver(workspace files: [WorkspaceFile], at now: Instant) {
    beginTurn(at: now)
    trace?.noteWorkspace()
    send(session.update(workspace: files, at: now))
    writeTrace()
  }

  /// A turn in which forms that records belong to turn out to be in files, or not to be there.
  package mutating func deliver(forms: [(path: String, file: FormFile)], at now: Instant) {
    beginTurn(at: now)
    trace?.noteForms()
    send(session.update(forms: forms, at: now))
    writeTrace()
  }

  /// A turn in which a survey of the folders goes on.
  package mutating func deliver(survey found: FilesFound, number: Int, at now: Instant) {
    beginTurn(at: now)
    trace?.noteSurvey()
    send(session.take(found, number: number, at: now))
    writeTrace()
  }

  /// A turn in which an import was made, or could not be.
  package mutating func deliver(
    _ result: Result<JSONText, RPCError>, ofImport number: Int, at now: Instant
  ) {
    beginTurn(at: now)
    send(session.finish(result, ofImport: number, at: now))
    writeTrace()
  }

  /// The import that is to be made next, once.
  package mutating func takeImport() -> (number: Int, work: ImportWork)? { session.takeImport() }

  /// Whether there is something that it wants to know or to have made, and that nobody has been asked
  /// for yet.
  package var hasWishes: Bool {
    mustReadFolders || session.records.hasNewWishes || session.hasNewFileWish
      || session.hasNewImport
  }

  /// What a survey of the folders wants to know next.
  package mutating func takeFileWish() -> (number: Int, wish: FileWish)? { session.takeFileWish() }

  /// Whether requests wait for what the host finds or makes.
  package var waitsForHost: Bool { session.waitsForHost }

  /// The paths of the forms to read and to watch, when they are others than before.
  package mutating func takeFormWishes() -> Set<String>? { session.records.takeWishes() }

  /// The URIs of the folders that the client works in, once.
  package mutating func takeFolders() -> [String]? {
    defer { mustReadFolders = false }
    return mustReadFolders ? session.folders : nil
  }

  /// The changes of what is remembered that are to be written now.
  package mutating func takeWrites() -> [MemoryWrite] { session.takeWrites() }

  /// When `wake` has something to do.
  package var nextDeadline: Instant? {
    let hasMore = hasLetters || inputHasEnded && exitStatus == nil && !session.waitsForHost
    if hasMore, output.byteCount < limits.outputByteCount { return Instant(nanoseconds: 0) }
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
      trace?.note(called: call.question.name, token: call.token)
      let token = call.token
      switch call.question {
      case .validation(let name, let request):
        guard let validator = closures.validators[name] else { return nil }
        return ClosureCall(token: token) { completion in
          validator.judge(request) { result in
            completion(
              ClosureAnswer(token: token, answer: .validation(ValidationAnswer(result))))
          }
        }
      case .texts(let name, let draft):
        guard let closure = closures.autofillSources[name] else { return nil }
        return ClosureCall(token: token) { completion in
          closure(draft) { texts in
            completion(ClosureAnswer(token: token, answer: .texts(texts)))
          }
        }
      }
    }
  }

  /// What was said since the last time, as a transcript without secure drafts.
  package mutating func takeTrace() -> [UInt8] { trace?.take() ?? [] }

  private var limits: Limits { session.configuration.limits }

  /// Something that was read waits to be dealt with.
  private var hasLetters: Bool { !inbox.isEmpty || batch != nil }

  private mutating func beginTurn(at now: Instant) {
    trace?.beginTurn(at: now)
    if let due = session.nextDeadline, due <= now { trace?.noteTime() }
  }

  private mutating func send(_ messages: [ServerMessage]) {
    for message in messages { send(message) }
  }

  private mutating func send(_ message: ServerMessage) {
    send(message.body)
  }

  private mutating func send(_ body: JSONText) {
    output.append(message: body.bytes, framedAs: framing.style)
    if trace != nil { tracedOutput.append(body) }
  }

  private mutating func writeTrace() {
    trace?.write(redactions: session.takeRedactions())
    for body in tracedOutput { trace?.note(sent: body) }
    tracedOutput = []
  }
}

// A turn of what has arrived.
extension Connection {
  /// Deals with what has arrived, as far as the budget of a turn goes.
  private mutating func turn(at now: Instant, while mayGoOn: () -> Bool) {
    beginTurn(at: now)
    let byteCountBefore = output.byteCount
    let isOvertaking =
      behindSince.map { $0.adding(nanoseconds: limits.patienceNanoseconds) <= now } ?? false
    if alone == nil { alone = receiveFrames() }
    var count = 0
    // What came alone is dealt with in the turn in which it came.
    while alone != nil || output.byteCount < limits.outputByteCount {
      // Keystrokes that came together are told of together.
      let isHurried = count > 0 && !inbox.isEdit(isOvertaking: isOvertaking) && !mayGoOn()
      let turnByteCount = output.byteCount - byteCountBefore
      if isHurried || limits.turnCount <= count || limits.turnByteCount <= turnByteCount { break }
      count += 1
      if batch != nil {
        goOnWithBatch(at: now)
      } else if let letter = alone.take() ?? inbox.next(isOvertaking: isOvertaking) {
        // What the folders say is to be known before the first document is read.
        if take(letter, at: now) { break }
      } else {
        break
      }
    }
    send(session.endTurn(at: now))
    if inputHasEnded, !hasLetters { send(session.finishSearches(at: now)) }
    writeTrace()
    if exitStatus != nil {
      closeBatch()
      inbox.removeAll()
    }
    inbox.keep(framing.bytes)
    framing.release()
    behindSince = hasLetters ? behindSince ?? now : nil
    if behindSince == nil { overtakers = [:] }
    // Who ends with a record still wants to hear of it.
    if inputHasEnded, !hasLetters, !session.records.hasNewWishes, !session.waitsForHost {
      session.endOfInput()
    }
  }

  /// Puts what has arrived into the inbox.
  ///
  /// - Returns: The usual case: one message alone, which is not put there.
  private mutating func receiveFrames() -> Inbox.Letter? {
    guard let first = framing.next() else { return nil }
    var next = framing.next()
    if next == nil, !hasLetters, output.byteCount < limits.outputByteCount {
      return Inbox.Letter(first)
    }
    inbox.append(first, in: framing.bytes)
    while let frame = next {
      inbox.append(frame, in: framing.bytes)
      next = framing.next()
    }
    return nil
  }

  /// Gives whether the turn is to end with it.
  private mutating func take(_ letter: Inbox.Letter, at now: Instant) -> Bool {
    if let id = letter.envelope.cancels,
      let question = inbox.takeQuestion(id, before: letter.number)
    {
      _ = take(question, .cancelled, at: now)
    }
    return take(letter, nil, at: now)
  }

  private mutating func take(
    _ letter: Inbox.Letter, _ refusal: RPCError?, at now: Instant
  ) -> Bool {
    let messages: MessageReading.Messages
    switch letter.content {
    case .place(let range): messages = aloneMessages.take() ?? read(framing.bytes, range)
    case .body(let bytes): messages = read(bytes, bytes.indices)
    case .malformed(let reason):
      trace?.note(malformed: reason)
      messages = .single(.broken(nil, .badFrame(reason), isRequest: true))
    case .gone: return false
    }
    // A large text need not be there twice while it is dealt with.
    if refusal == nil, inbox.isEmpty { framing.release() }
    switch messages {
    case .single(let message):
      var refusal = inbox.cancels(message) ? .cancelled : refusal
      if isOutdated(message, letter) { refusal = refusal ?? .outdated }
      let folders = session.folders
      send(session.receive(message, refusal: refusal, at: now))
      if session.folders != folders { mustReadFolders = true }
      // What is in the files of forms is known before the next message is dealt with.
      return mustReadFolders || session.records.hasNewWishes
    case .batch(let batched):
      batch = OpenBatch(batched)
      // What may be told of its messages belongs into one turn.
      while trace != nil, batch != nil { goOnWithBatch(at: now) }
      return false
    }
  }

  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> MessageReading.Messages {
    let messages = MessageReading.messages(in: bytes, range, batchLimit: limits.batchCount)
    trace?.note(received: bytes[range], messages)
    return messages
  }

  /// Whether a question names a place in a text that has been changed by what came behind it.
  private mutating func isOutdated(_ message: ClientMessage, _ letter: Inbox.Letter) -> Bool {
    let hasOvertaken = inbox.firstQuestion.map { $0 < letter.number } ?? false
    // As with nearly every message.
    if !hasOvertaken, overtakers.isEmpty { return false }
    guard let uri = message.uri else { return false }
    if hasOvertaken, message.changesText { overtakers[uri] = letter.number }
    guard case .request(_, let request) = message, request.hasPlace,
      let overtaker = overtakers[uri]
    else { return false }
    return letter.number < overtaker
  }
}

/// A batch on its way: its answers leave in one array, once all of them are there.
private struct OpenBatch: Sendable {
  var messages: ArraySlice<ClientMessage>
  /// The requests that the batch itself takes back.
  let cancelled: Set<RequestID>
  private var answers: [JSONText] = []
  private(set) var answerByteCount = 0

  init(_ messages: [ClientMessage]) {
    self.messages = messages[...]
    cancelled = Set(messages.compactMap { $0.cancels })
  }

  mutating func add(_ answer: JSONText) {
    answers.append(answer)
    answerByteCount += answer.bytes.count + 1
  }

  /// The body of the frame; nil where there is nothing to answer.
  var body: JSONText? {
    if answers.isEmpty { return nil }
    var json = JSONWriter()
    json.value(answers)
    return json.text
  }
}

extension Connection {
  /// Deals with one message of the batch; answers wait for the others, what else it brings about
  /// stays outside.
  private mutating func goOnWithBatch(at now: Instant) {
    guard let message = batch?.messages.popFirst() else { return }
    var refusal: RPCError?
    if limits.batchAnswerByteCount <= batch?.answerByteCount ?? 0 {
      refusal = .longBatchAnswer(limit: limits.batchAnswerByteCount)
    }
    let isCancelled = message.requestID.map { batch?.cancelled.contains($0) ?? false } ?? false
    if isCancelled || inbox.cancels(message) { refusal = .cancelled }
    for said in session.receive(message, refusal: refusal, inBatch: true, at: now) {
      if said.isAnswer { batch?.add(said.body) } else { send(said) }
    }
    if batch?.messages.isEmpty ?? true { closeBatch() }
  }

  private mutating func closeBatch() {
    if let body = batch.take()?.body { send(body) }
  }
}

extension ClientMessage {
  /// Whether a text is another afterwards.
  fileprivate var changesText: Bool {
    switch self {
    case .notification(.didChange): true
    case .request(_, let request):
      switch request.call {
      case .form(let call): call.isAct
      case .initialize, .shutdown, .completion, .hover, .codeAction, .documentSymbol, .inlayHint,
        .text, .check, .workspace, .resolve, .resolveCommand, .rows, .fill, .importForm, .applyFix:
        false
      }
    case .notification, .response, .broken: false
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
