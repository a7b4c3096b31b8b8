import FieldModels

/// What an editor asks about the text of a record.
extension RecordSession {
  /// The answer to a question that the record's own text answers, with its form, which is at an
  /// address if it is anywhere.
  func answer(
    to question: TextQuestion, by form: RecordForm?, at address: DocumentAddress?,
    for client: ClientCapabilities
  ) -> ServerMessage.Answer {
    let translation = Translation(text: text, encoding: client.positionEncoding)
    let formatting = Formatting(text: text, encoding: client.positionEncoding)
    switch question {
    case .layout(let ranges, let style):
      return .textEdits(formatting.edits(in: ranges) { layoutEdits(in: $0, style) })
    case .layoutWhileTyping(let character, let position, let style):
      return .textEdits(
        formatting.edits(
          typing: character, at: position, style,
          endingAt: { offset in
            record.records.lazy.map { record.tree[$0].span }.first { $0.upperBound == offset }
              .map { layoutEdits(in: $0, style) } ?? []
          },
          level: { JSONLayout.level(in: record.tree.bytes.span, ofLineAt: $0, in: []) }))
    case .highlights(let position):
      let name = name(at: translation.byteOffset(position), by: form)?.name
      let spans = name.map { self.spans(of: $0, by: form) } ?? []
      return .highlights(
        spans.map { LSP.Highlight(range: translation.range($0), isDefinition: false) })
    case .prepareRename(let position):
      guard let found = name(at: translation.byteOffset(position), by: form), found.isWhole else {
        return .nothing
      }
      return .renamePlace(
        LSP.RenamePlace(range: translation.range(found.span), placeholder: found.name.text))
    case .foldings:
      var foldings = Foldings(of: text, limit: client.foldingLimit)
      foldings.add(0..<text.byteCount)
      return .foldings(foldings.all)
    case .selections(let positions):
      return .selections(
        positions.map { position in
          let ranges = record.selections(around: translation.byteOffset(position))
          return LSP.Selection(ranges: ranges.reversed().map(translation.range))
        })
    case .links:
      guard let node = record.statedForm, let target = address?.toldURI else { return .links([]) }
      return .links([
        LSP.Link(range: translation.range(record.tree.contentSpan(node)), target: target)
      ])
    case .tokens(let range):
      let bytes = range.map(translation.bytes) ?? 0..<text.byteCount
      return .tokens(
        LSP.Tokens(data: semanticTokens(in: bytes, by: form, client.positionEncoding).data))
    case .tokenChanges:
      // Those told last are not kept of records, and all is an answer too.
      return answer(to: .tokens(in: nil), by: form, at: address, for: client)
    case .colors: return .colors([])
    case .colorTexts: return .colorTexts([])
    // What a record names is its form's to change.
    case .linkedRanges: return .nothing
    case .lenses: return .lenses([])
    case .diagnostics, .definition, .references, .rename:
      // These are about more than one text (`Session+Names`, `Session+Diagnostics`).
      return .nothing
    }
  }

  private func layoutEdits(
    in range: Range<Int>, _ style: JSONLayout.Style
  ) -> [FieldModels.TextEdit] {
    guard record.problems.allSatisfy(\.isHarmlessToLayout) else { return [] }
    return JSONLayout.edits(
      of: record.tree.bytes.span, before: nil, in: [], style.following(text)
    ).filter { $0.range.lowerBound <= range.upperBound && range.lowerBound <= $0.range.upperBound }
  }
}

// Names.
extension RecordSession {
  /// A name of the form that a record writes.
  struct WrittenName {
    var name: DocumentName
    /// Between the quotes.
    var span: Range<Int>
    /// The record writes the name itself, not one of a path.
    var isWhole: Bool
  }

  /// The name under a byte.
  func name(at offset: Int, by form: RecordForm?) -> WrittenName? {
    guard let form, let context = RecordContext(record, at: offset, in: form.layout),
      let node = context.name, case .name = context.cursor.place
    else { return nil }
    return written(node, as: context.content, by: form)
  }

  private func written(
    _ node: Int, as content: RecordLayout.Content?, by form: RecordForm
  ) -> WrittenName? {
    let name: DocumentName?
    switch content {
    case .field(let field):
      name = form.definition(of: field).key.map { DocumentName(sort: .field, text: $0) }
    case .list(let list): name = DocumentName(sort: .group, text: form.layout.lists[list].key)
    case .object(let object):
      let group = form.layout.objects[object].groups.first
      name = group.map { DocumentName(sort: .group, text: form.groups[$0].key) }
    case nil: name = nil
    }
    return name.map {
      let isWhole = $0.sort == .field || content?.isList == true
      return WrittenName(
        name: $0, span: record.tree.contentSpan(node),
        isWhole: isWhole && record.tree.isString(node, $0.text))
    }
  }

  /// Where a name of the form is written, between the quotes.
  func spans(of name: DocumentName, by form: RecordForm?) -> [Range<Int>] {
    guard let form else { return [] }
    var spans: [Range<Int>] = []
    for root in record.records {
      record.forEachMember(in: root, form.layout) { node, content in
        guard let written = written(node, as: content, by: form), written.name == name,
          written.isWhole
        else { return }
        spans.append(written.span)
      }
    }
    return spans.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension RecordLayout.Content {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

// Tokens.
extension RecordSession {
  /// The tokens in a range of bytes.
  private func semanticTokens(
    in range: Range<Int>, by form: RecordForm?, _ encoding: PositionEncoding
  ) -> SemanticTokens {
    let whole = 0..<text.byteCount
    var tokens = SemanticTokens(of: text, from: 0, encoding)
    var reader = TokenReader(record.tree, [])
    let wrong = Set(findings.filter { $0.finding.severity == .error }.map(\.finding.span))
    reader.isWrong = { wrong.contains(record.tree[$0].span) }
    if let form {
      for root in record.records {
        record.forEachMember(in: root, form.layout) { node, content in
          reader.names[node] = content.kind
          guard case .field(let field) = content else { return }
          reader.drafts[node + 1] =
            form.definition(of: field).isSecure ? [.draft, .secure] : .draft
        }
      }
    }
    if !record.tree.isEmpty { reader.readRecord(0) }
    tokens.add(reader.tokens(with: record.tree.bytes), in: whole, wanted: range)
    return tokens
  }
}

extension RecordLayout.Content {
  /// What the name of a member is in a record.
  fileprivate var kind: SemanticTokens.Kind {
    switch self {
    case .field: .variable
    case .list: .namespace
    case .object: .property
    }
  }
}
