import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// The draft of a secure field must not be found in anything that the daemon says or writes down,
/// whatever is done to the field.
@Suite("Secrecy")
struct SecrecyTests {
  /// No four characters of it stand in anything else that is said.
  private static let secret = "Zq7xK9vTw3LmPjB5"

  private static let pieces: [[UInt8]] = {
    let bytes = Array(secret.utf8)
    return (0...(bytes.count - 4)).map { Array(bytes[$0..<($0 + 4)]) }
  }()

  /// The lines with a piece in them.
  private static func leaks(in bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A).filter { line in
      line.indices.dropLast(3).contains { start in
        pieces.contains { line[start] == $0[0] && line[start...].starts(with: $0) }
      }
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let fields = [
    #"{ "key": "pin", "kind": "entry", "label": "PIN", "text": "@", "secure": true, "maxLength": 5 }"#,
    """
    { "key": "pin", "kind": "entry", "label": "PIN", "secure": true,
        "text": "@",
        "validation": { "live": [{ "pattern": "^[0-9]+$" }, "email", { "equals": "again" }], "interval": 0 } }
    """,
    """
    { "key": "pin", "kind": "area", "label": "PIN", "helper": "Secret", "required": true,
        "text": "@", "autofill": { "source": "pins" },
        "validation": { "live": [{ "oneOf": ["a", "b"] }, "taken"], "interval": 0, "endEditing": [{ "minLength": 99 }] },
        "secure": true }
    """,
    #"{ "key": "pin", "kind": "picker", "label": "PIN", "data": ["one", "two"], "text": "@", "secure": true }"#,
    #"{ "key": "pin", "kind": "picker", "label": "PIN", "multiple": true, "data": ["a"], "text": ["@"], "secure": true }"#,
    #"{ "key": "pin", "kind": "date", "label": "PIN", "date": "@", "secure": true }"#,
    #"{ "secure": true, "text": "@", "key": "pin", "kind": "entry", "label": "PIN", "maxLength": 2 }"#,
    #"{"secure":true,"text":"@","key":"pin","kind":"entry","label":"PIN"}"#,
  ]

  private static func document(_ field: String, holding secret: String) -> String {
    """
    { "title": "Form", "fields": [
      { "key": "again", "kind": "entry", "label": "Again", "text": "x",
        "validation": { "live": [{ "equals": "pin" }], "interval": 0 } },
      \(field.replacing("@", with: secret)),
      { "key": "last", "kind": "entry", "label": "Last", "text": "" }
    ], "autofill": { "pins": ["p1", "p2"] } }
    """
  }

  @Test(
    "no piece of a secure draft is in any answer, push or trace", arguments: fields,
    Seeds.upTo(8))
  func sessions(field: String, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var client = SecretiveClient(
      encoding: PositionEncoding.allCases.randomElement(using: &random) ?? .utf16)
    let isFull = Bool.random(using: &random)
    var said = client.open(Self.document(field, holding: isFull ? Self.secret : ""))
    if !isFull {
      let name = field.contains("\"date\": \"@") ? "\"date\":" : "\"text\":"
      let field = client.text.range(of: String(field.prefix(15)))?.lowerBound ?? 0
      let start = client.text.range(of: name, from: field)?.upperBound ?? 0
      var place = client.text.range(of: "\"", from: start)?.upperBound ?? 0
      if Bool.random(using: &random) {
        for character in Self.secret {
          said += client.replace(place..<place, with: String(character))
          place += 1
        }
      } else {
        said += client.replace(place..<place, with: Self.secret)
      }
    }
    said += client.ask(at: client.place(of: Self.secret, using: &random))
    for _ in 0..<8 {
      let place = client.place(of: Self.secret, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2, 3:
        let new = Self.disturbances.randomElement(using: &random) ?? ""
        let length = Int.random(in: 0...1, using: &random)
        said += client.replace(place..<min(client.text.bytes.count, place + length), with: new)
      case 4: said += client.replaceAll()
      case 5: said += client.save()
      default: break
      }
      said += client.ask(at: place)
    }
    let trace = client.takeTrace()
    #expect(Self.leaks(in: said) == [], "seed \(seed)")
    #expect(Self.leaks(in: trace) == [], "seed \(seed)")
  }

  private static let disturbances = [
    "\"", "\\", "\n", "{", "}", "[", "]", ",", ":", " ", "'", "é", "\"\"", "\\u", "\t", "//", "\",",
    "\"}", "\": \"", "\u{1F511}", "", "", "1", "\", \"", "\\\"",
  ]

  @Test(
    "a field that was secure stays secret while its text is broken anywhere", arguments: fields,
    Seeds.upTo(12))
  func brokenAnywhere(field: String, seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 500)
    var client = SecretiveClient(
      encoding: PositionEncoding.allCases.randomElement(using: &random) ?? .utf16)
    // Three characters are no piece yet.
    let begun = String(Self.secret.prefix(3))
    var said = client.open(Self.document(field, holding: begun))
    var rest = Self.secret.dropFirst(3)
    while !rest.isEmpty {
      let (start, end) = (client.text.range(of: "\"pin\""), client.text.range(of: "\"last\""))
      let bounds = max(0, (start?.lowerBound ?? 200) - 30)..<((end?.upperBound ?? 500))
      if Int.random(in: 0..<3, using: &random) == 0 {
        let place = Int.random(in: bounds, using: &random)
        let length = Int.random(in: 0...1, using: &random)
        let new = Self.breaks.randomElement(using: &random) ?? ""
        said += client.replace(
          min(place, client.text.bytes.count)..<min(client.text.bytes.count, place + length),
          with: new)
      }
      let typed = String(Self.secret.prefix(Self.secret.count - rest.count))
      // Typing goes on where the draft is, if the last break has left it whole.
      guard let place = client.text.range(of: typed)?.upperBound else { break }
      said += client.replace(place..<place, with: String(rest.removeFirst()))
      if rest.count.isMultiple(of: 4) { said += client.ask(at: place) }
    }
    said += client.replaceAll()
    said += client.ask(at: client.place(of: Self.secret, using: &random))
    #expect(Self.leaks(in: said) == [], "seed \(seed)")
    #expect(Self.leaks(in: client.takeTrace()) == [], "seed \(seed)")
  }

