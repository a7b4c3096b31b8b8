import FieldModels

/// The requests to judge records that wait for validators.
struct OpenChecks: Sendable {
  private var checks: [Int: OpenCheck] = [:]
  /// The questions that are open, by their numbers: whose they are, and until when they may be
  /// answered.
  private var asked: [Int: (check: Int, question: RecordCheck.Question, until: Instant)] = [:]
  private var nextNumber = 1

  /// A request that waits.
  private struct OpenCheck: Sendable {
    let id: RequestID
    var check: RecordCheck
    /// What is yet to be asked, the last first.
    var waiting: [RecordCheck.Question]
    var openCount = 0
    /// The drafts of the record, or of an entry of it and around, that was asked about last.
    var drafts: (record: Int, list: Int?, entry: Int, drafts: [Int: Draft])?
  }

  /// Something to ask.
  struct Inquiry: Sendable {
    /// By which the answer finds its question.
    var number: Int
    /// The URI of the form, if it is open.
    var uri: String?
    var validator: String
    var key: String
    var value: String
    var isSecret: Bool
    var others: [(key: String, draft: Draft)]
  }

  /// Questions of one request that are open at once: what a server behind a validator may be asked.
  private static let openLimit = 100

  var isEmpty: Bool { checks.isEmpty }

  /// Whether a question waits for its answer.
  func isOpen(_ number: Int) -> Bool { asked[number] != nil }

  /// When the next question may not be answered any more.
  var nextDeadline: Instant? {
    asked.isEmpty ? nil : asked.values.lazy.map { $0.until }.min()
  }

  /// Lets a request wait; gives its number.
  mutating func add(
    _ check: RecordCheck, for id: RequestID, asking questions: [RecordCheck.Question]
  ) -> Int {
    defer { nextNumber += 1 }
    checks[nextNumber] = OpenCheck(id: id, check: check, waiting: questions.reversed())
    return nextNumber
  }

  /// What is to be asked for a request now.
  mutating func takeInquiries(of number: Int, limits: FormLimits, at now: Instant) -> [Inquiry] {
    guard var open = checks[number] else { return [] }
    defer { checks[number] = open }
    var inquiries: [Inquiry] = []
    while open.openCount < Self.openLimit, let question = open.waiting.popLast() {
      let place = question.question.place
      if let known = open.drafts, known.record == question.record, known.list == place.list,
        known.entry == place.entry
      {
        // They are at hand.
      } else {
        open.drafts = (
          question.record, place.list, place.entry, open.check.drafts(around: question, at: now)
        )
      }
      guard
        let (key, value, isSecret, others) = open.check.request(
          question, drafts: open.drafts?.drafts ?? [:], limit: limits.sentDraftCount)
      else { continue }
      let until = now.adding(nanoseconds: limits.validationNanoseconds)
      asked[nextNumber] = (number, question, until)
      inquiries.append(
        Inquiry(
          number: nextNumber, uri: open.check.uri, validator: question.question.validator, key: key,
          value: value, isSecret: isSecret, others: others))
      nextNumber += 1
      open.openCount += 1
    }
    return inquiries
  }

  /// Takes an answer; gives the number of the request that it is for.
  mutating func take(_ answer: ValidationAnswer, to number: Int) -> Int? {
    guard let (check, question, _) = asked.removeValue(forKey: number) else { return nil }
    checks[check]?.check.take(answer, to: question)
    checks[check]?.openCount -= 1
    return check
  }

  /// The answer to a request, once nothing of it is open; it waits no more then.
  mutating func takeAnswer(_ number: Int) -> (id: RequestID, answer: JSONText)? {
    guard let open = checks[number], open.openCount == 0, open.waiting.isEmpty else { return nil }
    checks[number] = nil
    return (open.id, open.check.answer)
  }

  /// The questions that were not answered in time.
  func overdue(at now: Instant) -> [Int] {
    asked.filter { $1.until <= now }.keys.sorted()
  }

  /// Gives up on a request; gives the numbers of its open questions, nil where it does not wait.
  mutating func cancel(_ id: RequestID) -> [Int]? {
    guard let number = checks.first(where: { $1.id == id })?.key else { return nil }
    checks[number] = nil
    let open = asked.filter { $1.check == number }.keys.sorted()
    for question in open { asked[question] = nil }
    return open
  }
}
