import FieldModels
import FieldTestSupport
import Testing

/// What is said of the lists of a record and of their entries.
@Suite("Lists in records")
struct RecordListTests {
  private static let form = OpenForm(
    """
    { "groups": [
      { "key": "lines", "label": "Lines", "closed": true,
        "repeat": { "minEntries": 1, "maxEntries": 3, "unique": ["product", "size"] } },
      { "key": "contacts", "label": "Contacts", "path": "/people/contacts", "repeat": {} },
      { "key": "notes", "label": "Notes", "required": true, "repeat": {} } ],
      "fields": [
      { "key": "currency", "kind": "entry", "label": "Currency" },
      { "key": "product", "kind": "entry", "label": "Product", "group": "lines", "required": true },
      { "key": "size", "kind": "entry", "label": "Size", "group": "lines", "path": "/more/size" },
      { "key": "quantity", "kind": "entry", "label": "Quantity", "group": "lines", "value": "integer",
        "required": { "when": { "key": "size", "filled": true } } },
      { "key": "price", "kind": "entry", "label": "Price", "group": "lines",
        "required": { "when": { "key": "currency", "filled": true } } },
      { "key": "mail", "kind": "entry", "label": "E-mail", "group": "contacts", "path": "/mail",
        "validation": { "endEditing": ["email", { "validator": "free" }] } },
      { "key": "again", "kind": "entry", "label": "Again", "group": "contacts",
        "validation": { "endEditing": [{ "equals": "mail" }] } },
      { "key": "pin", "kind": "entry", "label": "PIN", "group": "notes", "secure": true, "maxLength": 4 },
      { "key": "discount", "kind": "entry", "label": "Discount",
        "visible": { "when": { "key": "lines", "greaterThan": 1 } } },
      { "key": "reason", "kind": "entry", "label": "Reason",
        "required": { "when": { "key": "contacts", "filled": false } } }
    ] }
    """, validators: ["free"])

