/// Which fields want to be looked at when: a heap of moments.
///
/// A field may be in it more than once, since an edit sets a new time and leaves the old one to
/// run out; whoever takes a field out asks the field whether it is really due.
package struct Deadlines: Sendable {
  private struct Entry: Sendable {
    var due: Instant
    var field: FieldID
  }

  private var heap: [Entry] = []

  package init() {}

  package var next: Instant? { heap.first?.due }

  package mutating func add(_ field: FieldID, at due: Instant) {
    heap.append(Entry(due: due, field: field))
    var child = heap.count - 1
    while child > 0, isEarlier(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes out the next field whose time has come.
  package mutating func takeDue(at now: Instant) -> FieldID? {
    guard let first = heap.first, first.due <= now else { return nil }
    removeFirst()
    return first.field
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

  /// Passes over moments at the front that their fields no longer wait for.
  package mutating func dropFront(while isStale: (FieldID, Instant) -> Bool) {
    while let first = heap.first, isStale(first.field, first.due) { removeFirst() }
  }

  private func isEarlier(_ first: Int, _ second: Int) -> Bool {
    (heap[first].due, heap[first].field) < (heap[second].due, heap[second].field)
  }
}
