import FieldConversion
import FieldModels
import FieldRPC
import FieldSession
import FieldTestSupport
import Testing

/// Whatever is said of a secure field through the forms layer, no piece of its draft is written
/// down, remembered or told to an editor.
///
/// The client itself is told the draft, and is asked about it; it has typed it.
@Suite("Secrecy of forms")
struct FormSecrecyTests {
  /// The pieces of these have nothing in common with anything else that is said.
  private static let secret = "Zq7xK9vTw3LmPjB5"

  private static let fields = [
    """
    { "key": "pin", "kind": "entry", "label": "PIN", "text": "@", "secure": true, "maxLength": 40,
      "autofill": { "source": "pins", "removable": true }, "iconAction": "autofill",
      "validation": { "live": ["taken"], "interval": 0, "endEditing": ["known"] } }
    """,
    """
    { "key": "pin", "kind": "area", "label": "PIN", "secure": true, "text": "@", "maxLength": 10,
      "autofill": { "source": "remote" }, "iconAction": "reveal",
      "validation": { "live": ["known"], "endEditing": ["taken", { "equals": "nick" }] } }
    """,
    """
    { "key": "pin", "kind": "picker", "label": "PIN", "data": ["one", "two"], "text": "@",
      "manualEntry": true, "clearable": true, "secure": true, "iconAction": "clear",
      "autofill": { "source": "remote", "returnAfter": true },
      "validation": { "endEditing": ["taken", "known"] } }
    """,
    """
    { "key": "pin", "kind": "picker", "label": "PIN", "multiple": true, "data": ["one", "two"],
      "text": ["@"], "secure": true, "validation": { "endEditing": ["taken", "known"] } }
    """,
    """
    { "key": "pin", "kind": "date", "label": "PIN", "date": "@", "secure": true,
      "validation": { "endEditing": ["taken", "known"] } }
    """,
  ]

  private static func document(_ field: String) -> String {
    """
    { "fields": [
      { "key": "nick", "kind": "entry", "label": "Nick", "text": "n", "next": "pin",
        "autofill": { "source": "pins" }, "validation": { "endEditing": ["taken"] } },
      \(field),
      { "key": "last", "kind": "entry", "label": "Last", "text": "", "returnKey": "next",
        "validation": { "live": [{ "equals": "pin" }], "interval": 0 } }
    ], "autofill": { "pins": ["p1", "p2"] } }
    """
  }

