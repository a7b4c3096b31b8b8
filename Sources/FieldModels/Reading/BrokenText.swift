/// What is worth telling of a text that is no JSON.
///
/// A missing quote turns the rest of its line inside out: names become values, and what stands
/// between them becomes names. What is found there is guesswork, so only the place where it begins
/// is told.
enum BrokenText {
  /// The findings of a part, of which the first are its problems, without those that are guesses.
  static func findings(
    _ findings: [Finding], of problems: [JSONProblem], in tree: JSONTree
  ) -> [Finding] {
    if problems.isEmpty { return findings }
    let findings = droppingUnknownNames(droppingDoubtfulComma(findings, behind: problems))
    let breaks = problems.filter { $0.turnsLineInsideOut }
    guard !breaks.isEmpty else { return findings }
    // A line may hold thousands of parts, of which each would look for its end.
    let last = findings.lazy.map({ $0.span.lowerBound }).max() ?? 0
    // In the order of the text and apart from one another.
    var guesswork: [Range<Int>] = []
    for start in breaks.map({ $0.span.lowerBound }).sorted()
    where guesswork.last.map({ $0.upperBound <= start }) ?? true {
      guesswork.append(start..<tree.lineEnd(behind: start, upTo: last + 1))
    }
    return findings.filter { finding in
      let guess = guesswork.last(beginningUpTo: finding.span.lowerBound)
      switch finding.problem {
      case .text(.missingProperty): return false
      case .text(.syntax(let kind)):
        let isBreak = guess?.lowerBound == finding.span.lowerBound
        if isBreak, JSONProblem(kind, finding.span).turnsLineInsideOut { return true }
      case .text, .form, .record, .draft: break
      }
      return !(guess?.contains(finding.span.lowerBound) ?? false)
    }
  }
}

extension BrokenText {
  /// An unknown name that is like no other may be a piece of a text that lost a quote, even of a
  /// secure draft.
  private static func droppingUnknownNames(
    _ findings: [Finding]
  ) -> [Finding] {
    findings.filter { finding in
      if case .text(.unknownProperty(_, _, nearest: nil)) = finding.problem { false } else { true }
    }
  }

  /// Behind what isn't closed a comma is not due yet.
  private static func droppingDoubtfulComma(
    _ findings: [Finding], behind problems: [JSONProblem]
  ) -> [Finding] {
    let isOpen = problems.contains { $0.kind == .missingClose(UInt8(ascii: "}")) }
    guard isOpen, let last = problems.last, last.kind == .missingComma else { return findings }
    return findings.filter {
      $0.problem != .text(.syntax(.missingComma)) || $0.span != last.span
    }
  }
}

extension JSONProblem {
  /// Whether what follows on the same line may be the opposite of what it seems.
  fileprivate var turnsLineInsideOut: Bool {
    switch kind {
    case .unexpectedWord, .unterminatedString: true
    case .emptyText, .unexpectedCharacter, .singleQuotes, .controlCharacter, .invalidEscape,
      .loneSurrogate, .invalidUTF8, .malformedNumber, .comment, .unterminatedComment,
      .missingComma, .extraComma, .trailingComma, .missingColon, .missingValue, .missingClose,
      .strayClose, .trailingContent, .tooDeep, .tooLong:
      false
    }
  }
}

extension JSONTree {
  /// Where the line ends that an offset is in, or the `limit` where that comes first.
  fileprivate func lineEnd(behind offset: Int, upTo limit: Int) -> Int {
    var index = base + offset
    let end = min(bytes.count, base + limit)
    while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return max(index - base, offset + 1)
  }
}

extension [Range<Int>] {
  /// The last of some ascending ranges that begins at a place or before.
  fileprivate func last(beginningUpTo place: Int) -> Range<Int>? {
    var (lower, upper) = (startIndex, endIndex)
    while lower < upper {
      let middle = (lower + upper) / 2
      if self[middle].lowerBound <= place { lower = middle + 1 } else { upper = middle }
    }
    return lower > startIndex ? self[lower - 1] : nil
  }
}
