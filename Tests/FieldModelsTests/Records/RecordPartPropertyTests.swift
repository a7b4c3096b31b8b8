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

  /// Fields that look at one another in every way: limits through midnight, circles, what is left alone
  /// if something is so, entries that differ in two fields.
  private static let entangled = #"""
    { "groups": [{ "key": "rows", "label": "Rows", "repeat": { "unique": ["sku", "lot"] } }],
      "fields": [
      { "key": "open", "kind": "date", "mode": "time", "label": "Open" },
      { "key": "close", "kind": "date", "mode": "time", "label": "Close" },
      { "key": "visit", "kind": "date", "mode": "time", "label": "Visit",
        "validation": { "live": [{ "after": "open" }, { "before": "close" }] } },
      { "key": "night", "kind": "date", "mode": "time", "label": "Night", "minimumDate": "22:00",
        "validation": { "live": [{ "before": "close" },
          { "maximum": "06:00", "when": { "key": "a", "filled": true } }] } },
      { "key": "a", "kind": "entry", "label": "A", "visible": { "when": { "key": "b", "is": "x" } } },
      { "key": "b", "kind": "entry", "label": "B", "visible": { "when": { "key": "a", "isNot": "y" } },
        "enabled": { "when": { "key": "c", "isNot": "y" } } },
      { "key": "c", "kind": "entry", "label": "C", "required": { "when": { "key": "b", "filled": true } } },
      { "key": "d", "kind": "entry", "label": "D", "value": "integer",
        "lenient": { "when": { "key": "a", "filled": true } },
        "required": { "when": { "key": "c", "filled": true } },
        "validation": { "live": [{ "minimum": 5, "when": { "key": "b", "filled": true } }] } },
      { "key": "e", "kind": "entry", "label": "E", "whenHidden": "keep",
        "visible": { "when": { "all": [{ "key": "c", "is": "x" }, { "key": "rows", "filled": true }] } },
        "validation": { "live": [{ "equals": "b" }] } },
      { "key": "sku", "kind": "entry", "label": "SKU", "group": "rows",
        "visible": { "when": { "key": "c", "isNot": "y" } } },
      { "key": "lot", "kind": "entry", "label": "Lot", "group": "rows",
        "enabled": { "when": { "any": [{ "key": "sku", "filled": true }, { "key": "e", "is": "x" }] } },
        "validation": { "live": [{ "equals": "sku", "when": { "key": "a", "filled": true } }] } }
    ] }
    """#

  @Test("the same of fields that look at one another in every way", arguments: Seeds.upTo(50))
  func partsOfEntangled(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 59_100)
    let form = OpenForm(Self.entangled)
    var judges = Judges(form)
    #expect(form.document.textErrors(limit: 9).map(\.finding.message) == [])
    let times: [JSONValue] = ["05:00", "12:00", "23:00", "21:00", .null]
    let words: [JSONValue] = ["x", "y", "", .null, .number("7"), .number("3")]
    func members(_ keys: [String], _ values: [JSONValue]) -> [JSONValue.Member] {
      keys.filter { _ in Int.random(in: 0..<6, using: &random) > 0 }.map {
        .init($0, values.randomElement(using: &random) ?? .null)
      }
    }
    for _ in 0..<40 {
      let rows = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        JSONValue.object(members(["sku", "lot"], ["x", "x", "y", .null]))
      }
      let record = JSONValue.object(
        members(["open", "close", "visit", "night"], times)
          + members(["a", "b", "c", "d", "e"], words) + [.init("rows", .array(rows))])
      judges.compare(record, of: "the entangled form", using: &random)
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
    let said = said(values, by: &part, at: form.now).problems
    let lists = Set(obstacles.lists.map { "/\($0)" })
    // In the place of a value that is an entry null is put aside, which another entry may be.
    let listsOfValues = part.layout.lists.filter { $0.value != nil }.map { $0.path + "/" }
    let wrong = said.filter { problem in
      problem.severity == .error && !lists.contains(problem.path)
        && !(problem.code == "notUnique" && listsOfValues.contains { problem.path.hasPrefix($0) })
    }
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
    var judges = Judges(form)
    let record = Array(form.document.record.json.utf8)
    for _ in 0..<20 {
      let bytes = RecordSample.mutated(record, using: &random)
      guard let value = Self.value(bytes) else { continue }
      judges.compare(value, of: text, using: &random, sourceLocation: sourceLocation)
    }
  }

  /// A form that judges whole records, and one that judges parts.
  private struct Judges {
    private var whole: RecordForm
    private var part: RecordForm
    private let layout: RecordLayoutWalk
    private let now: Instant

    init(_ form: OpenForm) {
      whole = RecordForm(form.document)
      part = RecordForm(form.document, isPartial: true)
      layout = RecordLayoutWalk(of: part)
      now = form.now
    }

    /// Compares what is said of a record, of parts of it, and of all that it may have.
    mutating func compare(
      _ value: JSONValue, of text: String, using random: inout SplitMix64,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let judged = said(value, by: &whole, at: now)
      for _ in 0..<4 {
        let rest = layout.part(of: value, using: &random)
        let said = said(rest, by: &part, at: now)
        let words = "\(rest.json) of \(value.json) of \(text)"
        // A schema doesn't wait for keys that no field has, of which a part may lack some.
        let surplus = said.problems.subtracting(judged.problems).filter {
          $0.code != "schemaMismatch"
        }
        #expect(
          surplus == [], "\(words)",
          sourceLocation: sourceLocation)
        let untold = judged.problems.subtracting(said.problems).filter { told in
          layout.has(told.path, in: rest) && !said.unchecked.contains(told.path)
        }
        #expect(untold == [], "\(words)", sourceLocation: sourceLocation)
      }
      let full = layout.full(value)
      let told = said(full, by: &part, at: now)
      #expect(
        told == said(full, by: &whole, at: now), "\(full.json) of \(text)",
        sourceLocation: sourceLocation)
      #expect(told.unchecked == [], "\(full.json) of \(text)", sourceLocation: sourceLocation)
    }
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

private func said(
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

/// Goes through a record as the layout of its form says.
private struct RecordLayoutWalk {
  let layout: RecordLayout
  /// Of which lists null says that an entry is missing.
  private let lacksNull: [Bool]

  /// - Parameter form: one that judges parts of records
  init(of form: RecordForm) {
    layout = form.layout
    lacksNull = form.layout.lists.indices.map { form.lacksNull(ofList: $0) }
  }

  /// Whether something stands at a JSON pointer into a record.
  func has(_ path: String, in record: JSONValue) -> Bool {
    guard record.value(at: path) == .null else { return record.value(at: path) != nil }
    return !zip(layout.lists, lacksNull).contains { $1 && path.hasPrefix($0.path + "/") }
  }

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
      let content = layout.lists[number].entryContent
      return .array(
        entries.map {
          // Null says that an entry is missing which is a value.
          if lacksNull[number], Int.random(in: 0..<chance, using: &random) == 0 { return .null }
          return part(of: $0, content, oneIn: chance, &random)
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
      let content = layout.lists[number].entryContent
      if lacksNull[number] { return .array(entries.filter { $0 != .null }) }
      return .array(entries.map { full($0, content) })
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

  /// What stands at a JSON pointer; nil where nothing does.
  fileprivate func value(at path: String) -> JSONValue? {
    var value = self
    // A letter that joins the stroke before it is one with it only to people.
    for step in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      let name = String(Substring(step)).replacing("~1", with: "/").replacing("~0", with: "~")
      switch value {
      case .object(let members):
        guard let member = members.first(where: { $0.name == name }) else { return nil }
        value = member.value
      case .array(let elements):
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        value = elements[index]
      case .null, .bool, .number, .string: return nil
      }
    }
    return value
  }
}
