/// The known name that somebody most likely meant by an unknown one.
package enum Nearest {
  /// A name made ready for being compared with many others.
  package struct Candidate: Sendable {
    fileprivate let name: String
    fileprivate let letters: [UInt32]

    package init(_ name: String) {
      self.name = name
      letters = Nearest.letters(of: name)
    }
  }

  /// The candidate with the fewest slips of the hand from `name`, nil if all are far off.
  ///
  /// Costs candidates × name length; names longer than 64 letters are nobody's slip.
  package static func name(
    to name: String, among candidates: some Sequence<String>
  ) -> String? {
    self.name(to: name, among: candidates.lazy.map { Candidate($0) })
  }

  /// The same, where the candidates are known before.
  package static func name(
    to name: String, among candidates: some Sequence<Candidate>
  ) -> String? {
    let wanted = letters(of: name)
    guard !wanted.isEmpty, wanted.count <= letterLimit else { return nil }
    let limit = max(1, (wanted.count + 1) / 3)
    var best: (name: String, distance: Int)?
    var rows = Rows()
    for candidate in candidates where candidate.letters.count <= letterLimit {
      let letters = candidate.letters
      let isBeginning = wanted.count < letters.count && letters.starts(with: wanted)
      if !isBeginning, limit < abs(wanted.count - letters.count) { continue }
      let score =
        isBeginning
        ? min(letters.count - wanted.count, limit) : rows.distance(wanted, letters, atMost: limit)
      // With no letter in common, nothing is near; a beginning has all of its own in common.
      guard score <= limit, isBeginning || score < min(wanted.count, letters.count) else {
        continue
      }
      // The order of the candidates must not show in the answer.
      if let known = best, (known.distance, known.name) <= (score, candidate.name) { continue }
      best = (candidate.name, score)
    }
    return best?.name
  }

  private static let letterLimit = 64

  /// Groups, sources or validators: a form has a dozen, and each unknown name of each of its fields
  /// is compared with all of them.
  package static let nameLimit = 100

  /// The letters of a name without regard to case; of an overlong one just too many.
  private static func letters(of name: String) -> [UInt32] {
    var letters: [UInt32] = []
    letters.reserveCapacity(min(name.utf8.count, letterLimit + 1))
    for byte in name.utf8 {
      if letterLimit < letters.count { return letters }
      guard byte < 0x80 else {
        // No letter is longer than this, whatever it is composed of.
        guard name.utf8.count <= letterLimit * 16 else {
          return [UInt32](repeating: 0, count: letterLimit + 1)
        }
        return name.lowercased().unicodeScalars.map { $0.value }
      }
      let isCapital = UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
      letters.append(UInt32(isCapital ? byte | 0x20 : byte))
    }
    return letters
  }

  /// Three rows of the table of distances, used again for each candidate.
  private struct Rows {
    private var beforeLast: [Int] = []
    private var last: [Int] = []
    private var current: [Int] = []

    /// Insertions, deletions, replacements and swaps of neighbours; more than `limit` if there are.
    mutating func distance(_ first: [UInt32], _ second: [UInt32], atMost limit: Int) -> Int {
      let width = second.count + 1
      beforeLast = [Int](repeating: 0, count: width)
      last = Array(0..<width)
      current = beforeLast
      for row in 1...max(1, first.count) {
        current[0] = row
        var least = row
        for column in second.indices {
          let isSame = first[row - 1] == second[column]
          var slips = min(
            last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
          if row > 1, column > 0, first[row - 1] == second[column - 1],
            first[row - 2] == second[column]
          {
            slips = min(slips, beforeLast[column - 1] + 1)
          }
          current[column + 1] = slips
          least = min(least, slips)
        }
        // A swap goes back two rows, and adds one.
        if limit + 1 < least { return limit + 1 }
        (beforeLast, last, current) = (last, current, beforeLast)
      }
      return last[second.count]
    }
  }
}
