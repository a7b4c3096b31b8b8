import FieldModels

/// What is asked of records that an editor has open.
extension Session {
  /// The answer to a request about a record.
  mutating func result(
    of call: ClientRequest.Call, onRecord uri: String, for id: RequestID
  ) throws(RPCError) -> ServerMessage.Answer? {
    // What the same turn has edited is not stale news to a request behind it.
    for form in records.openForms(of: uri, documents) {
      modify(form) { $0.document.refresh(at: $1.now) }
    }
    records.follow(documents, vocabulary, configuration.conversions, at: turn.now)
    records.refresh(uri, at: turn.now)
    guard let session = records[uri] else { throw .unknownDocument(uri) }
    if let why = session.lostBecause, !call.isAboutDiagnostics {
      throw .lostText(session.uri, why)
    }
    let forms = records.forms(of: session)
    let client = turn.client
    switch call {
    case .completion(let place):
      let position = place.position
      if FormNameCompletion(at: position, in: session, for: client) != nil {
        let request = ClientRequest(call)
        add(Survey.Asker(request, .formName(uri: uri, at: position), as: id))
        return nil
      }
      return .completion(session.completion(at: place.position, by: forms, in: &turn))
    case .hover(let place):
      return session.hover(at: place.position, by: forms, in: turn).map { .hover($0) } ?? .nothing
    case .codeAction(_, let range, let only):
      let actions = session.codeActions(in: range, only: only, by: forms, in: turn)
      return .codeActions(
        actions,
        client.takesActionLiterals
          ? .literal(showsPreferred: client.takesPreferredActions) : .command)
    case .documentSymbol(let uri):
      return .symbols(
        session.symbols(by: forms, for: client), uri: uri, isNested: client.takesNestedSymbols)
    case .inlayHint(_, let range):
      let hints = session.hints(in: range, by: forms, in: turn)
      return .inlayHints(client.resolvesTooltips ? hints.map { $0.resolvable(in: uri) } : hints)
    case .text(let uri, let question): return try result(of: question, on: uri, for: id)
    case .form, .check, .resolveCommand, .rows, .fill: throw .record(session.uri)
    case .resolve(let question):
      guard case .hint(_, let tooltip, let position) = question.subject else { return nil }
      let hover = session.hover(at: position, by: forms, in: turn)
      return .item(question.item(withTooltip: tooltip, hover, for: client))
    case .initialize, .shutdown, .workspace, .importForm, .applyFix: return nil
    }
  }

  /// What goes into the `$form` of a record: the names of the forms with these paths.
  func formNames(
    at position: LSP.Position, in uri: String, among paths: Set<String>
  ) -> LSP.CompletionList {
    records[uri].flatMap { FormNameCompletion(at: position, in: $0, for: turn.client) }?
      .items(ofFormsAt: paths, limit: configuration.limits.form.offerCount) ?? LSP.CompletionList()
  }
}
