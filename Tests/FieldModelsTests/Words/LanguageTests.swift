import FieldModels
import Testing

/// Which language somebody is spoken to in, and what numbers do to words in it.
@Suite struct LanguageTests {
  @Test(
    "a tag leads to the language that RFC 4647 finds",
    arguments: [
      ("de", "de"), ("de-AT", "de"), ("DE_at", "de"), ("de-CH-1996", "de"), ("de_AT.UTF-8", "de"),
      ("ca_ES@valencia", "en"), ("pt-BR", "pt"), ("pt-PT", "pt"), ("zh", "zh"), ("zh-CN", "zh"),
      ("zh-Hans-CN", "zh"), ("zh-Hant", "en"), ("zh-Hant-TW", "en"), ("zh-TW", "en"),
      ("iw", "he"), ("ar-EG-u-nu-latn", "ar"), ("sv", "en"), ("", "en"), ("-", "en"),
      ("x-klingon", "en"), ("d", "en"), ("deu", "en"),
    ])
  func lookup(tag: String, language: String) {
    #expect(Wording(locale: tag).language.rawValue == language)
  }

  @Test(
    "the environment says which, as POSIX orders its variables",
    arguments: [
      (["LANG": "de_DE.UTF-8"], "de-de"), (["LANG": "C"], nil), (["LANG": "C.UTF-8"], nil),
      (["LANG": "POSIX"], nil), ([:], nil), (["LC_MESSAGES": "fr_FR", "LANG": "de_DE"], "fr-fr"),
      (["LC_ALL": "C", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"], nil),
      (["LC_ALL": "", "LANG": "it"], "it"), (["LC_NUMERIC": "it_IT"], nil),
    ] as [([String: String], String?)])
  func environment(variables: [String: String], locale: String?) {
    #expect(Language.locale(ofEnvironment: { variables[$0] }) == locale)
  }

  // The samples of CLDR's `plurals.xml`.
  @Test(
    "words beside numbers have the forms of CLDR",
    arguments: [
      ("en", "one: 1; other: 0 2 3 11 21 100 101 1.5 1.0"),
      ("de", "one: 1; other: 0 2 16 100 101 0.5 1.0"),
      ("nl", "one: 1; other: 0 2 101 1.0"), ("it", "one: 1; other: 0 2 16 100 1.0"),
      ("es", "one: 1; other: 0 2 16 100 101"), ("fr", "one: 0 1 0.0 1.5; other: 2 17 100 101 2.0"),
      ("pt", "one: 0 1 1.5; other: 2 17 100 101 2.0"),
      (
        "pl",
        "one: 1; few: 2 3 4 22 24 32 102 1002; many: 0 5 11 12 14 19 21 100 112; other: 0.5 1.5"
      ),
      ("ro", "one: 1; few: 0 2 16 19 101 119 1001 0.5 1.5; other: 20 35 100 120 1000"),
      ("ja", "other: 0 1 2 100 1.5"), ("zh", "other: 0 1 2 100 1.5"),
      (
        "ar",
        "zero: 0; one: 1; two: 2; few: 3 10 103 110 1003; many: 11 26 99 111 1011; other: 100 102 200 202 0.1"
      ), ("he", "one: 1 0.5; two: 2; other: 0 3 10 11 100 101 102 1.5 2.0"),
    ])
  func plurals(tag: String, samples: String) throws {
    let language = try #require(Language(rawValue: tag))
    for sample in samples.split(separator: "; ") {
      let parts = sample.split(separator: ": ")
      for number in parts[1].split(separator: " ") {
        let form = PluralForm(rawValue: String(parts[0]))
        #expect(language.pluralForm(of: String(number)) == form, "\(number)")
        #expect(language.pluralForm(of: "-" + number) == form, "-\(number)")
        if let number = Int(number) { #expect(language.pluralForm(of: number) == form) }
      }
    }
  }

  @Test("what is no number has the form that goes with anything")
  func noNumber() {
    for language in Language.allCases {
      for text in ["", "-", "x", "1e9", "１"] {
        #expect(language.pluralForm(of: text) == .other)
      }
    }
    #expect(Language.english.pluralForm(of: Int.min) == .other)
  }
}
