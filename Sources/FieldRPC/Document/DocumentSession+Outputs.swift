package import FieldModels

/// What the form has to say, told to whom it is for: questions to the client and the host, answers
/// to requests, what has happened to fields.
extension DocumentSession {
  /// Tells everything, also what comes of telling it.
  mutating func tell(in turn: inout Turn) {
    guard form.hasOutput else { return }
    var sent = SentDrafts()
    while true {
      let outputs = form.takeOutput()
      if outputs.isEmpty { return }
      for output in outputs { tell(output, &sent, in: &turn) }
    }
  }

  private mutating func tell(
    _ output: FieldForm.Output, _ sent: inout SentDrafts, in turn: inout Turn
  ) {
    switch output {
    case .ask(let inquiry): ask(inquiry, sending: &sent, in: &turn)
    case .withdraw(let number): turn.takeBack(PeerCall(uri: uri, inquiry: number))
    case .event(let event, let isSecret):
      turn.out.append(
        .fieldEvent(JSONText { event.writeMembers(in: uri, isSecret: isSecret, to: &$0) }))
    case .done(let ticket, let outcome):
      if let request = takeRequest(ticket) { answer(request, with: outcome, in: &turn) }
    case .cancelled(let ticket):
      if let request = takeRequest(ticket) { turn.out.append(.error(request.id, .cancelled)) }
    case .trouble(let words): turn.out.append(.logMessage(.warning, words))
    case .learned: break
    }
  }

  private mutating func answer(
    _ request: WaitingRequest, with outcome: Outcome, in turn: inout Turn
  ) {
    let wording = document.wording
    switch outcome {
    case .act(let outcome):
      turn.out.append(.answer(request.id, .form(answer(to: outcome, in: turn))))
    case .offers(let offers):
      if let place = request.place {
        let list = completion(at: place, in: turn)?.items(offers) ?? LSP.CompletionList()
        turn.out.append(.answer(request.id, .completion(list)))
      } else {
        turn.out.append(.answer(request.id, .form(answer(offers, in: turn))))
      }
    case .settled(let unproved):
      settle(request, in: &turn) { json in
        json.unproved(unproved)
      }
    case .verdicts(let verdicts, let unproved, let text):
      let diagnostics = diagnostics(text, for: turn.client)
      settle(request, in: &turn) { json in
        json.member("valid", verdicts.allSatisfy { $0.isValid } && diagnostics.isEmpty)
        json.member("fields", verdicts.map { ToldVerdict(verdict: $0, wording: wording) })
        json.unproved(unproved)
        json.diagnostics(diagnostics)
      }
    case .refused(let verdicts, let text):
      let diagnostics = diagnostics(text, for: turn.client)
      settle(request, in: &turn) { json in
        json.member("committed", false)
        json.member("errors", verdicts.map { ToldVerdict(verdict: $0, wording: wording) })
        json.diagnostics(diagnostics)
      }
    case .committed(let record, let unchecked, let verdicts):
      // Drafts are secret only for whoever writes them down.
      let isTraced = turn.configuration.isTraced
      settle(request, in: &turn) { json in
        json.member("committed", true)
        if !verdicts.isEmpty {
          json.member("errors", verdicts.map { ToldVerdict(verdict: $0, wording: wording) })
        }
        json.unchecked(unchecked.map { ($0.key, $0.path, $0.problem) }, in: wording)
        json.member("values") { json in
          json.record(record) { $0.isSecure || isTraced && isSecret(key: $0.key) }
        }
      }
    }
  }

  /// Answers a request that has waited for checks, once what has become of the fields is told.
  private func settle(
    _ request: WaitingRequest, in turn: inout Turn, _ writeMembers: (inout JSONWriter) -> Void
  ) {
    let answer = JSONText { json in
      json.member("version", orNull: version)
      writeMembers(&json)
    }
    turn.settled.append(.answer(request.id, .form(answer)))
  }

