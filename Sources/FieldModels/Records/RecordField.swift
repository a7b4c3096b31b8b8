/// What the checks of a field may know of the record that it is in.
struct RecordSurroundings {
  /// What stands beside it, in the same entry or outside of lists as it does itself.
  let beside: RecordCounting
  /// What stands outside of lists.
  let around: RecordCounting
  /// What there is in lists.
  let lists: RecordLists

  /// What is seen of a field or a list.
  func watched(_ other: RecordField.Other) -> Watched {
    if leavesOpen(other.place) { return .open(other.field) }
    return switch other.place {
    case .beside(_, let slot): .draft(beside.drafts[slot], of: other.field)
    case .around(_, let slot): .draft(around.drafts[slot], of: other.field)
    case .list(let list): .entries(lists.counts[list])
    case .column(let number): .answers(lists.answers[number] ?? ListAnswers())
    }
  }
}

/// What those see of the lists of a record who look at them from outside.
///
/// An object, since each check of a field is handed it.
final class RecordLists {
  /// How many entries each list has.
  let counts: [Int]
  /// What fields have in all entries, by their numbers, where somebody gathers that.
  var answers: [Int: ListAnswers] = [:]
  /// Those of these fields of which a partial record leaves something open.
  var open: Set<Int> = []

  init(counts: [Int]) { self.counts = counts }
}

/// What the fields of a record, or of an entry, count as to one another: what a submission would commit.
///
/// An object, since each check of a field is handed it.
final class RecordCounting {
  /// In the order of the fields.
  var drafts: [Draft]
  /// The fields, by their numbers, that are shown since their circle comes to no rest.
  var unsteady: Set<Int> = []
  /// What a partial record leaves open.
  var open: RecordOpenings

  init(drafts: [Draft], open: RecordOpenings) {
    self.drafts = drafts
    self.open = open
  }
}

/// What a record has for one field, and where.
struct RecordContent {
  let content: FieldDefinition.Content
  /// Where the value is; nil where it is left out.
  let span: Range<Int>?
  /// Why the value is not valid in the schemas of the field's rules, for each of these.
  let failures: [ValueSchema.Failure?]
  /// It is an empty text, which is an answer.
  let isEmptyAnswer: Bool

  init(
    _ content: FieldDefinition.Content, span: Range<Int>?, failures: [ValueSchema.Failure?] = [],
    isEmptyAnswer: Bool = false
  ) {
    self.content = content
    self.span = span
    self.failures = failures
    self.isEmptyAnswer = isEmptyAnswer
  }

  /// The draft as other fields see it, to which an empty text that is an answer is no empty draft.
  var draft: Draft { isEmptyAnswer ? .rows([""]) : content.draft }
}

/// A field as a document has it, of which a field that judges records is made.
struct RecordFieldSource {
  let key: String
  var definition: FieldDefinition
  /// Where its value stands.
  let place: RecordLayout.Place
  /// The validators of its rules that nobody has registered, which the definition does not have.
  let strangeValidators: [String]

  /// Nil where the text has no key for it.
  init?(_ reading: FieldReading, at place: RecordLayout.Place) {
    guard let key = reading.definition.key else { return nil }
    self.key = key
    self.place = place
    definition = reading.definition
    strangeValidators = reading.findings.compactMap {
      if case .form(.unknownValidator(let name, _)) = $0.problem { name } else { nil }
    }
  }
}

/// The fields and lists of a form by their keys, and in which list each field is.
struct RecordFieldIndex {
  let fieldNumbers: [String: Int]
  let listNumbers: [String: Int]
  /// By the numbers of the fields; nil for one that is in none.
  private(set) var lists: [Int?]

  init(_ sources: [RecordFieldSource], _ layout: RecordLayout) {
    fieldNumbers = Dictionary(keepingFirst: zip(sources.map { $0.key }, 0...))
    listNumbers = Dictionary(keepingFirst: zip(layout.lists.map { $0.key }, 0...))
    lists = Array(repeating: nil, count: sources.count)
    for (number, list) in layout.lists.enumerated() {
      for field in list.fields { lists[field] = number }
    }
  }
}

