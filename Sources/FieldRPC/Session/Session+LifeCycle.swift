import FieldModels

/// Who may say what when, and what it leads to.
extension Session {
  /// The answer to a request; nil for one that is answered later.
  mutating func result(
    of call: ClientRequest.Call, for id: RequestID
  ) throws(RPCError) -> ServerMessage.Answer? {
    if case .initialize(let params) = call { return try initialize(params) }
    switch phase {
    case .new: throw .notInitialized
    case .shutDown, .over: throw .shutDown
    case .running: break
    }
    if let uri = call.uri { try prepare(uri, for: call) }
    switch call {
    case .initialize: throw .alreadyInitialized
    case .shutdown:
      dismissAskers()
      finishImports()
      phase = .shutDown
      return .nothing
    case .completion(let place): return try completion(at: place, for: id)
    case .hover, .codeAction, .documentSymbol, .inlayHint: return try answer(to: call)
    case .text(let uri, let question): return try result(of: question, on: uri, for: id)
    case .check(let params): return try check(params, for: id).map { .form($0) }
    case .workspace: return nil
    case .resolveCommand(let dialog): return .item(try resolved(dialog))
    case .rows(let question): return .rows(try rows(question))
    case .fill(let dialog):
      try fill(dialog)
      return .nothing
    case .resolve(let question): return try resolved(question)
    case .importForm(let params): return .form(try result(of: params))
    case .applyFix(let edit):
      try applyFix(edit)
      return .nothing
    case .form(let call): return try result(of: call, for: id).map { .form($0) }
    }
  }

  /// Sends an edit back to the editor that was offered it as a command.
  private mutating func applyFix(_ edit: JSONValue) throws(RPCError) {
    try apply(edit)
  }

  /// Has the client change texts.
  mutating func apply(_ edit: some JSONWritable) throws(RPCError) {
    guard turn.client.appliesEdits else {
      throw .invalidRequest("The client has not said that it takes workspace/applyEdit")
    }
    // Nothing waits for what becomes of it: the text itself will tell.
    let number = turn.calls.takeRequestNumber()
    turn.say(.applyEdit, number: number, with: JSONText { $0.member("edit", edit) })
  }

  private mutating func initialize(
    _ params: InitializeParams
  ) throws(RPCError) -> ServerMessage.Answer {
    switch phase {
    case .new: break
    case .running: throw .alreadyInitialized
    case .shutDown, .over: throw .shutDown
    }
    phase = .running
    let client = params.capabilities
    turn.client = client
    vocabulary = configuration.vocabulary
    vocabulary.validators.formUnion(client.forms?.validators ?? [])
    vocabulary.autofillSources.formUnion(client.forms?.autofillSources ?? [])
    folders = params.folders
    takeInitial(settings: params.settings)
    parentProcessID = params.processID
    return .initialized(
      InitializeResult(
        positionEncoding: client.positionEncoding, tellsActionKinds: client.takesActionLiterals,
        preparesRename: client.preparesRename, answersDiagnostics: client.pullsDiagnostics,
        resolvesDocumentation: client.resolvesDocumentation,
        resolvesTooltips: client.resolvesTooltips,
        resolvesCommands: client.dialogKinds != nil,
        version: configuration.version))
  }

  mutating func receive(_ notification: ClientNotification) {
    if notification == .exit {
      // A pipeline says everything in one breath, and still wants to hear what came of it.
      finishTurn()
      finishAwaitedSearches()
      finishImports()
      phase = .over(exitStatus: phase == .shutDown ? 0 : 1)
      return
    }
    guard phase == .running else { return }
    switch notification {
    case .didOpen(let params): didOpen(params)
    case .didChange(let params): didChange(params)
    case .didSave(let uri): didSave(uri)
    case .didClose(let uri): didClose(uri)
    case .shutdown: phase = .shutDown
    case .cancel(let id): cancel(id)
    case .cancelProgress(let token): _ = cancelSurvey { $0.workDoneToken == token }
    case .initialized:
      followSettings()
      if turn.client.pullsDiagnostics { watchFiles() }
    case .didChangeSettings(let settings): didChangeSettings(settings)
    case .didChangeFolders(let added, let removed):
      let gone = Set((removed + added).map(FileURI.folder))
      folders = folders.filter { !gone.contains(FileURI.folder($0)) } + added
      wakeAskers()
    case .didChangeFiles(let uris): didChangeFiles(uris)
    case .setTrace(let value): turn.client.trace = value
    case .exit, .ignored: break
    }
  }

  /// Gives up on a request that waits.
  private mutating func cancel(_ id: RequestID) {
    if cancelCheck(id) || cancelImport(id) || cancelSurvey(where: { $0.id == id }) { return }
    let uri = documents.uris.filter { documents[$0]?.waits(id) ?? false }.min()
    if let uri { modify(uri) { document, _ in document.cancel(id) } }
  }

  /// The document about which a question was asked that a message answers.
  func askedDocument(_ message: ClientMessage) -> String? {
    guard case .response(let id, _) = message else { return nil }
    return id.requestNumber.flatMap { turn.calls.client[$0]?.uri }
  }

  /// Takes an answer of the client.
  ///
  /// One that comes late, twice or from nowhere finds no call and does nothing.
  mutating func receive(_ answer: ClientAnswer, of id: RequestID) {
    guard let number = id.requestNumber else { return }
    if number == settingsRequest {
      settingsRequest = nil
      // One that has none of its own is as good as one that can't say.
      return take(answer.result?.array?.first ?? .null)
    }
    guard let (call, kind) = turn.calls.client.remove(number) else { return }
    guard let uri = call.uri else {
      return take(ValidationAnswer(answer), toRecordInquiry: call.inquiry)
    }
    modify(uri) { document, _ in document.take(answer, to: call.inquiry, kind) }
  }
}
