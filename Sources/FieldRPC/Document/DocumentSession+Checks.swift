import FieldModels

/// The requests of the forms layer that wait for checks: validation, settling, submission.
extension DocumentSession {
  mutating func wait(_ waiter: FormWaiter, in turn: Turn) throws(RPCError) {
    let limit = turn.configuration.limits.operationCount
    guard waiters.count < limit else {
      throw .invalidRequest("\(limit) requests are waiting for checks; wait for their answers")
    }
    waiters.append(waiter)
  }

  /// Answers those whose checks have answered; a submission commits here.
  mutating func settle(in turn: inout Turn) {
    guard operations.isEmpty else { return }
    for (place, waiter) in takeReleased() {
      guard let answer = answer(to: waiter, in: turn) else { continue }
      waiters.remove(at: place)
      turn.settled.append(.answer(waiter.id, .form(answer)))
    }
  }

  /// Those who may have nothing to wait for any more: all when something was released, else those
  /// who have come since.
  private mutating func takeReleased() -> [(place: Int, request: FormWaiter)] {
    let isReleased = document.releaseCount != seenWaiters.releaseCount
    let place = isReleased ? 0 : seenWaiters.place
    seenWaiters = (waiters.endPlace, document.releaseCount)
    return waiters.requests(from: place)
  }

  private mutating func answer(to waiter: FormWaiter, in turn: Turn) -> JSONText? {
    // A field that is gone in the meantime has no check to wait for.
    let ids = waiter.keys.map { keys in keys.compactMap { document.field(keyed: $0) } }
    if document.isPending(ids) { return nil }
    guard let occasion = waiter.occasion else { return settled(ids, at: turn.now) }
    document.judgeUnjudged(ids, for: occasion, at: turn.now)
    if document.isPending(ids) { return nil }
    isTouched = true
    document.refresh(at: turn.now)
    return waiter.isSubmission ? submission(in: turn) : verdicts(ids, in: turn)
  }

  private mutating func submission(in turn: Turn) -> JSONText {
    let limit = turn.configuration.limits.diagnosticCount
    let version = version
    switch document.submit(limit: limit, at: turn.now) {
    case .refused(let ids, let text):
      let results = results(of: ids)
      let diagnostics = diagnostics(text, for: turn.client)
      return JSONText { json in
        json.member("version", orNull: version)
        json.member("committed", false)
        json.member("errors", results)
        json.diagnostics(diagnostics)
      }
    case .committed(let values, var secureKeys):
      // Without a trace nothing need be marked as secret.
      if turn.configuration.isTraced {
        secureKeys.formUnion(values.map(\.name).filter { isSecret(key: $0) })
      }
      return JSONText { json in
        json.member("version", orNull: version)
        json.member("committed", true)
        json.member("values") { $0.drafts(values, secretKeys: secureKeys) }
      }
    }
  }

  private mutating func verdicts(_ ids: [FieldID]?, in turn: Turn) -> JSONText {
    let unproved = document.unproved(ids, at: turn.now)
    let results = results(of: ids ?? document.allFields, unproved: Set(unproved))
    let text = document.textErrors(limit: turn.configuration.limits.diagnosticCount)
    let diagnostics = diagnostics(text, for: turn.client)
    let version = version
    let unprovedKeys = keys(of: unproved)
    return JSONText { json in
      json.member("version", orNull: version)
      json.member("valid", results.allSatisfy(\.isValid) && diagnostics.isEmpty)
      json.member("fields", results)
      json.unproved(unprovedKeys)
      json.diagnostics(diagnostics)
    }
  }

  private mutating func settled(_ ids: [FieldID]?, at now: Instant) -> JSONText {
    let unproved = keys(of: document.unproved(ids, at: now))
    let version = version
    return JSONText { json in
      json.member("version", orNull: version)
      json.unproved(unproved)
    }
  }

  private func keys(of ids: [FieldID]) -> [String] {
    ids.compactMap { document.key(of: $0) }
  }

  private func diagnostics(
    _ placed: [FieldDocument.Placed], for client: ClientCapabilities
  ) -> [LSP.Diagnostic] {
    placed.map { document.diagnostic(of: $0, in: uri, for: client) }
  }

  private func results(of ids: [FieldID], unproved: Set<FieldID> = []) -> [FieldResult] {
    ids.compactMap { id in
      guard let key = document.key(of: id), let slice = document.locate(id)?.slice else {
        return nil
      }
      return FieldResult(
        key: key,
        isValid: !unproved.contains(id) && !slice.findings.contains { $0.severity == .error },
        problems: slice.findings.filter(\.isAboutDraft))
    }
  }
}

extension JSONWriter {
  /// What is wrong with the text of the form, where anything is.
  fileprivate mutating func diagnostics(_ diagnostics: [LSP.Diagnostic]) {
    if !diagnostics.isEmpty { member("diagnostics", diagnostics) }
  }

  /// The keys of fields that were edited and whose rules have yet to be run, where there are any.
  fileprivate mutating func unproved(_ keys: [String]) {
    if !keys.isEmpty { member("unproved", keys) }
  }
}

/// What the checks of a field have found.
private struct FieldResult: JSONObjectWritable {
  let key: String
  /// Every rule has been run, and neither the draft nor what the document says of the field is
  /// wrong.
  let isValid: Bool
  /// What is wrong with the draft.
  let problems: [Finding]

  func writeMembers(to json: inout JSONWriter) {
    json.member("key", key)
    json.member("valid", isValid)
    json.member("problems", problems)
  }
}
