package import FieldModels

/// How messages of the daemon are written in transcripts: the frequent ones in a short form that
/// loses nothing, the others as they are.
package enum TranscriptOutput {
  /// The lines for a message.
  package static func lines(_ body: [UInt8]) -> [String] {
    guard let message = JSONValue(bytes: body) else {
      return ["not JSON: " + String(decoding: body, as: UTF8.self)]
    }
    return short(message) ?? [message.line]
  }

  /// Whether the output is what is expected; lines that are JSON are compared as such.
  package static func matches(_ output: [String], _ expected: [String]) -> Bool {
    guard output.count == expected.count else { return false }
    return zip(output, expected).allSatisfy(isSame)
  }

  /// Whether a line says what another says.
  package static func isSame(_ found: String, _ wanted: String) -> Bool {
    if found == wanted { return true }
    guard let found = JSONValue(text: found), let wanted = JSONValue(text: wanted) else {
      return false
    }
    return found.sorted == wanted.sorted
  }

  private static func short(_ message: JSONValue) -> [String]? {
    guard message["jsonrpc"] == .string("2.0") else { return nil }
    let names = message.members.map(\.name)
    switch (names, message["method"]?.string) {
    case (["jsonrpc", "id", "result"], _):
      return ["answer \(message["id"]?.line ?? ""): \(message["result"]?.line ?? "")"]
    case (["jsonrpc", "id", "error"], _): return error(message)
    case (["jsonrpc", "method", "params"], "textDocument/publishDiagnostics"):
      return message["params"].flatMap(diagnostics)
    case (["jsonrpc", "method", "params"], "window/logMessage"):
      guard let params = message["params"], params.members.map(\.name) == ["type", "message"],
        let severity = params["type"]?.integer.flatMap(severity),
        let text = params["message"]?.string
      else { return nil }
      return ["log \(severity): \(text)"]
    case (["jsonrpc", "method", "params"], "$/progress"):
      guard let params = message["params"], params.members.map(\.name) == ["token", "value"],
        let token = params["token"], let value = params["value"]
      else { return nil }
      return ["progress \(token.line): \(value.line)"]
    case (["jsonrpc", "method", "params"], "field/didChange"):
      return message["params"].flatMap(changes)
    case (["jsonrpc", "method", "params"], "field/event"):
      return message["params"].flatMap(event)
    case (["jsonrpc", "id", "method", "params"], let method?):
      guard let params = message["params"], let id = message["id"] else { return nil }
      return ["asks \(id.line) \(method) \(params.line)"]
    default: return nil
    }
  }

  private static func name(_ uri: String) -> String {
    uri.hasPrefix("file:///") ? String(uri.dropFirst(8)) : "<\(uri)>"
  }

  private static func changes(_ params: JSONValue) -> [String]? {
    guard let uri = params["uri"]?.string, let fields = params["fields"]?.array,
      params.members.allSatisfy({ ["uri", "version", "fields", "removed"].contains($0.name) })
    else { return nil }
    var lines = ["changed \(name(uri)) \(params["version"]?.line ?? "")"]
    for field in fields {
      guard let key = field["key"]?.string else { return nil }
      let rest = field.members.filter { $0.name != "key" }
      lines.append("  \(key) \(JSONValue.object(rest).line)")
    }
    if let removed = params["removed"] { lines.append("  removed \(removed.line)") }
    return lines
  }

  private static func event(_ params: JSONValue) -> [String]? {
    guard let uri = params["uri"]?.string, let key = params["key"]?.string,
      let event = params["event"]?.string
    else { return nil }
    let rest = params.members.filter { !["uri", "key", "event"].contains($0.name) }
    let isPlain = rest.count == 1 && params["tag"] == .integer(0)
    let more = isPlain ? "" : " " + JSONValue.object(rest).line
    return ["event \(name(uri)) \(key) \(event)\(more)"]
  }

  private static func error(_ message: JSONValue) -> [String]? {
    guard let error = message["error"], error.members.map(\.name) == ["code", "message"],
      let code = error["code"]?.integer, let text = error["message"]?.string
    else { return nil }
    return ["error \(message["id"]?.line ?? ""): \(code) \(text)"]
  }

  private static func diagnostics(_ params: JSONValue) -> [String]? {
    guard let uri = params["uri"]?.string, let list = params["diagnostics"]?.array,
      params.members.allSatisfy({ ["uri", "version", "diagnostics"].contains($0.name) })
    else { return nil }
    var head = "diagnostics " + (uri.hasPrefix("file:///") ? String(uri.dropFirst(8)) : "<\(uri)>")
    if let version = params["version"] { head += " \(version.line)" }
    if list.isEmpty { return [head + ": none"] }
    var lines = [head]
    for diagnostic in list {
      guard let line = Self.diagnostic(diagnostic) else { return nil }
      lines += line
    }
    return lines
  }

  private static func diagnostic(_ value: JSONValue) -> [String]? {
    guard let range = value["range"].flatMap(range), value["source"] == .string("fieldd"),
      let severity = value["severity"]?.integer.flatMap(severity), let code = value["code"]?.string,
      let message = value["message"]?.string
    else { return nil }
    let plain: Set = ["range", "source", "severity", "code", "message"]
    let more = value.members.filter { !plain.contains($0.name) }
    return ["  \(range) \(severity) \(code): \(message)"]
      + more.map { "    \($0.name) \($0.value.line)" }
  }

  /// A range as `line:column-line:column`, both from 0.
  package static func range(_ value: JSONValue) -> String? {
    guard let start = value["start"].flatMap(position), let end = value["end"].flatMap(position)
    else {
      return nil
    }
    return "\(start)-\(end)"
  }

  private static func position(_ value: JSONValue) -> String? {
    guard let line = value["line"]?.integer, let character = value["character"]?.integer else {
      return nil
    }
    return "\(line):\(character)"
  }

  private static func severity(_ number: Int) -> String? {
    [1: "error", 2: "warning", 3: "information", 4: "hint"][number]
  }
}

extension TranscriptOutput {
  /// Whether the output is what a trace says, which is raw and has no values of validators.
  package static func isTraced(_ output: [String], as traced: [String]) -> Bool {
    let wanted = traced.flatMap { line -> [String] in
      line.hasPrefix("{") || line.hasPrefix("[") ? lines(Array(line.utf8)) : [line]
    }
    guard output.count == wanted.count else { return false }
    return zip(output, wanted).allSatisfy { found, wanted in
      found == wanted || found.hasPrefix("call ") && found.hasPrefix(wanted)
    }
  }
}
