import FieldModels

/// What an editor hears of the text of records.
extension RecordReading: OpenText {
  func layout(_ style: JSONLayout.Style) -> ((Range<Int>) -> [FieldModels.TextEdit])? {
    let edits = layoutEdits(style)
    return { edits.touching($0) }
  }

  func layoutEdits(ofPartEndingAt end: Int, _ style: JSONLayout.Style) -> [FieldModels.TextEdit] {
    guard let number = record.record(at: end - 1) else { return [] }
    let span = record.tree[record.records[number]].span
    return span.upperBound == end ? layoutEdits(style).touching(span) : []
  }

  private func layoutEdits(_ style: JSONLayout.Style) -> [FieldModels.TextEdit] {
    // Where each line is a record, it is to stay one.
    guard record.roots.count <= 1, record.problems.allSatisfy({ $0.isHarmlessToLayout }) else {
      return []
    }
    return JSONLayout.edits(of: record.tree.bytes.span, before: nil, in: [], style.following(text))
  }

  func level(ofLineAt offset: Int) -> Int? {
    JSONLayout.level(in: record.tree.bytes.span, ofLineAt: offset, in: [])
  }

  func mentions(ofNameAt offset: Int) -> [(span: Range<Int>, isDefinition: Bool)] {
    guard let found = name(at: offset) else { return [] }
    return spans(of: found.name, in: forms.known(at: offset)?.address).map { ($0, false) }
  }

  func changeableName(at offset: Int) -> (span: Range<Int>, text: String)? {
    guard let found = name(at: offset), found.isWhole else { return nil }
    return (found.span, found.name.text)
  }

  func foldings(limit: Int?) -> Foldings? { .whole(text, limit: limit) }

  func selections(around offset: Int) -> [Range<Int>]? { record.selections(around: offset) }

  func links(by translation: Translation) -> [LSP.Link] {
    session.wishes.numbers.indices.compactMap { number in
      guard let node = record.statedForm(ofRecord: number),
        let target = forms.address(ofRecord: number)?.toldURI
      else { return nil }
      return LSP.Link(range: translation.range(record.tree.contentSpan(node)), target: target)
    }
  }

  /// Those told last are not kept of records.
  func tokens(in range: Range<Int>?, _ encoding: PositionEncoding) -> LSP.Tokens? {
    LSP.Tokens(data: semanticTokens(in: range ?? 0..<text.byteCount, encoding).data)
  }
}

extension [FieldModels.TextEdit] {
  /// Those of edits in their order that touch a stretch of the text.
  fileprivate func touching(_ range: Range<Int>) -> Self {
    let start = partitioningIndex { range.lowerBound <= $0.range.upperBound }
    return Array(self[start...].prefix { $0.range.lowerBound <= range.upperBound })
  }
}

// Names.
extension RecordReading {
  /// A name of the form that a record writes.
  struct WrittenName {
    var name: DocumentName
    /// Between the quotes.
    var span: Range<Int>
    /// The record writes the name itself, not one of a path.
    var isWhole: Bool
  }

  /// The name under a byte.
  func name(at offset: Int) -> WrittenName? {
    guard let form = forms.known(at: offset)?.names,
      let context = RecordContext(record, at: offset, in: form.layout),
      let node = context.name, case .name = context.cursor.place
    else { return nil }
    return written(node, as: context.content, by: form)
  }

  private func written(
    _ node: Int, as content: RecordLayout.Content?, by form: RecordForm
  ) -> WrittenName? {
    content.flatMap(form.name).map { name in
      let isWhole = content.flatMap(form.wholeName) != nil
      return WrittenName(name: name, span: record.tree.contentSpan(node), isWhole: isWhole)
    }
  }

