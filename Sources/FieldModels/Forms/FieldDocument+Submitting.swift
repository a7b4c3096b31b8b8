/// What a form's submission came to.
package enum Commitment: Equatable, Sendable {
  /// The values where they stand in the record, in the order of the form, and of a partial submission
  /// what did not pass; the values of these fields are left out.
  case committed(CommittedObject, without: Obstacles)
  case refused(Obstacles)

  /// An object or a list that is not valid in its schema.
  package struct SchemaMismatch: Equatable, Sendable {
    /// That of its group; of the record itself the empty text.
    package var key: String
    package var failure: ValueSchema.Failure
  }

  /// What stands in the way of a submission.
  package struct Obstacles: Equatable, Sendable {
    /// The fields whose drafts are wrong, in the order of the form.
    package var fields: [FieldID] = []
    /// The lists by their keys that have too few entries or too many.
    package var lists: [String] = []
    /// The objects and lists that are not valid in their schemas.
    package var schemas: [SchemaMismatch] = []
    /// What is wrong with the text itself: a form that can't be read is not one that was checked.
    package var text: [FieldDocument.Placed] = []

    package var isEmpty: Bool {
      fields.isEmpty && lists.isEmpty && schemas.isEmpty && text.isEmpty
    }
  }
}

extension FieldDocument {
  /// Asks the rules of some fields, or of all, for an occasion; validators may have yet to answer
  /// when it returns.
  package mutating func judge(
    _ ids: [FieldID]?, for occasion: FieldMachine.Occasion, at now: Instant
  ) {
    recount(at: now)
    for id in ids ?? allFields { send(.mustJudge(occasion), to: id, now) }
    if ids == nil { judgeLists(listKeys) }
  }

  /// Judges again the fields whose drafts have changed, or whose errors were removed, since they
  /// were judged.
  package mutating func judgeUnjudged(
    _ ids: [FieldID]?, for occasion: FieldMachine.Occasion, at now: Instant
  ) {
    recount(at: now)
    for id in ids ?? allFields where !isJudged(id, for: occasion) {
      send(.mustJudge(occasion), to: id, now)
    }
  }

  private func isJudged(_ id: FieldID, for occasion: FieldMachine.Occasion) -> Bool {
    guard let judged = states[id]?.judged else { return false }
    return occasion.triggers.allSatisfy(judged.contains)
  }

  /// The fields, of some or of all, whose drafts were edited and whose rules have yet to be run:
  /// whether they are right is not known.
  package func unproved(_ ids: [FieldID]?, at now: Instant) -> [FieldID] {
    let edited = ids ?? states.keys.sorted()
    return edited.filter { id in
      guard let state = states[id], state.isUnproved,
        let definition = reading(of: id)?.definition
      else { return false }
      let machine = FieldMachine(
        definition, surroundings(of: id, definition, now), now: now, nextToken: 0)
      return machine.isUnproved(state)
    }
  }

  /// The fields that may have drafts, in the order of the form: where it has the first field of a list,
  /// those in its entries.
  package var allFields: [FieldID] {
    var ids: [FieldID] = []
    ids.reserveCapacity(fieldCount)
    var seen: Set<String> = []
    slices.forEach(in: 0..<slices.count) { _, slice in
      guard slice.part.sort == .field else { return true }
      guard let list = columnLists[slice.id] else {
        ids.append(slice.id)
        return true
      }
      if seen.insert(list).inserted { ids += fields(inList: list) }
      return true
    }
    return ids
  }

  /// Whether any check of some fields, or of all, has yet to run or to answer.
  package func isPending(_ ids: [FieldID]?) -> Bool {
    guard let ids else { return !pendingFields.isEmpty }
    return ids.contains { pendingFields.contains($0) }
  }

  /// The fields that have drafts, in the order of the form.
  package var filledFields: [FieldID] {
    allFields.filter { !(reading(of: $0)?.definition.draft.isEmpty ?? true) }
  }

