import FieldModels
import Testing

/// What the users of DPTextField know of fields, done in Swift.
@Suite("A form in Swift, as DPTextField has fields")
struct DPTextFieldRowsTests {
  private static let now = Instant(nanoseconds: 0)

  private static func form() -> FieldForm {
    FieldForm(autofill: ["cities": ["Iași", "Montréal", "Toronto", "Old Toronto"]], at: now) {
      EntryField("first", label: "First").next("city").returnKey(.next)
      EntryField("city", label: "City").previous("first").next("last")
        .autofill("cities", minimumLength: 1, isRemovable: true)
      EntryField("last", label: "Last", text: "Lovelace").previous("city").returnKey(.done)
        .property("selectAllOnFocus", true)
    }
  }

  @Test("D1, D3: the bar has its buttons in their order")
  func toolbar() throws(FormRefusal) {
    var form = Self.form()
    try form.beginEditing("city")
    #expect(form["city"]?.toolbar.map(\.name) == [.previous, .next, .autofill, .done])
    #expect(form["city"]?.toolbar.map(\.isEnabled) == [true, true, false, true])
    try form.replaceText(of: "city", with: "tor")
    try form.autofill("city")
    #expect(form["city"]?.isShowingAutofill == true)
    #expect(form["city"]?.toolbar.map(\.name) == [.cancel])
    try form.cancelAutofill("city")
    try form.done()
    #expect(form.activeKey == nil)
  }

  @Test("D2, D9: Next and Previous go where they are connected, and so does the return key")
  func moving() throws {
    var form = Self.form()
    try form.beginEditing("first")
    try form.pressReturn()
    #expect(form.activeKey == "city")
    try form.moveToNext()
    #expect(form.activeKey == "last")
    #expect(throws: FormRefusal.self) { try form.moveToNext() }
    try form.moveToPrevious()
    #expect(form.activeKey == "city")
    try form.moveToNext()
    try form.pressReturn()
    #expect(form.activeKey == nil)
  }

  @Test("D4, D6: what begins with the draft comes first, then what has it in it")
  func matches() throws(FormRefusal) {
    var form = Self.form()
    try form.replaceText(of: "city", with: "TO")
    #expect(form["city"]?.matches.map(\.text) == ["Toronto", "Old Toronto"])
    try form.applyAutofill("Toronto", to: "city")
    #expect(form["city"]?.text == "Toronto")
    try form.replaceText(of: "city", with: "mon")
    try form.autofill("city")
    #expect(form["city"]?.text == "Montréal")
  }

  @Test("D4: a closure answers for a source, and the only text is applied once it has")
  func closures() throws(FormRefusal) {
    var form = FieldForm(at: Self.now) { EntryField("a", label: "A").autofill("found") }
    form.register(autofillSource: "found") { text, completion in completion([text + "!"]) }
    #expect(form.problems == [])
    try form.replaceText(of: "a", with: "hm")
    try form.autofill("a")
    #expect(form["a"]?.text == "hm")
    form.answerCalls()
    #expect(form["a"]?.text == "hm!")
  }

  @Test("D4: a silent source is told of, and holds nothing up")
  func silence() throws(FormRefusal) {
    var form = FieldForm(at: Self.now) { EntryField("a", label: "A").autofill("found") }
    form.register(autofillSource: "found") { _, _ in }
    try form.replaceText(of: "a", with: "hm")
    try form.autofill("a")
    form.advance(to: Instant(nanoseconds: 2_000_000_000))
    let changes = form.takeChanges()
    #expect(changes.troubles == ["The autofill source \"found\" did not answer"])
    #expect(changes.refusals.map(\.reason) == [.noMatch])
  }

  @Test("D5: a text is taken out, and what a person teaches can be kept and restored")
  func learning() throws {
    var form = Self.form()
    try form.replaceText(of: "city", with: "Tor")
    try form.removeAutofill("Toronto", from: "city")
    #expect(form["city"]?.matches.map(\.text) == ["Old Toronto"])
    try form.learnAutofill("Torino", for: "city")
    #expect(form["city"]?.matches.map(\.text) == ["Torino", "Old Toronto"])
    let learned = form.takeChanges().learned
    #expect(
      learned == [
        .removed("Toronto", source: "cities"), .learned("Torino", source: "cities"),
      ])
    var other = Self.form()
    other.restore(learned)
    try other.replaceText(of: "city", with: "Tor")
    #expect(other["city"]?.matches.map(\.text) == ["Torino", "Old Toronto"])
  }

  @Test("D7: an edit that makes a draft shorter is never refused")
  func shortening() throws(FormRefusal) {
    var form = FieldForm(at: Self.now) { EntryField("a", label: "A", text: "abcdef").maxLength(3) }
    let draft = form["a"]?.text ?? ""
    try form.replaceText(
      of: "a", range: draft.startIndex..<draft.index(after: draft.startIndex), with: "")
    #expect(form["a"]?.text == "bcdef")
    // A range of another text is as much of it as there is.
    let long = "a text that is longer"
    try form.replaceText(of: "a", range: long.startIndex..<long.endIndex, with: "x")
    #expect(form["a"]?.text == "x")
  }

  @Test("D8, D10–D12: delegates see every question, and what only a screen shows is handed on")
  func rest() throws(FormRefusal) {
    var form = Self.form()
    form.delegate = { question, field in field.key != "last" || question != .clear }
    try form.clear("first")
    do {
      try form.clear("last")
      Issue.record("The delegate refuses")
    } catch {
      #expect(error.reason == .refused)
    }
    #expect(form["last"]?.text == "Lovelace")
    let advice = FieldForm(at: Self.now) {
      EntryField("a", label: "A").autofill("s").property("autocorrection", "yes")
        .property("presentation", ["keyboardAppearance": "dark"])
    }
    #expect(advice.problems.contains { $0.severity == .hint })
  }
}
