/// A search for a pattern in the values of a draft, done a piece at a time.
///
/// It is for what would keep a keystroke waiting: a large program on a long text. Whoever owns it
/// gives it some steps now and then.
package struct PatternSearch: Sendable {
  package let pattern: Pattern
  package let draft: Draft
  private var texts: [String]
  private var matcher: PatternMatcher

  package init(_ pattern: Pattern, in draft: Draft) {
    self.pattern = pattern
    self.draft = draft
    texts = draft.values.reversed()
    matcher = PatternMatcher(pattern.program)
  }

  /// Goes on for some steps, which are taken off.
  ///
  /// - Returns: whether every value matches, once that is known.
  package mutating func advance(_ steps: inout Int64) -> Bool? {
    while let text = texts.last {
      let before = matcher.stepCount
      let answer = matcher.advance(text.utf8.span, stepLimit: max(0, steps))
      steps -= matcher.stepCount - before
      guard let answer else { return nil }
      if !answer { return false }
      texts.removeLast()
      matcher = PatternMatcher(pattern.program)
    }
    return true
  }
}

/// What a search has found out.
package struct PatternVerdict: Equatable, Sendable {
  package var pattern: Pattern
  package var draft: Draft
  package var isMatch: Bool
}
