/// What a pattern may cost, each limit with its reason.
///
/// The first group bounds what is compiled and is reported as a `PatternError` when exceeded. The
/// second says how much of a search is done at once: the rest is done between turns, and the field
/// is pending meanwhile. The third bounds the working memory of one match; reaching it changes the
/// speed by a constant, never the answer.
package enum PatternLimits {
  /// Bytes of source: the longest expressions in use, such as those for mail addresses, take
  /// about six thousand.
  package static let sourceByteCount = 8_192

  /// Instructions after repetitions are written out: a match may visit each of them for each
  /// scalar of the text, and program counters fit in sixteen bits.
  package static let instructionCount = 32_768

  /// Instructions of all patterns of one field: each keystroke in it may have to search for all of
  /// them, and they are kept.
  package static let fieldInstructionCount = 65_536

  /// Instructions of all patterns that are kept of one document: some ten megabytes.
  static let keptInstructionCount = 1_000_000

  /// Groups inside groups: a repeated group is written out anew at each level around it, so depth
  /// times instructions bounds the time to compile.
  package static let nestingDepth = 250

  /// Looks ahead and behind: of each place of a text a word of bits says which of them hold.
  package static let lookCount = 64

  /// Ranges of scalars over all classes: the alphabet is cut at the ends of each, and must fit in
  /// sixteen bits.
  ///
  /// A Unicode property takes up to nine hundred.
  package static let rangeCount = 20_000

  /// Steps that a search certainly takes to be done at once, whatever else a field has: some
  /// microseconds.
  package static let smallStepCount: Int64 = 4_096

  /// Steps that all larger searches of a field may take at once: a tenth of a millisecond, as
  /// every field of a form is searched when it is opened.
  ///
  /// The usual pattern on the usual text takes a hundredth of it, and one on a text of some
  /// kilobytes still fits.
  package static let immediateStepCount: Int64 = 32_768

  /// Steps of a search between two turns: one or two milliseconds, which a keystroke may have to
  /// wait for.
  package static let stepCountBetweenTurns: Int64 = 400_000

  /// Turns that a search still has after the end of the input: a second or two.
  package static let lastTurnCount = 1000

  /// Bytes of text up to which states are not remembered: shorter texts end before that pays.
  static let rememberingByteCount = 48

  /// States remembered during a match: forms need a few dozen, and a match that needs many more
  /// gains nothing from remembering.
  static let stateCount = 1_024

  /// Transitions remembered during a match, four bytes each: one mebibyte.
  static let transitionCount = 1 << 18

  /// Words of the sets of instructions remembered during a match: one mebibyte.
  static let stateWordCount = 1 << 17

  /// Scalars read for each remembered state below which remembering is given up, since forming a
  /// state costs several times as much as one step without.
  static let scalarsPerState: Int64 = 4
}
