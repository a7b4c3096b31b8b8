import FieldModels

/// What an editor offers at the cursor: names of properties, values of closed sets, keys, rows of a
/// picker, autofill strings, dates.
///
/// Each item replaces exactly what stands between the quotes around the cursor, or, where there
/// are none yet, brings its own.
struct Completion {
  let document: FieldDocument
  let client: ClientCapabilities
  let today: CivilDate
  let limit: Int
  private let context: CursorContext
  private let start: Int
  private let definition: FieldDefinition?
  private var list = LSP.CompletionList()

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

  mutating func items() -> LSP.CompletionList {
    switch context.place {
    case .name(let written): offerNames(written)
    case .value(let shape, let written): offerValues(shape, written)
    }
    return list
  }

  // Names.

  private mutating func offerNames(_ written: Int?) {
    let sign = context.previousSign()
    // Behind a value without a comma, a comma comes along.
    let needsComma = written == nil && sign != UInt8(ascii: "{") && sign != UInt8(ascii: ",")
    let present = Set(
      context.tree.members(of: context.object).filter { $0 != written }
        .compactMap { context.tree.string($0) })
    for property in PropertyTable.properties(of: context.section)
    where !present.contains(property.name.rawValue) {
      if context.section == .field, let kind = context.kind, !property.kinds.contains(kind) {
        continue
      }
      var proposal = Proposal(text: property.name.rawValue, kind: .property)
      proposal.detail = property.shape.expectation
      proposal.documentation = property.documentation
      addName(proposal, property.shape, written, needsComma: needsComma)
    }
  }

  private mutating func addName(
    _ proposal: Proposal, _ shape: Shape, _ written: Int?, needsComma: Bool
  ) {
    let tree = context.tree
    let hasColon = written.map {
      context.nextSign(from: tree[$0].span.upperBound) == UInt8(ascii: ":")
    }
    var additional: [LSP.TextEdit] = []
    if needsComma, let place = endOfPreviousText() {
      additional.append(LSP.TextEdit(range: range(place..<place), newText: ","))
    }
    if let written, tree[written].kind == .string {
      // Inside quotes; what follows the closing one is an edit of its own.
      let end = tree[written].span.upperBound
      if hasColon == false, tree[written].isClosed {
        additional.append(LSP.TextEdit(range: range(end..<end), newText: ": "))
      }
      let tail = tree[written].isClosed ? "" : "\": "
      add(proposal, replacing: contentSpan(written), newText: proposal.text + tail, additional)
      return
    }
    let name = "\"\(proposal.text)\""
    let span = written.map { tree[$0].span } ?? context.offset..<context.offset
    if hasColon == true { return add(proposal, replacing: span, newText: name, additional) }
    var proposal = proposal
    let comma = followsName(span.upperBound) ? "," : ""
    if client.takesSnippets {
      proposal.snippet = "\(name): \(Self.snippet(shape))\(comma)"
    }
    add(proposal, replacing: span, newText: name + ": ", additional)
  }

  /// What to write for a value of a shape, with the cursor where it is wanted.
  private static func snippet(_ shape: Shape) -> String {
    switch shape {
    case .text, .draft, .word, .newKey, .key, .groupKey, .sourceName, .dateDraft, .date,
      .dateOrKey,
      .datePattern, .timeZone, .color, .pattern, .formatName, .validatorName, .choice:
      "\"$1\""
    case .bool, .boolOrCondition, .boolOrText: "${1|true,false|}"
    case .integer, .number, .scalar, .anything: "$1"
    case .object, .map, .rule: "{ $1 }"
    case .list: "[$1]"
    }
  }

  private func followsName(_ offset: Int) -> Bool {
    context.nextSign(from: offset) == UInt8(ascii: "\"")
  }

  /// Where the text before the cursor's white space ends.
  private func endOfPreviousText() -> Int? {
    var index = context.offset - 1
    while 0 <= index {
      let byte = context.tree.bytes[context.tree.base + index]
      if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { return index + 1 }
      index -= 1
    }
    return nil
  }

  // Values.

