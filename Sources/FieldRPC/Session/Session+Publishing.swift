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
    for uri in awaited.sorted() { settled += settle(uri, now) }
    var needsHintRefresh = false
    for uri in touched.sorted() {
      guard let mustPublish = documents[uri]?.mustPublish else { continue }
      let isEditors = documents[uri]?.owner == .editor
      needsHintRefresh = needsHintRefresh || !mustPublish && isEditors
      publish(uri, now, &out)
      deadlines.set(documents[uri]?.nextDeadline, for: uri)
    }
    touched = []
    // Whoever waits hears first what has become of the fields.
    out += settled
    settled = []
    if needsHintRefresh, client.takesInlayHintRefresh {
      out.append(.inlayHintRefresh(.number(String(nextRequestNumber))))
      nextRequestNumber += 1
    }
  }

  /// Brings searches to their end that somebody waits for who says no more, as far as that takes a
  /// time in which nobody takes the daemon for hung.
  mutating func finishSearches(at now: Instant) -> [ServerMessage] {
    var out: [ServerMessage] = []
    for _ in 0..<PatternLimits.lastTurnCount {
      let isAwaited = awaited.contains { documents[$0]?.document.isSearching ?? false }
      guard isAwaited else { break }
      finishTurn(now, &out)
    }
    return out
  }

  /// An edited document is always published, even if nothing is different: the editor may have
  /// dropped what it was told before as belonging to an older text.
  private mutating func publish(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    if let open = documents[uri], let why = open.lostBecause {
      documents[uri]?.mustPublish = false
      guard open.mustPublish else { return }
      let face = DiagnosticFace(uri: uri, document: open.document, client: client)
      return out.append(
        .publishDiagnostics(.init(uri: uri, version: open.version, diagnostics: [face.lost(why)])))
    }
    renewLookups(uri, now, &out)
    renewList(uri, now, &out)
    documents[uri]?.document.refresh(at: now)
    ask(uri, now, &out)
    tellForms(uri, now, &out)
    guard let open = documents[uri], open.owner == .editor || client.takesDiagnostics else {
      return
    }
    let found = open.document.findings(limit: configuration.limits.diagnosticCount)
    let placed = found.filter { isTold($0, of: open) }
    let isNews = open.mustPublish || placed != open.published
    documents[uri]?.mustPublish = false
    guard isNews else { return }
    documents[uri]?.published = placed
    let face = DiagnosticFace(uri: uri, document: open.document, client: client)
    var diagnostics = placed.map { face.diagnostic($0) }
    let hidden = open.document.findingCount - found.count
    if 0 < hidden { diagnostics.insert(face.overflow(hidden), at: 0) }
    out.append(
      .publishDiagnostics(.init(uri: uri, version: open.version, diagnostics: diagnostics)))
  }

  /// Whether an editor is told of a finding: not that a file is empty, and not of a name that is
  /// still being typed.
  private func isTold(_ placed: FieldDocument.Placed, of open: OpenDocument) -> Bool {
    if placed.finding.problem == .text(.syntax(.emptyText)) { return false }
    return !(open.editPlace.map { open.document.isHalfTyped(placed, at: $0) } ?? false)
  }

  /// Calls and forgets validators: those of the host, and those of the client.
  private mutating func ask(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    guard let requests = documents[uri]?.document.takeRequests() else { return }
    var sent = SentDrafts()
    for token in requests.forgotten { takeBack(.validation(uri: uri, token), &out) }
    for request in requests.asked {
      if client.forms?.validators.contains(request.validator) ?? false {
        askClient(request, &sent, uri, now, &out)
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
