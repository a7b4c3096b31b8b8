import FieldModels
import FieldTestSupport
import Testing

/// However a document came about, it says what its text says.
@Suite("Edits of a field document")
struct DocumentEditTests {
  /// Stories that once left something untold, or still told.
  private static let seedsThatFailed: [UInt64] = [
    1_795_734_051, 1_795_744_140, 1_795_764_132, 1_795_794_240, 1_795_934_221, 1_795_934_252,
    1_795_964_219, 1_795_984_090, 1_796_054_038, 1_796_064_019, 1_796_084_110, 1_796_114_055,
    1_796_144_218, 1_796_154_100,
  ]

  @Test(
    "an edited document equals one that is read from scratch",
    arguments: Array(Seeds.upTo(70)) + seedsThatFailed)
  func stories(seed: UInt64) {
    var story = DocumentStory(seed: seed, fieldCounts: 1...(seed % 10 == 0 ? 30 : 5))
    for step in 0..<40 {
      let wrong = story.goOn()
      #expect(wrong == [], "seed \(seed), step \(step), \(story.lastEdit)")
      if !wrong.isEmpty { return }
    }
  }

  /// Properties with something wrong, which are told of while the draft beside them is typed.
  private static let wrongProperties = [
    #""lable": "A""#, #""maxLength": "3""#, #""maxLength": -1"#, #""kind": "entrance""#,
    #""label": """#,
    #""label": 1"#, #""text": "b""#, #""text": 1"#, #""text": ["b"]"#, #""date": "2020-02-02""#,
    #""date": "soon""#, #""format": "q""#, #""data": ["b"]"#, #""minimumDate": "never""#,
    #""key": "z""#,
    #""group": "none""#, #""secure": true"#, #""secure": "yes""#, #""next": "none""#,
    #""path": "x""#,
    #""visible": { "when": {} }"#, #""visible": { "when": { "key": "a", "is": "b", "in": [] } }"#,
    #""validation": { "live": [{}, { "format": "mail" }, { "pattern": "(" }, { "validator": "none" }] }"#,
    #""autofill": { "source": "none", "learn": 1 }, "autocorrection": "yes""#, #""step": 0"#,
    #"], }"#,
    #""colors": { "text": "red" }"#, #""messages": { "tooLong": "{long}" }"#, #""x" 1"#,
    "/* none */",
  ]