/// A field of a form that judges records.
///
/// An object, since a copy of what a document says of a field costs more than to judge a value.
final class RecordField: Sendable {
  let key: String
  /// Where its value stands in a record, or in an entry, as a JSON pointer.
  let path: String
  /// What the document says of it.
  let definition: FieldDefinition
  /// What its checks look at, and what is told of that.
  let watched: [Other]
  /// The validators of its rules that nobody has registered, which the definition does not have.
  private let strangeValidators: [String]
  /// What its rules have: patterns that may have to be searched for, and validators to ask.
  private let hasPatterns: Bool
  private let hasValidators: Bool
  /// Who has to be asked about each value that is right and checked; nil where that depends on conditions.
  let questions: [RecordQuestion]?
  /// The rules that have a schema, which look at the value itself: a draft has not all of it.
  let schemaRules: [Rule]

  /// Its number among the fields of the form.
  let number: Int
  /// The list of whose entries each has a value, by its number.
  let list: Int?
  /// The object of the layout that the value stands in.
  let object: Int
  /// Where it stands among the fields of its list, or among those of none.
  let slot: Int

  /// Something that a check looks at.
  struct Other: Sendable {
    let place: Place
    let key: String
    /// What is told of a field.
    let field: WatchedField

    /// Where it is.
    enum Place: Sendable {
      /// The field with a number and a slot, in the same entry or outside of lists as this one is.
      case beside(Int, slot: Int)
      /// The field with a number and a slot outside of lists, seen from an entry.
      case around(Int, slot: Int)
      /// The number of entries of a list.
      case list(Int)
      /// What the field with a number has in all entries of its list, seen from outside of it.
      case column(Int)
    }
  }

  /// - Parameters:
  ///   - number: its number
  ///   - sources: all fields of the form, as the document has them
  ///   - index: the fields and the lists by their keys
  ///   - layout: where their values stand
  init(
    number: Int, among sources: [RecordFieldSource], _ index: RecordFieldIndex,
    in layout: RecordLayout
  ) {
    let source = sources[number]
    self.number = number
    key = source.key
    path = JSONPointer.path(source.place.path)
    definition = source.definition
    list = index.lists[number]
    object = layout.homes[number]
    slot = layout.slots[number]
    watched = Self.others(watchedBy: number, among: sources, index, in: layout)
    let rules = definition.rules
    hasPatterns = rules.contains { $0.check.isPattern }
    hasValidators = rules.contains { $0.check.validator != nil }
    schemaRules = rules.filter { $0.check.isSchema }
    strangeValidators = source.strangeValidators
    let areConditional = rules.contains { $0.check.validator != nil && $0.condition != nil }
    questions =
      areConditional
      ? nil : Self.questions(about: number, by: rules, and: source.strangeValidators)
  }

  /// Who has to be asked about a value of a field.
  private static func questions(
    about number: Int, by rules: [Rule], and strangeValidators: [String]
  ) -> [RecordQuestion] {
    let place = RecordPlace(field: number)
    let known = rules.compactMap { rule in
      rule.check.validator.map {
        RecordQuestion(place: place, validator: $0, words: rule.message, severity: rule.severity)
      }
    }
    return known + strangeValidators.map { RecordQuestion(place: place, validator: $0) }
  }

  /// What the checks of a field look at: the field of the same entry, else the one outside of lists, else
  /// the list with a key; and where answers are gathered, the field in all entries.
  private static func others(
    watchedBy number: Int, among sources: [RecordFieldSource], _ index: RecordFieldIndex,
    in layout: RecordLayout
  ) -> [Other] {
    let gathered = sources[number].definition.gatheredKeys
    return Set(sources[number].definition.watchedKeys).sorted().compactMap { key in
      guard let other = index.fieldNumbers[key] else {
        return index.listNumbers[key].map {
          Other(place: .list($0), key: key, field: .nameless)
        }
      }
      let isBeside = index.lists[other] == index.lists[number]
      if !isBeside, index.lists[other] != nil {
        guard gathered.contains(key) else { return nil }
        return Other(place: .column(other), key: key, field: .nameless)
      }
      let slot = layout.slots[other]
      return Other(
        place: isBeside ? .beside(other, slot: slot) : .around(other, slot: slot),
        key: key, field: WatchedField(sources[other].definition))
    }
  }

  /// What is said of its part of a record is said without a look at other fields.
  var isJudgedAlone: Bool { watched.isEmpty }

  /// Some of what is said of its part of a record depends on other fields, or it is not always checked.
  var isDependent: Bool {
    !isJudgedAlone || definition.hasConditionalRows || definition.isVisible != .always
      || definition.isEnabled != .always
      || definition.isRequired.isConditional || definition.isPresent.isConditional
      || definition.calculation != nil
      || definition.rules.contains { $0.check.isExpression }
  }

