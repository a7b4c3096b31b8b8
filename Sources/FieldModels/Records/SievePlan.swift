/// What is looked at once a record, or an entry of a list, has been passed: the fields whose checks look
/// at others, in the values that have been noted.
struct SieveScope: Sendable {
  /// What is noted of its fields, and which objects it has.
  var notes: Range<Int>
  var objects: Range<Int>
  /// What counts otherwise than it is held, in the order in which it is found out, and who looks.
  var countings: Range<Int>
  var dependents: Range<Int>
  /// The list whose entries are meant; nil for the record itself.
  var list: Int?
}

/// A field that others look at and that may count otherwise than it is held.
struct SieveCounting: Sendable {
  var note: Int
  var isVisible: SieveClause
  /// It is committed while it is hidden.
  var keepsHidden: Bool
  /// It takes more than a look to say what it counts as.
  var isOpaque: Bool
  /// Those with which it is in a circle, by their numbers, of which one may look at itself; empty if it is in none.
  var circle: Range<Int>
  var calculation: SieveCalculation?
}

/// How the value of a field is calculated.
struct SieveCalculation: Sendable {
  /// The term, by its number, and what its result has to be for a look to be enough.
  var term: Int
  var reading: SieveTerm.Reading
  /// Any result is right where the record leaves the value out; of numbers, any whole one.
  var takesAny: Bool
  var isInteger: Bool
  /// What is checked of the result depends on how it is written.
  var isExact: Bool
}

/// A field whose checks look at others.
struct SieveDependent: Sendable {
  var field: Int
  var note: Int
  /// The object in which its value stands.
  var home: Int
  var isVisible: SieveClause
  var isEnabled: SieveClause
  var isRequired: SieveClause
  /// It is never checked.
  var isUnchecked: Bool
  /// Its key must be there while it is shown.
  var isPresent: SieveClause
  var keepsHidden: Bool
  var comparisons: Range<Int>
  /// The rules that are expressions, by their numbers.
  var claims: Range<Int>
  /// The conditions of its other rules, by the numbers of clauses.
  var ruleConditions: Range<Int>
  /// The rows, by their numbers, that are offered while conditions hold.
  var rows: Range<Int>
  /// It takes more than a look to say whether it is right.
  var isOpaque: Bool
  /// Somebody has to be asked about a value that is right and checked.
  var asks: Bool
  /// It takes any value.
  var isAny: Bool
  /// Its value is calculated, whether or not the record has it.
  var calculation: SieveCalculation?
}

/// A rule that a term must not be false.
struct SieveClaim: Sendable {
  var term: Int
  var condition: SieveClause
}

/// A rule by which a draft is compared with that of another field.
struct SieveComparison: Sendable {
  var sort: Sort
  var other: Int
  var condition: SieveClause

  /// What must be true of the two.
  enum Sort: Sendable {
    case equals, before, after
  }
}

/// A row that is offered while a condition holds.
struct SieveRow: Sendable {
  var draft: SievePool.Stretch
  /// Among several rows, as a bit; else zero.
  var bit: UInt64
  var isOffered: SieveClause
}

/// A requirement.
enum SieveClause: Sendable {
  case always, never
  /// While a condition holds, by its number.
  case when(Int)
}

/// A condition, or a part of one.
struct SieveCondition: Sendable {
  var sort: Sort
  /// Of several conditions which, by their numbers; of a test which texts.
  var parts: Range<Int> = 0..<0
  /// The note that a test looks at, and what it compares that with.
  var note = 0
  var number = SieveNumber(0)
  var date: UInt64 = 0
  /// The rows that it asks for, as bits.
  var rows: UInt64 = 0
  /// The term, by its number.
  var term = 0
  /// It holds for an empty field.
  var holdsForNothing = false
  /// The number that it compares with is no date or time as well.
  var isOnlyNumber = false

