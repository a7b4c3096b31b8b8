import FieldModels

/// What of a session may not be written down; what is unknown counts as secret.
extension Session {
  /// Whether a request of the forms layer, or an answer, has, or may have, a piece of a secure
  /// draft in it.
  func isSecret(_ message: ClientMessage) -> Bool {
    if case .response(let id, let result) = message {
      // Settings have no drafts in them.
      if let number = id.integer, number == settingsRequest { return false }
      let call = id.integer.flatMap { turn.calls.client[$0] }
      return isSecret(answerTo: call, words: result?["message"]?.string ?? "")
    }
    if let params = message.checkParams { return isSecret(params) }
    if let dialog = message.dialog { return isSecret(dialog) }
    guard let call = message.formCall else { return false }
    return documents[call.uri]?.isSecret(call) ?? call.mayQuote
  }

  /// Whether somebody has answered what nobody asks: a secure field.
  private func isSecret(_ dialog: CommandDialog) -> Bool {
    guard let answers = dialog.answers, !answers.isEmpty else { return false }
    guard let document = dialog.target.flatMap({ openDocument($0.uri)?.document }) else {
      return true
    }
    return answers.contains { document.index.field($0.id).map(document.isSecret) ?? true }
  }

  /// Whether records may have values of secure fields.
  private func isSecret(_ params: CheckParams) -> Bool {
    switch params.form {
    case .open(let uri): openDocument(uri)?.document.hasSecrets ?? true
    case .text(let text): text.span.firstOffset(of: Array("secure".utf8)) != nil
    }
  }

  /// Whether the answer of a closure of the host may quote a secure draft.
  func isSecret(_ answer: ClosureAnswer) -> Bool {
    isSecret(answerTo: turn.calls.host[answer.token], words: answer.answer.words ?? "")
  }

  private func isSecret(answerTo call: PeerCall?, words: String) -> Bool {
    guard let call, let uri = call.uri else { return true }
    return openDocument(uri)?.isSecret(answerTo: call.inquiry, words: words) ?? true
  }
}

extension FormCall {
  /// Whether it has words that may be a draft.
  fileprivate var mayQuote: Bool {
    if case .open(.some, _) = verb { return true }
    return key != nil
  }
}

extension HostAnswer {
  /// What a validator has said.
  fileprivate var words: String? {
    if case .validation(.refused(let words)) = self { words } else { nil }
  }
}
