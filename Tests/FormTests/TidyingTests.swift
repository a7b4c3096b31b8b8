import FieldModels
import Testing

/// What people type, in a form that tidies it when they leave it.
@Suite struct TidyingTests {
  private static let now = Instant(nanoseconds: 0)

  private func form(_ fields: String, locale: String? = "de", tidies: Bool = true) -> FieldForm {
    var form = FieldForm(document: #"{ "fields": [\#(fields)] }"#, at: Self.now)
    form.locale = locale
    form.tidiesDrafts = tidies
    return form
  }

  private static let email =
    #"{ "key": "a", "kind": "entry", "label": "A", "validation": { "live": [{ "format": "email" }] } }"#
  private static let amount =
    #"{ "key": "a", "kind": "entry", "label": "A", "value": "number", "validation": { "live": [{ "maximum": 20 }] } }"#

  private static let price = #"{ "key": "a", "kind": "entry", "label": "A", "value": "number" }"#

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
    #expect(form["a"]?.text == "21,5")
    #expect(form["a"]?.draft == .text("21.5"))
    #expect(form["a"]?.error != nil)
  }

  @Test("who submits need not leave the field first")
  func submission() throws {
    var form = form(Self.amount)
    try form.replaceText(of: "a", with: " 1,50 ")
    #expect(form.submit()?["a"] == .number("1.5"))
    #expect(form["a"]?.draft == .text("1.50"))
  }

  @Test("what may be two numbers is refused with both, and never committed")
  func unclear() throws {
    var form = form(Self.price)
    try form.replaceText(of: "a", with: "1.234")
    form.advance(to: Instant(nanoseconds: 1_000_000_000))
    let words = "Kann zwei Zahlen bedeuten: Bitte 1234 oder 1,234 schreiben"
    #expect(form["a"]?.error == words)
    #expect(form.submit()?["a"] == nil)
    try form.endEditing()
    #expect(form["a"]?.error == words)
    #expect(form["a"]?.text == "1.234")
    #expect(form.submit()?["a"] == nil)
    try form.replaceText(of: "a", with: "1,234")
    #expect(form.submit()?["a"] == .number("1.234"))
    try form.endEditing()
    // What was understood is shown as it was meant, and means the same the next time.
    #expect(form["a"]?.text == "1,234")
    try form.beginEditing("a")
    try form.endEditing()
    #expect(form.submit()?["a"] == .number("1.234"))
  }

  @Test("who goes on typing goes on from what they see")
  func goingOn() throws {
    var form = form(Self.price.replacing("}", with: #", "text": "1.5" }"#))
    #expect(form["a"]?.text == "1,5")
    let end = try #require(form["a"]?.text.endIndex)
    try form.replaceText(of: "a", range: end..<end, with: "5")
    #expect(form["a"]?.text == "1,55")
    #expect(form.submit()?["a"] == .number("1.55"))
    #expect(form["a"]?.draft == .text("1.55"))
  }

  @Test("a draft that nobody has typed is a number as records have it")
  func given() throws {
    var form = form(Self.price.replacing("}", with: #", "text": "1.234" }"#))
    #expect(form["a"]?.text == "1,234")
    try form.beginEditing("a")
    try form.endEditing()
    #expect(form["a"]?.error == nil)
    #expect(form.submit()?["a"] == .number("1.234"))
  }

  @Test("of a whole number a German point can only divide thousands")
  func whole() throws {
    var form = form(#"{ "key": "a", "kind": "entry", "label": "A", "value": "integer" }"#)
    try form.replaceText(of: "a", with: "1.234")
    #expect(form.submit()?["a"] == .number("1234"))
  }

  @Test("a date is read in the order of its reader, or refused with how to write it")
  func dates() throws {
    var form = form(#"{ "key": "d", "kind": "date", "label": "D" }"#)
    try form.setDate("25.12.1987", of: "d")
    #expect(form["d"]?.text == "1987-12-25")
    #expect(form["d"]?.display == "25.12.1987")
    for text in ["12/25/1987", "25.12.87"] {
      let refusal = #expect(throws: FormRefusal.self) { try form.setDate(text, of: "d") }
      #expect(refusal?.message == "Bitte das Datum so schreiben: 31.12.1990, 1990-12-31")
    }
    #expect(form["d"]?.text == "1987-12-25")
    form.tidiesDrafts = false
    #expect(throws: FormRefusal.self) { try form.setDate("26.12.1987", of: "d") }
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
