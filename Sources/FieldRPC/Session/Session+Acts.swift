import FieldModels

/// How acts of a front end are carried out: one after the other in each document, with questions
/// to the client's delegate in between.
extension Session {
  mutating func start(
    _ operation: FormOperation, _ uri: String, _ now: Instant, _ out: inout [ServerMessage]
  ) throws(RPCError) {
    if let key = operation.act.key { _ = try field(key, uri) }
    // No copy of the document may live while it is changed: the change would copy its indexes.
    guard let waiting = documents[uri]?.operations.count,
      waiting < configuration.limits.operationCount
    else {
      throw .invalidRequest(
        "\(configuration.limits.operationCount) acts are waiting; wait for their answers")
    }
    documents[uri]?.operations.append(operation)
    if waiting == 0 { run(uri, now, &out) }
  }

  /// Carries out what waits, until something has to be waited for.
  mutating func run(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    while var operation = documents[uri]?.operations.first, operation.waiting == nil {
      do throws(FormRefusal) {
        try advance(&operation, uri, now, &out)
        documents[uri]?.operations.first = operation
        if operation.waiting != nil { return }
        finish(operation, nil, uri, &out)
      } catch {
        finish(operation, error, uri, &out)
      }
    }
  }

  /// Goes on with an operation up to its end, or to something to wait for.
  private mutating func advance(
    _ operation: inout FormOperation, _ uri: String, _ now: Instant, _ out: inout [ServerMessage]
  ) throws(FormRefusal) {
    if operation.steps == nil { try plan(&operation, uri, now) }
    while let step = operation.steps?.first {
      operation.steps?.removeFirst()
      switch step {
      case .ask(let question, let id):
        guard client.forms?.questions.contains(question.name) ?? false else { continue }
        operation.waiting = .answer(ask(question, id, operation.id, uri, now, &out))
        return
      case .then(let act):
        let opens = operation.manner.opens
        let steps = try documents[uri]?.document.steps(of: act, opens: opens, at: now) ?? []
        try checkTakesEdits(steps, uri)
        operation.steps = steps + (operation.steps ?? [])
      case .write, .splice, .set:
        try checkRevision(operation, step, uri)
        try documents[uri]?.document.checkClosed(step)
        if documents[uri]?.owner == .editor {
          try checkTakesEdits([step], uri)
          guard let number = applyEdit(step, operation.id, uri, now, &out) else { continue }
          operation.waiting = .answer(number)
          operation.versionAsked = documents[uri]?.version
          return
        }
        carryOut(step, uri, now, &out)
        let version = documents[uri]?.version ?? 0
        documents[uri]?.version = version + 1
      case .lookUp(let id):
        let query = documents[uri]?.document.autofillQuery(of: id)
        operation.offers = lookUp(query, for: .operation(operation.id), uri, now, &out)
        if operation.offers == nil {
          operation.waiting = .lookup
          return
        }
      case .offer(let id): try offer(id, &operation, uri, now, &out)
      case .checkRemovable(let id, let text):
        try checkRemovable(text, id, operation.offers, uri)
      case .remember(let change):
        if let number = try remember(change) {
          operation.waiting = .write(number)
          return
        }
      case .begin, .end, .opened, .closed, .chose, .note, .reveal, .showAutofill:
        carryOut(step, uri, now, &out)
      }
    }
  }

  /// Shows what was found, or applies it where there is no choice.
  private mutating func offer(
    _ id: FieldID, _ operation: inout FormOperation, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) throws(FormRefusal) {
    let shown = operation.offers?.shown ?? []
    guard let first = shown.first, let key = documents[uri]?.document.key(of: id) else {
      throw FormRefusal(.noMatch, "There is nothing to fill in for what is typed")
    }
    guard shown.count == 1 else {
      return carryOut(.showAutofill(id, isShown: true), uri, now, &out)
    }
    operation.applied = first.text
    // What there was for the draft before is not what there is now.
    operation.offers = nil
    operation.steps = [.then(.applyAutofill(key: key, text: first.text))]
  }

  private mutating func carryOut(
    _ step: FormAct.Step, _ uri: String, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    documents[uri]?.document.carryOut(step, at: now)
    touched.insert(uri)
    tellEvents(uri, &out)
  }

