import FieldModels
import FieldSession
import FieldTestSupport
import Testing

@Suite("Hostile input")
struct HostileInputTests {
  /// One message of each method, and answers to questions of ours, with every member that fieldd
  /// reads.
  static let templates: [String] =
    Method.allCases.flatMap(messages) + [
      #"{"jsonrpc":"2.0","id":1,"result":null}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
    ]

  private static func messages(of method: Method) -> [String] {
    params(of: method).map { params in
      let id =
        switch method.direction {
        case .clientRequest, .serverRequest: #""id":"x","#
        case .clientNotification, .serverNotification: ""
        }
      return #"{"jsonrpc":"2.0",\#(id)"method":"\#(method.rawValue)","params":\#(params)}"#
    }
  }

  /// What messages of a method have as their params.
  private static func params(of method: Method) -> [String] {
    let document = #""textDocument":{"uri":"file:///a"}"#
    let place = #"\#(document),"position":{"line":1,"character":40},"workDoneToken":1"#
    let range =
      #"\#(document),"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}"#
    let options = #""options":{"tabSize":2,"insertSpaces":true,"insertFinalNewline":true}"#
    let form = #""uri":"file:///a""#
    let field = #"\#(form),"key":"mail""#
    return switch method {
    case .initialize:
      [
        """
        {"processId":1,"capabilities":{"general":{"positionEncodings":["utf-8"]},"workspace":\
        {"applyEdit":true,"workspaceEdit":{"documentChanges":true}},"textDocument":{"codeAction":\
        {"codeActionLiteralSupport":{}},"publishDiagnostics":{"dataSupport":true},"hover":\
        {"contentFormat":["markdown"]},"completion":{"completionItem":{"snippetSupport":true,\
        "documentationFormat":["markdown"]}}}}}
        """
      ]
    case .initialized, .shutdown: ["{}"]
    // Behind it nothing is answered.
    case .exit: []
    case .cancelRequest: [#"{"id":1}"#]
    case .setTrace: [#"{"value":"off"}"#]
    case .progress: [#"{"token":1,"value":{"kind":"end"}}"#]
    case .didOpen:
      [
        """
        {"textDocument":{"uri":"file:///b","languageId":"jsonc","version":1,\
        "text":"{ \\"fields\\": [] }"}}
        """
      ]
    case .didChange:
      [
        """
        {"textDocument":{"uri":"file:///a","version":2},"contentChanges":[{"range":{"start":\
        {"line":1,"character":3},"end":{"line":2,"character":4}},"rangeLength":5,"text":"x"},\
        {"text":"{}"}]}
        """
      ]
    case .didSave, .didClose: ["{\(document)}"]
    case .publishDiagnostics: [#"{\#(form),"version":1,"diagnostics":[]}"#]
    case .completion: [#"{\#(place),"partialResultToken":"p"}"#]
    case .hover: ["{\(place)}"]
    case .codeAction: [#"{\#(range),"context":{"diagnostics":[],"only":["quickfix"]}}"#]
    case .documentSymbol: [#"{\#(document),"partialResultToken":7}"#]
    case .inlayHint: ["{\(range)}"]
    case .formatting: [#"{\#(document),\#(options)}"#]
    case .rangeFormatting: [#"{\#(range),\#(options)}"#]
    case .rangesFormatting:
      [
        """
        {\(document),"ranges":[{"start":{"line":1,"character":0},"end":{"line":2,"character":0}}],\
        \(options)}
        """
      ]
    case .onTypeFormatting:
      [#"{\#(place),"ch":"}",\#(options)}"#, #"{\#(place),"ch":"\n",\#(options)}"#]
    case .definition, .documentHighlight, .prepareRename: ["{\(place)}"]
    case .references: [#"{\#(place),"context":{"includeDeclaration":true}}"#]
    case .rename: [#"{\#(place),"newName":"x"}"#]
    case .foldingRange, .documentColor, .documentLink, .semanticTokens: ["{\(document)}"]
    case .semanticTokensRange: ["{\(range)}"]
    case .diagnostic: [#"{\#(document),"previousResultId":"1","identifier":"fieldd"}"#]
    case .linkedEditingRange: ["{\(place)}"]
    case .codeLens: ["{\(document)}"]
    case .completionResolve:
      [#"{"label":"kind","data":{"property":"kind","section":3}}"#]
    case .inlayHintResolve:
      [
        """
        {"position":{"line":1,"character":40},"label":"…","data":{"uri":"file:///a","tooltip":"x"}}
        """
      ]
    case .workspaceDiagnostic:
      [#"{"previousResultIds":[{"uri":"file:///a","value":"1"}],"partialResultToken":3}"#]
    case .workspaceSymbol: [#"{"query":"mail"}"#]
    case .willRenameFiles: [#"{"files":[{"oldUri":"file:///a","newUri":"file:///b"}]}"#]
    case .createProgress, .cancelProgress: [#"{"token":1}"#]
    case .didChangeFolders:
      [#"{"event":{"added":[],"removed":[{"uri":"file:///f","name":"f"}]}}"#]
    case .didChangeFiles: [#"{"changes":[{"uri":"file:///b","type":1}]}"#]
    case .didChangeConfiguration:
      [
        """
        {"settings":{"fieldd":{"interval":100,"severities":{"syntax":"off"},"store":false,\
        "limits":{"findings":5},"format":{"lineWidth":80}}}}
        """
      ]
    case .configuration: [#"{"items":[{"section":"fieldd"}]}"#]
    case .registerCapability: [#"{"registrations":[{"id":"1","method":"x"}]}"#]
    case .logTrace: [#"{"message":"x"}"#]
    case .resolveCommand:
      [
        """
        {"command":"fieldd.fillForm","arguments":[{"uri":"file:///a","asked":["mail"]}],\
        "formAnswers":[{"id":"mail","value":"x"}]}
        """
      ]
    case .listRows:
      [#"{"source":"fieldd/rows","config":{"uri":"file:///a","key":"mail"},"query":"a"}"#]
    case .semanticTokensDelta: [#"{\#(document),"previousResultId":"1"}"#]
    case .selectionRange: [#"{\#(document),"positions":[{"line":1,"character":40}]}"#]
    case .colorPresentation:
      [#"{\#(range),"color":{"red":1,"green":0.5,"blue":0,"alpha":1}}"#]
    case .executeCommand:
      LSP.CommandName.allCases.map {
        #"{"command":"\#($0.rawValue)","arguments":[{\#(field),"text":"x"}]}"#
      }
    case .inlayHintRefresh, .semanticTokensRefresh, .codeLensRefresh, .diagnosticRefresh: ["{}"]
    case .logMessage: [#"{"type":1,"message":"x"}"#]
    case .applyEdit: [#"{"label":"x","edit":{"changes":{"file:///a":[]}}}"#]
    case .open:
      [
        """
        {"uri":"form:b","document":{"fields":[{"key":"k","kind":"entry","label":"K","text":"x"}]},\
        "keys":["k"]}
        """, #"{"uri":"form:c","text":"{}"}"#,
      ]
    case .close: [#"{"uri":"form:b"}"#]
    case .snapshot: [#"{\#(form),"keys":["mail"]}"#]
    case .layout:
      [#"{\#(form),"keys":["mail"],"metrics":{"label":1,"helper":2,"counter":3,"line":4}}"#]
    case .beginEditing, .endEditing, .done, .returnKey, .next, .previous:
      [#"{\#(field),"open":false}"#]
    case .replaceText:
      [
        """
        {\(field),"range":{"start":1,"end":2},"text":"x","version":1,"truncate":true,"open":false}
        """
      ]
    case .clear, .selectManual, .tapIcon, .removeError: ["{\(field)}"]
    case .select: [#"{\#(field),"index":1,"value":"x","values":["x"]}"#]
    case .setDate: [#"{\#(field),"date":"x"}"#]
    case .autofill: [#"{\#(field),"show":true}"#]
    case .applyAutofill, .learnAutofill, .removeAutofill, .setError: [#"{\#(field),"text":"x"}"#]
    case .addEntry: [#"{\#(form),"list":"rows","before":1,"values":{"email":"x"}}"#]
    case .removeEntry: [#"{\#(form),"entry":1}"#]
    case .moveEntry: [#"{\#(form),"entry":1,"before":2}"#]
    case .setState: [#"{\#(field),"state":"error"}"#]
    case .setProperty: [#"{\#(field),"property":"helper","value":"x"}"#]
    case .validate: [#"{\#(form),"keys":["mail"],"trigger":"live"}"#]
    case .settled: [#"{\#(form),"keys":["mail"]}"#]
    case .submit: ["{\(form)}"]
    case .check, .importForm:
      [
        """
        {"format":"json-schema","document":{"title":"T","type":"object","required":["a"],"$defs":\
        {"d":{"type":"string"}},"properties":{"a":{"type":["string","null"],"title":"A",\
        "maxLength":3,"minLength":1,"pattern":"a","format":"email","default":"x","examples":["y"],\
        "readOnly":true,"writeOnly":true},"b":{"$ref":"#/$defs/d"},"c":{"type":"array","items":\
        {"enum":["x"]},"minItems":1,"maxItems":2,"default":["x"]},"d":{"oneOf":[{"const":"x",\
        "title":"X"}]},"e":{"type":"integer","minimum":1,"multipleOf":2}}}}
        """, #"{"format":"json-schema","text":"{}"}"#,
      ]
    case .exportForm: [#"{\#(form),"format":"json-schema"}"#]
    case .fieldDidChange: [#"{\#(form),"version":1,"fields":[]}"#]
    case .event: [#"{\#(field),"tag":0,"event":"cleared"}"#]
    case .should: [#"{\#(field),"question":"begin","token":1}"#]
    case .runValidation: [#"{\#(field),"validator":"v","value":"x","values":{},"token":1}"#]
    case .autofillStrings: [#"{\#(field),"source":"s","text":"x","token":1}"#]
    }
  }

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
        changed[path: path] = replacement.map { Self.value($0) }
        let body = changed.line.replacing(Self.halfPairStandIn, with: #"\ud800"#)
        Self.check(body, in: connection)
      }
    }
  }

  /// Half a surrogate pair is not JSON for the writer of the tests; it is put in at the end.
  private static let halfPairStandIn = "half a pair"

  private static func value(_ text: String) -> JSONValue {
    JSONValue(text: text) ?? .string(halfPairStandIn)
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

  @Test("after garbage a message is still answered", arguments: Seeds.upTo(150))
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
    arguments: Seeds.upTo(150))
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

  @Test("a request that goes too deep is answered by its id", arguments: ["7", "\"seven\""])
  func deepRequest(id: String) {
    let (open, close) = (String(repeating: "[", count: 100), String(repeating: "]", count: 100))
    let document = "{\"fields\":[],\"presentation\":\(open)\(close)}"
    for params in ["\"params\":\(document),\"id\":\(id)", "\"id\":\(id),\"params\":\(document)"] {
      var connection = Self.open()
      let message = "{\"jsonrpc\":\"2.0\",\"method\":\"field/import\",\(params)}"
      let answers = SpokenConnection.messages(in: connection.receive([Array(message.utf8)]))
      #expect(answers.map { $0["id"]?.json } == [id])
      #expect(answers.map { $0["error"]?["code"]?.integer } == [-32600])
    }
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
