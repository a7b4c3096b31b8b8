/// The fields that were read last, and what they say.
///
/// Typing goes on in one field, and each keystroke asks several times what it says now; those that
/// look at it ask in turn with their own text, so that one place would be lost to them each time.
struct RecentReadings: Sendable {
  private var entries: [(id: FieldID, reading: FieldReading)] = []

  /// A field, its two neighbours and one that it looks at.
  private static let limit = 4

  /// What a field says, if it is remembered.
  subscript(id: FieldID) -> FieldReading? { entries.first { $0.id == id }?.reading }

  /// The same; the field will be the last to be forgotten.
  mutating func find(_ id: FieldID) -> FieldReading? {
    guard let place = entries.firstIndex(where: { $0.id == id }) else { return nil }
    if place > 0 { entries.insert(entries.remove(at: place), at: 0) }
    return entries[0].reading
  }

  mutating func remember(_ reading: FieldReading, of id: FieldID) {
    if let place = entries.firstIndex(where: { $0.id == id }) {
      entries[place].reading = reading
      return
    }
    if entries.count == Self.limit { entries.removeLast() }
    entries.insert((id, reading), at: 0)
  }

  /// Forgets a field whose text is another one now, and what it is in the entries of a list.
  mutating func forget(_ id: FieldID) {
    entries.removeAll { $0.id == id || $0.id.definition == id }
  }

  /// Forgets the fields of an entry whose text is another one now.
  mutating func forget(inEntry entry: FieldID) {
    entries.removeAll { $0.id.rank == entry.rank }
  }
}
