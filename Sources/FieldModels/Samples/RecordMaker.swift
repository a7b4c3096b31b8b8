package import FieldModels

/// Makes records for a form: such as it takes, such as it takes just so, and such as it refuses.
///
/// Each record was judged by the engine, and is given only if that says what is claimed of it. What no
/// record was found for is told (`gaps`). The same form, seed and day give the same records.
package struct RecordMaker: Sendable {
  var search: SampleSearch
  let breaches: SampleBreaches
  /// What no record was found for, and why.
  package private(set) var gaps: [Gap] = []
  /// How many rules were looked at, and for how many of them a record was found.
  package private(set) var ruleCount = (all: 0, found: 0)

  /// What is asked of a record.
  package enum Kind: String, CaseIterable, Sendable {
    /// The form takes it.
    case valid
    /// The form takes it, and something in it is at a limit.
    case boundary
    /// The form refuses it for one reason.
    case invalid
    /// The form takes it and warns of one thing.
    case warned
  }

  /// A record with what the form says of it.
  package struct Made: Sendable {
    package var kind: Kind
    package var value: JSONValue
    /// What is at its limit, or is broken: where, and the words of the form for it; nil for a record that
    /// is only valid.
    package var subject: (path: String, rule: String)?
    /// All that the engine says of it.
    package var verdict: RecordVerdict
  }

  /// Something for which no record was found.
  package struct Gap: Equatable, Sendable {
    package var kind: Kind
    package var path: String
    package var rule: String
    package var reason: String
  }

  /// How often a record is begun before none is found.
  private static let attemptCount = 16
  private static let shares = [100, 60, 25]

  /// - Parameters:
  ///   - form: the form
  ///   - seed: where chance begins
  ///   - now: the moment at which records are looked at
  package init(_ form: RecordForm, seed: UInt64, at now: Instant) {
    self.init(form, beside: nil, seed: seed, at: now)
  }

  /// The same, with drafts that another form gives rise to.
  init(_ form: RecordForm, beside other: RecordForm?, seed: UInt64, at now: Instant) {
    var chance = SplitMix64(seed: seed)
    let sample = SampleForm(form, beside: other, at: now, using: &chance)
    breaches = SampleBreaches(sample)
    search = SampleSearch(sample, chance)
  }

  /// A record that the form takes; nil where none was found, which is told once.
  package mutating func valid() -> Made? {
    let made = findValid()
    if made == nil {
      let reason = "no record was found that keeps them all"
      note(Gap(kind: .valid, path: "", rule: "all rules", reason: reason))
    }
    return made
  }

  /// Notes what no record was found for, once in however many rounds.
  private mutating func note(_ gap: Gap) {
    if !gaps.contains(gap) { gaps.append(gap) }
  }

  private mutating func findValid() -> Made? {
    var next: Made?
    for attempt in 0..<Self.attemptCount {
      let share = Self.shares[attempt % Self.shares.count]
      let isAny = Bool.random(using: &search.chance)
      let start = search.start(filling: isAny ? share : 60)
      guard let found = search.settle(start, keeping: []) else { continue }
      let made = made(.valid, found, about: nil)
      if found.isExact { return made }
      next = next ?? made
    }
    return next
  }

  /// A record for each limit, at which something is in it, as far as one is found.
  package mutating func boundaries() -> [Made] {
    if valid() == nil { return [] }
    let all = SampleBoundaries(search.form).all
    return all.compactMap { boundary in
      let made = find(boundary)
      if made == nil {
        note(
          Gap(
            kind: .boundary, path: boundary.path(in: search.form), rule: boundary.rule,
            reason: boundary.hasValues
              ? "no value at the limit goes with the rest of the form"
              : "no value was found that is at the limit"))
      }
      return made
    }
  }

  /// A record for each rule, which breaks it, as far as one is found: those that are errors, or those
  /// that are not.
  package mutating func broken(_ kind: Kind) -> [Made] {
    if valid() == nil { return [] }
    if kind == .invalid {
      for omission in breaches.omissions {
        note(Gap(kind: kind, path: omission.path, rule: omission.rule, reason: omission.reason))
      }
    }
    return breaches.all.filter { ($0.severity == .error) == (kind == .invalid) }.compactMap {
      breach in
      let (made, reason) = find(breach, kind)
      ruleCount.all += 1
      if made != nil {
        ruleCount.found += 1
      } else {
        note(Gap(kind: kind, path: path(of: breach), rule: breach.rule, reason: reason))
      }
      return made
    }
  }

  private func made(
    _ kind: Kind, _ found: SampleSearch.Found, about subject: (path: String, rule: String)?
  ) -> Made {
    Made(
      kind: kind, value: search.form.value(of: found.record), subject: subject,
      verdict: found.verdict)
  }

  private func path(of breach: SampleBreach) -> String {
    switch breach.target {
    case .field(let number): search.form.pattern(of: number)
    case .list(let list): search.form.layout.lists[list].path
    case .object(let object): search.form.pattern(ofObject: object)
    }
  }
}

