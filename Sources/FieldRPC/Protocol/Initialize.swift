package import FieldModels

/// What a client says of itself in `initialize`, as far as fieldd goes by it.
package struct InitializeParams: Equatable, Sendable {
  /// The process that started the daemon; the daemon ends with it.
  package var processID: WholeNumber?
  package var capabilities = ClientCapabilities()
  /// The URIs of the folders that it works in.
  package var folders: [String] = []
  /// What the client has as settings, as far as it says so at once.
  package var settings = JSONValue.null

  init(_ params: Parameters) {
    processID = params.optional("processId")?.integer
    if let client = params.optional("capabilities") { capabilities = ClientCapabilities(client) }
    capabilities.trace = params.optional("trace")?.string.flatMap(TraceValue.init) ?? .off
    capabilities.wording = Wording(locale: params.optional("locale")?.string)
    folders = ((try? params.array("workspaceFolders")) ?? []).compactMap {
      $0.optional("uri")?.string
    }
    if let options = params.optional("initializationOptions") {
      settings = (options.optional("fieldd") ?? options).value
    }
    if folders.isEmpty, let root = params.optional("rootUri")?.string { folders = [root] }
  }
}

/// What a client can show; what is not said can't.
package struct ClientCapabilities: Equatable, Sendable {
  package var positionEncoding = PositionEncoding.utf16
  /// How its reader is spoken to.
  package var wording = Wording.english
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
  /// The client has a command by which it asks for completions again.
  package var asksForCompletionAgain = false
  package var hoverFormat = LSP.MarkupFormat.string
  package var documentationFormat = LSP.MarkupFormat.string
  /// What the client asks for anew when it is told to.
  package var refreshes: [Method] = []
  package var takesPreferredActions = false
  /// Code actions with edits and kinds; for others there are commands.
  package var takesActionLiterals = false
  package var takesDiagnostics = false
  /// The client asks what is wrong, and asks again where it is told to: without that it would not
  /// hear of what changes by itself, and is told as others are.
  package var pullsDiagnostics = false
  /// It hears of other documents in answer to a question about one.
  package var takesRelatedDocuments = false
  /// The client watches files where it is asked to.
  package var watchesFiles = false
  /// The client shows how far something is that it has not asked for.
  package var createsProgress = false
  /// The client changes texts where the daemon asks for it.
  package var appliesEdits = false
  package var itemKinds = ItemKinds()
  /// It asks for the documentation of a completion when somebody looks at that.
  package var resolvesDocumentation = false
  /// It asks for the tooltip of a hint when somebody looks at that.
  package var resolvesTooltips = false
  /// How much it wants to hear of what goes on.
  package var trace = TraceValue.off
  /// The kinds of questions that it shows for a command; nil where it knows nothing of that.
  package var dialogKinds: Set<String>?
  /// The client has settings that it can be asked for.
  package var hasSettings = false
  /// It tells of other settings only where it is asked to.
  package var registersSettings = false
  /// What the person at the client wishes.
  package var settings = ClientSettings()
  /// What the client does of the forms layer; nil for one that has not heard of it.
  package var forms: FormCapabilities?

  package init() {}

  init(_ client: Parameters) {
    // The list is in the client's order of preference, and all three cost us the same.
    let encodings = client.optional("general")?.strings("positionEncodings") ?? []
    positionEncoding = encodings.lazy.compactMap(PositionEncoding.init(wireName:)).first ?? .utf16
    func isInDiagnostics(_ name: StaticString) -> Bool {
      client.flag("textDocument", "publishDiagnostics", name)
        || client.flag("textDocument", "diagnostic", name)
    }
    takesRelatedInformation = isInDiagnostics("relatedInformation")
    takesCodeDescriptions = isInDiagnostics("codeDescriptionSupport")
    takesDiagnosticData = isInDiagnostics("dataSupport")
    takesRelatedDocuments = client.flag("textDocument", "diagnostic", "relatedDocumentSupport")
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
    if client.flag("workspace", "codeLens", "refreshSupport") {
      refreshes.append(.codeLensRefresh)
    }
    // The second name is that of a widely used library of types.
    let asksAgain =
      client.flag("workspace", "diagnostics", "refreshSupport")
      || client.flag("workspace", "diagnostic", "refreshSupport")
    pullsDiagnostics =
      asksAgain && client.optional("textDocument")?.optional("diagnostic") != nil
    takesPreferredActions = client.flag("textDocument", "codeAction", "isPreferredSupport")
    hasSettings = client.flag("workspace", "configuration")
    registersSettings = client.flag("workspace", "didChangeConfiguration", "dynamicRegistration")
    watchesFiles = client.flag("workspace", "didChangeWatchedFiles", "dynamicRegistration")
    createsProgress = client.flag("window", "workDoneProgress")
    appliesEdits = client.flag("workspace", "applyEdit")
    let text = client.optional("textDocument")
    foldingLimit = text?.optional("foldingRange")?.optional("rangeLimit")?.integer.map {
      Int(clamping: $0)
    }
    takesActionLiterals = text?.optional("codeAction")?.optional("codeActionLiteralSupport") != nil
    let completion = text?.optional("completion")
    itemKinds = ItemKinds(completion?.optional("completionItemKind"))
    func resolves(_ name: String, of item: Parameters?) -> Bool {
      item?.optional("resolveSupport")?.strings("properties").contains(name) ?? false
    }
    resolvesDocumentation = resolves(
      "documentation", of: completion?.optional("completionItem"))
    resolvesTooltips = resolves("tooltip", of: text?.optional("inlayHint"))
    takesDiagnostics = text?.optional("publishDiagnostics") != nil
    let dialogs =
      client.optional("experimental")?.optional("interactiveResolve")
      ?? client.optional("workspace")?.optional("interactiveResolve")
    dialogKinds = dialogs.map { Set($0.strings("inputTypes")) }
    asksForCompletionAgain =
      client.optional("experimental")?.optional("commands")?.strings("commands")
      .contains(LSP.askAgainCommand) ?? false
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
      let listed = try? kinds?.array("valueSet").compactMap {
        $0.integer.flatMap { Int(exactly: $0) }
      }
      if let listed { numbers = Set(listed) }
    }

    /// The number of a kind, else of one that means nearly the same; nil where none is known.
    func nearest(to kind: LSP.CompletionItem.Kind) -> Int? {
      let likely: [LSP.CompletionItem.Kind] =
        switch kind {
        case .enumMember, .event, .color, .file, .reference: [kind, .value]
        case .property, .value, .keyword, .snippet: [kind]
        }
      return likely.map { $0.rawValue }.first(where: numbers.contains)
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
  /// What is wrong is told where the client asks.
  package var answersDiagnostics: Bool
  package var resolvesDocumentation: Bool
  package var resolvesTooltips: Bool
  /// Commands may ask something before they are done.
  package var resolvesCommands: Bool
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
    json.object("completionProvider") { json in
      json.member("triggerCharacters", ["\"", ":"])
      if resolvesDocumentation { json.member("resolveProvider", true) }
    }
    json.member("hoverProvider", true)
    json.member("codeActionProvider") { json in
      if tellsActionKinds {
        json.object {
          $0.member("codeActionKinds", LSP.CodeAction.Kind.allCases.map { $0.rawValue })
        }
      } else {
        json.value(true)
      }
    }
    json.object("executeCommandProvider") {
      $0.member("commands", LSP.CommandName.allCases.map { $0.rawValue })
    }
    json.member("documentSymbolProvider", true)
    json.member("workspaceSymbolProvider", true)
    json.member("inlayHintProvider") { json in
      if resolvesTooltips {
        json.object { $0.member("resolveProvider", true) }
      } else {
        json.value(true)
      }
    }
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
    json.member("linkedEditingRangeProvider", true)
    json.object("codeLensProvider") { $0.member("resolveProvider", false) }
    json.member("foldingRangeProvider", true)
    json.member("selectionRangeProvider", true)
    json.member("colorProvider", true)
    json.object("semanticTokensProvider") { json in
      json.object("legend") { json in
        json.member("tokenTypes", LSP.TokenKind.allCases.map { $0.name })
        json.member("tokenModifiers", LSP.TokenModifiers.names)
      }
      json.member("range", true)
      json.object("full") { $0.member("delta", true) }
    }
    json.object("workspace") { json in
      json.object("workspaceFolders") { json in
        json.member("supported", true)
        json.member("changeNotifications", true)
      }
      json.object("fileOperations") { json in
        json.object("willRename") { json in
          json.member("filters") { json in
            json.array { json in
              json.fileFilter(LSP.documentGlob, matching: "file")
              // What is in it moves too.
              json.fileFilter("**", matching: "folder")
            }
          }
        }
      }
    }
    json.object("documentLinkProvider") { $0.member("resolveProvider", false) }
    if resolvesCommands {
      json.object("experimental") { json in
        json.object("interactiveResolveProvider") { $0.member("kinds", ["command"]) }
      }
    }
    if answersDiagnostics {
      json.object("diagnosticProvider") { json in
        json.member("identifier", "fieldd")
        // Records depend on their forms.
        json.member("interFileDependencies", true)
        json.member("workspaceDiagnostics", true)
      }
    }
  }
}

extension JSONWriter {
  /// A filter of files or folders of which a client tells.
  fileprivate mutating func fileFilter(_ glob: String, matching kind: String) {
    object { json in
      json.member("scheme", "file")
      json.object("pattern") { json in
        json.member("glob", glob)
        json.member("matches", kind)
      }
    }
  }
}
