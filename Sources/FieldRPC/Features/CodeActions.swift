import FieldModels

/// Fixes for the findings at a place.
struct CodeActions {
  let uri: String
  let version: WholeNumber?
  let document: FieldDocument
  let client: ClientCapabilities

  /// A change of the text, in bytes of the part that a finding belongs to.
  struct Fix {
    var title: Saying
    /// All for the text as it is.
    var edits: [TextEdit]
    var isPreferred = true

    init(title: Saying, edits: [TextEdit], isPreferred: Bool = true) {
      self.title = title
      self.edits = edits
      self.isPreferred = isPreferred
    }

    init(title: Saying, span: Range<Int>, text: String, isPreferred: Bool = true) {
      self.init(title: title, edits: [TextEdit(span, text)], isPreferred: isPreferred)
    }
  }

  /// The fixes for every finding that a range of bytes touches.
  func actions(in range: Range<Int>) -> [LSP.CodeAction] {
    var actions: [LSP.CodeAction] = []
    let parts = parts(in: range)
    // Fixes are tried where the text is broken; elsewhere they change one word for another.
    let isBroken = parts.contains { $0.findings.contains { $0.isAboutSyntax } }
    let trial = isBroken ? FixTrial(of: document) : nil
    for part in parts {
      let findings = part.findings.sorted { $0.span.lowerBound < $1.span.lowerBound }
      for finding in findings
      where part.start + finding.span.lowerBound <= range.upperBound
        && range.lowerBound <= part.start + finding.span.upperBound
      {
        let placed = FieldDocument.Placed(finding: finding, base: part.start)
        let diagnostic = document.diagnostic(of: placed, in: uri, for: client)
        let fixes = Fixes(tree: part.tree, reading: part.reading, document: document)
        for fix in fixes.fixes(for: finding) {
          let edits = fix.edits.map { $0.moved(by: part.start) }
          if trial?.keeps(edits) ?? true { actions.append(action(fix, edits, for: diagnostic)) }
        }
      }
    }
    return actions
  }

  private struct Part {
    var start: Int
    var tree: JSONTree
    var reading: FieldReading?
    var findings: [Finding]
  }

  /// The parts that a range touches and that have something to fix.
  private func parts(in range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    document.forEachFrame { slice, start in
      guard !slice.findings.isEmpty else { return }
      let tree = document.reader(of: slice, from: start).tree
      parts.append(Part(start: start, tree: tree, findings: slice.findings))
    }
    document.forEachField(in: range) { id, start, reading in
      let findings = document.findings(of: id)
      if !findings.isEmpty {
        parts.append(
          Part(start: start, tree: reading.tree, reading: reading, findings: findings))
      }
      return true
    }
    document.forEachSlice(in: range) { slice, start in
      guard slice.part.sort == .entry, !slice.findings.isEmpty else { return true }
      let tree = document.reader(of: slice, from: start).tree
      let fields = document.entryFields(of: slice.id).map { $0.reading }
      // Each with the field that it is about, which stands where it is told.
      for finding in slice.findings {
        let reading = fields.first { finding.isAboutDraft && $0.draftPlace == finding.span }
        parts.append(Part(start: start, tree: tree, reading: reading, findings: [finding]))
      }
      return true
    }
    return parts.sorted { $0.start < $1.start }
  }

  /// - Parameters:
  ///   - fix: what is offered
  ///   - edits: its edits, in bytes of the document
  ///   - diagnostic: what it mends
  /// - Returns: the action that an editor is offered
  private func action(
    _ fix: Fix, _ edits: [TextEdit], for diagnostic: LSP.Diagnostic
  ) -> LSP.CodeAction {
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    return LSP.CodeAction(
      title: document.wording.text(fix.title), isPreferred: fix.isPreferred,
      diagnostics: [diagnostic],
      effect: .edit(
        LSP.WorkspaceEdit(
          uri: uri, version: version, isVersioned: client.takesVersionedEdits,
          edits: edits.map(translation.edit))))
  }
}

extension Finding {
  /// Whether it is about a place where the text is not JSON.
  var isAboutSyntax: Bool {
    if case .text(.syntax) = problem { true } else { false }
  }
}
