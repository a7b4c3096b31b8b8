package import FieldModels

/// A request to judge records, with what is known of them so far.
struct RecordCheck: Sendable {
  private let params: CheckParams
  /// Of the records of which something is to be said, by their numbers.
  private var verdicts: [Int: RecordVerdict] = [:]
  /// Nil where the text of the form has errors.
  private let form: RecordForm?
  /// What is wrong with the text of the form; by such a form no record is right.
  private let diagnostics: [LSP.Diagnostic]
  private let wording: Wording

  /// Holds records to a form.
  init(_ params: CheckParams, by judge: inout RecordJudge, in wording: Wording) {
    var params = params
    self.wording = wording
    diagnostics = []
    let made = params.makeRecords(for: judge.form)
    for record in params.records.indices {
      let answers = made[record]
      var verdict = RecordVerdict()
      if answers?.isReadable ?? true {
        verdict = judge.judge(params.tree.bytes, params.bytes(of: record))
      }
      if let shape = params.shape { verdict.passOver(whatAnswersMayLack: shape) }
      if let answers { verdict.problems = answers.problems + verdict.problems }
      if !verdict.isPlain { verdicts[record] = verdict }
    }
    self.params = params
    form = judge.form
  }

  /// Says nothing of records but that they are not right.
  init(_ params: CheckParams, refusedBecause diagnostics: [LSP.Diagnostic]) {
    self.params = params
    self.diagnostics = diagnostics
    wording = .english
    form = nil
  }

  /// The URI of the form, if it is open.
  var uri: String? { params.uri }

  /// Something that a validator has to be asked.
  struct Question: Equatable, Sendable {
    /// The number of the record in the request.
    var record: Int
    var question: RecordQuestion
  }

  /// Whatever has to be asked of validators.
  var questions: [Question] {
    verdicts.sorted { $0.key < $1.key }.flatMap { record, verdict in
      verdict.questions.map { Question(record: record, question: $0) }
    }
  }

  /// The drafts around a value, by the numbers of their fields.
  func drafts(around question: Question, at now: Instant) -> [Int: Draft] {
    form?.drafts(
      of: params.tree(of: question.record), 0, around: question.question.place, at: now) ?? [:]
  }

  /// What a validator is asked, beside drafts of the record.
  func request(
    _ question: Question, drafts: [Int: Draft], limit: Int
  ) -> (key: String, value: String, isSecret: Bool, others: [(key: String, draft: Draft)])? {
    form?.request(question.question, drafts: drafts, limit: limit)
  }

  /// Takes what a validator has answered.
  mutating func take(_ answer: ValidationAnswer, to question: Question) {
    guard let form else { return }
    verdicts[question.record]?.take(
      answer, to: question.question, about: params.tree(of: question.record), of: form)
  }

  /// What is said of a record; nil where the form can't be used.
  private func verdict(on record: Int) -> RecordVerdict? {
    form.map { _ in verdicts[record] ?? Self.plain }
  }

  private static let plain = RecordVerdict()

  /// Writes what is said of a record; behind it the record itself where it was made of answers, and why it
  /// is refused as another program reads that.
  private func write(_ number: Int, to json: inout JSONWriter) {
    let verdict = verdict(on: number)
    json.verdict(verdict, by: form, in: wording)
    let node = params.records[number]
    if params.shape != nil, let form, params.tree[node].kind != .null {
      json.member("record") { json in
        json.secret(if: form.hasSecrets, standIn: [:]) { $0.value(params.tree, node) }
      }
    }
    if let shape = params.refusals { json.refusal(of: verdict, by: form, as: shape, in: wording) }
  }

  /// The answer to the request.
  var answer: JSONText {
    JSONText { json in
      if params.isSingle {
        write(0, to: &json)
      } else {
        // What is said of most of them.
        let usual = JSONText {
          $0.verdict(form.map { _ in Self.plain }, by: form, in: wording)
        }
        json.member("records") { json in
          json.array { json in
            for index in params.records.indices {
              if params.shape != nil || verdicts[index] != nil {
                json.object { write(index, to: &$0) }
              } else {
                json.value(usual)
              }
            }
          }
        }
        json.member("valid", diagnostics.isEmpty && verdicts.values.allSatisfy { $0.isValid })
      }
      if !diagnostics.isEmpty { json.member("diagnostics", diagnostics) }
    }
  }
}

