/// A document with marks in it, and what an editor is offered there.
///
///     === an e-mail address that is none
///     { "fields": [
///       { "key": "a", "kind": "entry", "label": "A", "text": "¦x", "validation": { "live": ["email"] } }
///     //                                                      ^^^ error typeMismatch: Not an e-mail address
///     ] }
///     ---
///     what comes of a question, a line each
///
/// `===` and a title begin a case. A comment of carets says what is told of the text above them and
/// is not part of the document; `¦` is the cursor and neither. A line of `/` with an encoding or a
/// client in it, such as `/ utf-8 plain jsonc`, says who asks.
package struct MarkedCase: Sendable {
  package var title: String
  /// Where it begins in its file.
  package var lineNumber = 1
  package var options: [String] = []
  /// The lines of the document, with the cursor and without marks.
  package var lines: [String] = []
  /// The marks, by the line that they stand below.
  package var marks: [(line: Int, text: String)] = []
  package var expected: [String] = []

  /// The text without the cursor.
  package var text: String { lines.joined(separator: "\n").replacing("¦", with: "") }

  /// The bytes of the cursors.
  package var cursors: [Int] {
    var offset = 0
    return lines.joined(separator: "\n").split(separator: "¦", omittingEmptySubsequences: false)
      .dropLast().map { part in
        offset += part.utf8.count
        return offset
      }
  }

  /// The cases of a file.
  package static func cases(in bytes: [UInt8]) -> [MarkedCase] {
    var cases: [MarkedCase] = []
    var isAnswer = false
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    for (index, line) in lines.enumerated() {
      let position = cases.count - 1
      if line.hasPrefix("=== ") {
        cases.append(MarkedCase(title: String(line.dropFirst(4)), lineNumber: index + 1))
        isAnswer = false
      } else if position < 0 {
        continue
      } else if line == "---" {
        isAnswer = true
      } else if isAnswer {
        cases[position].expected.append(line)
      } else if line.hasPrefix("/ ") {
        cases[position].options = line.dropFirst(2).split(separator: " ").map(String.init)
      } else if isMark(line) {
        cases[position].marks.append((cases[position].lines.count - 1, line))
      } else {
        cases[position].lines.append(line)
      }
    }
    return cases
  }

  private static func isMark(_ line: String) -> Bool {
    let rest = line.drop { $0 == " " }
    return rest.hasPrefix("//") && rest.dropFirst(2).drop { $0 == " " }.first == "^"
  }

  /// A line of marks: carets from a column on, and words behind them.
  package static func mark(_ column: Int, _ width: Int, _ words: String) -> String {
    let carets = String(repeating: "^", count: max(1, width))
    // Where there is no room for the slashes the carets stand further right, and say so.
    let lead = column < 2 ? "//" : "//" + String(repeating: " ", count: column - 2)
    return column < 2
      ? "\(lead)^ from \(column), \(max(1, width)) wide: \(words)" : "\(lead)\(carets) \(words)"
  }

  /// The case as it is written.
  package var written: [String] {
    var written = ["=== \(title)"]
    if !options.isEmpty { written.append("/ " + options.joined(separator: " ")) }
    for (position, line) in lines.enumerated() {
      written.append(line)
      written += marks.filter { $0.line == position }.map(\.text)
    }
    return expected.isEmpty ? written : written + ["---"] + expected
  }
}
