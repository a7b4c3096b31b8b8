/// A form that judges records: objects of values, as its submission commits them.
///
///     var checker = try RecordChecker(document: text)
///     let verdict = checker.check(#"{ "email": "ada@" }"#)
///     for problem in verdict.problems { print(problem.path, problem.message) }
///
/// It says what `fieldd check` says. A judge is a value: each thread may have its own copy.
public struct RecordChecker: Sendable {
  private var judge: RecordJudge
  private let validators: [String: Validator]
  private let wording: Wording
  private let limits: FormLimits

  /// Makes a form ready to judge records.
  ///
  /// - Parameters:
  ///   - form: the form, with its validators; its drafts do not matter
  ///   - isPartial: the records are parts of records: what they lack is fine
  ///   - now: this moment, by which `today` is meant
  /// - Throws: what is wrong with the text of the form
  public init(
    _ form: FieldForm, isPartial: Bool = false, at now: Instant = LiveForm.now
  ) throws(FormTextError) {
    let errors = form.document.textErrors(limit: form.host.limits.findingCount)
    guard errors.isEmpty else {
      throw FormTextError(
        problems: errors.map { FieldProblem($0.finding, key: nil, form.document.wording) })
    }
    judge = RecordJudge(RecordForm(form.document, isPartial: isPartial), at: now)
    validators = form.closures.validators
    wording = form.document.wording
    limits = form.host.limits
  }

  /// The same of a field document, whose rules call no closures.
  public init(
    document: String, isPartial: Bool = false, at now: Instant = LiveForm.now
  ) throws(FormTextError) {
    try self.init(FieldForm(document: document, at: now), isPartial: isPartial, at: now)
  }

  /// Goes on at another moment, by which `today` is meant from then on.
  public mutating func advance(to now: Instant) { judge.move(to: now) }

  /// Judges a record that is written as JSON.
  ///
  /// Validators are not asked, so their rules are unchecked.
  public mutating func check(_ record: String) -> RecordResult { result(of: said(of: record)) }

  /// Judges a record.
  ///
  /// Validators are not asked, so their rules are unchecked.
  public mutating func check(_ record: JSONValue) -> RecordResult { check(record.json) }

  /// Judges a record that is written as JSON, and waits for the validators of the form.
  ///
  /// One that does not answer in 10 seconds has not checked the value.
  public mutating func check(_ record: String) async -> RecordResult {
    var verdict = said(of: record)
    if verdict.questions.isEmpty { return result(of: verdict) }
    var reader = JSONReader(Array(record.utf8), dialect: .strict)
    reader.readText()
    let tree = reader.tree
    for question in verdict.questions {
      guard let validator = validators[question.validator] else { continue }
      let form = judge.form
      let drafts = form.drafts(of: tree, 0, around: question.place, at: judge.now)
      let asked = form.request(question, drafts: drafts, limit: limits.sentDraftCount)
      let request = ValidationRequest(
        key: asked.key, value: asked.value,
        values: validator.seesForm
          ? Dictionary(keepingFirst: asked.others.map { ($0.key, $0.draft) }) : [:])
      let answer = await Self.answer(of: validator, to: request, limits)
      verdict.take(answer, to: question, about: tree, of: form)
    }
    return result(of: verdict)
  }

  /// Judges a record, and waits for the validators of the form.
  public mutating func check(_ record: JSONValue) async -> RecordResult {
    await check(record.json)
  }

  private mutating func said(of record: String) -> RecordVerdict {
    let bytes = Array(record.utf8)
    return judge.judge(bytes, 0..<bytes.count)
  }

  private func result(of verdict: RecordVerdict) -> RecordResult {
    RecordResult(
      problems: verdict.problems.map { RecordResult.Problem($0, wording) },
      unchecked: verdict.unchecked(by: judge.form).map { RecordResult.Problem($0, wording) })
  }

  /// What a validator answers, as long as it is waited for.
  private static func answer(
    of validator: Validator, to request: ValidationRequest, _ limits: FormLimits
  ) async -> ValidationAnswer {
    let (answers, continuation) = AsyncStream.makeStream(
      of: ValidationAnswer.self, bufferingPolicy: .bufferingOldest(1))
    validator.judge(request) { continuation.yield(ValidationAnswer($0)) }
    let timer = Task {
      try await Task.sleep(for: .nanoseconds(limits.validationNanoseconds))
      continuation.yield(.unanswered)
    }
    defer { timer.cancel() }
    // Nothing comes only where the task itself was cancelled.
    for await answer in answers { return answer }
    return .unanswered
  }
}

/// What a form says of a record.
public struct RecordResult: Equatable, Sendable {
  /// What is wrong, in the order of the form.
  public let problems: [Problem]
  /// What was not checked: a validator that was not asked or has failed, or what a part of a record leaves
  /// open.
  public let unchecked: [Problem]

  /// A submission could commit the record, as far as it was checked.
  public var isValid: Bool { !problems.contains { $0.severity == .error } }

  /// It is valid, and nothing of it is unchecked.
  public var isProven: Bool { isValid && unchecked.isEmpty }

  /// Something that is wrong with a record, or was not checked.
  public struct Problem: Equatable, Sendable {
    /// The key of the field; nil where it is about none.
    public let key: String?
    /// Where the value is, or would be, as a JSON pointer into the record.
    public let path: String
    /// The name of the problem for programs.
    public let code: String
    /// What is wrong, for people.
    public let message: String
    /// How much it matters; only an error makes a record invalid.
    public let severity: Severity

    init(_ problem: RecordVerdict.Problem, _ wording: Wording) {
      let told = FieldProblem(problem.finding, key: problem.key, wording)
      (key, path, code) = (told.key, problem.path, told.code)
      (message, severity) = (told.message, told.severity)
    }
  }
}

/// Why no record can be judged by a form: its text has errors.
public struct FormTextError: Error, Equatable, Sendable {
  /// What is wrong with the text.
  public let problems: [FieldProblem]
}
