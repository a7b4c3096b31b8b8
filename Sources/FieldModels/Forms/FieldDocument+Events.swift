/// What happens to the fields of a document: edits, the passing of time, answers.
extension FieldDocument {
  /// Runs the live rules whose time has come.
  package mutating func fire(at now: Instant) {
    while let id = deadlines.takeDue(at: now) {
      guard let due = states[id]?.liveDue, due <= now else { continue }
      send(.liveIsDue, to: id, now)
    }
  }

  /// When `fire` has something to do.
  package var nextDeadline: Instant? { deadlines.next }

  /// Takes a validator's answer; one to a draft that has changed since is dropped.
  package mutating func answer(_ token: CheckToken, _ answer: ValidationAnswer, at now: Instant) {
    guard let id = questions.removeValue(forKey: token) else { return }
    send(.answered(token, answer), to: id, now)
  }

  /// Ends the editing of the field that is being edited, if one is.
  package mutating func endEditing(at now: Instant) {
    guard let id = activeField else { return }
    activeField = nil
    send(.endedEditing, to: id, now)
  }

  /// Learns other names from outside.
  package mutating func use(_ vocabulary: Vocabulary) {
    guard vocabulary != self.vocabulary else { return }
    self.vocabulary = vocabulary
    slices.forEach(in: 0..<slices.count) { _, slice in
      touched.insert(slice.id)
      return true
    }
  }

  private mutating func beginEditing(_ id: FieldID, _ now: Instant) {
    guard activeField != id else { return }
    endEditing(at: now)
    activeField = id
    send(.beganEditing, to: id, now)
  }

  /// Lets the machine carry out an event.
  mutating func send(_ event: FieldMachine.Event, to id: FieldID, _ now: Instant) {
    guard let definition = reading(of: id)?.definition else { return }
    var machine = FieldMachine(
      definition, surroundings(of: definition, now), now: now, nextToken: nextToken)
    var state = states[id] ?? machine.untouched
    machine.apply(event, to: &state)
    nextToken = machine.nextToken
    for request in machine.asked { questions[request.token] = id }
    for token in machine.forgotten { questions[token] = nil }
    asked += machine.asked
    forgotten += machine.forgotten
    if let due = state.liveDue, due != states[id]?.liveDue { deadlines.add(id, at: due) }
    states[id] = state
    touched.insert(id)
  }

  /// What a field's checks may know of the others.
  mutating func surroundings(
    of definition: FieldDefinition, _ now: Instant
  ) -> RuleCheck.Surroundings {
    var surroundings = RuleCheck.Surroundings(today: now.today)
    for key in definition.watchedKeys where surroundings.drafts[key] == nil {
      guard let other = index.field(key).flatMap({ reading(of: $0) }) else { continue }
      surroundings.drafts[key] = other.definition.draft
      surroundings.labels[key] = other.definition.label
    }
    return surroundings
  }

  /// Hands what was true of the old fields to the new ones, and finds out what happened to them.
  mutating func carryOver(from old: [OldField], to new: [NewField], _ now: Instant) {
    let pairs = predecessors(of: new, in: old)
    var carried: [FieldID: FieldState] = [:]
    for field in old { carried[field.id] = states.removeValue(forKey: field.id) }
    let wasActive = activeField
    for (field, predecessor) in zip(new, pairs) {
      touched.insert(field.slice.id)
      guard let predecessor else { continue }
      if let state = carried.removeValue(forKey: predecessor.id) {
        adopt(state, of: predecessor.id, by: field.slice.id)
      }
    }
    for (id, state) in carried.sorted(by: { $0.key < $1.key }) { drop(id, state) }
    touchNeighbours(old, new)
    var didEditDraft = false
    for (field, predecessor) in zip(new, pairs) {
      let definition = field.reading.definition
      guard let before = predecessor?.reading.definition else { continue }
      if before.draft != definition.draft {
        didEditDraft = true
        beginEditing(field.slice.id, now)
        send(.edited, to: field.slice.id, now)
      } else if before != definition, states[field.slice.id] != nil {
        send(.redefined, to: field.slice.id, now)
      }
    }
    tellWatchers(old, new, now)
    if !didEditDraft, wasActive != nil { endEditing(at: now) }
  }

  /// Which old field each new one was: by its place if they are as many, else by its key.
  private func predecessors(of new: [NewField], in old: [OldField]) -> [OldField?] {
    if new.count == old.count { return old }
    var byKey: [String: OldField] = [:]
    for field in old.reversed() {
      if let key = field.reading.definition.key { byKey[key] = field }
    }
    return new.map { field in
      field.reading.definition.key.flatMap { byKey.removeValue(forKey: $0) }
    }
  }

  private mutating func adopt(_ state: FieldState, of old: FieldID, by id: FieldID) {
    states[id] = state
    guard old != id else { return }
    for question in state.questions { questions[question.token] = id }
    if let due = state.liveDue { deadlines.add(id, at: due) }
    if activeField == old { activeField = id }
  }

  private mutating func drop(_ id: FieldID, _ state: FieldState) {
    for question in state.questions {
      questions[question.token] = nil
      forgotten.append(question.token)
    }
    if activeField == id { activeField = nil }
  }

  /// Fields that share a key with, or mention, a field whose key came, went or moved.
  private mutating func touchNeighbours(_ old: [OldField], _ new: [NewField]) {
    let before = old.map { $0.reading.definition.key }
    let after = new.map { $0.reading.definition.key }
    guard before != after || old.map(\.id) != new.map(\.slice.id) else { return }
    for key in Set((before + after).compactMap(\.self)) {
      touched.formUnion(index.fields(key))
      touched.formUnion(index.fields(mentioning: key))
    }
  }

  /// Fields whose checks look at a field that has another draft now.
  private mutating func tellWatchers(_ old: [OldField], _ new: [NewField], _ now: Instant) {
    var before: [String: Draft] = [:]
    for field in old {
      if let key = field.reading.definition.key { before[key] = field.reading.definition.draft }
    }
    var changed: Set<String> = []
    for field in new {
      guard let key = field.reading.definition.key else { continue }
      if before.removeValue(forKey: key) != field.reading.definition.draft { changed.insert(key) }
    }
    changed.formUnion(before.keys)
    for key in changed.sorted() {
      for id in index.fields(mentioning: key) {
        touched.insert(id)
        if states[id] != nil { send(.surroundingsChanged, to: id, now) }
      }
    }
  }

  /// Gives every field a new identity, with room for `count` more before one of them.
  mutating func renumber(leaving count: Int, at position: Int) {
    var renamed: [FieldID: FieldID] = [:]
    var renumbered: [FieldSlice] = []
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
    index.rename(renamed)
    states = Dictionary(
      uniqueKeysWithValues: states.map { (renamed[$0.key] ?? $0.key, $0.value) })
    questions = questions.mapValues { renamed[$0] ?? $0 }
    activeField = activeField.map { renamed[$0] ?? $0 }
    touched = Set(touched.map { renamed[$0] ?? $0 })
    deadlines = Deadlines()
    for (id, state) in states {
      if let due = state.liveDue { deadlines.add(id, at: due) }
    }
    touched.formUnion(index.entangledFields())
  }
}