  /// What can be said with a draft in it, or about one: a method and its params.
  private static let sayings: [(method: String, params: String)] = [
    ("field/replaceText", #""key":"pin","text":"@""#),
    ("field/replaceText", #""key":"pin","text":"@","range":{"start":0,"end":0}"#),
    ("field/replaceText", #""key":"pin","text":"@","range":{"start":9,"end":2},"version":99"#),
    ("field/setProperty", #""key":"pin","property":"text","value":"@""#),
    ("field/setProperty", #""key":"pin","property":"text","value":["@"]"#),
    ("field/setProperty", #""key":"pin","property":"text","value":{"@":"@"}"#),
    ("field/setProperty", #""key":"pin","property":"date","value":"@""#),
    ("field/setProperty", #""key":"pin","property":"maxLength","value":"@""#),
    ("field/setProperty", #""key":"pin","property":"txt","value":"@""#),
    ("field/setDate", #""key":"pin","date":"@""#),
    ("field/select", #""key":"pin","value":"@""#),
    ("field/select", #""key":"pin","values":["@","one"]"#),
    ("field/selectManual", #""key":"pin""#),
    ("field/clear", #""key":"pin""#),
    ("field/tapIcon", #""key":"pin""#),
    ("field/autofill", #""key":"pin""#),
    ("field/autofill", #""key":"pin","show":true"#),
    ("field/applyAutofill", #""key":"pin","text":"@""#),
    ("field/learnAutofill", #""key":"pin","text":"@""#),
    ("field/learnAutofill", #""key":"pin""#),
    ("field/removeAutofill", #""key":"pin","text":"@""#),
    (
      "workspace/executeCommand",
      #""command":"fieldd.learnAutofill","arguments":[{"uri":"URI","key":"pin","text":"@"}]"#
    ),
    (
      "workspace/executeCommand",
      #""command":"fieldd.removeAutofill","arguments":[{"uri":"URI","key":"pin","text":"@"}]"#
    ),
    ("field/validate", #""trigger":"submit""#),
    ("field/submit", ""),
    ("field/snapshot", #""keys":["pin"]"#),
    ("field/layout", #""keys":["pin"]"#),
    ("field/open", #""text":"DOCUMENT""#),
    ("field/open", #""document":{"fields":[{"key":"a","secure":true,"text":"@"}]}"#),
    ("field/close", ""),
    ("field/replaceText", #""key":"pin","text":["@"]"#),
    ("field/replaceText", #""key":"pin","txt":"@""#),
    ("field/replaceText", #""key":["pin"],"text":"@""#),
    ("field/replaceText", #""key":"pni","text":"@""#),
    ("field/replaceText", #""key":"pin","text":"@","range":"@""#),
    ("field/removeAutofill", #""key":"pin","text":{"@":1}"#),
    ("field/retype", #""key":"pin","text":"@""#),
  ]

  /// How it comes to be said.
  private enum Circumstance: CaseIterable {
    case alone, isBecomingSecure, isRenamed, inBatch, isCancelled, isWaiting, isClosed
  }

  @Test(
    "no piece of a secure draft is written down, whatever is said and however",
    arguments: fields, Circumstance.allCases)
  private func sayings(field: String, circumstance: Circumstance) throws {
    // In each circumstance each thing is said of every other kind of field, and of documents of
    // both owners.
    let turn = Array(Circumstance.allCases).firstIndex(of: circumstance) ?? 0
    let kind = Self.fields.firstIndex(of: field) ?? 0
    for (number, (method, params)) in Self.sayings.enumerated()
    where (number + kind).isMultiple(of: 2) {
      let owner: DocumentSession.Owner = (number / 2 + kind + turn) % 2 == 0 ? .daemon : .editor
      var client = try Confidant(owner, secret: Self.secret)
      Self.say(method, params, circumstance, field, to: &client)
      client.finish()
      #expect(client.leaks == [], "\(method) {\(params)} \(circumstance), \(owner)")
    }
  }

  private static func say(
    _ method: String, _ params: String, _ circumstance: Circumstance, _ field: String,
    to client: inout Confidant
  ) {
    let whole = JSONValue.string(document(field.replacing("@", with: secret))).line.dropFirst()
      .dropLast()
    let params = params.replacing("DOCUMENT", with: whole).replacing("@", with: secret)
    let isNew = method == "field/open"
    let empty = field.replacing("@", with: "")
    switch circumstance {
    case .alone:
      client.open(document(isNew ? empty : field.replacing("@", with: secret)))
      client.call(method, params)
    case .isClosed:
      client.call(method, params)
    case .inBatch:
      client.open(document(empty))
      client.inOneBatch {
        $0.call(method, params)
        $0.call("field/endEditing", "")
        $0.call(method, params)
      }
    case .isCancelled:
      client.open(document(empty))
      client.inOneBreath {
        let id = $0.call(method, params)
        $0.cancel(id)
      }
    case .isBecomingSecure:
      client.open(document(empty.replacing(#""secure": true"#, with: #""secure": false"#)))
      client.inOneBreath {
        $0.call("field/setProperty", #""key":"pin","property":"secure","value":true"#)
        $0.call(method, params)
      }
    case .isRenamed, .isWaiting:
      // While the delegate thinks about the first act, the others wait.
      let other = #"{ "key": "pin", "kind": "entry", "label": "O", "text": "" }"#
      let renamed = empty.replacing(#""key": "pin""#, with: #""key": "code""#)
      client.open(document(other + ", " + renamed))
      let isWaiting = circumstance == .isWaiting
      client.inOneBreath {
        if isWaiting { $0.call("field/beginEditing", #""key":"last""#) }
        $0.call("field/setProperty", #""key":"pin","property":"key","value":"other""#)
        $0.call("field/setProperty", #""key":"code","property":"key","value":"pin""#)
        $0.call(method, params)
      }
    }
  }

  @Test(
    "no piece of a secure draft is written down in a session in which anything happens",
    arguments: Seeds.upTo(24))
  func sessions(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let field = Self.fields.randomElement(using: &random) ?? ""
    let owner: DocumentSession.Owner = Bool.random(using: &random) ? .daemon : .editor
    var client = try Confidant(owner, secret: Self.secret)
    let draft = Bool.random(using: &random) ? Self.secret : ""
    client.open(Self.document(field.replacing("@", with: draft)))
    for _ in 0..<25 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0...4:
        let (method, params) = Self.sayings.randomElement(using: &random) ?? ("", "")
        guard method != "field/open", method != "field/close" else { continue }
        let start = Self.secret.indices.randomElement(using: &random) ?? Self.secret.startIndex
        client.call(
          method,
          params.replacing("@", with: Self.secret[start...].prefix(Int.random(in: 4...16))))
      case 5:
        for (offset, character) in Self.secret.enumerated() {
          client.call(
            "field/replaceText",
            #""key":"pin","text":"\#(character)","range":{"start":\#(offset),"end":\#(offset)}"#)
        }
      case 6: client.call("field/beginEditing", #""key":"pin""#)
      case 7: client.call("field/endEditing", "")
      case 8: client.wait(milliseconds: Int.random(in: 1...11_000, using: &random))
      case 9: client.askEverything()
      case 10: client.disturb(using: &random)
      default: client.answerOne(using: &random)
      }
    }
    client.finish()
    #expect(client.leaks == [], "seed \(seed)")
  }

  @Test(
    "no piece of a secure draft is written down while its text is broken",
    arguments: Seeds.upTo(24))
  func brokenTexts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 900)
    let field = Self.fields.randomElement(using: &random) ?? ""
    var client = try Confidant(.editor, secret: Self.secret)
    client.open(Self.document(field.replacing("@", with: Self.secret)))
    for _ in 0..<15 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3: client.disturbText(using: &random)
      case 4:
        let (method, params) = Self.sayings.randomElement(using: &random) ?? ("", "")
        guard method != "field/open" else { continue }
        client.call(method, params.replacing("@", with: Self.secret))
      case 5: client.wait(milliseconds: Int.random(in: 1...600, using: &random))
      case 6: client.call("field/snapshot", "")
      default: client.answerOne(using: &random)
      }
    }
    client.finish()
    #expect(client.leaks == [], "seed \(seed)")
  }

  @Test(
    "an act does not write over a value that is left open, and over what makes it a secret",
    arguments: [
      ("entry", "\"ab", #""text":"cd""#),
      ("entry", "\"ab", #""text":"cd","range":{"start":0,"end":1}"#),
      ("picker", "[\"ab", #""property":"text","value":["cd"]"#),
    ])
  func openValues(kind: String, value: String, params: String) throws {
    var connection = SpokenConnection()
    _ = connection.receive(SessionSample.handshake(.utf16))
    let document = """
      { "fields": [ { "key": "pin", "kind": "\(kind)", "label": "PIN", "multiple": \(kind == "picker"),
          "text": \(value), secure: true,
          "required": true } ] }
      """
    let method = params.contains("property") ? "setProperty" : "replaceText"
    let told = [
      #""method":"field/open","params":{"uri":"form:a","text":\#(JSONValue.string(document).line)}"#,
      #""method":"field/\#(method)","params":{"uri":"form:a","key":"pin",\#(params)}"#,
      #""method":"field/close","params":{"uri":"form:a"}"#,
    ].flatMap { body in
      let message = #"{"jsonrpc":"2.0","id":1,\#(body)}"#
      return SpokenConnection.messages(in: connection.receive([Array(message.utf8)]))
    }
    #expect(told.contains { $0["result"]?["reason"] == .string("notApplied") })
    #expect(told.contains { $0["result"]?["text"] == .string(document) })
  }

  @Test("an editor's reason for not applying an edit may quote the draft, and is not written down")
  func failureReason() throws {
    var client = try Confidant(.editor, secret: Self.secret)
    client.open(Self.document(Self.fields[0].replacing("@", with: "")))
    client.refusesEdits = true
    client.call("field/replaceText", #""key":"pin","text":"\#(Self.secret)""#)
    client.finish()
    #expect(client.leaks == [])
  }

  @Test("an error that is set by hand may quote the draft, and is told without it")
  func errorsByHand() throws {
    for owner in [DocumentSession.Owner.daemon, .editor] {
      var client = try Confidant(owner, secret: Self.secret)
      client.open(Self.document(Self.fields[0].replacing("@", with: Self.secret)))
      client.call("field/setError", #""key":"pin","text":"Not \#(Self.secret), please""#)
      client.finish()
      #expect(client.leaks == [], "\(owner)")
      #expect(client.errors.contains("Not accepted"))
    }
  }

  /// Ways to quote a draft.
  private static let quotes = [
    "\(secret)", "It begins with \(secret.prefix(4))", "…\(secret.dropFirst(6).prefix(5))…",
    "ends in \(secret.suffix(4).lowercased())",
  ]

  @Test(
    "an error set on another field may quote the draft, and is told without it", arguments: quotes)
  func errorsElsewhere(words: String) throws {
    for (owner, key) in zip([DocumentSession.Owner.daemon, .editor], ["nick", "last"]) {
      var client = try Confidant(owner, secret: Self.secret)
      client.open(Self.document(Self.fields[0].replacing("@", with: Self.secret)))
      client.call("field/setError", #""key":"\#(key)","text":"\#(words)""#)
      client.finish()
      #expect(client.leaks == [], "\(owner)")
      #expect(client.errors.contains("Not accepted"))
    }
  }

  @Test(
    "a validator of another field may quote the draft, and is told without it", arguments: quotes)
  func validatorsElsewhere(words: String) throws {
    for owner in [DocumentSession.Owner.daemon, .editor] {
      var client = try Confidant(owner, secret: Self.secret)
      client.words = words
      let document = Self.document(Self.fields[0].replacing("@", with: Self.secret))
      // One is asked of the client, one is a closure of the program.
      client.open(document.replacing(#"["taken"] } },"#, with: #"["taken", "gossip"] } },"#))
      client.call("field/beginEditing", #""key":"nick""#)
      client.call("field/replaceText", #""key":"nick","text":"harmless""#)
      client.finish()
      #expect(client.leaks == [], "\(owner)")
      #expect(client.errors.contains("Not accepted"))
    }
  }

  @Test("words about another field are taken back once the draft has come to be what they say")
  func laterDraft() throws {
    var client = try Confidant(.editor, secret: Self.secret)
    client.open(Self.document(Self.fields[0].replacing("@", with: "")))
    client.call("field/setError", #""key":"nick","text":"\#(Self.secret)?""#)
    client.call("field/replaceText", #""key":"pin","text":"\#(Self.secret)""#)
    client.askEverything()
    client.answerAll()
    client.forgetLeaks()
    client.call("field/validate", "")
    client.call("field/clear", #""key":"pin""#)
    client.finish(searchingTrace: false)
    #expect(client.leaks == [])
    #expect(client.errors.contains("Not accepted"))
  }

  @Test("words that share less than four characters with the draft are told")
  func harmlessWords() throws {
    var client = try Confidant(.daemon, secret: Self.secret)
    client.open(Self.document(Self.fields[0].replacing("@", with: Self.secret)))
    client.call("field/setError", #""key":"nick","text":"Not Zq7, nor B5""#)
    client.finish()
    #expect(client.errors.contains("Not Zq7, nor B5"))
  }

  @Test("what is wrong with a secure date is not told in words of the date")
  func dates() throws {
    var client = try Confidant(.daemon, secret: "2023-02-30")
    client.open(Self.document(Self.fields[4].replacing("@", with: "")))
    client.call("field/setDate", #""key":"pin","date":"2023-02-30""#)
    client.finish()
    #expect(client.leaks == [])
  }

  @Test("of two fields with one key the secure one is secure")
  func sharedKeys() throws {
    for owner in [DocumentSession.Owner.daemon, .editor] {
      let plain = #"{ "key": "pin", "kind": "entry", "label": "O", "text": "o" }, "#
      let field = Self.fields[0].replacing("@", with: Self.secret)
      for fields in [plain + field, field + ", " + plain.dropLast(2)] {
        var client = try Confidant(owner, secret: Self.secret)
        client.open(Self.document(fields))
        client.finish()
        #expect(client.leaks == [], "\(owner)")
      }
    }
  }

  @Test("a validator that does not quote the draft is told of in its own words")
  func otherWords() throws {
    var client = try Confidant(.daemon, secret: Self.secret)
    client.words = "Too weak"
    client.open(Self.document(Self.fields[0].replacing("@", with: "")))
    client.call("field/replaceText", #""key":"pin","text":"\#(Self.secret)""#)
    client.finish()
    #expect(client.leaks == [])
    #expect(client.errors.contains("Too weak"))
  }
}

/// A client that knows a secret, says it where it may, and quotes it where it should not.
private struct Confidant {
  private(set) var leaks: [String] = []
  /// The errors of fields that were told.
  private(set) var errors: Set<String> = []
  var refusesEdits = false
  /// What validators say; nil for words that quote what they were asked about.
  var words: String?

  private struct Asked {
    var id: Int
    var method: String
    var params: JSONValue
  }

  private let secret: String
  /// Every four bytes in a row of the secret.
  private let pieces: Set<UInt32>
  private var firstBytes = [Bool](repeating: false, count: 256)
  private let owner: DocumentSession.Owner
  private var uri: String { owner == .editor ? "file:///a.fields.json" : "form:a" }
  private var connection: Connection
  private let mailbox: Mailbox<ClosureAnswer>
  private var now = Instant(nanoseconds: 1_773_489_600_000_000_000)
  private var text = ClientText("", encoding: .utf16)
  private var version = 1
  private var nextID = 1
  private var held: [String]?
  private var asked: [Asked] = []
  /// Requests to whose answers a draft may belong.
  private var formRequests: Set<Int> = []
  private var trace: [UInt8] = []

  init(_ owner: DocumentSession.Owner, secret: String) throws {
    self.owner = owner
    self.secret = secret
    let bytes = Array(secret.utf8)
    pieces = Set(
      (0...(bytes.count - 4)).map { start in
        bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
      })
    for piece in pieces { firstBytes[Int(piece >> 24)] = true }
    mailbox = try Mailbox()
    connection = Connection(
      version: "0.0.0", conversions: .all,
      closures: .init(
        validators: [
          "known": { value, completion in
            completion(.failure(.errorWithMessage("\(value ?? "nothing") is known")))
          },
          "gossip": { _, completion in
            completion(.failure(.errorWithMessage("Not like \(secret)")))
          },
        ]), isMemoryStored: true, isTraced: true)
    let capabilities =
      #""experimental":{"fields":{"delegate":true,"validators":["taken"],"autofillSources":["remote"]}}"#
    let all = ClientCapability.full.dropLast() + ",\(capabilities)}"
    send(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":\#(all)}}"#)
  }

  mutating func open(_ document: String) {
    let quoted = JSONValue.string(document).line
    guard owner == .editor else {
      call("field/open", "\"text\":\(quoted)")
      return
    }
    text.bytes = Array(document.utf8)
    send(
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(uri)",\
      "version":1,"text":\(quoted)}}}
      """)
    call("field/snapshot", "")
  }

  /// Makes a request about the document; gives its number.
  @discardableResult
  mutating func call(_ method: String, _ params: String) -> Int {
    nextID += 1
    if method.hasPrefix("field/") { formRequests.insert(nextID) }
    let rest = params.isEmpty ? "" : "," + params.replacing("URI", with: uri)
    send(
      #"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)","params":{"uri":"\#(uri)"\#(rest)}}"#
    )
    return nextID
  }

  mutating func cancel(_ id: Int) {
    send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
  }

  mutating func inOneBreath(_ speak: (inout Confidant) -> Void) {
    held = []
    speak(&self)
    let bodies = held ?? []
    held = nil
    receive(bodies)
  }

  mutating func inOneBatch(_ speak: (inout Confidant) -> Void) {
    held = []
    speak(&self)
    let bodies = held ?? []
    held = nil
    receive(["[" + bodies.joined(separator: ",") + "]"])
  }

  mutating func wait(milliseconds: Int) {
    now = now.adding(nanoseconds: Int64(milliseconds) * 1_000_000)
    connection.wake(at: now)
    hear()
  }

  /// Says something that nobody expects.
  mutating func disturb(using random: inout SplitMix64) {
    let bodies = [
      #"{"jsonrpc":"2.0","id":999,"result":"@"}"#,
      #"{"jsonrpc":"2.0","id":"@","result":{"message":"@"}}"#,
      #"{"jsonrpc":"2.0","id":998,"error":{"code":1,"message":"@"}}"#,
      #"{"jsonrpc":"2.0","method":"field/replaceText","params":{"uri":"form:a","key":"pin","text":"@"}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"form:a"},"contentChanges":[{"text":"@"}]}}"#,
      #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":"@"}}"#,
      #"{"jsonrpc":"2.0","id":997,"method":"field/open","params":{"uri":"form:a","text":["@"]}}"#,
      #"{"jsonrpc":"2.0","id":996,"method":"field/replaceText","params":["@"]}"#,
      #"{"jsonrpc":"2.0","id":995,"method":"command/resolve","params":{"command":"fieldd.fillForm","arguments":[{"uri":"URI"}],"formAnswers":[{"id":"pin","value":"@"}]}}"#,
      #"{"jsonrpc":"2.0","id":994,"method":"workspace/executeCommand","params":{"command":"fieldd.fillForm","arguments":[{"uri":"URI"}],"formAnswers":[{"id":"pin","value":"@"}]}}"#,
    ]
    let body = (bodies.randomElement(using: &random) ?? "").replacing("URI", with: uri)
    send(body.replacing("\"id\":\"@\"", with: "\"id\":\"x\"").replacing("@", with: secret))
  }

  /// Breaks the text in or near the draft, or mends it by chance.
  mutating func disturbText(using random: inout SplitMix64) {
    let starts = secret.indices.compactMap { start in
      text.range(of: String(secret[start...].prefix(2)))?.lowerBound
    }
    let place =
      (starts.randomElement(using: &random) ?? 200) + Int.random(in: 0...1, using: &random)
    let end = min(text.bytes.count, place + Int.random(in: 0...1, using: &random))
    let start = text.place(of: min(place, end))
    let disturbances = [
      "\"", "\\", "\n", "{", "}", "[", "]", ",", ":", " ", "'", "\"\"", "//", "\",", "\"}",
      "\": \"",
      "\", \"", "\\\"", "", "",
    ]
    apply(
      .object([
        .init(
          "range",
          .object([.init("start", wire(start)), .init("end", wire(text.place(of: end)))])),
        .init("newText", .string(disturbances.randomElement(using: &random) ?? "")),
      ]))
  }

  private func wire(_ place: ClientText.Place) -> JSONValue {
    .object([
      .init("line", .integer(place.line)), .init("character", .integer(place.character)),
    ])
  }

  /// Everything that an editor asks.
  mutating func askEverything() {
    let place = text.range(of: String(secret.prefix(4)))?.upperBound ?? 300
    let position = text.place(of: min(place, text.bytes.count))
    let range = #""range":{"start":{"line":0,"character":0},"end":{"line":999,"character":0}}"#
    let at = #""position":{"line":\#(position.line),"character":\#(position.character)}"#
    for (method, params) in [
      ("hover", at), ("completion", at), ("codeAction", range), ("inlayHint", range),
      ("codeAction", #""range":{"start":\#(wire(position).line),"end":\#(wire(position).line)}"#),
      ("documentSymbol", "\"x\":0"), ("codeLens", "\"x\":0"), ("diagnostic", "\"x\":0"),
      ("linkedEditingRange", at),
    ] {
      call("textDocument/\(method)", #""textDocument":{"uri":"\#(uri)"},\#(params)"#)
    }
  }

  /// Answers one of the questions of the daemon.
  mutating func answerOne(using random: inout SplitMix64) {
    guard let index = asked.indices.randomElement(using: &random) else { return }
    answer(asked.remove(at: index), isYes: Int.random(in: 0..<4, using: &random) > 0)
  }

  mutating func answerAll() {
    while !asked.isEmpty { answer(asked.removeFirst(), isYes: true) }
  }

  private mutating func answer(_ question: Asked, isYes: Bool) {
    let result: String
    switch question.method {
    case "field/should": result = isYes ? "true" : "false"
    case "field/runValidation":
      let quoted = "It is \(question.params["value"]?.string ?? "nothing"), you know"
      result = #"{"message":\#(JSONValue.string(words ?? quoted).line)}"#
    case "field/autofillStrings":
      let text = question.params["text"]?.string ?? ""
      result = #"{"strings":[\#(JSONValue.string(text + " or so").line),"r2"]}"#
    case "workspace/applyEdit" where refusesEdits || !isYes:
      let change = edit(of: question)?["newText"]?.string ?? ""
      let why = JSONValue.string("I won't have \(change)").line
      result = #"{"applied":false,"failureReason":\#(why)}"#
    case "workspace/applyEdit":
      apply(edit(of: question) ?? .null)
      result = #"{"applied":true}"#
    default: result = "null"
    }
    send(#"{"jsonrpc":"2.0","id":\#(question.id),"result":\#(result)}"#)
  }

  private func edit(of question: Asked) -> JSONValue? {
    let edits = question.params["edit"]?["documentChanges"]?.array?.first?["edits"]
    return edits?.array?.first
  }

  private mutating func apply(_ edit: JSONValue) {
    func offset(_ place: JSONValue?) -> Int {
      let line = place?["line"]?.integer ?? 0
      return text.offset(of: .init(line: line, character: place?["character"]?.integer ?? 0))
    }
    let range = offset(edit["range"]?["start"])..<offset(edit["range"]?["end"])
    text.replace(range, with: edit["newText"]?.string ?? "")
    version += 1
    let change = JSONValue.object([
      .init("range", edit["range"] ?? .null), .init("text", edit["newText"] ?? .null),
    ])
    send(
      """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\(uri)",\
      "version":\(version)},"contentChanges":[\(change.line)]}}
      """)
  }

  mutating func forgetLeaks() { leaks = [] }

  /// Does everything that can bring a draft to light, and looks for it in all that was kept.
  mutating func finish(searchingTrace: Bool = true) {
    answerAll()
    call("field/endEditing", "")
    answerAll()
    wait(milliseconds: 600)
    answerAll()
    askEverything()
    call("field/learnAutofill", #""key":"pin""#)
    call("field/validate", "")
    call("field/submit", "")
    answerAll()
    call("field/snapshot", "")
    call("field/close", "")
    for change in connection.session.memory.changes { search(change.text, in: "the memory") }
    if searchingTrace { search(trace, in: "the trace") }
  }

  private mutating func send(_ body: String) {
    guard held == nil else {
      held?.append(body)
      return
    }
    receive([body])
  }

  private mutating func receive(_ bodies: [String]) {
    let bytes = bodies.flatMap { SessionSample.framed(Array($0.utf8)) }
    connection.receive(bytes.span, at: now)
    hear()
  }

  private mutating func hear() {
    for frame in SpokenConnection.messages(in: connection.output.take()) {
      for message in frame.array ?? [frame] { hear(message) }
    }
    for write in connection.takeWrites() {
      search(write.change.text, in: "a write")
      connection.deliver(write: write.token, failure: nil, AutofillMemory(), at: now)
      hear()
    }
    for call in connection.takeCalls() { call.run { [mailbox] answer in mailbox.put(answer) } }
    let answers = mailbox.take()
    if !answers.isEmpty {
      connection.deliver(answers, at: now)
      hear()
    }
    trace += connection.takeTrace()
  }

  private mutating func hear(_ message: JSONValue) {
    let id = message["id"]?.integer
    switch (message["method"]?.string, id) {
    case (let method?, let id?):
      asked.append(Asked(id: id, method: method, params: message["params"] ?? .null))
      if method == "field/autofillStrings" { search(message.line, in: method) }
    case ("field/didChange", nil):
      for field in message["params"]?["fields"]?.array ?? [] {
        if let error = field["error"]?.string { errors.insert(error) }
      }
    case ("$/cancelRequest", nil):
      asked.removeAll { $0.id == message["params"]?["id"]?.integer }
    case (let method?, nil): search(message.line, in: method)
    case (nil, _):
      let isForms = id.map(formRequests.contains) ?? false
      if !isForms || message["error"] != nil { search(message.line, in: "an answer") }
    }
  }

  private mutating func search(_ text: String, in place: String) {
    search(Array(text.utf8), in: place)
  }

  private mutating func search(_ bytes: [UInt8], in place: String) {
    for line in bytes.split(separator: 0x0A) where holdsPiece(line) {
      leaks.append("\(place): \(String(decoding: line.prefix(300), as: UTF8.self))")
    }
  }

  private func holdsPiece(_ line: ArraySlice<UInt8>) -> Bool {
    var window: UInt32 = 0
    for byte in line {
      window = window << 8 | UInt32(byte)
      if firstBytes[Int(window >> 24)], pieces.contains(window) { return true }
    }
    return false
  }
}
