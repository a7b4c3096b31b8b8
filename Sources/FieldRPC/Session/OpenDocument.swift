package import FieldModels

/// A document that an editor has open, with what the editor knows of it.
package struct OpenDocument: Sendable {
  package var document: FieldDocument
  /// The version that the text has, as the editor counts.
  package var version: Int?
  /// Where the editor wrote last, in bytes; nil once that is done with.
  var editPlace: Int?
  /// The editor has edited it in this turn, and waits to hear of it.
  var mustPublish = true
  /// What the editor was told last.
  var published: [FieldDocument.Placed] = []
  /// Why the text is not known any more: a change of the editor could not be read.
  var lostBecause: String?
  /// Who changes the text.
  let owner: Owner
  /// What the client was told of each field, by its key, and where the field stood.
  var told: [String: (id: FieldID, digest: FieldView.Digest)] = [:]
  /// What clients ask the form to do, in order; the first may be waiting for an answer.
  var operations = RequestQueue<FormOperation>()
  /// Requests that are answered once checks have answered.
  var waiters = RequestQueue<FormWaiter>()
  /// Where the waiters begin that have not been looked at, and the document's count of releases
  /// when the others were.
  var seenWaiters = (place: 0, releaseCount: 0)
  /// What closures are asked about autofill.
  var lookups: [AutofillLookup] = []
  /// What autofill has for the active field, where a front end follows the document.
  var list: AutofillList?

  /// When there is something to do although nobody speaks.
  var nextDeadline: Instant? { lostBecause == nil ? document.nextDeadline : nil }

  /// Who changes the text of a document; the other asks.
  package enum Owner: Sendable { case editor, daemon }

  /// Whether a request waits for something of it.
  func waits(_ id: RequestID) -> Bool {
    waiters[id] != nil || operations[id] != nil || lookups.contains { $0.askers[id] != nil }
  }

  init(_ document: FieldDocument, version: Int?, owner: Owner) {
    self.document = document
    self.version = version
    self.owner = owner
  }
}

/// Between the editor's positions and the document's bytes.
package struct Translation {
  let text: Rope
  let encoding: PositionEncoding

  /// The bytes of a range, in order and inside the text whatever the editor sent.
  func bytes(_ range: LSP.Range) -> Range<Int> {
    let start = byteOffset(range.start)
    let end = range.end == range.start ? start : byteOffset(range.end)
    return min(start, end)..<max(start, end)
  }

  func byteOffset(_ position: LSP.Position) -> Int {
    text.byteOffset(
      of: TextPosition(lineIndex: position.line, column: position.character), encoding: encoding)
  }

  func range(_ bytes: Range<Int>) -> LSP.Range {
    LSP.Range(start: position(bytes.lowerBound), end: position(bytes.upperBound))
  }

  func position(_ byteOffset: Int) -> LSP.Position {
    let position = text.position(atByteOffset: byteOffset, encoding: encoding)
    return LSP.Position(line: position.lineIndex, character: position.column)
  }
}
