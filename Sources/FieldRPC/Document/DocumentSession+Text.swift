import FieldModels

/// What an editor hears of the text of a form.
extension DocumentSession: OpenText {
  var text: Rope { document.text }

  func hover(at position: LSP.Position, in turn: Turn) -> LSP.Hover? {
    LSP.Hover(at: position, in: document, for: turn.client)
  }

  func symbols(for client: ClientCapabilities) -> [LSP.DocumentSymbol] {
    document.symbols(client.positionEncoding)
  }

  func inlayHints(in range: LSP.Range, in turn: Turn) -> [LSP.InlayHint] {
    let encoding = turn.client.positionEncoding
    let bytes = Translation(text: document.text, encoding: encoding).bytes(range)
    return InlayHints(document: document, encoding: encoding).hints(in: bytes)
  }

  func layout(_ style: JSONLayout.Style) -> ((Range<Int>) -> [FieldModels.TextEdit])? {
    { [document] in document.layoutEdits(in: $0, style) }
  }

  func layoutEdits(ofPartEndingAt end: Int, _ style: JSONLayout.Style) -> [FieldModels.TextEdit] {
    document.layoutEdits(ofPartEndingAt: end, style)
  }

  func level(ofLineAt offset: Int) -> Int? { document.level(ofLineAt: offset) }

  func mentions(ofNameAt offset: Int) -> [(span: Range<Int>, isDefinition: Bool)] {
    guard let name = document.nameSite(atByteOffset: offset)?.name else { return [] }
    return document.sites(of: name).map { ($0.span, $0.isDefinition) }
  }

  func changeableName(at offset: Int) -> (span: Range<Int>, text: String)? {
    document.nameSite(atByteOffset: offset).map { ($0.span, $0.name.text) }
  }

  func linkedRanges(atByteOffset offset: Int) -> [Range<Int>] {
    document.linkedRanges(atByteOffset: offset)
  }

  func foldings(limit: Int?) -> Foldings? {
    var foldings = Foldings(of: document.text, limit: limit)
    document.forEachSlice(in: 0..<document.text.byteCount) { slice, start in
      foldings.add(start..<(start + slice.byteCount))
      return true
    }
    return foldings
  }

  func selections(around offset: Int) -> [Range<Int>]? { document.selections(around: offset) }

  func colors(by translation: Translation) -> [LSP.ColorPlace] { document.colors(translation) }

  func texts(of color: LSP.Color, in range: LSP.Range) -> [LSP.ColorText] { color.texts(in: range) }

  func lenses(for client: ClientCapabilities) -> [LSP.CodeLens] {
    CodeLenses(
      document: document, encoding: client.positionEncoding,
      filledURI: client.dialogKinds == nil ? nil : uri
    ).all
  }
}

// Tokens, of which those told last are kept, so that a client can be told what has changed.
extension DocumentSession {
  mutating func tokens(in range: Range<Int>?, _ encoding: PositionEncoding) -> LSP.Tokens? {
    let whole = 0..<document.text.byteCount
    let data = document.semanticTokens(in: range ?? whole, encoding).data
    if range != nil { return LSP.Tokens(data: data) }
    guard data.count <= Self.keptTokenCount else {
      toldTokens = nil
      return LSP.Tokens(data: data)
    }
    let tokens = LSP.Tokens(id: String((toldTokens?.id.flatMap { Int($0) } ?? 0) + 1), data: data)
    toldTokens = tokens
    return tokens
  }

  mutating func tokenChange(
    since id: String, _ encoding: PositionEncoding
  ) -> LSP.TokenChange? {
    // Who knows something else is told everything.
    guard let old = toldTokens, old.id == id, let new = tokens(in: nil, encoding),
      let newID = new.id
    else { return nil }
    let shorter = min(old.data.count, new.data.count)
    var (first, last) = (0, 0)
    while first < shorter, old.data[first] == new.data[first] { first += 1 }
    while last < shorter - first,
      old.data[old.data.count - 1 - last] == new.data[new.data.count - 1 - last]
    {
      last += 1
    }
    return LSP.TokenChange(
      id: newID, range: first..<(old.data.count - last),
      data: new.data[first..<(new.data.count - last)])
  }

  /// More numbers are not kept: of a text that is so large the client should ask for what it shows.
  private static var keptTokenCount: Int { 1 << 20 }
}
