import FieldModels

/// How findings look as diagnostics.
extension FieldDocument {
  /// A finding, as a client takes it; other fields that it points to are in the document at `uri`.
  func diagnostic(
    of placed: Placed, in uri: String, for client: ClientCapabilities
  ) -> LSP.Diagnostic {
    let translation = Translation(text: text, encoding: client.positionEncoding)
    var diagnostic = LSP.Diagnostic(
      placed.finding, at: translation.range(placed.range), for: client, in: wording)
    if client.takesRelatedInformation {
      for related in placed.finding.related {
        guard let information = information(on: related, in: uri, translation) else { continue }
        diagnostic.related.append(information)
      }
    }
    return diagnostic
  }

  /// The key of another field, with what it has to do with the finding.
  private func information(
    on related: Finding.Related, in uri: String, _ translation: Translation
  ) -> LSP.RelatedInformation? {
    guard let located = locate(related.field), let reading = reading(of: related.field),
      !reading.tree.isEmpty
    else { return nil }
    let span = reading.value(.key).map { reading.tree[$0].span } ?? 0..<1
    let bytes = (located.start + span.lowerBound)..<(located.start + span.upperBound)
    return LSP.RelatedInformation(
      location: LSP.Location(uri: uri, range: translation.range(bytes)),
      message: wording.text(related.saying))
  }
}

extension LSP.Diagnostic {
  /// A finding, as a client takes it, without what it points to.
  init(
    _ finding: Finding, at range: LSP.Range, for client: ClientCapabilities, in wording: Wording
  ) {
    let problem = finding.problem
    let code = problem.code
    self.init(
      range: range, severity: client.settings.severities[code] ?? finding.severity, code: code,
      message: problem.message(in: wording))
    if client.takesCodeDescriptions {
      codeDescription = problem.reference(onCodesPage: client.settings.codesPage)
    }
    if client.takesDiagnosticData { data = problem.parameters }
  }

  /// What is said for findings that are too many to push.
  static func overflow(_ hiddenCount: Int, in wording: Wording) -> LSP.Diagnostic {
    let start = LSP.Position(line: 0, character: 0)
    return LSP.Diagnostic(
      range: LSP.Range(start: start, end: start), severity: .information, code: "moreFindings",
      message: wording.text(Saying(.moreFindings, (.count, .number(hiddenCount)))))
  }

  /// What is said of a text that is not known any more; nothing else can be.
  static func lost(_ why: String, in wording: Wording) -> LSP.Diagnostic {
    let start = LSP.Position(line: 0, character: 0)
    return LSP.Diagnostic(
      range: LSP.Range(start: start, end: start), severity: .error, code: "lostText",
      message: wording.text(Saying(.lostText, (.why, .text(why)))))
  }
}
