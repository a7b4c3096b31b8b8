import FieldModels
import FieldSession

/// An editor with one document open: as much of a client of the Language Server Protocol as the
/// demo needs.
///
/// It carries every edit out in its own text before it tells the daemon, believes a publication
/// only if it is about the newest version, and remembers what was published last.
/// How long the daemon took, and how many messages there were, is counted on the way.
struct DemoEditor: ~Copyable {
  private(set) var text = DemoText(DemoDocument.text)
  private(set) var findings: [Finding] = []
  private(set) var version = 1
  private(set) var tally = Tally()
  private var daemon: DemoDaemon
  private var publishedVersion = 0
  private var publicationCount = 0
  private var refreshCount = 0
  private var lastEdit: Instant?
  private var nextID = 1

  /// What was said of a place of the document.
  struct Finding {
    var range: LSP.Range
    var severity: Severity
    var message: String
  }

  /// What is told at the end.
  struct Tally {
    var sentCount = 0
    var receivedCount = 0
    var keystrokeCount = 0
    var slowestKeystroke = Duration.zero
  }

  /// Something that the daemon said, and how long after it was asked or told something.
  struct Timed<Value> {
    var value: Value
    var delay: Duration
  }

  init(_ daemon: consuming DemoDaemon) {
    self.daemon = daemon
  }

  var daemonProcessID: Int { Int(daemon.processID) }

  mutating func now() -> Instant { daemon.now() }
}

// What an editor does.
extension DemoEditor {
  /// Says hello, and gives the daemon's name and version.
  mutating func initialize(processID: Int) throws(DemoFailure) -> Timed<String> {
    let result = try request(
      .initialize,
      [
        "processId": .integer(processID),
        "capabilities": [
          "general": ["positionEncodings": ["utf-8"]],
          "workspace": ["inlayHint": ["refreshSupport": true]],
          "textDocument": [
            "hover": ["contentFormat": ["plaintext"]],
            "codeAction": [
              "codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]
            ],
          ],
        ],
      ])
    let server = result.value["serverInfo"]
    try notify(.initialized, [:])
    let name = "\(server?["name"]?.string ?? "?") \(server?["version"]?.string ?? "?")"
    return Timed(value: name, delay: result.delay)
  }

  /// Opens the document; what the daemon finds is in `findings` when this returns.
  mutating func open() throws(DemoFailure) -> Duration {
    let start = now()
    let document: JSONValue = [
      "uri": .string(DemoDocument.uri), "languageId": "fields", "version": .integer(version),
      "text": .string(text.string),
    ]
    try notify(.didOpen, ["textDocument": document])
    try awaitPublication()
    return Duration(from: start, to: now())
  }

  /// Replaces a part of the text, and waits until the daemon has said what it makes of it.
  mutating func replace(
    _ range: LSP.Range, with newText: String
  ) throws(DemoFailure) -> Duration {
    text.replace(range, with: newText)
    version += 1
    let start = now()
    lastEdit = start
    try notify(
      .didChange,
      [
        "textDocument": ["uri": .string(DemoDocument.uri), "version": .integer(version)],
        "contentChanges": [["range": .range(range), "text": .string(newText)]],
      ])
    try awaitPublication()
    return Duration(from: start, to: now())
  }

  /// Types one character, which is counted as a keystroke.
  mutating func type(
    _ character: Character, at position: LSP.Position
  ) throws(DemoFailure) -> Duration {
    let delay = try replace(LSP.Range(start: position, end: position), with: String(character))
    tally.keystrokeCount += 1
    tally.slowestKeystroke = max(tally.slowestKeystroke, delay)
    return delay
  }

  /// Waits until the daemon says by itself that something about the fields is different now, and
  /// gives whether it published findings; the delay is counted from the last edit.
  mutating func awaitNews() throws(DemoFailure) -> Timed<Bool> {
    let known = (refreshCount, publicationCount)
    while refreshCount == known.0 { _ = try receive(awaiting: "the live rules") }
    return Timed(
      value: known.1 < publicationCount, delay: Duration(from: lastEdit ?? now(), to: now()))
  }

