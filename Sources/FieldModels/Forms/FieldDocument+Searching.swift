/// A search that is going on; set apart, since it is large and there seldom is one.
indirect enum OngoingSearch: Sendable {
  case search(PatternSearch, of: FieldID)
}

/// Searches for patterns that take longer than a keystroke may wait: a piece of one between two
/// turns.
extension FieldDocument {
  /// Whether there is anything to search.
  package var isSearching: Bool { search != nil || searchers.next != nil }

  /// Goes on searching for some steps, which are taken off.
  ///
  /// - Returns: whether anything was found out.
  package mutating func goOnSearching(_ steps: inout Int64, at now: Instant) -> Bool {
    var didFind = false
    while 0 < steps {
      dropSearch()
      guard case .search(var found, let id) = search ?? nextSearch() else { break }
      // Taken out, not copied.
      search = nil
      guard let isMatch = found.advance(&steps) else {
        search = .search(found, of: id)
        break
      }
      let verdict = PatternVerdict(
        pattern: found.pattern, draft: found.draft, isMatch: isMatch)
      send(.searched(verdict), to: id, now)
      didFind = true
    }
    return didFind
  }

  /// Gives up a search whose answer is of no use any more.
  private mutating func dropSearch() {
    guard case .search(let search, let id) = search else { return }
    let isWanted = states[id]?.unsearchedPatterns.contains(search.pattern) ?? false
    if !isWanted || reading(of: id)?.definition.draft != search.draft { self.search = nil }
  }

  private mutating func nextSearch() -> OngoingSearch? {
    while let id = searchers.takeDue(at: Instant(nanoseconds: 0)) {
      guard let pattern = states[id]?.unsearchedPatterns.first,
        let draft = reading(of: id)?.definition.draft
      else { continue }
      return .search(PatternSearch(pattern, in: draft), of: id)
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
