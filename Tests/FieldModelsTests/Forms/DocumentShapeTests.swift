import FieldModels
import FieldTestSupport
import Testing

/// Texts that are hardly field documents, and field documents of unusual shapes.
@Suite("Shapes of a document")
struct DocumentShapeTests {
  @Test(
    "a text that is no form says why",
    arguments: [
      ("", ["syntax «»: There is no JSON value here"]),
      (" \n", ["syntax «»: There is no JSON value here"]),
      ("{}", ["missingProperty «{»: A field document needs `fields`"]),
      (#"{ "title": "T" }"#, ["missingProperty «{»: A field document needs `fields`"]),
      (" \n{}", ["missingProperty «{»: A field document needs `fields`"]),
      ("[]", [#"notADocument «[]»: A field document is an object { "fields": [ … ] }"#]),
      ("12", [#"notADocument «12»: A field document is an object { "fields": [ … ] }"#]),
      (#""text""#, [#"notADocument «"text"»: A field document is an object { "fields": [ … ] }"#]),
      ("[1, 2", ["syntax «2»: A closing ] is missing"]),
      (
        "yes",
        [
          "syntax «yes»: Names and text go in double quotes; the only words without are true, false and null"
        ]
      ),
      ("{", ["syntax «{»: A closing } is missing"]),
      (#"{ "fields": "#, ["syntax «:»: A value is missing", "syntax « »: A closing } is missing"]),
      (#"{ "fields": 1 }"#, ["wrongType «1»: `fields` takes a list [ … ]"]),
      (#"{ "fields": [] }"#, []),
      (
        #"{ "fields": ["#,
        ["syntax «[»: A closing ] is missing", "syntax «[»: A closing } is missing"]
      ),
      (
        #"{ "fields": [] } x"#, ["syntax «x»: There is text after the end of the document"]
      ),
      (#"{ "fields": [], }"#, ["syntax «,»: A comma before the end needs a .jsonc document"]),
      (#"{ "fields": [,] }"#, ["syntax «,»: There is a comma too many"]),
      (
        #"{ "fields": [1] }"#, ["wrongType «1»: `fields` takes objects { … }, a field each"]
      ),
      (
        #"{ "fields": [], "fields": [] }"#,
        [
          "warning: duplicateProperty «\"fields\"»: `fields` is written more than once; the last one counts"
        ]
      ),
      (
        #"{ "feilds": [] }"#,
        [
          "missingProperty «{»: A field document needs `fields`",
          "warning: unknownProperty «\"feilds\"»: A field document has no property `feilds`; did you mean \"fields\"?",
        ]
      ),
      (
        #"{ "name": "x", "version": "1" }"#,
        [
          "missingProperty «{»: A field document needs `fields`",
          "warning: unknownProperty «\"name\"»: A field document has no property `name`",
          "warning: unknownProperty «\"version\"»: A field document has no property `version`",
        ]
      ),
      ("\u{FEFF}{ \"fields\": [] }", []),
      (
        #"{ "$form": "a.fields.json", "anything": 1 }"#,
        [
          "information: uncheckedRecord «\"a.fields.json\"»: This is a record of values (`$form`), and no form"
        ]
      ),
    ] as [(String, [String])])
  func texts(text: String, findings: [String]) {
    let form = OpenForm(text)
    #expect(form.findings == findings)
    #expect(form.document.fieldCount <= 1)
    #expect(DocumentComparison.violations(of: form.document) == [])
  }

  @Test("the frame is read before and behind the fields")
  func frame() {
    var form = OpenForm(
      """
      { "title": "Sign up", "groups": [{ "key": "one", "label": "One" }],
        "fields": [{ "key": "k", "kind": "entry", "label": "L", "group": "one",
                     "autofill": { "source": "mails" } }],
        "description": "Two minutes", "autofill": { "mails": ["a", "b"], "none": [] } }
      """)
    #expect(form.findings == [])
    #expect(form.document.frame.title == "Sign up")
    #expect(form.document.frame.description == "Two minutes")
    #expect(form.document.frame.groups.map(\.key) == ["one"])
    #expect(form.document.frame.sources == ["mails": ["a", "b"], "none": []])
    form.replace("\"mails\": [", with: "\"mail\": [")
    form.replace("\"one\", \"label\"", with: "\"two\", \"label\"")
    #expect(
      form.findings == [
        "unknownGroup «\"one\"»: No group has the key \"one\"",
        "warning: unknownSource «\"mails\"»: No autofill source is called \"mails\"; did you mean \"mail\"?",
      ])
  }

  @Test("nesting of ten thousand is refused where the limit is and read on behind it")
  func deepNesting() {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let field = #"{ "key": "deep", "kind": "entry", "label": "L", "presentation": "# + deep + " }"
    var form = OpenForm(fields: field, #"{ "key": "k", "kind": "entry", "label": "L" }"#)
    #expect(form.findings == ["syntax «[»: Nested more than 128 deep; what is inside is not read"])
    #expect(form.document.index.keys.sorted() == ["deep", "k"])
    form.replace("]]", with: "")
    #expect(form.document.index.field("deep") != nil)
    #expect(DocumentComparison.violations(of: form.document) == [])
  }

  @Test("a string of ten million bytes is a draft like any other")
  func longString() {
    let long = String(repeating: "0123456789", count: 1_000_000)
    var form = OpenForm(
      fields: #"{ "key": "long", "kind": "area", "label": "L", "text": "\#(long)" }"#,
      #"{ "key": "k", "kind": "entry", "label": "L", "text": "" }"#)
    form.type("b", into: "k")
    #expect(form.document.activeField == form.id("k"))
    form.replace("\"0123", with: "\"_123")
    #expect(form.document.activeField == form.id("long"))
    #expect(form.findings == [])
    #expect(form.text.utf8.count > long.utf8.count)
  }

  @Test("lines may end in CR alone")
  func carriageReturns() {
    var form = OpenForm(
      "{ // a remark\r\"fields\": [ // another\r{ \"key\": \"k\", // { [ \"\r"
        + "\"kind\": \"entry\", \"label\": \"L\", \"text\": \"a\" } // }\r] }\r",
      dialect: .commented)
    #expect(form.findings == [])
    form.replace("\"a\"", with: "\"a")
    #expect(
      form.findings.first
        == "syntax «\"a } // }»: The string isn't closed: a double quote is missing")
    #expect(form.document.index.keys.sorted() == ["k"])
  }
}
