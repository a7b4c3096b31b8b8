import FieldModels

/// A text as its editor has it, for what is read anew after each edit: records, and forms in foreign formats.
struct EditedText: Sendable {
  let uri: String
  private(set) var text: Rope
  private(set) var version: WholeNumber?
  /// Why the text is not known any more: a change of the editor could not be read.
  private(set) var lostBecause: String?
  /// Where the editor wrote last, in bytes; nil once that is done with.
  private(set) var editPlace: Int?
  /// The editor has edited it, and waits to hear of it.
  var mustPublish = true

  init(_ text: Rope, uri: String, version: WholeNumber?) {
    self.uri = uri
    self.text = text
    self.version = version
  }

  /// All of the text, in UTF-8.
  var bytes: [UInt8] { text.bytes(in: 0..<text.byteCount) }

  /// Takes the changes of one notification.
  mutating func didChange(_ params: DidChangeParams, _ encoding: PositionEncoding) {
    for change in params.changes(makingUpFor: &lostBecause) {
      guard let range = change.range else {
        text = Rope(change.text)
        editPlace = nil
        continue
      }
      let place = Translation(text: text, encoding: encoding).bytes(range)
      text.replace(place, with: change.text)
      editPlace = place.lowerBound + change.text.count
    }
    version = params.version
    mustPublish = true
  }

  /// What was saved is meant as it is.
  mutating func didSave() { editPlace = nil }

  /// The client has changed its text, and nobody can say how.
  mutating func lose(_ lost: LostText, because why: String) {
    lostBecause = lostBecause ?? why
    version = lost.version
    mustPublish = true
  }

  /// Tells the editor what is wrong with it.
  func publish(_ diagnostics: [LSP.Diagnostic], in turn: inout Turn) {
    turn.out.append(
      .publishDiagnostics(.init(uri: uri, version: version, diagnostics: diagnostics)))
  }
}
