import FieldModels

/// What is done at the end of a turn, once for everything that happened in it.
extension Session {
  mutating func finishTurn() {
    if case .over = phase { return }
    fireDeadlines()
    if !checks.isEmpty { expireChecks() }
    for place in documents.awaitedPlaces {
      modify(at: place) { document, _ in document.form.settle() }
    }
    renewLists()
    var needsRefresh = false
    for place in documents.takeTouchedPlaces() {
      let publication = modify(at: place) { $0.publish(in: &$1) }
      if publication == .unasked { needsRefresh = true }
    }
    publishForeign()
    if !records.isEmpty {
      records.follow(documents, vocabulary, configuration.conversions, at: turn.now)
      if records.publish(in: &turn) { needsRefresh = true }
    }
    // Changes of fields are told before the answers that waited for them.
    turn.out += turn.settled
    turn.settled = []
    if needsRefresh { for method in turn.client.refreshes { refresh(method) } }
    if turn.mustRefreshDiagnostics { refresh(.diagnosticRefresh) }
    turn.mustRefreshDiagnostics = false
    precondition(
      !configuration.isVerified || isConsistent,
      "what the session notes of its documents is not what they say")
  }

  /// Has the client ask anew for what it has asked for.
  private mutating func refresh(_ method: Method) {
    let number = turn.calls.takeRequestNumber()
    turn.out.append(.refresh(.number(String(number)), method))
  }

  /// Does what is due in documents.
  private mutating func fireDeadlines() {
    // One piece of a search a turn, however many documents have one.
    var searchSteps = PatternLimits.stepCountBetweenTurns
    for place in documents.duePlaces(at: turn.now) {
      modify(at: place) { document, _ in document.fire(searchSteps: &searchSteps) }
    }
  }

  /// Lets documents look again at lists whose texts may be others now.
  private mutating func renewLists() {
    guard listedRevision != turn.sources.revision else { return }
    listedRevision = turn.sources.revision
    for place in documents.allPlaces {
      modify(at: place) { document, _ in
        if document.form.list != nil { document.isTouched = true }
      }
    }
  }

  /// Brings to their end the searches that requests wait for, once the input has ended.
  mutating func finishSearches(at now: Instant) -> [ServerMessage] {
    turn.begin(at: now)
    finishAwaitedSearches()
    return turn.takeOut()
  }

  /// Goes on for a second or two (`PatternLimits.lastTurnCount`).
  mutating func finishAwaitedSearches() {
    for _ in 0..<PatternLimits.lastTurnCount {
      guard documents.awaitedPlaces.contains(where: { documents[$0].document.isSearching })
      else { break }
      finishTurn()
    }
  }

  /// Whether what is noted beside the documents is what they say: whom to look at when, and whom
  /// our questions are for.
  private var isConsistent: Bool {
    documents.isConsistent
      && turn.calls.all.allSatisfy { call in
        call.uri.map { documents[$0]?.form.inquiries[call.inquiry] != nil }
          ?? checks.isOpen(call.inquiry)
      }
  }
}
