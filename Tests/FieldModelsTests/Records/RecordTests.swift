import FieldModels
import FieldTestSupport
import Testing

/// What is said of records beside what is said of drafts.
@Suite("Records")
struct RecordTests {
  private static let form = OpenForm(
    """
    { "fields": [
      { "key": "name", "kind": "entry", "label": "Name", "required": true },
      { "key": "note", "kind": "area", "label": "Note", "whenEmpty": "omit" },
      { "key": "nick", "kind": "entry", "label": "Nick", "whenEmpty": "empty" },
      { "key": "age", "kind": "entry", "label": "Age", "value": "integer" },
      { "key": "size", "kind": "entry", "label": "Size", "value": "number" },
      { "key": "agree", "kind": "picker", "label": "Agree", "value": "boolean", "data": [true, false] },
      { "key": "row", "kind": "picker", "label": "Row", "data": ["a", 0, null] },
      { "key": "tags", "kind": "picker", "label": "Tags", "multiple": true, "data": ["x", 1] },
      { "key": "born", "kind": "date", "label": "Born" },
      { "key": "firm", "kind": "entry", "label": "Firm",
        "visible": { "when": { "key": "row", "is": "a" } }, "required": true },
      { "key": "pin", "kind": "picker", "label": "Pin", "secure": true, "data": ["4711"] },
      { "key": "user", "kind": "entry", "label": "User", "validation": { "endEditing": ["free"] } }
    ] }
    """, validators: ["free"])

  private static func said(_ members: String) -> [String] {
    let record = members.contains("\"name\"") ? "{\(members)}" : "{\"name\":\"Ada\",\(members)}"
    return form.judge(record).problems.map {
      "\($0.path) \($0.finding.severity) \($0.finding.problem.code): \($0.finding.message)"
    }
  }

  @Test(
    "what a submission may commit is right",
    arguments: [
      #""name": "Ada""#, #""age": 36"#, #""age": 36.0"#, #""age": null"#, #""size": 1e-3"#,
      #""nick": """#, #""agree": false"#, #""row": "a", "firm": "ACME""#, #""row": 0"#,
      #""row": 0.0"#, #""row": null"#, #""tags": []"#, #""tags": [1, "x"]"#,
      #""born": "2026-02-28""#, #""born": null"#, #""pin": "4711""#, #""\u0061ge": 3"#,
    ])
  func right(members: String) {
    #expect(Self.said(members) == [])
  }

