import FieldModels
import FieldTestSupport
import Testing

/// A form that goes out and comes back is the same form wherever nothing else is told.
@Suite("Round trips at random")
struct RoundTripTests {
  @Test(
    "what an export and the import of it tell nothing of is the same form",
    arguments: FormFormat.allCases, Seeds.upTo(60))
  func sameForm(format: FormFormat, seed: UInt64) throws {
    let difference = try Self.trip(of: seed, through: format).difference
    #expect(difference == nil)
  }

  @Test("of each format some forms come back", arguments: FormFormat.allCases)
  func comparisons(format: FormFormat) throws {
    let trips = try (0..<300 as Range<UInt64>).map { try Self.trip(of: $0, through: format) }
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
    let text = seed % 2 == 0 ? sample.text : common(sample.value).json
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
    let (before, after) = (fields(of: form), fields(of: returned))
    for (index, field) in before.enumerated() {
      let place = "/fields/\(index)"
      if told.contains(where: { $0 == "/fields" || $0.isAtOrIn(place) }) { continue }
      trip.count += 1
      if let what = difference(field, after.first { $0.key == field.key }) { tell(what) }
    }
    if !told.isEmpty { return trip }
    if before.map(\.key) != after.map(\.key) { tell("other fields") }
    let (frame, other) = (form.document.frame, returned.document.frame)
    if frame.groups != other.groups { tell("other groups") }
    if frame.title ?? "" != other.title ?? "" { tell("another title") }
    if frame.description ?? "" != other.description ?? "" { tell("another description") }
    if frame.isClosed != other.isClosed { tell("closed otherwise") }
    if frame.presentation != other.presentation { tell("another presentation") }
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

  private static func fields(of form: OpenForm) -> [FieldDefinition] {
    var fields: [FieldDefinition] = []
    form.document.forEachField(in: 0..<form.document.text.byteCount) { _, _, reading in
      fields.append(reading.definition)
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
