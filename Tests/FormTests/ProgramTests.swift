import FieldConversion
import FieldModels
import Testing

/// What a program in Swift has of a form beside its acts: asynchronous closures, its own types, records, time.
@Suite("A form in a program")
struct ProgramTests {
  private static let now = Instant(nanoseconds: 0)

  private struct Down: Error {}

  private static func form() -> FieldForm {
    FieldForm(at: now) {
      EntryField("name", label: "Name").required()
        .endEditing(
          .validator("isFree") { name async throws in
            await Task.yield()
            if name == "ada" { throw ValidationError.errorWithMessage("Taken") }
            if name == "eve" { throw Down() }
          })
    }
  }

  @Test(
    "an asynchronous closure throws what is wrong, and any other error is no pass",
    arguments: [("ada", "Taken"), ("bob", nil), ("eve", "Could not be checked: the check failed")])
  func asynchronous(name: String, message: String?) async throws {
    var form = Self.form()
    try form.replaceText(of: "name", with: name)
    try form.endEditing()
    #expect(form["name"]?.isPending == true)
    await form.answerCalls()
    #expect(form["name"]?.isPending == false)
    #expect(form["name"]?.problems.map(\.message) == (message.map { [$0] } ?? []))
    let submission = await LiveForm(form).submit()
    #expect((submission["name"] == .string(name)) == (message == nil))
  }

  @Test("asynchronous closures are registered by name, those that see the form too")
  func registered() async throws {
    var form = FieldForm(
      document: """
        { "fields": [
          { "key": "a", "kind": "entry", "label": "A", "autofill": { "source": "names" },
            "validation": { "endEditing": ["alone"] } },
          { "key": "b", "kind": "entry", "label": "B", "text": "x", "validation": { "endEditing": ["beside"] } } ] }
        """, at: Self.now)
    form.register(validator: "alone") { (value: String?) async throws in
      if value == "x" { throw ValidationError.errorWithMessage("Not x") }
    }
    form.register(formValidator: "beside") { (request: ValidationRequest) async throws in
      if request.value == request.values["a"]?.text {
        throw ValidationError.errorWithMessage("As A")
      }
    }
    form.register(autofillSource: "names") { (text: String) async throws in
      if text == "z" { throw Down() }
      return ["xavier", "xena"].filter { $0.hasPrefix(text) }
    }
    try form.replaceText(of: "a", with: "x")
    await form.answerCalls()
    #expect(form["a"]?.matches.map(\.text) == ["xavier", "xena"])
    try form.replaceText(of: "a", with: "z")
    _ = form.takeChanges()
    await form.answerCalls()
    #expect(form.takeChanges().troubles.count == 1)
    try form.replaceText(of: "a", with: "x")
    try form.replaceText(of: "b", with: "x")
    try form.endEditing()
    await form.answerCalls()
    #expect(form["a"]?.problems.map(\.message) == ["Not x"])
    #expect(form["b"]?.problems.map(\.message) == ["As A"])
  }

  private struct Trip: Decodable, Equatable {
    struct Line: Decodable, Equatable {
      var product: String
      var count: Int?
    }
    enum Size: String, Decodable { case small, large }
    var email: String
    var age: UInt8?
    var price: Double
    var isMember: Bool
    var size: Size
    var lines: [Line]
    var rest: JSONValue
  }

