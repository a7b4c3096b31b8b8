import FieldModels

/// What an editor offers in a record: the names that are not there yet, rows, texts of autofill,
/// dates, true and false, as the form has them.
struct RecordCompletion {
  private let form: RecordForm
  private let context: RecordContext
  private let today: CivilDate
  private var writer: CompletionWriter

  private typealias Proposal = CompletionWriter.Proposal

  /// Nil where there is nothing to complete.
  init?(
    at position: LSP.Position, in session: RecordSession, of form: RecordForm,
    for client: ClientCapabilities, limit: Int, at now: Instant
  ) {
    let offset = Translation(text: session.text, encoding: client.positionEncoding)
      .byteOffset(position)
    guard let context = RecordContext(session.record, at: offset, in: form.layout) else {
      return nil
    }
    self.form = form
    self.context = context
    today = context.field.map { form.definition(of: $0).today(at: now) } ?? now.today
    writer = CompletionWriter(
      text: session.text, start: 0, context: context.cursor, client: client, limit: limit)
  }

  /// What autofill is asked, where a value is being completed.
  var autofillQuery: AutofillQuery? {
    guard let field = context.field, case .value(_, let written) = context.cursor.place else {
      return nil
    }
    var definition = form.definition(of: field)
    let typed = written.flatMap { context.cursor.tree.string($0) } ?? ""
    definition.draft = .text(typed)
    return AutofillQuery(definition, takesTypedText: true, of: FieldID(rank: 0))
  }

  /// What goes at the place, with what autofill has.
  consuming func items(_ offers: AutofillOffers) -> LSP.CompletionList {
    if context.cursor.isInComment { return writer.list }
    switch context.cursor.place {
    case .name(let written): offerNames(written)
    case .value(_, let written): offerValues(written, offers)
    }
    return writer.list
  }
}

// Names.
extension RecordCompletion {
  private mutating func offerNames(_ touched: Int?) {
    guard let number = context.object else { return }
    let tree = context.cursor.tree
    let written = context.cursor.nameToReplace(touched)
    let present = Set(
      tree.members(of: context.cursor.object).filter { $0 != written }
        .compactMap { tree.string($0) })
    let missing = form.layout.objects[number].members.filter { !present.contains($0.name) }
    // What has to be there comes first.
    for member in missing.filter(isNeeded) + missing.filter({ !isNeeded($0) }) {
      switch member.content {
      case .field(let field):
        offer(member.name, holding: form.definition(of: field), in: written)
      case .object(let object):
        offer(member.name, holding: form.layout.objects[object], in: written)
      case .list(let list): offer(member.name, holding: form.layout.lists[list], in: written)
      }
    }
  }

  private func isNeeded(_ member: RecordLayout.Member) -> Bool {
    switch member.content {
    case .field(let field): form.definition(of: field).isRequired == .always
    case .object(let object): form.layout.objects[object].isRequired
    case .list(let list):
      form.layout.lists[list].isRequired || 0 < form.layout.lists[list].repetition.minEntries
    }
  }

  private mutating func offer(_ name: String, holding definition: FieldDefinition, in written: Int?)
  {
    var proposal = Proposal(text: name, kind: .property)
    let isNeeded = definition.isRequired == .always
    let words = [definition.label, definition.kind?.rawValue, isNeeded ? "required" : nil]
    proposal.detail = words.compactMap { $0 }.joined(separator: " · ")
    proposal.documentation = definition.helper
    writer.addName(proposal, holding: Template(valueOf: definition), written: written)
  }

  private mutating func offer(_ name: String, holding object: RecordLayout.Object, in written: Int?)
  {
    var proposal = Proposal(text: name, kind: .property)
    let groups = object.groups.map { form.groups[$0] }
    proposal.detail = (groups.compactMap { $0.label } + ["an object"]).joined(separator: " · ")
    proposal.documentation = groups.compactMap { $0.description }.first
    writer.addName(proposal, holding: Template("{ @ }"), written: written)
  }

  private mutating func offer(_ name: String, holding list: RecordLayout.List, in written: Int?) {
    var proposal = Proposal(text: name, kind: .property)
    let group = form.groups[list.group]
    proposal.detail = [group.label, "a list"].compactMap({ $0 }).joined(separator: " · ")
    proposal.documentation = group.description
    let entry = form.entryTemplate(ofList: list)
    writer.addName(
      proposal, holding: Template("[") + entry + Template("]"), written: written)
  }
}