  /// Where a name of a form is written, between the quotes.
  func spans(of name: DocumentName, in address: DocumentAddress?) -> [Range<Int>] {
    var spans: [Range<Int>] = []
    for (number, root) in record.records.enumerated() {
      guard let known = forms.known(ofRecord: number), known.address == address,
        let form = known.names
      else { continue }
      record.forEachMember(in: root, form.layout) { node, _, content in
        guard let node, let written = written(node, as: content, by: form), written.name == name,
          written.isWhole
        else { return }
        spans.append(written.span)
      }
    }
    return spans.sorted { $0.lowerBound < $1.lowerBound }
  }
}

// Names that are to be others.
extension RecordReading {
  /// Why a name of a form can't be changed in its records, in words; nil where it can.
  func obstacle(
    to name: DocumentName, named new: String, in address: DocumentAddress
  ) -> String? {
    let file = uri.split(separator: "/").last.map(String.init) ?? uri
    if session.wishes.exceeds(with: address) {
      return "\(file) has records of more than \(RecordWishes.formLimit) forms"
    }
    for (number, root) in record.records.enumerated() {
      guard let known = forms.known(ofRecord: number), known.address == address,
        let form = known.names
      else { continue }
      if session.lostBecause != nil {
        return "\(file) has been changed in a way that nobody can follow"
      }
      let broken = record.problems.first { !$0.isHarmlessToLayout }
      if let broken {
        return "An error in line \(line(of: broken.span.lowerBound)) of \(file) hides what is "
          + "named in it; fix it first"
      }
      var clash: Int?
      record.forEachObject(in: root, form.layout) { node, object in
        // What has no field yet would be the value of one.
        guard clash == nil, form.names(name, in: object) else { return }
        clash = record.tree.members(of: node).first { record.tree.isString($0, new) }
      }
      if let clash {
        let line = line(of: record.tree[clash].span.lowerBound)
        return "A record in line \(line) of \(file) has something under the name \"\(new)\" already"
      }
    }
    return nil
  }

  private func line(of offset: Int) -> Int {
    text.position(atByteOffset: offset, encoding: .utf8).lineIndex + 1
  }
}

extension RecordForm {
  /// The name in the form of what stands under a name in a record.
  func name(of content: RecordLayout.Content) -> DocumentName? {
    switch content {
    case .field(let field):
      definition(of: field).key.map { DocumentName(sort: .field, text: $0) }
    case .list(let list): DocumentName(sort: .group, text: layout.lists[list].key)
    case .object(let object):
      layout.objects[object].groups.first.map { DocumentName(sort: .group, text: groups[$0].key) }
    }
  }

  /// The same, where a record writes that name itself, and not the last step of a path, which stays as it is
  /// whatever the field or the list is called.
  func wholeName(of content: RecordLayout.Content) -> DocumentName? {
    switch content {
    case .object: return nil
    case .field(let field) where definition(of: field).path != nil: return nil
    case .list(let list) where groups[layout.lists[list].group].statesPath: return nil
    case .field, .list: return name(of: content)
    }
  }

  /// Whether an object of a record has a name of the form, and not one of a path.
  func names(_ name: DocumentName, in object: Int) -> Bool {
    layout.objects[object].content(named: name.text).flatMap(wholeName) == name
  }
}

// Tokens.
extension RecordReading {
  /// The tokens in a range of bytes.
  private func semanticTokens(
    in range: Range<Int>, _ encoding: PositionEncoding
  ) -> SemanticTokens {
    let whole = 0..<text.byteCount
    var tokens = SemanticTokens(of: text, from: 0, encoding)
    var reader = TokenReader(record.tree, [])
    let wrong = Set(
      session.findings.filter { $0.finding.severity == .error }.map { $0.finding.span })
    reader.isWrong = { wrong.contains(record.tree[$0].span) }
    for (number, root) in record.records.enumerated() {
      if let form = forms.form(ofRecord: number) {
        record.forEachMember(in: root, form.layout) { name, value, content in
          if let name { reader.names[name] = content.kind }
          guard case .field(let field) = content else { return }
          reader.drafts[value] =
            form.definition(of: field).isSecure ? [.draft, .secure] : .draft
        }
      }
    }
    for root in record.roots { reader.readRecord(root) }
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
