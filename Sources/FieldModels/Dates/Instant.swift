/// A moment, as the program's clock tells it: the only time that a form knows.
///
/// It serves both for deadlines, which compare moments, and for `today`, which asks for the
/// calendar day at the place where the daemon runs.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z; never runs backwards within a session.
  public var nanoseconds: Int64
  /// What the local clock is ahead of UTC.
  public var utcOffsetSeconds: Int

  /// - Parameters:
  ///   - nanoseconds: since 1970-01-01T00:00:00Z
  ///   - utcOffsetSeconds: what the local clock is ahead of UTC, by which `today` is meant
  public init(nanoseconds: Int64, utcOffsetSeconds: Int = 0) {
    self.nanoseconds = nanoseconds
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  /// The earlier moment is the smaller.
  public static func < (first: Instant, second: Instant) -> Bool {
    first.nanoseconds < second.nanoseconds
  }

  /// The calendar day at this moment, where the daemon runs.
  package var today: CivilDate {
    let seconds =
      flooredQuotient(nanoseconds, 1_000_000_000).quotient &+ Int64(utcOffsetSeconds)
    let days = Int(exactly: flooredQuotient(seconds, 86_400).quotient)
    return days.flatMap { CivilDate(daysSinceEpoch: $0) } ?? .epoch
  }

  /// The moment at which this moment's calendar day is over.
  package var endOfDay: Instant {
    let day: Int64 = 86_400_000_000_000
    let (local, overflow) = nanoseconds.addingReportingOverflow(
      Int64(utcOffsetSeconds) &* 1_000_000_000)
    let passed = overflow ? 0 : local % day
    return adding(nanoseconds: passed < 0 ? -passed : day - passed)
  }

  /// The earlier of two moments, either of which may never come.
  package static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The moment so many nanoseconds later.
  public func adding(nanoseconds: Int64) -> Instant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Instant(nanoseconds: overflow ? .max : sum, utcOffsetSeconds: utcOffsetSeconds)
  }
}
