import FieldModels
import FieldTestSupport
import Testing

/// What is said of a part of a record holds of the whole, whatever the rest is.
@Suite("Parts of records at random")
struct RecordPartPropertyTests {
  @Test(
    "what is wrong with a part of a record is wrong with the whole, and what may be is unchecked",
    arguments: Seeds.upTo(300))
  func parts(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 29_100)
    let sample = RecordSample(fieldCount: seed % 10 == 0 ? 40 : 5, using: &random)
    Self.compare(OpenForm(sample.text), sample.text, using: &random)
  }

  @Test(
    "the same of a form with anything in it", arguments: Seeds.upTo(300))
  func partsOfFeatures(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 39_100)
    let sample = FeatureSample(
      .init(fieldCounts: 1...7, density: 20, isPlain: true), using: &random)
    let form = OpenForm(sample.text)
    if form.document.textErrors(limit: 1).isEmpty {
      Self.compare(form, sample.text, using: &random)
    }
  }

  @Test(
    "the values of a form that is put aside are a right part of a record, and fill the form again",
    arguments: Seeds.upTo(300))
  func putAside(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 49_100)
    let sample = RecordSample(fieldCount: 5, using: &random)
    var form = OpenForm(sample.text)
    let opened = form
    let commitment = form.submitPart()
    let (values, obstacles) = try #require(commitment)
    var part = RecordForm(form.document, isPartial: true)
    let said = Self.said(values, by: &part, at: form.now).problems
    let lists = Set(obstacles.lists.map { "/\($0)" })
    let wrong = said.filter { $0.severity == .error && !lists.contains($0.path) }
    #expect(wrong == [], "\(values.json) of \(sample.text)")
    guard case .object(let members) = values else { return }
    let filled = try opened.document.text(filledWith: members, at: form.now).bytes
    let again = OpenForm(String(decoding: filled, as: UTF8.self))
    let fields = Set(form.document.allFields).subtracting(obstacles.fields)
    #expect(again.document.allFields == form.document.allFields)
    for id in fields where !id.isInEntry {
      #expect(
        again.document.reading(of: id)?.definition.draft
          == form.document.reading(of: id)?.definition.draft,
        "\(form.document.key(of: id) ?? "") of \(values.json) of \(sample.text)")
    }
  }

  private static func compare(
    _ form: OpenForm, _ text: String, using random: inout SplitMix64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var whole = RecordForm(form.document)
    var part = RecordForm(form.document, isPartial: true)
    let record = Array(form.document.record.json.utf8)
    for _ in 0..<20 {
      let bytes = RecordSample.mutated(record, using: &random)
      guard let value = Self.value(bytes) else { continue }
      let judged = Self.said(value, by: &whole, at: form.now)
      let layout = RecordLayoutWalk(layout: whole.layout)
      for _ in 0..<4 {
        let rest = layout.part(of: value, using: &random)
        let said = Self.said(rest, by: &part, at: form.now)
        let words = "\(rest.json) of \(value.json) of \(text)"
        #expect(
          said.problems.subtracting(judged.problems) == [], "\(words)",
          sourceLocation: sourceLocation)
        let untold = judged.problems.subtracting(said.problems).filter { told in
          rest.has(told.path) && !said.unchecked.contains(told.path)
        }
        #expect(untold == [], "\(words)", sourceLocation: sourceLocation)
      }
      let full = layout.full(value)
      let said = Self.said(full, by: &part, at: form.now)
      #expect(
        said == Self.said(full, by: &whole, at: form.now), "\(full.json) of \(text)",
        sourceLocation: sourceLocation)
      #expect(said.unchecked == [], "\(full.json) of \(text)", sourceLocation: sourceLocation)
    }
  }

  /// What is said of a record: where, and by which code.
  private struct Said: Equatable {
    var problems: Set<Told>
    /// Where something could not be decided.
    var unchecked: Set<String>
  }

  private struct Told: Hashable {
    var path: String
    var code: String
    var severity: Severity
  }

  private static func said(
    _ value: JSONValue, by form: inout RecordForm, at now: Instant
  ) -> Said {
    var reader = JSONReader(Array(value.json.utf8), dialect: .strict)
    reader.readText()
    let verdict = form.judge(reader.tree, 0, at: now)
    return Said(
      problems: Set(
        verdict.problems.map {
          Told(
            path: $0.path, code: $0.finding.problem.code, severity: $0.finding.severity)
        }),
      unchecked: Set(
        verdict.unchecked(by: form).filter { $0.finding.problem.code == "uncheckedDependency" }
          .map(\.path)))
  }

  /// A record without names that stand twice in an object; nil for what is no such record.
  private static func value(_ bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(bytes, dialect: .strict)
    reader.readText()
    if reader.problems.contains(where: { $0.severity == .error }) { return nil }
    let value = JSONValue(reader.tree, 0)
    guard case .object = value, !value.hasTwice else { return nil }
    return value
  }
}

