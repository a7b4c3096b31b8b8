import FieldModels

/// The right to write, which one process at a time has; it ends at the latest with the process.
struct FileLock {
  private let descriptor: Descriptor

  /// Waits for the lock, but not for ever, since whoever holds it may hang.
  init(path: String, milliseconds: Int) throws(SystemError) {
    var clock = HostClock()
    let deadline = clock.now().adding(nanoseconds: Int64(milliseconds) * 1_000_000)
    var pauseMilliseconds = 1
    while true {
      let descriptor = try Descriptor.open(path, for: .locking)
      switch descriptor.lock() {
      case .locked:
        // Somebody may have taken the file away in the meantime; its lock would exclude nobody.
        if Self.isNamed(path, descriptor) {
          self.descriptor = descriptor
          return
        }
      case .busy: break
      case .failed:
        let error = SystemError.last("lock \(path)")
        descriptor.close()
        throw error
      }
      descriptor.close()
      guard clock.now() < deadline else {
        throw SystemError(
          action: "lock \(path), which another process has held for \(milliseconds) ms",
          .busy)
      }
      HostClock.pause(milliseconds: pauseMilliseconds)
      pauseMilliseconds = min(2 * pauseMilliseconds, 20)
    }
  }

  func release() { descriptor.close() }

  private static func isNamed(_ path: String, _ descriptor: Descriptor) -> Bool {
    guard let named = try? FileStatus(path: path),
      let locked = try? FileStatus(of: descriptor, path: path)
    else { return false }
    return named.isSameFile(as: locked)
  }
}
