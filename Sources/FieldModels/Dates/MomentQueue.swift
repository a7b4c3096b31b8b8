/// Things that want to be looked at when their moment has come: a heap of moments.
///
/// A thing may be in it more than once, and may be of no interest any more when its moment comes;
/// whoever takes it out knows.
package struct MomentQueue<Element: Comparable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var due: Instant
    var element: Element
  }

  private var heap: [Entry] = []

  package init() {}

  /// The earliest moment.
  package var next: Instant? { heap.first?.due }

  package mutating func add(_ element: Element, at due: Instant) {
    heap.append(Entry(due: due, element: element))
    var child = heap.count - 1
    while child > 0, isEarlier(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes out the next of those whose moment has come.
  package mutating func takeDue(at now: Instant) -> Element? {
    guard let first = heap.first, first.due <= now else { return nil }
    removeFirst()
    return first.element
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var earliest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if isEarlier(child, earliest) { earliest = child }
      }
      if earliest == parent { return }
      heap.swapAt(parent, earliest)
      parent = earliest
    }
  }

  /// Passes over moments at the front that nothing waits for any more.
  package mutating func dropFront(while isStale: (Element, Instant) -> Bool) {
    while let first = heap.first, isStale(first.element, first.due) { removeFirst() }
  }

  private func isEarlier(_ first: Int, _ second: Int) -> Bool {
    (heap[first].due, heap[first].element) < (heap[second].due, heap[second].element)
  }
}
