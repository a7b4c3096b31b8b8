import FieldConversion
import FieldModels
import FieldTestSupport
import Testing

/// A form that goes out and comes back is the same form wherever nothing else is told.
@Suite("Round trips at random")
struct RoundTripTests {
  @Test(
    "what an export and the import of it tell nothing of is the same form",
    arguments: FormFormat.readable, Seeds.upTo(60))
  func sameForm(format: FormFormat, seed: UInt64) throws {
    let difference = try Self.trip(of: seed, through: format).difference
    #expect(difference == nil)
  }

  @Test(
    "what differs is told, and what says the same is the same form",
    arguments: [
      // An empty text says what its absence does.
      (
        FormFormat.surveyjs,
        #"{"key":"a","kind":"area","label":"A","helper":"","whenEmpty":"omit"}"#
      ),
      (.formio, #"{"key":"a","kind":"area","label":"A","helper":"","whenEmpty":"empty"}"#),
      (
        .html,
        #"{"key":"a","kind":"entry","label":"A","unit":"","placeholder":"","whenEmpty":"null"}"#
      ),
      (.github, #"{"key":"a","kind":"entry","label":"A","unit":"","required":true}"#),
      (.xlsform, #"{"key":"a","kind":"entry","label":"A","icon":"","required":true}"#),
      (
        .xlsform,
        #"{"key":"a","kind":"picker","label":"A","data":[{"value":"x","label":"X","description":""}],"clearable":true,"required":true}"#
      ),
      (
        .surveyjs,
        #"{"key":"a","kind":"picker","label":"A","data":["x",{"value":"y","label":""}],"clearable":true,"required":true}"#
      ),
      // There is no length.
      (
        .surveyjs,
        #"{"key":"a","kind":"date","label":"A","lengthUnit":"words","whenEmpty":"omit","clearable":true}"#
      ),
      (
        .formio,
        #"{"key":"a","kind":"date","mode":"time","label":"A","lengthUnit":"utf8","required":true,"clearable":true}"#
      ),
      (
        .formio,
        #"{"key":"a","kind":"entry","label":"A","keyboard":"phonePad","lengthUnit":"utf8","maxLength":9,"required":true}"#
      ),
      // A zone decides about today, one that is written by default as well.
      (
        .xlsform,
        #"{"key":"a","kind":"date","label":"A","timeZone":"GMT","whenEmpty":"omit","clearable":true}"#
      ),
      // A row for yes has a label in a survey in any case.
      (
        .surveyjs,
        #"{"key":"a","kind":"picker","label":"A","data":[true,false],"whenEmpty":"omit","clearable":true}"#
      ),
      // What has no label is shown with its key.
      (
        .formio,
        #"{"key":"a","kind":"date","mode":"time","label":"","required":true,"clearable":true}"#
      ),
      // What several rows give when none is chosen.
      (
        .html,
        #"{"key":"a","kind":"picker","label":"A","data":["x"],"multiple":true,"whenEmpty":"null"}"#
      ),
      (
        .formio,
        #"{"key":"a","kind":"picker","label":"A","data":["x"],"multiple":true,"text":[],"clearable":true,"required":true}"#
      ),
      // A row that other places would take for nothing.
      (
        .formio,
        #"{"key":"a","kind":"picker","label":"A","data":[true,false],"multiple":true,"text":["false"],"clearable":true,"required":true}"#
      ),
      // What is named by where its value stands.
      (
        .mcp,
        #"{"key":"a","kind":"entry","label":"A","path":"/x","whenEmpty":"omit"}"#
      ),
      // A list whose values stand elsewhere than under its key.
      (.surveyjs, #"{"key":"a","kind":"area","label":"A","group":"list","whenEmpty":"omit"}"#),
    ])
  func sameOrTold(format: FormFormat, field: String) throws {
    let list = #"{"key":"list","label":"L","path":"/x~1y","repeat":{"maxEntries":9}}"#
    let groups = field.contains(#""group""#) ? #""groups":[\#(list)],"# : ""
    let difference = try Self.trip(of: #"{\#(groups)"fields":[\#(field)]}"#, through: format)
      .difference
    #expect(difference == nil)
  }

  @Test(
    "a group comes back as it was",
    arguments: [
      (FormFormat.surveyjs, #"{"groups":[{"key":"in","label":"I","path":"/in"}],"fields":[]}"#),
      // Where nothing is said of how it looks, that is told.
      (.surveyjs, #"{"groups":[{"key":"in","label":"I","presentation":{}}],"fields":[]}"#),
      (.surveyjs, #"{"presentation":{},"fields":[]}"#),
      // The only page of a survey, by its title, by what it says of itself, and without either.
      (
        .surveyjs,
        #"{"groups":[{"key":"p","label":"P"}],"fields":[{"key":"a","kind":"area","label":"A","group":"p","whenEmpty":"omit"}]}"#
      ),
      (
        .surveyjs,
        #"{"groups":[{"key":"p","label":"","description":"d"}],"fields":[{"key":"a","kind":"area","label":"A","group":"p","whenEmpty":"omit"}]}"#
      ),
      (
        .surveyjs,
        #"{"groups":[{"key":"p","label":""}],"fields":[{"key":"a","kind":"area","label":"A","group":"p","whenEmpty":"omit"}]}"#
      ),
      (
        .formio,
        #"{"groups":[{"key":"l","label":"L","repeat":{}}],"fields":[],"entries":{"l":[{},{},{}]}}"#
      ),
      // A number that a text is compared with is the text that is written.
      (
        .surveyjs,
        #"{"fields":[{"key":"a","kind":"area","label":"A","whenEmpty":"omit"},{"key":"b","kind":"area","label":"B","whenEmpty":"omit","visible":{"when":{"any":[{"key":"a","is":1.0},{"key":"a","in":[1e3,""]}]}}}]}"#
      ),
      // A path that a list has anyway.
      (
        .surveyjs,
        #"{"groups":[{"key":"l","label":"L","path":"/l","repeat":{}}],"fields":[{"key":"a","kind":"area","label":"A","group":"l","whenEmpty":"omit"}]}"#
      ),
    ])
  func sameGroups(format: FormFormat, document: String) throws {
    #expect(try Self.trip(of: document, through: format).difference == nil)
  }

  @Test("a list is known to conditions by where its entries stand")
  func conditionOnList() throws {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "list", "label": "L", "path": "/there", "repeat": { "maxEntries": 9 } },
          { "key": "box", "label": "B", "path": "/in" }],
        "fields": [
          { "key": "a", "kind": "entry", "label": "A", "group": "list", "whenEmpty": "omit" },
          { "key": "b", "kind": "entry", "label": "B", "path": "/c", "whenEmpty": "omit" },
          { "key": "d", "kind": "entry", "label": "D", "group": "box", "whenEmpty": "omit" },
          { "key": "e", "kind": "entry", "label": "E", "whenEmpty": "omit", "visible": { "when": { "all": [
            { "key": "list", "filled": true }, { "key": "b", "filled": true }, { "key": "d", "is": "7" } ] } } }
        ] }
      """#)
    let made = try form.document.exported(as: .surveyjs)
    let text = made.form.text()
    #expect(text.contains("{there} notempty and {c} notempty and {in.d} = '7'"), "\(text)")
    let back = try FieldDocument.imported(made.form, from: .surveyjs).form.value()
    let asked = back["fields"]?.array?.last?["visible"]?["when"]?["all"]?.array?.map { $0["key"] }
    #expect(asked == ["list", "b", "d"])
  }

  @Test("of each format some forms come back", arguments: FormFormat.readable)
  func comparisons(format: FormFormat) throws {
    // An import of Form.io nearly always tells something.
    let count: UInt64 = format == .formio ? 6_000 : 600
    let trips = try (0..<count).map { try Self.trip(of: $0, through: format) }
    #expect(trips.map(\.count).reduce(0, +) > 0)
  }

  /// What came of a trip.
  private struct Trip {
    /// How many fields were told nothing of, and so compared.
    var count = 0
    var difference: String?
  }

  private static func trip(of seed: UInt64, through format: FormFormat) throws -> Trip {
    var random = SplitMix64(seed: seed &* 31 &+ 7)
    let measure = FeatureSample.Measure(
      fieldCounts: 1...3, density: [1, 4, 15][Int(seed % 3)], isPlain: true)
    let sample = FeatureSample(measure, using: &random)
    return try trip(
      of: seed % 2 == 0 ? sample.text : common(sample.value).json, through: format)
  }

  private static func trip(of text: String, through format: FormFormat) throws -> Trip {
    let form = OpenForm(text, validators: ["taken"])
    if !form.document.textErrors(limit: 1).isEmpty { return Trip() }
    guard let exported = try? form.document.exported(as: format) else { return Trip() }
    let imported = try FieldDocument.imported(exported.form, from: format)
    // Where that is told in the document that went out, nobody knows.
    if !imported.report.entries.isEmpty { return Trip() }
    let returned = OpenForm(imported.form.text(), validators: ["taken"])
    let told = exported.report.entries.map(\.path)
    var trip = Trip()
    func tell(_ what: String) {
      let texts = [text, exported.form.text(), returned.text].joined(separator: "\n")
      trip.difference = trip.difference ?? "\(what), told of \(told):\n\(texts)"
    }
    for locale in [nil, "en", "de", "pt-BR"] {
      let found = compare(form, returned, for: locale, told)
      trip.count += found.count
      if let difference = found.difference { tell(difference) }
    }
    if !told.isEmpty { return trip }
    let (before, after) = (fields(of: form), fields(of: returned))
    if before.map(\.key) != after.map(\.key) { tell("other fields") }
    let (frame, other) = (form.document.frame, returned.document.frame)
    // A path that is written, and one that a list has anyway, lead to the same place.
    func placed(_ group: DocumentFrame.Group) -> DocumentFrame.Group {
      var group = group
      group.statesPath = false
      // That nothing is said of how it looks is said by null, too.
      if group.presentation == .null { group.presentation = nil }
      return group
    }
    if frame.groups.map(placed) != other.groups.map(placed) { tell("other groups") }
    for key in form.document.listKeys
    where form.document.entryCount(ofList: key) != returned.document.entryCount(ofList: key) {
      tell("other entries")
    }
    if frame.title ?? "" != other.title ?? "" { tell("another title") }
    if frame.description ?? "" != other.description ?? "" { tell("another description") }
    if frame.isClosed != other.isClosed { tell("closed otherwise") }
    if frame.presentation != other.presentation { tell("another presentation") }
    return trip
  }

  /// Compares the fields of a form with those that came back, as a reader of a language sees them.
  private static func compare(
    _ form: OpenForm, _ returned: OpenForm, for locale: String?, _ told: [String]
  ) -> Trip {
    var trip = Trip()
    let (before, after) = (fields(of: form, for: locale), fields(of: returned, for: locale))
    // Of a group that is lost, or known by another key, its fields are no more told than it is.
    let renamed = Set(
      form.document.frame.groups.enumerated().filter {
        told.contains("/groups/\($0.offset)") || told.contains("/groups/\($0.offset)/key")
      }.map(\.element.key))
    for (index, field) in before.enumerated() {
      let place = "/fields/\(index)"
      if told.contains(where: { $0 == "/fields" || $0.isAtOrIn(place) }) { continue }
      trip.count += 1
      var other = after.first { $0.key == field.key }
      if let group = field.group, renamed.contains(group) { other?.group = group }
      if let what = difference(field, other) { trip.difference = "\(locale ?? "any"): \(what)" }
    }
    return trip
  }

  /// A form whose fields are filled, or emptied and left out, as other formats have it: else each is told of.
  private static func common(_ form: JSONValue) -> JSONValue {
    .object(
      form.members.compactMap { member in
        if member.name == "autofill" { return nil }
        guard member.name == "fields" else { return member }
        let fields = (member.value.array ?? []).enumerated().map { index, field in
          let own = ["whenEmpty", "clearable", "required"]
          var members = field.members.filter { !own.contains($0.name) }
          members.append(
            index % 2 == 0 ? .init("whenEmpty", "omit") : .init("required", true))
          if ["picker", "date"].contains(field["kind"]?.string) {
            members.append(.init("clearable", true))
          }
          return JSONValue.object(members)
        }
        return .init("fields", .array(fields))
      })
  }

  private static func fields(of form: OpenForm, for locale: String? = nil) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    var document = form.document
    document.speak(in: Wording(locale: locale), at: Instant(nanoseconds: 0))
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      var definition = reading.definition
      // A text may be the same in all languages.
      definition.isTranslated = false
      // What an empty field commits is the same, said or not.
      definition.statedEmptyValue = definition.emptyValue
      // No row that is chosen, said or not.
      if definition.draft.isEmpty { definition.draft = .empty }
      for path in [
        \FieldDefinition.isRequired, \.isVisible, \.isEnabled, \.isLenient,
      ] {
        if case .when(let condition) = definition[keyPath: path] {
          definition[keyPath: path] = .when(condition.plain(lists: form.document.listKeys))
        }
      }
      fields.append(definition)
      return true
    }
    return fields
  }

  /// What is different, in words.
  private static func difference(_ one: FieldDefinition, _ other: FieldDefinition?) -> String? {
    guard let other else { return "\(one.key ?? "") is gone" }
    if one == other { return nil }
    let members = zip(Mirror(reflecting: one).children, Mirror(reflecting: other).children)
    let found = members.filter { "\($0.value)" != "\($1.value)" }.map {
      "\($0.label ?? ""): \($0.value), then \($1.value)"
    }
    return found.joined(separator: "; ")
  }
}

extension String {
  /// Whether a place is another one or lies in it.
  fileprivate func isAtOrIn(_ place: String) -> Bool { self == place || hasPrefix(place + "/") }
}

extension Condition {
  /// One of several texts is one text or another; other conditions are one.
  fileprivate var alternatives: [Condition] {
    guard case .test(let key, .isOneOf(let texts)) = self else { return [self] }
    return texts.map { .test(key: key, .isOneOf([$0])) }
  }

  /// The same without conditions that are made of one; and what equals the empty text is not filled,
  /// unless it is a list.
  fileprivate func plain(lists: [String]) -> Condition {
    func plain(_ parts: [Condition], _ all: ([Condition]) -> Condition) -> Condition {
      let parts = parts.map { $0.plain(lists: lists) }
      return parts.count == 1 ? parts[0] : all(parts)
    }
    switch self {
    case .all(let parts): return plain(parts, Condition.all)
    case .any(let parts): return plain(parts.flatMap(\.alternatives), Condition.any)
    case .test(let key, .isOneOf([""])) where !lists.contains(key):
      return .test(key: key, .isFilled(false))
    case .test(_, .isOneOf(let texts)) where 1 < texts.count:
      return .any(alternatives.map { $0.plain(lists: lists) })
    case .test(let key, .isNot("")) where !lists.contains(key):
      return .test(key: key, .isFilled(true))
    case .test, .holds: return self
    }
  }
}
