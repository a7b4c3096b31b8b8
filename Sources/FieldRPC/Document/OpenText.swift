import FieldModels

/// A text that an editor has open: a form, records, or a form in a foreign format.
///
/// Each kind says what its text has at a place, in bytes. One function makes the answers to editors from that.
/// A kind without a feature inherits an empty answer, and gets the feature by a member of its own.
protocol OpenText {
  var uri: String { get }
  var text: Rope { get }

  /// What is told of the thing at a position.
  func hover(at position: LSP.Position, in turn: Turn) -> LSP.Hover?
  /// The outline.
  func symbols(for client: ClientCapabilities) -> [LSP.DocumentSymbol]
  /// What is beside the values in a range.
  func inlayHints(in range: LSP.Range, in turn: Turn) -> [LSP.InlayHint]
  /// Fixes, and what else can be done with a range; `only` has the kinds that are wanted, or is empty for all.
  mutating func codeActions(
    in range: LSP.Range, only kinds: [String], in turn: Turn
  ) -> [LSP.CodeAction]

  /// What lays out the ranges of the text; nil if the daemon only reads it.
  func layout(_ style: JSONLayout.Style) -> ((Range<Int>) -> [FieldModels.TextEdit])?
  /// The edits that lay out the part that ends at a byte.
  func layoutEdits(ofPartEndingAt end: Int, _ style: JSONLayout.Style) -> [FieldModels.TextEdit]
  /// How deep the line at a byte is indented.
  func level(ofLineAt offset: Int) -> Int?

  /// Where the text has the name at a byte.
  func mentions(ofNameAt offset: Int) -> [(span: Range<Int>, isDefinition: Bool)]
  /// The name at a byte, if it can be changed everywhere.
  func changeableName(at offset: Int) -> (span: Range<Int>, text: String)?
  /// Where the name at a byte is to be typed as well.
  func linkedRanges(atByteOffset offset: Int) -> [Range<Int>]

  /// What can be folded; nil to leave that to the editor.
  func foldings(limit: Int?) -> Foldings?
  /// The ranges around a byte, from the outside in; nil to leave that to the editor.
  func selections(around offset: Int) -> [Range<Int>]?
  func colors(by translation: Translation) -> [LSP.ColorPlace]
  /// How a colour is written in the place of a range.
  func texts(of color: LSP.Color, in range: LSP.Range) -> [LSP.ColorText]
  func links(by translation: Translation) -> [LSP.Link]
  func lenses(for client: ClientCapabilities) -> [LSP.CodeLens]

  /// What is where, in a range or in all of the text; nil to leave that to the editor.
  mutating func tokens(in range: Range<Int>?, _ encoding: PositionEncoding) -> LSP.Tokens?
  /// The same of all of it, as a change of what was told under an identity; nil if all is to be told.
  mutating func tokenChange(since id: String, _ encoding: PositionEncoding) -> LSP.TokenChange?
}

// The empty answers.
extension OpenText {
  func hover(at position: LSP.Position, in turn: Turn) -> LSP.Hover? { nil }
  func inlayHints(in range: LSP.Range, in turn: Turn) -> [LSP.InlayHint] { [] }
  func codeActions(
    in range: LSP.Range, only kinds: [String], in turn: Turn
  ) -> [LSP.CodeAction] { [] }
  func layout(_ style: JSONLayout.Style) -> ((Range<Int>) -> [FieldModels.TextEdit])? { nil }
  func layoutEdits(
    ofPartEndingAt end: Int, _ style: JSONLayout.Style
  ) -> [FieldModels.TextEdit] { [] }
  func level(ofLineAt offset: Int) -> Int? { nil }
  func mentions(ofNameAt offset: Int) -> [(span: Range<Int>, isDefinition: Bool)] { [] }
  func changeableName(at offset: Int) -> (span: Range<Int>, text: String)? { nil }
  func linkedRanges(atByteOffset offset: Int) -> [Range<Int>] { [] }
  func foldings(limit: Int?) -> Foldings? { nil }
  func selections(around offset: Int) -> [Range<Int>]? { nil }
  func colors(by translation: Translation) -> [LSP.ColorPlace] { [] }
  func texts(of color: LSP.Color, in range: LSP.Range) -> [LSP.ColorText] { [] }
  func links(by translation: Translation) -> [LSP.Link] { [] }
  func lenses(for client: ClientCapabilities) -> [LSP.CodeLens] { [] }
  func tokens(in range: Range<Int>?, _ encoding: PositionEncoding) -> LSP.Tokens? { nil }
  func tokenChange(since id: String, _ encoding: PositionEncoding) -> LSP.TokenChange? { nil }
}

