import FieldModels
import FieldSession
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
  /// that lies beside the files, and a form in a foreign format has a record beside it.
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
    let locale = marked.options.first { $0.hasPrefix("in-") }.map { String($0.dropFirst(3)) }
    let name = marked.options.first { $0.hasPrefix("as-") }.map { String($0.dropFirst(3)) }
    return Editor(
      text, encoding: encoding, capabilities: isPlain ? "{}" : nil, locale: locale,
      isCommented: marked.options.contains("jsonc"), recordOf: form, named: name,
      with: name.map { "{ \"$form\": \"\($0)\", \"name\": \"Ada\", \"age\": 36 }" })
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

  @Test(
    "hovers say what the thing under the pointer is",
    arguments: ["hover", "record-hover", "foreign-hover"])
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

  @Test("actions for all of a form are there for who asks for them")
  func sourceActions() throws {
    try check("source-actions") { marked, editor in
      var answered = marked
      answered.expected = []
      func ask(_ only: String) -> [JSONValue] {
        let place = "{\"line\":0,\"character\":0}"
        let range = "\"range\":{\"start\":\(place),\"end\":\(place)}"
        return editor.ask(
          "codeAction", "\(range),\"context\":{\"diagnostics\":[],\"only\":[\(only)]}"
        ).array ?? []
      }
      for action in ask("\"source\"") {
        let kind = action["kind"]?.string ?? ""
        #expect(ask("\"\(kind)\"") == [action])
        answered.expected.append("\(kind): \(action["title"]?.string ?? "")")
        // What is done is not offered again; where brackets were missing, the rest comes second.
        var next: JSONValue? = action
        for round in 1...3 {
          guard let action = next else { break }
          let edits = action["edit"]?["documentChanges"]?.array?.first?["edits"]?.array ?? []
          let before = editor.text.text.split(separator: "\n").map(String.init)
          let after = editor.text(applying: edits)
          if round == 2 { answered.expected.append("then again:") }
          answered.expected += after.split(separator: "\n").map(String.init)
            .filter { !before.contains($0) }.map { "→ \($0)" }
          editor = try Self.editor(for: after, marked, in: "source-actions")
          next = ask("\"\(kind)\"").first
        }
        #expect(next == nil)
        editor = try Self.editor(for: marked.text, marked, in: "source-actions")
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

  @Test(
    "a text is laid out by its white space alone, and then stays as it is",
    arguments: ["layout", "record-layout"])
  func layouts(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      let tabs = marked.options.first { $0.hasPrefix("tab") }.map { $0.dropFirst(3) }
      let size = tabs.flatMap { Int($0) } ?? 2
      let cursors = marked.cursors
      let range = cursors.count == 2 ? cursors[0]..<cursors[1] : nil
      let edits = editor.askForLayout(
        in: range, tabSize: size, insertsSpaces: !marked.options.contains("tabs"))
      let after = editor.text(applying: edits)
      answered.expected = after.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).replacing("\t", with: "⇥").replacing("\r", with: "␍") }
      #expect(after.filter(\.isSeen) == editor.text.text.filter(\.isSeen), "\(marked.title)")
      var again = try Self.editor(for: after, marked, in: file)
      let rest = again.askForLayout(tabSize: size, insertsSpaces: !marked.options.contains("tabs"))
      #expect(range != nil || rest.isEmpty, "\(marked.title): \(rest)")
      return answered
    }
  }

  @Test("what is typed is laid out as far as it is whole", arguments: ["typing", "record-typing"])
  func typing(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      let cursor = marked.cursors.first ?? 0
      let before = editor.text.bytes[..<cursor]
      let character = before.last == 0x20 || before.last == 0x0A ? "\\n" : "}"
      let edits = editor.ask(
        "onTypeFormatting", at: cursor,
        "\"ch\":\"\(character)\",\"options\":{\"tabSize\":2,\"insertSpaces\":true}")
      answered.expected = editor.text(applying: edits.array ?? [])
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return answered
    }
  }

  @Test(
    "a name is found wherever it is written", arguments: ["names", "record-names", "foreign-names"])
  func names(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.expected = []
      for cursor in marked.cursors {
        let place = editor.ask("prepareRename", at: cursor)
        answered.expected.append(place["placeholder"]?.string.map { "«\($0)»" } ?? "no name")
        func told(_ places: JSONValue) -> String {
          (places.array ?? []).map { place in
            let name = place["uri"]?.string?.split(separator: "/").last.map { "\($0) " } ?? ""
            let start = (place["range"]?["start"]?["line"]?.integer ?? 0) + 1
            let column = (place["range"]?["start"]?["character"]?.integer ?? 0) + 1
            return "\(name)\(start):\(column)\(place["kind"]?.integer == 3 ? " here" : "")"
          }.joined(separator: ", ")
        }
        let definition = editor.ask("definition", at: cursor)
        answered.expected.append("  is given at \(told(definition))")
        let references = editor.ask(
          "references", at: cursor, "\"context\":{\"includeDeclaration\":false}")
        answered.expected.append("  is mentioned at \(told(references))")
        answered.expected.append(
          "  highlights \(told(editor.ask("documentHighlight", at: cursor)))")
        let linked = editor.ask("linkedEditingRange", at: cursor)
        let ranges = (linked["ranges"]?.array ?? []).map {
          JSONValue.object([.init("range", $0)])
        }
        answered.expected.append("  is typed at once at \(told(.array(ranges)))")
        let edit = editor.ask("rename", at: cursor, "\"newName\":\"n\\\"ew\"")
        guard let changes = edit["documentChanges"]?.array else {
          answered.expected.append("  \(edit["message"]?.string ?? "can't be renamed")")
          continue
        }
        for change in changes {
          let uri = change["textDocument"]?["uri"]?.string ?? ""
          let edits = change["edits"]?.array ?? []
          guard editor.isAbout(uri) else {
            answered.expected.append("  and \(edits.count) times in \(uri)")
            continue
          }
          let before = editor.text.text.split(separator: "\n").map(String.init)
          let after = editor.text(applying: edits).split(separator: "\n").map(String.init)
          answered.expected += after.filter { !before.contains($0) }.map { "→ \($0)" }
        }
      }
      return answered
    }
  }

  @Test(
    "what has several lines can be folded",
    arguments: ["foldings", "record-foldings", "foreign-foldings"])
  func foldings(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      let lines = editor.text.text.split(separator: "\n", omittingEmptySubsequences: false)
      answered.expected = (editor.ask("foldingRange", "").array ?? []).map { fold in
        let (start, end) = (fold["startLine"]?.integer ?? 0, fold["endLine"]?.integer ?? 0)
        let kind = fold["kind"]?.string.map { " (\($0))" } ?? ""
        return "\(start + 1)–\(end + 1)\(kind): \(lines[start].drop { $0 == " " })"
      }
      return answered
    }
  }

  @Test(
    "a selection grows by what people mean",
    arguments: ["selections", "record-selections", "foreign-selections"])
  func selections(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.expected = []
      for cursor in marked.cursors {
        let place = editor.text.place(of: cursor)
        let position = "{\"line\":\(place.line),\"character\":\(place.character)}"
        let answer = editor.ask("selectionRange", "\"positions\":[\(position)]")
        var selection = answer.array?.first
        var size = 0
        while let range = selection?["range"] {
          let text = String(decoding: editor.text.bytes[editor.range(range)], as: UTF8.self)
          #expect(size < text.utf8.count || size == 0, "\(marked.title): a selection grows")
          size = text.utf8.count
          answered.expected.append("«\(text.replacing("\n", with: "⏎"))»")
          selection = selection?["parent"]
        }
        answered.expected.append("")
      }
      return answered
    }
  }

  @Test("what stands where is told by its meaning", arguments: ["tokens", "record-tokens"])
  func tokens(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.marks = editor.tokens(in: editor.ask("semanticTokens/full", "")["data"]).map {
        editor.mark($0.range, $0.words)
      }
      return answered
    }
  }

  @Test("colours are shown and written")
  func colors() throws {
    try check("colors") { marked, editor in
      var answered = marked
      let colors = editor.ask("documentColor", "").array ?? []
      answered.marks = colors.map { place in
        let parts = ["red", "green", "blue", "alpha"].map { name in
          Int(Double(place["color"]?[name]?.line ?? "").map { $0 * 255 + 0.5 } ?? -1)
        }
        let color = JSONValue.object(
          ["red", "green", "blue", "alpha"].map { .init($0, place["color"]?[$0] ?? .null) })
        let again = editor.ask(
          "colorPresentation",
          "\"color\":\(color.line),\"range\":\((place["range"] ?? .null).line)")
        let label = again.array?.first?["label"]?.string ?? ""
        return editor.mark(
          place["range"], "\(parts.map(String.init).joined(separator: " ")) \(label)")
      }
      return answered
    }
  }

  @Test("lenses say what there is to say of groups", arguments: ["lenses"])
  func lenses(file: String) throws {
    try check(file) { marked, editor in
      var answered = marked
      answered.marks = (editor.ask("codeLens", "").array ?? []).map { lens in
        editor.mark(lens["range"], lens["command"]?["title"]?.string ?? "")
      }
      return answered
    }
  }

  @Test("symbols are the fields", arguments: ["symbols", "record-symbols", "foreign-symbols"])
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

extension Character {
  /// It is no white space.
  fileprivate var isSeen: Bool { !isWhitespace }
}
