/// Where in the text of a source the entries of a report are, which name places as a format can: by
/// pointers or by lines.
package struct ConversionPlaces: Sendable {
  private let text: Rope
  /// The text as JSON; nil if it is none.
  private let tree: JSONTree?
  /// What is in each object and list, so that a place costs what its path does, however much is
  /// around it.
  private var nodes: [Step: Int] = [:]
  /// The last line of the block that each line begins, once somebody asks.
  private var lastLines: [Int] = []

  /// A member or an element of the value at a node.
  private struct Step: Hashable {
    var parent: Int
    var name: String
  }

  package init(_ text: Rope) {
    self.text = text
    var reader = JSONReader(text.bytes(in: 0..<text.byteCount), dialect: .commented)
    reader.readText()
    tree = reader.problems.isEmpty && !reader.tree.isEmpty ? reader.tree : nil
    if let tree { note(tree, 0) }
  }

  /// Notes what is in a value.
  ///
  /// Depth is bounded by the reader's limit.
  private mutating func note(_ tree: JSONTree, _ node: Int) {
    for name in tree.members(of: node) {
      // The last of several members with one name counts.
      if let text = tree.string(name) { nodes[Step(parent: node, name: text)] = name + 1 }
      note(tree, name + 1)
    }
    for (index, element) in tree.elements(of: node).enumerated() {
      nodes[Step(parent: node, name: String(index))] = element
      note(tree, element)
    }
  }

  private func node(at path: Substring) -> Int? {
    JSONPointer.steps(of: String(path)).flatMap { node(at: $0[...]) }
  }

  private func node(at steps: ArraySlice<String>) -> Int? {
    steps.reduce(0) { node, step in
      node.flatMap { nodes[Step(parent: $0, name: step)] }
    }
  }

  /// The bytes that a place in a report means: a value on its line, of what takes several the line
  /// that it begins on; nil where nothing is known of places.
  package func bytes(at path: String) -> Range<Int>? {
    if let start = start(ofLine: path) { return toLineEnd(start) }
    guard let span = wholeBytes(at: path) else { return nil }
    return span.lowerBound..<min(span.upperBound, toLineEnd(span.lowerBound).upperBound)
  }

  /// The same for all that stands there; of what does not stand there, since it goes without saying,
  /// what it would stand in.
  package func wholeBytes(at path: String) -> Range<Int>? {
    if let start = start(ofLine: path) { return toLineEnd(start) }
    guard let tree else { return nil }
    var path = path[...]
    while true {
      if let node = node(at: path) { return tree[node].span }
      guard let slash = path.lastIndex(of: "/") else { return nil }
      path = path[..<slash]
    }
  }

  /// All of a part of the source that something was made of: a value with the name that an object has it by,
  /// or a line with the deeper ones below it; and the first line of that.
  package mutating func part(at path: String) -> (whole: Range<Int>, firstLine: Range<Int>)? {
    let whole: Range<Int>
    if let start = start(ofLine: path) {
      let line = text.position(atByteOffset: start, encoding: .utf8).lineIndex
      whole = start..<max(start, text.lineRange(at: lastLine(ofBlockAt: line)).upperBound)
    } else if let tree, let steps = JSONPointer.steps(of: path),
      let node = self.node(at: steps[...]),
      let outer = self.node(at: steps.dropLast())
    {
      // The name of a member is the node before its value; an element of a list has none.
      let isNamed = outer != node && tree[outer].kind == .object
      whole = tree[isNamed ? node - 1 : node].span.lowerBound..<tree[node].span.upperBound
    } else {
      return nil
    }
    let lineEnd = toLineEnd(whole.lowerBound).upperBound
    return (whole, whole.lowerBound..<min(whole.upperBound, lineEnd))
  }

  /// The last of the lines that are below a line and indented deeper, or that line.
  private mutating func lastLine(ofBlockAt line: Int) -> Int {
    if lastLines.isEmpty { noteBlocks() }
    return lastLines[line]
  }

  /// Finds the blocks of all lines in one walk.
  private mutating func noteBlocks() {
    lastLines = Array(0..<text.lineCount)
    var open: [(line: Int, depth: Int)] = []
    var last = 0
    for line in 0..<text.lineCount {
      // A line without anything ends nothing.
      let bytes = text.bytes(in: text.lineRange(at: line))
      guard let depth = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
      while let block = open.last, depth <= block.depth {
        lastLines[block.line] = last
        open.removeLast()
      }
      open.append((line, depth))
      last = line
    }
    for block in open { lastLines[block.line] = last }
  }

  private func toLineEnd(_ start: Int) -> Range<Int> {
    let line = text.position(atByteOffset: start, encoding: .utf8).lineIndex
    return start..<max(start, text.lineRange(at: line).upperBound)
  }

  /// Where a place begins that is the number of a line and that of a column, both from 1.
  private func start(ofLine path: String) -> Int? {
    let parts = path.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let line = Int(parts[0]), let column = Int(parts[1]), 0 < line,
      0 < column
    else { return nil }
    return text.byteOffset(
      of: TextPosition(lineIndex: line - 1, column: column - 1), encoding: .utf32)
  }
}
