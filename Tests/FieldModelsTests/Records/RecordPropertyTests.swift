import FieldModels
import FieldTestSupport
import Testing

/// A record and the form that it is typed into are judged alike.
@Suite("Records at random")
struct RecordPropertyTests {
  @Test(
    "of a record is said what the form says of the same drafts once it is submitted",
    arguments: Seeds.upTo(300))
  func sameAsForm(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 9100)
    let sample = RecordSample(fieldCount: 6, using: &random)
    var form = OpenForm(sample.text)
    #expect(form.document.textErrors(limit: 9).map(\.finding.message) == [], "\(sample.text)")
    let record = form.document.record.json
    let verdict = form.judge(record)
    form.submit()
    let missing = verdict.problems.contains { $0.finding.problem.code == "tooFewEntries" }
    #expect(missing == !form.document.problems(ofList: "rows").isEmpty, "\(record)")
    for id in form.document.allFields {
      guard let reading = form.document.reading(of: id), let key = reading.mentions.key else {
        continue
      }
      let path = form.document.path(of: id, key)
      let expected = form.document.draftFindings(of: id, at: form.now).map(Self.words)
      let own = verdict.problems.filter { $0.key == key && path.map($0.path.hasPrefix) ?? true }
      let said = own.filter(\.finding.isAboutDraft)
      let mistyped = own.contains(where: \.isAboutType)
      // A draft that is no value of the field's type is told of as a value of another type.
      if mistyped {
        #expect(expected.contains { $0.contains("badInput") }, "\(key) of \(record)")
      } else {
        #expect(
          said.map { Self.words($0.finding) }.sorted() == expected.sorted(),
          "\(key) of \(record) in \(sample.text)")
      }
    }
  }

  private static func words(_ finding: Finding) -> String {
    // Which entry is the same has no number in a form, whose entries move.
    if finding.problem.code == "notUnique" { return "notUnique" }
    return "\(finding.severity) \(finding.problem.code) \(finding.message)"
      + JSONValue.object(finding.problem.parameters).json
  }

  @Test(
    "what a form commits is a record without errors", arguments: Seeds.upTo(300))
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

extension FieldDocument {
  /// Where the value of a field in an entry begins in a record; nil for one that is in none.
  fileprivate func path(of id: FieldID, _ key: String) -> String? {
    let isEntry = reading(of: id)?.mentions.path == []
    return id.entry.flatMap { place(ofEntry: $0) }.map {
      "/\($0.list)/\($0.index)" + (isEntry ? "" : "/\(key)")
    }
  }
}
