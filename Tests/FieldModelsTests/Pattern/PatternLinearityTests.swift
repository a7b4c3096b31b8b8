import FieldModels
import FieldTestSupport
import Testing

/// The promise that sets this matcher apart: work is bounded by text times program.
///
/// The work is counted by the matcher and not measured, so the tests say the same on any machine.
@Suite struct PatternLinearityTests {
  @Test("patterns that undo a backtracking matcher cost a few steps a scalar", arguments: evilRows)
  func withstands(row: EvilRow) throws {
    let pattern = try Pattern(row.source)
    for text in row.texts {
      var steps: Int64 = 0
      #expect(pattern.matches(text.text, countingSteps: &steps) == text.isMatch)
      #expect(steps <= 2 * evilScalarCount, "\(steps) steps")
    }
  }

  @Test("a text that needs a new state at every scalar still costs text times program")
  func withstandsManyStates() throws {
    var random = SplitMix64(seed: 11)
    let pattern = try Pattern("(a|b)*a(a|b){20}c")
    let text = String((0..<20_000).map { _ in Bool.random(using: &random) ? "a" : "b" })
    var steps: Int64 = 0
    #expect(!pattern.matches(text, countingSteps: &steps))
    #expect(steps <= 2 * text.utf8.count * pattern.instructionCount)
    #expect(pattern.matches(text + "a" + text.suffix(20) + "c"))
  }

  @Test("steps are at most 4 · text · program", arguments: Seeds.upTo(40))
  func isLinear(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let source = RandomPattern.source(depth: 3, hasLooks: true, using: &random)
      let pattern = try Pattern(source)
      for scalarCount in [0, 1, 7, 40, 300] {
        let text = RandomPattern.text(scalarCount: scalarCount, using: &random)
        var steps: Int64 = 0
        _ = pattern.matches(text, countingSteps: &steps)
        let bound = 4 * (scalarCount + 1) * (pattern.instructionCount + 1)
        #expect(steps <= bound, "/\(source)/ on \(text.debugDescription)")
      }
    }
  }

  @Test("long texts, read by remembered states, get the answers of short ones", arguments: 0..<40)
  func remembersRightly(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) &+ 1_000)
    let padding = String(repeating: "z", count: 25)
    for _ in 0..<8 {
      let source = RandomPattern.source(depth: 3, using: &random)
      let short = try Pattern(source, isAnchored: true)
      let long = try Pattern("z{25}(?:\(source))z{25}", isAnchored: true)
      let search = try Pattern(source)
      let anchoredSearch = try Pattern("[^]*(?:\(source))[^]*", isAnchored: true)
      for _ in 0..<8 {
        let text = RandomPattern.text(
          scalarCount: Int.random(in: 0...8, using: &random), using: &random)
        let comment: Comment = "/\(source)/ on \(text.debugDescription)"
        #expect(short.matches(text) == long.matches(padding + text + padding), comment)
        #expect(search.matches(text) == anchoredSearch.matches(text), comment)
      }
    }
  }

  @Test("what would cost too much is refused before it is built", arguments: tooCostlyRows)
  func refuses(row: TooCostlyRow) {
    let error = #expect(throws: PatternError.self) { try Pattern(row.source) }
    #expect(error?.kind == row.kind)
    #expect(error?.utf8Range == row.utf8Range)
  }

  @Test("what is just within a limit is taken")
  func takesLargePatterns() throws {
    #expect(try Pattern("(a{100}){10}").instructionCount == 1_001)
    #expect(try Pattern("(?:a{1000}){32}b").instructionCount == 32_002)
    let thousands = try Pattern("(?:a{1000}){3}b", isAnchored: true)
    #expect(thousands.matches(String(repeating: "a", count: 3_000) + "b"))
    #expect(!thousands.matches(String(repeating: "a", count: 2_999) + "b"))
    let depth = PatternLimits.nestingDepth
    let nested = String(repeating: "(", count: depth) + "a" + String(repeating: ")?", count: depth)
    #expect(try Pattern(nested, isAnchored: true).matches("a"))
    let words = (0..<800).map { "w\($0)" }.joined(separator: "|")
    #expect(try Pattern(words, isAnchored: true).matches("w799"))
  }
}

private let evilScalarCount = 10_000

/// An expression with long texts.
struct EvilRow: Sendable, CustomTestStringConvertible {
  let source: String
  let texts: [(text: String, isMatch: Bool)]

