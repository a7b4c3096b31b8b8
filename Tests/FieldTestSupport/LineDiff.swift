/// The lines in which what came differs from what was written, with a little around them.
package struct LineDiff: Sendable, CustomStringConvertible {
  /// A line of one text or of both.
  package enum Line: Equatable, Sendable {
    case same(String)
    /// It was written and did not come.
    case missing(String)
    /// It came and was not written.
    case surplus(String)

    fileprivate var isSame: Bool { if case .same = self { true } else { false } }
  }

  package let lines: [Line]

  /// How many lines around a difference are shown.
  private static let contextCount = 2

  package init(
    from written: [String], to came: [String], by isSame: (String, String) -> Bool = { $0 == $1 }
  ) {
    let difference = came.difference(from: written, by: isSame)
    var missing: Set<Int> = []
    var surplus: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): missing.insert(offset)
      case .insert(let offset, _, _): surplus.insert(offset)
      }
    }
    var lines: [Line] = []
    var (place, other) = (0, 0)
    while place < written.count || other < came.count {
      if missing.contains(place) {
        lines.append(.missing(written[place]))
        place += 1
      } else if surplus.contains(other) {
        lines.append(.surplus(came[other]))
        other += 1
      } else {
        lines.append(.same(written[place]))
        place += 1
        other += 1
      }
    }
    self.lines = lines
  }

  package var isEmpty: Bool { lines.allSatisfy(\.isSame) }

  /// How many written lines stand before the first difference.
  package var firstPlace: Int { lines.prefix(while: \.isSame).count }

  /// `-` before what is missing, `+` before what is surplus, and `…` where lines are left out.
  package var description: String {
    let differences = lines.indices.filter { !lines[$0].isSame }
    var description: [String] = []
    var last = -1
    for index in lines.indices
    where differences.contains(where: { abs($0 - index) <= Self.contextCount }) {
      if index != last + 1 { description.append("  …") }
      last = index
      switch lines[index] {
      case .same(let line): description.append("  \(line)")
      case .missing(let line): description.append("- \(line)")
      case .surplus(let line): description.append("+ \(line)")
      }
    }
    if last != lines.count - 1 { description.append("  …") }
    return description.joined(separator: "\n")
  }
}
