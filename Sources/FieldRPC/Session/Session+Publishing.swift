import FieldModels

/// What is said at the end of a turn, once for everything that happened in it.
extension Session {
  mutating func finishTurn(_ now: Instant, _ out: inout [ServerMessage]) {
    if case .over = phase { return }
    expireCalls(now, &out)
    // One piece of a search a turn, however many documents have one.
    var searchSteps = PatternLimits.stepCountBetweenTurns
    for uri in deadlines.due(at: now) {
      if documents[uri]?.document.fire(at: now) ?? false { touched.insert(uri) }
      if documents[uri]?.document.goOnSearching(&searchSteps, at: now) ?? false {
        touched.insert(uri)
      }
      deadlines.set(documents[uri]?.document.nextDeadline, for: uri)
    }
    var late: [ServerMessage] = []
    for uri in awaited.sorted() { late += settle(uri, now) }
    var needsHintRefresh = false
    for uri in touched.sorted() {
      guard let mustPublish = documents[uri]?.mustPublish else { continue }
      let isEditors = documents[uri]?.owner == .editor
      needsHintRefresh = needsHintRefresh || !mustPublish && isEditors
      publish(uri, now, &out)
      deadlines.set(documents[uri]?.document.nextDeadline, for: uri)
    }
    touched = []
    // Whoever waits hears first what has become of the fields.
    out += late
    if needsHintRefresh, client.takesInlayHintRefresh {
      out.append(.inlayHintRefresh(.number(String(nextRequestNumber))))
      nextRequestNumber += 1
    }
  }

  /// An edited document is always published, even if nothing is different: the editor may have
  /// dropped what it was told before as belonging to an older text.
  private mutating func publish(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    renewLookups(uri, now, &out)
    renewList(uri, now, &out)
    documents[uri]?.document.refresh(at: now)
    ask(uri, now, &out)
    tellForms(uri, now, &out)
    guard let open = documents[uri], open.owner == .editor || client.takesDiagnostics else {
      return
    }
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

  /// Calls and forgets validators: those of the host, and those of the client.
  private mutating func ask(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    guard let requests = documents[uri]?.document.takeRequests() else { return }
    for token in requests.forgotten { takeBack(.validation(uri: uri, token), &out) }
    for request in requests.asked {
      if client.forms?.validators.contains(request.validator) ?? false {
        askClient(request, uri, now, &out)
      } else {
        hostCalls.add(
          .validator(request.validator), value: request.value,
          for: .validation(uri: uri, request.token),
          until: now.adding(nanoseconds: configuration.limits.validationNanoseconds))
      }
    }
  }

  /// The closures to call now, in the order in which they were asked.
  package mutating func takeCalls() -> [HostCall] { hostCalls.takeUnsent() }

  /// The texts that were opened and changed since the last time, without secure drafts.
  package mutating func takeRedactions() -> [Redaction] {
    defer { redactions = [] }
    return redactions
  }
}
