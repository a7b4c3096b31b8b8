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
    let number = turn.calls.takeRequestNumber()
    let definition = document.reading(of: id)?.definition
    let isSecure = mustHide(id, in: turn)
    let encoding = turn.client.positionEncoding
    let telling = Telling(hasSecrets: isSecure) { hidesSecrets, json in
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("key")
      json.string(definition?.key ?? "")
      json.name("tag")
      json.integer(definition?.tag ?? 0)
      json.name("question")
      json.string(question.name)
      if case .changeText(let range, let text) = question {
        let draft = definition?.draft.text ?? ""
        json.name("range")
        json.stretch(
          from: draft.units(before: range.lowerBound, encoding),
          to: draft.units(before: range.upperBound, encoding))
        json.name("text")
        json.string(hidesSecrets ? "" : text)
      }
      json.name("token")
      json.integer(number)
      json.endObject()
    }
    turn.call(
      .should, number: number, for: .question(uri: uri, operation: operation),
      within: turn.configuration.limits.questionNanoseconds, with: telling)
    return number
  }

  /// Asks a validator of the client.
  func askClient(_ request: CheckRequest, in turn: inout Turn) {
    let number = turn.calls.takeRequestNumber()
    let isTraced = turn.configuration.isTraced
    let isSecure = isTraced && isSecret(request.token)
    let values = sentDrafts(with: request.key, limit: turn.configuration.limits.sentDraftCount)
    let secretKeys = isTraced ? values.map(\.name).filter { isSecret(key: $0) } : []
    let telling = Telling(hasSecrets: isSecure || !secretKeys.isEmpty) { hidesSecrets, json in
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("validator")
      json.string(request.validator)
      json.name("key")
      json.string(request.key)
      json.name("value")
      let isHidden = hidesSecrets && isSecure
      if let value = request.value { json.string(isHidden ? "" : value) } else { json.null() }
      json.name("values")
      json.value(
        .object(
          values.map { member in
            let isHidden = hidesSecrets && secretKeys.contains(member.name)
            return isHidden ? .init(member.name, .string("")) : member
          }))
      json.name("token")
      json.integer(number)
      json.endObject()
    }
    turn.call(
      .runValidation, number: number, for: .validation(uri: uri, request.token),
      within: turn.configuration.limits.validationNanoseconds, with: telling)
  }

  /// Asks an autofill source of the client.
  func askClient(_ lookup: AutofillLookup, in turn: inout Turn) {
    let number = turn.calls.takeRequestNumber()
    let query = lookup.query
    let isSecret = mustHide(query.field, in: turn)
    let telling = Telling(hasSecrets: isSecret) { hidesSecrets, json in
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("source")
      json.string(query.use.source)
      json.name("key")
      json.string(query.key)
      json.name("text")
      json.string(hidesSecrets ? "" : query.text)
      json.name("token")
      json.integer(number)
      json.endObject()
    }
    turn.call(
      .autofillStrings, number: number, for: .lookup(uri: uri, lookup.number),
      within: turn.configuration.limits.sourceNanoseconds, with: telling)
  }

  /// The drafts of the other fields that go along with one: of all in a small form, of those that
  /// the field mentions in a large one; never of a secure field.
  private func sentDrafts(with key: String, limit: Int) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    func add(_ definition: FieldDefinition) {
      guard let other = definition.key, other != key, !definition.isSecure else { return }
      switch definition.draft {
      case .text(let text): members.append(.init(other, .string(text)))
      case .rows(let rows): members.append(.init(other, .array(rows.map { .string($0) })))
      }
    }
    if document.fieldCount <= limit {
      document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
        add(reading.definition)
        return true
      }
    } else if let id = document.field(keyed: key),
      let definition = document.reading(peeking: id)?.definition
    {
      for other in Set(definition.watchedKeys).sorted() {
        let found = document.field(keyed: other).flatMap { document.reading(peeking: $0) }
        if let found { add(found.definition) }
      }
    }
    return members
  }

  /// Asks the editor to put a draft into its text.
  ///
  /// - Returns: the number of the request; nil where there is nothing to change.
  mutating func applyEdit(
    _ step: FormAct.Step, for operation: RequestID, in turn: inout Turn
  ) -> Int? {
    guard let (id, change) = document.edit(of: step) else { return nil }
    let isSecure = mustHide(id, in: turn)
    let translation = Translation(text: document.text, encoding: turn.client.positionEncoding)
    let range = translation.range(change.range)
    let isVersioned = turn.client.takesVersionedEdits
    let number = turn.calls.takeRequestNumber()
    let telling = Telling(hasSecrets: isSecure) { hidesSecrets, json in
      let text = hidesSecrets ? "" : String(decoding: change.bytes, as: UTF8.self)
      let edit = LSP.WorkspaceEdit(
        uri: uri, version: version, isVersioned: isVersioned,
        edits: [LSP.TextEdit(range: range, newText: text)])
      json.beginObject()
      json.name("label")
      json.string("Fill in")
      json.name("edit")
      edit.write(to: &json)
      json.endObject()
    }
    turn.call(
      .applyEdit, number: number, for: .edit(uri: uri, operation: operation),
      within: turn.configuration.limits.editNanoseconds, with: telling)
    return number
  }

  /// Takes what the client has answered to a request.
  ///
  /// - Parameters:
  ///   - result: nil for an error, and for no answer in time
  ///   - purpose: what was asked
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
    operations[0].waiting = nil
    if !mayGoOn { refuse(.init(.refused, "The client's delegate refused"), in: &turn) }
    run(in: &turn)
  }

  private mutating func takeEdit(
    _ result: JSONValue?, for id: RequestID, in turn: inout Turn
  ) {
    guard let operation = operations.first, operation.id == id else { return }
    operations[0].waiting = nil
    if result?["applied"] == .bool(true) {
      // The edit itself may be on its way still.
      if operation.versionAsked == version {
        operations[0].waiting = .edit
        return
      }
    } else {
      let reason = result?["failureReason"]?.string ?? ""
      let why = reason.isEmpty || document.quotesSecret(reason) ? "" : ": \(reason)"
      refuse(.init(.notApplied, "The editor did not apply the edit\(why)"), in: &turn)
    }
    run(in: &turn)
  }

  /// The editor has changed its text: an operation that waits for that goes on.
  mutating func goOnAfterEdit(in turn: inout Turn) {
    guard operations.first?.waiting == .edit else { return }
    operations[0].waiting = nil
    run(in: &turn)
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
