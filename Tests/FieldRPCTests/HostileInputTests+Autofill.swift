import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// Autofill whose client says anything, above all as the answer of a source.
@Suite("Hostile autofill")
struct HostileAutofillTests {
  /// One message of each kind, with every member that fieldd reads; the question 1 is open.
  private static let templates: [String] = [
    request("autofill", #""key":"remote""#),
    request("autofill", #""key":"remote","show":true"#),
    request("autofill", #""key":"local","show":true"#),
    request("autofill", #""key":"remote","show":false"#),
    request("applyAutofill", #""key":"local","text":"abba""#),
    request("learnAutofill", #""key":"local","text":"abacus""#),
    request("learnAutofill", #""key":"remote""#),
    request("removeAutofill", #""key":"local","text":"abba""#),
    request("removeAutofill", #""key":"remote","text":"ab""#),
    """
    {"jsonrpc":"2.0","id":9,"method":"workspace/executeCommand","params":{"command":\
    "fieldd.learnAutofill","arguments":[{"uri":"form:a","key":"local","text":"abacus"}]}}
    """,
    answer(#"{"strings":["abc",{"text":"abd","removable":false}],"more":1}"#),
    answer(#"["abc",{"text":"abd","removable":true},"abc"]"#),
    #"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"down","data":{"strings":["x"]}}}"#,
    """
    {"jsonrpc":"2.0","id":3,"method":"initialize","params":{"capabilities":{"experimental":\
    {"fields":{"autofillSources":["people"],"validators":["even"],"delegate":["begin"]}}}}}
    """,
  ]

  private static func request(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":9,"method":"field/\#(method)","params":{"uri":"form:a",\#(params)}}"#
  }

  private static func answer(_ result: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#
  }

  /// What may stand in the place of a value; nil takes its member away.
  private static let replacements: [String?] = [
    nil, "null", "true", "0", "-1", "1e400", "99999999999999999999", "\"\"", "\" \"",
    "\"\\u0000\"", "\"a\\u0000b\"", "\"\\ud800\"", "\"ab\\udc00\"", "\"👩🏽‍🚀\"", "\"\\ud83d\\udc69\"",
    "\"e\\u0301\"", "\"\\n\\r\\u2028\"", "\"\\ufeff\"", "[]", "[[]]", "[null,1,{},[\"x\"]]", "{}",
    "{\"text\":\"ab\"}", "{\"strings\":{}}", "{\"strings\":[{\"text\":null,\"removable\":0}]}",
    "\"\(String(repeating: "ab", count: 3000))\"",
  ]

  private static let document = """
    { "fields": [
      { "key": "remote", "kind": "entry", "label": "R", "text": "ab",
        "autofill": { "source": "people", "removable": true } },
      { "key": "local", "kind": "entry", "label": "L", "text": "ab", "maxLength": 9,
        "autofill": { "source": "local", "removable": true } },
      { "key": "pin", "kind": "entry", "label": "P", "text": "ab", "secure": true,
        "autofill": { "source": "people" } }
    ], "autofill": { "people": ["ab", "abb"], "local": ["abba", "a\\u0000b", "ab🚀"] } }
    """

  /// A form whose remote field is being edited, with its source asked and silent.
  private static func open(isInitialized: Bool = true) -> SpokenConnection {
    var connection = SpokenConnection(isTraced: true)
    let bodies = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"experimental":{"fields":{"autofillSources":["people"]}}}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"field/open","params":{"uri":"form:a","text":\#(JSONValue.string(document).line)}}"#,
      request("beginEditing", #""key":"remote""#),
    ]
    for body in isInitialized ? bodies[...] : [] {
      _ = connection.receive([Array(body.utf8)])
    }
    _ = connection.takeTrace()
    return connection
  }

  @Test(
    "every message about autofill survives a change of each of its values", arguments: templates)
  func mutations(template: String) throws {
    let message = try #require(JSONValue(text: template))
    for connection in [Self.open(), Self.open(isInitialized: false)] {
      for path in message.paths {
        for replacement in Self.replacements {
          var changed = message
          // Half a surrogate pair is no JSON for the rest of the tests.
          changed[path: path] = replacement.flatMap { JSONValue(text: $0) ?? .number($0) }
          Self.check([changed.line], in: connection)
        }
      }
    }
  }

  @Test(
    "an answer of anything, at any time, is taken or dropped",
    arguments: Seeds.upTo(100))
  func answers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bodies = (0..<12).map { _ in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Self.templates.randomElement(using: &random) ?? ""
      case 1:
        Self.request(
          "replaceText",
          #""key":"remote","text":\#((Self.replacements.randomElement(using: &random) ?? nil) ?? "1")"#
        )
      default:
        Self.answer(Self.nonsense(depth: 3, using: &random)).replacing(
          "\"id\":1", with: "\"id\":\(Int.random(in: 1...6, using: &random))")
      }
    }
    // What is said in one read and what is said in many.
    Self.check(bodies, in: Self.open(), "seed \(seed)")
    var connection = Self.open()
    for body in bodies { _ = connection.receive([Array(body.utf8)]) }
    Self.check([], in: connection, "seed \(seed)")
  }

  /// Some JSON that is more or less what a source answers.
  private static func nonsense(depth: Int, using random: inout SplitMix64) -> String {
    let leaf = (replacements.randomElement(using: &random) ?? nil) ?? "[]"
    guard depth > 0 else { return leaf }
    let inner = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      nonsense(depth: depth - 1, using: &random)
    }
    let name = ["strings", "text", "removable", "x"].randomElement(using: &random) ?? "x"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return leaf
    case 1: return "[\(inner.joined(separator: ","))]"
    case 2: return "{\"strings\":[\(inner.joined(separator: ","))]}"
    default: return "{\"\(name)\":\(inner.first ?? leaf)}"
    }
  }

  @Test("of a list without end the front end is told a page, and who asks for all is told a limit")
  func hugeLists() throws {
    var connection = Self.open()
    let texts = (0..<20_000).map { "\"ab\($0)\"" }.joined(separator: ",")
    let told = Self.messages(&connection, [Self.answer("{\"strings\":[\(texts)]}")])
    let field = told.first { $0["method"]?.string == "field/didChange" }?["params"]?["fields"]?
      .array?.first
    #expect(field?["matches"]?.array?.count == 50)
    #expect(field?["matches"]?.array?.first?["text"] == .string("ab0"))
    let all = Self.messages(&connection, [Self.request("autofill", #""key":"remote""#)])
    #expect(all.first?["result"]?["strings"]?.array?.count == 1000)
  }

  @Test("who asks about more drafts than a source can be asked about at once is told to wait")
  func manyDrafts() {
    var connection = Self.open()
    let keys = (0...Limits().form.lookupCount).map { "f\($0)" }
    let fields = keys.map { key in
      #"{"key":"\#(key)","kind":"entry","label":"F","autofill":{"source":"people"}}"#
    }
    let form = JSONValue.string(#"{"fields":[\#(fields.joined(separator: ","))]}"#).line
    func request(_ method: String, _ id: String, _ params: String) -> String {
      #"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(method)","params":{"uri":"form:b",\#(params)}}"#
    }
    _ = Self.messages(&connection, [request("field/open", "form", #""text":\#(form)"#)])
    let told = Self.messages(
      &connection, keys.map { request("field/autofill", $0, #""key":"\#($0)""#) })
    let asked = told.filter { $0["method"]?.string == "field/autofillStrings" }
    #expect(asked.count == Limits().form.lookupCount)
    let refused = told.filter { $0["error"] != nil }
    #expect(refused.map { $0["id"]?.string } == [keys.last])
    // Once one has answered, there is room for the next.
    let number = asked.first?["id"]?.integer ?? 0
    _ = Self.messages(&connection, [#"{"jsonrpc":"2.0","id":\#(number),"result":[]}"#])
    let last = keys.last ?? ""
    let again = Self.messages(
      &connection, [request("field/autofill", "again", #""key":"\#(last)""#)])
    #expect(again.allSatisfy { $0["error"] == nil })
  }

  @Test("a text that no field and no memory takes is refused in words and not remembered")
  func longTexts() {
    var connection = Self.open()
    _ = Self.messages(&connection, [Self.answer("[]")])
    let long = String(repeating: "x", count: 5000)
    for params in [
      #""key":"local","text":"\#(long)""#, #""key":"remote","text":"\#(long)""#,
      #""key":"remote","text":" \u0000 ""#, #""key":"remote","text":"\ud800""#,
    ] {
      let told = Self.settled(&connection, Self.request("learnAutofill", params))
      #expect(told.contains { $0["result"]?["accepted"] != nil }, "\(params.prefix(60))")
    }
    for change in connection.connection.session.memory.changes {
      #expect(change.text.utf8.count <= AutofillMemory.textByteCountLimit)
    }
  }

  @Test("a text with odd characters is applied as it was offered")
  func oddTexts() throws {
    for odd in ["a\u{0}b", "ab🚀", "ab\u{FFFD}", "abe\u{301}", "ab\"\\", "ab\u{2028}c"] {
      var connection = Self.open()
      let quoted = JSONValue.string(odd).line
      _ = Self.messages(&connection, [Self.answer("[\(quoted),\"ab\"]")])
      let told = Self.settled(
        &connection, Self.request("applyAutofill", #""key":"remote","text":\#(quoted)"#))
      #expect(told.contains { $0["result"]?["accepted"] == .bool(true) }, "\(quoted)")
      let fields = told.compactMap { $0["params"]?["fields"]?.array }.joined()
      #expect(fields.contains { $0["text"] == .string(odd) }, "\(quoted)")
      let learnt = Self.settled(&connection, Self.request("learnAutofill", #""key":"remote""#))
      let memory = connection.connection.session.memory
      #expect(memory.strings(of: "people", besides: []) == [odd], "\(learnt)")
    }
  }

  private static func messages(
    _ connection: inout SpokenConnection, _ bodies: [String]
  ) -> [JSONValue] {
    SpokenConnection.messages(in: connection.receive(bodies.map { Array($0.utf8) }))
  }

  /// What is told once the source has nothing for any draft that it is asked about.
  private static func settled(
    _ connection: inout SpokenConnection, _ body: String
  ) -> [JSONValue] {
    var told = messages(&connection, [body])
    var heard = 0
    while heard < told.count {
      defer { heard += 1 }
      guard told[heard]["method"]?.string == "field/autofillStrings",
        let id = told[heard]["id"]?.integer
      else { continue }
      told += messages(&connection, [#"{"jsonrpc":"2.0","id":\#(id),"result":[]}"#])
    }
    return told
  }

  /// What is said is JSON, each request is answered at most once, the document is whole, and the
  /// session goes on.
  private static func check(
    _ bodies: [String], in connection: SpokenConnection, _ words: String = ""
  ) {
    var connection = connection
    let told = messages(&connection, bodies)
    let words = "\(words) \(bodies.joined(separator: " ").prefix(300))"
    #expect(!told.contains(.null), "\(words)")
    let answers = told.filter { $0["method"] == nil }
    #expect(answers.count <= bodies.count, "\(words)")
    for field in told.compactMap({ $0["params"]?["fields"]?.array }).joined() {
      let matches = field["matches"]?.array ?? []
      #expect(matches.count <= 50, "\(words)")
      #expect(matches.isEmpty || field["key"] != .string("pin"), "\(words)")
      for match in matches {
        let text = match["text"]?.string ?? ""
        #expect(text == AutofillQuery.trimmed(text) && !text.isEmpty, "\(words)")
      }
    }
    if let document = connection.connection.session.documents["form:a"]?.document {
      #expect(DocumentComparison.violations(of: document) == [], "\(words)")
    }
    let after = messages(
      &connection, [#"{"jsonrpc":"2.0","id":"after","method":"field/snapshot","params":{}}"#])
    #expect(after.contains { $0["id"] == .string("after") }, "\(words)")
  }
}
