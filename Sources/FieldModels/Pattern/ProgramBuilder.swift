/// Puts a program together from fragments while the expression is read.
///
/// A fragment is a run of operations that is entered at its first and left past its last, with
/// relative jumps inside, so it can be copied or moved as it is. Whoever reads the expression
/// remembers where a fragment began; everything emitted since then is the fragment. No tree is
/// built, and nothing recurses.
struct ProgramBuilder {
  /// One operation; offsets are relative to the operation itself.
  private enum Operation {
    case consume(setIndex: Int)
    case jump(Int)
    case fork(Int)
    case check(Assertions)
    case look(UInt8)
  }

  private var operations: [Operation] = []
  private var sets: [ScalarSet] = []
  private var setIndexes: [ScalarSet: Int] = [:]

  /// How many ranges the sets have together.
  private(set) var rangeCount = 0

  /// Where the next operation goes.
  var end: Int { operations.count }

  /// Appends one scalar out of a set.
  mutating func consume(_ set: ScalarSet) {
    operations.append(.consume(setIndex: index(of: set)))
  }

  /// Appends an assertion.
  mutating func check(_ assertion: Assertions) {
    operations.append(.check(assertion))
  }

  /// Appends a look ahead or behind.
  mutating func look(_ index: UInt8) {
    operations.append(.look(index))
  }

  /// Ends the alternative that began at `start`; the result is to be given to `join`.
  mutating func divide(from start: Int) -> Int {
    operations.append(.jump(0))
    operations.insert(.fork(operations.count - start + 1), at: start)
    return operations.count - 1
  }

  /// Makes an ended alternative go on here.
  mutating func join(_ divider: Int) {
    operations[divider] = .jump(operations.count - divider)
  }

  /// How many operations there will be once the fragment from `start` is repeated.
  func end(repeating start: Int, least: Int, most: Int?) -> Int {
    let bodyCount = operations.count - start
    if bodyCount == 0 { return start }
    let (required, isHuge) = bodyCount.multipliedReportingOverflow(by: least)
    guard let most else {
      return isHuge ? Int.max : clampedSum(start, required, least > 0 ? 1 : bodyCount + 2)
    }
    let (optional, isHugeToo) = (bodyCount + 1).multipliedReportingOverflow(by: most - least)
    return isHuge || isHugeToo ? Int.max : clampedSum(start, required, optional)
  }

  /// Repeats the fragment from `start`, writing out each counted round.
  mutating func repeatFragment(from start: Int, least: Int, most: Int?) {
    let bodyCount = operations.count - start
    if bodyCount == 0 { return }
    if most == 0 { return operations.removeSubrange(start...) }
    let isCounted = 1 < max(least, most ?? 0)
    let body = isCounted ? Array(operations[start...]) : []
    for _ in 1..<max(least, 1) { operations.append(contentsOf: body) }
    guard let most else { return loop(from: start, bodyCount: bodyCount, isOptional: least == 0) }
    if least == 0 { operations.insert(.fork(most * (bodyCount + 1)), at: start) }
    for round in max(least, 1)..<most {
      operations.append(.fork((most - round) * (bodyCount + 1)))
      operations.append(contentsOf: body)
    }
  }

  private mutating func loop(from start: Int, bodyCount: Int, isOptional: Bool) {
    if isOptional {
      operations.insert(.fork(bodyCount + 2), at: start)
      operations.append(.jump(-bodyCount - 1))
    } else {
      operations.append(.fork(-bodyCount))
    }
  }

  private func clampedSum(_ terms: Int...) -> Int {
    terms.reduce(0) { sum, term in
      let (next, isHuge) = sum.addingReportingOverflow(term)
      return isHuge ? Int.max : next
    }
  }

  private mutating func index(of set: ScalarSet) -> Int {
    if let index = setIndexes[set] { return index }
    rangeCount += set.ranges.count
    sets.append(set)
    setIndexes[set] = sets.count - 1
    return sets.count - 1
  }
}

extension ProgramBuilder {
  /// The finished program; `wordScalars` are what its word boundaries lie between.
  mutating func program(wordScalars: ScalarSet, isAnchored: Bool) -> PatternProgram {
    let wordSetIndex = asksAboutWords ? index(of: wordScalars) : nil
    var instructions: [PatternProgram.Instruction] = []
    instructions.reserveCapacity(operations.count + 1)
    for (index, operation) in operations.enumerated() {
      let next = target(index + 1)
      switch operation {
      case .consume(let setIndex):
        instructions.append(.consume(setIndex: UInt16(setIndex), next: next))
      case .check(let assertion):
        instructions.append(.check(assertion, next: next))
      case .look(let index): instructions.append(.look(index, next: next))
      case .fork(let offset):
        instructions.append(.fork(next, target(index + offset)))
      case .jump:
        instructions.append(.fork(target(index), target(index)))
      }
    }
    instructions.append(.match)
    return PatternProgram(
      instructions: instructions,
      start: target(0),
      alphabet: PatternAlphabet(sets: sets),
      wordSetIndex: wordSetIndex,
      beginsOnlyAtStart: isAnchored || !canBeginAnywhere(instructions, from: target(0)),
      matchesOnlyAtEnd: isAnchored)
  }

  private var asksAboutWords: Bool {
    operations.contains { operation in
      guard case .check(let assertion) = operation else { return false }
      return !assertion.isDisjoint(with: [.wordBoundary, .noWordBoundary])
    }
  }

  /// Where the machine is once it has followed the jumps from a place.
  private func target(_ place: Int) -> UInt16 {
    var place = place
    while place < operations.count, case .jump(let offset) = operations[place] { place += offset }
    return UInt16(place)
  }

  /// Whether a path without `^` leads from the start to a letter or to a match.
  private func canBeginAnywhere(
    _ instructions: [PatternProgram.Instruction], from start: UInt16
  ) -> Bool {
    var isVisited = Array(repeating: false, count: instructions.count)
    var waiting = [start]
    while let place = waiting.popLast() {
      if isVisited[Int(place)] { continue }
      isVisited[Int(place)] = true
      switch instructions[Int(place)] {
      case .consume, .match: return true
      case .check(.start, _): continue
      case .check(_, let next), .look(_, let next): waiting.append(next)
      case .fork(let first, let second):
        waiting.append(second)
        waiting.append(first)
      }
    }
    return false
  }
}
