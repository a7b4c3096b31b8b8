import FieldModels

/// What an editor hears of a place in records.
extension RecordReading {
  /// What goes at a place.
  func completion(
    at position: LSP.Position, in turn: inout Turn
  ) -> LSP.CompletionList {
    let limit = turn.formLimits.offerCount
    guard let known = forms.known(at: offset(of: position, for: turn.client)),
      let form = known.judge?.form
    else {
      return FormNameCompletion.member(at: position, in: session, for: turn.client)
    }
    guard
      let completion = RecordCompletion(
        at: position, in: session, of: form, for: turn.client, limit: limit, at: turn.now)
    else { return LSP.CompletionList() }
    guard let query = completion.autofillQuery else { return completion.items(AutofillOffers()) }
    let source = query.use.source
    let own = turn.sources.texts(of: source, given: known.sources[source] ?? [])
    return completion.items(
      AutofillOffers(query, found: [], own: own, turn.sources.memory, limit: limit))
  }

  private func offset(of position: LSP.Position, for client: ClientCapabilities) -> Int {
    Translation(text: text, encoding: client.positionEncoding).byteOffset(position)
  }

  /// What is told of a name, or of the value behind it.
  func hover(at position: LSP.Position, in turn: Turn) -> LSP.Hover? {
    let translation = Translation(text: text, encoding: turn.client.positionEncoding)
    let offset = translation.byteOffset(position)
    let form = forms.form(at: offset)
    guard let context = RecordContext(record, at: offset, in: form?.layout ?? RecordLayout()),
      let name = context.name
    else { return nil }
    var text = HoverText(
      isMarkdown: turn.client.hoverFormat == .markdown,
      in: session.wording(by: form, for: turn.client))
    describe(context, name, by: form, in: &text)
    var node = name
    if case .value(_, let written?) = context.cursor.place { node = written }
    return text.hover(over: translation.range(record.tree[node].span), for: turn.client)
  }

  private func describe(
    _ context: RecordContext, _ name: Int, by form: RecordForm?, in text: inout HoverText
  ) {
    switch context.content {
    case .field(let field):
      guard let form else { return }
      let definition = form.definition(of: field, holding: context.value)
      let span = record.tree[context.valueNode ?? name + 1].span
      let facts = definition.facts(
        in: nil, session.findings.map { $0.finding }.filter { $0.span == span }, text.wording)
      let path = form.path(of: field)
      let isPlain = path.isEmpty || path == JSONPointer.step(definition.key ?? "")
      text.describe(definition, facts, at: isPlain ? nil : path)
    case .object(let number):
      for group in form?.layout.objects[number].groups ?? [] {
        guard let group = form?.groups[group] else { continue }
        text.add(text.strong(group.label ?? group.key))
        if let description = group.description { text.add(text.plain(description)) }
      }
    case .list(let number):
      guard let group = (form?.layout.lists[number].group).flatMap({ form?.groups[$0] }) else {
        return
      }
      text.add("\(text.strong(group.label ?? group.key)) · \(text.wording.text(.typeList))")
      if let description = group.description { text.add(text.plain(description)) }
      if let limits = group.repetition?.limits { text.add(text.wording.text(limits)) }
    case nil:
      guard context.names.isEmpty, let word = record.tree.string(name),
        RecordLayout.otherNames.contains(word),
        let property = PropertyTable.property(named: word.utf8.span, in: .document)
      else { return }
      text.describe(property)
    }
  }

  /// The names and values as an outline; of several records, or of a list, the records.
  func symbols(for client: ClientCapabilities) -> [LSP.DocumentSymbol] {
    let translation = Translation(text: text, encoding: client.positionEncoding)
    let isOne = record.records.count == 1 && record.records == record.roots
    let symbols = record.records.enumerated().flatMap { number, root in
      let outline = RecordOutline(
        tree: record.tree, form: forms.form(ofRecord: number), translation: translation)
      if isOne { return outline.symbols(in: root, object: 0) }
      return outline.symbol(of: root, number: number).map { [$0] } ?? []
    }
    return client.takesNestedSymbols ? symbols : symbols.flatMap { $0.flattened }
  }

  /// What stands beside the values in a range.
  func inlayHints(in range: LSP.Range, in turn: Turn) -> [LSP.InlayHint] {
    let translation = Translation(text: text, encoding: turn.client.positionEncoding)
    let bytes = translation.bytes(range)
    var hints: [LSP.InlayHint] = []
    for number in record.records(touching: bytes) {
      let root = record.records[number]
      guard let form = forms.form(ofRecord: number) else { continue }
      let wording = session.wording(by: form, for: turn.client)
      record.forEachMember(in: root, form.layout) { _, value, content in
        guard case .field(let field) = content, record.tree[value].kind != .missing else { return }
        let span = record.tree[value].span
        guard span.overlapsOrTouches(bytes) else { return }
        let definition = form.definition(of: field, holding: JSONValue(record.tree, value))
        hints += InlayHints.hints(
          of: definition, definition.facts(in: nil, [], wording), around: span, in: bytes,
          by: translation,
          wording)
      }
    }
    return hints
  }

