import FieldModels
import Testing

@Suite("WorkspaceFile")
struct WorkspaceFileTests {
  private func file(_ text: String) -> WorkspaceFile { WorkspaceFile(Array(text.utf8)) }

  @Test("gives sources by name; comments and trailing commas are allowed")
  func sources() {
    let file = file(
      """
      // ours
      { "autofill": { "emails": ["a@b.c", "d@e.f"], /* none yet */ "names": [], }, }
      """)
    #expect(file.sources == ["emails": ["a@b.c", "d@e.f"], "names": []])
    #expect(file.problems.isEmpty)
  }

  @Test(
    "says what is wrong and in which line, and takes the rest", arguments: ["\n", "\r\n", "\r"])
  func problems(lineEnd: String) {
    let text =
      """
      {
        "autofil": {},
        "autofill": {
          "emails": ["a@b.c", 7],
          "names": "Ada",
          "towns": ["Cluj" "Iași"],
          "emails": ["x@y.z"]
        }
      }
      """
    let file = file(text.replacing("\n", with: lineEnd))
    #expect(file.sources == ["emails": ["x@y.z"], "names": [], "towns": ["Cluj", "Iași"]])
    #expect(
      file.problems == [
        #"fieldd.json:2: Nothing here is called "autofil"; did you mean "autofill"?"#,
        #"fieldd.json:4: "emails" is a list of texts, and this is none"#,
        #"fieldd.json:5: "names" is a list of texts"#,
        #"fieldd.json:6: A comma is missing behind this"#,
        #"fieldd.json:7: There are two sources called "emails"; the last one counts"#,
      ])
  }

  @Test(
    "is never fatal",
    arguments: [
      ("", "fieldd.json:1: There is no JSON value here"),
      ("[]", "fieldd.json:1: The file is an object, such as { \"autofill\": {} }"),
      (
        "\n{\"autofill\": []}",
        "fieldd.json:2: \"autofill\" is an object: names, each with a list of texts"
      ),
    ])
  func isNeverFatal(text: String, problem: String) {
    #expect(file(text).sources.isEmpty)
    #expect(file(text).problems == [problem])
  }

  @Test("takes no more than anybody looks through, and says so")
  func limits() {
    let many = (0...AutofillMemory.stringLimit).map { "\"\($0)\"" }.joined(separator: ",")
    let texts = file("{ \"autofill\": { \"s\": [\(many)] } }")
    #expect(texts.sources["s"]?.count == AutofillMemory.stringLimit)
    #expect(texts.problems == [#"fieldd.json:1: Only the first 10000 texts of "s" count"#])
    let names = (0...AutofillMemory.sourceLimit).map { "\"\($0)\": [\"a\"]" }
    let sources = file("{ \"autofill\": { \(names.joined(separator: ",")) } }")
    #expect(sources.sources.count == AutofillMemory.sourceLimit)
    #expect(sources.problems == ["fieldd.json:1: Only the first 1000 sources count"])
    let long = String(repeating: "x", count: AutofillMemory.textByteCountLimit + 1)
    let text = file("{ \"autofill\": { \"s\": [\"\(long)\", \"a\"] } }")
    #expect(text.sources == ["s": ["a"]])
    #expect(text.problems == [#"fieldd.json:1: A text of "s" is longer than anybody types"#])
  }

  @Test("does not go on about a mistake that was made very often")
  func manyProblems() {
    let file = file("{" + String(repeating: "\"x\": 1, \n", count: 5000) + "}")
    #expect(file.problems.count == 100)
  }
}
