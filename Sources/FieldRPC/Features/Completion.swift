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
    /// With tab stops, for clients that take them.
    var snippet: String?
    /// What an editor compares with what is typed; the text, unless given.
    var filterText: String?
  }

  init(
    document: FieldDocument, client: ClientCapabilities, today: CivilDate, limit: Int,
    context: CursorContext, start: Int, definition: FieldDefinition?
  ) {
    self.document = document
    self.client = client
    self.today = today
    self.limit = limit
    self.context = context
    self.start = start
    self.definition = definition
  }

  /// What autofill is asked, where a draft is being completed.
  func autofillQuery(of field: FieldID?) -> AutofillQuery? {
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
      addName(proposal, property.shape, written)
    }
  }

  private mutating func addName(_ proposal: Proposal, _ shape: Shape, _ written: Int?) {
    let slot = context.slot(of: written, in: context.object)
    var proposal = proposal
    let name = "\"\(proposal.text)\""
    if written.map({ context.tree[$0].kind == .string }) ?? false { proposal.filterText = name }
    if slot.hasColon { return add(proposal, slot, name) }
    if client.takesSnippets {
      proposal.snippet = "\(name): \(Self.snippet(shape))\(slot.commaBehind)"
    }
    add(proposal, slot, name + ": ")
  }

  /// What to write for a value of a shape, with the cursor where it is wanted.
  private static func snippet(_ shape: Shape) -> String {
    switch shape {
    case .text, .draft, .word, .newKey, .key, .groupKey, .sourceName, .dateDraft, .date,
      .dateOrKey, .datePattern, .timeZone, .color, .pattern, .formatName, .validatorName, .choice:
      "\"$1\""
    case .bool, .boolOrCondition, .boolOrText: "${1|true,false|}"
    case .integer, .number, .limit, .scalar, .anything: "$1"
    case .object, .map, .rule: "{ $1 }"
    case .list: "[$1]"
    }
  }

  mutating func addValue(_ proposal: Proposal, _ written: Int?) {
    let tree = context.tree
    guard list.items.count < limit else {
      list.isIncomplete = true
      return
    }
    var proposal = proposal
    let quoted = "\"\(JSONString.escaped(proposal.text))\""
    let slot = context.slot(of: written, in: context.list)
    guard let written, tree[written].kind == .string else {
      proposal.snippet = proposal.snippet.map { $0 + slot.commaBehind }
      return add(proposal, slot, (proposal.isBare ? proposal.text : quoted) + slot.commaBehind)
    }
    guard proposal.isBare || context.offset <= slot.span.lowerBound else {
      // The quotes are there; the closing one, perhaps, is not.
      var inner = slot
      let end = slot.isWhole ? slot.span.upperBound - 1 : slot.span.upperBound
      inner.span = (slot.span.lowerBound + 1)..<max(slot.span.lowerBound + 1, end)
      return add(proposal, inner, String(quoted.dropFirst().dropLast(slot.isWhole ? 1 : 0)))
    }
    proposal.filterText = "\"\(proposal.filterText ?? proposal.text)\""
    add(proposal, slot, proposal.isBare ? proposal.text : quoted)
  }

  mutating func add(_ proposal: Proposal, _ slot: CursorContext.Slot, _ newText: String) {
    var item = LSP.CompletionItem(
      label: proposal.label ?? proposal.text, kind: proposal.kind,
      sortText: Self.sortText(list.items.count), filterText: proposal.filterText ?? proposal.text,
      edit: LSP.TextEdit(range: range(slot.span), newText: newText))
    item.detail = proposal.detail
    if let place = slot.missingComma {
      item.additionalEdits = [LSP.TextEdit(range: range(place..<place), newText: ",")]
    }
    if let documentation = proposal.documentation, !documentation.isEmpty {
      item.documentation = LSP.MarkupContent(
        format: client.documentationFormat, value: documentation)
    }
    if let snippet = proposal.snippet, client.takesSnippets {
      item.isSnippet = true
      item.edit.newText = snippet
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

extension Session {
  /// The answer to a completion request; nil where a closure was asked first.
  mutating func completion(
    _ place: DocumentPosition, _ id: RequestID, _ now: Instant, _ out: inout [ServerMessage]
  ) throws(RPCError) -> LSP.CompletionList? {
    _ = try open(place.uri)
    guard let (completion, field) = completion(place, now) else { return LSP.CompletionList() }
    guard let query = completion.autofillQuery(of: field) else {
      return completion.items(AutofillOffers())
    }
    return lookUp(query, for: .completion(id, place), place.uri, now, &out)
      .map { completion.items($0) }
  }

  /// What is to be completed at a place, and in which field.
  func completion(
    _ place: DocumentPosition, _ now: Instant
  ) -> (completion: Completion, field: FieldID?)? {
    guard let document = documents[place.uri]?.document else { return nil }
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let offset = translation.byteOffset(place.position)
    // Right before the bracket that ends the fields is still among them.
    let isAtEnd = document.hasTail && offset == document.text.byteCount - document.tailByteCount
    guard let part = document.part(around: isAtEnd ? offset - 1 : offset),
      let context = CursorContext(part.tree, at: offset - part.start, section: part.section)
        ?? CursorContext(behind: part.tree, at: offset - part.start, isField: part.field != nil)
    else { return nil }
    let definition = part.field.flatMap { document.reading(peeking: $0)?.definition }
    let completion = Completion(
      document: document, client: client, today: definition?.today(at: now) ?? now.today,
      limit: configuration.limits.completionCount, context: context, start: part.start,
      definition: definition)
    return (completion, part.field)
  }
}