  /// Commits every draft, if neither a field nor the text has an error; else nothing, or of a partial
  /// submission the drafts without errors.
  ///
  /// What was judged must be refreshed. A partial submission leaves out a field that must be filled in
  /// and is not, and a list that has no entries but must have some.
  ///
  /// - Parameters:
  ///   - limit: so many errors of the text are told at most
  ///   - isPartial: what is missing is no error
  ///   - now: this moment
  /// - Returns: the values, or what stands in the way
  package mutating func submit(
    limit: Int, isPartial: Bool = false, at now: Instant
  ) -> Commitment {
    let ids = allFields
    let missing = isPartial ? Set(ids.filter { isMissing($0, at: now) }) : []
    var obstacles = Commitment.Obstacles(text: textErrors(limit: limit))
    obstacles.fields = ids.filter { !missing.contains($0) && hasErrors($0, at: now) }
    obstacles.lists = listKeys.filter { hasProblem(list: $0, isPartial: isPartial) }
    if isPartial ? !obstacles.text.isEmpty : !obstacles.isEmpty { return .refused(obstacles) }
    let leftOut = missing.union(obstacles.fields)
    let taken = ids.filter { !leftOut.contains($0) }
    if !isPartial, frame.hasSchemas {
      // Nothing is committed of what is not valid, so all of it is known before.
      var attempt = self
      let (record, layout) = attempt.record(committing: taken, isPartial: false, at: now)
      obstacles.schemas = failures(of: record, layout)
      if !obstacles.isEmpty { return .refused(obstacles) }
    }
    return .committed(
      record(committing: taken, isPartial: isPartial, at: now).record, without: obstacles)
  }

  /// What of a record is not valid in the schemas of the form and of its groups.
  private func failures(
    of record: CommittedObject, _ layout: RecordLayout
  ) -> [Commitment.SchemaMismatch] {
    let tree = JSONTree(reading: Array(JSONValue.object(record.json).json.utf8))
    return layout.schemas.compactMap { demand in
      layout.node(of: demand, in: tree, 0).flatMap { layout.failure(of: demand, in: tree, $0) }.map
      { failure in
        // The names on the way may be secret.
        let told = hasSecrets ? ValueSchema.Failure(path: "", keyword: failure.keyword) : failure
        return .init(key: demand.group.map { frame.groups[$0].key } ?? "", failure: told)
      }
    }
  }

  /// Takes the drafts of some fields as committed; gives the record in which their values stand.
  private mutating func record(
    committing ids: [FieldID], isPartial: Bool, at now: Instant
  ) -> (record: CommittedObject, layout: RecordLayout) {
    var values: [FieldID: CommittedObject.Value] = [:]
    var filled: Set<FieldID> = []
    for id in ids {
      guard let (value, isFilled) = submittedValue(of: id, at: now) else { continue }
      values[id] = value
      if isFilled { filled.insert(id) }
    }
    return record(of: values, filled, isPartial: isPartial)
  }

  /// Whether a field must be filled in and is not.
  private func isMissing(_ id: FieldID, at now: Instant) -> Bool {
    guard let definition = reading(of: id)?.definition, definition.draft.isEmpty,
      !definition.isReadOnly
    else { return false }
    let standing = standing(of: id, definition, now)
    return standing.isRequired && standing.takesFocus && states[id]?.errorByHand == nil
  }

  /// Whether a list has too few entries or too many; one without entries has none that are wrong.
  private func hasProblem(list key: String, isPartial: Bool) -> Bool {
    guard isPartial else { return !problems(ofList: key).isEmpty }
    guard let list = lists[key], case let count = entries(of: list).count, 0 < count else {
      return false
    }
    let repetition = list.repetition
    return count < repetition.minEntries || repetition.maxEntries.map { $0 < count } ?? false
  }

  /// The record in which some values stand, of fields of which some are filled in.
  private func record(
    of values: [FieldID: CommittedObject.Value], _ filled: Set<FieldID>, isPartial: Bool
  ) -> (record: CommittedObject, layout: RecordLayout) {
    var places: [RecordLayout.Place] = []
    var singles: [FieldID] = []
    var ids: [FieldID] = []
    forEachField(in: 0..<text.byteCount) { id, _, reading in
      guard let key = reading.definition.key, index.field(key) == id,
        let place = place(of: reading.mentions)
      else { return true }
      places.append(place)
      ids.append(id)
      if place.list == nil { singles.append(id) }
      return true
    }
    let layout = RecordLayout(places, frame)
    let entries = layout.lists.map { list -> [[CommittedObject.Value?]]? in
      guard let list = self.lists[list.key] else { return [] }
      let places = self.entries(of: list)
      if isPartial, places.isEmpty, 0 < list.repetition.minEntries { return nil }
      return places.map { position in
        list.columns.map { values[FieldID(rank: slices[position].id.rank, column: $0.id.rank)] }
      }
    }
    let leftOut = layout.leftOut(entryCounts: entries.map { $0?.count ?? 0 }) {
      filled.contains(ids[$0])
    }
    let record = CommittedObject(
      layout, singles.map { values[$0] }, entries: entries, leftOut: leftOut)
    return (record, layout)
  }

