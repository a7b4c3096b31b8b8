import FieldModels

/// Looks for records of which a form says one thing and nothing else.
///
/// It begins with drafts by chance and mends what is wrong with them, one problem at a time, until the
/// engine itself says what was wished for. So nothing is claimed that was not judged.
struct SampleSearch: Sendable {
  private(set) var form: SampleForm
  var chance: SplitMix64

  /// How often a record is mended before another one is begun.
  private static let roundLimit = 25
  private static let depthLimit = 4
  private static let usualEntryCount = 3
  private static let plainCount = 8

  /// A problem that a record is to have.
  struct Wish {
    var path: String
    var matches: @Sendable (Finding.Problem) -> Bool

    func isMet(by problem: RecordVerdict.Problem) -> Bool {
      problem.path == path && matches(problem.finding.problem)
    }
  }

  /// A record, and what is said of it.
  struct Found {
    var record: SampleRecord
    var verdict: RecordVerdict
    /// Nothing else is said of it than what was wished for.
    var isExact: Bool
  }

  init(_ form: SampleForm, _ chance: SplitMix64) {
    self.form = form
    self.chance = chance
  }

  /// What the form says of a record.
  mutating func verdict(on record: SampleRecord) -> RecordVerdict { form.verdict(on: record) }

  /// What the form says of a record that is written down.
  mutating func verdict(on value: JSONValue) -> RecordVerdict { form.verdict(on: value) }

  // Beginning.

  /// A record with drafts by chance, in so many of a hundred of the fields that may be empty.
  mutating func start(filling share: Int) -> SampleRecord {
    var record = form.emptyRecord
    for number in form.numbers(ofList: nil) {
      record.singles[form.fields[number].slot] = draft(for: number, filling: share)
    }
    for (number, list) in form.layout.lists.enumerated() {
      let least = list.repetition.minEntries
      let most = max(least, min(list.repetition.maxEntries ?? .max, least + Self.usualEntryCount))
      let count = share == 0 ? least : Int.random(in: least...most, using: &chance)
      setCount(
        share == 100 ? max(count, min(1, most)) : count, ofList: number, &record, filling: share)
    }
    if share < 100 { leaveOut(in: &record, filling: share) }
    return record
  }

  /// Leaves out some of the objects and lists that may be left out.
  private mutating func leaveOut(in record: inout SampleRecord, filling share: Int) {
    func isLeftOut() -> Bool { share == 0 || Int.random(in: 0..<3, using: &chance) == 0 }
    let layout = form.layout
    for number in layout.lists.indices where layout.lists[number].emptyValue != nil && isLeftOut() {
      setCount(0, ofList: number, &record)
    }
    for object in layout.objects where object.emptyValue != nil && isLeftOut() {
      let inside = object.path + "/"
      for number in form.numbers(ofList: nil) where form.fields[number].path.hasPrefix(inside) {
        let field = form.fields[number]
        record.singles[field.slot] = field.definition.emptyDraft
      }
      for (number, list) in layout.lists.enumerated() where list.path.hasPrefix(inside) {
        setCount(0, ofList: number, &record)
      }
    }
  }

  /// Gives a list so many entries.
  mutating func setCount(
    _ count: Int, ofList list: Int, _ record: inout SampleRecord, filling share: Int = 60
  ) {
    while count < record.lists[list].count { record.lists[list].removeLast() }
    while record.lists[list].count < count {
      let fields = form.layout.lists[list].fields
      record.lists[list].append(fields.map { draft(for: $0, filling: share) })
    }
  }

  private mutating func draft(for number: Int, filling share: Int) -> Draft {
    let field = form.fields[number]
    let isFilled =
      field.definition.isRequired == .always || Int.random(in: 0..<100, using: &chance) < share
    return isFilled ? rightDraft(of: number) : field.definition.emptyDraft
  }

