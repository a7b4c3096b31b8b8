import FieldModels

/// What was asked and is yet to be answered, each with the moment at which we stop waiting.
///
/// There is one for the requests to the client, and one for the closures of the host.
struct PendingCalls: Sendable {
  /// What is asked, and for whom.
  enum Purpose: Hashable, Sendable {
    /// Whether an act may go on.
    case question(uri: String, operation: RequestID)
    case validation(uri: String, CheckToken)
    /// What an autofill source has, for the lookup of this number.
    case lookup(uri: String, Int)
    /// To put a text into a document that the editor owns.
    case edit(uri: String, operation: RequestID)

    var uri: String {
      switch self {
      case .question(let uri, _), .validation(let uri, _), .lookup(let uri, _), .edit(let uri, _):
        uri
      }
    }
  }

  private var purposes: [Int: Purpose] = [:]
  private var numbers: [Purpose: Int] = [:]
  /// The numbers of the calls for each document.
  private var documents: [String: Set<Int>] = [:]
  /// The calls in the order of their deadlines; those that were answered are left to be passed over.
  private var queue = MomentQueue<Int>()

  /// The earliest moment at which we stop waiting for one; each turn asks for it several times.
  private(set) var next: Instant?

  mutating func add(_ number: Int, _ purpose: Purpose, until deadline: Instant) {
    purposes[number] = purpose
    numbers[purpose] = number
    documents[purpose.uri, default: []].insert(number)
    queue.add(number, at: deadline)
    next = queue.next
  }

  subscript(number: Int) -> Purpose? { purposes[number] }

  /// The calls by their numbers.
  var all: [Int: Purpose] { purposes }

  mutating func remove(_ number: Int) -> Purpose? {
    guard let purpose = purposes.removeValue(forKey: number) else { return nil }
    numbers[purpose] = nil
    documents[purpose.uri]?.remove(number)
    if documents[purpose.uri]?.isEmpty ?? false { documents[purpose.uri] = nil }
    queue.dropFront { number, _ in purposes[number] == nil }
    next = queue.next
    return purpose
  }

  /// Takes out the call for a purpose, and gives its number.
  mutating func remove(for purpose: Purpose) -> Int? {
    guard let number = numbers[purpose] else { return nil }
    _ = remove(number)
    return number
  }

  /// Takes out all calls for a document, and gives their numbers in order.
  mutating func removeAll(of uri: String) -> [Int] {
    let numbers = documents[uri]?.sorted() ?? []
    for number in numbers { _ = remove(number) }
    return numbers
  }

  /// Takes out the calls whose time is over, in the order in which they were made.
  mutating func removeExpired(at now: Instant) -> [(number: Int, purpose: Purpose)] {
    guard let next, next <= now else { return [] }
    var numbers: [Int] = []
    while let number = queue.takeDue(at: now) { numbers.append(number) }
    return numbers.sorted().compactMap { number in remove(number).map { (number, $0) } }
  }
}
