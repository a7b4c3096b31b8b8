import FieldModels
import FieldRPC
import FieldSession

/// How the demo looks: steps, what went to and fro, and lines of the document with what is known
/// of them.
///
/// It is colourful only on a terminal that wants it, fits into 80 columns, and writes each line as
/// it happens, so that half a second of waiting is seen as such.
struct DemoView {
  private static let columnCount = 80
  private let isColoured: Bool
  private var stepCount = 0

  /// A view on standard output.
  init() {
    isColoured =
      Descriptor.standardOutput.isTerminal && HostProcess.variable("NO_COLOR") == nil
      && HostProcess.variable("TERM") != "dumb"
  }

  /// A paragraph between the steps.
  func paragraph(_ sentence: String) throws(DemoFailure) {
    try show(paint(sentence, .strong) + "\n")
  }

  /// The beginning of a step, as a sentence.
  mutating func step(_ sentence: String) throws(DemoFailure) {
    stepCount += 1
    let number = paint(Self.padded("\(stepCount)", to: 3), .faint)
    try show("\n" + number + paint(sentence, .strong) + "\n")
  }

  /// What was said to the daemon, what it said to that, and how long that took.
  func exchange(
    _ sent: String, _ received: String, after delay: Duration
  ) throws(DemoFailure) {
    let left = paint("→ ", .sent) + Self.padded(sent, to: 30) + " "
    try show("   " + left + answer(received, delay))
  }

  /// What the daemon said by itself.
  func news(_ received: String, _ delay: Duration) throws(DemoFailure) {
    try show("   " + Self.padded("", to: 33) + answer(received, delay))
  }

  /// A remark on what was just shown.
  func remark(_ sentence: String) throws(DemoFailure) {
    try show("   " + paint(sentence, .faint) + "\n")
  }

  /// Text that the daemon gave for people, broken into lines that fit.
  func quotation(_ text: String) throws(DemoFailure) {
    var line = ""
    for word in text.split(separator: " ") {
      if Self.columnCount < 7 + line.count + 1 + word.count {
        try show("       \(line)\n")
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    try show("       \(line)\n")
  }

  /// One of several things that were offered.
  func item(_ text: String, detail: String? = nil, isChosen: Bool = false) throws(DemoFailure) {
    let mark = isChosen ? paint("▸ ", .good) : "  "
    let detail = detail.map { "  " + paint($0, .faint) } ?? ""
    try show("     " + mark + text + detail + "\n")
  }

  /// A line of the document with its hints behind it and what was found below it.
  func source(
    _ line: Int, of text: DemoText, hints: [String], findings: [DemoEditor.Finding]
  ) throws(DemoFailure) {
    guard text.lines.indices.contains(line) else { return }
    let number = Self.padded("\(line + 1)", to: 4, leading: true)
    var shown = paint(number + " │ ", .faint) + String(decoding: text.lines[line], as: UTF8.self)
    for hint in hints { shown += "  " + paint(hint, Self.style(ofHint: hint)) }
    shown += "\n"
    let here = findings.filter { $0.range.start.line == line }
      .sorted { $0.range.start.character < $1.range.start.character }
    for finding in here { shown += squiggle(finding, text) }
    try show(shown)
  }

  /// An empty line.
  func gap() throws(DemoFailure) { try show("\n") }
}

extension DemoView {
  /// The range underlined, and the message behind it or, if there is no room, below it.
  private func squiggle(_ finding: DemoEditor.Finding, _ text: DemoText) -> String {
    let start = finding.range.start
    let isOneLine = finding.range.end.line == start.line
    let endColumn = isOneLine ? finding.range.end.character : text.lines[start.line].count
    let before = text.characterCount(before: start.character, inLine: start.line)
    let width = max(1, text.characterCount(before: endColumn, inLine: start.line) - before)
    let severity = finding.severity.rawValue + ": "
    let message = paint(severity, Self.style(of: finding.severity)) + finding.message
    let messageWidth = severity.count + finding.message.count
    let margin = paint("     │ ", .faint)
    let line =
      margin + String(repeating: " ", count: before)
      + paint(String(repeating: "~", count: width), Self.style(of: finding.severity))
    let room = Self.columnCount - 7
    if before + width + 1 + messageWidth <= room { return "\(line) \(message)\n" }
    let indent = String(repeating: " ", count: max(0, min(before, room - messageWidth)))
    return "\(line)\n\(margin)\(indent)\(message)\n"
  }

  private func answer(_ received: String, _ delay: Duration) -> String {
    paint("← ", .received) + Self.padded(received, to: 34)
      + paint(Self.padded(Self.words(for: delay), to: 8, leading: true), .faint) + "\n"
  }

  /// Milliseconds, with a tenth where it says something.
  static func words(for delay: Duration) -> String {
    let microseconds = delay / .microseconds(1)
    guard microseconds < 99_950 else { return "\(Int((microseconds / 1000).rounded())) ms" }
    let tenths = Int((microseconds / 100).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  static func padded(_ text: String, to width: Int, leading isLeading: Bool = false) -> String {
    let room = String(repeating: " ", count: max(0, width - text.count))
    return isLeading ? room + text : text + room
  }
}

// Colours.
extension DemoView {
  /// What a text is, as the numbers of "select graphic rendition" that make it look so.
  private enum Style: String {
    case strong = "1"
    case faint = "2"
    case error = "31"
    case good = "32"
    case warning = "33"
    case received = "35"
    case sent = "36"
  }

  private func paint(_ text: String, _ style: Style) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private static func style(of severity: Severity) -> Style {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .information, .hint: .sent
    }
  }

  private static func style(ofHint hint: String) -> Style {
    switch hint {
    case "✓": .good
    case "…": .warning
    default: .faint
    }
  }
}

// The way out.
extension DemoView {
  private func show(_ text: String) throws(DemoFailure) {
    let bytes = Array(text.utf8)
    let output = Descriptor.standardOutput
    var writtenByteCount = 0
    while writtenByteCount < bytes.count {
      switch output.write(bytes.span.extracting(writtenByteCount...)) {
      case .bytes(let byteCount): writtenByteCount += byteCount
      case .interrupted: continue
      // Somebody who shares the terminal has made it non-blocking.
      case .unready: _ = output.isReady(for: .writing, timeoutMilliseconds: -1)
      case .abandoned: throw .unwatched
      case .failed: throw .refused(.last("write to standard output"))
      }
    }
  }
}
