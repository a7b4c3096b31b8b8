import FieldModels

/// What an editor asks about the text of a form.
extension DocumentSession {
  /// The answer to a question that the form's own text answers.
  mutating func answer(
    to question: TextQuestion, for client: ClientCapabilities
  ) -> ServerMessage.Answer {
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let formatting = Formatting(text: document.text, encoding: client.positionEncoding)
    switch question {
    case .layout(let ranges, let style):
      return .textEdits(formatting.edits(in: ranges) { document.layoutEdits(in: $0, style) })
    case .layoutWhileTyping(let character, let position, let style):
      return .textEdits(
        formatting.edits(
          typing: character, at: position, style,
          endingAt: { document.layoutEdits(ofPartEndingAt: $0, style) },
          level: { document.level(ofLineAt: $0) }))
    case .highlights(let position):
      let name = document.nameSite(atByteOffset: translation.byteOffset(position))?.name
      let sites = name.map { document.sites(of: $0) } ?? []
      return .highlights(
        sites.map {
          LSP.Highlight(range: translation.range($0.span), isDefinition: $0.isDefinition)
        })
    case .prepareRename(let position):
      guard let site = document.nameSite(atByteOffset: translation.byteOffset(position)) else {
        return .nothing
      }
      return .renamePlace(
        LSP.RenamePlace(range: translation.range(site.span), placeholder: site.name.text))
    case .foldings:
      var foldings = Foldings(of: document.text, limit: client.foldingLimit)
      document.forEachSlice(in: 0..<document.text.byteCount) { slice, start in
        foldings.add(start..<(start + slice.byteCount))
        return true
      }
      return .foldings(foldings.all)
    case .selections(let positions):
      return .selections(
        positions.map { position in
          let offset = translation.byteOffset(position)
          return LSP.Selection(
            ranges: document.selections(around: offset).reversed().map(translation.range))
        })
    case .colors: return .colors(document.colors(translation))
    case .colorTexts(let color, let range): return .colorTexts(color.texts(in: range))
    case .links: return .links([])
    case .tokens(let range?):
      let bytes = translation.bytes(range)
      return .tokens(
        LSP.Tokens(data: document.semanticTokens(in: bytes, client.positionEncoding).data))
    case .tokens(nil): return .tokens(tokens(client.positionEncoding))
    case .tokenChanges(let id): return tokenChange(since: id, client.positionEncoding)
    case .linkedRanges(let position):
      let ranges = document.linkedRanges(atByteOffset: translation.byteOffset(position))
      if ranges.isEmpty { return .nothing }
      return .linkedRanges(LSP.LinkedRanges(ranges: ranges.map(translation.range)))
    case .lenses:
      let lenses = CodeLenses(
        document: document, encoding: client.positionEncoding,
        filledURI: client.dialogKinds == nil ? nil : uri)
      return .lenses(lenses.all)
    case .diagnostics, .definition, .references, .rename:
      // These are about more than one text (`Session+Names`, `Session+Diagnostics`).
      return .nothing
    }
  }
}

// Tokens, of which those told last are kept, so that a client can be told what has changed.
extension DocumentSession {
  private mutating func tokens(_ encoding: PositionEncoding) -> LSP.Tokens {
    let whole = 0..<document.text.byteCount
    let data = document.semanticTokens(in: whole, encoding).data
    guard data.count <= Self.keptTokenCount else {
      toldTokens = nil
      return LSP.Tokens(data: data)
    }
    let tokens = LSP.Tokens(id: String((toldTokens?.id.flatMap { Int($0) } ?? 0) + 1), data: data)
    toldTokens = tokens
    return tokens
  }

  private mutating func tokenChange(
    since id: String, _ encoding: PositionEncoding
  ) -> ServerMessage.Answer {
    let old = toldTokens
    let new = tokens(encoding)
    // Who knows something else is told everything.
    guard let old, old.id == id, let newID = new.id else { return .tokens(new) }
    let shorter = min(old.data.count, new.data.count)
    var (first, last) = (0, 0)
    while first < shorter, old.data[first] == new.data[first] { first += 1 }
    while last < shorter - first,
      old.data[old.data.count - 1 - last] == new.data[new.data.count - 1 - last]
    {
      last += 1
    }
    return .tokenChange(
      LSP.TokenChange(
        id: newID, range: first..<(old.data.count - last),
        data: new.data[first..<(new.data.count - last)]))
  }

  /// More numbers are not kept: of a text that is so large the client should ask for what it shows.
  private static var keptTokenCount: Int { 1 << 20 }
}
