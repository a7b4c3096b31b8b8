import FieldModels
import FieldRPC
import FieldSession

/// `fieldd check`: forms and records from files, findings to standard output.
struct CheckRun: ~Copyable {
  private let options: CheckOptions
  /// How whoever reads it is spoken to.
  private let wording: Wording
  private var report: any CheckReport
  private var output = CheckOutput.standardOutput
  private var division: CheckDivision
  private var summary = CheckSummary()
  private var progress: CheckProgress
  private var clock = HostClock()
  private let zones = ZoneFiles()
  private let formReader: CheckFormReader
  /// The forms that records name themselves.
  private let statedForms: CheckForms
  /// The forms that records were held to so far, by path; nil for one that is none.
  private var forms: [String: RecordForm?] = [:]
  /// The forms that records of the file at hand name, other than its own.
  private var otherForms: Set<String> = []
  /// Something could not be read or written.
  private var hasFailed = false

  /// Checks what a command line asks for; gives the exit status.
  static func run(_ options: CheckOptions) -> Int32 {
    Signals.ignoreBrokenPipes()
    var run = CheckRun(options)
    return run.run()
  }

  private init(_ options: CheckOptions) {
    self.options = options
    division = CheckDivision(options)
    wording = Wording(
      locale: options.locale ?? Language.locale(ofEnvironment: HostProcess.variable))
    report = options.format.report(
      on: output, in: wording, codesPage: options.codesPage)
    formReader = CheckFormReader(
      wording: wording, zones: zones.database, isPartial: options.isPartial,
      neededLocales: options.neededLocales)
    statedForms = CheckForms(root: options.rootPath, reader: formReader)
    progress = CheckProgress(isShown: !options.isQuiet && Descriptor.standardError.isTerminal)
  }

  private mutating func run() -> Int32 {
    let paths = options.paths.isEmpty ? [options.formPath == nil ? "." : "-"] : options.paths
    let targets = targets(of: paths)
    do throws(SystemError) {
      guard try openOutputs(for: targets) else { return ExitStatus.badUsage }
    } catch {
      complain(error.description)
      division.finish(isComplete: false)
      return ExitStatus.badUsage
    }
    // Until now a signal ends what is waited for, such as the reader of a pipe, and nothing is lost.
    Signals.noteInterrupts()
    if !options.isQuiet { report.begin(&output) }
    progress.expect(targets)
    for target in targets {
      if isAtLimit { note(target.path, isSkippedSince: "--max-errors is reached") }
      if mustStop { continue }
      switch target {
      case .form(let path): checkForm(path)
      case .records(let path, let formPath): checkRecords(path, formPath)
      }
    }
    return end()
  }

  /// What some paths stand for, each file once, whatever ways lead to it.
  private mutating func targets(of paths: [String]) -> [CheckTarget] {
    var search = CheckSearch(options)
    let targets = paths.flatMap { search.targets(of: $0) }
    for note in search.notes {
      switch note {
      case .mistake(let words): complain(words)
      case .omission(let path, let reason): self.note(path, isSkippedSince: reason)
      }
    }
    // Records may be named beside their form, which has brought them along already.
    var known: Set<String> = []
    var folders: [String: String] = [:]
    return targets.filter { target in
      if target.path == "-" { return true }
      let folder = FileNames.folder(of: target.path)
      let realFolder = folders[folder] ?? (try? FileNames.resolved(folder)) ?? folder
      folders[folder] = realFolder
      let name = target.path[FileNames.nameStart(in: target.path)...]
      return known.insert("\(realFolder)/\(name)").inserted
    }
  }

