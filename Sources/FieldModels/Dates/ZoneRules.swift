/// What the clocks of a place show, and showed, and will show by the rules that are known now.
///
/// A zone is a fixed offset from UTC, or it is read from the bytes of a compiled zone file (TZif,
/// RFC 8536): a table of changes, and a rule for the time after it. Bytes that are no such file
/// make no zone; whatever they are, reading them cannot trap. Offsets are in seconds east of UTC,
/// since clocks were set by the sun before there were zones.
package struct ZoneRules: Hashable, Sendable {
  /// When clocks were changed, in seconds since 1970 in UTC, each later than the one before it.
  let changes: [Int64]
  /// The offset from each change on.
  let offsets: [Int]
  /// The offset before the first change.
  let firstOffsetSeconds: Int
  /// What holds after the last change, if that is not simply its offset for ever.
  let yearlyRule: YearlyZoneRule?

  init(
    changes: [Int64] = [], offsets: [Int] = [], firstOffsetSeconds: Int,
    yearlyRule: YearlyZoneRule? = nil
  ) {
    self.changes = changes
    self.offsets = offsets
    self.firstOffsetSeconds = firstOffsetSeconds
    self.yearlyRule = yearlyRule
  }

  /// A zone that is always so far from UTC.
  package static func fixed(offsetSeconds: Int) -> ZoneRules {
    // Further than a day is no offset, and sums with it stay far from the limits of arithmetic.
    ZoneRules(firstOffsetSeconds: min(max(offsetSeconds, -86_400), 86_400))
  }

  /// Coordinated Universal Time.
  package static let utc = fixed(offsetSeconds: 0)

  /// The zone that a name says by itself: `GMT`, `UTC`, `Z` or `±HH:MM`.
  package init?(fixed name: String) {
    if name == "GMT" || name == "UTC" || name == "Z" {
      self = .utc
      return
    }
    var cursor = DigitCursor(name)
    let isWest = cursor.skip(UInt8(ascii: "-"))
    guard isWest || cursor.skip(UInt8(ascii: "+")), let hours = cursor.number(digitCount: 2),
      cursor.skip(UInt8(ascii: ":")), let minutes = cursor.number(digitCount: 2), cursor.isAtEnd,
      hours < 24, minutes < 60
    else { return nil }
    self = .fixed(offsetSeconds: (hours * 60 + minutes) * (isWest ? -60 : 60))
  }
}

extension ZoneRules {
  /// How far ahead of UTC clocks are at a moment.
  package func offsetSeconds(at instantSeconds: Int64) -> Int {
    if let yearlyRule, instantSeconds >= changes.last ?? .min {
      return yearlyRule.offsetSeconds(at: instantSeconds)
    }
    let passed = changeCount(upTo: instantSeconds)
    return passed == 0 ? firstOffsetSeconds : offsets[passed - 1]
  }

  /// What a clock shows at a moment, if that is a day of the calendar.
  package func wallTime(of instantSeconds: Int64) -> CivilDateTime? {
    let (seconds, isTooFar) = instantSeconds.addingReportingOverflow(
      Int64(offsetSeconds(at: instantSeconds)))
    return isTooFar ? nil : CivilDateTime(secondsOnWall: seconds)
  }

  /// What a clock shows at a moment, to the nanosecond.
  package func wallTime(of instant: Instant) -> CivilDateTime {
    let (seconds, nanosecond) = flooredQuotient(instant.nanoseconds, 1_000_000_000)
    let wall = seconds + Int64(offsetSeconds(at: seconds))
    // The nanoseconds of 64 bits reach from 1677 to 2262, which are days of the calendar.
    return CivilDateTime(secondsOnWall: wall, nanosecond: Int(nanosecond)) ?? .epoch
  }

  /// The calendar day at a moment.
  package func today(at instant: Instant) -> CivilDate { wallTime(of: instant).date }

  /// The moment at which the calendar day of a moment is over.
  package func endOfDay(at instant: Instant) -> Instant {
    guard let tomorrow = today(at: instant).adding(days: 1),
      let midnight = CivilDateTime(date: tomorrow, time: .midnight),
      let seconds = instantSeconds(of: midnight)
    else { return instant.endOfDay }
    let (nanoseconds, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooFar, instant.nanoseconds < nanoseconds else { return instant.endOfDay }
    return Instant(nanoseconds: nanoseconds, utcOffsetSeconds: instant.utcOffsetSeconds)
  }

  /// The moment at which clocks show a date and time.
  ///
  /// Of two such moments it is the first. Where clocks skip the time, it is as if they had been
  /// changed too late: 02:30 is the moment at which they show 03:30. A date and time that says its
  /// own offset is a moment without any zone. There is no answer outside the calendar of UTC.
  package func instantSeconds(of wall: CivilDateTime) -> Int64? {
    let wallSeconds = wall.secondsSinceEpoch
    let seconds = wall.utcOffsetSeconds == nil ? instantSeconds(ofWall: wallSeconds) : wallSeconds
    return CivilDateTime(secondsOnWall: seconds) == nil ? nil : seconds
  }

  private func instantSeconds(ofWall wallSeconds: Int64) -> Int64 {
    // No clock is further than this from UTC, so all changes that matter are in between.
    let (start, end) = (wallSeconds - 100_000, wallSeconds + 100_000)
    var offset = Int64(offsetSeconds(at: start))
    for change in changes(in: start, end) {
      // Before the change it is the time asked for, or else the time would come after it by the
      // old offset and have passed before it by the new one, which is a gap.
      if wallSeconds - offset < change { return wallSeconds - offset }
      let next = Int64(offsetSeconds(at: change))
      if wallSeconds - next < change { return wallSeconds - offset }
      offset = next
    }
    return wallSeconds - offset
  }

  /// The changes after one moment and up to another.
  private func changes(in start: Int64, _ end: Int64) -> [Int64] {
    let known = changes[changeCount(upTo: start)..<changeCount(upTo: end)]
    guard let yearlyRule, end > changes.last ?? .min else { return Array(known) }
    let after = max(start, changes.last ?? start)
    return known
      + yearlyRule.changes(around: end).map { $0.instant }.filter { after < $0 && $0 <= end }
  }

  /// How many changes were made up to a moment.
  private func changeCount(upTo instantSeconds: Int64) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instantSeconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
