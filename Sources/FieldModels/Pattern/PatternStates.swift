/// The states one match remembers: sets of places by number, and where each leads on a letter.
///
/// A state's number is where its row of transitions begins. Sets are found by hash in an open
/// table of twice their greatest number, so a search ends soon at an empty slot.
struct PatternStates {
  /// How many states fit.
  let capacity: Int

  private let letterCount: Int
  private let keyWordCount: Int

  /// For each state, the words of its places and one of what came before.
  private var keys: [UInt64] = []

  /// For each state and letter, the number of the next state, or `unknown`.
  private var transitions: [Int32] = []

  /// For each hash, the index of a state, or `unknown`.
  private var slots: [Int32]

  private static let unknown: Int32 = -1

  init(of program: PatternProgram) {
    letterCount = program.alphabet.letterCount
    keyWordCount = program.setWordCount + 1
    capacity = max(
      8,
      min(
        PatternLimits.stateCount,
        PatternLimits.transitionCount / letterCount,
        PatternLimits.stateWordCount / keyWordCount))
    slots = Array(repeating: Self.unknown, count: (2 * capacity).nextPowerOf2)
  }

  /// The state after a letter, if that is remembered.
  @inline(__always)
  func successor(of state: Int, on letter: Int) -> Int? {
    let next = transitions[state &+ letter]
    return next == Self.unknown ? nil : Int(next)
  }

  /// Remembers the state after a letter.
  mutating func setSuccessor(of state: Int, on letter: Int, to next: Int) {
    transitions[state &+ letter] = Int32(next)
  }

  /// The number of the state with these places, new if need be; nothing if memory is full.
  mutating func state(of places: PatternPlaces) -> Int? {
    let context: UInt64 = (places.isAtStart ? 1 : 0) | (places.followsWordLetter ? 2 : 0)
    var slot = Self.hash(places.words, context) & (slots.count - 1)
    while slots[slot] != Self.unknown {
      let index = Int(slots[slot])
      if key(at: index, equals: places.words, context) { return index * letterCount }
      slot = (slot + 1) & (slots.count - 1)
    }
    let index = keys.count / keyWordCount
    guard index < capacity else { return nil }
    slots[slot] = Int32(index)
    keys += places.words
    keys.append(context)
    transitions += repeatElement(Self.unknown, count: letterCount)
    return index * letterCount
  }

  /// Puts the machine where it is in a state.
  func recall(_ state: Int, into places: inout PatternPlaces) {
    let base = state / letterCount * keyWordCount
    for wordIndex in places.words.indices { places.words[wordIndex] = keys[base + wordIndex] }
    let context = keys[base + keyWordCount - 1]
    places.isAtStart = context & 1 != 0
    places.followsWordLetter = context & 2 != 0
  }

  /// Makes room for other states.
  mutating func forgetAll() {
    keys.removeAll(keepingCapacity: true)
    transitions.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = Self.unknown }
  }

  private func key(at index: Int, equals words: [UInt64], _ context: UInt64) -> Bool {
    let base = index * keyWordCount
    return keys[base + words.count] == context
      && words.indices.allSatisfy { keys[base + $0] == words[$0] }
  }

  private static func hash(_ words: [UInt64], _ context: UInt64) -> Int {
    var hash = context
    for word in words {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash &>> 32
    }
    return Int(truncatingIfNeeded: hash)
  }
}

extension Int {
  fileprivate var nextPowerOf2: Int {
    1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
