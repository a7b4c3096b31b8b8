/// A node of a `SumTree`: either a leaf of elements or a branch of nodes that are equally high.
///
/// How it stays balanced: every node but the root holds between `widthLimit / 2` and `widthLimit`
/// entries. An edit goes down to the leaves it touches. A node that grows too wide is cut into
/// even parts, and the parts that do not fit its place are handed up as siblings. A node that
/// grows too narrow is left so by itself and mended by its parent, which joins it with a
/// neighbour and, if that is too wide, cuts the two evenly. A narrow node without a neighbour
/// makes its parent narrow too, so the matter travels up until there is a neighbour, or until the
/// root has a single child and the tree becomes one level lower.
///
/// The node does not check indices; `SumTree` does.
struct SumTreeNode<Element: Summarized> {
  /// What an element adds to the sums.
  typealias Summary = Element.Summary

  /// Invariant: empty in a branch.
  private(set) var elements: [Element]
  /// Invariant: empty in a leaf.
  private(set) var children: [SumTreeNode]
  /// Invariant: the number of elements below.
  private(set) var count = 0
  /// Invariant: the sum over the elements below.
  private(set) var summary = Summary.zero

  /// The most entries of a node; few in debug builds, so that small tests have deep trees.
  static var widthLimit: Int {
    #if DEBUG
      4
    #else
      16
    #endif
  }

  init(elements: [Element] = [], children: [SumTreeNode] = []) {
    self.elements = elements
    self.children = children
    refreshSums()
  }

  var isLeaf: Bool { children.isEmpty }

  /// Too few entries for a node that is not the root.
  var isNarrow: Bool { max(elements.count, children.count) < Self.widthLimit / 2 }

  mutating func refreshSums() { (count, summary) = sums }

  private var sums: (Int, Summary) {
    var count = elements.count
    var summary = Summary.zero
    let elements = elements.span
    for position in elements.indices { summary = summary + elements[position].summary }
    let children = children.span
    for position in children.indices {
      count += children[position].count
      summary = summary + children[position].summary
    }
    return (count, summary)
  }

  /// The child that holds the element at this index, and the index of the child's first element.
  ///
  /// Behind the last element it is the last child.
  func childPosition(of index: Int) -> (position: Int, start: Int) {
    let children = children.span
    var position = 0
    var start = 0
    while position < children.count - 1, start + children[position].count <= index {
      start += children[position].count
      position += 1
    }
    return (position, start)
  }

  func element(at index: Int) -> Element {
    guard !isLeaf else { return elements[index] }
    let (position, start) = childPosition(of: index)
    return children.span[position].element(at: index - start)
  }

  mutating func update<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
    defer { refreshSums() }
    guard !isLeaf else { return body(&elements[index]) }
    let (position, start) = childPosition(of: index)
    return children[position].update(at: index - start, body)
  }
}

extension SumTreeNode: Sendable where Element: Sendable, Element.Summary: Sendable {}

extension SumTreeNode {
  /// Leaves holding the elements, evenly filled; none if there are none.
  static func leaves(holding elements: [Element]) -> [SumTreeNode] {
    evenParts(of: elements).map { SumTreeNode(elements: $0) }
  }

  /// The one tree over nodes that are equally high.
  static func joining(_ nodes: [SumTreeNode]) -> SumTreeNode {
    var level = nodes
    while level.count > 1 { level = evenParts(of: level).map { SumTreeNode(children: $0) } }
    return level.first ?? SumTreeNode()
  }

  /// Cuts entries into as few parts as the width limit allows, none much shorter than another:
  /// two or more parts are all at least half full.
  private static func evenParts<Entry>(of entries: [Entry]) -> [[Entry]] {
    let partCount = (entries.count + widthLimit - 1) / widthLimit
    return (0..<partCount).map { part in
      let lower = entries.count * part / partCount
      let upper = entries.count * (part + 1) / partCount
      return Array(entries[lower..<upper])
    }
  }

  /// Replaces the elements in the range and returns the siblings that now belong behind this node.
  ///
  /// Something must remain: the replacement is not empty or the range is not everything. The node
  /// itself may be narrow afterwards; everything below it is in order, except that a single child
  /// may be narrow too.
  mutating func replace(_ range: Range<Int>, with replacement: [Element]) -> [SumTreeNode] {
    guard !isLeaf else {
      elements.replaceSubrange(range, with: replacement)
      return cutToWidth()
    }
    let (first, firstStart) = childPosition(of: range.lowerBound)
    let (last, lastStart) =
      range.isEmpty ? (first, firstStart) : childPosition(of: range.upperBound - 1)
    let keepsLast = first < last && range.upperBound < lastStart + children[last].count
    if keepsLast { _ = children[last].replace(0..<range.upperBound - lastStart, with: []) }

    let lower = range.lowerBound - firstStart
    let upper = min(range.upperBound - firstStart, children[first].count)
    let keepsFirst = !replacement.isEmpty || upper - lower < children[first].count
    let siblings = keepsFirst ? children[first].replace(lower..<upper, with: replacement) : []

    let removed = (keepsFirst ? first + 1 : first)..<(keepsLast ? last : last + 1)
    if !removed.isEmpty || !siblings.isEmpty {
      children.replaceSubrange(removed, with: siblings)
    }
    // The order matters: joining the last with a first that is narrow too may not be enough.
    if keepsLast { mendChild(at: removed.lowerBound + siblings.count) }
    if keepsFirst { mendChild(at: first) }
    return cutToWidth()
  }

  /// Joins the child with a neighbour if it is narrow and has one.
  private mutating func mendChild(at position: Int) {
    guard position < children.count, children.count > 1, children[position].isNarrow else { return }
    let right = max(position, 1)
    let absorbed = children.remove(at: right)
    let siblings = children[right - 1].absorb(absorbed)
    children.insert(contentsOf: siblings, at: right)
  }

  /// Takes over the entries of the next sibling and returns the siblings that are left.
  private mutating func absorb(_ sibling: SumTreeNode) -> [SumTreeNode] {
    let seam = children.count
    elements += sibling.elements
    children += sibling.children
    // Either side may have been the parent of a single narrow child, which has a neighbour now.
    if seam > 0 {
      mendChild(at: seam)
      mendChild(at: seam - 1)
    }
    return cutToWidth()
  }

  /// Keeps the first part of a node that became too wide, returns the others, refreshes all sums.
  private mutating func cutToWidth() -> [SumTreeNode] {
    guard max(elements.count, children.count) > Self.widthLimit else {
      refreshSums()
      return []
    }
    var parts =
      isLeaf
      ? Self.leaves(holding: elements)
      : Self.evenParts(of: children).map { SumTreeNode(children: $0) }
    self = parts.removeFirst()
    return parts
  }
}
