/// An expression, or a part of one, that is looked at in the values that a sieve has noted.
///
/// It comes to what `Expression` comes to, or to nothing that is known: of numbers it knows those that an
/// integer of 64 bits holds, of dates those without a time, of texts whether they are the same.
struct SieveTerm: Sendable {
  var sort: Sort
  /// The parts, by their numbers.
  var parts: Range<Int> = 0..<0
  /// The note of a field or of a list.
  var note = 0
  var number = SieveNumber(0)
  var text = SievePool.Stretch(start: 0, count: 0)

  /// What it is.
  enum Sort: Sendable {
    case unknown, nothing
    case number, text, yes, no
    /// A day, whose number is counted from the epoch.
    case day
    /// The draft of another field, or of this one whatever it counts as to others.
    case field(Reading), own(Reading)
    /// How many entries a list has.
    case entries
    /// What a field has in all entries of a list, which only a function takes.
    case answers
    case not, negative
    case binary(Expression.Operator)
    case call(ExpressionFunction)
  }

  /// How a draft is read.
  enum Reading: Equatable, Sendable {
    case number, flag, text, day
    /// A time, a month or whatever else is no number.
    case place
  }
}

/// A decimal number of few digits: a whole number of a power of ten.
struct SieveNumber: Sendable {
  var units: Int64
  /// How many digits stand behind the point.
  var places: Int

  /// More digits are not calculated with here.
  private static let mostPlaces = 15
  private static let end: Int64 = 1 << 60

  init(_ units: Int64, places: Int = 0) {
    (self.units, self.places) = (units, places)
    while 0 < self.places, self.units.isMultiple(of: 10) {
      self.units /= 10
      self.places &-= 1
    }
  }

  /// Nil for what has more digits than are calculated with here.
  private init?(_ result: (partialValue: Int64, overflow: Bool), places: Int) {
    if result.overflow { return nil }
    self.init(result.partialValue, places: places)
    guard self.units.magnitude < Self.end, self.places <= Self.mostPlaces else { return nil }
  }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 < 10 } ?? false }

  /// A constant.
  init?(_ number: Decimal) {
    let text = Array(number.description.utf8)
    self.init(text.count) { text[$0] }
  }

  /// What some bytes say that are a number as most are written; nil for any other text.
  @inline(__always)
  init?(_ count: Int, _ byte: (Int) -> UInt8) {
    let isNegative = 0 < count && byte(0) == UInt8(ascii: "-")
    var (index, units, point) = (isNegative ? 1 : 0, Int64(0), -1)
    let start = index
    guard count - start <= Self.mostPlaces else { return nil }
    while index < count {
      let digit = byte(index) &- 0x30
      if digit < 10 {
        units = units &* 10 &+ Int64(digit)
      } else {
        guard byte(index) == UInt8(ascii: "."), point == -1, start < index else { return nil }
        point = index
      }
      index &+= 1
    }
    guard start < count, point != count - 1 else { return nil }
    self.init(isNegative ? -units : units, places: point == -1 ? 0 : count - 1 - point)
  }

  /// The units of both, counted in the same power of ten.
  private func aligned(
    with other: SieveNumber
  ) -> (first: Int64, second: Int64, places: Int)? {
    if places == other.places { return (units, other.units, places) }
    if other.places < places {
      return other.aligned(with: self).map { ($0.second, $0.first, $0.places) }
    }
    var scaled = units
    for _ in places..<other.places {
      let (product, isTooLarge) = scaled.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      scaled = product
    }
    return (scaled, other.units, other.places)
  }

  func plus(_ other: SieveNumber) -> SieveNumber? {
    aligned(with: other).flatMap {
      SieveNumber($0.first.addingReportingOverflow($0.second), places: $0.places)
    }
  }

  var negated: SieveNumber { SieveNumber(-units, places: places) }

  func times(_ other: SieveNumber) -> SieveNumber? {
    SieveNumber(
      units.multipliedReportingOverflow(by: other.units), places: places &+ other.places)
  }

  /// The quotient where it has few digits; nil for a division by zero too.
  func divided(by divisor: SieveNumber) -> SieveNumber? {
    guard let (first, second, _) = aligned(with: divisor), second != 0 else { return nil }
    var (dividend, places) = (first, 0)
    while !dividend.isMultiple(of: second) {
      let (product, isTooLarge) = dividend.multipliedReportingOverflow(by: 10)
      if isTooLarge || Self.mostPlaces <= places { return nil }
      (dividend, places) = (product, places &+ 1)
    }
    return SieveNumber((dividend / second, false), places: places)
  }

  /// What a division by whole steps leaves, with the sign of the dividend.
  func remainder(by divisor: SieveNumber) -> SieveNumber? {
    guard let (first, second, places) = aligned(with: divisor), second != 0 else { return nil }
    return SieveNumber((first % second, false), places: places)
  }

  /// The greatest whole number that is not greater.
  var floor: SieveNumber {
    let unit = Self.unit(places)
    return SieveNumber(units / unit - (units % unit < 0 ? 1 : 0))
  }

  /// The number with so many places, halves away from zero.
  func rounded(toPlaces count: Int) -> SieveNumber? {
    if places <= count { return self }
    guard 0 <= count else { return nil }
    let unit = Self.unit(places &- count)
    let (quotient, rest) = units.quotientAndRemainder(dividingBy: unit)
    let isUp = unit <= 2 * Int64(rest.magnitude)
    return SieveNumber(quotient + (isUp ? units.signum() : 0), places: count)
  }

  /// Ten times itself so often as there are places, of which there are few.
  static func unit(_ places: Int) -> Int64 {
    (0..<places).reduce(1) { unit, _ in unit &* 10 }
  }

  func isSame(as other: SieveNumber) -> Bool { units == other.units && places == other.places }

  /// Nil where that can't be said here.
  func isLess(than other: SieveNumber) -> Bool? {
    aligned(with: other).map { $0.first < $0.second }
  }

  /// The most bytes that are written for one.
  static let mostBytes = 32

  /// Writes the number out, from the last byte to the first.
  func write(_ body: (UInt8) -> Void) {
    var rest = units.magnitude
    var written = 0
    repeat {
      body(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      written &+= 1
      if written == places { body(UInt8(ascii: ".")) }
    } while rest != 0 || written <= places
    if units < 0 { body(UInt8(ascii: "-")) }
  }
}

