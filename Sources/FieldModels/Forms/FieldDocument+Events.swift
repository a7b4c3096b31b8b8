/// What happens to the fields of a document: edits, the passing of time, answers.
extension FieldDocument {
  /// Runs the live rules whose time has come, and on another day what depends on the day.
  ///
  /// - Returns: whether there were any.
  package mutating func fire(at now: Instant) -> Bool {
    var didFire = beginDay(at: now)
    if didFire { recount(at: now) }
    while let id = deadlines.takeDue(at: now) {
      guard let due = states[id]?.liveDue, due <= now else { continue }
      send(.liveIsDue, to: id, now)
      didFire = true
    }
    return didFire
  }

  /// When `fire` has something to do.
  package var nextDeadline: Instant? {
    if isSearching { return Instant(nanoseconds: 0) }
    return index.todayUsers.isEmpty ? deadlines.next : Instant.earlier(deadlines.next, dayEnd)
  }

  /// Looks again at the fields that are judged by the day, if it is another one.
  private mutating func beginDay(at now: Instant) -> Bool {
    guard dayEnd <= now else { return false }
    dayEnd = now.endOfDay
    for id in liveFields(of: index.todayUsers.sorted()) {
      if let reading = recall(id) { noteDay(of: reading, now) }
      touched.insert(id)
      if states[id] != nil { send(.surroundingsChanged, to: id, now) }
    }
    return !index.todayUsers.isEmpty
  }

  /// Sees to it that a field is looked at when its day is over.
  mutating func noteDay(of reading: FieldReading, _ now: Instant) {
    guard reading.mentions.watchesToday else { return }
    dayEnd = min(dayEnd, reading.definition.endOfDay(at: now))
  }

  /// Marks a field as changed, so that it is looked at by the next `refresh`.
  package mutating func touch(_ id: FieldID) { touched.insert(id) }

  /// The field about which a validator was asked.
  package func field(asking token: CheckToken) -> FieldID? { questions[token] }

  /// Takes a validator's answer; one to a draft that has changed since is dropped.
  ///
  /// - Returns: whether anybody was waiting for it.
  package mutating func answer(
    _ token: CheckToken, _ answer: ValidationAnswer, at now: Instant
  ) -> Bool {
    guard let id = questions.removeValue(forKey: token) else { return false }
    var answer = answer
    // What a program says of its own failure may quote what it was asked about.
    if case .failed = answer, isSecret(id) { answer = answer.wordless }
    if let words = answer.words, mustHide(words, about: id) { answer = answer.wordless }
    send(.answered(token, answer), to: id, now)
    return true
  }

  /// Ends the editing of the field that is being edited.
  ///
  /// - Returns: whether one was.
  @discardableResult
  package mutating func endEditing(at now: Instant) -> Bool {
    guard let id = activeField else { return false }
    activeField = nil
    // Who has left a number has typed one, unless it may be two.
    let isUnclear =
      tidiesDrafts && reading(of: id).map { unclearNumber(id, $0.definition) != nil } ?? false
    present(id) {
      $0.endEditing()
      $0.isTyped = isUnclear
    }
    send(.endedEditing, to: id, now)
    note(.didEndEditing, id)
    return true
  }

  /// Begins the editing of a field, and ends that of another; a picker or date that it does not
  /// open keeps its list closed.
  package mutating func beginEditing(_ id: FieldID, opens: Bool = true, at now: Instant) {
    guard activeField != id else { return }
    endEditing(at: now)
    activeField = id
    send(.beganEditing(opens: opens), to: id, now)
    present(id) { $0.isKeptClosed = !opens }
    // A field whose kind can't be read is typed into as an entry is.
    if reading(of: id)?.definition.kind?.isTextEntry ?? true { note(.didBeginEditing, id) }
  }

  /// Changes how a field is presented, if anything has happened to it yet.
  mutating func present(_ id: FieldID, _ change: (inout FieldPresentation) -> Void) {
    guard let place = states.index(forKey: id) else { return }
    change(&states.values[place].presentation)
    touched.insert(id)
  }

  /// Remembers something to tell of a field.
  mutating func note(_ kind: FieldEvent.Kind, _ id: FieldID) {
    guard isFollowed, let reading = reading(of: id), let key = reading.definition.key
    else { return }
    events.append(FieldEvent(kind: kind, field: id, key: key, tag: reading.definition.tag))
  }

