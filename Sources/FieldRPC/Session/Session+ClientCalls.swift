import FieldModels

/// What the daemon asks its client: whether an act may go on, what a validator of the client says,
/// to put an edit into a text that is the client's.
///
/// An answer that comes late, twice or from nowhere finds no call and does nothing.
extension Session {
  private mutating func takeNumber() -> Int {
    defer { nextRequestNumber += 1 }
    return nextRequestNumber
  }

  /// Sends a request, and remembers what its answer is for.
  private mutating func call(
    _ number: Int, _ method: Method, _ telling: Telling, _ purpose: PendingCalls.Purpose,
    until deadline: Instant, _ out: inout [ServerMessage]
  ) {
    out.append(.call(.number(String(number)), method, telling))
    clientCalls.add(number, purpose, until: deadline)
  }

  /// Asks the delegate; gives the number of the call.
  mutating func ask(
    _ question: FieldQuestion, _ id: FieldID, _ operation: RequestID, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) -> Int {
    let number = takeNumber()
    let definition = documents[uri]?.document.reading(of: id)?.definition
    let isSecure = mustHide(id, uri)
    let encoding = client.positionEncoding
    let telling = Telling(hasSecrets: isSecure) { hidesSecrets, json in
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("key")
      json.string(definition?.key ?? "")
      json.name("tag")
      json.integer(definition?.tag ?? 0)
      json.name("question")
      json.string(question.name)
      if case .changeText(let range, let text) = question {
        let draft = definition?.draft.text ?? ""
        json.name("range")
        json.stretch(
          from: draft.units(before: range.lowerBound, encoding),
          to: draft.units(before: range.upperBound, encoding))
        json.name("text")
        json.string(hidesSecrets ? "" : text)
      }
      json.name("token")
      json.integer(number)
      json.endObject()
    }
    let deadline = now.adding(nanoseconds: configuration.limits.questionNanoseconds)
    call(number, .should, telling, .question(uri: uri, operation: operation), until: deadline, &out)
    return number
  }

  /// Asks a validator of the client, and sends other drafts along.
  mutating func askClient(
    _ request: CheckRequest, _ sent: inout SentDrafts, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) {
    let number = takeNumber()
    guard let document = documents[uri]?.document else { return }
    let isSecure = configuration.isTraced && isSecret(request.token, of: uri)
    let limit = configuration.limits.sentDraftCount
    let values = sent.drafts(with: request.key, of: document, limit: limit)
    let secretKeys = configuration.isTraced ? values.map(\.name).filter { isSecret($0, uri) } : []
    let telling = Telling(hasSecrets: isSecure || !secretKeys.isEmpty) { hidesSecrets, json in
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("validator")
      json.string(request.validator)
      json.name("key")
      json.string(request.key)
      json.name("value")
      let isHidden = hidesSecrets && isSecure
      if let value = request.value { json.string(isHidden ? "" : value) } else { json.null() }
      json.name("values")
      json.value(
        .object(
          values.map { member in
            let isHidden = hidesSecrets && secretKeys.contains(member.name)
            return isHidden ? .init(member.name, .string("")) : member
          }))
      json.name("token")
      json.integer(number)
      json.endObject()
    }
    let deadline = now.adding(nanoseconds: configuration.limits.validationNanoseconds)
    call(
      number, .runValidation, telling, .validation(uri: uri, request.token), until: deadline, &out)
  }

  /// Asks an autofill source of the client.
  mutating func askClient(
    _ lookup: AutofillLookup, _ uri: String, _ purpose: PendingCalls.Purpose,
    until deadline: Instant, _ out: inout [ServerMessage]
  ) {
    let number = takeNumber()
    let query = lookup.query
    let isSecret = mustHide(query.field, uri)
    let telling = Telling(hasSecrets: isSecret) { hidesSecrets, json in
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("source")
      json.string(query.use.source)
      json.name("key")
      json.string(query.key)
      json.name("text")
      json.string(hidesSecrets ? "" : query.text)
      json.name("token")
      json.integer(number)
      json.endObject()
    }
    call(number, .autofillStrings, telling, purpose, until: deadline, &out)
  }