  /// Repeats a unit, alone and with a last scalar that changes the answer or does not.
  init(_ source: String, _ unit: Character, alone: Bool, then last: String, isMatch: Bool) {
    self.source = source
    let text = String(repeating: unit, count: evilScalarCount)
    texts = [(text, alone), (text.dropLast() + last, isMatch)]
  }

  var testDescription: String { "/\(source)/" }
}

private let evilRows: [EvilRow] = [
  EvilRow("^(a+)+$", "a", alone: true, then: "!", isMatch: false),
  EvilRow("(a|aa)+$", "a", alone: true, then: "!", isMatch: false),
  EvilRow("a*a*a*b", "a", alone: false, then: "b", isMatch: true),
  EvilRow("(x+x+)+y", "x", alone: false, then: "y", isMatch: true),
  EvilRow("^(([a-z])+.)+[A-Z]([a-z])+$", "a", alone: false, then: "!", isMatch: false),
  EvilRow("(.*)*x", "a", alone: false, then: "x", isMatch: true),
  EvilRow("^([a-zA-Z]+)*$", "a", alone: true, then: "1", isMatch: false),
  EvilRow("([a-zA-Z]+)*$", "a", alone: true, then: "1", isMatch: true),
  EvilRow("(a?){50}a{50}", "a", alone: true, then: "!", isMatch: true),
  EvilRow("^(a?){50}a{50}$", "a", alone: false, then: "!", isMatch: false),
  EvilRow("^(\\p{L}+\\s?)+$", "д", alone: true, then: "!", isMatch: false),
]

/// An expression that goes over a limit.
struct TooCostlyRow: Sendable, CustomTestStringConvertible {
  let source: String
  let kind: PatternError.Kind
  let utf8Range: Range<Int>

  var testDescription: String { "/\(source.prefix(30))…/" }
}

private let tooCostlyRows: [TooCostlyRow] = [
  TooCostlyRow(source: "x(?:a{1000}){1000}", kind: .programTooLarge, utf8Range: 1..<18),
  TooCostlyRow(source: "((a{100}){100}){100}", kind: .programTooLarge, utf8Range: 0..<20),
  TooCostlyRow(source: "a{99999999999999999999}", kind: .programTooLarge, utf8Range: 0..<23),
  TooCostlyRow(source: "a{9999999999999999,}", kind: .programTooLarge, utf8Range: 0..<20),
  TooCostlyRow(source: "a{0,4294967296}", kind: .programTooLarge, utf8Range: 0..<15),
  TooCostlyRow(source: "a{32767}bc", kind: .programTooLarge, utf8Range: 9..<10),
  TooCostlyRow(
    source: String(repeating: "(", count: 100_000), kind: .sourceTooLong,
    utf8Range: 0..<100_000),
  TooCostlyRow(
    source: String(repeating: "(", count: 8_000), kind: .nestingTooDeep, utf8Range: 250..<251),
  TooCostlyRow(
    source: (0..<40).map { "[\\p{L}\($0 < 10 ? "!" : "")\\u{1F6\(10 + $0)}]" }.joined(),
    kind: .tooManyRanges, utf8Range: 474..<490),
]

/// Small legal expressions and texts over the same few letters.
private enum RandomPattern {
  static func source(
    depth: Int, hasLooks: Bool = false, using random: inout SplitMix64
  ) -> String {
    let alternatives = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        term(depth: depth, hasLooks, using: &random)
      }.joined()
    }
    return alternatives.joined(separator: "|")
  }

  static func text(scalarCount: Int, using random: inout SplitMix64) -> String {
    let letters: [Character] = ["a", "b", "a", "b", "c", "é", "😀"]
    return String((0..<scalarCount).map { _ in letters.randomElement(using: &random) ?? "a" })
  }

  private static func term(
    depth: Int, _ hasLooks: Bool, using random: inout SplitMix64
  ) -> String {
    let atoms = ["a", "b", "c", "[ab]", "[^a]", ".", "\\w", "\\p{L}", "é", "\\u{1F600}"]
    let repetitions = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}?", "{2,}"]
    let isGroup = 0 < depth && Int.random(in: 0..<3, using: &random) == 0
    if isGroup, hasLooks, Int.random(in: 0..<4, using: &random) == 0 {
      let look = ["(?=", "(?!", "(?<=", "(?<!"].randomElement(using: &random) ?? ""
      return look + source(depth: depth - 1, hasLooks: true, using: &random) + ")"
    }
    let atom =
      isGroup
      ? "(\(source(depth: depth - 1, hasLooks: hasLooks, using: &random)))"
      : atoms.randomElement(using: &random)
    return (atom ?? "a") + (repetitions.randomElement(using: &random) ?? "")
  }
}
