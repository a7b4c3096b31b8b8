import FieldModels

/// Some records of a stream, to be judged together.
struct CheckBatch: Sendable {
  let source: String
  let bytes: [UInt8]
  let records: [RecordSplitter.Record]
  /// The number of the first record in its file, from 0.
  let firstNumber: Int

  /// What judging needs besides.
  struct Judge: Sendable {
    let records: RecordJudge
    let severity: Severity
    let showsExcerpts: Bool
    /// Findings are written by whoever judges, since that can be done on several threads.
    let writesJSON: Bool
  }

  /// What is said of the records.
  struct Verdict: Sendable {
    var findings: [CheckFinding] = []
    /// The records, by their places in the batch, in which something counts as wrong.
    var rejected: [Int] = []
    var uncheckedValidators: Set<String> = []
  }

  /// How many bytes the records take.
  var byteCount: Int {
    (records.last?.range.upperBound ?? 0) - (records.first?.range.lowerBound ?? 0)
  }

  /// A record on a line of its own.
  func line(of record: RecordSplitter.Record) -> [UInt8] {
    // A line break stands between values or in a broken text, never in a string.
    bytes[record.range].map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 } + [0x0A]
  }

  /// Judges each record; nothing of it depends on other batches.
  func judged(by judge: Judge) -> Verdict {
    var all = Verdict()
    var judging = judge.records
    var patterns: [Int: CheckFinding] = [:]
    for (index, record) in records.enumerated() {
      let verdict = judging.judge(bytes, record.range)
      if !verdict.uncheckedValidators.isEmpty {
        all.uncheckedValidators.formUnion(verdict.uncheckedValidators)
      }
      if verdict.problems.isEmpty { continue }
      if verdict.problems.contains(where: { $0.finding.severity.counts(from: judge.severity) }) {
        all.rejected.append(index)
      }
      let text = bytes.span.extracting(record.range)
      for problem in verdict.problems {
        let span = problem.finding.span
        var finding = pattern(of: problem, &patterns, judge)
        finding.place = record.place.advanced(
          over: text.extracting(..<min(span.lowerBound, text.count)))
        finding.record = firstNumber + index
        if judge.showsExcerpts { finding.excerpt = excerpt(of: span, in: text, verdict) }
        all.findings.append(finding)
      }
    }
    return all
  }

  /// All of a finding but where it is; the same is found again and again.
  private func pattern(
    of problem: RecordVerdict.Problem, _ patterns: inout [Int: CheckFinding], _ judge: Judge
  ) -> CheckFinding {
    if let known = problem.saying.flatMap({ patterns[$0] }) { return known }
    var finding = CheckFinding(problem.finding, in: source, at: .init())
    finding.key = problem.key
    finding.path = problem.path
    if judge.writesJSON { finding.writeWords() }
    if let saying = problem.saying { patterns[saying] = finding }
    return finding
  }

  /// The surroundings of what is wrong, unless a secret stands there.
  private func excerpt(
    of span: Range<Int>, in text: Span<UInt8>, _ verdict: RecordVerdict
  ) -> CheckFinding.Excerpt? {
    let window = CheckFinding.Excerpt.window(around: span.lowerBound, in: text)
    if verdict.secretSpans.contains(where: { $0.overlaps(window) }) { return nil }
    return CheckFinding.Excerpt(of: span, in: text)
  }
}

extension Severity {
  /// Whether it matters as much as another.
  func counts(from least: Severity) -> Bool {
    let order = Severity.allCases
    return (order.firstIndex(of: self) ?? 0) <= (order.firstIndex(of: least) ?? 0)
  }
}
