import FieldConversion
import FieldModels
import FieldTestSupport
import Testing

/// The schema for a model's structured output asks for what those who make models take, whatever the form.
@Suite("Schemas for models")
struct StructuredSchemaTests {
  /// The keywords of strict structured outputs that are written here.
  private static let taken: Set<String> = [
    "type", "enum", "const", "title", "description", "format", "anyOf", "items", "properties",
    "required", "additionalProperties",
  ]
  private static let formats: Set<String> = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]

  @Test("of documents of every feature", arguments: Seeds.upTo(200))
  func strict(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let measure = FeatureSample.Measure(
      fieldCounts: 1...8, density: [2, 10, 25][Int(seed % 3)], isPlain: true)
    let sample = FeatureSample(measure, using: &random)
    let form = OpenForm(sample.text, validators: ["taken"])
    let made = try form.document.exported(as: .jsonSchema, structured: true)
    let schema = try made.form.value()
    #expect(schema["type"] == "object")
    let mistakes = Self.mistakes(in: schema, at: "")
    #expect(mistakes.isEmpty, "\(mistakes)\n\(sample.text)\n\(schema.json)")
    let places = try FieldDocument.imported(.text(sample.text), from: .fields).form.value()
    for entry in made.report.entries {
      #expect(Self.exists(entry.path, in: places), "\(entry)\n\(sample.text)")
    }
  }

  /// Whether a pointer leads somewhere in a document, or to what one of its parts may have.
  private static func exists(_ pointer: String, in document: JSONValue) -> Bool {
    var value = document
    for step in (JSONPointer.steps(of: pointer) ?? []).dropLast() {
      let next = Int(step).flatMap { index in
        value.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      guard let found = next ?? value[step] else { return false }
      value = found
    }
    return true
  }

  private static func mistakes(in schema: JSONValue, at path: String) -> [String] {
    var mistakes: [String] = []
    func wrong(_ what: String) { mistakes.append("\(path): \(what)") }
    let names = schema.members.map(\.name)
    for name in names where !taken.contains(name) { wrong(name) }
    if schema["type"] == nil, schema["anyOf"] == nil { wrong("no type") }
    if schema["enum"]?.array?.isEmpty == true { wrong("no value") }
    if let format = schema["format"]?.string, !formats.contains(format) { wrong(format) }
    if let rows = schema["anyOf"]?.array {
      if rows.isEmpty { wrong("no alternative") }
      for (index, row) in rows.enumerated() {
        mistakes += Self.mistakes(in: row, at: "\(path)/anyOf/\(index)")
      }
    }
    if schema["type"] == "array", schema["items"] == nil { wrong("no items") }
    if let items = schema["items"] { mistakes += Self.mistakes(in: items, at: path + "/items") }
    guard schema["type"] == "object" || schema["properties"] != nil else { return mistakes }
    if schema["additionalProperties"] != false { wrong("open") }
    let properties = schema["properties"]?.members ?? []
    if schema["required"]?.array != properties.map({ .string($0.name) }) {
      wrong("not all keys are asked for")
    }
    for property in properties {
      mistakes += Self.mistakes(in: property.value, at: path + JSONPointer.step(property.name))
    }
    return mistakes
  }

  @Test("limits stand in descriptions, those of dates among them, and are told at what has them")
  func limits() throws {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "lines", "label": "Lines", "repeat": { "minEntries": 2 } }], "fields": [
        { "key": "from", "kind": "date", "label": "From", "helper": "First day",
          "minimumDate": "2026-01-01", "maximumDate": "today" },
        { "key": "to", "kind": "date", "label": "To",
          "validation": { "endEditing": [{ "after": "from", "message": "Later" }] } },
        { "key": "at", "kind": "date", "mode": "time", "label": "At",
          "validation": { "endEditing": [{ "minimum": "08:00" }, { "before": "10:00", "when": { "key": "to", "filled": true } }] } },
        { "key": "word", "kind": "entry", "label": "Word", "maxLength": 3, "lengthUnit": "words",
          "validation": { "live": [{ "pattern": "a", "flags": "i" }, { "equals": "again" }, "slug"] } },
        { "key": "again", "kind": "entry", "label": "Again", "group": "lines" }
      ] }
      """#)
    let made = try form.document.exported(as: .jsonSchema, structured: true)
    let properties = try made.form.value()["properties"] ?? .null
    func words(_ name: String) -> String? { properties[name]?["description"]?.string }
    #expect(words("from") == "First day\nminimumDate 2026-01-01, maximumDate today")
    #expect(words("to") == "after from")
    #expect(words("at") == "minimum 08:00")
    #expect(words("word") == "maxLength 3, pattern a, flags i, equals again, format slug")
    #expect(words("lines") == "minItems 2")
    let told = made.report.entries.filter { $0.message.contains("`minItems`") }.map(\.path)
    #expect(told == ["/groups/0"])
  }

  @Test("a picker without rows leaves no empty list of alternatives")
  func noRows() throws {
    let form = OpenForm(
      #"{ "fields": [{ "key": "a", "kind": "picker", "label": "A", "data": [], "manualEntry": true }] }"#
    )
    let schema = try form.document.exported(as: .jsonSchema, structured: true).form.value()
    #expect(Self.mistakes(in: schema, at: "").isEmpty, "\(schema.json)")
  }
}