  /// A draft in which nothing is wrong, as far as the field knows.
  private mutating func rightDraft(of number: Int) -> Draft {
    let field = form.fields[number]
    // Those that were thought of first look most like what people write.
    let isPlain = Int.random(in: 0..<8, using: &chance) > 0
    let drafts = isPlain ? field.right.prefix(Self.plainCount) : field.right[...]
    return drafts.randomElement(using: &chance) ?? field.definition.emptyDraft
  }

  // Mending.

  /// Mends a record until nothing is wrong with it but what is wished for.
  ///
  /// - Parameters:
  ///   - record: the record
  ///   - pinned: whose drafts stay as they are
  ///   - wish: what is to be wrong with it; nil for nothing
  /// - Returns: the record; one that is not exact has other problems of the same value, or such as are no
  ///   errors; nil where no such record was found
  mutating func settle(
    _ record: SampleRecord, keeping pinned: Set<SamplePlace>, wishing wish: Wish? = nil
  ) -> Found? {
    var record = record
    var next: Found?
    for _ in 0..<Self.roundLimit {
      let verdict = form.verdict(on: record)
      let others = verdict.problems.filter { !(wish?.isMet(by: $0) ?? false) }
      if wish != nil, others.count == verdict.problems.count { return next }
      if others.isEmpty { return Found(record: record, verdict: verdict, isExact: true) }
      if next == nil, others.allSatisfy({ $0.finding.severity != .error || $0.path == wish?.path })
      {
        next = Found(record: record, verdict: verdict, isExact: false)
      }
      guard let problem = others.randomElement(using: &chance) else { break }
      mend(problem, of: &record, keeping: pinned)
    }
    return next
  }

  private mutating func mend(
    _ problem: RecordVerdict.Problem, of record: inout SampleRecord,
    keeping pinned: Set<SamplePlace>
  ) {
    guard let place = form.place(of: problem) else {
      return mendList(problem, of: &record, keeping: pinned)
    }
    let field = form.fields[place.field]
    if pinned.contains(place) { return moveOther(of: place, of: &record, keeping: pinned) }
    switch problem.finding.problem {
    case .draft(.valueMissing, _):
      form.put(rightDraft(of: place.field), at: place, of: &record)
    case _ where field.definition.calculation != nil:
      moveOther(of: place, of: &record, keeping: pinned)
    case .record(.hiddenValue): form.put(field.definition.emptyDraft, at: place, of: &record)
    case .draft(.notEqual(let key, _), _):
      guard let other = self.place(named: key, seenFrom: place) else { return }
      let (own, its) = (form.draft(at: place, of: record), form.draft(at: other, of: record))
      if pinned.contains(other) || Bool.random(using: &chance) {
        form.put(its, at: place, of: &record)
      } else {
        form.put(own, at: other, of: &record)
      }
    default:
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<5: form.put(rightDraft(of: place.field), at: place, of: &record)
      case 5: form.put(field.definition.emptyDraft, at: place, of: &record)
      case 6:
        let any = field.drafts.randomElement(using: &chance)?.draft ?? field.definition.emptyDraft
        form.put(any, at: place, of: &record)
      default: moveOther(of: place, of: &record, keeping: pinned)
      }
    }
  }

  private mutating func mendList(
    _ problem: RecordVerdict.Problem, of record: inout SampleRecord,
    keeping pinned: Set<SamplePlace>
  ) {
    guard let list = form.layout.lists.firstIndex(where: { $0.path == problem.path }) else {
      return
    }
    switch problem.finding.problem {
    case .record(.tooFewEntries(let minimum, _)): setCount(minimum, ofList: list, &record)
    case .record(.tooManyEntries(let maximum, _)): setCount(maximum, ofList: list, &record)
    default: break
    }
  }

  /// Changes a field that the checks of another one look at.
  private mutating func moveOther(
    of place: SamplePlace, of record: inout SampleRecord, keeping pinned: Set<SamplePlace>,
    depth: Int = 0
  ) {
    let keys = form.fields[place.field].definition.watchedKeys
    guard let key = keys.randomElement(using: &chance) else { return }
    if let list = form.list(named: key) {
      let count = Int.random(in: 0...Self.usualEntryCount, using: &chance)
      return setCount(max(count, neededCount(ofList: list, pinned)), ofList: list, &record)
    }
    guard let other = self.place(named: key, seenFrom: place, in: record), other != place,
      !pinned.contains(other)
    else { return }
    // Of what is calculated that is changed of which it is.
    if form.fields[other.field].definition.calculation != nil, depth < Self.depthLimit {
      return moveOther(of: other, of: &record, keeping: pinned, depth: depth + 1)
    }
    let isEmptied = Int.random(in: 0..<4, using: &chance) == 0
    let emptyDraft = form.fields[other.field].definition.emptyDraft
    form.put(isEmptied ? emptyDraft : rightDraft(of: other.field), at: other, of: &record)
  }

  private func neededCount(ofList list: Int, _ pinned: Set<SamplePlace>) -> Int {
    pinned.filter { form.fields[$0.field].list == list }.compactMap(\.entry).max().map { $0 + 1 }
      ?? 0
  }

  /// The same, or of a field of another list one of its entries.
  private mutating func place(
    named key: String, seenFrom place: SamplePlace, in record: SampleRecord
  ) -> SamplePlace? {
    if let other = self.place(named: key, seenFrom: place) { return other }
    return form.column(named: key, seenFrom: form.fields[place.field].list).flatMap {
      form.places(of: $0, in: record).randomElement(using: &chance)
    }
  }

  /// The field that is meant by a key.
  private func place(named key: String, seenFrom place: SamplePlace) -> SamplePlace? {
    form.field(named: key, seenFrom: form.fields[place.field].list).map {
      SamplePlace(field: $0, entry: form.fields[$0].list == nil ? nil : place.entry)
    }
  }
}

