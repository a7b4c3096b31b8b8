/// The entries of a list by what has to differ, so that two that may be the same are found.
struct SieveTwins {
  /// What the first entry has in which something is, and all of them where there are more.
  private var first: UInt64?
  private var known: Set<UInt64> = []
  private var hash = ByteHash()
  private var isEmpty = true
  /// A draft of this entry, or of an earlier one, may be the same as one that is written otherwise.
  private var isOpen = false

  /// Begins with an entry.
  mutating func begin() { (hash, isEmpty) = (ByteHash(1), true) }

  /// The next field has nothing.
  mutating func addNothing() { hash.add(0) }

  /// The next field has a draft.
  mutating func add(_ note: SieveNote, asNumber isNumber: Bool) {
    isEmpty = false
    if !note.add(to: &hash, asNumber: isNumber) { isOpen = true }
  }

  /// The next field has something, or nothing, of which no more is known.
  mutating func addUnknown() { (isEmpty, isOpen) = (false, true) }

  /// Ends with an entry; false where it may be the same as an earlier one.
  mutating func end() -> Bool {
    if isEmpty { return true }
    guard let first else {
      first = hash.bits
      return true
    }
    if isOpen { return false }
    if known.isEmpty { known.insert(first) }
    return known.insert(hash.bits).inserted
  }
}