  @Test(
    "what it would never commit is told",
    arguments: [
      (#""name": null"#, "/name error valueMissing: Name is required"),
      (#""name": """#, "/name error valueMissing: Name is required"),
      (#""name": 7"#, "/name error wrongType: Must be text"),
      (#""name": ["Ada"]"#, "/name error wrongType: Must be text"),
      (#""note": null"#, "/note error whenEmpty: Where it is empty it is left out"),
      (#""note": """#, "/note error whenEmpty: Where it is empty it is left out"),
      (
        #""nick": null"#,
        "/nick error whenEmpty: Where it is empty it is the empty text, or left out"
      ),
      (#""born": """#, "/born error whenEmpty: Where it is empty it is null, or left out"),
      (
        #""tags": null"#,
        "/tags error whenEmpty: Where it is empty it is the empty list, or left out"
      ),
      (#""age": "36""#, "/age error wrongType: Must be a whole number"),
      (#""age": 1.5"#, "/age error badInput: Not a whole number"),
      (#""size": true"#, "/size error wrongType: Must be a number"),
      (#""agree": "true""#, "/agree error wrongType: Must be true or false"),
      (#""row": "0""#, "/row error wrongType: Must be a number"),
      (#""row": {}"#, "/row error wrongType: Must be text"),
      (#""tags": "x""#, "/tags error wrongType: Must be a list"),
      (#""tags": [["x"]]"#, "/tags error badInput: Not one of the choices: x, 1"),
      (#""tags": ["x", "x"]"#, "/tags error badInput: x is chosen more than once"),
      (#""born": 2026"#, "/born error wrongType: Must be text"),
      (#""row": "a""#, "/firm error valueMissing: Firm is required"),
      (
        #""firm": "ACME""#,
        "/firm warning hiddenValue: The field is hidden, so that nothing is committed of it"
      ),
      (
        #""nmae": 1, "name": "Ada""#,
        "/nmae warning unknownKey: The form has no field \"nmae\"; did you mean \"name\"?"
      ),
      (#""a/b~": 1"#, "/a~1b~0 warning unknownKey: The form has no field \"a/b~\""),
      (
        #""age": 1, "age": 2"#,
        "/age warning duplicateProperty: `age` is written more than once; the last one counts"
      ),
    ] as [(String, String)])
  func wrong(members: String, expected: String) {
    #expect(Self.said(members) == [expected])
  }

  @Test("a value that is near a secret row is not told the row")
  func secret() {
    #expect(Self.said(#""pin": "4712""#) == ["/pin error badInput: Not one of the choices"])
  }

  @Test("a validator that was not asked is named, where the value is right so far")
  func unchecked() {
    func names(_ record: String) -> [String] {
      Self.form.judge(record).uncheckedValidators
    }
    #expect(names(#"{"name": "Ada", "user": "ada"}"#) == ["free"])
    #expect(names(#"{"name": "Ada", "user": 7}"#) == [])
    #expect(names(#"{"name": "Ada"}"#) == [])
    // One that nobody has registered is not passed over either.
    let other = OpenForm(
      fields: """
        { "key": "a", "kind": "entry", "label": "A",
          "validation": { "live": [{ "validator": "gone" }] } }
        """)
    let verdict = other.judge(#"{"a": "x"}"#)
    #expect(verdict.uncheckedValidators == ["gone"])
    #expect(verdict.isValid)
  }

  @Test(
    "where nothing is chosen of several rows, that is the empty text to other fields",
    arguments: [
      (#""is": """#, true), (#""isNot": """#, false), (#""in": ["x", ""]"#, true),
      (#""is": "x""#, false), (#""isNot": "x""#, true), (#""filled": true"#, false),
    ])
  func nothingChosen(test: String, isRequired: Bool) {
    for draft in ["", #""text": [],"#, #""text": "","#] {
      var form = OpenForm(
        fields: """
          { "key": "rows", "kind": "picker", "label": "R", "multiple": true, \(draft) "data": ["x"] },
          { "key": "a", "kind": "entry", "label": "A",
            "required": { "when": { "key": "rows", \(test) } } }
          """)
      for record in ["{}", #"{"rows": []}"#, #"{"rows": null}"#] {
        let codes = form.judge(record).problems.filter { $0.key == "a" }
        #expect(codes.isEmpty != isRequired, "\(record)")
      }
      #expect((form.submit() == nil) == isRequired, "\(draft)")
    }
  }

  @Test(
    "the empty text is right where an empty field is committed as that, whatever its values are",
    arguments: ["number", "integer", "boolean", "string"])
  func emptyText(value: String) {
    var form = OpenForm(
      fields: """
        { "key": "a", "kind": "entry", "label": "A", "value": "\(value)", "whenEmpty": "empty" }
        """)
    let opened = form
    let values = JSONValue.object(form.submit() ?? []).json
    #expect(values == #"{"a":""}"#)
    #expect(opened.judge(values).problems.isEmpty)
  }

  @Test(
    "what a field that is not checked commits is a value that a record may have",
    arguments: [
      (#""value": "boolean", "text": "0", "readOnly": true"#, #"{"a":null}"#),
      (#""value": "number", "text": "none", "state": "disabled""#, #"{"a":null}"#),
      (#""value": "integer", "text": "7", "enabled": false"#, #"{"a":7}"#),
      (
        #""value": "number", "text": "x", "visible": false, "whenHidden": "keep", "whenEmpty": "omit""#,
        "{}"
      ),
      (#""text": "any", "readOnly": true"#, #"{"a":"any"}"#),
    ])
  func unchecked(members: String, expected: String) {
    var form = OpenForm(fields: #"{ "key": "a", "kind": "entry", "label": "A", \#(members) }"#)
    let opened = form
    let values = JSONValue.object(form.submit() ?? []).json
    #expect(values == expected)
    #expect(opened.judge(values).isValid)
  }

  @Test(
    "a form that is opened with rows of which one is none is told of it, and keeps them all",
    arguments: [
      (#"["a", 7]"#, #"["a","7"]"#), (#"["x", "a"]"#, #"["x","a"]"#),
      ("[[], null]", #"["[]","null"]"#),
    ])
  func rowsThatAreNone(rows: String, drafts: String) throws {
    let form = OpenForm(
      fields: """
        { "key": "a", "kind": "picker", "label": "A", "value": "number", "multiple": true,
          "data": ["a", "b", ""] }
        """)
    let values = [JSONValue.Member("a", try #require(JSONValue(text: rows)))]
    let filled = try form.document.text(filledWith: values, at: form.now)
    var opened = OpenForm(String(decoding: filled.bytes, as: UTF8.self))
    #expect(opened.text.contains(#""text": \#(drafts)"#), "\(opened.text)")
    #expect(opened.submit() == nil)
  }

  @Test("a value is that of the row that has it, before one whose text is read as it")
  func rowBeforeReading() throws {
    let form = OpenForm(
      fields: """
        { "key": "a", "kind": "picker", "label": "A", "value": "number", "data": ["3", 3] },
        { "key": "b", "kind": "entry", "label": "B", "required": { "when": { "key": "a", "is": "3" } } }
        """)
    let values = [JSONValue.Member("a", 3)]
    let filled = try form.document.text(filledWith: values, at: form.now)
    var opened = OpenForm(String(decoding: filled.bytes, as: UTF8.self))
    #expect(opened.submit() == nil)
    #expect(!form.judge(#"{"a":3}"#).isValid)
  }

  @Test("what is no object is no record", arguments: ["[]", "7", "null", "\"name\""])
  func noRecord(json: String) {
    let verdict = Self.form.judge(json)
    #expect(verdict.problems.map(\.finding.problem) == [.record(.notARecord)])
    #expect(!verdict.isValid)
  }

  @Test("a problem stands where the value is, and a missing one where the record begins")
  func places() {
    let verdict = Self.form.judge(#"{ "age": "x", "other": 1 }"#)
    #expect(verdict.problems.map(\.finding.span) == [0..<1, 9..<12, 14..<21])
  }

  @Test("what is typed into the form makes no difference")
  func typed() {
    var form = OpenForm(
      fields: #"{ "key": "a", "kind": "entry", "label": "A", "text": "", "required": true }"#)
    form.type("typed", into: "a")
    #expect(!form.judge("{}").isValid)
  }
}
