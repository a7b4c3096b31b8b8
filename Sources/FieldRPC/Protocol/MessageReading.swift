import FieldModels

/// From JSON to messages: the only place that knows how a client spells them.
package enum MessageReading {
  /// The messages of one frame: a single one, or those of a batch.
  package enum Messages: Equatable, Sendable {
    case single(ClientMessage)
    case batch([ClientMessage])
  }

  /// Nothing that a client is asked has a longer answer; one that is longer is no answer.
  private static let answerValueCount = 100_000

  /// JSON-RPC nests params a few levels deep; a message that goes deeper is no message of ours, but for
  /// the records in it, which their judge reads.
  private static let depthLimit = 64

  /// Reads a frame's body: `range` of `bytes`; a batch of more messages than the limit is refused
  /// as a whole.
  package static func messages(
    in bytes: [UInt8], _ range: Range<Int>, batchLimit: Int
  ) -> Messages {
    if isLongBatch(bytes, range, limit: batchLimit) {
      return .single(.broken(nil, .longBatch(limit: batchLimit), isRequest: true))
    }
    var reader = JSONReader(
      bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict,
      depthLimit: depthLimit, collectsDeepSpans: true)
    // Records are judged as they stand in the message.
    reader.wholes = .init(ofList: "records", in: "params", end: RecordBytes.end)
    reader.readText()
    if let problem = reader.problems.first(where: { $0.kind != .loneSurrogate }) {
      let error = RPCError.parseError(words(for: problem.kind, at: problem.span))
      return .single(.broken(nil, error, isRequest: true, lost: lostText(reader.tree, 0)))
    }
    let tree = reader.tree
    let deep = reader.deepSpans ?? []
    guard tree[0].kind == .array else { return .single(message(tree, 0, deep: deep[...])) }
    var rest = deep[...]
    let messages = tree.elements(of: 0).map { element in
      let own = rest.prefix { $0.lowerBound < tree[element].span.upperBound }
      rest = rest.dropFirst(own.count)
      return message(tree, element, deep: own)
    }
    if messages.isEmpty {
      return .single(.broken(nil, .invalidRequest("A batch can't be empty"), isRequest: true))
    }
    return .batch(messages)
  }

  private static func words(for problem: JSONProblem.Kind, at span: Range<Int>) -> String {
    "\(Wording.english.text(problem.saying)) (byte \(span.lowerBound))"
  }

  /// A message in which something goes too deep.
  ///
  /// It is JSON all the same, so that who has sent it waits for an answer by its id. Of a record that is judged the judge says so; anything else is
  /// refused.
  private static func message(
    _ tree: JSONTree, _ index: Int, deep: ArraySlice<Range<Int>>
  ) -> ClientMessage {
    let message = message(tree, index)
    guard let first = deep.first else { return message }
    if case .request(_, let request) = message, case .check(let params) = request.call,
      params.holdsAll(deep)
    {
      return message
    }
    let id = tree[index].kind == .object ? tree.value(named: "id", in: index) : nil
    let why = words(for: .tooDeep(limit: depthLimit), at: first.lowerBound..<first.lowerBound)
    let requestID = id.flatMap { RequestID(tree, $0) }
    let error = requestID == nil ? RPCError.parseError(why) : .invalidRequest(why)
    return .broken(requestID, error, isRequest: true, lost: lostText(tree, index))
  }

  /// Whether it is a batch of more messages, found out with the room of one at a time.
  private static func isLongBatch(_ bytes: [UInt8], _ range: Range<Int>, limit: Int) -> Bool {
    guard bytes[range].first(where: { $0 != 0x0A && !$0.isBlank }) == UInt8(ascii: "[") else {
      return false
    }
    var reader = JSONReader(
      bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict,
      depthLimit: depthLimit)
    let text = bytes.span
    reader.skipTrivia(text)
    var messageCount = 0
    repeat {
      reader.position += 1
      reader.skipTrivia(text)
      // What is wrong in a batch is for the reader of all of it to say.
      guard reader.position < range.upperBound, text[reader.position] != UInt8(ascii: "]") else {
        return false
      }
      reader.restart()
      reader.readValue(text, recovery: .value)
      reader.skipTrivia(text)
      messageCount += 1
      if limit < messageCount { return true }
    } while reader.position < range.upperBound && text[reader.position] == UInt8(ascii: ",")
    return false
  }

  /// The text that a message would have changed that could not be read as it should.
  private static func lostText(_ tree: JSONTree, _ index: Int) -> LostText? {
    guard index < tree.nodes.count, let name = tree.value(named: "method", in: index),
      let method = tree.string(name).flatMap(Method.init),
      tree.value(named: "id", in: index) == nil,
      let params = tree.value(named: "params", in: index)
    else { return nil }
    return lostText(method, Parameters(tree, params))
  }

  private static func lostText(_ method: Method?, _ params: Parameters) -> LostText? {
    guard method == .didChange || method == .didOpen,
      let document = params.optional("textDocument"), let uri = document.optional("uri")?.string
    else { return nil }
    return LostText(uri: uri, version: document.optional("version")?.integer)
  }

  private static func message(_ tree: JSONTree, _ index: Int) -> ClientMessage {
    guard tree[index].kind == .object else {
      return .broken(nil, .invalidRequest("A message is an object"), isRequest: true)
    }
    let givenID = tree.value(named: "id", in: index)
    let id = givenID.flatMap { RequestID(tree, $0) }
    guard let name = tree.value(named: "method", in: index) else {
      return response(tree, index, to: id)
    }
    guard let method = tree.string(name) else {
      return .broken(id, .invalidRequest("`method` must be a string"), isRequest: true)
    }
    if let version = tree.value(named: "jsonrpc", in: index), !tree.isString(version, "2.0") {
      return .broken(id, .invalidRequest("`jsonrpc` must be \"2.0\""), isRequest: true)
    }
    // An id of null makes no notification, and can't be answered to by name either.
    if id == nil, givenID != nil {
      return .broken(nil, .invalidRequest("`id` must be a number or a string"), isRequest: true)
    }
    return call(method, as: id, in: tree, index)
  }

  /// A message without a method: the answer to a request of ours, or nonsense.
  private static func response(_ tree: JSONTree, _ index: Int, to id: RequestID?) -> ClientMessage {
    let isAnswer =
      tree.value(named: "result", in: index) != nil || tree.value(named: "error", in: index) != nil
    if isAnswer, let id {
      if let error = tree.value(named: "error", in: index) {
        let message = tree.value(of: "message", in: error).flatMap { tree.string($0) }
        return .response(id, .failure(message ?? ""))
      }
      guard let result = tree.value(named: "result", in: index),
        Int(tree[result].subtreeEnd) - result <= answerValueCount
      else { return .response(id, .failure("The answer has more than 100,000 values")) }
      return .response(id, .result(JSONValue(tree, result)))
    }
    return .broken(
      id, .invalidRequest("A message has a `method`, or an `id` and a `result`"),
      isRequest: !isAnswer)
  }

  private static func call(
    _ name: String, as id: RequestID?, in tree: JSONTree, _ index: Int
  ) -> ClientMessage {
    let params = Parameters(tree, tree.value(named: "params", in: index) ?? index)
    let method = Method(rawValue: name)
    do throws(RPCError) {
      if let id {
        guard let method, method.direction == .clientRequest,
          case .request(let call) = try content(of: method, params)
        else { throw RPCError.methodNotFound(name) }
        return .request(id, request(call, params))
      }
      switch method?.direction {
      case .clientRequest where method == .shutdown: return .notification(.shutdown)
      case .clientRequest: throw .invalidRequest("\(name) is a request and needs an `id`")
      case .clientNotification:
        guard let method, case .notification(let told) = try content(of: method, params) else {
          return .notification(.ignored)
        }
        return .notification(told)
      case nil, .serverRequest, .serverNotification: return .notification(.ignored)
      }
    } catch {
      let lost = id == nil ? lostText(method, params) : nil
      return .broken(id, error, isRequest: id != nil, lost: lost)
    }
  }

  private static func request(
    _ call: consuming ClientRequest.Call, _ params: Parameters
  ) -> ClientRequest {
    var request = ClientRequest(call)
    request.workDoneToken = params.optional("workDoneToken").flatMap {
      RequestID($0.tree, $0.index)
    }
    request.partialResultToken = params.optional("partialResultToken").flatMap {
      RequestID($0.tree, $0.index)
    }
    return request
  }

  /// What a message of a method says.
  private enum Content {
    case request(ClientRequest.Call)
    case notification(ClientNotification)
    /// Only the daemon sends such.
    case nothing

    static func form(_ call: FormCall) -> Content { .request(.form(call)) }
  }

  /// Reads what a message says: every method once, with what it takes.
  private static func content(
    of method: Method, _ params: Parameters
  ) throws(RPCError) -> Content {
    switch method {
    case .initialize: return .request(.initialize(InitializeParams(params)))
    case .initialized: return .notification(.initialized)
    case .shutdown: return .request(.shutdown)
    case .exit: return .notification(.exit)
    case .cancelRequest: return .notification(.cancel(try requestID(params, "id")))
    case .cancelProgress: return .notification(.cancelProgress(try requestID(params, "token")))
    case .setTrace: return .notification(.setTrace(try params.word("value")))
    case .didChangeFolders:
      let event = try params.object("event")
      return .notification(
        .didChangeFolders(
          added: try uris(event.array("added")), removed: try uris(event.array("removed"))))
    case .didChangeConfiguration:
      let settings = params.optional("settings")
      return .notification(.didChangeSettings((settings?.optional("fieldd") ?? settings)?.value))
    case .didChangeFiles: return .notification(.didChangeFiles(try uris(params.array("changes"))))
    case .didOpen: return .notification(.didOpen(try didOpen(params)))
    case .didChange: return .notification(.didChange(try didChange(params)))
    case .didSave: return .notification(.didSave(uri: try uri(params)))
    case .didClose: return .notification(.didClose(uri: try uri(params)))
    case .completion: return .request(.completion(try place(params)))
    case .hover: return .request(.hover(try place(params)))
    case .codeAction: return .request(try codeAction(params))
    case .documentSymbol: return .request(.documentSymbol(uri: try uri(params)))
    case .inlayHint:
      return .request(.inlayHint(uri: try uri(params), try params.range("range")))
    case .formatting, .rangeFormatting, .rangesFormatting, .onTypeFormatting, .definition,
      .references, .documentHighlight, .prepareRename, .rename, .foldingRange, .selectionRange,
      .documentColor, .colorPresentation, .documentLink, .semanticTokens, .semanticTokensRange,
      .semanticTokensDelta, .diagnostic, .linkedEditingRange, .codeLens:
      guard let question = try TextQuestion(method, params) else { return .nothing }
      return .request(.text(uri: try uri(params), question))
    case .completionResolve, .inlayHintResolve:
      return .request(.resolve(ItemQuestion(method, params)))
    case .workspaceDiagnostic, .workspaceSymbol, .willRenameFiles:
      guard let question = try WorkspaceQuestion(method, params) else { return .nothing }
      return .request(.workspace(question))
    case .resolveCommand: return .request(.resolveCommand(try CommandDialog(params)))
    case .listRows: return .request(.rows(try RowsQuestion(params)))
    case .executeCommand: return .request(try command(params))
    case .check: return .request(.check(try CheckParams(params)))
    case .importForm: return .request(.importForm(try ImportParams(params)))
    case .open: return .form(try FormCall(params, .open(params)))
    case .close: return .form(try FormCall(params, .close))
    case .snapshot: return .form(try FormCall(params, .snapshot(keys: params.keys())))
    case .layout: return .form(try FormCall(params, .layout(params)))
    case .exportForm: return .form(try FormCall(params, .export(params)))
    case .validate: return .form(try FormCall(params, .validate(params)))
    case .settled: return .form(try FormCall(params, .settled(keys: params.keys())))
    case .submit: return .form(try FormCall(params, .submit(params)))
    case .setError:
      return .form(try FormCall(params, .setError(key: params.key(), params.string("text"))))
    case .removeError: return .form(try FormCall(params, .setError(key: params.key(), nil)))
    case .setState:
      return .form(try FormCall(params, .setState(key: params.key(), params.word("state"))))
    case .setProperty: return .form(try FormCall(params, .setProperty(params)))
    case .beginEditing: return .form(try FormCall(params, act: .begin(key: params.key())))
    case .endEditing: return .form(try FormCall(params, act: .end))
    case .done: return .form(try FormCall(params, act: .done))
    case .returnKey: return .form(try FormCall(params, act: .return))
    case .next: return .form(try FormCall(params, act: .next))
    case .previous: return .form(try FormCall(params, act: .previous))
    case .replaceText: return .form(try FormCall(params, .replaceText(params)))
    case .clear: return .form(try FormCall(params, act: .clear(key: params.key())))
    case .select:
      return .form(try FormCall(params, act: .select(key: params.key(), .init(params))))
    case .selectManual: return .form(try FormCall(params, act: .selectManual(key: params.key())))
    case .setDate:
      return .form(
        try FormCall(params, act: .setDate(key: params.key(), params.string("date"))))
    case .tapIcon: return .form(try FormCall(params, act: .tapIcon(key: params.key())))
    case .autofill: return .form(try FormCall(params, .autofill(params)))
    case .applyAutofill:
      return .form(
        try FormCall(params, act: .applyAutofill(key: params.key(), text: params.string("text"))))
    case .learnAutofill:
      return .form(
        try FormCall(params, act: .learnAutofill(key: params.key(), text: params.text())))
    case .removeAutofill:
      return .form(
        try FormCall(params, act: .removeAutofill(key: params.key(), text: params.string("text"))))
    case .addEntry: return .form(try FormCall(params, .addEntry(params)))
    case .removeEntry:
      return .form(try FormCall(params, act: .removeEntry(params.integer("entry"))))
    case .moveEntry:
      return .form(
        try FormCall(
          params,
          act: .moveEntry(params.integer("entry"), before: params.entry("before"))))
    case .progress, .configuration, .registerCapability, .createProgress, .publishDiagnostics,
      .inlayHintRefresh, .semanticTokensRefresh,
      .codeLensRefresh, .diagnosticRefresh, .logTrace, .logMessage, .applyEdit, .fieldDidChange,
      .event, .should, .runValidation, .autofillStrings:
      return .nothing
    }
  }

  /// What an editor asks for by a command.
  private static func command(_ params: Parameters) throws(RPCError) -> ClientRequest.Call {
    let name: LSP.CommandName = try params.word("command")
    let manner = FormActManner()
    switch name {
    case .learn:
      let argument = try params.firstArgument()
      return .form(
        try FormCall(
          argument,
          .act(.learnAutofill(key: argument.key(), text: argument.string("text")), manner)))
    case .remove:
      let argument = try params.firstArgument()
      return .form(
        try FormCall(
          argument,
          .act(.removeAutofill(key: argument.key(), text: argument.string("text")), manner)))
    case .fix: return .applyFix(try params.firstArgument().value)
    case .check: return .workspace(.checking)
    case .fill: return .fill(try CommandDialog(params))
    }
  }

  private static func requestID(
    _ params: Parameters, _ name: StaticString
  ) throws(RPCError) -> RequestID {
    guard let id = params.optional(name).flatMap({ RequestID($0.tree, $0.index) }) else {
      throw .invalidParams("params.\(name)", expected: "a number or a string")
    }
    return id
  }

  private static func codeAction(_ params: Parameters) throws(RPCError) -> ClientRequest.Call {
    let only = params.optional("context")?.strings("only") ?? []
    return .codeAction(uri: try uri(params), try params.range("range"), only: only)
  }

  private static func didOpen(_ params: Parameters) throws(RPCError) -> DidOpenParams {
    let document = try params.object("textDocument")
    return DidOpenParams(
      uri: try document.string("uri"), languageID: document.optional("languageId")?.string ?? "",
      version: document.optional("version")?.integer, text: try document.utf8("text"))
  }

  private static func didChange(_ params: Parameters) throws(RPCError) -> DidChangeParams {
    let document = try params.object("textDocument")
    var changes: [DidChangeParams.ContentChange] = []
    for change in try params.array("contentChanges") {
      changes.append(
        .init(
          range: change.optional("range") == nil ? nil : try change.range("range"),
          text: try change.utf8("text")))
    }
    return DidChangeParams(
      uri: try document.string("uri"), version: document.optional("version")?.integer,
      changes: changes)
  }

  private static func uris(_ places: [Parameters]) throws(RPCError) -> [String] {
    var uris: [String] = []
    for place in places { uris.append(try place.string("uri")) }
    return uris
  }

  private static func uri(_ params: Parameters) throws(RPCError) -> String {
    try params.object("textDocument").string("uri")
  }

  private static func place(_ params: Parameters) throws(RPCError) -> DocumentPosition {
    DocumentPosition(uri: try uri(params), position: try params.position("position"))
  }
}

