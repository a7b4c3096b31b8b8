import FieldModels

extension LSP {
  package struct CompletionList: Equatable, Sendable {
    /// Typing on may bring other items.
    package var isIncomplete = false
    package var items: [CompletionItem] = []
  }

  package struct CompletionItem: Equatable, Sendable {
    /// What is offered, by the numbers that LSP gives it.
    package enum Kind: Int, Sendable {
      case property = 10, value = 12, keyword = 14, snippet = 15, color = 16, reference = 18
      case enumMember = 20
      case event = 23
    }

    package var label: String
    /// What sort of thing it is, by LSP's number; nil where the client knows no number for it.
    package var kind: Int?
    package var detail: String?
    package var documentation: MarkupContent?
    package var sortText: String
    package var filterText: String
    package var isSnippet = false
    package var edit: TextEdit
    package var additionalEdits: [TextEdit] = []
  }

  package struct Hover: Equatable, Sendable {
    package var contents: MarkupContent
    package var range: Range
  }

  package struct CodeAction: Equatable, Sendable {
    package var title: String
    package var isPreferred = false
    package var diagnostics: [Diagnostic] = []
    package var effect: Effect

    /// What is done when the action is chosen.
    package enum Effect: Equatable, Sendable {
      /// The editor changes a text.
      case edit(WorkspaceEdit)
      /// The editor sends a request to change what autofill remembers.
      case autofill(AutofillCommand)
    }

    /// What sort of action it is, by LSP's names.
    package var kind: String {
      switch effect {
      case .edit: "quickfix"
      case .autofill: "refactor"
      }
    }
  }

  /// How an editor takes code actions.
  package enum ActionForm: Equatable, Sendable {
    case literal(showsPreferred: Bool)
    case command
  }

  /// What an editor may ask us to do for a person, by the names on the wire.
  package enum CommandName: String, CaseIterable, Sendable {
    case learn = "fieldd.learnAutofill"
    case remove = "fieldd.removeAutofill"
    /// To have an edit applied, for editors whose actions are no more than commands.
    case fix = "fieldd.applyFix"
  }

  /// A change of what autofill remembers, as a command of the editor.
  package struct AutofillCommand: Equatable, Sendable {
    package var name: CommandName
    package var uri: String
    package var key: String
    package var text: String
  }

  /// Edits of one document, for a version of it where the client wants to be told.
  package struct WorkspaceEdit: Equatable, Sendable {
    package var uri: String
    package var version: Int?
    package var isVersioned: Bool
    package var edits: [TextEdit]
  }

  package struct DocumentSymbol: Equatable, Sendable {
    package var name: String
    package var detail: String
    package var range: Range
    package var selectionRange: Range
  }

  package struct InlayHint: Equatable, Sendable {
    package var position: Position
    package var label: String
    package var tooltip: String
    package var hasPaddingLeft: Bool
    package var hasPaddingRight: Bool
  }
}

extension LSP.CompletionList {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("isIncomplete")
    json.bool(isIncomplete)
    json.name("items")
    json.list(items) { $0.write(to: &$1) }
    json.endObject()
  }
}

extension LSP.CompletionItem {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("label")
    json.string(label)
    if let kind {
      json.name("kind")
      json.integer(kind)
    }
    if let detail {
      json.name("detail")
      json.string(detail)
    }
    if let documentation {
      json.name("documentation")
      documentation.write(to: &json)
    }
    json.name("sortText")
    json.string(sortText)
    json.name("filterText")
    json.string(filterText)
    json.name("insertTextFormat")
    json.integer(isSnippet ? 2 : 1)
    json.name("textEdit")
    edit.write(to: &json)
    if !additionalEdits.isEmpty {
      json.name("additionalTextEdits")
      json.list(additionalEdits) { $0.write(to: &$1) }
    }
    json.endObject()
  }
}

extension LSP.Hover {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("contents")
    contents.write(to: &json)
    json.name("range")
    range.write(to: &json)
    json.endObject()
  }
}

extension LSP.CodeAction {
  func write(_ form: LSP.ActionForm, to json: inout JSONWriter) {
    switch form {
    case .literal(let showsPreferred): writeLiteral(showsPreferred, to: &json)
    case .command: effect.writeCommand(title: title, to: &json)
    }
  }

  private func writeLiteral(_ showsPreferred: Bool, to json: inout JSONWriter) {
    json.beginObject()
    json.name("title")
    json.string(title)
    json.name("kind")
    json.string(kind)
    if !diagnostics.isEmpty {
      json.name("diagnostics")
      json.list(diagnostics) { $0.write(to: &$1) }
    }
    if isPreferred, showsPreferred {
      json.name("isPreferred")
      json.bool(true)
    }
    switch effect {
    case .edit(let edit):
      json.name("edit")
      edit.write(to: &json)
    case .autofill:
      json.name("command")
      effect.writeCommand(title: title, to: &json)
    }
    json.endObject()
  }
}

extension LSP.CodeAction.Effect {
  fileprivate func writeCommand(title: String, to json: inout JSONWriter) {
    json.beginObject()
    json.name("title")
    json.string(title)
    json.name("command")
    switch self {
    case .edit: json.string(LSP.CommandName.fix.rawValue)
    case .autofill(let command): json.string(command.name.rawValue)
    }
    json.name("arguments")
    json.beginArray()
    switch self {
    case .edit(let edit): edit.write(to: &json)
    case .autofill(let command): command.write(to: &json)
    }
    json.endArray()
    json.endObject()
  }
}

extension LSP.AutofillCommand {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    for (name, value) in [("uri", uri), ("key", key), ("text", text)] {
      json.name(name)
      json.string(value)
    }
    json.endObject()
  }
}

extension LSP.WorkspaceEdit {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    if isVersioned {
      json.name("documentChanges")
      json.beginArray()
      json.beginObject()
      json.name("textDocument")
      json.beginObject()
      json.name("uri")
      json.string(uri)
      json.name("version")
      if let version { json.integer(version) } else { json.null() }
      json.endObject()
      json.name("edits")
      writeEdits(to: &json)
      json.endObject()
      json.endArray()
    } else {
      json.name("changes")
      json.beginObject()
      json.name(uri)
      writeEdits(to: &json)
      json.endObject()
    }
    json.endObject()
  }

  private func writeEdits(to json: inout JSONWriter) {
    json.list(edits) { $0.write(to: &$1) }
  }
}

extension LSP.DocumentSymbol {
  /// LSP's `SymbolKind.Field`.
  private static let kind = 8

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("name")
    json.string(name)
    json.name("detail")
    json.string(detail)
    json.name("kind")
    json.integer(Self.kind)
    json.name("range")
    range.write(to: &json)
    json.name("selectionRange")
    selectionRange.write(to: &json)
    json.endObject()
  }

  /// The older, flat form, for clients that know no other.
  func writeFlat(_ uri: String, to json: inout JSONWriter) {
    json.beginObject()
    json.name("name")
    json.string(name)
    json.name("kind")
    json.integer(Self.kind)
    json.name("location")
    json.beginObject()
    json.name("uri")
    json.string(uri)
    json.name("range")
    range.write(to: &json)
    json.endObject()
    json.endObject()
  }
}

extension LSP.InlayHint {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("position")
    position.write(to: &json)
    json.name("label")
    json.string(label)
    json.name("tooltip")
    json.string(tooltip)
    if hasPaddingLeft {
      json.name("paddingLeft")
      json.bool(true)
    }
    if hasPaddingRight {
      json.name("paddingRight")
      json.bool(true)
    }
    json.endObject()
  }
}
