import FieldModels
import FieldSession

/// What the demo's messages are made of: JSON values as they look on the wire.
extension JSONValue {
  /// A request, or without an id a notification.
  static func call(
    _ method: Method, _ params: JSONValue? = nil, id: JSONValue? = nil
  ) -> JSONValue {
    var members = [Member("jsonrpc", "2.0")]
    if let id { members.append(Member("id", id)) }
    members.append(Member("method", .string(method.rawValue)))
    if let params { members.append(Member("params", params)) }
    return .object(members)
  }

  static func position(_ position: LSP.Position) -> JSONValue {
    ["line": .integer(position.line), "character": .integer(position.character)]
  }

  static func range(_ range: LSP.Range) -> JSONValue {
    ["start": .position(range.start), "end": .position(range.end)]
  }

  /// The params of a request about a place of the demo's document.
  static func document(at position: LSP.Position) -> JSONValue {
    ["textDocument": ["uri": .string(DemoDocument.uri)], "position": .position(position)]
  }

  /// The params of a request about a range of the demo's document.
  static func document(range: LSP.Range) -> JSONValue {
    [
      "textDocument": ["uri": .string(DemoDocument.uri)], "range": .range(range),
      "context": ["diagnostics": []],
    ]
  }
}

extension LSP.Position {
  init?(_ value: JSONValue) {
    guard let line = value["line"]?.integer, let character = value["character"]?.integer
    else { return nil }
    self.init(line: line, character: character)
  }
}

extension LSP.Range {
  init?(_ value: JSONValue) {
    guard let start = value["start"].flatMap(LSP.Position.init),
      let end = value["end"].flatMap(LSP.Position.init)
    else { return nil }
    self.init(start: start, end: end)
  }
}

extension DemoEditor.Finding {
  init?(_ value: JSONValue) {
    guard let range = value["range"].flatMap(LSP.Range.init),
      let message = value["message"]?.string
    else { return nil }
    // The numbers are those of LSP.
    let severities: [Int: Severity] = [1: .error, 2: .warning, 3: .information, 4: .hint]
    self.init(
      range: range, severity: severities[value["severity"]?.integer ?? 1] ?? .error,
      message: message)
  }
}

extension Duration {
  /// The time between two moments.
  init(from start: Instant, to end: Instant) {
    self = .nanoseconds(end.nanoseconds &- start.nanoseconds)
  }
}
