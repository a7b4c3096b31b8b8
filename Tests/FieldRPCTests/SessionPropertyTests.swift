import FieldModels
import FieldSession
import FieldTestSupport
import Testing

@Suite("Sessions at random")
struct SessionPropertyTests {
  @Test("a stream may be cut anywhere")
  func cutting() {
    let bodies: [[UInt8]] =
      SessionSample.handshake(.utf16)
      + [
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"u","text":"é{}"}}}"#,
        #"[{"jsonrpc":"2.0","id":1,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"u"}}}]"#,
        #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
      ].map { Array($0.utf8) }
    let framed = bodies.map(SessionSample.framed)
    let stream = framed.flatMap(\.self)
    var end = 0
    let ends = framed.map { body in
      end += body.count
      return end
    }
    for cut in 0...stream.count {
      var cutAnywhere = SpokenConnection()
      let first = cutAnywhere.receive(bytes: Array(stream[..<cut]))
      let output = first + cutAnywhere.receive(bytes: Array(stream[cut...]))
      let count = ends.count { $0 <= cut }
      var cutBetween = SpokenConnection()
      let before = cutBetween.receive(Array(bodies[..<count]))
      guard output == before + cutBetween.receive(Array(bodies[count...])) else {
        Issue.record("cut at \(cut)")
        return
      }
    }
  }

  @Test("a stream may come byte by byte", arguments: Seeds.upTo(4))
  func crumbs(seed: UInt64) {
    let bodies = SessionSample(seed: seed, messageCount: 10).bodies
    var byBytes = SpokenConnection()
    var byMessages = SpokenConnection()
    let crumbs = bodies.flatMap(SessionSample.framed).flatMap { byBytes.receive(bytes: [$0]) }
    let whole = bodies.flatMap { byMessages.receive([$0]) }
    #expect(crumbs == whole, "seed \(seed)")
  }

  @Test("a batch is its messages one by one", arguments: Seeds.upTo(20))
  func batches(seed: UInt64) {
    let bodies = SessionSample(seed: seed, messageCount: 15).bodies
    let handshake = Array(bodies.prefix(2))
    let rest = Array(bodies.dropFirst(2))
    var inBatch = SpokenConnection()
    var oneByOne = SpokenConnection()
    _ = inBatch.receive(handshake)
    _ = oneByOne.receive(handshake)
    let batch =
      [UInt8(ascii: "[")] + rest.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    var batched = SpokenConnection.messages(in: inBatch.receive([Array(batch)]))
    var single = SpokenConnection.messages(in: rest.flatMap { oneByOne.receive([$0]) })
    // A record is held to its form once that rests.
    batched += SpokenConnection.messages(in: Self.rest(&inBatch))
    single += SpokenConnection.messages(in: Self.rest(&oneByOne))
    let unsettled = Self.questionsAboutRecords(behindEditsIn: rest)
    func isSettled(_ answer: JSONValue) -> Bool {
      answer["id"]?.integer.map { !unsettled.contains($0) } ?? false
    }
    let answers = batched.compactMap(\.array).flatMap(\.self).filter(isSettled)
    let alone = single.filter { $0["method"] == nil && isSettled($0) }
    #expect(answers == alone, "seed \(seed)")
    let (one, other) = (Self.lastPushes(batched), Self.lastPushes(single))
    #expect(one.keys.sorted() == other.keys.sorted(), "seed \(seed)")
    // While a form is broken its records are held to the last sound one, which a turn has ended with.
    let isFormBroken = one.contains { uri, push in
      !uri.hasSuffix(".values.json") && push.line.contains(#""severity":1"#)
    }
    for (uri, push) in one {
      if isFormBroken, uri.hasSuffix(".values.json") { continue }
      if push.line.contains("brokenForm") || other[uri]?.line.contains("brokenForm") ?? false {
        continue
      }
      #expect(push.line == other[uri]?.line, "seed \(seed)")
    }
  }

  /// The numbers of requests about records that follow an edit of a form, or its being opened or closed
  /// beside a record: a batch is one turn, and a record is held to a form as a turn leaves it.
  private static func questionsAboutRecords(behindEditsIn bodies: [[UInt8]]) -> Set<Int> {
    var (isEdited, hasRecord) = (false, false)
    var numbers: Set<Int> = []
    for message in bodies.compactMap({ JSONValue(bytes: $0) }) {
      let uri = message["params"]?["textDocument"]?["uri"]?.string ?? ""
      let isRecord = uri.hasSuffix(".values.json")
      if let number = message["id"]?.integer {
        if isRecord, isEdited { numbers.insert(number) }
        continue
      }
      switch message["method"]?.string {
      case "textDocument/didOpen" where isRecord: hasRecord = true
      case "textDocument/didChange" where !isRecord: isEdited = true
      case "textDocument/didOpen", "textDocument/didClose": isEdited = isEdited || hasRecord
      default: break
      }
    }
    return numbers
  }

  /// What is said once time has gone by.
  private static func rest(_ connection: inout SpokenConnection) -> [UInt8] {
    connection.now = connection.now.adding(nanoseconds: 1_000_000_000)
    return connection.wake()
  }

  /// What a client shows in the end of each document.
  private static func lastPushes(_ messages: [JSONValue]) -> [String: JSONValue] {
    var pushes: [String: JSONValue] = [:]
    for message in messages where message["method"]?.string == "textDocument/publishDiagnostics" {
      guard let params = message["params"], let uri = params["uri"]?.string else { continue }
      let isEmpty = params["version"] == nil
      pushes[uri] = isEmpty ? nil : params
    }
    return pushes
  }

  @Test("a session that is played again says the same", arguments: Seeds.upTo(10))
  func replays(seed: UInt64) {
    let bodies = SessionSample(seed: seed, messageCount: 30).bodies
    var first = SpokenConnection()
    var second = SpokenConnection()
    for body in bodies {
      #expect(Self.turn(&first, body) == Self.turn(&second, body), "seed \(seed)")
    }
  }

  @Test("a copy of a session goes its own way", arguments: Seeds.upTo(6))
  func forks(seed: UInt64) {
    let bodies = SessionSample(seed: seed, messageCount: 30).bodies
    let strangers = SessionSample(seed: seed + 1_000, messageCount: 30).bodies
    var straight = SpokenConnection()
    var forked = SpokenConnection()
    for (position, body) in bodies.enumerated() {
      let expected = Self.turn(&straight, body)
      var fork = forked
      // What is done to another copy does not show in this one.
      for stranger in strangers.dropFirst(2 + position % 20).prefix(3) {
        _ = Self.turn(&fork, stranger)
      }
      #expect(Self.turn(&forked, body) == expected, "seed \(seed), message \(position)")
    }
  }

  /// A message, and the time until its checks are due.
  private static func turn(_ connection: inout SpokenConnection, _ body: [UInt8]) -> [UInt8] {
    let output = connection.receive([body])
    connection.now = connection.now.adding(nanoseconds: 200_000_000)
    guard let due = connection.connection.nextDeadline, due <= connection.now else { return output }
    return output + connection.wake()
  }

  @Test(
    "the daemon's text is the client's", arguments: PositionEncoding.allCases,
    Seeds.upTo(10))
  func texts(encoding: PositionEncoding, seed: UInt64) {
    let sample = SessionSample(
      seed: seed, messageCount: 25, encoding: encoding, withRequests: false)
    var connection = SpokenConnection()
    var pushed: [JSONValue] = []
    for body in sample.bodies {
      pushed += SpokenConnection.messages(in: connection.receive([body]))
    }
    // A name that is still being typed is told of once the text is saved.
    for name in sample.texts.keys.sorted() {
      let save = """
        {"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///\(name)"}}}
        """
      pushed += SpokenConnection.messages(in: connection.receive([Array(save.utf8)]))
    }
    for (name, text) in sample.texts {
      let session = connection.connection.session
      let record = session.records["file:///" + name]
      let found = record?.text ?? session.documents["file:///" + name]?.document.text
      #expect(
        found.map { $0.bytes(in: 0..<$0.byteCount) } == text.bytes, "seed \(seed), \(name)")
      // What is told of a record depends on its form too.
      if record != nil { continue }
      // What was secure, and can't be read any more, is told otherwise on purpose.
      if let document = session.documents["file:///" + name]?.document,
        DocumentComparison.hidesSome(of: document)
      {
        continue
      }
      let last = pushed.last { $0["params"]?["uri"]?.string == "file:///" + name }
      #expect(
        last.map(Self.lasting) == Self.lasting(Self.firstPush(of: text, name)),
        "seed \(seed), \(name)")
      var fresh = Self.connection(having: text, name)
      #expect(
        Self.views(of: name, &connection) == Self.views(of: name, &fresh),
        "seed \(seed), \(name): \(text.text)")
    }
  }

  /// What front ends are shown of each field that follows from the text alone.
  private static func views(of name: String, _ connection: inout SpokenConnection) -> [String] {
    let ask = """
      {"jsonrpc":"2.0","id":"views","method":"field/snapshot","params":{"uri":"file:///\(name)"}}
      """
    let messages = SpokenConnection.messages(in: connection.receive([Array(ask.utf8)]))
    let answer = messages.first { $0["id"] == "views" }?["result"]
    return (answer?["fields"]?.array ?? []).map { field in
      JSONValue.object(field.members.filter { !Self.historical.contains($0.name) }).line
    }
  }

  /// What of a view depends on what was done to the field.
  private static let historical: Set<String> = [
    "title", "value", "isCommitted", "state", "isActive", "isOpen", "isPending", "isEdited",
    "isRevealed", "isEnabled", "error", "problems", "helper", "toolbar", "icon", "colors",
    "borderWidth", "height", "stackedHeight", "matches", "isShowingAutofill", "entry", "key",
  ]

  /// What is told of a text when it is opened.
  private static func firstPush(of text: ClientText, _ name: String) -> JSONValue {
    var connection = SpokenConnection()
    return SpokenConnection.messages(in: open(text, name, in: &connection)).last ?? .null
  }

  private static func connection(having text: ClientText, _ name: String) -> SpokenConnection {
    var connection = SpokenConnection()
    _ = open(text, name, in: &connection)
    return connection
  }

  private static func open(
    _ text: ClientText, _ name: String, in connection: inout SpokenConnection
  ) -> [UInt8] {
    let quoted = JSONValue.string(text.text).line
    let open = """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":\
      "file:///\(name)","languageId":"fields","version":1,"text":\(quoted)}}}
      """
    let bodies = SessionSample.handshake(text.encoding) + [Array(open.utf8)]
    return connection.receive(bodies)
  }

  /// The diagnostics that follow from the text alone; those of drafts depend on what happened.
  private static func lasting(_ push: JSONValue) -> [String] {
    (push["params"]?["diagnostics"]?.array ?? []).filter { diagnostic in
      DraftProblem.Code(rawValue: diagnostic["code"]?.string ?? "") == nil
    }.map(\.line)
  }
}
