import FieldModels
import FieldTestSupport
import Testing

/// Patterns that take longer on a draft than a keystroke may wait.
@Suite("A search that takes long")
struct LongSearchTests {
  @Test(
    "is done between turns, and the field is pending until it is known",
    arguments: [#"[\s\S]*a[\s\S]{16000}b"#, #"^(\S+\s*){1,5000}$"#])
  func isPending(source: String) {
    var form = OpenForm(fields: Self.field(source, in: "live"))
    form.type(String(repeating: "a!\t", count: 2_000), into: "k")
    #expect(form.document.isSearching)
    #expect(form.look(of: "k") == "standard, pending")
    #expect(form.document.nextDeadline.map { $0 <= form.now } == true)
    form.search()
    #expect(form.look(of: "k") == "standard, pending")
    form.type("a", into: "k")
    form.searchAll()
    #expect(form.document.nextDeadline == nil)
    let isMatch = source.hasPrefix("^")
    #expect(form.look(of: "k") == (isMatch ? "success" : "error, Not in the expected form"))
  }

  @Test("takes about as many steps as it may", arguments: [1, 1_000, 400_000])
  func keepsToItsSteps(limit: Int64) throws {
    let pattern = try Pattern(#"[\s\S]*a[\s\S]{16000}b"#)
    var search = PatternSearch(pattern, in: .text(String(repeating: "ab", count: 100)))
    var answer: Bool?
    while answer == nil {
      var steps = limit
      answer = search.advance(&steps)
      // A step of the machine is not divided.
      #expect(-steps <= 4 * pattern.instructionCount)
    }
    #expect(answer == false)
  }

  @Test("gives the answer of one that is not interrupted", arguments: [3, 17, 250])
  func isInterrupted(limit: Int64) throws {
    let texts = [
      "", "abab", String(repeating: "aé", count: 80) + "b",
      "b" + String(repeating: "a", count: 200),
    ]
    for source in ["^(a|é)*b$", "a(a|b){20}b", "\\bb", "(?:ab?){3,}$"] {
      let pattern = try Pattern(source)
      for draft in texts.map({ Draft.text($0) }) + [.rows(texts)] {
        var search = PatternSearch(pattern, in: draft)
        var answer: Bool?
        while answer == nil {
          var steps = limit
          answer = search.advance(&steps)
        }
        let expected = draft.values.allSatisfy { pattern.matches($0) }
        #expect(answer == expected, "/\(source)/ in \(draft)")
      }
    }
  }

  @Test("is done for a draft that the document begins with")
  func isOpened() {
    var form = OpenForm(fields: Self.field("[a-c ]{8100}x", in: "endEditing", text: Self.long))
    #expect(form.look(of: "k") == "standard, pending")
    form.searchAll()
    #expect(form.look(of: "k") == "error, Not in the expected form")
  }

  @Test("holds up validators and the committed value")
  func holdsUp() {
    var form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "area", "label": "L", "text": "", "validation": { "endEditing": [{ "pattern": "^[a-c ]*[a-c ]{6000}$" }, "free"] } }"#,
      validators: ["free"])
    form.type(Self.long, into: "k")
    form.endEditing()
    #expect(form.questions == [])
    #expect(form.committed("k") == nil)
    form.searchAll()
    #expect(form.questions == ["free(\(Self.long))"])
    form.answer(.accepted)
    #expect(form.committed("k") == .text(Self.long))
  }

  @Test("is not done again for a field that looks at another")
  func isRemembered() {
    var form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "area", "label": "L", "text": "\#(Self.long)", "visible": { "when": { "key": "o", "filled": true } }, "validation": { "live": [{ "pattern": "[a-c ]{8100}x" }] } }"#,
      #"{ "key": "o", "kind": "entry", "label": "O", "text": "a" }"#)
    form.searchAll()
    form.type("ab", into: "o")
    #expect(!form.document.isSearching)
    #expect(form.look(of: "k") == "error, Not in the expected form")
  }

  @Test("goes on when fields before it come and go")
  func isMoved() {
    var form = OpenForm(fields: Self.field("[a-c ]{8100}x", in: "live", text: Self.long))
    form.search()
    for _ in 0..<80 {
      form.replace("[\n", with: "[\n{ \"kind\": \"entry\" },")
    }
    form.searchAll()
    #expect(form.look(of: "k") == "error, Not in the expected form")
    form.replace(#""key": "k""#, with: #""key": "l""#)
    form.replaceAll(with: "{ \"fields\": [] }")
    form.searchAll()
    #expect(form.document.nextDeadline == nil)
  }

  private static let long = String(repeating: "ab c", count: 2_000)

  private static func field(_ source: String, in list: String, text: String = "") -> String {
    let pattern = JSONString.escaped(source)
    return
      #"{ "key": "k", "kind": "area", "label": "L", "text": "\#(text)", "validation": { "\#(list)": [{ "pattern": "\#(pattern)" }], "interval": 0 } }"#
  }
}
