package import FieldModels

/// What a client says of itself in `initialize`, as far as fieldd goes by it.
package struct InitializeParams: Equatable, Sendable {
  /// The process that started the daemon; the daemon ends with it.
  package var processID: Int?
  package var capabilities = ClientCapabilities()
  /// The URIs of the folders that it works in.
  package var folders: [String] = []

  init(_ params: Parameters) {
    processID = params.optional("processId")?.integer
    if let client = params.optional("capabilities") { capabilities = ClientCapabilities(client) }
    folders = ((try? params.array("workspaceFolders")) ?? []).compactMap {
      $0.optional("uri")?.string
    }
    if folders.isEmpty, let root = params.optional("rootUri")?.string { folders = [root] }
  }
}

/// What a client can show; what is not said can't.
package struct ClientCapabilities: Equatable, Sendable {
  package var positionEncoding = PositionEncoding.utf16
  package var takesRelatedInformation = false
  package var takesCodeDescriptions = false
  package var takesDiagnosticData = false
  package var takesVersionedEdits = false
  package var takesNestedSymbols = false
  /// The client asks whether there is a name before it asks for another.
  package var preparesRename = false
  /// How many folds the client takes; nil for any number.
  package var foldingLimit: Int?
  package var takesSnippets = false
  package var hoverFormat = LSP.MarkupFormat.string
  package var documentationFormat = LSP.MarkupFormat.string
  /// What the client asks for anew when it is told to.
  package var refreshes: [Method] = []
  package var takesPreferredActions = false
  /// Code actions with edits and kinds; for others there are commands.
  package var takesActionLiterals = false
  package var takesDiagnostics = false
  /// The client changes texts where the daemon asks for it.
  package var appliesEdits = false
  package var itemKinds = ItemKinds()
  /// What the client does of the forms layer; nil for one that has not heard of it.
  package var forms: FormCapabilities?

  package init() {}

  init(_ client: Parameters) {
    // The list is in the client's order of preference, and all three cost us the same.
    let encodings = client.optional("general")?.strings("positionEncodings") ?? []
    positionEncoding = encodings.lazy.compactMap(PositionEncoding.init(wireName:)).first ?? .utf16
    takesRelatedInformation = client.flag(
      "textDocument", "publishDiagnostics", "relatedInformation")
    takesCodeDescriptions = client.flag(
      "textDocument", "publishDiagnostics", "codeDescriptionSupport")
    takesDiagnosticData = client.flag("textDocument", "publishDiagnostics", "dataSupport")
    takesVersionedEdits = client.flag("workspace", "workspaceEdit", "documentChanges")
    takesNestedSymbols = client.flag(
      "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
    preparesRename = client.flag("textDocument", "rename", "prepareSupport")
    takesSnippets = client.flag(
      "textDocument", "completion", "completionItem", "snippetSupport")
    if client.flag("workspace", "inlayHint", "refreshSupport") {
      refreshes.append(.inlayHintRefresh)
    }
    if client.flag("workspace", "semanticTokens", "refreshSupport") {
      refreshes.append(.semanticTokensRefresh)
    }
    takesPreferredActions = client.flag("textDocument", "codeAction", "isPreferredSupport")
    appliesEdits = client.flag("workspace", "applyEdit")
    let text = client.optional("textDocument")
    foldingLimit = text?.optional("foldingRange")?.optional("rangeLimit")?.integer
    takesActionLiterals = text?.optional("codeAction")?.optional("codeActionLiteralSupport") != nil
    let completion = text?.optional("completion")
    itemKinds = ItemKinds(completion?.optional("completionItemKind"))
    takesDiagnostics = text?.optional("publishDiagnostics") != nil
    forms = client.optional("experimental")?.optional("fields").map { FormCapabilities($0) }
    hoverFormat = Self.format(text?.optional("hover")?.strings("contentFormat"))
    documentationFormat = Self.format(
      completion?.optional("completionItem")?.strings("documentationFormat"))
  }

  /// The client's favourite of the formats that we know.
  private static func format(_ names: [String]?) -> LSP.MarkupFormat {
    (names ?? []).lazy.compactMap { name -> LSP.MarkupFormat? in
      switch name {
      case "markdown": .markdown
      case "plaintext": .plaintext
      default: nil
      }
    }.first ?? .string
  }

  /// The kinds of completion items that a client has pictures for.
  package struct ItemKinds: Equatable, Sendable {
    /// Those of LSP's first version, unless the client says which.
    private var numbers = Set(1...18)

    package init() {}

    init(_ kinds: Parameters?) {
      let listed = try? kinds?.array("valueSet").compactMap(\.value.integer)
      if let listed { numbers = Set(listed) }
    }

    /// The number of a kind, else of one that means nearly the same; nil where none is known.
    func nearest(to kind: LSP.CompletionItem.Kind) -> Int? {
      let likely: [LSP.CompletionItem.Kind] =
        switch kind {
        case .enumMember, .event, .color, .reference: [kind, .value]
        case .property, .value, .keyword, .snippet: [kind]
        }
      return likely.map(\.rawValue).first(where: numbers.contains)
    }
  }
}

/// What a client does of the forms layer.
package struct FormCapabilities: Equatable, Sendable {
  /// The questions that it wants to be asked.
  package var questions: Set<FieldQuestion.Name> = []
  /// The names of the validators that it runs.
  package var validators: Set<String> = []
  /// The names of the autofill sources that it answers for.
  package var autofillSources: Set<String> = []

  init(_ fields: Parameters) {
    if let delegate = fields.optional("delegate") {
      questions =
        delegate.bool == true
        ? Set(FieldQuestion.Name.allCases)
        : Set(fields.strings("delegate").compactMap(FieldQuestion.Name.init))
    }
    validators = Set(fields.strings("validators"))
    autofillSources = Set(fields.strings("autofillSources"))
  }
}

extension PositionEncoding {
  init?(wireName: String) {
    switch wireName {
    case "utf-8": self = .utf8
    case "utf-16": self = .utf16
    case "utf-32": self = .utf32
    default: return nil
    }
  }

  var wireName: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16: "utf-16"
    case .utf32: "utf-32"
    }
  }
}

