import FieldModels
import FieldRPC

/// Some records of a stream, to be judged together; nothing of what is said of them depends on others.
struct CheckBatch: Sendable {
  private(set) var bytes: [UInt8]
  let content: Content
  /// Where it begins, seen from where the batch before it ends; its own places are seen from there.
  let start: RecordSplitter.Place
  /// The header of the table whose rows the records are; nil where they are JSON.
  var table: TableHeader?
  /// The shape of the answers that records are made of; nil where they are records.
  var shape: AnswerShape?

  /// How the records stand in the bytes.
  enum Content: Sendable {
    /// As lines, which nobody has divided yet.
    case lines(Range<Int>)
    /// At these places, and where the last of them ends.
    case records([RecordSplitter.Record], end: RecordSplitter.Place)
    /// As lines that have yet to be read.
    case stretch(FileStretch)
  }

  /// What is said of the records.
  struct Verdict: Sendable {
    var findings: [CheckFinding] = []
    /// The records, by their places in the batch, in which something counts as wrong.
    var rejected: [Int] = []
    /// What is wrong with the header of a table, by each form that its rows are held to.
    var headers: [Header] = []
    var uncheckedValidators: Set<String> = []
    /// In how many records something could not be asked.
    var uncheckedCount = 0
    /// How many records are too long to be held.
    var overlongCount = 0
    /// The forms that records name, other than the one that the file belongs to.
    var statedForms: Set<String> = []
    var recordCount = 0
    /// Where the records are, if somebody wants them.
    var ranges: [Range<Int>] = []
    /// Where the batch ends.
    var end = RecordSplitter.Place()
    /// Why not all of it could be read.
    var failure: SystemError?

    /// What a form says of a header, at places of the file.
    struct Header: Sendable {
      let formPath: String
      let findings: [CheckFinding]
    }
  }

  /// How many bytes the records take.
  var byteCount: Int {
    switch content {
    case .lines(let range): range.count
    case .records(let records, _):
      (records.last?.range.upperBound ?? 0) - (records.first?.range.lowerBound ?? 0)
    case .stretch(let stretch): stretch.byteCount
    }
  }

  /// A record on a line of its own; a row as it stands, with its line break.
  func line(of record: Range<Int>) -> [UInt8] {
    if let shape, !shape.isJSON { return Array(bytes[record]) + [0x0A] }
    if let table {
      let rest = bytes[record.upperBound...]
      let lineBreak = rest.starts(with: [0x0D, 0x0A]) ? rest.prefix(2) : rest.prefix(1)
      return Array(bytes[record]) + (lineBreak.isEmpty ? table.lineBreak[...] : lineBreak)
    }
    // A line break stands between values or in a broken text, never in a string.
    return bytes[record].map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 } + [0x0A]
  }

  /// Judges each record.
  mutating func judge(by judge: inout CheckJudge) -> Verdict {
    var all = Verdict()
    switch content {
    case .lines(let range): judge.judge(bytes, range, in: &all)
    case .stretch(let stretch):
      // Exchanged, so that the room is in one hand and need not be asked for anew.
      var read: [UInt8] = []
      swap(&read, &judge.buffer)
      read.removeAll(keepingCapacity: true)
      do throws(SystemError) {
        try stretch.read(to: &read)
      } catch {
        all.failure = error
      }
      judge.judge(read, 0..<read.count, in: &all)
      if judge.keepsRecords { bytes = read } else { swap(&read, &judge.buffer) }
    case .records(let records, let end):
      if let table { judge.open(table, in: &all) }
      judge.open(shape)
      for record in records {
        all.recordCount += 1
        judge.note(judge.verdict(on: record, of: bytes), on: record, of: bytes, in: &all)
        if case .tooLong = record.flaw { all.overlongCount += 1 }
      }
      if !judge.records.form.unaskedRules.isEmpty { all.uncheckedCount = all.recordCount }
      all.end = end
    }
    return all
  }
}

