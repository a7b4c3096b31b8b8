import FieldModels
import FieldSession

/// The imports that may take long, made one after the other, each on a thread beside the loop.
struct ImportErrands: Sendable {
  private var isAway = false
  private let leave: @Sendable (Letter) -> Void

  /// What came of an import.
  struct Letter: Sendable {
    var number: Int
    var result: Result<JSONText, RPCError>
  }

  /// - Parameter leave: takes letters from errands, from any thread, to be given to `take`
  init(leave: @escaping @Sendable (Letter) -> Void) { self.leave = leave }

  /// Sends an errand for the next one.
  mutating func serve(_ connection: inout Connection) {
    guard !isAway, let next = connection.takeImport() else { return }
    isAway = true
    Errand.begin { [leave] in
      leave(Letter(number: next.number, result: next.work.result()))
    }
  }

  /// Takes what came of an errand.
  mutating func take(_ letter: Letter, _ connection: inout Connection, at now: Instant) {
    isAway = false
    connection.deliver(letter.result, ofImport: letter.number, at: now)
  }
}
