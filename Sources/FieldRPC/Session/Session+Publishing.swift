import FieldModels

/// What is said at the end of a turn, once for everything that happened in it.
extension Session {
  mutating func finishTurn(_ now: Instant, _ out: inout [ServerMessage]) {
    if case .over = phase { return }
    for uri in deadlines.due(at: now) {
      if documents[uri]?.document.fire(at: now) ?? false { touched.insert(uri) }
      deadlines.set(documents[uri]?.document.nextDeadline, for: uri)
    }
    var needsHintRefresh = false
    for uri in touched.sorted() {
      guard let mustPublish = documents[uri]?.mustPublish else { continue }
      needsHintRefresh = needsHintRefresh || !mustPublish
      publish(uri, now, &out)
      deadlines.set(documents[uri]?.document.nextDeadline, for: uri)
    }
    touched = []
    if needsHintRefresh, client.takesInlayHintRefresh {
      out.append(.inlayHintRefresh(.number(String(nextRequestNumber))))
      nextRequestNumber += 1
    }
  }

  /// An edited document is always published, even if nothing is different: the editor may have
  /// dropped what it was told before as belonging to an older text.
  private mutating func publish(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    documents[uri]?.document.refresh(at: now)
    if let requests = documents[uri]?.document.takeRequests() {
      calls.forget(Set(requests.forgotten), of: uri)
      for request in requests.asked { calls.add(request, uri: uri) }
    }
    guard let open = documents[uri] else { return }
    let placed = open.document.findings(limit: configuration.limits.diagnosticCount)
    let isNews = open.mustPublish || placed != open.published
    documents[uri]?.mustPublish = false
    guard isNews else { return }
    documents[uri]?.published = placed
    let face = DiagnosticFace(uri: uri, document: open.document, client: client)
    var diagnostics = placed.map { face.diagnostic($0) }
    let hidden = open.document.findingCount - placed.count
    if 0 < hidden { diagnostics.insert(face.overflow(hidden), at: 0) }
    out.append(
      .publishDiagnostics(.init(uri: uri, version: open.version, diagnostics: diagnostics)))
  }

  /// The validators to call now, in the order in which they were asked.
  package mutating func takeCalls() -> [ValidatorCall] { calls.takePending() }

  /// The texts that were opened and changed since the last time, without secure drafts.
  package mutating func takeRedactions() -> [[[UInt8]]] {
    defer { redactions = [] }
    return redactions
  }
}
