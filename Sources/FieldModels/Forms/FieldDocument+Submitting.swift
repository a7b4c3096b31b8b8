/// What a form's submission came to.
package enum Commitment: Equatable, Sendable {
  /// The values where they stand in the record, in the order of the form.
  case committed(CommittedObject)
  /// The fields whose drafts stand in the way, in the order of the form, the lists by their keys that
  /// have too few entries or too many, and what is wrong with the text itself: a form that can't be read is not one that was checked.
  case refused([FieldID], lists: [String], text: [FieldDocument.Placed])
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

  /// Commits every draft, if neither a field nor the text has an error; else nothing.
  ///
  /// What was judged must be refreshed. At most `limit` errors of the text are told.
  package mutating func submit(limit: Int, at now: Instant) -> Commitment {
    let ids = allFields
    let wrong = ids.filter { hasErrors($0, at: now) }
    let lists = listKeys.filter { !problems(ofList: $0).isEmpty }
    let text = textErrors(limit: limit)
    if !wrong.isEmpty || !lists.isEmpty || !text.isEmpty {
      return .refused(wrong, lists: lists, text: text)
    }
    var values: [FieldID: CommittedObject.Value] = [:]
    for id in ids { values[id] = submittedValue(of: id, at: now) }
    var places: [RecordLayout.Place] = []
    var singles: [FieldID] = []
    forEachField(in: 0..<self.text.byteCount) { id, _, reading in
      guard let key = reading.definition.key, index.field(key) == id,
        let place = place(of: reading.mentions)
      else { return true }
      places.append(place)
      if place.list == nil { singles.append(id) }
      return true
    }
    let layout = RecordLayout(places, frame)
    let entries = layout.lists.map { list -> [[CommittedObject.Value?]] in
      guard let list = self.lists[list.key] else { return [] }
      return self.entries(of: list).map { position in
        list.columns.map { values[FieldID(rank: slices[position].id.rank, column: $0.id.rank)] }
      }
    }
    return .committed(CommittedObject(layout, singles.map { values[$0] }, entries: entries))
  }

  /// The validators, each once, that rules of the fields with a draft name and nobody has registered,
  /// so that what is committed of these was not checked as a whole.
  package func uncheckedValidators(at now: Instant) -> [String] {
    var names: [String] = []
    for id in allFields {
      guard let reading = reading(of: id), reading.definition.hasUnknownValidator,
        !reading.definition.draft.isEmpty, standing(of: id, reading.definition, now).isVisible,
        let definition = id.isInEntry ? self.reading(of: id.definition) : reading
      else { continue }
      for finding in definition.findings {
        if case .form(.unknownValidator(let name, _)) = finding.problem, !names.contains(name) {
          names.append(name)
        }
      }
    }
    return names
  }

  /// Takes the draft of a field as committed; gives what that commits, nil for nothing.
  private mutating func submittedValue(
    of id: FieldID, at now: Instant
  ) -> CommittedObject.Value? {
    guard let definition = recall(id)?.definition, let key = definition.key else { return nil }
    let standing = standing(of: id, definition, now)
    send(.submitted, to: id, now)
    if !standing.isVisible, definition.hiddenValue == .omit { return nil }
    return definition.value(of: submittedDraft(of: id, definition, standing)).map {
      .init(key: key, value: $0, isSecure: definition.isSecure)
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
