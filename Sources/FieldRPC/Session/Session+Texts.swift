import FieldModels

/// The texts that editors have open, of whatever kind: which is which, and the answers to requests about one.
extension Session {
  /// What a text is open as.
  enum OpenKind {
    /// A form, at its place among the documents.
    case form(Int)
    case records
    /// A form in a foreign format. The document that was made of it is open under the same URI.
    case foreign
  }

  /// What a URI is open as; nil if it is not.
  func kind(of uri: String) -> OpenKind? {
    // A keystroke asks this, and nearly always in a form.
    if !foreign.isEmpty, foreign[uri] != nil { return .foreign }
    if let place = documents.place(of: uri) { return .form(place) }
    return records.isOpen(uri) ? .records : nil
  }

  /// Brings what is known of a text up to date for a request: what the same turn has edited is not stale news
  /// to a request behind it.
  ///
  /// - Throws: why the request can't be answered about a text of its kind
  mutating func prepare(_ uri: String, for call: ClientRequest.Call) throws(RPCError) {
    func check(_ lostBecause: String?) throws(RPCError) {
      if let lostBecause, !call.isAboutDiagnostics { throw .lostText(uri, lostBecause) }
    }
    switch kind(of: uri) {
    case .form(let place):
      try check(documents[place].lostBecause)
      modify(at: place) { $0.document.refresh(at: $1.now) }
    case .records:
      for form in records.openForms(of: uri, documents) {
        modify(form) { $0.document.refresh(at: $1.now) }
      }
      records.follow(documents, vocabulary, configuration.conversions, at: turn.now)
      records.refresh(uri, at: turn.now)
      try check(records[uri]?.lostBecause)
      if call.isForForms { throw .record(uri) }
    case .foreign:
      try check(foreign[uri]?.lostBecause)
      if modify(uri, { $0.document.refresh(at: $1.now) }) == nil, call.isForForms,
        case .failure(let refusal) = foreign[uri]?.outcome, let format = foreign[uri]?.format
      {
        throw .unreadableForm("uri", format, refusal)
      }
    case nil: break
    }
  }

  /// The answer to a request about one text alone.
  mutating func answer(to call: ClientRequest.Call) throws(RPCError) -> ServerMessage.Answer {
    guard let uri = call.uri, let kind = kind(of: uri) else {
      throw .unknownDocument(call.uri ?? "")
    }
    switch kind {
    case .form(let place): return modify(at: place) { $0.answer(to: call, in: $1) } ?? .nothing
    case .records:
      var reading = records.reading(of: uri)
      return reading?.answer(to: call, in: turn) ?? .nothing
    case .foreign:
      var reading = foreignReading(of: uri)
      return reading?.answer(to: call, in: turn) ?? .nothing
    }
  }

  /// What goes at a place of a text; nil where that is answered later.
  mutating func completion(
    at place: DocumentPosition, for id: RequestID
  ) throws(RPCError) -> ServerMessage.Answer? {
    switch kind(of: place.uri) {
    case .form, nil:
      let list = try document(place.uri) { document, turn throws(RPCError) in
        try document.completion(at: place.position, for: id, in: &turn)
      }
      return list.map { .completion($0) }
    case .records:
      guard let reading = records.reading(of: place.uri) else { return .nothing }
      if FormNameCompletion(at: place.position, in: reading.session, for: turn.client) != nil {
        let request = ClientRequest(.completion(place))
        add(Survey.Asker(request, .formName(uri: place.uri, at: place.position), as: id))
        return nil
      }
      return .completion(reading.completion(at: place.position, in: &turn))
    case .foreign: return .nothing
    }
  }

  /// What goes into the `$form` of a record: the names of the forms with these paths.
  func formNames(
    at position: LSP.Position, in uri: String, among paths: Set<String>
  ) -> LSP.CompletionList {
    records[uri].flatMap { FormNameCompletion(at: position, in: $0, for: turn.client) }?
      .items(ofFormsAt: paths, limit: configuration.limits.form.offerCount) ?? LSP.CompletionList()
  }
}

extension ClientRequest.Call {
  /// Whether it is for what is filled in: records are not.
  fileprivate var isForForms: Bool {
    switch self {
    case .form, .check, .resolveCommand, .rows, .fill: true
    case .initialize, .shutdown, .completion, .hover, .codeAction, .documentSymbol, .inlayHint,
      .text, .workspace, .resolve, .importForm, .applyFix:
      false
    }
  }
}
