import FieldModels

/// What an editor shows of the thing under the pointer: the property and what it means, then the
/// field, its state, its counter and its rules.
///
/// A secure draft is not in it.
struct HoverText {
  let isMarkdown: Bool
  let wording: Wording
  private var lines: [String] = []

  init(isMarkdown: Bool, in wording: Wording) {
    self.isMarkdown = isMarkdown
    self.wording = wording
  }

  /// All of it; nil where there is nothing to say.
  var text: String? { lines.isEmpty ? nil : lines.joined(separator: "\n\n") }

  mutating func add(_ line: String) { lines.append(line) }

  func strong(_ text: String) -> String { isMarkdown ? "**\(plain(text))**" : text }

  func code(_ text: String) -> String {
    // Text with a backtick in it needs a longer fence.
    let fence = text.utf8.contains(UInt8(ascii: "`")) ? "``" : "`"
    return isMarkdown ? fence + text + fence : text
  }

  /// Text of the document, whose signs mean nothing in Markdown.
  func plain(_ text: String) -> String {
    guard isMarkdown else { return text }
    var escaped = String.UnicodeScalarView()
    // Markdown knows no graphemes: a sign with an accent is a sign to it.
    for scalar in text.unicodeScalars {
      if "\\`*_{}[]<>()#+!|~&".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// A property or value of a document, and the field that it is in.
  mutating func describe(
    _ context: CursorContext, of field: FieldID?, in document: FieldDocument
  ) {
    describe(context)
    describeReference(context, in: document)
    if let field, let reading = document.reading(of: field) {
      describe(
        reading.definition, document.facts(of: field, reading),
        at: document.statedPath(of: reading))
    }
  }

  private mutating func describe(_ context: CursorContext) {
    let property: Property?
    switch context.place {
    case .name(let written):
      property = written.flatMap { key in
        PropertyTable.property(namedBy: key, of: context.tree, in: context.section)
      }
    case .value: property = context.property
    }
    guard let property else { return }
    describe(property)
    if case .value(let shape, let written) = context.place, let written,
      let word = context.tree.string(written), let meaning = Self.meaning(of: word, shape)
    {
      lines.append("\(code(word)): \(isMarkdown ? meaning : meaning.withoutTicks)")
    }
  }

  /// What a property is for, and what it takes.
  mutating func describe(_ property: Property) {
    let documentation = isMarkdown ? property.documentation : property.documentation.withoutTicks
    var line = "\(code(property.name.rawValue)) — \(documentation)"
    let type = plain(wording.text(property.shape.expectation).withoutTicks)
    line += " " + wording.text(Saying(.hoverTakes, (.type, .text(type))))
    if let value = property.defaultValue {
      line += " " + wording.text(Saying(.hoverDefault, (.value, .text(code(value)))))
    }
    lines.append(line)
  }

  /// The field or list that a key stands for.
  private mutating func describeReference(
    _ context: CursorContext, in document: FieldDocument
  ) {
    guard case .value(let shape, let written?) = context.place,
      let key = context.tree.string(written)
    else { return }
    switch shape {
    case .key, .dateOrKey: break
    default: return
    }
    if let definition = document.index.field(key).flatMap({ document.reading(of: $0)?.definition })
    {
      let words = [definition.label.map(plain), definition.kind?.rawValue].compactMap { $0 }
      lines.append("\(code(key)): \(words.joined(separator: " · "))")
    } else if let group = document.frame.groups.first(where: { $0.key == key }),
      group.repetition != nil
    {
      let words = [group.label.map(plain), wording.text(.typeList)].compactMap { $0 }
      lines.append("\(code(key)): \(words.joined(separator: " · "))")
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

  /// A field, what is true of it, and where its value stands in a record, where that is worth
  /// saying.
  mutating func describe(_ definition: FieldDefinition, _ facts: FieldFacts, at path: String?) {
    let kind = definition.kind?.rawValue ?? wording.text(.aField)
    var title = "\(strong(definition.name)) · \(kind)"
    if let key = definition.key { title += " \(code(key))" }
    lines.append(title)
    if let path { say(.inARecord, (.path, .text(code(path)))) }
    let state = state(of: definition, facts).map(wording.text)
    say(.stateIs, (.state, .text(state.joined(separator: " · "))))
    if let shown = definition.shownDate(to: wording.locale) {
      say(.shownAs, (.value, .text(plain(shown))))
    }
    if let value = definition.rowValue { say(.commits, (.value, .text(code(value)))) }
    // Two rules may have the same words, and the field shows the error beside its helper.
    var told: Set<String> = []
    for error in facts.errors where told.insert(error).inserted {
      say(.errorIs, (.error, .text(plain(error))))
    }
    if definition.hasStrangeChoice {
      let rows = definition.choices.prefix(Self.toldRowLimit + 1).map { plain($0.text) }
      say(.notOneOf, (.oneOf, .text(Wording.list(rows, limit: Self.toldRowLimit))))
    }
    if let helper = definition.helper, !helper.isEmpty, !told.contains(helper) {
      say(.belowField, (.helper, .text(plain(helper))))
    }
    let rules = definition.rules.map { "- \(summary(of: $0, definition.lengthUnit))" }
    if !rules.isEmpty {
      lines.append(wording.text(.rules) + "\n" + rules.joined(separator: "\n"))
    }
  }

  /// More rows than that are no help under a pointer.
  private static let toldRowLimit = 200

  private mutating func say(_ phrase: Phrase, _ value: (Placeholder, Saying.Content)) {
    lines.append(wording.text(Saying(phrase, value)))
  }

  private func state(of definition: FieldDefinition, _ facts: FieldFacts) -> [Saying] {
    let look = Saying.Content.text(facts.look.rawValue)
    var state = [Saying(facts.isPending ? .pendingState : .said, (.state, look), (.why, look))]
    if facts.isActive { state.append(Saying(.beingEdited)) }
    if let counter = facts.counter {
      state.append(
        Saying(
          .countOf, (.count, .number(counter.count)),
          (.amount, .amount(counter.limit, counter.unit))))
    }
    if definition.isRequired != .never { state.append(Saying(.isRequired)) }
    if definition.isReadOnly { state.append(Saying(.isReadOnly)) }
    if definition.calculation != nil { state.append(Saying(.isCalculated)) }
    if definition.isSecure { state.append(Saying(.isSecure)) }
    return state
  }
}

extension FieldDefinition {
  /// The values of the chosen rows as JSON, where the draft does not say them.
  fileprivate var rowValue: String? {
    guard kind == .picker, !isSecure, !draft.isEmpty,
      draft.values.contains(where: {
        choice(drafted: $0).map { .string($0.text) != $0.value } ?? false
      })
    else { return nil }
    return value(of: draft)?.json
  }

  /// The date as a person sees it in the field.
  fileprivate func shownDate(to reader: String?) -> String? {
    guard kind == .date, !isSecure, !draft.isEmpty,
      case .success(let value) = DateValue.parse(draft.text, mode: mode)
    else { return nil }
    return shown(value, to: reader)
  }
}

extension HoverText {
  /// A rule in a few words.
  private func summary(of rule: Rule, _ unit: LengthUnit) -> String {
    let what =
      switch rule.check {
      case .minLength(let limit): Saying(.ruleAtLeast, (.limit, .amount(limit, unit)))
      case .maxLength(let limit): Saying(.ruleAtMost, (.limit, .amount(limit, unit)))
      case .pattern(_, let source): Saying(.rulePattern, (.pattern, .text(code(source))))
      case .format(let format): Saying(.ruleFormat, (.format, .text(code(format.rawValue))))
      case .minimum(let limit, let isExclusive):
        Saying(isExclusive ? .ruleMoreThan : .ruleAtLeast, (.limit, .text(limit.description)))
      case .maximum(let limit, let isExclusive):
        Saying(isExclusive ? .ruleLessThan : .ruleAtMost, (.limit, .text(limit.description)))
      case .step(let step, _): Saying(.ruleSteps, (.step, .text(step.description)))
      case .oneOf(let values):
        Saying(.ruleOneOf, (.oneOf, .text(plain(values.prefix(8).joined(separator: ", ")))))
      case .equals(let key): Saying(.ruleSameAs, (.field, .text(code(key))))
      case .before(let bound): Saying(.ruleBefore, (.limit, summary(of: bound)))
      case .after(let bound): Saying(.ruleAfter, (.limit, summary(of: bound)))
      case .holds(let expression): Saying(.said, (.why, .text(code(expression.source))))
      case .schema(let schema):
        Saying(.said, (.why, .text(code("schema: \(schema.source.json.abridged)"))))
      case .validator(let name): Saying(.ruleValidator, (.validator, .text(code(name))))
      }
    let severity = rule.severity == .error ? "" : " (\(rule.severity.rawValue))"
    let words = wording.text(what) + severity
    if rule.condition == nil { return words }
    return wording.text(Saying(.ruleConditional, (.rule, .text(words))))
  }

  private func summary(of bound: DateBound) -> Saying.Content {
    switch bound {
    case .today: .phrase(.today)
    case .fixed(let measure): .text(measure.description)
    case .field(let key): .text(code(key))
    }
  }
}

extension String {
  /// The text for a client that shows no Markdown.
  fileprivate var withoutTicks: String { filter { $0 != "`" } }
}

extension HoverText {
  /// The words that a client can show, over a range; nil where there is nothing to say.
  func hover(over range: LSP.Range, for client: ClientCapabilities) -> LSP.Hover? {
    text.map {
      LSP.Hover(contents: LSP.MarkupContent(format: client.hoverFormat, value: $0), range: range)
    }
  }
}

extension LSP.Hover {
  /// What is told of the name or value under the pointer; nil where there is none.
  init?(at position: LSP.Position, in document: FieldDocument, for client: ClientCapabilities) {
    let translation = Translation(text: document.text, encoding: client.positionEncoding)
    let offset = translation.byteOffset(position)
    guard let part = document.part(around: offset),
      let (context, field) = document.context(at: offset, in: part), !context.isAmongFields
    else { return nil }
    var text = HoverText(isMarkdown: client.hoverFormat == .markdown, in: document.wording)
    text.describe(context, of: field, in: document)
    let range = translation.range(context.hoverSpan.moved(by: part.start))
    guard let hover = text.hover(over: range, for: client) else { return nil }
    self = hover
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

extension FieldDefinition {
  /// Something is chosen that is none of the rows, which a person may be told.
  fileprivate var hasStrangeChoice: Bool {
    kind == .picker && !isSecure && manualEntry == nil && !choices.isEmpty && !draft.isEmpty
      && choices(drafted: draft.values).contains { $0 == nil }
  }
}
