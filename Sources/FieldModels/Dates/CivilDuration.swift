/// A length of time in whole seconds: what a countdown is set to.
///
/// It is read from ISO 8601 (`PT1H30M`, `P1DT12H`, `P2W`) or from a clock's `HH:MM[:SS]`. Units
/// stand in ISO 8601's order, each at most once, and weeks stand alone. Years and months are
/// refused, as they have no fixed length; so are fractions and signs. A day is 24 hours.
package struct CivilDuration: Hashable, Sendable {
  package let seconds: Int64

  /// A length of so many seconds, if that is not negative and not beyond `longestSeconds`.
  package init?(seconds: Int64) {
    guard 0...Self.longestSeconds ~= seconds else { return nil }
    self.seconds = seconds
  }

  /// About three million years: far beyond use, and far from the limits of arithmetic.
  package static let longestSeconds: Int64 = 100_000_000_000_000

  /// Reads `PnW`, `P[nD][T[nH][nM][nS]]` or `HH:MM[:SS]`.
  package init?(iso8601 text: some StringProtocol) {
    var cursor = DigitCursor(text)
    guard let value = try? Self.read(&cursor), cursor.isAtEnd else { return nil }
    self = value
  }

  /// Reads one here; answers nothing for another shape and throws for one that cannot be counted.
  static func read(_ cursor: inout DigitCursor) throws(DateProblem) -> CivilDuration? {
    guard cursor.skip(UInt8(ascii: "P")) else {
      guard let time = try CivilTime.read(&cursor) else { return nil }
      guard time.nanosecond == 0 else { throw .durationHasFraction }
      return CivilDuration(seconds: Int64(time.secondOfDay))
    }
    var reader = UnitReader()
    while !cursor.isAtEnd {
      guard try reader.step(&cursor) else { return nil }
    }
    guard reader.isComplete else { return nil }
    guard let duration = CivilDuration(seconds: reader.seconds) else { throw .durationTooLong }
    return duration
  }
}

extension CivilDuration: Comparable, CustomStringConvertible {
  package static func < (first: CivilDuration, second: CivilDuration) -> Bool {
    first.seconds < second.seconds
  }

  /// As ISO 8601 writes it, in hours, minutes and seconds: `PT36H`, `PT1H30M`, `PT0S`.
  package var description: String {
    let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
    let text = parts.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined()
    return "PT" + (text.isEmpty ? "0S" : text)
  }
}

/// The units of an ISO 8601 duration, read one after the other and summed.
private struct UnitReader {
  private(set) var seconds: Int64 = 0
  private var isInTime = false
  /// The place in the order of units that the last one had.
  private var rank = 0
  private var isAfterUnit = false
  private var hasWeeks = false

  /// A duration needs a unit, and a unit after `T` if there is a `T`.
  var isComplete: Bool { isAfterUnit }

  mutating func step(_ cursor: inout DigitCursor) throws(DateProblem) -> Bool {
    if cursor.skip(UInt8(ascii: "T")) {
      guard !isInTime, !hasWeeks else { return false }
      (isInTime, isAfterUnit) = (true, false)
      return true
    }
    let digits = cursor.skipDigits()
    guard !digits.isEmpty, let letter = cursor.next else { return false }
    if letter == UInt8(ascii: ".") || letter == UInt8(ascii: ",") {
      throw .durationHasFraction
    }
    guard let unit = try unit(letter), cursor.skip(letter), unit.rank > rank, !hasWeeks else {
      return false
    }
    try add(digits, unit.seconds)
    hasWeeks = letter == UInt8(ascii: "W")
    (rank, isAfterUnit) = (unit.rank, true)
    return true
  }

  private func unit(_ letter: UInt8) throws(DateProblem) -> (rank: Int, seconds: Int64)? {
    switch (letter, isInTime) {
    case (UInt8(ascii: "Y"), false), (UInt8(ascii: "M"), false): throw .durationIsNotFixed
    case (UInt8(ascii: "W"), false): rank == 0 ? (1, 604_800) : nil
    case (UInt8(ascii: "D"), false): (2, 86_400)
    case (UInt8(ascii: "H"), true): (3, 3600)
    case (UInt8(ascii: "M"), true): (4, 60)
    case (UInt8(ascii: "S"), true): (5, 1)
    default: nil
    }
  }

  private mutating func add(_ digits: ArraySlice<UInt8>, _ unitSeconds: Int64) throws(DateProblem) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 15, let count = DigitCursor.number(significant) else {
      throw .durationTooLong
    }
    let (product, isTooMuch) = count.multipliedReportingOverflow(by: unitSeconds)
    guard !isTooMuch, product <= CivilDuration.longestSeconds else { throw .durationTooLong }
    seconds += product
  }
}
