import FieldModels
import FieldTestSupport
import Testing

import FieldModels

/// Lists of records that are being edited.
@Suite("Records that are edited")
struct RecordJudgementTests {
  @Test("are judged as if they were read for the first time", arguments: Seeds.upTo(60))
  func sameAsAnew(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 770)
    let sample = RecordSample(
      fieldCount: 4, areApart: Bool.random(using: &random), using: &random)
    let form = OpenForm(sample.text)
    let dialect = Bool.random(using: &random) ? JSONReader.Dialect.strict : .commented
    var judges = [RecordJudge(RecordForm(form.document), at: form.now)]
    let record = form.document.record.json
    var bytes = Array("[ \(record), {}, \(record), { \"f0\": 1 },\n\(record) ]".utf8)
    var earlier: RecordJudgement?
    for _ in 0..<30 {
      Self.edit(&bytes, using: &random)
      let text = RecordText(bytes, dialect: dialect)
      let numbers = text.records.map { _ in 0 }
      let next = RecordJudgement(of: text, by: &judges, ofEach: numbers, after: earlier)
      let anew = RecordJudgement(of: text, by: &judges, ofEach: numbers)
      let words = "\(String(decoding: bytes, as: UTF8.self)) in \(sample.text)"
      #expect(Self.plain(next.problems) == Self.plain(anew.problems), "\(words)")
      #expect(next.uncheckedValidators == anew.uncheckedValidators, "\(words)")
      for problem in next.problems {
        #expect(0 <= problem.finding.span.lowerBound, "\(words)")
        #expect(problem.finding.span.upperBound <= bytes.count, "\(words)")
      }
      earlier = next
    }
  }

  /// Without what says that it was said before.
  private static func plain(_ problems: [RecordVerdict.Problem]) -> [RecordVerdict.Problem] {
    problems.map { .init(key: $0.key, path: $0.path, finding: $0.finding) }
  }

  private static func edit(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let pieces = ["{},", " ", "\"", "// x\n", "{ \"f1\": null },", ",", "}", "7", "é", "]"]
    if Bool.random(using: &random) {
      bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
    } else {
      let end = min(bytes.count, place + Int.random(in: 0...3, using: &random))
      bytes.removeSubrange(place..<end)
    }
  }

  @Test("of broken text tell what stands whole, and nothing of what may be missing")
  func broken() {
    let form = OpenForm(
      #"{ "fields": [ { "key": "a", "kind": "entry", "label": "A", "required": true }, "#
        + #"{ "key": "b", "kind": "entry", "label": "B", "value": "integer" } ] }"#)
    var judges = [RecordJudge(RecordForm(form.document), at: form.now)]
    func told(_ text: String) -> [String] {
      let text = RecordText(Array(text.utf8), dialect: .strict)
      return RecordJudgement(of: text, by: &judges, ofEach: text.records.map { _ in 0 })
        .problems.map { "\($0.finding.span.lowerBound) \($0.finding.problem.code)" }
    }
    #expect(told(#"{ "b": "x" }"#) == ["0 valueMissing", "7 wrongType"])
    #expect(told(#"{ "b": "x""#) == ["9 syntax", "7 wrongType"])
    #expect(told(#"[ { "b": "x", }, {} ]"#) == ["12 syntax", "9 wrongType", "17 valueMissing"])
    #expect(told(#"{ "b": x }"#) == ["7 syntax"])
    #expect(told("") == ["0 syntax"])
  }
}