  /// Asks the editor to put a draft into its text; nil where there is nothing to change.
  mutating func applyEdit(
    _ step: FormAct.Step, _ operation: RequestID, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) -> Int? {
    guard let (id, change) = documents[uri]?.document.edit(of: step), let open = documents[uri]
    else { return nil }
    let isSecure = mustHide(id, uri)
    let translation = Translation(text: open.document.text, encoding: client.positionEncoding)
    let range = translation.range(change.range)
    let version = open.version
    let isVersioned = client.takesVersionedEdits
    let number = takeNumber()
    let telling = Telling(hasSecrets: isSecure) { hidesSecrets, json in
      let text = hidesSecrets ? "" : String(decoding: change.bytes, as: UTF8.self)
      let edit = LSP.WorkspaceEdit(
        uri: uri, version: version, isVersioned: isVersioned,
        edits: [LSP.TextEdit(range: range, newText: text)])
      json.beginObject()
      json.name("label")
      json.string("Fill in")
      json.name("edit")
      edit.write(to: &json)
      json.endObject()
    }
    let deadline = now.adding(nanoseconds: configuration.limits.editNanoseconds)
    call(number, .applyEdit, telling, .edit(uri: uri, operation: operation), until: deadline, &out)
    return number
  }

  /// The document about which a question was asked that a message answers.
  func askedDocument(_ message: ClientMessage) -> String? {
    guard case .response(let id, _) = message else { return nil }
    return id.integer.flatMap { clientCalls[$0]?.uri }
  }

  /// Sends an edit back to the editor that was offered it as a command.
  mutating func applyFix(_ edit: JSONValue, _ out: inout [ServerMessage]) throws(RPCError) {
    guard client.appliesEdits else {
      throw .invalidRequest("The client has not said that it takes workspace/applyEdit")
    }
    let telling = Telling { _, json in
      json.beginObject()
      json.name("edit")
      json.value(edit)
      json.endObject()
    }
    // Nothing waits for what becomes of it: the text itself will tell.
    out.append(.call(.number(String(takeNumber())), .applyEdit, telling))
  }

  /// Takes an answer of the client; nil for an error.
  mutating func take(
    _ result: JSONValue?, of id: RequestID, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    guard let number = id.integer, let purpose = clientCalls.remove(number) else { return }
    switch purpose {
    case .question(let uri, let operation):
      // Only a plain no is a no: a delegate that fails is no reason to lose what was typed.
      answerQuestion(result != .bool(false), operation, uri, now, &out)
    case .validation(let uri, let token):
      take(Self.validationAnswer(result), to: token, uri, now)
    case .lookup(let uri, let number): take(Self.texts(result), of: number, uri, now, &out)
    case .edit(let uri, let operation): takeEdit(result, operation, uri, now, &out)
    }
  }

  /// Does what silence means.
  mutating func expireCalls(_ now: Instant, _ out: inout [ServerMessage]) {
    for (number, purpose) in clientCalls.removeExpired(at: now) {
      out.append(.cancelCall(.number(String(number))))
      switch purpose {
      case .question(let uri, let operation): answerQuestion(true, operation, uri, now, &out)
      case .edit(let uri, let operation): takeEdit(nil, operation, uri, now, &out)
      case .validation, .lookup: expire(purpose, now, &out)
      }
    }
    for purpose in hostCalls.removeExpired(at: now) { expire(purpose, now, &out) }
  }

  /// Goes on without the answer of a closure, and says so.
  private mutating func expire(
    _ purpose: PendingCalls.Purpose, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    switch purpose {
    case .validation(let uri, let token): take(.unanswered, to: token, uri, now)
    case .lookup(let uri, let number): take(nil, of: number, uri, now, &out)
    case .question, .edit: break
    }
  }

  /// Takes back what a closure was asked, the host's or the client's.
  mutating func takeBack(_ purpose: PendingCalls.Purpose, _ out: inout [ServerMessage]) {
    hostCalls.forget(purpose)
    guard let number = clientCalls.remove(for: purpose) else { return }
    out.append(.cancelCall(.number(String(number))))
  }

  /// Takes back everything that was asked for a document.
  mutating func takeBackAll(of uri: String, _ out: inout [ServerMessage]) {
    hostCalls.forgetAll(of: uri)
    out += clientCalls.removeAll(of: uri).map { .cancelCall(.number(String($0))) }
  }

  /// `{"ok": true}`, `{"ok": false}` or `{"message": …}`; anything else is no answer.
  private static func validationAnswer(_ result: JSONValue?) -> ValidationAnswer {
    if let message = result?["message"]?.string { return .refused(message: message) }
    switch result?["ok"] {
    case .bool(true): return .accepted
    case .bool(false): return .refused(message: nil)
    case .null, .number, .string, .array, .object, nil: return .unanswered
    }
  }