  /// It is never checked, whatever stands in other fields.
  var isUnchecked: Bool { definition.isReadOnly || definition.isDisabled(nil) }

  /// The same, or it is always hidden or disabled.
  var isNeverChecked: Bool {
    isUnchecked || definition.isVisible == .never || definition.isEnabled == .never
  }

  /// Nobody has to be asked about it.
  var asksNobody: Bool { strangeValidators.isEmpty && !hasValidators }

  /// What a record has for the field.
  func content(of tree: JSONTree, _ node: Int, span: Range<Int>) -> RecordContent {
    let value = JSONValue(tree, node)
    return RecordContent(
      definition.content(of: value), span: span,
      failures: schemaRules.map { rule in
        guard case .schema(let schema) = rule.check else { return nil }
        return definition.failure(in: schema, of: tree, node)
      }, isEmptyAnswer: isEmptyAnswer(value))
  }

  private func isEmptyAnswer(_ value: JSONValue) -> Bool {
    definition.takesEmptyText && value == .string("")
  }

  /// The same of a field whose rules have no schemas.
  func content(of value: JSONValue, span: Range<Int>) -> RecordContent {
    RecordContent(
      definition.content(of: value), span: span, isEmptyAnswer: isEmptyAnswer(value))
  }

  /// What a record has that leaves it out.
  var absence: RecordContent { RecordContent(.draft(definition.missingDraft), span: nil) }

  /// What the checks of the field may know of a record; nothing of others where it looks at none.
  func surroundings(
    _ known: RecordSurroundings?, at now: Instant
  ) -> RuleCheck.Surroundings {
    guard let known else { return RuleCheck.Surroundings(today: definition.today(at: now)) }
    var surroundings = surroundings(seeing: watched.lazy.map { known.watched($0) }, at: now)
    surroundings.isShownAnyway = known.beside.unsteady.contains(number)
    surroundings.isInOpenCircle = known.beside.open.circles.contains(number)
    return surroundings
  }

  /// The same, given what it looks at, in the order of `watched`.
  func surroundings(
    seeing seen: some Sequence<Watched>, at now: Instant
  ) -> RuleCheck.Surroundings {
    var surroundings = RuleCheck.Surroundings(today: definition.today(at: now))
    surroundings.watched.reserve(watched.count)
    for (other, watched) in zip(watched, seen) { surroundings.watched.note(watched, of: other.key) }
    return surroundings
  }

  /// What a draft of the field is to an expression.
  func value(of draft: Draft) -> ExpressionValue {
    ExpressionValue(draft, as: definition.expressionSort, zone: definition.momentZone)
  }

  /// What the field counts as to others that has some draft.
  func counted(_ draft: Draft, _ surroundings: RuleCheck.Surroundings) -> Draft {
    let held = definition.calculated(in: surroundings).map { definition.draft(of: $0) } ?? draft
    return definition.submittedDraft(
      holding: held, isShown: definition.isShown(in: surroundings),
      isChecked: isChecked(surroundings))
  }

  /// What is said of a field's part of a record.
  struct Verdict: Sendable {
    var problems: [Told] = []
    /// Who has to be asked.
    var questions: [RecordQuestion] = []
    /// Why more may be wrong, where a partial record leaves that open.
    var doubt: RecordProblem?
    /// The number of the first problem, if they have any (`RecordVerdict.Problem.saying`).
    var number: Int?

    /// A problem, and how much it matters.
    struct Told: Equatable, Sendable {
      let problem: Finding.Problem
      let severity: Severity

      init(_ problem: Finding.Problem, _ severity: Severity = .error) {
        (self.problem, self.severity) = (problem, severity)
      }
    }
  }

  /// What is said may be otherwise on the same day of the daemon's: the day is that of a zone.
  var hasOwnDay: Bool { definition.hasZone && definition.watchesToday }

