package import FieldModels

/// Field documents made up at random, and edits of them of the kind that hands make.
///
/// The documents are right, so that whatever is wrong later was done by an edit. Their keys come
/// from a small stock, so that fields share keys and name each other, and they hold what looks like
/// a field without being one: rows, presentation values, comments, strings.
package struct FormSample: Sendable {
  /// How a document is laid out.
  package enum Layout: CaseIterable, Sendable { case pretty, perLine, minified }

  package var layout: Layout
  package var dialect: JSONReader.Dialect
  package var lineBreak: String
  package var fieldCount: Int

  package init(
    layout: Layout, dialect: JSONReader.Dialect = .strict, lineBreak: String = "\n", fieldCount: Int
  ) {
    self.layout = layout
    self.dialect = dialect
    self.lineBreak = lineBreak
    self.fieldCount = fieldCount
  }

  /// Any layout, dialect and line break.
  package static func random(
    fieldCounts: ClosedRange<Int>, using random: inout SplitMix64
  ) -> FormSample {
    FormSample(
      layout: Layout.allCases.randomElement(using: &random) ?? .pretty,
      dialect: Bool.random(using: &random) ? .strict : .commented,
      lineBreak: ["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n",
      fieldCount: Int.random(in: fieldCounts, using: &random))
  }

  /// The keys that fields have and mention.
  package static let keys = [
    "email", "mail", "country", "born", "until", "name", "pin", "é\u{301}",
  ]

  /// The text of a document.
  package func text(using random: inout SplitMix64) -> String {
    // In half of the forms, half of the fields are those of a list.
    let isOfList = Bool.random(using: &random)
    let fields = (0..<fieldCount).map { _ in
      field(inList: isOfList && Bool.random(using: &random), using: &random)
    }
    let between = separator(indent: 2, after: ",", using: &random)
    let list = fields.isEmpty ? "" : fields.joined(separator: between)
    let inner = separator(indent: 2, after: "", using: &random)
    let outer = separator(indent: 1, after: ",", using: &random)
    let edge = separator(indent: 0, after: "", using: &random)
    let head =
      "{\(edge)\"title\": \"A form\"\(outer)\"groups\": [{\"key\":\"one\",\"label\":\"1\"}, \(Self.box), \(Self.rows)]"
    let tail =
      Self.tails.randomElement(using: &random) ?? #""autofill": { "mails": ["a@b.example", "c"] }"#
    let whole = "\"fields\": [\(inner)\(list)\(edge)]"
    let entries = entries(using: &random)
    let members =
      Bool.random(using: &random)
      ? [head, whole] + entries + [tail] : [head] + entries + [whole, tail]
    return members.joined(separator: outer) + "\(edge)}"
  }

  /// The entries of lists, if there are any.
  private func entries(using random: inout SplitMix64) -> [String] {
    if Int.random(in: 0..<3, using: &random) == 0 { return [] }
    let between = separator(indent: 2, after: ",", using: &random)
    func list() -> String {
      let count = Int.random(in: 0..<4, using: &random)
      let entries = (0..<count).map { _ in
        Self.entries.randomElement(using: &random) ?? "{}"
      }
      return "[\(entries.joined(separator: between))]"
    }
    let names = ["rows", "more", "gone"].filter { _ in Bool.random(using: &random) }
    let lists = names.map { "\"\($0)\": \(list())" }
    return ["\"entries\": { \(lists.joined(separator: between)) }"]
  }

  private static let entries = [
    "{}", #"{ "email": "ada@example.com" }"#, #"{ "email": "x", "pin": "1234" }"#,
    #"{"name": ["a"], "born": "1990-12-10"}"#, #"{ "mial": 3 }"#,
    #"{"name":"","email":"x","until":"2026-02-30"}"#, #"{ "country": ["CA"], "country": "RO" }"#,
    "3",
  ]

  /// What stands behind the fields.
  private static let tails = [
    #""autofill": { "mails": ["a@b.example", "c"] }"#, #""autofill": { "mails": [] }"#,
    #""autofill": { "mails": ["c"] }, "messages": { "valueMissing": "{label} please", "pin": "" }"#,
    #""presentation": { "entries": { "rows": [{}] }, "fields": [{ "key": "x" }] }"#,
  ]

  /// The text of one field; of a list, if it is to be in one.
  package func field(inList: Bool = false, using random: inout SplitMix64) -> String {
    let key = Self.keys.randomElement(using: &random) ?? "key"
    let mention = Self.keys.randomElement(using: &random) ?? "key"
    let sorts = Self.sorts.randomElement(using: &random) ?? []
    var members = [#""key": "\#(key)""#] + sorts + [#""label": "Label of \#(key)""#]
    for extra in Self.extras where Int.random(in: 0..<8, using: &random) == 0 {
      members.append(extra.replacing("@", with: mention))
    }
    if inList {
      members.insert(#""group": "rows""#, at: Int.random(in: 0...members.count, using: &random))
    }
    let between = separator(indent: layout == .pretty ? 3 : 0, after: ",", using: &random)
    return layout == .minified
      ? "{\(members.joined(separator: ","))}".replacing(": ", with: ":")
      : "{ \(members.joined(separator: between)) }"
  }

  /// A text that was never a document: its splinters in any order.
  package static func rubble(
    fragmentCount: Int, using random: inout SplitMix64
  ) -> String {
    let field = FormSample(layout: .perLine, fieldCount: 0).field(using: &random)
    let splinters = fragments + [field, field + ", ", "{ \"fields\": [", "]}", " ", "\n"]
    let start = Bool.random(using: &random) ? "{ \"fields\": [" : ""
    return start
      + (0..<fragmentCount).map { _ in splinters.randomElement(using: &random) ?? "" }.joined()
  }

  private func separator(
    indent: Int, after sign: String, using random: inout SplitMix64
  ) -> String {
    let comment = dialect == .commented && Int.random(in: 0..<4, using: &random) == 0
    switch (layout, indent) {
    case (.minified, _): return sign + (comment ? "/* , */" : "")
    case (.perLine, 0), (.perLine, 3): return sign + " "
    case (.perLine, _), (.pretty, _):
      let remark = comment ? " // { \"key\": \"remark\"" : ""
      return sign + remark + lineBreak + String(repeating: "  ", count: indent)
    }
  }

  /// A group that is an object in the record, where another value may stand.
  private static let box = #"{"key":"box","label":"Box","path":"/mail"}"#

  /// Lists, whose entries are told apart.
  private static let rows =
    #"{"key":"rows","label":"Rows","repeat":{"unique":["email"],"minEntries":1}}, "#
    + #"{"key":"more","label":"M","path":"/m/ore","repeat":{"maxEntries":2}}"#

  private static let sorts: [[String]] = [
    [#""kind": "entry""#, #""text": "ada@exampl""#],
    [#""kind": "entry""#, #""text": """#],
    [#""kind": "area""#, #""text": "Line one\nline \"two\" é 👩🏽‍🚀""#],
    [
      #""kind": "picker""#, #""data": ["CA", { "value": "RO", "label": "Romania" }]"#,
      #""text": "RO""#,
    ],
    [#""kind": "picker""#, #""multiple": true"#, #""data": ["a", "b"]"#, #""text": ["a", "b"]"#],
    [#""kind": "picker""#, #""data": ["0", 0, true, null, ""]"#, #""text": "\"0\"""#],
    [#""kind": "date""#, #""date": "1990-12-10""#, #""maximumDate": "today""#],
  ]

  private static let extras = [
    #""next": "@""#, #""previous": "@""#, #""required": true"#, #""group": "one""#,
    #""group": "two""#, #""group": "rows""#, #""group": "more""#, #""group": "box""#,
    #""path": "/@""#, #""path": "/name/first""#,
    #""group": "box", "path": "/@/~0""#, #""path": "first""#, #""autofill": { "source": "mails" }"#,
    #""helper": "{ [ \" // /*""#,
    #""required": { "when": { "key": "@", "filled": true } }"#, #""maxLength": 4"#,
    #""validation": { "live": ["email", { "equals": "@" }], "endEditing": ["taken"] }"#,
    #""validation": { "live": [{ "minLength": 3, "when": { "key": "@", "is": "RO" } }] }"#,
    #""presentation": { "rows": [{ "key": "x", "kind": "entry", "a": [[]] }, 1] }"#,
    #""visible": { "when": { "any": [{ "key": "@", "is": "x" }, { "key": "pin", "isNot": "" }] } }"#,
    #""toolbar": { "done": { "hidden": true } }"#, #""tag": -12"#, #""unit": "kg""#,
    #""whenEmpty": "omit""#, #""whenHidden": "keep""#, #""secure": true"#, #""readOnly": true"#,
    #""blankIsEmpty": true"#, #""present": true"#,
    #""present": { "when": { "key": "@", "filled": true } }"#,
    #""enabled": { "when": { "key": "rows", "filled": true } }"#, #""value": "integer""#,
    #""validation": { "live": [{ "equals": "@", "message": "Not {equals}" }] }"#,
    "\"presentation\": {\n\"jsonrpc\": \"2.0\",\n\"id\": 1 }", #""presentation": """#,
    #""path": """#,
    #""label": "", "helper": """#,
  ]
}

extension FormSample {
  /// An edit somewhere in a document, most likely where it hurts.
  package static func edit(
    of document: FieldDocument, using random: inout SplitMix64
  ) -> TextEdit {
    let bytes = document.text.bytes(in: 0..<document.text.byteCount)
    let edges = edges(of: document)
    let edge = edges.randomElement(using: &random) ?? 0
    let anywhere = Int.random(in: 0...bytes.count, using: &random)
    let nearEdge = max(0, min(bytes.count, edge + Int.random(in: -3...3, using: &random)))
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: return insertion(of: fragments, at: anywhere, using: &random)
    case 5..<8: return insertion(of: fragments, at: nearEdge, using: &random)
    case 8..<10: return deletion(at: nearEdge, count: 1...3, in: bytes, using: &random)
    case 10: return deletion(at: anywhere, count: 1...6, in: bytes, using: &random)
    case 11: return deletion(at: anywhere, count: 1...200, in: bytes, using: &random)
    case 12..<15: return lossOfSign(in: bytes, using: &random)
    case 15: return cut(edges, using: &random)
    case 16: return cut(lines(of: bytes), using: &random)
    case 17: return cut([edges, lines(of: bytes)].joined().sorted(), upTo: .max, using: &random)
    case 18: return paste(bytes, edges, using: &random)
    default: return insertion(of: ["a", "b", "é", "👩🏽‍🚀", " "], at: anywhere, using: &random)
    }
  }

  /// Where the parts of a document begin, its end included.
  package static func edges(of document: FieldDocument) -> [Int] {
    var edges = [0]
    document.slices.forEach(in: 0..<document.slices.count) { _, slice in
      edges.append((edges.last ?? 0) + slice.byteCount)
      return true
    }
    return edges
  }

  private static let fragments = [
    "{", "}", "[", "]", "\"", ",", ":", "/", "*", "\n", "\r", "{", "}", "[", "]", "\"", ",", "//",
    "\"entries\": {\"rows\": [", "\"more\": [", "{\"email\": \"x\"}, ", "/*", "*/", "\\", "}]",
    "]}", "[{", "{}", "\"key\":", "\"key\": \"pin\", ",
    "\"kind\": \"entry\"",
    "\"presentation\":", "\"fields\": [", "'", "1", "-", "true",
    "{\"key\":\"pin\",\"kind\":\"entry\"}",
    "{\"key\":\"pin\",\"kind\":\"entry\",\"label\":\"P\"},", "\u{FEFF}", "\t", "\u{0}", "\\u12",
    "\"text\": \"ada\"", "\"next\": \"name\",",
  ]

  private static func insertion(
    of fragments: [String], at offset: Int, using random: inout SplitMix64
  ) -> TextEdit {
    let fragment = fragments.randomElement(using: &random) ?? ""
    return TextEdit(range: offset..<offset, replacement: Array(fragment.utf8))
  }

  private static func deletion(
    at offset: Int, count: ClosedRange<Int>, in bytes: [UInt8], using random: inout SplitMix64
  ) -> TextEdit {
    let end = min(bytes.count, offset + Int.random(in: count, using: &random))
    return TextEdit(range: min(offset, end)..<end, replacement: [])
  }

  /// Takes away one sign that holds the text together.
  private static func lossOfSign(in bytes: [UInt8], using random: inout SplitMix64) -> TextEdit {
    let signs = bytes.indices.filter { "{}[]\",:/*\n\r".utf8.contains(bytes[$0]) }
    let offset = signs.randomElement(using: &random) ?? 0
    return TextEdit(range: offset..<min(bytes.count, offset + 1), replacement: [])
  }

  /// Where the lines of a text begin, its end included.
  private static func lines(of bytes: [UInt8]) -> [Int] {
    [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 } + [bytes.count]
  }

  /// Takes out some whole parts or lines.
  private static func cut(
    _ edges: [Int], upTo limit: Int = 3, using random: inout SplitMix64
  ) -> TextEdit {
    let first = Int.random(in: 0..<edges.count - 1, using: &random)
    let most = min(limit, edges.count - 1 - first)
    let last = first + Int.random(in: 1...most, using: &random)
    return TextEdit(range: edges[first]..<edges[last], replacement: [])
  }

  /// Puts a whole part in at the beginning of another.
  private static func paste(
    _ bytes: [UInt8], _ edges: [Int], using random: inout SplitMix64
  ) -> TextEdit {
    let part = Int.random(in: 0..<edges.count - 1, using: &random)
    let place = edges.randomElement(using: &random) ?? 0
    return TextEdit(range: place..<place, replacement: Array(bytes[edges[part]..<edges[part + 1]]))
  }
}
