/// The entries of a list by what has to differ, so that two that may be the same are found.
struct SieveTwins {
  private var known: Set<UInt64> = []
  private var hash: UInt64 = 0
  private var isEmpty = true

  /// Begins with an entry.
  mutating func begin() { (hash, isEmpty) = (0, true) }

  /// The next field has nothing.
  mutating func addNothing() { add(0) }

  /// The next field has a draft; false where it may be the same as one that is written otherwise.
  mutating func add(_ note: SieveNote, asNumber isNumber: Bool) -> Bool {
    isEmpty = false
    guard let hash = note.hash(asNumber: isNumber) else { return false }
    add(hash)
    return true
  }

  /// Ends with an entry; false where it may be the same as an earlier one.
  mutating func end() -> Bool { isEmpty || known.insert(hash).inserted }

  private mutating func add(_ bits: UInt64) {
    // The highest bits of a product depend on all bits of its factors; this one has no pattern.
    hash = (hash ^ bits &+ 1) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash &>> 32
  }
}
