import FieldModels

/// What is said of a document at the end of a turn, once for everything that happened in it.
extension DocumentSession {
  /// An edited document is always published, even if nothing is different: the editor may have
  /// dropped what it was told before as belonging to an older text.
  ///
  /// - Returns: what has brought it about.
  mutating func publish(in turn: inout Turn) -> Occasion {
    let occasion = mustPublish || owner == .daemon ? Occasion.edit : .unasked
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
      return publish([.lost(lostBecause)], in: &turn)
    }
    form.renewLookups()
    tell(in: &turn)
    form.refresh()
    tell(in: &turn)
    tellForms(in: &turn)
    guard owner == .editor || turn.client.takesDiagnostics else { return }
    let found = form.document.findings(limit: form.host.limits.findingCount)
    var placed: [FieldDocument.Placed] = []
    // By loops and not by `document`: a closure or an accessor would have a copy of it.
    for finding in found where isTold(finding) { placed.append(finding) }
    guard mustPublish || placed != published else { return }
    var diagnostics: [LSP.Diagnostic] = []
    for finding in placed {
      diagnostics.append(form.document.diagnostic(of: finding, in: uri, for: turn.client))
    }
    published = placed
    let hidden = form.document.findingCount - found.count
    if 0 < hidden { diagnostics.insert(.overflow(hidden), at: 0) }
    publish(diagnostics, in: &turn)
  }

  private func publish(_ diagnostics: [LSP.Diagnostic], in turn: inout Turn) {
    turn.out.append(
      .publishDiagnostics(.init(uri: uri, version: version, diagnostics: diagnostics)))
  }

  /// Whether an editor is told of a finding: not that a file is empty, and not of a name that is
  /// still being typed.
  private func isTold(_ placed: FieldDocument.Placed) -> Bool {
    if placed.finding.problem == .text(.syntax(.emptyText)) { return false }
    guard let editPlace else { return true }
    return !document.isHalfTyped(placed, at: editPlace)
  }
}