  @Test(
    "a draft is typed beside something that is wrong with its field", arguments: wrongProperties)
  func flaws(flaw: String) {
    for (kind, draft) in [("entry", "text"), ("date", "date"), ("picker", "text")] {
      for isBehind in [false, true] {
        let head = #"{ "key": "a", "kind": "\#(kind)", "label": "A""#
        let typed = #""\#(draft)": "qq""#
        let properties = isBehind ? [head, typed, flaw] : [head, flaw, typed]
        var form = OpenForm(
          """
          { "fields": [
          \(properties.joined(separator: ", ")) },
          { "key": "z" }] }
          """)
        let drafts = ["qq", "qqc", #"\nqq"#, "qé", #"q"#, #"q""#]
        for (old, new) in zip(drafts, drafts.dropFirst()) {
          form.replace(old, with: new)
          #expect(form.differences == [], "\(form.text)")
        }
      }
    }
  }

  @Test("a draft of an entry that lacks its last quote gets it")
  func lastQuoteInEntry() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "rows", "label": "R", "repeat": {} }],
        "fields": [{ "key": "a", "kind": "entry", "label": "A", "group": "rows" }],
        "entries": { "rows": [
          { "a": "one
          },
          { "a": "two" }
        ] } }
      """)
    form.replace("one", with: "one more")
    #expect(form.differences == [])
    form.replace("one more", with: "one more\"")
    #expect(form.differences == [])
    #expect(form.text.contains(#"{ "a": "one more""#))
  }

  @Test("lines are taken out of a form with a list, from any line to any other")
  func lines() throws {
    let lines = [
      #"{ "groups": [{ "key": "lines", "label": "Lines", "path": "/a/lines","#,
      #"    "repeat": { "minEntries": 1, "unique": ["product"] } }],"#, #"  "fields": ["#,
      #"    { "key": "mail", "kind": "entry", "label": "E-mail" },"#,
      #"    { "key": "product", "kind": "entry", "label": "Product", "group": "lines" },"#,
      #"    { "key": "last", "kind": "entry", "label": "Last" } ],"#,
      #"  "entries": { "lines": ["#, #"    { "product": "Tea" },"#,
      #"    { "product": "Milk" } ] } }"#,
    ].map { $0 + "\n" }
    let form = OpenForm(lines.joined())
    for first in lines.indices {
      for last in first..<lines.count {
        let start = lines[..<first].joined().utf8.count
        let range = start..<(start + lines[first...last].joined().utf8.count)
        for isWhole in [false, true] {
          var document = form.document
          if isWhole {
            let rest = lines[..<first].joined() + lines[(last + 1)...].joined()
            document.replaceAll(with: Array(rest.utf8), at: form.now)
          } else {
            document.replace(range, with: [], at: form.now)
          }
          let differences = DocumentComparison.differences(
            of: document, vocabulary: Vocabulary(), at: form.now)
          #expect(differences == [], "lines \(first) to \(last)")
        }
      }
    }
  }

  @Test("a field that takes the key of one of a list takes its place, and gives it back")
  func keysOfLists() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": {} }], "fields": [
        { "key": "other", "kind": "entry", "label": "O" },
        { "key": "product", "kind": "entry", "label": "P", "group": "lines" }
      ], "entries": { "lines": [{ "product": "Tea" }] } }
      """)
    let unknown = #"warning: unknownKey «\#"product\#"»: The form has no field "product""#
    form.replace(#""key": "other""#, with: #""key": "product""#)
    #expect(form.findings.contains(unknown))
    #expect(form.differences == [])
    form.replace(#""key": "product", "kind": "entry", "label": "O""#, with: #""key": "o""#)
    #expect(!form.findings.contains(unknown))
    #expect(form.differences == [])
  }

  @Test("a field whose value would stand where a list stands is told of when the form is opened")
  func keyOfList() {
    let form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": {} }],
        "fields": [{ "key": "lines", "kind": "entry", "label": "L" }] }
      """)
    #expect(
      form.findings.contains {
        $0.hasPrefix("pathInList") && $0.contains("would stand at \"/lines\"")
      })
  }

  @Test("what a new entry begins with is checked again when the list loses its entries")
  func draftsOfListsThatAreEmptied() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": {} }], "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "lines", "text": "long",
          "maxLength": 2, "enabled": { "when": { "key": "lines", "filled": true } } }
      ], "entries": { "lines": [{ "a": "x" }] } }
      """)
    form.replace(#""entries": { "lines": [{ "a": "x" }] }"#, with: #""title": "T""#)
    #expect(form.differences == [])
  }

  @Test("what a new entry begins with is compared under the label that the other field has now")
  func labelsSeenFromLists() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": {} }], "fields": [
        { "key": "a", "kind": "entry", "label": "Old" },
        { "key": "b", "kind": "entry", "label": "B", "group": "lines", "text": "x",
          "validation": { "live": [{ "equals": "a" }] } }
      ] }
      """)
    form.replace("Old", with: "New")
    #expect(form.findings.contains { $0.hasSuffix("Must be the same as New") })
    #expect(form.differences == [])
  }

  @Test("entries are checked again when their list has another field, and that another draft")
  func draftAndLimitOfLists() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": {} }], "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "lines" }
      ], "entries": { "lines": [{ "a": "long" }] } }
      """)
    form.replace(#""group": "lines" }"#, with: #""group": "lines", "text": "x", "maxLength": 2 }"#)
    #expect(form.findings.contains { $0.hasPrefix("tooLong") })
    #expect(form.differences == [])
    form.replace(#", "text": "x", "maxLength": 2"#, with: "")
    #expect(form.findings == [])
  }

  /// Two lists, of which the first may get the entries of the second.
  private static let twoLists = """
    { "groups": [
        { "key": "lines", "label": "L", "repeat": { "unique": ["a"] } },
        { "key": "more", "label": "M", "repeat": {} }
      ], "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "lines" },
        { "key": "b", "kind": "entry", "label": "B", "text": "long", "maxLength": 2,
          "visible": { "when": { "key": "lines", "greaterThan": 2 } } }
      ], "entries": { "lines": [{ "a": "x" }, { "a": "y" }], "more": [{ "a": "x" }, { "a": "z" }] } }
    """

  @Test("entries that come into another list are compared there, and go again")
  func entriesOfAnotherList() {
    var form = OpenForm(Self.twoLists)
    let codes = { (form: OpenForm) in
      form.findings.filter { !$0.hasPrefix("warning") }.map { $0.prefix { $0 != " " } }
    }
    #expect(codes(form) == [])
    form.replace(#"], "more": ["#, with: ", ")
    #expect(codes(form) == ["tooLong", "notUnique"])
    #expect(form.differences == [])
    form.replace(#"{ "a": "y" }, "#, with: #"{ "a": "y" }], "more": ["#)
    #expect(codes(form) == [])
    #expect(form.differences == [])
  }

  @Test("entries are compared anew when a number of their list is a text, and the other way round")
  func numbersOfLists() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": { "unique": ["a"] } }], "fields": [
        { "key": "a", "kind": "entry", "label": "A", "value": "number", "group": "lines" }
      ], "entries": { "lines": [{ "a": "1" }, { "a": "1.0" }] } }
      """)
    let isTold = { (form: OpenForm) in form.findings.contains { $0.contains("notUnique") } }
    #expect(isTold(form))
    form.replace(#""value": "number""#, with: #""value": "string""#)
    #expect(!isTold(form))
    #expect(form.differences == [])
    form.replace(#""value": "string""#, with: #""value": "number""#)
    #expect(isTold(form))
    #expect(form.differences == [])
  }

  @Test("a field that is no more the first of several with its key is judged as one of no list")
  func keysOfListsWithMany() {
    let same = #"{ "key": "a", "kind": "entry", "label": "A" }"#
    var form = OpenForm(
      """
      { "groups": [{ "key": "lines", "label": "L", "repeat": {} }], "fields": [
        { "key": "o", "kind": "entry", "label": "O" },
        { "key": "b", "kind": "entry", "label": "B", "group": "lines", "text": "y" },
        { "key": "a", "kind": "entry", "label": "A", "group": "lines", "text": "x",
          "validation": { "live": [{ "equals": "b" }] } },
        \(same), \(same), \(same)
      ] }
      """)
    let isTold = { (form: OpenForm) in
      form.findings.contains { $0.contains("Must be the same as B") }
    }
    #expect(isTold(form))
    form.replace(#""key": "o""#, with: #""key": "a""#)
    #expect(!isTold(form))
    #expect(form.differences == [])
    form.replace(#""key": "a", "kind": "entry", "label": "O""#, with: #""key": "o""#)
    #expect(isTold(form))
    #expect(form.differences == [])
  }

  @Test("the documents that edits begin with are right", arguments: FormSample.Layout.allCases)
  func samples(layout: FormSample.Layout) {
    var random = SplitMix64(seed: 7)
    for dialect in [JSONReader.Dialect.strict, .commented] {
      let sample = FormSample(layout: layout, dialect: dialect, lineBreak: "\r\n", fieldCount: 30)
      let form = OpenForm(sample.text(using: &random), dialect: dialect, validators: ["taken"])
      #expect(form.document.fieldCount == 30)
      #expect(form.findings.filter { $0.hasPrefix("syntax") } == [])
    }
  }

  @Test(
    "replacing the whole text is an edit of what differs",
    arguments: [
      ("b", "B"), ("abc", ""), ("", "é"), ("é", "è"), ("👩🏽‍🚀", "👩"), ("aa", "aaa"), ("a", "a"),
    ])
  func replacingAll(old: String, new: String) {
    var form = OpenForm(fields: entry("one", old), entry("two", "same"))
    form.type("other", into: "two")
    form.replaceAll(with: form.text.replacing("\"\(old)\"", with: "\"\(new)\""))
    #expect(form.document.reading(of: form.id("one"))?.definition.draft == .text(new))
    #expect(form.document.states[form.id("one")]?.revision == (old == new ? nil : 1))
    #expect(form.document.states[form.id("two")]?.revision == 1)
    #expect(form.document.activeField == (old == new ? nil : form.id("one")))
  }

  @Test(
    "an edit anywhere in or around a draft reads as the whole text does",
    arguments: [
      (#"a\\b\n\u00e9\ud83d\ude00"#, #""kind": "area""#),
      ("aé👍", #""kind": "entry", "odd": 1, "maxLength": "x""#), ("", ""),
      ("ab", #""kind": "entry", "text": "ab""#),
    ])
  func drafts(text: String, kind: String) {
    let before = "{ \"fields\": [\(entry("one", "a")), { "
    let draft = text.isEmpty ? #""date": "2026-01-02", "kind": "date""# : "\"text\": \"\(text)\""
    let rest = #", "key": "two", "label": "L"\#(kind.isEmpty ? "" : ", ")\#(kind) } ] }"#
    let now = Instant(nanoseconds: 1)
    var document = FieldDocument(
      Array((before + draft + rest).utf8), dialect: .strict, vocabulary: Vocabulary(), at: now)
    document.refresh(at: now)
    // Read, so that there is something to go on from.
    _ = document.index.field("two").flatMap { document.recall($0) }
    let (start, end) = (before.utf8.count, before.utf8.count + draft.utf8.count)
    for lower in start...end {
      for upper in lower...min(lower + 7, end) {
        for new in ["", "x", "é", #"\n"#, #"\"#, "\"", #"\u00"#, #"\ud83d"#, "\u{1}", "/"] {
          var edited = document
          edited.replace(lower..<upper, with: Array(new.utf8), at: now)
          let differences = DocumentComparison.differences(
            of: edited, vocabulary: Vocabulary(), at: now)
          #expect(differences == [], "\(lower - start)..<\(upper - start) is \(new)")
        }
      }
    }
  }

  @Test("a comment is closed when the end that was too far away comes near")
  func farCommentEnd() {
    let far = String(repeating: " ", count: JSONReader.commentByteCount)
    var form = OpenForm(
      fields: entry("one", "a") + " /* ", entry("two", far), entry("three", "*/ b"),
      dialect: .commented)
    #expect(form.document.fieldCount == 3)
    form.replace(far, with: "short")
    #expect(form.differences == [])
    #expect(form.document.index.keys.sorted() == ["one"])
    form.replace("short", with: far)
    #expect(form.differences == [])
    #expect(form.document.fieldCount == 3)
  }

  @Test("the nearest keys are told until there are too many that nobody has, and then no more")
  func nearestKeys() {
    let many = (0..<11_000).map { #"{ "key": "other\#($0)", "filled": true }"# }
    let condition = #"{ "when": { "any": [LIST] } }"#
    var form = OpenForm(
      fields: entry("name", "a"),
      #"{ "key": "k", "kind": "entry", "label": "L", "next": "nam", "visible": \#(condition) }"#)
    let isTold = { (form: OpenForm) in
      form.findings.contains { $0.contains(#"did you mean "name"?"#) }
    }
    #expect(isTold(form))
    form.replace("LIST", with: many.joined(separator: ","))
    #expect(!isTold(form))
    #expect(form.differences == [])
    form.replace(many.joined(separator: ","), with: #"{ "key": "name", "filled": true }"#)
    #expect(isTold(form))
    #expect(form.differences == [])
  }

  @Test("groups and sources that come and go concern the fields that name them")
  func frameNames() {
    var form = OpenForm(
      """
      { "groups": [{ "key": "page", "label": "P" }], "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "page" },
        { "key": "b", "kind": "entry", "label": "B", "group": "pages", "autofill": { "source": "mail" } }
      ], "autofill": { "mail": [] } }
      """)
    for (old, new) in [
      (#""key": "page""#, #""key": "pages""#), (#""label": "P""#, #""label": "Q""#),
      (#""mail": []"#, #""post": []"#), (#""key": "pages""#, #""key": "leaf""#),
    ] {
      form.replace(old, with: new)
      #expect(form.differences == [], "\(new)")
    }
  }

  @Test("a hundred fields can be put one by one before the same field")
  func renumbering() {
    var form = OpenForm(fields: entry("first", "a"), entry("last", "z"), validators: ["taken"])
    form.type("y", into: "last")
    form.endEditing()
    form.type("b", into: "first")
    for number in 0..<100 {
      form.replace(entry("last", "y"), with: entry("k\(number)", "") + "," + entry("last", "y"))
      #expect(DocumentComparison.violations(of: form.document) == [])
    }
    #expect(form.document.fieldCount == 102)
    #expect(form.committed("last") == .text("y"))
    #expect(form.document.states[form.id("first")]?.revision == 1)
    #expect(form.document.index.field("k99").map { $0 < form.id("last") } == true)
    #expect(form.findings == [])
  }

  @Test("a validator that was asked is heard, although a hundred fields have come before its field")
  func renumberingWhileAsked() {
    let asked = entry("asked", "a").replacing(
      "\"label\"", with: #""validation": { "endEditing": ["taken"] }, "label""#)
    var form = OpenForm(fields: entry("last", "z"), asked, validators: ["taken"])
    form.type("b", into: "asked")
    form.endEditing()
    let id = form.id("asked")
    for number in 0..<100 {
      form.replace(entry("last", "z"), with: entry("k\(number)", "") + "," + entry("last", "z"))
    }
    #expect(form.id("asked") != id)
    #expect(form.look(of: "asked") == "standard, pending")
    form.answer(.refused(message: "Taken"))
    #expect(form.look(of: "asked") == "error, Taken")
  }

  @Test("a document that is emptied and pasted back is as it was")
  func emptying() {
    var form = OpenForm(fields: entry("one", "a"), entry("two", "b"))
    let text = form.text
    let spans = DocumentComparison.self
    form.replaceAll(with: "")
    #expect(form.document.fieldCount == 0)
    #expect(form.findings == ["syntax «»: There is no JSON value here"])
    form.replaceAll(with: text)
    #expect(form.document.index.keys.sorted() == ["one", "two"])
    #expect(form.findings == [])
    #expect(spans.violations(of: form.document) == [])
  }

  @Test("a state goes where its field goes when lines are swapped")
  func moving() {
    let (one, two, three) = (entry("one", "a"), entry("two", "b"), entry("three", "c"))
    var form = OpenForm(fields: one, two, three)
    form.type("A", into: "one")
    form.type("B", into: "two")
    form.type("BB", into: "two")
    form.replace(
      "\(entry("one", "A")),\n\(entry("two", "BB"))",
      with: "\(entry("two", "BB")),\n\(entry("one", "A"))")
    #expect(form.document.states[form.id("one")]?.revision == 1)
    #expect(form.document.states[form.id("two")]?.revision == 2)
    #expect(form.document.states[form.id("three")] == nil)
    #expect(DocumentComparison.violations(of: form.document) == [])
  }

  @Test("a field whose key is typed anew stays the field that it was")
  func renaming() {
    var form = OpenForm(fields: entry("one", "a"), entry("two", "b"))
    form.type("A", into: "one")
    let id = form.id("one")
    form.replace("\"one\"", with: "\"two\"")
    #expect(form.document.index.fields("two").count == 2)
    #expect(
      form.findings(of: "two") == [
        "duplicateKey «\"two\"»: The key \"two\" is used by more than one field"
      ])
    form.replace("\"two\"", with: "\"zwei\"")
    #expect(form.document.states[id]?.revision == 1)
    #expect(form.findings == [])
  }

  @Test(
    "which key is meant by one that no field has is told anew when another is nearer",
    arguments: [
      #""next": "emial""#,
      #""next": "emial", "validation": { "live": [{ "equals": "emial" }] }"#,
    ])
  func nearestKey(mentions: String) {
    var form = OpenForm(
      fields: entry("emial", "b"), #"{ "key": "a", "kind": "entry", "label": "L", \#(mentions) }"#)
    #expect(form.findings == [])
    func guesses() -> [Bool] {
      form.findings.filter { $0.hasPrefix("unknownField") }
        .map { $0.hasSuffix("; did you mean \"email\"?") }
    }
    form.replace("\"key\": \"emial\"", with: "\"key\": \"e\"")
    #expect(!guesses().isEmpty && !guesses().contains(true))
    form.replace("\"e\"", with: "\"email\"")
    #expect(!guesses().isEmpty && !guesses().contains(false))
    form.replace("\"email\"", with: "\"e\"")
    #expect(!guesses().isEmpty && !guesses().contains(true))
  }

  private func entry(_ key: String, _ text: String) -> String {
    #"{ "key": "\#(key)", "kind": "entry", "label": "L", "text": "\#(text)" }"#
  }
}

extension OpenForm {
  /// The identity of the field with a key that must be there.
  func id(_ key: String) -> FieldID { document.index.field(key) ?? FieldID(rank: .max) }

  /// What the document says differently from one that is read from scratch.
  var differences: [String] {
    DocumentComparison.differences(of: document, vocabulary: Vocabulary(), at: now)
  }
}