// What fields depend on.
extension SampleSearch {
  /// Gives other fields such drafts that a field is shown and enabled.
  mutating func uncover(
    _ place: SamplePlace, in record: inout SampleRecord, pinning pinned: inout Set<SamplePlace>,
    depth: Int = 0
  ) {
    let definition = form.fields[place.field].definition
    for requirement in [definition.isVisible, definition.isEnabled] {
      guard case .when(let condition) = requirement else { continue }
      fulfil(condition, true, seenFrom: place, in: &record, pinning: &pinned, depth: depth)
    }
  }

  /// Gives other fields such drafts that a condition holds, or that it does not.
  mutating func fulfil(
    _ condition: Condition, _ isWanted: Bool, seenFrom place: SamplePlace,
    in record: inout SampleRecord, pinning pinned: inout Set<SamplePlace>, depth: Int = 0
  ) {
    switch (condition, isWanted) {
    case (.all(let parts), true), (.any(let parts), false):
      for part in parts {
        fulfil(part, isWanted, seenFrom: place, in: &record, pinning: &pinned, depth: depth)
      }
    case (.any(let parts), true), (.all(let parts), false):
      guard let part = parts.randomElement(using: &chance) else { return }
      fulfil(part, isWanted, seenFrom: place, in: &record, pinning: &pinned, depth: depth)
    case (.holds(let expression), _):
      fulfil(expression, isWanted, seenFrom: place, in: &record, pinning: &pinned)
    case (.test(let key, _), _):
      if let list = form.list(named: key) {
        let counts = (0...6).filter {
          holds(condition, where: key, is: .entries($0)) == isWanted
        }
        let least = neededCount(ofList: list, pinned)
        guard let count = counts.first(where: { least <= $0 }) else { return }
        return setCount(count, ofList: list, &record)
      }
      guard let other = self.place(named: key, seenFrom: place) else { return }
      let field = form.fields[other.field]
      let watched = WatchedField(field.definition)
      func isFit(_ draft: Draft) -> Bool {
        holds(condition, where: key, is: .draft(draft, of: watched)) == isWanted
      }
      if pinned.contains(other), isFit(form.draft(at: other, of: record)) { return }
      let fit = field.right.filter(isFit)
      let all = fit.isEmpty ? field.drafts.map(\.draft).filter(isFit) : fit
      guard let draft = all.randomElement(using: &chance) else { return }
      form.put(draft, at: other, of: &record)
      pinned.insert(other)
      if draft.isEmpty || Self.depthLimit <= depth { return }
      uncover(other, in: &record, pinning: &pinned, depth: depth + 1)
    }
  }

