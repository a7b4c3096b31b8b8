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
  /// The answers to a batch, in one array.
  case batch([ServerMessage])

  /// The result of a request.
  package enum Answer: Equatable, Sendable {
    case nothing
    case initialized(InitializeResult)
    case completion(LSP.CompletionList)
    case hover(LSP.Hover)
    case codeActions([LSP.CodeAction], showsPreferred: Bool)
    case symbols([LSP.DocumentSymbol], uri: String, isNested: Bool)
    case inlayHints([LSP.InlayHint])
  }

  /// What is said about a request while it is worked on.
  package enum Progress: Equatable, Sendable {
    case begin(title: String)
    case end
    case part(Answer)
  }
}
