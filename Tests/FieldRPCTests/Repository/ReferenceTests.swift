import FieldModels
import FieldRPC
import Foundation
import Testing

/// The tables of protocol.md say what the code says.
///
/// `UPDATE_EXPECT=1` writes them anew.
@Suite("protocol.md", .serialized)
struct ReferenceTests {
  @Test(
    "a generated table is what the code says",
    arguments: ["methods", "codes", "reasons", "properties", "formats"])
  func tableIsTrue(name: String) throws {
    let url = Repository.root.appending(path: "protocol.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let opening = "<!-- generated: \(name) -->\n"
    let start = try #require(page.range(of: opening)?.upperBound)
    let end = try #require(page.range(of: "<!-- end -->", range: start..<page.endIndex)?.lowerBound)
    let expected = Self.table(name)
    if ProcessInfo.processInfo.environment["UPDATE_EXPECT"] == "1" {
      try page.replacingCharacters(in: start..<end, with: expected)
        .write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(String(page[start..<end]) == expected, "run UPDATE_EXPECT=1 swift test")
    }
  }

  private static func table(_ name: String) -> String {
    switch name {
    case "methods": methods
    case "codes": codes
    case "reasons":
      table(
        ["reason", "because"],
        FormRefusal.Reason.allCases.map { "| `\($0.rawValue)` | \($0.documentation) |" })
    case "properties": Section.allCases.map { properties(of: $0) }.joined(separator: "\n")
    default: formats
    }
  }

  private static var methods: String {
    let rows = Method.allCases.map { method in
      let (sender, kind): (String, String) =
        switch method.direction {
        case .clientRequest: ("client", "request")
        case .clientNotification: ("client", "notification")
        case .serverRequest: ("daemon", "request")
        case .serverNotification: ("daemon", "notification")
        }
      return "| `\(method.rawValue)` | \(sender) | \(kind) |"
    }
    return table(["method", "from", "is a"], rows)
  }

  private static var codes: String {
    let rows = FindingSamples.all.map { "| `\($0.code)` | \($0.message) |" }
    return table(["code", "example of the message"], rows)
  }

  private static func properties(of section: Section) -> String {
    let title = Repository.sentence(section.title.replacingOccurrences(of: "`", with: ""))
    let rows = PropertyTable.properties(of: section).map { property in
      let kinds = property.kinds == .all ? "" : property.kinds.names
      let need = property.isRequired ? "required" : property.defaultValue.map { "`\($0)`" } ?? ""
      return "| `\(property.name.rawValue)` | \(property.shape.expectation) | \(need) | "
        + "\(kinds) | \(property.documentation) |"
    }
    return "#### \(title)\n\n" + table(["property", "takes", "default", "of", "means"], rows)
  }

  private static var formats: String {
    table(
      ["format", "example", "means"],
      Format.allCases.map {
        "| `\($0.rawValue)` | `\($0.example)` | \($0.documentation) |"
      })
  }

  private static func table(_ columns: [String], _ rows: [String]) -> String {
    let head = "| " + columns.joined(separator: " | ") + " |"
    let line = "|" + columns.map { _ in "---|" }.joined()
    return ([head, line] + rows).joined(separator: "\n") + "\n"
  }
}

/// One example of each problem that a document can have.
private enum FindingSamples {
  static var all: [Finding.Problem] {
    let text: [TextProblem] = [
      .syntax(.missingComma), .notADocument,
      .wrongType(
        property: "required", shape: Shape.boolOrCondition.expectation, takesText: false),
      .outOfRange(property: "maxLength", minimum: 1),
      .unknownProperty(name: "lable", section: .field, nearest: "label"),
      .unsupportedProperty(name: "unit", kind: .area, kinds: .entry),
      .duplicateProperty(name: "label"), .missingProperty(.label, section: .field),
      .unknownWord("entri", property: "kind", nearest: "entry"),
      .invalidPattern(source: "(", why: "…"), .invalidDate(why: "Month 13 does not exist"),
      .invalidDatePattern(why: "…"), .invalidColor("red"), .invalidTimeZone("Mars"),
    ]
    let form: [FormProblem] = [
      .duplicateKey("email"), .duplicateGroup("page"), .emptyKey,
      .unknownField("adress", property: "next", nearest: "address"),
      .unknownGroup("pge", nearest: "page"), .unknownSource("email", nearest: "emails"),
      .unknownFormat("emial", nearest: "email"), .unknownValidator("free", nearest: nil),
      .emptyRule, .crowdedRule(["format", "pattern"]), .emptyCondition,
      .crowdedCondition(["is", "filled"]), .stepWithoutSize,
      .crossedLimits(lower: "minLength", upper: "maxLength"), .correctedAutofill,
      .uncheckedRecord,
    ]
    return text.map { .text($0) } + form.map { .form($0) }
  }
}
