import FieldModels
import FieldTestSupport
import Testing

/// One field with broken JSON, which is every field while it is typed, must not take the others
/// with it.
@Suite("A field with broken JSON")
struct BrokenFieldTests {
  @Test(
    "leaves every other field as it was",
    arguments: [
      ("an unclosed string", #""text": "ada""#, #""text": "ada"#),
      ("an unclosed name", #""text": "ada""#, #""text: "ada""#),
      ("a missing brace", "} }", "}"),
      ("both braces missing", "} }", ""),
      ("a missing bracket", #"["a", "b"]"#, #"["a", "b""#),
      ("a bracket and braces missing", "] } }", ""),
      ("a bracket and a brace missing", "] } }", " }"),
      ("a bracket missing behind a comma", #""b"] } }"#, #""b","#),
      ("an extra brace", "} }", "} } }"),
      ("extra braces", "} }", "} } } } }"),
      ("an extra bracket", "} }", "} ] }"),
      ("an extra bracket at the end", "} }", "} } ]"),
      ("a bracket for a brace", "} }", "} ]"),
      ("a brace for a bracket", #"["a", "b"]"#, #"["a", "b"}"#),
      ("a stray comma", #""kind""#, #", "kind""#),
      ("a stray comma at the end", "} }", "} }, ,"),
      ("a stray colon", #""kind""#, #": "kind""#),
      ("a missing comma", #""B","#, #""B""#),
      ("a missing colon", #""kind":"#, #""kind""#),
      ("a missing value", #""kind": "entry""#, #""kind": "#),
      ("a name just begun", #""kind""#, #"" "kind""#),
      ("a half-typed property", #""kind""#, #""he "kind""#),
      ("a property without quotes", #""kind""#, #"help: hi, "kind""#),
      ("an object without a name", #""kind""#, #"{ }, "kind""#),
      ("an opening brace", #""kind""#, #"{ "kind""#),
      ("an opening bracket", #""kind""#, #"[ "kind""#),
      ("an unterminated comment", #""kind""#, #"/* "kind""#),
      ("an unterminated comment behind it", "} }", "} } /*"),
      ("a slash", #""kind""#, #"/ "kind""#),
      ("a backslash before a quote", #""ada""#, #""ada\""#),
      ("single quotes", #""ada""#, "'ada'"),
      ("nothing at all", #""key": "broken""#, ""),
    ], [FormSample.Layout.pretty, .perLine])
  func isolation(row: (name: String, old: String, new: String), layout: FormSample.Layout) {
    let between = layout == .pretty ? ",\n    " : ", "
    let broken = [
      #"{ "key": "broken""#, #""kind": "entry""#, #""label": "B""#, #""text": "ada""#,
      #""validation": { "live": ["a", "b"] } }"#,
    ].joined(separator: between)
    let fields = [entry("one"), entry("two"), broken, entry("three"), entry("four")]
    var form = OpenForm(
      "{ \"fields\": [\n  " + fields.joined(separator: ",\n  ") + "\n] }", dialect: .commented,
      validators: ["a", "b"])
    #expect(form.findings == [], "the row is wrong before the edit")
    form.replace(row.old, with: row.new, from: "broken")
    #expect(form.text.contains(row.new))
    #expect(!form.findings.isEmpty, "the edit breaks nothing")
    for key in ["one", "two", "three", "four"] {
      #expect(form.findings(of: key).filter { $0.hasPrefix("syntax") } == [], "\(row.name): \(key)")
      #expect(form.document.index.fields(key).count == 1)
    }
    #expect(form.document.frame.findings == [])
  }

  @Test("being typed in a line of its own, it leaves the others alone at every letter")
  func typing() {
    let field = [
      #"{ "key": "new", "kind": "picker", "label": "\"N\"", "data": ["a", { "value": "b" }], "#,
      #""validation": { "live": ["a", { "equals": "one", "when": { "all": [{ "key": "two", "#,
      #""in": ["x", 1] }] } }] }, "shakes": true },"#,
    ].joined()
    var form = OpenForm(
      "{ \"fields\": [\n\(entry("one")),\n\n\(entry("two")), \(entry("three"))] }",
      validators: ["a"])
    var typed = ""
    for letter in field {
      typed.append(letter)
      form.replace("\n" + entry("two"), with: "\(letter)\n" + entry("two"))
      for key in ["one", "two", "three"] {
        #expect(form.document.index.fields(key).count == 1, "\(key) behind \(typed)")
        #expect(form.findings(of: key).filter { $0.hasPrefix("syntax") } == [], "behind \(typed)")
      }
    }
    #expect(form.findings == [])
  }

  @Test(
    "an open presentation takes the fields behind it for its own, since anything may stand there")
  func presentation() {
    let open = #"{ "key": "open", "kind": "entry", "label": "L", "presentation": { "a": ["#
    var form = OpenForm(fields: entry("one"), open + "] } }", entry("two"))
    form.replace("] } }", with: "")
    #expect(form.document.index.keys.sorted() == ["one", "open"])
    form.replace(open, with: open + "] }")
    #expect(form.document.index.keys.sorted() == ["one", "open", "two"])
  }

  private func entry(_ key: String) -> String {
    #"{ "key": "\#(key)", "kind": "entry", "label": "L", "text": "" }"#
  }
}
