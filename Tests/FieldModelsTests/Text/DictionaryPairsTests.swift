import FieldModels
import Testing

@Suite("dictionaries of pairs")
struct DictionaryPairsTests {
  private let pairs = [("a", 1), ("b", 2), ("a", 3)]

  @Test("of pairs with one key the first or the last is kept")
  func keep() {
    #expect(Dictionary(keepingFirst: pairs) == ["a": 1, "b": 2])
    #expect(Dictionary(keepingLast: pairs) == ["a": 3, "b": 2])
  }

  @Test("a value that is nothing is a value too")
  func keepNothing() {
    let pairs: [(String, Int?)] = [("a", nil), ("a", 1)]
    #expect(Dictionary(keepingFirst: pairs)["a"] == .some(nil))
    #expect(Dictionary(keepingLast: pairs)["a"] == 1)
  }

  @Test("the values of another one are meant")
  func overwrite() {
    var values = ["a": 1, "b": 2]
    values.overwrite(with: ["b": 3, "c": 4])
    #expect(values == ["a": 1, "b": 3, "c": 4])
  }
}
