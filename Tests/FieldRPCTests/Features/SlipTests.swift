import FieldModels
import FieldTestSupport
import Testing

/// What one slip of the hand in a right document leads to.
@Suite("Slips of the hand")
struct SlipTests {
  /// The documents of the fixtures that nothing is wrong with.
  private static func rightDocuments() throws -> [String] {
    try ["completion", "fixes", "hints", "hover", "symbols"].flatMap { file in
      MarkedCase.cases(in: try FixtureFiles.read("marked/\(file).txt"))
    }.filter { $0.options.isEmpty }.map(\.text).filter { text in
      !text.isEmpty && Editor(text).diagnostics.isEmpty
    }
  }

  @Test("a missing colon is told of once, and nothing else is")
  func colons() throws {
    let texts = try Self.rightDocuments()
    #expect(texts.count > 10)
    for text in texts {
      for place in Self.colons(in: Array(text.utf8)) {
        var bytes = Array(text.utf8)
        bytes.remove(at: place)
        let broken = String(decoding: bytes, as: UTF8.self)
        let told = Editor(broken).diagnostics.map { $0["message"]?.string ?? "" }
        #expect(told == ["A colon is missing behind the property's name"], "\(broken)")
      }
    }
  }

  @Test("whatever sign is missing, no fix breaks more, and the fix for everything only adds signs")
  func fixes() throws {
    var (offered, mended) = (0, 0)
    for text in try Self.rightDocuments().prefix(8) + [Self.everything] {
      let bytes = Array(text.utf8)
      for place in bytes.indices where #"",:{}[]"#.utf8.contains(bytes[place]) {
        var rest = bytes
        rest.remove(at: place)
        let broken = String(decoding: rest, as: UTF8.self)
        var editor = Editor(broken)
        let count = Self.syntaxCount(editor)
        if count == 0 { continue }
        for action in editor.ask("codeAction", in: 0..<rest.count).array ?? [] {
          let fixed = editor.text(applying: Self.edits(of: action))
          offered += 1
          #expect(
            Self.syntaxCount(Editor(fixed)) <= count,
            "\(action["title"]?.string ?? "") in \(broken)")
        }
        let start = "{\"line\":0,\"character\":0}"
        let all = editor.ask(
          "codeAction",
          """
          "range":{"start":\(start),"end":\(start)},\
          "context":{"diagnostics":[],"only":["source.fixAll.fieldd"]}
          """)
        guard let action = all.array?.first else { continue }
        let fixed = editor.text(applying: Self.edits(of: action))
        mended += 1
        #expect(Self.syntaxCount(Editor(fixed)) == 0, "\(broken)\nbecame\n\(fixed)")
        #expect(Self.adds(fixed, to: broken), "\(broken)\nbecame\n\(fixed)")
      }
    }
    #expect(offered > 100 && mended > 100)
  }

  @Test("whatever sign is missing from records, no fix breaks more")
  func fixesOfRecords() throws {
    let form = String(decoding: try FixtureFiles.read("marked/record.fields.json"), as: UTF8.self)
    var offered = 0
    for text in Self.records {
      let bytes = Array(text.utf8)
      for place in bytes.indices where #"",:{}[]"#.utf8.contains(bytes[place]) {
        var rest = bytes
        rest.remove(at: place)
        let broken = String(decoding: rest, as: UTF8.self)
        var editor = Editor(broken, recordOf: form)
        let count = Self.syntaxCount(editor)
        for action in editor.ask("codeAction", in: 0..<rest.count).array ?? [] {
          let fixed = editor.text(applying: Self.edits(of: action))
          offered += 1
          #expect(
            Self.syntaxCount(Editor(fixed, recordOf: form)) <= count,
            "\(action["title"]?.string ?? "") in \(broken)")
        }
      }
    }
    #expect(offered > 100)
  }

  private static let records = [
    #"{ "mail": "a@b.de", "tags": ["x", "y"], "address": { "city": "c" }, "lines": [{ "product": "t" }] }"#,
    "[\n  { \"mail\": \"a@b.de\", \"lines\": [{ \"product\": \"t\" }] },\n  {}\n]\n",
    "{\"mail\": \"a@b.de\", \"age\": 1}\n{\"tags\": [\"x\"], \"address\": {\"city\": \"c\"}}\n",
  ]

  @Test("a word cut short, with no quote behind it, is completed to what it was")
  func openQuotes() {
    let text = """
      {
        "fields": [
          {
            "key": "a",
            "kind": "entry",
            "label": "A",
            "style": "filled"
          }
        ]
      }
      """
    for (name, word) in [("kind", "entry"), ("style", "filled")] {
      let whole = "\"\(name)\": \"\(word)\""
      let cut = "\"\(name)\": \"\(word.prefix(2))"
      let parts = text.split(separator: whole, maxSplits: 1)
      guard parts.count == 2 else {
        Issue.record("\(whole) is not in the text")
        continue
      }
      var editor = Editor(parts[0] + cut + parts[1])
      let items = editor.ask("completion", at: (parts[0] + cut).utf8.count)["items"]?.array ?? []
      let item = items.first { $0["label"]?.string == word }
      #expect(item.map { editor.text(accepting: $0) } == text)
    }
  }

  @Test("a name that is cut short, with no quote behind it, takes the comma that is there")
  func openNames() {
    let before = "{\n  \"title\": \"T\",\n  \"gr"
    let after = ",\n  \"fields\": []\n}"
    var editor = Editor(before + after)
    let items = editor.ask("completion", at: before.utf8.count)["items"]?.array ?? []
    let item = items.first { $0["label"]?.string == "groups" }
    let expected = "{\n  \"title\": \"T\",\n  \"groups\": []" + after
    #expect(item.map { editor.text(accepting: $0) } == expected)
  }

  /// Every kind of bracket inside every other.
  private static let everything = #"""
    { "title": "T", "groups": [{ "key": "p", "label": "P", "repeat": { "minEntries": 1 } }],
      "fields": [
        { "key": "a", "kind": "entry", "label": "A", "group": "p",
          "validation": { "live": [{ "format": "email" }], "interval": 2 } },
        { "key": "b", "kind": "picker", "label": "B", "data": ["x", { "value": 2, "label": "y" }],
          "text": "x", "visible": { "when": { "all": [{ "key": "p", "filled": true }] } } }
      ], "entries": { "p": [{ "a": "b@c.de" }, {}] }, "autofill": { "s": ["q"] } }
    """#

  private static func syntaxCount(_ editor: Editor) -> Int {
    editor.diagnostics.count { $0["code"]?.string == "syntax" }
  }

  private static func edits(of action: JSONValue) -> [JSONValue] {
    action["edit"]?["documentChanges"]?.array?.first?["edits"]?.array ?? []
  }

  /// Whether a text is another one with more signs in it, and nothing else.
  private static func adds(_ long: String, to short: String) -> Bool {
    var rest = Array(short.utf8)[...]
    for byte in long.utf8 {
      if byte == rest.first {
        rest.removeFirst()
      } else if !#"",:{}[] "#.utf8.contains(byte) {
        return false
      }
    }
    return rest.isEmpty
  }

  /// Where colons stand outside of strings.
  private static func colons(in bytes: [UInt8]) -> [Int] {
    var isInString = false
    var isEscaped = false
    return bytes.indices.filter { index in
      defer { isEscaped = isInString && !isEscaped && bytes[index] == UInt8(ascii: "\\") }
      if bytes[index] == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      return !isInString && bytes[index] == UInt8(ascii: ":")
    }
  }
}
