/// Searching and walking without changing anything.
///
/// All of it goes down from the root and enters only the nodes it has to, so that a search costs
/// O(log n) and a walk as much more as there are elements met. Nodes are looked at by spans: what is
/// read out of an array is copied with all that it refers to.
extension SumTree {
  /// Finds the first element with which the running sum, itself included, passes a point.
  ///
  /// `isPast` must stay true once it is true. The result also says what came before the element.
  package func find(
    _ isPast: (Summary) -> Bool
  ) -> (index: Int, before: Summary, element: Element)? {
    isEmpty || !isPast(summary) ? nil : root.find(isPast, from: 0, Summary.zero)
  }

  /// The sum over the elements before this position.
  package func summary(upTo index: Int) -> Summary {
    assert(0 <= index && index <= count, "index outside of the tree")
    return root.summary(upTo: max(0, min(index, count)))
  }

  /// Walks over the elements in the range until the body returns false.
  package func forEach(in range: Range<Int>, _ body: (Int, Element) -> Bool) {
    assert(0 <= range.lowerBound && range.upperBound <= count, "range outside of the tree")
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    _ = root.forEach(in: range, from: 0, body)
  }

  /// Walks over the elements whose summary passes, until the body returns false.
  ///
  /// Parts of the tree whose sum does not pass are not entered, so a sum must pass whenever one
  /// of its elements would.
  package func forEachWhere(
    _ mayContain: (Summary) -> Bool, _ body: (Int, Element) -> Bool
  ) {
    guard !isEmpty, mayContain(summary) else { return }
    _ = root.forEachWhere(mayContain, from: 0, body)
  }

  /// What is wrong with the tree itself; nothing, if this code is right.
  package func checkInvariants() -> [String] {
    root.violations(isRoot: true).messages
  }
}

extension SumTreeNode {
  /// Returns whether to go on.
  fileprivate func forEach(
    in range: Range<Int>, from start: Int, _ body: (Int, Element) -> Bool
  ) -> Bool {
    guard !isLeaf else {
      for index in range where !body(start + index, elements[index]) { return false }
      return true
    }
    let children = children.span
    var (position, childStart) = childPosition(of: range.lowerBound)
    while position < children.count, childStart < range.upperBound {
      let childCount = children[position].count
      let lower = max(0, range.lowerBound - childStart)
      let upper = min(childCount, range.upperBound - childStart)
      guard children[position].forEach(in: lower..<upper, from: start + childStart, body) else {
        return false
      }
      childStart += childCount
      position += 1
    }
    return true
  }

  /// Returns whether to go on.
  fileprivate func forEachWhere(
    _ mayContain: (Summary) -> Bool, from start: Int, _ body: (Int, Element) -> Bool
  ) -> Bool {
    let elements = elements.span
    for position in elements.indices
    where mayContain(elements[position].summary) && !body(start + position, elements[position]) {
      return false
    }
    let children = children.span
    var childStart = start
    for position in children.indices {
      if mayContain(children[position].summary),
        !children[position].forEachWhere(mayContain, from: childStart, body)
      {
        return false
      }
      childStart += children[position].count
    }
    return true
  }

  fileprivate func violations(isRoot: Bool) -> (messages: [String], height: Int) {
    var messages: [String] = []
    let width = max(elements.count, children.count)
    if !elements.isEmpty && !children.isEmpty { messages.append("a leaf with children") }
    if width > Self.widthLimit { messages.append("\(width) entries in a node") }
    if !isRoot && isNarrow { messages.append("only \(width) entries in a node") }
    if isRoot && children.count == 1 { messages.append("a root with a single child") }
    let below = children.map { $0.violations(isRoot: false) }
    messages += below.flatMap { $0.messages }
    let heights = Set(below.map { $0.height })
    if heights.count > 1 { messages.append("children of heights \(heights.sorted())") }
    var fresh = self
    fresh.refreshSums()
    if fresh.count != count { messages.append("count \(count) instead of \(fresh.count)") }
    if fresh.summary != summary { messages.append("\(summary) instead of \(fresh.summary)") }
    return (messages, (heights.max() ?? 0) + 1)
  }
}

extension SumTreeNode {
  /// Finds the first element below with which the running sum passes a point; `index` and `before`
  /// are those of the first element.
  fileprivate func find(
    _ isPast: (Summary) -> Bool, from index: Int, _ before: Summary
  ) -> (index: Int, before: Summary, element: Element)? {
    var (index, before) = (index, before)
    let children = children.span
    if children.isEmpty {
      let elements = elements.span
      for position in elements.indices {
        let after = before + elements[position].summary
        if isPast(after) { return (index + position, before, elements[position]) }
        before = after
      }
      return nil
    }
    var position = 0
    while position < children.count - 1 {
      let after = before + children[position].summary
      if isPast(after) { break }
      index += children[position].count
      before = after
      position += 1
    }
    return children[position].find(isPast, from: index, before)
  }

  /// The sum over the elements below before a position.
  fileprivate func summary(upTo index: Int) -> Summary {
    if index >= count { return summary }
    var before = Summary.zero
    let children = children.span
    if children.isEmpty {
      let elements = elements.span
      for position in 0..<index { before = before + elements[position].summary }
      return before
    }
    var rest = index
    var position = 0
    while position < children.count - 1, children[position].count <= rest {
      rest -= children[position].count
      before = before + children[position].summary
      position += 1
    }
    return before + children[position].summary(upTo: rest)
  }
}
