import FieldModels

/// How findings look as diagnostics.
struct DiagnosticFace {
  let uri: String
  let document: FieldDocument
  let client: ClientCapabilities

  private var translation: Translation {
    Translation(text: document.text, encoding: client.positionEncoding)
  }

  func diagnostic(_ placed: FieldDocument.Placed) -> LSP.Diagnostic {
    let problem = placed.finding.problem
    var diagnostic = LSP.Diagnostic(
      range: translation.range(placed.range), severity: placed.finding.severity,
      code: problem.code, message: problem.message)
    if client.takesCodeDescriptions { diagnostic.codeDescription = problem.reference }
    if client.takesDiagnosticData { diagnostic.data = problem.parameters }
    if client.takesRelatedInformation {
      diagnostic.related = placed.finding.related.compactMap { related($0) }
    }
    return diagnostic
  }

  /// What is said for findings that are too many to push.
  func overflow(_ hiddenCount: Int) -> LSP.Diagnostic {
    let start = LSP.Position(line: 0, character: 0)
    return LSP.Diagnostic(
      range: LSP.Range(start: start, end: start), severity: .information, code: "moreFindings",
      message: "\(hiddenCount) more findings are not shown; mend some of these first")
  }

  /// What is said of a text that is not known any more; nothing else can be.
  func lost(_ why: String) -> LSP.Diagnostic {
    let start = LSP.Position(line: 0, character: 0)
    return LSP.Diagnostic(
      range: LSP.Range(start: start, end: start), severity: .error, code: "lostText",
      message: "fieldd has lost this text, since a change could not be read (\(why)); "
        + "open it again")
  }

  /// The key of another field, with what it has to do with the finding.
  private func related(_ related: Finding.Related) -> LSP.RelatedInformation? {
    guard let located = document.locate(related.field),
      let reading = document.reading(peeking: related.field), !reading.tree.isEmpty
    else { return nil }
    let span = reading.value(.key).map { reading.tree[$0].span } ?? 0..<1
    let bytes = (located.start + span.lowerBound)..<(located.start + span.upperBound)
    return LSP.RelatedInformation(
      location: LSP.Location(uri: uri, range: translation.range(bytes)), message: related.message)
  }
}