  /// Gives the fields that an expression names such drafts that it is true, or that it is not, as far as
  /// chance finds some.
  private mutating func fulfil(
    _ expression: Expression, _ isWanted: Bool, seenFrom place: SamplePlace,
    in record: inout SampleRecord, pinning pinned: inout Set<SamplePlace>
  ) {
    var numbers: [String: Int] = [:]
    let own = form.fields[place.field].list
    for key in expression.keys {
      numbers[key] = self.place(named: key, seenFrom: place)?.field
      guard numbers[key] == nil, let column = form.column(named: key, seenFrom: own) else {
        continue
      }
      numbers[key] = column
      if let list = form.fields[column].list, record.lists[list].isEmpty {
        setCount(Int.random(in: 1...Self.usualEntryCount, using: &chance), ofList: list, &record)
      }
    }
    for _ in 0..<Self.roundLimit {
      var drafts: [SamplePlace: Draft] = [:]
      for number in Set(numbers.values).sorted() {
        for other in seenPlaces(of: number, from: place, in: record) {
          drafts[other] = proposal(for: other, of: record, keeping: pinned)
        }
      }
      let value = expression.value(today: form.now.today) { key in
        numbers[key].map { self.value(of: $0, from: place, in: record, drafts) } ?? .nothing
      }
      if (value == .flag(true)) != isWanted { continue }
      for (other, draft) in drafts {
        form.put(draft, at: other, of: &record)
        pinned.insert(other)
      }
      return
    }
  }

  /// Where a field stands that is seen from another: in the same entry, once, or in all entries of another list.
  private func seenPlaces(
    of number: Int, from place: SamplePlace, in record: SampleRecord
  ) -> [SamplePlace] {
    let list = form.fields[number].list
    return list == form.fields[place.field].list
      ? [SamplePlace(field: number, entry: list == nil ? nil : place.entry)]
      : form.places(of: number, in: record)
  }

  /// A draft that a field may have.
  private mutating func proposal(
    for place: SamplePlace, of record: SampleRecord, keeping pinned: Set<SamplePlace>
  ) -> Draft {
    let own = form.draft(at: place, of: record)
    let field = form.fields[place.field]
    if pinned.contains(place) || field.definition.calculation != nil { return own }
    return field.right.randomElement(using: &chance) ?? own
  }

  /// What a field with some drafts is to an expression of another one.
  private func value(
    of number: Int, from place: SamplePlace, in record: SampleRecord,
    _ drafts: [SamplePlace: Draft]
  ) -> ExpressionValue {
    let definition = form.fields[number].definition
    let list = form.fields[number].list
    var answers = ListAnswers()
    for other in seenPlaces(of: number, from: place, in: record) {
      let value = definition.with(drafts[other] ?? definition.emptyDraft).value
      if list == nil || list == form.fields[place.field].list { return value }
      answers.add(value)
    }
    return .answers(answers)
  }

  private func holds(
    _ condition: Condition, where key: String, is watched: Watched
  ) -> Bool {
    var surroundings = RuleCheck.Surroundings(today: form.now.today)
    surroundings.watched.note(watched, of: key)
    return condition.holds(in: surroundings)
  }
}
