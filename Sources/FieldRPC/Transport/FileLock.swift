import FieldModels
import Glibc

/// The right to write, which one process at a time has; it ends at the latest with the process.
struct FileLock {
  private let descriptor: Int32

  /// Waits for the lock, but not for ever, since whoever holds it may hang.
  init(path: String, milliseconds: Int) throws(SystemError) {
    let clock = HostClock()
    let deadline = clock.now().adding(nanoseconds: Int64(milliseconds) * 1_000_000)
    var pauseMilliseconds = 1
    while true {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard 0 <= descriptor else { throw .last("open \(path)") }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // Somebody may have taken the file away in the meantime; its lock would exclude nobody.
        if Self.isNamed(path, descriptor) {
          self.descriptor = descriptor
          return
        }
      } else if errno != EWOULDBLOCK, errno != EINTR {
        let error = SystemError.last("lock \(path)")
        close(descriptor)
        throw error
      }
      close(descriptor)
      guard clock.now() < deadline else {
        throw SystemError(
          action: "lock \(path), which another process has held for \(milliseconds) ms",
          code: EBUSY)
      }
      _ = poll(nil, 0, Int32(pauseMilliseconds))
      pauseMilliseconds = min(2 * pauseMilliseconds, 20)
    }
  }

  func release() { close(descriptor) }

  private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    guard let named = try? OpenFile.Stamp(path: path),
      let locked = try? OpenFile.Stamp(of: descriptor, path: path)
    else { return false }
    return named.isSameFile(as: locked)
  }
}
