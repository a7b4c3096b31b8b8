import FieldModels

/// What an editor shows of the thing under the pointer: the property and what it means, then the
/// field, its state, its counter and its rules. A secure draft is not in it.
struct HoverText {
  let document: FieldDocument
  private var lines: [String] = []

  init(document: FieldDocument) { self.document = document }

  /// The text for a place; nil where there is nothing to say.
  mutating func text(_ context: CursorContext, _ field: FieldID?) -> String? {
    describe(context)
    if let field, let reading = document.reading(peeking: field) {
      describe(reading, document.facts(of: field, reading))
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n\n")
  }

  private mutating func describe(_ context: CursorContext) {
    let property: Property?
    switch context.place {
    case .name(let written):
      property = written.flatMap { key in
        PropertyTable.property(
          named: (context.tree.utf8(key) ?? [])[...], in: context.section)
      }
    case .value: property = context.property
    }
    guard let property else { return }
    var line = "**`\(property.name.rawValue)`** — \(property.documentation)"
    line += " Takes \(property.shape.expectation)."
    if let value = property.defaultValue { line += " Default: `\(value)`." }
    lines.append(line)
    if case .value(let shape, let written) = context.place, let written,
      let word = context.tree.string(written), let meaning = Self.meaning(of: word, shape)
    {
      lines.append("`\(word)`: \(meaning)")
    }
  }

  /// What a written word stands for, where the set of words is closed.
  private static func meaning(of word: String, _ shape: Shape) -> String? {
    let documentation: String? =
      switch shape {
      case .word(let words): words.first { $0.name == word }?.documentation
      case .formatName, .rule: Format(rawValue: word)?.documentation
      default: nil
      }
    return documentation.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func describe(_ reading: FieldReading, _ facts: FieldFacts) {
    let definition = reading.definition
    let kind = definition.kind?.rawValue ?? "field"
    var title = "**\(definition.name)** · \(kind)"
    if let key = definition.key { title += " `\(key)`" }
    lines.append(title)
    var state = [facts.isPending ? "\(facts.look.rawValue), pending" : facts.look.rawValue]
    if facts.isActive { state.append("being edited") }
    if let counter = facts.counter { state.append("\(counter.count) of \(counter.unit.amount(counter.limit))") }
    if definition.isRequired != .never { state.append("required") }
    if definition.isReadOnly { state.append("read-only") }
    if definition.isSecure { state.append("secure") }
    lines.append("State: " + state.joined(separator: " · "))
    if let shown = definition.shownDate { lines.append("Shown as: \(shown)") }
    for error in facts.errors { lines.append("Error: \(error)") }
    if let helper = facts.helper { lines.append("Below the field: \(helper)") }
    let rules = definition.rules.map { "- \($0.summary)" }
    if !rules.isEmpty { lines.append("Rules:\n" + rules.joined(separator: "\n")) }
  }
}

extension FieldDefinition {
  /// The date as a person sees it in the field.
  fileprivate var shownDate: String? {
    guard kind == .date, !isSecure, !draft.isEmpty,
      case .success(let value) = DateValue.parse(draft.text, mode: mode)
    else { return nil }
    return (datePattern ?? .standard).format(value)
  }
}

extension Rule {
  /// The rule in a few words.
  fileprivate var summary: String {
    let what =
      switch check {
      case .minLength(let limit): "at least \(limit) long"
      case .maxLength(let limit): "at most \(limit) long"
      case .pattern(_, let source): "pattern `\(source)`"
      case .format(let format): "format `\(format.rawValue)`"
      case .minimum(let limit, let isExclusive): (isExclusive ? "more than " : "at least ") + "\(limit)"
      case .maximum(let limit, let isExclusive): (isExclusive ? "less than " : "at most ") + "\(limit)"
      case .step(let step, _): "in steps of \(step)"
      case .oneOf(let values): "one of " + values.prefix(8).joined(separator: ", ")
      case .equals(let key): "the same as `\(key)`"
      case .before(let bound): "before \(bound.summary)"
      case .after(let bound): "after \(bound.summary)"
      case .validator(let name): "validator `\(name)`"
      }
    let severity = self.severity == .error ? "" : " (\(self.severity.rawValue))"
    return what + severity + (condition == nil ? "" : ", under a condition")
  }
}

extension DateBound {
  fileprivate var summary: String {
    switch self {
    case .today: "today"
    case .date(let date): date.description
    case .field(let key): "`\(key)`"
    }
  }
}

extension Session {
  func hover(_ place: DocumentPosition, _ now: Instant) throws(RPCError) -> LSP.Hover? {
    let document = try open(place.uri).document
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let offset = translation.byteOffset(place.position)
    guard let part = document.part(around: offset),
      let context = CursorContext(part.tree, at: offset - part.start, section: part.section)
    else { return nil }
    var text = HoverText(document: document)
    guard let markdown = text.text(context, part.field) else { return nil }
    let isMarkdown = client.takesMarkdownHovers
    let value = isMarkdown ? markdown : markdown.filter { $0 != "*" && $0 != "`" }
    return LSP.Hover(
      contents: LSP.MarkupContent(isMarkdown: isMarkdown, value: value),
      range: translation.range(context.hoverSpan.moved(by: part.start)))
  }
}

extension CursorContext {
  /// The name or value under the pointer.
  fileprivate var hoverSpan: Range<Int> {
    switch place {
    case .name(let written), .value(_, let written):
      written.map { tree[$0].span } ?? offset..<offset
    }
  }
}