// The types of LSP that many messages have.
extension Parameters {
  /// What a command is about.
  func firstArgument() throws(RPCError) -> Parameters {
    guard let argument = try array("arguments").first else {
      throw .invalidParams("params.arguments", expected: "a list with an object")
    }
    return argument
  }

  func position(_ name: StaticString) throws(RPCError) -> LSP.Position {
    try object(name).position()
  }

  func range(_ name: StaticString) throws(RPCError) -> LSP.Range { try object(name).range() }

  /// The position that this is.
  func position() throws(RPCError) -> LSP.Position {
    LSP.Position(line: try place("line"), character: try place("character"))
  }

  /// The range that this is.
  func range() throws(RPCError) -> LSP.Range {
    LSP.Range(start: try position("start"), end: try position("end"))
  }
}

/// What can be known of a message before it is read: which it is, and whether it may be dealt with
/// before others.
package struct MessageEnvelope: Equatable, Sendable {
  package var id: RequestID?
  package var precedence: Method.Precedence
  /// The request that it takes back.
  package var cancels: RequestID?
  /// It is an edit in an editor.
  package var isEdit = false

  /// Beyond this a message is not looked at twice.
  private static let byteCountLimit = 64 << 10

  /// That of bytes that are no message.
  init() { precedence = .inOrder }

  /// Looks at a frame's body: `range` of `bytes`.
  ///
  /// What is not understood, and a batch, keeps its place among the others.
  package init(_ bytes: [UInt8], _ range: Range<Int>) {
    precedence = .inOrder
    guard range.count <= Self.byteCountLimit else { return }
    var reader = JSONReader(
      bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    let tree = reader.tree
    guard reader.problems.isEmpty, tree[0].kind == .object else { return }
    id = tree.value(named: "id", in: 0).flatMap { RequestID(tree, $0) }
    guard let name = tree.value(named: "method", in: 0) else {
      // An answer to a request of ours, for which an operation waits.
      precedence = .first
      return
    }
    guard let method = tree.string(name).flatMap(Method.init(rawValue:)) else { return }
    precedence = method.precedence
    isEdit = method == .didChange
    if method == .cancelRequest, let params = tree.value(named: "params", in: 0) {
      cancels = tree.value(named: "id", in: params).flatMap { RequestID(tree, $0) }
    }
  }
}
