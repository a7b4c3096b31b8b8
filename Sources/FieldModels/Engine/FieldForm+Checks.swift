/// The requests that wait for checks: validation, settling, submission.
extension FieldForm {
  /// Begins what somebody waits for.
  ///
  /// - Parameters:
  ///   - wish: what is waited for; drafts are judged for it
  ///   - keys: the fields that it is about; nil for all
  ///   - ticket: by which it is answered
  package mutating func wait(for wish: FormWaiter.Wish, of keys: [String]?, as ticket: Int) {
    if let occasion = wish.occasion {
      if occasion == .submit { tidy() }
      document.judge(judgedFields(of: keys, for: wish), for: occasion, at: now)
      if let keys { document.judgeLists(document.lists(keyed: keys)) }
      isTouched = true
    }
    waiters.append(FormWaiter(ticket: ticket, keys: keys, wish: wish))
  }

  /// Why nobody else can wait for checks, in words; nil where somebody can.
  package var waiterOverload: String? {
    let limit = host.limits.operationCount
    return waiters.count < limit
      ? nil : "\(limit) requests are waiting for checks; wait for their answers"
  }

  /// Answers those whose checks have answered; a submission commits here.
  package mutating func settle() {
    guard operations.isEmpty else { return }
    for (place, waiter) in takeReleased() {
      guard let outcome = outcome(for: waiter) else { continue }
      waiters.remove(at: place)
      output.append(.done(ticket: waiter.ticket, outcome))
    }
  }

  /// Those who may have nothing to wait for any more: all when something was released, else those
  /// who have come since.
  private mutating func takeReleased() -> [(place: Int, element: FormWaiter)] {
    let isReleased = document.releaseCount != seenWaiters.releaseCount
    let place = isReleased ? 0 : seenWaiters.place
    seenWaiters = (waiters.endPlace, document.releaseCount)
    return waiters.elements(from: place)
  }

  /// The fields with some keys; one that is gone in the meantime has no check to wait for.
  private func ids(of keys: [String]?) -> [FieldID]? {
    keys.map { keys in keys.compactMap { document.field(keyed: $0) } }
  }

  /// The lists with some keys, or all.
  private func lists(of keys: [String]?) -> [String] {
    keys.map { document.lists(keyed: $0) } ?? document.listKeys
  }

  private mutating func outcome(for waiter: FormWaiter) -> Outcome? {
    let ids = ids(of: waiter.keys)
    if document.isPending(ids) { return nil }
    guard let occasion = waiter.wish.occasion else {
      return .settled(unproved: keys(of: document.unproved(ids, at: now)))
    }
    if occasion == .submit { tidy() }
    document.judgeUnjudged(
      judgedFields(of: waiter.keys, for: waiter.wish), for: occasion, at: now)
    if document.isPending(ids) { return nil }
    isTouched = true
    document.refresh(at: now)
    if case .submission(let isPartial) = waiter.wish { return submission(isPartial: isPartial) }
    return verdicts(ids, lists: lists(of: waiter.keys))
  }

  /// The fields that are judged for a wish; nil for all.
  ///
  /// What is missing of a part is not wrong, and a field without a draft shows no error for it.
  private func judgedFields(of keys: [String]?, for wish: FormWaiter.Wish) -> [FieldID]? {
    wish == .submission(isPartial: true) ? document.filledFields : ids(of: keys)
  }

  /// Tidies the draft that is being edited, as leaving it does; who submits need not leave it first.
  private mutating func tidy() {
    guard operations.isEmpty, let id = document.activeField,
      let definition = document.reading(of: id)?.definition,
      let edit = document.tidying(id, definition)
    else { return }
    document.carryOut(edit, at: now)
    version = (version ?? 0) + 1
    isTouched = true
    tellEvents()
  }

  private mutating func submission(isPartial: Bool) -> Outcome {
    switch document.submit(limit: host.limits.findingCount, isPartial: isPartial, at: now) {
    case .refused(let obstacles): return .refused(verdicts(of: obstacles), text: obstacles.text)
    case .committed(let record, let obstacles):
      let unchecked = document.uncheckedDrafts(besides: obstacles.fields, at: now)
      return .committed(record, unchecked: unchecked, without: verdicts(of: obstacles))
    }
  }

  private mutating func verdicts(of obstacles: Commitment.Obstacles) -> [FieldVerdict] {
    document.judgeLists(obstacles.lists)
    return verdicts(of: obstacles.fields) + verdicts(ofLists: obstacles.lists)
      + obstacles.schemas.map { mismatch in
        let finding = Finding(.record(.schemaMismatch(mismatch.failure)), .error, at: 0..<0)
        return FieldVerdict(key: mismatch.key, isValid: false, problems: [finding])
      }
  }

  private mutating func verdicts(_ ids: [FieldID]?, lists: [String]) -> Outcome {
    let unproved = document.unproved(ids, at: now)
    return .verdicts(
      verdicts(of: ids ?? document.allFields, unproved: Set(unproved))
        + verdicts(ofLists: lists),
      unproved: keys(of: unproved),
      text: document.textErrors(limit: host.limits.findingCount))
  }

  private func keys(of ids: [FieldID]) -> [String] { ids.compactMap { document.key(of: $0) } }

  private func verdicts(of ids: [FieldID], unproved: Set<FieldID> = []) -> [FieldVerdict] {
    ids.compactMap { id in
      guard let key = document.key(of: id), let slice = document.locate(id)?.slice else {
        return nil
      }
      let problems = document.draftFindings(of: id, at: now)
      // What is wrong with the text of an entry is wrong with all of its fields.
      let isRight = (problems + slice.findings.filter { !$0.isAboutDraft }).allSatisfy {
        $0.severity != .error
      }
      return FieldVerdict(key: key, isValid: isRight && !unproved.contains(id), problems: problems)
    }
  }

  private func verdicts(ofLists keys: [String]) -> [FieldVerdict] {
    keys.map { key in
      let problems = document.problems(ofList: key)
      return FieldVerdict(key: key, isValid: problems.isEmpty, problems: problems)
    }
  }
}
