import FieldModels
import FieldSession
import FieldTestSupport
import Testing

@Suite("Completions at random")
struct CompletionPropertyTests {
  @Test(
    "whatever is taken, wherever it is offered, a right document stays right",
    arguments: Seeds.upTo(60))
  func completions(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let sample = FormSample.random(fieldCounts: 1...4, using: &random)
    let text = sample.text(using: &random)
    let isCommented = sample.dialect == .commented
    var editor = Editor(text, isCommented: isCommented)
    guard Self.syntaxErrorCount(editor) == 0 else { return }
    for _ in 0..<12 {
      var cursor = Int.random(in: 0...editor.text.bytes.count, using: &random)
      while cursor < editor.text.bytes.count, editor.text.bytes[cursor] & 0xC0 == 0x80 {
        cursor += 1
      }
      // Between the halves of a line break there is no place.
      cursor = editor.text.offset(of: editor.text.place(of: cursor))
      let items = editor.ask("completion", at: cursor)["items"]?.array ?? []
      for item in [items.first, items.randomElement(using: &random)].compactMap(\.self) {
        let after = editor.text(accepting: item)
        // What `presentation` holds is free only by that name.
        let names = [text, after].map { $0.split(separator: "\"presentation\"").count }
        if names[1] < names[0] { continue }
        let count = Self.syntaxErrorCount(Editor(after, isCommented: isCommented))
        let around = String(
          decoding: editor.text.bytes[max(0, cursor - 40)..<cursor], as: UTF8.self)
        #expect(
          count == 0, "seed \(seed), behind \(around): \(item["label"]?.string ?? "")\n\(after)")
        let range = editor.range(item["textEdit"]?["range"])
        #expect(range.lowerBound <= cursor && cursor <= range.upperBound, "seed \(seed): \(around)")
      }
    }
  }

  @Test(
    "in broken text an item stays on its line, touches the cursor and replaces what is typed",
    arguments: Seeds.upTo(16))
  func brokenText(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let form = String(
      decoding: try FixtureFiles.read("marked/record.fields.json"), as: UTF8.self)
    for kind in ["", "record-"] {
      let files = try ["completion", "diagnostics", "fixes", "hover"].flatMap { file in
        MarkedCase.cases(in: try FixtureFiles.read("marked/\(kind)\(file).txt"))
      }
      let recordForm = kind.isEmpty ? nil : form
      for (index, marked) in files.enumerated() where index % 16 == Int(seed) {
        let bytes = Array(marked.text.utf8)
        guard bytes.count < 1000 else { continue }
        let isCommented = marked.options.contains("jsonc")
        let cut = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, cut + Int.random(in: 0...5, using: &random))
        let piece = Self.pieces.randomElement(using: &random) ?? ""
        let changed = Array(bytes[..<cut]) + piece.utf8 + Array(bytes[end...])
        for text in [Array(bytes[..<cut]), changed] {
          let editor = Editor(
            String(decoding: text, as: UTF8.self), isCommented: isCommented, recordOf: recordForm)
          Self.check(editor, every: 12, &random)
        }
      }
    }
  }

  private static let pieces = [
    "", "\"", ",", "{", "}", "[", "]", ":", "\n", "en", " nex", "1", "//", "/*", "\\", " ", "'",
    "\r\n",
    "[\"em\n",
  ]

  /// Completes at some places of a text, and looks at what an editor may do with the items.
  private static func check(
    _ editor: consuming Editor, every distance: Int, _ random: inout SplitMix64
  ) {
    let text = String(decoding: editor.text.bytes, as: UTF8.self)
    var offset = Int.random(in: 0..<distance, using: &random)
    while offset <= editor.text.bytes.count {
      let cursor = editor.text.offset(of: editor.text.place(of: offset))
      offset += Int.random(in: 1...(2 * distance), using: &random)
      let items = editor.ask("completion", at: cursor)["items"]?.array ?? []
      for item in [items.first, items.last].compactMap(\.self) {
        let range = item["textEdit"]?["range"]
        let span = editor.range(range)
        let isOnLine = range?["start"]?["line"] == range?["end"]?["line"]
        let typed = editor.text.bytes[..<cursor].reversed().prefix {
          $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
        }
        let around = String(
          decoding: editor.text.bytes[max(0, cursor - 40)..<cursor], as: UTF8.self)
        #expect(
          isOnLine && span.lowerBound <= cursor - typed.count,
          "\(item["label"]?.string ?? "") behind \(around) in\n\(text)")
        #expect(span.lowerBound <= cursor && cursor <= span.upperBound, "\(around) in\n\(text)")
      }
    }
  }

  private static func syntaxErrorCount(_ editor: Editor) -> Int {
    editor.diagnostics.count { $0["code"]?.string == "syntax" }
  }
}
