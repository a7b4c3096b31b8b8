import FieldModels
import FieldTestSupport
import Testing

/// What happens to a field while somebody types in it, step by step.
@Suite("The story of a field")
struct FieldStoryTests {
  @Test("V6: live validation waits for its interval and judges the last value only")
  func liveValidation() {
    var form = OpenForm(fields: entry(#""validation": { "live": ["email"] }"#))
    #expect(form.look(of: "k") == "untouched")
    form.type("a", into: "k")
    #expect(form.look(of: "k") == "standard, pending")
    form.wait(milliseconds: 499)
    #expect(form.look(of: "k") == "standard, pending")
    form.type("ad", into: "k")
    form.wait(milliseconds: 499)
    #expect(form.look(of: "k") == "standard, pending")
    form.wait(milliseconds: 1)
    #expect(form.look(of: "k") == "error, Not an e-mail address")
    form.type("ad@a.example", into: "k")
    #expect(form.look(of: "k") == "error, pending, Not an e-mail address")
    form.wait(milliseconds: 500)
    #expect(form.look(of: "k") == "success")
    #expect(form.document.nextDeadline == nil)
  }

  @Test("V6: an interval of 0 judges at once, and one of 2 seconds after 2 seconds")
  func intervals() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["email"], "interval": 0 }"#, key: "now"),
      entry(#""validation": { "live": ["email"], "interval": 2 }"#, key: "later"))
    form.type("a", into: "now")
    #expect(form.look(of: "now") == "error, Not an e-mail address")
    form.type("a", into: "later")
    form.wait(milliseconds: 1999)
    #expect(form.look(of: "later") == "standard, pending")
    form.wait(milliseconds: 1)
    #expect(form.look(of: "later") == "error, Not an e-mail address")
  }

  @Test("V6: a validator is asked once the interval has passed, about the last value")
  func validator() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["free"] }"#), validators: ["free"])
    form.type("a", into: "k")
    form.type("ab", into: "k")
    form.wait(milliseconds: 500)
    #expect(form.questions == ["free(ab)"])
    #expect(form.look(of: "k") == "standard, pending")
    form.answer(.accepted)
    #expect(form.look(of: "k") == "success")
  }

  @Test("V8: a late answer for an old draft is dropped")
  func lateAnswer() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["free"] }"#), validators: ["free"])
    form.type("a", into: "k")
    form.wait(milliseconds: 500)
    let old = form.asked
    form.type("ab", into: "k")
    #expect(form.questions == [])
    form.wait(milliseconds: 500)
    #expect(form.questions == ["free(ab)"])
    for request in old { form.answer(request, .refused(message: "Taken")) }
    #expect(form.look(of: "k") == "standard, pending")
    form.answer(.accepted)
    #expect(form.look(of: "k") == "success")
  }

  @Test("white space alone is an answer, unless it is said to be none", arguments: [false, true])
  func blanks(isEmpty: Bool) {
    let checks = #""blankIsEmpty": \#(isEmpty), "validation": { "live": ["email", "free"] }"#
    var form = OpenForm(
      fields: entry(checks, key: "optional"), entry(#""required": true, "# + checks, key: "needed"),
      validators: ["free"])
    for key in ["optional", "needed"] {
      form.type(" \u{A0}\t", into: key)
      form.wait(milliseconds: 500)
    }
    #expect(form.questions == [])
    #expect(
      form.look(of: "optional") == (isEmpty ? "standard" : "error, Not an e-mail address"))
    #expect(
      form.look(of: "needed")
        == (isEmpty ? "error, Label is required" : "error, Not an e-mail address"))
    form.type("ada@a.example", into: "needed")
    form.wait(milliseconds: 500)
    #expect(form.questions == ["free(ada@a.example)"])
    form.answer(.accepted)
    let values = form.submit()
    #expect(values?.first?.value == (isEmpty ? .string(" \u{A0}\t") : nil))
  }

  @Test("a validator is not asked about a draft that is known to fail")
  func knownToFail() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["free", { "minLength": 3 }] }"#),
      validators: ["free"])
    form.type("a", into: "k")
    form.wait(milliseconds: 500)
    #expect(form.questions == [])
    #expect(form.look(of: "k") == "error, Too short: 1 character, at least 3")
    form.type("abc", into: "k")
    form.wait(milliseconds: 500)
    #expect(form.questions == ["free(abc)"])
  }

  @Test("V8: a refusal shows the validator's message, the rule's own, or only an error")
  func refusals() {
    for (rule, message, look) in [
      (#""free""#, "Taken" as String?, "error, Taken"), (#""free""#, nil, "error, Not accepted"),
      (#"{ "validator": "free", "message": "Try another" }"#, "Taken", "error, Try another"),
      (#"{ "validator": "free", "severity": "hint" }"#, "Rare", "success, hint: Rare"),
    ] {
      var form = OpenForm(
        fields: entry(#""validation": { "live": [\#(rule)] }"#), validators: ["free"])
      form.type("ada", into: "k")
      form.wait(milliseconds: 500)
      form.answer(.refused(message: message))
      #expect(form.look(of: "k") == look)
    }
  }

  @Test("V7: end-editing validation runs each time editing ends, and not before")
  func endEditing() {
    var form = OpenForm(
      fields: entry(#""validation": { "endEditing": ["email", "free"] }"#), validators: ["free"])
    form.type("ada", into: "k")
    form.wait(milliseconds: 5000)
    #expect(form.look(of: "k") == "standard")
    form.endEditing()
    #expect(form.look(of: "k") == "error, Not an e-mail address")
    #expect(form.questions == [])
    form.type("ada@a.example", into: "k")
    #expect(form.look(of: "k") == "standard")
    form.endEditing()
    #expect(form.questions == ["free(ada@a.example)"])
    form.type("ad@a.example", into: "k")
    #expect(form.questions == [])
    form.endEditing()
    #expect(form.questions == ["free(ad@a.example)"])
    form.answer(.accepted)
    #expect(form.look(of: "k") == "success")
  }

  @Test("M15: a value is committed when editing ends and every check has passed")
  func committing() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["email"], "endEditing": ["free"] }"#),
      validators: ["free"])
    form.type("a@b.example", into: "k")
    form.wait(milliseconds: 500)
    // What is checked at the end of editing has not been checked yet.
    #expect(form.look(of: "k") == "standard")
    #expect(form.committed("k") == nil)
    form.endEditing()
    #expect(form.committed("k") == nil)
    form.answer(.accepted)
    #expect(form.committed("k") == .text("a@b.example"))
    form.type("nonsense", into: "k")
    form.endEditing()
    #expect(form.look(of: "k") == "error, Not an e-mail address")
    #expect(form.committed("k") == .text("a@b.example"))
    form.type("", into: "k")
    form.endEditing()
    #expect(form.committed("k") == .text(""))
  }

  @Test("the end of editing does not wait for the interval")
  func earlyEnd() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["email", "free"] }"#), validators: ["free"])
    form.type("a", into: "k")
    form.endEditing()
    #expect(form.look(of: "k") == "error, Not an e-mail address")
    form.type("a@b.example", into: "k")
    form.endEditing()
    #expect(form.questions == ["free(a@b.example)"])
    form.wait(milliseconds: 500)
    #expect(form.questions == ["free(a@b.example)"])
  }

  @Test("M11: at most one field is being edited; another's first keystroke ends the editing")
  func oneActive() {
    var form = OpenForm(
      fields: entry(#""validation": { "endEditing": ["email"] }"#, key: "one"),
      entry("\"required\": true", key: "two"))
    form.type("a", into: "one")
    #expect(form.document.activeField == form.id("one"))
    form.type("b", into: "two")
    #expect(form.document.activeField == form.id("two"))
    #expect(form.look(of: "one") == "error, Not an e-mail address")
    form.replace("\"required\": true", with: "\"required\": false")
    #expect(form.document.activeField == nil)
    #expect(form.committed("two") == .text("b"))
  }

  @Test("V3: activeOnEditing moves from standard to active, and back where nothing is checked")
  func activeOnEditing() {
    var form = OpenForm(
      fields: entry("\"activeOnEditing\": true", key: "plain"),
      entry(#""activeOnEditing": true, "validation": { "endEditing": ["email"] }"#, key: "checked"),
      entry(#""activeOnEditing": true, "state": "disabled""#, key: "off"),
      entry(#""activeOnEditing": true, "state": "active""#, key: "on"))
    form.type("a", into: "plain")
    #expect(form.look(of: "plain") == "active")
    form.type("a", into: "checked")
    #expect(form.look(of: "plain") == "standard")
    #expect(form.look(of: "checked") == "active")
    form.endEditing()
    #expect(form.look(of: "checked") == "error, Not an e-mail address")
    form.type("a", into: "off")
    #expect(form.look(of: "off") == "disabled")
    form.type("a", into: "on")
    form.endEditing()
    #expect(form.look(of: "on") == "active")
  }

  @Test("M4: a text field forgets its error when it is entered, and leaving keeps it")
  func selfClearing() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["email"] }"#, key: "one"), entry("", key: "two"))
    form.type("a", into: "one")
    form.wait(milliseconds: 500)
    form.type("x", into: "two")
    #expect(form.look(of: "one") == "error, Not an e-mail address")
    form.type("ab", into: "one")
    #expect(form.look(of: "one") == "standard, pending")
  }

  @Test("the state that a document begins with lasts until the first edit")
  func initialState() {
    var form = OpenForm(
      fields: entry(#""state": "success""#, key: "good"), entry(#""state": "error""#, key: "bad"))
    form.type("x", into: "good")
    form.type("x", into: "bad")
    #expect(form.look(of: "good") == "standard")
    #expect(form.look(of: "bad") == "standard")
  }

  @Test(
    "a field that is disabled, read-only or hidden is not checked",
    arguments: [
      #""state": "disabled""#, #""readOnly": true"#, #""visible": false"#, #""enabled": false"#,
      #""visible": { "when": { "key": "other", "filled": true } }"#,
      #""enabled": { "when": { "key": "other", "is": "yes" } }"#,
    ])
  func unchecked(property: String) {
    var form = OpenForm(
      fields: entry(
        property + #", "required": true, "maxLength": 2, "validation": "#
          + #"{ "live": ["email", "free"], "endEditing": ["free"] }"#),
      entry("", key: "other"), validators: ["free"])
    form.type("much too long", into: "k")
    #expect(form.findings(of: "k") == [])
    form.wait(milliseconds: 500)
    form.endEditing()
    #expect(form.questions == [])
    #expect(form.findings(of: "k") == [])
  }

  @Test("a field that comes into sight is checked, with its validators, and one that goes is not")
  func comingIntoSight() {
    var form = OpenForm(
      fields: entry(
        #""visible": { "when": { "key": "other", "is": "yes" } }, "#
          + #""validation": { "endEditing": [{ "minLength": 3 }, "free"] }"#),
      entry("", key: "other"), validators: ["free"])
    form.type("a", into: "k")
    form.endEditing()
    #expect(form.findings(of: "k") == [])
    form.type("yes", into: "other")
    #expect(form.look(of: "k") == "error, Too short: 1 character, at least 3")
    form.type("no", into: "other")
    #expect(form.look(of: "k") == "standard")
    form.type("abc", into: "k")
    form.endEditing()
    #expect(form.questions == [])
    form.type("yes", into: "other")
    #expect(form.questions == ["free(abc)"])
    #expect(form.look(of: "k") == "standard, pending")
    form.type("no", into: "other")
    #expect(form.questions == [])
  }

  @Test("required counts only after an edit, and while its condition holds")
  func required() {
    var form = OpenForm(
      fields: entry("\"required\": true"), entry("", key: "other"),
      entry(#""required": { "when": { "key": "other", "filled": true } }"#, key: "maybe"))
    #expect(form.findings == [])
    form.type("a", into: "k")
    form.type("", into: "k")
    #expect(form.look(of: "k") == "error, Label is required")
    form.type("a", into: "maybe")
    form.type("", into: "maybe")
    #expect(form.look(of: "maybe") == "standard")
    form.type("x", into: "other")
    #expect(form.look(of: "maybe") == "error, Label is required")
    form.type("", into: "other")
    #expect(form.look(of: "maybe") == "standard")
  }

  @Test("a field that must equal another is judged again when the other changes")
  func equals() {
    var form = OpenForm(
      fields: entry("", key: "password"),
      entry(#""validation": { "live": [{ "equals": "password" }, "free"] }"#, key: "again"),
      validators: ["free"])
    form.type("abc", into: "password")
    form.type("ab", into: "again")
    form.wait(milliseconds: 500)
    #expect(form.look(of: "again") == "error, Must be the same as Label")
    form.endEditing()
    #expect(form.committed("again") == nil)
    form.type("ab", into: "password")
    #expect(form.look(of: "again") == "standard, pending")
    #expect(form.questions == ["free(ab)"])
    form.answer(.accepted)
    #expect(form.look(of: "again") == "success")
    #expect(form.committed("again") == .text("ab"))
    form.replace("\"label\": \"Label\"", with: "\"label\": \"Password\"")
    form.type("a", into: "password")
    #expect(form.look(of: "again") == "error, Must be the same as Password")
    form.type("ab", into: "password")
    #expect(form.look(of: "again") == "success")
    #expect(form.questions == [])
  }

  @Test("what a validator was asked or said counts on when another field or a message changes")
  func keptAnswers() {
    var form = OpenForm(
      fields: entry("", key: "other"),
      entry(
        #""validation": { "live": [{ "maxLength": 9, "when": { "key": "other", "is": "x" } }, "#
          + #"{ "validator": "free", "message": "Taken" }] }"#),
      validators: ["free"])
    form.type("ada", into: "k")
    form.wait(milliseconds: 500)
    form.type("x", into: "other")
    #expect(form.questions == ["free(ada)"])
    #expect(form.look(of: "k") == "standard, pending")
    form.answer(.refused(message: nil))
    #expect(form.look(of: "k") == "error, Taken")
    form.type("y", into: "other")
    #expect(form.look(of: "k") == "error, Taken")
    form.replace("\"Taken\"", with: "\"Gone\"")
    #expect(form.look(of: "k") == "error, Gone")
    form.replace(#"{ "validator": "free", "message": "Gone" }"#, with: "\"ascii\"")
    #expect(form.look(of: "k") == "success")
    #expect(form.committed("k") == .text("ada"))
  }

  @Test("a question is forgotten when its rule goes, and a new validator is asked")
  func changedRules() {
    var form = OpenForm(
      fields: entry(#""validation": { "live": ["free"] }"#), validators: ["free", "nice"])
    form.type("ada", into: "k")
    form.wait(milliseconds: 500)
    #expect(form.questions == ["free(ada)"])
    form.replace("\"free\"", with: "\"nice\"")
    #expect(form.questions == ["nice(ada)"])
    form.answer(.accepted)
    #expect(form.look(of: "k") == "success")
    form.replace("\"nice\"", with: "")
    #expect(form.look(of: "k") == "standard")
  }

  @Test("severities below error are told and do not block")
  func severities() {
    var form = OpenForm(
      fields: entry(
        #""validation": { "live": [{ "minLength": 8, "severity": "warning" }, "#
          + #"{ "pattern": "\\d", "severity": "information", "message": "A digit helps" }], "#
          + #""endEditing": ["free"] }"#), validators: ["free"])
    form.type("abc", into: "k")
    form.wait(milliseconds: 500)
    let told = "warning: Too short: 3 characters, at least 8, information: A digit helps"
    #expect(form.look(of: "k") == "standard, " + told)
    form.endEditing()
    #expect(form.questions == ["free(abc)"])
    form.answer(.accepted)
    #expect(form.look(of: "k") == "success, " + told)
    #expect(form.committed("k") == .text("abc"))
  }

  @Test("a field that is cut out takes its questions with it")
  func cutting() {
    let field = entry(#""validation": { "live": ["free"] }"#)
    var form = OpenForm(fields: entry("", key: "one"), field, validators: ["free"])
    form.type("a", into: "k")
    form.wait(milliseconds: 500)
    let request = form.asked
    form.replace(",\n" + entry(#""validation": { "live": ["free"] }"#, text: "a"), with: "")
    #expect(form.questions == [])
    #expect(form.document.activeField == nil)
    for request in request { form.answer(request, .refused(message: "Taken")) }
    #expect(form.findings == [])
  }

  @Test("what was asked and forgotten in one turn is never heard of")
  func unheard() {
    let rules = #""validation": { "live": ["free"], "interval": 0 }"#
    let form = OpenForm(fields: entry(rules), validators: ["free"])
    var document = form.document
    for letter in ["a", "b", "c"] {
      let text = "{ \"fields\": [\(entry(rules, text: letter))] }"
      document.replaceAll(with: Array(text.utf8), at: form.now)
    }
    let requests = document.takeRequests()
    #expect(requests.asked.map(\.value) == ["c"])
    #expect(requests.forgotten == [])
  }

  private func entry(_ more: String, key: String = "k", text: String = "") -> String {
    let rest = more.isEmpty ? "" : ", " + more
    return #"{ "key": "\#(key)", "kind": "entry", "label": "Label", "text": "\#(text)"\#(rest) }"#
  }
}
