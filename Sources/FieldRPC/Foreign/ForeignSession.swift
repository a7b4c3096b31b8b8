package import FieldModels

/// A form in the format of others that an editor has open: its text, and what a field document made
/// of it does not say.
///
/// That document is open beside it, under the same URI, for the forms layer, and follows the text.
package struct ForeignSession: Sendable {
  let format: FormFormat
  private var edited: EditedText
  /// The document that was made of it, and the report; why there is none.
  private(set) var outcome: Result<Conversion, ConversionRefusal>

  init(_ params: DidOpenParams, _ format: FormFormat, by conversions: Conversions) {
    self.format = format
    edited = EditedText(Rope(params.text), uri: params.uri, version: params.version)
    outcome = Self.outcome(of: edited.bytes, format, by: conversions)
  }

  var uri: String { edited.uri }
  package var text: Rope { edited.text }
  var version: WholeNumber? { edited.version }
  /// Why the text is not known any more.
  var lostBecause: String? { edited.lostBecause }

  /// Converts the text.
  private static func outcome(
    of bytes: [UInt8], _ format: FormFormat, by conversions: Conversions
  ) -> Result<Conversion, ConversionRefusal> {
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

  mutating func didChange(_ params: DidChangeParams, in turn: Turn) {
    edited.didChange(params, turn.client.positionEncoding)
    outcome = Self.outcome(of: edited.bytes, format, by: turn.configuration.conversions)
  }

  mutating func lose(_ lost: LostText, because why: String) { edited.lose(lost, because: why) }

  /// What the editor was told is to be told in another way.
  mutating func tellAgain() { edited.mustPublish = true }

  /// Tells an editor that does not ask what became of the form.
  mutating func publish(in turn: inout Turn) {
    defer { edited.mustPublish = false }
    if !edited.mustPublish || turn.client.pullsDiagnostics { return }
    edited.publish(diagnostics(in: turn), in: &turn)
  }
}

/// What is wrong with it.
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

  fileprivate func range(of bytes: Range<Int>, for client: ClientCapabilities) -> LSP.Range {
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
