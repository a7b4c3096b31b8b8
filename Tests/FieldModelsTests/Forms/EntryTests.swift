import FieldModels
import FieldTestSupport
import Testing

/// The entries of lists in a document that is edited.
@Suite("Entries")
struct EntryTests {
  private static func form(_ entries: String, columns: String = "") -> OpenForm {
    OpenForm(
      """
      { "groups": [ { "key": "l", "label": "L", "repeat": { "unique": ["a"] } } ], "fields": [
        { "key": "z", "kind": "entry", "label": "Z" },
        { "key": "a", "kind": "entry", "label": "A", "group": "l", "maxLength": 5 },
        { "key": "pin", "kind": "entry", "label": "PIN", "group": "l", "secure": true }\(columns) ],
        "entries": { "l": [ \(entries) ] } }
      """)
  }

  private static func drafts(_ form: OpenForm) -> [String: String] {
    var drafts: [String: String] = [:]
    for id in form.document.allFields {
      guard let reading = form.document.reading(of: id), let key = reading.definition.key else {
        continue
      }
      if reading.definition.draft != .empty { drafts[key] = reading.definition.draft.text }
    }
    return drafts
  }

  @Test("an entry keeps its number when others come, go and move in the text")
  func numbers() {
    var form = Self.form(#"{ "a": "x" }, { "a": "y" }"#)
    #expect(Self.drafts(form) == ["l/1/a": "x", "l/2/a": "y"])
    form.replace(#"{ "a": "x" }"#, with: #"{ "a": "new" }, { "a": "x" }"#)
    #expect(Self.drafts(form) == ["l/3/a": "new", "l/1/a": "x", "l/2/a": "y"])
    #expect(form.document.entryNumbers(ofList: "l") == [3, 1, 2])
    form.replace(#"{ "a": "new" }, "#, with: "")
    #expect(form.document.entryNumbers(ofList: "l") == [1, 2])
    form.replace(#"{ "a": "x" }, { "a": "y" }"#, with: #"{ "a": "y" }, { "a": "x" }"#)
    #expect(form.document.entryNumbers(ofList: "l") == [2, 1])
    // What is typed over is the same entry.
    form.replace(#""y""#, with: #""yes""#)
    #expect(Self.drafts(form) == ["l/1/a": "x", "l/2/a": "yes"])
    // A number belongs to no other, even after its entry is gone.
    form.replace(#"{ "a": "yes" }, { "a": "x" }"#, with: "")
    form.replace(#""l": [  ]"#, with: #""l": [ {} ]"#)
    #expect(form.document.entryNumbers(ofList: "l") == [4])
  }

  @Test("a mistake in one entry leaves the others as they are")
  func broken() {
    var form = Self.form("{ \"a\": \"x\" },\n { \"a\": \"y\" },\n { \"a\": \"z\" }")
    form.replace(#""y""#, with: #""y"#)
    #expect(Self.drafts(form)["l/1/a"] == "x" && Self.drafts(form)["l/3/a"] == "z")
    form.replace("\"y },", with: "\"yes\" },")
    #expect(Self.drafts(form) == ["l/1/a": "x", "l/2/a": "yes", "l/3/a": "z"])
  }

  @Test("entries with one number in two spellings are the same, in a form and in a record")
  func spellings() {
    let list = #""groups": [{ "key": "l", "label": "L", "repeat": { "unique": ["n"] } }]"#
    let field = #"{ "key": "n", "kind": "entry", "label": "N", "group": "l", "value": "number" }"#
    let text = "{ \(list), \"fields\": [\(field)], \"entries\": { \"l\": ["
    var form = OpenForm(text + #"{ "n": "100" }, { "n": "1e2" }, { "n": "x" }] } }"#)
    func isTold() -> Bool {
      form.document.allFields.contains { id in
        form.document.draftFindings(of: id, at: form.now).contains {
          $0.problem.code == "notUnique"
        }
      }
    }
    #expect(isTold())
    form.replace("1e2", with: "1e3")
    #expect(!isTold())
    let problems = form.judge(#"{ "l": [{ "n": 100 }, { "n": 1e2 }, { "n": 10 }] }"#).problems
    #expect(problems.map { "\($0.path) \($0.finding.problem.code)" } == ["/l/1/n notUnique"])
  }

  @Test("which entries are the same is known after each edit")
  func twins() {
    func told(_ form: OpenForm) -> [String] {
      form.document.allFields.flatMap { id in
        form.document.draftFindings(of: id, at: form.now).map { finding in
          "\(form.document.key(of: id) ?? "") \(finding.problem.code)"
        }
      }
    }
    var form = Self.form(#"{ "a": "x" }, { "a": "x" }, { "a": "x" }"#)
    #expect(told(form) == ["l/2/a notUnique", "l/3/a notUnique"])
    form.replace(#"{ "a": "x" }, "#, with: "")
    #expect(told(form).count == 1)
    form.replace(#"{ "a": "x" }, "#, with: #"{ "a": "y" }, "#)
    #expect(told(form) == [])
    form.replace(#""y""#, with: #""x""#)
    #expect(told(form).count == 1)
    form.replace(#""unique": ["a"]"#, with: "")
    #expect(told(form) == [])
    form.replace(#""repeat": {  }"#, with: #""repeat": { "unique": ["a"] }"#)
    #expect(told(form).count == 1)
  }

  @Test("the fields of entries follow those of the list")
  func columns() {
    var form = Self.form(#"{ "a": "abcdefg", "b": "1" }"#)
    #expect(form.findings(of: "a") == [])
    #expect(Self.drafts(form) == ["l/1/a": "abcdefg"])
    form.replace(
      #""secure": true }"#,
      with: #""secure": true }, { "key": "b", "kind": "entry", "label": "B", "group": "l" }"#)
    #expect(Self.drafts(form) == ["l/1/a": "abcdefg", "l/1/b": "1"])
    form.replace(#""label": "A", "group": "l""#, with: #""label": "A""#)
    #expect(Self.drafts(form) == ["l/1/b": "1"])
    form.replace(#""key": "l", "label""#, with: #""key": "m", "label""#)
    #expect(Self.drafts(form) == [:])
    #expect(form.document.listKeys == ["m"])
    form.replace(#""l": ["#, with: #""m": ["#)
    form.replace(
      #""key": "b", "kind": "entry", "label": "B", "group": "l""#,
      with: #""key": "b", "kind": "entry", "label": "B", "group": "m""#)
    #expect(Self.drafts(form) == ["m/1/b": "1"])
  }

  @Test("secure drafts of entries are not written down, and of what can't be read nothing is")
  func secrets() {
    func redacted(_ form: OpenForm) -> String {
      String(decoding: form.document.redacted(0..<form.document.text.byteCount), as: UTF8.self)
    }
    var form = Self.form(#"{ "a": "open", "pin": "hunter22" }, { "a": "other" }"#)
    #expect(redacted(form).contains("open") && !redacted(form).contains("hunter22"))
    #expect(form.document.field(keyed: "l/1/pin").map { form.document.isSecret($0) } == true)
    #expect(form.document.field(keyed: "l/1/a").map { form.document.isSecret($0) } == false)
    var document = form.document
    #expect(document.quotesSecret("is HUNTER22 right?") && !document.quotesSecret("open"))
    form.replace(#""hunter22""#, with: #""hunter"22""#)
    #expect(!redacted(form).contains("hunter") && !redacted(form).contains("22"))
    form.replace(#""hunter"22""#, with: #""hunter22""#)
    form.replace(#""pin": "hunter22""#, with: #""pni": "hunter22""#)
    #expect(!redacted(form).contains("hunter22"))
  }
}
