import FieldModels

/// The requests of the forms layer that wait for checks: validation, settling, submission.
extension Session {
  mutating func wait(_ waiter: FormWaiter, _ uri: String) throws(RPCError) {
    let limit = configuration.limits.operationCount
    if limit <= documents[uri]?.waiters.count ?? 0 {
      throw .invalidRequest("\(limit) requests are waiting for checks; wait for their answers")
    }
    documents[uri]?.waiters.append(waiter)
    awaited.insert(uri)
  }

  /// Answers those whose checks have answered; a submission commits here.
  mutating func settle(_ uri: String, _ now: Instant) -> [ServerMessage] {
    guard documents[uri]?.operations.isEmpty ?? true else { return [] }
    var answers: [ServerMessage] = []
    for (place, waiter) in takeReleased(uri) {
      guard let answer = answer(waiter, uri, now) else { continue }
      documents[uri]?.waiters.remove(at: place)
      answers.append(.answer(waiter.id, .form(answer)))
    }
    if documents[uri]?.waiters.isEmpty ?? true { awaited.remove(uri) }
    return answers
  }

  /// Those who may have nothing to wait for any more: all when something was released, else those
  /// who have come since.
  private mutating func takeReleased(_ uri: String) -> [(place: Int, request: FormWaiter)] {
    // No copy of the document may live while it is judged: the change would copy its indexes.
    guard let releaseCount = documents[uri]?.document.releaseCount,
      let seen = documents[uri]?.seenWaiters, let endPlace = documents[uri]?.waiters.endPlace
    else { return [] }
    documents[uri]?.seenWaiters = (endPlace, releaseCount)
    let place = releaseCount == seen.releaseCount ? seen.place : 0
    return documents[uri]?.waiters.requests(from: place) ?? []
  }

  private mutating func answer(
    _ waiter: FormWaiter, _ uri: String, _ now: Instant
  ) -> Telling? {
    // A field that is gone in the meantime has no check to wait for.
    let ids = waiter.keys.map { keys in
      keys.compactMap { documents[uri]?.document.field(keyed: $0) }
    }
    if documents[uri]?.document.isPending(ids) ?? false { return nil }
    guard let occasion = waiter.occasion else { return settled(ids, uri, now) }
    documents[uri]?.document.judgeRest(ids, for: occasion, at: now)
    if documents[uri]?.document.isPending(ids) ?? false { return nil }
    touched.insert(uri)
    documents[uri]?.document.refresh(at: now)
    return waiter.isSubmission ? submission(uri, now) : verdicts(ids, uri, now)
  }

  private mutating func submission(_ uri: String, _ now: Instant) -> Telling {
    let limit = configuration.limits.diagnosticCount
    guard let submission = documents[uri]?.document.submit(limit: limit, at: now) else {
      return version(uri)
    }
    let version = documents[uri]?.version
    switch submission {
    case .refused(let ids, let text):
      let results = results(of: ids, uri)
      let diagnostics = diagnostics(text, uri)
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
      for member in values where configuration.isTraced && isSecret(member.name, uri) {
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

  private mutating func verdicts(_ ids: [FieldID]?, _ uri: String, _ now: Instant) -> Telling {
    let unproved = unproved(ids, uri, now)
    guard let open = documents[uri] else { return version(uri) }
    let results = results(of: ids ?? open.document.allFields, unproved: Set(unproved), uri)
    let text = open.document.textErrors(limit: configuration.limits.diagnosticCount)
    let diagnostics = diagnostics(text, uri)
    let version = open.version
    let unprovedKeys = keys(of: unproved, uri)
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

  private mutating func settled(_ ids: [FieldID]?, _ uri: String, _ now: Instant) -> Telling {
    let unproved = keys(of: unproved(ids, uri, now), uri)
    let version = documents[uri]?.version
    return Telling { _, json in
      json.beginObject()
      json.version(version)
      json.unproved(unproved)
      json.endObject()
    }
  }

  private mutating func unproved(_ ids: [FieldID]?, _ uri: String, _ now: Instant) -> [FieldID] {
    documents[uri]?.document.unproved(ids, at: now) ?? []
  }

  private func keys(of ids: [FieldID], _ uri: String) -> [String] {
    ids.compactMap { documents[uri]?.document.key(of: $0) }
  }

  private func diagnostics(_ placed: [FieldDocument.Placed], _ uri: String) -> [LSP.Diagnostic] {
    guard let document = documents[uri]?.document else { return [] }
    let face = DiagnosticFace(uri: uri, document: document, client: client)
    return placed.map { face.diagnostic($0) }
  }

  private func results(
    of ids: [FieldID], unproved: Set<FieldID> = [], _ uri: String
  ) -> [FieldResult] {
    guard let document = documents[uri]?.document else { return [] }
    return ids.compactMap { id in
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
