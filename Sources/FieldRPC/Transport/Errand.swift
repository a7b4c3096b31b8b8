#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Work that may take long, done beside the loop: to read what is large, to wait for a lock, to
/// see bytes on a slow disk.
///
/// Each errand has a thread of its own, which ends with it. It shares nothing with the loop: it is
/// given values, and leaves what came of them in the mailbox.
package enum Errand {
  /// Begins the work, and returns at once.
  package static func begin(_ work: @escaping @Sendable () -> Void) {
    let box = Box(work)
    // Signals are for the thread that serves, which knows what they mean.
    var (all, earlier) = (sigset_t(), sigset_t())
    _ = unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &earlier)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &earlier, nil) }
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let pointer = unsafe Unmanaged.passRetained(box).toOpaque()
    let code = unsafe pthread_create(
      &thread, nil,
      { pointer in
        // Some systems' headers say that it is never nil.
        let given: UnsafeMutableRawPointer? = unsafe pointer
        guard let pointer = unsafe given else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
        return nil
      }, pointer)
    guard code == 0 else {
      // A system without room for a thread is slow anyway.
      unsafe Unmanaged<Box>.fromOpaque(pointer).release()
      return work()
    }
    #if canImport(Darwin) || canImport(Musl)
      if let thread = unsafe thread { _ = unsafe pthread_detach(thread) }
    #else
      _ = pthread_detach(thread)
    #endif
  }

  private final class Box: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
}
