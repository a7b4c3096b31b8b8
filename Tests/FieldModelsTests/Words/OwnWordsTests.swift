import FieldModels
import FieldTestSupport
import Testing

/// The words that a form brings for problems: when they are said, and what is wrong with them.
@Suite struct OwnWordsTests {
  /// The first message about the only field of a form.
  private static func message(
    _ messages: String, field: String, locale: String?
  ) -> String? {
    let text = #"{ "messages": \#(messages), "fields": [{ "key": "a", "label": "A", \#(field) }] }"#
    var document = FieldDocument(
      Array(text.utf8), dialect: .strict, vocabulary: Vocabulary(),
      wording: Wording(locale: locale),
      at: Instant(nanoseconds: 0))
    document.refresh(at: Instant(nanoseconds: 0))
    let drafts = document.findings(limit: 99).map(\.finding).filter(\.isAboutDraft)
    return drafts.first?.message(in: document.wording)
  }

  private static let long = #""kind": "entry", "text": "abc", "maxLength": 2"#

  @Test(
    "the form's words are those of the reader's language, else of what that falls back to",
    arguments: [
      (#"{ "de": { "tooLong": "Höchstens {maxLength}" } }"#, "de", "Höchstens 2"),
      (#"{ "de": { "tooLong": "Höchstens {maxLength}" } }"#, "de-AT", "Höchstens 2"),
      (#"{ "DE": { "tooLong": "Höchstens {maxLength}" } }"#, "de_AT.UTF-8", "Höchstens 2"),
      (
        #"{ "de-AT": { "tooLong": "Maximal" }, "de": { "tooLong": "Höchstens" } }"#, "de-AT",
        "Maximal"
      ),
      (
        #"{ "de-AT": { "tooShort": "!" }, "de": { "tooLong": "Höchstens" } }"#, "de-AT", "Höchstens"
      ),
      (#"{ "de": { "tooLong": "Höchstens" } }"#, "en", "Too long: 3 characters, at most 2"),
      (#"{ "de": { "tooLong": "Höchstens" } }"#, nil, "Too long: 3 characters, at most 2"),
      (#"{ "en": { "tooLong": "Cut it" } }"#, nil, "Cut it"),
      // Who reads what nobody speaks is spoken to in English.
      (#"{ "en": { "tooLong": "Cut it" } }"#, "sv", "Cut it"),
      (#"{ "sv": { "tooLong": "För lång" }, "en": { "tooLong": "Cut it" } }"#, "sv", "För lång"),
      (#"{ "sv": { "tooShort": "För kort" } }"#, "sv", "Too long: 3 characters, at most 2"),
      (#"{ "en": { "tooLong": "Cut it" } }"#, "fr", "Trop long\u{A0}: 3 caractères, 2 au maximum"),
    ] as [(String, String?, String)])
  func languages(messages: String, locale: String?, words: String) {
    #expect(Self.message(messages, field: Self.long, locale: locale) == words)
  }

  @Test("values stand in their places, and what has one too many is not said")
  func values() {
    func said(_ words: String, _ field: String = Self.long, code: String = "tooLong") -> String? {
      Self.message(#"{ "pl": { "\#(code)": "\#(words)" } }"#, field: field, locale: "pl")
    }
    #expect(said("{amount}, {count}, {maxLength}") == "3 znaki, 3, 2")
    #expect(said("{count, plural, few {mało} other {dużo}}") == "mało")
    #expect(said("{minLength}") == "Za długie: 3 znaki, najwyżej 2")
    let row = #""kind": "picker", "data": ["Canada"], "text": "Kanada""#
    #expect(said("{nearest}?", row, code: "badInput") == "Canada?")
    let other = #""kind": "picker", "data": ["Canada"], "text": "x""#
    #expect(
      said("{nearest}?", other, code: "badInput") == "Nie ma takiej możliwości wyboru; są: Canada")
    #expect(said("{choices}!", other, code: "badInput") == "Canada!")
  }

  @Test("a rule's own message is stronger, and so is what a program has said")
  func order() {
    let rule = #"""
      "kind": "entry", "text": "ab",
      "validation": { "live": [{ "minLength": 3, "message": "Mehr!" }] }
      """#
    #expect(
      Self.message(#"{ "de": { "tooShort": "Zu wenig" } }"#, field: rule, locale: "de") == "Mehr!")
    let wording = Wording(locale: "de").with(Self.own("customError", "Eigenes"))
    func said(_ problem: DraftProblem) -> String { problem.message(in: wording) }
    #expect(said(.refused(validator: "v", message: "Vergeben")) == "Vergeben")
    #expect(said(.refused(validator: "v", message: nil)) == "Eigenes")
    #expect(said(.setByHand(message: "Von Hand")) == "Von Hand")
    #expect(
      said(.unanswered(validator: "v"))
        == "Konnte nicht geprüft werden: Die Prüfung hat nicht geantwortet")
    #expect(
      said(.checkFailed(validator: "v", reason: "The database is down"))
        == "Konnte nicht geprüft werden: Die Prüfung ist fehlgeschlagen")
  }

  private static func own(_ code: String, _ words: String) -> OwnWords {
    var own = OwnWords()
    own.add(MessageTemplate(words), for: code, in: "de")
    return own
  }

  @Test("every place that the properties promise is one that some problem fills")
  func promises() throws {
    let draft: [DraftProblem] = [
      .valueMissing(field: "F"), .tooLong(count: 1, limit: 2, unit: .grapheme),
      .tooShort(count: 1, limit: 2, unit: .words), .tooFewRows(count: 1, limit: 2),
      .tooManyRows(count: 1, limit: 2), .typeMismatch(.email), .patternMismatch(source: "p"),
      .rangeUnderflow(limit: "1", isExclusive: false),
      .rangeUnderflow(limit: "1", isExclusive: true),
      .rangeOverflow(limit: "1", isExclusive: false), .rangeOverflow(limit: "1", isExclusive: true),
      .stepMismatch(step: "1", base: "0", unit: nil), .notAChoice(nearest: "n", choices: ["c"]),
      .disabledChoice(label: "c"), .notOneOf(["a"]), .notEqual(key: "k", field: "F"),
      .schemaMismatch(ValueSchema.Failure(path: "/a", keyword: "type")),
      .notUnique(["f"], entry: 1), .refused(validator: "v", message: nil),
    ]
    let expression = try Expression.parse("1 > 2").get()
    var unfilled: Set<String> = []
    for property in PropertyTable.properties(of: .messages) {
      guard case .template(let places) = property.shape else { continue }
      for place in places { unfilled.insert("\(property.name.rawValue) \(place.rawValue)") }
    }
    let all = unfilled
    #expect(all.count > 20)
    for name in all {
      let parts = name.split(separator: " ")
      let wording = Wording(locale: "de").with(Self.own(String(parts[0]), "«{\(parts[1])}»"))
      let said =
        (draft + [.notTrue(expression)]).filter { $0.code.rawValue == parts[0] }.map {
          $0.message(in: wording)
        }
        + [
          RecordProblem.tooFewEntries(minimum: 1, count: 0), .tooManyEntries(maximum: 1, count: 2),
          .schemaMismatch(.init(path: "/a", keyword: "type")),
        ]
        .filter { $0.code == parts[0] }.map { $0.message(in: wording) }
      if said.contains(where: { $0.hasPrefix("«") && !$0.contains("{") }) { unfilled.remove(name) }
    }
    #expect(unfilled == [])
  }

  @Test("no place has a secret, whatever is wrong with it")
  func secrets() {
    var words: [String] = []
    for property in PropertyTable.properties(of: .messages) {
      for place in Placeholder.allCases {
        words.append(#""\#(property.name.rawValue)": "{\#(place.rawValue)}""#)
      }
    }
    let fields = [
      #""kind": "entry", "text": "hunter22", "secure": true, "maxLength": 2"#,
      #""kind": "entry", "text": "hunter22", "secure": true, "value": "integer""#,
      #""kind": "entry", "text": "hunter22", "secure": true, "validation": { "live": ["email", { "pattern": "^x" }, { "minimum": 4 }, { "oneOf": ["q"] }] }"#,
      #""kind": "picker", "text": "hunter22", "secure": true, "data": ["hunter23"]"#,
      #""kind": "picker", "text": "hunter22", "secure": true, "data": [{ "value": "hunter22", "disabled": true }]"#,
      #""kind": "picker", "text": ["hunter22", "hunter22"], "multiple": true, "secure": true, "data": ["hunter22"], "maxItems": 1"#,
      #""kind": "date", "date": "2023-02-30", "secure": true"#,
    ]
    for field in fields {
      for word in words {
        for locale in ["de", "ar"] {
          let said = Self.message(#"{ "\#(locale)": { \#(word) } }"#, field: field, locale: locale)
          #expect(said != nil && said?.contains("hunter") == false, "\(word) \(field)")
          #expect(said?.contains("2023") == false, "\(word) \(field)")
        }
      }
    }
  }

  @Test("long words are not taken, and long values not whole")
  func limits() {
    let long = String(repeating: "ä", count: 251)
    #expect(
      Self.message(#"{ "en": { "tooLong": "\#(long)" } }"#, field: Self.long, locale: nil)
        == "Too long: 3 characters, at most 2")
    let rule =
      #""kind": "entry", "text": "a", "validation": { "live": [{ "oneOf": ["\#(long)"] }] }"#
    let said = Self.message(#"{ "en": { "customError": "{oneOf}" } }"#, field: rule, locale: nil)
    #expect(said?.count == 100)
    #expect(said?.hasSuffix("…") == true)
  }

  @Test("other words are told once they are written")
  func edits() {
    let text = #"""
      { "messages": { "en": { "tooLong": "One" } },
        "fields": [{ "key": "a", "kind": "entry", "label": "A", "text": "abc", "maxLength": 2 }] }
      """#
    var document = FieldDocument(
      Array(text.utf8), dialect: .strict, vocabulary: Vocabulary(), at: Instant(nanoseconds: 0))
    document.isFollowed = true
    document.refresh(at: Instant(nanoseconds: 0))
    _ = document.takeChanges()
    let place = text.prefix { $0 != "O" }.utf8.count
    document.replace(place..<(place + 3), with: Array("Two".utf8), at: Instant(nanoseconds: 1))
    document.refresh(at: Instant(nanoseconds: 1))
    #expect(document.takeChanges().fields.count == 1)
    let told = document.findings(limit: 9).map { $0.finding.message(in: document.wording) }
    #expect(told == ["Two"])
  }
}
