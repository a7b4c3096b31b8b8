/// How acts are carried out: one after the other, with questions in between.
extension FieldForm {
  /// Begins an act, or lets it wait behind others; `Outcome.act` is its end.
  package mutating func start(_ act: FormAct, _ manner: FormActManner, as ticket: Int) {
    let mustWait = operations.first != nil
    operations.append(FormOperation(ticket: ticket, act, manner))
    if !mustWait { run() }
  }

  /// Why no other act can be begun, in words; nil where one can.
  package var actOverload: String? {
    let limit = host.limits.operationCount
    return operations.count < limit
      ? nil : "\(limit) acts are waiting; wait for their answers"
  }

  /// Carries out what waits, until something has to be waited for.
  mutating func run() {
    while var operation = operations.first, operation.waiting == nil {
      do throws(FormRefusal) {
        try advance(&operation)
        if operation.waiting != nil {
          operations.first = operation
          return
        }
        finish(operation)
      } catch {
        finish(operation, refusal: error)
      }
    }
  }

  /// Goes on with the first operation, which has waited, or ends it with a refusal.
  mutating func goOn(refusal: FormRefusal? = nil) {
    operations.first?.waiting = nil
    if let refusal, let operation = operations.first { finish(operation, refusal: refusal) }
    run()
  }

  /// Goes on with an operation up to its end, or to something to wait for.
  private mutating func advance(_ operation: inout FormOperation) throws(FormRefusal) {
    if operation.steps == nil { try plan(&operation) }
    while operation.waiting == nil, let step = operation.steps?.first {
      operation.steps?.removeFirst()
      switch step {
      case .ask(let question, let id): try ask(question, about: id, for: &operation)
      case .then(let act):
        if case .beginEntry(let list, let index) = act {
          let numbers = document.entryNumbers(ofList: list)
          operation.entry = numbers.indices.contains(index) ? numbers[index] : nil
        }
        let steps = try steps(of: act, operation.manner)
        operation.steps = steps + (operation.steps ?? [])
      case .edit(let edit): try carryOut(edit, for: &operation)
      case .effect(let effect): carryOut(effect)
      case .autofill(let step): try carryOut(step, for: &operation)
      }
    }
  }

  private mutating func ask(
    _ question: FieldQuestion, about id: FieldID, for operation: inout FormOperation
  ) throws(FormRefusal) {
    if let delegate = closures.delegate, let field = picture(of: id), !delegate(question, field) {
      throw FormRefusal(.refused, "The delegate refused")
    }
    guard host.heededQuestions.contains(question.name) else { return }
    operation.waiting = .consent(
      ask(
        .consent(question, document.reading(of: id)), for: .act(operation.ticket),
        within: host.limits.consentNanoseconds, isSecret: mustMark(id)))
  }

  private mutating func carryOut(
    _ edit: FormAct.Edit, for operation: inout FormOperation
  ) throws(FormRefusal) {
    try checkRevision(of: edit, operation)
    try document.checkClosed(edit)
    switch host.textOwner {
    case .form:
      document.carryOut(edit, at: now)
      noteCarriedOut()
      version = (version ?? 0) + 1
    case .editor:
      try checkTakesEdits([.edit(edit)])
      guard let change = document.change(of: edit) else { return }
      operation.waiting = .edit(
        ask(
          .edit(change), for: .act(operation.ticket), within: host.limits.editNanoseconds,
          isSecret: mustMark(edit)))
      operation.versionAsked = version
    }
  }

  mutating func carryOut(_ effect: FormAct.Effect) {
    document.carryOut(effect, at: now)
    noteCarriedOut()
  }

  private mutating func noteCarriedOut() {
    isTouched = true
    tellEvents()
  }

  private mutating func carryOut(
    _ step: FormAct.Autofill, for operation: inout FormOperation
  ) throws(FormRefusal) {
    switch step {
    case .lookUp(let id):
      let query = document.autofillQuery(of: id)
      operation.offers = lookUp(query, for: .act(ticket: operation.ticket))
      if operation.offers == nil { operation.waiting = .texts }
    case .offer(let id): try offer(id, to: &operation)
    case .checkRemovable(let id, let text):
      try checkRemovable(text, of: id, found: operation.offers)
    case .remember(let change):
      if let number = try remember(change, for: operation.ticket) {
        operation.waiting = .keeping(number)
      }
    }
  }

