package import FieldModels

/// How acts of a front end are carried out: one after the other in each document, with questions
/// to the client's delegate in between.
extension DocumentSession {
  mutating func start(_ operation: FormOperation, in turn: inout Turn) throws(RPCError) {
    if let key = operation.act.key { _ = try field(keyed: key) }
    let limit = turn.configuration.limits.operationCount
    guard operations.count < limit else {
      throw .invalidRequest("\(limit) acts are waiting; wait for their answers")
    }
    operations.append(operation)
    if operations.count == 1 { run(in: &turn) }
  }

  /// Carries out what waits, until something has to be waited for.
  mutating func run(in turn: inout Turn) {
    while var operation = operations.first, operation.waiting == nil {
      do throws(FormRefusal) {
        try advance(&operation, in: &turn)
        operations.first = operation
        if operation.waiting != nil { return }
        finish(operation, in: &turn)
      } catch {
        finish(operation, refusal: error, in: &turn)
      }
    }
  }

  /// Goes on with an operation up to its end, or to something to wait for.
  private mutating func advance(
    _ operation: inout FormOperation, in turn: inout Turn
  ) throws(FormRefusal) {
    if operation.steps == nil { try plan(&operation, in: turn) }
    while let step = operation.steps?.first {
      operation.steps?.removeFirst()
      switch step {
      case .ask(let question, let id):
        guard turn.client.forms?.questions.contains(question.name) ?? false else { continue }
        operation.waiting = .answer(ask(question, about: id, for: operation.id, in: &turn))
        return
      case .then(let act):
        let steps = try steps(of: act, operation.manner, in: turn)
        operation.steps = steps + (operation.steps ?? [])
      case .edit(let edit):
        try checkRevision(of: edit, operation)
        try document.checkClosed(edit)
        if owner == .editor {
          try checkTakesEdits([step], in: turn)
          guard let number = applyEdit(edit, for: operation.id, in: &turn) else { continue }
          operation.waiting = .answer(number)
          operation.versionAsked = version
          return
        }
        document.carryOut(edit, at: turn.now)
        noteCarriedOut(in: &turn)
        version = (version ?? 0) + 1
      case .autofill(.lookUp(let id)):
        let query = document.autofillQuery(of: id)
        operation.offers = lookUp(query, for: .operation(operation.id), in: &turn)
        if operation.offers == nil {
          operation.waiting = .lookup
          return
        }
      case .autofill(.offer(let id)): try offer(id, to: &operation, in: &turn)
      case .autofill(.checkRemovable(let id, let text)):
        try checkRemovable(text, of: id, found: operation.offers, in: &turn)
      case .autofill(.remember(let change)):
        if let number = try remember(change, in: &turn) {
          operation.waiting = .write(number)
          return
        }
      case .effect(let effect): carryOut(effect, in: &turn)
      }
    }
  }

  /// Shows what was found, or applies it where there is no choice.
  private mutating func offer(
    _ id: FieldID, to operation: inout FormOperation, in turn: inout Turn
  ) throws(FormRefusal) {
    let shown = operation.offers?.shown ?? []
    guard let first = shown.first, let key = document.key(of: id) else {
      throw FormRefusal(.noMatch, "There is nothing to fill in for what is typed")
    }
    guard shown.count == 1 else {
      return carryOut(.showAutofill(id, isShown: true), in: &turn)
    }
    operation.applied = first.text
    // What there was for the draft before is not what there is now.
    operation.offers = nil
    operation.steps = [.then(.applyAutofill(key: key, text: first.text))]
  }

  private mutating func carryOut(_ effect: FormAct.Effect, in turn: inout Turn) {
    document.carryOut(effect, at: turn.now)
    noteCarriedOut(in: &turn)
  }

  private mutating func noteCarriedOut(in turn: inout Turn) {
    isTouched = true
    tellEvents(in: &turn)
  }

  private mutating func plan(
    _ operation: inout FormOperation, in turn: Turn
  ) throws(FormRefusal) {
    if let meant = operation.manner.version, let version, meant != version {
      throw FormRefusal(
        .outdated, "The edit is of version \(meant); the document has version \(version)")
    }
    operation.wasActive = document.activeField
    if case .replaceText(let key, _, let text) = operation.act,
      let id = document.field(keyed: key)
    {
      operation.revision = document.states[id]?.revision ?? 0
      var range: Range<Int>?
      if let given = operation.manner.range {
        let draft = document.reading(of: id)?.definition.draft.text ?? ""
        range = draft.utf8Range(given, turn.client.positionEncoding)
      }
      if operation.manner.truncates {
        operation.cut = document.cut(text, replacing: range, of: id)
      }
      operation.act = .replaceText(key: key, range: range, text: operation.cut?.kept ?? text)
    }
    operation.steps = try steps(of: operation.act, operation.manner, in: turn)
  }

  private mutating func steps(
    of act: FormAct, _ manner: FormCall.ActManner, in turn: Turn
  ) throws(FormRefusal) -> [FormAct.Step] {
    let steps = try document.steps(of: act, opens: manner.opens, at: turn.now)
    try checkTakesEdits(steps, in: turn)
    return steps
  }

  /// Refuses at once what only an edit by the editor could bring about, where the client has not
  /// said that it takes edits: nobody would ever answer.
  private mutating func checkTakesEdits(
    _ steps: [FormAct.Step], in turn: Turn
  ) throws(FormRefusal) {
    guard owner == .editor, !turn.client.appliesEdits else { return }
    for case .edit(let edit) in steps where document.change(of: edit) != nil {
      throw FormRefusal(
        .notApplied,
        "The text is the editor's, which has not said that it takes workspace/applyEdit")
    }
  }

