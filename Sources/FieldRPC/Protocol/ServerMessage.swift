package import FieldModels

/// A message to the client.
package enum ServerMessage: Equatable, Sendable {
  case answer(RequestID, Answer)
  /// Without an id the request's own could not be read, and null is sent for it.
  case error(RequestID?, RPCError)
  case publishDiagnostics(LSP.PublishDiagnosticsParams)
  case logMessage(Severity, String)
  /// What goes on, for who wants to follow it; `detail` where all of it is wanted.
  case logTrace(String, detail: String?)
  case progress(RequestID, Progress)
  /// Something that the client has asked for is another now, without an edit of it.
  case refresh(RequestID, Method)
  case fieldDidChange(JSONText)
  case fieldEvent(JSONText)
  /// A request to the client, whose answer comes back as a message of its own.
  case call(RequestID, Method, JSONText)
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
    case textEdits([LSP.TextEdit])
    case locations([LSP.Location])
    case highlights([LSP.Highlight])
    case renamePlace(LSP.RenamePlace)
    case workspaceEdit(LSP.WorkspaceEdit)
    case foldings([LSP.Folding])
    case selections([LSP.Selection])
    case colors([LSP.ColorPlace])
    case colorTexts([LSP.ColorText])
    case links([LSP.Link])
    case tokens(LSP.Tokens)
    case tokenChange(LSP.TokenChange)
    case diagnostics(LSP.DiagnosticReport)
    case workspaceDiagnostics([LSP.WorkspaceReport])
    case workspaceSymbols([LSP.WorkspaceSymbol])
    case checkTally(LSP.CheckTally)
    case linkedRanges(LSP.LinkedRanges)
    case lenses([LSP.CodeLens])
    case rows([FormQuestion.Row])
    /// An item that was asked about, with more of it.
    case item(JSONText)
    case form(JSONText)
  }

  /// What is said about a request while it is worked on.
  package enum Progress: Equatable, Sendable {
    case begin(title: String)
    case report(doneCount: Int, of: Int)
    case end
    case part(Answer)
  }
}

extension ServerMessage.Answer {
  /// A long answer in parts, and what is answered behind them; nil for one that is told as a whole.
  func divided(
    by size: Int
  ) -> (parts: [ServerMessage.Answer], rest: ServerMessage.Answer)? {
    func parts<Element>(
      _ all: [Element], _ answer: ([Element]) -> ServerMessage.Answer
    ) -> (parts: [ServerMessage.Answer], rest: ServerMessage.Answer) {
      let starts = stride(from: 0, to: all.count, by: size)
      return (
        starts.map { answer(Array(all[$0..<min(all.count, $0 + size)])) }, answer([])
      )
    }
    switch self {
    case .symbols(let symbols, let uri, let isNested):
      return parts(symbols) { .symbols($0, uri: uri, isNested: isNested) }
    case .locations(let locations): return parts(locations) { .locations($0) }
    case .highlights(let highlights): return parts(highlights) { .highlights($0) }
    case .foldings(let foldings): return parts(foldings) { .foldings($0) }
    case .colors(let colors): return parts(colors) { .colors($0) }
    case .links(let links): return parts(links) { .links($0) }
    case .lenses(let lenses): return parts(lenses) { .lenses($0) }
    case .tokens(let tokens):
      // A token is five numbers. The id is that of all of them, and is told behind them.
      let starts = stride(from: 0, to: tokens.data.count, by: 5 * size)
      let data = starts.map { tokens.data[$0..<min(tokens.data.count, $0 + 5 * size)] }
      return (
        data.map { .tokens(LSP.Tokens(data: Array($0))) },
        .tokens(LSP.Tokens(id: tokens.id, data: []))
      )
    case .nothing, .initialized, .completion, .hover, .codeActions, .inlayHints, .textEdits,
      .renamePlace, .workspaceEdit, .selections, .colorTexts, .tokenChange, .diagnostics,
      .workspaceDiagnostics, .workspaceSymbols, .checkTally, .linkedRanges, .rows, .item, .form:
      return nil
    }
  }
}
