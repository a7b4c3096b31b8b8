import FieldModels
import FieldRPC

/// How findings are told as they are found, in the order of the files and their lines.
protocol CheckReport {
  /// Findings are to have excerpts.
  var showsExcerpts: Bool { get }
  /// Findings are to have ends.
  var showsEnds: Bool { get }
  mutating func begin(_ output: inout CheckOutput)
  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput)
  /// Says that no more is told of a file.
  mutating func endFile(_ source: String, _ output: inout CheckOutput)
  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput)
}

extension CheckReport {
  var showsExcerpts: Bool { false }
  var showsEnds: Bool { false }
  mutating func begin(_ output: inout CheckOutput) {}
  mutating func endFile(_ source: String, _ output: inout CheckOutput) {}
}

extension CheckOptions.Format {
  /// A report on a stream.
  func report(
    on output: CheckOutput, in wording: Wording, codesPage: String? = nil
  ) -> any CheckReport {
    switch self {
    case .text: TextReport(isColored: output.isTerminal && TextReport.mayColor, wording: wording)
    case .ndjson: LineReport()
    case .json: ObjectReport()
    case .sarif: SARIFReport(wording: wording, codesPage: codesPage)
    case .github: GitHubReport(wording: wording)
    case .junit: JUnitReport()
    }
  }
}

/// Findings for people, with the lines that they are about.
struct TextReport: CheckReport {
  let isColored: Bool
  let wording: Wording
  var showsExcerpts: Bool { true }

  /// Whether the person wants colours, as https://no-color.org has it.
  static var mayColor: Bool {
    HostProcess.variable("NO_COLOR") == nil && HostProcess.variable("TERM") != "dumb"
  }

  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    let problem = finding.problem
    let severity = problem.severity == .information ? "info" : problem.severity.rawValue
    let color = Self.color(of: problem.severity)
    paint(color, to: &output) { output in
      output.write(severity)
      output.write("[")
      output.write(problem.code)
      output.write("]")
    }
    paint(Self.bold, to: &output) { output in
      if let key = problem.key {
        output.write(" `")
        output.write(key.shownInTerminal)
        output.write("`")
      }
      output.write(": ")
      output.write(problem.message.shownInTerminal)
    }
    let line = String(finding.line)
    output.write("\n")
    output.write(" ", count: line.utf8.count)
    paint(Self.blue, to: &output) { $0.write("-->") }
    output.write(" ")
    output.write(problem.source.shownInTerminal)
    output.write(":")
    output.write(line)
    output.write(":")
    output.write(finding.column)
    output.write("\n")
    if let excerpt = finding.excerpt {
      writeMargin(of: line, isNumbered: false, &output)
      output.write("\n")
      writeMargin(of: line, isNumbered: true, &output)
      output.write(" ")
      output.write(excerpt.text)
      output.write("\n")
      writeMargin(of: line, isNumbered: false, &output)
      output.write(" ", count: excerpt.indent + 1)
      paint(color, to: &output) { $0.write("^", count: excerpt.width) }
      output.write("\n")
    }
    output.write("\n")
  }

  /// Writes the number of a line, or as much room, and a bar behind it.
  private func writeMargin(of line: String, isNumbered: Bool, _ output: inout CheckOutput) {
    if isNumbered {
      paint(Self.blue, to: &output) { $0.write(line) }
    } else {
      output.write(" ", count: line.utf8.count)
    }
    output.write(" ")
    paint(Self.blue, to: &output) { $0.write("|") }
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    if withStatistics { summary.writeStatistics(to: &output) }
    summary.write(in: wording, to: &output)
  }

  private static let bold = "1"
  private static let blue = "34"

  private static func color(of severity: Severity) -> String {
    switch severity {
    case .error: "1;31"
    case .warning: "1;33"
    case .information, .hint: "1;36"
    }
  }

  /// Writes something in a colour, where colours may be.
  private func paint(
    _ color: String, to output: inout CheckOutput, _ write: (inout CheckOutput) -> Void
  ) {
    if isColored {
      output.write("\u{1B}[")
      output.write(color)
      output.write("m")
    }
    write(&output)
    if isColored { output.write("\u{1B}[0m") }
  }
}

/// A line of JSON for each finding.
struct LineReport: CheckReport {
  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    finding.write(to: &output)
    output.write(CollectionOfOne(0x0A))
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    guard withStatistics else { return }
    let last = JSONText { json in
      json.member("statistics") { summary.writeStatistics(to: &$0) }
      json.member("summary", summary)
    }
    output.write(last.bytes + [0x0A])
  }
}

/// One object with everything.
struct ObjectReport: CheckReport {
  private var isFirst = true
  mutating func begin(_ output: inout CheckOutput) { output.write("{\"findings\":[") }

  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    finding.write(to: &output)
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    var json = JSONWriter()
    if withStatistics {
      json.member("statistics") { summary.writeStatistics(to: &$0) }
    }
    json.member("summary", summary)
    output.write((isFirst ? "]" : "\n]") + ",")
    output.write(json.bytes)
    output.write("}\n")
  }
}

/// Workflow commands of GitHub Actions, which shows them beside the lines.
struct GitHubReport: CheckReport {
  let wording: Wording

  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    let problem = finding.problem
    let command =
      switch problem.severity {
      case .error: "error"
      case .warning: "warning"
      case .information, .hint: "notice"
      }
    output.write("::")
    output.write(command)
    output.write(" file=")
    output.write(Self.escaped(problem.source, inProperty: true))
    output.write(",line=")
    output.write(finding.line)
    output.write(",col=")
    output.write(finding.column)
    output.write(",title=")
    output.write(Self.escaped(problem.code, inProperty: true))
    output.write("::")
    if let key = problem.key {
      output.write(Self.escaped(key, inProperty: false))
      output.write(": ")
    }
    output.write(Self.escaped(problem.message, inProperty: false))
    output.write("\n")
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    // A key that begins with "::" is not to be a command: numbers stand before it.
    if withStatistics { summary.writeStatistics(to: &output) }
    summary.write(in: wording, to: &output)
  }

  private static func escaped(_ text: String, inProperty: Bool) -> String {
    // Most texts are as they are to be; the rest takes fifty times as long.
    if text.utf8.allSatisfy({ isPlain($0, inProperty: inProperty) }) { return text.shownInTerminal }
    var escaped = text.replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
    if inProperty { escaped = escaped.replacing(":", with: "%3A").replacing(",", with: "%2C") }
    return escaped.shownInTerminal
  }

  private static func isPlain(_ byte: UInt8, inProperty: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): false
    case UInt8(ascii: ":"), UInt8(ascii: ","): !inProperty
    default: true
    }
  }
}
