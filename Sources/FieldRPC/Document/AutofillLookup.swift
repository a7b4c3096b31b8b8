package import FieldModels

/// A question to an autofill source that a closure of the program or of the client answers.
struct AutofillLookup: Sendable {
  let number: Int
  let query: AutofillQuery
  /// The list beside the active field wants to know.
  var isForList = false
  var askers = RequestQueue<Asker>()

  /// No request waits for it any more.
  var isIdle: Bool { !isForList && askers.isEmpty }

  /// A request that wants to know.
  enum Asker: WaitingRequest {
    /// It is answered with the texts.
    case request(RequestID)
    /// The act that is being carried out.
    case operation(RequestID)
    /// A completion in an editor.
    case completion(RequestID, LSP.Position)

    var id: RequestID {
      switch self {
      case .request(let id), .operation(let id), .completion(let id, _): id
      }
    }

    var isAct: Bool {
      switch self {
      case .operation: true
      case .request, .completion: false
      }
    }
  }
}

/// What autofill has for the draft of the active field, as its front end was told.
struct AutofillList: Sendable {
  var query: AutofillQuery
  /// What the document itself gives the source.
  var given: [String]
  /// The number of changes to the texts outside of documents that it has seen.
  var textsRevision: Int
  var found = AutofillOffers()
  /// What a closure has found, once it has answered.
  var closureTexts: [AutofillOffer]?
}

/// The texts that autofill offers besides those of a document.
struct AutofillSources: Sendable {
  private(set) var memory = AutofillMemory()
  /// The texts of the folder that the client works in, by source.
  private(set) var workspace: [String: [String]] = [:]
  /// Grows with each change.
  private(set) var revision = 0
  /// What was made ready last: typing goes on in one field.
  private var recent: (name: String, given: [String], revision: Int, texts: AutofillTexts)?

  mutating func update(_ memory: AutofillMemory) {
    guard memory != self.memory else { return }
    self.memory = memory
    revision += 1
  }

  /// Gives whether the folder says something else.
  mutating func update(workspace: [String: [String]]) -> Bool {
    guard workspace != self.workspace else { return false }
    self.workspace = workspace
    revision += 1
    return true
  }

  mutating func remember(_ change: AutofillMemory.Change) {
    if memory.apply(change) { revision += 1 }
  }

  /// All texts of a source of which a document gives some.
  mutating func texts(of name: String, given: [String]) -> AutofillTexts {
    if let recent, recent.name == name, recent.revision == revision, recent.given == given {
      return recent.texts
    }
    let texts = AutofillTexts(
      memory.strings(of: name, besides: given + (workspace[name] ?? [])))
    recent = (name, given, revision, texts)
    return texts
  }
}

/// A change of what is remembered that is to be written to a disk.
package struct MemoryWrite: Equatable, Sendable {
  /// To be given back with the answer.
  package var token: Int
  package var change: AutofillMemory.Change
}
