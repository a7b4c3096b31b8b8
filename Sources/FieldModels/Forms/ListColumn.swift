/// What a field of a list has in each entry, for the fields outside of the list that look at all of them.
///
/// A change of one entry costs the logarithm of their number, so that a sum over a long list follows each keystroke.
struct ListColumn: Sendable {
  /// What the entries have that have an answer.
  private var values: [FieldID: ExpressionValue] = [:]
  /// The exact sum of the numbers, and how many there are.
  private var sum = Decimal(0)
  private var numberCount = 0
  /// The numbers or dates, from the least to the greatest.
  private var order = SumTree<Place>()
  /// The fields in entries that may have another answer by now.
  private(set) var stale: Set<FieldID>

  /// A number or a date in its place among the others.
  private struct Place: Summarized, Sendable {
    var measure: Measure
    var summary: Nothing { .zero }
  }

  /// Nothing is summed up of the places.
  private struct Nothing: AdditiveSummary, Sendable {
    static var zero: Nothing { Nothing() }
    static func + (left: Nothing, right: Nothing) -> Nothing { left }
  }

  /// - Parameter fields: the field in each of the entries
  init(of fields: [FieldID]) { stale = Set(fields) }

  /// What those see who look at the list from outside.
  var answers: ListAnswers {
    ListAnswers(
      count: values.count, sum: numberCount == 0 ? nil : sum,
      least: order.count == 0 ? nil : order[0].measure,
      greatest: order.count == 0 ? nil : order[order.count - 1].measure)
  }

  /// Whether the field of an entry has an answer here.
  func knows(_ id: FieldID) -> Bool { values[id] != nil || stale.contains(id) }

  /// Notes that the field of an entry may have another answer.
  mutating func doubt(_ id: FieldID) { stale.insert(id) }

  /// Notes what the field of an entry has now: nothing where the entry is gone.
  mutating func note(_ value: ExpressionValue, of id: FieldID) {
    stale.remove(id)
    let new = value == .nothing ? nil : value
    let old = values[id]
    if old == new { return }
    values[id] = new
    if let number = old?.addend {
      sum = sum - number
      numberCount -= 1
    }
    if let number = new?.addend {
      sum = sum + number
      numberCount += 1
    }
    if let measure = old?.measure {
      let place = place(of: measure)
      order.replaceSubrange(place..<(place + 1), with: [])
    }
    if let measure = new?.measure {
      let place = place(of: measure)
      order.replaceSubrange(place..<place, with: [Place(measure: measure)])
    }
  }

  /// The first place that does not stand before that of a measure.
  private func place(of measure: Measure) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle].measure.stands(before: measure) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// What fields outside of lists see of their entries.
extension FieldDocument {
  /// What a field of a list has in all entries, seen from a field that gathers it from outside of the list; nil
  /// where it does not.
  func answers(of key: String, gatheredBy id: FieldID) -> ListAnswers? {
    guard let column = gatheredColumn(key, by: id) else { return nil }
    if let known = columns[column], known.stale.isEmpty { return known.answers }
    var answers = ListAnswers()
    for live in liveFields(of: column) { answers.add(answer(of: live)) }
    return answers
  }

  /// Brings up to date what a field sees of the entries of other lists.
  mutating func refreshAnswers(of key: String, gatheredBy id: FieldID) {
    guard let column = gatheredColumn(key, by: id) else { return }
    // Taken out, or each change would copy it.
    var known = columns.removeValue(forKey: column) ?? ListColumn(of: liveFields(of: column))
    for live in known.stale {
      _ = recall(live)
      known.note(answer(of: live), of: live)
    }
    columns[column] = known
  }

  /// The field with a key, where another one gathers what it has in the entries of its list.
  func gatheredColumn(_ key: String, by id: FieldID) -> FieldID? {
    guard index.hasGatherers, let column = index.field(key), let list = columnLists[column],
      columnLists[id.definition] != list, index.fields(gathering: key).contains(id.definition)
    else { return nil }
    return column
  }

  private func answer(of id: FieldID) -> ExpressionValue {
    guard let definition = reading(of: id)?.definition else { return .nothing }
    return ExpressionValue(
      counting.drafts[id] ?? definition.draft, as: definition.expressionSort,
      zone: definition.momentZone)
  }

  /// The fields outside of its list that gather what a field has in its entries.
  func gatherers(of column: FieldID, _ key: String) -> [FieldID] {
    if !index.hasGatherers { return [] }
    let list = columnLists[column]
    let outside = index.fields(gathering: key).filter { columnLists[$0] != list }
    return liveFields(of: outside) + outside.filter { columnLists[$0] != nil }
  }

  /// Notes that the fields of an entry may have other answers, for those who gather them.
  mutating func noteAnswers(ofEntry entry: FieldID) {
    guard index.hasGatherers, let list = list(ofEntry: entry) else { return }
    for column in list.columns {
      let gatherers = gatherers(of: column.id, column.key)
      if gatherers.isEmpty { continue }
      columns[column.id]?.doubt(FieldID(rank: entry.rank, column: column.id.rank))
      lookers.formUnion(gatherers)
    }
  }

  /// Notes that an entry is gone, for those who gathered what it had.
  mutating func forgetAnswers(ofEntry entry: FieldID) {
    if columns.isEmpty { return }
    for id in columns.keys {
      let live = FieldID(rank: entry.rank, column: id.rank)
      guard columns[id]?.knows(live) ?? false, let key = key(of: id) else { continue }
      columns[id]?.doubt(live)
      lookers.formUnion(gatherers(of: id, key))
    }
  }

  /// Forgets all that was gathered: lists have other fields or other entries.
  mutating func forgetAllAnswers() {
    columns = [:]
    if !index.hasGatherers { return }
    let gathering = index.gatheringFields
    lookers.formUnion(gathering)
    lookers.formUnion(liveFields(of: gathering))
  }
}
