/// What a form says of the records of a text.
package struct RecordJudgement: Sendable {
  /// What is wrong with the text, behind it what is said of the records, in their order.
  package private(set) var problems: [RecordVerdict.Problem] = []
  /// The validators that nobody has asked, each once, in order.
  package private(set) var uncheckedValidators: [String] = []
  private var bytes: [UInt8] = []
  private var parts: [Part] = []

  /// A record and what is said of it.
  private struct Part: Sendable {
    var span: Range<Int>
    /// The judge of it, by its number; nil where no form is known.
    var judge: Int?
    /// It has no mistakes and no comments, so that it is what it is wherever it stands; the spans
    /// of its verdict count from its beginning.
    var isPlain: Bool
    /// There are mistakes in its text, so that nobody knows what is missing in it.
    var isBroken: Bool
    var verdict = RecordVerdict()

    var offset: Int { isPlain ? span.lowerBound : 0 }
  }

  /// Holds each record to its form.
  ///
  /// - Parameters:
  ///   - text: the records; of what is broken only what stands whole is judged
  ///   - judges: of the forms
  ///   - numbers: the judge of each record; nil where none is known, so that the text alone is
  ///     looked at
  ///   - earlier: what the same judges said of an earlier text; records that stand in both, before
  ///     and behind what has changed, are not judged again
  package init(
    of text: RecordText, by judges: inout [RecordJudge], ofEach numbers: [Int?],
    after earlier: RecordJudgement? = nil
  ) {
    bytes = text.tree.bytes
    parts = Self.parts(of: text, numbers)
    let known = earlier.map(same) ?? (front: 0, back: 0)
    for index in parts.indices {
      if index < known.front {
        parts[index].verdict = earlier?.parts[index].verdict ?? RecordVerdict()
      } else if parts.count - known.back <= index {
        let number = (earlier?.parts.count ?? 0) - (parts.count - index)
        parts[index].verdict = earlier?.parts[number].verdict ?? RecordVerdict()
      } else {
        parts[index].verdict = verdict(on: index, of: text, by: &judges)
      }
    }
    uncheckedValidators = Set(parts.flatMap { $0.verdict.uncheckedValidators }).sorted()
    problems = told(of: text)
  }

  private static func parts(of text: RecordText, _ numbers: [Int?]) -> [Part] {
    var problems = text.problems[...]
    return zip(text.records, numbers).map { record, judge in
      let node = text.tree[record]
      problems = problems.drop { $0.span.upperBound < node.span.lowerBound }
      let hasMistake = problems.first.map { $0.span.lowerBound <= node.span.upperBound } ?? false
      let isBroken = hasMistake || !node.isClosed
      return Part(
        span: node.span, judge: judge, isPlain: text.isStrict && !isBroken, isBroken: isBroken)
    }
  }

  /// How many records at the beginning, and how many of the others at the end, are as they were.
  private func same(as earlier: RecordJudgement) -> (front: Int, back: Int) {
    let limit = min(parts.count, earlier.parts.count)
    var (front, back) = (0, 0)
    while front < limit, isSame(front, as: front, of: earlier) { front += 1 }
    while back < limit - front,
      isSame(parts.count - 1 - back, as: earlier.parts.count - 1 - back, of: earlier)
    {
      back += 1
    }
    return (front, back)
  }

  private func isSame(_ index: Int, as other: Int, of earlier: RecordJudgement) -> Bool {
    let (part, before) = (parts[index], earlier.parts[other])
    guard part.isPlain, before.isPlain, part.judge == before.judge,
      part.span.count == before.span.count
    else { return false }
    return bytes.span.extracting(part.span).isSame(as: earlier.bytes.span.extracting(before.span))
  }

  private func verdict(
    on index: Int, of text: RecordText, by judges: inout [RecordJudge]
  ) -> RecordVerdict {
    guard let judge = parts[index].judge else { return RecordVerdict() }
    // What is right in plain sight need not be looked at as a tree.
    return parts[index].isPlain
      ? judges[judge].judge(bytes, parts[index].span)
      : judges[judge].judge(text.tree, text.records[index], isBroken: parts[index].isBroken)
  }

  /// Everything that is worth telling, by its place in the text.
  private func told(of text: RecordText) -> [RecordVerdict.Problem] {
    var found = text.problems.map { problem in
      let finding = Finding.text(.syntax(problem.kind), problem.severity, at: problem.span)
      return RecordVerdict.Problem(key: nil, path: "", finding: finding)
    }
    for part in parts { found += part.verdict.problems.map { $0.moved(by: part.offset) } }
    if text.problems.isEmpty { return found }
    var told = BrokenText.findings(found.map { $0.finding }, of: text.problems, in: text.tree)[...]
    // A text that seems to end where one begins has perhaps lost its own end.
    let breaks = Set(text.problems.filter { $0.kind == .unexpectedWord }.map { $0.span.lowerBound })
    return found.filter { problem in
      guard told.first == problem.finding else { return false }
      told.removeFirst()
      return !breaks.contains(problem.finding.span.upperBound)
    }
  }
}

extension RecordVerdict.Problem {
  fileprivate func moved(by distance: Int) -> Self {
    var moved = self
    moved.finding.span = finding.span.moved(by: distance)
    return moved
  }
}
