/// A form made ready to judge records: objects of values, as its submission commits them.
///
/// It is made once of a document and judges any number of records, and changes with none of them.
/// Of a record it says what the document would say of the same drafts at a submission, by the same
/// rules; and besides what a submission would never commit: values of another type, keys that no
/// field has.
package struct RecordForm: Sendable {
  /// The member by which a record names its form, which is no value.
  package static let formName = "$form"
  /// Members that other tools know; of a form that has such a key they are values.
  private static let otherNames: Set<String> = [formName, "$schema"]

  private let fields: [RecordField]
  /// Where the fields are, by their keys.
  private let places: [String: Int]

  /// - Parameter document: one without errors in its text, which it would judge otherwise than it
  ///   is meant
  package init(_ document: FieldDocument) {
    var fields: [RecordField] = []
    var places: [String: Int] = [:]
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      guard let field = RecordField(reading), places[field.key] == nil else { return true }
      places[field.key] = fields.count
      fields.append(field)
      return true
    }
    for index in fields.indices {
      fields[index].watched = fields[index].reading.mentions.watchedKeys.compactMap { places[$0] }
    }
    self.fields = fields
    self.places = places
  }

  /// Says of one value of a tree whether a submission could commit it, and what is wrong if not.
  package func judge(_ tree: JSONTree, _ root: Int, at now: Instant) -> RecordVerdict {
    var verdict = RecordVerdict()
    let place =
      tree[root].span.lowerBound..<min(tree[root].span.lowerBound + 1, tree[root].span.upperBound)
    guard tree[root].kind == .object else {
      let finding = Finding(.record(.notARecord), .error, at: tree[root].span)
      verdict.problems = [.init(key: nil, path: "", finding: finding)]
      return verdict
    }
    var strangers: [RecordVerdict.Problem] = []
    let contents = contents(of: tree, root, &strangers)
    for (field, content) in zip(fields, contents) {
      field.judge(content, among: contents, of: fields, recordPlace: place, at: now, &verdict)
    }
    verdict.problems += strangers
    if verdict.problems.isEmpty { return verdict }
    for (field, content) in zip(fields, contents) where field.reading.definition.isSecure {
      if let span = content.span { verdict.secretSpans.append(span) }
    }
    return verdict
  }

  /// Says the same of a record that is yet to be read, a stretch of some bytes from whose beginning
  /// spans are counted. One that is no JSON has that problem alone.
  package func judge(_ bytes: [UInt8], _ range: Range<Int>, at now: Instant) -> RecordVerdict {
    var reader = JSONReader(
      bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    guard let problem = reader.problems.first(where: { $0.severity == .error }) else {
      return judge(reader.tree, 0, at: now)
    }
    var verdict = RecordVerdict()
    let finding = Finding.text(.syntax(problem.kind), at: problem.span)
    verdict.problems = [.init(key: nil, path: "", finding: finding)]
    // Nobody knows which of its texts are whose.
    if fields.contains(where: \.reading.definition.isSecure) {
      verdict.secretSpans = [0..<range.count]
    }
    return verdict
  }

  /// What a record has for each field, and the members that say nothing.
  private func contents(
    of tree: JSONTree, _ root: Int, _ strangers: inout [RecordVerdict.Problem]
  ) -> [RecordContent] {
    var values = [Int?](repeating: nil, count: fields.count)
    var keys = values
    func tell(_ problem: Finding.Problem, of name: String, at key: Int) {
      strangers.append(
        .init(
          key: places[name] == nil ? nil : name, path: JSONPointer.step(name),
          finding: Finding(problem, .warning, at: tree[key].span)))
    }
    for key in tree.members(of: root) {
      let name = tree.string(key) ?? ""
      guard let place = places[name] else {
        if Self.otherNames.contains(name) { continue }
        tell(.record(.unknownKey(name, nearest: nearestKey(to: name))), of: name, at: key)
        continue
      }
      if let earlier = keys[place] {
        tell(.text(.duplicateProperty(name: name)), of: name, at: earlier)
      }
      keys[place] = key
      values[place] = key + 1
    }
    return zip(fields, values).map { field, value in
      let definition = field.reading.definition
      guard let value else { return RecordContent(.draft(definition.emptyDraft), span: nil) }
      return RecordContent(definition.content(of: tree, value), span: tree[value].span)
    }
  }

  private func nearestKey(to name: String) -> String? {
    fields.count <= Nearest.nameLimit
      ? Nearest.name(to: name, among: fields.lazy.map(\.key)) : nil
  }
}

