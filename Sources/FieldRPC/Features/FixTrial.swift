import FieldModels

/// Carries out fixes on a copy of a document, before anybody is offered them.
///
/// Where brackets, quotes or commas are missing, a finding says only where reading went wrong; a fix at
/// that place may break more of the text than it mends.
struct FixTrial {
  private let document: FieldDocument
  private let before: Errors

  /// How many places of a text are not JSON.
  private struct Errors {
    var count = 0
    /// Of these, how many leave in doubt what belongs to what.
    var structuralCount = 0
  }

  init(of document: FieldDocument) {
    self.document = document
    before = Self.errors(in: document)
  }

  /// Whether the text leaves in doubt what belongs to what.
  var isInDoubt: Bool { 0 < before.structuralCount }

  /// Whether edits leave no more of the text wrong; a mistake that is mended may bring the next to light.
  func keeps(_ edits: [TextEdit]) -> Bool { errors(after: edits).count <= before.count }

  /// Whether edits leave nothing in doubt.
  func settles(_ edits: [TextEdit]) -> Bool {
    let errors = errors(after: edits)
    return errors.structuralCount == 0 && errors.count <= before.count
  }

  private func errors(after edits: [TextEdit]) -> Errors {
    let edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let first = edits.first, let last = edits.last else { return before }
    let whole = first.range.lowerBound..<last.range.upperBound
    var bytes: [UInt8] = []
    var end = whole.lowerBound
    for edit in edits {
      bytes += document.text.bytes(in: end..<max(end, edit.range.lowerBound))
      bytes += edit.replacement
      end = edit.range.upperBound
    }
    var trial = document
    // No rule of JSON asks for the time.
    let now = Instant(nanoseconds: 0)
    trial.replace(whole, with: bytes, focus: .stays, at: now)
    trial.refresh(at: now)
    return Self.errors(in: trial)
  }

  private static func errors(in document: FieldDocument) -> Errors {
    var errors = Errors()
    document.forEachSyntaxProblem { kind in
      errors.count += 1
      if kind.isStructural { errors.structuralCount += 1 }
    }
    return errors
  }
}

extension FieldDocument {
  /// What of the text is not JSON, in its order.
  fileprivate func forEachSyntaxProblem(_ body: (JSONProblem.Kind) -> Void) {
    slices.forEachWhere({ $0.findingCount > 0 }) { _, slice in
      for finding in slice.findings {
        if case .text(.syntax(let kind)) = finding.problem { body(kind) }
      }
      return true
    }
  }
}

extension JSONProblem.Kind {
  /// Whether it leaves in doubt what belongs to what.
  fileprivate var isStructural: Bool {
    switch self {
    case .comment, .extraComma, .trailingComma, .singleQuotes, .controlCharacter, .invalidEscape,
      .loneSurrogate, .invalidUTF8, .malformedNumber, .tooDeep, .tooLong:
      false
    case .emptyText, .unexpectedCharacter, .unexpectedWord, .unterminatedString,
      .unterminatedComment, .missingComma, .missingColon, .missingValue, .missingClose, .strayClose,
      .trailingContent:
      true
    }
  }
}
