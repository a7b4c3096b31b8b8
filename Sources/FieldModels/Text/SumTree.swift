/// A sequence kept as a balanced tree in which every node knows the sum of what is below it.
///
/// It answers "where does the running sum pass this?" and takes edits anywhere in O(log n), and it
/// is a value: a copy costs nothing until one of the two is edited, and then only the nodes on the
/// way to the edit are copied. It is a B+tree (elements in leaves only, every leaf equally deep)
/// whose nodes are structs in arrays, so the arrays' own copy-on-write is all the sharing it
/// needs: no classes and no reference that one could forget to check.
///
/// It does not search by key and gives elements no identity; an index is a position, and an edit
/// moves what stands behind it. An index out of range is our own mistake: it stops a debug build
/// and is clamped in a release one.
package struct SumTree<Element: Summarized> {
  /// What is added up along the sequence.
  package typealias Summary = Element.Summary

  var root: SumTreeNode<Element>

  /// Makes an empty tree.
  package init() {
    root = SumTreeNode()
  }

  /// Builds a tree of these elements, in time linear in their number.
  package init(_ elements: some Sequence<Element>) {
    root = SumTreeNode.joining(SumTreeNode.leaves(holding: Array(elements)))
  }

  /// The number of elements.
  package var count: Int { root.count }

  /// The sum over all elements.
  package var summary: Summary { root.summary }

  /// There is no element.
  package var isEmpty: Bool { root.count == 0 }

  /// The element at this position.
  package subscript(index: Int) -> Element {
    root.element(at: clamped(index))
  }

  /// Changes one element in place and returns what the body returns.
  package mutating func update<Result>(
    at index: Int, _ body: (inout Element) -> Result
  ) -> Result {
    root.update(at: clamped(index), body)
  }

  /// Replaces the elements in the range by others, however many.
  package mutating func replaceSubrange(
    _ range: Range<Int>, with replacement: some Collection<Element>
  ) {
    assert(0 <= range.lowerBound && range.upperBound <= count, "range outside of the tree")
    let range = range.clamped(to: 0..<count)
    let replacement = Array(replacement)
    guard !replacement.isEmpty || range.count < count else {
      root = SumTreeNode()
      return
    }
    let siblings = root.replace(range, with: replacement)
    if !siblings.isEmpty { root = SumTreeNode.joining([root] + siblings) }
    while root.children.count == 1 { root = root.children[0] }
  }

  private func clamped(_ index: Int) -> Int {
    assert(0 <= index && index < count, "index outside of the tree")
    return max(0, min(index, count - 1))
  }
}

extension SumTree: Sendable where Element: Sendable, Element.Summary: Sendable {}

/// Something that contributes to a sum.
package protocol Summarized {
  /// What is added up.
  associatedtype Summary: AdditiveSummary

  /// This element's part of the sum; asked for often, so it should be cheap.
  var summary: Summary { get }
}

/// A sum that can be put together from the sums of its parts.
///
/// Addition must be associative and need not be commutative: what stands on the left of `+` comes
/// first in the sequence, so a sum may say how a sequence begins and ends.
package protocol AdditiveSummary: Equatable {
  /// The sum of nothing.
  static var zero: Self { get }

  /// The sum of two neighbours.
  static func + (left: Self, right: Self) -> Self
}
