import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// An answer depends on the messages before it, and on nothing else.
@Suite("Streams that are cut at random")
struct SessionCutTests {
  @Test(
    "whatever is asked of whatever form, the answers are the same however the bytes arrive",
    arguments: Seeds.upTo(60))
  func answers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bodies = Self.bodies(using: &random)
    let stream = bodies.flatMap(SessionSample.framed)
    var oneByOne = SpokenConnection()
    let expected = Self.answers(in: bodies.flatMap { oneByOne.receive([$0]) })
    var atOnce = SpokenConnection()
    let found = Self.answers(in: atOnce.receive(bytes: stream))
    Self.expect(found, expected, "seed \(seed), at once")
    var cut = SpokenConnection()
    var output: [UInt8] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...2000, using: &random))
      output += cut.receive(bytes: Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    Self.expect(Self.answers(in: output), expected, "seed \(seed), in pieces")
  }

  /// What waits for the editor where messages come one by one may be over by what arrives with it, so that only
  /// what was answered then is compared.
  private static func expect(
    _ found: [String: String], _ expected: [String: String], _ context: String
  ) {
    for (id, answer) in expected.sorted(by: { $0.key < $1.key }) where found[id] != answer {
      Issue.record("\(context), \(id): \(found[id] ?? "nothing"), not \(answer)")
      return
    }
  }

  /// The answers to our requests, by their ids.
  private static func answers(in output: [UInt8]) -> [String: String] {
    var answers: [String: String] = [:]
    for message in SpokenConnection.messages(in: output) where message["method"] == nil {
      answers[message["id"]?.json ?? ""] = message.line
    }
    return answers
  }

  /// Two documents that are opened, one by an editor and one by a front end, and what is asked and
  /// done there.
  private static func bodies(using random: inout SplitMix64) -> [[UInt8]] {
    func text() -> String {
      FeatureSample(.init(fieldCounts: 1...5, density: 12), using: &random).text
    }
    let (edited, filled) = (JSONValue.string(text()).line, JSONValue.string(text()).line)
    var messages = [
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"#
        + #"{"uri":"file:///a","languageId":"jsonc","version":1,"text":\#(edited)}}}"#,
      #"{"jsonrpc":"2.0","id":"x","method":"field/open","params":{"uri":"form:b","text":\#(filled)}}"#,
    ]
    // Which of the daemon's requests has a number depends on when it asks, so that nobody answers one.
    let templates = HostileInputTests.templates.filter {
      $0.contains("\"method\"") && !$0.contains("shutdown")
    }
    for version in 2..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        let (line, column) = (
          Int.random(in: 0..<9, using: &random), Int.random(in: 0..<40, using: &random)
        )
        let place = #"{"line":\#(line),"character":\#(column)}"#
        let sign = ["x", "\\\"", "}", ",", "\\n", " "].randomElement(using: &random) ?? ""
        messages.append(
          #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":"#
            + #"{"uri":"file:///a","version":\#(version)},"contentChanges":[{"range":{"start":"#
            + #"\#(place),"end":\#(place)},"text":"\#(sign)"}]}}"#)
      case 1:
        let key = ["mail", "country", "born"].randomElement(using: &random) ?? ""
        let draft = ["", "a", "ada@example.com", "7", "A"].randomElement(using: &random) ?? ""
        messages.append(
          #"{"jsonrpc":"2.0","id":"x","method":"field/replaceText","params":"#
            + #"{"uri":"form:b","key":"\#(key)","text":"\#(draft)"}}"#)
      case 2:
        messages.append(
          #"{"jsonrpc":"2.0","id":"x","method":"field/snapshot","params":{"uri":"form:b"}}"#)
      default:
        let template = templates.randomElement(using: &random) ?? ""
        messages.append(
          template.contains("\"field/") && Bool.random(using: &random)
            ? template.replacing("file:///a", with: "form:b") : template)
      }
    }
    let numbered = messages.enumerated().map { number, message in
      Array(message.replacing(#""id":"x""#, with: #""id":\#(number + 1)"#).utf8)
    }
    return SessionSample.handshake(.utf16) + numbered
  }
}
