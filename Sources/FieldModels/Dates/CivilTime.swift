/// A time of day on the clock on the wall, to the nanosecond, without date or zone.
///
/// It runs from 00:00 to 23:59:59.999999999. ISO 8601's 24:00 is the next day's 00:00 and is
/// refused, as RFC 3339 and HTML do. A leap second (`:60`) is refused too: whether there is one
/// depends on the date and on UTC, which a time on the wall does not know. (The formats
/// `date-time` and `time-offset`, which are RFC 3339's own, do accept it where it can be.)
package struct CivilTime: Hashable, Sendable {
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let nanosecond: Int

  /// The time with these parts, if the clock shows it.
  package init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    guard DateProblem.ofParts(hour: hour, minute: minute, second: second) == nil,
      0..<1_000_000_000 ~= nanosecond
    else { return nil }
    self.init(unchecked: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  /// Reads strictly `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f` with one to nine digits of fraction.
  package init?(iso8601 text: some StringProtocol) {
    var cursor = DigitCursor(text)
    guard let time = try? Self.read(&cursor), cursor.isAtEnd else { return nil }
    self = time
  }

  /// 00:00.
  static let midnight = CivilTime(unchecked: 0, minute: 0, second: 0, nanosecond: 0)

  private init(unchecked hour: Int, minute: Int, second: Int, nanosecond: Int) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
  }

  /// Reads a time here; answers nothing for another shape and throws for a time that is none.
  static func read(_ cursor: inout DigitCursor) throws(DateProblem) -> CivilTime? {
    let colon = UInt8(ascii: ":")
    guard let hour = cursor.number(digitCount: 2), cursor.skip(colon),
      let minute = cursor.number(digitCount: 2)
    else { return nil }
    var (second, nanosecond) = (0, 0)
    if cursor.skip(colon) {
      guard let seconds = cursor.number(digitCount: 2) else { return nil }
      second = seconds
      if cursor.skip(UInt8(ascii: ".")) {
        guard let fraction = try nanoseconds(cursor.skipDigits()) else { return nil }
        nanosecond = fraction
      }
    }
    if let problem = DateProblem.ofParts(hour: hour, minute: minute, second: second) {
      throw problem
    }
    return CivilTime(unchecked: hour, minute: minute, second: second, nanosecond: nanosecond)
  }

  private static func nanoseconds(_ digits: ArraySlice<UInt8>) throws(DateProblem) -> Int? {
    guard !digits.isEmpty else { return nil }
    guard digits.count <= 9, let number = DigitCursor.number(digits) else {
      throw .fractionTooLong
    }
    return (digits.count..<9).reduce(Int(number)) { value, _ in value * 10 }
  }
}

extension CivilTime: Comparable, CustomStringConvertible {
  package static func < (first: CivilTime, second: CivilTime) -> Bool {
    (first.secondOfDay, first.nanosecond) < (second.secondOfDay, second.nanosecond)
  }

  /// Seconds since 00:00.
  package var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

  /// The shortest ISO 8601 form: seconds and fraction only where they are not zero.
  package var description: String {
    var text = "\(zeroPadded(hour, toWidth: 2)):\(zeroPadded(minute, toWidth: 2))"
    if second != 0 || nanosecond != 0 { text += ":" + zeroPadded(second, toWidth: 2) }
    if nanosecond != 0 {
      let digits = zeroPadded(nanosecond, toWidth: 9)
      let significant = digits.lastIndex { $0 != "0" } ?? digits.startIndex
      text += "." + digits[...significant]
    }
    return text
  }
}
