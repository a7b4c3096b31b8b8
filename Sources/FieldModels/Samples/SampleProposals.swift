import FieldModels

/// Drafts to try in a field, gathered from what its definition says; which of them are right is found
/// out afterwards.
struct SampleProposals {
  private let definition: FieldDefinition
  private let today: CivilDate
  private(set) var drafts: [Draft] = []
  private var known: Set<Draft> = []

  init(_ definition: FieldDefinition, today: CivilDate) {
    self.definition = definition
    self.today = today
    insert(definition.emptyDraft)
  }

  /// Adds texts, or lists of one where several rows are chosen.
  mutating func add(_ texts: [String]) {
    for text in texts where !text.isEmpty {
      insert(definition.takesSeveral ? .rows([text]) : .text(text))
    }
  }

  /// Adds drafts as they are, as far as the field has such.
  mutating func add(_ drafts: [Draft]) {
    for draft in drafts where !draft.isEmpty {
      if definition.takesSeveral { insert(.rows(draft.values)) } else { insert(.text(draft.text)) }
    }
  }

  /// Adds everything that the definition gives rise to.
  mutating func addAll(using chance: inout SplitMix64) {
    if definition.kind == .any {
      let schemas = definition.rules.compactMap { rule in
        if case .schema(let schema) = rule.check { schema } else { nil }
      }
      if !schemas.isEmpty {
        var values = SampleValues(schemas, today: today, using: &chance)
        add(values.all().map { $0.json })
      }
      return add(Self.values)
    }
    if definition.takesSeveral { return addLists(using: &chance) }
    if definition.checkedKind == .picker {
      add(definition.choices.prefix(Self.mostRows).map(\.text))
      add(Self.strangeRows)
      if definition.manualEntry == nil, !definition.choices.isEmpty { return }
    }
    addScaled()
    addListed()
    switch definition.valueKind {
    case .boolean: add(["true", "false"])
    case .number, .integer: add(Self.numbers + precisionTexts)
    case .string: break
    }
    if definition.checkedKind == .date {
      add(Self.wrongDates)
    } else if definition.valueKind == .string {
      add(SampleTexts(definition).all(using: &chance))
    }
  }

  private mutating func insert(_ draft: Draft) {
    if known.insert(draft).inserted { drafts.append(draft) }
  }

  /// Rows beyond so many are as good as the first.
  static let mostRows = 40
  /// Values of each type, as JSON.
  private static let values = [
    #""text""#, "1", "2.50", "true", #"["a", 1]"#, #"{"a": {"b": null}}"#, #""""#, "[]", "{}",
    #"" ""#, #"{"a": [""]}"#,
  ]
  private static let strangeRows = ["no such row", "?"]
  private static let wrongDates = ["2026-02-30", "soon", "25:61", "2026-13-01T00:00"]
  private static let numbers = [
    "0", "1", "2", "3", "5", "7", "10", "12", "42", "100", "1000", "-1", "-3", "-100", "0.5", "0.1",
    "2.5", "12.75", "-0.25", "1e400", "1000000",
  ]

  // Values that the rules list.
  private mutating func addListed() {
    for rule in definition.rules {
      if case .oneOf(let values) = rule.check { add(Array(values.prefix(Self.mostRows))) }
    }
  }

  /// The ends of the whole numbers that the field takes, and what is beyond them.
  private var precisionTexts: [String] {
    guard definition.valueKind == .integer, let limits = definition.precision.limits else {
      return []
    }
    return [limits.lowerBound, limits.upperBound].flatMap {
      SampleScale.neighbours(of: .number($0), step: nil, base: nil)
    }
  }
}

