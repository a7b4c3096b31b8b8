/// Where the machine of a program may be between two letters, and how it moves over one.
///
/// The set holds places whose forks and assertions have not been followed yet, a bit for each
/// instruction. The program is handed in by each call, so that the set can be changed without
/// touching it.
struct PatternPlaces {
  /// What comes of reading a letter.
  enum Outcome {
    case goesOn, matches, fails
  }

  /// The places, in words of 64 instructions.
  var words: [UInt64]

  /// Whether no letter has been read.
  var isAtStart = true

  /// Whether the last letter read is a word letter; false if the program never asks.
  var followsWordLetter = false

  /// Which looks ahead and behind hold here, a bit for each.
  var holdingLooks: UInt64 = 0

  /// The places visited and the words copied so far.
  private(set) var stepCount: Int64 = 0

  private var nextWords: [UInt64]
  private var visitedWords: [UInt64]
  private var waiting: [UInt16] = []

  /// The places in which a program begins.
  init(of program: PatternProgram) {
    words = Array(repeating: 0, count: program.setWordCount)
    nextWords = words
    visitedWords = words
    words.insertPlace(program.start)
  }

  /// Moves all places over a letter.
  mutating func read(_ letter: Int, in program: PatternProgram) -> Outcome {
    let precedesWordLetter = program.isWordLetter(letter)
    var holding: Assertions =
      precedesWordLetter == followsWordLetter ? .noWordBoundary : .wordBoundary
    if isAtStart { holding.insert(.start) }
    if follow(over: letter, holding: holding, in: program), !program.matchesOnlyAtEnd {
      return .matches
    }
    if !program.beginsOnlyAtStart { nextWords.insertPlace(program.start) }
    swap(&words, &nextWords)
    isAtStart = false
    followsWordLetter = precedesWordLetter
    return words.allSatisfy { $0 == 0 } ? .fails : .goesOn
  }

  /// Whether the machine matches if the text ends here.
  mutating func matchesAtEnd(in program: PatternProgram) -> Bool {
    var holding: Assertions = followsWordLetter ? [.wordBoundary, .end] : [.noWordBoundary, .end]
    if isAtStart { holding.insert(.start) }
    return follow(over: nil, holding: holding, in: program)
  }

  /// Follows every fork and every assertion that holds, collects in `nextWords` the places behind
  /// the letter, and tells whether a match was met before it.
  private mutating func follow(
    over letter: Int?, holding: Assertions, in program: PatternProgram
  ) -> Bool {
    var isMatch = false
    for wordIndex in words.indices {
      nextWords[wordIndex] = 0
      visitedWords[wordIndex] = 0
    }
    for wordIndex in words.indices {
      var word = words[wordIndex]
      while word != 0 {
        visit(UInt16(wordIndex &<< 6 &+ word.trailingZeroBitCount))
        word &= word &- 1
      }
    }
    stepCount &+= Int64(words.count)
    while let place = waiting.popLast() {
      stepCount &+= 1
      switch program.instructions[Int(place)] {
      case .consume(let setIndex, let next):
        guard let letter else { continue }
        let isMember = program.alphabet.set(at: Int(setIndex), contains: letter)
        if isMember { nextWords.insertPlace(next) }
      case .fork(let first, let second):
        visit(first)
        visit(second)
      case .check(let assertion, let next):
        if holding.isSuperset(of: assertion) { visit(next) }
      case .look(let index, let next):
        if holdingLooks >> UInt64(index) & 1 == 1 { visit(next) }
      case .match:
        isMatch = true
      }
    }
    return isMatch
  }

  @inline(__always)
  private mutating func visit(_ place: UInt16) {
    if visitedWords.insertPlace(place) { waiting.append(place) }
  }
}

extension [UInt64] {
  /// Adds a place to a set and tells whether it was new.
  @inline(__always) @discardableResult
  fileprivate mutating func insertPlace(_ place: UInt16) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(place & 63)
    let index = Int(place >> 6)
    if self[index] & bit != 0 { return false }
    self[index] |= bit
    return true
  }
}
