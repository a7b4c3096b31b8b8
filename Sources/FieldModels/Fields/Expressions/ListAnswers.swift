/// What a field has in all entries of a list, as those see it who look at the list from outside.
///
/// Entries without an answer are left out. The order of the entries makes no difference.
package struct ListAnswers: Equatable, Sendable {
  /// How many entries have an answer.
  package private(set) var count = 0
  /// The exact sum of the numbers; nil where no answer is one.
  package private(set) var sum: Decimal?
  /// The least number or the earliest date; nil where no answer is either.
  package private(set) var least: Measure?
  /// The greatest number or the latest date.
  package private(set) var greatest: Measure?

  package init() {}

  /// - Parameters:
  ///   - count: how many entries have an answer
  ///   - sum: of the numbers, if there are any
  ///   - least: of the numbers or dates, if there are any
  ///   - greatest: of the same
  init(count: Int, sum: Decimal?, least: Measure?, greatest: Measure?) {
    (self.count, self.sum) = (count, sum)
    (self.least, self.greatest) = (least, greatest)
  }

  /// Adds what one entry has.
  package mutating func add(_ value: ExpressionValue) {
    let value = value.seen
    if value == .nothing { return }
    count += 1
    if let number = value.addend { sum = sum.map { $0 + number } ?? number }
    guard let measure = value.measure else { return }
    if least.map({ measure.stands(before: $0) }) ?? true { least = measure }
    if greatest.map({ $0.stands(before: measure) }) ?? true { greatest = measure }
  }
}

extension ExpressionValue {
  /// The number that it adds to a sum of many, with the digits of a result.
  var addend: Decimal? {
    guard let number, number.isHeldByDouble else { return nil }
    return number.calculated
  }

  /// Where it stands among others of its kind; nil for what has no order.
  var measure: Measure? {
    if let number { return .number(number) }
    if case .place(let place) = self { return place }
    return nil
  }

  /// A number or a date; nothing for nil.
  init(_ measure: Measure?) {
    switch measure {
    case nil: self = .nothing
    case .number(let number): self = .number(number)
    case .some(let place): self = .place(place)
    }
  }
}

extension Measure {
  /// Whether it comes before another in a sequence of answers, in which every two have an order.
  ///
  /// Moments without an offset stand among the others as if it was zero, and the same moments with two offsets
  /// by their text, so that the sequence is always the same.
  func stands(before other: Measure) -> Bool {
    let (first, second) = (rank, other.rank)
    if first != second { return first < second }
    return description.unicodeScalars.lexicographicallyPrecedes(other.description.unicodeScalars)
  }

  private var rank: Decimal {
    guard case .date(.dateAndTime(let moment)) = self else { return units }
    return Decimal(moment.secondsSinceEpoch) + Decimal(moment.time.nanosecond, exponent: -9)
  }
}