  /// A draft that was not checked as a whole, since nobody has registered a validator of its rules.
  package struct UncheckedDraft: Equatable, Sendable {
    /// The key of the field.
    package var key: String
    /// Where the value stands in the record, as a JSON pointer.
    package var path: String
    package var problem: RecordProblem
  }

  /// The drafts that were not checked as a whole, besides those of some fields, in the form's order.
  package func uncheckedDrafts(besides others: [FieldID], at now: Instant) -> [UncheckedDraft] {
    let others = Set(others)
    var drafts: [UncheckedDraft] = []
    for id in allFields where !others.contains(id) {
      guard let reading = reading(of: id), reading.definition.hasUnknownValidator,
        !reading.definition.draft.isEmpty, standing(of: id, reading.definition, now).isVisible,
        let definition = id.isInEntry ? self.reading(of: id.definition) : reading
      else { continue }
      for finding in definition.findings {
        guard case .form(.unknownValidator(let name, _)) = finding.problem else { continue }
        drafts.append(
          UncheckedDraft(
            key: key(of: id) ?? "", path: recordPath(of: id, definition.mentions),
            problem: .uncheckedValidator(name)))
      }
    }
    return drafts
  }

  /// Where the value of a field stands in the record, as a JSON pointer.
  private func recordPath(of id: FieldID, _ mentions: FieldMentions) -> String {
    let path = JSONPointer.path(place(of: mentions)?.path ?? [])
    guard let entry = id.entry, let place = place(ofEntry: entry),
      let home = frame.homes[place.list]
    else { return path }
    return JSONPointer.path(home.path) + "/\(place.index)" + path
  }

  /// Takes the draft of a field as committed; gives what that commits, nil for nothing, and whether something is in
  /// it.
  private mutating func submittedValue(
    of id: FieldID, at now: Instant
  ) -> (value: CommittedObject.Value, isFilled: Bool)? {
    guard let definition = recall(id)?.definition, let key = definition.key else { return nil }
    let standing = standing(of: id, definition, now)
    send(.submitted, to: id, now)
    var draft = submittedDraft(of: id, definition, standing)
    if !standing.isVisible, definition.hiddenValue == .omit {
      // An entry that is a value can't be left out of its list.
      guard definition.path == [] else { return nil }
      draft = definition.emptyDraft
    }
    return definition.value(of: draft).map {
      (.init(key: key, value: $0, isSecure: definition.isSecure), !definition.seen(draft).isEmpty)
    }
  }

  /// Whether the draft of a field has an error, which blocks.
  private func hasErrors(_ id: FieldID, at now: Instant) -> Bool {
    guard locate(id)?.slice.hasErrors ?? false else { return false }
    return !id.isInEntry || draftFindings(of: id, at: now).contains { $0.severity == .error }
  }

  /// The draft that a submission takes.
  ///
  /// A field that is not checked gives what it holds, as the program or the document gave it; but
  /// what a person has typed before and no check has passed is not let in by that door.
  func submittedDraft(
    of id: FieldID, _ definition: FieldDefinition, _ standing: FieldStanding
  ) -> Draft {
    let isChecked = standing.takesFocus && !definition.isReadOnly
    var draft = definition.draft
    if !isChecked, let state = states[id], state.isUnproved {
      draft = state.committed ?? definition.emptyDraft
    }
    return definition.submittedDraft(
      holding: draft, isShown: standing.isVisible, isChecked: isChecked)
  }

  /// Sets a field's error by hand, or with nil removes whatever error it shows.
  package mutating func setError(_ message: String?, of id: FieldID, at now: Instant) {
    guard let message else { return send(.errorForgotten, to: id, now) }
    let isHidden = mustHide(message, about: id)
    send(.errorSet(isHidden ? DraftProblem.notAccepted : message), to: id, now)
  }

  /// Sets a field's look by hand; a field that is disabled loses the focus.
  package mutating func setLook(_ look: FieldLook, of id: FieldID, at now: Instant) {
    if look == .disabled, activeField == id { endEditing(at: now) }
    send(.lookSet(look), to: id, now)
    // The buttons of its neighbours depend on it.
    if let key = reading(of: id)?.definition.key {
      touched.formUnion(index.fields(mentioning: key))
    }
    recount(at: now)
  }
}

extension DocumentSlice {
  /// Whether the draft has an error, which blocks.
  fileprivate var hasErrors: Bool {
    findings.contains { $0.severity == .error && $0.isAboutDraft }
  }
}
