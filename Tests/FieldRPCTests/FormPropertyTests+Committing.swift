import FieldModels
import FieldTestSupport
import Testing

/// What is committed, whatever was done to a field on the way.
@Suite("Commitments at random")
struct CommitmentPropertyTests {
  /// Rules of each occasion, decided at once, by a closure, or both.
  ///
  /// What passes all of them depends on the draft alone: `isRight`.
  private static let document = """
    { "fields": [
      { "key": "a", "kind": "entry", "label": "A", "maxLength": 12,
        "validation": { "endEditing": [{ "pattern": "^[^!]*$" }] }, "next": "b" },
      { "key": "b", "kind": "entry", "label": "B",
        "validation": { "live": [{ "pattern": "^[^!]*$" }], "endEditing": ["even"] },
        "previous": "a" },
      { "key": "c", "kind": "area", "label": "C",
        "validation": { "live": ["even"], "interval": 0,
          "endEditing": [{ "pattern": "^[^!]*$" }] } },
      { "key": "d", "kind": "picker", "label": "D", "data": ["x", "yy", "!!"], "clearable": true,
        "validation": { "endEditing": [{ "pattern": "^[^!]*$" }, "even"] } },
      { "key": "e", "kind": "date", "label": "E", "clearable": true, "defaultDate": "2026-02-02",
        "validation": { "endEditing": [{ "before": "2026-03-03" }, "even"] } }
    ] }
    """

  private static func isRight(_ key: String, _ draft: String) -> Bool {
    if draft.isEmpty { return true }
    switch key {
    case "a": return !draft.contains("!") && draft.count <= 12
    case "e": return draft < "2026-03-03"
    default: return !draft.contains("!") && draft.count.isMultiple(of: 2)
    }
  }

  @Test(
    "a committed value is one that passed every check, whatever was done meanwhile",
    arguments: Seeds.upTo(80))
  func committed(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 5000)
    var client = FormClient(Self.document, capabilities: #"{"validators":["even"]}"#)
    for _ in 0..<80 {
      Self.act(&client, &random)
      for (key, field) in client.fields {
        let value = field["value"]?.string ?? ""
        #expect(Self.isRight(key, value), "seed \(seed): \(key) has committed \"\(value)\"")
      }
      for (id, result) in client.results where result["committed"] == .bool(true) {
        for member in result["values"]?.members ?? [] {
          let value = member.value.string ?? ""
          #expect(
            Self.isRight(member.name, value),
            "seed \(seed), request \(id): \(member.name) was submitted as \"\(value)\"")
        }
      }
    }
  }

  private static func verdict(_ value: String) -> JSONValue {
    value.count.isMultiple(of: 2)
      ? .object([.init("ok", .bool(true))]) : .object([.init("message", .string("Odd"))])
  }

  private static func act(_ client: inout FormClient, _ random: inout SplitMix64) {
    let name = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"
    let key = JSONValue.Member("key", .string(name))
    switch Int.random(in: 0..<22, using: &random) {
    case 0...4:
      let text = ["", "x", "yy", "!", "y!", "zzzz"].randomElement(using: &random) ?? ""
      client.call("field/replaceText", [key, .init("text", .string(text))])
    case 5, 6: client.call("field/endEditing")
    case 7: client.call("field/next")
    case 8: client.call("field/beginEditing", [key])
    case 9: client.call("field/clear", [key])
    case 10:
      let index = Int.random(in: 0...2, using: &random)
      client.call("field/select", [.init("key", .string("d")), .init("index", .integer(index))])
    case 11:
      let date = ["2026-01-01", "2026-05-05"].randomElement(using: &random) ?? ""
      client.call("field/setDate", [.init("key", .string("e")), .init("date", .string(date))])
    case 12: client.call("field/removeError", [key])
    case 13: client.call("field/setError", [key, .init("text", .string("By hand"))])
    case 14, 15:
      let look = ["disabled", "standard", "success", "error"].randomElement(using: &random) ?? ""
      client.call("field/setState", [key, .init("state", .string(look))])
    case 16, 17:
      let property = ["visible", "readOnly", "enabled"].randomElement(using: &random) ?? ""
      client.call(
        "field/setProperty",
        [
          key, .init("property", .string(property)),
          .init("value", .bool(.random(using: &random))),
        ])
    case 18:
      let trigger = ["live", "endEditing", "submit"].randomElement(using: &random) ?? ""
      client.call("field/validate", [.init("trigger", .string(trigger))])
    case 19: client.call("field/submit")
    case 20: client.wait(milliseconds: Int.random(in: 1...700, using: &random))
    default:
      if let next = client.asked.randomElement(using: &random) {
        client.reply(next.id, verdict(next.value))
      }
    }
  }
}
