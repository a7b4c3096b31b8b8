import FieldTestSupport
import Foundation
import Testing

/// What `Tests/Fixtures/transcripts/README.md` says is what there is.
@Suite("The words of transcripts")
struct TranscriptReadmeTests {
  private static let folder = "transcripts"
  private static let names = FixtureFiles.names(in: folder).filter { $0.hasSuffix(".txt") }

  private static func lines() throws -> [String] {
    String(decoding: try FixtureFiles.read("\(folder)/README.md"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test("every verb and every setting is explained, and no other")
  func verbs() throws {
    let lines = try Self.lines()
    func explained(_ sign: String) -> [String] {
      lines.filter { $0.hasPrefix("| `\(sign) ") }.map { line in
        String(line.dropFirst(5).prefix { !" `".contains($0) })
      }
    }
    let verbs = explained(">").filter { !$0.hasPrefix("field/") }
    #expect(verbs.sorted() == TranscriptVerb.allCases.map(\.rawValue).sorted())
    #expect(explained("=").sorted() == TranscriptSetting.allCases.map(\.rawValue).sorted())
  }

  /// The rows of features: each with its id and the transcripts that are told to show it.
  private static func features() throws -> [String: [String]] {
    var features: [String: [String]] = [:]
    for line in try lines() {
      guard
        let match = try Regex<(Substring, Substring, Substring)>(
          #"^\| ([MVD]\d+) \|.*\| ([^|]*) \|$"#
        ).wholeMatch(in: line)
      else { continue }
      let transcripts = match.output.2.split(separator: "`").filter { !$0.contains("<br>") }
      features[String(match.output.1)] = transcripts.map(String.init)
    }
    return features
  }

  @Test("every feature has a row, and a transcript that shows it through field/*")
  func features() throws {
    let features = try Self.features()
    #expect(features.count == 40)
    for (id, transcripts) in features {
      #expect(
        Set(transcripts.map { $0 + ".txt" }) == Set(Self.names.filter { $0.hasPrefix("\(id)-") }),
        "\(id)")
      let texts = try transcripts.map { name in
        String(decoding: try FixtureFiles.read("\(Self.folder)/\(name).txt"), as: UTF8.self)
      }
      let isThere = texts.contains { $0.contains("> field/") }
      #expect(isThere, "\(id)")
    }
  }

  @Test("every id that a test names has a row")
  func ids() throws {
    let features = try Self.features()
    let title = try Regex<(Substring, Substring)>(
      #"(?:@Test\(\s*|\"\"\")"?((?:[MVD]\d{1,2}(?:, )?)+)[.:]"#)
    let files = FileManager.default.enumerator(
      at: Repository.root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    var ids: Set<Substring> = []
    for case let file as URL in files ?? .init() where ["swift", "py"].contains(file.pathExtension)
    {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: title) {
        ids.formUnion(match.output.1.split(separator: ", ").map { Substring(String($0)) })
      }
    }
    for name in Self.names {
      if let match = try Regex<(Substring, Substring)>("^([MVD][0-9]+)-").firstMatch(in: name) {
        ids.insert(match.output.1)
      }
    }
    #expect(ids.count > 30)
    for id in ids.sorted() { #expect(features[String(id)] != nil, "\(id)") }
  }
}
