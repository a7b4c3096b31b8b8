import FieldModels

/// Something in a record that is at a limit.
struct SampleBoundary: Sendable {
  let target: Target
  /// The limit as it is told.
  let rule: String
  /// The drafts that are at it.
  var places: [Draft] = []
  /// How many of a hundred fields are filled in that may be empty; any, unless given.
  var share: Int?

  /// What has the limit.
  enum Target: Sendable {
    case record
    case field(Int)
    case list(Int, count: Int)
  }

  /// Where it is, with `*` for the number of an entry.
  func path(in form: SampleForm) -> String {
    switch target {
    case .record: ""
    case .field(let number): form.pattern(of: number)
    case .list(let list, _): form.layout.lists[list].path
    }
  }

  /// Something is known that is at it.
  var hasValues: Bool { if case .field = target { !places.isEmpty } else { true } }

  /// Whether a record that was found still has what is at the limit.
  func holds(_ found: SampleSearch.Found, _ form: SampleForm) -> Bool {
    let isHidden = found.verdict.problems.contains { problem in
      if case .record(.hiddenValue) = problem.finding.problem { true } else { false }
    }
    guard found.verdict.isValid, !isHidden else { return false }
    guard case .list(let list, let count) = target else { return true }
    return found.record.lists[list].count == count
  }
}

/// All limits of a form.
struct SampleBoundaries {
  private(set) var all: [SampleBoundary] = []
  private let form: SampleForm

  init(_ form: SampleForm) {
    self.form = form
    all.append(SampleBoundary(target: .record, rule: "as little as possible", share: 0))
    all.append(SampleBoundary(target: .record, rule: "as much as possible", share: 100))
    for number in form.fields.indices { addField(number) }
    for number in form.layout.lists.indices { addList(number) }
  }

  private mutating func addList(_ number: Int) {
    let repetition = form.layout.lists[number].repetition
    let least = repetition.minEntries
    all.append(
      SampleBoundary(target: .list(number, count: least), rule: "fewest entries, \(least)"))
    if let most = repetition.maxEntries, most <= SampleBreaches.mostEntries {
      all.append(SampleBoundary(target: .list(number, count: most), rule: "most entries, \(most)"))
    }
  }

  private mutating func addField(_ number: Int) {
    let field = form.fields[number]
    let definition = field.definition
    if definition.choices.isEmpty || definition.manualEntry != nil, definition.checkedKind != .date
    {
      addLengths(number, definition, field.right)
    }
    if definition.takesSeveral {
      let limits = (max(1, definition.minItems ?? 1), definition.maxItems)
      add(number, "fewest rows, \(limits.0)", field.right.filter { $0.values.count == limits.0 })
      if let most = limits.1 {
        add(number, "most rows, \(most)", field.right.filter { $0.values.count == most })
      }
      return
    }
    addEnds(number, definition, field.right)
  }

  private mutating func addLengths(
    _ number: Int, _ definition: FieldDefinition, _ right: [Draft]
  ) {
    var shortest = 0
    var longest = definition.maxLength
    for rule in definition.rules {
      switch rule.check {
      case .minLength(let limit): shortest = max(shortest, limit)
      case .maxLength(let limit): longest = min(longest ?? limit, limit)
      default: break
      }
    }
    func texts(_ length: Int) -> [Draft] {
      right.filter { definition.lengthUnit.count(in: $0.text) == length }
    }
    if 0 < shortest { add(number, "shortest text, \(shortest)", texts(shortest)) }
    if let longest { add(number, "longest text, \(longest)", texts(longest)) }
  }

  /// Adds the least and the greatest of what stands on the field's scale, where there are such.
  private mutating func addEnds(
    _ number: Int, _ definition: FieldDefinition, _ right: [Draft]
  ) {
    let scale = definition.checkedKind == .date ? definition.dateScale : definition.scale
    let isNumber = definition.valueKind.isNumber && scale == .number
    var (hasLeast, hasMost) = (definition.minimumDate != nil, definition.maximumDate != nil)
    for rule in definition.rules {
      switch rule.check {
      case .minimum, .after(.fixed), .after(.today): hasLeast = true
      case .maximum, .before(.fixed), .before(.today): hasMost = true
      default: break
      }
    }
    if isNumber, definition.valueKind == .integer, definition.precision.limits != nil {
      (hasLeast, hasMost) = (true, true)
    }
    let placed = right.compactMap { draft in
      definition.measure(draft.text, on: scale).map { (draft: draft, place: $0) }
    }
    let sorted = placed.sorted { $0.place.isBefore($1.place) ?? false }
    guard let least = sorted.first, let most = sorted.last else { return }
    let names = isNumber || scale == .number ? ("smallest", "greatest") : ("earliest", "latest")
    if hasLeast { add(number, "\(names.0), \(least.draft.text)", [least.draft]) }
    if hasMost { add(number, "\(names.1), \(most.draft.text)", [most.draft]) }
  }

  private mutating func add(_ number: Int, _ rule: String, _ places: [Draft]) {
    all.append(SampleBoundary(target: .field(number), rule: rule, places: places))
  }
}
