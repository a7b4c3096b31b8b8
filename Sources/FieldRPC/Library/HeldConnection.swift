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
      state.connection.receive(bytes.span, at: state.clock.now(), while: { true })
      while let next = state.connection.takeImport() {
        state.connection.deliver(
          next.work.result(), ofImport: next.number, at: state.clock.now())
      }
      state.said.removeAll(keepingCapacity: true)
      while !state.connection.output.isEmpty {
        let count = state.connection.output.withUnwritten { piece in
          for index in piece.indices { state.said.append(piece[index]) }
          return piece.count
        }
        state.connection.output.consume(count)
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
