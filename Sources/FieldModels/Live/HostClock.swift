#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The machine's time, as moments that never run backwards.
///
/// The calendar is asked once, at the start; from then on the elapsed time is added, which counts
/// while the machine sleeps and does not jump when somebody sets the calendar.
/// The local offset is asked for anew each quarter of an hour, because summer time may begin while
/// the program runs: clocks are put forward and back at a quarter.
package struct HostClock: Sendable {
  private let startNanoseconds: Int64
  private var utcOffsetSeconds = 0
  /// The quarter of an hour, counted from 1970, for which that is known.
  private var quarter: Int64?

  /// A clock that is right now.
  package init() {
    startNanoseconds = Self.read(CLOCK_REALTIME) - Self.read(Self.sleepless)
  }

  /// This moment.
  package mutating func now() -> Instant {
    let nanoseconds = startNanoseconds + Self.read(Self.sleepless)
    let quarter = nanoseconds / 900_000_000_000
    if quarter != self.quarter {
      utcOffsetSeconds = Self.utcOffsetSeconds(at: nanoseconds)
      self.quarter = quarter
    }
    return Instant(nanoseconds: nanoseconds, utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The time since some moment, for who only wants to know how much goes by.
  package func elapsedNanoseconds() -> Int64 { Self.read(CLOCK_MONOTONIC) }

  /// The clock that counts while the machine sleeps.
  private static var sleepless: clockid_t {
    #if canImport(Darwin)
      CLOCK_MONOTONIC
    #else
      CLOCK_BOOTTIME
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func utcOffsetSeconds(at nanoseconds: Int64) -> Int {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe local.tm_gmtoff
  }
}

extension HostClock {
  /// How long `poll` may wait for a deadline: rounded up, so that no timer is looked at before
  /// its time; -1 is for ever.
  package static func timeoutMilliseconds(until deadline: Instant?, from now: Instant) -> Int32 {
    guard let deadline else { return -1 }
    guard now < deadline else { return 0 }
    let (rest, overflow) = deadline.nanoseconds.subtractingReportingOverflow(now.nanoseconds)
    guard !overflow else { return .max }
    let milliseconds = rest / 1_000_000 + (rest % 1_000_000 == 0 ? 0 : 1)
    return Int32(clamping: milliseconds)
  }

  /// Waits, for what the system tells nobody of.
  package static func pause(milliseconds: Int) {
    var time = timespec()
    time.tv_sec = time_t(milliseconds / 1000)
    time.tv_nsec = milliseconds % 1000 * 1_000_000
    _ = unsafe nanosleep(&time, nil)
  }
}
