import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// Whatever a document says, what is sent of it is messages and nothing else.
extension HostileInputTests {
  @Test(
    "no text of a document reaches a client as a message", arguments: Seeds.upTo(60), [false, true])
  func frames(seed: UInt64, isFramedByLines: Bool) {
    var random = SplitMix64(seed: seed)
    let documents = (0..<4).map { _ in Self.document(using: &random) }
    var connection = SpokenConnection()
    var output: [UInt8] = []
    func say(_ body: [UInt8]) {
      output += connection.receive(
        bytes: isFramedByLines ? body + [0x0A] : SessionSample.framed(body))
    }
    for body in SessionSample.handshake(.utf16) { say(body) }
    for (uri, document) in zip(["file:///a", "file:///b", "form:b", "form:c"], documents) {
      let text = JSONValue.string(document).line
      say(Array(Self.opening(uri, text: text).utf8))
    }
    for template in Self.templates where !template.contains("shutdown") {
      for uri in ["file:///a", "form:b"] {
        say(Array(template.replacing("file:///a", with: uri).utf8))
      }
    }
    connection.now = connection.now.adding(nanoseconds: 10_000_000_000)
    output += connection.wake()
    let bodies = isFramedByLines ? Self.lines(of: output) : Self.bodies(of: output)
    #expect(bodies.count > 50)
    for body in bodies {
      let text = String(decoding: body, as: UTF8.self)
      let message = JSONValue(bytes: body)
      #expect(message?["jsonrpc"] == .string("2.0") || message?.array != nil, "\(text)")
      #expect(!body.contains(0x0A), "\(text)")
      #expect(message?["result"] != .string("forged"), "\(text)")
    }
  }

  /// A document with whatever may stand in one, such as a message.
  private static func document(using random: inout SplitMix64) -> String {
    let sample =
      Bool.random(using: &random)
      ? FormSample.random(fieldCounts: 1...4, using: &random).text(using: &random)
      : FeatureSample(.init(fieldCounts: 1...4, density: 20), using: &random).text
    let now = Instant(nanoseconds: 1)
    var document = FieldDocument(
      Array(sample.utf8), dialect: .commented, vocabulary: Vocabulary(), at: now)
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let edit = FormSample.edit(of: document, using: &random)
      document.replace(edit.range, with: edit.replacement, at: now)
    }
    var text = document.text.string(in: 0..<document.text.byteCount)
    let handed = handed.randomElement(using: &random) ?? ""
    text = text.replacing("\"kind\":", with: "\"presentation\": \(handed), \"kind\":")
    return text.replacing("{\"key\":\"box\",", with: "{\"key\":\"box\",\"presentation\":\(handed),")
  }

  /// What a form may hand on to front ends, as a person may have typed it.
  private static let handed = [
    "{ \"x\": 1,\n \"y\": 2 }", "[\n{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":\"forged\"}\n]",
    "{ \"x\": }", "{ x: 1 }", "[1, 2", "nope", "{\"a\":01}", "[-, 1., 1e, .5, +1, NaN, 0x1]",
    "{ \"a\": 1, // one\n \"b\": /* two */ [] }", "\"\\ud800 \u{2028} \u{0}\"", "{\"a\":1 \"b\":2}",
    "1e400", "\"open", "'single'", "[[[]],{}]", "{\"a\":1,}", "\r\n3",
  ]

  private static func opening(_ uri: String, text: String) -> String {
    uri.hasPrefix("form:")
      ? #"{"jsonrpc":"2.0","id":1,"method":"field/open","params":{"uri":"\#(uri)","text":\#(text)}}"#
      : #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"#
        + #"{"uri":"\#(uri)","languageId":"jsonc","version":1,"text":\#(text)}}}"#
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A).map { Array($0) }
  }

  private static func bodies(of bytes: [UInt8]) -> [[UInt8]] {
    var framing = Framing()
    framing.append(bytes.span)
    var bodies: [[UInt8]] = []
    while let frame = framing.next() {
      guard case .body(let range) = frame else {
        Issue.record("not a frame")
        continue
      }
      bodies.append(Array(framing.bytes[range]))
    }
    return bodies
  }
}