/// Judges batches of records, one after the other: one thread's work.
struct CheckJudge: Sendable {
  var records: RecordJudge
  /// Makes records of the rows of a table, and its header.
  private var table: (judge: TableJudge, header: TableHeader)?
  /// Makes records of answers in another shape.
  private var answers: AnswerReader?
  private var shape: AnswerShape?
  private let source: String
  /// How whoever reads it is spoken to.
  private let wording: Wording
  private let telling: Telling
  private let forms: CheckForms
  /// The path of the records, and of the form that those belong to which name none.
  private let paths: (records: String, form: String)
  private let now: Instant
  /// The judges of records that name another form, by the name; nil for one that can't be used.
  private var others: [String: CheckJudge] = [:]
  /// Somebody wants the records themselves.
  var keepsRecords: Bool { telling.keepsRecords }
  /// The paths of the forms that records name, by the names.
  private var formPaths: [String: String] = [:]
  /// Of what it was told that nobody is there to ask.
  private var unasked: Set<CheckFinding.Unasked> = []
  /// The fields with validators of which that was told, so that no words are made for the records behind.
  private var toldQuestions: [(field: Int, validator: String)] = []

  /// What is told of records, and how.
  struct Telling: Sendable {
    /// The least severity that counts as wrong.
    var severity: Severity
    /// How severe it is that a validator can't be asked.
    var unchecked: Severity
    var showsExcerpts: Bool
    /// Where a finding ends is told too.
    var showsEnds: Bool
    /// Somebody wants the records themselves.
    var keepsRecords: Bool
  }
  /// What was said of late, by the number that the judge of records gives it: the same is said again
  /// and again.
  private var problems: [(saying: Int, problem: CheckProblem)?]
  /// Room for what is read, near the processor that has read there before.
  fileprivate var buffer: [UInt8] = []

  private static let problemCount = 256

  /// - Parameters:
  ///   - form: the form of the records that name none
  ///   - paths: of the records, and of that form
  ///   - forms: those that records may name
  ///   - now: this moment
  ///   - source: what the records are called
  ///   - wording: how whoever reads it is spoken to
  ///   - telling: what is told of records, and how
  init(
    _ form: RecordForm, of paths: (records: String, form: String), _ forms: CheckForms,
    at now: Instant, source: String, wording: Wording, _ telling: Telling
  ) {
    let records = RecordJudge(form, at: now)
    (self.records, self.paths, self.forms, self.now) = (records, paths, forms, now)
    self.source = source
    self.wording = wording.with(records.form.ownWords)
    self.telling = telling
    problems = Array(repeating: nil, count: Self.problemCount)
  }

  /// Judges the lines in a stretch of some bytes.
  mutating func judge(_ bytes: [UInt8], _ range: Range<Int>, in all: inout CheckBatch.Verdict) {
    let isLossy = !records.form.unaskedRules.isEmpty
    let wantsEach = keepsRecords || isLossy && (rejectsAll || unasked.isEmpty)
    var lines = RecordLines(bytes, range, wantsEach: wantsEach)
    while let (record, said) = next(of: &lines) {
      all.recordCount = lines.recordCount
      switch said {
      case .verdict(let verdict): note(verdict, on: record, of: bytes, in: &all)
      case .again(let said): note(said, on: record, of: bytes, in: &all)
      }
    }
    all.recordCount = lines.recordCount
    if isLossy { all.uncheckedCount = all.recordCount }
    all.end = lines.place
  }

  /// Of each record something counts as wrong: that nobody checks what its form asks in its own format.
  private var rejectsAll: Bool {
    !records.form.unaskedRules.isEmpty && telling.unchecked.counts(from: telling.severity)
  }

  /// The next record of some lines of which something is to be said.
  private mutating func next(
    of lines: inout RecordLines
  ) -> (record: RecordSplitter.Record, said: RecordLines.Said)? {
    let rejectsAll = rejectsAll
    return lines.next(by: &records) { [problems] saying in
      !rejectsAll && problems[saying % Self.problemCount]?.saying == saying
    }
  }

