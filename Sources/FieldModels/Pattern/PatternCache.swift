/// Compiled patterns by source, so that a keystroke in a field doesn't compile its pattern anew, and
/// date patterns, of which a form with many dates has few.
package struct PatternCache: Sendable {
  private struct Key: Hashable {
    var source: String
    var ignoresCase: Bool
    var isAnchored: Bool
  }

  private var compiled: [Key: Result<Pattern, PatternError>] = [:]
  private var instructionCount = 0
  private var datePatterns: [String: Result<DatePattern, DatePatternProblem>] = [:]

  /// A form has few distinct patterns; beyond this a document is machine-made, and starting over
  /// costs less than remembering which pattern was used last.
  private static let limit = 1024

  package init() {}

  package mutating func pattern(
    _ source: String, ignoresCase: Bool, isAnchored: Bool
  ) -> Result<Pattern, PatternError> {
    let key = Key(source: source, ignoresCase: ignoresCase, isAnchored: isAnchored)
    if let known = compiled[key] { return known }
    if compiled.count >= Self.limit || instructionCount >= PatternLimits.keptInstructionCount {
      compiled.removeAll(keepingCapacity: true)
      instructionCount = 0
    }
    let result = Result { () throws(PatternError) in
      try Pattern(source, isCaseInsensitive: ignoresCase, isAnchored: isAnchored)
    }
    compiled[key] = result
    if case .success(let pattern) = result { instructionCount += pattern.instructionCount }
    return result
  }

  package mutating func datePattern(_ text: String) -> Result<DatePattern, DatePatternProblem> {
    if let known = datePatterns[text] { return known }
    let result = DatePattern.parse(text)
    if datePatterns.count >= Self.limit { datePatterns.removeAll(keepingCapacity: true) }
    // One that is longer is not read, and not worth its room.
    if text.utf8.count <= DatePattern.longestByteCount { datePatterns[text] = result }
    return result
  }
}
