import FieldModels
import FieldTestSupport
import Testing

/// What holds for every text, right or wrong.
@Suite("Properties of reading and writing JSON")
struct JSONPropertyTests {
  @Test("no text can stop the reader or bend its tree", arguments: Seeds.upTo(40))
  func robustness(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for dialect in [JSONReader.Dialect.strict, .commented] {
      let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(JSONDump(noise, dialect: dialect).violations == [])
      let rubble = FormSample.rubble(
        fragmentCount: Int.random(in: 0...60, using: &random), using: &random)
      #expect(JSONDump(rubble, dialect: dialect).violations == [])
      var text = Array(FormSample(layout: .pretty, fieldCount: 3).text(using: &random).utf8)
      for _ in 0..<10 {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = "{}[]\",:/*\\\n1t\u{0}".utf8.randomElement(using: &random) ?? 0
        #expect(JSONDump(text, dialect: dialect, depthLimit: 3).violations == [])
      }
      #expect(JSONDump(Array(text.dropLast(text.count / 2)), dialect: dialect).violations == [])
    }
  }

  @Test("a value is what is read of what was written of it", arguments: Seeds.upTo(60))
  func roundTrip(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let value = Self.value(depth: 4, using: &random)
    var writer = JSONWriter()
    writer.value(value)
    let dump = JSONDump(writer.bytes)
    #expect(dump.problemLines == [])
    #expect(dump.violations == [])
    #expect(JSONValue(dump.tree, 0) == value)
    var copy = JSONWriter()
    copy.value(dump.tree, 0)
    #expect(copy.bytes == writer.bytes)
  }

  @Test("a string is what is read of its escapes", arguments: Seeds.upTo(60))
  func escapes(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = Self.text(using: &random)
    let source = Array(JSONString.escaped(text).utf8)
    #expect(String(decoding: JSONString.unescaped(source[...]), as: UTF8.self) == text)
    #expect(JSONDump("\"\(JSONString.escaped(text))\"").problemLines == [])
  }

  @Test("a character means the same wherever in a string it stands", arguments: 0..<18)
  func places(byteCount: Int) {
    let right = [
      (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{08}"), (#"\f"#, "\u{0C}"),
      (#"\n"#, "\n"), (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\u00e9"#, "é"), (#"\ud83d\ude00"#, "😀"),
      ("é", "é"), ("😀", "😀"), ("\u{7F}", "\u{7F}"), (#"\\\""#, #"\""#), ("!#[]", "!#[]"),
    ]
    let wrong = [(#"\q"#, #"\q"#), (#"\u12"#, #"\u12"#), ("\u{01}", "\u{01}"), ("\t", "\t")]
    let before = String(repeating: "a", count: byteCount)
    for after in [0, 1, 6, 7, 8, 17].map({ String(repeating: "x", count: $0) }) {
      for (source, value) in right + wrong {
        let dump = JSONDump("\"\(before)\(source)\(after)\"")
        #expect(dump.tree.string(0) == before + value + after)
        #expect(dump.problemLines.isEmpty == right.contains { $0.0 == source })
        #expect(dump.violations == [])
      }
      let open = JSONDump("[\"\(before)\n\(after)\"]")
      #expect(open.tree.string(1) == before)
    }
  }

  @Test("every place in a value has its place in the source", arguments: Seeds.upTo(60))
  func sourceOffsets(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var source: [UInt8] = []
    var offsets = [0]
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let piece = Self.pieces.randomElement(using: &random) ?? ("a", "a")
      source += Array(piece.source.utf8)
      // A place inside of what an escape stands for is behind the escape.
      let isEscape = piece.source.hasPrefix("\\") && piece.source != piece.value
      for index in 1...piece.value.utf8.count {
        offsets.append(isEscape ? source.count : source.count - piece.value.utf8.count + index)
      }
    }
    // The slice does not begin where its array does.
    let slice = ([0x22] + source)[1...]
    #expect(JSONString.unescaped(slice).count == offsets.count - 1)
    for (offset, expected) in offsets.enumerated() {
      #expect(JSONString.sourceOffset(ofUTF8: offset, in: slice) == expected)
    }
    #expect(JSONString.sourceOffset(ofUTF8: .max, in: slice) == source.count)
    #expect(JSONString.sourceOffset(ofUTF8: -1, in: slice) == 0)
  }

  @Test(
    "an escape that says nothing stands for its own characters",
    arguments: [
      (#"\q"#, #"\q"#), (#"\"#, #"\"#), (#"\u12"#, #"\u12"#), (#"\u12g4x"#, #"\u12g4x"#),
      (#"\uD800"#, "\u{FFFD}"), (#"\uDC00\uD800"#, "\u{FFFD}\u{FFFD}"),
      (#"\uD800\n"#, "\u{FFFD}\n"), (#"\uD83D\uDE00"#, "😀"), (#"\u00E9\/"#, "é/"),
      (#"\\u0041"#, #"\u0041"#),
    ])
  func uselessEscapes(source: String, value: String) {
    let bytes = JSONString.unescaped(Array(source.utf8)[...])
    #expect(String(decoding: bytes, as: UTF8.self) == value)
  }

  @Test(
    "numbers are integers where they are whole and fit",
    arguments: [
      ("0", 0), ("-0", 0), ("42", 42), ("-7", -7), ("9223372036854775807", .max), ("1.0", 1),
      ("1e2", 100), ("9223372036854775808", nil), ("99999999999999999999", nil), ("\"1\"", nil),
      ("-9223372036854775808", .min), ("null", nil),
    ] as [(String, Int?)])
  func integers(text: String, value: Int?) {
    #expect(JSONDump(text).tree.integer(0) == value)
  }

  @Test("of members with one name the last one counts")
  func lastMember() {
    let tree = JSONDump(#"{"a": 1, "\u0061": 2, "b": 3, a: 4}"#).tree
    #expect(tree.value(of: "a", in: 0).map { tree.source($0) } == "2")
    #expect(tree.value(of: "c", in: 0) == nil)
    #expect(JSONValue(tree, 0)["a"]?.integer == 2)
  }

  @Test("what is no JSON value is null, and what has no name is left out")
  func brokenValues() {
    let tree = JSONDump(#"{"a": yes, "b": , c: 1, "d": [tru]}"#).tree
    #expect(
      JSONValue(tree, 0)
        == .object([.init("a", .null), .init("b", .null), .init("d", .array([.null]))]))
  }

  private static let pieces: [(source: String, value: String)] = [
    ("a", "a"), ("é", "é"), ("😀", "😀"), (#"\n"#, "\n"), (#"\""#, "\""), (#"\\"#, "\\"),
    (#"\u00e9"#, "é"), (#"\ud83d\ude00"#, "😀"), (#"\u20AC"#, "€"), (#"\ud83d"#, "\u{FFFD}"),
  ]

  private static func text(using random: inout SplitMix64) -> String {
    let letters = [
      "a", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "\r\n", "\t", "\u{7F}", "é", "😀", "\u{2028}",
    ]
    return (0..<Int.random(in: 0...12, using: &random))
      .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
  }

  private static func value(depth: Int, using random: inout SplitMix64) -> JSONValue {
    let count = Int.random(in: 0...4, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2:
      return .number(
        ["0", "-1.5e+10", "12345678901234567890"].randomElement(using: &random) ?? "0")
    case 3, 4: return .string(text(using: &random))
    case 5: return .array((0..<count).map { _ in value(depth: depth - 1, using: &random) })
    default:
      return .object(
        (0..<count).map { _ in
          .init(text(using: &random), value(depth: depth - 1, using: &random))
        })
    }
  }
}
