/// The way out to the client, which is written to without ever blocking.
///
/// Each write is made after `poll` has said that there is room, or into a pipe that is empty, and is
/// as large as is known to fit; what did not fit is for the caller to offer again.
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
  let descriptor: Descriptor

  private let kind: Kind

  /// The way out through an open descriptor, which is neither changed nor closed.
  init(descriptor: Descriptor) {
    self.descriptor = descriptor
    if let byteCount = descriptor.pipeByteCount {
      kind = .pipe(byteCount: byteCount)
    } else {
      let status = try? FileStatus(of: descriptor, path: "")
      kind = status?.kind == .socket ? .socket : .other
    }
  }

  /// Writes as many of the bytes as fit into a pipe that is empty; nil for any other.
  func writeAtOnce(_ bytes: Span<UInt8>) -> Descriptor.Transfer? {
    guard case .pipe(let byteCount) = kind, descriptor.isEmptyPipe else { return nil }
    return descriptor.write(bytes.extracting(first: byteCount))
  }

  /// Writes as many of the bytes as fit, once `poll` has said that some do.
  func write(_ bytes: Span<UInt8>) -> Descriptor.Transfer {
    switch kind {
    case .socket: descriptor.send(bytes)
    case .pipe, .other:
      writeAtOnce(bytes) ?? descriptor.write(bytes.extracting(first: Descriptor.pieceByteCount))
    }
  }
}
