import FieldModels
import FieldSession
import FieldTestSupport
import Foundation
import Testing

import FielddCommands

/// The tables of the reference are those of the code.
///
/// `UPDATE_EXPECT=1` writes them again.
@Suite("the reference", .serialized)
struct ReferenceTests {
  @Test("a generated table equals the code", arguments: Self.names)
  func tableIsTrue(name: String) throws {
    let page = try #require(Self.pages[name], "no page for this table")
    let url = Repository.root.appending(path: page)
    let text = try String(contentsOf: url, encoding: .utf8)
    let opening = "<!-- generated: \(name) -->\n"
    let start = try #require(text.range(of: opening)?.upperBound)
    let end = try #require(text.range(of: "<!-- end -->", range: start..<text.endIndex)?.lowerBound)
    let expected = try Self.table(name)
    if FixtureFiles.areRewritten {
      try text.replacingCharacters(in: start..<end, with: expected)
        .write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(String(text[start..<end]) == expected, "run UPDATE_EXPECT=1 swift test")
    }
  }

  /// The page of each generated table.
  private static let pages = tables.merging(
    CodePage.parts, uniquingKeysWith: { first, _ in first })
  private static let tables = [
    "methods": "protocol.md",
    "reasons": "protocol.md",
    "editor methods": "docs/reference/lsp.md",
    "codes": "docs/reference/codes.md",
    "record codes": "docs/reference/codes.md",
    "record document codes": "docs/reference/codes.md",
    "properties": "docs/reference/form.md",
    "functions": "docs/reference/form.md",
    "formats": "docs/reference/formats.md",
  ]
  private static var names: [String] { pages.keys.sorted() }

  @Test("no page has a generated table that nothing generates")
  func everyTableIsGenerated() throws {
    var found: [String: String] = [:]
    for page in try Self.markdown() {
      let url = Repository.root.appending(path: page)
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(of: /<!-- generated: (.+) -->/) {
        #expect(found.updateValue(page, forKey: String(match.output.1)) == nil)
      }
    }
    #expect(found == Self.pages)
  }

  /// protocol.md and the pages of the reference.
  private static func markdown() throws -> [String] {
    let folder = Repository.root.appending(path: "docs/reference")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return ["protocol.md"]
      + files.filter { $0.hasSuffix(".md") }.map { "docs/reference/\($0)" }.sorted()
  }

  @Test("the session that the protocol links is the one that is played")
  func sessionIsPlayed() throws {
    let name = "protocol-session.txt"
    if FixtureFiles.areRewritten {
      try FixtureFiles.write(Array(try Self.examples.utf8), to: name)
    } else {
      let shown = String(decoding: try FixtureFiles.read(name), as: UTF8.self)
      #expect(shown == (try Self.examples), "run UPDATE_EXPECT=1 swift test")
    }
  }

