import FieldConversion
import FieldModels
import FieldTestSupport
import Testing

/// Texts in several languages on their way through other formats.
@Suite struct FormLanguagesTests {
  private static let form = #"""
    { "title": { "en": "Order", "de": "Bestellung" },
      "fields": [
        { "key": "Size", "kind": "picker", "label": { "en": "Size", "de": "Größe" },
          "helper": { "en": "Yours", "pt-BR": "Seu" }, "required": true,
          "data": [ { "value": "s", "label": { "en": "s", "de": "Klein" } }, "l" ] },
        { "key": "name", "kind": "entry", "label": "Name", "required": true,
          "validation": { "endEditing": [
            { "pattern": "^a", "message": { "en": "With an a", "de": "Mit a" } } ] } } ] }
    """#

  /// What readers of some languages are shown of a form.
  private static func shown(_ text: String) -> [[String?]] {
    [nil, "en", "de-AT", "pt"].map { locale in
      let now = Instant(nanoseconds: 0)
      let document = FieldDocument(
        Array(text.utf8), dialect: .strict, vocabulary: Vocabulary(),
        wording: Wording(locale: locale), at: now)
      #expect(document.textErrors(limit: 9).isEmpty, "\(text)")
      var shown = [document.frame.title]
      document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
        let definition = reading.definition
        shown += [definition.label, definition.helper] + definition.choices.map(\.label)
        shown += definition.rules.map(\.message)
        return true
      }
      return shown
    }
  }

  @Test("readers of each language see the same form after a trip", arguments: [FormFormat.surveyjs])
  func trips(format: FormFormat) throws {
    let exported = try OpenForm(Self.form).document.exported(as: format)
    let back = try FieldDocument.imported(exported.form, from: format)
    #expect(Self.shown(back.form.text()) == Self.shown(Self.form), "\(exported.form.text())")
    #expect(!exported.report.entries.contains { $0.message.contains("language") })
  }

  @Test("a workbook has columns for each language, and its title in one")
  func workbook() throws {
    let exported = try OpenForm(Self.form).document.exported(as: .xlsform)
    let sheets = try exported.form.value()
    let row = sheets["survey"]?.array?.first
    #expect(row?["label::English (en)"] == "Size" && row?["label::German (de)"] == "Größe")
    #expect(row?["hint::Portuguese (pt-BR)"] == "Seu" && row?["label"] == nil)
    #expect(sheets["settings"]?.array?.first?["default_language"] == "English (en)")
    #expect(exported.report.entries.contains { $0.path == "/title" })
    let back = try FieldDocument.imported(exported.form, from: .xlsform).form.text()
    let (found, expected) = (Self.shown(back), Self.shown(Self.form))
    #expect(found.map { $0.dropFirst() } == expected.map { $0.dropFirst() })
  }

  @Test("a format with one language has the form's own, and tells of the others")
  func oneLanguage() throws {
    let exported = try OpenForm(Self.form).document.exported(as: .html)
    let page = exported.form.text()
    #expect(page.contains(">Order<") && page.contains(">Yours<") && !page.contains("Bestellung"))
    let told = Set(exported.report.entries.map(\.path))
    #expect(told.isSuperset(of: ["/title", "/fields/0/label", "/fields/0/helper"]))
    #expect(exported.report.entries.allSatisfy { $0.path != "/title" || $0.effect == .nothing })
  }

  @Test(
    "of a survey, the texts of its own language stand first, and only what is said is taken over")
  func survey() throws {
    let survey = #"""
      { "locale": "fr", "title": { "default": "Commande", "de": "Bestellung", "en": "Order" },
        "elements": [
          { "type": "text", "name": "a", "title": { "en": "Name" } },
          { "type": "checkbox", "name": "b", "title": "Plain", "choices": [
              { "value": 1, "text": { "default": "Un", "de": "Eins" } }, "x",
              { "value": "y", "text": { "de": "Ypsilon" } } ] } ] }
      """#
    let made = try FieldDocument.imported(.text(survey), from: .surveyjs)
    let form = try made.form.value()
    #expect(
      form["title"]?.json == #"{"fr":"Commande","en":"Order","de":"Bestellung"}"#
        || form["title"]?.json == #"{"fr":"Commande","de":"Bestellung","en":"Order"}"#)
    let fields = try #require(form["fields"]?.array)
    #expect(fields[0]["label"] == "Name")
    #expect(fields[1]["label"] == "Plain")
    #expect(fields[1]["data"]?.array?[0]["label"] == ["fr": "Un", "de": "Eins"])
    #expect(fields[1]["data"]?.array?[1] == "x")
    #expect(!made.report.entries.contains { $0.code == .presentationOnly })
  }

  @Test(
    "languages of a workbook are known by tag or name",
    arguments: [
      ("label::Deutsch (de)", "de"), ("label::de", "de"), ("label:German", "de"),
      ("label::pt-BR", "pt-BR"), ("label::Klingonisch", nil),
    ] as [(String, String?)])
  func columns(column: String, tag: String?) throws {
    let sheets: JSONValue = .object([
      .init(
        "survey",
        [
          .object([
            .init("type", "text"), .init("name", "a"), .init("label", "Name"),
            .init(column, "Nahme"),
          ])
        ])
    ])
    let made = try FieldDocument.imported(.value(sheets), from: .xlsform)
    let label = try made.form.value()["fields"]?.array?[0]["label"]
    let expected: JSONValue =
      tag.map { .object([.init("en", "Name"), .init($0, "Nahme")]) } ?? "Name"
    #expect(label == expected)
    #expect(made.report.entries.contains { $0.message.contains("language") } == (tag == nil))
  }
}
