import FieldModels

/// What of a document may not be written down, since a secure draft is in it or may be.
extension DocumentSession {
  /// Whether a request of the forms layer has, or may have, a piece of a secure draft in it.
  func isSecret(_ call: FormCall) -> Bool {
    if case .setError(_, let words?) = call.verb, isQuote(words) { return true }
    // A document that was opened has been looked at; one that was not may hold anything.
    if case .open(.some, _) = call.verb { return true }
    // The values of an entry may be those of secure fields.
    if case .addEntry(_, _, .some) = call.verb { return document.hasSecrets }
    guard let key = call.key else { return false }
    // What waits behind such an act may meet another field than is there now.
    return form.operations.all.contains(where: { $0.act.changesSecrecy }) || isSecret(key: key)
  }

  /// Whether what was answered to an inquiry, in a validator's words, may quote a secure draft.
  func isSecret(answerTo inquiry: Int, words: String) -> Bool {
    switch form.inquiries[inquiry] {
    case .check(let token): isSecret(token) || isQuote(words)
    case .lookup:
      form.lookups.first { $0.number == inquiry }.map { document.isSecret($0.query.field) } ?? true
    case .act, nil: true
    }
  }

  /// Whether the draft of a field is, or may be, a secret; an unknown field counts as one.
  func isSecret(key: String) -> Bool {
    (document.field(keyed: key) ?? document.index.field(key)).map { document.isSecret($0) } ?? true
  }

  /// Whether a validator was asked about a draft that is, or may be, a secret.
  func isSecret(_ token: CheckToken) -> Bool {
    document.field(asking: token).map { document.isSecret($0) } ?? true
  }

  /// Whether the session is traced, and the draft of a field is, or may be, a secret.
  func mustHide(_ id: FieldID, in turn: Turn) -> Bool {
    turn.configuration.isTraced && document.isSecret(id)
  }

  /// Whether words from outside quote a secure draft.
  private func isQuote(_ words: String) -> Bool {
    var document = document
    return document.quotesSecret(words)
  }
}

extension FormAct {
  /// Whether another field may have its key afterwards, or its draft be a secret.
  fileprivate var changesSecrecy: Bool {
    guard case .setProperty(_, let name, _) = self else { return false }
    return name == .key || name == .secure
  }
}
