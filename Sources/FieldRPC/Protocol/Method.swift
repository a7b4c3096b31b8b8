/// Every method of the protocol, once, by its name on the wire.
package enum Method: String, CaseIterable, Sendable {
  case initialize
  case initialized
  case shutdown
  case exit
  case cancelRequest = "$/cancelRequest"
  case setTrace = "$/setTrace"
  case progress = "$/progress"
  case didOpen = "textDocument/didOpen"
  case didChange = "textDocument/didChange"
  case didSave = "textDocument/didSave"
  case didClose = "textDocument/didClose"
  case publishDiagnostics = "textDocument/publishDiagnostics"
  case completion = "textDocument/completion"
  case hover = "textDocument/hover"
  case codeAction = "textDocument/codeAction"
  case documentSymbol = "textDocument/documentSymbol"
  case inlayHint = "textDocument/inlayHint"
  case inlayHintRefresh = "workspace/inlayHint/refresh"
  case logMessage = "window/logMessage"

  /// Who sends it, and whether it is answered.
  package enum Direction: String, Sendable {
    case clientRequest, clientNotification, serverRequest, serverNotification
  }

  package var direction: Direction {
    switch self {
    case .initialize, .shutdown, .completion, .hover, .codeAction, .documentSymbol, .inlayHint:
      .clientRequest
    case .initialized, .exit, .cancelRequest, .setTrace, .didOpen, .didChange, .didSave, .didClose:
      .clientNotification
    case .inlayHintRefresh: .serverRequest
    case .progress, .publishDiagnostics, .logMessage: .serverNotification
    }
  }
}
