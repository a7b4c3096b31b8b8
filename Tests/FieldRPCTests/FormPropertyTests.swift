import FieldModels
import FieldTestSupport
import Testing

/// Forms whose validators are at the other end of a wire, where answers come late, twice, out of
/// order or never.
@Suite("Forms at random")
struct FormPropertyTests {
  private static let document = """
    { "fields": [
      { "key": "a", "kind": "entry", "label": "A", "required": true, "maxLength": 12,
        "validation": { "live": ["even"] }, "next": "b" },
      { "key": "b", "kind": "entry", "label": "B", "helper": "Even",
        "validation": { "endEditing": ["even"] }, "previous": "a",
        "enabled": { "when": { "key": "a", "filled": true } } },
      { "key": "c", "kind": "area", "label": "C",
        "validation": { "live": ["even"], "interval": 0, "endEditing": ["even"] } },
      { "key": "d", "kind": "picker", "label": "D", "data": ["x", "yy"], "clearable": true,
        "validation": { "endEditing": ["even"] } }
    ] }
    """

  /// What the validator says of a value, whenever it says it.
  private static func verdict(_ value: String) -> JSONValue {
    value.count.isMultiple(of: 2)
      ? .object([.init("ok", .bool(true))]) : .object([.init("message", .string("Odd"))])
  }

  private static func client() -> FormClient {
    FormClient(document, capabilities: #"{"validators":["even"]}"#)
  }

  @Test(
    "no field reads as valid while a check of its draft is unanswered, and in the end all is as in a quiet run",
    arguments: Seeds.upTo(60))
  func interleavings(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var client = Self.client()
    for _ in 0..<60 {
      Self.act(&client, &random)
      Self.expectNoFalseVerdict(client, seed)
    }
    var quiet = Self.client()
    for key in ["a", "b", "c"] {
      let text = String(repeating: "z", count: Int.random(in: 1...9, using: &random))
      Self.fill(&client, key, text)
      Self.fill(&quiet, key, text)
      // In the quiet run everybody answers at once.
      Self.answerAll(&quiet, &random)
    }
    let row = JSONValue.integer(Int.random(in: 0...1, using: &random))
    let choice: [JSONValue.Member] = [.init("key", .string("d")), .init("index", row)]
    client.call("field/select", choice)
    quiet.call("field/select", choice)
    Self.answerAll(&client, &random)
    Self.answerAll(&quiet, &random)
    client.wait(milliseconds: 500)
    quiet.wait(milliseconds: 500)
    Self.answerAll(&client, &random)
    Self.answerAll(&quiet, &random)
    for key in ["a", "b", "c", "d"] {
      var members = ["text", "state", "error", "helper", "isPending", "toolbar", "icon"]
      // A draft that is refused leaves the value as it was.
      if quiet.fields[key]?["error"] == nil { members.append("value") }
      for member in members {
        #expect(
          client.fields[key]?[member] == quiet.fields[key]?[member],
          "seed \(seed), \(key).\(member)")
      }
    }
  }

  @Test("deltas add up to what a snapshot says", arguments: Seeds.upTo(40))
  func deltas(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 1000)
    var client = Self.client()
    for _ in 0..<40 { Self.act(&client, &random) }
    let told = client.fields
    for (key, whole) in client.snapshot() { #expect(told[key] == whole, "seed \(seed), \(key)") }
  }

  /// Leaves a field filled, whatever was going on in it.
  private static func fill(_ client: inout FormClient, _ key: String, _ text: String) {
    client.call(
      "field/setState", [.init("key", .string(key)), .init("state", .string("standard"))])
    client.call(
      "field/replaceText", [.init("key", .string(key)), .init("text", .string(text + "!"))])
    client.call("field/replaceText", [.init("key", .string(key)), .init("text", .string(text))])
    client.call("field/endEditing")
  }

  private static func answerAll(_ client: inout FormClient, _ random: inout SplitMix64) {
    while let next = client.asked.randomElement(using: &random) {
      client.reply(next.id, verdict(next.value))
    }
  }

  private static func act(_ client: inout FormClient, _ random: inout SplitMix64) {
    let key = JSONValue.string(["a", "b", "c"].randomElement(using: &random) ?? "a")
    switch Int.random(in: 0..<16, using: &random) {
    case 0...4:
      let start = Int.random(in: 0...6, using: &random)
      let end = Int.random(in: 0...6, using: &random)
      let text = ["", "x", "yy", "é"].randomElement(using: &random) ?? ""
      client.call(
        "field/replaceText",
        [
          .init("key", key), .init("text", .string(text)),
          .init("range", .object([.init("start", .integer(start)), .init("end", .integer(end))])),
        ])
    case 5: client.call("field/endEditing")
    case 6: client.call("field/next", [.init("open", .bool(Bool.random(using: &random)))])
    case 7:
      let entered = [key, .string("d")].randomElement(using: &random) ?? key
      let open = JSONValue.bool(Bool.random(using: &random))
      client.call("field/beginEditing", [.init("key", entered), .init("open", open)])
    case 8: client.call("field/clear", [.init("key", key)])
    case 9:
      let index = Int.random(in: -1...3, using: &random)
      client.call("field/select", [.init("key", .string("d")), .init("index", .integer(index))])
    case 10: client.call("field/submit")
    case 11: client.wait(milliseconds: Int.random(in: 1...700, using: &random))
    case 12:
      // Late, or a second time.
      if let old = client.everAsked.randomElement(using: &random) {
        client.reply(old.id, verdict(old.value))
      }
    default:
      if let next = client.asked.randomElement(using: &random) {
        client.reply(next.id, verdict(next.value))
      }
    }
  }

  private static func expectNoFalseVerdict(_ client: FormClient, _ seed: UInt64) {
    for (key, field) in client.fields {
      let text = field["text"]?.string ?? ""
      let isAsked = client.asked.contains { $0.key == key }
      if field["state"]?.string == "success" {
        #expect(!isAsked && text.count.isMultiple(of: 2), "seed \(seed): \(key) is a success")
      }
      if isAsked { #expect(field["isPending"] == .bool(true), "seed \(seed): \(key) is pending") }
      for request in client.asked where request.key == key {
        #expect(request.value == text, "seed \(seed): \(key) is asked about an old draft")
      }
    }
  }
}
