import Glibc

/// The file in which a session is recorded as it happens.
///
/// It is written through after each turn, so that a crash leaves everything up to the turn that
/// caused it.
/// A disk that is full ends the recording, which is said once, and not the session.
package struct TraceFile: Sendable {
  private let descriptor: Int32

  /// Whether writing has failed, after which nothing is written any more.
  package private(set) var hasFailed = false

  /// Opens an empty file that only its owner may read, since documents are written into it.
  package init(path: String) throws(SystemError) {
    ClientStreams.reserveDescriptors()
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard 0 <= descriptor else { throw .last("open \(path)") }
  }

  /// Records into a file that is open already.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Writes all bytes, or says that it cannot and never tries again.
  package mutating func append(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !hasFailed {
      let writtenByteCount = unsafe rest.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if 0 <= writtenByteCount {
        rest = rest.dropFirst(writtenByteCount)
      } else if errno != EINTR {
        hasFailed = true
        StandardError.say("\(SystemError.last("write the trace")); the session goes on without it")
      }
    }
  }
}
