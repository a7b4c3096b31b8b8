import Glibc

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
    guard unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
    for number in taken where !isIgnored(number) { signal(number, SIG_DFL) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
