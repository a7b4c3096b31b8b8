import FieldModels

/// Looks for records that one form has committed and another one refuses.
///
/// The rules of the other form say what is worth trying: for each a record is made that breaks it, as
/// far as the first form takes such a record. Nothing counts that the two engines have not said.
struct WitnessSearch {
  /// Makes the records.
  private var maker: RecordMaker
  /// Judges them.
  private var judge: SampleForm
  private let breaches: SampleBreaches
  /// The fields of the first form, by the numbers of those of the other.
  private var fields: [Int: Int] = [:]

  private static let attemptCount = 8
  private static let sampleCount = 16
  /// Of larger records only so much is tried to be left out.
  private static let placeLimit = 400

  /// - Parameters:
  ///   - first: the form that takes the records
  ///   - other: the form that is to refuse them
  ///   - seed: where chance begins
  ///   - now: the moment at which records are looked at
  init(from first: RecordForm, to other: RecordForm, seed: UInt64, at now: Instant) {
    var chance = SplitMix64(seed: seed)
    maker = RecordMaker(first, beside: other, seed: seed, at: now)
    judge = SampleForm(other, beside: first, at: now, using: &chance)
    breaches = SampleBreaches(judge)
    let form = maker.search.form
    var places: [String: Int] = [:]
    for number in form.fields.indices { places[form.pattern(of: number)] = number }
    for (number, field) in judge.fields.enumerated() {
      fields[number] = form.numbers[field.key] ?? places[judge.pattern(of: number)]
    }
  }

  /// Records that tell the forms apart, each with what the other form says of it.
  ///
  /// - Parameter keys: the fields of the other form that may be judged otherwise
  /// - Returns: the records, and of each the problems
  mutating func witnesses(about keys: Set<String>) -> [FormDifference.Witness] {
    var witnesses: [FormDifference.Witness] = []
    for record in samples() { witness(of: record).map { witnesses.append($0) } }
    for breach in breaches.all where isWorthTrying(breach, keys) {
      if let witness = witness(breaking: breach) { witnesses.append(witness) }
    }
    return witnesses
  }

  private func isWorthTrying(_ breach: SampleBreach, _ keys: Set<String>) -> Bool {
    guard case .field(let number) = breach.target else { return true }
    let field = judge.fields[number]
    return keys.contains(field.key) || !keys.isDisjoint(with: field.definition.watchedKeys)
  }

  /// What the other form says of a record that the first does not say, if it says anything.
  private mutating func witness(of record: JSONValue) -> FormDifference.Witness? {
    let told = judge.verdict(on: record).problems
    if told.isEmpty { return nil }
    let known = maker.verdict(on: record).problems
    let problems = told.compactMap { problem -> FormDifference.Witness.Problem? in
      let (path, code) = (problem.path, problem.finding.problem.code)
      let severity = problem.finding.severity
      let isKnown = known.contains { other in
        other.path == path && other.finding.problem.code == code
          && other.finding.severity == severity
      }
      if isKnown { return nil }
      return .init(
        path: path, code: code, severity: severity, pattern: judge.layout.pattern(of: path))
    }
    return problems.isEmpty ? nil : FormDifference.Witness(record: record, problems: problems)
  }

  /// The same record without what is not needed to show its first problem.
  mutating func shrunk(_ witness: FormDifference.Witness) -> FormDifference.Witness {
    guard let shown = witness.problems.first else { return witness }
    var smallest = witness
    let hadStrangers = !maker.verdict(on: witness.record).isTaken
    for place in witness.record.places.prefix(Self.placeLimit) {
      let record = smallest.record.replacing(at: place[...], with: nil)
      let verdict = maker.verdict(on: record)
      guard verdict.isTaken || hadStrangers && verdict.isValid,
        var next = self.witness(of: record),
        let problem = next.problems.first(where: { $0.shows(shown) }),
        next.isRefusal == witness.isRefusal
      else { continue }
      next.problems = [problem] + next.problems.filter { $0 != problem }
      smallest = next
    }
    return smallest
  }

  /// Records that the first form takes, whatever the other says.
  private mutating func samples() -> [JSONValue] {
    let valid = (0..<Self.sampleCount).compactMap { _ in maker.valid() }
    let taken = (valid + maker.boundaries()).filter(\.verdict.isTaken).map(\.value)
    return taken + (taken.first.map { [thinned($0)] } ?? [])
  }

  /// A record without everything that the first form takes it without.
  private mutating func thinned(_ record: JSONValue) -> JSONValue {
    var thin = record
    for place in record.places.prefix(Self.placeLimit) {
      let less = thin.replacing(at: place[...], with: nil)
      if maker.verdict(on: less).isTaken { thin = less }
    }
    return thin
  }

  private mutating func witness(breaking breach: SampleBreach) -> FormDifference.Witness? {
    guard let own = mapped(breach) else {
      return breach.condition.flatMap { condition in witness(where: condition) }
    }
    let drafts = drafts(breaking: breach)
    if case .drafts = breach.means, drafts.isEmpty { return nil }
    for attempt in 0..<max(Self.attemptCount, min(drafts.count, 2 * Self.attemptCount)) {
      guard let record = maker.taken(breaking: own, by: drafts, attempt: attempt) else { continue }
      guard let witness = witness(of: record) else { continue }
      if witness.isRefusal || breach.severity != .error { return witness }
    }
    return nil
  }

