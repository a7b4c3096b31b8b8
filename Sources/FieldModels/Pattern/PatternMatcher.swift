/// One run of a program over one text.
///
/// How it works. The machine of a program can be in many places at once, so instead of trying one
/// way and coming back, as a backtracking matcher does, it keeps the set of all places it may be
/// in and moves the whole set over one scalar at a time. A place is visited at most once for each
/// scalar, so the time is at most the length of the text times the size of the program; the set
/// forgets how it came about, which is why there are no groups to ask for and why loops over
/// nothing, as in `(a*)*`, end by themselves.
///
/// What is kept between two scalars are the places *before* any fork or assertion has been
/// followed. Whether `$` or `\b` holds depends on the next scalar, so forks and assertions are
/// followed only once that scalar is known; of what has gone before, it is enough to remember
/// whether the place is the start of the text and whether a word scalar came last. Both belong to
/// the state.
///
/// Moving a set costs a few nanoseconds for each place. A long text meets the same few sets again
/// and again, so they are given numbers, and where a number leads on a letter is remembered: from
/// then on a scalar costs one look into a table. This is a deterministic automaton made as far as
/// the text needs it, never as a whole, since a whole one may have exponentially many states.
///
/// The memory is bounded. When it is full it is cleared and filled again; when that happens too
/// soon to have paid, as for `(a|b)*a(a|b){20}` on a random text, the rest of the text is read
/// without remembering. Neither changes the bound.
///
/// The memory belongs to one call. Keeping it in the pattern would need a lock, or make matching
/// a mutation; and the texts of forms are short: they end, unremembered, before the first table
/// would have been filled. A text of some kilobytes pays for its few dozen states a few
/// microseconds.
///
/// A run can be interrupted between two scalars and go on later, so that a long text and a large
/// program keep nobody waiting for both at once.
struct PatternMatcher {
  private let program: PatternProgram
  private var places: PatternPlaces
  private var byteOffset = 0
  private var scalarCount: Int64 = 0
  /// What is remembered, and the state in which the machine is.
  private var memory: PatternStates?
  private var state = 0
  private var memoryStepCount: Int64 = 0
  private var forgettingScalarCount: Int64 = 0
  private var hasBegun = false
  /// What is ahead and behind of each place, if the program asks for it.
  private var looks: PatternLooks?

  init(_ program: PatternProgram) {
    self.program = program
    places = PatternPlaces(of: program)
    if !program.looks.isEmpty { looks = PatternLooks(of: program) }
  }

  /// The work done so far: places visited, words of sets copied, scalars looked up.
  var stepCount: Int64 {
    places.stepCount &+ scalarCount &+ memoryStepCount &+ (looks?.stepCount ?? 0)
  }

  /// Whether the program matches a text given as valid UTF-8.
  mutating func matches(_ text: Span<UInt8>) -> Bool {
    while true {
      if let answer = advance(text, stepLimit: .max) { return answer }
    }
  }

  /// Goes on for about so many steps, in the same text each time; nil if there is no answer yet.
  mutating func advance(_ text: Span<UInt8>, stepLimit: Int64) -> Bool? {
    let (sum, isHuge) = stepCount.addingReportingOverflow(stepLimit)
    let end = isHuge ? .max : sum
    if let answered = looks?.advance(text, stepLimit: stepLimit), !answered { return nil }
    if !hasBegun { begin(text) }
    if memory != nil, let pause = remembering(text, end) { return pause.answer }
    while stepCount < end {
      if let looks { places.holdingLooks = looks.answers[byteOffset] }
      guard let letter = nextLetter(of: text) else { return places.matchesAtEnd(in: program) }
      switch places.read(letter, in: program) {
      case .goesOn: continue
      case .matches: return true
      case .fails: return false
      }
    }
    return nil
  }

  /// Texts that end before remembering pays are read without.
  private mutating func begin(_ text: Span<UInt8>) {
    hasBegun = true
    // What stands ahead is no state.
    guard looks == nil, PatternLimits.rememberingByteCount < text.count else { return }
    var memory = PatternStates(of: program)
    guard let start = memory.state(of: places) else { return }
    state = start
    self.memory = memory
  }

  /// An answer, or the end of the steps.
  private struct Pause {
    var answer: Bool?
  }

  /// Reads the text with the help of remembered states, which are taken out meanwhile.
  ///
  /// There is no pause when remembering did not pay; `places` are then those before
  /// `byteOffset`, and nothing is remembered any more.
  private mutating func remembering(_ text: Span<UInt8>, _ end: Int64) -> Pause? {
    guard var memory = self.memory.take() else { return nil }
    let memoryStepCount = Int64(3 * program.setWordCount)
    while stepCount < end {
      guard let letter = nextLetter(of: text) else {
        memory.recall(state, into: &places)
        return Pause(answer: places.matchesAtEnd(in: program))
      }
      if let next = memory.successor(of: state, on: letter) {
        state = next
        continue
      }
      self.memoryStepCount &+= memoryStepCount
      memory.recall(state, into: &places)
      switch places.read(letter, in: program) {
      case .goesOn: break
      case .matches: return Pause(answer: true)
      case .fails: return Pause(answer: false)
      }
      if let next = memory.state(of: places) {
        memory.setSuccessor(of: state, on: letter, to: next)
        state = next
        continue
      }
      let worthwhileScalarCount = PatternLimits.scalarsPerState * Int64(memory.capacity)
      if scalarCount - forgettingScalarCount < worthwhileScalarCount { return nil }
      forgettingScalarCount = scalarCount
      memory.forgetAll()
      guard let next = memory.state(of: places) else { return nil }
      state = next
    }
    self.memory = memory
    return Pause(answer: nil)
  }

  @inline(__always)
  private mutating func nextLetter(of text: Span<UInt8>) -> Int? {
    guard byteOffset < text.count else { return nil }
    scalarCount &+= 1
    let byte = text[byteOffset]
    if byte < 0x80 {
      byteOffset &+= 1
      return program.alphabet.letter(ofASCII: byte)
    }
    return text.scalar(atByteOffset: &byteOffset).map(program.alphabet.letter(of:))
  }
}
