import FieldModels
import FieldTestSupport
import Testing

@testable import FieldModels

/// What is let through at a first look is right at a close one.
@Suite("Records at a first look")
struct RecordSieveTests {
  @Test(
    "a record is judged the same whether it is looked at closely or not",
    arguments: 0..<200 as Range<UInt64>)
  func sameAsClosely(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 9900)
    let sample = RecordSample(fieldCount: 5, areApart: true, using: &random)
    let form = OpenForm(sample.text)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let record = Array(form.document.record.json.utf8)
    for _ in 0..<40 {
      let bytes = Self.mutated(record, using: &random)
      var quick = judge.judge(bytes, bytes.indices)
      for index in quick.problems.indices { quick.problems[index].saying = nil }
      let close = judge.judgeClosely(bytes, bytes.indices)
      #expect(
        quick == close, "\(String(decoding: bytes, as: UTF8.self)) in \(sample.text)")
    }
  }

  /// Another spelling, another value or a mistake, in some places or none.
  private static func mutated(
    _ record: [UInt8], using random: inout SplitMix64
  ) -> [UInt8] {
    var bytes = record
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2:
        let piece = pieces.randomElement(using: &random) ?? ""
        bytes.insert(contentsOf: piece.utf8, at: place)
      case 3: bytes.insert(UInt8(ascii: " "), at: place)
      case 4:
        // The value of a field is another one.
        guard let colon = bytes[place...].firstIndex(of: UInt8(ascii: ":")) else { continue }
        let end = bytes[colon...].firstIndex {
          [UInt8(ascii: ","), UInt8(ascii: "}")].contains($0)
        }
        let value = values.randomElement(using: &random) ?? ""
        bytes.replaceSubrange((colon + 1)..<(end ?? bytes.endIndex), with: value.utf8)
      default: bytes += bytes.suffix(from: place)
      }
    }
    return bytes
  }

  private static let pieces = [
    "\\n", "\\u0041", "\"", "é", "👩🏽‍🚀", "\u{200D}", "{}", ",", "0", "1e2", ".5", "\\", "null", "  ",
  ]
  private static let values = [
    "null", "true", "\"\"", "\"CA\"", "0", "-0", "00", "1.5", "1e400", "7", "99", "100", "\"ada\"",
    "9007199254740993", "\"a@b.example\"", "\"2026-02-28\"", "\"2026-02-29\"", "\"2024-02-29\"",
    "[]",
    "[\"a\"]", "{}", "-3", "0.1", "0.10", "\"2020-01-01\"", "\"2019-12-31\"", "\"xy\"", "\"Zoë\"",
  ]

  @Test(
    "a record in plain sight has no doubts",
    arguments: [
      #"{"a":"ada@example.com","b":"Zoë","c":"2026-02-28","d":"CA","e":7,"f":0.5}"#,
      #"{ "f" : 12.25 , "e":-3,"a":"x@y" }"#, #"{}"#, #"{"b":null,"d":null}"#,
    ])
  func plainSight(record: String) throws {
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": ["email"] } }"#,
      #"{ "key": "b", "kind": "area", "label": "B", "maxLength": 3 }"#,
      #"{ "key": "c", "kind": "date", "label": "C", "maximumDate": "today" }"#,
      #"{ "key": "d", "kind": "picker", "label": "D", "data": ["CA", "RO"] }"#,
      #"{ "key": "e", "kind": "entry", "label": "E", "value": "integer" }"#,
      #"{ "key": "f", "kind": "entry", "label": "F", "value": "number" }"#)
    let sieve = try #require(RecordSieve(RecordForm(form.document), today: form.now.today))
    var doubts: [RecordSieve.Doubt] = []
    let bytes = Array(record.utf8)
    #expect(sieve.sift(bytes, bytes.indices, &doubts))
    #expect(doubts == [])
  }

  @Test("objects within a record are in plain sight too")
  func objects() throws {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "path": "/g" },
          { "key": "h", "label": "H", "path": "/g/h", "required": true }],
        "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "g", "required": true },
        { "key": "b", "kind": "entry", "label": "B", "group": "h", "value": "integer" },
        { "key": "c", "kind": "entry", "label": "C" }] }
      """#)
    let sieve = try #require(RecordSieve(RecordForm(form.document), today: form.now.today))
    func sift(_ record: String) -> Bool {
      var doubts: [RecordSieve.Doubt] = []
      let bytes = Array(record.utf8)
      return sieve.sift(bytes, bytes.indices, &doubts) && doubts.isEmpty
    }
    #expect(sift(#"{"g":{"a":"x","h":{"b":1}},"c":"y"}"#))
    #expect(sift(#"{ "c" : "y" , "g" : { "h" : { } , "a" : "x" } }"#))
    #expect(!sift(#"{"g":{"a":"x"}}"#))
    #expect(!sift(#"{"g":{"h":{}}}"#))
    #expect(!sift(#"{"c":"y"}"#))
    #expect(!sift(#"{"g":{"a":"x","h":{}},"g":{"a":"x","h":{}}}"#))
    #expect(!sift(#"{"g":{"a":"x","h":{},"c":"y"}}"#))
    #expect(!sift(#"{"g":[]}"#))
  }

  @Test("what has a format in plain sight has the format", arguments: Format.allCases)
  func formats(format: Format) throws {
    guard let (source, byteLimit) = format.plainSight else { return }
    let pattern = try Pattern(source)
    var random = SplitMix64(seed: 4)
    var count = 0
    for _ in 0..<20_000 {
      let text = Self.text(for: format, using: &random)
      guard text.utf8.count <= byteLimit, pattern.matches(text) else { continue }
      count += 1
      #expect(format.matches(text), "\(text)")
    }
    #expect(count > 100)
  }

  private static func text(for format: Format, using random: inout SplitMix64) -> String {
    let parts = [
      "a", "b1", "-", ".", "@", "xn--", "https://", "/", "~", "%", "é", "0", "Z", "_", "--", "f0",
      "123e4567-e89b-12d3-a456-426614174000", " ", "com", String(repeating: "a", count: 40),
    ]
    let start = format == .url || format == .httpURL ? "http://" : ""
    return start
      + (0..<Int.random(in: 1...6, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
  }

  @Test(
    "a table says of a text what its pattern says",
    arguments: [
      "^\\+?[0-9 ]{7,15}$", "^[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$", "a|bc*", "\\bword\\b", "(ab)+$",
      "^$",
      "[^a-z]", "x{2,4}y", ".*z", "",
    ])
  func tables(source: String) throws {
    for isAnchored in [false, true] {
      let pattern = try Pattern(source, isAnchored: isAnchored)
      let table = try #require(PatternTable(pattern))
      var random = SplitMix64(seed: 7)
      for _ in 0..<2000 {
        let text = String(
          (0..<Int.random(in: 0...9, using: &random)).map { _ in
            "abcxyz0 +AZ-word".randomElement(using: &random) ?? "a"
          })
        #expect(table.matches(text.utf8.span) == pattern.matches(text), "\(text)")
      }
    }
  }

  @Test("a pattern with very many states has no table")
  func noTable() throws {
    #expect(PatternTable(try Pattern("(a|b)*a(a|b){12}")) == nil)
  }
}
