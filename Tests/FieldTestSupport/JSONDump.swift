package import FieldModels

/// What was read of a JSON text, in short: the tree as one line, and the problems with their texts.
///
/// Values are as written; `_` stands where a value is missing, `!` before text that is none, and
/// `…` in a string, array or object that is not closed.
package struct JSONDump {
  package let tree: JSONTree
  package let problems: [JSONProblem]

  package init(_ text: String, dialect: JSONReader.Dialect = .strict, depthLimit: Int = 128) {
    self.init(Array(text.utf8), dialect: dialect, depthLimit: depthLimit)
  }

  package init(_ bytes: [UInt8], dialect: JSONReader.Dialect = .strict, depthLimit: Int = 128) {
    var reader = JSONReader(bytes, dialect: dialect, depthLimit: depthLimit)
    reader.readText()
    tree = reader.tree
    problems = reader.problems
  }

  /// The tree as one line; empty for no tree.
  package var line: String { tree.isEmpty ? "" : describe(0) }

  /// The problems, each as its kind and its text: "missingComma «1»".
  package var problemLines: [String] {
    problems.map { "\($0.kind) «\(String(decoding: tree.text($0.span), as: UTF8.self))»" }
  }

  private func describe(_ index: Int) -> String {
    let node = tree[index]
    let end = node.isClosed ? "" : "…"
    switch node.kind {
    case .null, .true, .false, .number: return tree.source(index)
    case .string: return tree.source(index) + end
    case .invalid: return "!" + tree.source(index)
    case .missing: return "_"
    case .array:
      return "[" + tree.elements(of: index).map(describe).joined(separator: " ") + end + "]"
    case .object:
      let members = tree.members(of: index).map { "\(describe($0)): \(describe($0 + 1))" }
      return "{" + members.joined(separator: ", ") + end + "}"
    }
  }

  /// The invariants of the tree that do not hold.
  package var violations: [String] {
    var violations: [String] = []
    let length = tree.bytes.count - tree.base
    for problem in problems
    where problem.span.lowerBound < 0 || length < problem.span.upperBound {
      violations.append("\(problem) is outside of the text")
    }
    for index in tree.nodes.indices { violations += self.violations(at: index, length) }
    if let root = tree.nodes.first, Int(root.subtreeEnd) != tree.nodes.count {
      violations.append("nodes behind the root")
    }
    return violations
  }

  private func violations(at index: Int, _ length: Int) -> [String] {
    let node = tree[index]
    let subtreeEnd = Int(node.subtreeEnd)
    var violations: [String] = []
    if node.end < node.start || length < Int(node.end) { violations.append("\(node) has no span") }
    guard index < subtreeEnd, subtreeEnd <= tree.nodes.count else {
      return violations + ["\(node) has no end"]
    }
    let isContainer = node.kind == .array || node.kind == .object
    if !isContainer, subtreeEnd != index + 1 { violations.append("\(node) has children") }
    var child = index + 1
    var end = node.start
    var childCount = 0
    while child < subtreeEnd {
      if tree[child].start < end || node.end < tree[child].end {
        violations.append("\(tree[child]) is not in its place in \(node)")
      }
      end = tree[child].end
      child = Int(tree[child].subtreeEnd)
      childCount += 1
    }
    if child != subtreeEnd, isContainer { violations.append("\(node) ends inside of a child") }
    if node.kind == .object, !childCount.isMultiple(of: 2) {
      violations.append("\(node) has no pairs")
    }
    return violations
  }
}
