import FieldModels

/// How documents come, change and go.
extension Session {
  mutating func didOpen(
    _ params: DidOpenParams, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    let limits = configuration.limits
    if limits.documentCount <= documents.count, documents[params.uri] == nil {
      return out.append(
        .logMessage(.error, "\(limits.documentCount) documents are open; \(params.uri) is not read")
      )
    }
    if limits.documentByteCount < params.text.count {
      let why = "\(params.uri) is longer than \(limits.documentByteCount) bytes; it is not read"
      out.append(.logMessage(.error, why))
      return lose(LostText(uri: params.uri, version: params.version), why, &out)
    }
    forget(params.uri, &out)
    var document = FieldDocument(
      params.text, dialect: Self.dialect(params.uri, params.languageID), vocabulary: vocabulary,
      at: now)
    document.isFollowed = client.forms != nil
    documents[params.uri] = OpenDocument(document, version: params.version, owner: .editor)
    touched.insert(params.uri)
    if configuration.isTraced {
      redactions.append(.texts([document.redacted(0..<document.text.byteCount)]))
    }
  }

  /// Comments are allowed where the file's name or the editor says so.
  static func dialect(_ uri: String, _ languageID: String) -> JSONReader.Dialect {
    uri.hasSuffix(".jsonc") || languageID == "jsonc" ? .commented : .strict
  }

  mutating func didChange(
    _ params: DidChangeParams, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    guard documents[params.uri]?.owner == .editor else {
      return out.append(.logMessage(.warning, RPCError.unknownDocument(params.uri).message))
    }
    var changes = params.changes[...]
    if documents[params.uri]?.lostBecause != nil {
      // Only a whole text makes up for a change that is not known.
      let whole = changes.lastIndex { $0.range == nil }
      changes = changes[(whole ?? changes.endIndex)...]
      if whole != nil { documents[params.uri]?.lostBecause = nil }
    }
    if configuration.isTraced {
      noteRedacted(Array(changes), skipping: changes.startIndex, of: params.uri, now)
    }
    apply(Array(changes), to: params.uri, now)
    documents[params.uri]?.version = params.version
    documents[params.uri]?.mustPublish = true
    touched.insert(params.uri)
    if documents[params.uri]?.lostBecause != nil { return }
    tellEvents(params.uri, &out)
    goOnAfterEdit(params.uri, now, &out)
  }

  /// What was saved is meant as it is.
  mutating func didSave(_ uri: String, _ now: Instant) {
    if documents[uri]?.lostBecause != nil { return }
    let wasTyping = documents[uri]?.editPlace != nil
    documents[uri]?.editPlace = nil
    let didEnd = documents[uri]?.document.endEditing(at: now) ?? false
    if didEnd || wasTyping { touched.insert(uri) }
  }

  /// An editor forgets what it was told only when it is told so.
  mutating func didClose(_ uri: String, _ out: inout [ServerMessage]) {
    guard documents[uri]?.owner == .editor else { return }
    forget(uri, &out)
    out.append(.publishDiagnostics(.init(uri: uri, version: nil, diagnostics: [])))
  }

  /// Lets go of a document and of everything that waits for something of it.
  mutating func forget(_ uri: String, _ out: inout [ServerMessage]) {
    guard let open = documents.remove(uri) else { return }
    takeBackAll(of: uri, &out)
    deadlines.set(nil, for: uri)
    disappoint(open, .closed, &out)
  }

  /// The client has changed its text, and nobody can say how: from now on nothing is told of it
  /// but that, until it sends all of it.
  mutating func lose(_ lost: LostText, _ why: String, _ out: inout [ServerMessage]) {
    let uri = lost.uri
    guard let open = documents[uri], open.owner == .editor else { return }
    documents[uri]?.lostBecause = open.lostBecause ?? why
    documents[uri]?.version = lost.version
    documents[uri]?.mustPublish = true
    touched.insert(uri)
    deadlines.set(nil, for: uri)
    for operation in open.operations.all {
      if case .answer(let number) = operation.waiting, clientCalls.remove(number) != nil {
        out.append(.cancelCall(.number(String(number))))
      }
    }
    for lookup in open.lookups { takeBack(.lookup(uri: uri, lookup.number), &out) }
    documents[uri]?.operations.removeAll()
    documents[uri]?.waiters.removeAll()
    documents[uri]?.lookups = []
    documents[uri]?.list = nil
    disappoint(open, .lostText(uri, why), &out)
  }

  /// Tells all who wait for something of a document that it will not come.
  private func disappoint(
    _ open: OpenDocument, _ error: RPCError, _ out: inout [ServerMessage]
  ) {
    for operation in open.operations.all { out.append(.error(operation.id, error)) }
    for waiter in open.waiters.all { out.append(.error(waiter.id, error)) }
    for asker in open.lookups.flatMap(\.askers.all) where !asker.isAct {
      out.append(.error(asker.id, error))
    }
  }

  /// The document of a request.
  func open(_ uri: String) throws(RPCError) -> OpenDocument {
    guard let open = documents[uri] else { throw .unknownDocument(uri) }
    return open
  }
}
