package import FieldModels

/// One record that an editor has open, or a list of them: its text, and what the editor was told of
/// it.
package struct RecordSession: Sendable {
  let uri: String
  let dialect: JSONReader.Dialect
  package private(set) var text: Rope
  /// The text as it was read after the last edit.
  private(set) var record: RecordText
  private(set) var wish: FormWish
  private(set) var version: Int?
  /// Why the text is not known any more: a change of the editor could not be read.
  private(set) var lostBecause: String?
  /// Where the editor wrote last, in bytes; nil once that is done with.
  private var editPlace: Int?
  /// The editor has edited it in this turn, and waits to hear of it.
  private(set) var mustPublish = true
  /// What was said of the text last, and by what form.
  private var judgement: (said: RecordJudgement, occasion: Occasion)?
  /// What was found last, by which fixes are made.
  private(set) var findings: [RecordVerdict.Problem] = []
  /// What the editor was told last, or was told to ask about.
  private var published: [Finding] = []
  /// The words of the form in which it was told.
  private var publishedWords = OwnWords()

  init(_ text: Rope, dialect: JSONReader.Dialect, uri: String, version: Int?) {
    self.uri = uri
    self.dialect = dialect
    self.text = text
    self.version = version
    record = RecordText(text.bytes(in: 0..<text.byteCount), dialect: dialect)
    wish = FormWish(of: record, in: uri)
  }

  /// Whether it is a record at all, by its name or by naming its form.
  var isRecord: Bool { FormWish.isRecord(uri) || record.statedForm != nil }

  mutating func didChange(_ params: DidChangeParams, in turn: Turn) {
    for change in params.changes(makingUpFor: &lostBecause) {
      apply(change, turn.client.positionEncoding)
    }
    version = params.version
    mustPublish = true
    record = RecordText(text.bytes(in: 0..<text.byteCount), dialect: dialect)
    let newWish = FormWish(of: record, in: uri)
    if newWish != wish { judgement = nil }
    wish = newWish
  }

  private mutating func apply(
    _ change: DidChangeParams.ContentChange, _ encoding: PositionEncoding
  ) {
    guard let range = change.range else {
      editPlace = nil
      return text = Rope(change.text)
    }
    let bytes = Translation(text: text, encoding: encoding).bytes(range)
    text.replace(bytes, with: change.text)
    editPlace = bytes.lowerBound + change.text.count
  }

  /// What was saved is meant as it is.
  mutating func didSave() { editPlace = nil }

  /// The client has changed its text, and nobody can say how.
  mutating func lose(_ lost: LostText, because why: String) {
    lostBecause = lostBecause ?? why
    version = lost.version
    mustPublish = true
  }

  /// Finds out what is wrong.
  ///
  /// - Parameters:
  ///   - form: the form that it belongs to; nil where none is known
  ///   - findings: what is to be told of the form itself
  ///   - now: this moment
  mutating func judge(by form: inout KnownForm?, _ findings: [Finding], at now: Instant) {
    form?.judge?.move(to: now)
    // Taken out, so that it is not copied.
    var judge = form?.judge.take()
    let occasion = Occasion(form: form?.address, revision: form?.revision, dayEnd: judge?.dayEnd)
    let earlier = judgement.flatMap { $0.occasion == occasion ? $0.said : nil }
    let said = RecordJudgement(of: record, by: &judge, after: earlier)
    judgement = (said, occasion)
    if let judge { form?.judge = judge }
    let unchecked = said.uncheckedValidators.map {
      Finding(.record(.uncheckedValidator($0)), .information, at: record.head)
    }
    self.findings =
      (findings + unchecked).map { .init(key: nil, path: "", finding: $0) } + said.problems
  }

  /// By what records were judged; by the same they are judged alike.
  private struct Occasion: Equatable, Sendable {
    var form: DocumentAddress?
    var revision: Int?
    var dayEnd: Instant?
  }

  /// What is to be told of the form itself, once, where it is named.
  ///
  /// - Parameters:
  ///   - form: the form that it belongs to; nil where nobody can know it
  ///   - chosen: the name of that form, where the record names none
  /// - Returns: a finding, where it can't be held to the form
  func findings(on form: KnownForm?, named chosen: String?) -> [Finding] {
    let name: String
    var isStated = false
    switch wish {
    case .unreadable:
      let problem = TextProblem.wrongType(
        property: Property.Name.form.rawValue, type: Shape.text.expectation, takesText: true)
      return [.text(problem, at: record.head)]
    case .stated(let stated, _): (name, isStated) = (stated, true)
    case .beside: name = chosen ?? ""
    }
    let problem: RecordProblem
    var severity = Severity.error
    switch form?.state {
    case .ready, .unknown: return []
    case .record: problem = .circularForm(name)
    case .broken(let count): problem = .brokenForm(name, errorCount: count)
    case .missing(let why):
      problem = .missingForm(name, why: isStated ? why : nil)
      if !isStated { severity = .information }
    case nil: problem = .missingForm(name, why: "A record without a folder names a form by its URI")
    }
    return [Finding(.record(problem), severity, at: record.head)]
  }

  /// Tells the editor what is wrong; of an edited text always, even if nothing is different.
  mutating func publish(by form: RecordForm?, in turn: inout Turn) {
    defer { mustPublish = false }
    let told = toldFindings(by: form)
    if lostBecause == nil {
      let words = form?.ownWords ?? OwnWords()
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
    tell(diagnostics(of: told, by: form, in: turn), in: &turn)
  }

  /// What the editor was told is to be told in another way.
  mutating func tellAgain() { mustPublish = true }

  /// All that is wrong, for a client that asks about this record, and then knows it.
  mutating func answer(by form: RecordForm?, in turn: Turn) -> [LSP.Diagnostic] {
    published = toldFindings(by: form)
    return diagnostics(of: published, by: form, in: turn)
  }

  /// All that is wrong.
  func diagnostics(by form: RecordForm?, in turn: Turn) -> [LSP.Diagnostic] {
    diagnostics(of: toldFindings(by: form), by: form, in: turn)
  }

  private func diagnostics(
    of told: [Finding], by form: RecordForm?, in turn: Turn
  ) -> [LSP.Diagnostic] {
    let wording = wording(by: form, for: turn.client)
    if let lostBecause { return [.lost(lostBecause, in: wording)] }
    let limit = turn.formLimits.findingCount
    var diagnostics = told.prefix(limit).filter { !turn.client.settings.hides($0) }
      .map { diagnostic(of: $0, for: turn.client, in: wording) }
    if limit < told.count { diagnostics.insert(.overflow(told.count - limit, in: wording), at: 0) }
    return diagnostics
  }

  private func toldFindings(by form: RecordForm?) -> [Finding] {
    findings.map(\.finding).filter { isTold($0, form) }
  }

  private func tell(_ diagnostics: [LSP.Diagnostic], in turn: inout Turn) {
    turn.out.append(
      .publishDiagnostics(.init(uri: uri, version: version, diagnostics: diagnostics)))
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
    guard case .record(.unknownKey(let name, _)) = finding.problem, let editPlace,
      finding.span.lowerBound < editPlace, editPlace < finding.span.upperBound,
      let layout = form?.layout
    else { return true }
    let context = RecordContext(record, at: editPlace, in: layout)
    guard let object = context?.object else { return true }
    let names = layout.objects[object].members.lazy.map(\.name)
    return !names.contains { $0.utf8.count > name.utf8.count && $0.hasPrefix(name) }
  }
}
