package import FieldModels

/// What fieldd answers to editors.
extension LSP {
  /// The answer to `textDocument/completion`.
  package struct CompletionList: Equatable, Sendable {
    /// Typing on may bring other items.
    package var isIncomplete = false
    package var items: [CompletionItem] = []
  }

  /// Something to write at the cursor.
  package struct CompletionItem: Equatable, Sendable {
    /// What is offered, by the numbers that LSP gives it.
    package enum Kind: Int, Sendable {
      case property = 10, value = 12, keyword = 14, snippet = 15, color = 16, file = 17
      case reference = 18, enumMember = 20, event = 23
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
    /// By which the rest of it is found, where a client asks for that when somebody looks at it.
    package var data: [JSONValue.Member] = []
    /// The editor asks again once it is written, for the word in its first place.
    package var asksAgain = false
  }

  /// The answer to `textDocument/hover`.
  package struct Hover: Equatable, Sendable {
    package var contents: MarkupContent
    package var range: Range
  }

  /// A fix, or a change of what autofill remembers.
  package struct CodeAction: Equatable, Sendable {
    package var title: String
    package var isPreferred = false
    package var diagnostics: [Diagnostic] = []
    package var kind = Kind.quickFix
    package var effect: Effect

    /// What sort of action it is, by LSP's names.
    package enum Kind: String, CaseIterable, Sendable {
      case quickFix = "quickfix"
      case refactor
      /// These are for all of a document, and for who asks for them.
      case fixAll = "source.fixAll.fieldd"
      case connect = "source.connectFields"
      case sort = "source.sortMembers"

      /// Whether a client wants such ones that asks for some kinds, each with all below it, or for no
      /// particular ones.
      func isWanted(among kinds: [String]) -> Bool {
        if kinds.isEmpty { return self == .quickFix || self == .refactor }
        // An empty kind is the root of the hierarchy.
        return kinds.contains { $0.isEmpty || rawValue == $0 || rawValue.hasPrefix($0 + ".") }
      }
    }

    /// What is done when the action is chosen.
    package enum Effect: Equatable, Sendable {
      /// The editor changes a text.
      case edit(WorkspaceEdit)
      /// The editor sends a request to change what autofill remembers.
      case autofill(AutofillCommand)
      /// The editor asks a person, and sends the answers.
      case fill(FormTarget)
    }
  }

  /// How an editor takes code actions.
  package enum ActionForm: Equatable, Sendable {
    case literal(showsPreferred: Bool)
    case command
  }

  /// A command of the editor, by which it asks for completions again.
  static let askAgainCommand = "editor.action.triggerSuggest"

  /// What an editor may ask us to do for a person, by the names on the wire.
  package enum CommandName: String, CaseIterable, Sendable {
    case learn = "fieldd.learnAutofill"
    case remove = "fieldd.removeAutofill"
    /// To have an edit applied, for editors whose actions are no more than commands.
    case fix = "fieldd.applyFix"
    /// To have a person answer what a form asks.
    case fill = "fieldd.fillForm"
    /// To check all forms and records of the folders.
    case check = "fieldd.checkWorkspace"
  }

  /// A change of what autofill remembers, as a command of the editor.
  package struct AutofillCommand: Equatable, Sendable {
    package var name: CommandName
    package var uri: String
    package var key: String
    package var text: String
  }

  /// Edits of documents, each for a version of it where the client wants to be told.
  package struct WorkspaceEdit: Equatable, Sendable {
    package var isVersioned: Bool
    package var documents: [DocumentEdit]

    package init(isVersioned: Bool, documents: [DocumentEdit]) {
      self.isVersioned = isVersioned
      self.documents = documents
    }

    /// Edits of one document.
    package init(uri: String, version: WholeNumber?, isVersioned: Bool, edits: [TextEdit]) {
      self.isVersioned = isVersioned
      documents = [DocumentEdit(uri: uri, version: version, edits: edits)]
    }
  }

  /// Edits of a document; one that is not open has no version.
  package struct DocumentEdit: Equatable, Sendable {
    package var uri: String
    package var version: WholeNumber?
    package var edits: [TextEdit]
  }

  /// A field in an editor's outline.
  package struct DocumentSymbol: Equatable, Sendable {
    package var name: String
    package var detail: String
    package var range: Range
    package var selectionRange: Range
    /// What is in it.
    package var children: [DocumentSymbol] = []
  }

  /// Words that an editor shows beside the text.
  package struct InlayHint: Equatable, Sendable {
    package var position: Position
    package var label: String
    package var tooltip: String
    /// By which more is found, where a client asks for that when somebody looks at it.
    package var data: [JSONValue.Member] = []
    package var hasPaddingLeft: Bool
    package var hasPaddingRight: Bool

    /// One of which a client can ask for more.
    func resolvable(in uri: String) -> InlayHint {
      var hint = self
      hint.data = [.init("uri", .string(uri)), .init("tooltip", .string(tooltip))]
      return hint
    }
  }
}

extension LSP.CompletionList: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("isIncomplete", isIncomplete)
    json.member("items", items)
  }
}

