/// What an expression compiles to: instructions over the letters of its own alphabet.
///
/// A program is a machine that may be in many places at once. `consume` takes one letter of a set
/// and goes on; `fork` goes on in two places; `check` goes on if an assertion holds between two
/// letters; `match` says that the expression has matched. Jumps are gone: every target is the
/// instruction that does something next.
struct PatternProgram: Sendable {
  /// One place of the machine, with where it goes next.
  enum Instruction: Sendable {
    case consume(setIndex: UInt16, next: UInt16)
    case fork(UInt16, UInt16)
    case check(Assertions, next: UInt16)
    /// Goes on if a look ahead or behind finds what it wants.
    case look(UInt8, next: UInt16)
    case match
  }

  /// The instructions; they refer to one another by index.
  let instructions: [Instruction]

  /// Where the machine begins.
  let start: UInt16

  /// The letters that the sets of the instructions tell apart.
  let alphabet: PatternAlphabet

  /// The set of word scalars, if an instruction asks about word boundaries.
  let wordSetIndex: Int?

  /// Whether the machine begins at the first letter only, rather than at each.
  let beginsOnlyAtStart: Bool

  /// Whether a match counts only at the end of the text.
  let matchesOnlyAtEnd: Bool

  /// What the instructions of this program, and of those in here before it, look for ahead and behind.
  var looks: [PatternLook] = []

  /// The instructions, with those of the looks.
  var instructionCount: Int {
    looks.reduce(instructions.count) { $0 + $1.program.instructions.count }
  }

  /// How many words a set of instructions takes, a bit for each instruction.
  var setWordCount: Int { (instructions.count + 63) / 64 }

  /// Whether a letter is a word letter, as far as this program wants to know.
  func isWordLetter(_ letter: Int) -> Bool {
    guard let wordSetIndex else { return false }
    return alphabet.set(at: wordSetIndex, contains: letter)
  }
}

/// What must, or must not, stand ahead of a place or behind it: `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
struct PatternLook: Sendable {
  let isBehind: Bool
  let isNegative: Bool
  let program: PatternProgram
}

/// What can be asserted of the place between two letters of a text.
struct Assertions: OptionSet, Sendable {
  let rawValue: UInt8

  /// The place before the first letter: `^`.
  static let start = Assertions(rawValue: 1)

  /// The place after the last letter: `$`.
  static let end = Assertions(rawValue: 2)

  /// A place with a word letter on one side only: `\b`.
  static let wordBoundary = Assertions(rawValue: 4)

  /// Any other place: `\B`.
  static let noWordBoundary = Assertions(rawValue: 8)
}
