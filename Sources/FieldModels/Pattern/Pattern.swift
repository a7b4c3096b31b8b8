/// The `pattern` of a field: an ECMA-262 regular expression that answers whether a text matches.
///
/// Texts are read scalar by scalar, with the meaning the `u` flag gives: strict escapes, whole
/// code points, and simple case folding when case is ignored. The time a match takes is bounded
/// by the length of the text times the size of the program, whatever the pattern and the text
/// are.
///
/// A pattern is a value: it never changes after it is made, and a match keeps its working memory
/// to itself. It does not tell where a match lies or what its groups hold; back-references, which
/// have no such bound, are refused with a message.
package struct Pattern: Sendable, Equatable {
  /// The expression as it was written.
  package let source: String

  /// Whether letters match in either case, as with the flag `i`.
  package let isCaseInsensitive: Bool

  /// Whether the whole text has to match, as with the `pattern` attribute of HTML.
  package let isAnchored: Bool

  let program: PatternProgram

  /// Compiles an expression, or says what is wrong with it and where.
  package init(
    _ source: String, isCaseInsensitive: Bool = false, isAnchored: Bool = false
  ) throws(PatternError) {
    var parser = PatternParser(
      source, isCaseInsensitive: isCaseInsensitive, isAnchored: isAnchored)
    self.program = try parser.program()
    self.source = source
    self.isCaseInsensitive = isCaseInsensitive
    self.isAnchored = isAnchored
  }

  /// How many instructions the expression compiled to, after repetitions were written out.
  package var instructionCount: Int { program.instructionCount }

  /// Whether the text matches: all of it when anchored, any part of it when not.
  package func matches(_ text: String) -> Bool {
    var steps: Int64 = 0
    return matches(text, countingSteps: &steps)
  }

  /// Whether texts match, all of them, as far as that shows within some steps, which are taken
  /// off; nil if it does not.
  package func match(_ texts: [String], steps: inout Int64) -> Bool? {
    for text in texts {
      var matcher = PatternMatcher(program)
      let answer = matcher.advance(text.utf8.span, stepLimit: max(0, steps))
      steps -= matcher.stepCount
      guard let answer else { return nil }
      if !answer { return false }
    }
    return true
  }

  /// At most so many steps does it take to search a text of so many bytes.
  package func stepBound(byteCount: Int) -> Int64 {
    let (steps, isHuge) = Int64(byteCount + 1).multipliedReportingOverflow(
      by: 4 * Int64(instructionCount + 1))
    return isHuge ? .max : steps
  }

  /// Whether the text matches, adding the work it took to `steps`.
  ///
  /// A step is one instruction visited, one scalar looked up or one word of a set copied.
  package func matches(_ text: String, countingSteps steps: inout Int64) -> Bool {
    var matcher = PatternMatcher(program)
    let answer = matcher.matches(text.utf8.span)
    steps &+= matcher.stepCount
    return answer
  }

  /// Whether two patterns were made from the same expression with the same options.
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.source == right.source && left.isCaseInsensitive == right.isCaseInsensitive
      && left.isAnchored == right.isAnchored
  }
}
