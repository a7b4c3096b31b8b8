/// The letters a pattern can tell apart: each stands for all scalars that are in the same of its
/// sets.
///
/// A pattern of a few classes has a few letters, however many scalars those classes hold, so a
/// state machine over letters stays small and no class is searched during a match. An ASCII
/// scalar finds its letter in a table, another by binary search.
struct PatternAlphabet: Sendable {
  /// How many letters there are; each is a number below this.
  let letterCount: Int

  /// The letter of each ASCII scalar.
  private var asciiLetters: [UInt16] = []

  /// The first scalar of each stretch of one letter, in order, and that letter.
  private var stretchStarts: [UInt32] = []
  private var stretchLetters: [UInt16] = []

  /// For each set, a bit for each letter.
  private var memberships: [UInt64]
  private let membershipWordCount: Int

  /// Makes the coarsest alphabet that tells the sets apart.
  init(sets: [ScalarSet]) {
    var partition = ScalarPartition(sets: sets)
    for setIndex in sets.indices { partition.split(bySetAt: setIndex) }
    letterCount = partition.partCount
    membershipWordCount = (letterCount + 63) / 64
    memberships = Array(repeating: 0, count: sets.count * membershipWordCount)
    for setIndex in sets.indices {
      let base = setIndex * membershipWordCount
      partition.forEachPart(ofSetAt: setIndex) { letter in
        memberships[base + letter >> 6] |= 1 << UInt64(letter & 63)
      }
    }
    stretchStarts.reserveCapacity(partition.starts.count)
    stretchLetters.reserveCapacity(partition.starts.count)
    for (start, part) in zip(partition.starts, partition.parts)
    where stretchLetters.last != UInt16(part) {
      stretchStarts.append(start)
      stretchLetters.append(UInt16(part))
    }
    asciiLetters = asciiTable()
  }

  /// The letter of an ASCII scalar.
  @inline(__always)
  func letter(ofASCII byte: UInt8) -> Int {
    Int(asciiLetters[Int(byte & 0x7F)])
  }

  /// The letter of any scalar.
  func letter(of scalar: UInt32) -> Int {
    var low = 0
    var high = stretchStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretchStarts[middle] <= scalar { low = middle } else { high = middle }
    }
    return Int(stretchLetters[low])
  }

  /// Whether the scalars of a letter are in a set.
  @inline(__always)
  func set(at setIndex: Int, contains letter: Int) -> Bool {
    memberships[setIndex &* membershipWordCount &+ letter >> 6] >> UInt64(letter & 63) & 1 == 1
  }

  /// The scalars of a set, as ranges in order.
  func scalars(ofSetAt setIndex: Int) -> [ClosedRange<UInt32>] {
    stretchStarts.indices.compactMap { stretch in
      guard set(at: setIndex, contains: Int(stretchLetters[stretch])) else { return nil }
      let isLast = stretch + 1 == stretchStarts.count
      return stretchStarts[
        stretch]...(isLast ? ScalarSet.lastScalar : stretchStarts[stretch + 1] - 1)
    }
  }

  private func asciiTable() -> [UInt16] {
    var table = [UInt16](repeating: 0, count: 128)
    var stretch = 0
    for scalar in 0..<128 {
      if stretch + 1 < stretchStarts.count, stretchStarts[stretch + 1] == UInt32(scalar) {
        stretch += 1
      }
      table[scalar] = stretchLetters[stretch]
    }
    return table
  }
}

/// All scalars cut into stretches, and the stretches gathered into parts.
///
/// The cuts are where any of the sets begins or ends. Every stretch is in part 0 at first;
/// splitting by a set moves the stretches inside it out of each part that also has stretches
/// outside it. After splitting by each set, two stretches are in one part if and only if no set
/// tells them apart.
private struct ScalarPartition {
  /// The first scalar of each stretch, in order.
  private(set) var starts: [UInt32]

  /// The part each stretch is in.
  private(set) var parts: [Int32]

  /// For each set, the runs of stretches it consists of.
  private var runsOfSets: [[Range<Int>]] = []

  /// For each part, how many stretches are in it.
  private var stretchCounts: [Int32]

  /// For each part, what one split has found inside the set, and where it moves that.
  private var insideCounts: [Int32] = [0]
  private var splitParts: [Int32] = [0]
  private var touchedParts: [Int] = []

  /// How many parts there are.
  var partCount: Int { stretchCounts.count }

  init(sets: [ScalarSet]) {
    starts = Self.cuts(of: sets)
    parts = Array(repeating: 0, count: starts.count)
    stretchCounts = [Int32(starts.count)]
    runsOfSets = sets.map(runs(of:))
  }

  /// Tells the members of a set apart from all others.
  mutating func split(bySetAt setIndex: Int) {
    let runs = runsOfSets[setIndex]
    for run in runs {
      for stretch in run {
        let part = Int(parts[stretch])
        if insideCounts[part] == 0 { touchedParts.append(part) }
        insideCounts[part] += 1
      }
    }
    for run in runs {
      for stretch in run { move(stretch) }
    }
    for part in touchedParts {
      insideCounts[part] = 0
      splitParts[part] = 0
    }
    touchedParts.removeAll(keepingCapacity: true)
  }

  /// Calls `body` for each stretch of a set with the part that stretch is in.
  func forEachPart(ofSetAt setIndex: Int, _ body: (Int) -> Void) {
    for run in runsOfSets[setIndex] {
      for stretch in run { body(Int(parts[stretch])) }
    }
  }

  private mutating func move(_ stretch: Int) {
    let part = Int(parts[stretch])
    if splitParts[part] == 0 {
      if insideCounts[part] == stretchCounts[part] { return }
      splitParts[part] = Int32(partCount)
      stretchCounts.append(0)
      insideCounts.append(0)
      splitParts.append(0)
    }
    let split = splitParts[part]
    parts[stretch] = split
    stretchCounts[part] -= 1
    stretchCounts[Int(split)] += 1
  }

  private static func cuts(of sets: [ScalarSet]) -> [UInt32] {
    var cuts: [UInt32] = [0]
    for set in sets {
      for range in set.ranges {
        cuts.append(range.lowerBound)
        if range.upperBound < ScalarSet.lastScalar { cuts.append(range.upperBound + 1) }
      }
    }
    cuts.sort()
    var kept = 0
    for cut in cuts where cuts[kept] < cut {
      kept += 1
      cuts[kept] = cut
    }
    cuts.removeSubrange((kept + 1)...)
    return cuts
  }

  private func runs(of set: ScalarSet) -> [Range<Int>] {
    var stretch = 0
    return set.ranges.map { range in
      let first = firstStretch(startingAtLeast: range.lowerBound, from: stretch)
      stretch = firstStretch(startingAtLeast: range.upperBound + 1, from: first)
      return first..<stretch
    }
  }

  /// Searches ahead in growing steps, since the next range is often near.
  private func firstStretch(startingAtLeast scalar: UInt32, from stretch: Int) -> Int {
    var low = stretch
    var high = stretch
    var step = 1
    while high < starts.count, starts[high] < scalar {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
