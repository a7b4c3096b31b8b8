package import FieldModels

/// A form in the format of others that an editor has open: its text, and what a field document made
/// of it does not say.
///
/// That document is open beside it, under the same URI, for the forms layer, and follows the text.
package struct ForeignSession: Sendable {
  let uri: String
  let format: FormFormat
  package private(set) var text: Rope
  private(set) var version: WholeNumber?
  /// Why the text is not known any more: a change of the editor could not be read.
  private(set) var lostBecause: String?
  /// The document that was made of it, and the report; why there is none.
  private(set) var outcome: Result<Conversion, ConversionRefusal>
  /// The editor has edited it, and waits to hear of it.
  private var mustPublish = true

  init(_ params: DidOpenParams, _ format: FormFormat, by conversions: Conversions) {
    uri = params.uri
    self.format = format
    version = params.version
    text = Rope(params.text)
    outcome = Self.outcome(of: text, format, by: conversions)
  }

  /// Converts the text.
  private static func outcome(
    of text: Rope, _ format: FormFormat, by conversions: Conversions
  ) -> Result<Conversion, ConversionRefusal> {
    let bytes = text.bytes(in: 0..<text.byteCount)
    do throws(ConversionRefusal) {
      return .success(
        try conversions.imported(.text(String(decoding: bytes, as: UTF8.self)), format))
    } catch {
      return .failure(error)
    }
  }

  /// What the field document does not say of the form.
  var losses: [AnyForm.Loss] { (try? outcome.get()).map(AnyForm.losses) ?? [] }

  /// The field document; nil where none can be made.
  var document: ForeignForm? { try? outcome.get().form }

  /// Takes a change of the text.
  mutating func didChange(_ params: DidChangeParams, in turn: Turn) {
    for change in params.changes(makingUpFor: &lostBecause) {
      if let range = change.range {
        let place = Translation(text: text, encoding: turn.client.positionEncoding).bytes(range)
        text.replace(place, with: change.text)
      } else {
        text = Rope(change.text)
      }
    }
    version = params.version
    mustPublish = true
    outcome = Self.outcome(of: text, format, by: turn.configuration.conversions)
  }

  /// The client has changed its text, and nobody can say how.
  mutating func lose(_ lost: LostText, because why: String) {
    lostBecause = lostBecause ?? why
    version = lost.version
    mustPublish = true
  }

  /// What the editor was told is to be told in another way.
  mutating func tellAgain() { mustPublish = true }

  /// Tells an editor that does not ask what became of the form.
  mutating func publish(in turn: inout Turn) {
    defer { mustPublish = false }
    if !mustPublish || turn.client.pullsDiagnostics { return }
    turn.out.append(
      .publishDiagnostics(.init(uri: uri, version: version, diagnostics: diagnostics(in: turn))))
  }
}

/// What an editor asks.
extension ForeignSession {
  /// What of the form is not kept, where it stands.
  func diagnostics(in turn: Turn) -> [LSP.Diagnostic] {
    let wording = turn.client.wording
    if let lostBecause { return [.lost(lostBecause, in: wording)] }
    let places = ConversionPlaces(text)
    let conversion: Conversion
    switch outcome {
    case .failure(let refusal):
      let place = refusal.path.flatMap { places.bytes(at: $0) } ?? 0..<min(1, text.byteCount)
      return [
        LSP.Diagnostic(
          range: range(of: place, for: turn.client), severity: .error, code: "unreadableForm",
          message: refusal.message)
      ]
    case .success(let made): conversion = made
    }
    let entries = conversion.report.entries
    let limit = turn.formLimits.findingCount
    var diagnostics: [LSP.Diagnostic] = []
    if limit < entries.count {
      diagnostics.append(.overflow(entries.count - limit, in: wording))
    }
    for entry in entries.prefix(limit) {
      let place = places.bytes(at: entry.path) ?? 0..<min(1, text.byteCount)
      let code = entry.code.rawValue
      guard !turn.client.settings.hides(code) else { continue }
      diagnostics.append(
        LSP.Diagnostic(
          range: range(of: place, for: turn.client),
          severity: turn.client.settings.severities[code] ?? entry.code.kind.severity, code: code,
          message: entry.message))
    }
    return diagnostics
  }

  /// The fields that were made of it, where they come from.
  func symbols(of document: FieldDocument, for client: ClientCapabilities) -> [LSP.DocumentSymbol] {
    guard case .success(let conversion) = outcome else { return [] }
    let places = ConversionPlaces(text)
    var symbols: [LSP.DocumentSymbol] = []
    var index = 0
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      defer { index += 1 }
      guard let origin = conversion.origins["/fields/\(index)"],
        let whole = places.wholeBytes(at: origin), let line = places.bytes(at: origin)
      else { return true }
      let definition = reading.definition
      let details = [definition.label, definition.kind?.rawValue].compactMap { $0 }
      symbols.append(
        LSP.DocumentSymbol(
          name: definition.key ?? "", detail: details.joined(separator: " · "),
          range: range(of: whole, for: client), selectionRange: range(of: line, for: client)))
      return true
    }
    return symbols
  }

  private func range(of bytes: Range<Int>, for client: ClientCapabilities) -> LSP.Range {
    Translation(text: text, encoding: client.positionEncoding).range(bytes)
  }
}

extension ConversionReport.Kind {
  /// How much it matters to who has the form open.
  fileprivate var severity: Severity {
    switch self {
    case .assumed: .information
    case .dropped, .unknown: .warning
    }
  }
}