/// Records judged by the form of a document.
extension DocumentSession {
  /// Holds records to the form, which is made ready for it once for each of its revisions.
  mutating func check(_ params: CheckParams, in turn: Turn) -> RecordCheck {
    let errors = document.textErrors(limit: form.host.limits.findingCount)
    guard errors.isEmpty else {
      let diagnostics = errors.map { document.diagnostic(of: $0, in: uri, for: turn.client) }
      return RecordCheck(params, refusedBecause: diagnostics)
    }
    let wording = params.wording?.with(document.frame.ownWords) ?? document.wording
    var judge = recordJudges.take(
      isPartial: params.isPartial, of: document, missing: losses.map { $0.rule }, in: wording,
      at: turn.now)
    defer { recordJudges.putBack(judge, isPartial: params.isPartial, in: wording) }
    return RecordCheck(params, by: &judge, in: wording)
  }
}

/// A form made ready to judge records, once for each of its revisions: whole records and parts of them, for
/// each language of readers if the form has texts in several.
struct RecordJudges {
  private var revision = -1
  /// The judges with the languages of their readers, the one that was asked last behind the others.
  private var judges: [(isPartial: Bool, languages: [String], judge: RecordJudge)] = []

  /// Readers of more languages make a form be made ready again and again.
  private static let limit = 16

  /// Takes out the judge that a request needs, so that it is not copied; makes it where there is none.
  ///
  /// - Parameters:
  ///   - isPartial: the records are parts of records
  ///   - document: the form, without errors in its text
  ///   - rules: what the form that the document was made of asks, and the document does not
  ///   - wording: how whoever reads the verdicts is spoken to
  ///   - now: this moment
  /// - Returns: the judge, at that moment
  mutating func take(
    isPartial: Bool, of document: FieldDocument, missing rules: [UnaskedRule],
    in wording: Wording, at now: Instant
  ) -> RecordJudge {
    if revision != document.revision { judges = [] }
    revision = document.revision
    let known = judges.firstIndex { known in
      known.isPartial == isPartial
        && (known.languages == wording.languages || !known.judge.form.isTranslated)
    }
    if let known {
      var judge = judges.remove(at: known).judge
      judge.move(to: now)
      return judge
    }
    let form = RecordForm(document, isPartial: isPartial, unasked: rules)
    guard form.isTranslated, wording.languages != document.wording.languages else {
      return RecordJudge(form, at: now)
    }
    var translated = document
    translated.speak(in: wording, at: now)
    return RecordJudge(
      RecordForm(translated, isPartial: isPartial, unasked: rules), at: now)
  }

  mutating func putBack(_ judge: RecordJudge, isPartial: Bool, in wording: Wording) {
    if judges.count == Self.limit { judges.removeFirst() }
    judges.append((isPartial, wording.languages, judge))
  }
}

extension RecordVerdict {
  /// What `field/check` answers of a record of which this is said.
  package func answer(by form: RecordForm, in wording: Wording) -> JSONText {
    JSONText { $0.verdict(self, by: form, in: wording) }
  }
}

extension JSONWriter {
  /// Writes the members of a verdict; of a record without one, that it is not right.
  fileprivate mutating func verdict(
    _ verdict: RecordVerdict?, by form: RecordForm?, in wording: Wording
  ) {
    member("valid", verdict?.isValid ?? false)
    member("problems", (verdict?.problems ?? []).map { ToldProblem(problem: $0, wording: wording) })
    guard let verdict, let form else { return }
    let unchecked = verdict.unchecked(by: form).compactMap { told in
      told.finding.recordProblem.map { (key: told.key, path: told.path, problem: $0) }
    }
    self.unchecked(unchecked, in: wording)
  }

  /// Writes what was not checked, where anything was not: the field, where its value stands, and why.
  mutating func unchecked(
    _ unchecked: [(key: String?, path: String, problem: RecordProblem)], in wording: Wording
  ) {
    if unchecked.isEmpty { return }
    member("unchecked") { json in
      json.array { json in
        for (key, path, problem) in unchecked {
          json.object { json in
            json.member("key", ifAny: key)
            json.member("path", path)
            json.member("why", problem.code)
            json.member("message", problem.message(in: wording))
            json.member("data", JSONValue.object(problem.parameters))
          }
        }
      }
    }
  }
}

/// What is wrong with a record, as programs are told.
private struct ToldProblem: JSONObjectWritable {
  let problem: RecordVerdict.Problem
  let wording: Wording

  func writeMembers(to json: inout JSONWriter) {
    json.member("key", ifAny: problem.key)
    json.member("path", problem.path)
    FieldProblem(problem.finding, key: nil, wording).writeMembers(to: &json)
  }
}
