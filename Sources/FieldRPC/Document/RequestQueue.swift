/// A request that is answered later.
protocol WaitingRequest: Sendable {
  var id: RequestID { get }
}

/// Requests that wait, in the order in which they came, each of which may be taken back by its id.
///
/// Whatever is done to one of them costs the same however many wait. Of two with one id, which no
/// client may send, only the first is found by it.
struct RequestQueue<Element: WaitingRequest>: Sendable {
  /// The requests by their places, which are counted and never used again.
  private var elements: [Int: Element] = [:]
  private var places: [RequestID: Int] = [:]
  private var firstPlace = 0
  /// The place that the next request will have.
  private(set) var endPlace = 0

  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }

  /// The request whose turn it is.
  var first: Element? {
    get { elements[firstPlace] }
    _modify { yield &elements[firstPlace] }
  }

  /// All requests in their order.
  var all: [Element] { elements.sorted { $0.key < $1.key }.map(\.value) }

  /// The requests at a place and behind it, in their order.
  func requests(from place: Int) -> [(place: Int, request: Element)] {
    (max(place, firstPlace)..<endPlace).compactMap { place in
      elements[place].map { (place, $0) }
    }
  }

  subscript(id: RequestID) -> Element? { places[id].flatMap { elements[$0] } }

  mutating func append(_ request: Element) {
    if places[request.id] == nil { places[request.id] = endPlace }
    elements[endPlace] = request
    endPlace += 1
  }

  mutating func removeFirst() { remove(at: firstPlace) }

  /// Takes out the request with an id, and gives it.
  mutating func remove(_ id: RequestID) -> Element? { places[id].flatMap { remove(at: $0) } }

  mutating func removeAll() {
    elements = [:]
    places = [:]
    firstPlace = endPlace
  }

  @discardableResult
  mutating func remove(at place: Int) -> Element? {
    guard let request = elements.removeValue(forKey: place) else { return nil }
    if places[request.id] == place { places[request.id] = nil }
    while firstPlace < endPlace, elements[firstPlace] == nil { firstPlace += 1 }
    return request
  }
}
