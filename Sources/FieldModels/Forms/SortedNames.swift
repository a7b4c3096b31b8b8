/// Names in their order, so that those that begin with something are found without a look at all.
///
/// They are kept in runs, of which one is changed when a name comes or goes.
package struct SortedNames: Sendable {
  /// In their order, none of them empty.
  private var runs: [[String]] = []

  /// So long is a run that is divided.
  private static let longestRun = 512

  package init(_ names: some Collection<String>) {
    let sorted = Self.sorted(names)
    runs = stride(from: 0, to: sorted.count, by: Self.longestRun / 2).map { start in
      Array(sorted[start..<min(sorted.count, start + Self.longestRun / 2)])
    }
  }

  /// Names in their order, which is that of their bytes where they are ASCII, as nearly all are: what
  /// these begin with is compared as a number.
  private static func sorted(_ names: some Collection<String>) -> [String] {
    let marked = names.map { name -> (name: String, head: UInt64, isASCII: Bool) in
      var (head, mask, place) = (UInt64(0), UInt8(0), UInt64(64))
      for byte in name.utf8 {
        mask |= byte
        guard 0 < place else { continue }
        place -= 8
        head |= UInt64(byte) << place
      }
      return (name, head, mask < 0x80)
    }
    return marked.sorted { one, other in
      one.isASCII && other.isASCII && one.head != other.head
        ? one.head < other.head : one.name < other.name
    }.map { $0.name }
  }

  package mutating func insert(_ name: String) {
    guard !runs.isEmpty else { return runs = [[name]] }
    let run = max(0, Self.place(in: runs) { $0[0] <= name } - 1)
    runs[run].insert(name, at: Self.place(in: runs[run]) { $0 < name })
    guard Self.longestRun <= runs[run].count else { return }
    let half = runs[run].count / 2
    runs.insert(Array(runs[run][half...]), at: run + 1)
    runs[run].removeSubrange(half...)
  }

  package mutating func remove(_ name: String) {
    let run = Self.place(in: runs) { $0[0] <= name } - 1
    guard 0 <= run else { return }
    let place = Self.place(in: runs[run]) { $0 < name }
    guard place < runs[run].count, runs[run][place] == name else { return }
    runs[run].remove(at: place)
    if runs[run].isEmpty { runs.remove(at: run) }
  }

  /// The first names that begin with a text.
  package func names(beginningWith start: String, count: Int) -> [String] {
    var names: [String] = []
    var run = max(0, Self.place(in: runs) { $0[0] <= start } - 1)
    while run < runs.count, names.count < count {
      for name in runs[run][Self.place(in: runs[run]) { $0 < start }...] {
        guard name.hasPrefix(start), names.count < count else { return names }
        names.append(name)
      }
      run += 1
    }
    return names
  }

  /// The place of the first element for which something does not hold that holds for all before it.
  private static func place<Element>(
    in elements: [Element], where isBefore: (Element) -> Bool
  ) -> Int {
    var (lower, upper) = (0, elements.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isBefore(elements[middle]) { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
