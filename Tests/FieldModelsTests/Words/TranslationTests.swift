import FieldModels
import FieldTestSupport
import Testing

/// Texts for people that a form has in several languages: which one is shown, and what is wrong with them.
@Suite struct TranslationTests {
  private static let now = Instant(nanoseconds: 0)

  private static func document(
    _ text: String, locale: String? = nil, needing languages: [String] = []
  ) -> FieldDocument {
    var vocabulary = Vocabulary()
    vocabulary.neededLanguages = languages
    var document = FieldDocument(
      Array(text.utf8), dialect: .strict, vocabulary: vocabulary, wording: Wording(locale: locale),
      at: now)
    document.refresh(at: now)
    return document
  }

  private static func label(_ label: String, locale: String?) -> String? {
    let text = #"{ "fields": [{ "key": "a", "kind": "entry", "label": \#(label) }] }"#
    return definition(in: document(text, locale: locale))?.label
  }

  private static func definition(in document: FieldDocument) -> FieldDefinition? {
    var found: FieldDefinition?
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      found = reading.definition
      return true
    }
    return found
  }

  private static func findings(_ document: FieldDocument) -> [String] {
    document.findings(limit: 99).map { "\($0.finding.severity) \($0.finding.problem.code)" }
  }

  @Test(
    "a reader sees the text in the own language, else in what that falls back to, else the first one",
    arguments: [
      ("de", "Farbe"), ("de-AT", "Farbe"), ("DE_at.UTF-8", "Farbe"), ("pt", "Cor"),
      ("pt-PT", "Cor"),
      ("en-GB", "Colour"), ("en", "Color"), ("en-US", "Color"), ("sv", "Color"), (nil, "Color"),
      // The empty text says nothing.
      ("fr", "Color"),
    ] as [(String?, String)])
  func texts(locale: String?, text: String) {
    let label =
      #"{ "en": "Color", "en-GB": "Colour", "de": "Farbe", "pt-BR": "Cor", "fr": "" }"#
    #expect(Self.label(label, locale: locale) == text)
  }

  @Test("all texts for people are read so")
  func places() throws {
    let text = #"""
      { "title": { "en": "T", "de": "t" }, "description": { "en": "D", "de": "d" },
        "groups": [ { "key": "g", "label": { "en": "G", "de": "g" },
          "description": { "en": "GD", "de": "gd" }, "repeat": { "addLabel": { "en": "+", "de": "-" } } } ],
        "fields": [ { "key": "c", "kind": "picker", "group": "g", "label": { "en": "L", "de": "l" },
          "placeholder": { "en": "P", "de": "p" }, "helper": { "en": "H", "de": "h" },
          "manualEntry": { "en": "M", "de": "m" },
          "data": [ { "value": 1, "label": { "en": "R", "de": "r" },
            "description": { "en": "RD", "de": "rd" } } ],
          "validation": { "endEditing": [ { "oneOf": ["1"], "message": { "en": "X", "de": "x" } } ] }
        } ] }
      """#
    for (locale, isGerman) in [("en", false), ("de", true)] {
      func said(_ text: String) -> String { isGerman ? text.lowercased() : text }
      let document = Self.document(text, locale: locale)
      let definition = try #require(Self.definition(in: document))
      let group = try #require(document.frame.groups.first)
      #expect(document.frame.title == said("T") && document.frame.description == said("D"))
      #expect(group.label == said("G") && group.description == said("GD"))
      #expect(group.repetition?.addLabel == (isGerman ? "-" : "+"))
      #expect(definition.label == said("L") && definition.placeholder == said("P"))
      #expect(definition.helper == said("H") && definition.manualEntry == said("M"))
      #expect(definition.choices.first?.label == said("R"))
      #expect(definition.choices.first?.description == said("RD"))
      #expect(definition.rules.first?.message == said("X"))
      #expect(Self.findings(document).isEmpty)
    }
  }

  @Test(
    "what is no text in a language is told",
    arguments: [
      ("{}", ["error wrongType"]),
      (#"{ "en": 1 }"#, ["error wrongType"]),
      (#"{ "en": { "de": "x" } }"#, ["error wrongType"]),
      (#"["en"]"#, ["error wrongType"]),
      (#"{ "de_AT": "x" }"#, ["warning unknownLanguage"]),
      (#"{ "en": "x", "EN": "y" }"#, ["warning duplicateProperty"]),
    ])
  func mistakes(label: String, findings: [String]) {
    let text = #"{ "fields": [{ "key": "a", "kind": "entry", "label": \#(label) }] }"#
    #expect(Self.findings(Self.document(text)) == findings)
  }

  @Test("an edit of one language is seen, and so is another reader")
  func edits() throws {
    var document = Self.document(
      #"{ "title": { "en": "T", "de": "Titel" }, "fields": [{ "key": "a", "kind": "entry", "label": { "en": "Name", "de": "Nahme" } }] }"#,
      locale: "de")
    let text = String(decoding: document.text.bytes(in: 0..<document.text.byteCount), as: UTF8.self)
    let place = text.utf8.count - #"hme" } }] }"#.utf8.count
    document.replace(place..<(place + 1), with: [], at: Self.now)
    #expect(Self.definition(in: document)?.label == "Name")
    document.speak(in: Wording(locale: "en"), at: Self.now)
    document.refresh(at: Self.now)
    #expect(document.frame.title == "T" && Self.definition(in: document)?.label == "Name")
    document.speak(in: Wording(locale: "de-CH"), at: Self.now)
    #expect(document.frame.title == "Titel")
  }

  @Test(
    "languages that are needed and lacking are told",
    arguments: [
      (#""Name""#, "de, fr"), (#"{ "en": "Name" }"#, "de, fr"), (#"{ "de": "Name" }"#, "fr"),
      (#"{ "de": "Name", "fr": "" }"#, "fr"), (#"{ "de": "Name", "fr-CA": "Nom" }"#, nil),
      (#""1 %""#, nil),
    ] as [(String, String?)])
  func needed(label: String, languages: String?) {
    let text = #"{ "fields": [{ "key": "a", "kind": "entry", "unit": "kg", "label": \#(label) }] }"#
    let document = Self.document(text, needing: ["de", "fr"])
    let messages = document.findings(limit: 9).map { $0.finding.message(in: .english) }
    #expect(messages == (languages.map { ["`label` has no text in: \($0)"] } ?? []))
  }

  @Test("a row without a label shows its value, which needs a translation if it is a word")
  func rows() {
    let document = Self.document(
      #"{ "fields": [{ "key": "a", "kind": "picker", "label": { "de": "A" }, "data": ["red", 5, { "value": "blue" }, { "value": "x", "label": { "de": "X" } }] }] }"#,
      needing: ["de"])
    let places = document.findings(limit: 9).map { placed in
      String(decoding: document.text.bytes(in: placed.range), as: UTF8.self)
    }
    #expect(places == [#""red""#, #""blue""#])
  }
}
