import FieldModels
import FieldRPC

/// How findings are told as they are found, in the order of the files and their lines.
protocol CheckReport {
  /// Findings are to have excerpts.
  var showsExcerpts: Bool { get }
  mutating func begin(_ output: inout CheckOutput)
  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput)
  /// Says that no more is told of a file.
  mutating func endFile(_ source: String, _ output: inout CheckOutput)
  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput)
}

extension CheckReport {
  var showsExcerpts: Bool { false }
  mutating func begin(_ output: inout CheckOutput) {}
  mutating func endFile(_ source: String, _ output: inout CheckOutput) {}
}

extension CheckOptions.Format {
  /// A report on a stream.
  func report(on output: CheckOutput, in wording: Wording) -> any CheckReport {
    switch self {
    case .text: TextReport(isColored: output.isTerminal && TextReport.mayColor, wording: wording)
    case .ndjson: LineReport()
    case .json: ObjectReport()
    case .sarif: SARIFReport()
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
    let label = problem.key.map { " `\($0)`" } ?? ""
    output.write(
      paint("\(severity)[\(problem.code)]", color)
        + paint(label + ": \(problem.message)", Self.bold)
        + "\n")
    let line = String(finding.line)
    let margin = String(repeating: " ", count: line.utf8.count)
    output.write(
      "\(margin)\(paint("-->", Self.blue)) \(problem.source):\(line):\(finding.column)\n")
    if let excerpt = finding.excerpt {
      let bar = paint("|", Self.blue)
      let indent = String(repeating: " ", count: excerpt.indent)
      let mark = String(repeating: "^", count: excerpt.width)
      output.write("\(margin) \(bar)\n\(paint(line, Self.blue)) \(bar) \(excerpt.text)\n")
      output.write("\(margin) \(bar) \(indent)\(paint(mark, color))\n")
    }
    output.write("\n")
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    if withStatistics {
      let width = summary.statistics.first.map { String($0.count).utf8.count } ?? 0
      for (occurrence, count) in summary.statistics {
        let number = String(count)
        let indent = String(repeating: " ", count: width - number.utf8.count)
        let key = occurrence.key.isEmpty ? "" : "  \(occurrence.key)"
        output.write("\(indent)\(number)  \(occurrence.code)\(key)\n")
      }
      if !summary.statistics.isEmpty { output.write("\n") }
    }
    if summary.isEmpty { return }
    output.write(wording.text(summary.saying) + "\n")
    if summary.uncheckedValidators.isEmpty { return }
    let names = summary.uncheckedValidators.sorted().joined(separator: ", ")
    output.write(wording.text(Saying(.notAsked, (.names, .text(names)))) + "\n")
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

  private func paint(_ text: String, _ color: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
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
    let file = Self.escaped(problem.source, inProperty: true)
    let title = Self.escaped(problem.code, inProperty: true)
    let subject = problem.key.map { "\($0): " } ?? ""
    output.write(
      "::\(command) file=\(file),line=\(finding.line),col=\(finding.column),title=\(title)::"
        + Self.escaped(subject + problem.message, inProperty: false) + "\n")
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    output.write(wording.text(summary.saying) + "\n")
  }

  private static func escaped(_ text: String, inProperty: Bool) -> String {
    var escaped = text.replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
    if inProperty { escaped = escaped.replacing(":", with: "%3A").replacing(",", with: "%2C") }
    return escaped
  }
}
