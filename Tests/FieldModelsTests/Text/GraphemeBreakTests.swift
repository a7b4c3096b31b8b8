import FieldModels
import FieldTestSupport
import Foundation
import Testing

private let pathVariable = "FIELDD_GRAPHEME_BREAK_TEST"

/// Graphemes must be those of Unicode, by Unicode's own examples (UAX 29, GraphemeBreakTest.txt).
@Suite("Graphemes")
struct GraphemeBreakTests {
  @Test(
    "every example of Unicode is divided as Unicode says",
    .enabled(
      if: environment[pathVariable] != nil || environment["CI"] == "true",
      "\(pathVariable) is not set to the path of GraphemeBreakTest.txt"))
  func examples() throws {
    let path = try #require(
      environment[pathVariable], "\(pathVariable) must be set where CI is true")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "# GraphemeBreakTest-17.0.0.txt")
    let examples = lines.filter { $0.hasPrefix("÷") }
    #expect(examples.count == 766)
    for line in examples {
      let expected = try #require(graphemes(of: line), "unreadable: \(line)")
      #expect(pieces(of: expected.joined()).map(scalars) == expected.map(scalars), "\(line)")
    }
  }

  @Test("a text has as many graphemes as it falls into", arguments: Seeds.upTo(40))
  func countIsThatOfPieces(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = (0..<60).compactMap { _ in samples.randomElement(using: &random) }.joined()
    let pieces = pieces(of: text)
    #expect(pieces.joined().utf8.elementsEqual(text.utf8))
    #expect(LengthUnit.grapheme.count(in: text) == pieces.count)
    for count in 0...pieces.count {
      let beginning = pieces.prefix(count).joined()
      #expect(LengthUnit.grapheme.prefix(of: text, count: count).utf8.elementsEqual(beginning.utf8))
    }
  }
}

/// A scalar or two of every class that the rules know.
private let samples = [
  "a", "é", "漢", "\r", "\n", "\r\n", "\u{0}", "\u{200B}", "\u{301}", "\u{1F3FD}", "\u{94D}",
  "\u{17D2}", "\u{1039}", "\u{1B44}", "\u{200C}", "\u{200D}", "\u{903}", "\u{600}", "🇷", "🇴", "👩",
  "©", "क", "ក", "က", "ᬓ", "\u{1100}", "\u{1161}", "\u{11A8}", "가", "각", "\u{E0001}", "\u{10FFFF}",
]

/// What a text falls into when one grapheme after the other is taken from its beginning.
private func pieces(of text: String) -> [String] {
  var pieces: [String] = []
  var rest = text
  while !rest.isEmpty {
    let piece = LengthUnit.grapheme.prefix(of: rest, count: 1)
    guard !piece.isEmpty else { break }
    pieces.append(piece)
    rest = String(rest.unicodeScalars.dropFirst(piece.unicodeScalars.count))
  }
  return pieces
}

private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

/// The graphemes of a line such as `÷ 0061 × 0308 ÷ 0062 ÷ # ÷ [0.2] …`: scalars, and before,
/// between and behind them a mark that says whether the text is divided there.
private func graphemes(of line: Substring) -> [String]? {
  var graphemes: [String] = []
  for word in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
    switch word {
    case "÷": graphemes.append("")
    case "×": continue
    default:
      guard let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
      graphemes[graphemes.count - 1].unicodeScalars.append(scalar)
    }
  }
  return graphemes.last == "" ? graphemes.dropLast() : nil
}

private let environment = ProcessInfo.processInfo.environment