  /// Shows what was found, or applies it where there is no choice.
  private mutating func offer(
    _ id: FieldID, to operation: inout FormOperation
  ) throws(FormRefusal) {
    let shown = operation.offers?.shown ?? []
    guard let first = shown.first, let key = document.key(of: id) else {
      throw FormRefusal(.noMatch, "There is nothing to fill in for what is typed")
    }
    guard shown.count == 1 else { return carryOut(.showAutofill(id, isShown: true)) }
    operation.applied = first.text
    // What there was for the draft before is not what there is now.
    operation.offers = nil
    operation.steps = [.then(.applyAutofill(key: key, text: first.text))]
  }

  private mutating func plan(_ operation: inout FormOperation) throws(FormRefusal) {
    if let meant = operation.manner.version, let version, meant != version {
      throw FormRefusal(
        .outdated, "The edit is of version \(meant); the document has version \(version)")
    }
    operation.wasActive = document.activeField
    if case .replaceText(let key, let range, let text) = operation.act,
      let id = document.field(keyed: key)
    {
      operation.revision = document.revision(of: id)
      var range = range
      if let given = operation.manner.range {
        let draft = document.reading(of: id)?.definition.draft.text ?? ""
        range = draft.utf8Range(given, operation.manner.encoding)
      }
      if operation.manner.truncates {
        operation.cut = document.cut(text, replacing: range, of: id)
      }
      operation.act = .replaceText(key: key, range: range, text: operation.cut?.kept ?? text)
    }
    operation.steps = try steps(of: operation.act, operation.manner)
  }

  private mutating func steps(
    of act: FormAct, _ manner: FormActManner
  ) throws(FormRefusal) -> [FormAct.Step] {
    let steps = try document.steps(of: act, opens: manner.opens, at: now)
    try checkTakesEdits(steps)
    return steps
  }

  /// Refuses at once what only an edit by the editor could bring about, where the client has not
  /// said that it takes edits: nobody would ever answer.
  private mutating func checkTakesEdits(_ steps: [FormAct.Step]) throws(FormRefusal) {
    guard case .editor(takesEdits: false) = host.textOwner else { return }
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
    if document.revision(of: id) != revision {
      throw FormRefusal(.outdated, "The draft has changed since")
    }
  }

  private mutating func finish(_ operation: FormOperation, refusal: FormRefusal? = nil) {
    guard operations.first?.ticket == operation.ticket else { return }
    operations.removeFirst()
    let active = document.activeField
    let hasWords = refusal != nil || operation.offers != nil || operation.applied != nil
    let outcome = ActOutcome(
      refusal: refusal, version: version, act: operation.act,
      active: active.flatMap { document.reading(of: $0) },
      entry: refusal == nil ? operation.entry : nil,
      hasMoved: active != operation.wasActive, offers: operation.offers,
      applied: operation.applied, cut: refusal == nil ? operation.cut : nil,
      isSecret: hasWords && host.marksSecrets && isSecret(operation))
    output.append(.done(ticket: operation.ticket, .act(outcome)))
  }

  /// Whether what is said of an operation may have a secret draft in it.
  private func isSecret(_ operation: FormOperation) -> Bool {
    let field = operation.act.key.flatMap { document.field(keyed: $0) } ?? operation.wasActive
    return field.map { document.isSecret($0) } ?? false
  }

  /// The text has changed: an operation that waits for that goes on.
  package mutating func goOnAfterEdit() {
    if operations.first?.waiting == .text { goOn() }
  }

  /// Tells what has happened to fields, in order.
  package mutating func tellEvents() {
    for event in document.takeEvents() {
      output.append(.event(event, isSecret: mustMark(event.field)))
    }
  }

  /// Whether it is to be noted that the draft of a field is, or may be, a secret.
  package func mustMark(_ id: FieldID) -> Bool { host.marksSecrets && document.isSecret(id) }

  /// The same of what an edit writes; one that moves entries writes all of their drafts.
  private func mustMark(_ edit: FormAct.Edit) -> Bool {
    if let field = edit.field { return mustMark(field) }
    return host.marksSecrets && document.hasSecrets
  }
}

extension FormAct {
  /// The field that it names.
  package var key: String? {
    switch self {
    case .begin(let key), .replaceText(let key, _, _), .clear(let key), .select(let key, _),
      .selectManual(let key), .setDate(let key, _), .autofill(let key, _),
      .applyAutofill(let key, _), .learnAutofill(let key, _), .removeAutofill(let key, _),
      .tapIcon(let key), .setProperty(let key, _, _):
      key
    case .end, .done, .return, .next, .previous, .addEntry, .beginEntry, .removeEntry, .moveEntry:
      nil
    }
  }
}
