/// Dictionaries of pairs whose keys may repeat.
///
/// The standard library's own functions take a closure that may throw anything, which Embedded Swift
/// can't compile.
extension Dictionary {
  /// The first value of each key.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// The last value of each key.
  package init(keepingLast pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs { self[key] = value }
  }

  /// Adds the values of another one, which are meant where both have a key.
  package mutating func overwrite(with other: Self) {
    for (key, value) in other { self[key] = value }
  }
}
