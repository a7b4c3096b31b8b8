import FieldModels
import FieldTestSupport

/// The obvious implementation of a text, to hold `Rope` against: an array, read from the start.
struct FlatText {
  private(set) var bytes: [UInt8]

  init(string: String) {
    bytes = Array(string.utf8)
  }

  mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
    let lower = scalarStart(range.lowerBound)
    let upper = scalarStart(range.upperBound)
    bytes.replaceSubrange(lower..<upper, with: replacement)
  }

  /// The start of the scalar that an offset, clamped to the text, is in.
  func scalarStart(_ offset: Int) -> Int {
    let clamped = max(0, min(offset, bytes.count))
    return (0...clamped).last { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 } ?? 0
  }

  /// The bytes of every line without its break.
  var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var offset = 0
    while offset < bytes.count {
      let isPair = bytes[offset...].starts(with: [0x0D, 0x0A])
      let next = offset + (isPair ? 2 : 1)
      if bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        lines.append(start..<offset)
        start = next
      }
      offset = next
    }
    return lines + [start..<bytes.count]
  }

  /// The text between two offsets at scalar boundaries.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

/// Text that is as awkward as possible for its length.
enum SampleText {
  private static let pieces = [
    "a", "b", " ", "{", "\"", "\n", "\r", "\r\n", "\n\r", "é", "e\u{301}", "ß", "€", "क्षि", "😀",
    "👩🏽‍🚀", "🇷🇴", "\u{0}", "\u{FEFF}", "\u{10FFFF}", "abcdefghijkl",
  ]

  static func random(_ counts: ClosedRange<Int>, using random: inout SplitMix64) -> String {
    let count = Int.random(in: counts, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "a" }.joined()
  }
}
