import Glibc

/// The way out to the client, which is written to without ever blocking.
///
/// Each write is made after `poll` has said that there is room, and is as large as is known to
/// fit; what did not fit is for the caller to offer again.
///
/// ## Why it is not simply set to non-blocking
///
/// `O_NONBLOCK` belongs to the open file, not to the descriptor: set on a terminal or on a pipe
/// that the shell or a sibling shares, it changes how *they* read and write, and stays after this
/// process has died.
/// A socket, which is what some editors give, can be told for each write not to wait.
/// A pipe that is empty takes as much as it can hold.
/// Everything else takes at most `PIPE_BUF` bytes at a time, which fit where anything fits.
/// The first two are measured to carry a large answer several times as fast as the last.
struct Outlet: Sendable {
  private enum Kind {
    case socket
    case pipe(byteCount: Int)
    case other
  }

  /// What is written to.
  let descriptor: Int32

  private let kind: Kind

  /// The way out through an open descriptor, which is neither changed nor closed.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    // `F_GETPIPE_SZ`, which the module map leaves out.
    let pipeByteCount = fcntl(descriptor, 1032)
    var status = stat()
    let isSocket =
      unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    kind = isSocket ? .socket : 0 < pipeByteCount ? .pipe(byteCount: Int(pipeByteCount)) : .other
  }

  /// Writes as many of the bytes as fit, once `poll` has said that some do.
  ///
  /// - Returns: How many were written, or -1 with the reason in `errno`.
  func write(_ bytes: Span<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { bytes in
      switch kind {
      case .socket:
        unsafe send(
          descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      case .pipe(let pipeByteCount):
        unsafe Glibc.write(
          descriptor, bytes.baseAddress,
          min(bytes.count, isEmptyPipe ? pipeByteCount : Int(PIPE_BUF)))
      case .other:
        unsafe Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
      }
    }
  }

  private var isEmptyPipe: Bool {
    var unreadByteCount: Int32 = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &unreadByteCount) == 0 && unreadByteCount == 0
  }
}