  /// Says what is wrong with the field's part of a record.
  ///
  /// Of what a partial record leaves open it says the least, or the most, as the surroundings answer
  /// (`judgeSurely`).
  ///
  /// - Parameters:
  ///   - content: what the record has for the field
  ///   - surroundings: what its checks may know
  ///   - drafted: the definition, which takes the draft that is checked
  /// - Returns: what is wrong, and who has to be asked
  func judge(
    _ content: RecordContent, _ surroundings: consuming RuleCheck.Surroundings,
    with drafted: inout FieldDefinition
  ) -> Verdict {
    var verdict = Verdict()
    if content.span != nil, definition.hiddenValue != .keep, definition.isVisible != .always,
      !definition.seen(content.draft).isEmpty, !definition.isShown(in: surroundings.opposite)
    {
      verdict.problems.append(.init(.record(.hiddenValue), .warning))
    }
    if content.span == nil, definition.mustStand(in: surroundings), !mustBeFilled(surroundings) {
      verdict.problems.append(
        .init(.record(.missingKey(definition.emptyValue, definition.valueShape))))
    }
    if definition.isLenient != .never, definition.isLenient.holds(in: surroundings.opposite),
      isStrange(content)
    {
      tellFailures(of: content, surroundings, &verdict)
      return verdict
    }
    switch content.content {
    case .unfit(let problem, let draft):
      guard draft.isEmpty, case .record(.whenEmpty) = problem else {
        verdict.problems.append(.init(problem))
        return verdict
      }
      if mustBeFilled(surroundings) {
        verdict.problems.append(
          .init(.draft(.valueMissing(field: definition.name), words: nil)))
      }
      if !mustBeFilled(surroundings.opposite) { verdict.problems.append(.init(problem)) }
    case .draft(let draft):
      if let value = definition.calculated(in: surroundings) {
        if let draft = calculatedDraft(value, beside: content, in: surroundings, &verdict) {
          check(draft, surroundings, with: &drafted, &verdict)
        }
      } else if isChecked(surroundings) {
        surroundings.knowsValue = content.span != nil
        check(draft, surroundings, failures: content, with: &drafted, &verdict)
      }
    }
    return verdict
  }

  /// Tells why the value is not valid in the schemas of the rules that hold just now.
  private func tellFailures(
    of content: RecordContent, _ surroundings: RuleCheck.Surroundings, _ verdict: inout Verdict
  ) {
    guard !schemaRules.isEmpty, isChecked(surroundings) else { return }
    // What an empty field commits is right.
    if !content.isEmptyAnswer, case .draft(let draft) = content.content, draft.isEmpty,
      definition.emptyValue != .omit,
      definition.isRequired != .always
    {
      return
    }
    for (rule, failure) in zip(schemaRules, content.failures) {
      guard let failure, rule.isInForce(surroundings) else { continue }
      verdict.problems.append(
        .init(.draft(.schemaMismatch(failure), words: rule.message), rule.severity))
    }
  }

  /// The draft that is calculated, if it is to be checked.
  ///
  /// What is there must be what is calculated, unless the field is lenient; what is left out counts as
  /// that.
  private func calculatedDraft(
    _ value: ExpressionValue, beside content: RecordContent,
    in surroundings: RuleCheck.Surroundings, _ verdict: inout Verdict
  ) -> Draft? {
    if !definition.isShown(in: surroundings), definition.hiddenValue != .keep { return nil }
    let draft = definition.draft(of: value)
    if content.span != nil, let calculation = definition.calculation {
      let isOther =
        value == .open ? surroundings.openAnswer : !definition.hasSameValue(content.draft, draft)
      if isOther {
        if definition.isLenient.holds(in: surroundings.opposite) { return nil }
        let problem: DraftProblem =
          definition.isSecure || draft.isEmpty || value == .open
          ? .notTrue(calculation) : .notOneOf(draft.values)
        verdict.problems.append(.init(.draft(problem, words: nil)))
        return nil
      }
    }
    return value != .open && isChecked(surroundings) ? draft : nil
  }

  private func mustBeFilled(_ surroundings: RuleCheck.Surroundings) -> Bool {
    definition.isRequired.holds(in: surroundings) && isChecked(surroundings)
  }

  /// Whether a value is there that no draft commits which is filled in: one of another type, null or
  /// the empty text, and where a date belongs a text that is none.
  private func isStrange(_ content: RecordContent) -> Bool {
    guard content.span != nil else { return false }
    switch content.content {
    case .unfit: return true
    case .draft(let draft):
      // Flags of which none is true are of its type.
      if definition.commitsFlags { return false }
      if draft.isEmpty || definition.seen(draft).isEmpty { return true }
      guard definition.checkedKind == .date else { return false }
      return (try? DateValue.parse(draft.text, mode: definition.mode).get()) == nil
    }
  }

  /// Whether its rules are asked at all.
  func isChecked(_ surroundings: RuleCheck.Surroundings) -> Bool {
    RuleCheck.isChecked(definition, isDisabled: definition.isDisabled(nil), surroundings)
  }

