/// The text of a record, or of a list of them, as somebody writes it: it may be broken, and what
/// stands whole in it is judged all the same.
package struct RecordText: Sendable {
  /// The whole text, from its first byte.
  package let tree: JSONTree
  package let problems: [JSONProblem]
  /// The nodes of the records, in order.
  package let records: [Int]

  private let isStrict: Bool

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8
  ///   - dialect: whether comments are part of it
  package init(_ bytes: [UInt8], dialect: JSONReader.Dialect) {
    var reader = JSONReader(bytes, dialect: dialect)
    reader.readText()
    tree = reader.tree
    problems = reader.problems
    isStrict = dialect == .strict
    if tree.isEmpty {
      records = []
    } else {
      records = tree[0].kind == .array ? Array(tree.elements(of: 0)) : [0]
    }
  }

  /// The node of the value by which the first record says to which form all of them belong.
  package var statedForm: Int? { DocumentFrame.statedForm(in: tree) }

  /// Where something is told of the text as a whole: at the name of its form, else at its beginning.
  package var head: Range<Int> {
    if let form = statedForm { return tree[form].span }
    guard !tree.isEmpty else { return 0..<0 }
    let start = Int(tree[0].start)
    return start..<min(start + 1, Int(tree[0].end))
  }

  /// Holds the records to a form.
  ///
  /// - Parameter judge: of the form; nil where none is known, so that the text alone is looked at
  /// - Returns: what is wrong with the text, behind it what is said of the records, in their order;
  ///   and the validators that nobody has asked
  package func judged(
    by judge: inout RecordJudge?
  ) -> (problems: [RecordVerdict.Problem], uncheckedValidators: [String]) {
    var found = problems.map { problem in
      let finding = Finding.text(.syntax(problem.kind), problem.severity, at: problem.span)
      return RecordVerdict.Problem(key: nil, path: "", finding: finding)
    }
    var validators: Set<String> = []
    var problems = problems[...]
    for record in records {
      let span = tree[record].span
      problems = problems.drop { $0.span.upperBound < span.lowerBound }
      let isBroken =
        !tree[record].isClosed
        || (problems.first.map { $0.span.lowerBound <= span.upperBound } ?? false)
      let isPlain = isStrict && !isBroken
      // What is right in plain sight need not be looked at as a tree.
      let verdict =
        isPlain
        ? judge?.judge(tree.bytes, (tree.base + span.lowerBound)..<(tree.base + span.upperBound))
        : judge?.judge(tree, record, isBroken: isBroken)
      guard let verdict else { continue }
      let distance = isPlain ? span.lowerBound : 0
      found += verdict.problems.map { $0.moved(by: distance) }
      validators.formUnion(verdict.uncheckedValidators)
    }
    if !self.problems.isEmpty {
      let told = BrokenText.findings(found.map(\.finding), of: self.problems, in: tree)
      // A text that seems to end where one begins has perhaps lost its own end.
      let breaks = Set(self.problems.filter { $0.kind == .unexpectedWord }.map(\.span.lowerBound))
      found = found.filter {
        told.contains($0.finding) && !breaks.contains($0.finding.span.upperBound)
      }
    }
    return (found, validators.sorted())
  }
}

extension RecordVerdict.Problem {
  fileprivate func moved(by distance: Int) -> Self {
    var moved = self
    let span = finding.span
    moved.finding.span = (span.lowerBound + distance)..<(span.upperBound + distance)
    return moved
  }
}
