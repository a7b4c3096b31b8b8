import FieldModels
import FieldTestSupport
import Testing

/// Names in their order say what a look at all of them would say.
@Suite("Sorted names")
struct SortedNamesTests {
  @Test("names that come and go are found by their beginnings", arguments: Seeds.upTo(10))
  func changes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func name() -> String {
      String(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          "abcé".randomElement(using: &random) ?? "a"
        })
        + (Bool.random(using: &random) ? String(Int.random(in: 0..<2000, using: &random)) : "")
    }
    var all = Set((0..<Int.random(in: 0...2000, using: &random)).map { _ in name() })
    var sorted = SortedNames(all)
    for _ in 0..<1500 {
      let one = name()
      if all.contains(one) {
        all.remove(one)
        sorted.remove(one)
      } else {
        all.insert(one)
        sorted.insert(one)
      }
    }
    for start in ["", "a", "ab", "é", "c1", "zzz", name()] {
      let found = sorted.names(beginningWith: start, count: 40)
      #expect(found == Array(all.filter { $0.hasPrefix(start) }.sorted().prefix(40)), "\(start)")
    }
    sorted.remove("not there")
    for one in all.sorted() { sorted.remove(one) }
    #expect(sorted.names(beginningWith: "", count: 1) == [])
  }
}