extension LSP.CompletionItem: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("label", label)
    json.member("kind", ifAny: kind)
    json.member("detail", ifAny: detail)
    json.member("documentation", ifAny: documentation)
    json.member("sortText", sortText)
    json.member("filterText", filterText)
    json.member("insertTextFormat", isSnippet ? 2 : 1)
    json.member("textEdit", edit)
    if !additionalEdits.isEmpty { json.member("additionalTextEdits", additionalEdits) }
    if asksAgain {
      json.object("command") { json in
        json.member("title", "")
        json.member("command", LSP.askAgainCommand)
      }
    }
    if !data.isEmpty { json.member("data", JSONValue.object(data)) }
  }
}

extension LSP.Hover: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("contents", contents)
    json.member("range", range)
  }
}

extension LSP.CodeAction {
  func write(_ form: LSP.ActionForm, to json: inout JSONWriter) {
    switch form {
    case .literal(let showsPreferred): writeLiteral(showsPreferred, to: &json)
    case .command: writeCommand(to: &json)
    }
  }

  private func writeLiteral(_ showsPreferred: Bool, to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      json.member("kind", kind.rawValue)
      if !diagnostics.isEmpty { json.member("diagnostics", diagnostics) }
      if isPreferred, showsPreferred { json.member("isPreferred", true) }
      switch effect {
      case .edit(let edit): json.member("edit", edit)
      case .autofill, .fill: json.member("command") { writeCommand(to: &$0) }
      }
    }
  }

  private func writeCommand(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      switch effect {
      case .edit(let edit):
        json.member("command", LSP.CommandName.fix.rawValue)
        json.member("arguments", [edit])
      case .autofill(let command):
        json.member("command", command.name.rawValue)
        json.member("arguments", [command])
      case .fill(let target):
        json.member("command", LSP.CommandName.fill.rawValue)
        json.member("arguments", [target])
      }
    }
  }
}

extension LSP.AutofillCommand: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("uri", uri)
    json.member("key", key)
    json.member("text", text)
  }
}

extension LSP.WorkspaceEdit: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    if isVersioned {
      json.member("documentChanges", documents)
    } else {
      json.object("changes") { json in
        for document in documents { json.member(named: document.uri, document.edits) }
      }
    }
  }
}

extension LSP.DocumentEdit: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.object("textDocument") { json in
      json.member("uri", uri)
      json.member("version", orNull: version)
    }
    json.member("edits", edits)
  }
}

extension LSP.DocumentSymbol {
  /// LSP's `SymbolKind.Field`.
  static let kind = 8

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("detail", detail)
      json.member("kind", Self.kind)
      json.member("range", range)
      json.member("selectionRange", selectionRange)
      if !children.isEmpty {
        json.member("children") { json in
          json.array { json in for child in children { child.write(to: &json) } }
        }
      }
    }
  }

  /// It and all that is in it, one after the other.
  package var flattened: [LSP.DocumentSymbol] { [self] + children.flatMap { $0.flattened } }

  /// The older, flat form, for clients that know no other.
  func writeFlat(_ uri: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("kind", Self.kind)
      json.member("location", LSP.Location(uri: uri, range: range))
    }
  }
}

extension LSP.InlayHint: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("position", position)
    json.member("label", label)
    if data.isEmpty {
      json.member("tooltip", tooltip)
    } else {
      json.member("data", JSONValue.object(data))
    }
    if hasPaddingLeft { json.member("paddingLeft", true) }
    if hasPaddingRight { json.member("paddingRight", true) }
  }
}
