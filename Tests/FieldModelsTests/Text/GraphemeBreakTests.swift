import FieldModels
import Glibc
import Testing

private let pathVariable = "FIELDD_GRAPHEME_BREAK_TEST"

/// Graphemes must be those of Unicode, by Unicode's own examples (UAX 29, GraphemeBreakTest.txt).
@Suite("Graphemes")
struct GraphemeBreakTests {
  @Test(
    "every example of Unicode is divided as Unicode says",
    .enabled(
      if: environment(pathVariable) != nil || environment("CI") == "true",
      "\(pathVariable) is not set to the path of GraphemeBreakTest.txt"))
  func examples() throws {
    let path = try #require(
      environment(pathVariable), "\(pathVariable) must be set where CI is true")
    let lines = try contents(of: path).split(separator: "\n").filter { $0.hasPrefix("÷") }
    #expect(lines.count > 500)
    for line in lines {
      let example = try #require(Example(line), "unreadable: \(line)")
      let expected = example.graphemes
      let text = expected.joined()
      #expect(text.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(line)")
      #expect(LengthUnit.grapheme.count(in: text) == expected.count, "\(line)")
      for count in 0...expected.count {
        let prefix = LengthUnit.grapheme.prefix(of: text, count: count)
        #expect(prefix.utf8.elementsEqual(expected.prefix(count).joined().utf8), "\(line)")
      }
    }
  }
}

/// A line such as `÷ 0061 × 0308 ÷ 0062 ÷ # ÷ [0.2] … × [9.0] … ÷ [999.0] … ÷ [0.3]`: scalars, a
/// mark before, between and behind them, and in the comment the rule that decided on each mark.
private struct Example {
  private var scalars: [Unicode.Scalar] = []
  private var isBoundary: [Bool] = []
  private var rules: [Substring] = []

  init?(_ line: Substring) {
    let parts = line.split(separator: "#", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    for word in parts[0].split(whereSeparator: \.isWhitespace) {
      if word == "÷" || word == "×" {
        isBoundary.append(word == "÷")
      } else {
        guard let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
        scalars.append(scalar)
      }
    }
    rules = parts[1].split(separator: "[").dropFirst().map { $0.prefix { $0 != "]" } }
    guard isBoundary.count == scalars.count + 1, rules.count == isBoundary.count else { return nil }
  }

  var graphemes: [String] {
    var graphemes: [String] = []
    for (index, scalar) in scalars.enumerated() {
      if isBoundary[index] || losesJoin(at: index) { graphemes.append("") }
      graphemes[graphemes.count - 1].unicodeScalars.append(scalar)
    }
    return graphemes
  }

  /// Today's rules divide before this scalar, although the file does not.
  ///
  /// Rule GB11 joins pictographs. In Unicode 15 many symbols that are no emoji counted as
  /// pictographs (Extended_Pictographic); in Unicode 17, which the standard library follows, only
  /// emoji and reserved code points do. So an older file joins more than today's rule does.
  private func losesJoin(at index: Int) -> Bool {
    let properties = scalars[index].properties
    return rules[index] == "11.0" && !properties.isEmoji
      && properties.generalCategory != .unassigned
  }
}

private func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

private struct UnreadableFile: Error {
  var path: String
}

private func contents(of path: String) throws -> String {
  guard let file = unsafe fopen(path, "r") else { throw UnreadableFile(path: path) }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = unsafe getc(file), byte != EOF {
    bytes.append(UInt8(truncatingIfNeeded: byte))
  }
  return String(decoding: bytes, as: UTF8.self)
}
