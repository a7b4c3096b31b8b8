/// The file in which a session is recorded as it happens.
///
/// It is written through after each turn, so that a crash leaves everything up to the turn that
/// caused it.
/// A disk that is full ends the recording, which is said once, and not the session.
package struct TraceFile: Sendable {
  private let descriptor: Descriptor

  /// Whether writing has failed, after which nothing is written any more.
  package private(set) var hasFailed = false

  /// Opens an empty file that only its owner may read, since documents are written into it.
  package init(path: String) throws(SystemError) {
    Descriptor.reserveStandardStreams()
    descriptor = try Descriptor.open(path, for: .replacing)
  }

  /// Records into a file that is open already.
  package init(descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Writes all bytes, or says that it cannot and never tries again.
  package mutating func append(_ bytes: [UInt8]) {
    guard !hasFailed, !descriptor.writeAll(bytes) else { return }
    hasFailed = true
    StandardError.say("\(SystemError.last("write the trace")); the session goes on without it")
  }
}