  /// Takes what has happened since the last time, in order.
  package mutating func takeEvents() -> [FieldEvent] {
    defer { events = [] }
    return events
  }

  /// Lets the machine carry out an event.
  mutating func send(_ event: FieldMachine.Event, to id: FieldID, _ now: Instant) {
    guard let reading = recall(id) else { return }
    var surroundings = recalledSurroundings(of: id, reading, now)
    let definition = judged(id, reading.definition)
    // Taken out, not copied.
    let before = states.removeValue(forKey: id)
    let dueBefore = before?.liveDue
    surroundings.verdicts = before?.verdicts ?? []
    if case .searched(let verdict) = event { surroundings.verdicts.append(verdict) }
    var machine = FieldMachine(definition, surroundings, now: now, nextToken: nextToken)
    var state = before ?? machine.untouched
    machine.apply(event, to: &state)
    nextToken = machine.nextToken
    for request in machine.asked { questions[request.token] = id }
    for token in machine.forgotten { questions[token] = nil }
    asked.add(machine.asked)
    forgotten.add(machine.forgotten)
    if let due = state.liveDue, due != dueBefore { deadlines.add(id, at: due) }
    if !state.unsearchedPatterns.isEmpty { searchers.add(id, at: Instant(nanoseconds: 0)) }
    note(isPending: state.isPending, id)
    noteWords(of: id, state)
    touched.insert(id)
    states[id] = state
  }

  private mutating func note(isPending: Bool, _ id: FieldID) {
    if isPending {
      pendingFields.insert(id)
    } else if !pendingFields.isEmpty, pendingFields.remove(id) != nil {
      releaseCount += 1
    }
  }

  /// What a field's checks may know of the others.
  func surroundings(
    of id: FieldID, _ definition: FieldDefinition, _ now: Instant
  ) -> RuleCheck.Surroundings {
    var surroundings = RuleCheck.Surroundings(today: definition.today(at: now))
    if !twins.isEmpty { surroundings.twinLabels = twin(of: id)?.labels }
    surroundings.isShownAnyway = counting.unsteady.contains(id)
    surroundings.unclearNumber = unclearNumber(id, definition)
    surroundings.isLeftOut = isLeftOut(id)
    for key in definition.watchedKeys where surroundings.watched[key]?.draft == nil {
      guard let place = field(key, seenFrom: id), let other = reading(of: place) else {
        if index.field(key) == nil, let count = entryCount(ofList: key) {
          surroundings.watched.note(.entries(count), of: key)
        } else if let answers = answers(of: key, gatheredBy: id) {
          surroundings.watched.note(.answers(answers), of: key)
        }
        continue
      }
      let draft = counting.drafts[place] ?? other.definition.draft
      surroundings.watched.note(.draft(draft, of: WatchedField(other.definition)), of: key)
    }
    return surroundings
  }

  /// The same, and the others are remembered.
  mutating func recalledSurroundings(
    of id: FieldID, _ reading: FieldReading, _ now: Instant
  ) -> RuleCheck.Surroundings {
    // As with most fields.
    if reading.mentions.watchedKeys.isEmpty {
      var surroundings = RuleCheck.Surroundings(today: reading.definition.today(at: now))
      if !twins.isEmpty { surroundings.twinLabels = twin(of: id)?.labels }
      surroundings.unclearNumber = unclearNumber(id, reading.definition)
      surroundings.isLeftOut = isLeftOut(id)
      return surroundings
    }
    for key in reading.mentions.watchedKeys {
      if let other = field(key, seenFrom: id) {
        _ = recall(other)
      } else {
        refreshAnswers(of: key, gatheredBy: id)
      }
    }
    return surroundings(of: id, reading.definition, now)
  }

