import FieldModels
package import FieldSession

/// The editor's copy of a document, in lines, with columns that count bytes.
///
/// It is deliberately not the daemon's own rope: what the demo shows is what a client sees that
/// keeps its text in its own way and knows of the daemon only what it was told.
package struct DemoText {
  private(set) var lines: [[UInt8]]

  package init(_ text: String) {
    lines = Self.lines(of: Array(text.utf8))
  }

  /// The text as it is sent.
  package var string: String {
    String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }

  /// Carries an edit out; what lies outside the text is taken to be its end.
  package mutating func replace(_ range: LSP.Range, with text: String) {
    let start = clamped(range.start)
    let end = clamped(range.end)
    guard start.line < end.line || (start.line == end.line && start.character <= end.character)
    else { return }
    let edited =
      lines[start.line][..<start.character] + Array(text.utf8) + lines[end.line][end.character...]
    lines.replaceSubrange(start.line...end.line, with: Self.lines(of: Array(edited)))
  }

  /// Where a text stands: on the first line that has it, from the line of a field's key on.
  package func range(of text: String, in key: String) -> LSP.Range? {
    let marker = Array("\"key\": \"\(key)\"".utf8)
    let firstLine = lines.firstIndex { Self.column(of: marker, in: $0) != nil } ?? lines.count
    let sought = Array(text.utf8)
    for line in firstLine..<lines.count {
      guard let column = Self.column(of: sought, in: lines[line]) else { continue }
      return LSP.Range(
        start: LSP.Position(line: line, character: column),
        end: LSP.Position(line: line, character: column + sought.count))
    }
    return nil
  }

  /// How many characters, as people see them, stand before a column of a line.
  package func characterCount(before column: Int, inLine line: Int) -> Int {
    guard lines.indices.contains(line) else { return 0 }
    return String(decoding: lines[line].prefix(column), as: UTF8.self).count
  }

  private func clamped(_ position: LSP.Position) -> LSP.Position {
    let line = min(max(0, position.line), lines.count - 1)
    return LSP.Position(
      line: line, character: min(max(0, position.character), lines[line].count))
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
  }

  private static func column(of sought: [UInt8], in line: [UInt8]) -> Int? {
    line.span.firstOffset(of: sought)
  }
}