  private static let breaks =
    disturbances + ["}", "},", "}]", "]", "],", "{", "\"", "} }", "/*", "\n}", "},{"]

  @Test("a brace typed before the text of a secure field does not bring it to light")
  func braceBeforeText() {
    var client = SecretiveClient(encoding: .utf16)
    let field =
      #"{ "key": "pin", "kind": "entry", "label": "PIN", "secure": true, "text": "@" }"#
    var said = client.open(Self.document(field, holding: ""))
    let brace = client.text.range(of: "\"secure\": true")?.upperBound ?? 0
    said += client.replace(brace..<brace, with: "}")
    let place = client.text.range(of: "\"text\": \"", from: brace)?.upperBound ?? 0
    for (offset, character) in Self.secret.enumerated() {
      said += client.replace((place + offset)..<(place + offset), with: String(character))
    }
    said += client.replaceAll()
    said += client.ask(at: place)
    let broken = client.takeTrace()
    // Without the brace it is a secure field again, whose draft alone is hidden.
    said += client.replace(brace..<(brace + 1), with: "")
    said += client.replaceAll()
    said += client.ask(at: place)
    let mended = client.takeTrace()
    #expect(Self.leaks(in: said + broken + mended) == [])
    #expect(String(decoding: mended, as: UTF8.self).contains(#"\"label\": \"PIN\""#))
  }

  @Test("a secure field whose text can be read, and says that it is not secure, is told again")
  func readableAgain() {
    var client = SecretiveClient(encoding: .utf16)
    _ = client.open(Self.document(Self.fields[0], holding: "x"))
    let value = client.text.range(of: "true") ?? 0..<0
    _ = client.replace(value, with: "false")
    let place = client.text.range(of: "\"text\": \"x").map(\.upperBound) ?? 0
    _ = client.replace(place..<place, with: "plain words")
    #expect(String(decoding: client.takeTrace(), as: UTF8.self).contains("plain words"))
  }

  @Test("a field that was never secure is told, whatever is unknown in it and however it moves")
  func plainField() {
    var client = SecretiveClient(encoding: .utf16)
    let plain = #"{ "key": "pla", "kind": "entry", "label": "P", "note": 1, "text": "my words" }, "#
    let document = Self.document(plain + Self.fields[0], holding: "x")
    _ = client.open(document)
    // All of it is written anew, as a formatter does.
    client.text.bytes = Array(document.replacing("\": ", with: "\" : ").utf8)
    _ = client.replaceAll()
    let end = client.text.bytes.count
    _ = client.replace(end..<end, with: "\n")
    _ = client.takeTrace()
    _ = client.replaceAll()
    #expect(String(decoding: client.takeTrace(), as: UTF8.self).contains("my words"))
  }

