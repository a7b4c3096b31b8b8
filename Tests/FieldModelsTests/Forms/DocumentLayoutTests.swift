import FieldModels
import FieldTestSupport
import Testing

/// However broken a document is, laying it out changes how it looks and not what it says.
@Suite("The layout of a field document")
struct DocumentLayoutTests {
  @Test(
    "only white space changes, what is found stays, and a second time nothing does",
    arguments: Seeds.upTo(60))
  func stories(seed: UInt64) {
    var story = DocumentStory(seed: seed, fieldCounts: 1...8)
    var style = JSONLayout.Style()
    style.insertsSpaces = seed % 3 != 0
    style.tabSize = seed % 2 == 0 ? 2 : 4
    style.lineWidth = seed % 5 == 0 ? 40 : 100
    for step in 0..<12 {
      let before = story.document
      let whole = 0..<before.text.byteCount
      let edits = before.layoutEdits(in: whole, style)
      let bytes = Self.text(before, after: edits)
      let place = "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self))"
      #expect(Self.seen(bytes) == Self.seen(before.text.bytes(in: whole)), "\(place)")
      let after = Self.document(bytes, like: before)
      #expect(
        Self.told(after) == Self.told(Self.document(before.text.bytes(in: whole), like: before)),
        "\(place)")
      let rest = after.layoutEdits(in: 0..<bytes.count, style)
      #expect(rest.isEmpty, "\(place) → \(rest)")
      _ = story.goOn()
    }
  }

  @Test("lines end as the first one does", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(lineEnd: String) {
    let lines = [
      "{", "  \"fields\": [", "    { \"key\": \"a\", \"kind\": \"entry\", \"label\": \"A\" }",
      "  ]", "}", "",
    ]
    #expect(
      Self.laidOut("{" + lineEnd + lines.dropFirst().joined()) == lines.joined(separator: lineEnd))
  }

  @Test(
    "a text ends as the editor wishes",
    arguments: [
      (true, false, false, "}\n"), (true, true, true, "}\n"), (false, false, false, "}  \n \n\n"),
      (false, true, false, "}\n"), (false, false, true, "}\n\n\n"), (false, true, true, "}\n"),
    ])
  func lastLines(ends: Bool, trimsLines: Bool, trimsEnds: Bool, expected: String) {
    var style = JSONLayout.Style()
    (style.endsLastLine, style.trimsLastLines, style.trimsLineEnds) = (ends, trimsLines, trimsEnds)
    let start = "{\n  \"fields\": []\n"
    #expect(Self.laidOut(start + "}  \n \n\n", style) == start + expected)
    // What ends without a line break does not get one by being trimmed.
    #expect(Self.laidOut(start + "}", style) == start + (ends ? "}\n" : "}"))
  }

  private static func laidOut(
    _ text: String, _ style: JSONLayout.Style = JSONLayout.Style()
  ) -> String {
    let now = Instant(nanoseconds: 1_700_000_000_000_000_000)
    let document = FieldDocument(
      Array(text.utf8), dialect: .strict, vocabulary: Vocabulary(), at: now)
    let edits = document.layoutEdits(in: 0..<document.text.byteCount, style)
    return String(decoding: self.text(document, after: edits), as: UTF8.self)
  }

  @Test("a part is laid out as it is with all others", arguments: Seeds.upTo(20))
  func ranges(seed: UInt64) {
    let document = DocumentStory(seed: seed, fieldCounts: 1...8).document
    let style = JSONLayout.Style()
    let all = document.layoutEdits(in: 0..<document.text.byteCount, style)
    for offset in 0..<document.text.byteCount {
      let some = document.layoutEdits(in: offset..<offset, style)
      #expect(some.allSatisfy(all.contains), "seed \(seed), byte \(offset)")
    }
  }

  @Test(
    "every name is found from each place where it is written", arguments: Seeds.upTo(30))
  func names(seed: UInt64) {
    let document = DocumentStory(seed: seed, fieldCounts: 1...8).document
    for offset in 0...document.text.byteCount {
      guard let site = document.nameSite(atByteOffset: offset) else { continue }
      #expect(document.sites(of: site.name).contains(site), "seed \(seed), byte \(offset)")
    }
  }

  private static func text(_ document: FieldDocument, after edits: [TextEdit]) -> [UInt8] {
    var text = document.text
    // All of them count in the text as it is.
    for edit in edits.reversed() { text.apply(edit) }
    return text.bytes(in: 0..<text.byteCount)
  }

  private static func seen(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { 0x20 < $0 } }

  private static func document(_ bytes: [UInt8], like other: FieldDocument) -> FieldDocument {
    let now = Instant(nanoseconds: 1_700_000_000_000_000_000)
    var document = FieldDocument(
      bytes, dialect: other.dialect, vocabulary: other.vocabulary, at: now)
    document.refresh(at: now)
    return document
  }

  private static func told(_ document: FieldDocument) -> [String] {
    document.findings(limit: document.findingCount).map { $0.finding.problem.message }
  }
}
