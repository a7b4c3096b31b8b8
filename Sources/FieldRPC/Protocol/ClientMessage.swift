package import FieldModels

/// A message from the client, parsed: behind it no method names are compared.
package enum ClientMessage: Equatable, Sendable {
  case request(RequestID, ClientRequest)
  case notification(ClientNotification)
  /// The answer to a request of ours: a result, or nil for an error.
  case response(RequestID, ClientAnswer)
  /// Something that can't be understood; a request among them is told so. Where it would have
  /// changed a text, that text is not known any more.
  case broken(RequestID?, RPCError, isRequest: Bool, lost: LostText? = nil)
}

extension ClientMessage {
  /// The id of a request.
  package var requestID: RequestID? {
    if case .request(let id, _) = self { id } else { nil }
  }

  /// The request that it takes back.
  package var cancels: RequestID? {
    if case .notification(.cancel(let id)) = self { id } else { nil }
  }

  /// The document that it is about.
  package var uri: String? {
    switch self {
    case .request(_, let request): request.call.uri
    case .notification(let notification): notification.uri
    case .broken(_, _, _, let lost): lost?.uri
    case .response: nil
    }
  }
}

/// A text of the client that it has changed in a way that can't be read.
package struct LostText: Equatable, Sendable {
  package var uri: String
  /// The version that the client now has.
  package var version: WholeNumber?
}

/// A request with the tokens under which its client wants to hear of it.
package struct ClientRequest: Equatable, Sendable {
  package var call: Call
  /// Where to tell that work begins and ends.
  package var workDoneToken: RequestID?
  /// Where to send parts of a long answer.
  package var partialResultToken: RequestID?

  /// What is asked.
  package enum Call: Equatable, Sendable {
    case initialize(InitializeParams)
    case shutdown
    case completion(DocumentPosition)
    case hover(DocumentPosition)
    /// `only` has the kinds that are wanted; all, where it is empty.
    case codeAction(uri: String, LSP.Range, only: [String])
    case documentSymbol(uri: String)
    case inlayHint(uri: String, LSP.Range)
    case text(uri: String, TextQuestion)
    case form(FormCall)
    case check(CheckParams)
    case workspace(WorkspaceQuestion)
    /// Which questions a command asks.
    case resolveCommand(CommandDialog)
    case rows(RowsQuestion)
    /// To write the answers into a form.
    case fill(CommandDialog)
    /// More of a completion or a hint that somebody looks at.
    case resolve(ItemQuestion)
    case importForm(ImportParams)
    /// To send an edit back, for the editor to apply.
    case applyFix(JSONValue)

    /// Whether it asks what is wrong, which has an answer even where the text is lost.
    var isAboutDiagnostics: Bool {
      if case .text(_, .diagnostics) = self { true } else { false }
    }

    /// The document that is asked about.
    package var uri: String? {
      switch self {
      case .initialize, .shutdown, .workspace, .importForm, .applyFix: nil
      case .resolveCommand(let dialog), .fill(let dialog): dialog.target?.uri
      case .rows(let question): question.uri
      case .resolve(let question): question.uri
      case .form(let call): call.uri
      case .check(let params): params.uri
      case .completion(let place), .hover(let place): place.uri
      case .codeAction(let uri, _, _), .documentSymbol(let uri), .inlayHint(let uri, _),
        .text(let uri, _):
        uri
      }
    }
  }

  package init(_ call: Call) { self.call = call }

  /// Whether it names a place of a text, which is another after an edit.
  package var hasPlace: Bool {
    switch call {
    case .completion, .hover, .codeAction, .inlayHint: true
    case .text(_, let question): question.hasPlace
    case .initialize, .shutdown, .documentSymbol, .form, .check, .workspace, .resolve,
      .resolveCommand, .rows, .fill, .importForm, .applyFix:
      false
    }
  }

  /// What to call the work in a progress display.
  package var title: String {
    switch call {
    case .initialize: "Starting"
    case .shutdown: "Shutting down"
    case .completion: "Completing"
    case .hover: "Looking up"
    case .codeAction: "Finding fixes"
    case .documentSymbol: "Listing fields"
    case .inlayHint: "Counting"
    case .text(_, let question): question.title
    case .form, .resolveCommand, .rows, .fill: "Filling in"
    case .check: "Checking"
    case .workspace(let question): question.title
    case .resolve: "Looking up"
    case .importForm: "Converting"
    case .applyFix: "Mending"
    }
  }
}