  /// Hands what was true of the old fields to the new ones, and finds out what happened to them.
  mutating func carryOver(
    from old: [OldField], to new: [NewField], knowing picture: KeyPicture, focus: Focus,
    at now: Instant
  ) {
    let isSame = old.elementsEqual(new) {
      $0.reading.definition.key == $1.reading.definition.key
    }
    let predecessors =
      isSame ? new.indices.map { Optional($0) } : predecessors(of: new, in: old)
    if !isSame {
      if isFollowed { lostKeys.formUnion(old.compactMap { $0.reading.definition.key }) }
      releaseCount += 1
    }
    var carried: [FieldID: FieldState] = [:]
    let wasActive = activeField
    for (position, field) in old.enumerated() {
      // In its own place still, it keeps its state as it is.
      let isKept = position < new.count && predecessors[position] == position
      if isKept, field.id == new[position].slice.id { continue }
      carried[field.id] = states.removeValue(forKey: field.id)
      if activeField == field.id { activeField = nil }
    }
    for (field, predecessor) in zip(new, predecessors) {
      touched.insert(field.slice.id)
      guard let predecessor else { continue }
      if let state = carried.removeValue(forKey: old[predecessor].id) {
        adopt(state, of: old[predecessor].id, by: field.slice.id)
      }
    }
    for (id, state) in carried.sorted(by: { $0.key < $1.key }) { drop(id, state) }
    counting.move(old.map { $0.id }, to: zip(new, predecessors).map { ($0.slice.id, $1) })
    touchNeighbours(of: old, and: new, knowing: picture)
    follow(new, old, by: predecessors, wasActive: wasActive != nil, focus: focus, at: now)
  }

  /// Finds out what an edit means for the states of the fields, their predecessors being given by
  /// their places, and for those that look at them.
  mutating func follow(
    _ new: [NewField], _ old: [OldField], by predecessors: [Int?], wasActive: Bool, focus: Focus,
    at now: Instant
  ) {
    var didEditDraft = false
    for (field, predecessor) in zip(new, predecessors) {
      guard let before = predecessor.map({ old[$0].reading }) else { continue }
      if before.definition.draft != field.reading.definition.draft {
        // What a new entry begins with is nobody's draft, and entries have drafts of their own.
        if columnLists[field.slice.id] != nil {
          var retyped = before.definition
          retyped.draft = field.reading.definition.draft
          if retyped != field.reading.definition { redefine(field.slice.id, at: now) }
          continue
        }
        didEditDraft = true
        switch focus {
        case .follows: beginEditing(field.slice.id, at: now)
        case .stays: break
        }
        send(.edited, to: field.slice.id, now)
      } else if before.definition != field.reading.definition {
        redefine(field.slice.id, at: now)
      }
    }
    tellWatchers(of: old, and: new, at: now)
    // What was said of other fields may be what a draft has become.
    if !wordedFields.isEmpty,
      old.contains(where: { $0.reading.definition.isSecure })
        || new.contains(where: { $0.reading.definition.isSecure })
    {
      forgetQuotes()
    }
    switch focus {
    case .follows where !didEditDraft && wasActive: endEditing(at: now)
    case .follows, .stays: break
    }
  }

  /// What a field is has changed; of what a list has for its entries, what the fields in these are.
  private mutating func redefine(_ id: FieldID, at now: Instant) {
    if states[id] != nil { send(.redefined, to: id, now) }
    guard let list = columnLists[id].flatMap({ lists[$0] }) else { return }
    columns[id] = nil
    for live in liveFields(of: id) {
      recent.forget(live)
      touched.insert(live)
      if states[live] != nil { send(.redefined, to: live, now) }
    }
    // The same text may be another draft now, and the same number.
    if list.unique.contains(where: { $0.id == id }) { noteTwins(of: list) }
  }

  /// Which old field each new one was, by its place: the one with its key, above all at its own
  /// place; else the one at its place, if they are as many.
  private func predecessors(of new: [NewField], in old: [OldField]) -> [Int?] {
    let isSameCount = new.count == old.count
    let keys = new.map { $0.reading.definition.key }
    var pairs = new.indices.map { position -> Int? in
      isSameCount && old[position].reading.definition.key == keys[position] ? position : nil
    }
    var taken = Set(pairs.compactMap { $0 })
    var byKey: [String: Int] = [:]
    for position in old.indices.reversed() where !taken.contains(position) {
      if let key = old[position].reading.definition.key { byKey[key] = position }
    }
    for position in new.indices where pairs[position] == nil {
      pairs[position] = keys[position].flatMap { byKey.removeValue(forKey: $0) }
    }
    taken = Set(pairs.compactMap { $0 })
    for position in new.indices
    where isSameCount && pairs[position] == nil && !taken.contains(position) {
      pairs[position] = position
    }
    return pairs
  }

