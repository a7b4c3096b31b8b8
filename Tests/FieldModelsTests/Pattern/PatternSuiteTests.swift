import FieldModels
import FieldTestSupport
import Foundation
import Testing

/// The tests that JSON Schema keeps for `pattern`, which it reads as ECMA-262 with the flag `u`.
///
/// They lie outside of the package: in the folder `FIELDD_SHARED` names, or in `shared` beside
/// the package. Where there is no such folder there is nothing to test; but when a continuous
/// build says where it is, it has to be there.
@Suite struct PatternSuiteTests {
  @Test(
    "the ECMAScript suites of JSON Schema pass",
    .enabled(
      if: SharedSuites.areExpected,
      "the folder of shared suites is not here; FIELDD_SHARED can name it"),
    arguments: ["draft7", "draft2020-12"],
    ["pattern.json", "optional/ecmascript-regex.json", "optional/non-bmp-regex.json"])
  func passes(draft: String, file: String) throws {
    let url = SharedSuites.url("json-schema-test-suite/\(draft)/\(file)")
    let groups = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
    var answerCount = 0
    for group in groups {
      let schema = try #require(group["schema"] as? [String: Any])
      for test in try #require(group["tests"] as? [[String: Any]]) {
        guard let isValid = try answer(of: schema, to: test["data"]) else { continue }
        #expect(isValid == test["valid"] as? Bool, "\(group["description"] ?? ""): \(test)")
        answerCount += 1
      }
    }
    #expect(0 < answerCount)
  }

  /// Whether a schema of one pattern accepts a value; nothing if it is about something else.
  private func answer(of schema: [String: Any], to value: Any?) throws -> Bool? {
    if let source = schema["pattern"] as? String {
      let pattern = try Pattern(source)
      return (value as? String).map(pattern.matches) ?? true
    }
    guard let properties = schema["patternProperties"] as? [String: Any],
      let (source, rule) = properties.first, let object = value as? [String: Any]
    else { return nil }
    let pattern = try Pattern(source)
    if schema["additionalProperties"] as? Bool == false {
      return object.keys.allSatisfy(pattern.matches)
    }
    guard (rule as? [String: String])?["type"] == "integer" else { return nil }
    return object.allSatisfy { !pattern.matches($0.key) || $0.value is Int }
  }
}