  /// Notes what is said of a record, the last one of those that are counted.
  mutating func note(
    _ verdict: RecordVerdict, on record: RecordSplitter.Record, of bytes: [UInt8],
    in all: inout CheckBatch.Verdict
  ) {
    if let stated = verdict.statedForm {
      guard let name = stated.name else {
        return note(RecordVerdict(unreadableNameAt: stated.span), on: record, of: bytes, in: &all)
      }
      if formPath(named: name) != paths.form {
        return noteOther(name, at: stated.span, on: record, of: bytes, in: &all)
      }
    }
    if keepsRecords { all.ranges.append(record.range) }
    var isRejected = table?.judge.rejectsAll ?? false
    for index in verdict.problems.indices {
      let span = verdict.problems[index].finding.span
      let problem =
        verdict.problems[index].saying.flatMap { knownProblem($0) }
        ?? problem(verdict.problems[index])
      if problem.severity.counts(from: telling.severity) { isRejected = true }
      note(problem, at: span, on: record, of: bytes, besides: verdict.secretSpans, in: &all)
    }
    if verdict.leavesOnlyQuestions(by: records.form), verdict.questions.allSatisfy({ isTold($0) }) {
      if !verdict.questions.isEmpty { all.uncheckedCount += 1 }
    } else if noteUnchecked(by: verdict, on: record, of: bytes, in: &all) {
      isRejected = true
    }
    if isRejected { all.rejected.append(all.recordCount - 1) }
  }

  /// The path of the form that records name so, which files may have to be looked for to know.
  private mutating func formPath(named name: String) -> String {
    if let known = formPaths[name] { return known }
    let path = CheckForms.path(of: name, besides: paths.records)
    formPaths[name] = path
    return path
  }

  /// Notes what the form says of a record that the record itself names.
  private mutating func noteOther(
    _ name: String, at span: Range<Int>, on record: RecordSplitter.Record, of bytes: [UInt8],
    in all: inout CheckBatch.Verdict
  ) {
    all.statedForms.insert(name)
    if others[name] == nil {
      switch forms.form(named: name, besides: paths.records, at: now) {
      case .form(let form):
        let path = formPath(named: name)
        var other = CheckJudge(
          form, of: (paths.records, path), forms, at: now, source: source, wording: wording, telling
        )
        if let table { other.open(table.header, in: &all) }
        other.open(shape)
        others[name] = other
      case .problem(let problem):
        var verdict = RecordVerdict(problem, at: span)
        if records.form.hasSecrets { verdict.secretSpans = [0..<record.range.count] }
        return note(verdict, on: record, of: bytes, in: &all)
      }
    }
    guard let verdict = others[name]?.verdict(on: record, of: bytes) else { return }
    others[name]?.note(verdict, on: record, of: bytes, in: &all)
  }

  /// Notes what could not be checked: where that counts as wrong each time, else once for a field and
  /// a reason, since it is so in record after record.
  ///
  /// - Returns: whether it counts as wrong
  private mutating func noteUnchecked(
    by verdict: RecordVerdict, on record: RecordSplitter.Record, of bytes: [UInt8],
    in all: inout CheckBatch.Verdict
  ) -> Bool {
    let unchecked = verdict.unchecked(by: records.form)
    if unchecked.isEmpty { return false }
    if records.form.unaskedRules.isEmpty { all.uncheckedCount += 1 }
    var isRejected = false
    all.uncheckedValidators.formUnion(unchecked.compactMap(\.uncheckedValidator))
    for var told in unchecked {
      let severity = told.finding.severity
      told.finding.severity =
        telling.unchecked.counts(from: severity) ? severity : telling.unchecked
      let counts = told.finding.severity.counts(from: telling.severity)
      let unasked = CheckFinding.Unasked(key: told.key, problem: told.finding.recordProblem)
      if counts {
        isRejected = true
      } else if !self.unasked.insert(unasked).inserted {
        continue
      }
      let problem = CheckProblem(told.finding, of: told.key, at: told.path, in: source, wording)
      // Where secrets are was not looked for.
      let secrets = records.form.hasSecrets ? [0..<record.range.count] : []
      note(problem, at: told.finding.span, on: record, of: bytes, besides: secrets, in: &all)
      if !counts { all.findings[all.findings.count - 1].unasked = unasked }
    }
    if !telling.unchecked.counts(from: telling.severity) {
      toldQuestions += verdict.questions.filter { !isTold($0) }.map {
        ($0.place.field, $0.validator)
      }
    }
    return isRejected
  }

  /// It was told, once for all records, that nobody is there to ask a validator about a field.
  private func isTold(_ question: RecordQuestion) -> Bool {
    toldQuestions.contains {
      $0.field == question.place.field && $0.validator == question.validator
    }
  }

