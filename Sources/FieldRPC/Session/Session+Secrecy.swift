import FieldModels

/// What of a session may not be written down; what is unknown counts as secret.
extension Session {
  /// Whether a request of the forms layer, or an answer, has, or may have, a piece of a secure
  /// draft in it.
  func isSecret(_ message: ClientMessage) -> Bool {
    if case .response(let id, let answer) = message {
      // Settings have no drafts in them.
      if let number = id.requestNumber, number == settingsRequest { return false }
      let call = id.requestNumber.flatMap { turn.calls.client[$0] }
      return isSecret(answerTo: call, words: answer.words)
    }
    if let params = message.checkParams { return isSecret(params) }
    if let dialog = message.dialog { return isSecret(dialog) }
    // What it is made into says more, where it could be read.
    if message.importParams != nil { return true }
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
    case .text(let text, let format):
      (try? form(of: text, stated: format, in: "form")).map { hasSecrets($0.text) } ?? true
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
  /// Whether it has values that may be a draft, or a piece of one.
  fileprivate var mayQuote: Bool {
    switch verb {
    case .open(.some, _), .act, .addEntry, .autofill, .setError, .setState, .setProperty: true
    case .open(nil, _), .close, .snapshot, .layout, .validate, .settled, .submit, .export: false
    }
  }
}

// Conversions.
extension Session {
  /// Makes a document of a form in another format, and notes how that may be written down.
  mutating func result(of params: ImportParams) throws(RPCError) -> JSONText {
    let conversion = try params.converted(by: configuration.conversions)
    guard configuration.isTraced else { return JSONText(conversion, isSecret: false) }
    let isSecret = hasSecrets(Array(conversion.form.text().utf8))
    turn.redactions.append(isSecret ? .blanked : .asItIs)
    return JSONText(conversion, isSecret: isSecret)
  }

  /// Whether the text of a document has secure fields, or may have some.
  private func hasSecrets(_ text: [UInt8]) -> Bool {
    FieldDocument(text, dialect: .commented, vocabulary: vocabulary, at: turn.now).hasSecrets
  }
}

extension HostAnswer {
  /// What a validator has said.
  fileprivate var words: String? {
    if case .validation(let answer) = self { answer.words } else { nil }
  }
}
