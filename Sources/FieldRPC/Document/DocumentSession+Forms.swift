package import FieldModels

/// The requests of the forms layer, each on its way: answered at once, carried out as an act, or
/// answered when checks have answered.
extension DocumentSession {
  /// The answer; nil for a request that is answered later.
  mutating func result(
    of verb: FormCall.Verb, for id: RequestID, in turn: inout Turn
  ) throws(RPCError) -> JSONText? {
    switch verb {
    case .open(_, let keys): return try opened(keys, in: turn)
    case .close: return try closed(in: turn)
    case .snapshot(let keys):
      document.isFollowed = true
      // What autofill has for the draft of this very moment, not of the last turn's end.
      form.renewList()
      return try fields(keys, in: turn)
    case .layout(let keys, let metrics): return try layout(of: keys, metrics)
    case .act(let act, let manner): try start(act, manner, id, in: turn)
    case .addEntry(let list, let other, let values):
      try start(addingEntry(to: list, before: other, values), FormActManner(), id, in: turn)
    case .setProperty(let key, let name, let value):
      try start(try settingProperty(name, of: key, to: value), FormActManner(), id, in: turn)
    case .autofill(let key):
      let query = document.autofillQuery(of: try field(keyed: key))
      if let query { try checkLookups(query) }
      let ticket = ticket(for: id)
      guard let offers = form.lookUp(query, for: .request(ticket: ticket)) else { return nil }
      _ = takeRequest(ticket)
      return answer(offers, in: turn)
    case .setError(let key, let message):
      document.setError(message, of: try field(keyed: key), at: turn.now)
      isTouched = true
      return versionAlone
    case .setState(let key, let look):
      document.setLook(look, of: try field(keyed: key), at: turn.now)
      form.tellEvents()
      isTouched = true
      return versionAlone
    case .validate(let keys, let occasion):
      let lists = keys.map { Set(document.lists(keyed: $0)) } ?? []
      let others = keys?.filter { !lists.contains($0) }
      try wait(for: .verdicts(occasion), of: keys, fields: others, id)
    case .settled(let keys): try wait(for: .settled, of: keys, fields: keys, id)
    case .export(let format, let isStructured):
      do throws(ConversionRefusal) {
        let isSecret = turn.configuration.isTraced && document.hasSecrets
        let made = try turn.configuration.conversions.exported(document, format, isStructured)
        return JSONText(made, isSecret: isSecret)
      } catch {
        throw .unwritableForm(error)
      }
    case .submit(let isPartial):
      try wait(for: .submission(isPartial: isPartial), of: nil, fields: nil, id)
    }
    return nil
  }

  private mutating func start(
    _ act: FormAct, _ manner: FormActManner, _ id: RequestID, in turn: Turn
  ) throws(RPCError) {
    if let key = act.key, !act.isAboutText || document.index.field(key) == nil {
      _ = try field(keyed: key)
    }
    if let overload = form.actOverload { throw .invalidRequest(overload) }
    var manner = manner
    manner.encoding = turn.client.positionEncoding
    form.start(act, manner, as: ticket(for: id))
  }

  /// Waits for checks; `fields` are those of the keys that must be fields'.
  private mutating func wait(
    for wish: FormWaiter.Wish, of keys: [String]?, fields others: [String]?, _ id: RequestID
  ) throws(RPCError) {
    _ = try fields(keyed: others)
    if let overload = form.waiterOverload { throw .invalidRequest(overload) }
    form.wait(for: wish, of: keys, as: ticket(for: id))
  }

  /// Refuses a request that would have an autofill source asked beside too many others.
  func checkLookups(_ query: AutofillQuery) throws(RPCError) {
    if let overload = form.overload(asking: query) { throw .invalidRequest(overload) }
  }

  /// What `field/open` answers: the form, its fields, and what is wrong with its text.
  private mutating func opened(_ keys: [String]?, in turn: Turn) throws(RPCError) -> JSONText {
    document.isFollowed = true
    let views = try views(keys, in: turn)
    let lists = lists()
    let version = version
    let structural = document.findings(limit: form.host.limits.findingCount)
      .filter { !$0.finding.isAboutDraft }
      .map { document.diagnostic(of: $0, in: uri, for: turn.client) }
    let (frame, wording) = (document.frame, document.wording)
    let (format, losses) = (format, losses)
    let strangers = strangers.sorted { $0.path < $1.path }
    self.strangers = []
    return JSONText { json in
      json.member("version", orNull: version)
      if wording.isStated {
        json.member("lang", wording.language.rawValue)
        json.member("dir", wording.language.direction.rawValue)
      }
      json.member("title", ifAny: frame.title)
      json.member("description", ifAny: frame.description)
      if !frame.groups.isEmpty { json.member("groups", frame.groups) }
      json.member("presentation", ifAny: frame.presentation)
      json.member("fields", views)
      if !lists.isEmpty { json.member("lists", lists) }
      json.member("diagnostics", structural)
      if format != .fields {
        json.member("format", format.rawValue)
        json.member("losses", losses.map { Loss(entry: $0.entry) })
      }
      if !strangers.isEmpty {
        json.member(
          "problems", strangers.map { Stranger(path: $0.path, problem: $0.problem, wording) })
      }
    }
  }

