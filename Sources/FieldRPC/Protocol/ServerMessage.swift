package import FieldModels

/// A message to the client.
package enum ServerMessage: Equatable, Sendable {
  case answer(RequestID, Answer)
  /// The error answers no request that could be told when it has no id.
  case error(RequestID?, RPCError)
  case publishDiagnostics(LSP.PublishDiagnosticsParams)
  case logMessage(Severity, String)
  case progress(RequestID, Progress)
  case inlayHintRefresh(RequestID)
  case fieldDidChange(Telling)
  case fieldEvent(Telling)
  /// A request to the client, whose answer comes back as a message of its own.
  case call(RequestID, Method, Telling)
  /// The answer to a request of ours is of no use any more.
  case cancelCall(RequestID)

  /// The result of a request.
  package enum Answer: Equatable, Sendable {
    case nothing
    case initialized(InitializeResult)
    case completion(LSP.CompletionList)
    case hover(LSP.Hover)
    case codeActions([LSP.CodeAction], LSP.ActionForm)
    case symbols([LSP.DocumentSymbol], uri: String, isNested: Bool)
    case inlayHints([LSP.InlayHint])
    case form(Telling)
  }

  /// What is said about a request while it is worked on.
  package enum Progress: Equatable, Sendable {
    case begin(title: String)
    case end
    case part(Answer)
  }
}

/// A piece of JSON to send, and the same without secure drafts, to be written down.
package struct Telling: Equatable, Sendable {
  package var json: [UInt8]
  /// nil where there is nothing to leave out.
  package var redacted: [UInt8]?

  package init(_ json: [UInt8], redacted: [UInt8]? = nil) {
    self.json = json
    self.redacted = redacted
  }

  /// What a closure writes, for the client and, where it has secrets, without them.
  init(hasSecrets: Bool = false, _ write: (_ hidesSecrets: Bool, inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(false, &writer)
    json = writer.bytes
    guard hasSecrets else { return }
    writer = JSONWriter()
    write(true, &writer)
    redacted = writer.bytes
  }
}
