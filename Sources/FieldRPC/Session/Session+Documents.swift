import FieldModels

/// How documents come and go, and how something happens to one of them.
extension Session {
  /// Lets something happen to a document, if it is open.
  @discardableResult
  mutating func modify<Result, Failure>(
    _ uri: String,
    _ body: (inout DocumentSession, inout Turn) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let place = documents.place(of: uri) else { return nil }
    return try modify(at: place, body)
  }

  /// Lets something happen to the document at a place, and notes what it wants then.
  mutating func modify<Result, Failure>(
    at place: Int,
    _ body: (inout DocumentSession, inout Turn) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    documents[place].enter(turn)
    defer {
      documents[place].tell(in: &turn)
      documents.note(place)
    }
    return try body(&documents[place], &turn)
  }

  /// Lets something happen to the document of a request, which must be open.
  mutating func document<Result>(
    _ uri: String,
    _ body: (inout DocumentSession, inout Turn) throws(RPCError) -> Result
  ) throws(RPCError) -> Result {
    guard let place = documents.place(of: uri) else {
      throw records.isOpen(uri) ? .record(uri) : .unknownDocument(uri)
    }
    return try modify(at: place, body)
  }

  mutating func didOpen(_ params: DidOpenParams) {
    let limits = configuration.limits
    if limits.documentCount <= openCount, !isOpen(params.uri) {
      return turn.out.append(
        .logMessage(.error, "\(limits.documentCount) documents are open; \(params.uri) is not read")
      )
    }
    if limits.documentByteCount < params.text.count {
      let why = "\(params.uri) is longer than \(limits.documentByteCount) bytes; it is not read"
      turn.out.append(.logMessage(.error, why))
      return lose(LostText(uri: params.uri, version: params.version), because: why)
    }
    forget(params.uri)
    let dialect = Self.dialect(params.uri, params.languageID)
    func openRecord(_ text: Rope) {
      // Nobody knows yet which of its texts are secret.
      if configuration.isTraced { turn.redactions.append(.texts([params.text.blanked])) }
      records.add(RecordSession(text, dialect: dialect, uri: params.uri, version: params.version))
    }
    if let format = FormFormat(ofDocument: params.uri) { return openForeign(params, as: format) }
    if FileKind(ofFile: params.uri) == .values { return openRecord(Rope(params.text)) }
    let document = FieldDocument(
      params.text, dialect: dialect, vocabulary: vocabulary, wording: turn.client.wording,
      at: turn.now)
    if document.frame.isRecord { return openRecord(document.text) }
    if configuration.isTraced {
      turn.redactions.append(.texts([document.redacted(0..<document.text.byteCount)]))
    }
    add(document, as: params.uri, version: params.version)
  }

  /// Whether a text is open, of whatever sort.
  func isOpen(_ uri: String) -> Bool { kind(of: uri) != nil }

  /// How many texts are open, those that were made of others among them.
  private var openCount: Int {
    documents.count + records.count + foreign.keys.count { documents[$0] == nil }
  }

  private mutating func add(_ document: FieldDocument, as uri: String, version: WholeNumber?) {
    var document = document
    if turn.client.forms != nil { document.beginTelling() }
    // Whoever asks for keys later has them at once.
    document.sortKeys()
    records.noteDocument(uri)
    documents.add(DocumentSession(document, uri: uri, version: version, owner: .editor, in: turn))
  }

  /// Comments are allowed where the file's name or the editor says so.
  private static func dialect(_ uri: String, _ languageID: String) -> JSONReader.Dialect {
    languageID == "jsonc" ? .commented : .ofFile(at: uri)
  }

  mutating func didChange(_ params: DidChangeParams) {
    let kind = kind(of: params.uri)
    switch kind {
    case .records: return didChangeRecord(params)
    case .foreign: return didChangeForeign(params)
    case .form, nil: break
    }
    guard case .form(let place) = kind, documents[place].owner == .editor else {
      return turn.out.append(.logMessage(.warning, RPCError.unknownDocument(params.uri).message))
    }
    let isRecord = modify(at: place) { document, turn in
      document.didChange(params, in: &turn)
      return document.form.document.frame.isRecord && document.lostBecause == nil
    }
    if isRecord {
      // The form has become a record by naming one.
      let document = documents[place].document
      forget(params.uri)
      records.add(
        RecordSession(
          document.text, dialect: document.dialect, uri: params.uri, version: params.version))
    }
  }

  private mutating func didChangeRecord(_ params: DidChangeParams) {
    if configuration.isTraced {
      turn.redactions.append(.texts(params.changes.map { $0.text.blanked }))
    }
    records.modify(params.uri) { [turn] in $0.didChange(params, in: turn) }
    guard let session = records[params.uri], !session.isRecord, session.lostBecause == nil else {
      return
    }
    forget(params.uri)
    let bytes = session.text.bytes(in: 0..<session.text.byteCount)
    add(
      FieldDocument(bytes, dialect: session.dialect, vocabulary: vocabulary, at: turn.now),
      as: params.uri, version: session.version)
  }

  mutating func didSave(_ uri: String) {
    switch kind(of: uri) {
    case .form(let place): modify(at: place) { $0.didSave(at: $1.now) }
    case .records: _ = records.modify(uri) { $0.didSave() }
    case .foreign, nil: break
    }
  }