  /// What `field/close` answers: the text as it has become.
  private func closed(in turn: Turn) throws(RPCError) -> JSONText {
    guard owner == .daemon else {
      throw .invalidRequest("The editor owns \(uri.prefix(200)); textDocument/didClose closes it")
    }
    let whole = 0..<document.text.byteCount
    let text = document.text.bytes(in: whole)
    let redacted = turn.configuration.isTraced ? document.redacted(whole) : text
    return JSONText { json in
      json.member("version", orNull: version)
      json.member(
        "text", String(decoding: text, as: UTF8.self), isSecret: redacted != text,
        standIn: .string(String(decoding: redacted, as: UTF8.self)))
    }
  }

  private mutating func fields(_ keys: [String]?, in turn: Turn) throws(RPCError) -> JSONText {
    let views = try views(keys, in: turn)
    let lists = lists()
    let version = version
    return JSONText { json in
      json.member("version", orNull: version)
      json.member("fields", views)
      if !lists.isEmpty { json.member("lists", lists) }
    }
  }

  /// The views of some fields, or of all; from now on the client is told what changes of them.
  private mutating func views(
    _ keys: [String]?, in turn: Turn
  ) throws(RPCError) -> [FieldView] {
    let ids = try fields(keyed: keys) ?? document.allFields
    let manner = ViewManner(turn)
    var views: [FieldView] = []
    for id in ids {
      guard let view = view(of: id, manner) else { continue }
      // What happened in this very turn has been told with it.
      lastSent[view.key] = (id, view.marks)
      views.append(view)
    }
    return views
  }

  /// The fields with some keys, in the order of the keys.
  func fields(keyed keys: [String]?) throws(RPCError) -> [FieldID]? {
    guard let keys else { return nil }
    var ids: [FieldID] = []
    for key in keys { ids.append(try field(keyed: key)) }
    return ids
  }

  func field(keyed key: String) throws(RPCError) -> FieldID {
    guard let id = document.field(keyed: key) else {
      throw .unknownField(key, nearest: document.nearestKey(to: key))
    }
    return id
  }

  private var versionAlone: JSONText {
    JSONText { $0.member("version", orNull: version) }
  }

  private func addingEntry(
    to list: String, before other: WholeNumber?, _ values: [JSONValue.Member]?
  ) throws(RPCError) -> FormAct {
    guard let values else { return .addEntry(list: list, before: other, nil) }
    do throws(FieldDocument.FillingProblem) {
      return .addEntry(
        list: list, before: other, try document.drafts(of: values, inList: list))
    } catch {
      throw RPCError(error)
    }
  }

  private func settingProperty(
    _ name: String, of key: String, to value: JSONValue?
  ) throws(RPCError) -> FormAct {
    if document.index.field(key) == nil { _ = try field(keyed: key) }
    guard let property = PropertyTable.property(named: name.utf8.span, in: .field) else {
      let names = PropertyTable.properties(of: .field).lazy.map { $0.name.rawValue }
      let problem = TextProblem.unknownProperty(
        name: name, section: .field, nearest: Nearest.name(to: name, among: names))
      throw RPCError(.invalidParams, document.wording.text(problem.saying))
    }
    guard let value else { return .setProperty(key: key, property.name, nil) }
    var json = JSONWriter()
    json.value(value)
    var reader = JSONReader(json.bytes, dialect: .strict)
    reader.readText()
    var object = ObjectReader(reader.tree, for: document.vocabulary)
    if !object.isWellTyped(0, as: property.shape, of: name) {
      let why =
        object.findings.first?.message(in: document.wording)
        ?? document.wording.text(
          Saying(.takes, (.property, .text(name)), (.type, .saying(property.shape.expectation))))
      throw RPCError(.invalidParams, why)
    }
    return .setProperty(key: key, property.name, json.bytes)
  }
}

/// A key of the values that a form was opened with which no field has, as a record's problem.
private struct Stranger: JSONObjectWritable {
  let path: String
  let problem: RecordProblem
  let wording: Wording

  init(path: String, problem: RecordProblem, _ wording: Wording) {
    (self.path, self.problem, self.wording) = (path, problem, wording)
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("path", path)
    let finding = Finding(.record(problem), .warning, at: 0..<0)
    FieldProblem(finding, key: nil, wording).writeMembers(to: &json)
  }
}

extension FormAct {
  /// It changes what the document says, also of what a list has for its entries.
  fileprivate var isAboutText: Bool { if case .setProperty = self { true } else { false } }
}

extension JSONText {
  /// What a conversion has made, and its report.
  init(_ conversion: Conversion, isSecret: Bool) {
    self.init { json in
      switch conversion.form {
      case .value(let value): json.member("document", value)
      case .text, .file: json.member("text", conversion.form.text())
      }
      json.member("report", conversion.report)
      json.member("losses", conversion.report.losses.map(Loss.init))
    }
    if isSecret { self = JSONText(bytes, secrets: [.init(bytes.indices, standIn: .object([]))]) }
  }
}

/// An entry of a report as programs know it that are older than reports.
private struct Loss: JSONObjectWritable {
  let entry: ConversionReport.Entry

  func writeMembers(to json: inout JSONWriter) {
    json.member("path", entry.path)
    json.member("message", entry.message)
  }
}

extension DocumentFrame.Group: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("key", key)
    json.member("label", ifAny: label)
    json.member("description", ifAny: description)
    if !path.isEmpty { json.member("path", JSONPointer.path(path)) }
    if isRequired { json.member("required", true) }
    if let repetition { json.member("repeat", repetition) }
    json.member("presentation", ifAny: presentation)
  }
}

extension Repetition: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    if 0 < minEntries { json.member("minEntries", minEntries) }
    json.member("maxEntries", ifAny: maxEntries)
    if !unique.isEmpty { json.member("unique", unique) }
    json.member("addLabel", ifAny: addLabel)
  }
}