  private mutating func end() -> Int32 {
    progress.clear()
    if !options.isQuiet {
      report.end(summary, withStatistics: options.hasStatistics, &output)
    } else if options.hasStatistics {
      var statistics = TextReport(isColored: false, wording: wording)
      statistics.end(summary, withStatistics: true, &output)
    }
    output.flush()
    // What records have named was read after the outputs were opened.
    if let conflict = conflict(with: statedForms.paths) { complain(conflict) }
    let isInterrupted = Signals.wasInterrupted
    division.flush()
    let isWritten = output.failure == nil && division.failures.isEmpty
    let isComplete = !hasFailed && !isInterrupted && isWritten
    division.finish(isComplete: isComplete, keepsPart: isInterrupted)
    if options.failPath != nil, 0 < summary.overlongCount {
      StandardError.say(
        "not in \(options.failPath ?? ""), since they have more than \(options.recordByteLimit) bytes "
          + "(--max-record-bytes): \(summary.overlongCount) of the records")
    }
    if let signal = Signals.noted { return ExitStatus.ended(by: signal) }
    for failure in [output.failure].compactMap(\.self) + division.failures {
      switch failure {
      case .abandoned: return ExitStatus.brokenPipe
      case .refused(let words): complain(words)
      }
    }
    if hasFailed { return ExitStatus.badUsage }
    if let least = options.leastRecordCount, summary.recordCount < least {
      StandardError.say(
        "\(summary.recordCount) records were checked, fewer than --min-records \(least)")
      return ExitStatus.findings
    }
    return 0 < summary.countedCount ? ExitStatus.findings : 0
  }

  /// Opens what records are divided into, once all that can be known before is known: which files
  /// are read, and that their forms are forms; false where something is wrong with that.
  private mutating func openOutputs(for targets: [CheckTarget]) throws(SystemError) -> Bool {
    let inputs = targets.flatMap { target in
      switch target {
      case .form(let path): [path]
      case .records(let path, let formPath): [path, formPath].compactMap(\.self)
      }
    }
    if let conflict = conflict(with: inputs) {
      complain(conflict)
      return false
    }
    if !division.isWanted { return true }
    for case .records(let path, let formPath) in targets {
      // What can't be opened is told before anything is written.
      let kind = path == "-" ? .other : try FileStatus(path: path)?.kind
      // A pipe is opened once: whoever writes to it would be broken off.
      if kind == nil || kind == .file { _ = try CheckInput(path: path) }
      if let formPath { _ = form(formPath, besides: path) }
    }
    if hasFailed { return false }
    try division.open()
    return true
  }

  private func conflict(with inputs: [String]) -> String? {
    CheckOutput.conflict(between: options.outputs, and: inputs)
  }

  private mutating func complain(_ words: String) {
    progress.clear()
    StandardError.say(words)
    hasFailed = true
  }

  /// Lists a file that is checked, for whoever wants to know.
  private mutating func note(_ path: String, isChecked how: String) {
    note(path, "checked \(how)")
  }

  private mutating func note(_ path: String, isSkippedSince reason: String) {
    note(path, "skipped: \(reason)")
  }

  private mutating func note(_ path: String, _ words: String) {
    guard options.isVerbose else { return }
    progress.clear()
    StandardError.say("\(name(path)): \(words)")
  }

  /// Nothing more is to be read.
  private var mustStop: Bool {
    Signals.wasInterrupted || output.failure != nil || !division.failures.isEmpty || isAtLimit
  }

  private var isAtLimit: Bool { options.errorLimit.map { $0 <= summary.countedCount } ?? false }

  private mutating func tell(_ finding: CheckFinding) {
    if isAtLimit { return }
    summary.note(finding.problem, counting: options.severity)
    if options.isQuiet { return }
    progress.clear()
    report.tell(finding, &output)
  }
}

// Forms.
extension CheckRun {
  private func name(_ path: String) -> String { path == "-" ? options.inputName : path }

