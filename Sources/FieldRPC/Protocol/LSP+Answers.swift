import FieldModels

extension LSP {
  package struct CompletionList: Equatable, Sendable {
    /// Typing on may bring other items.
    package var isIncomplete = false
    package var items: [CompletionItem] = []
  }

  package struct CompletionItem: Equatable, Sendable {
    /// The numbers that LSP gives them.
    package enum Kind: Int, Sendable {
      case text = 1, field = 5, property = 10, unit = 11, value = 12, enumMember = 20
      case keyword = 14, snippet = 15, reference = 18, event = 23
    }

    package var label: String
    package var kind: Kind
    package var detail: String?
    package var documentation: MarkupContent?
    package var isPreselected = false
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

  /// A change of what autofill remembers, as a command of the editor.
  package struct AutofillCommand: Equatable, Sendable {
    /// The commands, by their names on the wire.
    package enum Name: String, CaseIterable, Sendable {
      case learn = "fieldd.learnAutofill"
      case remove = "fieldd.removeAutofill"
    }

    package var name: Name
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
    json.name("kind")
    json.integer(kind.rawValue)
    if let detail {
      json.name("detail")
      json.string(detail)
    }
    if let documentation {
      json.name("documentation")
      documentation.write(to: &json)
    }
    if isPreselected {
      json.name("preselect")
      json.bool(true)
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
  func write(showsPreferred: Bool, to json: inout JSONWriter) {
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
    case .autofill(let command):
      json.name("command")
      command.write(title: title, to: &json)
    }
    json.endObject()
  }
}

extension LSP.AutofillCommand {
  func write(title: String, to json: inout JSONWriter) {
    json.beginObject()
    json.name("title")
    json.string(title)
    json.name("command")
    json.string(name.rawValue)
    json.name("arguments")
    json.beginArray()
    json.beginObject()
    for (name, value) in [("uri", uri), ("key", key), ("text", text)] {
      json.name(name)
      json.string(value)
    }
    json.endObject()
    json.endArray()
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
