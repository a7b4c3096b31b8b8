/// What the fields of a document count as to one another: what a submission would commit of them.
///
/// A hidden field that commits nothing is empty to the conditions and comparisons of others, as it is in
/// a record of the form. It is known of the fields that count otherwise than they are drafted, so that a
/// keystroke looks at those whose standing it changes and at no others.
extension FieldDocument {
  /// What is known of the fields that count otherwise than they are drafted, and of the circles in which
  /// they decide about one another.
  struct Counting: Sendable {
    /// What the fields count as that count otherwise than they are drafted.
    fileprivate(set) var drafts: [FieldID: Draft] = [:]
    /// The fields that are shown and enabled since their circle comes to no rest.
    fileprivate(set) var unsteady: Set<FieldID> = []
    /// The circles of conditions, by those in them, as the form writes these; of a list as its fields.
    fileprivate var circles: [FieldID: [FieldID]] = [:]
    /// The drafts of the fields that are calculated, where they are not empty.
    fileprivate(set) var calculations: [FieldID: Draft] = [:]
    /// All fields have yet to be counted.
    var mustCountAll = true

    /// Hands what the old fields counted as to the new ones, whose predecessors are given by their places.
    mutating func move(_ old: [FieldID], to new: [(id: FieldID, predecessor: Int?)]) {
      if drafts.isEmpty, unsteady.isEmpty, calculations.isEmpty { return }
      let known = old.map {
        (
          drafts.removeValue(forKey: $0), calculations.removeValue(forKey: $0),
          unsteady.remove($0) != nil
        )
      }
      for (id, predecessor) in new {
        guard let predecessor else { continue }
        drafts[id] = known[predecessor].0
        calculations[id] = known[predecessor].1
        if known[predecessor].2 { unsteady.insert(id) }
      }
    }

    mutating func rename(_ names: [FieldID: FieldID]) {
      drafts = Dictionary(uniqueKeysWithValues: drafts.map { ($0.key.renamed(names), $0.value) })
      unsteady = Set(unsteady.map { $0.renamed(names) })
      calculations = Dictionary(
        uniqueKeysWithValues: calculations.map { ($0.key.renamed(names), $0.value) })
      circles = Dictionary(
        uniqueKeysWithValues: circles.map { key, members in
          (key.renamed(names), members.map { $0.renamed(names) })
        })
    }
  }

  /// Whether any field counts otherwise than it is drafted since of what has happened to it, and not by the
  /// text alone.
  package var countsByState: Bool {
    counting.drafts.keys.contains { id in
      states[id].map { $0.isUnproved || $0.isDisabledByHand ?? false } ?? false
    }
  }

  /// Finds out what the fields count as that were touched, and has those checked again that look at one
  /// which counts otherwise now.
  mutating func recount(at now: Instant) {
    tellLookers(at: now)
    let rewired = index.takeRewired()
    let fresh = touched.takeFresh()
    if !rewired.isEmpty { followCircles(of: rewired) }
    var told: Set<FieldID> = []
    if counting.mustCountAll {
      countAll(telling: &told, at: now)
    } else {
      count(fresh, and: rewired, telling: &told, at: now)
    }
    for id in told.sorted() {
      var keys: Set<String> = []
      tellLooker(id, at: now, &keys)
      for key in keys {
        touched.formUnion(fields(index.fields(linkedTo: key).sorted(), thatSee: id.entry))
      }
    }
    tellLookers(at: now)
    calculate(at: now)
    noteOptionalObjects(at: now)
  }

  /// What a field says, with the draft that was calculated for it last.
  func calculated(_ reading: FieldReading, _ id: FieldID) -> FieldReading {
    guard reading.mentions.isCalculated, let draft = counting.calculations[id] else {
      return reading
    }
    return reading.holding(draft)
  }

  /// Calculates the drafts of the fields that were touched, by what the others count as.
  ///
  /// What they count as themselves is known already, so that nobody has to be told.
  private mutating func calculate(at now: Instant) {
    if index.calculatedFields.isEmpty {
      counting.calculations = [:]
      return
    }
    var ids: Set<FieldID> = []
    for id in touched.all {
      if !entryIDs.isEmpty, !id.isInEntry, isEntry(id) {
        ids.formUnion(fields(ofEntry: id))
      } else {
        ids.insert(id)
        if columnLists[id] != nil, index.calculatedFields.contains(id) {
          ids.formUnion(liveFields(of: id))
        }
      }
    }
    for id in TouchedFields.inOrder(ids) {
      guard index.calculatedFields.contains(id.definition), let reading = recall(id) else {
        counting.calculations[id] = nil
        continue
      }
      let surroundings = recalledSurroundings(of: id, reading, now)
      let draft = reading.definition.calculating(in: surroundings).draft
      if draft == counting.calculations[id] ?? reading.definition.emptyDraft { continue }
      counting.calculations[id] = draft.isEmpty ? nil : draft
      touched.insert(id)
      if states[id] != nil { send(.surroundingsChanged, to: id, now) }
    }
  }

