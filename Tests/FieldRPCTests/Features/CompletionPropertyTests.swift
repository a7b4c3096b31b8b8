import FieldModels
import FieldRPC
import FieldTestSupport
import Testing

@Suite("Completions at random")
struct CompletionPropertyTests {
  @Test(
    "whatever is taken, wherever it is offered, a right document stays right",
    arguments: 0..<60 as Range<UInt64>)
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

  private static func syntaxErrorCount(_ editor: Editor) -> Int {
    editor.diagnostics.count { $0["code"]?.string == "syntax" }
  }
}