  private func answer(to outcome: ActOutcome, in turn: Turn) -> JSONText {
    let encoding = turn.client.positionEncoding
    let isSecret = outcome.isSecret
    let caret = outcome.cut.map { $0.upToCaret.unitCount(encoding) }
    let entry = outcome.hasMoved ? outcome.active?.definition.selectionOnEntry(encoding) : nil
    return JSONText { json in
      json.member("accepted", outcome.refusal == nil)
      if let refusal = outcome.refusal {
        json.member("reason", refusal.reason.rawValue)
        json.member("message", refusal.message, isSecret: isSecret)
      }
      json.member("version", orNull: outcome.version)
      if outcome.act.isMove { json.member("moved", outcome.hasMoved) }
      json.member("active", orNull: outcome.active?.definition.key)
      if let entry = outcome.entry { json.member("entry", entry) }
      if let applied = outcome.applied { json.member("applied", applied, isSecret: isSecret) }
      if outcome.refusal == nil, let offers = outcome.offers {
        json.offers(offers, areSecret: isSecret)
      }
      if let cut = outcome.cut {
        json.object("dropped") { json in
          json.member("count", cut.droppedCount)
          json.member("unit", cut.unit.rawValue)
        }
      }
      if let selection = caret.map({ DraftRange(start: $0, end: $0) }) ?? entry {
        json.member("selection", selection)
      }
    }
  }

  /// The answer to `field/autofill`.
  func answer(_ offers: AutofillOffers, in turn: Turn) -> JSONText {
    let isSecret = offers.field.map { mustHide($0, in: turn) } ?? false
    return JSONText { json in
      json.member("version", orNull: version)
      json.offers(offers, areSecret: isSecret)
    }
  }

  private func diagnostics(
    _ placed: [FieldDocument.Placed], for client: ClientCapabilities
  ) -> [LSP.Diagnostic] {
    placed.map { document.diagnostic(of: $0, in: uri, for: client) }
  }
}

extension FormAct {
  /// Whether it is about the focus.
  fileprivate var isMove: Bool {
    switch self {
    case .begin, .end, .done, .return, .next, .previous, .addEntry, .beginEntry: true
    case .replaceText, .clear, .select, .selectManual, .setDate, .autofill, .applyAutofill,
      .learnAutofill, .removeAutofill, .tapIcon, .setProperty, .removeEntry, .moveEntry:
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
  fileprivate func selectionOnEntry(_ encoding: PositionEncoding) -> DraftRange? {
    guard kind?.isTextEntry ?? false else { return nil }
    let count = draft.text.unitCount(encoding)
    return DraftRange(start: selectsAllOnFocus ? 0 : count, end: count)
  }
}

extension DraftRange: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("start", start)
    json.member("end", end)
  }
}

/// What was found out of a field, as programs are told.
private struct ToldVerdict: JSONObjectWritable {
  let verdict: FieldVerdict
  let wording: Wording

  func writeMembers(to json: inout JSONWriter) {
    json.member("key", verdict.key)
    json.member("valid", verdict.isValid)
    json.member(
      "problems", verdict.problems.map { FieldProblem($0, key: verdict.key, wording) })
  }
}

extension JSONWriter {
  /// What is wrong with the text of the form, where anything is.
  fileprivate mutating func diagnostics(_ diagnostics: [LSP.Diagnostic]) {
    if !diagnostics.isEmpty { member("diagnostics", diagnostics) }
  }

  /// The keys of fields that were edited and whose rules have yet to be run, where there are any.
  fileprivate mutating func unproved(_ keys: [String]) {
    if !keys.isEmpty { member("unproved", keys) }
  }

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

extension JSONWriter {
  /// Writes what a form has committed.
  fileprivate mutating func record(
    _ record: CommittedObject, isSecret: (CommittedObject.Value) -> Bool
  ) {
    object { json in
      for member in record.members {
        json.member(named: member.name) { $0.content(member.content, isSecret: isSecret) }
      }
    }
  }

  private mutating func content(
    _ content: CommittedObject.Content, isSecret: (CommittedObject.Value) -> Bool
  ) {
    switch content {
    case .value(let value): secret(if: isSecret(value)) { $0.value(value.value) }
    case .object(let object): record(object, isSecret: isSecret)
    case .list(let entries):
      array { json in
        for entry in entries { json.content(entry, isSecret: isSecret) }
      }
    case .null: null()
    }
  }

  /// Writes what autofill has, and what could not be found out.
  fileprivate mutating func offers(_ offers: AutofillOffers, areSecret: Bool) {
    member("strings", offers.shown, isSecret: areSecret, standIn: .array([]))
    if let problem = offers.problem { member("autofillProblem", problem, isSecret: areSecret) }
  }
}

extension AutofillOffer: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("text", text)
    json.member("removable", isRemovable)
  }
}