  private mutating func plan(
    _ operation: inout FormOperation, _ uri: String, _ now: Instant
  ) throws(FormRefusal) {
    guard let open = documents[uri] else { return }
    if let version = operation.manner.version, let known = open.version, version != known {
      throw FormRefusal(
        .outdated, "The edit is of version \(version); the document has version \(known)")
    }
    operation.wasActive = open.document.activeField
    if case .replaceText(let key, _, let text) = operation.act,
      let id = open.document.field(keyed: key)
    {
      operation.revision = open.document.states[id]?.revision ?? 0
      var range: Range<Int>?
      if let given = operation.manner.range {
        let draft = documents[uri]?.document.reading(of: id)?.definition.draft.text ?? ""
        range = bytes(given, of: draft)
      }
      if operation.manner.truncates {
        operation.cut = documents[uri]?.document.cut(text, replacing: range, of: id)
      }
      operation.act = .replaceText(key: key, range: range, text: operation.cut?.kept ?? text)
    }
    let opens = operation.manner.opens
    let steps = try documents[uri]?.document.steps(of: operation.act, opens: opens, at: now) ?? []
    try checkTakesEdits(steps, uri)
    operation.steps = steps
  }

  /// Refuses at once what only an edit by the editor could bring about, where the client has not
  /// said that it takes edits: nobody would ever answer.
  private mutating func checkTakesEdits(
    _ steps: [FormAct.Step], _ uri: String
  ) throws(FormRefusal) {
    guard documents[uri]?.owner == .editor, !client.appliesEdits else { return }
    for step in steps where documents[uri]?.document.edit(of: step) != nil {
      throw FormRefusal(
        .notApplied,
        "The text is the editor's, which has not said that it takes workspace/applyEdit")
    }
  }

  /// A range of a draft in bytes of UTF-8: in order and inside of it, whatever the client sent.
  private func bytes(_ range: FormCall.DraftRange, of draft: String) -> Range<Int> {
    let first = max(0, min(range.start, range.end))
    let last = max(0, max(range.start, range.end))
    let encoding = client.positionEncoding
    return draft.utf8Offset(ofUnits: first, encoding)..<draft.utf8Offset(ofUnits: last, encoding)
  }

  /// A range belongs to one draft; while the delegate was thinking there may have come another.
  private func checkRevision(
    _ operation: FormOperation, _ step: FormAct.Step, _ uri: String
  ) throws(FormRefusal) {
    guard case .splice(let id, _, _) = step, let revision = operation.revision else { return }
    if documents[uri]?.document.states[id]?.revision ?? 0 != revision {
      throw FormRefusal(.outdated, "The draft has changed since")
    }
  }

  /// Ends the first operation with a refusal.
  mutating func refuse(
    _ refusal: FormRefusal, _ uri: String, _ out: inout [ServerMessage]
  ) {
    guard let operation = documents[uri]?.operations.first else { return }
    finish(operation, refusal, uri, &out)
  }

  private mutating func finish(
    _ operation: FormOperation, _ refusal: FormRefusal?, _ uri: String,
    _ out: inout [ServerMessage]
  ) {
    guard documents[uri]?.operations.first?.id == operation.id else { return }
    documents[uri]?.operations.removeFirst()
    let answer = answer(operation, refusal, uri)
    out.append(.answer(operation.id, .form(answer)))
  }

  private mutating func answer(
    _ operation: FormOperation, _ refusal: FormRefusal?, _ uri: String
  ) -> Telling {
    let version = documents[uri]?.version
    let active = documents[uri]?.document.activeField
    let reading = active.flatMap { documents[uri]?.document.reading(of: $0) }
    let isMove = operation.act.isMove
    let isNewField = active != nil && active != operation.wasActive
    let cut = refusal == nil ? operation.cut : nil
    let caret = cut.map { $0.upToCaret.unitCount(client.positionEncoding) }
    let selection =
      caret.map { $0..<$0 } ?? (isNewField ? (reading?.definition).flatMap(selection) : nil)
    let hasWords = refusal != nil || operation.offers != nil || operation.applied != nil
    let hasSecrets = hasWords && isAboutSecret(operation, uri)
    return Telling(hasSecrets: hasSecrets) { hidesSecrets, json in
      json.beginObject()
      json.name("accepted")
      json.bool(refusal == nil)
      if let refusal {
        json.name("reason")
        json.string(refusal.reason.rawValue)
        json.name("message")
        json.string(hidesSecrets ? "" : refusal.message)
      }
      json.version(version)
      if isMove {
        json.name("moved")
        json.bool(active != operation.wasActive)
      }
      json.name("active")
      if let key = reading?.definition.key { json.string(key) } else { json.null() }
      if let applied = operation.applied {
        json.name("applied")
        json.string(hidesSecrets ? "" : applied)
      }
      if refusal == nil, let offers = operation.offers {
        json.offers(hidesSecrets ? AutofillOffers() : offers)
      }
      if let cut {
        json.name("dropped")
        cut.writeDropped(to: &json)
      }
      if let selection {
        json.name("selection")
        json.stretch(from: selection.lowerBound, to: selection.upperBound)
      }
      json.endObject()
    }
  }

