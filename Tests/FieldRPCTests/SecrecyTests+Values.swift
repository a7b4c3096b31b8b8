import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// A secret may be a number, come with any request, or be moved by an action.
extension SecrecyTests {
  private static let number = "424242424242"

  private static let form =
    #"{"fields":[{"key":"pin","kind":"entry","value":"integer","secure":true,"label":"PIN"},"#
    + #"{"key":"n","kind":"entry","label":"N","group":"l","secure":true}],"#
    + #""groups":[{"key":"l","label":"L","repeat":{}}]}"#

  /// Requests with a value of a secure field in them.
  private static let requests: [(method: String, params: String)] = [
    ("field/open", #""uri":"f","document":FORM,"values":{"pin":NUMBER}"#),
    ("field/open", #""uri":"f","text":TEXT,"values":{"pin":NUMBER}"#),
    ("field/open", #""uri":"f","document":FORM,"values":{"version":NUMBER}"#),
    ("field/open", #""uri":"f","document":FORM,"values":{"l":[{"n":NUMBER}]}"#),
    ("field/check", #""form":FORM,"values":{"pin":NUMBER}"#),
    ("field/check", #""form":FORM,"values":[{"pin":NUMBER},{"l":[{"n":"NUMBER"}]}]"#),
    ("field/check", #""form":SPELT,"values":{"pin":NUMBER}"#),
    ("field/check", #""uri":"open","values":{"pin":NUMBER}"#),
    ("field/check", #""uri":"none","values":{"pin":NUMBER}"#),
    ("field/addEntry", #""uri":"none","list":"l","values":{"n":"NUMBER"}"#),
    ("field/addEntry", #""uri":"open","list":"l","values":{"n":NUMBER}"#),
    ("field/select", #""uri":"none","key":"pin","value":NUMBER"#),
    ("field/select", #""uri":"open","key":"pin","index":NUMBER"#),
    ("field/replaceText", #""uri":"none","key":"pin","text":"NUMBER""#),
    ("field/setProperty", #""uri":"open","key":"pin","property":"text","value":NUMBER"#),
    ("field/import", #""format":"fields","document":FILLED"#),
    ("field/import", #""format":"json-schema","document":SCHEMA"#),
    ("field/import", #""format":"surveyjs","document":{"elements":NUMBER}"#),
    ("field/fill", #""values":{"pin":NUMBER},"open":{"code":NUMBER},"version":[{"line":NUMBER}]"#),
  ]

  @Test(
    "no number of a secure field is written down, whatever it is said with", arguments: requests)
  func numbers(request: (method: String, params: String)) throws {
    var connection = SpokenConnection(isTraced: true)
    _ = connection.receive(SessionSample.handshake(.utf16))
    let open =
      #"{"jsonrpc":"2.0","id":1,"method":"field/open","params":{"uri":"open","text":TEXT}}"#
    let filled = Self.form.replacing(#""integer""#, with: #""integer","text":"NUMBER""#)
    let schema =
      #"{"properties":{"pin":{"type":"integer","writeOnly":true,"default":NUMBER,"title":"NUMBER"}}}"#
    var params = request.params.replacing("FORM", with: Self.form)
      .replacing("TEXT", with: JSONValue.string(Self.form).line)
      .replacing("SPELT", with: Self.form.replacing("secure", with: #"\u0073ecure"#))
      .replacing("FILLED", with: filled).replacing("SCHEMA", with: schema)
    params = params.replacing("NUMBER", with: Self.number)
    let message = #"{"jsonrpc":"2.0","id":2,"method":"\#(request.method)","params":{\#(params)}}"#
    try #require(JSONValue(text: message) != nil)
    let opening = open.replacing("TEXT", with: JSONValue.string(Self.form).line)
    for body in [opening, message] { _ = connection.receive([Array(body.utf8)]) }
    for uri in ["f", "open"] {
      let export =
        #"{"jsonrpc":"2.0","id":3,"method":"field/export","params":{"uri":"\#(uri)","format":"fields"}}"#
      _ = connection.receive([Array(export.utf8)])
    }
    let trace = String(decoding: connection.takeTrace(), as: UTF8.self)
    #expect(trace.contains(request.method))
    #expect(!trace.contains(Self.number), "\(trace)")
  }

  @Test(
    "to sort members moves no secure draft",
    arguments: [
      #"{ "text": "@", "secure": true, "label": "P", "kind": "entry", "key": "pin" }"#,
      #"{ "label": "P", "text": "@", "key": "pin", "secure": true, "kind": "entry" }"#,
      #"{ "label": "P", "key": "pin",  "kind": "area",\#n   "secure": true , "text": "@"}"#,
      #"{ "text": ["@"], "data": ["a"], "multiple": true, "secure": true, "kind": "picker", "key": "p", "label": "L" }"#,
      #"{ "odd": "@", "text": "@", "secure": true, "label": "P", "kind": "entry", "key": "pin" }"#,
    ])
  func sorting(field: String) throws {
    let secret = "Zq7xK9vTw3LmPjB5"
    var connection = SpokenConnection()
    _ = connection.receive(SessionSample.handshake(.utf8))
    let text = "{ \"fields\": [\(field.replacing("@", with: secret))] }"
    let open =
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.fields.json","version":1,"text":\#(JSONValue.string(text).line)}}}"#
    let ask =
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a.fields.json"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"context":{"diagnostics":[],"only":["source.sortMembers"]}}}"#
    let output = connection.receive([Array(open.utf8), Array(ask.utf8)])
    #expect(!String(decoding: output, as: UTF8.self).contains(secret))
    let answer = SpokenConnection.messages(in: output).first { $0["id"] == 2 }
    let edits =
      answer?["result"]?.array?.first?["edit"]?["documentChanges"]?.array?.first?["edits"]?.array
      ?? []
    #expect(edits.isEmpty == field.contains("odd"))
    // What is sorted is the same field, in the order of the table.
    var rope = Rope(text)
    for edit in edits.reversed() {
      func offset(_ end: String) throws -> Int {
        let place = try #require(edit["range"]?[end])
        return rope.byteOffset(
          of: TextPosition(
            lineIndex: place["line"]?.integer ?? -1, column: place["character"]?.integer ?? -1),
          encoding: .utf8)
      }
      rope.replace(
        try offset("start")..<(try offset("end")), with: Array((edit["newText"]?.string ?? "").utf8)
      )
    }
    let sorted = rope.string(in: 0..<rope.byteCount)
    let before = try #require(JSONValue(text: text)?["fields"]?.array?.first)
    let after = try #require(JSONValue(text: sorted)?["fields"]?.array?.first, "\(sorted)")
    #expect(
      after.members.sorted { $0.name < $1.name } == before.members.sorted { $0.name < $1.name })
    if !edits.isEmpty { #expect(after.members.prefix(3).map(\.name) == ["key", "kind", "label"]) }
  }
}
