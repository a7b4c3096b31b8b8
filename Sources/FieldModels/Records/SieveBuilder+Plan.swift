/// Which fields and lists of a form are noted while a record is passed, and where.
struct SieveNotes: Sendable {
  /// By the numbers of the fields; -1 for one that is not noted.
  private(set) var ofFields: [Int]
  private(set) var ofLists: [Int]
  /// Those of the record itself, and behind them those of each list.
  private(set) var scopes: [Range<Int>] = []
  private(set) var count = 0
  /// The fields that are looked at once a record, or an entry, has been passed.
  private(set) var dependents: Set<Int>
  /// The fields that something else looks at.
  private(set) var lookedAt: Set<Int> = []
  /// Fields look at what stands in the same object only.
  private(set) var looksWithinObjects: Bool
  /// The fields of lists whose answers others gather from all entries.
  let gathered: Set<Int>
  /// The lists whose entries look at what stands outside of them.
  private(set) var deferredLists: Set<Int> = []

  init(_ form: RecordForm) {
    ofFields = form.fields.map { _ in -1 }
    ofLists = form.layout.lists.map { _ in -1 }
    dependents = Set(form.fields.indices.filter { form.fields[$0].isDependent })
    gathered = Set(form.gatheredFields)
    var watchedLists: Set<Int> = []
    looksWithinObjects = form.layout.lists.allSatisfy({ $0.repetition.unique.isEmpty })
    for field in form.fields {
      for other in field.watched {
        if form.object(of: other) != field.object { looksWithinObjects = false }
        switch other.place {
        case .beside(let number, _): lookedAt.insert(number)
        case .around(let number, _):
          lookedAt.insert(number)
          if let list = field.list { deferredLists.insert(list) }
        case .column(let number):
          lookedAt.insert(number)
          if let list = field.list { deferredLists.insert(list) }
        case .list(let number):
          watchedLists.insert(number)
          if let list = field.list { deferredLists.insert(list) }
        }
      }
    }
    for unit in form.counted.joined() { lookedAt.formUnion(unit.members) }
    for list in form.layout.lists.indices { lookedAt.formUnion(form.uniqueFields(ofList: list)) }
    let noted = dependents.union(lookedAt)
    for list in [nil] + form.layout.lists.indices.map(Optional.some) {
      let first = count
      for number in form.numbers(ofList: list) where noted.contains(number) {
        ofFields[number] = count
        count += 1
      }
      scopes.append(first..<count)
    }
    for list in watchedLists.sorted() {
      ofLists[list] = count
      count += 1
    }
  }
}

extension SieveNotes {
  /// The place of a field among those whose answers are gathered, in the order of their lists.
  func column(of field: Int, in form: RecordForm) -> Int {
    form.layout.lists.flatMap { $0.fields.filter(gathered.contains) }.firstIndex(of: field) ?? 0
  }
}

extension RecordForm {
  /// The object, by its number, in which something stands that a check looks at.
  fileprivate func object(of other: RecordField.Other) -> Int {
    switch other.place {
    case .beside(let number, _), .around(let number, _), .column(let number):
      fields[number].object
    case .list(let list): layout.lists[list].home
    }
  }
}

extension SieveBuilder {
  /// Adds what is looked at once a record, or an entry, has been passed.
  mutating func addPlan(of form: RecordForm) {
    for (number, notes) in notes.scopes.enumerated() {
      let list = number == 0 ? nil : number - 1
      let firstCounting = countings.count
      for unit in form.counted[list ?? form.layout.lists.count] {
        add(countings: unit, in: form)
      }
      let firstDependent = dependents.count
      for field in form.numbers(ofList: list) where self.notes.dependents.contains(field) {
        add(dependent: form.fields[field], in: form)
      }
      let objects = form.layout.objects(ofList: list)
      scopes.append(
        SieveScope(
          notes: notes, objects: objects, countings: firstCounting..<countings.count,
          dependents: firstDependent..<dependents.count, list: list))
      // Where nothing is noted nothing is looked at later.
      if !notes.isEmpty || number == 0 && 0 < self.notes.count {
        mark(objects.lowerBound, asScope: number)
      }
    }
  }

  /// Adds a field, or a circle of fields, that may count otherwise than it is held.
  private mutating func add(countings unit: RecordForm.CountedUnit, in form: RecordForm) {
    let fields = unit.members.map { form.fields[$0] }
    let isOpaque =
      fields.count != 1
      && (form.isMixed(unit) || Circles.limit < fields.count
        || fields.contains { $0.definition.calculation != nil })
    let first = countings.count
    for field in fields {
      let isVisible = clause(field.definition.isVisible, of: field, in: form)
      countings.append(
        SieveCounting(
          note: notes.ofFields[field.number], isVisible: isVisible,
          keepsHidden: field.definition.hiddenValue == .keep, isOpaque: isOpaque,
          circle: first..<(unit.isCircle ? first + fields.count : first),
          calculation: calculation(of: field, in: form)))
    }
  }