  /// The text of a form; what goes wrong is said.
  ///
  /// - Parameters:
  ///   - path: the form
  ///   - records: the records beside which it is, or that name it; nil for a form that the command line
  ///     names, which may be anything that can be read
  /// - Returns: the bytes; nil where that was complained of
  private mutating func text(ofForm path: String, besides records: String?) -> [UInt8]? {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      if let records {
        let root = options.rootPath ?? PlainFile.root(around: records)
        if let bytes = try PlainFile.bytes(of: path, within: root) { return bytes }
        complain("cannot open \(path): there is no such file")
        return nil
      }
      var file = try CheckInput(path: path)
      while try file.read(to: &bytes) { if Signals.wasInterrupted { return nil } }
    } catch {
      complain(error.description)
      return nil
    }
    return bytes
  }

  /// The form at a path; what goes wrong is said.
  private mutating func reading(
    _ path: String, besides records: String? = nil
  ) -> CheckFormReader.Reading? {
    guard let bytes = text(ofForm: path, besides: records) else { return nil }
    // A workbook is a ZIP archive itself.
    if let foreign = ForeignInput(startOf: bytes), foreign.isEncoded, foreign != .zip {
      complain("\(name(path)): \(wording.text(foreign.saying(for: .form)))")
      return nil
    }
    return reading(path, bytes, besides: records)
  }

  private mutating func reading(
    _ path: String, _ bytes: [UInt8], besides records: String? = nil
  ) -> CheckFormReader.Reading? {
    let format = path == options.formPath ? options.formFormat : nil
    do throws(ConversionRefusal) {
      let now = clock.now()
      var reading = try formReader.read(bytes, named: name(path), in: format, at: now)
      var steps = Int64.max
      while reading.document.isSearching {
        _ = reading.document.goOnSearching(&steps, at: now)
        reading.document.refresh(at: now)
      }
      return reading
    } catch {
      // Nothing is quoted of what others have named and is no form.
      let place = error.path.map { ":\($0)" } ?? ""
      let why = records == nil ? error.message : "this is no form"
      complain("\(name(path))\(records == nil ? place : ""): \(why)")
      return nil
    }
  }

  private mutating func checkForm(_ path: String) {
    guard let bytes = text(ofForm: path, besides: nil) else { return }
    if let foreign = ForeignInput(startOf: bytes), foreign.isEncoded, foreign != .zip {
      return tell(foreign, path, as: .form)
    }
    guard let reading = reading(path, bytes) else { return }
    summary.fileCount += 1
    note(path, isChecked: "as a form")
    if reading.form.format == .fields {
      tellFindings(of: reading.document, path)
    } else {
      tellLosses(of: reading.form, bytes, path)
    }
    if !options.isQuiet { report.endFile(name(path), &output) }
  }

  /// Tells what of a form in another format is not checked in records.
  private mutating func tellLosses(of form: AnyForm, _ bytes: [UInt8], _ path: String) {
    let text = Rope(bytes)
    let places = ConversionPlaces(text)
    for loss in form.losses {
      var place = RecordSplitter.Place()
      if let start = places.bytes(at: loss.entry.path)?.lowerBound {
        let position = text.position(atByteOffset: start, encoding: .utf32)
        (place.byteOffset, place.lineIndex) = (start, position.lineIndex)
        place.columnIndex = position.column
      }
      let problem = CheckProblem(
        Finding(.record(loss.rule.problem), options.unchecked, at: 0..<0), of: nil, at: nil,
        in: name(path), wording)
      tell(CheckFinding(problem, at: place))
      if mustStop { return }
    }
  }

  private mutating func tellFindings(of document: FieldDocument, _ path: String) {
    let bytes = document.text.bytes(in: 0..<document.text.byteCount)
    for var placed in document.findings(limit: document.findingCount) {
      // What was asked for and is not there is wrong.
      if case .text(.untranslated) = placed.finding.problem { placed.finding.severity = .error }
      let start = placed.range.lowerBound
      let position = document.text.position(atByteOffset: start, encoding: .utf32)
      var place = RecordSplitter.Place()
      place.byteOffset = start
      place.lineIndex = position.lineIndex
      place.columnIndex = position.column
      let key = document.liveField(atByteOffset: start).flatMap { document.key(of: $0) }
      var finding = CheckFinding(
        CheckProblem(placed.finding, of: key, at: nil, in: name(path), document.wording), at: place)
      if report.showsExcerpts, !options.isQuiet {
        let window = CheckFinding.Excerpt.window(around: start, in: bytes.span)
        // What is shown has no secrets in it.
        if document.redacted(window).elementsEqual(bytes[window]) {
          finding.excerpt = CheckFinding.Excerpt(of: placed.range, in: bytes.span)
        }
      }
      if report.showsEnds {
        let end = document.text.position(atByteOffset: placed.range.upperBound, encoding: .utf32)
        place.lineIndex = end.lineIndex
        place.columnIndex = end.column
        finding.end = place
      }
      tell(finding)
      if mustStop { return }
    }
  }

  /// The form at a path, made ready for records; nil, and said once, where it is none.
  private mutating func form(_ path: String, besides records: String) -> RecordForm? {
    if let known = forms[path] { return known }
    var form: RecordForm?
    // A record may name it that was read after the outputs were opened.
    if let conflict = conflict(with: [path]) { complain(conflict) }
    let isNamedByUs = path == options.formPath
    if let reading = reading(path, besides: isNamedByUs ? nil : records) {
      form = reading.records
      if form == nil {
        // Nothing is quoted of what others have named and is no form.
        if reading.form.format == .fields, isNamedByUs || 0 < reading.document.fieldCount {
          tellFindings(of: reading.document, path)
        }
        complain(wording.text(Saying(.formHasErrors, (.form, .text(name(path))))))
      }
    }
    forms.updateValue(form, forKey: path)
    return form
  }
}

