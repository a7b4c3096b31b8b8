/// Which entries of a list are the same in the fields by which its entries must differ.
struct EntryTwins: Sendable {
  /// What each entry has in these fields; entries in which all of them are empty are not here.
  private(set) var drafts: [FieldID: [Draft]] = [:]
  /// The entries that have it, in their order.
  private var holders: [[Draft]: [FieldID]] = [:]

  /// The first entry that has some drafts.
  func first(with drafts: [Draft]) -> FieldID? { holders[drafts]?.first }

  /// Notes what an entry has now, or with nil that it is gone.
  ///
  /// - Returns: the entries that may be told otherwise
  mutating func note(_ new: [Draft]?, of entry: FieldID) -> [FieldID] {
    let new = new.flatMap { $0.allSatisfy { $0.isEmpty } ? nil : $0 }
    let old = drafts[entry]
    if new == old { return [] }
    var affected = [entry]
    if let old {
      var list = holders.removeValue(forKey: old) ?? []
      // All others are told of the first.
      if list.first == entry { affected += list.dropFirst() }
      list.removeAll { $0 == entry }
      if !list.isEmpty { holders[old] = list }
    }
    drafts[entry] = new
    if let new {
      var list = holders.removeValue(forKey: new) ?? []
      let place = list.partitioningIndex { entry < $0 }
      if place == 0 { affected += list }
      list.insert(entry, at: place)
      holders[new] = list
    }
    return affected
  }

  /// Takes other identities for the entries, which have the same order.
  mutating func rename(_ names: [FieldID: FieldID]) {
    drafts = Dictionary(uniqueKeysWithValues: drafts.map { (names[$0.key] ?? $0.key, $0.value) })
    holders = holders.mapValues { $0.map { names[$0] ?? $0 } }
  }
}
