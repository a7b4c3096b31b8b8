/// Moments as the tools of Swift's standard library know them.
extension Instant: InstantProtocol {
  /// The moment that is so much later.
  public func advanced(by duration: Swift.Duration) -> Instant {
    adding(nanoseconds: duration.wholeNanoseconds)
  }

  /// How much later another moment is.
  public func duration(to other: Instant) -> Swift.Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }
}

/// The machine's time, as a form that lives by itself knows it.
///
/// It begins with the calendar and then counts the time that goes by, also while the machine sleeps.
/// So it never runs backwards.
public struct SystemClock: Clock {
  private static let host = HostClock()

  /// The clock.
  public init() {}

  /// This moment.
  public var now: Instant {
    var host = Self.host
    return host.now()
  }

  /// The shortest time that it tells apart.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// Waits for a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    let rest = max(.zero, now.duration(to: deadline))
    try await Task.sleep(for: rest, tolerance: tolerance)
  }
}
