import FieldModels
import FieldTestSupport
import Testing

/// `SumTree` must be an array that can add up.
@Suite("A tree that adds up")
struct SumTreeTests {
  @Test(
    "random edits leave it equal to an array and in balance", arguments: Seeds.upTo(24))
  func randomEdits(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var array: [Weight] = []
    var tree = SumTree<Weight>()
    let spread = [1, 4, 20, 90].randomElement(using: &random) ?? 1
    for _ in 0..<80 {
      let lower = Int.random(in: 0...array.count, using: &random)
      let upper = min(array.count, lower + Int.random(in: 0...spread, using: &random))
      let new = weights(Int.random(in: 0...spread, using: &random), using: &random)
      array.replaceSubrange(lower..<upper, with: new)
      tree.replaceSubrange(lower..<upper, with: new)
      #expect(Array(tree) == array)
      #expect(tree.count == array.count)
      #expect(tree.summary == sum(of: array[...]))
      #expect(tree.checkInvariants() == [])
    }
  }

  @Test("it is in balance however many elements it is built of", arguments: 0...85)
  func building(count: Int) {
    let array = (0..<count).map { Weight(grams: $0) }
    let tree = SumTree(array)
    #expect(Array(tree) == array)
    #expect(tree.isEmpty == array.isEmpty)
    #expect(tree.checkInvariants() == [])
  }

  @Test("any range can go", arguments: [1, 4, 5, 17, 40])
  func removal(count: Int) {
    let array = (0..<count).map { Weight(grams: $0) }
    let full = SumTree(array)
    for lower in 0...count {
      for upper in lower...count {
        var tree = full
        tree.replaceSubrange(lower..<upper, with: [])
        #expect(Array(tree) == Array(array[..<lower] + array[upper...]))
        #expect(tree.checkInvariants() == [])
      }
    }
  }

  @Test("one element at a time, at either end and in the middle, from nothing and to nothing")
  func oneAtATime() {
    let places: [(Int) -> Int] = [{ _ in 0 }, { $0 }, { $0 / 2 }]
    for place in places {
      var tree = SumTree<Weight>()
      for grams in 0..<90 {
        let index = place(tree.count)
        tree.replaceSubrange(index..<index, with: CollectionOfOne(Weight(grams: grams)))
        #expect(tree.checkInvariants() == [])
      }
      while !tree.isEmpty {
        let index = place(tree.count - 1)
        tree.replaceSubrange(index..<index + 1, with: [])
        #expect(tree.checkInvariants() == [])
      }
      #expect(tree.summary == .zero)
    }
  }

  @Test("an element changed in place changes every sum above it")
  func update() {
    var array = (0..<100).map { Weight(grams: $0) }
    var tree = SumTree(array)
    for index in array.indices {
      array[index].grams += 1000
      let old = tree.update(at: index) { weight in
        defer { weight.grams += 1000 }
        return weight.grams
      }
      #expect(old == index)
      #expect(tree[index] == array[index])
      #expect(tree.summary == sum(of: array[...]))
    }
    #expect(tree.checkInvariants() == [])
  }

  @Test("a sum up to an index is the sum of what is before it, in its order")
  func summaryUpTo() {
    let array = (0..<77).map { Weight(grams: $0 * $0) }
    let tree = SumTree(array)
    for index in 0...array.count {
      #expect(tree.summary(upTo: index) == sum(of: array[..<index]))
    }
  }

  @Test("the first element past a point is found with what is before it")
  func find() {
    let array = (0..<60).map { Weight(grams: $0 % 4) }
    let tree = SumTree(array)
    for target in -1...tree.summary.grams + 1 {
      let expected = array.indices.first { sum(of: array[...$0]).grams > target }
      let found = tree.find { $0.grams > target }
      #expect(found?.index == expected)
      if let expected, let found {
        #expect(found.element == array[expected])
        #expect(found.before == sum(of: array[..<expected]))
      }
    }
    #expect(SumTree<Weight>().find { _ in true } == nil)
  }

  @Test("a walk covers its range in order and ends when told")
  func walks() {
    let array = (0..<45).map { Weight(grams: $0) }
    let tree = SumTree(array)
    for lower in 0...array.count {
      for upper in lower...array.count {
        var seen: [Int] = []
        tree.forEach(in: lower..<upper) { index, weight in
          #expect(weight == array[index])
          seen.append(index)
          return seen.count < 20
        }
        #expect(seen == Array((lower..<upper).prefix(20)))
      }
    }
  }

  @Test("a walk over what passes meets nothing else and does not look everywhere")
  func filteredWalk() {
    var tree = SumTree((0..<4096).map { _ in Weight(grams: 1) })
    for index in [0, 1000, 1001, 4095] { tree.update(at: index) { $0.grams = 500 } }
    var seen: [Int] = []
    var questionCount = 0
    tree.forEachWhere {
      questionCount += 1
      return $0.heaviest >= 500
    } _: { index, weight in
      #expect(weight.grams == 500)
      seen.append(index)
      return true
    }
    #expect(seen == [0, 1000, 1001, 4095])
    #expect(questionCount < 400)

    seen = []
    tree.forEachWhere({ $0.heaviest >= 500 }) { index, _ in
      seen.append(index)
      return seen.count < 2
    }
    #expect(seen == [0, 1000])
  }

  @Test("forks do not see each other's edits", arguments: Seeds.upTo(5))
  func forks(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let start = weights(100, using: &random)
    var pairs = [(tree: SumTree(start), array: start)]
    for _ in 0..<60 {
      var pair = pairs.randomElement(using: &random) ?? pairs[0]
      let lower = Int.random(in: 0...pair.array.count, using: &random)
      let upper = Int.random(in: lower...pair.array.count, using: &random)
      let new = weights(Int.random(in: 0...40, using: &random), using: &random)
      pair.tree.replaceSubrange(lower..<upper, with: new)
      pair.array.replaceSubrange(lower..<upper, with: new)
      if !pair.array.isEmpty {
        pair.tree.update(at: 0) { $0.grams = 7 }
        pair.array[0].grams = 7
      }
      pairs.append(pair)
    }
    for pair in pairs {
      #expect(Array(pair.tree) == pair.array)
      #expect(pair.tree.checkInvariants() == [])
    }
  }

  private func weights(_ count: Int, using random: inout SplitMix64) -> [Weight] {
    (0..<count).map { _ in Weight(grams: Int.random(in: 0...99, using: &random)) }
  }

  private func sum(of weights: ArraySlice<Weight>) -> Weights {
    weights.reduce(.zero) { $0 + $1.summary }
  }
}

private struct Weight: Summarized, Equatable {
  var grams: Int

  var summary: Weights {
    Weights(count: 1, grams: grams, heaviest: grams, first: grams, last: grams)
  }
}

/// A sum that knows the order of its parts, so that adding the wrong way round is noticed.
private struct Weights: AdditiveSummary {
  var count = 0
  var grams = 0
  var heaviest = 0
  var first: Int?
  var last: Int?

  static let zero = Weights()

  static func + (left: Weights, right: Weights) -> Weights {
    Weights(
      count: left.count + right.count, grams: left.grams + right.grams,
      heaviest: max(left.heaviest, right.heaviest),
      first: left.first ?? right.first, last: right.last ?? left.last)
  }
}

extension Array where Element == Weight {
  fileprivate init(_ tree: SumTree<Weight>) {
    self.init()
    tree.forEach(in: 0..<tree.count) { _, weight in
      append(weight)
      return true
    }
  }
}