  /// A document for a question that allows for there being none.
  func openDocument(_ uri: String) -> DocumentSession? { documents[uri] }

  /// An editor forgets what it was told only when it is told so.
  mutating func didClose(_ uri: String) {
    guard let kind = kind(of: uri) else { return }
    if case .form(let place) = kind, documents[place].owner != .editor { return }
    forget(uri)
    // Its file counts now.
    wakeAskers()
    // Who asks what is wrong has no more to ask.
    if turn.client.pullsDiagnostics { return }
    turn.out.append(.publishDiagnostics(.init(uri: uri, version: nil, diagnostics: [])))
  }

  /// The client has changed its text in a way that could not be read.
  mutating func lose(_ lost: LostText, because why: String) {
    switch kind(of: lost.uri) {
    case .form(let place): modify(at: place) { $0.lose(lost, because: why, in: &$1) }
    case .records: _ = records.modify(lost.uri) { $0.lose(lost, because: why) }
    case .foreign:
      foreignToPublish.insert(lost.uri)
      foreign[lost.uri]?.lose(lost, because: why)
    case nil: break
    }
  }

  /// Lets go of a document and of everything that waits for something of it.
  private mutating func forget(_ uri: String) {
    if records.remove(uri) { return }
    foreign[uri] = nil
    foreignToPublish.remove(uri)
    guard var document = documents.remove(uri) else { return }
    records.noteDocument(uri)
    turn.takeBackAll(of: uri)
    document.disappoint(document.form.openTickets, .closed, in: &turn)
  }

  /// The answer to a request of the forms layer; nil for one that is answered later.
  mutating func result(
    of call: FormCall, for id: RequestID
  ) throws(RPCError) -> JSONText? {
    let uri = call.uri
    switch call.verb {
    case .open(let opening?, _):
      try open(opening, as: uri, isText: call.isText)
      if configuration.isTraced { noteRedaction(of: call) }
    case .close:
      // Who asks for everything in one breath still wants to hear what came of it.
      modify(uri) { document, _ in document.form.settle() }
      turn.out += turn.settled
      turn.settled = []
    case .open(nil, _), .snapshot, .layout, .act, .addEntry, .autofill, .setError, .setState,
      .setProperty,
      .validate, .settled, .submit, .export:
      break
    }
    let answer = try document(uri) { document, turn throws(RPCError) in
      try document.result(of: call.verb, for: id, in: &turn)
    }
    if call.verb == .close { forget(uri) }
    return answer
  }

  private mutating func open(
    _ opening: FormCall.Opening, as uri: String, isText: Bool
  ) throws(RPCError) {
    let limits = configuration.limits
    if isOpen(uri) { throw .alreadyOpen(uri) }
    if limits.documentCount <= openCount {
      throw .invalidRequest("\(limits.documentCount) documents are open already")
    }
    func checkLength(_ text: [UInt8]) throws(RPCError) {
      if text.count <= limits.documentByteCount { return }
      throw .invalidRequest("The document is longer than \(limits.documentByteCount) bytes")
    }
    try checkLength(opening.text)
    let form = try form(
      of: opening.text, at: uri, stated: opening.format, in: isText ? "text" : "document")
    let text = form.text
    try checkLength(text)
    func read(_ text: [UInt8]) -> FieldDocument {
      var document = FieldDocument(
        text, dialect: form.dialect, vocabulary: vocabulary,
        wording: opening.wording ?? turn.client.wording, at: turn.now)
      document.tidiesDrafts = opening.isTidying
      return document
    }
    var document = read(text)
    var strangers: [FieldDocument.FillingStranger] = []
    var typed: [String] = []
    if !opening.values.isEmpty {
      do throws(FieldDocument.FillingProblem) {
        let filled = try document.text(filledWith: opening.values, at: turn.now)
        document = read(filled.bytes)
        (strangers, typed) = (filled.strangers, filled.typed)
      } catch {
        throw RPCError(error)
      }
    }
    document.takeAsTyped(typed, at: turn.now)
    document.isFollowed = true
    document.refresh(at: turn.now)
    _ = document.takeChanges()
    records.noteDocument(uri)
    var session = DocumentSession(document, uri: uri, version: 1, owner: .daemon, in: turn)
    session.strangers = strangers
    (session.format, session.losses) = (form.format, form.losses)
    documents.add(session)
  }

  /// Notes how a request may be written down whose document has been opened.
  private mutating func noteRedaction(of call: FormCall) {
    modify(call.uri) { session, turn in
      let whole = 0..<session.document.text.byteCount
      let redacted = session.document.redacted(whole)
      let hasValues =
        if case .open(let opening?, _) = call.verb { !opening.values.isEmpty } else { false }
      // A value whose key no field has may be that of a secure one whose key was misspelt.
      let isHarmless =
        redacted == session.document.text.bytes(in: whole)
        && !(hasValues && session.document.hasSecrets)
      // Only of a text is it known where in it the drafts are.
      let isTextAlone = call.isText && !hasValues && session.format == .fields
      turn.redactions.append(isHarmless ? .asItIs : isTextAlone ? .texts([redacted]) : .blanked)
    }
  }
}

extension [UInt8] {
  /// A text of which no more is left than its lines and their lengths.
  var blanked: [UInt8] {
    map { $0 == 0x0A || $0 == 0x0D ? $0 : UInt8(ascii: "*") }
  }
}