/// What fieldd can do, told in answer to `initialize`.
package struct InitializeResult: Equatable, Sendable {
  package var positionEncoding: PositionEncoding
  /// More may be said of code actions than that there are some.
  package var tellsActionKinds: Bool
  package var preparesRename: Bool
  package var version: String
}

extension InitializeResult: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.object("capabilities", writeCapabilities)
    json.object("serverInfo") { json in
      json.member("name", "fieldd")
      json.member("version", version)
    }
  }

  private func writeCapabilities(to json: inout JSONWriter) {
    json.member("positionEncoding", positionEncoding.wireName)
    json.object("textDocumentSync") { json in
      json.member("openClose", true)
      json.member("change", 2)
      json.member("save", true)
    }
    json.object("completionProvider") { $0.member("triggerCharacters", ["\"", ":"]) }
    json.member("hoverProvider", true)
    json.member("codeActionProvider") { json in
      if tellsActionKinds {
        json.object { $0.member("codeActionKinds", LSP.CodeAction.Kind.allCases.map(\.rawValue)) }
      } else {
        json.value(true)
      }
    }
    json.object("executeCommandProvider") {
      $0.member("commands", LSP.CommandName.allCases.map(\.rawValue))
    }
    json.member("documentSymbolProvider", true)
    json.member("inlayHintProvider", true)
    json.member("documentFormattingProvider", true)
    json.object("documentRangeFormattingProvider") { $0.member("rangesSupport", true) }
    json.object("documentOnTypeFormattingProvider") { json in
      json.member("firstTriggerCharacter", "}")
      json.member("moreTriggerCharacter", ["\n"])
    }
    json.member("definitionProvider", true)
    json.member("referencesProvider", true)
    json.member("documentHighlightProvider", true)
    json.member("renameProvider") { json in
      if preparesRename {
        json.object { $0.member("prepareProvider", true) }
      } else {
        json.value(true)
      }
    }
    json.member("foldingRangeProvider", true)
    json.member("selectionRangeProvider", true)
    json.member("colorProvider", true)
    json.object("semanticTokensProvider") { json in
      json.object("legend") { json in
        json.member("tokenTypes", LSP.TokenKind.allCases.map(\.name))
        json.member("tokenModifiers", LSP.TokenModifiers.names)
      }
      json.member("range", true)
      json.object("full") { $0.member("delta", true) }
    }
    json.object("documentLinkProvider") { $0.member("resolveProvider", false) }
  }
}
