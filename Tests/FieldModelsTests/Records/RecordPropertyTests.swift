import FieldModels
import FieldTestSupport
import Testing

/// A record and the form that it is typed into are judged alike.
@Suite("Records at random")
struct RecordPropertyTests {
  @Test(
    "of a record is said what the form says of the same drafts once it is submitted",
    arguments: 0..<300 as Range<UInt64>)
  func sameAsForm(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 9100)
    let sample = RecordSample(fieldCount: 6, using: &random)
    var form = OpenForm(sample.text)
    #expect(form.document.textErrors(limit: 9).map(\.finding.message) == [], "\(sample.text)")
    let record = form.document.record.json
    let verdict = form.judge(record)
    form.submit()
    for id in form.document.allFields {
      guard let key = form.document.key(of: id) else { continue }
      let expected = form.document.findings(of: id).filter(\.isAboutDraft).map(Self.words)
      let said = verdict.problems.filter { $0.key == key && $0.finding.isAboutDraft }
      let mistyped = verdict.problems.contains { $0.key == key && $0.isAboutType }
      // A draft that is no value of the field's type is told of as a value of another type.
      if mistyped {
        #expect(expected.contains { $0.contains("badInput") }, "\(key) of \(record)")
      } else {
        #expect(
          said.map { Self.words($0.finding) } == expected,
          "\(key) of \(record) in \(sample.text)")
      }
    }
  }

  private static func words(_ finding: Finding) -> String {
    "\(finding.severity) \(finding.problem.code) \(finding.message)"
      + JSONValue.object(finding.problem.parameters).json
  }

  @Test(
    "what a form commits is a record without errors", arguments: 0..<300 as Range<UInt64>)
  func committed(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 9500)
    let sample = RecordSample(fieldCount: 2, using: &random)
    var form = OpenForm(sample.text)
    let opened = form
    guard let values = form.submit() else { return }
    let hidden = values.count < form.document.fieldCount
    // Of a hidden field that is left out the others can't know what it held.
    if hidden, sample.text.contains("\"visible\"") { return }
    let record = JSONValue.object(values).json
    let verdict = opened.judge(record)
    #expect(verdict.isValid, "\(record) \(verdict.problems) of \(sample.text)")
  }
}

extension RecordVerdict.Problem {
  fileprivate var isAboutType: Bool {
    if case .record(.wrongType) = finding.problem { true } else { false }
  }
}
