import FieldModels

/// What is said of a document at the end of a turn, once for everything that happened in it.
extension DocumentSession {
  /// An edited document is always published, even if nothing is different: the editor may have
  /// dropped what it was told before as belonging to an older text.
  ///
  /// - Returns: what has brought it about.
  mutating func publish(in turn: inout Turn) -> Occasion {
    let occasion = mustPublish || owner != .editor ? Occasion.edit : .unasked
    tellAll(in: &turn)
    (mustPublish, isTouched) = (false, false)
    return occasion
  }

  /// Why something is said of a document.
  enum Occasion {
    /// The text of a client has changed, by itself or through us.
    case edit
    /// Something happened to an editor's document that the editor knows nothing of.
    case unasked
  }

  private mutating func tellAll(in turn: inout Turn) {
    if let lostBecause {
      guard mustPublish else { return }
      return publish([.lost(lostBecause, in: form.document.wording)], in: &turn)
    }
    form.renewLookups()
    tell(in: &turn)
    form.refresh()
    tell(in: &turn)
    tellForms(in: &turn)
    if owner == .conversion { return }
    if turn.client.pullsDiagnostics { return askForQuestion(in: &turn) }
    guard owner == .editor || turn.client.takesDiagnostics else { return }
    let (placed, hiddenCount) = toldFindings
    guard mustPublish || placed != published else { return }
    published = placed
    publish(diagnostics(of: placed, hiddenCount, for: turn.client), in: &turn)
  }

  private func publish(_ diagnostics: [LSP.Diagnostic], in turn: inout Turn) {
    turn.out.append(
      .publishDiagnostics(.init(uri: uri, version: version, diagnostics: diagnostics)))
  }

  /// Has a client ask again that asks by itself only after its own edits.
  private mutating func askForQuestion(in turn: inout Turn) {
    if mustPublish, owner == .editor { return }
    let (placed, _) = toldFindings
    guard placed != published else { return }
    // Who has been told to ask need not be told again before it has.
    published = placed
    turn.mustRefreshDiagnostics = true
  }

  /// All that is wrong.
  func diagnostics(for client: ClientCapabilities) -> [LSP.Diagnostic] {
    if let lostBecause { return [.lost(lostBecause, in: form.document.wording)] }
    let (placed, hiddenCount) = toldFindings
    return diagnostics(of: placed, hiddenCount, for: client)
  }

  /// What the editor was told is to be told in another way.
  mutating func tellAgain() { (isTouched, mustPublish) = (true, true) }

  /// All that is wrong, for a client that asks about this document, and then knows it.
  mutating func answer(for client: ClientCapabilities) -> [LSP.Diagnostic] {
    if lostBecause != nil { return diagnostics(for: client) }
    let (placed, hiddenCount) = toldFindings
    published = placed
    return diagnostics(of: placed, hiddenCount, for: client)
  }

  /// The findings that an editor is told, and how many there are beside them.
  private var toldFindings: (placed: [FieldDocument.Placed], hiddenCount: Int) {
    let found = form.document.findings(limit: form.host.limits.findingCount)
    var placed: [FieldDocument.Placed] = []
    // By loops and not by `document`: a closure or an accessor would have a copy of it.
    for finding in found where isTold(finding) { placed.append(finding) }
    return (placed, form.document.findingCount - found.count)
  }

  private func diagnostics(
    of placed: [FieldDocument.Placed], _ hiddenCount: Int, for client: ClientCapabilities
  ) -> [LSP.Diagnostic] {
    var diagnostics: [LSP.Diagnostic] = []
    if 0 < hiddenCount { diagnostics.append(.overflow(hiddenCount, in: form.document.wording)) }
    for finding in placed where !client.settings.hides(finding.finding) {
      diagnostics.append(form.document.diagnostic(of: finding, in: uri, for: client))
    }
    return diagnostics
  }

  /// Whether an editor is told of a finding: not that a file is empty, and not of a name that is
  /// still being typed.
  private func isTold(_ placed: FieldDocument.Placed) -> Bool {
    if placed.finding.problem == .text(.syntax(.emptyText)) { return false }
    guard let editPlace else { return true }
    return !document.isHalfTyped(placed, at: editPlace)
  }
}
