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
      return out.append(
        .logMessage(
          .error, "\(params.uri) is longer than \(limits.documentByteCount) bytes; it is not read"))
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
    if configuration.isTraced { noteRedacted(params.changes, of: params.uri, now) }
    apply(params.changes, to: params.uri, now)
    documents[params.uri]?.version = params.version
    documents[params.uri]?.mustPublish = true
    touched.insert(params.uri)
    tellEvents(params.uri, &out)
    goOnAfterEdit(params.uri, now, &out)
  }

  mutating func endEditing(_ uri: String, _ now: Instant) {
    if documents[uri]?.document.endEditing(at: now) ?? false { touched.insert(uri) }
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
    for operation in open.operations { out.append(.error(operation.id, .closed)) }
    for waiter in open.waiters { out.append(.error(waiter.id, .closed)) }
    for id in open.lookups.flatMap(\.purposes).compactMap(\.request) {
      out.append(.error(id, .closed))
    }
  }

  /// The document of a request.
  func open(_ uri: String) throws(RPCError) -> OpenDocument {
    guard let open = documents[uri] else { throw .unknownDocument(uri) }
    return open
  }
}
