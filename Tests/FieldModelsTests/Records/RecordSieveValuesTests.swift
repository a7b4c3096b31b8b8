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

  private static let flags = field(
    "f", "picker",
    #""data": ["x", "y", { "value": "z", "exclusive": true }], "multiple": true, "asFlags": true"#)
  private static let shownByFlags = field(
    "a", "entry", #""visible": { "when": { "key": "f", "in": ["x"] } }"#)
  private static let typed = field(
    "p", "picker",
    #""data": ["x", 1, null, { "value": "y", "disabled": true }], "manualEntry": true"#)
  private static let tags = field("g", "picker", #""data": [], "multiple": true, "maxItems": 2"#)
  private static let typedRows = field(
    "g", "picker", #""data": ["x", 1], "multiple": true, "manualEntry": true"#)
  private static let shownByRows = field(
    "a", "entry", #""visible": { "when": { "key": "g", "in": ["x", "t"] } }"#)
  private static let emptyRow = field("q", "picker", #""data": ["", "x"], "required": true"#)
  private static let from = field(
    "m", "date", #""mode": "dateAndTime", "minimumDate": "2020-02-03T10:30""#)
  private static let until = field(
    "u", "date", #""mode": "dateAndTime", "maximumDate": "2026-01-01""#)
  private static let morning = field("t", "date", #""mode": "time", "maximumDate": "12:00:30""#)
  private static let short30 = field(
    "d", "date", #""mode": "countDownTimer", "maximumDate": "PT30M""#)
  private static let nothingCalculated = field("c", "entry", #""calculate": "{n} - 'a'""#)
  private static let selfCalculated = field(
    "c", "entry", #""value": "number", "calculate": "{c} + 2""#)
  private static let shownByCalculated = field(
    "a", "entry", #""visible": { "when": { "key": "c", "filled": false } }"#)
  private static let number = field("n", "entry", #""value": "number""#)
  private static let chosen = field("p", "picker", #""data": ["x", "y"]"#)
  private static let shownByChosen = field(
    "a", "entry", #""visible": { "when": { "key": "p", "is": "other" } }"#)
  private static let total = field("t", "entry", #""value": "number", "calculate": "{n} * 2""#)
  private static let shownByTotal = field(
    "a", "entry", #""visible": { "when": { "key": "t", "greaterThan": 5 } }"#)

  private static let schemaOfRows = field(
    "p", "picker",
    #""data": ["a", "bb", 3], "validation": { "live": [{ "schema": { "maxLength": 1, "maximum": 2 } }] }"#
  )
  private static let schemaOfTyped = field(
    "p", "picker",
    #""data": ["a", 12], "manualEntry": true, "validation": { "live": [{ "schema": { "maxLength": 2, "maximum": 5 } }] }"#
  )
  private static let schemaOfTags = field(
    "g", "picker",
    #""data": [], "multiple": true, "validation": { "live": [{ "schema": { "items": { "maxLength": 2 } } }] }"#
  )

  private static let day = field("d", "date", #""valueFormat": "dd.MM.yyyy""#)
  private static let clock = field("t", "date", #""mode": "time", "valueFormat": "h:mm a""#)
  private static let shownByDay = field(
    "a", "entry", #""visible": { "when": { "key": "d", "greaterThan": "2021-01-01" } }"#)
  private static let afterDay = field(
    "e", "date", #""validation": { "endEditing": [{ "after": "d" }] }"#)
  private static let evening = field(
    "a", "entry", #""visible": { "when": { "key": "t", "is": "21:05" } }"#)
  private static let hidesOther = field(
    "x", "entry", #""visible": { "when": { "key": "y", "filled": false } }"#)
  private static let hiddenByOther = field(
    "y", "entry", #""visible": { "when": { "key": "x", "filled": false } }"#)
  private static let shownByHidden = field(
    "a", "entry", #""required": { "when": { "key": "y", "filled": true } }"#)
  private static let restless = field(
    "h", "entry", #""visible": { "when": { "key": "h", "isNot": "y" } }"#)
  private static let shownByRestless = field(
    "a", "entry", #""required": { "when": { "key": "h", "is": "y" } }"#)
  private static let shortTotal = field(
    "t", "entry", #""value": "number", "calculate": "{n} * 2", "maxLength": 2"#)
  private static let empties = field(
    "l", "any",
    #""validation": { "live": [{ "schema": { "not": { "additionalProperties": { "enum": [null, "", 0, false, [], {}] } } } }] }"#
  )

  static let cases: [Case] = [
    // Dates that are written otherwise than drafts are.
    Case([day, shownByDay], #"{"d":"03.02.2021","a":"1"}"#),
    Case([day, shownByDay], #"{"d":"03.02.2020","a":"1"}"#, doubts: ["a"]),
    Case([day], #"{"d":"31.02.2021"}"#, doubts: ["d"]),
    Case([day], #"{"d":"3.02.2021"}"#, doubts: ["d"]),
    Case([day], #"{"d":"2021-02-03"}"#, doubts: ["d"]),
    Case([day, afterDay], #"{"d":"03.02.2020","e":"2020-02-04"}"#),
    Case([day, afterDay], #"{"d":"03.02.2020","e":"2020-02-03"}"#, doubts: ["e"]),
    Case([clock, evening], #"{"t":"9:05 PM","a":"1"}"#),
    Case([clock, evening], #"{"t":"12:05 AM","a":"1"}"#, doubts: ["a"]),
    Case([clock], #"{"t":"09:05 PM"}"#, doubts: ["t"]),
    Case([clock], #"{"t":"0:05 PM"}"#, doubts: ["t"]),
    // Circles of conditions.
    Case([hidesOther, hiddenByOther, shownByHidden], #"{"x":"1","y":null}"#),
    Case([hidesOther, hiddenByOther, shownByHidden], #"{"x":null,"y":"1","a":"1"}"#),
    Case([restless, shownByRestless], #"{"h":"y","a":"1"}"#),
    Case([restless, shownByRestless], #"{"h":"y","a":null}"#, doubts: ["a"]),
    // What is calculated, and has rules.
    Case([number, shortTotal], #"{"n":4,"t":8}"#),
    Case([number, shortTotal], #"{"n":400,"t":800}"#, doubts: ["t"]),
    // Values of schemas.
    Case([empties], #"{"l":{"a":"","b":0.0,"c":1}}"#),
    Case([empties], #"{"l":{"a":"","b":0.0,"c":{ }}}"#, doubts: ["l"]),
    Case([empties], #"{"l":{"a":1,"a":false}}"#, doubts: ["l"]),
    Case([empties], #"{"l":{"a":false,"a":[0]}}"#),
    // Schemas of rows.
    Case([schemaOfRows], #"{"p":"a"}"#), Case([schemaOfRows], #"{"p":"bb"}"#, doubts: ["p"]),
    Case([schemaOfRows], #"{"p":3}"#, doubts: ["p"]), Case([schemaOfTyped], #"{"p":"cc"}"#),
    Case([schemaOfTyped], #"{"p":"ccc"}"#, doubts: ["p"]),
    Case([schemaOfTyped], #"{"p":12}"#, doubts: ["p"]), Case([schemaOfTags], #"{"g":["cc"]}"#),
    Case([schemaOfTags], #"{"g":["ccc"]}"#, doubts: ["g"]),
    // Flags.
    Case([flags, shownByFlags], #"{"f":{"x":true,"y":false},"a":"1"}"#),
    Case([flags, shownByFlags], #"{"f":{ "z" : true }}"#), Case([flags], #"{"f":{"x":false}}"#),
    Case([flags], #"{"f":{"z":true,"x":true}}"#, doubts: ["f"]),
    Case([flags, shownByFlags], #"{"f":{"x":1},"a":"1"}"#, doubts: ["f", "a"]),
    Case([flags, shownByFlags], #"{"f":{"x":true,"no":true},"a":"1"}"#, doubts: ["f"]),
    // Texts that are typed beside rows.
    Case([typed], #"{"p":"t"}"#), Case([typed], #"{"p":1}"#), Case([typed], #"{"p":null}"#),
    Case([typed], #"{"p":"y"}"#, doubts: ["p"]), Case([typed], #"{"p":"1"}"#, doubts: ["p"]),
    Case([typed], #"{"p":2}"#, doubts: ["p"]), Case([tags], #"{"g":["t","é"]}"#),
    Case([tags], #"{"g":["t","t"]}"#, doubts: ["g"]),
    Case([tags], #"{"g":["t","u","v"]}"#, doubts: ["g"]),
    Case([typedRows], #"{"g":["x",1,"t"]}"#), Case([typedRows], #"{"g":["1"]}"#, doubts: ["g"]),
    Case([typedRows, shownByRows], #"{"g":["x","u"],"a":"1"}"#),
    Case([emptyRow], #"{"q":""}"#), Case([emptyRow], #"{}"#, doubts: ["q"]),
    // Limits of times.
    Case([from], #"{"m":"2020-02-03T10:30"}"#), Case([from], #"{"m":"2020-02-03T10:30:00.5Z"}"#),
    Case([from], #"{"m":"2020-02-03T11:30+01:00"}"#),
    Case([from], #"{"m":"2020-02-03T11:29:59+01:00"}"#, doubts: ["m"]),
    Case([from], #"{"m":"2020-02-03T10:29:59"}"#, doubts: ["m"]),
    Case([until], #"{"u":"2026-01-01T23:59:59"}"#),
    Case([until], #"{"u":"2026-01-01T23:59:59-01:00"}"#, doubts: ["u"]),
    Case([morning], #"{"t":"12:00:30"}"#), Case([morning], #"{"t":"12:00:29.9"}"#),
    Case([morning], #"{"t":"12:00:30.1"}"#, doubts: ["t"]),
    Case([short30], #"{"d":"00:30"}"#), Case([short30], #"{"d":"PT1800S"}"#),
    Case([short30], #"{"d":"P1D"}"#, doubts: ["d"]),
    // What comes to nothing.
    Case([number, nothingCalculated, shownByCalculated], #"{"n":1,"a":"1"}"#),
    Case([number, nothingCalculated], #"{"n":1,"c":"1"}"#, doubts: ["c"]),
    Case([selfCalculated, shownByCalculated], #"{"a":"1"}"#),
    Case([selfCalculated], #"{"c":2}"#, doubts: ["c"]),
    // What is wrong is seen by others all the same.
    Case([chosen, shownByChosen], #"{"p":"other","a":"1"}"#, doubts: ["p"]),
    Case([chosen, shownByChosen], #"{"p":"none","a":"1"}"#, doubts: ["p", "a"]),
    Case([number, total, shownByTotal], #"{"n":3,"t":7,"a":"1"}"#, doubts: ["t"]),
    Case([number, total, shownByTotal], #"{"n":2,"t":7}"#, doubts: ["t"]),
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

  @Test("a list is held to what the schema of its group says of entries")
  func schemaOfEntries() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "repeat": {}, "schema": { "items": { "required": ["a"] } } }],
        "fields": [{ "key": "a", "kind": "entry", "label": "A", "group": "g" }] }
      """#)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    for (record, isRight) in [(#"{"g":[{"a":"x"}]}"#, true), (#"{"g":[{}]}"#, false)] {
      let bytes = Array(record.utf8)
      #expect(judge.judge(bytes, bytes.indices).problems.isEmpty == isRight)
    }
  }

  @Test("entries that differ are told from one another at a first look")
  func twins() {
    let form = OpenForm(
      #"""
      { "groups": [{ "key": "g", "label": "G", "repeat": { "unique": ["t", "n", "r", "v"] } }],
        "fields": [
          { "key": "t", "kind": "entry", "label": "L", "group": "g" },
          { "key": "n", "kind": "entry", "label": "L", "group": "g", "value": "number" },
          { "key": "r", "kind": "picker", "label": "L", "group": "g", "multiple": true, "data": ["x", "y"] },
          { "key": "v", "kind": "any", "label": "L", "group": "g" }] }
      """#)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let sieve = RecordSieve(RecordForm(form.document), today: form.now.today)
    for (entries, differ) in [
      (#"{"t":"é"},{"t":"é"}"#, true), (#"{"t":"é"},{"t":"é"}"#, false),
      (#"{"n":1},{"n":2.50}"#, true), (#"{"n":2.5},{"n":2.50}"#, false),
      (#"{"n":1234567890123456}"#, true), (#"{"r":["x"]},{"r":["y"]}"#, true),
      (#"{"r":["x"]},{"r":["x"]}"#, false), (#"{"v":[1]},{"v":"1"}"#, true),
      (#"{"v":{"a":1}},{"v":{"a":1}}"#, false), (#"{"v":[1]},{"v":1},{"v":true}"#, true),
      (#"{"v":"{"a":1}"},{"v":{"a":1}}"#, false), (#"{},{},{"t":null}"#, true),
    ] {
      let record = Array(#"{"g":[\#(entries)]}"#.utf8)
      var sifted = RecordSieve.Sifted()
      #expect(sieve.sift(record, record.indices, into: &sifted) == differ, "\(entries)")
      #expect(judge.judgeClosely(record, record.indices).problems.isEmpty == differ, "\(entries)")
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(entries)")
    }
  }

  @Test("dates that are written otherwise are read as at a close look", arguments: Seeds.upTo(200))
  func written(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 91_700)
    let isDay = Bool.random(using: &random)
    let patterns =
      isDay
      ? ["dd.MM.yyyy", "M/d/yyyy", "yyyyMMdd", "d.MM.yyyy", "yyyy MMM d"]
      : ["HH:mm:ss", "H.mm", "h:mm a", "hh:mm:ss a", "HH", "HH:m"]
    let pattern = patterns.randomElement(using: &random)!
    let bound = isDay ? "2004-02-29" : "12:05"
    let mode = isDay ? "date" : "time"
    let test = ["greaterThan", "lessThan", "is", "isNot"].randomElement(using: &random)!
    let form = OpenForm(
      fields:
        #"{ "key": "d", "kind": "date", "label": "L", "mode": "\#(mode)", "valueFormat": "\#(pattern)", "minimumDate": "\#(isDay ? "1990-05-05" : "08:30")" }"#,
      #"{ "key": "e", "kind": "entry", "label": "L", "required": { "when": { "key": "d", "\#(test)": "\#(bound)" } } }"#,
      #"{ "key": "g", "kind": "date", "label": "L", "mode": "\#(mode)", "validation": { "live": [{ "before": "d" }] } }"#
    )
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    let shown = try? DatePattern.parse(pattern).get()
    let values =
      isDay ? ["2004-02-29", "1990-05-05", "2031-12-31"] : ["12:05", "00:05", "23:59:59"]
    for _ in 0..<60 {
      let value = values.randomElement(using: &random)!
      let date = try? DateValue.parse(value, mode: isDay ? .date : .time).get()
      var text = Array((date.flatMap { shown?.format($0) } ?? value).utf8)
      if Int.random(in: 0..<3, using: &random) == 0 {
        text[Int.random(in: text.indices, using: &random)] = Array("019/. AM".utf8)
          .randomElement(using: &random)!
      }
      let others = [#""g":"\#(value)""#, #""e":"x""#, #""e":null"#].randomElement(using: &random)!
      let record = Array(#"{"d":"\#(String(decoding: text, as: UTF8.self))",\#(others)}"#.utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(String(decoding: record, as: UTF8.self)) by \(pattern)")
    }
  }

  @Test(
    "validators that nobody has registered are asked about the values that a close look asks about")
  func questions() {
    let form = OpenForm(
      fields:
        #"{ "key": "a", "kind": "entry", "label": "L", "maxLength": 3, "validation": { "live": [{ "validator": "free" }] } }"#,
      #"{ "key": "b", "kind": "any", "label": "L", "visible": { "when": { "key": "a", "isNot": "x" } }, "validation": { "live": [{ "validator": "free" }] } }"#,
      #"{ "key": "f", "kind": "picker", "label": "L", "data": ["p", "q"], "multiple": true, "asFlags": true, "validation": { "live": [{ "validator": "free" }] } }"#
    )
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    for (record, asked) in [
      (#"{"a":"ab"}"#, ["a"]), (#"{"a":"abcd"}"#, []), (#"{"a":""}"#, []), (#"{"a":null}"#, []),
      (#"{"b":{}}"#, ["b"]), (#"{"b":null}"#, []), (#"{"a":"x","b":1}"#, ["a"]),
      (#"{"a":"y","b":1}"#, ["a", "b"]), (#"{"f":{"p":true}}"#, ["f"]), (#"{"f":{"p":false}}"#, []),
    ] {
      let bytes = Array(record.utf8)
      let verdict = judge.judge(bytes, bytes.indices)
      #expect(verdict.questions.map { String($0.path.dropFirst()) } == asked, "\(record)")
      let isSame = judge.isSame(on: bytes)
      #expect(isSame, "\(record)")
    }
  }

  @Test("times are held to limits as a close look does", arguments: Seeds.upTo(300))
  func limits(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 79_900)
    let days = ["2024-02-28", "2024-02-29", "2024-03-01", "2024-03-31", "1999-12-31"]
    let clocks = ["00:00", "23:59", "23:59:59", "02:30", "02:30:00.5", "02:29:59.999", "02:30:01"]
    let offsets = ["", "", "Z", "+01:00", "-23:59", "+23:59"]
    let lengths = ["PT0S", "PT1H", "00:59:59", "01:00", "P1D", "PT23H59M60S", "P2W", "P1DT1S"]
    let modes = ["time", "dateAndTime", "countDownTimer"]
    let mode = modes.randomElement(using: &random)!
    func text() -> String {
      let clock = clocks.randomElement(using: &random)!
      switch mode {
      case "time": return clock
      case "countDownTimer": return lengths.randomElement(using: &random)!
      default:
        return days.randomElement(using: &random)! + "T" + clock
          + offsets.randomElement(using: &random)!
      }
    }
    func limit() -> String {
      let isDay = mode == "dateAndTime" && Int.random(in: 0..<3, using: &random) == 0
      return isDay ? days.randomElement(using: &random)! : text()
    }
    var rest = ""
    if Bool.random(using: &random) { rest += #", "minimumDate": "\#(limit())""# }
    if Bool.random(using: &random) { rest += #", "maximumDate": "\#(limit())""# }
    let zones = ["Europe/Berlin", "-05:00", "UTC"]
    if Int.random(in: 0..<3, using: &random) == 0 {
      rest += #", "timeZone": "\#(zones.randomElement(using: &random)!)""#
    }
    if Bool.random(using: &random) {
      let check = ["before", "after"].randomElement(using: &random)!
      rest += #", "validation": { "live": [{ "\#(check)": "\#(limit())" }] }"#
    }
    let form = OpenForm(
      fields: #"{ "key": "a", "kind": "date", "label": "L", "mode": "\#(mode)"\#(rest) }"#)
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    for _ in 0..<60 {
      let record = Array(#"{"a":"\#(text())"}"#.utf8)
      let isSame = judge.isSame(on: record)
      #expect(isSame, "\(String(decoding: record, as: UTF8.self)) within \(rest)")
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
