import FieldModels

/// The messages of the process tests, as they stand on the wire.
enum Messages {
  static let initialize = request(1, "initialize", #"{"capabilities":{}}"#)
  static let shutdown = request(2, "shutdown")
  static let exit = notification("exit")

  static func initialize(processID: Int32) -> String {
    request(1, "initialize", #"{"processId":\#(processID),"capabilities":{}}"#)
  }

  static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  static func notification(_ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
  }

  static func didOpen(_ text: String, uri: String = uri) -> String {
    notification(
      "textDocument/didOpen",
      #"""
      {"textDocument":{"uri":"\#(uri)","languageId":"fields","version":1,\#
      "text":"\#(JSONString.escaped(text))"}}
      """#)
  }

  /// An edit: a part of line 0 or the whole text becomes another.
  static func didChange(
    _ version: Int, _ columns: Range<Int>? = nil, to text: String
  ) -> String {
    let range = columns.map { columns in
      #"""
      "range":{"start":{"line":0,"character":\#(columns.lowerBound)},\#
      "end":{"line":0,"character":\#(columns.upperBound)}},
      """#
    }
    return notification(
      "textDocument/didChange",
      #"""
      {"textDocument":{"uri":"\#(uri)","version":\#(version)},\#
      "contentChanges":[{\#(range ?? "")"text":"\#(JSONString.escaped(text))"}]}
      """#)
  }

  /// A request about the whole of the document.
  static func symbols(_ id: Int) -> String {
    request(id, "textDocument/documentSymbol", #"{"textDocument":{"uri":"\#(uri)"}}"#)
  }

  static let uri = "file:///form.fields.json"
}