  @Test("a record is decoded as a type of the program")
  func decoding() throws {
    let record: JSONValue = [
      "email": "ada@example.com", "age": .null, "price": .number("2.50"), "isMember": true,
      "size": "small",
      "lines": [["product": "tea", "count": .number("1e1")], ["product": "milk"]],
      "rest": ["a": [1, .null]],
    ]
    let trip = try record.decode(Trip.self)
    #expect(
      trip
        == Trip(
          email: "ada@example.com", age: nil, price: 2.5, isMember: true, size: .small,
          lines: [.init(product: "tea", count: 10), .init(product: "milk", count: nil)],
          rest: ["a": [1, .null]]))
    #expect(try JSONValue.array([1, 2]).decode([Int].self) == [1, 2])
    #expect(try JSONValue.integer(Int64.max).decode(Int64.self) == .max)
    #expect(try JSONValue.null.decode(Int?.self) == nil)
  }

  @Test(
    "what is not what the type asks says where it stands",
    arguments: [
      (JSONValue.string("3"), "a.0"), (.number("2.5"), "a.0"), (.number("300"), "a.0"),
      (.number("1e400"), "a.0"), (.null, "a.0"), (.array([]), "a.0"), (.bool(true), "a.0"),
    ])
  func mismatches(value: JSONValue, path: String) {
    let record: JSONValue = ["a": .array([value])]
    let error = #expect(throws: DecodingError.self) { try record.decode([String: [UInt8]].self) }
    let context =
      switch error {
      case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?: context
      default: DecodingError.Context?.none
      }
    #expect(context?.codingPath.map(\.stringValue).joined(separator: ".") == path)
  }

  @Test("records are held to a form")
  func records() throws {
    var checker = try RecordChecker(Self.form(), at: Self.now)
    #expect(checker.check(#"{ "name": "" }"#).problems.map(\.code) == ["valueMissing"])
    let unasked = checker.check(["name": "ada"] as JSONValue)
    #expect(unasked.isValid && !unasked.isProven)
    #expect(unasked.unchecked.map(\.path) == ["/name"])
    #expect(checker.check("{").problems.map(\.severity) == [.error])
    let error = #expect(throws: FormTextError.self) {
      try RecordChecker(document: #"{"fields":[{}"#)
    }
    #expect(error?.problems.isEmpty == false)
  }

  @Test("records are held to the closures of a form")
  func askedRecords() async throws {
    var checker = try RecordChecker(Self.form(), at: Self.now)
    let taken = await checker.check(["name": "ada"] as JSONValue)
    #expect(!taken.isValid && taken.problems.map(\.message) == ["Taken"])
    let free = await checker.check(["name": "bob"] as JSONValue)
    #expect(free.isProven)
    let down = await checker.check(["name": "eve"] as JSONValue)
    #expect(!down.isValid && down.unchecked.count == 1)
    let broken = await checker.check("{")
    #expect(!broken.isValid)
  }

  @Test("parts of records lack what they like")
  func parts() throws {
    var checker = try RecordChecker(Self.form(), isPartial: true, at: Self.now)
    #expect(checker.check("{}").problems == [])
  }

  @Test("a form of another format is converted, and tells what is lost")
  func conversion() throws {
    let survey = """
      { "elements": [{ "type": "text", "name": "who", "isRequired": true,
        "validators": [{ "type": "expression", "expression": "isFree({who})" }] }] }
      """
    let converted = try ConvertedForm(survey, from: .surveyjs, at: Self.now)
    #expect(converted.report.losses.map(\.effect) == [.laxer])
    #expect(FieldForm(document: converted.text, at: Self.now).keys == ["who"])
    let declaration = try ConvertedForm(survey, from: .surveyjs, to: .typescript, at: Self.now)
    #expect(declaration.text.contains("who: string;"))
    #expect(throws: ConversionRefusal.self) {
      try ConvertedForm("{", from: .surveyjs, at: Self.now)
    }
    #expect(throws: ConversionRefusal.self) {
      try ConvertedForm("", from: .typescript, at: Self.now)
    }
  }

  @Test("moments and durations are those of the standard library")
  func time() {
    let later = Self.now.advanced(by: .milliseconds(1500))
    #expect(later == Instant(nanoseconds: 1_500_000_000))
    #expect(Self.now.duration(to: later) == .milliseconds(1500))
    #expect(later.duration(to: Self.now) == .milliseconds(-1500))
    #expect(Self.now.advanced(by: .seconds(Int64.max)).nanoseconds == .max)
    let clock = SystemClock()
    let first = clock.now
    #expect(first <= clock.now && clock.minimumResolution == .nanoseconds(1))
  }

  @Test("a rule waits for as long as its field says")
  func interval() throws {
    var form = FieldForm(at: Self.now) {
      EntryField("a", label: "A").live(.minLength(3), interval: .milliseconds(250))
    }
    #expect(form.problems == [])
    try form.replaceText(of: "a", with: "x")
    #expect(form.nextDeadline == Self.now.advanced(by: .milliseconds(250)))
    form.advance(to: Self.now.advanced(by: .milliseconds(250)))
    #expect(form["a"]?.problems.map(\.code) == ["tooShort"])
  }

  @Test("an interval beyond all moments is taken, and the rule waits")
  func endlessInterval() throws {
    var form = FieldForm(at: Self.now) {
      EntryField("a", label: "A").live(.minLength(3), interval: .seconds(Int64.max))
    }
    try form.replaceText(of: "a", with: "x")
    #expect(form["a"]?.isPending == true)
  }

  @Test("pictures are equal as long as they look alike, and are known by their keys")
  func pictures() throws {
    var form = FieldForm(at: Self.now) {
      EntryField("a", label: "A").keyboard(.emailAddress).autocapitalization(.words)
        .whenEmpty(.omit).lengthUnit(.utf16).maxLength(5)
      EntryField("b", label: "B")
    }
    #expect(form.problems == [])
    let before = form.keys.compactMap { form[$0] }
    #expect(before.map(\.id) == ["a", "b"])
    try form.replaceText(of: "a", with: "x")
    let after = form.keys.compactMap { form[$0] }
    #expect(before[0] != after[0])
    #expect(before[1] == after[1])
  }
}
