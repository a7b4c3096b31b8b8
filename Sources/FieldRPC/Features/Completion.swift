import FieldModels

/// What an editor offers at the cursor: names of properties, values of closed sets, keys, rows of a
/// picker, autofill strings, dates.
///
/// An item brings along what is missing around it, quotes, colon and commas, so that what is taken
/// leaves the document right.
struct Completion {
  let document: FieldDocument
  let today: CivilDate
  private var writer: CompletionWriter
  /// The field that is being written.
  let field: FieldID?
  /// The entry that the place is in.
  private let entry: FieldID?
  let definition: FieldDefinition?
  /// What autofill has for the draft.
  private(set) var offers = AutofillOffers()

  typealias Proposal = CompletionWriter.Proposal

  var context: CursorContext { writer.context }
  var client: ClientCapabilities { writer.client }
  /// The byte of the document that the cursor is at.
  var place: Int { writer.start + context.offset }
  var limit: Int { writer.limit }
  var list: LSP.CompletionList {
    get { writer.list }
    set { writer.list = newValue }
  }

  /// What is to be completed at a place; nil where there is nothing.
  init?(
    at position: LSP.Position, in document: FieldDocument, for client: ClientCapabilities,
    limit: Int, at now: Instant
  ) {
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let offset = translation.byteOffset(position)
    // Right before the bracket that ends the fields is still among them, and right behind a word is
    // still in what it is part of.
    let next = document.slice(atByteOffset: offset) ?? document.lastSlice
    let isAtEnd = next.map { $0.start == offset && $0.slice.part.isFrame && 0 < $0.index } ?? false
    let isBehindWord = document.text.byte(at: offset - 1).map { !JSONReader.endsWord($0) } ?? false
    guard let part = document.part(around: isAtEnd || isBehindWord ? offset - 1 : offset),
      let (found, field) = document.context(at: offset, in: part)
    else { return nil }
    var context = found
    if context.isAmongFields {
      context.missingCommaBefore = document.missingComma(before: part.start)
    }
    self.document = document
    writer = CompletionWriter(
      text: document.text, start: part.start, context: context, client: client, limit: limit)
    self.field = field
    entry = part.entry
    definition = field.flatMap { id in
      document.reading(of: id).map { document.offering(id, $0.definition, now) }
    }
    today = definition?.today(at: now) ?? now.today
  }

  /// What autofill is asked, where a draft is being completed.
  var autofillQuery: AutofillQuery? {
    guard let field, case .value(.draft, _) = context.place else { return nil }
    return definition.flatMap { AutofillQuery($0, takesTypedText: true, of: field) }
  }

  /// What goes at the place, with what autofill has.
  consuming func items(_ offers: AutofillOffers) -> LSP.CompletionList {
    self.offers = offers
    if context.isInComment || context.isBehindDocument { return list }
    switch context.place {
    case .name(let written): offerNames(written)
    case .value(let shape, let written): offerValues(shape, written)
    }
    return list
  }

  private mutating func offerNames(_ touched: Int?) {
    let written = context.nameToReplace(touched)
    var present = Set(
      context.tree.members(of: context.object).filter { $0 != written }
        .compactMap { context.tree.string($0) })
    // What stands in the head can't be written in the tail again.
    if context.section == .document { present.formUnion(document.frame.names.map { $0.rawValue }) }
    if let written { present.remove(context.tree.string(written) ?? "") }
    if let entry { return offerFields(of: entry, but: present, written) }
    if let said = context.saidInLanguages { return offerTags(of: said, but: present, written) }
    for property in PropertyTable.properties(of: context.section)
    where !present.contains(property.name.rawValue) {
      if let kind = context.kind, !property.kinds.contains(kind) { continue }
      var proposal = Proposal(text: property.name.rawValue, kind: .property)
      proposal.detail = document.wording.text(property.shape.expectation)
      proposal.documentation = property.documentation
      proposal.property = property
      writer.addName(proposal, holding: Template(property.shape), written: written)
    }
  }

  /// The languages that words may be in.
  private mutating func offerTags(of said: Shape, but present: Set<String>, _ written: Int?) {
    for tag in Language.allCases.map({ $0.rawValue }).sorted() where !present.contains(tag) {
      writer.addName(
        Proposal(text: tag, kind: .property), holding: Template(said), written: written)
    }
  }

  /// The fields of an entry that have no draft in it, those that need one first.
  private mutating func offerFields(of entry: FieldID, but present: Set<String>, _ written: Int?) {
    let fields = document.entryFields(of: entry).filter { !present.contains($0.key) }
    let needed = fields.filter { $0.reading.definition.isRequired == .always }
    let others = fields.filter { $0.reading.definition.isRequired != .always }
    for (key, _, reading) in needed + others {
      let definition = reading.definition
      var proposal = Proposal(text: key, kind: .property)
      let words = [
        definition.label, definition.kind?.rawValue,
        definition.isRequired == .always ? "required" : nil,
      ]
      proposal.detail = words.compactMap { $0 }.joined(separator: " · ")
      proposal.documentation = definition.helper
      writer.addName(
        proposal, holding: Template(definition.takesSeveral ? "[@]" : "\"@\""), written: written)
    }
  }

  mutating func addValue(_ proposal: Proposal, _ written: Int?) {
    writer.addValue(proposal, written)
  }
}

extension FieldDocument {
  /// Where a comma is missing between the field before a place and what follows it, counted from
  /// that place; nil if none is, or if there is no field before.
  fileprivate func missingComma(before start: Int) -> Int? {
    guard let previous = field(atByteOffset: start - 1), let located = locate(previous),
      let tree = reading(of: previous)?.tree,
      let behind = CursorContext(among: tree, at: start - located.start, isField: true)
    else { return nil }
    return behind.missingComma(before: start - located.start, in: 0).map {
      $0.place + located.start - start
    }
  }
}
