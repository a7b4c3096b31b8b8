/// The text of records, as somebody writes it: one, a list of them, or several behind one another,
/// most often one a line.
///
/// It may be broken, and what stands whole in it is judged all the same. It is divided into records as a stream of them is (`RecordSplitter`), so that an editor and
/// whoever checks the file see the same records.
package struct RecordText: Sendable {
  /// The whole text, from its first byte; a value behind another one is another root.
  package let tree: JSONTree
  package let problems: [JSONProblem]
  /// The nodes of the records, in order.
  package let records: [Int]
  /// The nodes that are in no other: the records, or the lists that have them.
  package let roots: [Int]

  let isStrict: Bool

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8
  ///   - dialect: whether comments are part of it
  package init(_ bytes: [UInt8], dialect: JSONReader.Dialect) {
    var start = JSONReader(bytes, dialect: dialect)
    let text = bytes.span
    start.skipByteOrderMark(text)
    start.skipTrivia(text)
    let isList = start.position < bytes.count && bytes[start.position] == UInt8(ascii: "[")
    // A record may go as deep in a list of records as by itself.
    var reader = JSONReader(
      bytes, dialect: dialect, depthLimit: JSONReader.depthLimit + (isList ? 1 : 0))
    if isList {
      roots = reader.readLists()
      records = roots.flatMap { [tree = reader.tree] in Array(tree.elements(of: $0)) }
    } else {
      roots = reader.readValues(from: start.position)
      records = roots
    }
    tree = reader.tree
    problems = reader.problems
    isStrict = dialect == .strict
  }

  /// How many places of the text are told to be no JSON, without what is guesswork behind others.
  package var toldProblemCount: Int {
    let findings = problems.map { Finding(.text(.syntax($0.kind)), $0.severity, at: $0.span) }
    return BrokenText.findings(findings, of: problems, in: tree).count
  }

  /// The node of the value by which a record says to which form it belongs.
  package func statedForm(ofRecord number: Int) -> Int? {
    DocumentFrame.statedForm(in: tree, of: records[number])
  }

  /// The node of the value by which the first record says to which form it belongs.
  package var statedForm: Int? { records.isEmpty ? nil : statedForm(ofRecord: 0) }

  /// The number of the record that a place belongs to: the last that begins at it or before it.
  package func record(at offset: Int) -> Int? { last(of: records, beginningAt: offset) }

  /// The record that a place belongs to, and the list around it, by their nodes: an empty list has no
  /// record.
  package func nodes(at offset: Int) -> (list: Int?, record: Int?) {
    let record = record(at: offset).map { records[$0] }
    guard let root = last(of: roots, beginningAt: offset).map({ roots[$0] }), root != record else {
      return (nil, record)
    }
    return (root, record.flatMap { root < $0 ? $0 : nil })
  }

  /// The stretch of the text that is read by itself, around a place: that of a record, or of a list.
  package func part(at offset: Int) -> Range<Int> {
    let number = last(of: roots, beginningAt: offset) ?? 0
    let start = number == 0 ? 0 : tree[roots[number]].span.lowerBound
    let isLast = roots.count <= number + 1
    return start..<(isLast ? tree.bytes.count : tree[roots[number + 1]].span.lowerBound)
  }

  /// The numbers of the records that touch a stretch of the text.
  package func records(touching range: Range<Int>) -> Range<Int> {
    let end = record(at: range.upperBound).map { $0 + 1 } ?? 0
    var start = record(at: range.lowerBound) ?? 0
    // Two may touch each other.
    while 0 < start, range.lowerBound <= tree[records[start - 1]].span.upperBound { start -= 1 }
    while start < end, tree[records[start]].span.upperBound < range.lowerBound { start += 1 }
    return min(start, end)..<end
  }

  private func last(of nodes: [Int], beginningAt offset: Int) -> Int? {
    let count = nodes.partitioningIndex { offset < tree[$0].span.lowerBound }
    return count == 0 ? nil : count - 1
  }

  /// Where something is told of the text as a whole: at the name of its form, else at its beginning.
  package var head: Range<Int> {
    if let form = statedForm { return tree[form].span }
    return tree.isEmpty ? 0..<0 : tree[0].span.prefix(1)
  }
}

extension JSONReader {
  /// Reads lists behind one another, each of which begins a line; gives their nodes.
  fileprivate mutating func readLists() -> [Int] {
    let bytes = tree.bytes
    let text = bytes.span
    skipByteOrderMark(text)
    skipTrivia(text)
    var roots: [Int] = []
    while position < end {
      let last = roots.isEmpty ? nil : lastTokenEnd
      let isNext =
        text[position] == UInt8(ascii: "[")
        && (last.map { text.firstLineBreak(in: $0..<position) != nil } ?? true)
      guard isNext else {
        report(.trailingContent, position, end)
        break
      }
      roots.append(tree.nodes.count)
      readValue(text, recovery: .value)
      skipTrivia(text)
    }
    return roots
  }

  /// Reads values behind one another, the first of which begins at a place, and gives their nodes:
  /// each ends with the line on which it closes, or before a line that begins another.
  ///
  /// What begins no record behind one, such as the rest of a text that is closed too early, is no
  /// record of its own, and is told of as a whole.
  fileprivate mutating func readValues(from start: Int) -> [Int] {
    let (bytes, whole) = (tree.bytes, end)
    let text = bytes.span
    skipByteOrderMark(text)
    skipTrivia(text)
    guard position < end else {
      report(.emptyText, position, position)
      return []
    }
    // As whoever checks the file reads it.
    let plain = dialect == .commented ? JSONComments.blanked(bytes) : bytes
    var splitter = RecordSplitter(values: plain[start...])
    var ranges: [Range<Int>] = []
    while let record = splitter.next() {
      let range = record.range.moved(by: start)
      if range.isEmpty { continue }
      if let last = ranges.last, plain[range.lowerBound] != UInt8(ascii: "{") {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    var roots: [Int] = []
    for range in ranges {
      (position, end) = (range.lowerBound, range.upperBound)
      skipTrivia(text)
      guard position < end else { continue }
      roots.append(tree.nodes.count)
      readValue(text, recovery: .value)
      skipTrivia(text)
      if position < end { report(.trailingContent, position, end) }
    }
    end = whole
    position = whole
    return roots
  }
}
