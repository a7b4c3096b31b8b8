import FieldModels
import Synchronization
import Testing

/// Making a form, submitting it, and letting it live by itself.
@Suite("A form in Swift")
struct FormTests {
  private static let now = Instant(nanoseconds: 1_780_000_000_000_000_000)

  /// The sign-up form of the README.
  private static let signUp = """
    {
      "title": "Sign up",
      "fields": [
        { "key": "email", "kind": "entry", "label": "E-mail", "required": true, "maxLength": 40,
          "autofill": { "source": "emails" }, "validation": { "live": [{ "format": "email" }],
          "endEditing": ["isFree"] }, "next": "country" },
        { "key": "country", "kind": "picker", "label": "Country", "data": ["Canada", "Romania"] },
        { "key": "age", "kind": "entry", "label": "Age", "value": "integer" },
      ],
      "autofill": { "emails": ["ada@example.com"] }
    }
    """

  @Test("is made from a document, or from the same fields in code")
  func making() throws(FormRefusal) {
    var document = FieldForm(
      document: Self.signUp, validators: ["isFree": { $1(.success(())) }], at: Self.now)
    var code = FieldForm("Sign up", autofill: ["emails": ["ada@example.com"]], at: Self.now) {
      EntryField("email", label: "E-mail").required().maxLength(40).live(.format(.email))
        .endEditing(.validator("isFree") { $1(.success(())) }).autofill("emails").next("country")
      PickerField("country", label: "Country", rows: ["Canada", "Romania"])
      EntryField("age", label: "Age").value(.integer)
    }
    #expect(document.problems == [] && code.problems == [])
    #expect(document.title == code.title && document.keys == code.keys)
    for keyPath in [\FieldPicture.title, \.display, \.key] {
      #expect(
        document.keys.map { document[$0]?[keyPath: keyPath] }
          == code.keys.map { code[$0]?[keyPath: keyPath] })
    }
    for form in [document, code] {
      var form = form
      try form.replaceText(of: "email", with: "ada@example.com")
      try form.moveToNext()
      try form.select(["Romania"], of: "country")
      try form.replaceText(of: "age", with: "36")
      form.answerCalls()
      #expect(form.submit() == nil || form.isPending == false)
      form.answerCalls()
    }
    try document.replaceText(of: "age", with: "12")
    #expect(document.text.contains("\"12\""))
    try code.replaceText(of: "age", with: "12")
    #expect(code.text.contains("\"12\""))
  }

  @Test("is put aside with what passes, and shows no error for what is empty")
  func puttingAside() throws(FormRefusal) {
    var form = FieldForm(
      document: Self.signUp, validators: ["isFree": { $1(.success(())) }], at: Self.now)
    #expect(form.submitPart()?.values == [.init("country", .null), .init("age", .null)])
    #expect(form["email"]?.hasError == false)
    try form.replaceText(of: "age", with: "x")
    let part = form.submitPart()
    #expect(part?.values == [.init("country", .null)] && part?.problems.map(\.key) == ["age"])
    try form.replaceText(of: "age", with: "36")
    try form.replaceText(of: "email", with: "ada@example.com")
    #expect(form.submitPart() == nil)
    form.answerCalls()
    let changes = form.takeChanges()
    #expect(changes.submission == nil)
    #expect(changes.partialSubmission?["email"] == "ada@example.com")
    #expect(changes.partialSubmission?["age"] == 36)
  }

  @Test("whose text is broken says so, and the rest of it works")
  func brokenText() throws(FormRefusal) {
    var form = FieldForm(
      document: #"{ "fields": [ { "key": "a", "kind": "entry", "label": "A" }, { "key": "b" "#,
      at: Self.now)
    #expect(!form.problems.isEmpty)
    try form.replaceText(of: "a", with: "x")
    #expect(form["a"]?.text == "x")
  }

  @Test("names no field that it has not")
  func unknownKeys() {
    var form = FieldForm(document: Self.signUp, at: Self.now)
    #expect(throws: FormRefusal.self) { try form.beginEditing("nobody") }
    #expect(throws: FormRefusal.self) { try form.setError("x", of: "nobody") }
    #expect(form["nobody"] == nil)
  }

  @Test("commits typed values in the order of the form, or says what stands in the way")
  func submitting() throws {
    var form = FieldForm(
      document: Self.signUp, validators: ["isFree": { $1(.success(())) }], at: Self.now)
    guard case .refused(let problems) = form.submit() else {
      Issue.record("A required field is empty")
      return
    }
    #expect(problems.map(\.key) == ["email"])
    #expect(problems.map(\.code) == ["valueMissing"])
    try form.replaceText(of: "email", with: "ada@example.com")
    try form.replaceText(of: "age", with: "36")
    // The closure has yet to answer, so nobody knows.
    #expect(form.submit() == nil)
    #expect(form.isPending)
    form.answerCalls()
    let submission = form.takeChanges().submission
    #expect(submission?["email"] == "ada@example.com")
    #expect(submission?["age"] == 36)
    #expect(submission?["country"] == .null)
  }

  @Test("commits objects in objects where paths say so")
  func paths() throws(FormRefusal) {
    let groups = [
      FieldGroup("page", label: "You"),
      FieldGroup("address", label: "Address", path: "/address", isRequired: true),
      FieldGroup("work", label: "Work", path: "/work"),
    ]
    var form = FieldForm(groups: groups, at: Self.now) {
      EntryField("mail", label: "E-mail", text: "ada@example.com").group("page")
      EntryField("city", label: "City", text: "Bern").group("address")
      EntryField("zip", label: "Postcode").group("address").path("/postal/code").value(.integer)
    }
    #expect(form.problems == [])
    #expect(form["zip"]?.path == "/address/postal/code")
    #expect(form["mail"]?.path == "/mail")
    try form.replaceText(of: "zip", with: "3000")
    let submission = form.submit()
    #expect(submission?[path: "/address/postal/code"] == 3000)
    #expect(submission?[path: "/address/city"] == "Bern")
    #expect(
      submission?[path: "/mail"] == "ada@example.com" && submission?["mail"] == "ada@example.com")
    #expect(submission?[path: "/work"] == nil && submission?[path: "address"] == nil)
  }

  @Test("has lists, whose entries come, move and go")
  func lists() throws(FormRefusal) {
    var form = FieldForm(
      groups: [
        FieldGroup(list: "lines", label: "Lines", minEntries: 1, maxEntries: 2, unique: ["product"])
      ], at: Self.now
    ) {
      EntryField("mail", label: "E-mail")
      EntryField("product", label: "Product").group("lines").required()
      EntryField("count", label: "Count").group("lines").value(.integer)
    }
    #expect(form.problems == [] && form.keys == ["mail"])
    #expect(form.submit() == .refused(form.problems(ofList: "lines")))
    #expect(form.problems(ofList: "lines").map(\.code) == ["tooFewEntries"])
    let first = try form.addEntry(toList: "lines")
    let product = FieldForm.key("product", inEntry: first, ofList: "lines")
    #expect(form.activeKey == product)
    try form.replaceText(of: product, with: "Tea")
    let second = try form.addEntry(toList: "lines", before: first)
    #expect(form.entries(ofList: "lines") == [second, first])
    #expect(form[product]?.text == "Tea" && form[product]?.entry?.number == first)
    let other = FieldForm.key("product", inEntry: second, ofList: "lines")
    try form.replaceText(of: other, with: "Tea")
    #expect(form[product]?.problems.map(\.code) == ["notUnique"])
    #expect(throws: FormRefusal.self) { try form.addEntry(toList: "lines") }
    #expect(throws: FormRefusal.self) { try form.removeEntry(99) }
    try form.replaceText(of: other, with: "Milk")
    try form.moveEntry(second)
    let committed = form.submit()
    #expect(committed?[path: "/lines/0/product"] == "Tea")
    #expect(committed?[path: "/lines/1/product"] == "Milk")
    #expect(committed?[path: "/lines/1/count"] == .null)
    try form.removeEntry(first)
    #expect(form.entries(ofList: "lines") == [second] && form[product] == nil)
    #expect(form.takeChanges().lists == ["lines"])
  }

  @Test("tells a validator of the form what the other fields hold")
  func formValidators() throws(FormRefusal) {
    let seen = Mutex<ValidationRequest?>(nil)
    var form = FieldForm(at: Self.now) {
      EntryField("from", label: "From", text: "1")
      EntryField("to", label: "To").endEditing(.validator("order"))
    }
    form.register(formValidator: "order") { request, completion in
      seen.withLock { $0 = request }
      completion(.success(()))
    }
    try form.replaceText(of: "to", with: "2")
    try form.endEditing()
    form.answerCalls()
    let request = seen.withLock { $0 }
    #expect(request?.key == "to")
    #expect(request?.value == "2")
    #expect(request?.values == ["from": .text("1")])
  }

  @Test("registering a validator makes the rules right that name it, and keeps every draft")
  func registering() throws(FormRefusal) {
    var form = FieldForm(document: Self.signUp, at: Self.now)
    #expect(form.problems.count == 1)
    try form.replaceText(of: "email", with: "ada@example.com")
    form.register(validator: "isFree") { $1(.failure(.errorWithMessage("Taken"))) }
    #expect(form.problems == [])
    #expect(form["email"]?.text == "ada@example.com")
    try form.endEditing()
    form.answerCalls()
    #expect(form["email"]?.error == "Taken")
  }

  @Test("follows conditions on other fields")
  func conditions() throws(FormRefusal) {
    var form = FieldForm(at: Self.now) {
      PickerField("kind", label: "Kind", rows: ["person", Choice("firm", label: "A firm")])
      EntryField("vat", label: "VAT").visible(when: .field("kind", is: "firm"))
        .required(when: .all(.field("kind", is: "firm"), .field("kind", isFilled: true)))
    }
    #expect(form["vat"]?.isVisible == false)
    try form.select(row: 1, of: "kind")
    #expect(form["vat"]?.isVisible == true && form["vat"]?.isRequired == true)
    #expect(form["kind"]?.display == "A firm")
    #expect(Set(form.takeChanges().fields) == ["kind", "vat"])
    #expect(form.takeChanges().isEmpty)
  }

  @Test("calculates drafts, and looks at what is calculated")
  func calculations() throws(FormRefusal) {
    var form = FieldForm(at: Self.now) {
      EntryField("price", label: "Price").live(.expression("{price} < 100"))
      EntryField("double", label: "Twice").calculated("{price} * 2")
      EntryField("why", label: "Why?").visible(when: .expression("{double} > 10"))
    }
    try form.replaceText(of: "price", with: "4")
    #expect(form["double"]?.text == "8")
    #expect(form["double"]?.isReadOnly == true)
    #expect(form["why"]?.isVisible == false)
    try form.replaceText(of: "price", with: "100")
    try form.endEditing()
    #expect(form["double"]?.text == "200")
    #expect(form["why"]?.isVisible == true)
    #expect(form["price"]?.error == "Does not agree with the other answers")
  }

  @Test("tells rows apart that look alike, one by one and many at once")
  func rowsThatLookAlike() throws(FormRefusal) {
    let (one, two) = ("caf\u{E9}", "cafe\u{301}")
    var form = FieldForm(
      document: #"""
        { "fields": [{ "key": "a", "kind": "picker", "label": "A", "multiple": true,
            "data": ["\#(one)", "\#(two)", 2, "3", true, null, "x", "y", "z"] }] }
        """#, at: Self.now)
    try form.select(row: 1, of: "a")
    try form.select(row: 0, of: "a")
    try form.select(row: 1, of: "a")
    #expect(form["a"]?.draft == .rows([one]))
    try form.select([.string(two), 2.0, "3", true, .null, "x", "y", "z"], of: "a")
    #expect(form["a"]?.draft == .rows([two, "2", "3", "true", "null", "x", "y", "z"]))
    #expect(throws: FormRefusal.self) {
      try form.select(["x", "y", "z", "x", "y", "z", "x", "w"], of: "a")
    }
  }

  @Test("speaks the language of its reader, with the words that it brings")
  func languages() throws(FormRefusal) {
    var form = FieldForm(
      document: #"""
        { "messages": { "de": { "tooLong": "Zu viel: {count} von {maxLength}" } },
          "fields": [{ "key": "nick", "kind": "entry", "label": "Nick", "maxLength": 3,
              "text": "grace" },
            { "key": "city", "kind": "entry", "label": "City", "required": true }] }
        """#, at: Self.now)
    try form.beginEditing("city")
    try form.endEditing()
    #expect(form["nick"]?.error == "Too long: 5 characters, at most 3")
    #expect(form["nick"]?.title == "Nick (Optional)")
    _ = form.takeChanges()
    form.locale = "de-AT"
    #expect(form.takeChanges().fields == ["nick", "city"])
    #expect(form["nick"]?.error == "Zu viel: 5 von 3")
    #expect(form["nick"]?.title == "Nick (optional)")
    #expect(form["city"]?.error == "City muss ausgefüllt werden")
    form.locale = nil
    #expect(form["city"]?.error == "City is required")
    form.locale = "x-nobody"
    #expect(form["city"]?.error == "City is required")
  }

  @Test("is a value: a copy goes its own way")
  func copies() throws(FormRefusal) {
    var form = FieldForm(document: Self.signUp, at: Self.now)
    let before = form
    try form.replaceText(of: "age", with: "1")
    #expect(before["age"]?.text == "")
  }
}

/// A form with a clock, timers and threads.
@Suite("A form that lives by itself")
struct LiveFormTests {
  @Test("calls closures, takes late answers, and says what changes")
  func lives() async throws {
    let asked = AsyncStream.makeStream(of: (@Sendable (ValidationResult) -> Void).self)
    let form = LiveForm(
      FieldForm(at: Instant(nanoseconds: 0)) {
        EntryField("name", label: "Name")
          .endEditing(.validator("late") { _, completion in asked.continuation.yield(completion) })
      },
      // However slow the machine is, the answer is not too late.
      clock: StoppedClock())
    let changes = form.changes
    try form.update { form throws(FormRefusal) in
      try form.replaceText(of: "name", with: "Ada")
      try form.endEditing()
    }
    #expect(form.form["name"]?.isPending == true)
    let submission = Task { await form.submit() }
    let part = Task { await form.submitPart() }
    for await complete in asked.stream {
      Task.detached { complete(.success(())) }
      break
    }
    #expect(await submission.value["name"] == "Ada")
    #expect(await part.value["name"] == "Ada")
    var seen: Set<String> = []
    for await change in changes {
      seen.formUnion(change.fields)
      if change.submission != nil { break }
    }
    #expect(seen == ["name"])
  }

  @Test("lets live rules run by its own timer")
  func timers() async throws {
    let form = LiveForm(
      FieldForm(at: Instant(nanoseconds: 0)) {
        EntryField("name", label: "Name").live(.minLength(3), interval: .milliseconds(10))
      })
    let changes = form.changes
    try form.update { form throws(FormRefusal) in try form.replaceText(of: "name", with: "A") }
    for await _ in changes where form.form["name"]?.hasError == true { break }
    #expect(form.form["name"]?.isPending == false)
  }

  @Test("what throws in it is thrown to who asked")
  func refusals() {
    let form = LiveForm(FieldForm(at: Instant(nanoseconds: 0)) { EntryField("a", label: "A") })
    #expect(throws: FormRefusal.self) {
      try form.update { form throws(FormRefusal) in try form.moveToNext() }
    }
  }
}

/// A clock that stands, so that nothing is too late however slow the machine is.
struct StoppedClock: Clock {
  var now: Instant { Instant(nanoseconds: 0) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(3600))
  }
}