  /// What is asked.
  enum Sort: Sendable {
    case all, any
    case yes, no
    /// It takes more than a look.
    case unknown
    case isFilled, isEmpty
    /// The draft is one of some texts, or none of them.
    case isAmong, isNotAmong
    /// One of some rows is chosen of several, or none of them is.
    case isChosen, isNotChosen
    /// On the scale of numbers, and of days.
    case isGreater, isLess, isLater, isEarlier
    /// A list has more entries than a number, or fewer.
    case hasMore, hasFewer
    /// A term is true.
    case isTrue
  }
}

/// What is known of something.
enum SieveTruth {
  case yes, no, unknown

  init(_ isTrue: Bool) { self = isTrue ? .yes : .no }
}

/// The tables of all of it.
@safe
struct SievePlan: ~Copyable {
  let scopes: SieveTable<SieveScope>
  private let countings: SieveTable<SieveCounting>
  private let dependents: SieveTable<SieveDependent>
  private let comparisons: SieveTable<SieveComparison>
  private let rows: SieveTable<SieveRow>
  private let claims: SieveTable<SieveClaim>
  let terms: SieveTable<SieveTerm>
  private let ruleConditions: SieveTable<SieveClause>
  private let conditions: SieveTable<SieveCondition>
  private let texts: SieveTable<SievePool.Stretch>

  init(_ builder: borrowing SieveBuilder) {
    scopes = SieveTable(builder.scopes)
    countings = SieveTable(builder.countings)
    dependents = SieveTable(builder.dependents)
    comparisons = SieveTable(builder.comparisons)
    rows = SieveTable(builder.offeredRows)
    claims = SieveTable(builder.claims)
    terms = SieveTable(builder.terms)
    ruleConditions = SieveTable(builder.ruleConditions)
    conditions = SieveTable(builder.conditions)
    texts = SieveTable(builder.texts)
  }

  /// Finds out what the fields of a scope count as to one another.
  func count(_ scope: SieveScope, in scratch: SieveScratch, of pool: borrowing SievePool) {
    for field in scope.countings {
      let circle = countings[field].circle
      if !circle.isEmpty, countings[field].calculation == nil, !countings[field].isOpaque {
        if field + 1 == circle.upperBound { settle(circle, in: scratch, of: pool) }
        continue
      }
      var note = scratch[note: countings[field].note]
      if countings[field].isOpaque || note.state == .doubtful && countings[field].calculation == nil
      {
        note.counts = .unknown
      } else if let calculation = countings[field].calculation, !circle.isEmpty {
        settle(calculation, countings[field].note, &note, in: scratch, of: pool)
      } else {
        if let calculation = countings[field].calculation {
          calculate(calculation, into: &note, in: scratch, of: pool)
        }
        if !countings[field].keepsHidden, note.counts != .unknown {
          scratch[note: countings[field].note] = note
          note.counts = counts(field, note, in: scratch, of: pool)
        }
      }
      scratch[note: countings[field].note] = note
    }
  }

  /// Finds out what a field counts as whose calculation looks at the field itself: nothing, where nothing
  /// comes of nothing (`Circles`).
  private func settle(
    _ calculation: SieveCalculation, _ number: Int, _ note: inout SieveNote,
    in scratch: SieveScratch, of pool: borrowing SievePool
  ) {
    note.counts = .empty
    note.holdOtherThanCalculated()
    scratch[note: number] = note
    if case .nothing = value(of: calculation.term, in: scratch, of: pool) { return }
    note.counts = .unknown
  }

  /// What a field counts as that is seen by others while it is visible.
  private func counts(
    _ field: Int, _ note: SieveNote, in scratch: SieveScratch,
    of pool: borrowing SievePool
  ) -> SieveNote.Counts {
    switch holds(countings[field].isVisible, in: scratch, of: pool) {
    // What is right is committed although it is not checked.
    case .yes: note.counts
    case .no: .empty
    case .unknown: .unknown
    }
  }