  /// What is said of a record, or of what stands in its place.
  fileprivate mutating func verdict(
    on record: RecordSplitter.Record, of bytes: [UInt8]
  ) -> RecordVerdict {
    if table != nil, let verdict = table?.judge.judge(record, of: bytes, by: &records) {
      return verdict
    }
    guard let flaw = record.flaw else {
      return answers?.judge(bytes, record.range, by: &records) ?? records.judge(bytes, record.range)
    }
    var verdict = RecordVerdict(broken: flaw, at: 0..<record.range.count)
    if records.form.hasSecrets { verdict.secretSpans = [0..<record.range.count] }
    return verdict
  }

  /// Goes on with answers in a shape.
  fileprivate mutating func open(_ shape: AnswerShape?) {
    if self.shape == shape { return }
    self.shape = shape
    answers = shape.map { AnswerReader($0, for: records.form) }
  }

  /// Goes on with the rows of a table, and notes what is wrong with its header.
  fileprivate mutating func open(_ header: TableHeader, in all: inout CheckBatch.Verdict) {
    if table != nil { return }
    let judge = TableJudge(header, of: records.form)
    table = (judge, header)
    let findings = judge.headerProblems.map { told in
      let problem = CheckProblem(told.finding, of: told.key, at: told.path, in: source, wording)
      return finding(
        problem, at: told.finding.span, in: header.bytes.span, from: header.place, besides: [])
    }
    all.headers.append(.init(formPath: paths.form, findings: findings))
  }

  /// Notes that what was said of other records is said of this one.
  private mutating func note(
    _ said: [RecordLines.Repetition], on record: RecordSplitter.Record, of bytes: [UInt8],
    in all: inout CheckBatch.Verdict
  ) {
    if keepsRecords { all.ranges.append(record.range) }
    var isRejected = false
    for repetition in said {
      guard let problem = knownProblem(repetition.saying) else { continue }
      if problem.severity.counts(from: telling.severity) { isRejected = true }
      note(problem, at: repetition.span, on: record, of: bytes, besides: [], in: &all)
    }
    if isRejected { all.rejected.append(all.recordCount - 1) }
  }

  private func note(
    _ problem: CheckProblem, at span: Range<Int>, on record: RecordSplitter.Record,
    of bytes: [UInt8], besides secrets: [Range<Int>], in all: inout CheckBatch.Verdict
  ) {
    let text = bytes.span.extracting(record.range)
    var finding = finding(problem, at: span, in: text, from: record.place, besides: secrets)
    finding.record = all.recordCount - 1
    all.findings.append(finding)
  }

  /// A finding at a span of a text that begins at a place.
  private func finding(
    _ problem: CheckProblem, at span: Range<Int>, in text: Span<UInt8>,
    from place: RecordSplitter.Place, besides secrets: [Range<Int>]
  ) -> CheckFinding {
    let start = text.extracting(..<min(span.lowerBound, text.count))
    var finding = CheckFinding(problem, at: place.advanced(over: start))
    if telling.showsEnds {
      let end = min(max(span.lowerBound, span.upperBound), text.count)
      finding.end = place.advanced(over: text.extracting(..<end))
    }
    if telling.showsExcerpts { finding.excerpt = excerpt(of: span, in: text, besides: secrets) }
    return finding
  }

  /// All of a finding but where it is, where that was said of late.
  private func knownProblem(_ saying: Int) -> CheckProblem? {
    guard let known = problems[saying % Self.problemCount], known.saying == saying else {
      return nil
    }
    return known.problem
  }

  private mutating func problem(_ told: RecordVerdict.Problem) -> CheckProblem {
    let problem = CheckProblem(told.finding, of: told.key, at: told.path, in: source, wording)
    if let saying = told.saying { problems[saying % Self.problemCount] = (saying, problem) }
    return problem
  }

  /// The surroundings of what is wrong, unless a secret stands there.
  private func excerpt(
    of span: Range<Int>, in text: Span<UInt8>, besides secrets: [Range<Int>]
  ) -> CheckFinding.Excerpt? {
    let window = CheckFinding.Excerpt.window(around: span.lowerBound, in: text)
    if text.isEmpty || secrets.contains(where: { $0.overlaps(window) }) { return nil }
    return CheckFinding.Excerpt(of: span, in: text)
  }
}

extension Severity {
  /// Whether it matters as much as another.
  func counts(from least: Severity) -> Bool { place <= least.place }

  /// Where it stands among them, those first that matter most.
  var place: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .information: 2
    case .hint: 3
    }
  }
}