  private static func said(_ members: String) -> [String] {
    // What must be there in every record.
    var record = members
    if !record.contains("\"lines\"") { record += #", "lines": [{"product": "Tea"}]"# }
    if !record.contains("\"notes\"") { record += #", "notes": []"# }
    if !record.contains("\"reason\"") { record += #", "reason": "r""# }
    return form.judge("{\(record)}").problems.map {
      "\($0.path) \($0.finding.severity) \($0.finding.problem.code): \($0.finding.message)"
    }
  }

  @Test(
    "what a submission may commit is right",
    arguments: [
      #""lines": [{"product": "Tea"}, {"product": "Milk", "quantity": 1}]"#,
      #""lines": [{"product": "Tea", "more": {"size": "L"}, "quantity": 1}, {"product": "Tea"}]"#,
      #""people": {"contacts": []}"#, #""people": {}"#, #""notes": [{}, {}]"#,
      #""people": {"contacts": [{"mail": "a@b.example", "again": "a@b.example"}, {}]}"#,
      #""people": {"contacts": [{}]}, "reason": null"#,
      #""lines": [{"product": "Tea"}, {"product": "Milk"}], "discount": "d""#,
    ])
  func right(members: String) { #expect(Self.said(members) == []) }

  @Test(
    "what it would never commit is told, with the place in the list",
    arguments: [
      (#""lines": []"#, "/lines error tooFewEntries: Too few entries: 0, at least 1"),
      (#""lines": 7"#, "/lines error wrongType: Must be a list"),
      (#""lines": null"#, "/lines error wrongType: Must be a list"),
      (
        #""lines": [{"product":"a"},{"product":"b"},{"product":"c"},{"product":"d"}]"#,
        "/lines error tooManyEntries: Too many entries: 4, at most 3"
      ),
      (#""lines": [{"product":"a"}, 7]"#, "/lines/1 error wrongType: Must be an object { … }"),
      (
        #""lines": [{"product":"a"}, {}]"#,
        "/lines/1/product error valueMissing: Product is required"
      ),
      (
        #""lines": [{"product":"a", "quantity":"1"}]"#,
        "/lines/0/quantity error wrongType: Must be a whole number"
      ),
      (
        #""lines": [{"product":"a"}, {"product":"a"}]"#,
        "/lines/1/product error notUnique: Entries must differ in Product, Size; entry 1 is the same"
      ),
      (
        #""lines": [{"product":"a", "more": []}]"#,
        "/lines/0/more error wrongType: Must be an object { … }"
      ),
      (
        #""lines": [{"product":"a", "more": {"size": "L"}}]"#,
        "/lines/0/quantity error valueMissing: Quantity is required"
      ),
      (
        #""currency": "EUR""#,
        "/lines/0/price error valueMissing: Price is required"
      ),
      (
        #""people": {"contacts": [{}, {"mail": "x"}]}"#,
        "/people/contacts/1/mail error typeMismatch: Not an e-mail address"
      ),
      (
        #""people": {"contacts": [{"again": "x"}, {"mail": "x@y.example"}]}"#,
        "/people/contacts/0/again error customError: Must be the same as E-mail"
      ),
      (
        #""people": {"contacts": [{"mial": "x"}]}"#,
        "/people/contacts/0/mial warning unknownKey: The form has no field \"mial\"; did you mean \"mail\"?"
      ),
      (
        #""lines": [{"product":"a", "x": 1}]"#,
        "/lines/0/x error unknownKey: The form has no field \"x\""
      ),
      (
        #""notes": {}"#, "/notes error wrongType: Must be a list"
      ),
      (
        #""discount": "d""#,
        "/discount warning hiddenValue: The field is hidden, so that nothing is committed of it"
      ),
      (#""reason": null"#, "/reason error valueMissing: Reason is required"),
      (#""people": 7, "reason": "r""#, "/people error wrongType: Must be an object { … }"),
    ] as [(String, String)])
  func wrong(members: String, expected: String) {
    #expect(Self.said(members) == [expected])
  }

  @Test("what must be there and is not is told once")
  func missing() {
    let said = Self.form.judge(#"{"reason": "r"}"#).problems.map {
      "\($0.path) \($0.finding.problem.code)"
    }
    #expect(said == ["/lines tooFewEntries", "/notes missingList"])
  }

  @Test("a validator is asked about an entry with the drafts of that entry and of those around it")
  func validators() {
    var judge = RecordJudge(RecordForm(Self.form.document), at: Self.form.now)
    let record = Array(
      #"""
      {"currency": "EUR", "lines": [{"product": "Tea", "price": "1"}], "notes": [],
       "people": {"contacts": [{"mail": "a@b.example"}, {"mail": "c@d.example", "again": "c@d.example"}]}}
      """#.utf8)
    let verdict = judge.judgeClosely(record, 0..<record.count)
    var reader = JSONReader(record, dialect: .strict)
    reader.readText()
    let tree = reader.tree
    let asked = verdict.questions.map { question in
      let drafts = judge.form.drafts(of: tree, 0, around: question.place, at: Self.form.now)
      let request = judge.form.request(question, drafts: drafts, limit: 100)
      return "\(request.key) \(request.value) "
        + request.others.map { "\($0.key)=\($0.draft.text)" }.joined(separator: " ")
    }
    #expect(
      asked == [
        "mail a@b.example currency=EUR again= discount= reason=",
        "mail c@d.example currency=EUR again=c@d.example discount= reason=",
      ])
  }

  @Test("secure values in entries are known to be secret")
  func secrets() {
    let verdict = Self.form.judge(
      #"{"lines": [{"product": "T"}], "reason": "r", "notes": [{"pin": "hunter22"}, 7]}"#)
    #expect(verdict.problems.map(\.path) == ["/notes/0/pin", "/notes/1"])
    #expect(verdict.secretSpans.count == 2)
    #expect(!verdict.problems.contains { $0.finding.message.contains("hunter22") })
  }

  @Test("a sieve lets through what is right in a list, and nothing else")
  func sieve() {
    let form = OpenForm(
      """
      { "groups": [ { "key": "lines", "label": "Lines", "repeat": { "maxEntries": 2 } } ], "fields": [
        { "key": "id", "kind": "entry", "label": "Id", "required": true },
        { "key": "product", "kind": "entry", "label": "Product", "group": "lines", "required": true },
        { "key": "count", "kind": "entry", "label": "Count", "group": "lines", "value": "integer" } ] }
      """)
    for (record, isValid) in [
      (#"{"id":"1","lines":[{"product":"Tea","count":2},{"count":1,"product":"Milk"}]}"#, true),
      (#"{"id":"1","lines":[]}"#, true), (#"{"id":"1"}"#, true),
      (#"{"id":"1","lines":[{"count":2}]}"#, false),
      (#"{"id":"1","lines":[{"product":"a"},{"product":"b"},{"product":"c"}]}"#, false),
      (#"{"id":"1","lines":{"product":"a"}}"#, false), (#"{"id":"1","lines":[7]}"#, false),
      (#"{"id":"1","lines":[{"product":"a"},]}"#, false),
      (#"{"id":"1","lines":[{"product":"a"}"#, false),
    ] {
      var judge = RecordJudge(RecordForm(form.document), at: form.now)
      let bytes = Array(record.utf8)
      let verdict = judge.judge(bytes, 0..<bytes.count)
      #expect(verdict.isValid == isValid, "\(record)")
      #expect(judge.judgeClosely(bytes, 0..<bytes.count).problems == verdict.problems)
    }
  }
}