// Places on the field's scale.
extension SampleProposals {
  /// Adds what is at the limits and beside them, and some places of the scale.
  private mutating func addScaled() {
    var step: Decimal?
    var base: Measure?
    var limits: [Measure] = []
    for rule in definition.rules {
      switch rule.check {
      case .minimum(let limit, _), .maximum(let limit, _): limits.append(limit)
      case .step(let size, let start): (step, base) = (size, start)
      case .before(let bound), .after(let bound): limits += place(of: bound)
      case .holds(let expression): add(expression.texts)
      case .minLength, .maxLength, .pattern, .format, .oneOf, .equals, .schema, .validator: break
      }
    }
    for bound in [definition.minimumDate, definition.maximumDate, definition.defaultDate] {
      limits += bound.map { place(of: $0) } ?? []
    }
    let hasScale = definition.checkedKind == .date || definition.scale != .number
    if hasScale { limits += Self.usual(definition.scale) }
    if step != nil, definition.scale == .number { limits.append(.number(Decimal(0))) }
    for limit in limits {
      add(SampleScale.neighbours(of: shaped(limit), step: step, base: base))
    }
    // Where steps are wide, what is between them is broken by one more.
    if let base { add(SampleScale.neighbours(of: base, step: step, base: base)) }
  }

  private func place(of bound: DateBound) -> [Measure] {
    switch bound {
    case .today: [.date(.date(today))]
    case .fixed(let measure): [measure]
    case .field: []
    }
  }

  /// A limit as the field's own scale has it: a day may limit moments, and a moment days.
  private func shaped(_ limit: Measure) -> Measure {
    guard case .date(let date) = limit, case .date(let mode) = definition.scale else {
      return limit
    }
    switch (date, mode) {
    case (.date(let day), .dateAndTime):
      let noon = CivilTime(hour: 12, minute: 0).flatMap { CivilDateTime(date: day, time: $0) }
      return noon.map { .date(.dateAndTime($0)) } ?? limit
    case (.dateAndTime(let moment), .date): return .date(.date(moment.date))
    default: return limit
    }
  }

  /// Some places that are on a scale.
  private static func usual(_ scale: Scale) -> [Measure] {
    let texts: [String]
    switch scale {
    case .number: texts = []
    case .date(.date): texts = ["2026-01-15", "1990-12-10", "2031-07-04"]
    case .date(.time): texts = ["09:30", "00:05", "23:50", "14:00"]
    case .date(.dateAndTime): texts = ["2026-01-15T09:30", "1990-12-10T23:00", "2031-07-04T00:10"]
    case .date(.countDownTimer): texts = ["PT5M", "PT1H30M", "PT26H"]
    case .month: texts = ["2026-01", "1990-12"]
    case .week: texts = ["2026-W03", "1990-W52"]
    }
    return texts.compactMap { scale.measure($0) }
  }
}

// Several rows.
extension SampleProposals {
  /// Adds lists of rows: one, some, all, as few and as many as there may be, one twice, a strange one.
  private mutating func addLists(using chance: inout SplitMix64) {
    let rows = definition.choices.filter { $0.canBeChosen && !$0.isExclusive }.map(\.text)
    let disabled = definition.choices.filter { !$0.canBeChosen }.map(\.text)
    let alone = definition.choices.filter { $0.canBeChosen && $0.isExclusive }.map(\.text)
    let least = definition.minItems ?? 0
    let counts = Set([
      1, 2, 3, least, least - 1, definition.maxItems ?? rows.count, (definition.maxItems ?? 0) + 1,
    ])
    var firsts: [[String]] = counts.sorted().compactMap { count in
      (1...max(1, rows.count)).contains(count) && count <= rows.count
        ? Array(rows.prefix(count)) : nil
    }
    for _ in 0..<8 where !rows.isEmpty {
      let count = Int.random(in: 1...min(rows.count, 6), using: &chance)
      let chosen = Set(rows.shuffled(using: &chance).prefix(count))
      firsts.append(rows.filter { chosen.contains($0) })
    }
    for row in rows.prefix(Self.mostRows) { firsts.append([row]) }
    for list in firsts { insert(.rows(list)) }
    for row in alone.prefix(Self.mostRows) {
      insert(.rows([row]))
      insert(.rows(rows.prefix(max(1, least)) + [row]))
    }
    let full = rows.prefix(max(1, least))
    let strange = Self.strangeRows.prefix(1) + disabled.prefix(1)
    for row in strange {
      insert(.rows(Array(full.dropLast()) + [row]))
      insert(.rows(Array(full) + [row]))
    }
    if let first = full.first {
      insert(.rows(Array(full) + [first]))
      insert(.rows(Array(full.dropLast()) + [first, first]))
    }
  }
}