// Values.
extension RecordCompletion {
  private mutating func offerValues(_ written: Int?, _ offers: AutofillOffers) {
    let tree = context.cursor.tree
    if let written, !tree[written].isScalar { return }
    guard let field = context.field else {
      switch context.content {
      case .object: offer(Template("{ @ }"), as: "{ … }", written)
      case .list(let list):
        let entry = form.entryTemplate(ofList: form.layout.lists[list])
        if context.cursor.list == nil {
          offer(Template("[") + entry + Template("]"), as: "[ … ]", written)
        } else {
          offer(entry, as: "{ … }", written)
        }
      case .field, nil: break
      }
      return
    }
    let definition = form.definition(of: field)
    // What a secret may be is nobody's business.
    if definition.isSecure { return }
    if definition.takesSeveral, context.rows == nil {
      return offer(Template("[@]"), as: "[ … ]", written)
    }
    let taken = takenValues(of: field)
    for choice in definition.choices where choice.canBeChosen {
      let value = definition.value(of: choice.text)
      if !taken.contains(where: { $0.isSame(as: value) }) { offer(choice, as: value, written) }
    }
    if definition.valueKind == .boolean, definition.choices.isEmpty {
      for word in ["true", "false"] {
        writer.addValue(Proposal(text: word, kind: .keyword, isBare: true), written)
      }
    }
    if definition.kind == .date {
      for proposal in Proposal.dates(of: definition, today) { writer.addValue(proposal, written) }
    }
    let typed = written.flatMap { tree.string($0) } ?? ""
    for offer in offers.shown {
      let value = definition.value(of: offer.text)
      guard case .string = value else { continue }
      writer.addValue(
        Proposal(offer, from: definition.autofill?.source ?? "", typed: typed), written)
    }
    if !offers.shown.isEmpty { writer.list.isIncomplete = true }
    // In quotes it would begin before them, where the others begin behind, and some editors then
    // compare what is typed with none.
    let isInQuotes = written.map { tree[$0].kind == .string } ?? false
    if definition.emptyValue == .null, definition.isRequired != .always,
      !definition.takesSeveral, !isInQuotes || writer.list.items.isEmpty
    {
      writer.addValue(
        Proposal(text: "null", kind: .keyword, detail: "an empty field", isBare: true), written)
    }
  }

  /// The values that stand elsewhere in the list, where none of them may come again.
  private func takenValues(of field: Int) -> [JSONValue] {
    let isUnique = form.layout.lists.contains {
      $0.value == field && !$0.repetition.unique.isEmpty
    }
    guard let list = context.rows ?? (isUnique ? context.entryList : nil),
      case .value(_, let written) = context.cursor.place
    else { return [] }
    let tree = context.cursor.tree
    return tree.elements(of: list).filter { $0 != written }.map { JSONValue(tree, $0) }
  }

  private mutating func offer(_ choice: Choice, as value: JSONValue, _ written: Int?) {
    var proposal = Proposal(choice)
    if case .string(let text) = value {
      proposal.text = text
    } else {
      proposal.text = value.json
      proposal.isBare = true
    }
    writer.addValue(proposal, written)
  }

  private mutating func offer(_ template: Template, as label: String, _ written: Int?) {
    var proposal = Proposal(text: label, kind: .snippet)
    proposal.template = template
    writer.addValue(proposal, written)
  }
}

extension RecordForm {
  /// An entry of a list with what has to be in it, to be filled in.
  func entryTemplate(ofList list: RecordLayout.List) -> Template {
    if let value = list.value { return Template(valueOf: definition(of: value)) }
    let needed = layout.objects[list.entry].members.compactMap { member -> Template? in
      guard case .field(let field) = member.content, definition(of: field).isRequired == .always
      else { return nil }
      return Template(text: "\(TextFixes.quoted(member.name)): ")
        + Template(valueOf: definition(of: field))
    }
    if needed.isEmpty { return Template("{ @ }") }
    var members = needed[0]
    for member in needed.dropFirst() { members = members + Template(text: ", ") + member }
    return Template(text: "{ ") + members + Template(text: " }")
  }
}

extension Template {
  /// A value of a field, to be filled in.
  init(valueOf definition: FieldDefinition) {
    let values = definition.choices.map { definition.value(of: $0.text) }
    let areTexts = values.allSatisfy { if case .string = $0 { true } else { false } }
    if definition.takesSeveral {
      self.init("[@]")
    } else if let first = values.first, !areTexts {
      self.init(value: first.json)
    } else {
      switch definition.valueKind {
      case .string: self.init("\"@\"")
      case .number, .integer: self.init(value: "0")
      case .boolean: self.init(choice: ["true", "false"])
      }
    }
  }
}