extension SieveNumber {
  /// Limits of numbers as whole numbers of a unit: as few digits behind the point as all of them have.
  struct Limits {
    /// How many digits that is.
    let places: Int

    /// What is as great is no number of units, and no number of a record that is read has as many.
    static let end: Int64 = 1 << 60
    /// Digits behind the point that are calculated with, so that what is read has not too many units.
    private static let mostPlaces = 3

    init(_ rules: [Rule]) {
      let limits = rules.flatMap { rule -> [Decimal] in
        switch rule.check {
        case .minimum(.number(let limit), _), .maximum(.number(let limit), _): [limit]
        case .step(let step, _): [step]
        default: []
        }
      }
      places =
        limits.map { limit in
          let text = limit.literal(typedAs: Self.plain)
          let point = text.firstIndex(of: ".").map {
            text.distance(from: $0, to: text.endIndex) - 1
          }
          return text.contains("e") ? Self.mostPlaces : min(point ?? 0, Self.mostPlaces)
        }.max() ?? 0
    }

    private static let plain = String(repeating: "0", count: 40)

    /// The whole number of units that a limit is, or the next one below it.
    ///
    /// One beyond all that are read is as good as the first of those.
    func units(of limit: Decimal) -> (floor: Int64, isExact: Bool) {
      let scaled = limit * Decimal(SieveNumber.unit(places))
      if Decimal(Self.end) <= scaled { return (Self.end, true) }
      if scaled <= Decimal(-Self.end) { return (-Self.end, true) }
      let text = scaled.literal(typedAs: Self.plain)
      if scaled.isInteger { return (Int64(text) ?? Self.end, Int64(text) != nil) }
      // What has an exponent still is next to zero.
      let whole = text.contains("e") ? 0 : abs(Int64(text.prefix { $0 != "." }) ?? 0)
      return (scaled.isNegative ? -whole - 1 : whole, false)
    }
  }
}

/// What a term comes to.
enum SieveValue {
  /// It takes more than a look.
  case unknown
  case nothing
  case number(SieveNumber)
  case flag(Bool)
  /// The draft of a note.
  case draft(Int)
  case constant(SievePool.Stretch)
  case day(Int)
  /// Several texts or a nested value, which is no number.
  case compound
  /// A time or another place on a scale, of which no more is known.
  case place

  init(_ flag: Bool?) { self = flag.map { .flag($0) } ?? .unknown }

