import FieldConversion
package import FieldModels
package import FieldSession

/// What a client might say in a session: documents opened, edited, asked about and closed, at
/// random but the same for the same seed.
///
/// The client keeps its own copy of each text, so that the daemon's can be compared with it.
package struct SessionSample: Sendable {
  package let encoding: PositionEncoding
  /// The bodies of the messages, the handshake first.
  package private(set) var bodies: [[UInt8]] = []
  /// The texts that are open in the end, by their names.
  package private(set) var texts: [String: ClientText] = [:]
  private var random: SplitMix64
  private var versions: [String: Int] = [:]
  private var nextID = 1

  package init(
    seed: UInt64, messageCount: Int, encoding: PositionEncoding = .utf16, withRequests: Bool = true
  ) {
    random = SplitMix64(seed: seed)
    self.encoding = encoding
    bodies = Self.handshake(encoding)
    open("a.fields.json")
    for _ in 0..<messageCount { say(withRequests: withRequests) }
  }

  /// `initialize` and `initialized` of a client that can show everything.
  package static func handshake(
    _ encoding: PositionEncoding, locale: String? = nil
  ) -> [[UInt8]] {
    let name = encoding == .utf8 ? "utf-8" : encoding == .utf16 ? "utf-16" : "utf-32"
    let capabilities = ClientCapability.full.replacing("utf-16", with: name)
    let language = locale.map { #","locale":"\#($0)""# } ?? ""
    return [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":"#
        + #"{"capabilities":\#(capabilities)\#(language)}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    ].map { Array($0.utf8) }
  }

  /// A body with the header that goes before it.
  package static func framed(_ body: [UInt8]) -> [UInt8] {
    Framing.header(bodyByteCount: body.count) + body
  }

  private mutating func say(withRequests: Bool) {
    guard let name = texts.keys.sorted().randomElement(using: &random) else {
      return open("a.fields.json")
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      let names = ["a.fields.json", "b.fields.jsonc", "a.values.json"]
      open(names.randomElement(using: &random) ?? "c")
    case 1: notify("didSave", "{\"textDocument\":\(identifier(name))}")
    case 2 where texts.count > 1:
      notify("didClose", "{\"textDocument\":\(identifier(name))}")
      texts[name] = nil
    case 3...8 where withRequests: ask(name)
    default: change(name)
    }
  }

  /// A record, of which a form may know a field or two.
  private static let record =
    #"{ "key": "x", "a": 1, "f0": "ada@", "f1": null, "é": [true], "$form": "b.fields.jsonc" }"#

  private mutating func open(_ name: String) {
    let form =
      Bool.random(using: &random)
      ? FormSample.random(fieldCounts: 0...6, using: &random).text(using: &random)
      : FeatureSample(.init(fieldCounts: 0...6, density: 12), using: &random).text
    let text = name == "a.values.json" ? Self.record : form
    texts[name] = ClientText(text, encoding: encoding)
    versions[name] = 1
    notify(
      "didOpen",
      """
      {"textDocument":{"uri":\(quoted("file:///" + name)),"languageId":"fields","version":1,\
      "text":\(quoted(text))}}
      """)
  }

  private mutating func change(_ name: String) {
    versions[name, default: 0] += 1
    let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in contentChange(name) }
    notify(
      "didChange",
      """
      {"textDocument":{"uri":\(quoted("file:///" + name)),"version":\(versions[name] ?? 0)},\
      "contentChanges":[\(changes.joined(separator: ","))]}
      """)
  }

  private mutating func contentChange(_ name: String) -> String {
    guard var text = texts[name] else { return "" }
    defer { texts[name] = text }
    let new = Self.pieces.randomElement(using: &random) ?? ""
    if Int.random(in: 0..<15, using: &random) == 0 {
      let range = randomRange(in: text)
      text.replace(range, with: new)
      return "{\"text\":\(quoted(text.text))}"
    }
    let range = randomRange(in: text)
    let start = text.place(of: range.lowerBound)
    let end = text.place(of: range.upperBound)
    // A place inside of a line break can't be named.
    let bytes = text.offset(of: start)..<text.offset(of: end)
    text.replace(bytes, with: new)
    return "{\"range\":\(wire(start, end)),\"text\":\(quoted(new))}"
  }

  private mutating func ask(_ name: String) {
    guard let text = texts[name] else { return }
    let range = randomRange(in: text)
    let start = text.place(of: range.lowerBound)
    let end = text.place(of: range.upperBound)
    let document = "\"textDocument\":\(identifier(name))"
    let position = "\"position\":{\"line\":\(start.line),\"character\":\(start.character)}"
    let methods: [(String, String)] = [
      ("hover", "{\(document),\(position)}"), ("completion", "{\(document),\(position)}"),
      (
        "codeAction", "{\(document),\"range\":\(wire(start, end)),\"context\":{\"diagnostics\":[]}}"
      ),
      ("inlayHint", "{\(document),\"range\":\(wire(start, end))}"),
      ("documentSymbol", "{\(document)}"),
    ]
    guard let (method, params) = methods.randomElement(using: &random) else { return }
    nextID += 1
    say(
      "{\"jsonrpc\":\"2.0\",\"id\":\(nextID),\"method\":\"textDocument/\(method)\",\"params\":\(params)}"
    )
  }

  private mutating func randomRange(in text: ClientText) -> Range<Int> {
    func boundary(_ offset: Int) -> Int {
      var offset = offset
      while offset < text.bytes.count, text.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      return offset
    }
    let start = boundary(Int.random(in: 0...text.bytes.count, using: &random))
    let length = Bool.random(using: &random) ? 0 : Int.random(in: 0...12, using: &random)
    return start..<boundary(min(text.bytes.count, start + length))
  }

  private static let pieces = [
    "", "", "a", "\"", "\\", "{", "}", "[", "]", ",", ":", "\n", "\r\n", "é", "e\u{301}", "👩🏽‍🚀", "𝄞",
    " ", "//", "/*", "*/", "null", "\"key\": \"email\"", "{ \"key\": \"x\", \"kind\": \"date\" },",
    "\"maxLength\": 3,", "\"required\": true,", "true", "0", "-1", "\"label\"", "\u{0}", "\\u00e9",
  ]

  private mutating func notify(_ method: String, _ params: String) {
    say("{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/\(method)\",\"params\":\(params)}")
  }

  private mutating func say(_ body: String) { bodies.append(Array(body.utf8)) }

  private func identifier(_ name: String) -> String { "{\"uri\":\(quoted("file:///" + name))}" }

  private func wire(_ start: ClientText.Place, _ end: ClientText.Place) -> String {
    """
    {"start":{"line":\(start.line),"character":\(start.character)},\
    "end":{"line":\(end.line),"character":\(end.character)}}
    """
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).line }
}

/// A connection in a test, which is spoken to in whole messages.
package struct SpokenConnection: Sendable {
  package private(set) var connection: Connection
  /// What went in and came out, if somebody wants to have it.
  private var kept: KeptRecording?
  package var now = Instant(nanoseconds: 1_773_489_600_000_000_000)

  package init(
    validators: [String: ValidationClosure] = [:], isTraced: Bool = false,
    limits: Limits = Limits()
  ) {
    connection = Connection(
      version: "0.0.0", conversions: .all, closures: .init(validators: validators),
      isTraced: isTraced,
      isVerified: true, limits: limits)
    guard FixtureFiles.keepsRecordings, limits == Limits() else { return }
    kept = KeptRecording(
      settings: [
        "version": "0.0.0", "validators": .array(validators.keys.sorted().map { .string($0) }),
        "isTraced": .bool(isTraced), "isVerified": true,
      ])
  }

  /// Lets bodies arrive in one turn; gives the bytes that come back.
  package mutating func receive(_ bodies: [[UInt8]]) -> [UInt8] {
    receive(bytes: bodies.flatMap(SessionSample.framed))
  }

  package mutating func receive(bytes: [UInt8]) -> [UInt8] {
    note(.bytes, bytes)
    connection.receive(bytes.span, at: now)
    return takeOutput() + goOn()
  }

  /// Lets bytes arrive when there is time for one message only; gives what comes back of it.
  package mutating func receiveInHaste(_ bodies: [[UInt8]]) -> [UInt8] {
    let bytes = bodies.flatMap(SessionSample.framed)
    note(.bytes, bytes, inHaste: true)
    connection.receive(bytes.span, at: now) { false }
    return takeOutput()
  }

  package mutating func wake() -> [UInt8] {
    note(.time)
    connection.wake(at: now)
    return takeOutput() + goOn()
  }

  /// The turns after one that could not deal with everything that had arrived.
  private mutating func goOn() -> [UInt8] {
    var output: [UInt8] = []
    while connection.nextDeadline == Instant(nanoseconds: 0) {
      note(.time)
      connection.wake(at: now)
      output += takeOutput()
    }
    // There are no files.
    change { $0.noteLookForForms() }
    if let paths = connection.takeFormWishes(), !paths.isEmpty {
      let missing = FormFile.missing(why: "there is no such file")
      let told = paths.sorted().map { missing.told(at: $0) }
      change { [now] in $0.begin(event: [.init("forms", .array(told))], at: now) }
      connection.deliver(forms: paths.sorted().map { ($0, missing) }, at: now)
      output += takeOutput() + goOn()
    }
    return output
  }

  private mutating func takeOutput() -> [UInt8] {
    let bytes = connection.output.take()
    change { [connection] in $0.note(output: bytes, deadline: connection.nextDeadline) }
    return bytes
  }

  private mutating func note(
    _ kind: SessionRecording.Kind, _ bytes: [UInt8] = [], inHaste: Bool = false
  ) {
    change { [now] in $0.begin(kind, bytes, at: now, inHaste: inHaste) }
  }

  /// Changes the recording, of which a copy of the connection has one of its own.
  private mutating func change(_ change: (inout SessionRecording) -> Void) {
    guard kept != nil else { return }
    if !isKnownUniquelyReferenced(&kept) { kept = kept?.copy() }
    if let kept { change(&kept.recording) }
  }

  package mutating func takeTrace() -> [UInt8] { connection.takeTrace() }

  /// The messages in bytes that came back.
  package static func messages(in bytes: [UInt8]) -> [JSONValue] {
    var framing = Framing()
    framing.append(bytes.span)
    var messages: [JSONValue] = []
    while let frame = framing.next() {
      guard case .body(let range) = frame else { continue }
      messages.append(JSONValue(bytes: Array(framing.bytes[range])) ?? .null)
    }
    return messages
  }
}

extension OutputBuffer {
  /// Takes the oldest bytes, all or as many as there is room for.
  package mutating func take(atMost limit: Int = .max) -> [UInt8] {
    var taken: [UInt8] = []
    while taken.count < limit, !isEmpty {
      let count = withUnwritten { bytes in
        let count = min(bytes.count, limit - taken.count)
        for index in 0..<count { taken.append(bytes[index]) }
        return count
      }
      consume(count)
    }
    return taken
  }
}
