import FieldModels
import FieldTestSupport
import Testing

/// What is seen at a first look of values that others look at, and of rules that do not always hold.
@Suite("Values and conditions at a first look")
struct RecordSieveValuesTests {
  /// Fields, a record, and the keys of the fields that have to be looked at closely.
  struct Case: Sendable, CustomTestStringConvertible {
    let fields: [Field]
    let record: String
    let doubts: [String]

    init(_ fields: [Field], _ record: String, doubts: [String] = []) {
      (self.fields, self.record, self.doubts) = (fields, record, doubts)
    }

    var testDescription: String { record }
  }

  struct Field: Sendable {
    let key: String
    let json: String
  }

  private static func field(_ key: String, _ kind: String, _ rest: String = "") -> Field {
    Field(
      key: key,
      json:
        #"{ "key": "\#(key)", "kind": "\#(kind)", "label": "L" \#(rest.isEmpty ? "" : ", " + rest) }"#
    )
  }

  private static let any = field("v", "any")
  private static let shownByAny = field(
    "a", "entry", #""visible": { "when": { "key": "v", "is": "x" } }"#)
  private static let askedByAny = field(
    "a", "entry", #""required": { "when": { "key": "v", "filled": true } }"#)
  private static let sumOfAny = field("a", "entry", #""calculate": "{v} * 2""#)
  private static let rating = field(
    "r", "picker", #""data": [1, 2, { "value": 3, "exclusive": true }], "multiple": true"#)
  private static let shownByRating = field(
    "a", "entry", #""visible": { "when": { "key": "r", "in": [1, 2] } }"#)
  private static let conditionalRow = field(
    "p", "picker",
    #""data": ["x", { "value": "y", "visible": { "when": { "key": "b", "is": "1" } } }], "multiple": true"#
  )
  private static let conditionalRule = field(
    "a", "entry",
    #""validation": { "live": [{ "pattern": "^[0-9]+$", "when": { "key": "b", "is": "1" } }] }"#)
  private static let forbidden = field(
    "a", "picker",
    #""data": ["x", "y"], "validation": { "live": [{ "oneOf": [""], "when": { "key": "a", "is": "y" } }] }"#
  )
  private static let other = field("b", "entry")
  private static let union = field(
    "u", "entry",
    #""value": "integer", "lenient": true, "validation": { "live": [{ "schema": { "anyOf": [{ "type": "integer" }, { "type": "string" }] } }] }"#
  )
  private static let short = field(
    "s", "entry", #""validation": { "live": [{ "schema": { "type": "string", "maxLength": 3 } }] }"#
  )
  private static let oneOf = field(
    "o", "entry", #""validation": { "live": [{ "oneOf": ["aa", "b"] }, { "minLength": 2 }] }"#)
  private static let secondsOf = field("t", "date", #""mode": "time""#)
  private static let visible = field("w", "entry", #""blankIsEmpty": true, "required": true"#)
  private static let hidesItself = field(
    "h", "entry", #""visible": { "when": { "key": "h", "is": "y" } }"#)

  static let cases: [Case] = [
    // What others see of any value.
    Case([any, shownByAny], #"{"v":"x","a":"1"}"#),
    Case([any, shownByAny], #"{"v":"\u0078","a":"1"}"#),
    Case([any, shownByAny], #"{"v":1,"a":"1"}"#, doubts: ["a"]),
    Case([any, shownByAny], #"{"v":{"k":[1]}}"#),
    Case([any, askedByAny], #"{"v":{"k":[1]},"a":"1"}"#), Case([any, askedByAny], #"{"v":[]}"#),
    Case([any, askedByAny], #"{"v":{}}"#), Case([any, askedByAny], #"{"v":""}"#),
    Case([any, askedByAny], #"{"v":null}"#),
    Case([any, askedByAny], #"{"v":false}"#, doubts: ["a"]),
    Case([any, sumOfAny], #"{"v":3}"#), Case([any, sumOfAny], #"{"v":3,"a":"6"}"#),
    Case([any, sumOfAny], #"{"v":"no","a":null}"#), Case([any, sumOfAny], #"{"v":[3]}"#),
    Case([any, sumOfAny], #"{"v":3,"a":"7"}"#, doubts: ["a"]),
    // Several rows.
    Case([rating, shownByRating], #"{"r":[2,1],"a":"x"}"#),
    Case([rating, shownByRating], #"{"r":[3]}"#),
    Case([rating, shownByRating], #"{"r":[3],"a":"x"}"#, doubts: ["a"]),
    Case([rating], #"{"r":[3,1]}"#, doubts: ["r"]), Case([rating], #"{"r":[2,2]}"#, doubts: ["r"]),
    Case([conditionalRow, other], #"{"p":["x","y"],"b":"1"}"#),
    Case([conditionalRow, other], #"{"p":["x"],"b":"2"}"#),
    Case([conditionalRow, other], #"{"p":["x","y"],"b":"2"}"#, doubts: ["p"]),
    // Rules that hold under a condition.
    Case([conditionalRule, other], #"{"a":"12","b":"1"}"#),
    Case([conditionalRule, other], #"{"a":"x","b":"2"}"#),
    Case([conditionalRule, other], #"{"a":"x","b":"1"}"#, doubts: ["a"]),
    Case([forbidden], #"{"a":"x"}"#), Case([forbidden], #"{"a":"y"}"#, doubts: ["a"]),
    // Schemas.
    Case([union], #"{"u":7}"#), Case([short], #"{"s":"abc"}"#),
    Case([short], #"{"s":"abcd"}"#, doubts: ["s"]),
    // Texts.
    Case([oneOf], #"{"o":"aa"}"#), Case([oneOf], #"{"o":"b"}"#, doubts: ["o"]),
    Case([oneOf], #"{"o":"cc"}"#, doubts: ["o"]), Case([secondsOf], #"{"t":"09:30:10"}"#),
    Case([visible], #"{"w":" x"}"#), Case([visible], #"{"w":"語"}"#),
    Case([visible], #"{"w":"\u00a0 "}"#, doubts: ["w"]),
    Case([hidesItself], #"{"h":"y"}"#), Case([hidesItself], #"{"h":"x"}"#, doubts: ["h"]),
  ]

  @Test("only what is wrong has to be looked at closely", arguments: cases)
  func doubts(example: Case) {
    let form = OpenForm(#"{ "fields": [\#(example.fields.map(\.json).joined(separator: ", "))] }"#)
    let records = RecordForm(form.document)
    let sieve = RecordSieve(records, today: form.now.today)
    var sifted = RecordSieve.Sifted()
    let bytes = Array(example.record.utf8)
    #expect(sieve.sift(bytes, bytes.indices, into: &sifted))
    #expect(sifted.doubts.map { $0.field.map { example.fields[$0].key } } == example.doubts)
    var judge = RecordJudge(records, at: form.now)
    let problems = judge.judgeClosely(bytes, bytes.indices).problems
    #expect(problems.map(\.key) == example.doubts)
  }

  @Test("a value that is wrong leaves no doubt about those who look at it")
  func wrongValue() {
    let form = OpenForm(
      fields: #"{ "key": "a", "kind": "entry", "label": "L", "maxLength": 2 }"#,
      #"{ "key": "b", "kind": "entry", "label": "L", "visible": { "when": { "key": "a", "is": "long" } } }"#,
      #"{ "key": "n", "kind": "entry", "label": "L", "value": "number", "validation": { "live": [{ "maximum": 5 }] } }"#,
      #"{ "key": "c", "kind": "entry", "label": "L", "required": { "when": { "key": "n", "greaterThan": 7.5 } } }"#
    )
    let records = RecordForm(form.document)
    let sieve = RecordSieve(records, today: form.now.today)
    for (record, doubts) in [
      (#"{"a":"long","b":"x"}"#, [0]), (#"{"a":5}"#, [0]), (#"{"a":[],"b":null}"#, [0]),
      (#"{"n":8,"c":"x"}"#, [2]), (#"{"n":8}"#, [2, 3]), (#"{"n":7.25}"#, [2]),
    ] {
      var sifted = RecordSieve.Sifted()
      let bytes = Array(record.utf8)
      #expect(sieve.sift(bytes, bytes.indices, into: &sifted))
      #expect(sifted.doubts.map(\.field) == doubts, "\(record)")
    }
  }

  @Test("texts of any script have the length that a close look says", arguments: Seeds.upTo(200))
  func lengths(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 59_900)
    let unit = ["grapheme", "scalar", "utf16", "utf8", "words"].randomElement(using: &random)!
    let (least, most) = (
      Int.random(in: 0...4, using: &random), Int.random(in: 4...9, using: &random)
    )
    let isBlankEmpty = Bool.random(using: &random)
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "entry", "label": "L", "lengthUnit": "\#(unit)", "maxLength": \#(most), "blankIsEmpty": \#(isBlankEmpty), "required": true, "validation": { "live": [{ "minLength": \#(least) }] } }"#
    )
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let parts = [
      "a", "B", " ", "  ", "é", "ß", "e\u{301}", "語", "日本", "한", "\u{1100}\u{1161}\u{11A8}",
      "\u{200D}", "©",
      "👩🏽\u{200D}🚀", "🇩🇪", "\u{600}", "\u{A0}", "\u{3000}", "\u{FEFF}", "क्ष", "\\n", "\\r\\n",
      "\\u00e9",
      "\u{AD}", "ﬁ", "\u{302A}",
    ]
    for _ in 0..<60 {
      let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        parts.randomElement(using: &random)!
      }
      let record = Array("{\"a\":\"\(text.joined())\"}".utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(text) in \(unit)")
    }
  }

  @Test("expressions read texts as a close look does", arguments: Seeds.upTo(300))
  func texts(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 69_900)
    let kinds = [
      #""kind": "entry""#, #""kind": "any""#, #""kind": "date", "mode": "time""#,
      #""kind": "entry", "value": "number""#,
      #""kind": "picker", "data": ["a", 2, true], "multiple": true"#,
      #""kind": "date""#, #""kind": "entry", "value": "boolean""#,
    ]
    let operands = [
      "{v}", "{w}", "'a'", "'2'", "2", "'true'", "true", "'2026-01-01'", "(2 > 1)", "today()",
    ]
    let signs = ["=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/"]
    func part(_ depth: Int) -> String {
      if depth == 0 { return operands.randomElement(using: &random)! }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return "filled(\(part(depth - 1)))"
      case 1: return "-\(part(depth - 1))"
      case 2: return "not \(part(depth - 1))"
      case 3: return "if(\(part(depth - 1)), \(part(depth - 1)), {w})"
      default:
        return "(\(part(depth - 1)) \(signs.randomElement(using: &random)!) \(part(depth - 1)))"
      }
    }
    let expression = part(Int.random(in: 1...2, using: &random))
    let form = OpenForm(
      fields: #"{ "key": "v", "label": "L", \#(kinds.randomElement(using: &random)!) }"#,
      #"{ "key": "w", "label": "L", \#(kinds.randomElement(using: &random)!) }"#,
      #"{ "key": "c", "kind": "entry", "label": "L", "calculate": "\#(expression)" }"#,
      #"{ "key": "d", "kind": "entry", "label": "L", "required": { "when": { "expression": "\#(expression)" } } }"#,
      #"{ "key": "e", "kind": "entry", "label": "L", "visible": { "when": { "key": "c", "in": ["2", "a", "true"] } } }"#
    )
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let values = [
      #""a""#, #""b""#, #""2""#, #""-""#, #""é""#, "2", "2.0", "-7", "true", "null", #""""#,
      #"["a"]"#, "[2]", "[]",
      #"{"a":true}"#, #""2026-01-01""#, #""2026-02-30""#, #""09:30""#, #""09:30:00""#,
      #""x\u0061""#, "1e2", #""true""#,
    ]
    for _ in 0..<30 {
      let members = ["v", "w", "c", "d", "e"].compactMap { key in
        Int.random(in: 0..<3, using: &random) == 0 && key != "v"
          ? nil : "\"\(key)\":" + values.randomElement(using: &random)!
      }
      let record = Array("{\(members.joined(separator: ","))}".utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(expression) in \(String(decoding: record, as: UTF8.self))")
    }
  }
}
