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
  /// The document, with the acts under way in it and what it asks.
  package internal(set) var form: FieldForm
  /// The requests that wait for something of the form, by the tickets that it knows them by.
  private var requests: [Int: WaitingRequest] = [:]
  private var tickets: [RequestID: Int] = [:]
  /// The one that came last, which is nearly always answered at once and so is not among those.
  private var latest: (ticket: Int, request: WaitingRequest)?

  /// Where the editor wrote last, in bytes; nil once that is done with.
  var editPlace: Int?
  /// The editor has edited it in this turn, and waits to hear of it.
  var mustPublish = true
  /// The findings that the editor was told last, or was told to ask about.
  var published: [FieldDocument.Placed] = []
  /// Why the text is not known any more: a change of the editor could not be read.
  var lostBecause: String?
  /// The form made ready to judge records.
  var recordJudges = RecordJudges()
  /// What the client was told of each field, by its key, and where the field stood.
  var lastSent: [String: (id: FieldID, marks: [UInt64])] = [:]
  /// What the client was told last of what stands where, if it can be told what has changed.
  var toldTokens: LSP.Tokens?
  /// The format of the form that it was made of.
  var format = FormFormat.fields
  /// What the document does not say of that form.
  var losses: [AnyForm.Loss] = []
  /// The keys of the values that it was opened with that no field has, until that is told.
  var strangers: [FieldDocument.FillingStranger] = []
  /// What the client was told last of each list.
  var lastLists: [String: ListView] = [:]

  /// Who changes the text of a document; the other asks.
  package enum Owner: Sendable {
    case editor, daemon
    /// The daemon, which has made it of a foreign form that the editor has open: nobody else knows
    /// the text, and nobody is told what is wrong with it.
    case conversion
  }

  /// A request that is answered later.
  struct WaitingRequest: Sendable {
    /// As its client spells it.
    let id: RequestID
    /// Where a completion was asked for.
    var place: LSP.Position?
  }

  init(
    _ document: FieldDocument, uri: String, version: WholeNumber?, owner: Owner, in turn: Turn
  ) {
    self.uri = uri
    self.owner = owner
    form = FieldForm(
      document, version: version, host: FieldForm.Host(owner, turn),
      at: turn.now)
    form.sources = turn.sources
  }

  package internal(set) var document: FieldDocument {
    _read { yield form.document }
    _modify { yield &form.document }
  }

  /// The version that the text has, as its owner counts.
  package internal(set) var version: WholeNumber? {
    get { form.version }
    set { form.version = newValue }
  }

  /// Something has happened to it in this turn.
  var isTouched: Bool {
    get { form.isTouched }
    set { form.isTouched = newValue }
  }

  /// What it wants of whoever looks after it, found out in place: to read it out of an array, or a
  /// form out of it, would make a copy.
  mutating func wants() -> (
    isTouched: Bool, deadline: Instant?, isAwaited: Bool, isLookingUp: Bool
  ) {
    var wants = form.wants()
    if lostBecause != nil { wants.deadline = form.inquiries.nextDeadline }
    return wants
  }

  /// When a turn without messages is due.
  var nextDeadline: Instant? {
    lostBecause == nil ? form.nextDeadline : form.inquiries.nextDeadline
  }

  /// Tells the form what is true around it by now.
  mutating func enter(_ turn: Turn) {
    form.now = turn.now
    if form.sources.revision != turn.sources.revision { form.sources = turn.sources }
  }

  /// Does what is due; `searchSteps` is how far searches may still go in this turn.
  mutating func fire(searchSteps: inout Int64) {
    form.expire()
    if lostBecause == nil { form.fire(searchSteps: &searchSteps) }
  }

  /// Whether a request waits for something of it.
  func waits(_ id: RequestID) -> Bool { ticket(of: id) != nil }

  private func ticket(of id: RequestID) -> Int? {
    // Of two with one id, which no client may send, only the first is found by it.
    tickets[id] ?? (latest?.request.id == id ? latest?.ticket : nil)
  }

  /// A ticket by which the form knows a request that may have to wait.
  mutating func ticket(for id: RequestID, at place: LSP.Position? = nil) -> Int {
    if let latest {
      requests[latest.ticket] = latest.request
      if tickets[latest.request.id] == nil { tickets[latest.request.id] = latest.ticket }
    }
    let ticket = form.newTicket()
    latest = (ticket, WaitingRequest(id: id, place: place))
    return ticket
  }

  /// Takes the request of a ticket, which waits no more.
  mutating func takeRequest(_ ticket: Int) -> WaitingRequest? {
    if let latest, latest.ticket == ticket {
      self.latest = nil
      return latest.request
    }
    guard let request = requests.removeValue(forKey: ticket) else { return nil }
    if tickets[request.id] == ticket { tickets[request.id] = nil }
    return request
  }

  /// Gives up on a request that waits.
  mutating func cancel(_ id: RequestID) {
    if let ticket = ticket(of: id) { form.cancel(ticket) }
  }

  /// Tells those who wait for something of a document that it will not come.
  mutating func disappoint(_ tickets: [Int], _ error: RPCError, in turn: inout Turn) {
    for ticket in tickets {
      if let request = takeRequest(ticket) { turn.out.append(.error(request.id, error)) }
    }
  }
}

extension FieldForm.Host {
  fileprivate init(_ owner: DocumentSession.Owner, _ turn: Turn) {
    self.init()
    let (client, configuration) = (turn.client, turn.configuration)
    heededQuestions = client.forms?.questions ?? []
    closureSources = configuration.vocabulary.autofillSources
      .union(client.forms?.autofillSources ?? [])
    textOwner =
      switch owner {
      case .editor: .editor(takesEdits: client.appliesEdits)
      case .daemon, .conversion: .form
      }
    keepsMemoryElsewhere = true
    marksSecrets = configuration.isTraced
    limits = turn.formLimits
  }
}
