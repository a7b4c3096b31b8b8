import FieldModels

/// Writes what is offered at a cursor into a list of items, each with what is missing around it:
/// quotes, colon and commas.
struct CompletionWriter {
  /// The whole text, and where in it the tree of the context begins.
  let text: Rope
  let start: Int
  let context: CursorContext
  let client: ClientCapabilities
  /// The greatest number of values.
  let limit: Int
  var list = LSP.CompletionList()
  /// The place that was worked out last: most items go to the same one.
  private var lastPlace: (span: Range<Int>, range: LSP.Range)?
  /// The slot of the values, which is the same for all of them.
  private var valueSlot: (written: Int?, slot: CursorContext.Slot)?

  init(
    text: Rope, start: Int, context: CursorContext, client: ClientCapabilities, limit: Int
  ) {
    self.text = text
    self.start = start
    self.context = context
    self.client = client
    self.limit = limit
  }

  /// One thing to offer.
  struct Proposal {
    var text: String
    var label: String?
    var kind: LSP.CompletionItem.Kind
    var detail: String?
    var documentation: String?
    /// The property that it names.
    var property: Property?
    /// JSON without quotes: a number, true, false, an object.
    var isBare = false
    /// What is written, with places to fill in; `text` as it is, unless given.
    var template: Template?
    /// What an editor compares with what is typed; the text, unless given.
    var filterText: String?
  }

  /// Offers a name, with a value for it where none is there.
  mutating func addName(_ proposal: Proposal, holding value: Template, written: Int?) {
    let slot = context.slot(of: written, in: context.object)
    var proposal = proposal
    let name = "\"\(JSONString.escaped(proposal.text))\""
    proposal.filterText = filterText(proposal.text, in: written)
    if slot.hasColon { return add(proposal, in: slot, writing: name) }
    proposal.template = Template(text: name + ": ") + value
    add(proposal, in: slot, writing: name + ": ")
  }

  mutating func addValue(_ proposal: Proposal, _ written: Int?) {
    guard list.items.count < limit else {
      list.isIncomplete = true
      return
    }
    var proposal = proposal
    var slot = slot(ofValue: written)
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

  private mutating func slot(ofValue written: Int?) -> CursorContext.Slot {
    if let valueSlot, valueSlot.written == written { return valueSlot.slot }
    let slot = context.slot(of: written, in: context.list)
    valueSlot = (written, slot)
    return slot
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
    item.asksAgain = client.asksForCompletionAgain && template?.beginsWithChoice ?? false
    item.detail = proposal.detail
    item.additionalEdits = slot.missing.map { place, sign in
      LSP.TextEdit(range: range(place..<place), newText: sign)
    }
    if let property = proposal.property, client.resolvesDocumentation {
      item.data = [
        .init("property", .string(property.name.rawValue)),
        .init("section", .integer(property.section.rawValue)),
      ]
    } else if let documentation = proposal.documentation, !documentation.isEmpty {
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
    let range = Translation(text: text, encoding: client.positionEncoding)
      .range(span.moved(by: start))
    lastPlace = (span, range)
    return range
  }
}