  /// Finds out what the fields of a circle count as.
  ///
  /// As `Circles` does: each as if it was shown, and then by what the others count as, until none counts otherwise. Where
  /// they come to no rest all are shown.
  private func settle(
    _ circle: Range<Int>, in scratch: SieveScratch, of pool: borrowing SievePool
  ) {
    var isKnown = circle.allSatisfy { scratch[note: countings[$0].note].state != .doubtful }
    show(circle, in: scratch)
    for _ in 0...circle.count where isKnown {
      var isAtRest = true
      for field in circle where !countings[field].keepsHidden {
        let note = scratch[note: countings[field].note]
        if note.state != .filled { continue }
        let isVisible = holds(countings[field].isVisible, in: scratch, of: pool)
        if isVisible == .unknown { isKnown = false }
        let counts: SieveNote.Counts = isVisible == .no ? .empty : .held
        if counts == note.counts { continue }
        set(field, to: counts, in: scratch)
        isAtRest = false
      }
      if isAtRest, isKnown { return }
    }
    guard isKnown else {
      for field in circle { set(field, to: .unknown, in: scratch) }
      return
    }
    show(circle, in: scratch)
    for field in circle { scratch[note: countings[field].note].isUnsteady = true }
  }

  /// Has the fields of a circle count as if they were shown, but for those that never are.
  private func show(_ circle: Range<Int>, in scratch: SieveScratch) {
    for field in circle {
      var counts = SieveNote.Counts.held
      if case .never = countings[field].isVisible, !countings[field].keepsHidden { counts = .empty }
      set(field, to: counts, in: scratch)
    }
  }

  private func set(_ field: Int, to counts: SieveNote.Counts, in scratch: SieveScratch) {
    scratch[note: countings[field].note].counts = counts
  }

  /// Finds out what a field counts as that is calculated, whatever the record has.
  private func calculate(
    _ calculation: SieveCalculation, into note: inout SieveNote, in scratch: SieveScratch,
    of pool: borrowing SievePool
  ) {
    let value = value(of: calculation.term, in: scratch, of: pool)
    if note.state == .filled, isValue(of: note, value, calculation, in: scratch, of: pool) {
      if case .number(let number) = value, !note.isWritten(as: number),
        // Others see the number as it is written where it is calculated.
        !scratch.write(number, to: &note)
      {
        note.counts = .unknown
      }
      return
    }
    note.holdOtherThanCalculated()
    note.counts = .calculated
    switch (value, calculation.reading) {
    case (.nothing, _): note.counts = note.state == .filled ? .empty : .held
    case (.number(let number), .number), (.number(let number), .text):
      if !scratch.write(number, to: &note) { note.counts = .unknown }
    case (.flag(let flag), .flag), (.flag(let flag), .text):
      let word = flag ? SieveBuilder.words.true : SieveBuilder.words.false
      unsafe note.hold(pool.address(of: word), count: word.count)
    case (.draft(let other), .text): note.holdDraft(of: scratch[note: other])
    case (.constant(let text), .text):
      unsafe note.hold(pool.address(of: text), count: text.count)
    default: note.counts = .unknown
    }
  }