  @Test("to which row a secure draft is near is not told")
  func nearestRow() {
    var client = SecretiveClient(encoding: .utf16)
    let field =
      #"{ "key": "pin", "kind": "picker", "label": "PIN", "data": ["Swordfish"], "text": "@", "secure": true }"#
    var said = client.open(Self.document(field, holding: "Swordfis"))
    said += client.ask(at: client.text.range(of: "Swordfis\"")?.lowerBound ?? 0)
    let told = String(decoding: said, as: UTF8.self)
    #expect(told.contains("\"Not one of the choices\""))
    #expect(!told.contains("nearest"))
    #expect(!told.contains("Swordfish"))
  }

  @Test(
    "messages that are not understood are traced without their texts",
    arguments: [
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a"},"contentChanges":"@"}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///b"},"contentChanges":[{"text":"@"}]}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"contentChanges":[{"text":"@"}]}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":1,"text":"@"}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a"},"text":"@"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"nobody/knows","params":["@",{"x":"@"}]}"#,
      #"{"jsonrpc":"2.0","id":1,"result":"@"}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"u","text":"@}}}"#,
      #"[{"jsonrpc":"2.0","method":"textDocument/willSave","params":["@"]},{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"u","text":"{}"}}}]"#,
    ])
  func misunderstandings(body: String) {
    var client = SecretiveClient(encoding: .utf16)
    var said = client.open(Self.document(Self.fields[0], holding: "x"))
    said += client.say(body.replacing("@", with: Self.secret))
    said += client.replace(0..<0, with: " ")
    let trace = client.takeTrace()
    #expect(Self.leaks(in: said + trace) == [])
    // What follows is still told apart.
    #expect(String(decoding: trace, as: UTF8.self).contains(#""text":" "}]"#))
  }
}

/// A client that edits one document and asks everything about it.
private struct SecretiveClient {
  var text: ClientText
  private var connection: SpokenConnection
  private var version = 1
  private var id = 1

  init(encoding: PositionEncoding) {
    text = ClientText("", encoding: encoding)
    connection = SpokenConnection(
      validators: ["taken": { _, completion in completion(.success(())) }], isTraced: true)
    _ = connection.receive(SessionSample.handshake(encoding))
  }

  mutating func open(_ document: String) -> [UInt8] {
    text.bytes = Array(document.utf8)
    return say(
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":\
      "file:///a.fields.json","version":1,"text":\(JSONValue.string(document).line)}}}
      """)
  }

  /// A place in what is left of a text, or else anywhere.
  func place(of secret: String, using random: inout SplitMix64) -> Int {
    let offsets = secret.indices.compactMap { start in
      text.range(of: String(secret[start...].prefix(2)))?.lowerBound
    }
    return (offsets.randomElement(using: &random) ?? 100) + Int.random(in: 0...1, using: &random)
  }

  mutating func replace(_ range: Range<Int>, with new: String) -> [UInt8] {
    let start = text.place(of: range.lowerBound)
    let end = text.place(of: range.upperBound)
    text.replace(text.offset(of: start)..<text.offset(of: end), with: new)
    return change(
      """
      {"range":{"start":{"line":\(start.line),"character":\(start.character)},\
      "end":{"line":\(end.line),"character":\(end.character)}},"text":\(JSONValue.string(new).line)}
      """)
  }

  mutating func replaceAll() -> [UInt8] { change("{\"text\":\(JSONValue.string(text.text).line)}") }

  mutating func save() -> [UInt8] {
    say(
      #"{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///a.fields.json"}}}"#
    )
  }

  private mutating func change(_ change: String) -> [UInt8] {
    version += 1
    return say(
      """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":\
      "file:///a.fields.json","version":\(version)},"contentChanges":[\(change)]}}
      """)
  }

  /// Everything that can be asked about a place and the whole.
  mutating func ask(at offset: Int) -> [UInt8] {
    let place = text.place(of: min(offset, text.bytes.count))
    let position = "\"position\":{\"line\":\(place.line),\"character\":\(place.character)}"
    let range =
      "\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":999,\"character\":0}}"
    var said: [UInt8] = []
    for (method, params) in [
      ("hover", position), ("completion", position), ("codeAction", range), ("inlayHint", range),
      ("documentSymbol", "\"x\":0"),
    ] {
      id += 1
      said += say(
        """
        {"jsonrpc":"2.0","id":\(id),"method":"textDocument/\(method)","params":{"textDocument":\
        {"uri":"file:///a.fields.json"},\(params)}}
        """)
    }
    return said
  }

  mutating func say(_ body: String) -> [UInt8] { connection.receive([Array(body.utf8)]) }

  mutating func takeTrace() -> [UInt8] { connection.takeTrace() }
}