/// What a record has for one field, and where.
struct RecordContent {
  let content: FieldDefinition.Content
  /// Where the value is; nil where it is left out.
  let span: Range<Int>?

  init(_ content: FieldDefinition.Content, span: Range<Int>?) {
    self.content = content
    self.span = span
  }

  /// The draft as other fields see it.
  var draft: Draft {
    switch content {
    case .draft(let draft), .unfit(_, let draft): draft
    }
  }
}

/// A field of a form that judges records.
struct RecordField: Sendable {
  let key: String
  let reading: FieldReading
  /// The fields that its checks look at.
  var watched: [Int] = []
  /// The validators of its rules that nobody has registered, which the definition does not have.
  private let strangeValidators: [String]

  /// Nil where the text has no key for it.
  init?(_ reading: FieldReading) {
    guard let key = reading.definition.key else { return nil }
    self.key = key
    self.reading = reading
    strangeValidators = reading.findings.compactMap {
      if case .form(.unknownValidator(let name, _)) = $0.problem { name } else { nil }
    }
  }

  /// Adds what is wrong with the field's part of a record to a verdict.
  func judge(
    _ content: RecordContent, among contents: [RecordContent], of fields: [RecordField],
    recordPlace: Range<Int>, at now: Instant, _ verdict: inout RecordVerdict
  ) {
    var surroundings = surroundings(contents, fields, at: now)
    func tell(_ problem: Finding.Problem, _ severity: Severity) {
      let finding = Finding(problem, severity, at: content.span ?? recordPlace)
      verdict.problems.append(.init(key: key, path: JSONPointer.step(key), finding: finding))
    }
    let definition = reading.definition
    if content.span != nil, !content.draft.isEmpty, definition.hiddenValue != .keep,
      !definition.isVisible.holds(in: surroundings)
    {
      tell(.record(.hiddenValue), .warning)
    }
    let isChecked = RuleCheck.isChecked(
      definition, isDisabled: definition.isDisabled(nil), surroundings)
    switch content.content {
    case .unfit(let problem, let draft):
      let isMissing = draft.isEmpty && definition.isRequired.holds(in: surroundings)
      if isMissing, isChecked, case .record(.whenEmpty) = problem {
        tell(.draft(.valueMissing(field: definition.name), words: nil), .error)
      } else {
        tell(problem, .error)
      }
    case .draft(let draft):
      guard isChecked else { return }
      let filled = definition.with(draft)
      surroundings.verdicts = filled.searchedPatterns(surroundings)
      let failures = filled.failuresOnSubmission(surroundings)
      for failure in failures {
        tell(.draft(failure.problem, words: failure.words), failure.severity)
      }
      if draft.isEmpty || failures.contains(where: { $0.severity == .error }) { return }
      let rules = RuleCheck.rulesInForce(definition.rules, surroundings)
      for name in rules.compactMap(\.check.validator) + strangeValidators
      where !verdict.uncheckedValidators.contains(name) {
        verdict.uncheckedValidators.append(name)
      }
    }
  }

  /// What stands around the field in a record.
  private func surroundings(
    _ contents: [RecordContent], _ fields: [RecordField], at now: Instant
  ) -> RuleCheck.Surroundings {
    var surroundings = RuleCheck.Surroundings(today: reading.definition.today(at: now))
    for place in watched {
      let other = fields[place]
      surroundings.drafts[other.key] = contents[place].draft
      surroundings.labels[other.key] = other.reading.definition.label?.abridged
      surroundings.zones[other.key] = other.reading.definition.momentZone
    }
    return surroundings
  }
}

extension FieldDefinition {
  /// What searches that take longer find out of the draft, to their end: nobody waits for a
  /// keystroke here.
  fileprivate func searchedPatterns(
    _ surroundings: RuleCheck.Surroundings
  ) -> [PatternVerdict] {
    RuleCheck.unsearchedPatterns(of: rules, self, surroundings).map { pattern in
      var search = PatternSearch(pattern, in: draft)
      var steps = Int.max
      let isMatch = search.advance(&steps) ?? false
      return PatternVerdict(pattern: pattern, draft: draft, isMatch: isMatch)
    }
  }
}
