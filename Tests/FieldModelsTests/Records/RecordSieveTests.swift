import FieldModels
import FieldTestSupport
import Testing

import FieldModels

/// What is let through at a first look is right at a close one.
@Suite("Records at a first look")
struct RecordSieveTests {
  @Test(
    "a record is judged the same whether it is looked at closely or not",
    arguments: Seeds.upTo(200))
  func sameAsClosely(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 9900)
    let sample = RecordSample(
      fieldCount: seed % 10 == 0 ? 80 : 5, areApart: seed % 3 == 0, using: &random)
    let form = OpenForm(sample.text)
    Self.compare(form, sample.text, using: &random)
  }

  @Test(
    "a record of a form with anything in it is judged the same whether it is looked at closely or not",
    arguments: Seeds.upTo(300))
  func featuresSameAsClosely(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 19_900)
    let count = seed % 20 == 0 ? 70...90 : 1...7
    let sample = FeatureSample(
      .init(fieldCounts: count, density: 20, isPlain: true), using: &random)
    let form = OpenForm(sample.text)
    Self.compare(form, sample.text, using: &random)
  }

  private static func compare(
    _ form: OpenForm, _ text: String, using random: inout SplitMix64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isPartial = Bool.random(using: &random)
    var judge = RecordJudge(RecordForm(form.document, isPartial: isPartial), at: form.now)
    let record = Array(form.document.record.json.utf8)
    for _ in 0..<40 {
      let bytes = RecordSample.mutated(record, using: &random)
      var quick = judge.judge(bytes, bytes.indices)
      for index in quick.problems.indices { quick.problems[index].saying = nil }
      let close = judge.judgeClosely(bytes, bytes.indices)
      #expect(
        quick == close,
        "\(Self.difference(quick, close)) in \(String(decoding: bytes, as: UTF8.self)) of \(text)",
        sourceLocation: sourceLocation)
    }
  }

  /// What is said by one and not by the other.
  private static func difference(_ quick: RecordVerdict, _ close: RecordVerdict) -> String {
    let (one, other) = (quick.problems, close.problems)
    let more = one.filter { !other.contains($0) }
    let fewer = other.filter { !one.contains($0) }
    if quick.statedForm != close.statedForm { return "another form" }
    return "more \(more), fewer \(fewer), \(quick.questions == close.questions)"
  }

  @Test(
    "a record in plain sight has no doubts",
    arguments: [
      #"{"a":"ada@example.com","b":"Zoë","c":"2026-02-28","d":"CA","e":7,"f":0.5}"#,
      #"{ "f" : 12.25 , "e":-3,"a":"x@y" }"#, #"{}"#, #"{"b":null,"d":null}"#,
    ])
  func plainSight(record: String) {
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": ["email"] } }"#,
      #"{ "key": "b", "kind": "area", "label": "B", "maxLength": 3 }"#,
      #"{ "key": "c", "kind": "date", "label": "C", "maximumDate": "today" }"#,
      #"{ "key": "d", "kind": "picker", "label": "D", "data": ["CA", "RO"] }"#,
      #"{ "key": "e", "kind": "entry", "label": "E", "value": "integer" }"#,
      #"{ "key": "f", "kind": "entry", "label": "F", "value": "number" }"#)
    Self.expectPlainSight(record, of: form)
  }

  private static func expectPlainSight(
    _ record: String, of form: OpenForm, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let sieve = RecordSieve(RecordForm(form.document), today: form.now.today)
    var sifted = RecordSieve.Sifted()
    let bytes = Array(record.utf8)
    #expect(sieve.sift(bytes, bytes.indices, into: &sifted), sourceLocation: sourceLocation)
    #expect(sifted.doubts == [], sourceLocation: sourceLocation)
  }

  /// A form whose fields look at one another by expressions.
  private static let order = OpenForm(
    fields: #"{ "key": "qty", "kind": "entry", "label": "A", "value": "integer" }"#,
    #"{ "key": "price", "kind": "entry", "label": "A", "value": "number" }"#,
    #"{ "key": "total", "kind": "entry", "label": "A", "value": "number", "calculate": "{qty} * {price}" }"#,
    #"{ "key": "born", "kind": "date", "label": "A" }"#,
    #"{ "key": "end", "kind": "date", "label": "A", "validation": { "live": [{ "expression": "{end} - {born} >= 7 and {end} < '2999-01-01'" }] } }"#,
    #"{ "key": "note", "kind": "entry", "label": "A", "required": { "when": { "expression": "{total} > 100 or {kind} = 'gift'" } } }"#,
    #"{ "key": "kind", "kind": "picker", "label": "A", "data": ["gift", "sale"] }"#,
    #"{ "key": "adult", "kind": "entry", "label": "A", "value": "boolean", "calculate": "years({born}, '2026-11-27') >= 18" }"#
  )

  private static let orders = [
    (#"{"qty":3,"price":1.5}"#, true), (#"{"qty":3,"price":1.5,"total":4.50,"kind":"sale"}"#, true),
    (#"{"qty":3,"price":1.5,"total":4.6}"#, false), (#"{"qty":300,"price":1}"#, false),
    (#"{"qty":300,"price":1,"note":"x"}"#, true), (#"{"kind":"gift"}"#, false),
    (#"{"kind":"gift","note":"x"}"#, true), (#"{"born":"2020-01-01","end":"2020-01-08"}"#, true),
    (#"{"born":"2020-01-01","end":"2020-01-07"}"#, false), (#"{"end":"2020-01-07"}"#, true),
    (#"{"born":"2008-11-28","adult":true}"#, false),
    (#"{"born":"2008-11-28","adult":false}"#, true), (#"{"born":"2008-11-27","adult":true}"#, true),
    (#"{"adult":true}"#, false), (#"{"qty":-1,"price":2,"total":-2}"#, true),
  ]

  @Test("a record whose expressions hold has no doubts", arguments: orders)
  func expressions(record: String, isRight: Bool) {
    let form = Self.order
    let sieve = RecordSieve(RecordForm(form.document), today: form.now.today)
    var sifted = RecordSieve.Sifted()
    let bytes = Array(record.utf8)
    #expect(sieve.sift(bytes, bytes.indices, into: &sifted))
    #expect(sifted.doubts.isEmpty == isRight)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    #expect(judge.judgeClosely(bytes, bytes.indices).problems.isEmpty == isRight)
  }

  @Test("numbers are calculated as expressions calculate them", arguments: Seeds.upTo(300))
  func numbers(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 29_900)
    let signs = ["+", "-", "*", "/", "%"]
    let numbers = [
      "0", "1", "-1", "3", "0.5", "0.05", "-2.5", "12", "100", "7.125", "999999999999999",
    ]
    func part(_ depth: Int) -> String {
      if depth == 0 {
        return Bool.random(using: &random) ? "{n}" : numbers.randomElement(using: &random)!
      }
      let (first, second) = (part(depth - 1), part(depth - 1))
      return switch Int.random(in: 0..<9, using: &random) {
      case 0: "round(\(first), \(Int.random(in: 0...3, using: &random)))"
      case 1: "floor(\(first))"
      case 2: "ceiling(\(first))"
      case 3: "min(\(first), \(second))"
      case 4: "abs(-\(first))"
      default: "(\(first) \(signs.randomElement(using: &random)!) \(second))"
      }
    }
    let expression = part(Int.random(in: 1...3, using: &random))
    let form = OpenForm(
      fields: #"{ "key": "n", "kind": "entry", "label": "A", "value": "number" }"#,
      #"{ "key": "c", "kind": "entry", "label": "A", "value": "number", "calculate": "\#(expression)" }"#,
      #"{ "key": "d", "kind": "entry", "label": "A", "required": { "when": { "key": "c", "is": "\#(numbers.randomElement(using: &random)!)" } } }"#,
      #"{ "key": "e", "kind": "entry", "label": "A", "required": { "when": { "key": "c", "greater": \#(numbers.randomElement(using: &random)!) } } }"#
    )
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    for _ in 0..<20 {
      let members = ["n", "c"].map { "\"\($0)\":" + numbers.randomElement(using: &random)! }
      let record = Array(
        "{\(members.prefix(Int.random(in: 1...2, using: &random)).joined(separator: ","))}".utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(expression) in \(String(decoding: record, as: UTF8.self))")
    }
  }

  @Test("numbers are held to limits and steps as at a close look", arguments: Seeds.upTo(200))
  func limits(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 39_900)
    let limits = ["0", "0.5", "-2.25", "1", "-3", "10", "0.125", "99.99", "1e3", "0.0001", "1e18"]
    let steps = ["0.25", "1", "0.5", "0.01", "0.05", "3", "0.0001", "2.5", "1e2", "0.001"]
    var rules: [String] = []
    if Bool.random(using: &random) {
      let isExclusive = Bool.random(using: &random)
      let limit = limits.randomElement(using: &random)!
      rules.append(#"{ "minimum": \#(limit), "exclusive": \#(isExclusive) }"#)
    }
    if Bool.random(using: &random) {
      let isExclusive = Bool.random(using: &random)
      let limit = limits.randomElement(using: &random)!
      rules.append(#"{ "maximum": \#(limit), "exclusive": \#(isExclusive) }"#)
    }
    if Bool.random(using: &random) {
      rules.append(#"{ "step": \#(steps.randomElement(using: &random)!) }"#)
    }
    let kind = Int.random(in: 0..<4, using: &random) == 0 ? "integer" : "number"
    let live = rules.joined(separator: ", ")
    let form = OpenForm(
      fields:
        #"{ "key": "n", "kind": "entry", "label": "A", "value": "\#(kind)", "validation": { "live": [\#(live)] } }"#
    )
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let fractions = ["", ".0", ".25", ".5", ".750", ".125", ".01", ".99", ".0001", ".33333333333"]
    for _ in 0..<60 {
      let sign = Bool.random(using: &random) ? "-" : ""
      let whole = ["0", "1", "2", "3", "9", "10", "99", "100", "1000", "999999999999999"]
      let number =
        sign + whole.randomElement(using: &random)! + fractions.randomElement(using: &random)!
      let record = Array("{\"n\":\(number)}".utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(number) of \(live)")
    }
  }

  @Test(
    "numbers with digits behind the point, times and lengths of time are in plain sight",
    arguments: [
      #"{"price":0.25,"at":"2026-02-01T10:00:30.5Z"}"#, #"{"price":-0.5,"at":"2026-02-01T10:00"}"#,
      #"{"price":12.750,"time":"23:59:59","length":"PT1H30M"}"#, #"{"length":"00:45:10"}"#,
      #"{"at":"2026-12-31T23:59:59-05:30","time":"08:15","length":"P2DT5S"}"#, #"{"price":99.75}"#,
    ])
  func fractionsAndTimes(record: String) {
    Self.expectPlainSight(record, of: Self.instruments)
  }

  private static let instruments = OpenForm(
    fields:
      #"{ "key": "price", "kind": "entry", "label": "A", "value": "number", "validation": { "live": [{ "minimum": -0.5 }, { "maximum": 99.8 }, { "step": 0.25 }] } }"#,
    #"{ "key": "at", "kind": "date", "label": "A", "mode": "dateAndTime" }"#,
    #"{ "key": "time", "kind": "date", "label": "A", "mode": "time" }"#,
    #"{ "key": "length", "kind": "date", "label": "A", "mode": "countDownTimer" }"#)

  @Test(
    "a time or length of time is one only if a close look says so", arguments: Seeds.upTo(200))
  func times(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 49_900)
    let form = Self.instruments
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let values = [
      ("at", "2026-02-01T10:00:30.123456789+23:59"), ("at", "2026-02-28T00:00Z"),
      ("time", "10:00:30.123456789"), ("length", "P1DT2H3M4S"), ("length", "P999999W"),
      ("length", "PT0S"), ("length", "12:30:59"), ("length", "P12D"),
    ]
    for _ in 0..<60 {
      let (key, value) = values.randomElement(using: &random)!
      var text = Array(value.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = text.indices.randomElement(using: &random)!
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.remove(at: place)
        case 1: text[place] = Array("0129:.TZPDHMSW+-".utf8).randomElement(using: &random)!
        default: text.insert(text.randomElement(using: &random)!, at: place)
        }
      }
      let record = Array("{\"\(key)\":\"".utf8) + text + Array("\"}".utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(String(decoding: record, as: UTF8.self))")
    }
  }

  @Test("objects within a record are in plain sight too")
  func objects() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "path": "/g" },
          { "key": "h", "label": "H", "path": "/g/h", "required": true }],
        "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "g", "required": true },
        { "key": "b", "kind": "entry", "label": "B", "group": "h", "value": "integer" },
        { "key": "c", "kind": "entry", "label": "C" }] }
      """#)
    let sieve = RecordSieve(RecordForm(form.document), today: form.now.today)
    func sift(_ record: String) -> Bool {
      var sifted = RecordSieve.Sifted()
      let bytes = Array(record.utf8)
      return sieve.sift(bytes, bytes.indices, into: &sifted) && sifted.isEmpty
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

  @Test("objects and lists that are none are told as a close look tells them")
  func misfits() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "path": "/g", "schema": { "required": ["a"] } },
          { "key": "h", "label": "H", "path": "/g/h", "required": true },
          { "key": "i", "label": "I", "path": "/i", "required": true, "whenEmpty": "null" },
          { "key": "k", "label": "K", "path": "/k", "lenient": true },
          { "key": "l", "label": "L", "repeat": { "minEntries": 1, "maxEntries": 2 } },
          { "key": "m", "label": "M", "repeat": { "maxEntries": 1 } }],
        "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "g", "required": true },
        { "key": "b", "kind": "entry", "label": "B", "group": "h", "value": "integer" },
        { "key": "c", "kind": "entry", "label": "C", "group": "i", "required": { "when": { "key": "d", "filled": false } } },
        { "key": "d", "kind": "entry", "label": "D", "group": "k" },
        { "key": "e", "kind": "entry", "label": "E", "group": "l", "value": "integer" },
        { "key": "f", "kind": "entry", "label": "F", "group": "m", "visible": { "when": { "key": "l", "filled": true } } }] }
      """#)
    let records = RecordForm(form.document)
    let sieve = RecordSieve(records, today: form.now.today)
    var judge = RecordJudge(records, at: form.now)
    let parts = [
      "g": [#"{"a":"x","h":{}}"#, #"{"a":"x","h":[]}"#, "7", "null", #"{"h":1}"#],
      "i": [#"{"c":"x"}"#, "{}", "null", #""t""#], "k": [#"{"d":"y"}"#, "3", "null"],
      "l": [#"[{"e":1}]"#, "[]", #"[{"e":1},{"e":"x"},{"e":3},{}]"#, "{}", "null"],
      "m": [#"[{"f":"x"}]"#, #"[{"f":"x"},{"f":1}]"#, "true"],
    ]
    var random = SplitMix64(seed: 97)
    for _ in 0..<400 {
      let members = parts.keys.sorted().shuffled(using: &random).map {
        "\"\($0)\":\(parts[$0]?.randomElement(using: &random) ?? "")"
      }
      let record = Array("{\(members.joined(separator: ","))}".utf8)
      var sifted = RecordSieve.Sifted()
      #expect(sieve.sift(record, record.indices, into: &sifted))
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(String(decoding: record, as: UTF8.self))")
    }
    let wrong = Array(#"{"g":{"a":"x","h":{}},"i":null,"l":[]}"#.utf8)
    #expect(judge.judge(wrong, wrong.indices).problems.map(\.path) == ["/l"])
  }

  @Test("a list with crossed limits has too few entries and too many")
  func crossedLimits() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "repeat": { "minEntries": 5, "maxEntries": 2 } }],
        "fields": [{ "key": "a", "kind": "entry", "label": "A", "group": "g" }] }
      """#)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let record = Array(#"{"g":[{},{},{}]}"#.utf8)
    #expect(judge.judge(record, record.indices).problems.count == 2)
    let isSame = judge.isSame(on: record)
    #expect(isSame)
  }

  @Test("nothing is missing in an object in whose place null stands")
  func nullObject() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "path": "/g", "required": true, "whenEmpty": "null" }],
        "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "g", "required": true, "visible": { "when": { "key": "b", "filled": false } } },
        { "key": "b", "kind": "entry", "label": "B" }] }
      """#)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let record = Array(#"{"g":null}"#.utf8)
    #expect(judge.judge(record, record.indices).problems.isEmpty)
  }

  /// What is said of records whose only member has some bytes for a value, at a first look and at a
  /// close one.
  private static func compare(
    _ form: OpenForm, _ values: some Sequence<[UInt8]>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    for value in values {
      // Behind it there is as much as a step of those who look at several bytes takes.
      for rest in ["", String(repeating: " ", count: 40)] {
        let record = Array("{\"a\":\"".utf8) + value + Array("\"}\(rest)".utf8)
        var quick = judge.judge(record, record.indices)
        for index in quick.problems.indices { quick.problems[index].saying = nil }
        #expect(
          quick == judge.judgeClosely(record, record.indices),
          "\(String(decoding: record, as: UTF8.self))", sourceLocation: sourceLocation)
      }
    }
  }

  @Test("a date is one only if each of its bytes is right")
  func dates() {
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "date", "label": "A", "minimumDate": "1999-12-31", "maximumDate": "2024-02-29" }"#
    )
    for date in [
      "2001-01-28", "1999-12-31", "1999-12-30", "2024-02-29", "2024-03-01", "0999-01-01",
    ] {
      let bytes = Array(date.utf8)
      Self.compare(
        form,
        bytes.indices.flatMap { place in
          (UInt8.min...UInt8.max).map { byte in
            var bytes = bytes
            bytes[place] = byte
            return bytes
          }
        })
    }
  }

  @Test("a text is one only if it is UTF-8")
  func scalars() {
    let form = OpenForm(fields: #"{ "key": "a", "kind": "entry", "label": "A", "maxLength": 6 }"#)
    let edges: [UInt8] = [
      0x00, 0x1F, 0x20, 0x22, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
      0xDF,
      0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF,
    ]
    var random = SplitMix64(seed: 12)
    Self.compare(
      form,
      (0..<12_000).map { _ in
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
          edges.randomElement(using: &random) ?? 0
        }
      })
    for scalar in [
      "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
    ] {
      Self.compare(form, (0...7).map { Array((String(repeating: "a", count: $0) + scalar).utf8) })
    }
  }

  @Test(
    "long texts of several scripts are held to their lengths, and let through only as UTF-8",
    arguments: [
      #"{ "maxLength": 60 }"#, #"{ "maxLength": 30 }, { "minLength": 9 }"#, #"{ "minLength": 25 }"#,
    ])
  func longTexts(rules: String) {
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": [\#(rules)] } }"#)
    let pieces = ["a", "bcdefgh", "é", "東京", "🙂", "\u{7FF}", "\u{D7FF}", "\u{10FFFF}", "e\u{301}"]
    var random = SplitMix64(seed: 21)
    Self.compare(
      form,
      (0..<6_000).map { round in
        var text: [UInt8] = []
        for _ in 0..<Int.random(in: 0...16, using: &random) {
          text += (pieces.randomElement(using: &random) ?? "").utf8
        }
        // Half of them are broken somewhere.
        if round % 2 == 0, let place = text.indices.randomElement(using: &random) {
          switch round % 3 {
          case 0: text.remove(at: place)
          case 1: text[place] = UInt8.random(in: 0x80...0xFF, using: &random)
          default: text.swapAt(place, text.count / 2)
          }
        }
        return text
      })
  }

  @Test("a row is found among others that begin alike, and nothing else is")
  func rows() {
    let rows = [
      "A", "B", "AB", "日", "日本", "Option 1", "Option 2", "Option 10", "Optional", "a b", "Zürich",
    ]
    let data = rows.map { "\"\($0)\"" }.joined(separator: ", ")
    let form = OpenForm(
      fields: #"{ "key": "a", "kind": "picker", "label": "A", "data": [\#(data)] }"#)
    let others = rows.flatMap { [$0, $0 + "x", String($0.dropLast()), $0 + " ", $0.lowercased()] }
    Self.compare(form, others.map { Array($0.utf8) })
  }

  @Test(
    "texts of every length are held to patterns",
    arguments: [
      #"{ "pattern": "^[a-c]{3,20}$" }"#, #"{ "pattern": "b" }"#, #"{ "pattern": "^(ab)*c?$" }"#,
      #"{ "pattern": "^[a-b]" }, { "pattern": "c$" }"#, #"{ "pattern": "^[^c]*$" }, "email""#,
      #""slug""#,
      #"{ "pattern": "" }, { "minLength": 2 }"#,
    ])
  func patterns(rules: String) {
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "entry", "label": "A", "maxLength": 24, "validation": { "live": [\#(rules)] } }"#
    )
    var random = SplitMix64(seed: 31)
    Self.compare(
      form,
      (0..<3000).map { round in
        (0..<round % 30).map { _ in
          let letters = round % 7 == 0 ? "abc@.-é\\\u{1}" : "abc"
          return letters.utf8.randomElement(using: &random) ?? 0
        }
      })
  }

  @Test("what was said of a value is not said of another one")
  func sayings() {
    let form = OpenForm(fields: #"{ "key": "a", "kind": "entry", "label": "A", "maxLength": 3 }"#)
    for _ in 0..<2 { Self.compare(form, (0..<3000).map { Array("value \($0)".utf8) }) }
    Self.compare(form, (0..<600).map { Array(repeating: UInt8(ascii: "x"), count: $0) })
  }

  @Test("what has a format in plain sight has the format", arguments: Format.allCases)
  func formats(format: Format) throws {
    guard let (source, byteLimit) = format.plainSight else { return }
    let pattern = try Pattern(source)
    var random = SplitMix64(seed: 4)
    let sampler = PatternSampler(pattern, most: 48)
    var count = 0
    for length in sampler.counts {
      for _ in 0..<(length < 12 ? 300 : 60) {
        guard let text = sampler.sample(count: length, using: &random),
          text.utf8.count <= byteLimit, !text.isEmpty
        else { continue }
        count += 1
        #expect(format.matches(text), "\(text)")
      }
    }
    for _ in 0..<20_000 {
      let text = Self.text(for: format, using: &random)
      guard text.utf8.count <= byteLimit, pattern.matches(text) else { continue }
      count += 1
      #expect(format.matches(text), "\(text)")
    }
    #expect(50 <= count)
  }

  @Test(
    "times are passed only if they are times", arguments: ["time", "dateAndTime", "countDownTimer"])
  func times(mode: String) {
    let form = OpenForm(
      fields: #"{ "key": "a", "kind": "date", "label": "A", "mode": "\#(mode)" }"#)
    let clocks = ["00:00", "23:59", "24:00", "12:60", "9:00", "12:00:00", "12:00Z", "1200", ""]
    let days = [
      "2024-02-29T", "2023-02-29T", "2023-02-28T", "2023-04-31T", "2023-12-31T", "0001-01-01T", "",
    ]
    Self.compare(form, days.flatMap { day in clocks.map { Array((day + $0).utf8) } })
  }

  @Test("a picker into which texts are typed takes them, and its own rows")
  func typedRows() {
    for rows in [
      #""manualEntry": true, "data": ["x", "y"]"#, #""manualEntry": true, "data": ["x", 1]"#,
      #""manualEntry": true, "data": ["x", { "value": "y", "disabled": true }]"#, #""data": []"#,
      #""maxLength": 3, "data": []"#,
    ] {
      let form = OpenForm(fields: #"{ "key": "a", "kind": "picker", "label": "A", \#(rows) }"#)
      Self.compare(form, ["x", "y", "1", "typed", "é", ""].map { Array($0.utf8) })
    }
  }

  @Test(
    "any value is passed as it is judged",
    arguments: ["", #""required": true"#, #""whenEmpty": "omit""#])
  func anything(rest: String) {
    let field =
      #"{ "key": "a", "kind": "any", "label": "A"\#(rest.isEmpty ? "" : ", " + rest) }"#
    let form = OpenForm(fields: field)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    for value in [
      "1", "-0", "1e999", "12345678901234567890", "true", "false", "null", "\"\"", "\" \"", "\"x\"",
      "\"\\ud800\"", "\"\\u0000\"", "[]", "[ ]", "{}", "{ }", "[null]", "[[]]", "{\"a\":1,\"a\":2}",
      "{\"a\":{\"b\":[1,{}]}}", "[1,]", "{\"a\"}", "01", "nul", deep, "[\"]\"]", "{\"}\":\"]\"}",
    ] {
      for space in ["", " "] {
        let record = Array("{\"a\":\(value)\(space)}".utf8)
        var quick = judge.judge(record, record.indices)
        for index in quick.problems.indices { quick.problems[index].saying = nil }
        #expect(quick == judge.judgeClosely(record, record.indices), "\(value)")
      }
    }
  }

  @Test("a row is found among many, and nothing else", arguments: [64, 65, 200, 3000])
  func manyRows(count: Int) {
    let rows = (0..<count).map { number in
      number % 7 == 3
        ? "{ \"value\": \"row \(number)\", \"disabled\": true }"
        : number % 11 == 5 ? "\(number)" : "\"row \(number)\""
    }
    let field =
      #"{ "key": "a", "kind": "picker", "label": "A", "data": [\#(rows.joined(separator: ","))] }"#
    let form = OpenForm(fields: field)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    for number in stride(from: 0, to: count + 3, by: max(1, count / 60)) {
      for value in [
        "\"row \(number)\"", "\"row  \(number)\"", "\(number)", "\(number).0", "\"\(number)\"",
        "\"ro\\u0077 \(number)\"", "true", "null", "\"\"",
      ] {
        let record = Array("{\"a\":\(value)}".utf8)
        var quick = judge.judge(record, record.indices)
        for index in quick.problems.indices { quick.problems[index].saying = nil }
        #expect(quick == judge.judgeClosely(record, record.indices), "\(value)")
      }
    }
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

extension RecordJudge {
  /// Whether it says the same of a record at a first look as at a close one.
  mutating func isSame(on record: [UInt8]) -> Bool {
    var quick = judge(record, record.indices)
    for index in quick.problems.indices { quick.problems[index].saying = nil }
    return quick == judgeClosely(record, record.indices)
  }
}
