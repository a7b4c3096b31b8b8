/// The text of a record, or of a list of them, as somebody writes it: it may be broken, and what
/// stands whole in it is judged all the same.
package struct RecordText: Sendable {
  /// The whole text, from its first byte.
  package let tree: JSONTree
  package let problems: [JSONProblem]
  /// The nodes of the records, in order.
  package let records: [Int]

  let isStrict: Bool

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8
  ///   - dialect: whether comments are part of it
  package init(_ bytes: [UInt8], dialect: JSONReader.Dialect) {
    // A record may go as deep in a list of records as by itself.
    var start = JSONReader(bytes, dialect: dialect)
    let text = bytes.span
    start.skipTrivia(text)
    let isList = start.position < bytes.count && bytes[start.position] == UInt8(ascii: "[")
    var reader = JSONReader(
      bytes, dialect: dialect, depthLimit: JSONReader.depthLimit + (isList ? 1 : 0))
    reader.readText()
    tree = reader.tree
    problems = reader.problems
    isStrict = dialect == .strict
    if tree.isEmpty {
      records = []
    } else {
      records = tree[0].kind == .array ? Array(tree.elements(of: 0)) : [0]
    }
  }

  /// The node of the value by which the first record says to which form all of them belong.
  package var statedForm: Int? { DocumentFrame.statedForm(in: tree) }

  /// Where something is told of the text as a whole: at the name of its form, else at its beginning.
  package var head: Range<Int> {
    if let form = statedForm { return tree[form].span }
    return tree.isEmpty ? 0..<0 : tree[0].span.prefix(1)
  }
}