  private mutating func add(dependent field: RecordField, in form: RecordForm) {
    let definition = field.definition
    var isOpaque = false
    var own: [SieveComparison] = []
    var ownClaims: [SieveClaim] = []
    // Of what is never checked no rule is asked.
    for rule in field.isUnchecked ? [] : definition.rules {
      let (sort, key): (SieveComparison.Sort, String)
      switch rule.check {
      case .equals(let other): (sort, key) = (.equals, other)
      case .before(.field(let other)): (sort, key) = (.before, other)
      case .after(.field(let other)): (sort, key) = (.after, other)
      case .holds(let expression):
        if definition.takesSeveral { isOpaque = true }
        ownClaims.append(
          SieveClaim(
            term: add(compiled(expression, of: field, in: form, isRule: true)),
            condition: rule.condition.map { clause(.when($0), of: field, in: form) } ?? .always))
        continue
      case .before, .after, .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step,
        .oneOf, .schema, .validator:
        continue
      }
      guard let other = field.watched.first(where: { $0.key == key }) else { continue }
      switch other.place {
      // How many entries there are is no draft.
      case .list, .column: continue
      case .beside(let number, _), .around(let number, _):
        let looked = form.fields[number].definition
        if looked.takesSeveral || other.field.zone != nil && sort != .equals { isOpaque = true }
        own.append(
          SieveComparison(
            sort: sort, other: notes.ofFields[number],
            condition: rule.condition.map { clause(.when($0), of: field, in: form) } ?? .always))
      }
    }
    let first = comparisons.count
    comparisons += own
    let firstClaim = claims.count
    claims += ownClaims
    let ownRuleConditions = definition.ruleConditions.map { clause(.when($0), of: field, in: form) }
    let firstRuleCondition = ruleConditions.count
    ruleConditions += ownRuleConditions
    let firstRow = offeredRows.count
    if definition.hasConditionalRows {
      for choice in definition.choices where choice.visibility.isConditional {
        let bit = definition.takesSeveral ? Self.bits(of: [choice.text], in: field).bits : 0
        if definition.takesSeveral, bit == 0 { continue }
        offeredRows.append(
          SieveRow(
            draft: append(choice.text.utf8), bit: bit,
            isOffered: clause(choice.visibility, of: field, in: form)))
      }
    }
    dependents.append(
      SieveDependent(
        field: field.number, note: notes.ofFields[field.number], home: field.object,
        isVisible: clause(definition.isVisible, of: field, in: form),
        isEnabled: clause(definition.isEnabled, of: field, in: form),
        isRequired: clause(definition.isRequired, of: field, in: form),
        isUnchecked: field.isUnchecked,
        isPresent: isPartial ? .never : clause(definition.presence, of: field, in: form),
        keepsHidden: definition.hiddenValue == .keep,
        comparisons: first..<comparisons.count, claims: firstClaim..<claims.count,
        ruleConditions: firstRuleCondition..<ruleConditions.count,
        rows: firstRow..<offeredRows.count, isOpaque: isOpaque, asks: !field.asksNobody,
        isAny: definition.kind == .any,
        calculation: calculation(of: field, in: form)))
  }

  private mutating func clause(
    _ requirement: Requirement, of field: RecordField, in form: RecordForm
  ) -> SieveClause {
    switch requirement {
    case .always: .always
    case .never: .never
    case .when(let condition): .when(add(compiled(condition, of: field, in: form)))
    }
  }

  private mutating func add(_ condition: SieveCondition) -> Int {
    conditions.append(condition)
    return conditions.count - 1
  }

  private mutating func compiled(
    _ condition: Condition, of field: RecordField, in form: RecordForm
  ) -> SieveCondition {
    switch condition {
    case .all(let parts): compiled(parts, .all, of: field, in: form)
    case .any(let parts): compiled(parts, .any, of: field, in: form)
    case .holds(let expression):
      SieveCondition(
        sort: .isTrue, term: add(compiled(expression, of: field, in: form, isRule: false)))
    case .test(let key, let test):
      switch field.watched.first(where: { $0.key == key })?.place {
      // Of what there is not the draft is empty, and so is that of several.
      case nil, .column: SieveCondition(sort: test.holdsForNothing ? .yes : .no)
      case .list(let list): compiled(test, ofList: list)
      case .beside(let number, _), .around(let number, _):
        compiled(test, of: form.fields[number], seenBy: field)
      }
    }
  }

