import FieldModels
import FieldTestSupport
import Testing

@Suite("The drafts of a picker's rows")
struct ChoiceTests {
  @Test(
    "tell rows apart whose values look alike",
    arguments: [
      (#"["a", "0", "null"]"#, ["a", "0", "null"]),
      (
        #"["a", 0, 1.50, 1e3, true, false, null]"#,
        ["a", "0", "1.50", "1e3", "true", "false", "null"]
      ),
      (#"["0", 0, "true", true]"#, [#""0""#, "0", #""true""#, "true"]),
      (#"["", "a"]"#, [#""""#, "a"]),
      // What looks like a text in quotes may have to stand in quotes too.
      (#"[0, "0", "\"0\"", "\"a\""]"#, ["0", #""0""#, #""\"0\"""#, #""a""#]),
      (#"["", "\"\""]"#, [#""""#, #""\"\"""#]),
      (#"["a", "a"]"#, ["a", "a"]),
    ])
  func drafts(data: String, drafts: [String]) throws {
    let form = OpenForm(
      fields: #"{ "key": "k", "kind": "picker", "label": "L", "data": \#(data) }"#)
    let id = try #require(form.document.index.fields("k").first)
    let definition = try #require(form.document.reading(of: id)?.definition)
    #expect(definition.choices.map(\.text) == drafts)
    for choice in definition.choices {
      #expect(definition.value(of: .text(choice.text)) == choice.value)
    }
  }
}
