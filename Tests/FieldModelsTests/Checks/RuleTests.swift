import FieldModels
import FieldTestSupport
import Testing

/// Drafts and the rules they meet: what a field with this text says once editing has ended.
@Suite("Rules")
struct RuleTests {
  @Test(
    "say how a draft fails",
    arguments: [
      // Lengths, in every unit.
      (#""minLength": 3"#, "ab", "tooShort Too short: 2 characters, at least 3"),
      (#""minLength": 3"#, "abc", nil),
      (#""minLength": 1"#, "", nil),
      (#""maxLength": 1"#, "👩🏽‍🚀", nil),
      (#""maxLength": 1"#, "ab", "tooLong Too long: 2 characters, at most 1"),
      (#""maxLength": 2"#, "e\u{301}e\u{301}", nil),
      // Patterns.
      (#""pattern": "b""#, "abc", nil),
      (#""pattern": "b", "anchored": true"#, "abc", "patternMismatch Not in the expected form"),
      (#""pattern": "^B$", "flags": "i""#, "b", nil),
      (#""pattern": "^\\d{3}$""#, "12", "patternMismatch Not in the expected form"),
      // Formats.
      (#""format": "email""#, "a", "typeMismatch Not an e-mail address"),
      (#""format": "email""#, "a@b.example", nil),
      // Numbers, exactly.
      (#""minimum": 0.1"#, "0.1", nil),
      (#""minimum": 0.1"#, "0.09", "rangeUnderflow Must be at least 0.1"),
      (#""exclusiveMinimum": 0"#, "0", "rangeUnderflow Must be more than 0"),
      (#""exclusiveMinimum": 0"#, "1e-300", nil),
      (#""maximum": 9007199254740993"#, "9007199254740993", nil),
      (
        #""maximum": 9007199254740992"#, "9007199254740993",
        "rangeOverflow Must be at most 9007199254740992"
      ),
      (#""exclusiveMaximum": 10"#, "10", "rangeOverflow Must be less than 10"),
      (#""maximum": 1"#, "one", "badInput Not a number"),
      (#""step": 0.1"#, "0.3", nil),
      (#""step": 0.1"#, "0.35", "stepMismatch Must be a multiple of 0.1"),
      (#""step": 5, "stepBase": 2"#, "12", nil),
      (#""step": 5, "stepBase": 2"#, "10", "stepMismatch Must be in steps of 5 from 2"),
      (#""step": 0.01"#, "1000000000000000000000.01", nil),
      // Choices of the rule itself.
      (#""oneOf": ["a", 1, true]"#, "1", nil),
      (#""oneOf": ["a", 1, true]"#, "true", nil),
      (#""oneOf": ["a", 1, true]"#, "b", "customError Must be one of a, 1, true"),
      (#""oneOf": []"#, "b", "customError Must be one of "),
      // Other fields.
      (#""equals": "other""#, "same", nil),
      (#""equals": "other""#, "different", "customError Must be the same as Other"),
      (#""equals": "nobody""#, "x", nil),
      // The rule's own words and conditions.
      (#""minLength": 3, "message": "Longer, please""#, "ab", "tooShort Longer, please"),
      (
        #""minLength": 3, "when": { "key": "other", "is": "same" }"#, "ab",
        "tooShort Too short: 2 characters, at least 3"
      ),
      (#""minLength": 3, "when": { "key": "other", "isNot": "same" }"#, "ab", nil),
    ] as [(String, String, String?)])
  func rules(rule: String, draft: String, failure: String?) {
    #expect(failures(of: rule, draft: draft) == [failure].compactMap(\.self))
  }

  @Test(
    "count lengths in the field's unit",
    arguments: [
      ("grapheme", "👩🏽‍🚀", "1 character"), ("scalar", "👩🏽‍🚀", "4 code points"),
      ("utf16", "👩🏽‍🚀", "7 UTF-16 units"), ("utf8", "👩🏽‍🚀", "15 bytes"),
      ("words", "  one two  three ", "3 words"), ("words", "one", "1 word"),
    ])
  func units(unit: String, draft: String, amount: String) {
    let said = failures(of: #""minLength": 99"#, draft: draft, with: #""lengthUnit": "\#(unit)""#)
    #expect(said == ["tooShort Too short: \(amount), at least 99"])
    let limited = failures(
      of: "", draft: draft, with: #""maxLength": 99, "lengthUnit": "\#(unit)""#)
    #expect(limited == [])
  }

  @Test(
    "a number is one that readers of JSON hold, and is written no longer than it was typed",
    arguments: [
      ("number", "36", "36"), ("number", "1e300", "1e300"), ("number", "-1.50E2", "-150"),
      ("number", "100000", "100000"), ("number", "1e5", "1e5"), ("number", ".5", "0.5"),
      ("number", "1e-400", "1e-400"), ("number", "12e-3", "0.012"), ("number", "0e99", "0"),
      ("number", "1.7976931348623157e308", "17976931348623157e292"),
      ("number", "1.797693134862315807e308", "1797693134862315807e290"),
      ("number", "1.797693134862315808e308", nil), ("number", "-1e309", nil),
      ("number", "1e5000", nil), ("number", "1e99999999999999999999", nil),
      ("integer", "9007199254740991", "9007199254740991"), ("integer", "9007199254740992", nil),
      ("integer", "-9007199254740992", nil), ("integer", "36.0", "36"), ("integer", "3e2", "300"),
      ("integer", "1e15", "1e15"), ("integer", "1e5000", nil),
    ] as [(String, String, String?)])
  func numbers(value: String, draft: String, literal: String?) throws {
    let form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "entry", "label": "L", "value": "\#(value)", "text": "\#(draft)" }"#
    )
    let definition = try #require(form.document.reading(of: form.id("k"))?.definition)
    #expect(told(form).isEmpty == (literal != nil), "\(told(form))")
    if let literal { #expect(definition.value(of: definition.draft) == .number(literal)) }
  }

  @Test(
    "whole numbers go as far as the precision says, to the last one",
    arguments: [
      ("double", "9007199254740991", nil),
      ("double", "9007199254740992", "badInput Whole numbers go up to 9007199254740991"),
      ("int64", "9007199254740993", nil), ("int64", "9223372036854775807", nil),
      ("int64", "9223372036854775808", "badInput Whole numbers go up to 9223372036854775807"),
      ("int64", "-9223372036854775808", nil),
      ("int64", "-9223372036854775809", "badInput Whole numbers go down to -9223372036854775808"),
      ("int64", "1.5", "badInput Not a whole number"),
      ("unlimited", "123456789012345678901234567890123", nil),
      ("unlimited", "-123456789012345678901234567890123", nil),
    ] as [(String, String, String?)])
  func precisions(precision: String, draft: String, failure: String?) throws {
    let form = OpenForm(
      fields: #"""
        { "key": "k", "kind": "entry", "label": "L", "value": "integer",
          "precision": "\#(precision)", "text": "\#(draft)" }
        """#)
    #expect(told(form) == [failure].compactMap(\.self))
    let definition = try #require(form.document.reading(of: form.id("k"))?.definition)
    if failure == nil { #expect(definition.value(of: definition.draft) == .number(draft)) }
  }

  @Test(
    "limits beyond the doubles are exact",
    arguments: [
      ("9007199254740993", "9007199254740992", nil), ("9007199254740993", "9007199254740993", nil),
      ("9007199254740993", "9007199254740994", "rangeOverflow Must be at most 9007199254740993"),
      ("9223372036854775807", "9223372036854775807", nil),
    ] as [(String, String, String?)])
  func largeLimits(limit: String, draft: String, failure: String?) {
    let form = OpenForm(
      fields: #"""
        { "key": "k", "kind": "entry", "label": "L", "value": "integer", "precision": "int64",
          "text": "\#(draft)", "validation": { "live": [{ "maximum": \#(limit) }] } }
        """#)
    #expect(told(form) == [failure].compactMap(\.self))
  }

  @Test("a field may take larger whole numbers, by its limits")
  func largeIntegers() {
    for (text, failure) in [
      ("9223372036854775807", nil),
      ("-9007199254740993", "badInput Whole numbers go down to -9007199254740991"),
      ("9223372036854775808", "rangeOverflow Must be at most 9223372036854775807"),
    ] as [(String, String?)] {
      let form = OpenForm(
        fields:
          #"{ "key": "k", "kind": "entry", "label": "L", "value": "integer", "text": "\#(text)", "validation": { "live": [{ "maximum": 9223372036854775807 }] } }"#
      )
      #expect(
        told(form).contains(failure ?? "") || failure == nil && told(form).isEmpty, "\(told(form))")
    }
  }

  @Test("V5: a draft longer than the field allows fails from the keystroke on")
  func maxLength() {
    var form = OpenForm(
      fields: #"{ "key": "k", "kind": "entry", "label": "L", "maxLength": 2, "text": "abc" }"#)
    #expect(form.findings == ["tooLong «\"abc\"»: Too long: 3 characters, at most 2"])
    form.type("ab", into: "k")
    #expect(form.findings == [])
    form.type("abcd", into: "k")
    #expect(form.look(of: "k") == "error, Too long: 4 characters, at most 2")
  }

  @Test(
    "hold while their conditions do",
    arguments: [
      (#"{ "key": "a", "is": "1" }"#, true), (#"{ "key": "a", "is": 1 }"#, true),
      (#"{ "key": "a", "is": "2" }"#, false), (#"{ "key": "a", "isNot": "2" }"#, true),
      (#"{ "key": "a", "isNot": 1 }"#, false), (#"{ "key": "a", "in": ["0", "1"] }"#, true),
      (#"{ "key": "a", "in": [] }"#, false), (#"{ "key": "empty", "filled": false }"#, true),
      (#"{ "key": "empty", "filled": true }"#, false), (#"{ "key": "a", "filled": true }"#, true),
      (#"{ "key": "a", "greaterThan": 0.5 }"#, true), (#"{ "key": "a", "greaterThan": 1 }"#, false),
      (#"{ "key": "a", "lessThan": 10 }"#, true), (#"{ "key": "a", "lessThan": "b" }"#, false),
      (#"{ "key": "day", "lessThan": "2026-01-01" }"#, true),
      (#"{ "key": "day", "greaterThan": "1999-12-31" }"#, true),
      (#"{ "key": "day", "greaterThan": 5 }"#, false),
      (#"{ "key": "rows", "is": "y" }"#, true), (#"{ "key": "rows", "isNot": "y" }"#, false),
      (#"{ "key": "many", "in": ["s", "t", "u", "v", "w", "x", "y", "8"] }"#, true),
      (#"{ "key": "many", "in": ["s", "t", "u", "v", "w", "x", "y", "z"] }"#, false),
      (#"{ "all": [{ "key": "a", "is": 1 }, { "key": "empty", "filled": false }] }"#, true),
      (#"{ "all": [{ "key": "a", "is": 1 }, { "key": "a", "is": 2 }] }"#, false),
      (#"{ "any": [{ "key": "a", "is": 2 }, { "all": [{ "key": "a", "is": 1 }] }] }"#, true),
      (#"{ "any": [] }"#, false), (#"{ "all": [] }"#, true),
      (#"{ "key": "nobody", "filled": false }"#, true),
    ])
  func conditions(condition: String, holds: Bool) {
    let form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "entry", "label": "L", "text": "x", "validation": { "live": [{ "minLength": 9, "when": \#(condition) }] } }"#,
      #"{ "key": "a", "kind": "entry", "label": "A", "text": "1" }"#,
      #"{ "key": "empty", "kind": "entry", "label": "E", "text": "" }"#,
      #"{ "key": "day", "kind": "date", "label": "D", "date": "2000-02-29" }"#,
      #"{ "key": "rows", "kind": "picker", "label": "R", "data": ["x", "y"], "multiple": true, "text": ["x", "y"] }"#,
      #"{ "key": "many", "kind": "picker", "label": "M", "data": [1, 2, 3, 4, 5, 6, 7, 8], "multiple": true, "text": ["1", "2", "3", "4", "5", "6", "7", "8"] }"#
    )
    #expect(form.findings(of: "k").contains { $0.hasPrefix("tooShort") } == holds)
  }

  @Test(
    "tell rows from what is no row",
    arguments: [
      (#""text": "RO""#, nil), (#""text": "CA""#, nil), (#""text": """#, nil),
      (#""text": "R0""#, #"badInput Not one of the choices: CA, RO; did you mean "RO"?"#),
      (#""text": "Romania""#, "badInput Not one of the choices: CA, RO"),
      (#""text": "XX""#, "badInput Not one of the choices: CA, RO"),
      (#""text": "SU""#, "badInput Soviet Union can't be chosen"),
      (#""text": "R0", "manualEntry": true"#, nil),
      (#""text": "R0", "manualEntry": "Other…""#, nil),
      (
        #""text": "R0", "manualEntry": false"#,
        #"badInput Not one of the choices: CA, RO; did you mean "RO"?"#
      ),
      (#""multiple": true, "text": ["RO", "CA"]"#, nil),
      (#""multiple": true, "text": ["RO", "QQQ"]"#, "badInput Not one of the choices: CA, RO"),
      (
        #""multiple": true, "minItems": 2, "text": ["RO"]"#,
        "rangeUnderflow Too few: 1 chosen, at least 2"
      ),
      (
        #""multiple": true, "maxItems": 1, "text": ["RO", "CA"]"#,
        "rangeOverflow Too many: 2 chosen, at most 1"
      ),
      (#""multiple": true, "minItems": 2, "text": []"#, nil),
      (
        #""multiple": true, "text": ["RO", "CA", "RO"]"#,
        "badInput Romania is chosen more than once"
      ),
      (
        #""multiple": true, "secure": true, "text": ["RO", "RO"]"#,
        "badInput A row is chosen more than once"
      ),
    ] as [(String, String?)])
  func rows(more: String, failure: String?) {
    let data =
      #"["CA", { "value": "RO", "label": "Romania" }, { "value": "SU", "label": "Soviet Union", "disabled": true }]"#
    let form = OpenForm(
      fields: #"{ "key": "k", "kind": "picker", "label": "L", "data": \#(data), \#(more) }"#)
    #expect(told(form) == [failure].compactMap(\.self))
  }

  @Test("name eight rows that can be chosen, and none of a secure field")
  func namedRows() {
    func told(_ count: Int, _ more: String = "") -> [String] {
      let rows = (1...count).map { #""r\#($0)""# }.joined(separator: ",")
      let field = #"{ "key": "k", "kind": "picker", "data": [\#(rows)], "text": "zzzz"\#(more) }"#
      return self.told(OpenForm(fields: field))
    }
    let eight = "badInput Not one of the choices: r1, r2, r3, r4, r5, r6, r7, r8"
    #expect(told(8) == [eight])
    #expect(told(9) == [eight + ", …"])
    #expect(told(2, #", "secure": true"#) == ["badInput Not one of the choices"])
  }

  @Test(
    "a number with too many digits is told of once, whatever else asks for one",
    arguments: [#"{ "minimum": 1 }"#, #"{ "maximum": 1 }"#, #"{ "step": 1 }"#, #""number""#])
  func digits(rule: String) {
    let text = String(repeating: "9", count: 10_000)
    let form = OpenForm(
      fields: """
        { "key": "k", "kind": "entry", "label": "L", "value": "integer", "text": "\(text)",
          "validation": { "live": [\(rule)], "endEditing": [\(rule)] } }
        """)
    #expect(told(form) == ["badInput Larger or longer than a number can be"])
  }

  @Test(
    "compare dates with days, today and other fields",
    arguments: [
      (#""date": "2026-03-14", "maximumDate": "today""#, nil),
      (#""date": "2026-03-15", "maximumDate": "today""#, "rangeOverflow Must be at most today"),
      (#""date": "2026-03-13", "minimumDate": "today""#, "rangeUnderflow Must be at least today"),
      (
        #""date": "1899-12-31", "minimumDate": "1900-01-01""#,
        "rangeUnderflow Must be at least 1900-01-01"
      ),
      (#""date": "1899-02-29""#, "badInput"), (#""date": "tomorrow""#, "badInput"),
      (#""date": """#, nil), (#""mode": "time", "date": "18:30""#, nil),
      (
        #""mode": "time", "date": "18:30", "maximumDate": "18:00""#,
        "rangeOverflow Must be at most 18:00"
      ),
      (#""mode": "countDownTimer", "date": "PT1H30M", "minimumDate": "02:00""#, "rangeUnderflow"),
      (#""mode": "dateAndTime", "date": "2026-03-14T12:00""#, nil),
      (#""date": "2026-03-14", "validation": { "live": [{ "before": "until" }] }"#, nil),
      (
        #""date": "2026-04-02", "validation": { "live": [{ "before": "until" }] }"#,
        "rangeOverflow Must be less than Until"
      ),
      (
        #""date": "2026-04-01", "validation": { "live": [{ "after": "until" }] }"#,
        "rangeUnderflow Must be more than Until"
      ),
      (
        #""date": "2026-03-14", "validation": { "live": [{ "before": "today" }] }"#,
        "rangeOverflow Must be less than today"
      ),
      (#""date": "2026-03-14", "validation": { "live": [{ "after": "2026-03-13" }] }"#, nil),
      (#""date": "2026-03-14", "validation": { "live": [{ "after": "open" }] }"#, nil),
    ] as [(String, String?)])
  func dates(more: String, failure: String?) {
    let form = OpenForm(
      fields: #"{ "key": "k", "kind": "date", "label": "L", \#(more) }"#,
      #"{ "key": "until", "kind": "date", "label": "Until", "date": "2026-04-01" }"#,
      #"{ "key": "open", "kind": "date", "label": "Open", "date": "" }"#)
    let said = told(form)
    #expect(said.count == (failure == nil ? 0 : 1))
    #expect(said.first?.hasPrefix(failure ?? "") ?? true, "\(said)")
  }

  @Test("today is another day after midnight")
  func midnight() {
    var form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "date", "label": "L", "date": "2026-03-15", "maximumDate": "today" }"#
    )
    #expect(told(form) == ["rangeOverflow Must be at most today"])
    form.wait(milliseconds: 12 * 3600 * 1000 - 1)
    form.type("2026-03-16", into: "k")
    #expect(told(form) == ["rangeOverflow Must be at most today"])
    form.wait(milliseconds: 1)
    form.type("2026-03-15", into: "k")
    #expect(told(form) == [])
  }

  @Test("the day is that of the place where the daemon runs")
  func today() {
    let noon = Int64(1_773_489_600_000_000_000)
    for (offset, day) in [
      (0, "2026-03-14"), (14 * 3600, "2026-03-15"), (-12 * 3600 - 1, "2026-03-13"),
    ] {
      #expect(Instant(nanoseconds: noon, utcOffsetSeconds: offset).today.description == day)
    }
    #expect(Instant(nanoseconds: -1).today.description == "1969-12-31")
    #expect(Instant(nanoseconds: 0, utcOffsetSeconds: .min).today == .epoch)
  }

  private func failures(of rule: String, draft: String, with more: String? = nil) -> [String] {
    let text = JSONString.escaped(draft)
    let rules = rule.isEmpty ? "" : "{ \(rule) }"
    let rest = (more.map { $0 + ", " } ?? "") + "\"validation\": { \"endEditing\": [\(rules)] }"
    return told(
      OpenForm(
        fields: #"{ "key": "k", "kind": "entry", "label": "L", "text": "\#(text)", \#(rest) }"#,
        #"{ "key": "other", "kind": "entry", "label": "Other", "text": "same" }"#))
  }

  /// What is told of the draft of the field `k`, as code and words.
  private func told(_ form: OpenForm) -> [String] {
    guard let (_, _, slice) = form.document.locate(form.id("k")) else { return ["no field"] }
    return slice.findings.compactMap { finding in
      guard case .draft = finding.problem else { return nil }
      return "\(finding.problem.code) \(finding.message)"
    }
  }
}
