/// Something that waits, known by the number that it was given.
package protocol Ticketed: Sendable {
  var ticket: Int { get }
}

/// What waits, in the order in which it came, each of which may be taken back by its ticket.
///
/// Whatever is done to one of them costs the same however many wait.
package struct TicketQueue<Element: Ticketed>: Sendable {
  /// The one whose turn it is, which is nearly always the only one and so is not among the others;
  /// nil if there is none.
  package internal(set) var first: Element?
  private var firstPlace = 0
  /// What waits behind it by its place; places are counted and never used again.
  private var others: [Int: Element] = [:]
  private var places: [Int: Int] = [:]
  /// The place that the next one will have.
  private(set) var endPlace = 0

  package var count: Int { others.count + (first == nil ? 0 : 1) }
  package var isEmpty: Bool { first == nil }

  /// All in their order.
  package var all: [Element] {
    (first.map { [$0] } ?? []) + others.sorted { $0.key < $1.key }.map { $0.value }
  }

  /// Those at a place and behind it, in their order.
  func elements(from place: Int) -> [(place: Int, element: Element)] {
    (max(place, firstPlace)..<endPlace).compactMap { place in
      element(at: place).map { (place, $0) }
    }
  }

  private func element(at place: Int) -> Element? {
    place == firstPlace ? first : others[place]
  }

  subscript(ticket: Int) -> Element? {
    first?.ticket == ticket ? first : places[ticket].flatMap { others[$0] }
  }

  mutating func append(_ element: Element) {
    if first == nil {
      (first, firstPlace) = (element, endPlace)
    } else {
      places[element.ticket] = endPlace
      others[endPlace] = element
    }
    endPlace += 1
  }

  mutating func removeFirst() {
    first = nil
    if others.isEmpty {
      firstPlace = endPlace
      return
    }
    while first == nil, firstPlace < endPlace {
      firstPlace += 1
      first = remove(at: firstPlace)
    }
  }

  /// Takes out what has a ticket, and gives it.
  mutating func remove(_ ticket: Int) -> Element? {
    if first?.ticket == ticket { return remove(at: firstPlace) }
    return places[ticket].flatMap { remove(at: $0) }
  }

  mutating func removeAll() {
    first = nil
    others = [:]
    places = [:]
  }

  @discardableResult
  mutating func remove(at place: Int) -> Element? {
    if place == firstPlace, let element = first {
      removeFirst()
      return element
    }
    guard let element = others.removeValue(forKey: place) else { return nil }
    places[element.ticket] = nil
    return element
  }
}
