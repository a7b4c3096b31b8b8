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
    // No copy of the document may live while it is judged: the change would copy its indexes.
    guard let waiters = documents[uri]?.waiters else {
      awaited.remove(uri)
      return []
    }
    guard documents[uri]?.operations.isEmpty ?? true else { return [] }
    var answers: [ServerMessage] = []
    var rest: [FormWaiter] = []
    for waiter in waiters {
      if let answer = answer(waiter, uri, now) {
        answers.append(.answer(waiter.id, .form(answer)))
      } else {
        rest.append(waiter)
      }
    }
    documents[uri]?.waiters = rest
    if rest.isEmpty { awaited.remove(uri) }
    return answers
  }

  private mutating func answer(
    _ waiter: FormWaiter, _ uri: String, _ now: Instant
  ) -> Telling? {
    // A field that is gone in the meantime has no check to wait for.
    let ids = waiter.keys.map { keys in
      keys.compactMap { documents[uri]?.document.field(keyed: $0) }
    }
    if documents[uri]?.document.isPending(ids) ?? false { return nil }
    guard let occasion = waiter.occasion else { return version(uri) }
    documents[uri]?.document.judgeRest(ids, for: occasion, at: now)
    if documents[uri]?.document.isPending(ids) ?? false { return nil }
    touched.insert(uri)
    documents[uri]?.document.refresh(at: now)
    return waiter.isSubmission ? submission(uri, now) : verdicts(ids, uri)
  }

  private mutating func submission(_ uri: String, _ now: Instant) -> Telling {
    guard let submission = documents[uri]?.document.submit(at: now) else { return version(uri) }
    let version = documents[uri]?.version
    switch submission {
    case .refused(let ids):
      let results = results(of: ids, uri)
      return Telling { _, json in
        json.beginObject()
        json.version(version)
        json.name("committed")
        json.bool(false)
        json.name("errors")
        json.list(results) { $0.write(to: &$1) }
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

  private func verdicts(_ ids: [FieldID]?, _ uri: String) -> Telling {
    let version = documents[uri]?.version
    let results = results(of: ids ?? documents[uri]?.document.allFields ?? [], uri)
    return Telling { _, json in
      json.beginObject()
      json.version(version)
      json.name("valid")
      json.bool(results.allSatisfy(\.isValid))
      json.name("fields")
      json.list(results) { $0.write(to: &$1) }
      json.endObject()
    }
  }

  private func results(of ids: [FieldID], _ uri: String) -> [FieldResult] {
    guard let document = documents[uri]?.document else { return [] }
    return ids.compactMap { id in
      guard let key = document.key(of: id), let slice = document.locate(id)?.slice else {
        return nil
      }
      return FieldResult(key: key, problems: slice.findings.filter(\.isAboutDraft))
    }
  }
}

/// What the checks of a field have found.
private struct FieldResult {
  let key: String
  let problems: [Finding]

  var isValid: Bool { !problems.contains { $0.severity == .error } }

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
