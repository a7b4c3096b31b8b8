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
    let (start, number) = (index, nodes.count)
    var node = JSONTree.Node(kind: .null, start: UInt32(start &- base), end: 0, subtreeEnd: 0)
    let isPassed: Bool
    switch first {
    case UInt8(ascii: "\""):
      let text = string()
      node.kind = .string
      node.hasEscapes = text?.hasEscapes ?? false
      isPassed = text != nil
      nodes.append(node)
    case UInt8(ascii: "{"):
      node.kind = .object
      nodes.append(node)
      isPassed =
        depth < Self.depthLimit
        && skipElements(to: UInt8(ascii: "}")) { cursor in
          guard cursor.first == UInt8(ascii: "\""), cursor.note(into: &nodes, from: base) else {
            return false
          }
          guard cursor.skipColon() else { return false }
          return cursor.note(into: &nodes, from: base, depth: depth + 1)
        }
    case UInt8(ascii: "["):
      node.kind = .array
      nodes.append(node)
      isPassed =
        depth < Self.depthLimit
        && skipElements(to: UInt8(ascii: "]")) {
          $0.note(into: &nodes, from: base, depth: depth + 1)
        }
    case let other:
      node.kind =
        switch other {
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"): .true
        case UInt8(ascii: "f"): .false
        default: .number
        }
      isPassed = skipValue()
      nodes.append(node)
    }
    nodes[number].end = UInt32(index &- base)
    nodes[number].subtreeEnd = UInt32(nodes.count)
    return isPassed
  }
}