  mutating func take(
    _ answer: ValidationAnswer, to token: CheckToken, _ uri: String, _ now: Instant
  ) {
    if documents[uri]?.document.answer(token, answer, at: now) ?? false { touched.insert(uri) }
  }

  /// `{"strings": ["…", {"text": "…", "removable": true}]}`, or the list alone.
  private static func texts(_ result: JSONValue?) -> [(text: String, isRemovable: Bool?)]? {
    guard let list = result?["strings"]?.array ?? result?.array else { return nil }
    return list.compactMap { element in
      guard let text = element.string ?? element["text"]?.string else { return nil }
      return (text, element["removable"].map { $0 == .bool(true) })
    }
  }

  private mutating func answerQuestion(
    _ mayGoOn: Bool, _ id: RequestID, _ uri: String, _ now: Instant, _ out: inout [ServerMessage]
  ) {
    guard documents[uri]?.operations.first?.id == id else { return }
    documents[uri]?.operations.first?.waiting = nil
    if !mayGoOn { refuse(.init(.refused, "The client's delegate refused"), uri, &out) }
    run(uri, now, &out)
  }

  private mutating func takeEdit(
    _ result: JSONValue?, _ id: RequestID, _ uri: String, _ now: Instant,
    _ out: inout [ServerMessage]
  ) {
    guard let open = documents[uri], let operation = open.operations.first, operation.id == id
    else { return }
    documents[uri]?.operations.first?.waiting = nil
    if result?["applied"] == .bool(true) {
      // The edit itself may be on its way still.
      if operation.versionAsked == open.version {
        documents[uri]?.operations.first?.waiting = .edit
        return
      }
    } else {
      let reason = result?["failureReason"]?.string ?? ""
      let why = reason.isEmpty || isQuote(reason, of: uri) ? "" : ": \(reason)"
      refuse(.init(.notApplied, "The editor did not apply the edit\(why)"), uri, &out)
    }
    run(uri, now, &out)
  }

  /// The editor has changed its text: an operation that waits for that goes on.
  mutating func goOnAfterEdit(_ uri: String, _ now: Instant, _ out: inout [ServerMessage]) {
    guard documents[uri]?.operations.first?.waiting == .edit else { return }
    documents[uri]?.operations.first?.waiting = nil
    run(uri, now, &out)
  }
}

extension String {
  /// The units of an encoding in some bytes at the beginning.
  fileprivate func units(before byteOffset: Int, _ encoding: PositionEncoding) -> Int {
    String(decoding: Array(utf8.prefix(byteOffset)), as: UTF8.self).unitCount(encoding)
  }
}

/// The drafts that are sent along to the validators of one turn, each read once.
struct SentDrafts {
  /// The drafts of all fields, once a small form has been read.
  private var all: [JSONValue.Member]?
  /// What went along with the field that was asked about last.
  private var last: (key: String, drafts: [JSONValue.Member])?

  /// The drafts of the other fields that go along with one: of all in a small form, of those that
  /// the field mentions in a large one; never of a secure field.
  mutating func drafts(
    with key: String, of document: FieldDocument, limit: Int
  ) -> [JSONValue.Member] {
    if let last, last.key == key { return last.drafts }
    let drafts: [JSONValue.Member]
    if document.fieldCount <= limit {
      let all = self.all ?? Self.drafts(ofAllIn: document)
      self.all = all
      drafts = all.filter { $0.name != key }
    } else {
      drafts = Self.drafts(mentionedBy: key, in: document)
    }
    last = (key, drafts)
    return drafts
  }

  private static func drafts(ofAllIn document: FieldDocument) -> [JSONValue.Member] {
    var drafts: [JSONValue.Member] = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      if let draft = reading.definition.sentDraft { drafts.append(draft) }
      return true
    }
    return drafts
  }

  private static func drafts(
    mentionedBy key: String, in document: FieldDocument
  ) -> [JSONValue.Member] {
    guard let id = document.field(keyed: key),
      let definition = document.reading(peeking: id)?.definition
    else { return [] }
    return Set(definition.watchedKeys).subtracting([key]).sorted().compactMap { other in
      document.field(keyed: other).flatMap { document.reading(peeking: $0)?.definition.sentDraft }
    }
  }
}

extension FieldDefinition {
  /// The draft by its key, for a validator of another field.
  fileprivate var sentDraft: JSONValue.Member? {
    guard let key, !isSecure else { return nil }
    switch draft {
    case .text(let text): return .init(key, .string(text))
    case .rows(let rows): return .init(key, .array(rows.map { .string($0) }))
    }
  }
}
