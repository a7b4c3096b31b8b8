import FieldRPC

/// Threads that work beside the one that gives them work, each with tools of its own; results come in
/// the order in which the work was given.
///
/// Who gives the work does some of it too: so there are as many threads as there is to be done at a
/// time, and none has to wait until another lets it have its processor.
final class CheckCrew<Tools, Outcome: Sendable> {
  private let benches: [Mailbox<Letter>]
  private let results: Mailbox<Result>
  /// How much lies on each bench.
  private var loads: [Int]
  private var givenCount = 0
  private var takenCount = 0
  private var early: [Int: Outcome] = [:]

  /// What a thread is told.
  private enum Letter: Sendable {
    case work(number: Int, @Sendable (inout Tools) -> Outcome)
    case end
  }

  /// What a thread has done.
  private struct Result: Sendable {
    let bench: Int
    let number: Int
    let outcome: Outcome
  }

  /// As much lies on a bench as is done while somebody is busy with work of his own.
  private static var mostLoad: Int { 4 }

  /// - Parameters:
  ///   - threadCount: how many threads work beside this one
  ///   - tools: makes what each of them works with; nothing of it is shared, since threads that count
  ///     who uses the same thing wait for one another
  /// - Throws: where the system has no room for the threads' mailboxes
  init(threadCount: Int, tools: @escaping @Sendable () -> Tools) throws(SystemError) {
    results = try Mailbox()
    var benches: [Mailbox<Letter>] = []
    for _ in 0..<threadCount { benches.append(try Mailbox()) }
    self.benches = benches
    loads = benches.map { _ in 0 }
    for (number, bench) in benches.enumerated() {
      Errand.begin { [results] in
        var tools = tools()
        Self.serve(bench, number, results, &tools)
      }
    }
  }

  deinit {
    for bench in benches { bench.put(.end) }
  }

  private static func serve(
    _ bench: Mailbox<Letter>, _ benchNumber: Int, _ results: Mailbox<Result>, _ tools: inout Tools
  ) {
    while true {
      _ = bench.bell.isReady(for: .reading, timeoutMilliseconds: -1)
      for letter in bench.take() {
        switch letter {
        case .work(let number, let work):
          results.put(Result(bench: benchNumber, number: number, outcome: work(&tools)))
        case .end: return
        }
      }
    }
  }

  /// There is enough to do for every thread.
  var isBusy: Bool { loads.allSatisfy { Self.mostLoad <= $0 } }

  /// More results than these are not kept for one that they have to wait for: many, since who waits for
  /// a thread is often put to its processor by the system, and then the two share it.
  var isFull: Bool { 4 * Self.mostLoad * loads.count <= givenCount - takenCount }

  /// Gives work to the thread that has the least of it.
  func begin(_ work: @escaping @Sendable (inout Tools) -> Outcome) {
    let bench = loads.indices.min { loads[$0] < loads[$1] } ?? 0
    loads[bench] += 1
    benches[bench].put(.work(number: givenCount, work))
    givenCount += 1
  }

  /// Puts work among the results that was done by whoever gives it.
  func put(_ outcome: Outcome) {
    early[givenCount] = outcome
    givenCount += 1
  }

  /// The result of the oldest work that is under way, if it is there or is waited for; nil where
  /// there is none.
  func next(isAwaited: Bool) -> Outcome? {
    guard takenCount < givenCount else { return nil }
    while true {
      if let outcome = early.removeValue(forKey: takenCount) {
        takenCount += 1
        return outcome
      }
      guard results.bell.isReady(for: .reading, timeoutMilliseconds: isAwaited ? -1 : 0) else {
        // A signal may end the waiting.
        if isAwaited { continue }
        return nil
      }
      for result in results.take() {
        loads[result.bench] -= 1
        early[result.number] = result.outcome
      }
    }
  }
}
