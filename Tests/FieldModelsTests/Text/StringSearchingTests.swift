import FieldModels
import Testing

@Suite("texts in texts")
struct StringSearchingTests {
  @Test(
    "a text is found where its characters stand",
    arguments: [
      ("a::b", "::", 1), ("a::b", "b", 3), ("aab", "ab", 1), ("ab", "abc", nil), ("", "a", nil),
      ("ab", "", 0), ("cafe\u{301}", "é", 3), ("cafe\u{301}", "e", nil),
    ])
  func find(_ text: String, _ wanted: String, _ place: Int?) {
    let found = text.firstRange(ofText: wanted)
    #expect(found.map { text.distance(from: text.startIndex, to: $0.lowerBound) } == place)
    #expect(text.contains(text: wanted) == (place != nil))
  }

  @Test("each place of a text is replaced, from the front")
  func replace() {
    #expect("a~1b~1".replacing(text: "~1", by: "/") == "a/b/")
    #expect("aaa".replacing(text: "aa", by: "b") == "ba")
    #expect("a\"\"b".replacing(text: "\"\"", by: "\"") == "a\"b")
    #expect("a".replacing(text: "", by: "b") == "a")
  }

  @Test("a text is split, and nothing between two places is no part")
  func split() {
    #expect("label::de".split(around: "::") == ["label", "de"])
    #expect("::label::::de::".split(around: "::") == ["label", "de"])
    #expect("a – b – c".split(around: " – ", maxSplits: 1) == ["a", "b – c"])
    #expect("".split(around: "::") == [])
  }
}