// Limits.
extension RecordMaker {
  private mutating func find(_ boundary: SampleBoundary) -> Made? {
    var next: Made?
    for attempt in 0..<Self.attemptCount {
      var pinned: Set<SamplePlace> = []
      let share = boundary.share ?? Self.shares[attempt % Self.shares.count]
      var record = search.start(filling: share)
      switch boundary.target {
      case .record: break
      case .list(let list, let count): search.setCount(count, ofList: list, &record)
      case .field(let number):
        guard !boundary.places.isEmpty else { return nil }
        let place = search.place(of: number, in: &record)
        search.uncover(place, in: &record, pinning: &pinned)
        search.form.put(
          boundary.places[attempt % boundary.places.count], at: place, of: &record)
        pinned.insert(place)
      }
      guard let found = search.settle(record, keeping: pinned), boundary.holds(found, search.form)
      else { continue }
      let made = made(.boundary, found, about: (boundary.path(in: search.form), boundary.rule))
      if found.isExact { return made }
      next = next ?? made
    }
    return next
  }
}

// What is broken.
extension RecordMaker {
  private mutating func find(_ breach: SampleBreach, _ kind: Kind) -> (Made?, reason: String) {
    var next: Made?
    var wasBroken = false
    let drafts = drafts(breaking: breach)
    if case .drafts = breach.means, drafts.isEmpty {
      return (nil, "no value was found that breaks it")
    }
    for attempt in 0..<Self.attemptCount {
      var trial = SampleTrial(record: search.start(filling: Self.shares[attempt % 3]))
      guard prepare(&trial, toBreak: breach, by: drafts, attempt: attempt) else { continue }
      let wish = SampleSearch.Wish(path: trial.path, matches: breach.matches)
      guard let found = search.settle(trial.record, keeping: trial.pinned, wishing: wish) else {
        if !wasBroken {
          wasBroken = search.verdict(on: trial.record).problems.contains { wish.isMet(by: $0) }
        }
        continue
      }
      guard found.verdict.isValid == (kind == .warned) else { continue }
      let made = made(kind, found, about: (trial.path, breach.rule))
      if found.isExact { return (made, "") }
      next = next ?? made
    }
    let reason =
      wasBroken
      ? "whatever breaks it, something else is wrong too" : "no record was found that breaks it"
    return (next, reason)
  }

  /// The drafts that break a rule of a field by themselves, those first that break no other.
  private func drafts(breaking breach: SampleBreach) -> [Draft] {
    guard case .field(let number) = breach.target else { return [] }
    let field = search.form.fields[number]
    let broken = field.drafts.filter { sample in
      sample.problems.contains { breach.matches(.draft($0, words: nil)) }
    }
    let alone = broken.filter { $0.problems.count == 1 }
    let drafts = (alone + broken.filter { $0.problems.count != 1 }).map(\.draft)
    // What compares with other fields is found out in a record.
    return drafts.isEmpty ? field.right : drafts
  }

  /// Breaks a rule in a record; false where this one has no place for that.
  mutating func prepare(
    _ trial: inout SampleTrial, toBreak breach: SampleBreach, by drafts: [Draft], attempt: Int
  ) -> Bool {
    switch breach.target {
    case .field(let number):
      prepare(&trial, toBreak: breach, ofField: number, by: drafts, attempt: attempt)
    case .list(let list): prepare(&trial, toBreak: breach, ofList: list, attempt: attempt)
    case .object(let object): prepare(&trial, toBreak: breach, ofObject: object, attempt: attempt)
    }
  }

  private mutating func prepare(
    _ trial: inout SampleTrial, toBreak breach: SampleBreach, ofField number: Int,
    by drafts: [Draft], attempt: Int
  ) -> Bool {
    let place = search.place(of: number, in: &trial.record)
    trial.path = search.form.path(of: place)
    trial.pinned.insert(place)
    let field = search.form.fields[number]
    if case .hiding = breach.means {
      guard let condition = breach.condition else { return false }
      search.fulfil(
        condition, false, seenFrom: place, in: &trial.record, pinning: &trial.pinned)
      guard let draft = field.right.randomElement(using: &search.chance) else { return false }
      search.form.put(draft, at: place, of: &trial.record)
      return true
    }
    // What no draft gives is told of a hidden field too, which may be the only way.
    if !breach.means.isValue || attempt % 2 == 0 {
      search.uncover(place, in: &trial.record, pinning: &trial.pinned)
    }
    if let condition = breach.condition {
      search.fulfil(condition, true, seenFrom: place, in: &trial.record, pinning: &trial.pinned)
    }
    switch breach.means {
    case .nothing: search.form.put(field.definition.emptyDraft, at: place, of: &trial.record)
    case .drafts:
      guard !drafts.isEmpty else { return false }
      // Those that break nothing else are tried several times before the others.
      search.form.put(
        drafts[attempt % min(drafts.count, 12)], at: place, of: &trial.record)
    case .values(let values):
      search.form.put(
        field.right.first ?? field.definition.emptyDraft, at: place, of: &trial.record)
      trial.record.edits = [.init(path: trial.path, value: values[attempt % values.count])]
    case .row(let draft, let condition):
      search.fulfil(condition, false, seenFrom: place, in: &trial.record, pinning: &trial.pinned)
      search.form.put(draft, at: place, of: &trial.record)
    case .entries, .count, .twins, .stranger, .hiding: return false
    }
    return true
  }