  init(_ number: SieveNumber?) { self = number.map { .number($0) } ?? .unknown }

  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }

  fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } }

  fileprivate var number: SieveNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  fileprivate var isPlace: Bool { if case .place = self { true } else { false } }

  fileprivate var isText: Bool {
    switch self {
    case .draft, .constant, .compound: true
    case .unknown, .nothing, .number, .flag, .day, .place: false
    }
  }

  fileprivate var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

  fileprivate var day: CivilDate? {
    if case .day(let day) = self { CivilDate(daysSinceEpoch: day) } else { nil }
  }

  /// What a condition takes it for, which holds only if it is true.
  var truth: SieveTruth {
    switch self {
    case .flag(let flag): SieveTruth(flag)
    case .unknown: .unknown
    case .nothing, .number, .draft, .constant, .day, .compound, .place: .no
    }
  }
}

extension SieveNumber {
  /// What an operator makes of two numbers.
  fileprivate func result(of sign: Expression.Operator, _ other: SieveNumber) -> SieveValue {
    switch sign {
    case .equal: SieveValue(isSame(as: other))
    case .notEqual: SieveValue(!isSame(as: other))
    case .less: SieveValue(isLess(than: other))
    case .greater: SieveValue(other.isLess(than: self))
    case .atMost: SieveValue(other.isLess(than: self).map { !$0 })
    case .atLeast: SieveValue(isLess(than: other).map { !$0 })
    case .plus: SieveValue(plus(other))
    case .minus: SieveValue(plus(other.negated))
    case .times: SieveValue(times(other))
    case .divided: SieveValue(divided(by: other))
    case .remainder: SieveValue(remainder(by: other))
    case .and, .or: .nothing
    }
  }
}

