/// Something that waits, known by the number that it was given.
package protocol Ticketed: Sendable {
  var ticket: Int { get }
}

/// What waits, in the order in which it came, each of which may be taken back by its ticket.
///
/// Whatever is done to one of them costs the same however many wait.
package struct TicketQueue<Element: Ticketed>: Sendable {
  /// What waits by its place; places are counted and never used again.
  private var elements: [Int: Element] = [:]
  private var places: [Int: Int] = [:]
  private var firstPlace = 0
  /// The place that the next one will have.
  private(set) var endPlace = 0

  package var count: Int { elements.count }
  package var isEmpty: Bool { elements.isEmpty }

  /// The one whose turn it is.
  package internal(set) var first: Element? {
    get { elements[firstPlace] }
    _modify { yield &elements[firstPlace] }
  }

  /// All in their order.
  package var all: [Element] { elements.sorted { $0.key < $1.key }.map(\.value) }

  /// Those at a place and behind it, in their order.
  func elements(from place: Int) -> [(place: Int, element: Element)] {
    (max(place, firstPlace)..<endPlace).compactMap { place in
      elements[place].map { (place, $0) }
    }
  }

  subscript(ticket: Int) -> Element? { places[ticket].flatMap { elements[$0] } }

  mutating func append(_ element: Element) {
    places[element.ticket] = endPlace
    elements[endPlace] = element
    endPlace += 1
  }

  mutating func removeFirst() { remove(at: firstPlace) }

  /// Takes out what has a ticket, and gives it.
  mutating func remove(_ ticket: Int) -> Element? { places[ticket].flatMap { remove(at: $0) } }

  mutating func removeAll() {
    elements = [:]
    places = [:]
    firstPlace = endPlace
  }

  @discardableResult
  mutating func remove(at place: Int) -> Element? {
    guard let element = elements.removeValue(forKey: place) else { return nil }
    places[element.ticket] = nil
    while firstPlace < endPlace, elements[firstPlace] == nil { firstPlace += 1 }
    return element
  }
}
