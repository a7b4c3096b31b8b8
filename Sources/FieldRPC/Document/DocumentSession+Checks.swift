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

  private mutating func answer(to waiter: FormWaiter, in turn: Turn) -> Telling? {
    // A field that is gone in the meantime has no check to wait for.
    let ids = waiter.keys.map { keys in keys.compactMap { document.field(keyed: $0) } }
    if document.isPending(ids) { return nil }
    guard let occasion = waiter.occasion else { return settled(ids, at: turn.now) }
    document.judgeRest(ids, for: occasion, at: turn.now)
    if document.isPending(ids) { return nil }
    isTouched = true
    document.refresh(at: turn.now)
    return waiter.isSubmission ? submission(in: turn) : verdicts(ids, in: turn)
  }

  private mutating func submission(in turn: Turn) -> Telling {
    let limit = turn.configuration.limits.diagnosticCount
    let version = version
    switch document.submit(limit: limit, at: turn.now) {
    case .refused(let ids, let text):
      let results = results(of: ids)
      let diagnostics = diagnostics(text, for: turn.client)
      return Telling { _, json in
        json.beginObject()
        json.version(version)
        json.name("committed")
        json.bool(false)
        json.name("errors")
        json.list(results) { $0.write(to: &$1) }
        json.diagnostics(diagnostics)
        json.endObject()
      }
    case .committed(let values, var secureKeys):
      for member in values where turn.configuration.isTraced && isSecret(key: member.name) {
        secureKeys.insert(member.name)
      }
      return Telling(hasSecrets: !secureKeys.isEmpty) { [secureKeys] hidesSecrets, json in
        json.beginObject()
        json.version(version)
        json.name("committed")
        json.bool(true)
        json.name("values")
        json.beginObject()
        for member in values {
          json.name(member.name)
          let isHidden = hidesSecrets && secureKeys.contains(member.name)
          json.value(isHidden ? .string("") : member.value)
        }
        json.endObject()
        json.endObject()
      }
    }
  }

  private mutating func verdicts(_ ids: [FieldID]?, in turn: Turn) -> Telling {
    let unproved = document.unproved(ids, at: turn.now)
    let results = results(of: ids ?? document.allFields, unproved: Set(unproved))
    let text = document.textErrors(limit: turn.configuration.limits.diagnosticCount)
    let diagnostics = diagnostics(text, for: turn.client)
    let version = version
    let unprovedKeys = keys(of: unproved)
    return Telling { _, json in
      json.beginObject()
      json.version(version)
      json.name("valid")
      json.bool(results.allSatisfy(\.isValid) && diagnostics.isEmpty)
      json.name("fields")
      json.list(results) { $0.write(to: &$1) }
      json.unproved(unprovedKeys)
      json.diagnostics(diagnostics)
      json.endObject()
    }
  }

  private mutating func settled(_ ids: [FieldID]?, at now: Instant) -> Telling {
    let unproved = keys(of: document.unproved(ids, at: now))
    let version = version
    return Telling { _, json in
      json.beginObject()
      json.version(version)
      json.unproved(unproved)
      json.endObject()
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
    guard !diagnostics.isEmpty else { return }
    name("diagnostics")
    list(diagnostics) { $0.write(to: &$1) }
  }

  /// The keys of fields that were edited and whose rules have yet to be run, where there are any.
  fileprivate mutating func unproved(_ keys: [String]) {
    guard !keys.isEmpty else { return }
    name("unproved")
    list(keys) { $1.string($0) }
  }
}

/// What the checks of a field have found.
private struct FieldResult {
  let key: String
  /// Every rule has been run, and neither the draft nor what the document says of the field is
  /// wrong.
  let isValid: Bool
  /// What is wrong with the draft.
  let problems: [Finding]

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("key")
    json.string(key)
    json.name("valid")
    json.bool(isValid)
    json.name("problems")
    json.list(problems) { $0.writeProblem(to: &$1) }
    json.endObject()
  }
}
