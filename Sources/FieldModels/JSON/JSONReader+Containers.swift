/// Opening and closing objects and arrays, and the nodes that come of it.
extension JSONReader {
  /// Reads an atom whole, or opens a container.
  mutating func readItem(_ text: borrowing Span<UInt8>) {
    switch text[position] {
    case UInt8(ascii: "{"): open(.object, text)
    case UInt8(ascii: "["): open(.array, text)
    case UInt8(ascii: "\""): readString(text)
    default: readWord(text)
    }
    endFreeObject()
  }

  /// Leaves the free object when its value, an atom or a closed container, is read.
  mutating func endFreeObject() {
    if let freeDepth, depth == freeDepth, context?.expectation == .comma { self.freeDepth = nil }
  }

  /// How many containers are open.
  var depth: Int { context == nil ? 0 : outerContexts.count + 1 }

  mutating func open(_ kind: JSONTree.Kind, _ text: borrowing Span<UInt8>) {
    let start = position
    append(kind, start, isClosed: false)
    guard depth < depthLimit else { return skipTooDeep(text, start) }
    if wholes != nil {
      if kind == .array {
        noteWholes(text)
      } else if passWhole(text, start) {
        return
      }
    }
    if let context { outerContexts.append(context) }
    context = Context(isObject: kind == .object, node: tree.nodes.count - 1)
    position += 1
    lastTokenEnd = position
  }

  /// Notes a list that was just opened if its objects are passed as a whole.
  private mutating func noteWholes(_ text: borrowing Span<UInt8>) {
    guard let wholes, let context, context.isObject, let outer = outerContexts.last, outer.isObject,
      isName(tree.nodes.count - 2, wholes.list, text), isName(context.node - 1, wholes.object, text)
    else { return }
    self.wholes?.node = tree.nodes.count - 1
  }

  /// Whether a node is a name, as it is written without escapes.
  private func isName(_ node: Int, _ name: StaticString, _ text: borrowing Span<UInt8>) -> Bool {
    guard 0 <= node, tree.nodes[node].kind == .string else { return false }
    let start = Int(tree.nodes[node].start) + tree.base + 1
    guard Int(tree.nodes[node].end) + tree.base - 1 - start == name.utf8CodeUnitCount else {
      return false
    }
    for offset in 0..<name.utf8CodeUnitCount
    where unsafe text[start + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Passes an object that is an element of such a list.
  private mutating func passWhole(_ text: borrowing Span<UInt8>, _ start: Int) -> Bool {
    guard let wholes, wholes.node != -1, let context, context.node == wholes.node,
      let end = wholes.end(text, start, end)
    else { return false }
    position = end
    lastTokenEnd = end
    tree.nodes[tree.nodes.count - 1].end = offset(end)
    tree.nodes[tree.nodes.count - 1].isClosed = true
    return true
  }

  /// Passes a container by counting brackets.
  mutating func skipTooDeep(_ text: borrowing Span<UInt8>, _ start: Int) {
    var depth = 0
    repeat {
      switch text[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        readString(text)
        tree.nodes.removeLast()
        continue
      default: break
      }
      position += 1
    } while depth > 0 && position < end
    if position >= end { didReachEnd = true }
    lastTokenEnd = position
    if deepSpans == nil {
      report(.tooDeep(limit: depthLimit), start, start + 1)
    } else {
      deepSpans?.append((start - tree.base)..<(position - tree.base))
    }
    tree.nodes[tree.nodes.count - 1].end = offset(position)
    tree.nodes[tree.nodes.count - 1].isClosed = depth <= 0
  }

  mutating func close() {
    guard let context = leave() else { return }
    position += 1
    lastTokenEnd = position
    finish(context, isClosed: true)
    endFreeObject()
  }

  /// Ends the innermost container where the text left it open.
  mutating func pop() {
    guard let context = leave() else { return }
    if context.isObject, context.expectation == .colon || context.expectation == .value {
      reportMissingValue()
      appendMissing(at: lastTokenEnd)
    }
    let closing = context.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    report(.missingClose(closing), lastTokenEnd - 1, lastTokenEnd)
    finish(context, isClosed: false)
    endFreeObject()
  }

  mutating func popAll() {
    while context != nil { pop() }
  }

  private mutating func leave() -> Context? {
    defer { context = outerContexts.popLast() }
    return context
  }

  mutating func finish(_ context: Context, isClosed: Bool) {
    tree.nodes[context.node].end = offset(lastTokenEnd)
    tree.nodes[context.node].isClosed = isClosed
    tree.nodes[context.node].subtreeEnd = UInt32(truncatingIfNeeded: tree.nodes.count)
  }

  func offset(_ position: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: position - tree.base)
  }

  mutating func append(
    _ kind: JSONTree.Kind, _ start: Int, hasEscapes: Bool = false, isClosed: Bool = true
  ) {
    let next = UInt32(truncatingIfNeeded: tree.nodes.count + 1)
    tree.nodes.append(
      .init(
        kind: kind, hasEscapes: hasEscapes, isClosed: isClosed, start: offset(start),
        end: offset(position), subtreeEnd: next))
    lastTokenEnd = position
  }
}
