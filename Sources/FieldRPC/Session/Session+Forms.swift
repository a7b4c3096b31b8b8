import FieldModels

/// The requests of the forms layer, each on its way: answered at once, carried out as an act, or
/// answered when checks have answered.
extension Session {
  /// The answer; nil for a request that is answered later.
  mutating func result(
    _ call: FormCall, _ id: RequestID, _ now: Instant, _ out: inout [ServerMessage]
  ) throws(RPCError) -> Telling? {
    let uri = call.uri
    if case .open(let text?, let keys) = call.verb {
      try open(uri, text, now)
      if configuration.isTraced, let document = documents[uri]?.document {
        let whole = 0..<document.text.byteCount
        let redacted = document.redacted(whole)
        let isHarmless = redacted == document.text.bytes(in: whole)
        redactions.append(isHarmless ? .asItIs : call.isText ? .texts([redacted]) : .blanked)
      }
      return try opened(uri, keys, now)
    }
    guard documents[uri] != nil else { throw .unknownDocument(uri) }
    switch call.verb {
    case .open(_, let keys): return try opened(uri, keys, now)
    case .close:
      // Who asks for everything in one breath still wants to hear what came of it.
      out += settled + settle(uri, now)
      settled = []
      return try close(uri, &out)
    case .snapshot(let keys):
      documents[uri]?.document.isFollowed = true
      return try fields(uri, keys, now)
    case .layout(let keys, let metrics): return try layout(uri, keys, metrics, now)
    case .act(let act, let manner):
      try start(FormOperation(id: id, act, manner), uri, now, &out)
    case .setProperty(let key, let name, let value):
      let act = try settingProperty(uri, key, name, value)
      try start(FormOperation(id: id, act), uri, now, &out)
    case .autofill(let key):
      let query = try autofillQuery(key, uri)
      if let query { try checkLookups(query, uri) }
      return lookUp(query, for: .request(id), uri, now, &out).map { telling($0, uri) }
    case .setError(let key, let message):
      let field = try field(key, uri)
      documents[uri]?.document.setError(message, of: field, at: now)
      touched.insert(uri)
      return version(uri)
    case .setState(let key, let look):
      let field = try field(key, uri)
      documents[uri]?.document.setLook(look, of: field, at: now)
      tellEvents(uri, &out)
      touched.insert(uri)
      return version(uri)
    case .validate(let keys, let occasion):
      let ids = try ids(keys, uri)
      documents[uri]?.document.judge(ids, for: occasion, at: now)
      touched.insert(uri)
      try wait(FormWaiter(id: id, keys: keys, occasion: occasion, isSubmission: false), uri)
    case .settled(let keys):
      _ = try ids(keys, uri)
      try wait(FormWaiter(id: id, keys: keys, occasion: nil, isSubmission: false), uri)
    case .export(let format): return telling(try open(uri).document.exported(as: format))
    case .submit:
      documents[uri]?.document.judge(nil, for: .submit, at: now)
      touched.insert(uri)
      try wait(FormWaiter(id: id, keys: nil, occasion: .submit, isSubmission: true), uri)
    }
    return nil
  }

  private mutating func open(_ uri: String, _ text: [UInt8], _ now: Instant) throws(RPCError) {
    let limits = configuration.limits
    if documents[uri] != nil { throw .alreadyOpen(uri) }
    if limits.documentCount <= documents.count {
      throw .invalidRequest("\(limits.documentCount) documents are open already")
    }
    if limits.documentByteCount < text.count {
      throw .invalidRequest("The document is longer than \(limits.documentByteCount) bytes")
    }
    var document = FieldDocument(
      text, dialect: Self.dialect(uri, ""), vocabulary: vocabulary, at: now)
    document.isFollowed = true
    documents[uri] = OpenDocument(document, version: 1, owner: .daemon)
    documents[uri]?.document.refresh(at: now)
    _ = documents[uri]?.document.takeChanges()
    touched.insert(uri)
  }

  /// What `field/open` answers: the form, its fields, and what is wrong with its text.
  private mutating func opened(
    _ uri: String, _ keys: [String]?, _ now: Instant
  ) throws(RPCError) -> Telling {
    documents[uri]?.document.isFollowed = true
    let (views, hasSecrets) = try views(keys, uri, now)
    let open = try open(uri)
    let face = DiagnosticFace(uri: uri, document: open.document, client: client)
    let structural = open.document.findings(limit: configuration.limits.diagnosticCount)
      .filter { !$0.finding.isAboutDraft }
    let frame = open.document.frame
    return Telling(hasSecrets: hasSecrets) { hidesSecrets, json in
      json.beginObject()
      json.version(open.version)
      if let title = frame.title {
        json.name("title")
        json.string(title)
      }
      if let description = frame.description {
        json.name("description")
        json.string(description)
      }
      if !frame.groups.isEmpty {
        json.name("groups")
        json.list(frame.groups) { $0.write(to: &$1) }
      }
      json.name("fields")
      json.list(views) { $0.writeAll(hidesSecrets: hidesSecrets, to: &$1) }
      json.name("diagnostics")
      json.list(structural.map { face.diagnostic($0) }) { $0.write(to: &$1) }
      json.endObject()
    }
  }

