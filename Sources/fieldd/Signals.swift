import FieldRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

import Synchronization

/// What signals do to the process: what they do to any other, and a crash says what to report.
///
/// Swift's runtime takes the signals of a crash for itself, to show where it happened, and then
/// goes on, since the instruction that crashed will crash again.
/// A signal that another process has sent does not come again, so the first one would be lost, and
/// with it the end that was asked for.
/// `SWIFT_BACKTRACE` in the environment leaves these signals to the runtime.
enum Signals {
  /// The signals by which the system tells a program that it has crashed.
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Takes the signals of a crash from Swift's runtime, but for those that our parent ignores.
  static func takeCrashes() {
    guard HostProcess.variable("SWIFT_BACKTRACE") == nil else { return }
    giveStackToHandlers()
    for number in crashes + [SIGQUIT] {
      let earlier = unsafe unsafeBitCast(signal(number, SIG_DFL), to: Int.self)
      if unsafe earlier == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      } else if number != SIGQUIT {
        report(number)
      }
    }
  }

  /// A stack that has come to its end has no room for a handler.
  private static func giveStackToHandlers() {
    let byteCount = 1 << 16
    guard let room = unsafe malloc(byteCount) else { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = unsafe room
    unsafe stack.ss_size = byteCount
    _ = unsafe sigaltstack(&stack, nil)
  }

  /// Has a crash by a signal say what to report; then it ends the process as it does any other.
  private static func report(_ number: Int32) {
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { number in
      Signals.sayWhatToReport()
      // The same signal again, with what it does by default: SA_RESETHAND has seen to that.
      raise(number)
    }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
    _ = unsafe sigaction(number, &action, nil)
  }

  private static let crashReport: StaticString = """
    fieldd: crashed. This is a fault of fieldd, not of your form; please report it.
    A session recorded with `fieldd --trace FILE` (without secure drafts) is the best report, else \
    the form, the version (`fieldd --version`) and what was done last.
    SWIFT_BACKTRACE=enable=yes in the environment shows where it crashed.

    """

  /// Writes to standard error; in a handler nothing may be allocated.
  private static func sayWhatToReport() {
    unsafe _ = write(2, crashReport.utf8Start, crashReport.utf8CodeUnitCount)
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
