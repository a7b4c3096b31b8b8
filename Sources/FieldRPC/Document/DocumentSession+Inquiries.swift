import FieldModels

/// What the form asks, sent to whom it is for, and what was answered: whether an act may go on, what
/// a validator or an autofill source says, to put an edit into a text that is the client's.
extension DocumentSession {
  mutating func ask(
    _ inquiry: Inquiry, sending sent: inout SentDrafts, in turn: inout Turn
  ) {
    let call = PeerCall(uri: uri, inquiry: inquiry.number)
    let encoding = turn.client.positionEncoding
    switch inquiry.subject {
    case .consent(let question, let reading):
      askClient(.should, call, .consent, in: &turn) { json in
        switch question {
        case .addEntry, .removeEntry:
          let place = reading?.definition.key.flatMap { document.place(ofKey: $0) }
          json.member("list", place?.list ?? reading?.mentions.group ?? "")
          json.member("entry", ifAny: place?.entry)
        case .begin, .end, .return, .clear, .iconTap, .changeText:
          json.member("key", reading?.definition.key ?? "")
          json.member("tag", reading?.definition.tag ?? 0)
        }
        json.member("question", question.name.rawValue)
        if case .changeText(let range, let text) = question {
          let draft = reading?.definition.draft.text ?? ""
          json.member("range", draft.unitRange(range, encoding))
          json.member("text", text, isSecret: inquiry.isSecret)
        }
      }
    case .validation(let request):
      guard turn.client.forms?.validators.contains(request.validator) ?? false else {
        let name = request.validator
        let seesForm = turn.configuration.formValidators.contains(name)
        let request = form.closureRequest(request, seesForm: seesForm, sending: &sent)
        return turn.calls.host.add(.validation(name, request), for: call)
      }
      askValidator(request, call, isSecret: inquiry.isSecret, sending: &sent, in: &turn)
    case .texts(let query):
      guard turn.client.forms?.autofillSources.contains(query.use.source) ?? false else {
        return turn.calls.host.add(.texts(query.use.source, of: query.text), for: call)
      }
      askClient(.autofillStrings, call, .texts, in: &turn) { json in
        json.member("source", query.use.source)
        json.member("key", query.key)
        json.member("text", query.text, isSecret: inquiry.isSecret)
      }
    case .edit(let change): applyEdit(change, call, isSecret: inquiry.isSecret, in: &turn)
    case .memory(let change):
      guard turn.configuration.isMemoryStored, turn.client.settings.isMemoryStored else {
        turn.sources.remember(change)
        enter(turn)
        return form.take(.kept(failure: nil), to: inquiry.number)
      }
      turn.write(change, for: call)
    }
  }

  /// Asks a validator of the client, and sends other drafts along.
  private func askValidator(
    _ request: CheckRequest, _ call: PeerCall, isSecret: Bool, sending sent: inout SentDrafts,
    in turn: inout Turn
  ) {
    let values = form.drafts(with: request.key, sending: &sent)
    let secretKeys =
      form.host.marksSecrets ? Set(values.map { $0.key }.filter { self.isSecret(key: $0) }) : []
    askClient(.runValidation, call, .validation, in: &turn) { json in
      json.member("validator", request.validator)
      json.member("key", request.key)
      if let value = request.value {
        json.member("value", value, isSecret: isSecret)
      } else {
        json.member("value", JSONValue.null)
      }
      let drafts = values.map { JSONValue.Member($0, JSONValue($1)) }
      json.member("values") { $0.drafts(drafts, secretKeys: secretKeys) }
    }
  }

  /// Asks the client something about this document by a method of ours; the number of the request
  /// is its `token` too.
  private func askClient(
    _ method: Method, _ call: PeerCall, _ kind: ClientCalls.Kind, in turn: inout Turn,
    _ writeMembers: (inout JSONWriter) -> Void
  ) {
    let number = turn.calls.takeRequestNumber()
    let params = JSONText { json in
      json.member("uri", uri)
      writeMembers(&json)
      json.member("token", number)
    }
    turn.call(method, number: number, for: call, kind, with: params)
  }

  /// Asks the editor to put a draft into its text.
  private func applyEdit(
    _ change: TextEdit, _ call: PeerCall, isSecret: Bool, in turn: inout Turn
  ) {
    let translation = Translation(text: document.text, encoding: turn.client.positionEncoding)
    let textEdit = LSP.TextEdit(
      range: translation.range(change.range),
      newText: String(decoding: change.replacement, as: UTF8.self), isSecret: isSecret)
    let workspaceEdit = LSP.WorkspaceEdit(
      uri: uri, version: version, isVersioned: turn.client.takesVersionedEdits, edits: [textEdit])
    let params = JSONText { json in
      json.member("label", "Fill in")
      json.member("edit", workspaceEdit)
    }
    turn.call(
      .applyEdit, number: turn.calls.takeRequestNumber(), for: call, .edit, with: params)
  }

  /// Takes what the client has answered to a request.
  mutating func take(_ answer: ClientAnswer, to inquiry: Int, _ kind: ClientCalls.Kind) {
    form.take(Inquiry.Answer(answer, to: kind), to: inquiry)
  }

  /// Takes what a closure of the host has answered.
  mutating func take(_ answer: HostAnswer, to inquiry: Int) {
    switch answer {
    case .validation(let answer): form.take(.validation(answer), to: inquiry)
    case .texts(let texts): form.take(.texts(texts.map { ($0, nil) }), to: inquiry)
    }
  }
}

extension Inquiry.Answer {
  /// What a client's answer means.
  fileprivate init(_ answer: ClientAnswer, to kind: ClientCalls.Kind) {
    let result = answer.result
    switch kind {
    // Only a plain no is a no: a delegate that fails is no reason to lose what was typed.
    case .consent: self = .consent(result != .bool(false))
    case .validation: self = .validation(ValidationAnswer(answer))
    case .texts: self = .texts(Self.texts(result))
    case .edit:
      self =
        result?["applied"] == .bool(true)
        ? .edited(failure: nil) : .edited(failure: result?["failureReason"]?.string ?? "")
    }
  }

  /// `{"strings": ["…", {"text": "…", "removable": true}]}`, or the list alone.
  private static func texts(_ result: JSONValue?) -> [(text: String, isRemovable: Bool?)]? {
    guard let list = result?["strings"]?.array ?? result?.array else { return nil }
    return list.compactMap { element in
      guard let text = element.string ?? element["text"]?.string else { return nil }
      return (text, element["removable"].map { $0 == .bool(true) })
    }
  }
}

extension ValidationAnswer {
  /// `{"ok": true}`, `{"ok": false}` or `{"message": …}`; an error, and anything else, is a check that
  /// has failed.
  init(_ answer: ClientAnswer) {
    switch answer {
    case .failure(let message): self.init(failure: message)
    case .result(let result):
      if let message = result["message"]?.string {
        self = .refused(message: message)
        return
      }
      switch result["ok"] {
      case .bool(true): self = .accepted
      case .bool(false): self = .refused(message: nil)
      case .null, .number, .string, .array, .object, nil:
        self.init(failure: "The answer has neither `ok` nor `message`")
      }
    }
  }
}

extension JSONValue {
  /// A draft as validators of the client see it.
  init(_ draft: Draft) {
    switch draft {
    case .text(let text): self = .string(text)
    case .rows(let rows): self = .array(rows.map { .string($0) })
    }
  }
}