// Records.
extension CheckRun {
  private mutating func checkRecords(_ path: String, _ formPath: String?) {
    let format = options.format(ofRecords: path)
    var input: CheckInput
    do throws(SystemError) {
      input = try CheckInput(path: path, format: format)
    } catch {
      return complain(error.description)
    }
    // A record's own form counts before this one, which is for those that name none.
    guard let formPath = formPath ?? input.statedForm(besides: path, format) else {
      if let foreign = input.foreignInput(for: format) {
        return tell(foreign, path, insteadOf: format)
      }
      return complain(wording.text(Saying(.noFormKnown, (.form, .text(name(path))))))
    }
    guard let form = form(formPath, besides: path) else {
      return note(path, isSkippedSince: "its form \(name(formPath)) can't be used")
    }
    if let foreign = input.foreignInput(for: format) {
      return tell(foreign, path, insteadOf: format)
    }
    summary.fileCount += 1
    summary.recordFileCount += 1
    let (now, source) = (clock.now(), name(path))
    let wording = wording
    let telling = CheckJudge.Telling(
      severity: options.severity, unchecked: options.unchecked,
      showsExcerpts: report.showsExcerpts && !options.isQuiet,
      showsEnds: report.showsEnds && !options.isQuiet,
      keepsRecords: division.isWanted)
    let forms = statedForms
    otherForms = []
    let earlierCount = summary.recordCount
    do throws(SystemError) {
      try judgeAll(&input, of: path, format) {
        CheckJudge(
          form, of: (path, formPath), forms, at: now, source: source, wording: wording, telling)
      }
    } catch {
      complain(error.description)
    }
    tellOtherForms(than: formPath, in: path)
    note(path, holds: summary.recordCount - earlierCount, formPath)
    if !options.isQuiet { report.endFile(name(path), &output) }
  }

  /// Lists a file of records that has been checked.
  private mutating func note(_ path: String, holds recordCount: Int, _ formPath: String) {
    var how = "by \(name(formPath)), \(recordCount) \(recordCount == 1 ? "record" : "records")"
    if !otherForms.isEmpty {
      how += ", of which some name another form: \(otherForms.sorted().joined(separator: ", "))"
    }
    note(path, isChecked: how)
  }

  /// Says that records name other forms than the one that was chosen for them.
  private mutating func tellOtherForms(than formPath: String, in path: String) {
    let chosen = FileIdentity(path: formPath)
    let others = otherForms.filter { name in
      !FileIdentity(path: CheckForms.path(of: name, besides: path)).isSameFile(as: chosen)
    }
    if others.isEmpty || options.isQuiet { return }
    progress.clear()
    StandardError.say(
      "\(self.name(path)): records name \(others.sorted().joined(separator: ", ")) in \"$form\", "
        + "which counts before \(self.name(formPath))")
  }

  /// Tells what a file is that should have records in it, as one record that is none, or a form.
  private mutating func tell(
    _ foreign: ForeignInput, _ path: String, as reader: ForeignInput.Reader = .records,
    insteadOf format: RecordsFormat = .json
  ) {
    let problem = CheckProblem(
      Finding(.record(.notJSON(foreign, reader)), .error, at: 0..<0), of: nil,
      at: reader == .records ? "" : nil, in: name(path), wording)
    var finding = CheckFinding(problem, at: .init())
    summary.fileCount += 1
    if reader == .records {
      finding.record = 0
      summary.recordCount += 1
      summary.rejectedCount += 1
    }
    note(path, isSkippedSince: "it is not \(format.description) in UTF-8")
    tell(finding)
    if !options.isQuiet { report.endFile(name(path), &output) }
  }

  /// The threads that judge batches.
  private typealias Crew = CheckCrew<CheckJudge, (CheckBatch, CheckBatch.Verdict)>

