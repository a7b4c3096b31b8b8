import FieldModels
import FieldTestSupport
import Testing

/// What the text of a form may get wrong, and how it is told: the code, the text that it is about,
/// the words.
@Suite("What a form's text gets wrong")
struct FieldReaderTests {
  @Test(
    "in a field",
    arguments: [
      // Its JSON.
      (#""helper": 'hi'"#, "syntax «'hi'»: JSON strings are written in double quotes"),
      (#""helper": "\ud800""#, #"warning: syntax «\ud800»: Half a surrogate pair is no character"#),
      // Names.
      (
        #""helpr": "x""#,
        #"warning: unknownProperty «"helpr"»: A field has no property `helpr`; did you mean "helper"?"#
      ),
      (#""zzzzzz": 1"#, #"warning: unknownProperty «"zzzzzz"»: A field has no property `zzzzzz`"#),
      (#""\u0068elper": 1"#, "wrongType «1»: `helper` takes text in quotes"),
      (
        #""data": []"#,
        #"warning: unsupportedProperty «"data"»: `data` belongs to a picker; an entry ignores it"#
      ),
      (
        #""date": "2000-01-01""#,
        #"warning: unsupportedProperty «"date"»: `date` belongs to a date; an entry ignores it"#
      ),
      (
        #""clearable": true"#,
        #"warning: unsupportedProperty «"clearable"»: `clearable` belongs to a picker or a date; an entry ignores it"#
      ),
      (
        #""helper": "a", "helper": "b""#,
        #"warning: duplicateProperty «"helper"»: `helper` is written more than once; the last one counts"#
      ),
      (
        #""toolbar": { "doone": {} }"#,
        #"warning: unknownProperty «"doone"»: `toolbar` has no property `doone`; did you mean "done"?"#
      ),
      (#""autofill": {}"#, "missingProperty «{»: `autofill` needs `source`"),
      (#""required": {}"#, "missingProperty «{»: An object with `when` needs `when`"),
      (#""required": { "when": { "is": 1 } }"#, "missingProperty «{»: A condition needs `key`"),
      // Types.
      (#""shakes": "yes""#, #"wrongType «"yes"»: `shakes` takes true or false"#),
      (#""tag": 1.5"#, "wrongType «1.5»: `tag` takes a whole number"),
      (#""maxLength": 0"#, "outOfRange «0»: `maxLength` must be at least 1"),
      (
        #""maxLength": 99999999999999999999"#,
        "wrongType «99999999999999999999»: `maxLength` takes a whole number from 1"
      ),
      (#""validation": { "interval": -1 }"#, "outOfRange «-1»: `interval` must be at least 0"),
      (#""text": ["a"]"#, #"wrongType «["a"]»: `text` takes text in quotes"#),
      (
        #""validation": { "live": [1] }"#,
        "wrongType «1»: `live` takes the name of a format or validator, or a rule { … }"
      ),
      (#""required": null"#, #"wrongType «null»: `required` takes true, false or { "when": … }"#),
      // Words.
      (
        #""style": "filed""#,
        #"unknownValue «"filed"»: `style` can't be "filed"; did you mean "filled"?"#
      ),
      (#""style": "zzzzzzzz""#, #"unknownValue «"zzzzzzzz"»: `style` can't be "zzzzzzzz""#),
      (
        #""colors": { "border": "red" }"#,
        #"invalidColor «"red"»: "red" is no colour; write #RRGGBB or #RRGGBBAA"#
      ),
      // Rules.
      (
        #""validation": { "live": ["emial"] }"#,
        #"unknownFormat «"emial"»: No format is called "emial"; did you mean "email"?"#
      ),
      (
        #""validation": { "live": [{ "format": "zzzzzzzzzzzz" }] }"#,
        #"unknownFormat «"zzzzzzzzzzzz"»: No format is called "zzzzzzzzzzzz""#
      ),
      (
        #""validation": { "live": [{ "validator": "fre" }] }"#,
        #"warning: unknownValidator «"fre"»: No validator "fre" is registered with this daemon, so the rule is not checked; did you mean "free"?"#
      ),
      (
        #""validation": { "live": [{}] }"#,
        "emptyRule «{}»: The rule checks nothing: it needs `format`, `pattern`, `minLength`, …"
      ),
      (
        #""validation": { "live": [{ "minLength": 1, "maxLength": 2 }] }"#,
        #"crowdedRule «{ "minLength": 1, "maxLength": 2 }»: A rule checks one thing; give minLength, maxLength a rule each"#
      ),
      (
        #""validation": { "live": [{ "minLength": "1" }] }"#,
        #"wrongType «"1"»: `minLength` takes a whole number"#
      ),
      (
        #""validation": { "live": [{ "step": 0 }] }"#,
        "stepWithoutSize «0»: `step` must be greater than 0"
      ),
      (
        #""validation": { "live": [{ "pattern": "(a" }] }"#,
        #"invalidPattern «"(a"»: The pattern can't be used: "#
      ),
      (
        #""validation": { "live": [{ "pattern": "(a)\\1" }] }"#,
        #"invalidPattern «"(a)\\1"»: The pattern can't be used: "#
      ),
      (
        #""validation": { "live": [{ "before": "2000-13-01" }] }"#, #"invalidDate «"2000-13-01"»: "#
      ),
      // Conditions.
      (
        #""required": { "when": {} }"#,
        "emptyCondition «{}»: The condition asks nothing: it needs `key` with `is`, `filled`, …"
      ),
      (
        #""required": { "when": { "key": "k", "is": 1, "isNot": 2 } }"#,
        #"crowdedCondition «{ "key": "k", "is": 1, "isNot": 2 }»: A condition asks one thing; put is, isNot into `all`"#
      ),
      (
        #""required": { "when": { "key": "kk", "is": 1 } }"#,
        #"unknownField «"kk"»: `key`: no field has the key "kk""#
      ),
      (
        #""validation": { "live": [{ "equals": "zzzz" }] }"#,
        #"unknownField «"zzzz"»: `equals`: no field has the key "zzzz""#
      ),
      (#""next": "zzzz""#, #"unknownField «"zzzz"»: `next`: no field has the key "zzzz""#),
      // The frame.
      (
        #""group": "gruop""#,
        #"unknownGroup «"gruop"»: No group has the key "gruop"; did you mean "group"?"#
      ),
      (
        #""autofill": { "source": "mial" }"#,
        #"warning: unknownSource «"mial"»: No autofill source is called "mial"; did you mean "mail"?"#
      ),
      // What can't work.
      (
        #""maxLength": 2, "validation": { "live": [{ "minLength": 3 }] }"#,
        "warning: crossedLimits «2»: Nothing can pass: `minLength` is greater than `maxLength`"
      ),
      (
        #""autofill": { "source": "mail" }, "autocorrection": "yes""#,
        #"hint: correctedAutofill «"autofill"»: Autocorrection gets in the way of autofill; `"autocorrection": "no"` turns it off"#
      ),
    ])
  func fields(more: String, finding: String) {
    let form = Self.form(#"{ "key": "k", "kind": "entry", "label": "L", \#(more) }"#)
    #expect(form.findings.count == 1)
    #expect(form.findings.first?.hasPrefix(finding) ?? false, "\(form.findings)")
  }

  @Test(
    "in what makes it a field",
    arguments: [
      (#"{ "kind": "entry", "label": "L" }"#, ["missingProperty «{»: A field needs `key`"]),
      (#"{ "key": "k", "label": "L" }"#, ["missingProperty «{»: A field needs `kind`"]),
      (#"{ "key": "k", "kind": "entry" }"#, ["missingProperty «{»: A field needs `label`"]),
      (
        #"{}"#,
        [
          "missingProperty «{»: A field needs `key`", "missingProperty «{»: A field needs `kind`",
          "missingProperty «{»: A field needs `label`",
        ]
      ),
      (#"{ "key": "", "kind": "entry", "label": "" }"#, [#"emptyKey «""»: A key can't be empty"#]),
      (
        #"{ "key": 1, "kind": "entry", "label": "L" }"#,
        ["wrongType «1»: `key` takes a name in quotes"]
      ),
      (
        #"{ "key": "k", "kind": "entri", "label": "L" }"#,
        [
          #"unknownValue «"entri"»: `kind` can't be "entri"; did you mean "entry"?"#
        ]
      ),
      (#"{ "key": "k", "kind": , "label": "L" }"#, ["syntax «:»: A value is missing"]),
      ("\"text\"", [#"wrongType «"text"»: `fields` takes objects { … }, a field each"#]),
      ("[]", ["wrongType «[]»: `fields` takes objects { … }, a field each"]),
    ] as [(String, [String])])
  func identities(field: String, findings: [String]) {
    #expect(Self.form(field).findings == findings)
  }

  @Test(
    "in pickers and dates",
    arguments: [
      ("picker", #""data": [{}]"#, "missingProperty «{»: A row needs `value`"),
      (
        "picker", #""data": [["a"]]"#,
        #"wrongType «["a"]»: `data` takes a value, or { "value": …, "label": … }"#
      ),
      (
        "picker", #""data": [{ "value": {} }]"#,
        "wrongType «{}»: `value` takes text, a number, true, false or null"
      ),
      (
        "picker", #""data": ["a"], "minItems": 2, "maxItems": 1, "multiple": true"#,
        "warning: crossedLimits «2»: Nothing can pass: `minItems` is greater than `maxItems`"
      ),
      (
        "picker", #""data": ["a"], "multiple": true, "text": ["a", 1]"#,
        "wrongType «1»: `text` takes text in quotes"
      ),
      ("picker", #""manualEntry": 1"#, "wrongType «1»: `manualEntry` takes true, false or text"),
      ("date", #""minimumDate": "yesterday""#, #"invalidDate «"yesterday"»: "#),
      ("date", #""defaultDate": "2001-02-29""#, #"invalidDate «"2001-02-29"»: "#),
      (
        "date", #""minimumDate": "2001-01-01", "maximumDate": "2000-01-01""#,
        "warning: crossedLimits «\"2001-01-01\"»: Nothing can pass: `minimumDate` is greater than `maximumDate`"
      ),
      ("date", #""format": "MMM 'dd""#, #"invalidDatePattern «"MMM 'dd"»: "#),
      (
        "date", #""timeZone": "Mars""#,
        #"invalidTimeZone «"Mars"»: "Mars" is no time zone; write GMT, an offset such as +02:00, or Area/City"#
      ),
      ("date", #""timeZone": "japan""#, #"invalidTimeZone «"japan"»: "#),
      ("date", #""timeZone": "+25:00""#, #"invalidTimeZone «"+25:00"»: "#),
      ("date", #""mode": "day""#, #"unknownValue «"day"»: `mode` can't be "day""#),
      (
        "date", #""text": "x""#,
        #"warning: unsupportedProperty «"text"»: `text` belongs to an entry or an area or a picker or a field of any value; a date ignores it"#
      ),
      (
        "area", #""unit": "kg""#,
        #"warning: unsupportedProperty «"unit"»: `unit` belongs to an entry; an area ignores it"#
      ),
    ])
  func pickersAndDates(kind: String, more: String, finding: String) {
    let form = Self.form(#"{ "key": "k", "kind": "\#(kind)", "label": "L", \#(more) }"#)
    #expect(form.findings.count == 1)
    #expect(form.findings.first?.hasPrefix(finding) ?? false, "\(form.findings)")
  }

  @Test("between fields and in the frame")
  func documents() {
    let field = #"{ "key": "k", "kind": "entry", "label": "L" }"#
    #expect(
      OpenForm(fields: field, field).findings == [
        "duplicateKey «\"k\"»: The key \"k\" is used by more than one field",
        "duplicateKey «\"k\"»: The key \"k\" is used by more than one field",
      ])
    let group = #"{ "key": "g", "label": "G" }"#
    #expect(
      OpenForm("{ \"groups\": [\(group), \(group), { \"key\": \"\" }], \"fields\": [] }").findings
        == [
          "duplicateGroup «\"g\"»: The key \"g\" is used by more than one group",
          "missingProperty «{»: A group needs `label`", "emptyKey «\"\"»: A key can't be empty",
        ])
    #expect(OpenForm("[]").findings.first?.hasPrefix("notADocument «[]»") ?? false)
    #expect(
      OpenForm("{ \"fields\": [], \"autofill\": { \"mail\": \"a\" } }").findings == [
        "wrongType «\"a\"»: `autofill` takes a list [ … ]"
      ])
  }

  @Test("names from outside of the document are known where they are given")
  func vocabulary() {
    let text =
      #"{ "fields": [{ "key": "k", "kind": "entry", "label": "L", "autofill": { "source": "people" }, "validation": { "live": ["taken", { "validator": "taken" }] } }] }"#
    #expect(OpenForm(text).findings.count == 3)
    #expect(OpenForm(text, validators: ["taken"], autofillSources: ["people"]).findings == [])
  }

  @Test("a long list of fields with one key is told by its first others")
  func manyDuplicates() {
    let field = #"{ "key": "k", "kind": "entry", "label": "L" }"#
    let form = OpenForm(
      "{ \"fields\": [" + Array(repeating: field, count: 100).joined(separator: ",") + "] }")
    #expect(form.document.findingCount == 100)
    let findings = form.document.findings(limit: 10)
    #expect(findings.count == 10)
    #expect(findings.allSatisfy { $0.finding.related.count == 3 })
  }

  private static func form(_ field: String) -> OpenForm {
    OpenForm(
      """
      { "groups": [{ "key": "group", "label": "G" }], "fields": [
        \(field)
      ], "autofill": { "mail": [] } }
      """, validators: ["free"])
  }
}