  /// Whether what is told of an act, such as an editor's reason for a refusal, may have a secure
  /// draft in it.
  private func isAboutSecret(_ operation: FormOperation, _ uri: String) -> Bool {
    let named = operation.act.key.flatMap { documents[uri]?.document.field(keyed: $0) }
    return (named ?? operation.wasActive).map { mustHide($0, uri) } ?? false
  }

  /// What to select in a field that was entered: all of the draft, or its end.
  private func selection(in definition: FieldDefinition) -> Range<Int>? {
    guard definition.kind?.isTextEntry ?? false else { return nil }
    let count = definition.draft.text.unitCount(client.positionEncoding)
    return definition.selectsAllOnFocus ? 0..<count : count..<count
  }

  /// Gives up on a request that waits; it is answered by its own spelling of its id.
  mutating func cancel(_ id: RequestID, _ now: Instant, _ out: inout [ServerMessage]) {
    let uri = documents.uris.filter { documents[$0]?.waits(id) ?? false }.min()
    guard let uri else { return }
    if let waiter = documents[uri]?.waiters.remove(id) {
      return out.append(.error(waiter.id, .cancelled))
    }
    let asker = takeAsker(id, uri, &out)
    if let operation = documents[uri]?.operations.remove(id) {
      if case .answer(let number) = operation.waiting {
        _ = clientCalls.remove(number)
        out.append(.cancelCall(.number(String(number))))
      }
      out.append(.error(operation.id, .cancelled))
      return run(uri, now, &out)
    }
    if let asker { out.append(.error(asker.id, .cancelled)) }
  }

  /// Tells what has happened to fields, in order.
  mutating func tellEvents(_ uri: String, _ out: inout [ServerMessage]) {
    for event in documents[uri]?.document.takeEvents() ?? [] {
      let isSecret = mustHide(event.field, uri)
      out.append(
        .fieldEvent(Telling(hasSecrets: isSecret) { event.write(uri, hidesSecrets: $0, to: &$1) }))
    }
  }
}

extension FormAct {
  /// The field that it names.
  var key: String? {
    switch self {
    case .begin(let key), .replaceText(let key, _, _), .clear(let key), .select(let key, _),
      .selectManual(let key), .setDate(let key, _), .autofill(let key, _),
      .applyAutofill(let key, _), .learnAutofill(let key, _), .removeAutofill(let key, _),
      .tapIcon(let key), .setProperty(let key, _, _):
      key
    case .end, .done, .return, .next, .previous: nil
    }
  }

  /// Whether another field may have its key afterwards, or its draft be a secret.
  var changesSecrecy: Bool {
    guard case .setProperty(_, let name, _) = self else { return false }
    return name == .key || name == .secure
  }

  /// Whether it is about the focus.
  fileprivate var isMove: Bool {
    switch self {
    case .begin, .end, .done, .return, .next, .previous: true
    case .replaceText, .clear, .select, .selectManual, .setDate, .autofill, .applyAutofill,
      .learnAutofill, .removeAutofill, .tapIcon, .setProperty:
      false
    }
  }
}

extension FieldEvent {
  fileprivate func write(_ uri: String, hidesSecrets: Bool, to json: inout JSONWriter) {
    json.beginObject()
    json.name("uri")
    json.string(uri)
    json.name("key")
    json.string(key)
    json.name("tag")
    json.integer(tag)
    json.name("event")
    json.string(kind.name)
    switch kind {
    case .didSelectRow(let index, let value):
      json.name("index")
      json.integer(hidesSecrets ? -1 : index)
      json.name("value")
      if let value, !hidesSecrets { json.value(value) } else { json.null() }
    case .dateChanged(let date):
      json.name("date")
      json.string(hidesSecrets ? "" : date)
    case .didBeginEditing, .didEndEditing, .cleared, .iconTapped: break
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// Writes a stretch of a draft, in units of the negotiated encoding.
  mutating func stretch(from start: Int, to end: Int) {
    beginObject()
    name("start")
    integer(start)
    name("end")
    integer(end)
    endObject()
  }
}

extension TextCut {
  /// Writes how much was cut off.
  fileprivate func writeDropped(to json: inout JSONWriter) {
    json.beginObject()
    json.name("count")
    json.integer(droppedCount)
    json.name("unit")
    json.string(unit.rawValue)
    json.endObject()
  }
}

extension String {
  /// Its length in units of an encoding.
  func unitCount(_ encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: utf8.count
    case .utf16: utf16.count
    case .utf32: unicodeScalars.count
    }
  }

  /// The bytes of UTF-8 before a number of units, or of all of it where there are fewer.
  fileprivate func utf8Offset(ofUnits units: Int, _ encoding: PositionEncoding) -> Int {
    var seen = 0
    var byteCount = 0
    for scalar in unicodeScalars {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
      if units < seen + width { break }
      seen += width
      byteCount += UTF8.width(scalar)
    }
    return byteCount
  }
}