  private mutating func offerValues(_ shape: Shape, _ written: Int?) {
    switch shape {
    case .word(let words):
      for word in words {
        addValue(
          Proposal(text: word.name, kind: .enumMember, documentation: word.documentation), written)
      }
    case .bool, .boolOrText: offerBooleans(written)
    case .boolOrCondition:
      offerBooleans(written)
      addValue(
        Proposal(
          text: "{ \"when\": {  } }", label: "{ \"when\": … }", kind: .keyword, isBare: true,
          snippet: "{ \"when\": { \"key\": \"$1\", \"filled\": true } }"), written)
    case .key, .dateOrKey:
      offerKeys(written)
      if case .dateOrKey = shape { offerDates(written) }
    case .groupKey:
      for group in document.frame.groups {
        addValue(Proposal(text: group, kind: .reference), written)
      }
    case .sourceName: offerSources(written)
    case .formatName: offerFormats(written)
    case .validatorName: offerValidators(written)
    case .rule:
      offerFormats(written)
      offerValidators(written)
    case .dateDraft, .date: offerDates(written)
    case .datePattern: offerDatePatterns(written)
    case .timeZone:
      for zone in ["GMT", "UTC", "+01:00", "+02:00", "-05:00", "-08:00"] {
        addValue(Proposal(text: zone, kind: .value), written)
      }
    case .draft: offerDrafts(written)
    case .text, .newKey, .integer, .number, .color, .pattern, .object, .list, .map, .choice,
      .scalar, .anything:
      break
    }
  }

  private mutating func offerBooleans(_ written: Int?) {
    for word in ["true", "false"] {
      addValue(Proposal(text: word, kind: .keyword, isBare: true), written)
    }
  }

