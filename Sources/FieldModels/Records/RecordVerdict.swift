/// What a form says of a record.
package struct RecordVerdict: Equatable, Sendable {
  /// In the order of the form; behind them, in the order of the record, what no field has.
  package var problems: [Problem] = []
  /// What has to be asked of validators, and has not been, in the order of the form.
  package internal(set) var questions: [RecordQuestion] = []
  /// What could not be checked: a validator that was asked has failed or not answered, or a partial
  /// record leaves open whether a rule holds.
  private(set) var unchecked: [Problem] = []

  /// The form that the record names in `$form`, where it names one.
  package internal(set) var statedForm: StatedForm?

  /// A form that a record names.
  package struct StatedForm: Equatable, Sendable {
    /// Nil where what it says is no name.
    package var name: String?
    /// Where it is named, as spans of problems count.
    package var span: Range<Int>
  }

  /// Where a record in which something is wrong has values of secure fields, or values that may be
  /// theirs: those of names that no field has.
  package var secretSpans: [Range<Int>] = []

  /// Something that is wrong with a record.
  package struct Problem: Equatable, Sendable {
    /// The field that it is about, where it is about one.
    package var key: String?
    /// Where the value is, or would be, as a JSON pointer (RFC 6901) into the record.
    package var path: String
    /// Its span counts from the base of the record's tree: that of the value, of the key that
    /// stands for nothing, or of the record that lacks it.
    package var finding: Finding
    /// A number that the same judge gives to what is said in the same words of the same field, where
    /// it has said that before; the span aside it says nothing else then.
    package var saying: Int?
    /// Whose value it is about, where it is about one, or about a list.
    var place: RecordPlace?

    package init(key: String?, path: String, finding: Finding) {
      self.init(key: key, path: path, finding, nil, saying: nil)
    }

    init(key: String?, path: String, _ finding: Finding, _ place: RecordPlace?, saying: Int?) {
      (self.key, self.path, self.finding) = (key, path, finding)
      (self.place, self.saying) = (place, saying)
    }
  }

  package init() {}

  /// What is said where no record can be read.
  package init(broken problem: JSONProblem.Kind, at span: Range<Int>) {
    let finding = Finding.text(.syntax(problem), at: span)
    problems = [Problem(key: nil, path: "", finding: finding)]
  }

  /// What is said of a record of which nothing else can be said.
  package init(_ problem: RecordProblem, at span: Range<Int>) {
    let finding = Finding(.record(problem), .error, at: span)
    problems = [Problem(key: nil, path: "", finding: finding)]
  }

  /// What is said of a record that names its form by what is no name.
  package init(unreadableNameAt span: Range<Int>) {
    let finding = Finding(.text(.unreadableFormName), .error, at: span)
    problems = [Problem(key: nil, path: "/" + Property.Name.form.rawValue, finding: finding)]
  }

  /// Nothing is said of the record.
  package var isPlain: Bool {
    problems.isEmpty && questions.isEmpty && unchecked.isEmpty && statedForm == nil
  }

  /// A submission could commit the record, as far as was checked.
  package var isValid: Bool { !problems.contains { $0.finding.severity == .error } }

  /// The validators that were not asked, or have not answered, each once.
  package var uncheckedValidators: [String] {
    var names: [String] = []
    let unanswered = unchecked.compactMap { $0.uncheckedValidator }
    for name in questions.map({ $0.validator }) + unanswered where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// All that was not checked, in the order of the form: what nobody was asked, too; and behind it what
  /// the form asks in its own format alone.
  package func unchecked(by form: RecordForm) -> [Problem] {
    if questions.isEmpty, unchecked.isEmpty { return form.unaskedRules }
    let all = questions.map { $0.asUnchecked(by: form) } + unchecked
    return all.enumerated().sorted { first, second in
      guard let place = first.element.place, let other = second.element.place, place != other else {
        return first.offset < second.offset
      }
      return place < other
    }.map { $0.element } + form.unaskedRules
  }

  /// Nothing but questions to validators has yet to be told, as far as the form can be checked here.
  package func leavesOnlyQuestions(by form: RecordForm) -> Bool {
    unchecked.isEmpty && form.unaskedRules.isEmpty
  }

  /// What a partial record leaves open, in the order in which it was found.
  var openProblems: [Problem] { unchecked }

  /// Notes what could not be checked of the value of a field with a key.
  mutating func leaveOpen(
    _ doubt: RecordProblem, of key: String, _ place: RecordPlace, at path: String,
    span: Range<Int>
  ) {
    var told = Problem(
      key: key, path: path, finding: Finding(.record(doubt), .error, at: span))
    told.place = place
    unchecked.append(told)
  }

  /// The same of an object or a list.
  mutating func leaveOpen(_ doubt: RecordProblem, at path: String, span: Range<Int>) {
    unchecked.append(
      Problem(key: nil, path: path, finding: Finding(.record(doubt), .error, at: span)))
  }

  /// Notes that a question has got no answer.
  mutating func leaveOpen(_ question: RecordQuestion, by form: RecordForm) {
    unchecked.append(question.asUnchecked(by: form))
  }
}

extension RecordQuestion {
  /// That nobody has answered it, as it is told.
  fileprivate func asUnchecked(by form: RecordForm) -> RecordVerdict.Problem {
    var told = RecordVerdict.Problem(
      key: form.fields[place.field].key, path: path,
      finding: Finding(.record(.uncheckedValidator(validator)), severity, at: span))
    told.place = place
    return told
  }
}

extension RecordVerdict.Problem {
  /// The validator that was not asked, if it is about one.
  package var uncheckedValidator: String? {
    if case .record(.uncheckedValidator(let name)) = finding.problem { name } else { nil }
  }
}

extension TextProblem {
  /// A record names its form by what is no name.
  package static let unreadableFormName = TextProblem.wrongType(
    property: Property.Name.form.rawValue, type: Shape.text.expectation, takesText: true)
}

/// What a validator is to be asked about a value that is right but for that.
package struct RecordQuestion: Equatable, Sendable {
  package internal(set) var place: RecordPlace
  /// Where the value is in the record, as a JSON pointer.
  package internal(set) var path = ""
  package let validator: String
  /// What the rule says when it is broken, and how much that matters.
  var words: String?
  package internal(set) var severity = Severity.error
  /// Where the value is, as spans of problems count.
  package internal(set) var span = 0..<0
}

/// Which value of a record is meant, in the order in which a record is told of: its own fields, and
/// then its lists.
package struct RecordPlace: Hashable, Comparable, Sendable {
  /// The list in whose entry it is, by its number.
  package var list: Int?
  /// The number of the entry; -1 for what is about the list as a whole.
  package var entry = 0
  /// The number of the field in the form; -1 for what is about none of them.
  package var field: Int

  package static func < (first: Self, second: Self) -> Bool {
    (first.list ?? -1, first.entry, first.field) < (second.list ?? -1, second.entry, second.field)
  }
}
