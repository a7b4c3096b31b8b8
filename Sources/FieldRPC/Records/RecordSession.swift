package import FieldModels

/// The records that an editor has open in one text: that text, and what the editor was told of it.
package struct RecordSession: Sendable {
  let dialect: JSONReader.Dialect
  private var edited: EditedText
  /// The text as it was read after the last edit.
  private(set) var record: RecordText
  private(set) var wishes: RecordWishes
  /// What was said of the text last, and by what form.
  private var judgement: (said: RecordJudgement, occasions: [Occasion])?
  /// What was found last, by which fixes are made.
  private(set) var findings: [RecordVerdict.Problem] = []
  /// What the editor was told last, or was told to ask about.
  private var published: [Finding] = []
  /// The words of the forms in which it was told.
  private var publishedWords: [OwnWords] = []

  init(_ text: Rope, dialect: JSONReader.Dialect, uri: String, version: WholeNumber?) {
    self.dialect = dialect
    edited = EditedText(text, uri: uri, version: version)
    record = RecordText(edited.bytes, dialect: dialect)
    wishes = RecordWishes(of: record, in: uri)
  }

  var uri: String { edited.uri }
  package var text: Rope { edited.text }
  var version: WholeNumber? { edited.version }
  /// Why the text is not known any more.
  var lostBecause: String? { edited.lostBecause }
  /// The editor has edited it in this turn, and waits to hear of it.
  var mustPublish: Bool { edited.mustPublish }

  /// Whether it is a record at all, by its name or by naming its form.
  var isRecord: Bool { FileKind(ofFile: uri) == .values || record.statedForm != nil }

  mutating func didChange(_ params: DidChangeParams, in turn: Turn) {
    edited.didChange(params, turn.client.positionEncoding)
    record = RecordText(edited.bytes, dialect: dialect)
    let newWishes = RecordWishes(of: record, in: uri)
    if newWishes.all != wishes.all { judgement = nil }
    wishes = newWishes
  }

  mutating func didSave() { edited.didSave() }

  mutating func lose(_ lost: LostText, because why: String) { edited.lose(lost, because: why) }

  /// Finds out what is wrong.
  ///
  /// - Parameters:
  ///   - judges: of the forms that its records belong to
  ///   - numbers: the judge for each of its wishes; nil where none is known
  ///   - occasions: the forms that are judged by
  ///   - findings: what is to be told of the forms themselves
  ///   - now: this moment
  mutating func judge(
    by judges: inout [RecordJudge], forEachWish numbers: [Int?], _ occasions: [Occasion],
    _ findings: [Finding], at now: Instant
  ) {
    let earlier = judgement.flatMap { $0.occasions == occasions ? $0.said : nil }
    let said = RecordJudgement(
      of: record, by: &judges, ofEach: wishes.numbers.map { numbers[$0] }, after: earlier)
    judgement = (said, occasions)
    let unchecked = said.uncheckedValidators.map {
      Finding(.record(.uncheckedValidator($0)), .information, at: record.head)
    }
    self.findings =
      (findings + unchecked).map { .init(key: nil, path: "", finding: $0) } + said.problems
  }

  /// By what records were judged; by the same they are judged alike.
  struct Occasion: Equatable, Sendable {
    var form: DocumentAddress?
    var revision: Int?
    var dayEnd: Instant?
  }

  /// What is to be told of the forms themselves, where records name them.
  ///
  /// - Parameters:
  ///   - forms: the form for each of its wishes; nil where nobody can know it
  ///   - chosen: the names of these forms, where the records name none
  /// - Returns: a finding for each record that can't be held to the form that it names, and one for
  ///   those that name none
  func findings(on forms: [KnownForm?], named chosen: [String?]) -> [Finding] {
    var findings: [Finding] = []
    let problems = wishes.all.indices.map {
      problem(of: wishes.all[$0], forms[$0], named: chosen[$0])
    }
    for (wish, found) in zip(wishes.all, problems) {
      guard case .beside = wish, let problem = found.problem else { continue }
      findings.append(Finding(problem, found.severity, at: placeOfWhatNamesNothing))
    }
    for (record, number) in wishes.numbers.enumerated() {
      guard let node = self.record.statedForm(ofRecord: record),
        let problem = problems[number].problem
      else { continue }
      findings.append(Finding(problem, problems[number].severity, at: self.record.tree[node].span))
    }
    return findings
  }

  /// Where the first record begins that names no form.
  private var placeOfWhatNamesNothing: Range<Int> {
    let first = record.records.indices.first { record.statedForm(ofRecord: $0) == nil }
    guard let first, 0 < first else { return record.head }
    return record.tree[record.records[first]].span.prefix(1)
  }

  private func problem(
    of wish: FormWish, _ form: KnownForm?, named chosen: String?
  ) -> (problem: Finding.Problem?, severity: Severity) {
    let name: String
    var isStated = false
    switch wish {
    case .unreadable:
      return (.text(.unreadableFormName), .error)
    case .excess(let name, _):
      let why = "no more than \(RecordWishes.formLimit) forms are read for a text"
      return (.record(.missingForm(name, why: why)), .error)
    case .stated(let stated, _): (name, isStated) = (stated, true)
    case .beside: name = chosen ?? ""
    }
    switch form?.state {
    case .ready, .unknown: return (nil, .error)
    case .record: return (.record(.circularForm(name)), .error)
    case .broken(let count): return (.record(.brokenForm(name, errorCount: count)), .error)
    case .missing(let why):
      let problem = RecordProblem.missingForm(name, why: isStated ? why : nil)
      return (.record(problem), isStated ? .error : .information)
    case nil:
      let why = "A record without a folder names a form by its URI"
      return (.record(.missingForm(name, why: why)), .error)
    }
  }

  /// Tells the editor what is wrong; of an edited text always, even if nothing is different.
  mutating func publish(by forms: RecordForms, in turn: inout Turn) {
    defer { edited.mustPublish = false }
    let told = toldFindings(by: forms)
    if lostBecause == nil {
      let words = forms.ownWords
      guard mustPublish || told != published || words != publishedWords else { return }
      publishedWords = words
      if turn.client.pullsDiagnostics {
        // Who has edited asks by itself.
        if mustPublish { return }
        published = told
        return turn.mustRefreshDiagnostics = true
      }
    } else if !mustPublish || turn.client.pullsDiagnostics {
      return
    }
    published = told
    edited.publish(diagnostics(of: told, by: forms, in: turn), in: &turn)
  }

  /// What the editor was told is to be told in another way.
  mutating func tellAgain() { edited.mustPublish = true }

  /// All that is wrong, for a client that asks about this record, and then knows it.
  mutating func answer(by forms: RecordForms, in turn: Turn) -> [LSP.Diagnostic] {
    published = toldFindings(by: forms)
    return diagnostics(of: published, by: forms, in: turn)
  }

  /// All that is wrong.
  func diagnostics(by forms: RecordForms, in turn: Turn) -> [LSP.Diagnostic] {
    diagnostics(of: toldFindings(by: forms), by: forms, in: turn)
  }

  private func diagnostics(
    of told: [Finding], by forms: RecordForms, in turn: Turn
  ) -> [LSP.Diagnostic] {
    let wording = turn.client.wording
    if let lostBecause { return [.lost(lostBecause, in: wording)] }
    let limit = turn.formLimits.findingCount
    var diagnostics = told.prefix(limit).filter { !turn.client.settings.hides($0) }
      .map { finding in
        let form = forms.form(at: finding.span.lowerBound)
        return diagnostic(
          of: finding, for: turn.client, in: self.wording(by: form, for: turn.client))
      }
    if limit < told.count { diagnostics.insert(.overflow(told.count - limit, in: wording), at: 0) }
    return diagnostics
  }

  private func toldFindings(by forms: RecordForms) -> [Finding] {
    findings.map { $0.finding }.filter { isTold($0, forms.form(at: $0.span.lowerBound)) }
  }

  /// How the client's reader is told of it, in words of the form where that brings some.
  func wording(by form: RecordForm?, for client: ClientCapabilities) -> Wording {
    form.map { client.wording.with($0.ownWords) } ?? client.wording
  }

  /// A finding, as a client takes it.
  func diagnostic(
    of finding: Finding, for client: ClientCapabilities, in wording: Wording
  ) -> LSP.Diagnostic {
    LSP.Diagnostic(
      finding, at: Translation(text: text, encoding: client.positionEncoding).range(finding.span),
      for: client, in: wording)
  }

  /// Whether an editor is told of a finding: not that a file is empty, and not of a name that is
  /// still being typed.
  private func isTold(_ finding: Finding, _ form: RecordForm?) -> Bool {
    if finding.problem == .text(.syntax(.emptyText)) { return false }
    guard case .record(.unknownKey(let name, _)) = finding.problem,
      let editPlace = edited.editPlace,
      finding.span.lowerBound < editPlace, editPlace < finding.span.upperBound,
      let layout = form?.layout
    else { return true }
    let context = RecordContext(record, at: editPlace, in: layout)
    guard let object = context?.object else { return true }
    let names = layout.objects[object].members.lazy.map { $0.name }
    return !names.contains { $0.utf8.count > name.utf8.count && $0.hasPrefix(name) }
  }
}