  /// Finds the circles anew in which some fields are.
  private mutating func followCircles(of fields: Set<FieldID>) {
    if index.standingKeys.isEmpty, counting.circles.isEmpty { return }
    var roots = fields
    for id in fields {
      guard let circle = counting.circles[id] else { continue }
      roots.formUnion(circle)
      for member in circle { counting.circles[member] = nil }
      counting.mustCountAll = true
    }
    roots.formIntersection(index.standingKeys.keys)
    if roots.isEmpty { return }
    for unit in unitsInOrder(from: roots.sorted()) { note(unit) }
  }

  private mutating func note(_ unit: (members: [FieldID], isCircle: Bool)) {
    guard unit.isCircle else { return }
    let members = unit.members.sorted()
    for member in members where counting.circles[member] != members {
      counting.circles[member] = members
      counting.mustCountAll = true
    }
  }

  private func unitsInOrder(from roots: [FieldID]) -> [(members: [FieldID], isCircle: Bool)] {
    Circles.inOrder(from: roots) { id in
      (index.standingKeys[id] ?? []).compactMap {
        field($0, seenFrom: id) ?? gatheredColumn($0, by: id)
      }
    }
  }

  /// The fields of a unit as they are filled in: once, or in each entry of their list.
  private func liveUnits(of members: [FieldID]) -> [[FieldID]] {
    if isMixed(members) { return (members + liveFields(of: members)).map { [$0] } }
    guard let first = members.first, columnLists[first] != nil else { return [members] }
    return [members]
      + liveFields(of: first).map { live in
        members.map { FieldID(rank: live.rank, column: $0.rank) }
      }
  }

  /// Whether some fields of a circle are in a list and others are not in that list, so that they look at more
  /// than one entry.
  private func isMixed(_ circle: [FieldID]) -> Bool {
    1 < circle.count && circle.contains { columnLists[$0] != columnLists[circle[0]] }
  }

  private mutating func countAll(telling told: inout Set<FieldID>, at now: Instant) {
    counting.mustCountAll = false
    let (drafts, unsteady) = (counting.drafts, counting.unsteady)
    (counting.drafts, counting.unsteady, counting.circles) = ([:], [], [:])
    columns = [:]
    if index.hasOtherwise || !drafts.isEmpty {
      let unique = lists.values.flatMap { $0.unique }.map { $0.id }.filter(index.mayCountOtherwise)
      let disabled = states.keys.filter { states[$0]?.isDisabledByHand ?? false }
      let roots = Set(
        index.watchedOtherwise + unique + drafts.keys.map { $0.definition }
          + disabled.map { $0.definition }
      )
      for unit in unitsInOrder(from: roots.sorted()) {
        note(unit)
        let members = unit.members.sorted()
        for units in liveUnits(of: members) {
          count(units, isCircle: unit.isCircle, isMixed: isMixed(members), at: now)
        }
      }
      counting.mustCountAll = false
    }
    let changed = Set(drafts.keys).union(counting.drafts.keys).filter {
      drafts[$0] != counting.drafts[$0]
    }
    for id in changed.sorted() { tell(of: id, &told) }
    told.formUnion(unsteady.symmetricDifference(counting.unsteady))
  }