  private mutating func adopt(_ state: FieldState, of old: FieldID, by id: FieldID) {
    states[id] = state
    if state.isActive { activeField = id }
    guard old != id else { return }
    note(isPending: false, old)
    note(isPending: state.isPending, id)
    wordedFields.remove(old)
    noteWords(of: id, state)
    for question in state.questions { questions[question.token] = id }
    if let due = state.liveDue { deadlines.add(id, at: due) }
    if !state.unsearchedPatterns.isEmpty { searchers.add(id, at: Instant(nanoseconds: 0)) }
  }

  mutating func drop(_ id: FieldID, _ state: FieldState) {
    note(isPending: false, id)
    wordedFields.remove(id)
    for question in state.questions {
      questions[question.token] = nil
      forgotten.append(question.token)
    }
  }

  /// What is known of keys before an edit, to find out whom it concerns.
  struct KeyPicture {
    /// The first field with each key that the edit touches.
    var firsts: [String: FieldID] = [:]
    var looksForNearestKeys: Bool
    /// The edit leaves the fields as many as they are, and each its key.
    var areKeysTheSame: Bool
  }

  func keyPicture(of old: [FieldReading], and new: [FieldReading]) -> KeyPicture {
    let areSame = old.elementsEqual(new) { $0.mentions.key == $1.mentions.key }
    var picture = KeyPicture(looksForNearestKeys: looksForNearestKeys, areKeysTheSame: areSame)
    if areSame { return picture }
    for key in Self.keys(of: old, and: new) { picture.firsts[key] = index.field(key) }
    return picture
  }

  private static func keys(of old: [FieldReading], and new: [FieldReading]) -> Set<String> {
    Set(old.compactMap { $0.mentions.key }).union(new.compactMap { $0.mentions.key })
  }

  /// Fields that share a key with, or mention, a field whose key came, went or moved, and those
  /// that mention a key which no field has, since another may be the nearest now.
  private mutating func touchNeighbours(
    of old: [OldField], and new: [NewField], knowing picture: KeyPicture
  ) {
    // Beyond the limit nearest keys are not looked for; the edit may have gone beyond it.
    let (sawNearest, seesNearest) = (picture.looksForNearestKeys, looksForNearestKeys)
    if sawNearest || seesNearest, !picture.areKeysTheSame || sawNearest != seesNearest {
      touched.formUnion(index.fieldsMentioningUnknownKeys())
    }
    if picture.areKeysTheSame { return }
    for key in Self.keys(of: old.map { $0.reading }, and: new.map { $0.reading }) {
      // Whoever shares a key with two others has shared it before.
      if index.holderCount(key) <= old.count + new.count + 1 {
        touched.formUnion(index.fields(key))
      }
      if index.field(key) != picture.firsts[key] {
        touched.formUnion(index.fields(mentioning: key))
      }
    }
  }

  /// Fields whose checks look at a field that has another draft or name now, and those whose
  /// buttons lead to one that takes the focus no more, or again.
  private mutating func tellWatchers(of old: [OldField], and new: [NewField], at now: Instant) {
    let isSeen =
      old.contains { isMentioned($0.reading) } || new.contains { isMentioned($0.reading) }
    // As with most fields.
    if !isSeen { return }
    // What is in an entry is seen by the others of that entry alone.
    for entry in Set(old.map { $0.id.entry } + new.map { $0.slice.id.entry }) {
      let before = appearances(of: old.filter { $0.id.entry == entry }.map { $0.reading })
      let after = appearances(of: new.filter { $0.slice.id.entry == entry }.map { $0.reading })
      tellWatchers(in: entry, before, after, at: now)
    }
  }

  private mutating func tellWatchers(
    in entry: FieldID?, _ before: [String: Appearance], _ after: [String: Appearance],
    at now: Instant
  ) {
    var unsteadyKeys: Set<String> = []
    for key in Set(before.keys).union(after.keys).sorted() {
      let (was, isNow) = (before[key], after[key])
      if !(was?.isLike(isNow) ?? (isNow == nil)) {
        for id in fields(index.fields(watching: key), thatSee: entry) {
          tellLooker(id, at: now, &unsteadyKeys)
        }
      }
      if was?.focus != isNow?.focus {
        touched.formUnion(fields(index.fields(linkedTo: key).sorted(), thatSee: entry))
      }
    }
    for key in unsteadyKeys {
      touched.formUnion(fields(index.fields(linkedTo: key).sorted(), thatSee: entry))
    }
  }

