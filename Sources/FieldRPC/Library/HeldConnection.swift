import FieldConversion
import FieldModels
import FieldRPC
import FieldSession
import Synchronization

/// A conversation with the daemon inside of the program that has it: bytes in, bytes out.
///
/// Whoever calls it has the time, and nothing goes on between the calls: there is no thread, no file
/// but those of time zones, and no child. Any thread may call it, one after the other.
final class HeldConnection: Sendable {
  private let state: Mutex<State>

  private struct State: Sendable {
    var connection: Connection
    var clock = HostClock()
    /// What was said last, as long as which the caller may read it.
    var said: [UInt8] = []

    /// Does what a turn has left to its host, and takes over what was said.
    mutating func goOn() {
      while let next = connection.takeImport() {
        connection.deliver(next.work.result(), ofImport: next.number, at: clock.now())
      }
      while !connection.output.isEmpty {
        let count = connection.output.withUnwritten { piece in
          for index in piece.indices { said.append(piece[index]) }
          return piece.count
        }
        connection.output.consume(count)
      }
    }
  }

  init() {
    let connection = Connection(
      version: Version.current, conversions: .all, zones: Self.zones.database)
    state = Mutex(State(connection: connection))
  }

  /// What was read of zones serves all conversations.
  private static let zones = ZoneFiles()

  /// Takes bytes of the client; gives what is said to them, which a closure reads.
  func take(_ bytes: [UInt8], _ read: (Span<UInt8>) -> Void) {
    state.withLock { state in
      state.said.removeAll(keepingCapacity: true)
      state.connection.receive(bytes.span, at: state.clock.now(), while: { true })
      state.goOn()
      // A turn deals with some messages, and leaves the others for the next one, which is due at once.
      while state.connection.nextDeadline?.nanoseconds == 0 {
        state.connection.wake(at: state.clock.now(), while: { true })
        state.goOn()
      }
      read(state.said.span)
    }
  }

  /// The form that is open at a URI, ready to judge records.
  func form(at uri: String) -> HeldForm? {
    state.withLock { $0.connection.session.recordForm(at: uri) }
      .map { HeldForm($0.form, wording: $0.wording) }
  }
}