  private mutating func compiled(
    _ parts: [Condition], _ sort: SieveCondition.Sort, of field: RecordField, in form: RecordForm
  ) -> SieveCondition {
    var own: [SieveCondition] = []
    for part in parts { own.append(compiled(part, of: field, in: form)) }
    let first = conditions.count
    conditions += own
    return SieveCondition(sort: sort, parts: first..<conditions.count)
  }

  private func compiled(_ test: Condition.Test, ofList list: Int) -> SieveCondition {
    var condition = SieveCondition(sort: .unknown, note: notes.ofLists[list])
    switch test {
    case .isFilled(let isFilled): condition.sort = isFilled ? .isFilled : .isEmpty
    case .isGreater(let bound):
      guard let number = SieveCondition.number(bound) else { break }
      (condition.sort, condition.number) = (.hasMore, number)
    case .isLess(let bound):
      guard let number = SieveCondition.number(bound) else { break }
      (condition.sort, condition.number) = (.hasFewer, number)
    case .isOneOf, .isNot: break
    }
    return condition
  }

  private mutating func compiled(
    _ test: Condition.Test, of other: RecordField, seenBy field: RecordField
  ) -> SieveCondition {
    var condition = SieveCondition(sort: .unknown, note: notes.ofFields[other.number])
    if case .isFilled(let isFilled) = test {
      condition.sort = isFilled ? .isFilled : .isEmpty
      return condition
    }
    // Of several rows each is a draft.
    if other.definition.takesSeveral {
      let texts: [String]
      switch test {
      case .isOneOf(let values): (condition.sort, texts) = (.isChosen, values)
      case .isNot(let value): (condition.sort, texts) = (.isNotChosen, [value])
      case .isFilled, .isGreater, .isLess: return condition
      }
      condition.holdsForNothing = texts.containsExactly("")
      condition.rows = Self.bits(of: texts, in: other).bits
      return condition
    }
    switch test {
    case .isFilled: break
    case .isOneOf(let values): (condition.sort, condition.parts) = (.isAmong, add(texts: values))
    case .isNot(let value): (condition.sort, condition.parts) = (.isNotAmong, add(texts: [value]))
    case .isGreater(let bound):
      compare(&condition, asNumber: .isGreater, asDate: .isLater, bound, of: other, seenBy: field)
    case .isLess(let bound):
      compare(&condition, asNumber: .isLess, asDate: .isEarlier, bound, of: other, seenBy: field)
    }
    return condition
  }

  private func compare(
    _ condition: inout SieveCondition, asNumber: SieveCondition.Sort, asDate: SieveCondition.Sort,
    _ bound: String, of other: RecordField, seenBy field: RecordField
  ) {
    let scales = Scale.inConditions.filter { $0.measure(bound) != nil }
    if scales.isEmpty, bound != DateBound.todayWord {
      condition.sort = .no
      return
    }
    if let number = SieveCondition.number(bound) {
      (condition.sort, condition.number) = (asNumber, number)
      condition.isOnlyNumber = scales.count == 1
      return
    }
    if other.definition.momentZone != nil { return }
    var date: CivilDate?
    if bound == DateBound.todayWord {
      // Elsewhere it may be another day.
      date = field.definition.hasZone ? nil : today
    } else if case .success(.date(let parsed)) = DateValue.parse(bound, mode: .date),
      parsed.description == bound
    {
      date = parsed
    }
    guard let key = date.flatMap(SieveDate.key(of:)) else { return }
    (condition.sort, condition.date) = (asDate, key)
  }

  /// The rows of several that some drafts are, as bits, and whether there are others.
  static func bits(of texts: [String], in field: RecordField) -> (bits: UInt64, hasOthers: Bool) {
    var (bits, hasOthers) = (UInt64(0), false)
    for text in texts {
      let row = field.definition.choices.firstIndex { $0.text.isExactly(text) }
      if let row, row < UInt64.bitWidth { bits |= bit(ofChoice: row) } else { hasOthers = true }
    }
    return (bits, hasOthers)
  }

  private mutating func add(texts values: [String]) -> Range<Int> {
    let first = texts.count
    for value in values { texts.append(append(value.utf8)) }
    return first..<texts.count
  }
}

extension SieveCondition {
  /// A bound that is a number as most are written.
  fileprivate static func number(_ text: String) -> SieveNumber? {
    let bytes = Array(text.utf8)
    return SieveNumber(bytes.count) { bytes[$0] }
  }
}

extension Condition.Test {
  /// Whether it holds for an empty draft.
  fileprivate var holdsForNothing: Bool {
    switch self {
    case .isOneOf(let values): values.containsExactly("")
    case .isNot(let value): !value.isEmpty
    case .isFilled(let isFilled): !isFilled
    case .isGreater, .isLess: false
    }
  }
}
