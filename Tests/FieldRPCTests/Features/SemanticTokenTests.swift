import FieldModels
import FieldTestSupport
import Testing

/// What is told of the tokens of a text, however it came about.
@Suite("Semantic tokens")
struct SemanticTokenTests {
  @Test(
    "changes lead to what is told anew, and a range has its part",
    arguments: Seeds.upTo(40))
  func changes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let sample = FormSample.random(fieldCounts: 1...5, using: &random)
    let isCommented = sample.dialect == .commented
    var editor = Editor(sample.text(using: &random), isCommented: isCommented)
    var known = editor.ask("semanticTokens/full", "")
    for step in 0..<15 {
      var start = Int.random(in: 0...editor.text.bytes.count, using: &random)
      while start < editor.text.bytes.count, editor.text.bytes[start] & 0xC0 == 0x80 { start += 1 }
      start = editor.text.offset(of: editor.text.place(of: start))
      let range = start..<start
      editor.edit(
        range,
        ["", "x", "\"", "}", " /* ", "\n", "{ \"key\": \"a\" },"].randomElement(using: &random)
          ?? "")
      let id = known["resultId"]?.string ?? ""
      let told = editor.ask("semanticTokens/full/delta", "\"previousResultId\":\"\(id)\"")
      var data = known["data"]?.array ?? []
      for edit in told["edits"]?.array ?? [] {
        let first = edit["start"]?.integer ?? 0
        data.replaceSubrange(
          first..<(first + (edit["deleteCount"]?.integer ?? 0)), with: edit["data"]?.array ?? [])
      }
      known = editor.ask("semanticTokens/full", "")
      #expect(known["data"]?.array == data, "seed \(seed), step \(step)")
      let all = editor.tokens(in: known["data"])
      var end = 0
      for (place, words) in all {
        let token = editor.range(place)
        #expect(end <= token.lowerBound && !token.isEmpty, "seed \(seed), step \(step): \(words)")
        end = token.upperBound
      }
      let part = editor.ask("semanticTokens/range", in: 0..<range.lowerBound)
      let before = all.filter { editor.range($0.range).lowerBound < range.lowerBound }
      let words = editor.tokens(in: part["data"]).map(\.words)
      // A comment that goes on behind the range is told as a whole.
      #expect(words.starts(with: before.map(\.words)), "seed \(seed), step \(step)")
      #expect(words.dropFirst(before.count).allSatisfy { $0 == "comment" })
    }
  }
}
