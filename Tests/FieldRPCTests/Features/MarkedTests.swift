import FieldModels
import FieldRPC
import FieldTestSupport
import Testing

/// What editors are offered, in marked documents: one file and one function for each feature.
@Suite("Marked documents")
struct MarkedTests {
  /// Compares what a feature makes of each case of a file with what is written, or writes it anew.
  private func check(
    _ file: String, _ answer: (MarkedCase, inout Editor) throws -> MarkedCase
  ) throws {
    let path = "marked/\(file).txt"
    let bytes = try FixtureFiles.read(path)
    var rewritten: [String] = []
    for marked in MarkedCase.cases(in: bytes) {
      var editor = try Self.editor(for: marked.text, marked, in: file)
      let answered = try answer(marked, &editor)
      rewritten += answered.written
      guard !FixtureFiles.areRewritten else { continue }
      FixtureIssue.record(
        LineDiff(from: marked.written, to: answered.written), title: marked.title, in: path,
        lineNumber: { marked.lineNumber + $0 })
    }
    guard FixtureFiles.areRewritten else { return }
    try FixtureFiles.write(Array((rewritten.joined(separator: "\n") + "\n").utf8), to: path)
  }

  /// An editor with a text as a case has it open; in a file about records it belongs to the form
  /// that lies beside the files.
  private static func editor(
    for text: String, _ marked: MarkedCase, in file: String
  ) throws -> Editor {
    let form =
      file.hasPrefix("record-")
      ? String(decoding: try FixtureFiles.read("marked/record.fields.json"), as: UTF8.self) : nil
    var encoding = PositionEncoding.utf16
    if marked.options.contains("utf-8") { encoding = .utf8 }
    if marked.options.contains("utf-32") { encoding = .utf32 }
    let isPlain = marked.options.contains("plain")
    return Editor(
      text, encoding: encoding, capabilities: isPlain ? "{}" : nil,
      isCommented: marked.options.contains("jsonc"), recordOf: form)
  }

  @Test(
    "diagnostics stand below what they are about", arguments: ["diagnostics", "record-diagnostics"])
  func diagnostics(file: String) throws {
    try check(file) { marked, editor in
      let severities = [1: "error", 2: "warning", 3: "information", 4: "hint"]
      var answered = marked
      answered.marks = editor.diagnostics.map { diagnostic in
        let severity = severities[diagnostic["severity"]?.integer ?? 0] ?? "?"
        let code = diagnostic["code"]?.string ?? ""
        return editor.mark(
          diagnostic["range"], "\(severity) \(code): \(diagnostic["message"]?.string ?? "")")
      }
      return answered
    }
  }

