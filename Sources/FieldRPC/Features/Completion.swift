import FieldModels

/// What an editor offers at the cursor: names of properties, values of closed sets, keys, rows of a
/// picker, autofill strings, dates.
///
/// An item brings along what is missing around it, quotes, colon and commas, so that what is taken
/// leaves the document right.
struct Completion {
  let document: FieldDocument
  let client: ClientCapabilities
  let today: CivilDate
  let limit: Int
  let context: CursorContext
  /// The field that is being written.
  let field: FieldID?
  let definition: FieldDefinition?
  var list = LSP.CompletionList()
  /// What autofill has for the draft.
  private(set) var offers = AutofillOffers()
  private let start: Int
  /// The place that was worked out last: most items go to the same one.
  private var lastPlace: (span: Range<Int>, range: LSP.Range)?

  /// One thing to offer.
  struct Proposal {
    var text: String
    var label: String?
    var kind: LSP.CompletionItem.Kind
    var detail: String?
    var documentation: String?
    /// JSON without quotes: a number, true, false, an object.
    var isBare = false
    /// What is written, with places to fill in; `text` as it is, unless given.
    var template: Template?
    /// What an editor compares with what is typed; the text, unless given.
    var filterText: String?
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
    let isAtEnd = document.hasTail && offset == document.text.byteCount - document.tailByteCount
    let isBehindWord = document.text.byte(at: offset - 1).map { !JSONReader.endsWord($0) } ?? false
    guard let part = document.part(around: isAtEnd || isBehindWord ? offset - 1 : offset),
      var context = CursorContext(part.tree, at: offset - part.start, section: part.section)
        ?? CursorContext(among: part.tree, at: offset - part.start, isField: part.field != nil)
    else { return nil }
    if context.isAmongFields {
      context.missingCommaBefore = document.missingComma(before: part.start)
    }
    self.document = document
    self.client = client
    self.limit = limit
    self.context = context
    start = part.start
    field = part.field
    definition = part.field.flatMap { document.reading(of: $0)?.definition }
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
    // Right before a name another one may go.
    let written = touched.flatMap { context.tree[$0].span.lowerBound < context.offset ? $0 : nil }
    var present = Set(
      context.tree.members(of: context.object).filter { $0 != written }
        .compactMap { context.tree.string($0) })
    // What stands in the head can't be written in the tail again.
    if context.section == .document { present.formUnion(document.frame.names.map(\.rawValue)) }
    if let written { present.remove(context.tree.string(written) ?? "") }
    for property in PropertyTable.properties(of: context.section)
    where !present.contains(property.name.rawValue) {
      if let kind = context.kind, !property.kinds.contains(kind) { continue }
      var proposal = Proposal(text: property.name.rawValue, kind: .property)
      proposal.detail = property.shape.expectation
      proposal.documentation = property.documentation
      addName(proposal, of: property, written: written)
    }
  }

  private mutating func addName(_ proposal: Proposal, of property: Property, written: Int?) {
    let slot = context.slot(of: written, in: context.object)
    var proposal = proposal
    let name = "\"\(proposal.text)\""
    proposal.filterText = filterText(proposal.text, in: written)
    if slot.hasColon { return add(proposal, in: slot, writing: name) }
    proposal.template = Template(member: property)
    add(proposal, in: slot, writing: name + ": ")
  }

  mutating func addValue(_ proposal: Proposal, _ written: Int?) {
    guard list.items.count < limit else {
      list.isIncomplete = true
      return
    }
    var proposal = proposal
    var slot = context.slot(of: written, in: context.list)
    let isBare = proposal.isBare || proposal.template != nil
    let isInString = written.map { context.tree[$0].kind == .string } ?? false
    let escaped = JSONString.escaped(proposal.text)
    guard isInString, !isBare, slot.span.lowerBound < context.offset else {
      proposal.filterText = filterText(proposal.filterText ?? proposal.text, in: written)
      let text = proposal.template?.plain ?? (isBare ? proposal.text : "\"\(escaped)\"")
      return add(proposal, in: slot, writing: text + slot.commaBehind)
    }
    // The quotes are there; the closing one, perhaps, is not.
    let whole = slot.span
    let end = slot.isWhole ? whole.upperBound - 1 : whole.upperBound
    slot.span = (whole.lowerBound + 1)..<max(whole.lowerBound + 1, end)
    guard slot.isWhole else {
      return add(proposal, in: slot, writing: escaped + "\"" + slot.commaBehind)
    }
    if !slot.commaBehind.isEmpty { slot.missing.append((whole.upperBound, ",")) }
    add(proposal, in: slot, writing: escaped)
  }

  /// What an editor compares with what is typed, which may be in quotes.
  private func filterText(_ text: String, in written: Int?) -> String {
    guard let written, let first = context.tree.byte(at: Int(context.tree[written].start)) else {
      return text
    }
    switch first {
    case UInt8(ascii: "\""): return "\"\(text)\""
    case UInt8(ascii: "'"): return "'\(text)'"
    default: return text
    }
  }

  private mutating func add(
    _ proposal: Proposal, in slot: CursorContext.Slot, writing newText: String
  ) {
    let template = client.takesSnippets ? proposal.template : nil
    let text = template.map { $0.snippet + slot.commaBehind } ?? newText
    var item = LSP.CompletionItem(
      label: proposal.label ?? proposal.text, kind: client.itemKinds.nearest(to: proposal.kind),
      sortText: Self.sortText(list.items.count), filterText: proposal.filterText ?? proposal.text,
      edit: LSP.TextEdit(range: range(slot.span), newText: slot.lead + text))
    item.isSnippet = template != nil
    item.detail = proposal.detail
    item.additionalEdits = slot.missing.map { place, sign in
      LSP.TextEdit(range: range(place..<place), newText: sign)
    }
    if let documentation = proposal.documentation, !documentation.isEmpty {
      item.documentation = LSP.MarkupContent(
        format: client.documentationFormat, value: documentation)
    }
    list.items.append(item)
  }

  /// Keeps the order in editors that sort.
  private static func sortText(_ position: Int) -> String {
    let digits = String(position)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  private mutating func range(_ span: Range<Int>) -> LSP.Range {
    if let lastPlace, lastPlace.span == span { return lastPlace.range }
    let range = Translation(text: document.text, encoding: client.positionEncoding)
      .range(span.moved(by: start))
    lastPlace = (span, range)
    return range
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
