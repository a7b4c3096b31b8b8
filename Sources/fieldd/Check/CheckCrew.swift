import FieldRPC

/// Threads that work beside one another, each with tools of its own, and whose results come in the
/// order in which the work was given.
final class CheckCrew<Tools: Sendable, Outcome: Sendable> {
  private let benches: [Mailbox<Letter>]
  private let results: Mailbox<(number: Int, outcome: Outcome)>
  private var givenCount = 0
  private var takenCount = 0
  private var early: [Int: Outcome] = [:]

  /// What a thread is told.
  private enum Letter: Sendable {
    case work(number: Int, @Sendable (inout Tools) -> Outcome)
    case end
  }

  /// - Throws: where the system has no room for the threads' mailboxes
  init(threadCount: Int, tools: Tools) throws(SystemError) {
    results = try Mailbox()
    var benches: [Mailbox<Letter>] = []
    for _ in 0..<threadCount { benches.append(try Mailbox()) }
    self.benches = benches
    for bench in benches {
      Errand.begin { [results] in Self.serve(bench, results, tools) }
    }
  }

  deinit {
    for bench in benches { bench.put(.end) }
  }

  private static func serve(
    _ bench: Mailbox<Letter>, _ results: Mailbox<(number: Int, outcome: Outcome)>, _ given: Tools
  ) {
    var tools = given
    while true {
      _ = bench.bell.isReady(for: .reading, timeoutMilliseconds: -1)
      for letter in bench.take() {
        switch letter {
        case .work(let number, let work): results.put((number, work(&tools)))
        case .end: return
        }
      }
    }
  }

  /// Enough is under way to keep every thread busy.
  var isBusy: Bool { 2 * benches.count <= givenCount - takenCount }

  /// Gives work to the next thread.
  func begin(_ work: @escaping @Sendable (inout Tools) -> Outcome) {
    benches[givenCount % benches.count].put(.work(number: givenCount, work))
    givenCount += 1
  }

  /// Waits for the oldest work that is under way; nil where there is none.
  func next() -> Outcome? {
    guard takenCount < givenCount else { return nil }
    while early[takenCount] == nil {
      _ = results.bell.isReady(for: .reading, timeoutMilliseconds: -1)
      for (number, outcome) in results.take() { early[number] = outcome }
    }
    takenCount += 1
    return early.removeValue(forKey: takenCount - 1)
  }
}
