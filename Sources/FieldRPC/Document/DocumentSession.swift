package import FieldModels

/// One open document with everything that goes on about it: its form, what the client knows of it,
/// and who waits for what.
///
/// What lies outside of it, the client and the sources of autofill among it, comes along with each
/// turn, so nothing that happens here can touch another document.
package struct DocumentSession: Sendable {
  let uri: String
  /// Who changes the text.
  let owner: Owner
  package internal(set) var document: FieldDocument
  /// The version that the text has, as its owner counts.
  package internal(set) var version: Int?
  /// Something has happened to it in this turn.
  var isTouched = true

  /// Where the editor wrote last, in bytes; nil once that is done with.
  var editPlace: Int?
  /// The editor has edited it in this turn, and waits to hear of it.
  var mustPublish = true
  /// The findings that the editor was told last.
  var published: [FieldDocument.Placed] = []
  /// Why the text is not known any more: a change of the editor could not be read.
  var lostBecause: String?

  /// What the client was told of each field, by its key, and where the field stood.
  var lastSent: [String: (id: FieldID, digest: FieldView.Digest)] = [:]
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

  /// Who changes the text of a document; the other asks.
  package enum Owner: Sendable { case editor, daemon }

  init(_ document: FieldDocument, uri: String, version: Int?, owner: Owner) {
    self.document = document
    self.uri = uri
    self.version = version
    self.owner = owner
  }

  /// When a turn without messages is due for it.
  var nextDeadline: Instant? { lostBecause == nil ? document.nextDeadline : nil }

  /// Whether a request waits for something of it.
  func waits(_ id: RequestID) -> Bool {
    waiters[id] != nil || operations[id] != nil || lookups.contains { $0.askers[id] != nil }
  }

  /// Does what is due; `searchSteps` is how far searches may still go in this turn.
  mutating func fire(searchSteps: inout Int, at now: Instant) {
    if lostBecause != nil { return }
    if document.fire(at: now) { isTouched = true }
    if document.goOnSearching(&searchSteps, at: now) { isTouched = true }
  }

  /// Whether somebody here waits for the answer to a question of ours; a request to the client has
  /// a number.
  func waits(for purpose: PendingCalls.Purpose, _ number: Int?) -> Bool {
    switch purpose {
    case .question(_, let id), .edit(_, let id):
      guard let operation = operations.first, operation.id == id, let number else { return false }
      return operation.waiting == .answer(number)
    case .validation(_, let token): return document.field(asking: token) != nil
    case .lookup(_, let number): return lookups.contains { $0.number == number }
    }
  }
}
