import FieldModels
import FieldTestSupport
import Foundation
import Testing

/// The formats that share a dialect with JSON Schema, held to its public test suite.
///
/// The suite is found beside the package or where `FIELDD_SHARED` says; where it is not, the
/// tests are skipped and say so. There are no exceptions: every example is answered as it expects.
@Suite struct FormatSuiteTests {
  @Test(
    "JSON Schema's own examples agree",
    .enabled(if: SharedSuites.areExpected, Comment(rawValue: SharedSuites.absence)),
    arguments: dialects)
  func agreement(name: String, format: Format) throws {
    var count = 0
    for draft in ["draft2020-12", "draft7"] {
      let file = SharedSuites.url("json-schema-test-suite/\(draft)/optional/format/\(name).json")
      guard let content = try? Data(contentsOf: file) else { continue }
      for example in try Self.examples(content) {
        count += 1
        guard format.matches(example.text) != example.isValid else { continue }
        Issue.record("\(name): \(example.description): \(example.text.debugDescription)")
      }
    }
    #expect(count > 0)
  }

  /// JSON Schema's name of a format, and ours.
  static let dialects: [(String, Format)] = [
    ("date", .date), ("date-time", .dateTime), ("time", .timeOffset), ("duration", .duration),
    ("email", .emailRFC5321), ("idn-email", .idnEmail), ("hostname", .hostname),
    ("idn-hostname", .idnHostname), ("ipv4", .ipv4), ("ipv6", .ipv6), ("uri", .uri),
    ("uri-reference", .uriReference), ("iri", .iri), ("iri-reference", .iriReference),
    ("uri-template", .uriTemplate), ("json-pointer", .jsonPointer),
    ("relative-json-pointer", .relativeJSONPointer), ("uuid", .uuid),
  ]

  private struct Example {
    let description: String
    let text: String
    let isValid: Bool
  }

  private static func examples(_ content: Data) throws -> [Example] {
    let groups = try JSONSerialization.jsonObject(with: content) as? [[String: Any]] ?? []
    return groups.flatMap { $0["tests"] as? [[String: Any]] ?? [] }.compactMap { test in
      guard let text = test["data"] as? String, let isValid = test["valid"] as? Bool else {
        return nil
      }
      return Example(
        description: test["description"] as? String ?? "", text: text, isValid: isValid)
    }
  }
}
