import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// What becomes of messages when many come at once.
@Suite("Turns")
struct TurnTests {
  private static let uri = "file:///form"

  private static func form(fieldCount: Int) -> String {
    let fields = (0..<fieldCount).map {
      #"{ "key": "f\#($0)", "kind": "entry", "label": "Field \#($0)", "text": "ada" }"#
    }
    return "{ \"fields\": [\n" + fields.joined(separator: ",\n") + "\n] }"
  }

  private static func body(_ method: String, _ params: String, id: Int? = nil) -> [UInt8] {
    let id = id.map { #""id":\#($0),"# } ?? ""
    return Array(#"{"jsonrpc":"2.0",\#(id)"method":"\#(method)","params":\#(params)}"#.utf8)
  }

  private static let document = #""textDocument":{"uri":"file:///form"}"#

  private static func symbols(_ id: Int) -> [UInt8] {
    body("textDocument/documentSymbol", "{\(document)}", id: id)
  }

  private static func snapshot(_ id: Int) -> [UInt8] {
    body("field/snapshot", #"{"uri":"\#(uri)"}"#, id: id)
  }

  private static func hover(_ id: Int) -> [UInt8] {
    body(
      "textDocument/hover", #"{\#(document),"position":{"line":1,"character":4}}"#, id: id)
  }

  private static func cancel(_ id: Int) -> [UInt8] { body("$/cancelRequest", #"{"id":\#(id)}"#) }

  /// Types a letter into the first draft.
  private static func keystroke(_ version: Int) -> [UInt8] {
    let column = #"{ "key": "f0", "kind": "entry", "label": "Field 0", "text": ""#.utf8.count
    let place = #"{"line":1,"character":\#(column)}"#
    return body(
      "textDocument/didChange",
      """
      {"textDocument":{"uri":"\(uri)","version":\(version)},\
      "contentChanges":[{"range":{"start":\(place),"end":\(place)},"text":"x"}]}
      """)
  }

  @Test("who says everything in one breath hears of a submission that waits for a long search")
  func searchBeforeExit() {
    var spoken = SpokenConnection()
    let form =
      #"{"fields":[{"key":"k","kind":"entry","label":"K","validation":{"endEditing":[{"pattern":"[\\s\\S]*a[\\s\\S]{2000}b"}]}}]}"#
    let draft = String(repeating: "a", count: 2100) + "b"
    let output = spoken.receive([
      Self.body("initialize", #"{"capabilities":{}}"#, id: 1),
      Self.body("field/open", #"{"uri":"\#(Self.uri)","document":\#(form)}"#, id: 2),
      Self.body(
        "field/replaceText", #"{"uri":"\#(Self.uri)","key":"k","text":"\#(draft)"}"#, id: 3),
      Self.body("field/submit", #"{"uri":"\#(Self.uri)"}"#, id: 4),
      Self.body("shutdown", "{}", id: 5), Self.body("exit", "{}"),
    ])
    let answers = SpokenConnection.messages(in: output).filter { $0["id"] == .integer(4) }
    #expect(answers.map { $0["result"]?["values"]?["k"] } == [.string(draft)])
  }

  @Test(
    "words about a field are taken back once a text may be a secret, whatever arrives with them",
    arguments: [true, false])
  func wordsBesideABrokenText(comesAtOnce: Bool) {
    let form =
      #"{ "groups": [{ "key": "g", "label": "G", "presentation": { "secure": true } }], "#
      + #""fields": [{ "key": "mail", "kind": "entry", "label": "M", "text": "a" }] } "#
    let end = #"{"line":5,"character":0}"#
    let messages = [
      Self.body("initialize", #"{"capabilities":{}}"#, id: 1),
      Self.body(
        "textDocument/didOpen",
        #"{"textDocument":{"uri":"\#(Self.uri)","languageId":"json","version":1,"#
          + #""text":\#(JSONValue.string(form).line)}}"#),
      Self.body("field/setError", #"{"uri":"\#(Self.uri)","key":"mail","text":"Taken"}"#, id: 2),
      Self.snapshot(3),
      Self.body(
        "textDocument/didChange",
        #"{"textDocument":{"uri":"\#(Self.uri)","version":2},"contentChanges":[{"range":"#
          + #"{"start":\#(end),"end":\#(end)},"text":"\""}]}"#),
      Self.snapshot(4),
    ]
    var spoken = SpokenConnection()
    let output =
      comesAtOnce ? spoken.receive(messages) : messages.flatMap { spoken.receive([$0]) }
    let answers = SpokenConnection.messages(in: output)
    func error(_ id: Int) -> JSONValue? {
      guard
        case .array(let fields)? = answers.first(where: { $0["id"] == .integer(id) })?["result"]?[
          "fields"]
      else { return nil }
      return fields.first?["error"]
    }
    #expect(error(3) == .string("Taken"))
    #expect(error(4) == .string("Not accepted"))
  }

  private static func opened(fieldCount: Int, limits: Limits = Limits()) -> SpokenConnection {
    var spoken = SpokenConnection(limits: limits)
    let text = JSONValue.string(form(fieldCount: fieldCount)).line
    let open = body(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri)","languageId":"fields","version":1,"text":\#(text)}}"#)
    _ = spoken.receive(SessionSample.handshake(.utf16) + [open])
    return spoken
  }

  private static func ids(_ bytes: [UInt8]) -> [Int] {
    SpokenConnection.messages(in: bytes).filter { $0["method"] == nil }
      .compactMap { $0["id"]?.integer }
  }

  @Test("the first of many answers leaves before the others are made")
  func firstAnswer() {
    var connection = Self.opened(fieldCount: 400).connection
    let now = Instant(nanoseconds: 1_773_489_600_000_000_000)
    let bytes = (1...200).map(Self.snapshot).flatMap(SessionSample.framed)
    connection.receive(bytes.span, at: now)
    let firstByteCount = connection.output.byteCount
    #expect(0 < firstByteCount && firstByteCount < 1 << 20)
    // It is nobody's turn while nothing is taken.
    for _ in 0..<100 where connection.nextDeadline == Instant(nanoseconds: 0) {
      connection.wake(at: now)
    }
    #expect(connection.output.byteCount < 1 << 20 + firstByteCount)
    #expect(connection.nextDeadline != Instant(nanoseconds: 0))
  }

  @Test("an edit in an editor asks nothing of the store, unless a form shows what autofill has")
  func heedingStore() {
    var connection = Self.opened(fieldCount: 1).connection
    let now = Instant(nanoseconds: 1_773_489_600_000_000_000)
    func heeds(_ bodies: [UInt8]...) -> Bool {
      let bytes = bodies.flatMap(SessionSample.framed)
      let heeds = connection.accept(bytes.span)
      connection.wake(at: now)
      return heeds
    }
    #expect(!heeds(Self.keystroke(2)))
    #expect(heeds(Self.symbols(7)))
    #expect(heeds(Self.keystroke(3), Self.keystroke(4)))
    let form =
      #"{"fields":[{"key":"k","kind":"entry","label":"K","autofill":{"source":"own"}}],"autofill":{"own":["a"]}}"#
    #expect(heeds(Self.body("field/open", #"{"uri":"form:1","document":\#(form)}"#, id: 8)))
    #expect(!heeds(Self.keystroke(5)))
    #expect(heeds(Self.body("field/beginEditing", #"{"uri":"form:1","key":"k"}"#, id: 9)))
    #expect(heeds(Self.keystroke(6)))
    #expect(Self.ids(connection.output.take()) == [7, 8, 9])
  }

  @Test("nothing behind `exit` is waited for")
  func behindExit() {
    var limits = Limits()
    limits.outputByteCount = 10_000
    var connection = Self.opened(fieldCount: 100, limits: limits).connection
    let now = Instant(nanoseconds: 1_773_489_600_000_000_000)
    let messages = [Self.body("exit", "{}")] + (1...3).map(Self.snapshot)
    let bytes = messages.flatMap(SessionSample.framed)
    // There is no time for a second message.
    connection.receive(bytes.span, at: now) { false }
    #expect(connection.exitStatus == 1)
    #expect(connection.nextDeadline == nil)
  }

  @Test("an error quotes a long name only in part")
  func longNames() {
    var spoken = Self.opened(fieldCount: 1)
    let long = String(repeating: "Q", count: 300)
    let output = spoken.receive([
      Self.body("field/close", #"{"uri":"\#(long)"}"#, id: 1),
      Self.body("field/setError", #"{"uri":"\#(Self.uri)","key":"\#(long)","text":"t"}"#, id: 2),
      Self.body("field/open", #"{"uri":"\#(long)","text":"{}"}"#, id: 3),
      Self.body("field/open", #"{"uri":"\#(long)","text":"{}"}"#, id: 4),
    ])
    let errors = SpokenConnection.messages(in: output).compactMap { message -> Int? in
      guard let words = message["error"]?["message"]?.string else { return nil }
      return words.filter { $0 == "Q" }.count
    }
    #expect(errors == [200, 200, 200])
  }

  @Test("a client that only writes is read up to a limit, and answered in order and in full")
  func onlyWriting() {
    var limits = Limits()
    limits.outputByteCount = 10_000
    limits.inboxByteCount = 100_000
    var connection = Self.opened(fieldCount: 10, limits: limits).connection
    let now = Instant(nanoseconds: 1_773_489_600_000_000_000)
    var requestCount = 0
    while connection.takesInput, requestCount < 10_000 {
      requestCount += 1
      let bytes = SessionSample.framed(Self.symbols(requestCount))
      connection.receive(bytes.span, at: now)
    }
    #expect(100 < requestCount && requestCount < 500)
    #expect(connection.output.byteCount < 20_000)

    var output: [UInt8] = []
    while !connection.output.isEmpty {
      output += connection.output.take()
      connection.wake(at: now)
    }
    #expect(Self.ids(output) == Array(1...requestCount))
    #expect(connection.takesInput)
  }

  @Test("keystrokes that come together are told of once, however little time there is")
  func keystrokes() {
    var spoken = Self.opened(fieldCount: 3)
    let output = spoken.receiveInHaste((2...11).map(Self.keystroke))
    let told = SpokenConnection.messages(in: output)
    #expect(told.count == 1)
    #expect(told.last?["params"]?["version"]?.integer == 11)
  }

  @Test("where there is little time all is dealt with in its order")
  func inOrder() {
    var spoken = Self.opened(fieldCount: 3)
    var output = spoken.receiveInHaste(
      [Self.symbols(1), Self.hover(2), Self.keystroke(2), Self.symbols(3)])
    #expect(Self.ids(output) == [1])
    output += spoken.wake()
    #expect(Self.ids(output) == [1, 2, 3])
    let hover = SpokenConnection.messages(in: output).first { $0["id"]?.integer == 2 }
    #expect(hover?["result"]?["contents"] != nil)
  }

  @Test("a keystroke behind a flood of questions is heard before they are answered")
  func keystrokeInAFlood() {
    var spoken = Self.opened(fieldCount: 3)
    let flood = (1...50).map { $0.isMultiple(of: 2) ? Self.hover($0) : Self.symbols($0) }
    #expect(Self.ids(spoken.receiveInHaste(flood + [Self.keystroke(2), Self.hover(51)])) == [1])
    spoken.now = spoken.now.adding(nanoseconds: 150_000_000)
    let rest = SpokenConnection.messages(in: spoken.receiveInHaste([]) + spoken.wake())
    #expect(rest.first?["params"]?["version"]?.integer == 2)
    for message in rest.dropFirst() {
      let id = message["id"]?.integer ?? 0
      // Those that name a place mean one in the text as it was.
      let isOutdated = id.isMultiple(of: 2)
      #expect(message["error"]?["code"]?.integer == (isOutdated ? -32801 : nil), "\(id)")
    }
    #expect(rest.dropFirst().compactMap { $0["id"]?.integer } == Array(2...51))
  }

  @Test("a cancel behind a flood of questions finds its own among them")
  func cancelInAFlood() {
    var spoken = Self.opened(fieldCount: 3)
    _ = spoken.receiveInHaste((1...50).map(Self.symbols))
    spoken.now = spoken.now.adding(nanoseconds: 150_000_000)
    let answered = SpokenConnection.messages(in: spoken.receiveInHaste([Self.cancel(50)]))
    #expect(answered.map { $0["id"]?.integer } == [50])
    #expect(answered.last?["error"]?["code"]?.integer == -32800)
    #expect(Self.ids(spoken.wake()) == Array(2...49))
  }

  @Test("a cancel that has been read stops its request, though there was no time for either")
  func cancelInHaste() {
    var spoken = Self.opened(fieldCount: 3)
    let bodies = [Self.symbols(1), Self.symbols(2), Self.cancel(2), Self.symbols(3)]
    let output = spoken.receiveInHaste(bodies) + spoken.wake()
    let answers = SpokenConnection.messages(in: output)
    #expect(answers.map { $0["id"]?.integer } == [1, 2, 3])
    #expect(answers.map { $0["error"]?["code"]?.integer } == [nil, -32800, nil])
  }

  @Test("what ends a session is not overtaken, and overtakes nothing")
  func barriers() {
    var spoken = Self.opened(fieldCount: 3)
    let bodies =
      (1...5).map(Self.symbols) + [Self.body("shutdown", "null", id: 6), Self.symbols(7)]
      + [Self.keystroke(2)]
    _ = spoken.receiveInHaste(bodies)
    spoken.now = spoken.now.adding(nanoseconds: 150_000_000)
    let answers = SpokenConnection.messages(in: spoken.wake())
    #expect(answers.map { $0["id"]?.integer } == [2, 3, 4, 5, 6, 7])
    #expect(answers.map { $0["error"]?["code"]?.integer } == [nil, nil, nil, nil, nil, -32600])
  }

  @Test("a batch of too many messages is answered with one error, and none of them is done")
  func longBatch() {
    var limits = Limits()
    limits.batchCount = 3
    var spoken = Self.opened(fieldCount: 1, limits: limits)
    func batch(_ bodies: [[UInt8]]) -> [JSONValue] {
      let joined = Array(bodies.joined(separator: Array(" ,\n".utf8)))
      return SpokenConnection.messages(
        in: spoken.receive([Array("[ ".utf8) + joined + Array("]".utf8)]))
    }
    #expect(batch((1...3).map(Self.symbols)).first?.array?.count == 3)
    let refusal = batch([Self.keystroke(2)] + (1...3).map(Self.symbols))
    #expect(refusal.count == 1)
    #expect(refusal.first?["error"]?["code"]?.integer == -32600)
    #expect(refusal.first?["id"] == .null)
    #expect(refusal.first?["error"]?["message"]?.string == "A batch has at most 3 messages")
  }

  @Test("the answers to a batch have a limit, beyond which a request is told to come alone")
  func longBatchAnswer() {
    var limits = Limits()
    limits.batchAnswerByteCount = 1_000
    var spoken = Self.opened(fieldCount: 10, limits: limits)
    let joined = (1...4).map(Self.symbols).joined(separator: [UInt8(ascii: ",")])
    let output = spoken.receive([[UInt8(ascii: "[")] + Array(joined) + [UInt8(ascii: "]")]])
    let answers = SpokenConnection.messages(in: output).first?.array ?? []
    #expect(answers.map { $0["id"]?.integer } == [1, 2, 3, 4])
    #expect(answers.map { $0["error"]?["code"]?.integer } == [nil, -32600, -32600, -32600])
  }

  @Test("a batch leaves others their turn, and is answered whole")
  func slicedBatch() {
    var spoken = Self.opened(fieldCount: 3)
    let joined = (1...4).map(Self.symbols).joined(separator: [UInt8(ascii: ",")])
    let batch = [UInt8(ascii: "[")] + Array(joined) + [UInt8(ascii: "]")]
    #expect(spoken.receiveInHaste([batch, Self.symbols(5)]).isEmpty)
    let messages = SpokenConnection.messages(in: spoken.wake())
    #expect(messages.first?.array?.compactMap { $0["id"]?.integer } == [1, 2, 3, 4])
    #expect(messages.last?["id"]?.integer == 5)
  }

  @Test(
    "answers do not depend on how the bytes came", arguments: Seeds.upTo(40))
  func answersInChunks(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bodies = FormTalk.messages(count: 40, &random)
    let stream = bodies.flatMap(SessionSample.framed)
    let expected = FormTalk.answers(to: bodies.map(SessionSample.framed))
    #expect(FormTalk.answers(to: [stream]) == expected, "seed \(seed), at once")
    var chunks: [[UInt8]] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...2_000, using: &random)
      chunks.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(FormTalk.answers(to: chunks) == expected, "seed \(seed), in chunks")
  }
}

/// What a front end says to a form that has nobody to ask.
private enum FormTalk {
  private static let form = """
    { "fields": [
      { "key": "a", "kind": "entry", "label": "A", "required": true, "maxLength": 6, "next": "b",
        "validation": { "live": [{ "format": "slug" }], "endEditing": [{ "minLength": 2 }] } },
      { "key": "b", "kind": "entry", "label": "B", "value": "integer", "previous": "a",
        "enabled": { "when": { "key": "a", "filled": true } } },
      { "key": "c", "kind": "picker", "label": "C", "data": ["x", "yy"], "clearable": true },
      { "key": "d", "kind": "date", "label": "D", "minimumDate": "2026-01-01" },
      { "key": "e", "kind": "entry", "label": "E", "validation": { "live": [{ "equals": "a" }] } }
    ] }
    """

  static func messages(count: Int, _ random: inout SplitMix64) -> [[UInt8]] {
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"field/open","params":{"uri":"form:a","text":\#(JSONValue.string(form).line)}}"#
    let talk = (2..<count + 2).map { id in
      let (method, params) = deed(&random)
      return
        #"{"jsonrpc":"2.0","id":\#(id),"method":"field/\#(method)","params":{"uri":"form:a"\#(params)}}"#
    }
    return SessionSample.handshake(.utf16) + ([open] + talk).map { Array($0.utf8) }
  }

  private static func deed(_ random: inout SplitMix64) -> (String, String) {
    let key = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
    let about = #","key":"\#(key)""#
    switch Int.random(in: 0..<18, using: &random) {
    case 0...4:
      let text = ["", "x", "ada", "12", "A b", "2026-02-03"].randomElement(using: &random) ?? ""
      return ("replaceText", #"\#(about),"text":"\#(text)""#)
    case 5: return ("beginEditing", about)
    case 6:
      return (["endEditing", "done", "next", "return"].randomElement(using: &random) ?? "", "")
    case 7: return ("clear", about)
    case 8: return ("select", #","key":"c","index":\#(Int.random(in: -1...2, using: &random)).0"#)
    case 9:
      return ("setDate", #","key":"d","date":"202\#(Int.random(in: 5...7, using: &random))-05-06""#)
    case 10: return ("setError", #"\#(about),"text":"No""#)
    case 11: return ("removeError", about)
    case 12: return ("snapshot", "")
    case 13:
      return ("validate", #","trigger":"\#(Bool.random(using: &random) ? "live" : "endEditing")""#)
    case 14: return ("validate", #","keys":["\#(key)"]"#)
    case 15: return ("settled", "")
    case 16: return ("submit", "")
    default:
      return (
        "setProperty", #"\#(about),"property":"required","value":\#(Bool.random(using: &random))"#
      )
    }
  }

  /// The answers by their ids, as they are written.
  static func answers(to chunks: [[UInt8]]) -> [Int: String] {
    var spoken = SpokenConnection()
    var output: [UInt8] = []
    for chunk in chunks { output += spoken.receive(bytes: chunk) }
    // What waits for a rest gets it.
    for _ in 0..<3 {
      spoken.now = spoken.now.adding(nanoseconds: 1_000_000_000)
      output += spoken.wake()
    }
    var answers: [Int: String] = [:]
    for message in SpokenConnection.messages(in: output) where message["method"] == nil {
      guard let id = message["id"]?.integer else { continue }
      #expect(answers[id] == nil, "\(id) is answered twice")
      answers[id] = message.line
    }
    return answers
  }
}