  /// A range belongs to one draft; while the delegate was thinking there may have come another.
  private func checkRevision(
    of edit: FormAct.Edit, _ operation: FormOperation
  ) throws(FormRefusal) {
    guard case .splice(let id, _, _) = edit, let revision = operation.revision else { return }
    if document.states[id]?.revision ?? 0 != revision {
      throw FormRefusal(.outdated, "The draft has changed since")
    }
  }

  /// Goes on with the first operation, for which there is nothing to wait any more; a refusal ends
  /// it.
  mutating func goOn(_ refusal: FormRefusal? = nil, in turn: inout Turn) {
    operations.first?.waiting = nil
    if let refusal, let operation = operations.first {
      finish(operation, refusal: refusal, in: &turn)
    }
    run(in: &turn)
  }

  private mutating func finish(
    _ operation: FormOperation, refusal: FormRefusal? = nil, in turn: inout Turn
  ) {
    guard operations.first?.id == operation.id else { return }
    operations.removeFirst()
    let answer = answer(to: operation, refusal: refusal, in: turn)
    turn.out.append(.answer(operation.id, .form(answer)))
  }

  private mutating func answer(
    to operation: FormOperation, refusal: FormRefusal?, in turn: Turn
  ) -> JSONText {
    let version = version
    let encoding = turn.client.positionEncoding
    let active = document.activeField
    let reading = active.flatMap { document.reading(of: $0) }
    let isMove = operation.act.isMove
    let isNewField = active != nil && active != operation.wasActive
    let cut = refusal == nil ? operation.cut : nil
    let caret = cut.map { $0.upToCaret.unitCount(encoding) }
    let selection =
      caret.map { $0..<$0 } ?? (isNewField ? reading?.definition.selectionOnEntry(encoding) : nil)
    let hasWords = refusal != nil || operation.offers != nil || operation.applied != nil
    let isSecret = hasWords && isAboutSecret(operation, in: turn)
    return JSONText { json in
      json.member("accepted", refusal == nil)
      if let refusal {
        json.member("reason", refusal.reason.rawValue)
        json.member("message", refusal.message, isSecret: isSecret)
      }
      json.member("version", orNull: version)
      if isMove { json.member("moved", active != operation.wasActive) }
      json.member("active", orNull: reading?.definition.key)
      if let applied = operation.applied {
        json.member("applied", applied, isSecret: isSecret)
      }
      if refusal == nil, let offers = operation.offers {
        json.offers(offers, areSecret: isSecret)
      }
      if let cut {
        json.object("dropped") { json in
          json.member("count", cut.droppedCount)
          json.member("unit", cut.unit.rawValue)
        }
      }
      json.member("selection", ifAny: selection.map { FormCall.DraftRange($0) })
    }
  }

  /// Whether what is told of an act, such as an editor's reason for a refusal, may have a secure
  /// draft in it.
  private func isAboutSecret(_ operation: FormOperation, in turn: Turn) -> Bool {
    let named = operation.act.key.flatMap { document.field(keyed: $0) }
    return (named ?? operation.wasActive).map { mustHide($0, in: turn) } ?? false
  }

  /// Gives up on a request that waits; it is answered by its own spelling of its id.
  mutating func cancel(_ id: RequestID, in turn: inout Turn) {
    if let waiter = waiters.remove(id) {
      return turn.out.append(.error(waiter.id, .cancelled))
    }
    let asker = takeAsker(id, in: &turn)
    if let operation = operations.remove(id) {
      if case .answer(let number) = operation.waiting {
        _ = turn.calls.client.remove(number)
        turn.cancelCall(number)
      }
      turn.out.append(.error(operation.id, .cancelled))
      return run(in: &turn)
    }
    if let asker { turn.out.append(.error(asker.id, .cancelled)) }
  }

  /// Tells what has happened to fields, in order.
  mutating func tellEvents(in turn: inout Turn) {
    for event in document.takeEvents() {
      let isSecret = mustHide(event.field, in: turn)
      turn.out.append(
        .fieldEvent(JSONText { event.writeMembers(in: uri, isSecret: isSecret, to: &$0) }))
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
  fileprivate func writeMembers(in uri: String, isSecret: Bool, to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("key", key)
    json.member("tag", tag)
    json.member("event", kind.name)
    switch kind {
    case .didSelectRow(let index, let value):
      json.member("index", index, isSecret: isSecret, standIn: .integer(-1))
      json.member("value", value ?? .null, isSecret: isSecret, standIn: .null)
    case .dateChanged(let date): json.member("date", date, isSecret: isSecret)
    case .didBeginEditing, .didEndEditing, .cleared, .iconTapped: break
    }
  }
}

extension FieldDefinition {
  /// What to select in a field that was entered: all of the draft, or its end.
  fileprivate func selectionOnEntry(_ encoding: PositionEncoding) -> Range<Int>? {
    guard kind?.isTextEntry ?? false else { return nil }
    let count = draft.text.unitCount(encoding)
    return selectsAllOnFocus ? 0..<count : count..<count
  }
}

extension FormCall.DraftRange: JSONObjectWritable {
  fileprivate init(_ range: Range<Int>) {
    self.init(start: range.lowerBound, end: range.upperBound)
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("start", start)
    json.member("end", end)
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

  /// A range in bytes of UTF-8: in order and inside of it, whatever the client sent.
  fileprivate func utf8Range(
    _ range: FormCall.DraftRange, _ encoding: PositionEncoding
  ) -> Range<Int> {
    let first = max(0, min(range.start, range.end))
    let last = max(0, max(range.start, range.end))
    return utf8Offset(ofUnits: first, encoding)..<utf8Offset(ofUnits: last, encoding)
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
