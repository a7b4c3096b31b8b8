/// Reading the objects around the fields and entries, whose members the document's reader takes one by
/// one.
extension JSONReader {
  /// Opens an object that is read member by member, passing its first `width` bytes.
  package mutating func beginFrame(width: Int) {
    let start = position
    position += width
    append(.object, start, isClosed: false)
  }

  /// Ends the object of `beginFrame` here.
  package mutating func endFrame() {
    guard !tree.nodes.isEmpty else { return }
    tree.nodes[0].end = offset(position)
    tree.nodes[0].subtreeEnd = UInt32(truncatingIfNeeded: tree.nodes.count)
  }

  /// Opens an object within that one, passing its first `width` bytes; gives its node.
  package mutating func beginObject(width: Int) -> Int {
    let start = position
    position += width
    append(.object, start, isClosed: false)
    return tree.nodes.count - 1
  }

  /// Ends an object of `beginObject` here.
  package mutating func endObject(_ node: Int, isClosed: Bool) {
    tree.nodes[node].end = offset(position)
    tree.nodes[node].isClosed = isClosed
    tree.nodes[node].subtreeEnd = UInt32(truncatingIfNeeded: tree.nodes.count)
    lastTokenEnd = position
  }

  /// Reads a member's name and its colon; false if there is no value to read after it.
  package mutating func readFrameName(_ text: borrowing Span<UInt8>) -> Bool {
    switch text[position] {
    case UInt8(ascii: "\""): readString(text)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      report(.unexpectedCharacter, position, position + 1)
      appendMissing(at: position)
      readValue(text, recovery: .value)
      return false
    default: readBareName(text)
    }
    let nameEnd = position
    skipTrivia(text)
    if position < end, text[position] == UInt8(ascii: ":") {
      position += 1
      lastTokenEnd = position
      return true
    }
    report(.missingColon, nameEnd - 1, nameEnd)
    if beginsValue(text) { return true }
    appendMissing(at: nameEnd)
    return false
  }

  /// Whether a value follows a name that lost its colon, rather than the next name or nothing.
  private mutating func beginsValue(_ text: borrowing Span<UInt8>) -> Bool {
    guard position < end else { return false }
    switch text[position] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return false
    case UInt8(ascii: "["), UInt8(ascii: "{"): return true
    case let byte:
      let start = place
      if byte == UInt8(ascii: "\"") { readString(text) } else { readWord(text) }
      let isName = isFollowedByColon(text)
      tree.nodes.removeLast()
      rewind(to: start)
      return !isName
    }
  }

  /// Reads a member's value, or notes that it is missing.
  package mutating func readMemberValue(_ text: borrowing Span<UInt8>) {
    let isMissing =
      position >= end || text[position] == UInt8(ascii: ",") || text[position] == UInt8(ascii: "}")
      || text[position] == UInt8(ascii: "]") || text[position] == UInt8(ascii: ":")
    guard !isMissing else {
      report(.missingValue, lastTokenEnd - 1, lastTokenEnd)
      return appendMissing(at: lastTokenEnd)
    }
    readValue(text, recovery: .value)
  }

  /// Takes an opening bracket as a node whose content is read elsewhere.
  package mutating func appendOpening(_ kind: JSONTree.Kind) {
    let start = position
    position += 1
    append(kind, start, isClosed: false)
  }

  /// Whether the string that was read last has this text, written without escapes.
  package func lastStringEquals(_ text: some Sequence<UInt8>) -> Bool {
    guard let node = tree.nodes.last, node.kind == .string else { return false }
    return tree.text(tree.contentSpan(tree.nodes.count - 1)).elementsEqual(text)
  }
}
