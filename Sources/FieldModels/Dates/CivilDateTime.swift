/// A date and a time of day together, with the offset from UTC if the text stated one.
///
/// Without an offset it is local: a day and a time on the wall somewhere, and no instant. With
/// one it is an instant as well, and two of them compare as instants; a local one and an instant
/// do not compare at all. `-00:00`, RFC 3339's "offset unknown", is read as UTC, which is what
/// that RFC makes of the time itself. Letters are upper case and the separator is `T`, as in
/// ISO 8601; the lower case and the space that RFC 3339 tolerates are not.
package struct CivilDateTime: Hashable, Sendable {
  package let date: CivilDate
  package let time: CivilTime
  /// Seconds east of UTC, within a day; nothing for a local date and time.
  ///
  /// A text says whole minutes; the clocks of old days were off by seconds too.
  package let utcOffsetSeconds: Int?

  /// Joins a date and a time, if the offset is one: within 24 hours of UTC.
  package init?(date: CivilDate, time: CivilTime, utcOffsetSeconds: Int? = nil) {
    guard -86_399...86_399 ~= (utcOffsetSeconds ?? 0) else { return nil }
    self.init(unchecked: date, time, utcOffsetSeconds)
  }

  /// Reads strictly `YYYY-MM-DDTHH:MM[:SS[.f]][Z|±HH:MM]`.
  package init?(iso8601 text: some StringProtocol) {
    var cursor = DigitCursor(text)
    guard let value = try? Self.read(&cursor), cursor.isAtEnd else { return nil }
    self = value
  }

  private init(unchecked date: CivilDate, _ time: CivilTime, _ utcOffsetSeconds: Int?) {
    self.date = date
    self.time = time
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  /// Reads one here; answers nothing for another shape and throws for parts that do not exist.
  static func read(_ cursor: inout DigitCursor) throws(DateProblem) -> CivilDateTime? {
    guard let date = try CivilDate.read(&cursor), cursor.skip(UInt8(ascii: "T")),
      let time = try CivilTime.read(&cursor)
    else { return nil }
    guard !cursor.isAtEnd else { return CivilDateTime(unchecked: date, time, nil) }
    guard let offset = try readOffset(&cursor) else { return nil }
    return CivilDateTime(unchecked: date, time, offset)
  }

  private static func readOffset(_ cursor: inout DigitCursor) throws(DateProblem) -> Int? {
    if cursor.skip(UInt8(ascii: "Z")) { return 0 }
    let isWest = cursor.skip(UInt8(ascii: "-"))
    guard isWest || cursor.skip(UInt8(ascii: "+")),
      let hours = cursor.number(digitCount: 2), cursor.skip(UInt8(ascii: ":")),
      let minutes = cursor.number(digitCount: 2)
    else { return nil }
    guard hours < 24, minutes < 60 else { throw .offsetOutOfRange }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }
}

extension CivilDateTime {
  /// 1 January 1970, 00:00, on the wall.
  static let epoch = CivilDateTime(unchecked: .epoch, .midnight, nil)

  /// The local date and time so many seconds after 1970-01-01T00:00, if the calendar goes as far.
  package init?(secondsOnWall seconds: Int64, nanosecond: Int = 0) {
    let (days, rest) = flooredQuotient(seconds, 86_400)
    let secondOfDay = Int(rest)
    guard let days = Int(exactly: days), let date = CivilDate(daysSinceEpoch: days),
      let time = CivilTime(
        hour: secondOfDay / 3600, minute: secondOfDay / 60 % 60, second: secondOfDay % 60,
        nanosecond: nanosecond)
    else { return nil }
    self.init(unchecked: date, time, nil)
  }
}

extension CivilDateTime {
  /// The same moment as a clock in a zone shows it, with its offset from UTC; without an offset
  /// it is a time on that very clock.
  ///
  /// Itself, where that is no day of the calendar.
  package func inZone(_ rules: ZoneRules) -> CivilDateTime {
    guard let instant = rules.instantSeconds(of: self) else { return self }
    let offset = rules.offsetSeconds(at: instant)
    guard
      let wall = CivilDateTime(secondsOnWall: instant + Int64(offset), nanosecond: time.nanosecond)
    else { return self }
    return CivilDateTime(date: wall.date, time: wall.time, utcOffsetSeconds: offset) ?? self
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// Whether this is earlier; nothing where only one of the two says its offset from UTC.
  package func isBefore(_ other: CivilDateTime) -> Bool? {
    guard (utcOffsetSeconds == nil) == (other.utcOffsetSeconds == nil) else { return nil }
    return (secondsSinceEpoch, time.nanosecond) < (other.secondsSinceEpoch, other.time.nanosecond)
  }

  /// Seconds since 1970-01-01T00:00, in UTC where the offset is known and on the wall where not.
  package var secondsSinceEpoch: Int64 {
    secondsOnWall - Int64(utcOffsetSeconds ?? 0)
  }

  /// Seconds since 1970-01-01T00:00, as the clock on the wall counts them.
  package var secondsOnWall: Int64 {
    Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondOfDay)
  }

  /// As ISO 8601 writes it, with `Z` for no offset from UTC.
  ///
  /// It has no seconds in offsets, so a moment by such a clock is written as UTC has it.
  package var description: String {
    guard let utcOffsetSeconds else { return "\(date)T\(time)" }
    guard utcOffsetSeconds != 0 else { return "\(date)T\(time)Z" }
    let (offsetMinutes, seconds) = Int(utcOffsetSeconds.magnitude)
      .quotientAndRemainder(dividingBy: 60)
    if seconds != 0,
      let utc = CivilDateTime(secondsOnWall: secondsSinceEpoch, nanosecond: time.nanosecond)
    {
      return "\(utc)Z"
    }
    let (hours, minutes) = offsetMinutes.quotientAndRemainder(dividingBy: 60)
    let sign = utcOffsetSeconds < 0 ? "-" : "+"
    return
      "\(date)T\(time)\(sign)\(zeroPadded(hours, toWidth: 2)):\(zeroPadded(minutes, toWidth: 2))"
  }
}

/// Division by a positive number that rounds down, before 1970 too, and what it leaves.
func flooredQuotient(_ dividend: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