  @Test("every member that is told of a field is described")
  func everyMemberIsDescribed() throws {
    let url = Repository.root.appending(path: "protocol.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let start = try #require(page.range(of: "### A field\n")?.upperBound)
    let end = try #require(page.range(of: "\n### ", range: start..<page.endIndex)?.lowerBound)
    let section = page[start..<end]
    #expect(FieldView.Member.allCases.map(\.name).filter { !section.contains("`\($0)`") } == [])
  }

  @Test("every member that is told of a field is called what its case is called")
  func membersAreCalledByTheirCases() {
    #expect(FieldView.Member.allCases.map(\.name) == FieldView.Member.allCases.map { "\($0)" })
  }

  @Test("every method has an example")
  func everyMethodHasAnExample() throws {
    let said = try Self.exampleTurns().joined().compactMap {
      JSONValue(text: String($0.dropFirst(2)))?["method"]?.string
    }
    #expect(Method.allCases.map(\.rawValue).filter { !said.contains($0) } == [])
  }

  private static func table(_ name: String) throws -> String {
    switch name {
    case "methods": return methods { !isOfEditors($0) }
    case "editor methods": return methods { isOfEditors($0) }
    case "codes": return codes(FindingSamples.all)
    case "record codes": return codes(FindingSamples.ofRecords)
    case "record document codes": return codes(FindingSamples.ofRecordDocuments)
    case "reasons":
      return table(
        ["reason", "because"],
        FormRefusal.Reason.allCases.map { "| `\($0.rawValue)` | \($0.documentation) |" })
    case "properties":
      return Section.allCases.map { properties(of: $0) }.joined(separator: "\n")
    case "functions":
      return table(
        ["function", "gives"],
        ExpressionFunction.allCases.map { "| `\($0.signature)` | \($0.documentation) |" })
    case "formats": return formats
    default:
      guard let part = CodePage.markdown(ofPart: name) else { throw UnknownTable(name: name) }
      return part
    }
  }

  /// A part of the page that nobody generates.
  private struct UnknownTable: Error {
    let name: String
  }

  /// What was said in each turn of the sessions of examples, `> ` by the client, `< ` by the daemon.
  private static func exampleTurns() throws -> [[String]] {
    try ["protocol-examples.txt", "protocol-examples-of-folders.txt"].flatMap { name in
      var runner = try TranscriptRunner(isTraced: true)
      _ = try runner.play(Transcript(try FixtureFiles.read(name)))
      return String(decoding: runner.trace, as: UTF8.self).split(separator: "\n\n").map { turn in
        turn.split(separator: "\n").map(String.init)
          .filter { $0.hasPrefix(">") || $0.hasPrefix("<") }
      }
    }
  }

  /// The session of examples, without the colours, which are always the same.
  private static var examples: String {
    get throws {
      let turns = try exampleTurns().map { turn in
        turn.map { line in
          let arrow = line.hasPrefix(">") ? "→" : "←"
          let message = JSONValue(text: String(line.dropFirst(2))) ?? .null
          return "\(arrow) \(message.abridged.line)"
        }.joined(separator: "\n")
      }
      return turns.joined(separator: "\n\n").replacing("\"…\"", with: "…") + "\n"
    }
  }

  /// Whether a method is one of LSP that only editors need; lsp.md describes those.
  private static func isOfEditors(_ method: Method) -> Bool {
    [
      "textDocument", "workspace", "completionItem", "inlayHint", "command", "interactive",
      "client",
    ]
    .contains { method.rawValue.hasPrefix("\($0)/") }
      || method.rawValue.hasPrefix("window/workDoneProgress/")
  }

  private static func methods(where isShown: (Method) -> Bool) -> String {
    let rows = Method.allCases.filter(isShown).map { method in
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

  private static func codes(_ samples: [Finding.Problem]) -> String {
    let rows = samples.map { problem in
      let code = "\(problem.code)"
      return "| [`\(code)`](#\(code.lowercased())) | \(problem.message) |"
    }
    return table(["code", "example of the message"], rows)
  }

  private static func properties(of section: Section) -> String {
    let words = Wording.english.text(Saying(.said, (.why, section.title)))
    let title = Repository.sentence(words.replacingOccurrences(of: "`", with: ""))
    let rows = PropertyTable.properties(of: section).map { property in
      let kinds = property.kinds == .all ? "" : Wording.english.text(property.kinds.names)
      let need = property.isRequired ? "required" : property.defaultValue.map { "`\($0)`" } ?? ""
      let type = Wording.english.text(property.shape.expectation)
      return "| `\(property.name.rawValue)` | \(type) | \(need) | \(kinds) | "
        + "\(property.documentation) |"
    }
    return "### \(title)\n\n" + table(["property", "takes", "default", "of", "means"], rows)
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

extension JSONValue {
  /// Without what every message has and what every field has alike.
  fileprivate var abridged: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.abridged))
    case .object(let members):
      .object(
        members.filter { $0.name != "jsonrpc" }.map { member in
          let isLong = ["colors", "codeDescription"].contains(member.name)
          return .init(member.name, isLong ? .string("…") : member.value.abridged)
        })
    case .null, .bool, .number, .string: self
    }
  }
}

/// One example of each problem that a document can have.
private enum FindingSamples {
  static var all: [Finding.Problem] {
    let text: [TextProblem] = [
      .syntax(.missingComma), .notADocument,
      .wrongType(
        property: "required", type: Shape.boolOrCondition.expectation, takesText: false),
      .outOfRange(property: "maxLength", minimum: 1),
      .unknownProperty(name: "lable", section: .field, nearest: "label"),
      .unsupportedProperty(name: "unit", kind: .area, kinds: .entry),
      .duplicateProperty(name: "label"), .missingProperty(.label, section: .field),
      .unknownWord("entri", property: "kind", nearest: "entry"),
      .invalidPattern(source: "(", why: "…"), .invalidSchema(why: "…"),
      .invalidExpression(source: "1 +", why: "…"),
      .invalidDate(DateProblem.monthOutOfRange(13).saying),
      .invalidDatePattern(why: "…"), .invalidColor("red"), .invalidTimeZone("Mars"),
      .invalidPath("address", .noSlash),
      .unknownPlaceholder(name: "maxLenght", code: "tooLong", nearest: "maxLength"), .brokenPlural,
      .unknownLanguage("de_AT"),
    ]
    let form: [FormProblem] = [
      .duplicateKey("email"), .duplicateGroup("page"), .emptyKey,
      .duplicatePath("/address/city"), .crossedPath("/address"), .missingPath(.required),
      .pathInList("/lines/total", list: "lines"),
      .fieldInList("product", property: "next", list: "lines"),
      .fieldNotInList("prodcut", nearest: "product"), .unknownList("lnes", nearest: "lines"),
      .unknownField("adress", property: "next", nearest: "address"),
      .unknownGroup("pge", nearest: "page"), .unknownSource("email", nearest: "emails"),
      .unknownFormat("emial", nearest: "email"), .unknownValidator("free", nearest: nil),
      .emptyRule, .crowdedRule(["format", "pattern"]), .emptyCondition,
      .crowdedCondition(["is", "filled"]), .stepWithoutSize,
      .crossedLimits(lower: "minLength", upper: "maxLength"), .correctedAutofill,
      .incomparableField("end", property: "before", its: .date(.time), own: .date(.date)),
      .tooMuch(.rules), .uncheckedRecord,
    ]
    return text.map { .text($0) } + form.map { .form($0) }
  }

  /// One example of each problem that is told of a record in an editor, and nowhere else.
  static var ofRecordDocuments: [Finding.Problem] {
    let record: [RecordProblem] = [
      .missingForm("signup.fields.json", why: "there is no such file"),
      .brokenForm("signup.fields.json", errorCount: 2), .circularForm("mine.values.json"),
      .uncheckedValidator("isFree"), .uncheckedDependency(keys: ["from"], names: ["From"]),
      .uncheckedRule(code: "program", why: "What `custom` computes, no rule can say", source: ""),
    ]
    return record.map { .record($0) }
  }

  /// One example of each problem that a record can have beside those of drafts.
  static var ofRecords: [Finding.Problem] {
    let record: [RecordProblem] = [
      .notARecord, .wrongType(.integer), .missingObject, .whenEmpty(.null, .one),
      .missingKey(.null, .one),
      .missingList, .tooFewEntries(minimum: 1, count: 0), .tooManyEntries(maximum: 3, count: 4),
      .schemaMismatch(.init(path: "", keyword: "minProperties: 1")), .hiddenValue,
      .unknownKey("emial", nearest: "email"),
    ]
    return record.map { .record($0) } + [.text(.duplicateProperty(name: "email"))]
  }
}
