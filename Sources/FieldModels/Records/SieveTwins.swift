/// The entries of a list by what has to differ, so that two that may be the same are found.
struct SieveTwins {
  private var known: Set<UInt64> = []
  private var hash = ByteHash()
  private var isEmpty = true

  /// Begins with an entry.
  mutating func begin() { (hash, isEmpty) = (ByteHash(1), true) }

  /// The next field has nothing.
  mutating func addNothing() { hash.add(0) }

  /// The next field has a draft; false where it may be the same as one that is written otherwise.
  mutating func add(_ note: SieveNote, asNumber isNumber: Bool) -> Bool {
    isEmpty = false
    return note.add(to: &hash, asNumber: isNumber)
  }

  /// Ends with an entry; false where it may be the same as an earlier one.
  mutating func end() -> Bool { isEmpty || known.insert(hash.bits).inserted }
}
