/// Every method of the protocol, once, by its name on the wire.
package enum Method: String, CaseIterable, Sendable {
  case initialize
  case initialized
  case shutdown
  case exit
  case cancelRequest = "$/cancelRequest"
  case setTrace = "$/setTrace"
  case progress = "$/progress"
  case createProgress = "window/workDoneProgress/create"
  case cancelProgress = "window/workDoneProgress/cancel"
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
  case formatting = "textDocument/formatting"
  case rangeFormatting = "textDocument/rangeFormatting"
  case rangesFormatting = "textDocument/rangesFormatting"
  case onTypeFormatting = "textDocument/onTypeFormatting"
  case definition = "textDocument/definition"
  case references = "textDocument/references"
  case documentHighlight = "textDocument/documentHighlight"
  case prepareRename = "textDocument/prepareRename"
  case rename = "textDocument/rename"
  case foldingRange = "textDocument/foldingRange"
  case selectionRange = "textDocument/selectionRange"
  case documentColor = "textDocument/documentColor"
  case colorPresentation = "textDocument/colorPresentation"
  case documentLink = "textDocument/documentLink"
  case semanticTokens = "textDocument/semanticTokens/full"
  case semanticTokensRange = "textDocument/semanticTokens/range"
  case semanticTokensDelta = "textDocument/semanticTokens/full/delta"
  case diagnostic = "textDocument/diagnostic"
  case linkedEditingRange = "textDocument/linkedEditingRange"
  case codeLens = "textDocument/codeLens"
  case completionResolve = "completionItem/resolve"
  case inlayHintResolve = "inlayHint/resolve"
  case didChangeFolders = "workspace/didChangeWorkspaceFolders"
  case didChangeFiles = "workspace/didChangeWatchedFiles"
  case didChangeConfiguration = "workspace/didChangeConfiguration"
  case configuration = "workspace/configuration"
  case resolveCommand = "command/resolve"
  case listRows = "interactive/listEnum"
  case registerCapability = "client/registerCapability"
  case executeCommand = "workspace/executeCommand"
  case inlayHintRefresh = "workspace/inlayHint/refresh"
  case semanticTokensRefresh = "workspace/semanticTokens/refresh"
  case workspaceDiagnostic = "workspace/diagnostic"
  case workspaceSymbol = "workspace/symbol"
  case willRenameFiles = "workspace/willRenameFiles"
  case codeLensRefresh = "workspace/codeLens/refresh"
  case diagnosticRefresh = "workspace/diagnostic/refresh"
  case logTrace = "$/logTrace"
  case logMessage = "window/logMessage"
  case applyEdit = "workspace/applyEdit"
  case open = "field/open"
  case close = "field/close"
  case snapshot = "field/snapshot"
  case layout = "field/layout"
  case beginEditing = "field/beginEditing"
  case endEditing = "field/endEditing"
  case done = "field/done"
  case returnKey = "field/return"
  case next = "field/next"
  case previous = "field/previous"
  case replaceText = "field/replaceText"
  case clear = "field/clear"
  case select = "field/select"
  case selectManual = "field/selectManual"
  case setDate = "field/setDate"
  case tapIcon = "field/tapIcon"
  case autofill = "field/autofill"
  case applyAutofill = "field/applyAutofill"
  case learnAutofill = "field/learnAutofill"
  case removeAutofill = "field/removeAutofill"
  case addEntry = "field/addEntry"
  case removeEntry = "field/removeEntry"
  case moveEntry = "field/moveEntry"
  case setError = "field/setError"
  case removeError = "field/removeError"
  case setState = "field/setState"
  case setProperty = "field/setProperty"
  case validate = "field/validate"
  case settled = "field/settled"
  case submit = "field/submit"
  case check = "field/check"
  case importForm = "field/import"
  case exportForm = "field/export"
  case fieldDidChange = "field/didChange"
  case event = "field/event"
  case should = "field/should"
  case runValidation = "field/runValidation"
  case autofillStrings = "field/autofillStrings"

  /// Who sends it, and whether it is answered.
  package enum Direction: String, Sendable {
    case clientRequest, clientNotification, serverRequest, serverNotification
  }

  /// What becomes of a message when more have arrived than can be dealt with in good time.
  package enum Precedence: Sendable {
    /// It changes something, or something waits for it: it goes before those that only ask.
    case first
    /// It only asks, and waits.
    case last
    /// What is before it stays before it, what is behind it behind it.
    case inOrder
  }

  package var precedence: Precedence {
    switch self {
    case .completion, .hover, .codeAction, .documentSymbol, .inlayHint, .formatting,
      .rangeFormatting, .rangesFormatting, .onTypeFormatting, .definition, .references,
      .documentHighlight, .prepareRename, .rename, .foldingRange, .selectionRange, .documentColor,
      .colorPresentation, .documentLink, .semanticTokens, .semanticTokensRange,
      .semanticTokensDelta, .diagnostic, .linkedEditingRange, .codeLens, .completionResolve,
      .inlayHintResolve, .workspaceDiagnostic, .workspaceSymbol, .willRenameFiles, .resolveCommand,
      .listRows, .snapshot,
      .layout,
      .check, .importForm, .exportForm:
      .last
    case .cancelRequest, .cancelProgress, .setTrace, .progress, .didChangeFiles, .didChange,
      .didSave, .executeCommand,
      .beginEditing, .endEditing, .done, .returnKey, .next, .previous, .replaceText, .clear,
      .select, .selectManual, .setDate, .tapIcon, .autofill, .applyAutofill, .learnAutofill,
      .removeAutofill, .addEntry, .removeEntry, .moveEntry, .setError, .removeError, .setState,
      .setProperty, .validate, .settled,
      .submit:
      .first
    case .initialize, .initialized, .shutdown, .exit, .didOpen, .didClose, .open, .close,
      .didChangeFolders, .didChangeConfiguration, .configuration, .registerCapability,
      .createProgress, .publishDiagnostics,
      .inlayHintRefresh, .semanticTokensRefresh, .codeLensRefresh,
      .diagnosticRefresh, .logTrace, .logMessage, .applyEdit, .fieldDidChange, .event, .should,
      .runValidation, .autofillStrings:
      .inOrder
    }
  }

  package var direction: Direction {
    switch self {
    case .initialize, .shutdown, .completion, .hover, .codeAction, .documentSymbol, .inlayHint,
      .formatting, .rangeFormatting, .rangesFormatting, .onTypeFormatting, .definition,
      .references, .documentHighlight, .prepareRename, .rename, .foldingRange, .selectionRange,
      .documentColor, .colorPresentation, .documentLink, .semanticTokens, .semanticTokensRange,
      .semanticTokensDelta, .diagnostic, .linkedEditingRange, .codeLens, .completionResolve,
      .inlayHintResolve, .workspaceDiagnostic, .workspaceSymbol, .willRenameFiles, .resolveCommand,
      .listRows, .executeCommand,
      .open, .close, .snapshot, .layout, .beginEditing,
      .endEditing, .done,
      .returnKey, .next,
      .previous, .replaceText, .clear, .select, .selectManual, .setDate, .tapIcon, .autofill,
      .applyAutofill, .learnAutofill, .removeAutofill, .addEntry, .removeEntry, .moveEntry,
      .setError, .removeError, .setState,
      .setProperty, .validate, .settled, .submit, .check, .importForm, .exportForm:
      .clientRequest
    case .initialized, .exit, .cancelRequest, .cancelProgress, .setTrace, .didChangeFolders,
      .didChangeFiles, .didChangeConfiguration, .didOpen, .didChange, .didSave, .didClose:
      .clientNotification
    case .configuration, .registerCapability, .createProgress, .inlayHintRefresh,
      .semanticTokensRefresh, .codeLensRefresh,
      .diagnosticRefresh, .applyEdit, .should,
      .runValidation, .autofillStrings:
      .serverRequest
    case .progress, .publishDiagnostics, .logTrace, .logMessage, .fieldDidChange, .event:
      .serverNotification
    }
  }
}
