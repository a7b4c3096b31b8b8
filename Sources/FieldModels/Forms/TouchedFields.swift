/// The fields whose findings may have changed since the last refresh.
struct TouchedFields: Sendable {
  private(set) var all: Set<FieldID> = []
  /// Those of them that have yet to be counted.
  private var fresh: Set<FieldID> = []

  mutating func insert(_ id: FieldID) {
    all.insert(id)
    fresh.insert(id)
  }

  mutating func formUnion(_ ids: some Sequence<FieldID>) {
    for id in ids { insert(id) }
  }

  /// Takes them for a refresh, in their order.
  mutating func takeAll() -> [FieldID] {
    defer { all.removeAll(keepingCapacity: all.count < 16) }
    return Self.inOrder(all)
  }

  /// Takes those that were touched since the last time; they stay touched.
  mutating func takeFresh() -> Set<FieldID> {
    if fresh.isEmpty { return [] }
    defer { fresh = [] }
    return fresh
  }

  mutating func rename(_ names: [FieldID: FieldID]) {
    all = Set(all.map { $0.renamed(names) })
    fresh = Set(fresh.map { $0.renamed(names) })
  }

  // There is nearly always one.
  static func inOrder(_ ids: Set<FieldID>) -> [FieldID] {
    ids.count < 2 ? Array(ids) : ids.sorted()
  }
}
