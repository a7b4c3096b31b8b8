/// What JSON Schema calls formats.
///
/// Source: https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
extension Format {
  /// Those whose names differ: what a schema calls `time` has an offset from UTC, and an address is one to which
  /// mail servers deliver.
  private static let others: [String: Format] = ["time": .timeOffset, "email": .emailRFC5321]
  private static let alike: Set<Format> = [
    .idnEmail, .uri, .uriReference, .iri, .iriReference, .uriTemplate, .jsonPointer,
    .relativeJSONPointer, .date, .dateTime, .duration, .uuid, .ipv4, .ipv6, .hostname, .idnHostname,
  ]

  /// The format that a schema calls so; nil for a name that is none of JSON Schema's.
  package static func ofSchemas(named name: String) -> Format? {
    others[name] ?? Format(rawValue: name).flatMap { alike.contains($0) ? $0 : nil }
  }

  /// The same in the schema of a rule, which may also ask for what JavaScript reads as a date.
  package static func ofRules(named name: String) -> Format? {
    name == Format.javaScriptDate.rawValue ? .javaScriptDate : ofSchemas(named: name)
  }

  /// What a schema calls the format; nil for one that it does not have.
  package var schemaName: String? {
    Self.alike.contains(self) ? rawValue : Self.others.first { $0.value == self }?.key
  }
}