  private mutating func count(
    _ touched: Set<FieldID>, and rewired: Set<FieldID>, telling told: inout Set<FieldID>,
    at now: Instant
  ) {
    var queue: [FieldID] = []
    var isQueued: Set<FieldID> = []
    func add(_ id: FieldID) { if isQueued.insert(id).inserted { queue.append(id) } }
    for id in touched where mustCount(id) { add(id) }
    for id in rewired {
      for live in liveFields(of: id) + [id] where mustCount(live) { add(live) }
    }
    if !entryIDs.isEmpty {
      for id in touched where !id.isInEntry && isEntry(id) {
        for field in fields(ofEntry: id) where mustCount(field) { add(field) }
      }
    }
    queue.sort()
    // One that is counted before those that it looks at is counted again; if too many are, all are counted
    // in their order.
    var rest = 64 + 4 * queue.count
    var place = 0
    while place < queue.count {
      let id = queue[place]
      place += 1
      isQueued.remove(id)
      rest -= 1
      if rest < 0 { return countAll(telling: &told, at: now) }
      let circle = counting.circles[id.definition]
      let isMixed = circle.map { self.isMixed($0) } ?? false
      let members =
        isMixed
        ? nil
        : circle.map { $0.map { id.isInEntry ? FieldID(rank: id.rank, column: $0.rank) : $0 } }
      let before = (members ?? [id]).map { (counting.drafts[$0], counting.unsteady.contains($0)) }
      count(members ?? [id], isCircle: circle != nil, isMixed: isMixed, at: now)
      for (member, (draft, wasUnsteady)) in zip(members ?? [id], before) {
        if counting.unsteady.contains(member) != wasUnsteady { told.insert(member) }
        if counting.drafts[member] == draft { continue }
        for looker in tell(of: member, &told) where mustCount(looker) {
          if let circle, circle.contains(looker.definition), isMixed || looker.entry == id.entry {
            continue
          }
          add(looker)
        }
      }
    }
  }

  /// Whether a field may count otherwise than it is drafted, or has, and others look at it: what it counts
  /// as when none does is asked by validators only, see ``countedDraft(of:_:at:)``.
  private func mustCount(_ id: FieldID) -> Bool {
    let definition = id.definition
    return index.isWatchedOtherwise(definition)
      || index.mayCountOtherwise(definition) && isUnique(definition)
      || counting.drafts[id] != nil || states[id]?.isDisabledByHand ?? false
  }

  /// Whether the entries of a list are told apart by a column.
  private func isUnique(_ column: FieldID) -> Bool {
    guard let list = columnLists[column].flatMap({ lists[$0] }) else { return false }
    return list.unique.contains { $0.id == column }
  }

  /// What a field counts as if that is not what it is drafted as, whether or not others look at it.
  func countedDraft(of id: FieldID, _ definition: FieldDefinition, at now: Instant) -> Draft? {
    if mustCount(id) || !index.mayCountOtherwise(id.definition) { return counting.drafts[id] }
    return submittedDraft(of: id, definition, standing(of: id, definition, now))
  }

  private mutating func count(
    _ members: [FieldID], isCircle: Bool, isMixed: Bool, at now: Instant
  ) {
    if isMixed {
      // Which entries decide about which nobody could say.
      for id in members {
        counting.unsteady.insert(id)
        noteCounted(counted(id, isShownAnyway: true, at: now), of: id)
      }
    } else if isCircle {
      let isAtRest = Circles.settle(members, in: &self) { document, id, isShownAnyway in
        document.counted(id, isShownAnyway: isShownAnyway, at: now)
      } note: { document, id, draft in
        document.noteCounted(draft, of: id)
      }
      for id in members {
        if isAtRest { counting.unsteady.remove(id) } else { counting.unsteady.insert(id) }
      }
    } else {
      for id in members {
        counting.unsteady.remove(id)
        noteCounted(counted(id, isShownAnyway: false, at: now), of: id)
      }
    }
  }

  /// What a field counts as, given what the others count as.
  private mutating func counted(
    _ id: FieldID, isShownAnyway: Bool, at now: Instant
  ) -> Draft {
    guard let reading = recall(id) else { return .empty }
    var surroundings = recalledSurroundings(of: id, reading, now)
    surroundings.isShownAnyway = isShownAnyway
    let definition = reading.definition.calculating(in: surroundings)
    let standing = standing(
      of: definition, isDisabled: definition.isDisabled(states[id]), surroundings)
    return submittedDraft(of: id, definition, standing)
  }

  private mutating func noteCounted(_ draft: Draft, of id: FieldID) {
    let reading = recall(id)
    let drafted = reading?.definition.draft
    // What is calculated may be another draft in a moment.
    let isKnown = drafted == draft && reading?.mentions.isCalculated != true
    counting.drafts[id] = drafted == nil || isKnown ? nil : draft
    if id.isInEntry, !columns.isEmpty { columns[id.definition]?.doubt(id) }
  }

  /// Notes the fields that look at one which counts otherwise now; gives them.
  @discardableResult
  private mutating func tell(of id: FieldID, _ told: inout Set<FieldID>) -> [FieldID] {
    if let entry = id.entry { noteTwin(entry) }
    guard let key = recall(id)?.mentions.key ?? recall(id.definition)?.mentions.key else {
      return []
    }
    var lookers = fields(index.fields(watching: key), thatSee: id.entry)
    if id.isInEntry, index.hasGatherers { lookers += gatherers(of: id.definition, key) }
    told.formUnion(lookers)
    return lookers
  }
}
