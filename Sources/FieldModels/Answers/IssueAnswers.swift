/// Answers as GitHub writes them into the body of an issue: the label of each field as a heading, and what
/// was answered below.
enum IssueAnswers {
  /// What stands below the heading of a field that nobody has answered.
  private static let none = "_No response_"

  static func texts(in bytes: [UInt8], of form: RecordForm) -> [NamedText] {
    let fields = form.fields.filter { $0.list == nil }
    let byLabel = Dictionary(
      keepingFirst: fields.map { ($0.definition.label ?? $0.key, $0) })
    var texts: [NamedText] = []
    var (field, start): (RecordField?, Int) = (nil, 0)
    func end(at end: Int) {
      if let field { texts += answers(of: field, in: bytes, start..<end) }
    }
    var line = 0
    while line < bytes.count {
      let next = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let text = trimmed(bytes, line..<next)
      if bytes[text].starts(with: "### ".utf8) {
        let label = String(decoding: bytes[text].dropFirst("### ".utf8.count), as: UTF8.self)
        // Another heading is part of an answer.
        if let named = byLabel[label] {
          end(at: line)
          (field, start) = (named, next)
        }
      }
      line = next
    }
    end(at: bytes.count)
    return texts
  }

  private static func answers(
    of field: RecordField, in bytes: [UInt8], _ range: Range<Int>
  ) -> [NamedText] {
    var range = trimmed(bytes, range)
    let whole = String(decoding: bytes[range], as: UTF8.self)
    if whole == none || whole.isEmpty { return [] }
    if field.definition.takesSeveral {
      return rows(of: field, in: bytes, range)
    }
    let fence = "```".utf8
    if bytes[range].starts(with: fence), bytes[range].suffix(3).elementsEqual(fence),
      let line = bytes[range].firstIndex(of: 0x0A)
    {
      // The text of an area that is rendered as a program.
      range = trimmed(bytes, (line + 1)..<max(line + 1, range.upperBound - 3))
    }
    let text = String(decoding: bytes[range], as: UTF8.self)
    let row = field.definition.choices.first { $0.label == text }
    return [NamedText(name: field.path, text: row?.text ?? text, span: range)]
  }

  /// The rows that are ticked in a list, or that stand there with commas between them.
  private static func rows(
    of field: RecordField, in bytes: [UInt8], _ range: Range<Int>
  ) -> [NamedText] {
    var rows: [NamedText] = []
    let choices = field.definition.choices
    func add(_ label: Substring, at span: Range<Int>) {
      let row = choices.first { $0.label == label }?.text ?? String(label)
      rows.append(NamedText(name: "\(field.path)/\(row)", text: "true", span: span))
    }
    guard bytes[range].starts(with: "- [".utf8) else {
      let text = String(decoding: bytes[range], as: UTF8.self)
      for label in CommaList.parts(of: text[...], among: choices.map { $0.label }) {
        add(label, at: range)
      }
      return rows
    }
    var line = range.lowerBound
    while line < range.upperBound {
      let next =
        bytes[line..<range.upperBound].firstIndex(of: 0x0A).map { $0 + 1 } ?? range.upperBound
      let text = trimmed(bytes, line..<next)
      for box in ["- [X] ", "- [x] "] where bytes[text].starts(with: box.utf8) {
        add(String(decoding: bytes[text].dropFirst(box.utf8.count), as: UTF8.self)[...], at: text)
      }
      line = next
    }
    return rows
  }

  /// A stretch without white space around it.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let start = bytes[range].firstIndex { !$0.isJSONSpace } ?? range.upperBound
    let end = bytes[start..<range.upperBound].lastIndex { !$0.isJSONSpace }.map { $0 + 1 } ?? start
    return start..<end
  }
}
