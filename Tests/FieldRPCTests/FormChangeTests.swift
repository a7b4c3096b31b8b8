import FieldModels
import FieldTestSupport
import Testing

/// What changes tell adds up to what a snapshot says, also where two values look alike.
@Suite("Changes of what a field has")
struct FormChangeTests {
  @Test(
    "a value that looks like the one before is told",
    arguments: [
      (#"[null, "a"]"#, #"[false, "a"]"#), (#"["0"]"#, "[0]"), ("[1]", "[1.0]"),
      (#"["a"]"#, #"[{ "value": "a", "description": "A" }]"#),
      (#"["a"]"#, #"[{ "value": "a", "disabled": true }]"#),
      (#"["a", "b"]"#, #"["b", "a"]"#), (#"["ab"]"#, #"["a", "b"]"#), ("[]", #"["a"]"#),
    ])
  func rows(before: String, after: String) throws {
    var client = FormClient(
      """
      { "fields": [ { "key": "a", "kind": "picker", "label": "A", "data": \(before) } ] }
      """, capabilities: "{}")
    let old = client.fields["a"]?["rows"]
    let data = try #require(JSONValue(text: after))
    client.call(
      "field/setProperty",
      [.init("key", "a"), .init("property", "data"), .init("value", data)])
    let told = client.fields["a"]?["rows"]
    #expect(told != old)
    #expect(told == client.snapshot().first?.members["rows"])
  }
}