  /// What is under way in a file, and how far was told of it.
  private struct Course {
    let path: String
    var batches: CheckBatches
    /// The records do not fit those before them, which was said.
    var isMisfit = false
    /// The forms of which it was told what they say of the header of a table.
    var toldHeaders: Set<String> = []
    /// Of what it was told that nobody is there to ask.
    var unasked: Set<CheckFinding.Unasked> = []
    var place = RecordSplitter.Place()
    var recordCount = 0
    /// Why a piece of the file could not be read.
    var failure: SystemError?
  }

  private mutating func judgeAll(
    _ input: inout CheckInput, of path: String, _ format: RecordsFormat,
    by makeJudge: @escaping @Sendable () -> CheckJudge
  ) throws(SystemError) {
    var course = Course(
      path: path, batches: CheckBatches(format, byteLimit: options.recordByteLimit))
    let crew =
      1 < options.jobCount
      ? try Crew(threadCount: options.jobCount - 1, tools: makeJudge) : nil
    var judge = makeJudge()
    while !mustStop {
      // Who writes slowly wants to see what has become of what is there.
      if !input.isReady { finish(crew, &course) }
      let next = try course.batches.next(from: &input, leavingReading: crew != nil)
      guard var batch = next else { break }
      guard let crew else {
        let verdict = batch.judge(by: &judge)
        take(verdict, of: batch, &course)
        continue
      }
      while !isAtLimit, takeNext(crew, isAwaited: crew.isFull, &course) {}
      if crew.isBusy {
        let verdict = batch.judge(by: &judge)
        crew.put((batch, verdict))
      } else {
        crew.begin { [batch] judge in
          var batch = batch
          let verdict = batch.judge(by: &judge)
          return (batch, verdict)
        }
      }
      if let failure = course.failure { throw failure }
    }
    finish(crew, &course)
    if let failure = course.failure { throw failure }
  }

  /// Takes the oldest batch that is under way; false where there is none, or it is not done and not
  /// waited for.
  private mutating func takeNext(_ crew: Crew, isAwaited: Bool, _ course: inout Course) -> Bool {
    guard let (batch, verdict) = crew.next(isAwaited: isAwaited) else { return false }
    take(verdict, of: batch, &course)
    return true
  }

  /// Waits for what is under way, and lets everybody see it.
  private mutating func finish(_ crew: Crew?, _ course: inout Course) {
    if let crew {
      while !isAtLimit, takeNext(crew, isAwaited: true, &course) {}
    }
    output.flush()
    division.flush()
  }

  private mutating func take(
    _ verdict: CheckBatch.Verdict, of batch: consuming CheckBatch, _ course: inout Course
  ) {
    var count = verdict.recordCount
    for header in verdict.headers where course.toldHeaders.insert(header.formPath).inserted {
      for finding in header.findings { tell(finding) }
    }
    if isAtLimit { count = 0 }
    let start = course.place.advanced(by: batch.start)
    for var finding in verdict.findings where 0 < count {
      let record = finding.record ?? 0
      if let unasked = finding.unasked, !course.unasked.insert(unasked).inserted { continue }
      finding.place = start.advanced(by: finding.place)
      finding.end = finding.end.map { start.advanced(by: $0) }
      finding.record = course.recordCount + record
      tell(finding)
      // What comes behind was not looked at.
      if isAtLimit {
        count = record + 1
        break
      }
    }
    course.place = start.advanced(by: verdict.end)
    course.failure = course.failure ?? verdict.failure
    course.recordCount += verdict.recordCount
    summary.recordCount += count
    let rejected = verdict.rejected.prefix { $0 < count }
    summary.rejectedCount += rejected.count
    summary.uncheckedValidators.formUnion(verdict.uncheckedValidators)
    otherForms.formUnion(verdict.statedForms)
    summary.uncheckedCount += verdict.uncheckedCount
    summary.overlongCount += verdict.overlongCount
    if division.isWanted, !course.isMisfit,
      !division.write(batch, verdict.ranges.prefix(count), rejecting: rejected)
    {
      course.isMisfit = true
      complain(
        "\(name(course.path)): its records have another shape, or another header, than those before; "
          + "--pass and --fail need a run for each")
    }
    progress.note(batch.byteCount, recordCount: count, at: clock.now())
    course.batches.recycle(batch)
  }
}
