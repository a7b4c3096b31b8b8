package import FieldModels

/// An editor with one document open, which asks and applies what it is offered.
package struct Editor: Sendable {
  package private(set) var text: ClientText
  private var connection: SpokenConnection
  private var nextID = 1
  private var version = 1
  private let name: String
  /// The diagnostics of the last push.
  package private(set) var diagnostics: [JSONValue] = []

  /// Opens a document.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - encoding: How columns are counted.
  ///   - capabilities: What the editor can show, or what all can.
  ///   - locale: The language of whoever reads; English unless given.
  ///   - isCommented: Whether the document may hold comments.
  ///   - form: The form that the document is a record of, which is open too; nil for a form.
  ///   - file: The name of the document, if that is to say what it is.
  ///   - record: A record of the document that is open too.
  package init(
    _ text: String, encoding: PositionEncoding = .utf16, capabilities: String? = nil,
    locale: String? = nil, isCommented: Bool = false, recordOf form: String? = nil,
    named file: String? = nil, with record: String? = nil
  ) {
    self.text = ClientText(text, encoding: encoding)
    let stem = form == nil ? "file:///a.fields.json" : "file:///a.values.json"
    name = file.map { "file:///" + $0 } ?? (isCommented ? stem + "c" : stem)
    connection = SpokenConnection(
      validators: ["taken": { _, _ in }, "evenLength": { _, _ in }])
    if let capabilities {
      let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":\#(capabilities)}}"#
      _ = connection.receive([Array(initialize.utf8)])
    } else {
      _ = connection.receive(SessionSample.handshake(encoding, locale: locale))
    }
    if let form { open(form, as: "file:///a.fields.json") }
    open(text, as: name)
    if let record { open(record, as: "file:///b.values.json") }
  }

  private mutating func open(_ text: String, as uri: String) {
    say(
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\(uri)",\
      "languageId":"fields","version":1,"text":\(JSONValue.string(text).line)}}}
      """)
  }

  /// Asks about a place.
  package mutating func ask(_ method: String, at offset: Int) -> JSONValue {
    ask(method, "\"position\":\(wire(offset))")
  }

  /// Asks about a range.
  package mutating func ask(_ method: String, in range: Range<Int>) -> JSONValue {
    ask(
      method,
      """
      "range":{"start":\(wire(range.lowerBound)),"end":\(wire(range.upperBound))},\
      "context":{"diagnostics":[]}
      """)
  }

  /// Asks about a place, and says more.
  package mutating func ask(_ method: String, at offset: Int, _ more: String) -> JSONValue {
    ask(method, "\"position\":\(wire(offset)),\(more)")
  }

  /// Asks for the edits that lay out the text, or a range of it.
  package mutating func askForLayout(
    in range: Range<Int>? = nil, tabSize: Int = 2, insertsSpaces: Bool = true
  ) -> [JSONValue] {
    let options = "\"options\":{\"tabSize\":\(tabSize),\"insertSpaces\":\(insertsSpaces)}"
    guard let range else { return ask("formatting", options).array ?? [] }
    let place = "{\"start\":\(wire(range.lowerBound)),\"end\":\(wire(range.upperBound))}"
    return ask("rangeFormatting", "\"range\":\(place),\(options)").array ?? []
  }

  /// Asks something, by its parameters but for the document; an error is the answer too.
  package mutating func ask(_ method: String, _ params: String) -> JSONValue {
    nextID += 1
    let members = params.isEmpty ? "" : "," + params
    let messages = say(
      """
      {"jsonrpc":"2.0","id":\(nextID),"method":"textDocument/\(method)","params":{"textDocument":\
      {"uri":"\(name)"}\(members)}}
      """)
    let answer = messages.first { $0["id"]?.integer == nextID }
    return answer?["result"] ?? answer?["error"] ?? .null
  }

  @discardableResult
  private mutating func say(_ body: String) -> [JSONValue] {
    let messages = SpokenConnection.messages(in: connection.receive([Array(body.utf8)]))
    for message in messages {
      let params = message["params"]
      if params?["uri"]?.string == name, let pushed = params?["diagnostics"]?.array {
        diagnostics = pushed
      }
    }
    return messages
  }

  /// Tokens as they are told, with their kinds and modifiers in words.
  package func tokens(in data: JSONValue?) -> [(range: JSONValue, words: String)] {
    let numbers = (data?.array ?? []).map { $0.integer ?? 0 }
    var (line, column) = (0, 0)
    return stride(from: 0, to: numbers.count, by: 5).map { index in
      column = numbers[index] == 0 ? column + numbers[index + 1] : numbers[index + 1]
      line += numbers[index]
      let place = { (column: Int) in
        JSONValue.object([.init("line", .integer(line)), .init("character", .integer(column))])
      }
      let kind = Self.tokenKinds[numbers[index + 3]]
      let modifiers = Self.tokenModifiers.enumerated()
        .filter { numbers[index + 4] >> $0.offset & 1 == 1 }.map(\.element)
      return (
        .object([
          .init("start", place(column)), .init("end", place(column + numbers[index + 2])),
        ]), ([kind] + modifiers).joined(separator: " ")
      )
    }
  }

  /// As docs/reference/lsp.md lists them.
  private static let tokenKinds = [
    "property", "string", "number", "keyword", "enumMember", "type", "variable", "namespace",
    "function", "regexp", "comment",
  ]
  private static let tokenModifiers = [
    "definition", "defaultLibrary", "draft", "secure", "pending", "invalid",
  ]

  /// Replaces a range of the text, as somebody who types does.
  package mutating func edit(_ range: Range<Int>, _ new: String) {
    version += 1
    let change = "{\"start\":\(wire(range.lowerBound)),\"end\":\(wire(range.upperBound))}"
    say(
      """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\(name)",\
      "version":\(version)},"contentChanges":[{"range":\(change),\
      "text":\(JSONValue.string(new).line)}]}}
      """)
    text.replace(range, with: new)
  }

  /// Whether a URI is that of the document.
  package func isAbout(_ uri: String) -> Bool { uri == name }

  private func wire(_ offset: Int) -> String {
    let place = text.place(of: offset)
    return "{\"line\":\(place.line),\"character\":\(place.character)}"
  }

  /// The text after some edits, which are all meant for the text as it is.
  package func text(applying edits: [JSONValue]) -> String {
    var copy = text
    let ranges = edits.map { (range: range($0["range"]), text: $0["newText"]?.string ?? "") }
    for edit in ranges.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      copy.replace(edit.range, with: edit.text)
    }
    return copy.text
  }

  /// The text with an item in it, and a value where the item leaves room for one.
  package func text(accepting item: JSONValue) -> String {
    var edit = item["textEdit"] ?? .null
    var new = edit["newText"]?.string ?? ""
    if item["insertTextFormat"]?.integer == 2 {
      new = Self.filled(snippet: new)
    } else if new.hasSuffix(": ") {
      new += "1"
    }
    edit[path: [.name("newText")]] = .string(new)
    return text(applying: [edit] + (item["additionalTextEdits"]?.array ?? []))
  }

  /// A snippet with something in its places: what stands there already, a letter between quotes, a number
  /// as a member's value, nothing in a list or an object.
  package static func filled(snippet: String) -> String {
    var filled = ""
    var rest = snippet[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        if let escaped = rest.popFirst() { filled.append(escaped) }
      } else if character != "$" {
        filled.append(character)
      } else if rest.first == "{" {
        let place = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(place.count + 1)
        filled += place.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
      } else if rest.first == "0" {
        rest.removeFirst()
      } else {
        rest = rest.drop(while: \.isNumber)
        if filled.last == "\"" { filled += "x" }
        if filled.hasSuffix(": ") { filled += "1" }
      }
    }
    return filled
  }

  /// The bytes of a range as the protocol writes it.
  package func range(_ value: JSONValue?) -> Range<Int> {
    let start = offset(value?["start"])
    return start..<max(start, offset(value?["end"]))
  }

  private func offset(_ value: JSONValue?) -> Int {
    text.offset(
      of: .init(line: value?["line"]?.integer ?? 0, character: value?["character"]?.integer ?? 0))
  }

  /// A line of marks for a range, which are as wide as its part on the line where it begins.
  package func mark(_ value: JSONValue?, _ words: String) -> (line: Int, text: String) {
    let range = self.range(value)
    let before = String(decoding: text.bytes[..<range.lowerBound], as: UTF8.self)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let marked = String(decoding: text.bytes[range], as: UTF8.self).prefix { $0 != "\n" }
    return (lines.count - 1, MarkedCase.mark(lines.last?.count ?? 0, marked.count, words))
  }
}
