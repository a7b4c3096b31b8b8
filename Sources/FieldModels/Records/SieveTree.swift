/// Reads values of records whose text nearly always is what the first look passes.
extension JSONTree {
  /// The value that stands at a place of some bytes.
  ///
  /// JSON as most is written is noted down at once; anything else is read as by `JSONReader`, which knows what is
  /// wrong with it.
  init(ofRecord bytes: [UInt8], at place: Range<Int>) {
    precondition(0 <= place.lowerBound && place.upperBound <= bytes.count)
    var nodes: [Node] = []
    nodes.reserveCapacity(32)
    let isRead = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return false }
      var cursor = unsafe SieveCursor(
        bytes: first, index: place.lowerBound, end: place.upperBound, staysInLine: false)
      cursor.skipSpace()
      guard cursor.note(into: &nodes, from: place.lowerBound) else { return false }
      cursor.skipSpace()
      return cursor.isAtEnd
    }
    guard isRead else {
      self.init(reading: bytes, at: place)
      return
    }
    self.init(bytes: bytes, base: place.lowerBound)
    self.nodes = nodes
  }
}

extension SieveCursor {
  /// Passes any value, and notes down its nodes with spans that are counted from somewhere; false where it is no JSON
  /// or goes deep.
  fileprivate mutating func note(
    into nodes: inout [JSONTree.Node], from base: Int, depth: Int = 0
  ) -> Bool {
    switch first {
    case UInt8(ascii: "\""): return noteString(into: &nodes, from: base)
    case UInt8(ascii: "{"):
      return note(into: &nodes, from: base, depth: depth, as: .object, to: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      return note(into: &nodes, from: base, depth: depth, as: .array, to: UInt8(ascii: "]"))
    case let other:
      let kind: JSONTree.Kind =
        switch other {
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"): .true
        case UInt8(ascii: "f"): .false
        default: .number
        }
      let start = index
      guard skipValue() else { return false }
      nodes.append(node(kind, from: start, to: nodes.count &+ 1, base))
      return true
    }
  }

  private mutating func noteString(into nodes: inout [JSONTree.Node], from base: Int) -> Bool {
    let start = index
    guard let text = string() else { return false }
    var node = node(.string, from: start, to: nodes.count &+ 1, base)
    node.hasEscapes = text.hasEscapes
    nodes.append(node)
    return true
  }

  /// Passes an object or a list.
  private mutating func note(
    into nodes: inout [JSONTree.Node], from base: Int, depth: Int, as kind: JSONTree.Kind,
    to close: UInt8
  ) -> Bool {
    let (start, number) = (index, nodes.count)
    // Whichever bracket is here.
    guard depth < Self.depthLimit, skip(first) else { return false }
    nodes.append(node(kind, from: start, to: number, base))
    skipSpace()
    if !skip(close) {
      repeat {
        skipSpace()
        if kind == .object {
          guard first == UInt8(ascii: "\""), noteString(into: &nodes, from: base), skipColon()
          else { return false }
        }
        guard note(into: &nodes, from: base, depth: depth &+ 1) else { return false }
        skipSpace()
      } while skip(UInt8(ascii: ","))
      guard skip(close) else { return false }
    }
    nodes[number] = node(kind, from: start, to: nodes.count, base)
    return true
  }

  /// A node that ends here.
  private func node(
    _ kind: JSONTree.Kind, from start: Int, to subtreeEnd: Int, _ base: Int
  ) -> JSONTree.Node {
    JSONTree.Node(
      kind: kind, start: UInt32(start &- base), end: UInt32(index &- base),
      subtreeEnd: UInt32(subtreeEnd))
  }
}