  /// A rule of the other form, as one of the first.
  private func mapped(_ breach: SampleBreach) -> SampleBreach? {
    let form = maker.search.form
    let target: SampleBreach.Target
    switch breach.target {
    case .field(let number):
      guard let own = fields[number] else { return nil }
      target = .field(own)
    case .list(let list):
      let key = judge.layout.lists[list].key
      guard let own = form.layout.lists.firstIndex(where: { $0.key == key }) else { return nil }
      target = .list(own)
    case .object(let object):
      let pattern = judge.pattern(ofObject: object)
      let own = form.layout.objects.indices.first { form.pattern(ofObject: $0) == pattern }
      // What a submission never commits may stand in stored records, but is warned of as it is.
      guard let own, !breach.means.isStranger || breach.severity == .error else { return nil }
      target = .object(own)
    }
    var mapped = SampleBreach(
      target: target, rule: breach.rule, means: breach.means, matches: breach.matches)
    mapped.condition = conditions(of: breach)
    return mapped
  }

  /// All that must hold for a rule to be looked at.
  private func conditions(of breach: SampleBreach) -> Condition? {
    var all = breach.condition.map { [$0] } ?? []
    if case .field(let number) = breach.target {
      let definition = judge.fields[number].definition
      for requirement in [definition.isVisible, definition.isEnabled] {
        if case .when(let condition) = requirement { all.append(condition) }
      }
    }
    return all.isEmpty ? nil : .all(all)
  }

  /// The drafts that break a rule of the other form, those first in which the first finds nothing wrong.
  private func drafts(breaking breach: SampleBreach) -> [Draft] {
    guard case .field(let number) = breach.target, let own = fields[number] else { return [] }
    let broken = judge.fields[number].drafts.filter { sample in
      sample.problems.contains { breach.matches(.draft($0, words: nil)) }
    }
    let field = maker.search.form.fields[own]
    let known = Set(broken.map(\.draft))
    let right = field.right.filter { known.contains($0) }
    let rest = field.drafts.map(\.draft).filter { known.contains($0) && !right.contains($0) }
    // What compares with other fields is found out in a record.
    let all = right + rest.prefix(Self.attemptCount)
    return all.isEmpty && broken.isEmpty ? Array(field.right.prefix(Self.attemptCount)) : all
  }

  /// A record in which a condition holds that is refused.
  private mutating func witness(where condition: Condition) -> FormDifference.Witness? {
    for _ in 0..<Self.attemptCount {
      guard let record = maker.taken(where: condition) else { continue }
      if let witness = witness(of: record), witness.isRefusal { return witness }
    }
    return nil
  }
}

extension FormDifference.Witness.Problem {
  /// Whether it is another one's problem, in any entry.
  fileprivate func shows(_ other: Self) -> Bool {
    (pattern, code, severity) == (other.pattern, other.code, other.severity)
  }
}

extension JSONValue {
  /// The steps that lead to each value in it, those behind others first.
  fileprivate var places: [[String]] {
    let inner: [(step: String, value: JSONValue)] =
      switch self {
      case .object(let members): members.map { ($0.name, $0.value) }
      case .array(let elements): elements.enumerated().map { (String($0), $1) }
      case .null, .bool, .number, .string: []
      }
    return inner.reversed().flatMap { step, value in
      [[step]] + value.places.map { [step] + $0 }
    }
  }
}

extension FormDifference.Witness {
  /// The other form refuses the record.
  package var isRefusal: Bool { problems.contains { $0.severity == .error } }
}

extension SampleBreach.Means {
  /// It is a member that the form does not know.
  fileprivate var isStranger: Bool { if case .stranger = self { true } else { false } }
}

extension RecordVerdict {
  /// A submission may have committed the record: it is right, and has no value that a submission
  /// leaves out.
  package var isTaken: Bool {
    isValid
      && !problems.contains { problem in
        switch problem.finding.problem {
        case .record(.unknownKey), .record(.hiddenValue): true
        default: false
        }
      }
  }
}

extension RecordLayout {
  /// A path with `*` for the number of an entry.
  func pattern(of path: String) -> String {
    for list in lists where path.hasPrefix(list.path + "/") {
      let rest = path.dropFirst(list.path.count + 1)
      return list.path + "/*" + rest.drop { $0 != "/" }
    }
    return path
  }
}

extension RecordMaker {
  /// What the form says of any record.
  mutating func verdict(on record: JSONValue) -> RecordVerdict { search.verdict(on: record) }

  /// A record that the form takes, in which a rule of another form is broken; nil where none was made.
  mutating func taken(
    breaking breach: SampleBreach, by drafts: [Draft], attempt: Int
  ) -> JSONValue? {
    var trial = SampleTrial(record: search.start(filling: [100, 60, 25][attempt % 3]))
    guard prepare(&trial, toBreak: breach, by: drafts, attempt: attempt) else { return nil }
    return taken(trial, withStrangers: breach.means.isStranger)
  }

  /// A record that the form takes, in which a condition holds; nil where none was made.
  mutating func taken(where condition: Condition) -> JSONValue? {
    var trial = SampleTrial(record: search.start(filling: 60))
    guard let first = search.form.numbers(ofList: nil).first else { return nil }
    search.fulfil(
      condition, true, seenFrom: SamplePlace(field: first), in: &trial.record,
      pinning: &trial.pinned)
    return taken(trial)
  }

  private mutating func taken(
    _ trial: SampleTrial, withStrangers: Bool = false
  ) -> JSONValue? {
    guard let found = search.settle(trial.record, keeping: trial.pinned),
      found.verdict.isTaken || withStrangers && found.verdict.isValid
    else { return nil }
    return search.form.value(of: found.record)
  }
}