  private mutating func prepare(
    _ trial: inout SampleTrial, toBreak breach: SampleBreach, ofList list: Int, attempt: Int
  ) -> Bool {
    trial.path = search.form.layout.lists[list].path
    switch breach.means {
    case .values(let values):
      search.setCount(max(1, trial.record.lists[list].count), ofList: list, &trial.record)
      trial.record.edits = [.init(path: trial.path, value: values[attempt % values.count])]
    case .entries(let values):
      search.setCount(max(1, trial.record.lists[list].count), ofList: list, &trial.record)
      trial.path += "/0"
      trial.record.edits = [.init(path: trial.path, value: values[attempt % values.count])]
    case .count(let count): search.setCount(count, ofList: list, &trial.record)
    case .twins: return prepareTwins(&trial, list)
    case .drafts, .nothing, .stranger, .hiding, .row: return false
    }
    return true
  }

  private mutating func prepareTwins(_ trial: inout SampleTrial, _ list: Int) -> Bool {
    let unique = search.form.layout.lists[list].repetition.unique
    let fields = search.form.layout.lists[list].fields.filter {
      unique.contains(search.form.fields[$0].key)
    }
    guard let first = fields.first else { return false }
    search.setCount(max(2, trial.record.lists[list].count), ofList: list, &trial.record)
    for entry in 0...1 {
      for number in fields {
        let place = SamplePlace(field: number, entry: entry)
        search.uncover(place, in: &trial.record, pinning: &trial.pinned)
      }
    }
    for number in fields {
      let place = SamplePlace(field: number, entry: 0)
      guard let draft = search.form.fields[number].right.randomElement(using: &search.chance) else {
        continue
      }
      for entry in 0...1 {
        let twin = SamplePlace(field: number, entry: entry)
        search.form.put(draft, at: twin, of: &trial.record)
        trial.pinned.insert(twin)
      }
      if number == first { trial.path = search.form.path(of: .init(field: place.field, entry: 1)) }
    }
    return true
  }

  private mutating func prepare(
    _ trial: inout SampleTrial, toBreak breach: SampleBreach, ofObject number: Int, attempt: Int
  ) -> Bool {
    let object = search.form.layout.objects[number]
    trial.record = search.start(filling: 100)
    trial.path = object.path
    if let list = search.form.layout.list(around: number) {
      search.setCount(
        max(1, trial.record.lists[list].count), ofList: list, &trial.record, filling: 100)
      trial.path = search.form.layout.lists[list].path + "/0" + object.path
    }
    switch breach.means {
    case .values(let values):
      trial.record.edits = [.init(path: trial.path, value: values[attempt % values.count])]
    case .stranger:
      var name = "unexpected"
      while object.content(named: name) != nil { name += "1" }
      trial.path += JSONPointer.step(name)
      trial.record.edits = [.init(path: trial.path, value: "?")]
    case .drafts, .nothing, .entries, .count, .twins, .hiding, .row: return false
    }
    return true
  }
}

/// A record in which a rule is about to be broken.
struct SampleTrial {
  var record: SampleRecord
  /// Where the problem is to be.
  var path = ""
  /// Whose drafts stay.
  var pinned: Set<SamplePlace> = []
}

extension SampleSearch {
  /// A place that a record has for a field; an entry is added where there is none.
  mutating func place(of number: Int, in record: inout SampleRecord) -> SamplePlace {
    guard let list = form.fields[number].list else { return SamplePlace(field: number) }
    setCount(max(1, record.lists[list].count), ofList: list, &record)
    return SamplePlace(
      field: number, entry: Int.random(in: 0..<record.lists[list].count, using: &chance))
  }
}

extension RecordLayout {
  /// The list in whose entries an object is, by its number.
  func list(around object: Int) -> Int? {
    lists.indices.first { objects(ofList: $0).contains(object) }
  }
}

extension SampleForm {
  /// Where an object stands in any record, with `*` for the number of an entry.
  func pattern(ofObject number: Int) -> String {
    (layout.list(around: number).map { layout.lists[$0].path + "/*" } ?? "")
      + layout.objects[number].path
  }
}
