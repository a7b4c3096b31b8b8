package import FieldModels

/// What an editor asks about a text that it has open, be that a form or a record.
package enum TextQuestion: Equatable, Sendable {
  /// How the text should be laid out, or some ranges of it.
  case layout(in: [LSP.Range]?, JSONLayout.Style)
  /// The same where somebody has just typed a character.
  case layoutWhileTyping(String, at: LSP.Position, JSONLayout.Style)
  case definition(of: LSP.Position)
  case references(to: LSP.Position, withDefinition: Bool)
  case highlights(of: LSP.Position)
  /// Whether there is a name that can be changed everywhere.
  case prepareRename(at: LSP.Position)
  case rename(at: LSP.Position, to: String)
  case foldings
  case selections(around: [LSP.Position])
  case colors
  /// How a colour is written in the place of a range.
  case colorTexts(LSP.Color, in: LSP.Range)
  case links
  /// What stands where, in all of the text or in a range.
  case tokens(in: LSP.Range?)
  /// The same of all of it, as changes of what was told under an identity.
  case tokenChanges(since: String)
  /// Where else a name stands, to be typed there too.
  case linkedRanges(of: LSP.Position)
  case lenses
  /// What is wrong, unless that is what the client knows under an id.
  case diagnostics(unless: String?)

  /// Whether it names a place of the text, which is another after an edit, or wants edits of it.
  var hasPlace: Bool {
    switch self {
    case .foldings, .colors, .links, .tokens(nil), .tokenChanges, .lenses, .diagnostics: false
    case .layout, .layoutWhileTyping, .definition, .references, .highlights, .prepareRename,
      .rename, .selections, .colorTexts, .linkedRanges, .tokens:
      true
    }
  }

  /// The place of a name that records may write, where all of them are meant.
  var sharedPlace: LSP.Position? {
    switch self {
    case .references(let position, _), .rename(let position, _): position
    case .layout, .layoutWhileTyping, .definition, .highlights, .prepareRename, .foldings,
      .selections, .colors, .colorTexts, .links, .tokens, .tokenChanges, .linkedRanges, .lenses,
      .diagnostics:
      nil
    }
  }

  /// What to call the work in a progress display.
  var title: String {
    switch self {
    case .layout, .layoutWhileTyping: "Laying out"
    case .definition, .references, .highlights, .linkedRanges, .links: "Looking up"
    case .prepareRename, .rename: "Renaming"
    case .foldings, .selections: "Finding what can be folded"
    case .colors, .colorTexts, .tokens, .tokenChanges: "Finding colours"
    case .lenses: "Counting"
    case .diagnostics: "Checking"
    }
  }
}

// How the wire spells them.
extension TextQuestion {
  /// Reads what a method asks; nil for one that asks nothing of the kind.
  init?(_ method: Method, _ params: Parameters) throws(RPCError) {
    switch method {
    case .formatting: self = .layout(in: nil, try params.layoutStyle())
    case .rangeFormatting:
      self = .layout(in: [try params.range("range")], try params.layoutStyle())
    case .rangesFormatting:
      var ranges: [LSP.Range] = []
      for range in try params.array("ranges") { ranges.append(try range.range()) }
      self = .layout(in: ranges, try params.layoutStyle())
    case .onTypeFormatting:
      self = .layoutWhileTyping(
        try params.string("ch"), at: try params.position("position"), try params.layoutStyle())
    case .definition: self = .definition(of: try params.position("position"))
    case .references:
      let context = try params.object("context")
      self = .references(
        to: try params.position("position"), withDefinition: try context.bool("includeDeclaration"))
    case .documentHighlight: self = .highlights(of: try params.position("position"))
    case .prepareRename: self = .prepareRename(at: try params.position("position"))
    case .rename:
      self = .rename(
        at: try params.position("position"), to: try params.string("newName"))
    case .foldingRange: self = .foldings
    case .selectionRange:
      var positions: [LSP.Position] = []
      for place in try params.array("positions") { positions.append(try place.position()) }
      self = .selections(around: positions)
    case .documentColor: self = .colors
    case .colorPresentation:
      let color = try params.object("color")
      self = .colorTexts(
        LSP.Color(
          red: try color.fraction("red"), green: try color.fraction("green"),
          blue: try color.fraction("blue"), alpha: try color.fraction("alpha")),
        in: try params.range("range"))
    case .documentLink: self = .links
    case .semanticTokens: self = .tokens(in: nil)
    case .semanticTokensRange: self = .tokens(in: try params.range("range"))
    case .semanticTokensDelta:
      self = .tokenChanges(since: try params.string("previousResultId"))
    case .linkedEditingRange: self = .linkedRanges(of: try params.position("position"))
    case .codeLens: self = .lenses
    case .diagnostic:
      self = .diagnostics(unless: params.optional("previousResultId")?.string)
    default: return nil
    }
  }
}

extension Parameters {
  /// The options of a request to lay out a text.
  fileprivate func layoutStyle() throws(RPCError) -> JSONLayout.Style {
    let options = try object("options")
    var style = JSONLayout.Style()
    // More is a mistake, or a text that nobody can read.
    style.tabSize = min(16, max(1, try options.place("tabSize")))
    style.insertsSpaces = try options.bool("insertSpaces")
    style.endsLastLine = try options.bool("insertFinalNewline", unlessGiven: true)
    style.trimsLastLines = try options.bool("trimFinalNewlines", unlessGiven: false)
    style.trimsLineEnds = try options.bool("trimTrailingWhitespace", unlessGiven: false)
    return style
  }
}
