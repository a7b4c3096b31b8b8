import FieldModels
import Testing

/// What the users of MaterialFields know of fields, done in Swift.
@Suite("A form in Swift, as MaterialFields has fields")
struct MaterialRowsTests {
  private static let now = Instant(nanoseconds: 0)

  private static func form() -> FieldForm {
    FieldForm("Trip", at: now) {
      EntryField("name", label: "Name").required().endEditing(.minLength(3)).next("city").tag(7)
      PickerField("city", label: "City", rows: ["Bucharest", "Montréal", "Toronto"])
        .manualEntry("Another").clearable()
      DateField("day", label: "Day").defaultDate("2026-05-01").minimum("2026-02-01").clearable()
      AreaField("notes", label: "Notes", text: "one\ntwo")
    }
  }

  @Test("M1, M5: every kind of field is told of in the same way, and has a draft")
  func kinds() {
    let form = Self.form()
    #expect(form.keys == ["name", "city", "day", "notes"])
    #expect(form.keys.compactMap { form[$0]?.kind } == [.entry, .picker, .date, .area])
    #expect(form["notes"]?.text == "one\ntwo")
    #expect(form["unknown"] == nil)
    #expect(form.problems == [])
  }

  @Test("M2, M4: a field is active or not whether it has an error or not, until it is entered")
  func states() throws(FormRefusal) {
    var form = Self.form()
    try form.setError("Taken", of: "name")
    #expect(form["name"]?.hasError == true && form["name"]?.isActive == false)
    #expect(form["name"]?.error == "Taken")
    try form.beginEditing("name")
    #expect(form["name"]?.hasError == false && form["name"]?.isActive == true)
    #expect(form.activeKey == "name")
  }

  @Test("M3: an error that was set by hand is taken away by hand")
  func errorsByHand() throws(FormRefusal) {
    var form = Self.form()
    try form.setError("Full", of: "city")
    #expect(form["city"]?.helper == "Full")
    try form.setError(nil, of: "city")
    #expect(form["city"]?.error == nil)
  }

  @Test("M6: the heights of a field follow its state and its lines")
  func heights() throws(FormRefusal) {
    var form = Self.form()
    func height(_ key: String) -> Double? {
      form[key].map { $0.heights().height(isInError: $0.hasError, isOpen: $0.isOpen) }
    }
    #expect(height("name") == 43.5)
    #expect(height("notes") == 63.5)
    try form.beginEditing("city")
    #expect(height("city") == 269.5)
  }

  @Test("M7: the colours follow the state")
  func colours() throws(FormRefusal) {
    var form = Self.form()
    #expect(form["name"]?.colors.border == .border)
    try form.setError("No", of: "name")
    #expect(form["name"]?.colors.border == .borderError)
    #expect(form["name"]?.color(.borderError).hasPrefix("#") == true)
  }

  @Test("M8: an entry has a unit and a currency")
  func units() {
    let form = FieldForm(at: Self.now) {
      EntryField("price", label: "Price").property("monetary", true).property("unit", "CAD")
    }
    #expect(form["price"]?.prefix == "$")
    #expect(form["price"]?.unit == "CAD")
  }

  @Test("M9: a title says what may stay empty, and a tag tells fields apart")
  func traits() {
    let form = Self.form()
    #expect(form["name"]?.title == "Name")
    #expect(form["city"]?.title == "City (Optional)")
    #expect(form["name"]?.tag == 7)
  }

  @Test("M10: a delegate may refuse, and is told in order")
  func delegates() throws {
    var form = Self.form()
    try form.beginEditing("name")
    try form.replaceText(of: "name", with: "Ada")
    try form.endEditing()
    let events = form.takeChanges().events
    #expect(events.map(\.key) == ["name", "name"])
    #expect(events.map(\.kind) == [.didBeginEditing, .didEndEditing])
    form.delegate = { question, field in !(field.key == "name" && question == .begin) }
    #expect(throws: FormRefusal.self) { try form.beginEditing("name") }
    try form.beginEditing("notes")
    form.delegate = { question, _ in
      if case .changeText(_, let text) = question { text != "!" } else { true }
    }
    #expect(throws: FormRefusal.self) { try form.replaceText(of: "notes", with: "!") }
    #expect(form["notes"]?.text == "one\ntwo")
  }

  @Test("M11: one field is active at most")
  func responder() throws(FormRefusal) {
    var form = Self.form()
    try form.beginEditing("city")
    #expect(form["city"]?.isOpen == true)
    try form.beginEditing("notes")
    #expect(form["city"]?.isActive == false)
    #expect(form.takeChanges().events.map(\.kind) == [.didEndEditing, .didBeginEditing])
  }

  @Test("M12: a picker's row is written by Done, clamped to the ends, or typed")
  func picker() throws {
    var form = Self.form()
    try form.beginEditing("city")
    try form.select(row: 1, of: "city")
    #expect(form["city"]?.row == 1)
    #expect(form["city"]?.text == "")
    try form.done()
    #expect(form["city"]?.text == "Montréal")
    try form.select(["Toronto"], of: "city")
    #expect(form["city"]?.row == 2)
    try form.select(row: -4, of: "city")
    #expect(form["city"]?.text == "Bucharest")
    try form.selectManualEntry(of: "city")
    #expect(form["city"]?.isManual == true)
    try form.replaceText(of: "city", with: "Iași")
    #expect(form["city"]?.display == "Iași")
    try form.clear("city")
    #expect(form["city"]?.text == "")
    #expect(throws: FormRefusal.self) { try form.select(["Paris"], of: "city") }
  }

  @Test("M13: a date begins at its default, stays between its ends, and is shown in its pattern")
  func date() throws(FormRefusal) {
    var form = Self.form()
    try form.beginEditing("day")
    #expect(form["day"]?.text == "")
    #expect(form["day"]?.defaultDate == "2026-05-01")
    try form.done()
    #expect(form["day"]?.text == "2026-05-01")
    #expect(form["day"]?.display == "May 01, 2026")
    try form.beginEditing("day")
    try form.setDate("2020-01-01", of: "day")
    #expect(form["day"]?.text == "2026-02-01")
    #expect(form["day"]?.minimumDate == "2026-02-01")
    try form.clear("day")
    try form.done()
    #expect(form["day"]?.text == "")
    #expect(form["day"]?.defaultDate == "2026-05-01")
  }

  @Test("M14: the title is down in the empty field, and up in any other")
  func title() throws(FormRefusal) {
    var form = Self.form()
    #expect(form["name"]?.isTitleUp == false)
    try form.beginEditing("name")
    #expect(form["name"]?.isTitleUp == true)
    #expect(form["notes"]?.isTitleUp == true)
  }

  @Test("M15, M16: a value is committed at the end of editing, if it is right")
  func commits() throws(FormRefusal) {
    var form = Self.form()
    try form.replaceText(of: "name", with: "Ada")
    #expect(form["name"]?.committedValue == nil)
    try form.endEditing()
    #expect(form["name"]?.committedValue == "Ada")
    try form.replaceText(of: "name", with: "A")
    try form.endEditing()
    #expect(form["name"]?.hasError == true)
    #expect(form["name"]?.committedValue == "Ada")
    #expect(form["name"]?.problems.map(\.code) == ["tooShort"])
  }
}