  private func check(
    _ draft: Draft, _ surroundings: consuming RuleCheck.Surroundings,
    failures content: RecordContent? = nil, with drafted: inout FieldDefinition,
    _ verdict: inout Verdict
  ) {
    drafted.draft = draft
    drafted.isEmptyAnswer = content?.isEmptyAnswer ?? false
    if hasPatterns { surroundings.verdicts = drafted.searchedPatterns(surroundings) }
    let failures = drafted.failuresOnSubmission(surroundings)
    verdict.problems.reserveCapacity(verdict.problems.count + failures.count)
    for failure in failures {
      verdict.problems.append(
        .init(.draft(failure.problem, words: failure.words), failure.severity))
    }
    let isMissing = failures.contains {
      if case .valueMissing = $0.problem { true } else { false }
    }
    if let content, !isMissing { tellFailures(of: content, surroundings, &verdict) }
    if draft.isEmpty || drafted.isUnanswered
      || verdict.problems.contains(where: { $0.severity == .error })
    {
      return
    }
    verdict.questions =
      questions
      ?? Self.questions(
        about: number, by: RuleCheck.rulesInForce(definition.rules, surroundings),
        and: strangeValidators)
  }
}

extension RecordVerdict {
  /// Adds what is said of a field with a key, whose value, or the lack of it, is at a place and a path
  /// of the record and at a span of the text.
  mutating func add(
    _ said: RecordField.Verdict, of key: String, _ place: RecordPlace, at path: String,
    span: Range<Int>
  ) {
    let told = said.problems.span
    for index in told.indices {
      problems.append(
        Problem(
          key: key, path: path, Finding(told[index].problem, told[index].severity, at: span), place,
          saying: said.number.map { $0 + index }))
    }
    for question in said.questions {
      var question = question
      (question.place, question.path, question.span) = (place, path, span)
      questions.append(question)
    }
    if let doubt = said.doubt { leaveOpen(doubt, of: key, place, at: path, span: span) }
  }

  /// Takes what a validator has answered to a question, if nobody has answered it yet.
  ///
  /// - Parameters:
  ///   - answer: whose words are left out where they may have a secure value in them
  ///   - question: one of `questions`
  ///   - record: the record, as it was judged
  ///   - form: the form
  package mutating func take(
    _ answer: ValidationAnswer, to question: RecordQuestion, about record: JSONTree,
    of form: RecordForm
  ) {
    guard let index = questions.firstIndex(of: question) else { return }
    questions.remove(at: index)
    var answer = answer
    if let words = answer.words, form.quotesSecret(words, of: record, 0) {
      answer = answer.wordless
    }
    let finding: Finding
    switch answer {
    case .accepted: return
    case .refused(let message):
      let problem = DraftProblem.refused(validator: question.validator, message: message)
      finding = Finding(
        .draft(problem, words: question.words), question.severity, at: question.span)
    // Nobody knows whether the rule holds, which is not to say that it does.
    case .failed(let reason):
      leaveOpen(question, by: form)
      let problem = DraftProblem.checkFailed(
        validator: question.validator,
        reason: form.fields[question.place.field].definition.isSecure ? nil : reason)
      finding = Finding(.draft(problem, words: nil), question.severity, at: question.span)
    case .unanswered:
      leaveOpen(question, by: form)
      let problem = DraftProblem.unanswered(validator: question.validator)
      finding = Finding(.draft(problem, words: nil), question.severity, at: question.span)
    }
    var told = Problem(
      key: form.fields[question.place.field].key, path: question.path, finding: finding)
    told.place = question.place
    let next = problems.firstIndex { $0.place.map { question.place < $0 } ?? true }
    problems.insert(told, at: next ?? problems.count)
  }
}

extension FieldDefinition {
  /// Whether a record has the key whatever is in the field.
  fileprivate func mustStand(in surroundings: RuleCheck.Surroundings) -> Bool {
    presence.holds(in: surroundings) && (hiddenValue == .keep || isShown(in: surroundings))
  }

  /// What searches that take longer find out of the draft, to their end: nobody waits for a
  /// keystroke here.
  fileprivate func searchedPatterns(
    _ surroundings: RuleCheck.Surroundings
  ) -> [PatternVerdict] {
    RuleCheck.unsearchedPatterns(of: rules, self, surroundings).map { pattern in
      var search = PatternSearch(pattern, in: draft)
      var steps = Int64.max
      let isMatch = search.advance(&steps) ?? false
      return PatternVerdict(pattern: pattern, draft: draft, isMatch: isMatch)
    }
  }
}
