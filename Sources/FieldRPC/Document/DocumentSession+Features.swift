import FieldModels

/// What an editor asks about a place in the text.
extension DocumentSession {
  /// The answer; nil where a closure was asked first.
  mutating func completion(
    at position: LSP.Position, for id: RequestID, in turn: inout Turn
  ) throws(RPCError) -> LSP.CompletionList? {
    form.document.sortKeys()
    guard let completion = completion(at: position, in: turn) else { return LSP.CompletionList() }
    guard let query = completion.autofillQuery else { return completion.items(AutofillOffers()) }
    try checkLookups(query)
    let ticket = ticket(for: id, at: position)
    guard let offers = form.lookUp(query, for: .moment(ticket: ticket)) else { return nil }
    _ = takeRequest(ticket)
    return completion.items(offers)
  }

  /// What is to be completed at a place.
  func completion(at position: LSP.Position, in turn: Turn) -> Completion? {
    Completion(
      at: position, in: document, for: turn.client,
      limit: form.host.limits.offerCount, at: turn.now)
  }

  mutating func codeActions(
    in range: LSP.Range, only kinds: [String], in turn: Turn
  ) -> [LSP.CodeAction] {
    let client = turn.client
    let bytes = Translation(text: document.text, encoding: client.positionEncoding).bytes(range)
    func isWanted(_ kind: LSP.CodeAction.Kind) -> Bool { kind.isWanted(among: kinds) }
    var actions: [LSP.CodeAction] = []
    // What is no more than a command can change a text only by asking for it.
    if client.takesActionLiterals || client.appliesEdits {
      if isWanted(.quickFix) {
        actions += CodeActions(uri: uri, version: version, document: document, client: client)
          .actions(in: bytes)
      }
      let source = SourceActions(document: document)
      if isWanted(.fixAll) {
        actions += sourceAction(
          titled: Saying(.mendAll), .fixAll, making: source.mending, for: client)
      }
      if isWanted(.connect) {
        let title = Saying(.connectFields)
        actions += sourceAction(
          titled: title, .connect, making: source.connection, for: client)
      }
    }
    if client.takesActionLiterals || client.appliesEdits, isWanted(.sort) {
      actions += sourceAction(
        titled: Saying(.sortProperties), .sort,
        making: SourceActions(document: document).sorting, for: client)
    }
    if isWanted(.refactor) {
      actions += autofillActions(in: bytes)
      if client.dialogKinds != nil, 0 < document.fieldCount {
        actions.append(
          .init(
            title: document.wording.text(.fillInForm), kind: .refactor,
            effect: .fill(LSP.FormTarget(uri: uri, group: nil))))
      }
    }
    return actions
  }

  private func sourceAction(
    titled title: Saying, _ kind: LSP.CodeAction.Kind, making edits: [FieldModels.TextEdit],
    for client: ClientCapabilities
  ) -> [LSP.CodeAction] {
    if edits.isEmpty { return [] }
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let edit = LSP.WorkspaceEdit(
      uri: uri, version: version, isVersioned: client.takesVersionedEdits,
      edits: edits.map(translation.edit))
    return [LSP.CodeAction(title: document.wording.text(title), kind: kind, effect: .edit(edit))]
  }

  /// Remembers the draft at a place for its autofill source, or takes it out.
  private mutating func autofillActions(in range: Range<Int>) -> [LSP.CodeAction] {
    guard let id = document.liveField(atByteOffset: range.lowerBound),
      let start = document.locate(id)?.start, let reading = document.reading(of: id),
      let draft = reading.draftSpan, draft.moved(by: start).overlaps(range.widened),
      let query = AutofillQuery(reading.definition, takesTypedText: true, of: id),
      !query.text.isEmpty, !document.isSecret(id)
    else { return [] }
    let command = { [uri] (name: LSP.CommandName) in
      LSP.AutofillCommand(name: name, uri: uri, key: query.key, text: query.text)
    }
    let text = LengthUnit.grapheme.prefix(of: query.text, count: 40)
    let source = query.use.source
    guard form.texts(of: source).contains(query.text) else {
      return [
        .init(
          title: document.wording.text(
            Saying(.remember, (.value, .text(text)), (.source, .text(source)))), kind: .refactor,
          effect: .autofill(command(.learn)))
      ]
    }
    guard query.use.isRemovable else { return [] }
    return [
      .init(
        title: document.wording.text(
          Saying(.forget, (.value, .text(text)), (.source, .text(source)))), kind: .refactor,
        effect: .autofill(command(.remove)))
    ]
  }
}

extension Range<Int> {
  /// With what touches it.
  fileprivate var widened: Range<Int> { lowerBound..<(upperBound + 1) }
}
