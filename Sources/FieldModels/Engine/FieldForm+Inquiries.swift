/// What the form asks those around it, and what becomes of the answers.
extension FieldForm {
  /// Asks; gives the number of the inquiry, which without a limit of time may take for ever.
  mutating func ask(
    _ subject: Inquiry.Subject, for asker: PendingInquiries.Asker, within nanoseconds: Int64?,
    isSecret: Bool
  ) -> Int {
    let number = inquiries.add(
      for: asker, until: nanoseconds.map { now.adding(nanoseconds: $0) })
    output.append(.ask(Inquiry(number: number, subject: subject, isSecret: isSecret)))
    return number
  }

  /// Takes an inquiry back; whatever is answered to it is dropped.
  mutating func withdraw(_ number: Int) {
    if inquiries.remove(number) != nil { output.append(.withdraw(number)) }
  }

  /// Does what silence means, where an answer has taken too long.
  package mutating func expire() {
    for number in inquiries.expired(at: now) {
      output.append(.withdraw(number))
      take(.none, to: number)
    }
  }

  /// Takes the answer to an inquiry.
  package mutating func take(_ answer: Inquiry.Answer, to number: Int) {
    switch (inquiries.remove(number), answer) {
    case (.act, .consent(let mayGoOn)):
      goOn(refusal: mayGoOn ? nil : .init(.refused, "The client's delegate refused"))
    case (.act, .edited(nil)): takeEdit()
    case (.act, .edited(let why?)): refuseEdit(why)
    case (.act, .kept(nil)): goOn()
    case (.act, .kept(let why?)): goOn(refusal: .init(.notStored, why))
    case (.act, .none):
      // Only a plain no is a no: a delegate that fails is no reason to lose what was typed.
      if case .edit = operations.first?.waiting { refuseEdit("") } else { goOn() }
    case (.check(let token), .validation(let answer)): take(answer, to: token)
    case (.check(let token), .none): take(.unanswered, to: token)
    case (.lookup, .texts(let texts)): take(texts, ofLookup: number)
    case (.lookup, .none): take(nil, ofLookup: number)
    // Nobody waits for it, or not for an answer of this kind.
    case (nil, _), (.act, .validation), (.act, .texts), (.check, .consent), (.check, .texts),
      (.check, .edited), (.check, .kept), (.lookup, .consent), (.lookup, .validation),
      (.lookup, .edited), (.lookup, .kept):
      break
    }
  }

  private mutating func take(_ answer: ValidationAnswer, to token: CheckToken) {
    if document.answer(token, answer, at: now) { isTouched = true }
  }

  /// The editor has agreed to an edit, which may be on its way still.
  private mutating func takeEdit() {
    guard operations.first?.versionAsked == version else { return goOn() }
    operations.first?.waiting = .text
  }

  private mutating func refuseEdit(_ reason: String) {
    let why = reason.isEmpty || document.quotesSecret(reason) ? "" : ": \(reason)"
    goOn(refusal: .init(.notApplied, "The editor did not apply the edit\(why)"))
  }

  /// Asks the validators of drafts that have changed, and takes back what others were asked.
  mutating func askValidators() {
    let requests = document.takeRequests()
    for token in requests.forgotten {
      if let number = inquiries.remove(for: token) { output.append(.withdraw(number)) }
    }
    for request in requests.asked {
      let isSecret =
        host.marksSecrets
        && (document.field(asking: request.token).map { document.isSecret($0) } ?? true)
      _ = ask(
        .validation(request), for: .check(request.token),
        within: host.limits.validationNanoseconds, isSecret: isSecret)
    }
  }
}
