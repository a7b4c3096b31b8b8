/// What a form's submission came to.
package enum Commitment: Equatable, Sendable {
  /// The values where they stand in the record, in the order of the form.
  case committed(CommittedObject)
  /// The fields whose drafts stand in the way, in the order of the form, and what is wrong with the
  /// text itself: a form that can't be read is not one that was checked.
  case refused([FieldID], text: [FieldDocument.Placed])
}

extension FieldDocument {
  /// Asks the rules of some fields, or of all, for an occasion; validators may have yet to answer
  /// when it returns.
  package mutating func judge(
    _ ids: [FieldID]?, for occasion: FieldMachine.Occasion, at now: Instant
  ) {
    for id in ids ?? allFields { send(.mustJudge(occasion), to: id, now) }
  }

  /// Judges again the fields whose drafts have changed, or whose errors were removed, since they
  /// were judged.
  package mutating func judgeUnjudged(
    _ ids: [FieldID]?, for occasion: FieldMachine.Occasion, at now: Instant
  ) {
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
        definition, surroundings(of: definition, now), now: now, nextToken: 0)
      return machine.isUnproved(state)
    }
  }

  package var allFields: [FieldID] {
    var ids: [FieldID] = []
    ids.reserveCapacity(fieldCount)
    slices.forEach(in: 0..<slices.count) { _, slice in
      if slice.part.sort == .field { ids.append(slice.id) }
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
    let wrong = ids.filter { locate($0)?.slice.hasErrors ?? false }
    let text = textErrors(limit: limit)
    if !wrong.isEmpty || !text.isEmpty { return .refused(wrong, text: text) }
    var values: [CommittedObject.Value?] = []
    var places: [RecordLayout.Place] = []
    for id in ids {
      guard let reading = recall(id), let key = reading.definition.key else { continue }
      let definition = reading.definition
      places.append(place(of: reading.mentions) ?? RecordLayout.Place(path: []))
      values.append(nil)
      let isVisible = standing(of: id, definition, now).isVisible
      send(.submitted, to: id, now)
      if !isVisible, definition.hiddenValue == .omit { continue }
      let draft: Draft =
        isVisible || definition.hiddenValue == .keep
        ? submittedDraft(of: id, definition) : definition.emptyDraft
      guard let value = definition.value(of: draft) else { continue }
      values[values.count - 1] = .init(key: key, value: value, isSecure: definition.isSecure)
    }
    let layout = RecordLayout(places, frame)
    return .committed(CommittedObject(layout, values, entries: layout.lists.map { _ in [] }))
  }

  /// The draft that a submission takes.
  ///
  /// A field that is not checked gives what it holds, as the program or the document gave it; but
  /// what a person has typed before and no check has passed is not let in by that door.
  private func submittedDraft(of id: FieldID, _ definition: FieldDefinition) -> Draft {
    guard let state = states[id], state.isUnproved else { return definition.draft }
    return state.committed ?? definition.emptyDraft
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
  }
}

extension DocumentSlice {
  /// Whether the draft has an error, which blocks.
  fileprivate var hasErrors: Bool {
    findings.contains { $0.severity == .error && $0.isAboutDraft }
  }
}
