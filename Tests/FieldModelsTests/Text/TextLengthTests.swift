import FieldModels
import FieldTestSupport
import Testing

/// Lengths must come out as a person, or the named encoding, counts them.
@Suite("The length of a draft")
struct TextLengthTests {
  struct Row: Sendable {
    var text: String
    var grapheme: Int
    var scalar: Int
    var utf16: Int
    var utf8: Int
    var words: Int
  }

  @Test(
    "every unit counts its own",
    arguments: [
      Row(text: "", grapheme: 0, scalar: 0, utf16: 0, utf8: 0, words: 0),
      Row(text: "Ada", grapheme: 3, scalar: 3, utf16: 3, utf8: 3, words: 1),
      Row(text: " don't  panic\t", grapheme: 14, scalar: 14, utf16: 14, utf8: 14, words: 2),
      Row(text: "\r\n", grapheme: 1, scalar: 2, utf16: 2, utf8: 2, words: 0),
      Row(text: "a\r\nb\n\rc", grapheme: 6, scalar: 7, utf16: 7, utf8: 7, words: 3),
      Row(text: "\n\n\r\r", grapheme: 4, scalar: 4, utf16: 4, utf8: 4, words: 0),
      Row(text: "e\u{301}", grapheme: 1, scalar: 2, utf16: 2, utf8: 3, words: 1),
      Row(text: "é", grapheme: 1, scalar: 1, utf16: 1, utf8: 2, words: 1),
      Row(text: "🇷🇴🇺🇦", grapheme: 2, scalar: 4, utf16: 8, utf8: 16, words: 1),
      Row(text: "👩🏽‍🚀", grapheme: 1, scalar: 4, utf16: 7, utf8: 15, words: 1),
      Row(text: "क्षि", grapheme: 1, scalar: 4, utf16: 4, utf8: 12, words: 1),
      Row(text: "ស្រី", grapheme: 1, scalar: 4, utf16: 4, utf8: 12, words: 1),
      Row(text: "သမ္မတ", grapheme: 3, scalar: 5, utf16: 5, utf8: 15, words: 1),
      Row(text: "ᬅᬓ᭄ᬱᬭ", grapheme: 3, scalar: 5, utf16: 5, utf8: 15, words: 1),
      Row(text: "\u{1100}\u{1161}\u{11A8}", grapheme: 1, scalar: 3, utf16: 3, utf8: 9, words: 1),
      Row(text: "a\u{A0}b\u{3000}c\u{85}d", grapheme: 7, scalar: 7, utf16: 7, utf8: 11, words: 4),
      Row(text: "a\u{200B}b", grapheme: 3, scalar: 3, utf16: 3, utf8: 5, words: 1),
    ])
  func counting(row: Row) {
    #expect(LengthUnit.grapheme.count(in: row.text) == row.grapheme)
    #expect(LengthUnit.scalar.count(in: row.text) == row.scalar)
    #expect(LengthUnit.utf16.count(in: row.text) == row.utf16)
    #expect(LengthUnit.utf8.count(in: row.text) == row.utf8)
    #expect(LengthUnit.words.count(in: row.text) == row.words)
  }

  @Test(
    "a beginning holds what fits and divides no grapheme",
    arguments: [
      (LengthUnit.grapheme, "Ada", 2, "Ad"), (.grapheme, "a\r\nb", 2, "a\r\n"),
      (.grapheme, "e\u{301}a", 1, "e\u{301}"), (.grapheme, "👩🏽‍🚀👩🏽‍🚀", 1, "👩🏽‍🚀"),
      (.grapheme, "သမ္မတ", 2, "သမ္မ"), (.utf8, "ស្រីស្រី", 23, "ស្រី"),
      (.scalar, "e\u{301}a", 1, ""), (.scalar, "e\u{301}a", 2, "e\u{301}"),
      (.scalar, "a\r\nb", 2, "a"), (.scalar, "a\r\nb", 3, "a\r\n"),
      (.utf16, "a😀b", 2, "a"), (.utf16, "a😀b", 3, "a😀"), (.utf16, "🇷🇴🇺🇦", 7, "🇷🇴"),
      (.utf8, "aéb", 2, "a"), (.utf8, "aéb", 3, "aé"), (.utf8, "a\r\nb", 2, "a"),
      (.words, " one two three", 2, " one two "), (.words, " one", 0, " "),
      (.words, "one", 0, ""), (.words, "one two", 9, "one two"), (.words, "one", -1, ""),
      (.grapheme, "Ada", -1, ""), (.utf8, "Ada", Int.min, ""), (.utf8, "Ada", Int.max, "Ada"),
    ])
  func prefixes(unit: LengthUnit, text: String, limit: Int, expected: String) {
    #expect(unit.prefix(of: text, count: limit).utf8.elementsEqual(expected.utf8))
  }

  @Test(
    "a beginning is the longest that fits, for any text",
    arguments: LengthUnit.allCases, Seeds.upTo(8))
  func longestPrefix(unit: LengthUnit, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = SampleText.random(0...25, using: &random)
    for limit in -1...unit.count(in: text) + 1 {
      let longest = text.indices.map { text[..<$0] } + [text[...]]
      let expected = longest.last { unit.count(in: String($0)) <= limit } ?? ""
      #expect(unit.prefix(of: text, count: limit).utf8.elementsEqual(expected.utf8))
    }
  }

  @Test("ASCII is counted as any text is", arguments: Seeds.upTo(20))
  func asciiGraphemes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letters = (0..<40).map { _ in "\r\n a".utf8.randomElement(using: &random) ?? 0 }
    let text = String(decoding: letters, as: UTF8.self)
    #expect(LengthUnit.grapheme.count(in: text) == text.count)
  }

  @Test("the raw values are the words of documents")
  func rawValues() {
    let names = ["grapheme", "scalar", "utf16", "utf8", "words"]
    #expect(LengthUnit.allCases.map(\.rawValue) == names)
  }
}
