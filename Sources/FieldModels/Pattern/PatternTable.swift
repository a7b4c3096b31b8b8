/// A pattern as a table over ASCII, for who searches very many texts: where each character leads
/// from each state of its machine.
///
/// Unlike what one match remembers (`PatternStates`) it is made as a whole beforehand, so only
/// patterns with few states have one.
package struct PatternTable: Sendable {
  /// For each state a row of 128: the state behind each character.
  package private(set) var transitions: [UInt8]
  /// For each state, 1 where a text that ends there matches.
  package private(set) var acceptance: [UInt8]
  /// The state before the first character.
  package let start: UInt8

  /// The states are numbers of one byte.
  private static let stateLimit = 250
  /// Nothing that comes matches any more.
  package static let dead: UInt8 = 0
  /// Whatever comes, it matches.
  private static let matched: UInt8 = 1

  /// Nil for a pattern with too many states, or one that looks ahead or behind.
  package init?(_ pattern: Pattern) {
    let program = pattern.program
    // What stands ahead is no state.
    guard program.looks.isEmpty else { return nil }
    transitions = Array(repeating: Self.dead, count: 128)
    transitions += Array(repeating: Self.matched, count: 128)
    acceptance = [0, 1]
    start = 2
    var known: [Place: UInt8] = [:]
    var waiting: [PatternPlaces] = []
    func add(
      _ places: PatternPlaces, _ transitions: inout [UInt8], _ acceptance: inout [UInt8]
    ) -> UInt8? {
      let place = Place(places)
      if let state = known[place] { return state }
      let state = acceptance.count
      guard state < Self.stateLimit else { return nil }
      known[place] = UInt8(state)
      transitions += repeatElement(Self.dead, count: 128)
      var end = places
      acceptance.append(end.matchesAtEnd(in: program) ? 1 : 0)
      waiting.append(places)
      return UInt8(state)
    }
    guard add(PatternPlaces(of: program), &transitions, &acceptance) != nil else { return nil }
    while let places = waiting.popLast(), let row = known[Place(places)] {
      var successors = [UInt8?](repeating: nil, count: program.alphabet.letterCount)
      for byte in UInt8(0)..<128 {
        let letter = program.alphabet.letter(ofASCII: byte)
        var next = successors[letter]
        if next == nil {
          var places = places
          switch places.read(letter, in: program) {
          case .matches: next = Self.matched
          case .fails: next = Self.dead
          case .goesOn: next = add(places, &transitions, &acceptance)
          }
          guard let next else { return nil }
          successors[letter] = next
        }
        transitions[Int(row) << 7 | Int(byte)] = next ?? Self.dead
      }
    }
  }

  /// What tells a state from others.
  private struct Place: Hashable {
    let words: [UInt64]
    let isAtStart: Bool
    let followsWordLetter: Bool

    init(_ places: PatternPlaces) {
      words = places.words
      isAtStart = places.isAtStart
      followsWordLetter = places.followsWordLetter
    }
  }

  /// Whether a text matches; nil where there is more in it than ASCII.
  package func matches(_ text: Span<UInt8>) -> Bool? {
    var state = start
    for index in text.indices {
      if 0x80 <= text[index] { return nil }
      state = transitions[Int(state) << 7 | Int(text[index])]
    }
    return acceptance[Int(state)] == 1
  }
}
