import FieldModels

/// Who may say what when, and what it leads to.
extension Session {
  /// The answer to a request; nil for one that is answered later.
  mutating func result(
    _ call: ClientRequest.Call, _ id: RequestID, _ now: Instant, _ out: inout [ServerMessage]
  ) throws(RPCError) -> ServerMessage.Answer? {
    if case .initialize(let params) = call { return try initialize(params) }
    switch phase {
    case .new: throw .notInitialized
    case .shutDown, .over: throw .shutDown
    case .running: break
    }
    if let uri = call.uri {
      if let why = documents[uri]?.lostBecause { throw .lostText(uri, why) }
      // What the same turn has edited is not stale news to a request behind it.
      documents[uri]?.document.refresh(at: now)
    }
    switch call {
    case .initialize: throw .alreadyInitialized
    case .shutdown:
      phase = .shutDown
      return .nothing
    case .completion(let place):
      return try completion(place, id, now, &out).map { .completion($0) }
    case .hover(let place): return try hover(place, now).map { .hover($0) } ?? .nothing
    case .codeAction(let uri, let range, let only):
      let actions = try codeActions(uri, range, only: only)
      return .codeActions(
        actions,
        client.takesActionLiterals
          ? .literal(showsPreferred: client.takesPreferredActions) : .command)
    case .documentSymbol(let uri):
      return .symbols(
        try documentSymbols(uri), uri: uri, isNested: client.takesNestedSymbols)
    case .inlayHint(let uri, let range): return .inlayHints(try inlayHints(uri, range))
    case .importForm(let params):
      guard let conversion = FieldDocument.imported(params.value, from: params.format) else {
        throw .invalidParams(
          "params.document", expected: "a schema of an object, with `properties`")
      }
      return .form(telling(conversion))
    case .applyFix(let edit):
      try applyFix(edit, &out)
      return .nothing
    case .form(let call): return try result(call, id, now, &out).map { .form($0) }
    }
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
    client = params.capabilities
    vocabulary = configuration.vocabulary
    vocabulary.validators.formUnion(client.forms?.validators ?? [])
    vocabulary.autofillSources.formUnion(client.forms?.autofillSources ?? [])
    folders = params.folders
    parentProcessID = params.processID
    return .initialized(
      InitializeResult(
        positionEncoding: client.positionEncoding, tellsActionKinds: client.takesActionLiterals,
        version: configuration.version))
  }

  mutating func take(
    _ notification: ClientNotification, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    if notification == .exit {
      // A pipeline says everything in one breath, and still wants to hear what came of it.
      finishTurn(now, &out)
      out += finishSearches(at: now)
      phase = .over(exitStatus: phase == .shutDown ? 0 : 1)
      return
    }
    guard phase == .running else { return }
    switch notification {
    case .didOpen(let params): didOpen(params, now, &out)
    case .didChange(let params): didChange(params, now, &out)
    case .didSave(let uri): didSave(uri, now)
    case .didClose(let uri): didClose(uri, &out)
    case .shutdown: phase = .shutDown
    case .cancel(let id): cancel(id, now, &out)
    case .initialized, .exit, .setTrace, .ignored: break
    }
  }
}