  /// Whether a draft says what is calculated; false too where that can't be said.
  private func isValue(
    of note: SieveNote, _ value: SieveValue, _ calculation: SieveCalculation,
    in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> Bool {
    switch (value, calculation.reading) {
    case (.number(let number), .number) where !calculation.isExact:
      return note.decimal?.isSame(as: number) ?? false
    case (.number(let number), .number), (.number(let number), .text):
      return note.isWritten(as: number)
    case (.flag(let flag), .flag), (.flag(let flag), .text):
      return note.isSame(
        as: flag ? SieveBuilder.words.true : SieveBuilder.words.false, of: pool)
    case (.draft(let other), .text): return note.isSame(as: scratch[note: other])
    case (.constant(let text), .text): return note.isSame(as: text, of: pool)
    case (.day(let day), .day): return note.date?.daysSinceEpoch == day
    default: return false
    }
  }

  /// The fields of a scope that have to be looked at closely, each with where its value is, or with the
  /// object in which that would be; and those that are right but have to be asked about.
  func forEachDoubt(
    in scope: SieveScope, _ scratch: SieveScratch, of pool: borrowing SievePool,
    _ body: (_ field: Int, _ value: Range<Int>?, _ home: Int, _ isRight: Bool) -> Void
  ) {
    for number in scope.dependents {
      let isRight = isRight(number, in: scratch, of: pool)
      let asks = isRight && dependents[number].asks ? asks(number, in: scratch, of: pool) : .no
      if isRight, asks == .no { continue }
      let note = scratch[note: dependents[number].note]
      body(dependents[number].field, note.span, dependents[number].home, asks == .yes)
    }
  }

  /// Whether somebody has to be asked about a field that is right, as it is if it is filled in and checked.
  private func asks(
    _ field: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    if dependents[field].isUnchecked { return .no }
    let isShown = isShown(field, in: scratch, of: pool)
    let isEnabled = isEnabled(field, in: scratch, of: pool)
    if isShown == .no || isEnabled == .no { return .no }
    switch scratch[note: dependents[field].note].state {
    case .absent: return .no
    // An empty list of any value is one, too.
    case .empty: return dependents[field].isAny ? .unknown : .no
    case .filled, .doubtful: break
    }
    return isShown == .yes && isEnabled == .yes ? .yes : .unknown
  }

  private func isShown(
    _ field: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    holds(dependents[field].isVisible, of: dependents[field].note, in: scratch, of: pool)
  }

  private func isEnabled(
    _ field: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    holds(dependents[field].isEnabled, of: dependents[field].note, in: scratch, of: pool)
  }

  /// Whether a field is shown, or enabled, which one is in a circle that comes to no rest.
  private func holds(
    _ clause: SieveClause, of note: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    if case .when = clause, scratch[note: note].isUnsteady { return .yes }
    return holds(clause, in: scratch, of: pool)
  }

  /// Whether a field that looks at others is right; by its number, since to hand on all of it would copy it.
  private func isRight(
    _ field: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> Bool {
    let note = scratch[note: dependents[field].note]
    if note.isDoubtful { return false }
    switch note.state {
    case .doubtful: return false
    case .absent, .empty:
      if note.state == .absent, holds(dependents[field].isPresent, in: scratch, of: pool) != .no,
        dependents[field].keepsHidden
          || isShown(field, in: scratch, of: pool) != .no
      {
        return false
      }
      if let calculation = dependents[field].calculation {
        // What is calculated is checked though nothing is there.
        switch value(of: calculation.term, in: scratch, of: pool) {
        case .nothing: break
        case .number(let number) where calculation.reading == .number:
          return note.state == .absent && calculation.takesAny
            && (!calculation.isInteger || number.places == 0)
        case .flag where calculation.reading == .flag:
          return note.state == .absent && calculation.takesAny
        case .number, .flag, .draft, .constant:
          return note.state == .absent && calculation.takesAny && calculation.reading == .text
        case .unknown, .day, .compound, .place: return false
        }
      }
      if case .never = dependents[field].isRequired { return true }
      if dependents[field].isUnchecked { return true }
      let isRequired = holds(dependents[field].isRequired, in: scratch, of: pool)
      if isRequired == .no { return true }
      return isShown(field, in: scratch, of: pool) == .no
        || isEnabled(field, in: scratch, of: pool) == .no
    case .filled:
      if dependents[field].isOpaque { return false }
      if let calculation = dependents[field].calculation {
        let value = value(of: calculation.term, in: scratch, of: pool)
        let isRight = isValue(
          of: note, value, calculation, in: scratch, of: pool)
        if !isRight { return false }
      }
      if !dependents[field].keepsHidden,
        isShown(field, in: scratch, of: pool) != .yes
      {
        return false
      }
      if note.isLoose,
        !dependents[field].ruleConditions.allSatisfy({
          holds(ruleConditions[$0], in: scratch, of: pool) == .no
        }
        )
      {
        return false
      }
      let isOffered = dependents[field].rows.allSatisfy { number in
        !(rows[number].bit == 0
          ? note.isSame(as: rows[number].draft, of: pool) : note.rows & rows[number].bit != 0)
          || holds(rows[number].isOffered, in: scratch, of: pool) == .yes
      }
      return isOffered
        && dependents[field].comparisons.allSatisfy { number in
          isRight(note, comparisons[number], in: scratch)
            || holds(comparisons[number].condition, in: scratch, of: pool) == .no
        }
        && dependents[field].claims.allSatisfy { number in
          switch value(of: claims[number].term, in: scratch, of: pool) {
          case .unknown, .flag(false):
            holds(claims[number].condition, in: scratch, of: pool) == .no
          case .nothing, .flag, .number, .draft, .constant, .day, .compound, .place: true
          }
        }
    }
  }

  private func isRight(
    _ note: SieveNote, _ comparison: SieveComparison, in scratch: SieveScratch
  ) -> Bool {
    let other = scratch[note: comparison.other]
    if other.counts == .unknown || other.state == .doubtful { return false }
    switch comparison.sort {
    case .equals: return !other.isEmpty && note.isSame(as: other)
    case .before, .after:
      if other.isEmpty { return true }
      guard let own = note.dateKey, let its = other.dateKey else { return false }
      return comparison.sort == .before ? own < its : its < own
    }
  }

  private func holds(
    _ clause: SieveClause, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    switch clause {
    case .always: .yes
    case .never: .no
    case .when(let number): holds(number, in: scratch, of: pool)
    }
  }

  private func holds(
    _ number: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    let sort = conditions[number].sort
    switch sort {
    case .yes: return .yes
    case .no: return .no
    case .unknown: return .unknown
    case .all, .any:
      // One part that says so decides; else all must be known.
      let decisive: SieveTruth = sort == .all ? .no : .yes
      var truth: SieveTruth = sort == .all ? .yes : .no
      for part in conditions[number].parts {
        let own = holds(part, in: scratch, of: pool)
        if own == decisive { return decisive }
        if own == .unknown { truth = .unknown }
      }
      return truth
    case .isTrue:
      return value(of: conditions[number].term, in: scratch, of: pool).truth
    case .isFilled, .isEmpty, .isAmong, .isNotAmong, .isChosen, .isNotChosen, .isGreater, .isLess,
      .isLater, .isEarlier, .hasMore, .hasFewer:
      return test(number, in: scratch, of: pool)
    }
  }

  private func test(
    _ number: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveTruth {
    let sort = conditions[number].sort
    let note = scratch[note: conditions[number].note]
    if note.counts == .unknown || note.state == .doubtful { return .unknown }
    let isEmpty = note.isEmpty
    switch sort {
    case .isFilled: return SieveTruth(!isEmpty)
    case .isEmpty: return SieveTruth(isEmpty)
    case .isChosen, .isNotChosen:
      // What is typed may be what is asked for.
      if note.hasTyped, note.rows & conditions[number].rows == 0 { return .unknown }
      let isChosen =
        isEmpty ? conditions[number].holdsForNothing : note.rows & conditions[number].rows != 0
      return SieveTruth(isChosen == (sort == .isChosen))
    default: break
    }
    if note.isCompound, !isEmpty { return .unknown }
    switch sort {
    case .isAmong, .isNotAmong:
      let isAmong = conditions[number].parts.contains { part in
        isEmpty ? texts[part].count == 0 : note.isSame(as: texts[part], of: pool)
      }
      return SieveTruth(isAmong == (sort == .isAmong))
    case .isGreater, .isLess:
      if isEmpty { return .no }
      guard let value = note.decimal else {
        return conditions[number].isOnlyNumber && note.isSurelyNoNumber ? .no : .unknown
      }
      let bound = conditions[number].number
      let holds =
        sort == .isGreater
        ? bound.isLess(than: value) : value.isLess(than: bound)
      return holds.map { SieveTruth($0) } ?? .unknown
    case .isLater, .isEarlier:
      if isEmpty { return .no }
      guard let date = note.dateKey else { return .unknown }
      return SieveTruth(
        sort == .isLater
          ? conditions[number].date < date : date < conditions[number].date)
    case .hasMore, .hasFewer:
      let count = SieveNumber(Int64(note.count))
      let holds =
        sort == .hasMore
        ? conditions[number].number.isLess(than: count)
        : count.isLess(than: conditions[number].number)
      return holds.map { SieveTruth($0) } ?? .unknown
    case .all, .any, .yes, .no, .unknown, .isTrue, .isFilled, .isEmpty, .isChosen, .isNotChosen:
      return .unknown
    }
  }
}