  /// Fixes for what is wrong in a range.
  func codeActions(
    in range: LSP.Range, only kinds: [String], in turn: Turn
  ) -> [LSP.CodeAction] {
    let client = turn.client
    guard LSP.CodeAction.Kind.quickFix.isWanted(among: kinds),
      client.takesActionLiterals || client.appliesEdits
    else { return [] }
    let translation = Translation(text: text, encoding: client.positionEncoding)
    let bytes = translation.bytes(range)
    var actions: [LSP.CodeAction] = []
    // Nobody mends more at once, and each is looked for in the whole text.
    let limit = turn.formLimits.findingCount
    let meant = session.findings.lazy.filter { $0.finding.span.overlapsOrTouches(bytes) }.prefix(
      limit)
    // Where the text is broken a fix may break more of it.
    var trial = record.problems.isEmpty ? nil : RecordTrial(of: record, dialect: session.dialect)
    for problem in meant {
      let form = forms.form(at: problem.finding.span.lowerBound)
      let fixes = RecordFixes(record: record, form: form)
      let wording = session.wording(by: form, for: client)
      let diagnostic = session.diagnostic(of: problem.finding, for: client, in: wording)
      for fix in fixes.fixes(for: problem) {
        if trial?.keeps(fix.edits) == false { continue }
        let edits = fix.edits.map(translation.edit)
        let edit = LSP.WorkspaceEdit(
          uri: uri, version: session.version, isVersioned: client.takesVersionedEdits, edits: edits)
        actions.append(
          LSP.CodeAction(
            title: wording.text(fix.title), isPreferred: fix.isPreferred, diagnostics: [diagnostic],
            effect: .edit(edit)))
      }
    }
    return actions
  }
}

/// The names and values of a record as an editor lists them.
private struct RecordOutline {
  let tree: JSONTree
  let form: RecordForm?
  let translation: Translation

  /// Longer values are told by their beginning.
  private static let valueLimit = 60

  /// A record of a list, or an entry, by its place in it and its first text.
  func symbol(of record: Int, number: Int, object: Int = 0) -> LSP.DocumentSymbol? {
    guard tree[record].kind == .object else { return nil }
    let children = symbols(in: record, object: object)
    let span = tree[record].span
    return LSP.DocumentSymbol(
      name: "[\(number)]", detail: children.lazy.map { $0.detail }.first { !$0.isEmpty } ?? "",
      range: translation.range(span), selectionRange: translation.range(span.prefix(1)),
      children: children)
  }

  /// The members of an object, which is one of the form's or none of them.
  func symbols(in node: Int, object: Int?) -> [LSP.DocumentSymbol] {
    tree.members(of: node).compactMap { key in
      guard let name = tree.string(key), !name.isEmpty else { return nil }
      let content = object.flatMap { form?.layout.objects[$0].content(named: name) }
      let span =
        tree[key].span.lowerBound..<max(tree[key].span.upperBound, tree[key + 1].span.upperBound)
      var symbol = LSP.DocumentSymbol(
        name: name, detail: "", range: translation.range(span),
        selectionRange: translation.range(tree[key].span))
      var inner: Int?
      var isSecret = form == nil
      switch content {
      case .object(let number): inner = number
      case .list(let number):
        isSecret = true
        guard tree[key + 1].kind == .array, let layout = form?.layout else { break }
        if let value = layout.lists[number].value {
          isSecret = form?.definition(of: value).isSecure ?? true
          break
        }
        let entry = layout.lists[number].entry
        symbol.children = tree.elements(of: key + 1).enumerated().compactMap {
          self.symbol(of: $1, number: $0, object: entry)
        }
      case .field(let field): isSecret = form?.definition(of: field).isSecure ?? true
      case nil: break
      }
      if tree[key + 1].kind == .object {
        symbol.children = symbols(in: key + 1, object: inner)
      } else if !isSecret {
        symbol.detail = detail(of: key + 1)
      }
      return symbol
    }
  }

  private func detail(of value: Int) -> String {
    switch tree[value].kind {
    case .missing, .invalid, .object: ""
    case .string: LengthUnit.grapheme.prefix(of: tree.string(value) ?? "", count: Self.valueLimit)
    case .array, .null, .true, .false, .number:
      LengthUnit.grapheme.prefix(of: tree.source(value), count: Self.valueLimit)
    }
  }
}

extension RecordText {
  /// Goes through the values of a record that its form knows, with the nodes of their names; an entry that is
  /// a value has none.
  func forEachMember(
    in root: Int, _ layout: RecordLayout,
    _ body: (_ name: Int?, _ value: Int, _ content: RecordLayout.Content) -> Void
  ) {
    walk(in: root, layout, object: { _, _ in }, member: body)
  }

  /// Goes through the objects of a record that its form knows: their nodes, and their numbers in the layout.
  func forEachObject(
    in root: Int, _ layout: RecordLayout, _ body: (_ node: Int, _ object: Int) -> Void
  ) {
    walk(in: root, layout, object: body, member: { _, _, _ in })
  }

  private func walk(
    in root: Int, _ layout: RecordLayout, object: (_ node: Int, _ object: Int) -> Void,
    member: (_ name: Int?, _ value: Int, _ content: RecordLayout.Content) -> Void
  ) {
    var open = [(node: root, number: 0)]
    while let (node, number) = open.popLast() {
      object(node, number)
      for key in tree.members(of: node) {
        let content = tree.string(key).flatMap { layout.objects[number].content(named: $0) }
        guard let content else { continue }
        member(key, key + 1, content)
        switch content {
        case .object(let inner): open.append((key + 1, inner))
        case .list(let list) where tree[key + 1].kind == .array:
          for element in tree.elements(of: key + 1) {
            switch layout.lists[list].entryContent {
            case .object(let entry): open.append((element, entry))
            case .field, .list: member(nil, element, layout.lists[list].entryContent)
            }
          }
        case .field, .list: break
        }
      }
    }
  }
}

extension Range<Int> {
  fileprivate func overlapsOrTouches(_ other: Range<Int>) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }
}