extension SievePlan {
  /// What a term comes to.
  func value(
    of term: Int, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveValue {
    switch terms[term].sort {
    case .unknown: return .unknown
    case .nothing: return .nothing
    case .number: return .number(terms[term].number)
    case .text: return .constant(terms[term].text)
    case .yes: return .flag(true)
    case .no: return .flag(false)
    case .day: return .day(Int(truncatingIfNeeded: terms[term].number.units))
    case .field(let reading):
      let note = scratch[note: terms[term].note]
      if note.counts == .unknown || note.state == .doubtful { return .unknown }
      return note.isEmpty ? .nothing : value(of: note, terms[term].note, as: reading, of: pool)
    case .own(let reading):
      let note = scratch[note: terms[term].note]
      return note.state == .filled
        ? value(of: note, terms[term].note, as: reading, of: pool) : .unknown
    case .entries:
      let count = scratch[note: terms[term].note].count
      return count == 0 ? .nothing : .number(SieveNumber(Int64(count)))
    case .answers: return .unknown
    case .not:
      let part = value(of: terms[term].parts.lowerBound, in: scratch, of: pool)
      return part.isUnknown ? part : part.flag.map { .flag(!$0) } ?? .nothing
    case .negative:
      let part = value(of: terms[term].parts.lowerBound, in: scratch, of: pool)
      return of(part, in: scratch, of: pool) { $0.negated }
    case .binary(let sign): return result(of: sign, term, in: scratch, of: pool)
    case .call(let function): return result(of: function, term, in: scratch, of: pool)
    }
  }

  private func value(
    of note: SieveNote, _ number: Int, as reading: SieveTerm.Reading, of pool: borrowing SievePool
  ) -> SieveValue {
    if note.isCompound { return .compound }
    switch reading {
    case .number:
      return note.decimal.map { .number($0) } ?? (note.isSurelyNoNumber ? .nothing : .unknown)
    case .flag:
      return note.isSame(as: SieveBuilder.words.true, of: pool)
        ? .flag(true)
        : note.isSame(as: SieveBuilder.words.false, of: pool) ? .flag(false) : .nothing
    case .text: return .draft(number)
    case .day: return note.date.map { .day($0.daysSinceEpoch) } ?? .unknown
    // Of another text nothing is read.
    case .place: return note.isDoubtful ? .unknown : .place
    }
  }

  private func result(
    of sign: Expression.Operator, _ term: Int, in scratch: SieveScratch,
    of pool: borrowing SievePool
  ) -> SieveValue {
    let first = value(of: terms[term].parts.lowerBound, in: scratch, of: pool)
    if sign == .and || sign == .or {
      let decisive = sign == .or
      if first.flag == decisive { return first }
      let second = value(of: terms[term].parts.lowerBound &+ 1, in: scratch, of: pool)
      if second.flag == decisive { return second }
      if first.isUnknown || second.isUnknown { return .unknown }
      return first.flag != nil && second.flag != nil ? first : .nothing
    }
    let second = value(of: terms[term].parts.lowerBound &+ 1, in: scratch, of: pool)
    if case .number(let one) = first, case .number(let other) = second {
      return one.result(of: sign, other)
    }
    if first.isUnknown || second.isUnknown { return .unknown }
    switch sign {
    case .equal, .notEqual:
      return SieveValue(isSame(first, second, in: scratch, of: pool).map { $0 == (sign == .equal) })
    case .less: return order(first, second, in: scratch, of: pool) { $0 }
    case .greater: return order(second, first, in: scratch, of: pool) { $0 }
    case .atMost: return order(second, first, in: scratch, of: pool) { !$0 }
    case .atLeast: return order(first, second, in: scratch, of: pool) { !$0 }
    case .plus, .minus, .times, .divided, .remainder:
      return calculated(
        sign, of: numeric(first, in: scratch, of: pool),
        and: numeric(second, in: scratch, of: pool))
    case .and, .or: return .unknown
    }
  }

  /// What is calculated of two values of which one at least is no number as it stands.
  private func calculated(
    _ sign: Expression.Operator, of first: SieveValue, and second: SieveValue
  ) -> SieveValue {
    if sign == .plus || sign == .minus {
      return sum(first, second, isDifference: sign == .minus)
    }
    if first.isUnknown || second.isUnknown { return .unknown }
    guard let one = first.number, let other = second.number else { return .nothing }
    return one.result(of: sign, other)
  }

  /// Nil where that takes more than a look.
  private func isSame(
    _ first: SieveValue, _ second: SieveValue, in scratch: SieveScratch,
    of pool: borrowing SievePool
  ) -> Bool? {
    switch (first, second) {
    case (.nothing, _): second.isNothing
    case (_, .nothing): false
    case (.number(let one), .number(let other)): one.isSame(as: other)
    case (.flag(let one), .flag(let other)): one == other
    case (.day(let one), .day(let other)): one == other
    case (.draft(let one), .draft(let other)):
      scratch[note: one].isSame(as: scratch[note: other])
    case (.draft(let note), .constant(let text)), (.constant(let text), .draft(let note)):
      scratch[note: note].isSame(as: text, of: pool)
    case (.compound, _), (_, .compound), (.place, _), (_, .place): nil
    case (.number(let one), let text), (let text, .number(let one)):
      isSame(one, as: numeric(text, in: scratch, of: pool))
    case (.flag(let flag), .draft(let note)), (.draft(let note), .flag(let flag)):
      scratch[note: note].isSame(
        as: flag ? SieveBuilder.words.true : SieveBuilder.words.false, of: pool)
    default: nil
    }
  }

  private func isSame(_ number: SieveNumber, as other: SieveValue) -> Bool? {
    if other.isUnknown { return nil }
    return other.number.map { $0.isSame(as: number) } ?? false
  }

  /// A text as the number that it says, or nothing where it surely says none; of flags there is no number.
  private func numeric(
    _ value: SieveValue, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> SieveValue {
    switch value {
    case .unknown, .nothing, .number, .day, .place: return value
    case .flag, .compound: return .nothing
    case .draft(let note):
      let note = scratch[note: note]
      return note.decimal.map { .number($0) } ?? (note.isSurelyNoNumber ? .nothing : .unknown)
    case .constant(let text):
      if let number = SieveNumber(text.count, { pool.byte(at: text.start &+ $0) }) {
        return .number(number)
      }
      return DecimalLiteral.mayBegin(with: pool.byte(at: text.start)) ? .unknown : .nothing
    }
  }

  private func order(
    _ first: SieveValue, _ second: SieveValue, in scratch: SieveScratch,
    of pool: borrowing SievePool, as answer: (Bool) -> Bool
  ) -> SieveValue {
    if first.isNothing || second.isNothing { return .nothing }
    if first.isPlace || second.isPlace { return .unknown }
    if case .day(let one) = first, case .day(let other) = second {
      return .flag(answer(one < other))
    }
    let one = numeric(first, in: scratch, of: pool)
    let other = numeric(second, in: scratch, of: pool)
    if let one = one.number, let other = other.number {
      return SieveValue(one.isLess(than: other).map(answer))
    }
    // Both have to be numbers to be compared as such.
    let isNumber = { (value: SieveValue) in value.number != nil || value.isUnknown }
    if isNumber(one), isNumber(other) { return .unknown }
    return textOrder(first, second, in: scratch, of: pool, as: answer)
  }

  /// The order of two values that are not both numbers and not both days: of texts, as long as one is
  /// surely no date.
  private func textOrder(
    _ first: SieveValue, _ second: SieveValue, in scratch: SieveScratch,
    of pool: borrowing SievePool, as answer: (Bool) -> Bool
  ) -> SieveValue {
    guard let one = bytes(of: first, in: scratch, of: pool),
      let other = bytes(of: second, in: scratch, of: pool)
    else {
      let isText = first.isText && second.isText
      let isBesideDay = first.day != nil && second.isText || second.day != nil && first.isText
      return isText || isBesideDay ? .unknown : .nothing
    }
    guard !SieveNumber.isDigit(one.first) || !SieveNumber.isDigit(other.first) else {
      return .unknown
    }
    // The order of the bytes of UTF-8 is that of the scalars.
    return .flag(answer(one.lexicographicallyPrecedes(other)))
  }

  private func bytes(
    of value: SieveValue, in scratch: SieveScratch, of pool: borrowing SievePool
  ) -> [UInt8]? {
    switch value {
    case .draft(let number):
      let note = scratch[note: number]
      return (0..<note.count).map { note.byte(at: $0) }
    case .constant(let text):
      var bytes: [UInt8] = []
      for offset in 0..<text.count { bytes.append(pool.byte(at: text.start &+ offset)) }
      return bytes
    case .unknown, .nothing, .number, .flag, .day, .compound, .place: return nil
    }
  }

  private func sum(
    _ first: SieveValue, _ second: SieveValue, isDifference: Bool
  ) -> SieveValue {
    switch (first, second) {
    case (.day(let end), .day(let start)) where isDifference:
      return .number(SieveNumber(Int64(end - start)))
    case (.day(let day), .number(let count)) where count.places == 0:
      let units = isDifference ? -count.units : count.units
      return later(day, by: units)
    case (.number(let count), .day(let day)) where count.places == 0 && !isDifference:
      return later(day, by: count.units)
    case (.unknown, _), (_, .unknown): return .unknown
    case (.nothing, _), (_, .nothing): return .nothing
    case (.place, _), (_, .place): return .unknown
    case (.number(let one), .number(let other)):
      return one.result(of: isDifference ? .minus : .plus, other)
    default: return .nothing
    }
  }

  private func later(_ day: Int, by count: Int64) -> SieveValue {
    guard let count = Int(exactly: count) else { return .unknown }
    return (CivilDate(daysSinceEpoch: day)?.adding(days: count)).map { .day($0.daysSinceEpoch) }
      ?? .unknown
  }

  private func result(
    of function: ExpressionFunction, _ term: Int, in scratch: SieveScratch,
    of pool: borrowing SievePool
  ) -> SieveValue {
    switch function {
    case .sum:
      return folded(term, in: scratch, of: pool) {
        $0.sum
      } by: {
        $0.plus($1)
      }
    case .min:
      return folded(term, in: scratch, of: pool) {
        $0.least
      } by: { a, b in
        b.isLess(than: a).map { $0 ? b : a }
      }
    case .max:
      return folded(term, in: scratch, of: pool) {
        $0.greatest
      } by: { a, b in
        a.isLess(than: b).map { $0 ? b : a }
      }
    case .count:
      let part = terms[terms[term].parts.lowerBound]
      guard case .answers = part.sort else { break }
      let answers = scratch[answers: part.note]
      return answers.isUnknown ? .unknown : .number(SieveNumber(Int64(answers.count)))
    default: break
    }
    let first =
      terms[term].parts.isEmpty
      ? .nothing : value(of: terms[term].parts.lowerBound, in: scratch, of: pool)
    if first.isUnknown { return first }
    func other(_ number: Int) -> SieveValue {
      value(of: terms[term].parts.lowerBound &+ number, in: scratch, of: pool)
    }
    switch function {
    case .if: return first.flag.map { other($0 ? 1 : 2) } ?? .nothing
    case .coalesce:
      for part in terms[term].parts {
        let value = value(of: part, in: scratch, of: pool)
        if !value.isNothing { return value }
      }
      return .nothing
    case .empty: return .flag(first.isNothing)
    case .filled: return .flag(!first.isNothing)
    case .years:
      let last = other(1)
      if last.isUnknown { return last }
      if first.isNothing || last.isNothing { return .nothing }
      guard let start = first.day, let end = last.day else { return .unknown }
      return .number(SieveNumber(Int64(start.wholeYears(until: end))))
    case .round:
      let places = terms[term].parts.count < 2 ? .number(SieveNumber(0)) : other(1)
      if places.isUnknown { return places }
      if first.isNothing || places.isNothing { return .nothing }
      guard let number = first.number, let count = places.number, count.places == 0,
        (0...Int64(Decimal.mostDigits)).contains(count.units)
      else { return .unknown }
      return SieveValue(number.rounded(toPlaces: Int(count.units)))
    case .abs: return of(first, in: scratch, of: pool) { $0.units < 0 ? $0.negated : $0 }
    case .floor: return of(first, in: scratch, of: pool) { $0.floor }
    case .ceiling: return of(first, in: scratch, of: pool) { $0.negated.floor.negated }
    case .number: return of(first, in: scratch, of: pool) { $0 }
    case .count:
      return first.isNothing
        ? .number(SieveNumber(0)) : isCounted(terms[term].parts.lowerBound) ? first : .unknown
    case .year: return ofDay(first) { $0.year }
    case .month: return ofDay(first) { $0.month }
    case .day: return ofDay(first) { $0.day }
    case .today, .concat, .contains, .length, .part, .sum, .min, .max, .truthy, .type:
      return .unknown
    }
  }

  private func isCounted(_ part: Int) -> Bool {
    if case .entries = terms[part].sort { true } else { false }
  }

  private func of(
    _ value: SieveValue, in scratch: SieveScratch, of pool: borrowing SievePool,
    _ change: (SieveNumber) -> SieveNumber
  ) -> SieveValue {
    let number = numeric(value, in: scratch, of: pool)
    if number.isUnknown { return .unknown }
    return number.number.map { .number(change($0)) } ?? .nothing
  }

  private func ofDay(_ value: SieveValue, _ part: (CivilDate) -> Int) -> SieveValue {
    value.isNothing ? .nothing : SieveValue(value.day.map { SieveNumber(Int64(part($0))) })
  }

  /// What numbers come to together, leaving out what is not there; of the answers of all entries what one says.
  private func folded(
    _ term: Int, in scratch: SieveScratch, of pool: borrowing SievePool,
    _ folded: (SieveAnswers) -> SieveNumber?,
    by operation: (SieveNumber, SieveNumber) -> SieveNumber?
  ) -> SieveValue {
    var result: SieveNumber?
    for part in terms[term].parts {
      let value: SieveValue
      if case .answers = terms[part].sort {
        let answers = scratch[answers: terms[part].note]
        if answers.isUnknown || !answers.areNumbers { return .unknown }
        value = folded(answers).map { .number($0) } ?? .nothing
      } else {
        value = self.value(of: part, in: scratch, of: pool)
      }
      if value.isNothing { continue }
      guard let number = value.number else { return .unknown }
      guard let known = result else {
        result = number
        continue
      }
      guard let next = operation(known, number) else { return .unknown }
      result = next
    }
    return result.map { .number($0) } ?? .nothing
  }
}

extension SieveNote {
  /// A draft that is a number as most are written.
  var decimal: SieveNumber? {
    guard hasText else { return nil }
    return SieveNumber(count) { byte(at: $0) }
  }

  /// Whether the draft begins as no number does.
  var isSurelyNoNumber: Bool { hasText && !DecimalLiteral.mayBegin(with: byte(at: 0)) }

  /// Whether the draft is just what a number is written as.
  func isWritten(as number: SieveNumber) -> Bool {
    var (end, isSame) = (count, true)
    number.write { byte in
      end -= 1
      if end < 0 || self.byte(at: end) != byte { isSame = false }
    }
    return isSame && end == 0
  }

  /// A draft that is a day.
  var date: CivilDate? {
    guard dateKey != nil else { return nil }
    func number(_ range: Range<Int>) -> Int {
      range.reduce(0) { $0 &* 10 &+ Int(byte(at: $1) &- 0x30) }
    }
    return CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10))
  }
}
