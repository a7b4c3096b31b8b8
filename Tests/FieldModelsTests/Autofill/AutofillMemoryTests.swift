import FieldModels
import FieldTestSupport
import Testing

@Suite("AutofillMemory")
struct AutofillMemoryTests {
  private func memory(_ changes: [AutofillChange]) -> AutofillMemory {
    changes.reduce(into: AutofillMemory()) { $0.apply($1) }
  }

  @Test("offers what it was given, then what was learned, in that order, each once")
  func order() {
    let memory = memory([
      .learned("b", source: "s"), .learned("a", source: "s"), .learned("b", source: "s"),
      .learned("x", source: "other"),
    ])
    #expect(memory.strings(of: "s", besides: ["z", "a", "z"]) == ["z", "a", "b"])
    #expect(memory.strings(of: "unknown", besides: ["q"]) == ["q"])
  }

  @Test("takes out exactly the removed string, which a document cannot bring back")
  func removal() {
    let memory = memory([
      .learned("ada", source: "s"), .learned("adam", source: "s"), .removed("ada", source: "s"),
      .removed("given", source: "s"),
    ])
    #expect(memory.strings(of: "s", besides: ["given", "ada", "Given"]) == ["Given", "adam"])
    #expect(memory.strings(of: "t", besides: ["given"]) == ["given"])
  }

  @Test("learning a removed string brings it back, at the end")
  func comesBack() {
    let memory = memory([
      .learned("a", source: "s"), .learned("b", source: "s"), .removed("a", source: "s"),
      .learned("a", source: "s"),
    ])
    #expect(memory.strings(of: "s", besides: []) == ["b", "a"])
  }

  @Test(
    "is what a list would be that is searched from its beginning", arguments: 0..<6 as Range<UInt64>
  )
  func model(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var memory = AutofillMemory()
    var learned: [String] = []
    for _ in 0..<3000 {
      let text = "\(Int.random(in: 0..<(seed < 3 ? 12 : 400), using: &random))"
      if Int.random(in: 0..<3, using: &random) == 0 {
        memory.apply(.removed(text, source: "s"))
        learned.removeAll { $0 == text }
      } else {
        memory.apply(.learned(text, source: "s"))
        if !learned.contains(text) { learned.append(text) }
      }
    }
    #expect(memory.strings(of: "s", besides: []) == learned)
    let again = self.memory(memory.changes)
    #expect(again == memory)
  }

  @Test("keeps the strings that were learned last when there are too many")
  func stringLimit() {
    var memory = AutofillMemory()
    for number in 0...AutofillMemory.stringLimit {
      memory.apply(.learned("\(number)", source: "s"))
    }
    let strings = memory.strings(of: "s", besides: [])
    #expect(strings.count == AutofillMemory.stringLimit)
    #expect(strings.first == "1")
  }

  @Test("is not changed by what is empty, too long or of one source too many")
  func limits() {
    var memory = AutofillMemory()
    for number in 0..<AutofillMemory.sourceLimit {
      memory.apply(.learned("a", source: "\(number)"))
    }
    let before = memory
    memory.apply(.learned("", source: "0"))
    memory.apply(.learned(String(repeating: "x", count: 4097), source: "0"))
    memory.apply(.removed("a", source: String(repeating: "x", count: 257)))
    memory.apply(.learned("a", source: "one more"))
    #expect(memory == before)
  }

  @Test("its changes make an equal memory and are never more than those that made it")
  func changes() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let story = (0..<40).map { _ in AutofillChange.any(using: &random) }
      let memory = memory(story)
      #expect(self.memory(memory.changes) == memory)
      #expect(Set(memory.changes.map { [$0.text, $0.source] }).count == memory.changes.count)
    }
  }
}

extension AutofillChange {
  /// Any of a few changes, so that they often concern the same string.
  static func any(using random: inout SplitMix64) -> Self {
    let text = ["a", "b\n", "ć\"\\", "d 0", "🙂"].randomElement(using: &random) ?? ""
    let source = Bool.random(using: &random) ? "s" : "t\u{0}"
    return Bool.random(using: &random)
      ? .learned(text, source: source) : .removed(text, source: source)
  }
}