/// A form in the format of others.
package struct ImportParams: Equatable, Sendable {
  package var format: FormFormat
  package var form: ForeignForm
  init(_ params: Parameters) throws(RPCError) {
    format = try params.word("format", among: FormFormat.readable)
    if params.optional("text") != nil {
      form = .text(try params.string("text"))
    } else if format == .lspForm || format == .a2ui, let list = params.optional("document"),
      list.value.array != nil
    {
      form = .value(list.value)
    } else {
      form = .value(try params.object("document").value)
    }
  }

  /// The document that is made of it.
  func converted(by conversions: Conversions) throws(RPCError) -> Conversion {
    do throws(ConversionRefusal) {
      return try conversions.imported(form, format)
    } catch {
      let name = if case .text = form { "text" } else { "document" }
      throw .unreadableForm(name, format, error)
    }
  }
}

/// A place in a document.
package struct DocumentPosition: Equatable, Sendable {
  package var uri: String
  package var position: LSP.Position
}

/// What the client tells without waiting for an answer.
package enum ClientNotification: Equatable, Sendable {
  case initialized
  /// `shutdown` from a client that does not want an answer to it.
  case shutdown
  case exit
  case cancel(RequestID)
  /// A person has stopped what a progress display with this token is about.
  case cancelProgress(RequestID)
  case didOpen(DidOpenParams)
  case didChange(DidChangeParams)
  case didSave(uri: String)
  case didClose(uri: String)
  /// The client works in other folders, by their URIs.
  case didChangeFolders(added: [String], removed: [String])
  /// Files have changed, come or gone, by their URIs.
  case didChangeFiles([String])
  /// The settings are others: these, or nil where they are to be asked for.
  case didChangeSettings(JSONValue?)
  case setTrace(TraceValue)
  /// One that fieldd has no use for.
  case ignored
}

extension ClientNotification {
  /// The document that it is about.
  package var uri: String? {
    switch self {
    case .didOpen(let params): params.uri
    case .didChange(let params): params.uri
    case .didSave(let uri), .didClose(let uri): uri
    case .initialized, .shutdown, .exit, .cancel, .cancelProgress, .didChangeFolders,
      .didChangeFiles, .didChangeSettings, .setTrace, .ignored:
      nil
    }
  }
}

/// The parameters of `textDocument/didOpen`.
package struct DidOpenParams: Equatable, Sendable {
  package var uri: String
  package var languageID: String
  package var version: WholeNumber?
  /// UTF-8.
  package var text: [UInt8]
}

/// The parameters of `textDocument/didChange`.
package struct DidChangeParams: Equatable, Sendable {
  package var uri: String
  package var version: WholeNumber?
  package var changes: [ContentChange]

  /// A text in the place of a range, or of the whole document.
  package struct ContentChange: Equatable, Sendable {
    /// The whole document where there is none.
    package var range: LSP.Range?
    /// UTF-8.
    package var text: [UInt8]
  }

  /// The changes that can be carried out.
  ///
  /// - Parameter lostBecause: why the text is not known, for which only a whole text makes up; nil
  ///   again once there is one
  /// - Returns: all of them, or those from the last whole text on
  func changes(makingUpFor lostBecause: inout String?) -> ArraySlice<ContentChange> {
    guard lostBecause != nil else { return changes[...] }
    guard let whole = changes.lastIndex(where: { $0.range == nil }) else {
      return changes[changes.endIndex...]
    }
    lostBecause = nil
    return changes[whole...]
  }
}
