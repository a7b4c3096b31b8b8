import FieldModels
import FieldTestSupport
import Testing

/// Whatever an editor asks about a text that is broken, wherever, it is answered.
@Suite("Damaged texts")
struct DamagedTextTests {
  private static let form = #"""
    { "title": "é", "groups": [{ "key": "l", "label": "L", "repeat": { "unique": ["p"] } }], "fields": [
      { "key": "a", "kind": "entry", "label": "👩🏽‍🚀", "text": "ab", "next": "b", "colors": { "text": "#12" } },
      { "key": "p", "kind": "picker", "label": "P", "group": "l", "data": [1, { "value": "x" }] }
    ], "entries": { "l": [{ "p": "1" }] }, "autofill": { "s": ["x"] } } // 𝒳
    """#
  private static let record =
    #"{ "$form": "a.fields.json", "mail": "é𝒳", "lines": [{ "product": "tea" }], "age": 1 }"#

  /// A text with one thing wrong: cut off, without a sign, with one too many.
  private static func damaged(_ text: String, by seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    var characters = Array(text)
    let place = Int.random(in: 0..<characters.count, using: &random)
    switch seed % 4 {
    case 0: characters.removeSubrange(place...)
    case 1: characters.remove(at: place)
    case 2: characters.insert("\"{}[],:/*".randomElement(using: &random) ?? "x", at: place)
    default: characters.removeSubrange(..<place)
    }
    return String(characters)
  }

  @Test("every question has an answer at every place", arguments: Seeds.upTo(8))
  func questions(seed: UInt64) {
    let isRecord = seed % 3 == 2
    let text = Self.damaged(isRecord ? Self.record : Self.form, by: seed)
    var editor = Editor(
      text, isCommented: !isRecord && seed % 2 == 0, recordOf: isRecord ? Self.form : nil)
    let options = "\"options\":{\"tabSize\":2,\"insertSpaces\":true}"
    var errors: [String] = []
    func note(_ answer: JSONValue, _ what: String) {
      if answer["code"] != nil, answer["message"] != nil {
        errors.append("\(what): \(answer.line)")
      }
    }
    for offset in text.utf8.indices.map({ text.utf8.distance(from: text.startIndex, to: $0) })
    where text.utf8[text.utf8.index(text.startIndex, offsetBy: offset)] & 0xC0 != 0x80 {
      for method in [
        "completion", "hover", "definition", "documentHighlight", "prepareRename",
        "linkedEditingRange",
      ] {
        note(editor.ask(method, at: offset), "\(method) at \(offset)")
      }
      note(
        editor.ask("references", at: offset, "\"context\":{\"includeDeclaration\":true}"),
        "references at \(offset)")
      for sign in ["}", "\\n"] {
        note(
          editor.ask("onTypeFormatting", at: offset, "\"ch\":\"\(sign)\",\(options)"),
          "typing at \(offset)")
      }
      let place = editor.text.place(of: offset)
      let position = "{\"line\":\(place.line),\"character\":\(place.character)}"
      note(
        editor.ask("selectionRange", "\"positions\":[\(position)]"), "selection at \(offset)")
      for method in ["codeAction", "inlayHint", "semanticTokens/range"] {
        note(editor.ask(method, in: offset..<offset), "\(method) at \(offset)")
      }
    }
    for method in [
      "documentSymbol", "foldingRange", "documentColor", "documentLink", "semanticTokens/full",
      "codeLens", "diagnostic",
    ] {
      note(editor.ask(method, ""), method)
    }
    note(
      editor.ask(
        "codeAction",
        """
        "range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},\
        "context":{"diagnostics":[],"only":["source"]}
        """), "source actions")
    _ = editor.askForLayout()
    #expect(errors == [])
    note(editor.ask("nonsense", ""), "nonsense")
    #expect(errors.count == 1, "an error is noticed")
  }
}
