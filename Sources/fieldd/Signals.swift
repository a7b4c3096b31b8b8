import FieldRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

import Synchronization

/// What signals from outside do to the process: what they do to any other.
///
/// Swift's runtime takes the signals of a crash for itself, to show where it happened, and then
/// goes on, since the instruction that crashed will crash again.
/// A signal that somebody has sent does not come again, so the first one would be lost, and with
/// it the end that was asked for.
/// Who wants to see where the program crashed says so by `SWIFT_BACKTRACE`, as the runtime has it.
enum Signals {
  private static let taken = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Gives the signals back to the system, but for those that whoever started us wants ignored.
  static func giveBack() {
    guard HostProcess.variable("SWIFT_BACKTRACE") == nil else { return }
    for number in taken {
      let earlier = unsafe unsafeBitCast(signal(number, SIG_DFL), to: Int.self)
      if unsafe earlier == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  private static let interrupt = Atomic<Int32>(0)

  /// The signal by which somebody has asked the process to end, so that it should come to an end.
  static var noted: Int32? {
    let number = interrupt.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  static var wasInterrupted: Bool { noted != nil }

  /// From now on, the first wish that the process end is noted, and the second one ends it.
  static func noteInterrupts() {
    // Made before a signal could come in between.
    _ = wasInterrupted
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let earlier = unsafe unsafeBitCast(signal(number, SIG_DFL), to: Int.self)
      if unsafe earlier == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      } else {
        signal(number) { number in
          Signals.interrupt.store(number, ordering: .relaxed)
          signal(number, SIG_DFL)
        }
      }
    }
  }

  /// From now on, a reader that is gone is an error of writing, not the death of the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}