  private mutating func offerKeys(_ written: Int?) {
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      guard let key = reading.definition.key, key != definition?.key else { return true }
      var proposal = Proposal(text: key, kind: .reference)
      proposal.detail = [reading.definition.label, reading.definition.kind?.rawValue]
        .compactMap(\.self).joined(separator: " · ")
      addValue(proposal, written)
      return list.items.count < limit
    }
  }

  private mutating func offerSources(_ written: Int?) {
    let names = Set(document.frame.sources.keys).union(document.vocabulary.autofillSources)
    for name in names.sorted() {
      var proposal = Proposal(text: name, kind: .reference)
      proposal.detail = document.frame.sources[name].map { "\($0.count) texts" }
      addValue(proposal, written)
    }
  }

  private mutating func offerFormats(_ written: Int?) {
    for format in Format.allCases {
      var proposal = Proposal(text: format.rawValue, kind: .enumMember)
      proposal.detail = format.example
      proposal.documentation = format.documentation
      addValue(proposal, written)
    }
  }

  private mutating func offerValidators(_ written: Int?) {
    for name in document.vocabulary.validators.sorted() {
      addValue(Proposal(text: name, kind: .reference, detail: "validator"), written)
    }
  }

  private mutating func offerDates(_ written: Int?) {
    if context.property?.name != .date {
      addValue(Proposal(text: "today", kind: .event, detail: today.description), written)
    }
    guard definition?.mode ?? .date == .date else { return }
    var offered = Set<String>()
    func dates() -> [(CivilDate, String)] {
      var dates = [(today, "today"), (today.adding(days: 1), "tomorrow")]
      if case .date(.date(let date)) = definition?.minimumDate {
        dates.append((date, "minimumDate"))
      }
      if case .date(.date(let date)) = definition?.maximumDate {
        dates.append((date, "maximumDate"))
      }
      return dates.compactMap { date, name in date.map { ($0, name) } }
    }
    for (date, name) in dates() where offered.insert(date.description).inserted {
      addValue(Proposal(text: date.description, kind: .value, detail: name), written)
    }
  }

  private mutating func offerDatePatterns(_ written: Int?) {
    let patterns = [
      "MMM dd, yyyy", "d MMMM yyyy", "yyyy-MM-dd", "dd/MM/yyyy", "EEEE, d MMMM", "HH:mm",
    ]
    for text in patterns {
      guard case .success(let pattern) = DatePattern.parse(text) else { continue }
      addValue(
        Proposal(text: text, kind: .value, detail: pattern.format(.date(today))), written)
    }
  }

  /// Rows of a picker, or what the field's autofill source has for what is typed.
  private mutating func offerDrafts(_ written: Int?) {
    guard let definition, !definition.isSecure else { return }
    let taken = Set(definition.takesSeveral ? definition.draft.values : [])
      .subtracting([written.flatMap { context.tree.string($0) } ?? ""])
    for choice in definition.choices where !choice.isDisabled && !taken.contains(choice.value) {
      var proposal = Proposal(text: choice.value, kind: .enumMember)
      proposal.label = choice.label.isEmpty ? choice.value : choice.label
      proposal.detail = choice.label == choice.value ? nil : choice.value
      proposal.documentation = choice.description
      // People type what they see.
      let isPlain = proposal.detail == nil
      addValue(
        proposal, written, filterText: isPlain ? nil : "\(choice.label) \(choice.value)")
    }
    guard let use = definition.autofill, let source = document.frame.sources[use.source] else {
      return
    }
    let typed = written.flatMap { context.tree.string($0) } ?? ""
    let matches = AutofillMatch.matches(for: typed, in: source, use, definition)
    for text in matches {
      var proposal = Proposal(text: text, kind: .value)
      proposal.detail = "from \(use.source)"
      // What contains the typed text is no completion of it to an editor that filters again.
      addValue(proposal, written, filterText: typed.isEmpty ? nil : typed)
    }
    list.isIncomplete = !matches.isEmpty
  }

  private mutating func addValue(
    _ proposal: Proposal, _ written: Int?, filterText: String? = nil
  ) {
    let tree = context.tree
    guard list.items.count < limit else {
      list.isIncomplete = true
      return
    }
    let escaped = JSONString.escaped(proposal.text)
    if let written, tree[written].kind == .string {
      if proposal.isBare {
        add(proposal, replacing: tree[written].span, newText: proposal.text, [], filterText)
      } else {
        let tail = tree[written].isClosed ? "" : "\""
        add(
          proposal, replacing: contentSpan(written), newText: escaped + tail, [], filterText)
      }
      return
    }
    let isContainer = written.map { tree[$0].kind == .object || tree[$0].kind == .array } ?? false
    let span = isContainer ? nil : written.map { tree[$0].span }
    add(
      proposal, replacing: span ?? context.offset..<context.offset,
      newText: proposal.isBare ? proposal.text : "\"\(escaped)\"", [], filterText)
  }

  /// Between the quotes; of a string that nobody closed, only what is before the cursor, since
  /// the rest of the line may have been meant as something else.
  private func contentSpan(_ string: Int) -> Range<Int> {
    let content = context.tree.contentSpan(string)
    guard !context.tree[string].isClosed else { return content }
    return content.lowerBound..<max(content.lowerBound, min(content.upperBound, context.offset))
  }

  private mutating func add(
    _ proposal: Proposal, replacing span: Range<Int>, newText: String,
    _ additional: [LSP.TextEdit], _ filterText: String? = nil
  ) {
    var item = LSP.CompletionItem(
      label: proposal.label ?? proposal.text, kind: proposal.kind,
      sortText: Self.sortText(list.items.count), filterText: filterText ?? proposal.text,
      edit: LSP.TextEdit(range: range(span), newText: newText))
    item.detail = proposal.detail
    item.additionalEdits = additional
    if let documentation = proposal.documentation, !documentation.isEmpty {
      item.documentation = LSP.MarkupContent(
        isMarkdown: client.takesMarkdownDocumentation, value: documentation)
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

  private func range(_ span: Range<Int>) -> LSP.Range {
    Translation(text: document.text, encoding: client.positionEncoding)
      .range(span.moved(by: start))
  }
}

extension Session {
  func completion(
    _ place: DocumentPosition, _ now: Instant
  ) throws(RPCError) -> LSP.CompletionList {
    let document = try open(place.uri).document
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let offset = translation.byteOffset(place.position)
    guard let part = document.part(around: offset),
      let context = CursorContext(part.tree, at: offset - part.start, section: part.section)
    else { return LSP.CompletionList() }
    var completion = Completion(
      document: document, client: client, today: now.today,
      limit: configuration.limits.completionCount, context: context, start: part.start,
      definition: part.field.flatMap { document.reading(peeking: $0)?.definition })
    return completion.items()
  }
}
