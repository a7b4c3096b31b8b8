package import FieldSession

/// The two streams to the client, seen as turns: wait until something can be done, write what is
/// taken, read what is there.
///
/// It never blocks except while waiting, and loses no byte that it was given to write.
/// So that it need not set `O_NONBLOCK` on descriptors that are shared with others, it reads and
/// writes only after `poll` has said that it can, or where that is known otherwise.
/// What the bytes mean is not known here.
package struct ClientStreams: Sendable {
  /// What a turn has brought.
  package struct Turn: Sendable {
    /// The input ended in this turn; said once.
    package fileprivate(set) var inputEnded = false
    /// The reader has gone: nothing more can be written.
    package fileprivate(set) var outputClosed = false
    /// The mailbox has letters.
    package fileprivate(set) var bellRang = false
    /// Why the input ended or the output closed, if it was not the client's doing.
    package fileprivate(set) var error: SystemError?
  }

  /// The bytes that the last turn has read.
  package private(set) var received: [UInt8] = []

  private let input: Descriptor
  private let output: Outlet
  private var inputHasEnded = false

  /// Streams over two open descriptors, which are neither changed nor closed.
  package init(input: Descriptor, output: Descriptor) {
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
    writing waiting: inout OutputBuffer, bell: Descriptor, isReading: Bool = true,
    timeoutMilliseconds: Int32
  ) -> Turn {
    received.removeAll(keepingCapacity: true)
    let wantsInput = isReading && !inputHasEnded
    var turn = Turn()
    let ready = Descriptor.wait(
      reading: wantsInput ? input : nil, writing: waiting.isEmpty ? nil : output.descriptor,
      orReading: bell, timeoutMilliseconds: timeoutMilliseconds)
    if ready.canWrite { write(&waiting, &turn) }
    if ready.canRead { read(&turn) }
    turn.bellRang = ready.canReadBell
    return turn
  }
}

extension ClientStreams {
  /// Writes at once what fits into a client's empty pipe, as an answer nearly always does; what does
  /// not is left to the next turn, and so is all that goes wrong.
  package func writeAtOnce(_ waiting: inout OutputBuffer) {
    if waiting.isEmpty { return }
    if case .bytes(let byteCount) = waiting.withUnwritten({ output.writeAtOnce($0) }) {
      waiting.consume(byteCount)
    }
  }

  /// The most that one turn reads or writes, so that neither direction starves the other.
  private static let turnByteCount = 256 << 10

  /// A pipe holds this much; a read that brought less has emptied it, and `poll` need not be
  /// asked.
  private static let pipeByteCount = 64 << 10

  private mutating func write(_ waiting: inout OutputBuffer, _ turn: inout Turn) {
    let keptByteCount = max(0, waiting.byteCount - Self.turnByteCount)
    repeat {
      switch waiting.withUnwritten({ output.write($0) }) {
      case .bytes(let byteCount): waiting.consume(byteCount)
      case .interrupted: continue
      // It is a socket, or somebody who shares the file has made it non-blocking.
      case .unready: return
      case .abandoned: return turn.outputClosed = true
      case .failed:
        turn.outputClosed = true
        turn.error = .last("write to the client")
        return
      }
    } while keptByteCount < waiting.byteCount && output.descriptor.isReady(for: .writing)
  }

  private mutating func read(_ turn: inout Turn) {
    var readByteCount = 0
    repeat {
      let room = Self.turnByteCount - received.count
      switch input.read(to: &received, atMost: room) {
      case .bytes(let byteCount): readByteCount = byteCount
      case .interrupted, .unready: return
      // A socket is reset when the client leaves without reading everything.
      case .abandoned: readByteCount = 0
      case .failed:
        readByteCount = 0
        turn.error = .last("read from the client")
      }
      if readByteCount == 0 {
        inputHasEnded = true
        turn.inputEnded = true
        return
      }
    } while Self.pipeByteCount <= readByteCount && received.count < Self.turnByteCount
      && input.isReady(for: .reading)
  }
}
