/// A moment, as the host's clock tells it: the only time that the models know.
///
/// It serves both for deadlines, which compare moments, and for `today`, which asks for the
/// calendar day at the place where the daemon runs.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z; never runs backwards within a session.
  package var nanoseconds: Int64
  /// What the local clock is ahead of UTC.
  package var utcOffsetSeconds: Int

  package init(nanoseconds: Int64, utcOffsetSeconds: Int = 0) {
    self.nanoseconds = nanoseconds
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  package static func < (first: Instant, second: Instant) -> Bool {
    first.nanoseconds < second.nanoseconds
  }

  /// The calendar day at this moment, where the daemon runs.
  package var today: CivilDate {
    let seconds = Int(nanoseconds / 1_000_000_000) &+ utcOffsetSeconds
    let day = (seconds - (seconds < 0 ? 86_399 : 0)) / 86_400
    return CivilDate(daysSinceEpoch: day) ?? .epoch
  }

  /// The moment so many nanoseconds later.
  package func adding(nanoseconds: Int64) -> Instant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Instant(nanoseconds: overflow ? .max : sum, utcOffsetSeconds: utcOffsetSeconds)
  }
}
