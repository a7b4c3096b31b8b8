#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

import Synchronization

/// What happens when a client that is gone is written to: an error of `write`, not the death of the
/// process that embeds the server.
///
/// What the signal does belongs to the whole process, in which several servers may run; so the
/// first one changes it and the last one changes it back.
enum BrokenPipes {
  private struct Use {
    var count = 0
    var earlierAction = SIG_DFL
  }

  private static let use = Mutex(Use())

  /// From now on; once for each `areErrorsNoMore`.
  static func areErrors() {
    use.withLock { use in
      if use.count == 0 { use.earlierAction = signal(SIGPIPE, SIG_IGN) }
      use.count += 1
    }
  }

  /// For whoever has said `areErrors`.
  static func areErrorsNoMore() {
    use.withLock { use in
      use.count -= 1
      if use.count == 0 { signal(SIGPIPE, use.earlierAction) }
    }
  }
}
