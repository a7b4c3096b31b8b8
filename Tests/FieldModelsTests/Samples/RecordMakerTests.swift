import FieldModels
import FieldSamples
import FieldTestSupport
import Testing

/// Records that are made up for forms: each is judged by the form itself, as anybody else's.
@Suite("Records made up for a form")
struct RecordMakerTests {
  @Test("are judged as they claim to be, and are found for nearly all rules")
  func claims() {
    var rules = (all: 0, found: 0)
    var forms = (all: 0, found: 0)
    var barren: [String] = []
    for seed in Seeds.upTo(30) {
      let form = Self.form(seed)
      guard form.document.textErrors(limit: 1).isEmpty else { continue }
      var maker = RecordMaker(RecordForm(form.document), seed: seed, at: form.now)
      forms.all += 1
      if Self.check(&maker, form) { forms.found += 1 } else { barren.append(form.text) }
      rules.all += maker.ruleCount.all
      rules.found += maker.ruleCount.found
      // What is not found is told.
      #expect(maker.ruleCount.all - maker.ruleCount.found <= maker.gaps.count)
    }
    #expect(forms.all > 20)
    // Some forms contradict themselves, and some rules of others can't be broken.
    #expect(forms.all * 90 <= forms.found * 100, "\(forms): \(barren.joined(separator: "\n"))")
    #expect(rules.all * 92 <= rules.found * 100, "\(rules)")
  }

  /// A form with drafts of all sorts, or one with anything in it.
  private static func form(_ seed: UInt64) -> OpenForm {
    var random = SplitMix64(seed: seed &+ 33_500)
    if seed % 2 == 0 { return OpenForm(RecordSample(fieldCount: 5, using: &random).text) }
    return OpenForm(
      FeatureSample(.init(fieldCounts: 1...7, density: 20, isPlain: true), using: &random).text)
  }

  /// Makes records of every kind and judges them anew; false where no valid one is found.
  private static func check(_ maker: inout RecordMaker, _ form: OpenForm) -> Bool {
    guard let valid = maker.valid() else { return false }
    for made in [valid] + maker.boundaries() {
      #expect(form.judge(made.value.json).isValid, "\(made.value.json) of \(form.text)")
    }
    for kind in [RecordMaker.Kind.invalid, .warned] {
      for made in maker.broken(kind) {
        let verdict = form.judge(made.value.json)
        let words: Comment = "\(made.value.json) breaks \(made.subject) of \(form.text)"
        #expect(verdict.problems == made.verdict.problems, words)
        #expect(verdict.isValid == (kind == .warned), words)
        let paths = Set(verdict.problems.filter { $0.finding.severity == .error }.map(\.path))
        #expect(paths.count == (kind == .warned ? 0 : 1), words)
      }
    }
    return true
  }

  @Test("are the same for the same seed, and others for another")
  func seeds() {
    func records(_ seed: UInt64) -> [String] {
      let form = Self.form(2)
      var maker = RecordMaker(RecordForm(form.document), seed: seed, at: form.now)
      let valid = (0..<5).compactMap { _ in maker.valid() }
      return (valid + maker.broken(.invalid)).map(\.value.json)
    }
    #expect(records(1) == records(1))
    #expect(records(1) != records(2))
  }

  @Test(
    "break each rule once, by the code that it raises",
    arguments: [
      (#""validation": { "live": ["email"] }"#, "format email", "typeMismatch"),
      (#""validation": { "live": ["iban"] }, "required": true"#, "required", "valueMissing"),
      (
        #""validation": { "live": [{ "pattern": "^[A-Z]{2}-[0-9]{4}$" }] }"#,
        "pattern ^[A-Z]{2}-[0-9]{4}$", "patternMismatch"
      ),
      (#""maxLength": 40, "validation": { "live": ["email"] }"#, "maxLength 40", "tooLong"),
      (#""lengthUnit": "words", "maxLength": 3"#, "maxLength 3", "tooLong"),
      (
        #""value": "number", "validation": { "live": [{ "step": 0.05 }] }"#, "step 0.05",
        "stepMismatch"
      ),
      (#""value": "integer""#, "precision double, the greatest", "badInput"),
      (
        #""value": "integer", "validation": { "live": [{ "minimum": 3 }] }"#, "minimum 3",
        "rangeUnderflow"
      ),
      (#""validation": { "live": [{ "oneOf": ["a", "b"] }] }"#, "oneOf", "customError"),
      (#""value": "boolean""#, "value boolean", "wrongType"),
    ])
  func codes(members: String, rule: String, code: String) throws {
    let form = OpenForm(
      fields: #"{ "key": "a", "kind": "entry", "label": "A", \#(members) }"#)
    var maker = RecordMaker(RecordForm(form.document), seed: 7, at: form.now)
    let made = try #require(maker.broken(.invalid).first { $0.subject?.rule == rule })
    #expect(made.subject?.path == "/a")
    #expect(form.judge(made.value.json).problems.map(\.finding.problem.code) == [code])
  }

  @Test("are at their limits")
  func limits() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "l", "label": "L", "repeat": { "minEntries": 1, "maxEntries": 4 } }],
        "fields": [
          { "key": "a", "kind": "entry", "label": "A", "maxLength": 50,
            "validation": { "live": ["email", { "minLength": 9 }] } },
          { "key": "n", "kind": "entry", "label": "N", "value": "integer",
            "validation": { "live": [{ "minimum": 3 }, { "maximum": 40 }, { "step": 7 }] } },
          { "key": "d", "kind": "date", "label": "D", "maximumDate": "today" },
          { "key": "p", "kind": "picker", "label": "P", "multiple": true, "minItems": 2,
            "maxItems": 3, "data": ["x", "y", "z", "w"] },
          { "key": "b", "kind": "entry", "label": "B", "group": "l" }] }
      """#)
    var maker = RecordMaker(RecordForm(form.document), seed: 3, at: form.now)
    let rules = maker.boundaries().compactMap { $0.subject?.rule }
    #expect(maker.gaps == [])
    #expect(
      rules == [
        "as little as possible", "as much as possible", "shortest text, 9", "longest text, 50",
        "smallest, 7", "greatest, 35", "latest, 2026-03-14", "fewest rows, 2", "most rows, 3",
        "fewest entries, 1", "most entries, 4",
      ])
  }

  @Test("tell of what only others can decide, and of what can't be made")
  func gaps() {
    let form = OpenForm(
      fields: #"""
        { "key": "a", "kind": "entry", "label": "A", "required": true,
          "validation": { "live": [{ "minLength": 5 }, { "maxLength": 3 }] } }
        """#, #"{ "key": "b", "kind": "entry", "label": "B", "readOnly": true, "maxLength": 3 }"#)
    var maker = RecordMaker(RecordForm(form.document), seed: 0, at: form.now)
    #expect(maker.valid() == nil)
    #expect(maker.broken(.invalid).isEmpty)
    #expect(maker.gaps.map(\.reason) == ["no record was found that keeps them all"])

    let other = OpenForm(
      fields: #"""
        { "key": "a", "kind": "entry", "label": "A", "validation": { "live": [{ "validator": "v" }] } }
        """#, #"{ "key": "b", "kind": "entry", "label": "B", "readOnly": true, "maxLength": 3 }"#,
      validators: ["v"])
    maker = RecordMaker(RecordForm(other.document), seed: 0, at: form.now)
    _ = maker.broken(.invalid)
    #expect(
      maker.gaps.map(\.reason) == [
        "only the program that has it can tell", "the field is never checked: readOnly",
      ])
  }
}
