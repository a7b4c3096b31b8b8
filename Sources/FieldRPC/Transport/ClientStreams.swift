import Glibc

/// The two streams to the client, seen as turns: wait until something can be done, write what is
/// taken, read what is there.
///
/// It never blocks except while waiting, and loses no byte that it was given to write.
/// So that it need not set `O_NONBLOCK` on descriptors that are shared with others, it reads and
/// writes only after `poll` has said that it can.
/// What the bytes mean is not known here.
package struct ClientStreams: Sendable {
  /// What a turn has brought.
  package struct Turn: Sendable {
    /// The input ended in this turn; said once.
    package fileprivate(set) var inputEnded = false
    /// Nobody will read what is written any more.
    package fileprivate(set) var outputClosed = false
    /// The mailbox has letters.
    package fileprivate(set) var bellRang = false
    /// Why the input ended or the output closed, if it was not the client's doing.
    package fileprivate(set) var error: SystemError?
  }

  /// The bytes that the last turn has read.
  package private(set) var received: [UInt8] = []

  private let input: Int32
  private let output: Outlet
  private var inputHasEnded = false

  /// Streams over two open descriptors, which are neither changed nor closed.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = Outlet(descriptor: output)
    received.reserveCapacity(Self.turnByteCount)
  }

  /// Waits for at most the given time (-1: for ever) until the client or the bell has something,
  /// and deals with it.
  ///
  /// - Parameters:
  ///   - waiting: What is to be written; written bytes are consumed.
  ///   - bell: A descriptor that becomes readable when there is something else to do.
  ///   - isReading: Whether input is wanted at all.
  ///   - timeoutMilliseconds: As in `poll`.
  /// - Returns: What happened, besides the bytes that are now in `received`.
  package mutating func turn(
    writing waiting: inout OutputBuffer, bell: Int32, isReading: Bool = true,
    timeoutMilliseconds: Int32
  ) -> Turn {
    received.removeAll(keepingCapacity: true)
    let wantsInput = isReading && !inputHasEnded
    // A descriptor that nothing is wanted of is left out entirely, since `poll` reports its end
    // whether asked or not.
    var polled = [
      pollfd(fd: wantsInput ? input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: waiting.isEmpty ? -1 : output.descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
    ]
    var turn = Turn()
    guard unsafe poll(&polled, nfds_t(polled.count), timeoutMilliseconds) > 0 else { return turn }
    if polled[1].revents != 0 { write(&waiting, &turn) }
    if polled[0].revents != 0 { read(&turn) }
    turn.bellRang = polled[2].revents != 0
    return turn
  }
}

extension ClientStreams {
  /// The most that one turn reads or writes, so that neither direction starves the other.
  private static let turnByteCount = 256 << 10

  /// A pipe holds this much; a read that brought less has emptied it, and `poll` need not be
  /// asked.
  private static let pipeByteCount = 64 << 10

  private mutating func write(_ waiting: inout OutputBuffer, _ turn: inout Turn) {
    let keptByteCount = max(0, waiting.byteCount - Self.turnByteCount)
    repeat {
      let writtenByteCount = waiting.withUnwritten { output.write($0) }
      guard 0 <= writtenByteCount else {
        switch errno {
        case EINTR: continue
        // It is a socket, or somebody who shares the file has made it non-blocking.
        case EAGAIN: return
        case EPIPE, ECONNRESET: turn.outputClosed = true
        default:
          turn.outputClosed = true
          turn.error = .last("write to the client")
        }
        return
      }
      waiting.consume(writtenByteCount)
    } while keptByteCount < waiting.byteCount && Self.isReady(output.descriptor, POLLOUT)
  }

  private mutating func read(_ turn: inout Turn) {
    var readByteCount = 0
    repeat {
      readByteCount = readOnce()
      if readByteCount < 0, errno == EINTR || errno == EAGAIN { return }
      if readByteCount <= 0 {
        // A socket is reset when the client leaves without reading everything.
        if readByteCount < 0, errno != ECONNRESET { turn.error = .last("read from the client") }
        inputHasEnded = true
        turn.inputEnded = true
        return
      }
    } while Self.pipeByteCount <= readByteCount && received.count < Self.turnByteCount
      && Self.isReady(input, POLLIN)
  }

  private mutating func readOnce() -> Int {
    var readByteCount = 0
    received.append(addingCapacity: Self.turnByteCount - received.count) { tail in
      unsafe tail.withUnsafeMutableBufferPointer { room, initializedByteCount in
        readByteCount = unsafe Glibc.read(input, room.baseAddress, room.count)
        initializedByteCount = max(0, readByteCount)
      }
    }
    return readByteCount
  }

  private static func isReady(_ descriptor: Int32, _ event: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }
}

extension ClientStreams {
  /// Makes sure that 0, 1 and 2 are taken.
  ///
  /// A program may be started with one of them closed; the next file it opens would then be given
  /// that number and be mistaken for the client.
  /// What takes the place can neither be read nor written, so that the lack is noticed.
  package static func reserveDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The system gives the lowest number that is free, which is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