/// Goes through a record as the layout of its form says.
private struct RecordLayoutWalk {
  let layout: RecordLayout

  /// The record without some members of it, of the objects in it and of the entries of its lists.
  func part(of value: JSONValue, using random: inout SplitMix64) -> JSONValue {
    part(of: value, .object(0), oneIn: Int.random(in: 2...6, using: &random), &random)
  }

  private func part(
    of value: JSONValue, _ content: RecordLayout.Content, oneIn chance: Int,
    _ random: inout SplitMix64
  ) -> JSONValue {
    switch (value, content) {
    case (.object(let members), .object(let number)):
      return .object(
        members.filter { _ in Int.random(in: 0..<chance, using: &random) > 0 }.map { member in
          guard let inner = layout.objects[number].content(named: member.name) else {
            return member
          }
          return .init(member.name, part(of: member.value, inner, oneIn: chance, &random))
        })
    case (.array(let entries), .list(let number)):
      return .array(
        entries.map {
          part(of: $0, .object(layout.lists[number].entry), oneIn: chance, &random)
        })
    default: return value
    }
  }

  /// The record with all that it may have: null for the fields that it lacks.
  func full(_ value: JSONValue) -> JSONValue { full(value, .object(0)) }

  private func full(_ value: JSONValue?, _ content: RecordLayout.Content) -> JSONValue {
    switch (value, content) {
    case (nil, .field): return .null
    case (nil, .object): return full(.object([]), content)
    case (nil, .list): return .array([])
    case (.object(let members)?, .object(let number)):
      var members = members
      for member in layout.objects[number].members {
        let place = members.firstIndex { $0.name == member.name }
        let filled = full(place.map { members[$0].value }, member.content)
        if let place {
          members[place].value = filled
        } else {
          members.append(.init(member.name, filled))
        }
      }
      return .object(members)
    case (.array(let entries)?, .list(let number)):
      return .array(entries.map { full($0, .object(layout.lists[number].entry)) })
    case (let value?, _): return value
    }
  }
}

extension JSONValue {
  /// An object in it has two members of one name.
  fileprivate var hasTwice: Bool {
    switch self {
    case .object(let members):
      Set(members.map(\.name)).count < members.count || members.contains(where: \.value.hasTwice)
    case .array(let elements): elements.contains(where: \.hasTwice)
    case .null, .bool, .number, .string: false
    }
  }

  /// Whether something stands at a JSON pointer.
  fileprivate func has(_ path: String) -> Bool {
    var value = self
    // A letter that joins the stroke before it is one with it only to people.
    for step in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      let name = String(Substring(step)).replacing("~1", with: "/").replacing("~0", with: "~")
      switch value {
      case .object(let members):
        guard let member = members.first(where: { $0.name == name }) else { return false }
        value = member.value
      case .array(let elements):
        guard let index = Int(name), elements.indices.contains(index) else { return false }
        value = elements[index]
      case .null, .bool, .number, .string: return false
      }
    }
    return true
  }
}
