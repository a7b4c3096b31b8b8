/// A JSON text read into a flat list of nodes in preorder, each with its byte span.
///
/// Spans are relative to `base`, so a tree of one field stays true when text before the field
/// grows or shrinks. An object's children are always pairs, a key and a value; where the text
/// has no value the value is a node of kind `missing` with an empty span. The tree never owns
/// meaning: it says what is written where, and decodes a string only when asked.
package struct JSONTree: Equatable, Sendable {
  /// What a node is.
  package enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, array, object
    /// Text that is no JSON value: a bare word, a malformed number, a stray character.
    case invalid
    /// The place where a value should be.
    case missing
  }

  /// One node: its kind, its span and where its subtree ends.
  package struct Node: Equatable, Sendable {
    package var kind: Kind
    /// A string with at least one escape, so that its span is not its value.
    package var hasEscapes = false
    /// A string, array or object whose closing character is written.
    package var isClosed = true
    package var start: UInt32
    package var end: UInt32
    /// The index of the first node after this one and all below it.
    package var subtreeEnd: UInt32

    package var span: Range<Int> { Int(start)..<Int(end) }
  }

  /// The bytes the tree was read from, shared, not copied.
  package var bytes: [UInt8]
  /// Where in `bytes` the spans count from.
  package var base: Int
  package var nodes: [Node] = []

  package init(bytes: [UInt8], base: Int = 0) {
    self.bytes = bytes
    self.base = base
  }

  package var isEmpty: Bool { nodes.isEmpty }

  package subscript(index: Int) -> Node { nodes[index] }

  /// The bytes of a span.
  package func text(_ span: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(base + span.lowerBound)..<(base + span.upperBound)]
  }

  /// A span's text as a string, for people.
  package func source(_ index: Int) -> String {
    String(decoding: text(nodes[index].span), as: UTF8.self)
  }

  /// The span between a string's quotes.
  package func contentSpan(_ index: Int) -> Range<Int> {
    let node = nodes[index]
    guard node.kind == .string else { return node.span }
    let start = Int(node.start) + 1
    return start..<max(start, Int(node.end) - (node.isClosed ? 1 : 0))
  }

  /// The tree of the same text with other bytes in a part of a string: all that changes is where
  /// nodes end, and begin behind it.
  ///
  /// - Returns: nil if that was no string with both quotes, or is not one without faults any more
  package func replacing(
    _ range: Range<Int>, inString index: Int, with bytes: [UInt8]
  ) -> JSONTree? {
    if !nodes[index].isClosed { return nil }
    let delta = bytes.count - range.count
    let (node, end) = (nodes[index], Int(nodes[0].end))
    var text: [UInt8] = []
    text.reserveCapacity(end + delta)
    text += self.text(0..<range.lowerBound)
    text += bytes
    text += self.text(range.upperBound..<end)
    var tree = JSONTree(bytes: text)
    tree.nodes = nodes
    for at in nodes.indices where nodes[at].end > node.start {
      tree.nodes[at].end = UInt32(Int(nodes[at].end) + delta)
      if at > index { tree.nodes[at].start = UInt32(Int(nodes[at].start) + delta) }
    }
    if !isPlain(range, inString: index) || JSONString.needsEscapes(bytes.span) {
      guard let string = JSONReader.string(in: text, tree.nodes[index].span) else { return nil }
      tree.nodes[index].hasEscapes = string.hasEscapes
    }
    return tree
  }

  /// Whether a part of a string has no escape in it, and none before it that may go into it.
  private func isPlain(_ range: Range<Int>, inString index: Int) -> Bool {
    guard nodes[index].hasEscapes else { return true }
    // No escape is longer.
    let escapeByteCount = 6
    let start = max(Int(nodes[index].start), range.lowerBound - escapeByteCount)
    return !text(start..<range.upperBound).contains(UInt8(ascii: "\\"))
  }

  /// The value of a string node, nil for any other kind.
  package func string(_ index: Int) -> String? {
    let node = nodes[index]
    guard node.kind == .string else { return nil }
    let content = text(contentSpan(index))
    guard node.hasEscapes else { return String(decoding: content, as: UTF8.self) }
    return String(decoding: JSONString.unescaped(content), as: UTF8.self)
  }

  /// The text of a string node that is for people to read: an empty one says what its absence does.
  package func words(_ index: Int) -> String? {
    string(index).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a string node as UTF-8, nil for any other kind.
  package func utf8(_ index: Int) -> [UInt8]? {
    let node = nodes[index]
    guard node.kind == .string else { return nil }
    let content = text(contentSpan(index))
    return node.hasEscapes ? JSONString.unescaped(content) : Array(content)
  }

  /// The value of a node that is `true` or `false`.
  package func bool(_ index: Int) -> Bool? {
    switch nodes[index].kind {
    case .true: true
    case .false: false
    case .null, .number, .string, .array, .object, .invalid, .missing: nil
    }
  }

  /// The value of a number that is whole, however it is spelt, and fits.
  package func integer(_ index: Int) -> WholeNumber? {
    nodes[index].kind == .number ? JSONNumber.integer(text(nodes[index].span)) : nil
  }

  /// The value of a whole number in the usual spelling, digits alone; nil for one of more than 18.
  package func plainInteger(_ index: Int) -> WholeNumber? {
    nodes[index].kind == .number ? JSONNumber.plain(text(nodes[index].span)) : nil
  }

  /// The value of a number that is whole, or what comes nearest to it where it does not fit.
  package func clampedInteger(_ index: Int) -> WholeNumber? {
    nodes[index].kind == .number ? JSONNumber.clampedInteger(text(nodes[index].span)) : nil
  }

  /// The indices of an array's elements.
  package func elements(of index: Int) -> Children {
    children(of: index, kind: .array, stride: 1)
  }

  /// The index of an array's element by its number; nil where the array has fewer.
  private func element(at number: Int, of index: Int) -> Int? {
    var elements = elements(of: index).dropFirst(number).makeIterator()
    return elements.next()
  }

  /// The key indices of an object's members; a member's value is the node after its key.
  package func members(of index: Int) -> Children {
    children(of: index, kind: .object, stride: 2)
  }

  private func children(of index: Int, kind: Kind, stride: Int) -> Children {
    let end = nodes[index].kind == kind ? Int(nodes[index].subtreeEnd) : 0
    return Children(nodes: nodes, index: index + 1, end: end, stride: stride)
  }

  /// The value of the last member with this name, as JSON readers take it.
  package func value(of name: String, in index: Int) -> Int? {
    value(of: name.utf8.span, in: index)
  }

  /// The same for a name that stands in the program, which need not be made a text first.
  package func value(named name: StaticString, in index: Int) -> Int? {
    name.withUTF8Buffer { unsafe value(of: $0.span, in: index) }
  }

  private func value(of name: borrowing Span<UInt8>, in index: Int) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    var found: Int?
    var key = index + 1
    let end = Int(nodes[index].subtreeEnd)
    let (text, nodes) = (bytes.span, nodes.span)
    let length = UInt32(truncatingIfNeeded: name.count &+ 2)
    while key < end {
      let node = nodes[key]
      if node.hasEscapes || !node.isClosed {
        if isString(key, name) { found = key + 1 }
      } else if node.end &- node.start == length, node.kind == .string {
        // Most names differ in their length already.
        let start = base &+ Int(node.start) &+ 1
        if text.extracting(start..<(start &+ name.count)).isSame(as: name) { found = key + 1 }
      }
      key = Int(nodes[key &+ 1].subtreeEnd)
    }
    return found
  }

  /// Whether a node is a string with this value.
  package func isString(_ index: Int, _ value: String) -> Bool {
    let node = nodes[index]
    let isVerbatim = !node.hasEscapes && node.isClosed
    // Most texts differ in their length already.
    if isVerbatim, Int(node.end &- node.start) != value.utf8.count + 2 { return false }
    return isString(index, value.utf8.span)
  }

  private func isString(_ index: Int, _ value: borrowing Span<UInt8>) -> Bool {
    guard nodes[index].kind == .string else { return false }
    if nodes[index].hasEscapes {
      return utf8(index).map { $0.span.isSame(as: value) } ?? false
    }
    let content = contentSpan(index)
    let (lower, upper) = (base + content.lowerBound, base + content.upperBound)
    return bytes.span.extracting(lower..<upper).isSame(as: value)
  }

  /// The names and numbers that lead from a node to one below it, as programs write them.
  package func path(from root: Int, to index: Int) -> String {
    var path = ""
    var at = root
    while at < index {
      var number = 0
      let isObject = nodes[at].kind == .object
      let below = isObject ? members(of: at) : elements(of: at)
      guard
        let next = below.first(where: { child in
          number += 1
          return index < Int(nodes[isObject ? child + 1 : child].subtreeEnd)
        })
      else { break }
      path += isObject ? "." + (string(next) ?? "") : "[\(number - 1)]"
      at = isObject ? next + 1 : next
    }
    return path
  }

  /// The children of one node, each by the index of its first node.
  package struct Children: Sequence, IteratorProtocol {
    fileprivate let nodes: [Node]
    fileprivate var index: Int
    fileprivate let end: Int
    fileprivate let stride: Int

    package mutating func next() -> Int? {
      guard index < end else { return nil }
      defer {
        for _ in 0..<stride where index < end { index = Int(nodes[index].subtreeEnd) }
      }
      return index
    }
  }
}
