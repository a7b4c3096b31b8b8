import FieldModels
import Testing

/// What people type, in a form that tidies it when they leave it.
@Suite struct TidyingTests {
  private static let now = Instant(nanoseconds: 0)

  private func form(_ fields: String, locale: String? = "de", tidies: Bool = true) -> Form {
    var form = Form(document: #"{ "fields": [\#(fields)] }"#, at: Self.now)
    form.locale = locale
    form.tidiesDrafts = tidies
    return form
  }

  private static let email =
    #"{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": [{ "format": "email" }] } }"#
  private static let amount =
    #"{ "key": "a", "kind": "entry", "label": "A", "value": "number", "validation": { "live": [{ "maximum": 20 }] } }"#

  @Test("white space around a line goes when it is left, and the line is right before")
  func paste() throws {
    var form = form(Self.email)
    try form.replaceText(of: "a", with: " ada@example.com\u{A0}\n")
    form.advance(to: Instant(nanoseconds: 1_000_000_000))
    #expect(form["a"]?.text == " ada@example.com\u{A0}\n")
    #expect(form["a"]?.error == nil)
    try form.endEditing()
    #expect(form["a"]?.text == "ada@example.com")
    #expect(form["a"]?.error == nil)
  }

  @Test("a number is read as its reader writes it, and judged as it is typed")
  func number() throws {
    var form = form(Self.amount)
    try form.replaceText(of: "a", with: "12,5")
    form.advance(to: Instant(nanoseconds: 1_000_000_000))
    #expect(form["a"]?.error == nil)
    try form.replaceText(of: "a", with: "21,5")
    form.advance(to: Instant(nanoseconds: 2_000_000_000))
    #expect(form["a"]?.error != nil)
    try form.endEditing()
    #expect(form["a"]?.text == "21.5")
    #expect(form["a"]?.error != nil)
  }

  @Test("who submits need not leave the field first")
  func submission() throws {
    var form = form(Self.amount)
    try form.replaceText(of: "a", with: " 1,50 ")
    #expect(form.submit()?["a"] == .number("1.5"))
    #expect(form["a"]?.text == "1.50")
  }

  @Test(
    "a field that may have white space keeps it",
    arguments: [
      #"{ "key": "a", "kind": "area", "label": "A" }"#,
      #"{ "key": "a", "kind": "entry", "label": "A", "secure": true }"#,
    ])
  func kept(field: String) throws {
    var form = form(field)
    try form.replaceText(of: "a", with: " x ")
    try form.endEditing()
    #expect(form["a"]?.text == " x ")
  }

  @Test("a program that did not ask for it means what it sends")
  func program() throws {
    var form = form(Self.amount, tidies: false)
    try form.replaceText(of: "a", with: "12,5 ")
    try form.endEditing()
    #expect(form["a"]?.text == "12,5 ")
    #expect(form["a"]?.error != nil)
  }

  @Test("white space alone is nothing")
  func blank() throws {
    var form = form(#"{ "key": "a", "kind": "entry", "label": "A", "required": true }"#)
    try form.replaceText(of: "a", with: "  ")
    try form.endEditing()
    #expect(form["a"]?.text == "")
    #expect(form["a"]?.error != nil)
  }

  @Test("what was chosen and need not be can be taken back")
  func clearing() throws {
    let rows = #""label": "A", "data": ["x", "y"], "text": "x""#
    var form = form(
      #"{ "key": "a", "kind": "picker", \#(rows) }, { "key": "b", "kind": "date", "label": "B", "date": "2026-01-02" }, "#
        + #"{ "key": "c", "kind": "picker", "required": true, \#(rows) }"#)
    try form.clear("a")
    try form.clear("b")
    #expect([form["a"]?.text, form["b"]?.text] == ["", ""])
    #expect(throws: FormRefusal.self) { try form.clear("c") }
  }
}
