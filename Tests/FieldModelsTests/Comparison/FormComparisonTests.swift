import FieldModels
import FieldSamples
import FieldTestSupport
import Testing

/// What is said of a change of a form is proved by records.
@Suite("What a change of a form means")
struct FormComparisonTests {
  @Test(
    "is proved by its record, and refuted by none",
    arguments: Seeds.upTo(60))
  func pairs(seed: UInt64) {
    guard let (old, new) = Self.pair(seed) else { return }
    let comparison = FormComparison(old.document, new.document, seed: seed, at: old.now)
    let words: Comment = "\(old.text) is \(new.text)"
    for difference in comparison.differences {
      guard let witness = difference.witness else {
        #expect([.undecided, .words].contains(difference.effect), words)
        continue
      }
      let record = witness.record.json
      switch difference.effect {
      case .breaking:
        #expect(old.judge(record).isValid && !new.judge(record).isValid, "\(record) of \(words)")
      case .warning:
        #expect(old.judge(record).isTaken && new.judge(record).isValid, "\(record) of \(words)")
      case .widening:
        #expect(
          new.judge(record).isTaken && !old.judge(record).problems.isEmpty, "\(record) of \(words)")
      case .undecided, .words: Issue.record("\(words)")
      }
    }
    if !comparison.isCompatible { return }
    var maker = RecordMaker(RecordForm(old.document), seed: seed &+ 1, at: old.now)
    let made = (0..<20).compactMap { _ in maker.valid() } + maker.boundaries()
    for record in made where record.verdict.isTaken {
      #expect(new.judge(record.value.json).isValid, "\(record.value.json) of \(words)")
    }
  }

  /// A form, and the same with changes; nil where one of them has errors.
  private static func pair(_ seed: UInt64) -> (old: OpenForm, new: OpenForm)? {
    var random = SplitMix64(seed: seed &+ 41_000)
    let text =
      seed % 2 == 0
      ? RecordSample(fieldCount: 4, using: &random).text
      : FeatureSample(.init(fieldCounts: 1...5, density: 15, isPlain: true), using: &random).text
    let old = OpenForm(text)
    guard let value = try? ForeignForm.text(text).value() else { return nil }
    let new = OpenForm(FormMutation.changed(value, using: &random).json)
    guard old.document.textErrors(limit: 1).isEmpty, new.document.textErrors(limit: 1).isEmpty
    else { return nil }
    return (old, new)
  }

  @Test(
    "is named by its effect",
    arguments: [
      (#""maxLength": 9"#, #""maxLength": 5"#, "breaking maxLength"),
      (#""maxLength": 5"#, #""maxLength": 9"#, "widening maxLength"),
      (#""label": "B""#, #""label": "C""#, "words label"),
      ("", #""required": true"#, "breaking required"),
      (#""required": true"#, "", "widening required"),
      (#""value": "number""#, #""value": "integer""#, "breaking value"),
      (#""value": "integer""#, #""value": "number""#, "widening value"),
      (
        #""validation": { "live": [{ "pattern": "^[a-z]+$" }] }"#,
        #""validation": { "live": [{ "pattern": "^[a-f]+$" }] }"#, "breaking pattern"
      ),
      ("", #""validation": { "live": ["email"] }"#, "breaking format"),
      (
        "", #""validation": { "endEditing": [{ "minLength": 3, "severity": "warning" }] }"#,
        "warning minLength"
      ),
      ("", #""validation": { "live": [{ "validator": "v" }] }"#, "undecided validator"),
      (
        #""validation": { "live": [{ "minLength": 3 }] }"#,
        #""validation": { "endEditing": [{ "minLength": 3, "message": "More" }] }"#,
        "words message of minLength"
      ),
      ("", #""readOnly": false"#, "words readOnly"),
      ("", #""calculate": "{a}""#, "breaking calculate"),
      (#""calculate": "{a}""#, "", "widening calculate"),
      (#""required": true"#, #""required": true, "blankIsEmpty": true"#, "breaking blankIsEmpty"),
      ("", #""present": true"#, "breaking present"),
      (#""present": true"#, "", "widening present"),
      (#""present": true"#, #""present": true, "whenEmpty": "omit""#, "breaking whenEmpty"),
      ("", #""secure": true"#, "words secure"),
      ("", #""presentation": { "x": 1 }"#, "words presentation"),
      (
        #""required": { "when": { "key": "a", "filled": true } }"#, #""required": true"#,
        "breaking required"
      ),
      (
        "", #""required": { "when": { "key": "a", "is": "odd one" } }"#, "breaking required"
      ),
    ])
  func effects(old: String, new: String, told: String) {
    func form(_ members: String) -> OpenForm {
      OpenForm(
        fields: #"{ "key": "a", "kind": "entry", "label": "A" }"#,
        #"{ "key": "b", "kind": "entry", "label": "B"\#(members.isEmpty ? "" : ", ")\#(members) }"#,
        validators: ["v"])
    }
    let old = form(old)
    let differences = FormComparison(old.document, form(new).document, at: old.now).differences
    #expect(differences.map { "\($0.effect) \($0.property)" } == [told])
  }

  @Test("of a field that is new, gone or called otherwise is told of as such")
  func fields() {
    func told(_ old: String, _ new: String, head: String = "") -> [String] {
      let old = OpenForm("{ \(head) \"fields\": [\(old)] }")
      let new = OpenForm("{ \(head) \"fields\": [\(new)] }")
      return FormComparison(old.document, new.document, at: old.now).differences.map {
        "\($0.effect) \($0.key ?? "") \($0.path) \($0.message)"
      }
    }
    let a = #"{ "key": "a", "kind": "entry", "label": "A" }"#
    let b = #"{ "key": "b", "kind": "entry", "label": "B" }"#
    let needed = #"{ "key": "b", "kind": "entry", "label": "B", "required": true }"#
    #expect(told(a, "\(a), \(needed)") == ["breaking b /b is new"])
    #expect(told(a, "\(a), \(b)") == ["widening b /b is new"])
    #expect(told("\(a), \(needed)", a) == ["warning b /b is gone"])
    #expect(told("\(a), \(b)", a, head: #""closed": true,"#) == ["breaking b /b is gone"])
    let moved = #"{ "key": "c", "kind": "entry", "label": "B", "path": "/b" }"#
    #expect(
      told("\(a), \(b)", "\(a), \(moved)") == [
        "words c /b key was b, is c", "words c /b path is new: /b",
      ])
  }

  @Test("of an object that may be left out is told of as such")
  func optional() {
    func form(_ group: String) -> OpenForm {
      OpenForm(
        """
        { "groups": [{ "key": "o", "label": "O", "path": "/o"\(group) }],
          "fields": [{ "key": "y", "kind": "entry", "label": "Y", "group": "o", "required": true }] }
        """)
    }
    let (old, new) = (form(""), form(#", "whenEmpty": "omit""#))
    func told(_ old: OpenForm, _ new: OpenForm) -> [String] {
      FormComparison(old.document, new.document, at: old.now).differences.map {
        "\($0.effect) \($0.path) \($0.property)"
      }
    }
    #expect(told(old, new) == ["widening /o whenEmpty"])
    #expect(told(new, old) == ["breaking /o whenEmpty"])
  }

  @Test("is found in lists, objects and conditions too")
  func structure() {
    func form(_ list: String, _ object: String, _ rows: String) -> OpenForm {
      OpenForm(
        """
        { "groups": [{ "key": "l", "label": "L", "repeat": { \(list) } },
            { "key": "o", "label": "O", "path": "/o"\(object) }],
          "fields": [
            { "key": "x", "kind": "picker", "label": "X", "group": "l", "data": [\(rows)] },
            { "key": "y", "kind": "entry", "label": "Y", "group": "o" }] }
        """)
    }
    let old = form(#""maxEntries": 4"#, "", #""a", "b", "c""#)
    let new = form(
      #""maxEntries": 3, "unique": ["x"]"#, #", "required": true, "closed": true"#, #""a", "b""#)
    let differences = FormComparison(old.document, new.document, at: old.now).differences
    #expect(
      Set(differences.map { "\($0.effect) \($0.path) \($0.property)" }) == [
        "breaking /l maxEntries", "breaking /l unique", "breaking /o required",
        "breaking /o closed", "breaking /l/*/x data",
      ])
  }
}
