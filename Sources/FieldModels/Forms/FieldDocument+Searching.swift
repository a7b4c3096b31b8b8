/// Searches for patterns that take longer than a keystroke may wait: a piece of one between two
/// turns.
extension FieldDocument {
  /// Whether there is anything to search.
  package var isSearching: Bool { search != nil || searchers.next != nil }

  /// Goes on searching for some steps, which are taken off.
  ///
  /// - Returns: whether anything was found out.
  package mutating func goOnSearching(_ steps: inout Int, at now: Instant) -> Bool {
    var didFind = false
    while 0 < steps {
      dropSearch()
      if search == nil { search = nextSearch() }
      guard let id = search?.id else { break }
      guard let isMatch = search?.search.advance(&steps), let found = search?.search else { break }
      search = nil
      let verdict = PatternVerdict(
        pattern: found.pattern, draft: found.draft, isMatch: isMatch)
      send(.searched(verdict), to: id, now)
      didFind = true
    }
    return didFind
  }

  /// Gives up a search whose answer is of no use any more.
  private mutating func dropSearch() {
    guard let (id, search) = search else { return }
    let isWanted = states[id]?.unsearchedPatterns.contains(search.pattern) ?? false
    if !isWanted || reading(of: id)?.definition.draft != search.draft { self.search = nil }
  }

  private mutating func nextSearch() -> (id: FieldID, search: PatternSearch)? {
    while let id = searchers.takeDue(at: Instant(nanoseconds: 0)) {
      guard let pattern = states[id]?.unsearchedPatterns.first,
        let draft = reading(of: id)?.definition.draft
      else { continue }
      return (id, PatternSearch(pattern, in: draft))
    }
    return nil
  }

  /// Begins the searches of a field that nothing has happened to.
  mutating func searchIfUntouched(_ id: FieldID, _ reading: FieldReading, at now: Instant) {
    guard reading.hasLongSearch, states[id] == nil else { return }
    send(.surroundingsChanged, to: id, now)
  }
}

extension FieldReading {
  /// Whether to search the draft for a pattern may take longer than can be waited for.
  var hasLongSearch: Bool {
    definition.liveRules.contains { RuleCheck.mayTakeLong($0.check, definition.draft) }
      || definition.endEditingRules.contains { RuleCheck.mayTakeLong($0.check, definition.draft) }
  }
}
