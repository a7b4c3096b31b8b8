/// How a form goes on in time, and how what it has to say is taken from it.
extension FieldForm {
  /// When there is something to do although nobody does anything, which `advance(to:)` does then.
  ///
  /// That is a rule that waits for typing to rest, a closure that has not answered, the end of the
  /// day.
  public var nextDeadline: Instant? {
    .earlier(document.nextDeadline, inquiries.nextDeadline)
  }

  /// Lets time go on, and does what is due.
  ///
  /// - Parameter now: this moment; one before the last changes nothing
  public mutating func advance(to now: Instant) {
    self.now = max(now, self.now)
    expire()
    var searchSteps = PatternLimits.stepCountBetweenTurns
    fire(searchSteps: &searchSteps)
    update()
  }

  /// The closures to call now, each once, in the order in which they were asked for.
  public mutating func takeCalls() -> [PendingCall] {
    defer { calls = [] }
    return calls
  }

  /// Receives the answer of a closure; one to a draft that has changed since is dropped.
  public mutating func receive(_ answer: CallAnswer) {
    take(answer.answer, to: answer.number)
    update()
  }

  /// What has happened since the last time.
  public mutating func takeChanges() -> FormChanges {
    let changes = document.takeChanges()
    gathered.fields = changes.fields.compactMap { document.key(of: $0) }
    gathered.removed = changes.lostKeys
    gathered.lists = changes.lists
    defer { gathered = FormChanges() }
    return gathered
  }

  /// Brings everything up to date, and sorts out what there is to say.
  mutating func update() {
    settle()
    renewLookups()
    _ = gather(for: nil)
    refresh()
    settle()
    tellEvents()
    _ = gather(for: nil)
    isTouched = false
  }

  /// Sorts out what there is to say.
  ///
  /// - Returns: why the act with a ticket was refused, if it was
  mutating func gather(for ticket: Int?) -> FormRefusal? {
    var refusal: FormRefusal?
    var sent = SentDrafts()
    while true {
      let outputs = takeOutput()
      if outputs.isEmpty { return refusal }
      for output in outputs { gather(output, for: ticket, &refusal, &sent) }
    }
  }

  private mutating func gather(
    _ output: Output, for ticket: Int?, _ refusal: inout FormRefusal?, _ sent: inout SentDrafts
  ) {
    switch output {
    case .ask(let inquiry): addCall(inquiry, &sent)
    case .withdraw(let number): calls.removeAll { $0.number == number }
    case .event(let event, _): gathered.events.append(event)
    case .done(let done, .act(let outcome)):
      guard let reason = outcome.refusal else { return }
      if done == ticket { refusal = reason } else { gathered.refusals.append(reason) }
    case .done(let done, .committed(let record, unchecked: _, let verdicts)):
      gather(.committed(record.json), without: errors(in: verdicts), of: done)
    case .done(let done, .refused(let verdicts, let text)):
      let problems = text.map { FieldProblem($0.finding, key: nil, document.wording) }
      gather(.refused(problems + errors(in: verdicts)), of: done)
    case .trouble(let words): gathered.troubles.append(words)
    case .learned(let change): gathered.learned.append(change)
    case .done(_, .offers), .done(_, .settled), .done(_, .verdicts), .cancelled: break
    }
  }

  private mutating func gather(
    _ submission: Submission, without problems: [FieldProblem] = [], of ticket: Int
  ) {
    guard partialTickets.remove(ticket) != nil else { return gathered.submission = submission }
    gathered.partialSubmission =
      switch submission {
      case .committed(let values): PartSubmission(values: values, problems: problems)
      case .refused(let problems): PartSubmission(values: [], problems: problems)
      }
  }

  private func errors(in verdicts: [FieldVerdict]) -> [FieldProblem] {
    verdicts.flatMap { verdict in
      verdict.problems.filter { $0.severity == .error }
        .map { FieldProblem($0, key: verdict.key, document.wording) }
    }
  }

  private mutating func addCall(_ inquiry: Inquiry, _ sent: inout SentDrafts) {
    switch inquiry.subject {
    case .validation(let request):
      guard let validator = closures.validators[request.validator] else { return }
      let closureRequest = closureRequest(request, seesForm: validator.seesForm, sending: &sent)
      calls.append(PendingCall(inquiry.number, request.validator, validator, closureRequest))
    case .texts(let query):
      guard let source = closures.autofillSources[query.use.source] else { return }
      calls.append(PendingCall(inquiry.number, query.use.source, source, query.text))
    // A form of its own asks its delegate at once, owns its text and remembers by itself.
    case .consent, .edit, .memory: break
    }
  }
}

extension FieldForm {
  /// The other drafts that go to a validator along with a field's.
  package func drafts(with key: String, sending sent: inout SentDrafts) -> [SentDrafts.Keyed] {
    sent.drafts(with: key, of: document, limit: host.limits.sentDraftCount, at: now)
  }

  /// What a closure is asked about a draft; one that judges it by itself costs no look at others.
  package func closureRequest(
    _ request: CheckRequest, seesForm: Bool, sending sent: inout SentDrafts
  ) -> ValidationRequest {
    let values = seesForm ? drafts(with: request.key, sending: &sent) : []
    return ValidationRequest(
      key: request.key, value: request.value,
      values: Dictionary(keepingFirst: values.map { ($0.key, $0.draft) }))
  }
}

/// What is true of a form now.
extension FieldForm {
  /// The keys of the fields, in the order of the form.
  public var keys: [String] { document.allFields.compactMap { document.key(of: $0) } }

  /// The field that has the focus.
  public var activeKey: String? { document.activeField.flatMap { document.key(of: $0) } }

  /// A check of some draft has yet to run or to answer.
  public var isPending: Bool { document.isPending(nil) }

  /// The form's name, for people.
  public var title: String? { document.frame.title }

  /// The text of the form as a field document, with its drafts.
  public var text: String {
    String(decoding: document.text.bytes(in: 0..<document.text.byteCount), as: UTF8.self)
  }

  /// What is wrong with the document itself, drafts aside: a property that means nothing, a rule
  /// that can't be read.
  public var problems: [FieldProblem] {
    document.findings(limit: host.limits.findingCount).map { $0.finding }
      .filter { !$0.isAboutDraft }.map { FieldProblem($0, key: nil, document.wording) }
  }

  /// A field as it is now; nil where none has the key.
  public subscript(key: String) -> FieldPicture? {
    guard let id = document.field(keyed: key) else { return nil }
    return picture(of: id)
  }

  /// What to draw of a field.
  package func picture(of id: FieldID) -> FieldPicture? {
    document.picture(of: id, offers: list(beside: id), at: now)
  }
}
