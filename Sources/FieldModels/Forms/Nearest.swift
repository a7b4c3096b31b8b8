/// The known name that somebody most likely meant by an unknown one.
package enum Nearest {
  /// The candidate with the fewest slips of the hand from `name`, nil if all are far off.
  ///
  /// Costs candidates × name length; names longer than 64 characters are nobody's slip.
  package static func name(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    let wanted = Array(name.lowercased())
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    let limit = max(1, (wanted.count + 1) / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      guard letters.count <= 64 else { continue }
      let isBeginning = wanted.count < letters.count && letters.starts(with: wanted)
      let slips = distance(wanted, letters)
      let score = isBeginning ? min(slips, limit) : slips
      // With no letter in common, nothing is near; a beginning has all of its own in common.
      guard score <= limit, isBeginning || score < min(wanted.count, letters.count) else {
        continue
      }
      // The order of the candidates must not show in the answer.
      if let known = best, (known.distance, known.name) <= (score, candidate) { continue }
      best = (candidate, score)
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...max(1, first.count) {
      var current = [row] + [Int](repeating: 0, count: second.count)
      for column in second.indices {
        let isSame = first[row - 1] == second[column]
        current[column + 1] = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 1, column > 0, first[row - 1] == second[column - 1],
          first[row - 2] == second[column]
        {
          current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1)
        }
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
