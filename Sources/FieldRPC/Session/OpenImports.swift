package import FieldModels

/// The imports that may take longer than a keystroke may wait: the host makes them beside the
/// conversation, and they are answered when it has.
struct OpenImports: Sendable {
  private var waiting: [Int: Asker] = [:]
  /// The numbers of those that the host was not given yet, in the order in which they came.
  private var unsent: [Int] = []
  private var count = 0

  /// A request that waits.
  struct Asker: Sendable {
    let id: RequestID
    /// By which its progress is told.
    let workDoneToken: RequestID?
    let work: ImportWork
  }

  var isEmpty: Bool { waiting.isEmpty }
  var hasUnsent: Bool { !unsent.isEmpty }

  /// Lets a request wait.
  mutating func add(_ asker: Asker) {
    count += 1
    waiting[count] = asker
    unsent.append(count)
  }

  /// What the host is to do next, once.
  mutating func takeUnsent() -> (number: Int, work: ImportWork)? {
    guard let number = unsent.first, let asker = waiting[number] else { return nil }
    unsent.removeFirst()
    return (number, asker.work)
  }

  /// Takes a request that is to be answered; nil for one that waits no more.
  mutating func take(_ number: Int) -> Asker? {
    unsent.removeAll { $0 == number }
    return waiting.removeValue(forKey: number)
  }

  /// Takes a request by its identifier.
  mutating func take(_ id: RequestID) -> Asker? {
    waiting.first { $1.id == id }.flatMap { take($0.key) }
  }

  /// Takes those that wait, in the order in which they came.
  mutating func takeAll() -> [Asker] { waiting.keys.sorted().compactMap { take($0) } }
}

/// What there is to do for an import: it needs nothing but what its request brings, and so is done on
/// whatever thread.
package struct ImportWork: Sendable {
  let params: ImportParams
  let conversions: Conversions

  /// Makes the document; gives the answer, or why there is none.
  package func result() -> Result<JSONText, RPCError> {
    do throws(RPCError) {
      return .success(JSONText(try params.converted(by: conversions), isSecret: false))
    } catch {
      return .failure(error)
    }
  }
}
