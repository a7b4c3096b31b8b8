/// Which scalars are the same when case is ignored: those with one simple case folding.
///
/// The scalars that fold to the same one form an orbit of two to four, and each points to the
/// next. This is the Canonicalize of ECMA-262 with the `u` flag, so ‘ß’ is not ‘ss’, while ‘K’ is
/// also the Kelvin sign.
struct CaseOrbits: Sendable {
  /// The orbits of the Unicode version the tables were made from.
  static let shared = CaseOrbits()

  /// The scalars with an orbit of more than themselves, in order.
  private let scalars: [UInt32]

  /// For each of `scalars`, the next of its orbit; the last points to the first.
  private let successors: [UInt32]

  private init() {
    let numbers = TableDigits.numbers(in: UnicodeCaseOrbits.runs)
    var pairs: [(scalar: UInt32, successor: UInt32)] = []
    var first: UInt32 = 0
    for run in stride(from: 4, to: numbers.count, by: 5) {
      first &+= numbers[run - 4]
      for index in 0...numbers[run - 3] {
        let scalar = first &+ index &* numbers[run - 2]
        pairs.append((scalar, scalar &+ numbers[run - 1] &- numbers[run]))
      }
    }
    pairs.sort { $0.scalar < $1.scalar }
    scalars = pairs.map { $0.scalar }
    successors = pairs.map { $0.successor }
  }

  /// The set together with all that equals a member when case is ignored.
  func closing(_ set: ScalarSet) -> ScalarSet {
    var ranges = set.ranges
    for range in set.ranges {
      var index = firstIndex(atLeast: range.lowerBound)
      while index < scalars.count, scalars[index] <= range.upperBound {
        appendOrbit(at: index, outside: range, to: &ranges)
        index += 1
      }
    }
    return ranges.count == set.ranges.count ? set : ScalarSet(ranges)
  }

  private func appendOrbit(
    at index: Int, outside range: ClosedRange<UInt32>, to ranges: inout [ClosedRange<UInt32>]
  ) {
    var other = successors[index]
    while other != scalars[index] {
      if !range.contains(other) { ranges.append(other...other) }
      let otherIndex = firstIndex(atLeast: other)
      guard otherIndex < scalars.count, scalars[otherIndex] == other else { return }
      other = successors[otherIndex]
    }
  }

  private func firstIndex(atLeast scalar: UInt32) -> Int {
    var low = 0
    var high = scalars.count
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
