import FieldModels

/// Fixes for the findings at a place.
struct CodeActions {
  let uri: String
  let open: OpenDocument
  let client: ClientCapabilities
  private var document: FieldDocument { open.document }

  init(uri: String, open: OpenDocument, client: ClientCapabilities) {
    self.uri = uri
    self.open = open
    self.client = client
  }

  /// A change of the text, in bytes of the part that a finding belongs to.
  struct Fix {
    var title: String
    var edits: [(span: Range<Int>, text: String)]
    var isPreferred = true

    init(title: String, edits: [(span: Range<Int>, text: String)], isPreferred: Bool = true) {
      self.title = title
      self.edits = edits
      self.isPreferred = isPreferred
    }

    init(title: String, span: Range<Int>, text: String, isPreferred: Bool = true) {
      self.init(title: title, edits: [(span, text)], isPreferred: isPreferred)
    }
  }

  /// The fixes for every finding that a range of bytes touches.
  func actions(in range: Range<Int>) -> [LSP.CodeAction] {
    var actions: [LSP.CodeAction] = []
    for part in parts(in: range) {
      let findings = part.findings.sorted { $0.span.lowerBound < $1.span.lowerBound }
      for finding in findings
      where part.start + finding.span.lowerBound <= range.upperBound
        && range.lowerBound <= part.start + finding.span.upperBound
      {
        let placed = FieldDocument.Placed(finding: finding, base: part.start)
        let face = DiagnosticFace(uri: uri, document: document, client: client)
        let fixes = Fixes(tree: part.tree, definition: part.definition, document: document)
        actions += fixes.fixes(for: finding).map {
          action($0, for: face.diagnostic(placed), start: part.start)
        }
      }
    }
    return actions
  }

  private struct Part {
    var start: Int
    var tree: JSONTree
    var definition: FieldDefinition?
    var findings: [Finding]
  }

  /// The parts that a range touches and that have something to fix.
  private func parts(in range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    let frame = document.frame
    for (offset, findings) in [
      (0, frame.headFindings), (document.text.byteCount, frame.tailFindings),
    ] where !findings.isEmpty {
      guard let part = document.part(around: offset) else { continue }
      parts.append(Part(start: part.start, tree: part.tree, findings: findings))
    }
    document.forEachField(in: range) { id, start, reading in
      let findings = document.locate(id)?.slice.findings ?? []
      if !findings.isEmpty {
        parts.append(
          Part(
            start: start, tree: reading.tree, definition: reading.definition, findings: findings))
      }
      return true
    }
    return parts.sorted { $0.start < $1.start }
  }

  private func action(_ fix: Fix, for diagnostic: LSP.Diagnostic, start: Int) -> LSP.CodeAction {
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let edits = fix.edits.map {
      LSP.TextEdit(range: translation.range($0.span.moved(by: start)), newText: $0.text)
    }
    return LSP.CodeAction(
      title: fix.title, isPreferred: fix.isPreferred, diagnostics: [diagnostic],
      edit: LSP.WorkspaceEdit(
        uri: uri, version: open.version, isVersioned: client.takesVersionedEdits, edits: edits))
  }
}

extension Session {
  func codeActions(
    _ uri: String, _ range: LSP.Range, only kinds: [String]
  ) throws(RPCError) -> [LSP.CodeAction] {
    let open = try open(uri)
    // Kinds are a hierarchy; all that there is here is its `quickfix`.
    guard kinds.isEmpty || kinds.contains(where: { $0 == "quickfix" || $0.isEmpty }) else {
      return []
    }
    let bytes = Translation(text: open.document.text, encoding: client.positionEncoding)
      .bytes(range)
    return CodeActions(uri: uri, open: open, client: client).actions(in: bytes)
  }
}