  /// What stands beside the drafts, by line.
  mutating func hints() throws(DemoFailure) -> [(line: Int, label: String)] {
    let everything = LSP.Range(
      start: LSP.Position(line: 0, character: 0),
      end: LSP.Position(line: text.lines.count, character: 0))
    let hints = try request(.inlayHint, .document(range: everything)).value.array ?? []
    return hints.compactMap { hint in
      guard let line = hint["position"]?["line"]?.integer, let label = hint["label"]?.string
      else { return nil }
      return (line, label)
    }
  }

  /// What is offered at a place: labels, details and edits.
  mutating func completions(
    at position: LSP.Position
  ) throws(DemoFailure) -> Timed<[(label: String, detail: String?, edit: JSONValue)]> {
    let result = try request(.completion, .document(at: position))
    let items = (result.value["items"]?.array ?? []).compactMap { item in
      item["label"]?.string.map { ($0, item["detail"]?.string, item["textEdit"] ?? .null) }
    }
    return Timed(value: items, delay: result.delay)
  }

  /// The paragraphs that explain the thing at a place.
  mutating func hover(at position: LSP.Position) throws(DemoFailure) -> Timed<[String]> {
    let result = try request(.hover, .document(at: position))
    let text = result.value["contents"]?["value"]?.string ?? ""
    let lines = text.split(separator: "\n").map(String.init)
    return Timed(value: lines, delay: result.delay)
  }

  /// The quick fixes for a place: titles and edits.
  mutating func fixes(
    at range: LSP.Range
  ) throws(DemoFailure) -> Timed<[(title: String, edit: JSONValue)]> {
    let result = try request(.codeAction, .document(range: range))
    let fixes = (result.value.array ?? []).compactMap { action -> (String, JSONValue)? in
      let edit = action["edit"]?["changes"]?[DemoDocument.uri]?.array?.first
      return action["title"]?.string.map { ($0, edit ?? .null) }
    }
    return Timed(value: fixes, delay: result.delay)
  }

  /// Carries out an edit that the daemon has proposed.
  mutating func apply(_ edit: JSONValue) throws(DemoFailure) -> Duration {
    guard let range = edit["range"].flatMap(LSP.Range.init), let newText = edit["newText"]?.string
    else { throw .misunderstood("an edit has a range and a newText") }
    return try replace(range, with: newText)
  }

  /// Says goodbye, and gives the daemon's exit status.
  mutating func shutDown() throws(DemoFailure) -> Int32 {
    _ = try request(.shutdown)
    try notify(.exit)
    return try daemon.end()
  }
}

// What goes on the wire.
extension DemoEditor {
  private mutating func notify(
    _ method: Method, _ params: JSONValue? = nil
  ) throws(DemoFailure) {
    try send(.call(method, params))
  }

  private mutating func request(
    _ method: Method, _ params: JSONValue? = nil
  ) throws(DemoFailure) -> Timed<JSONValue> {
    let id = JSONValue.integer(nextID)
    nextID += 1
    let start = now()
    try send(.call(method, params, id: id))
    while true {
      let message = try receive(awaiting: "`\(method.rawValue)`")
      guard message["method"] == nil, message["id"] == id else { continue }
      if let error = message["error"]?["message"]?.string { throw .misunderstood(error) }
      return Timed(value: message["result"] ?? .null, delay: Duration(from: start, to: now()))
    }
  }

  private mutating func send(_ message: JSONValue) throws(DemoFailure) {
    try daemon.send(message)
    tally.sentCount += 1
  }

  private mutating func awaitPublication() throws(DemoFailure) {
    while publishedVersion < version { _ = try receive(awaiting: "an edit") }
  }

  /// Takes the next message, and does what an editor does by itself.
  private mutating func receive(awaiting awaited: String) throws(DemoFailure) -> JSONValue {
    let message = try daemon.receive(awaiting: awaited)
    tally.receivedCount += 1
    switch message["method"]?.string {
    case Method.publishDiagnostics.rawValue: take(publication: message["params"] ?? .null)
    case Method.inlayHintRefresh.rawValue:
      refreshCount += 1
      try send(["jsonrpc": "2.0", "id": message["id"] ?? .null, "result": .null])
    default: break
    }
    return message
  }

  private mutating func take(publication: JSONValue) {
    guard let version = publication["version"]?.integer, version == self.version else { return }
    publishedVersion = version
    publicationCount += 1
    findings = (publication["diagnostics"]?.array ?? []).compactMap(Finding.init)
  }
}