  /// Has a field checked again that looks at one which is seen otherwise now; adds its key to some, if it
  /// may take the focus no more, or again.
  mutating func tellLooker(_ id: FieldID, at now: Instant, _ unsteadyKeys: inout Set<String>) {
    touched.insert(id)
    if states[id] != nil { send(.surroundingsChanged, to: id, now) }
    guard let reading = recall(id) else { return }
    if let key = reading.mentions.key, reading.definition.hasUnsteadyFocus {
      unsteadyKeys.insert(key)
    }
  }

  /// Of some fields those that see what is in an entry; what is in none all of them see.
  func fields(_ ids: [FieldID], thatSee entry: FieldID?) -> [FieldID] {
    // What a new entry of a list begins with is judged too, where the list has its field.
    guard let entry else { return liveFields(of: ids) + ids.filter { columnLists[$0] != nil } }
    let list = list(ofEntry: entry)?.key
    return ids.filter { columnLists[$0] == list && list != nil }.map {
      FieldID(rank: entry.rank, column: $0.rank)
    }
  }

  /// Whether others name a field by its key.
  private func isMentioned(_ reading: FieldReading) -> Bool {
    reading.mentions.key.map { index.isMentioned($0) } ?? false
  }

  /// What other fields see of a field.
  private struct Appearance {
    var draft: Draft
    var label: String?
    var scale: Scale
    var zone: ZoneRules?
    var focus: Focusability

    /// Whether the checks of others see the same.
    func isLike(_ other: Appearance?) -> Bool {
      draft == other?.draft && label == other?.label && scale == other?.scale
        && zone == other?.zone
    }
  }

  /// What decides whether a field takes the focus.
  private struct Focusability: Equatable {
    var look: FieldLook
    var isVisible: Requirement
    var isEnabled: Requirement
    var isEmptyList: Bool
  }

  /// What is seen of some fields by their keys, of those that others mention; of several with one
  /// key, the first.
  private func appearances(of fields: [FieldReading]) -> [String: Appearance] {
    var appearances: [String: Appearance] = [:]
    for reading in fields.reversed() {
      guard let key = reading.mentions.key, isMentioned(reading) else { continue }
      let field = reading.definition
      appearances[key] = Appearance(
        draft: field.draft, label: field.label, scale: field.scale, zone: field.momentZone,
        focus: Focusability(
          look: field.initialLook, isVisible: field.isVisible, isEnabled: field.isEnabled,
          isEmptyList: field.isEmptyList))
    }
    return appearances
  }

  /// Gives every field a new identity, with room for `count` more before one of them.
  ///
  /// - Returns: the new identities by the old.
  mutating func renumber(leaving count: Int, at position: Int) -> [FieldID: FieldID] {
    var renamed: [FieldID: FieldID] = [:]
    var renumbered: [DocumentSlice] = []
    var rank: UInt64 = 0
    slices.forEach(in: 0..<slices.count) { at, slice in
      rank += at == position ? Self.rankGap * UInt64(count + 1) : Self.rankGap
      var slice = slice
      renamed[slice.id] = FieldID(rank: rank)
      slice.id = FieldID(rank: rank)
      renumbered.append(slice)
      return true
    }
    slices = SumTree(renumbered)
    recent = RecentReadings()
    renameEntries(renamed)
    index.rename(renamed)
    paths.rename(renamed)
    counting.rename(renamed)
    states = Dictionary(
      uniqueKeysWithValues: states.map { ($0.key.renamed(renamed), $0.value) })
    questions = questions.mapValues { $0.renamed(renamed) }
    pendingFields = Set(pendingFields.map { $0.renamed(renamed) })
    wordedFields = Set(wordedFields.map { $0.renamed(renamed) })
    activeField = activeField.map { $0.renamed(renamed) }
    touched.rename(renamed)
    changes = Set(changes.map { $0.renamed(renamed) })
    deadlines = MomentQueue<FieldID>()
    searchers = MomentQueue<FieldID>()
    for (id, state) in states {
      if let due = state.liveDue { deadlines.add(id, at: due) }
      if !state.unsearchedPatterns.isEmpty { searchers.add(id, at: Instant(nanoseconds: 0)) }
    }
    touched.formUnion(index.entangledFields())
    return renamed
  }
}

extension Array {
  /// Appends more, of which there nearly always is none.
  mutating func add(_ more: [Element]) {
    if !more.isEmpty { self += more }
  }
}
