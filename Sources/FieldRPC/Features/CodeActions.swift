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
      let findings = document.findings(of: id)
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
      effect: .edit(
        LSP.WorkspaceEdit(
          uri: uri, version: open.version, isVersioned: client.takesVersionedEdits, edits: edits)))
  }
}

extension Session {
  mutating func codeActions(
    _ uri: String, _ range: LSP.Range, only kinds: [String]
  ) throws(RPCError) -> [LSP.CodeAction] {
    let text = try open(uri).document.text
    let bytes = Translation(text: text, encoding: client.positionEncoding).bytes(range)
    // An empty kind is the root of the hierarchy.
    func isWanted(_ kind: String) -> Bool {
      kinds.isEmpty || kinds.contains { $0.isEmpty || $0 == kind }
    }
    var actions: [LSP.CodeAction] = []
    // What is no more than a command can change a text only by asking for it.
    if isWanted("quickfix"), client.takesActionLiterals || client.appliesEdits {
      actions += CodeActions(uri: uri, open: try open(uri), client: client).actions(in: bytes)
    }
    if isWanted("refactor") { actions += autofillActions(uri, bytes) }
    return actions
  }

  /// Remembers the draft at a place for its autofill source, or takes it out.
  private mutating func autofillActions(_ uri: String, _ range: Range<Int>) -> [LSP.CodeAction] {
    guard let document = documents[uri]?.document,
      let id = document.field(atByteOffset: range.lowerBound),
      let start = document.locate(id)?.start, let reading = document.reading(peeking: id),
      let draft = reading.draftSpan, draft.moved(by: start).overlaps(range.widened),
      let query = AutofillQuery(reading.definition, takesTypedText: true, of: id),
      !query.text.isEmpty, !document.isSecret(id)
    else { return [] }
    let command = { (name: LSP.CommandName) in
      LSP.AutofillCommand(name: name, uri: uri, key: query.key, text: query.text)
    }
    let text = LengthUnit.grapheme.prefix(of: query.text, count: 40)
    let source = query.use.source
    guard texts(of: source, uri).contains(query.text) else {
      return [
        .init(title: "Remember \"\(text)\" in \(source)", effect: .autofill(command(.learn)))
      ]
    }
    guard query.use.isRemovable else { return [] }
    return [
      .init(title: "Take \"\(text)\" out of \(source)", effect: .autofill(command(.remove)))
    ]
  }
}

extension Range<Int> {
  /// With what touches it.
  fileprivate var widened: Range<Int> { lowerBound..<(upperBound + 1) }
}