// The answers.
extension OpenText {
  /// The answer to a request about this text alone; nil for any other request.
  mutating func answer(to call: ClientRequest.Call, in turn: Turn) -> ServerMessage.Answer? {
    let client = turn.client
    switch call {
    case .hover(let place):
      return hover(at: place.position, in: turn).map { .hover($0) } ?? .nothing
    case .codeAction(_, let range, let only):
      let actions = codeActions(in: range, only: only, in: turn)
      return .codeActions(
        actions,
        client.takesActionLiterals
          ? .literal(showsPreferred: client.takesPreferredActions) : .command)
    case .documentSymbol:
      return .symbols(symbols(for: client), uri: uri, isNested: client.takesNestedSymbols)
    case .inlayHint(_, let range):
      let hints = inlayHints(in: range, in: turn)
      return .inlayHints(client.resolvesTooltips ? hints.map { $0.resolvable(in: uri) } : hints)
    case .resolve(let question):
      guard case .hint(_, let tooltip, let position) = question.subject else { return nil }
      let hover = hover(at: position, in: turn)
      return .item(question.item(withTooltip: tooltip, hover, for: client))
    case .text(_, let question): return answer(to: question, for: client)
    case .initialize, .shutdown, .completion, .form, .check, .workspace, .resolveCommand,
      .rows, .fill, .importForm, .applyFix:
      return nil
    }
  }

  /// The answer to a question about this text alone; nothing to one about several (`Session+Names`,
  /// `Session+Diagnostics`).
  private mutating func answer(
    to question: TextQuestion, for client: ClientCapabilities
  ) -> ServerMessage.Answer {
    let translation = Translation(text: text, encoding: client.positionEncoding)
    let formatting = Formatting(text: text, encoding: client.positionEncoding)
    switch question {
    case .layout(let ranges, let style):
      return .textEdits(layout(style).map { formatting.edits(in: ranges, by: $0) } ?? [])
    case .layoutWhileTyping(let character, let position, let style):
      return .textEdits(
        formatting.edits(
          typing: character, at: position, style,
          endingAt: { layoutEdits(ofPartEndingAt: $0, style) }, level: { level(ofLineAt: $0) }))
    case .highlights(let position):
      return .highlights(
        mentions(ofNameAt: translation.byteOffset(position)).map {
          LSP.Highlight(range: translation.range($0.span), isDefinition: $0.isDefinition)
        })
    case .prepareRename(let position):
      guard let name = changeableName(at: translation.byteOffset(position)) else { return .nothing }
      return .renamePlace(
        LSP.RenamePlace(range: translation.range(name.span), placeholder: name.text))
    case .linkedRanges(let position):
      let ranges = linkedRanges(atByteOffset: translation.byteOffset(position))
      if ranges.isEmpty { return .nothing }
      return .linkedRanges(LSP.LinkedRanges(ranges: ranges.map(translation.range)))
    case .foldings:
      return foldings(limit: client.foldingLimit).map { .foldings($0.all) } ?? .nothing
    case .selections(let positions):
      var selections: [LSP.Selection] = []
      for position in positions {
        guard let ranges = self.selections(around: translation.byteOffset(position)) else {
          return .nothing
        }
        selections.append(LSP.Selection(ranges: ranges.reversed().map(translation.range)))
      }
      return .selections(selections)
    case .colors: return .colors(colors(by: translation))
    case .colorTexts(let color, let range): return .colorTexts(texts(of: color, in: range))
    case .links: return .links(links(by: translation))
    case .lenses: return .lenses(lenses(for: client))
    case .tokens(let range):
      let tokens = tokens(in: range.map(translation.bytes), client.positionEncoding)
      return tokens.map { .tokens($0) } ?? .nothing
    case .tokenChanges(let id):
      if let change = tokenChange(since: id, client.positionEncoding) {
        return .tokenChange(change)
      }
      return answer(to: .tokens(in: nil), for: client)
    case .diagnostics, .definition, .references, .rename: return .nothing
    }
  }
}
