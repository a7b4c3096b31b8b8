import FieldModels

/// What the daemon asks its client: whether an act may go on, what a validator of the client says,
/// to put an edit into a text that is the client's.
///
/// An answer that comes late, twice or from nowhere finds no call and does nothing.
extension DocumentSession {
  /// Asks the delegate; gives the number of the call.
  mutating func ask(
    _ question: FieldQuestion, about id: FieldID, for operation: RequestID, in turn: inout Turn
  ) -> Int {
    let definition = document.reading(of: id)?.definition
    let encoding = turn.client.positionEncoding
    let isSecret = mustHide(id, in: turn)
    return call(
      .should, for: .question(uri: uri, operation: operation),
      within: turn.configuration.limits.questionNanoseconds, in: &turn
    ) { json in
      json.member("key", definition?.key ?? "")
      json.member("tag", definition?.tag ?? 0)
      json.member("question", question.name.rawValue)
      if case .changeText(let range, let text) = question {
        let draft = definition?.draft.text ?? ""
        let place = FormCall.DraftRange(
          start: draft.units(before: range.lowerBound, encoding),
          end: draft.units(before: range.upperBound, encoding))
        json.member("range", place)
        json.member("text", text, isSecret: isSecret)
      }
    }
  }

  /// Asks a validator of the client, and sends other drafts along.
  func askClient(
    _ request: CheckRequest, sending drafts: inout SentDrafts, in turn: inout Turn
  ) {
    let isTraced = turn.configuration.isTraced
    let isSecure = isTraced && isSecret(request.token)
    let values = drafts.drafts(
      with: request.key, of: document, limit: turn.configuration.limits.sentDraftCount)
    let secretKeys = isTraced ? Set(values.map(\.key).filter { isSecret(key: $0) }) : []
    _ = call(
      .runValidation, for: .validation(uri: uri, request.token),
      within: turn.configuration.limits.validationNanoseconds, in: &turn
    ) { json in
      json.member("validator", request.validator)
      json.member("key", request.key)
      if let value = request.value {
        json.member("value", value, isSecret: isSecure)
      } else {
        json.member("value", JSONValue.null)
      }
      let drafts = values.map { JSONValue.Member($0, JSONValue($1)) }
      json.member("values") { $0.drafts(drafts, secretKeys: secretKeys) }
    }
  }

  /// What a validator of the host is asked; those that judge a draft by itself cost no look at the
  /// others.
  func hostRequest(
    _ request: CheckRequest, sending drafts: inout SentDrafts, in turn: Turn
  ) -> ValidationRequest {
    guard turn.configuration.formValidators.contains(request.validator) else {
      return ValidationRequest(key: request.key, value: request.value)
    }
    let values = drafts.drafts(
      with: request.key, of: document, limit: turn.configuration.limits.sentDraftCount)
    return ValidationRequest(
      key: request.key, value: request.value,
      values: Dictionary(values, uniquingKeysWith: { first, _ in first }))
  }

  /// Asks an autofill source of the client.
  func askClient(_ lookup: AutofillLookup, in turn: inout Turn) {
    let query = lookup.query
    let isSecret = mustHide(query.field, in: turn)
    _ = call(
      .autofillStrings, for: .lookup(uri: uri, lookup.number),
      within: turn.configuration.limits.sourceNanoseconds, in: &turn
    ) { json in
      json.member("source", query.use.source)
      json.member("key", query.key)
      json.member("text", query.text, isSecret: isSecret)
    }
  }

  /// Asks the client something about this document by a method of ours; gives the number of the
  /// request, which is its `token` too.
  private func call(
    _ method: Method, for purpose: PendingCalls.Purpose, within nanoseconds: Int64,
    in turn: inout Turn, _ writeMembers: (inout JSONWriter) -> Void
  ) -> Int {
    let number = turn.calls.takeRequestNumber()
    let params = JSONText { json in
      json.member("uri", uri)
      writeMembers(&json)
      json.member("token", number)
    }
    turn.call(method, number: number, for: purpose, within: nanoseconds, with: params)
    return number
  }

  /// Asks the editor to put a draft into its text.
  ///
  /// - Returns: the number of the request; nil where there is nothing to change.
  mutating func applyEdit(
    _ edit: FormAct.Edit, for operation: RequestID, in turn: inout Turn
  ) -> Int? {
    guard let change = document.change(of: edit) else { return nil }
    let translation = Translation(text: document.text, encoding: turn.client.positionEncoding)
    let range = translation.range(change.range)
    let textEdit = LSP.TextEdit(
      range: range, newText: String(decoding: change.replacement, as: UTF8.self),
      isSecret: mustHide(edit.field, in: turn))
    let workspaceEdit = LSP.WorkspaceEdit(
      uri: uri, version: version, isVersioned: turn.client.takesVersionedEdits, edits: [textEdit])
    let params = JSONText { json in
      json.member("label", "Fill in")
      json.member("edit", workspaceEdit)
    }
    let number = turn.calls.takeRequestNumber()
    turn.call(
      .applyEdit, number: number, for: .edit(uri: uri, operation: operation),
      within: turn.configuration.limits.editNanoseconds, with: params)
    return number
  }

