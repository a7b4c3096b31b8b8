import FieldModels
import Testing

/// The tables of phrases: what every language has to have, and how sentences are made of them.
@Suite struct PhraseTests {
  @Test("a table has one line for each phrase, in the order of all", arguments: Language.allCases)
  func lines(language: Language) throws {
    let lines = String(decoding: language.table.source, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
    let names = lines.map { String($0.prefix { $0 != " " }) }
    let phrases = Phrase.allCases.map { "\($0)" }
    let lacking = Set(phrases).subtracting(names)
    #expect(lacking.isEmpty)
    let unknown = Set(names).subtracting(phrases)
    #expect(unknown.isEmpty)
    let repeated = Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys
    #expect(repeated.isEmpty)
    try #require(names == phrases)
    for (phrase, line) in zip(Phrase.allCases, lines) {
      let text = language.template(phrase)
      #expect(line == "\(phrase) = \(text)")
      #expect(text.first != " " && text.last != " ", "\(phrase)")
      // Escapes of Swift are written `\#`, so that a backslash is one that people are shown.
      if phrase != .invalidEscape, phrase != .controlCharacter {
        #expect(!text.contains("\\"), "\(phrase)")
      }
    }
  }

  @Test("a table with mistakes is read as far as it can be, and speaks English for the rest")
  func mistakes() {
    let english = PhraseTable(
      english: """
        # What is wrong.
        valueMissing = {field} is required
        thisField = This field
        tooLong = Too long
        """)
    func text(_ table: String, _ phrase: Phrase) -> String {
      String(decoding: PhraseTable(table, like: english).template(phrase), as: UTF8.self)
    }
    #expect(text("thisField = Dieses = Feld", .thisField) == "Dieses = Feld")
    #expect(text("thisField = Dieses Feld", .tooLong) == "Too long")
    #expect(text("tooLong = Zu lang\nthisField = Dieses Feld", .thisField) == "Dieses Feld")
    #expect(text("tooLong = Zu lang\nthisField = Dieses Feld", .tooLong) == "Zu lang")
    #expect(text("thisField = a\nthisField = b\ntooLong = c", .thisField) == "b")
    #expect(text("field = x\nthisField = a", .thisField) == "a")
    let broken = ["", "\n\n", "thisField", "thisField =", "thisField = ", "# thisField = a", " "]
    for table in broken {
      #expect(text(table, .thisField) == "This field", "\(table)")
      #expect(text(table + "\ntooLong = a", .tooLong) == "a", "\(table)")
    }
    #expect(text("", .forget) == "")
  }

  @Test("a phrase has the same values in every language", arguments: Language.allCases)
  func completeness(language: Language) {
    let names = Set(Placeholder.allCases.map(\.rawValue))
    for phrase in Phrase.allCases {
      let text = language.template(phrase)
      let template = MessageTemplate(text)
      let used = Set(template.places.map(\.name))
      #expect(!text.isEmpty && template.mistake == nil, "\(phrase)")
      #expect(used.isSubset(of: names), "\(phrase)")
      let english = MessageTemplate(Language.english.template(phrase))
      #expect(used == Set(english.places.map(\.name)), "\(phrase)")
    }
  }

  @Test("what is counted has every form that the language has", arguments: Language.allCases)
  func pluralForms(language: Language) {
    for phrase in Phrase.allCases {
      let plurals = MessageTemplate(language.template(phrase)).pluralForms
      for forms in plurals { #expect(forms == language.pluralForms, "\(phrase)") }
    }
  }

  @Test(
    "what is isolated ends, and only in what is written from the right",
    arguments: Language.allCases)
  func isolates(language: Language) {
    for phrase in Phrase.allCases {
      let signs = language.template(phrase).unicodeScalars
      var depth = 0
      for sign in signs {
        if sign == "\u{2068}" { depth += 1 }
        if sign == "\u{2069}" { depth -= 1 }
        #expect(0...1 ~= depth, "\(phrase)")
      }
      #expect(depth == 0, "\(phrase)")
      if language.direction == .leftToRight { #expect(!signs.contains("\u{2068}"), "\(phrase)") }
    }
  }

  @Test("no phrase was forgotten: hardly any is as it is in English", arguments: Language.allCases)
  func translations(language: Language) {
    if language == .english { return }
    let same = Phrase.allCases.filter {
      language.template($0) == Language.english.template($0)
    }
    // Names, and words that two languages share.
    #expect(same.count < 25, "\(same)")
  }

  @Test(
    "an amount is said in the form of its number",
    arguments: [
      ("en", 1, "1 character"), ("en", 2, "2 characters"), ("pl", 1, "1 znak"),
      ("pl", 3, "3 znaki"), ("pl", 12, "12 znaków"), ("ro", 20, "20 de caractere"),
      ("ro", 19, "19 caractere"), ("ar", 2, "حرفان"), ("ar", 5, "5 أحرف"), ("ar", 40, "40 حرفًا"),
      ("he", 2, "שני תווים"), ("ja", 3, "3文字"), ("fr", 0, "0 caractère"),
    ])
  func amounts(tag: String, count: Int, words: String) {
    #expect(Wording(locale: tag).amount(count, .grapheme) == words)
  }

  @Test("texts are kept apart in what is written from the right")
  func bidi() {
    let problem = DraftProblem.notEqual(key: "a", field: "E-mail (work)")
    #expect(
      problem.message(in: Wording(locale: "ar"))
        == "يجب أن تطابق القيمة \u{2068}E-mail (work)\u{2069}")
    #expect(
      problem.message(in: Wording(locale: "de")) == "Muss mit E-mail (work) übereinstimmen")
    let choice = DraftProblem.notAChoice(nearest: "Canada", choices: [])
    #expect(
      choice.message(in: Wording(locale: "he"))
        == "אינו אחת האפשרויות; האם התכוונת ל־”\u{2068}Canada\u{2069}”?")
  }

  @Test("dates are told with the months of the language")
  func months() {
    let problem = DateProblem.dayOutOfRange(year: 2023, month: 2, day: 30)
    func said(_ tag: String) -> String { Wording(locale: tag).text(problem.saying) }
    #expect(said("en") == "February 2023 has 28 days")
    #expect(said("de") == "Februar 2023 hat 28 Tage")
    #expect(said("pl") == "luty 2023 ma 28 dni")
    #expect(said("ja") == "2023年2月は28日までです")
  }
}