  private mutating func close(
    _ uri: String, _ out: inout [ServerMessage]
  ) throws(RPCError) -> Telling {
    let open = try open(uri)
    guard open.owner == .daemon else {
      throw .invalidRequest("The editor owns \(uri.prefix(200)); textDocument/didClose closes it")
    }
    let document = open.document
    forget(uri, &out)
    touched.remove(uri)
    let whole = 0..<document.text.byteCount
    let redacted = configuration.isTraced ? document.redacted(whole) : []
    return Telling(hasSecrets: configuration.isTraced) { hidesSecrets, json in
      json.beginObject()
      json.version(open.version)
      json.name("text")
      let text = hidesSecrets ? redacted : document.text.bytes(in: whole)
      json.string(String(decoding: text, as: UTF8.self))
      json.endObject()
    }
  }

  private mutating func fields(
    _ uri: String, _ keys: [String]?, _ now: Instant
  ) throws(RPCError) -> Telling {
    let (views, hasSecrets) = try views(keys, uri, now)
    let version = documents[uri]?.version
    return Telling(hasSecrets: hasSecrets) { hidesSecrets, json in
      json.beginObject()
      json.version(version)
      json.name("fields")
      json.list(views) { $0.writeAll(hidesSecrets: hidesSecrets, to: &$1) }
      json.endObject()
    }
  }

  /// The views of some fields, or of all; from now on the client is told what changes of them.
  private mutating func views(
    _ keys: [String]?, _ uri: String, _ now: Instant
  ) throws(RPCError) -> (views: [FieldView], hasSecrets: Bool) {
    let ids = try ids(keys, uri) ?? documents[uri]?.document.allFields ?? []
    var views: [FieldView] = []
    for id in ids {
      guard let view = view(of: id, uri, now) else { continue }
      // What happened in this very turn has been told with it.
      documents[uri]?.told[view.key] = (id, view.digest)
      views.append(view)
    }
    return (views, views.contains(where: \.isSecret))
  }

  /// The fields with some keys, in the order of the keys.
  func ids(_ keys: [String]?, _ uri: String) throws(RPCError) -> [FieldID]? {
    guard let keys else { return nil }
    var ids: [FieldID] = []
    for key in keys { ids.append(try field(key, uri)) }
    return ids
  }

  func field(_ key: String, _ uri: String) throws(RPCError) -> FieldID {
    let document = try open(uri).document
    guard let id = document.field(keyed: key) else {
      throw .unknownField(key, nearest: document.nearestKey(to: key))
    }
    return id
  }

  /// What a conversion has made, and what it has lost.
  func telling(_ conversion: Conversion) -> Telling {
    Telling { _, json in
      json.beginObject()
      json.name("document")
      json.value(conversion.value)
      json.name("losses")
      json.list(conversion.losses) { loss, json in
        json.beginObject()
        json.name("path")
        json.string(loss.path)
        json.name("message")
        json.string(loss.message)
        json.endObject()
      }
      json.endObject()
    }
  }

  private mutating func autofillQuery(
    _ key: String, _ uri: String
  ) throws(RPCError) -> AutofillQuery? {
    let id = try field(key, uri)
    return documents[uri]?.document.autofillQuery(of: id)
  }

  func version(_ uri: String) -> Telling {
    let version = documents[uri]?.version
    return Telling { _, json in
      json.beginObject()
      json.version(version)
      json.endObject()
    }
  }

  private func settingProperty(
    _ uri: String, _ key: String, _ name: String, _ value: JSONValue?
  ) throws(RPCError) -> FormAct {
    _ = try field(key, uri)
    guard let property = PropertyTable.property(named: Array(name.utf8)[...], in: .field) else {
      let names = PropertyTable.properties(of: .field).lazy.map(\.name.rawValue)
      let problem = TextProblem.unknownProperty(
        name: name, section: .field, nearest: Nearest.name(to: name, among: names))
      throw RPCError(.invalidParams, problem.message)
    }
    guard let value else { return .setProperty(key: key, property.name, nil) }
    var json = JSONWriter()
    json.value(value)
    var reader = JSONReader(json.bytes, dialect: .strict)
    reader.readText()
    var object = ObjectReader(reader.tree)
    if !object.isWellTyped(0, property.shape, name) {
      let why = object.findings.first?.message ?? "`\(name)` takes \(property.shape.expectation)"
      throw RPCError(.invalidParams, why)
    }
    return .setProperty(key: key, property.name, json.bytes)
  }
}

extension DocumentFrame.Group {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("key")
    json.string(key)
    if let label {
      json.name("label")
      json.string(label)
    }
    if let description {
      json.name("description")
      json.string(description)
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// Writes the version that an answer belongs to; null for a text that nobody counts.
  mutating func version(_ version: Int?) {
    name("version")
    if let version { integer(version) } else { null() }
  }
}
