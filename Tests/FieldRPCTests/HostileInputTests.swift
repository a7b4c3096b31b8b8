import FieldModels
import FieldRPC
import FieldTestSupport
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  /// One message of each method, with every member that fieldd reads.
  private static let templates: [String] = [
    """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":1,"capabilities":{"general":\
    {"positionEncodings":["utf-8"]},"workspace":{"workspaceEdit":{"documentChanges":true}},\
    "textDocument":{"publishDiagnostics":{"dataSupport":true},"hover":{"contentFormat":["markdown"]},\
    "completion":{"completionItem":{"snippetSupport":true,"documentationFormat":["markdown"]}}}}}}
    """,
    #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    #"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#,
    """
    {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///b",\
    "languageId":"jsonc","version":1,"text":"{ \\"fields\\": [] }"}}}
    """,
    """
    {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a",\
    "version":2},"contentChanges":[{"range":{"start":{"line":1,"character":3},\
    "end":{"line":2,"character":4}},"rangeLength":5,"text":"x"},{"text":"{}"}]}}
    """,
    #"{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a"}}}"#,
    #"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///a"}}}"#,
    """
    {"jsonrpc":"2.0","id":"x","method":"textDocument/completion","params":{"textDocument":\
    {"uri":"file:///a"},"position":{"line":1,"character":40},"workDoneToken":1,\
    "partialResultToken":"p"}}
    """,
    """
    {"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":\
    {"uri":"file:///a"},"position":{"line":1,"character":40},"workDoneToken":1}}
    """,
    """
    {"jsonrpc":"2.0","id":3,"method":"textDocument/codeAction","params":{"textDocument":\
    {"uri":"file:///a"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},\
    "context":{"diagnostics":[],"only":["quickfix"]}}}
    """,
    """
    {"jsonrpc":"2.0","id":4,"method":"textDocument/documentSymbol","params":{"textDocument":\
    {"uri":"file:///a"},"partialResultToken":7}}
    """,
    """
    {"jsonrpc":"2.0","id":5,"method":"textDocument/inlayHint","params":{"textDocument":\
    {"uri":"file:///a"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}}
    """,
    """
    {"jsonrpc":"2.0","id":20,"method":"field/open","params":{"uri":"form:b","document":{"fields":\
    [{"key":"k","kind":"entry","label":"K","text":"x"}]},"keys":["k"]}}
    """,
    #"{"jsonrpc":"2.0","id":21,"method":"field/open","params":{"uri":"form:c","text":"{}"}}"#,
    #"{"jsonrpc":"2.0","id":22,"method":"field/snapshot","params":{"uri":"file:///a","keys":["mail"]}}"#,
    """
    {"jsonrpc":"2.0","id":23,"method":"field/layout","params":{"uri":"file:///a","keys":["mail"],\
    "metrics":{"label":1,"helper":2,"counter":3,"line":4}}}
    """,
    #"{"jsonrpc":"2.0","id":24,"method":"field/beginEditing","params":{"uri":"file:///a","key":"mail","open":false}}"#,
    """
    {"jsonrpc":"2.0","id":25,"method":"field/replaceText","params":{"uri":"file:///a","key":"mail",\
    "range":{"start":1,"end":2},"text":"x","version":1,"truncate":true,"open":false}}
    """,
    #"{"jsonrpc":"2.0","id":26,"method":"field/clear","params":{"uri":"file:///a","key":"mail"}}"#,
    """
    {"jsonrpc":"2.0","id":27,"method":"field/select","params":{"uri":"file:///a","key":"mail",\
    "index":1,"value":"x","values":["x"]}}
    """,
    #"{"jsonrpc":"2.0","id":28,"method":"field/selectManual","params":{"uri":"file:///a","key":"mail"}}"#,
    #"{"jsonrpc":"2.0","id":29,"method":"field/setDate","params":{"uri":"file:///a","key":"mail","date":"x"}}"#,
    #"{"jsonrpc":"2.0","id":30,"method":"field/tapIcon","params":{"uri":"file:///a","key":"mail"}}"#,
    #"{"jsonrpc":"2.0","id":31,"method":"field/setError","params":{"uri":"file:///a","key":"mail","text":"x"}}"#,
    #"{"jsonrpc":"2.0","id":32,"method":"field/removeError","params":{"uri":"file:///a","key":"mail"}}"#,
    #"{"jsonrpc":"2.0","id":33,"method":"field/setState","params":{"uri":"file:///a","key":"mail","state":"error"}}"#,
    """
    {"jsonrpc":"2.0","id":34,"method":"field/setProperty","params":{"uri":"file:///a","key":"mail",\
    "property":"helper","value":"x"}}
    """,
    #"{"jsonrpc":"2.0","id":35,"method":"field/validate","params":{"uri":"file:///a","keys":["mail"],"trigger":"live"}}"#,
    #"{"jsonrpc":"2.0","id":36,"method":"field/settled","params":{"uri":"file:///a","keys":["mail"]}}"#,
    #"{"jsonrpc":"2.0","id":37,"method":"field/submit","params":{"uri":"file:///a"}}"#,
    #"{"jsonrpc":"2.0","id":38,"method":"field/return","params":{"uri":"file:///a","open":false}}"#,
    #"{"jsonrpc":"2.0","id":39,"method":"field/next","params":{"uri":"file:///a","open":true}}"#,
    #"{"jsonrpc":"2.0","id":40,"method":"field/done","params":{"uri":"file:///a"}}"#,
    #"{"jsonrpc":"2.0","id":42,"method":"field/export","params":{"uri":"file:///a","format":"json-schema"}}"#,
    """
    {"jsonrpc":"2.0","id":43,"method":"field/import","params":{"format":"json-schema","document":\
    {"title":"T","type":"object","required":["a"],"$defs":{"d":{"type":"string"}},"properties":{\
    "a":{"type":["string","null"],"title":"A","maxLength":3,"minLength":1,"pattern":"a","format":\
    "email","default":"x","examples":["y"],"readOnly":true,"writeOnly":true},"b":{"$ref":"#/$defs/d"},\
    "c":{"type":"array","items":{"enum":["x"]},"minItems":1,"maxItems":2,"default":["x"]},\
    "d":{"oneOf":[{"const":"x","title":"X"}]},"e":{"type":"integer","minimum":1,"multipleOf":2}}}}}
    """,
    #"{"jsonrpc":"2.0","id":44,"method":"field/import","params":{"format":"json-schema","text":"{}"}}"#,
    #"{"jsonrpc":"2.0","id":41,"method":"field/close","params":{"uri":"form:b"}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"shutdown"}"#,
    #"{"jsonrpc":"2.0","id":1,"result":null}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
  ]

  /// What may stand in the place of a value; nil takes its member away.
  private static let replacements: [String?] = [
    nil, "null", "true", "0", "-1", "1.5", "1e400", "-1e400", "99999999999999999999",
    "9223372036854775807", "-9223372036854775808", "\"\"", "\"\\ud800\"", "\"file:///a\"", "[]",
    "[[]]", "{}", "{\"start\":{\"line\":9,\"character\":9},\"end\":{\"line\":0,\"character\":0}}",
  ]

  private static let document = """
    { "fields": [
      { "key": "mail", "kind": "entry", "label": "Mail", "text": "ada", "maxLength": 2,
        "validation": { "live": ["email"] }, "next": "nowhere" },
      { "key": "pin", "kind": "entry", "label": "PIN", "text": "1", "secure": true }
    ] }
    """

  private static func open() -> SpokenConnection {
    var connection = SpokenConnection(isTraced: true)
    _ = connection.receive(SessionSample.handshake(.utf16))
    let text = JSONValue.string(document).line
    let open =
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","version":1,"text":\#(text)}}}"#
    _ = connection.receive([Array(open.utf8)])
    _ = connection.takeTrace()
    return connection
  }

  @Test("every message survives a change of each of its values", arguments: templates)
  func mutations(template: String) throws {
    let message = try #require(JSONValue(text: template))
    let connection = Self.open()
    for path in message.paths {
      for replacement in Self.replacements {
        var changed = message
        changed[path: path] = replacement.flatMap { Self.value($0) }
        Self.check(changed.line, in: connection)
      }
    }
  }

  /// A value, with numbers and escapes as they are written.
  private static func value(_ text: String) -> JSONValue? {
    if let value = JSONValue(text: text) { return value }
    // Half a surrogate pair is no JSON for the rest of the tests.
    return text == "\"\\ud800\"" ? .number(text) : nil
  }

  /// A message that is right or wrong is answered at most once, and the session goes on.
  private static func check(_ body: String, in connection: SpokenConnection) {
    var connection = connection
    let messages = SpokenConnection.messages(in: connection.receive([Array(body.utf8)]))
    let answers = messages.filter { $0["method"] == nil }
    #expect(answers.count <= 1, "\(body)")
    for answer in answers {
      #expect((answer["result"] == nil) != (answer["error"] == nil), "\(body)")
    }
    let hover =
      #"{"jsonrpc":"2.0","id":"after","method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a"}}}"#
    let after = SpokenConnection.messages(in: connection.receive([Array(hover.utf8)]))
    #expect(after.contains { $0["id"] == .string("after") }, "\(body)")
  }

  @Test("every message survives an empty list, a number, a text and nothing as its params")
  func bareParams() {
    let connection = Self.open()
    for method in Method.allCases {
      for params in ["null", "[]", "[1]", "0", "\"x\"", "{}", "{\"textDocument\":[]}"] {
        for id in ["\"id\":1,", "\"id\":null,", "\"id\":[],", "\"id\":1e400,", ""] {
          guard method != .shutdown, method != .exit else { continue }
          let head = "{\"jsonrpc\":\"2.0\",\(id)\"method\":\"\(method.rawValue)\""
          Self.check("\(head),\"params\":\(params)}", in: connection)
          Self.check("\(head)}", in: connection)
        }
      }
    }
  }

  @Test(
    "ranges that are reversed or outside of the text are put right",
    arguments: [
      (9, 9, 0, 0), (-1, -1, 0, 3), (0, 3, 99, 99), (Int.max, Int.max, Int.max, Int.max),
      (-Int.max, -Int.max, Int.max, Int.max), (1, Int.max, 1, 0), (0, -5, 0, -9),
    ])
  func ranges(startLine: Int, start: Int, endLine: Int, end: Int) throws {
    var connection = Self.open()
    let change = """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":\
      "file:///a","version":2},"contentChanges":[{"range":{"start":{"line":\(startLine),\
      "character":\(start)},"end":{"line":\(endLine),"character":\(end)}},"text":""}]}}
      """
    let messages = SpokenConnection.messages(in: connection.receive([Array(change.utf8)]))
    #expect(messages.last?["params"]?["version"]?.integer == 2)
    let document = try #require(connection.connection.session.documents["file:///a"]?.document)
    #expect(DocumentComparison.violations(of: document) == [])
  }

  @Test("after garbage a message is still answered", arguments: 0..<150 as Range<UInt64>)
  func garbage(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var connection = Self.open()
    let splinters = [
      "Content-Length: 3\r\n\r\n", "Content-Length: -1\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n",
      "Content-Length:\r\n", "\r\n", "\n", "{", "}", "[", "]", "\"", "Content-Type: x\r\n", "\u{0}",
      "{\"jsonrpc\":\"2.0\"", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "é", "\\u", ",",
    ]
    var garbage: [UInt8] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      if Bool.random(using: &random) {
        garbage.append(UInt8.random(in: 0...255, using: &random))
      } else {
        garbage += Array((splinters.randomElement(using: &random) ?? "").utf8)
      }
    }
    _ = connection.receive(bytes: garbage)
    // The first may be taken for the rest of something that was announced.
    let ask =
      #"{"jsonrpc":"2.0","id":"after","method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a"}}}"#
    let output = (0..<3).flatMap { _ in connection.receive([Array(ask.utf8)]) }
    #expect(
      SpokenConnection.messages(in: output).contains { $0["id"] == .string("after") },
      "seed \(seed): \(String(decoding: garbage, as: UTF8.self))")
  }

  @Test(
    "bytes in a body that are no message are answered and forgotten",
    arguments: 0..<150 as Range<UInt64>)
  func brokenBodies(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let connection = Self.open()
    var body = Array((Self.templates.randomElement(using: &random) ?? "").utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<body.count, using: &random)
      if Bool.random(using: &random) {
        body[place] = UInt8.random(in: 0...255, using: &random)
      } else {
        body.removeSubrange(place..<min(body.count, place + Int.random(in: 0...9, using: &random)))
      }
      if body.isEmpty { body = [0x7B] }
    }
    guard !String(decoding: body, as: UTF8.self).contains("shutdown") else { return }
    Self.check(String(decoding: body, as: UTF8.self), in: connection)
  }

  @Test("a text that is nested very deep is no end of the session")
  func depth() {
    for open in ["[", "{\"a\":"] {
      let text = String(repeating: open, count: 100_000)
      var connection = Self.open()
      let change =
        #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"text":\#(JSONValue.string("{\"fields\":[" + text).line)}]}}"#
      #expect(!connection.receive([Array(change.utf8)]).isEmpty)
      let deep = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":\(text)"
      let messages = SpokenConnection.messages(in: connection.receive([Array(deep.utf8)]))
      #expect(messages.contains { $0["error"]?["code"]?.integer == -32700 })
    }
  }
}
