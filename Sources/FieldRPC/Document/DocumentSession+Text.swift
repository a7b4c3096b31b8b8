import FieldModels

/// What an editor asks about the text of a form.
extension DocumentSession {
  /// The answer to a question that the form's own text answers.
  func answer(
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
    case .definition, .references, .rename:
      // These are about more than one text (`Session+Names`).
      return .nothing
    }
  }
}
