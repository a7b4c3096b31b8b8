import FieldModels
import FieldRPC
import FieldSamples

/// `fieldd infer`: a form for some records to standard output, its reasons to standard error.
struct InferRun {
  private let options: InferOptions
  private let now: Instant
  private var inference = FormInference()
  /// The records, by which guesses are tried.
  private var samples: [Sample] = []
  private var sampleByteCount = 0
  /// What stood in the place of records, or was no more read.
  private var strangerCount = 0
  private var isCutOff = false

  /// A record as it was read.
  private struct Sample {
    var bytes: [UInt8]
    /// The header of the table whose row it is.
    var header: TableHeader?
  }

  /// More records than fit into so many bytes are not read.
  private static let mostSampleBytes = 1 << 28
  private static let recordByteLimit = 1 << 26
  /// Guesses are taken back so often: two of each field, behind those of what it is in.
  private static let mostRounds = 12

  /// Makes what a command line asks for; gives the exit status.
  static func run(_ options: InferOptions) -> Int32 {
    Signals.ignoreBrokenPipes()
    let named = [("--output", Optional(options.outputPath)), ("--report", options.reportPath)]
    if let conflict = CheckOutput.conflict(between: named, and: options.paths) {
      StandardError.say(conflict)
      return ExitStatus.badUsage
    }
    var clock = HostClock()
    var run = InferRun(options: options, now: clock.now())
    do throws(SystemError) {
      for path in options.paths { try run.read(path) }
    } catch {
      StandardError.say(error.description)
      return ExitStatus.badUsage
    }
    return run.finish()
  }

  private init(options: InferOptions, now: Instant) {
    (self.options, self.now) = (options, now)
  }
}

// Reading.
extension InferRun {
  private mutating func read(_ path: String) throws(SystemError) {
    let format = options.format(ofRecords: path)
    var input = try CheckInput(path: path, format: format)
    if let foreign = input.foreignInput(for: format) {
      let words = Wording.english.text(foreign.saying(for: .records))
      throw SystemError(action: "read \(path)", since: words)
    }
    if let table = format.table {
      try readRows(&input, table)
    } else {
      try readValues(&input)
    }
  }

  private mutating func readValues(_ input: inout CheckInput) throws(SystemError) {
    var splitter = RecordSplitter(byteLimit: Self.recordByteLimit)
    var hasMore = true
    while hasMore, !isCutOff {
      hasMore = try splitter.append { bytes throws(SystemError) in try input.read(to: &bytes) }
      if !hasMore { splitter.finish() }
      while let record = splitter.next() {
        guard record.flaw == nil else {
          strangerCount += 1
          continue
        }
        add(Array(splitter.bytes[record.range]))
      }
    }
  }

  private mutating func add(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes, dialect: .strict)
    reader.readText()
    guard !reader.problems.contains(where: { $0.severity == .error }), !reader.tree.isEmpty,
      reader.tree[0].kind == .object
    else {
      strangerCount += 1
      return
    }
    inference.add(reader.tree)
    keep(Sample(bytes: bytes))
  }

  private mutating func readRows(
    _ input: inout CheckInput, _ table: TableFormat
  ) throws(SystemError) {
    var splitter = TableSplitter(table, byteLimit: Self.recordByteLimit)
    var hasMore = true
    while hasMore, !isCutOff {
      hasMore = try splitter.append { bytes throws(SystemError) in try input.read(to: &bytes) }
      if !hasMore { splitter.finish() }
      while let record = splitter.next() {
        guard let header = splitter.header else { continue }
        var row = TableRow()
        row.read(splitter.bytes, record.range, delimiter: header.delimiter)
        guard record.flaw == nil, row.flaw == nil, row.cells.count == header.names.count else {
          strangerCount += 1
          continue
        }
        let texts = row.cells.map { row.text(of: $0, in: splitter.bytes) }
        inference.add(cells: zip(header.names, texts).map { (name: $0, text: $1) })
        keep(Sample(bytes: Array(splitter.bytes[record.range]), header: header))
      }
    }
  }

  private mutating func keep(_ sample: Sample) {
    samples.append(sample)
    sampleByteCount += sample.bytes.count
    isCutOff = Self.mostSampleBytes < sampleByteCount
  }
}

// The form.
extension InferRun {
  private mutating func finish() -> Int32 {
    if samples.isEmpty {
      StandardError.say("no record was read, so there is nothing to infer a form from")
      return ExitStatus.findings
    }
    var guess = inference.guess(title: options.title)
    var refused = refusals(of: guess)
    var rounds = 0
    while !refused.paths.isEmpty, rounds < Self.mostRounds {
      for path in refused.paths { inference.takeBack(at: path) }
      guess = inference.guess(title: options.title)
      refused = refusals(of: guess)
      rounds += 1
    }
    var outputs = [(path: options.outputPath, bytes: JSONLayout.text(of: guess.form))]
    if let path = options.reportPath {
      let report = JSONText { self.report(guess, refused.count, to: &$0) }
      outputs.append((path, Array(report.bytes) + Array("\n".utf8)))
    } else if !options.isQuiet {
      tell(guess, refused.count)
    }
    if let status = CheckOutput.write(outputs) { return status }
    return refused.count + strangerCount == 0 ? 0 : ExitStatus.findings
  }

  /// How many of the records a form refuses, and for what at which paths.
  private func refusals(of guess: FormInference.Guess) -> (count: Int, paths: Set<String>) {
    let document = FieldDocument(
      Array(guess.form.json.utf8), dialect: .strict, vocabulary: Vocabulary(), at: now)
    let form = RecordForm(document)
    var judge = RecordJudge(form, at: now)
    var table: (header: TableHeader, judge: TableJudge)?
    var (count, paths): (Int, Set<String>) = (0, [])
    for sample in samples {
      let range = 0..<sample.bytes.count
      var verdict: RecordVerdict
      if let header = sample.header {
        if table?.header != header { table = (header, TableJudge(header, of: form)) }
        let record = RecordSplitter.Record(range, at: .init())
        verdict = table?.judge.judge(record, of: sample.bytes, by: &judge) ?? RecordVerdict()
      } else {
        verdict = judge.judge(sample.bytes, range)
      }
      if verdict.isValid { continue }
      count += 1
      for problem in verdict.problems where problem.finding.severity == .error {
        paths.insert(problem.path)
      }
    }
    return (count, paths)
  }

  /// Tells a person why the form is as it is.
  private func tell(_ guess: FormInference.Guess, _ refusedCount: Int) {
    var lines = guess.evidence.map { "\($0.key): \($0.guess): \($0.reason)" }
    lines.append(sum(refusedCount))
    let text = lines.map { $0.shownInTerminal + "\n" }.joined()
    _ = Descriptor.standardError.writeAll(Array(text.utf8))
  }

  private func sum(_ refusedCount: Int) -> String {
    var text = "\(samples.count) \(samples.count == 1 ? "record" : "records")"
    text +=
      refusedCount == 0 ? ", all of which the form takes" : ", of which it refuses \(refusedCount)"
    if 0 < strangerCount { text += "; \(strangerCount) that could not be read" }
    if isCutOff { text += "; the rest was not read" }
    return text
  }

  private func report(
    _ guess: FormInference.Guess, _ refusedCount: Int, to json: inout JSONWriter
  ) {
    json.member("records", samples.count)
    json.member("refused", refusedCount)
    json.member("unread", strangerCount)
    json.member("evidence") { json in
      json.array { json in
        for each in guess.evidence {
          json.object { json in
            json.member("key", each.key)
            json.member("guess", each.guess)
            json.member("reason", each.reason)
          }
        }
      }
    }
  }
}