  /// Takes what the client has answered to a request; nil for an error, and for no answer in time.
  mutating func take(
    _ result: JSONValue?, to purpose: PendingCalls.Purpose, in turn: inout Turn
  ) {
    switch purpose {
    case .question(_, let operation):
      // Only a plain no is a no: a delegate that fails is no reason to lose what was typed.
      takeConsent(result != .bool(false), to: operation, in: &turn)
    case .validation(_, let token): take(ValidationAnswer(result), to: token, in: turn)
    case .lookup(_, let number): take(Self.texts(result), ofLookup: number, in: &turn)
    case .edit(_, let operation): takeEdit(result, for: operation, in: &turn)
    }
  }

  /// Takes what a closure of the host has answered.
  mutating func take(
    _ answer: HostAnswer, to purpose: PendingCalls.Purpose, in turn: inout Turn
  ) {
    switch (purpose, answer) {
    case (.validation(_, let token), .validation(let answer)): take(answer, to: token, in: turn)
    case (.lookup(_, let number), .texts(let texts)):
      take(texts.map { ($0, nil) }, ofLookup: number, in: &turn)
    case (_, .validation), (_, .texts): break
    }
  }

  private mutating func take(
    _ answer: ValidationAnswer, to token: CheckToken, in turn: Turn
  ) {
    if document.answer(token, answer, at: turn.now) { isTouched = true }
  }

  /// `{"strings": ["…", {"text": "…", "removable": true}]}`, or the list alone.
  private static func texts(_ result: JSONValue?) -> [(text: String, isRemovable: Bool?)]? {
    guard let list = result?["strings"]?.array ?? result?.array else { return nil }
    return list.compactMap { element in
      guard let text = element.string ?? element["text"]?.string else { return nil }
      return (text, element["removable"].map { $0 == .bool(true) })
    }
  }

  private mutating func takeConsent(
    _ mayGoOn: Bool, to id: RequestID, in turn: inout Turn
  ) {
    guard operations.first?.id == id else { return }
    goOn(mayGoOn ? nil : .init(.refused, "The client's delegate refused"), in: &turn)
  }

  private mutating func takeEdit(
    _ result: JSONValue?, for id: RequestID, in turn: inout Turn
  ) {
    guard let operation = operations.first, operation.id == id else { return }
    guard result?["applied"] == .bool(true) else {
      let reason = result?["failureReason"]?.string ?? ""
      let why = reason.isEmpty || document.quotesSecret(reason) ? "" : ": \(reason)"
      return goOn(.init(.notApplied, "The editor did not apply the edit\(why)"), in: &turn)
    }
    // The edit itself may be on its way still.
    if operation.versionAsked == version {
      operations.first?.waiting = .edit
    } else {
      goOn(in: &turn)
    }
  }

  /// The editor has changed its text: an operation that waits for that goes on.
  mutating func goOnAfterEdit(in turn: inout Turn) {
    if operations.first?.waiting == .edit { goOn(in: &turn) }
  }
}

extension JSONWriter {
  /// Writes drafts or values by the keys of their fields, some of which are secret.
  mutating func drafts(_ drafts: [JSONValue.Member], secretKeys: Set<String>) {
    object { json in
      for draft in drafts {
        json.member(named: draft.name) { json in
          json.secret(if: secretKeys.contains(draft.name)) { $0.value(draft.value) }
        }
      }
    }
  }
}

extension ValidationAnswer {
  /// `{"ok": true}`, `{"ok": false}` or `{"message": …}`; anything else is no answer.
  fileprivate init(_ result: JSONValue?) {
    if let message = result?["message"]?.string {
      self = .refused(message: message)
      return
    }
    switch result?["ok"] {
    case .bool(true): self = .accepted
    case .bool(false): self = .refused(message: nil)
    case .null, .number, .string, .array, .object, nil: self = .unanswered
    }
  }
}

extension String {
  /// The units of an encoding in some bytes at the beginning.
  fileprivate func units(before byteOffset: Int, _ encoding: PositionEncoding) -> Int {
    String(decoding: Array(utf8.prefix(byteOffset)), as: UTF8.self).unitCount(encoding)
  }
}

extension JSONValue {
  /// A draft as validators of the client see it.
  fileprivate init(_ draft: Draft) {
    switch draft {
    case .text(let text): self = .string(text)
    case .rows(let rows): self = .array(rows.map { .string($0) })
    }
  }
}
