import FieldModels
import FieldTestSupport
import Testing

@Suite("What has room of a text")
struct TextCutTests {
  static let pieces = [
    "a", "b", " ", "\n", "\r", "é", "e\u{301}", "\u{301}", "👩‍👩‍👧", "👩", "\u{200D}", "🇷", "🇴", "क", "्",
    "ष", "漢",
  ]

  @Test("as many whole characters are kept as have room", arguments: Seeds.upTo(400))
  func longestBeginning(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func text(_ count: Int) -> String {
      (0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined()
    }
    let (before, added, behind) = (text(4), text(8), text(3))
    let unit = LengthUnit.allCases.randomElement(using: &random) ?? .grapheme
    let limit = Int.random(in: 1...20, using: &random)
    func fits(_ kept: Substring) -> Bool { unit.count(in: before + kept + behind) <= limit }
    guard let cut = TextCut(added, between: before, and: behind, limit: limit, unit) else {
      #expect(fits(added[...]))
      return
    }
    #expect(!fits(added[...]))
    #expect(added.utf8.starts(with: cut.kept.utf8))
    #expect(cut.upToCaret.utf8.elementsEqual((before + cut.kept).utf8))
    #expect(fits(cut.kept[...]) || cut.kept.isEmpty)
    // Every longer beginning of whole characters has no room, counted apart from what is around it.
    let room = limit - unit.count(in: before) - unit.count(in: behind)
    let longer = added.indices.map { added[...$0] }.filter { cut.kept.utf8.count < $0.utf8.count }
    #expect(longer.filter { unit.count(in: String($0)) <= room } == [])
  }
}
