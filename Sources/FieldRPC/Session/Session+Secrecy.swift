import FieldModels

/// What of a session may not be written down, since a secure draft is in it or may be.
extension Session {
  /// Whether a request of the forms layer, or an answer, has, or may have, a piece of a secure draft in it.
  func isSecret(_ message: ClientMessage) -> Bool {
    if case .response(let id, let result) = message { return isSecretAnswer(id, result) }
    guard let call = message.formCall else { return false }
    if case .setError(_, let words?) = call.verb, isQuote(words, of: call.uri) { return true }
    // A document that was opened has been looked at; one that was not may hold anything.
    if case .open(.some, _) = call.verb { return true }
    guard let key = call.key else { return false }
    // What waits behind such an act may meet another field than is there now.
    let waiting = documents[call.uri]?.operations.all ?? []
    if waiting.contains(where: \.act.changesSecrecy) { return true }
    return isSecret(key, call.uri)
  }

  /// Whether the draft of a field is, or may be, a secret; of what nobody knows nobody can say.
  func isSecret(_ key: String, _ uri: String) -> Bool {
    guard let document = documents[uri]?.document, let id = document.field(keyed: key) else {
      return true
    }
    return document.isSecret(id)
  }

  /// Whether somebody writes down what is said, and the draft of a field is, or may be, a secret.
  func mustHide(_ id: FieldID, _ uri: String) -> Bool {
    configuration.isTraced && documents[uri]?.document.isSecret(id) ?? true
  }

  /// Whether words from outside quote a secure draft of a document.
  func isQuote(_ words: String, of uri: String) -> Bool {
    guard var document = documents[uri]?.document else { return true }
    return document.quotesSecret(words)
  }

  /// Whether an answer of the client may quote a secure draft.
  private func isSecretAnswer(_ id: RequestID, _ result: JSONValue?) -> Bool {
    guard case .number(let text) = id, let purpose = Int(text).flatMap({ clientCalls[$0] }) else {
      return true
    }
    switch purpose {
    case .lookup(let uri, let number): return isSecret(lookup: number, of: uri)
    case .validation(let uri, let token):
      return isSecret(token, of: uri) || isQuote(result?["message"]?.string ?? "", of: uri)
    case .question, .edit: return true
    }
  }

  /// Whether a validator was asked about a draft that is, or may be, a secret.
  func isSecret(_ token: CheckToken, of uri: String) -> Bool {
    guard let document = documents[uri]?.document, let id = document.field(asking: token) else {
      return true
    }
    return document.isSecret(id)
  }

  /// Whether an autofill source was asked about a draft that may be a secret.
  private func isSecret(lookup number: Int, of uri: String) -> Bool {
    guard let open = documents[uri],
      let lookup = open.lookups.first(where: { $0.number == number })
    else { return true }
    return open.document.isSecret(lookup.query.field)
  }

  /// Whether the answer of a closure of the host may quote a secure draft.
  func isSecret(_ answer: ClosureAnswer) -> Bool {
    switch hostCalls[answer.token] {
    case .validation(let uri, let token):
      isSecret(token, of: uri) || isQuote(answer.answer.words ?? "", of: uri)
    case .lookup(let uri, let number): isSecret(lookup: number, of: uri)
    case .question, .edit, nil: true
    }
  }
}

extension HostAnswer {
  /// What a validator has said.
  fileprivate var words: String? {
    if case .validation(.refused(let words)) = self { words } else { nil }
  }
}
