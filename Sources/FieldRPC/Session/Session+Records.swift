import FieldModels

/// Records judged by a form that is open, or that comes along.
extension Session {
  /// The answer to `field/check`; nil where validators are asked first.
  mutating func check(
    _ params: CheckParams, for id: RequestID
  ) throws(RPCError) -> JSONText? {
    let check = try judged(params)
    let questions = check.questions.filter { isAsked($0.question.validator) }
    if questions.isEmpty { return check.answer }
    let number = checks.add(check, for: id, asking: questions)
    goOnAsking(for: number)
    return nil
  }

  private mutating func judged(_ params: CheckParams) throws(RPCError) -> RecordCheck {
    switch params.form {
    case .open(let uri): return try document(uri) { $0.check(params, in: $1) }
    case .text(let text, let format):
      let form = try self.form(of: text, stated: format, in: "form")
      var document = FieldDocument(
        form.text, dialect: .strict, vocabulary: vocabulary,
        wording: params.wording ?? turn.client.wording, at: turn.now)
      document.refresh(at: turn.now)
      let errors = document.textErrors(limit: configuration.limits.form.findingCount)
      guard errors.isEmpty else {
        var client = turn.client
        // There is no document to lead to.
        client.takesRelatedInformation = false
        let diagnostics = errors.map { document.diagnostic(of: $0, in: "", for: client) }
        return RecordCheck(params, refusedBecause: diagnostics)
      }
      let records = RecordForm(
        document, isPartial: params.isPartial, unasked: form.losses.map({ $0.rule }))
      var judge = RecordJudge(records, at: turn.now)
      return RecordCheck(params, by: &judge, in: document.wording)
    }
  }

  private func isClients(_ validator: String) -> Bool {
    turn.client.forms?.validators.contains(validator) ?? false
  }

  /// Whether there is somebody to ask.
  private func isAsked(_ validator: String) -> Bool {
    isClients(validator) || configuration.vocabulary.validators.contains(validator)
  }

  /// Asks what a request still has to ask, as far as may be open at once; with nothing open any more
  /// it is answered.
  private mutating func goOnAsking(for number: Int) {
    let limits = configuration.limits.form
    for inquiry in checks.takeInquiries(of: number, limits: limits, at: turn.now) { ask(inquiry) }
    if let (id, answer) = checks.takeAnswer(number) {
      turn.out.append(.answer(id, .form(answer)))
    }
  }

  private mutating func ask(_ inquiry: OpenChecks.Inquiry) {
    let call = PeerCall(uri: nil, inquiry: inquiry.number)
    guard isClients(inquiry.validator) else {
      let seesForm = configuration.formValidators.contains(inquiry.validator)
      let request = ValidationRequest(
        key: inquiry.key, value: inquiry.value,
        values: seesForm
          ? Dictionary(keepingFirst: inquiry.others.map { ($0.key, $0.draft) }) : [:])
      return turn.calls.host.add(.validation(inquiry.validator, request), for: call)
    }
    let number = turn.calls.takeRequestNumber()
    let params = JSONText { json in
      json.member("uri", inquiry.uri ?? "")
      json.member("validator", inquiry.validator)
      json.member("key", inquiry.key)
      json.member("value", inquiry.value, isSecret: inquiry.isSecret)
      let drafts = inquiry.others.map { JSONValue.Member($0.key, JSONValue($0.draft)) }
      json.member("values") { $0.drafts(drafts, secretKeys: []) }
      json.member("token", number)
    }
    turn.call(.runValidation, number: number, for: call, .validation, with: params)
  }

  /// Takes what a validator has answered about a record.
  mutating func take(_ answer: ValidationAnswer, toRecordInquiry number: Int) {
    if let check = checks.take(answer, to: number) { goOnAsking(for: check) }
  }

  /// Gives up waiting for validators that have not answered in time.
  mutating func expireChecks() {
    for number in checks.overdue(at: turn.now) {
      turn.takeBack(PeerCall(uri: nil, inquiry: number))
      take(.unanswered, toRecordInquiry: number)
    }
  }

  /// Gives up on a request that waits for validators; false where none does.
  mutating func cancelCheck(_ id: RequestID) -> Bool {
    guard let open = checks.cancel(id) else { return false }
    for number in open { turn.takeBack(PeerCall(uri: nil, inquiry: number)) }
    turn.out.append(.error(id, .cancelled))
    return true
  }
}
