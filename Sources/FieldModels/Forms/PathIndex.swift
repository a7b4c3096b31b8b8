/// Where the values of fields stand in a record, as far as their keys do not say it.
///
/// It knows those fields only that do not stand under their key in the record itself, so a form
/// without paths has nothing in it.
package struct PathIndex: Sendable {
  /// The path of each of them.
  private var paths: [FieldID: [String]] = [:]
  /// The fields at a path, and those whose paths lead through it to another; both in their order.
  private var holders: [String: [FieldID]] = [:]
  private var passers: [String: [FieldID]] = [:]

  package var isEmpty: Bool { paths.isEmpty }

  /// Whether a field's value stands elsewhere than under its key in the record itself.
  package func contains(_ id: FieldID) -> Bool { paths[id] != nil }

  /// The path of a field's value, where that is elsewhere.
  func path(of id: FieldID) -> [String]? { paths[id] }

  /// The fields whose paths are this.
  package func fields(at path: String) -> [FieldID] { holders[path] ?? [] }

  /// The fields whose values are in an object at a path.
  package func fields(through path: String) -> [FieldID] { passers[path] ?? [] }

  /// Every path that leads to a field, and those that lead on to others.
  package var allPaths: Set<String> { Set(holders.keys).union(passers.keys) }

  package mutating func insert(_ id: FieldID, at path: [String]) {
    paths[id] = path
    JSONPointer.forEachPlace(along: path) { place, isWhole in
      if isWhole {
        Self.insert(id, at: place, into: &holders)
      } else {
        Self.insert(id, at: place, into: &passers)
      }
    }
  }

  /// Forgets a field, if it knows it.
  package mutating func remove(_ id: FieldID) {
    guard let path = paths.removeValue(forKey: id) else { return }
    JSONPointer.forEachPlace(along: path) { place, isWhole in
      if isWhole {
        Self.remove(id, at: place, from: &holders)
      } else {
        Self.remove(id, at: place, from: &passers)
      }
    }
  }

  /// Takes other identities for the fields, which have the same order.
  package mutating func rename(_ names: [FieldID: FieldID]) {
    let old = paths
    paths = [:]
    for (id, path) in old { paths[names[id] ?? id] = path }
    holders = holders.mapValues { $0.map { names[$0] ?? $0 } }
    passers = passers.mapValues { $0.map { names[$0] ?? $0 } }
  }

  private static func insert(
    _ id: FieldID, at place: String, into lists: inout [String: [FieldID]]
  ) {
    // Taken out, so that it is not in two hands, or it would be copied.
    var list = lists.updateValue([], forKey: place) ?? []
    list.insert(id, at: list.partitioningIndex { id < $0 })
    lists[place] = list
  }

  private static func remove(
    _ id: FieldID, at place: String, from lists: inout [String: [FieldID]]
  ) {
    guard var list = lists.removeValue(forKey: place) else { return }
    let index = list.partitioningIndex { id <= $0 }
    if index < list.count, list[index] == id { list.remove(at: index) }
    if !list.isEmpty { lists[place] = list }
  }
}