  @Test("hovers say what the thing under the pointer is", arguments: ["hover", "record-hover"])
  func hovers(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.expected = []
      for cursor in marked.cursors {
        let hover = editor.ask("hover", at: cursor)
        guard hover != .null else {
          answered.expected.append("nothing")
          continue
        }
        let range = editor.range(hover["range"])
        answered.expected.append(
          "«\(String(decoding: editor.text.bytes[range], as: UTF8.self))»")
        answered.expected +=
          (hover["contents"]?["value"]?.string ?? hover["contents"]?.string ?? "")
          .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
      }
      return answered
    }
  }

  @Test(
    "completions are what belongs there, and leave a right document",
    arguments: ["completion", "record-completion"])
  func completions(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.expected = []
      let cursor = marked.cursors.first ?? 0
      let list = editor.ask("completion", at: cursor)
      let items = list["items"]?.array ?? []
      if list["isIncomplete"]?.bool == true { answered.expected.append("(incomplete)") }
      let shown = items.prefix(Self.shownCount)
      answered.expected += shown.map(Self.line)
      if items.count > shown.count {
        answered.expected.append("… \(items.count - shown.count) more")
      }
      if items.isEmpty { answered.expected.append("nothing") }
      if let item = items.first { answered.expected += Self.accepting(item, editor, marked) }
      let before = try Self.syntaxErrorCount(editor.text.text, marked, in: file)
      for item in items {
        let after = editor.text(accepting: item)
        #expect(
          try Self.syntaxErrorCount(after, marked, in: file) <= before,
          "\(marked.title): \(item["label"]?.string ?? "") leaves\n\(after)")
        #expect(Self.isKept(item, editor, cursor), "\(marked.title): \(item.line)")
      }
      return answered
    }
  }

  private static let shownCount = 14

  private static func line(_ item: JSONValue) -> String {
    let label = item["label"]?.string ?? ""
    return item["detail"]?.string.map { "\(label)  (\($0))" } ?? label
  }

  /// The lines that differ once an item is taken, with the places where the cursor goes.
  private static func accepting(
    _ item: JSONValue, _ editor: Editor, _ marked: MarkedCase
  ) -> [String] {
    let after = editor.text(
      applying: [item["textEdit"] ?? .null] + (item["additionalTextEdits"]?.array ?? [])
    )
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let before = editor.text.text.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    return after.filter { !before.contains($0) }.map { "→ \($0)" }
  }

  private static func syntaxErrorCount(
    _ text: String, _ marked: MarkedCase, in file: String
  ) throws -> Int {
    let editor = try editor(for: text, marked, in: file)
    return editor.diagnostics.count { $0["code"]?.string == "syntax" }
  }

  /// Whether an editor that filters by what stands before the cursor keeps an item that fits.
  private static func isKept(_ item: JSONValue, _ editor: Editor, _ cursor: Int) -> Bool {
    let range = editor.range(item["textEdit"]?["range"])
    guard range.lowerBound <= cursor, cursor <= range.upperBound else { return false }
    let typed = String(decoding: editor.text.bytes[range.lowerBound..<cursor], as: UTF8.self)
      .lowercased()
    let bare = typed.hasPrefix("\"") ? String(typed.dropFirst()) : typed
    // What begins otherwise is not what is being typed.
    guard item["label"]?.string?.lowercased().hasPrefix(bare) ?? false else { return true }
    var rest = (item["filterText"]?.string ?? item["label"]?.string ?? "").lowercased()[...]
    for character in typed {
      guard let found = rest.firstIndex(of: character) else { return false }
      rest = rest[rest.index(after: found)...]
    }
    return true
  }

  @Test("fixes do what their titles say", arguments: ["fixes", "record-fixes"])
  func fixes(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.expected = []
      let cursors = marked.cursors
      let range = (cursors.first ?? 0)..<(cursors.last ?? editor.text.bytes.count)
      for action in editor.ask("codeAction", in: range).array ?? [] {
        let isPreferred = action["isPreferred"]?.bool == true
        answered.expected.append((isPreferred ? "* " : "- ") + (action["title"]?.string ?? ""))
        let changes = action["edit"]?["documentChanges"]?.array?.first?["edits"]?.array
        let edits = changes ?? action["edit"]?["changes"]?.members.first?.value.array ?? []
        let after = editor.text(applying: edits)
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let before = editor.text.text.split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
        answered.expected += after.filter { !before.contains($0) }.map { "→ \($0)" }
        let title = action["diagnostics"]?.array?.first?["code"]?.string ?? ""
        let count = try Self.editor(for: editor.text(applying: edits), marked, in: file)
          .diagnostics.count { $0["code"]?.string == title }
        if editor.diagnostics.count(where: { $0["code"]?.string == title }) <= count {
          answered.expected.append("  (\(title) is still told)")
        }
      }
      if answered.expected.isEmpty { answered.expected = ["nothing"] }
      return answered
    }
  }

  @Test("hints stand beside the drafts", arguments: ["hints", "record-hints"])
  func hints(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      let cursors = marked.cursors
      let range = (cursors.first ?? 0)..<(cursors.last ?? editor.text.bytes.count)
      let hints = editor.ask("inlayHint", in: range).array ?? []
      answered.marks = hints.map { hint in
        let place = JSONValue.object([.init("start", hint["position"] ?? .null)])
        return editor.mark(
          place, "\(hint["label"]?.string ?? "")  (\(hint["tooltip"]?.string ?? ""))")
      }
      return answered
    }
  }

  @Test("symbols are the fields", arguments: ["symbols", "record-symbols"])
  func symbols(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      let symbols = editor.ask("documentSymbol", in: 0..<0).array ?? []
      answered.marks = symbols.flatMap(Self.flattened).map { symbol in
        let words = [symbol["name"]?.string, symbol["detail"]?.string].compactMap(\.self)
        return editor.mark(symbol["selectionRange"], words.joined(separator: ": "))
      }
      return answered
    }
  }

  /// A symbol and what is in it.
  private static func flattened(_ symbol: JSONValue) -> [JSONValue] {
    [symbol] + (symbol["children"]?.array ?? []).flatMap(flattened)
  }
}
