import FieldModels
import FieldTestSupport
import Testing

/// Limits and steps of what calendars and clocks count.
///
/// They are those of fields with a mode and of texts with a
/// format. The tables of formats restate those of the Web Platform Tests for HTML's inputs.
@Suite("Ranges of dates and times")
struct RangeTests {
  @Test(
    "a text with a format is compared in the shape of that format",
    arguments: [
      ("datetime-local", #""maximum": "2000-01-01T12:00:00""#, "2000-01-01T11:00:00", nil),
      ("datetime-local", #""maximum": "2000-01-01T12:00:00""#, "2001-01-01T13:00:00", "over"),
      ("datetime-local", #""maximum": "2000-01-01T12:00""#, "2000-01-01 13:00", "over"),
      ("datetime-local", #""maximum": "2000-01-01T12:00:00.1""#, "2000-01-01T12:00:00.2", "over"),
      ("datetime-local", #""maximum": "2000-01-01T12:00:00.01""#, "2000-01-01T12:00:00.02", "over"),
      (
        "datetime-local", #""maximum": "2000-01-01T12:00:00.001""#, "2000-01-01T12:00:00.002",
        "over"
      ),
      ("datetime-local", #""minimum": "2000-01-01T11:00:00""#, "2000-01-01T12:00:00", nil),
      ("datetime-local", #""minimum": "2000-01-01T13:00:00""#, "2000-01-01T12:00:00", "under"),
      (
        "datetime-local", #""minimum": "2000-01-01T12:00:00.002""#, "2000-01-01T12:00:00.001",
        "under"
      ),
      ("datetime-local", #""maximum": "8593-01-01T02:09""#, "8592-01-01T02:09", nil),
      ("date", #""maximum": "2000-12-01""#, "2000-01-01", nil),
      ("date", #""maximum": "2000-12-01""#, "2001-01-01", "over"),
      ("date", #""minimum": "2000-01-01""#, "2000-12-01", nil),
      ("date", #""minimum": "2000-12-01""#, "2000-01-01", "under"),
      ("date", #""exclusiveMinimum": "2000-12-01""#, "2000-12-01", "under"),
      ("time", #""maximum": "13:00:00""#, "12:00:00", nil),
      ("time", #""maximum": "12:00:00""#, "12:00:02", "over"),
      ("time", #""maximum": "12:00:00.01""#, "12:00:00.02", "over"),
      ("time", #""maximum": "12:00:00""#, "12:01", "over"),
      ("time", #""minimum": "12:00:00""#, "13:00:00", nil),
      ("time", #""minimum": "12:00:02""#, "12:00:00", "under"),
      ("time", #""minimum": "12:00:00""#, "11:59", "under"),
      ("month", #""maximum": "2009-05""#, "2009-06", "over"),
      ("month", #""maximum": "2009-05""#, "2009-05", nil),
      ("month", #""minimum": "2001-02""#, "2000-12", "under"),
      ("month", #""minimum": "2000-12""#, "2001-02", nil),
      ("week", #""maximum": "2000-W52""#, "2001-W01", "over"),
      ("week", #""maximum": "2009-W53""#, "2009-W53", nil),
      ("week", #""minimum": "2001-W02""#, "2001-W01", "under"),
      ("week", #""minimum": "2001-W01""#, "2001-W02", nil),
      ("date-time", #""maximum": "2000-01-01T12:00:00Z""#, "2000-01-01T14:00:00+01:00", "over"),
      ("date-time", #""maximum": "2000-01-01T12:00:00Z""#, "2000-01-01t12:30:00+01:00", nil),
      ("date", #""step": 2"#, "1970-01-03", nil), ("date", #""step": 2"#, "1970-01-02", "step"),
      ("date", #""step": 7, "stepBase": "2026-01-05""#, "2026-03-02", nil),
      ("date", #""step": 7, "stepBase": "2026-01-05""#, "2026-03-03", "step"),
      ("month", #""step": 5"#, "1970-06", nil), ("month", #""step": 5"#, "1971-06", "step"),
      ("month", #""step": 2"#, "1970-03", nil), ("month", #""step": 2"#, "1970-04", "step"),
      ("week", #""step": 2"#, "1970-W03", nil), ("week", #""step": 2"#, "1970-W04", "step"),
      ("week", #""step": 2"#, "1969-W52", "step"), ("week", #""step": 2"#, "1969-W51", nil),
      ("time", #""step": 120"#, "12:02:00", nil), ("time", #""step": 120"#, "12:03:00", "step"),
      ("time", #""step": 0.5"#, "12:00:00.5", nil), ("time", #""step": 0.5"#, "12:00:00.6", "step"),
      ("datetime-local", #""step": 120"#, "1970-01-01T12:02:00", nil),
      ("datetime-local", #""step": 120"#, "1970-01-01T12:03:00", "step"),
    ] as [(String, String, String, String?)])
  func formats(format: String, rule: String, draft: String, failure: String?) {
    let form = OpenForm(
      fields: """
        { "key": "k", "kind": "entry", "label": "L", "text": "\(draft)",
          "validation": { "endEditing": [{ \(rule) }, "\(format)"] } }
        """)
    #expect(form.codes(of: "k") == [failure].compactMap(\.self))
  }

  @Test(
    "a limit is told as documents write it",
    arguments: [
      ("month", "2009-05", "2009-04"), ("week", "2001-W02", "2001-W01"),
      ("week", "0999-W52", "0999-W51"), ("time", "12:00:02", "12:00"),
    ])
  func words(format: String, limit: String, draft: String) {
    let form = OpenForm(
      fields: """
        { "key": "k", "kind": "entry", "label": "L", "text": "\(draft)",
          "validation": { "endEditing": [{ "minimum": "\(limit)" }, "\(format)"] } }
        """)
    #expect(form.findings(of: "k").map { $0.hasSuffix(": Must be at least \(limit)") } == [true])
  }

  @Test(
    "a range of times whose end is before its beginning goes past midnight",
    arguments: [
      ("12:00:00", []), ("13:00:00", ["over", "under"]), ("14:00:00", []), ("15:00:00", []),
      ("00:00", []),
    ])
  func reversed(time: String, failures: [String]) {
    let form = OpenForm(
      fields: """
        { "key": "k", "kind": "entry", "label": "L", "text": "\(time)",
          "validation": { "live": ["time", { "maximum": "12:00:00" }, { "minimum": "14:00:00" }] } }
        """,
      """
      { "key": "d", "kind": "date", "label": "L", "mode": "time", "date": "\(time)",
        "minimumDate": "14:00", "maximumDate": "12:00" }
      """)
    #expect(form.codes(of: "k") == failures)
    #expect(form.codes(of: "d") == failures.reversed())
  }

  @Test(
    "a date field compares in the shape of its mode; a date beside a moment means that whole day",
    arguments: [
      // 2026-03-14, noon in UTC.
      (#""mode": "dateAndTime", "maximumDate": "today", "date": "2990-01-01T10:00""#, "over"),
      (#""mode": "dateAndTime", "maximumDate": "today", "date": "2026-03-14T23:59""#, nil),
      (#""mode": "dateAndTime", "maximumDate": "today", "date": "2026-03-15T00:00""#, "over"),
      (#""mode": "dateAndTime", "minimumDate": "today", "date": "2026-03-14T00:00""#, nil),
      (#""mode": "dateAndTime", "minimumDate": "today", "date": "2026-03-13T23:59""#, "under"),
      (
        #""mode": "dateAndTime", "maximumDate": "today", "timeZone": "+14:00", "date": "2026-03-15T01:00""#,
        nil
      ),
      (
        #""mode": "dateAndTime", "maximumDate": "today", "timeZone": "+14:00", "date": "2026-03-14T12:00Z""#,
        nil
      ),
      (#""mode": "dateAndTime", "minimumDate": "2026-02-02", "date": "2026-02-01T23:59""#, "under"),
      (
        #""mode": "dateAndTime", "minimumDate": "2026-02-02T03:00", "date": "2026-02-02T02:00""#,
        "under"
      ),
      (
        #""mode": "dateAndTime", "minimumDate": "2026-02-02T03:00", "date": "2026-02-02T03:00""#,
        nil
      ),
      (rule(#""after": "2026-02-02T03:00""#, "dateAndTime", "2026-02-02T03:00"), "under"),
      (rule(#""after": "2026-02-02T03:00""#, "dateAndTime", "2026-02-02T03:01"), nil),
      (rule(#""after": "2026-02-02""#, "dateAndTime", "2026-02-02T23:59"), "under"),
      (rule(#""after": "2026-02-02""#, "dateAndTime", "2026-02-03T00:00"), nil),
      (rule(#""before": "2026-02-02""#, "dateAndTime", "2026-02-02T00:00"), "over"),
      (rule(#""before": "today""#, "dateAndTime", "2026-03-14T00:00"), "over"),
      (rule(#""before": "19:00""#, "time", "19:00"), "over"),
      (rule(#""before": "19:00""#, "time", "18:59"), nil),
      (rule(#""after": "PT1H""#, "countDownTimer", "00:30"), "under"),
      (rule(#""after": "day""#, "dateAndTime", "2026-02-02T10:00"), "under"),
      (rule(#""after": "day""#, "dateAndTime", "2026-02-03T10:00"), nil),
      (rule(#""before": "moment""#, "date", "2026-02-02"), "over"),
      (rule(#""before": "moment""#, "date", "2026-02-01"), nil),
      // The other's clocks are three hours ahead.
      (rule(#""before": "moment""#, "dateAndTime", "2026-02-02T06:59"), nil),
      (rule(#""before": "moment""#, "dateAndTime", "2026-02-02T07:00"), "over"),
      (rule(#""minimum": "2026-02-02""#, "date", "2026-02-01"), "under"),
      (rule(#""step": 900"#, "time", "10:15"), nil),
      (rule(#""step": 900"#, "time", "10:20"), "step"),
      (rule(#""step": 7, "stepBase": "2026-02-02""#, "date", "2026-02-09"), nil),
      (rule(#""step": 1800"#, "dateAndTime", "2026-02-02T10:30+05:30"), nil),
      (rule(#""step": 1800"#, "countDownTimer", "PT90M"), nil),
      (rule(#""step": 1800"#, "countDownTimer", "PT80M"), "step"),
    ] as [(String, String?)])
  func modes(more: String, failure: String?) {
    let form = OpenForm(
      fields: #"{ "key": "k", "kind": "date", "label": "L", \#(more) }"#,
      #"{ "key": "day", "kind": "date", "label": "Day", "date": "2026-02-02" }"#,
      #"{ "key": "moment", "kind": "date", "label": "Moment", "mode": "dateAndTime", "timeZone": "+03:00", "date": "2026-02-02T10:00" }"#
    )
    #expect(form.codes(of: "k") == [failure].compactMap(\.self), "\(form.findings(of: "k"))")
    #expect(form.findings(of: "k").count == (failure == nil ? 0 : 1))
  }

  private static func rule(_ rule: String, _ mode: String, _ date: String) -> String {
    #""mode": "\#(mode)", "date": "\#(date)", "validation": { "live": [{ \#(rule) }] }"#
  }

  @Test(
    "a limit that can't be compared is told of",
    arguments: [
      (rule(#""after": "19:00""#, "date", ""), "invalidDate «\"19:00\"»"),
      (rule(#""after": "2026-02-02""#, "time", ""), "invalidDate «\"2026-02-02\"»"),
      (rule(#""minimum": 5"#, "date", ""), "wrongType «5»: `minimum` takes a date in quotes"),
      (rule(#""minimum": "x""#, "month", ""), "unknownValue"),
      (#""mode": "time", "maximumDate": "today""#, "invalidDate «\"today\"»"),
      (#""mode": "countDownTimer", "minimumDate": "2026-02-02""#, "invalidDate"),
      (#""mode": "dateAndTime", "defaultDate": "2026-02-02""#, "invalidDate"),
      (
        rule(#""before": "clock""#, "date", ""),
        #"incomparableField «"clock"»: `before`: "clock" holds a time, which does not compare with a date"#
      ),
    ])
  func incomparable(more: String, finding: String) {
    let form = OpenForm(
      fields: #"{ "key": "k", "kind": "date", "label": "L", \#(more) }"#,
      #"{ "key": "clock", "kind": "date", "label": "Clock", "mode": "time", "date": "10:00" }"#)
    #expect(form.findings(of: "k").contains { $0.hasPrefix(finding) }, "\(form.findings(of: "k"))")
  }

  @Test("the finding comes and goes with the other field's mode")
  func modeOfTheOther() {
    var form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "date", "label": "L", "validation": { "live": [{ "before": "other" }] } }"#,
      #"{ "key": "other", "kind": "date", "label": "O", "mode": "time" }"#)
    #expect(form.findings(of: "k").count == 1)
    form.replace("\"time\"", with: "\"date\"")
    #expect(form.findings(of: "k") == [])
  }

  @Test(
    "conditions compare moments with moments and days, and know today",
    arguments: [
      (#""lessThan": "today""#, "date", "2026-03-13", true),
      (#""lessThan": "today""#, "date", "2026-03-14", false),
      (#""lessThan": "today""#, "dateAndTime", "2026-03-13T23:59", true),
      (#""greaterThan": "today""#, "dateAndTime", "2026-03-14T23:59", false),
      (#""greaterThan": "2026-03-14T10:00""#, "dateAndTime", "2026-03-14T10:01", true),
      (#""greaterThan": "2026-03-14T10:00Z""#, "dateAndTime", "2026-03-14T10:01", true),
      (#""greaterThan": "2026-03-14""#, "dateAndTime", "2026-03-14T10:01", false),
      (#""lessThan": "19:00""#, "time", "18:00", true),
      (#""lessThan": "PT2H""#, "countDownTimer", "PT90M", true),
    ])
  func conditions(test: String, mode: String, date: String, holds: Bool) {
    let form = OpenForm(
      fields: """
        { "key": "k", "kind": "entry", "label": "L", "text": "x", "validation": { "live": [
          { "minLength": 9, "when": { "key": "other", \(test) } }] } }
        """,
      #"{ "key": "other", "kind": "date", "label": "O", "mode": "\#(mode)", "date": "\#(date)" }"#)
    #expect(form.findings(of: "k").contains { $0.hasPrefix("tooShort") } == holds)
  }

  @Test(
    "setting a date keeps it between the ends, in the shape of the mode",
    arguments: [
      ("2990-01-01T10:00", "2026-03-14T23:59"), ("2026-03-10T10:00", "2026-03-10T10:00"),
      ("2000-01-01T10:00", "2026-02-02T03:00"),
    ])
  func setting(date: String, written: String) throws {
    let form = OpenForm(
      fields:
        #"{ "key": "k", "kind": "date", "label": "L", "mode": "dateAndTime", "minimumDate": "2026-02-02T03:00", "maximumDate": "today" }"#
    )
    var document = form.document
    let steps = try document.steps(of: .setDate(key: "k", date), at: form.now)
    for case .edit(let edit) in steps { document.carryOut(edit, at: form.now) }
    let id = try #require(document.index.field("k"))
    #expect(document.reading(of: id)?.definition.draft == .text(written))
  }
}

extension OpenForm {
  /// The failures of a draft in short: over, under, step.
  fileprivate func codes(of key: String) -> [String] {
    findings(of: key).compactMap { finding in
      ["rangeOverflow": "over", "rangeUnderflow": "under", "stepMismatch": "step"]
        .first { finding.hasPrefix($0.key) }?.value
    }
  }
}
