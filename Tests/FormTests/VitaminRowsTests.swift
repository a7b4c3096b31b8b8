import FieldModels
import Synchronization
import Testing

/// What the users of VitaminTextField know of fields, done in Swift.
@Suite("A form in Swift, as VitaminTextField has fields")
struct VitaminRowsTests {
  private static func at(_ seconds: Double) -> Instant {
    Instant(nanoseconds: Int64(seconds * 1_000_000_000))
  }

  private static func form(_ rules: FieldRule..., interval: Duration = .milliseconds(500))
    -> FieldForm
  {
    FieldForm(at: at(0)) {
      var field = EntryField("name", label: "Name").helper("As friends call you").maxLength(8)
      for rule in rules { field = field.live(rule, interval: interval) }
      return [field]
    }
  }

  @Test("V1, V12: texts, with defaults for what is not given")
  func texts() {
    let form = Self.form()
    #expect(form["name"]?.title == "Name (Optional)")
    #expect(form["name"]?.helper == "As friends call you")
    #expect(form["name"]?.placeholder == nil)
    #expect(form["name"]?.isSecure == false)
    #expect(form["name"]?.text == "")
  }

  @Test("V2, V9: any property of a document can be given, and what it does not take is a problem")
  func properties() {
    let form = FieldForm(at: Self.at(0)) {
      EntryField("name", label: "Name").property("style", "filled").tag(3)
      EntryField("other", label: "Other").property("style", "round")
    }
    #expect(form["name"]?.tag == 3)
    #expect(form.problems.count == 1)
    #expect(form.problems.first?.message == "`style` can't be \"round\"")
  }

  @Test("V3: a state can be set by hand, and a disabled field refuses the focus")
  func states() throws {
    var form = Self.form()
    try form.setLook(.success, of: "name")
    #expect(form["name"]?.look == .success)
    try form.setLook(.disabled, of: "name")
    #expect(form["name"]?.isEnabled == false)
    let refusal = #expect(throws: FormRefusal.self) { try form.beginEditing("name") }
    #expect(refusal?.reason == .disabled)
  }

  @Test("V4, V11: a state brings its icon, colours and border")
  func icons() throws(FormRefusal) {
    var form = Self.form()
    #expect(form["name"]?.icon == nil)
    #expect(form["name"]?.borderWidth == 1)
    try form.setError("No", of: "name")
    #expect(form["name"]?.icon == "warning")
    #expect(form["name"]?.borderWidth == 2)
    try form.tapIcon("name")
    #expect(form.takeChanges().events.map(\.kind) == [.iconTapped])
  }

  @Test("V5: a counter counts what people take for characters, and nothing goes beyond the limit")
  func counter() throws {
    var form = Self.form()
    try form.replaceText(of: "name", with: "Zoë👩‍👩‍👧")
    #expect(form["name"]?.counter?.text == "4/8")
    let refusal = #expect(throws: FormRefusal.self) {
      try form.replaceText(of: "name", with: "Wilhelmina")
    }
    #expect(refusal?.reason == .tooLong)
    #expect(form["name"]?.text == "Zoë👩‍👩‍👧")
  }

  @Test("V6: live rules run once typing rests, on the last draft")
  func liveRules() throws(FormRefusal) {
    var form = Self.form(.minLength(3))
    try form.replaceText(of: "name", with: "A")
    #expect(form["name"]?.isPending == true)
    #expect(form["name"]?.error == nil)
    form.advance(to: Self.at(0.4))
    try form.replaceText(of: "name", with: "Al")
    #expect(form.nextDeadline == Self.at(0.9))
    form.advance(to: Self.at(0.5))
    #expect(form["name"]?.isPending == true)
    form.advance(to: Self.at(0.9))
    #expect(form["name"]?.isPending == false)
    #expect(form["name"]?.look == .error)
    #expect(form.nextDeadline == nil)
  }

  @Test("V7: rules of the end of editing run each time that it ends")
  func endEditing() throws(FormRefusal) {
    let counted = Mutex(0)
    var form = FieldForm(at: Self.at(0)) {
      EntryField("name", label: "Name", text: "Ada")
        .endEditing(
          .validator("count") { _, completion in
            counted.withLock { $0 += 1 }
            completion(.success(()))
          })
    }
    for _ in 0..<2 {
      try form.replaceText(of: "name", with: form["name"]?.text == "Ada" ? "Eva" : "Ada")
      try form.endEditing()
      for call in form.takeCalls() { call.run { _ in } }
    }
    #expect(counted.withLock { $0 } == 2)
  }

  @Test("V8: a refusal is shown behind the helper, one without words shows none")
  func refusals() throws(FormRefusal) {
    var form = FieldForm(at: Self.at(0)) {
      EntryField("name", label: "Name").helper("Hint").live(.validator("v"), interval: .zero)
    }
    form.register(validator: "v") { value, completion in
      completion(
        .failure(value == "Al" ? .otherError : .errorWithMessage("Not \(value ?? "")")))
    }
    try form.replaceText(of: "name", with: "Bo")
    form.answerCalls()
    #expect(form["name"]?.helper == "Hint - Not Bo")
    try form.replaceText(of: "name", with: "Al")
    form.answerCalls()
    #expect(form["name"]?.look == .error)
    #expect(form["name"]?.helper == "Hint")
  }

  @Test("V8: an answer to a draft that has changed since is dropped")
  func lateAnswers() throws {
    var form = Self.form(.validator("late"), interval: .zero)
    form.register(validator: "late") { value, completion in
      completion(value == "A" ? .failure(.errorWithMessage("Not A")) : .success(()))
    }
    try form.replaceText(of: "name", with: "A")
    let late = try #require(form.takeCalls().first)
    try form.replaceText(of: "name", with: "Ada")
    let answers = Mutex<[CallAnswer]>([])
    late.run { answer in answers.withLock { $0.append(answer) } }
    for answer in answers.withLock({ $0 }) { form.receive(answer) }
    #expect(form["name"]?.isPending == true)
    #expect(form["name"]?.error == nil)
    form.answerCalls()
    #expect(form["name"]?.isPending == false)
    #expect(form["name"]?.look == .success)
  }

  @Test("V8: a closure that is silent for ten seconds leaves the field unchecked, and says so")
  func silence() throws(FormRefusal) {
    var form = Self.form(.validator("silent"), interval: .zero)
    form.register(validator: "silent") { _, _ in }
    try form.replaceText(of: "name", with: "A")
    _ = form.takeCalls()
    #expect(form.nextDeadline == Self.at(10))
    form.advance(to: Self.at(10))
    #expect(form["name"]?.isPending == false)
    #expect(form["name"]?.problems.map(\.severity) == [.error])
    #expect(form["name"]?.isCommitted == false)
  }

  @Test("V10: the height of a field with its label above it")
  func height() {
    #expect(Self.form()["name"]?.heights().stacked == 96)
  }
}
