import FieldModels

/// JUnit's XML, as servers of continuous integration read it: a suite for each file, a case for each
/// record or form in which something is wrong.
struct JUnitReport: CheckReport {
  private var source: String?
  private var record: Int?
  private var hasCase = false
  /// What could not be checked was skipped, as JUnit has it.
  private static let unchecked = [
    RecordProblem.uncheckedValidator("").code,
    RecordProblem.uncheckedDependency(keys: [], names: []).code,
    RecordProblem.uncheckedRule(code: "", why: "", source: "").code,
  ]

  mutating func begin(_ output: inout CheckOutput) {
    output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fieldd\">\n")
  }

  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    let problem = finding.problem
    openSuite(problem.source, &output)
    if !hasCase || record != finding.record {
      closeCase(&output)
      let other = problem.path == nil ? "form" : "header"
      let name = finding.record.map { "record \($0 + 1)" } ?? other
      output.write(
        "    <testcase classname=\"\(Self.escaped(problem.source))\" name=\"\(name)\">\n")
      hasCase = true
      record = finding.record
    }
    let place = "\(problem.source):\(finding.line):\(finding.column)"
    let words = Self.escaped("\(problem.key.map { "\($0): " } ?? "")\(problem.message)")
    if Self.unchecked.contains(problem.code), problem.severity != .error {
      output.write("      <skipped message=\"\(words)\"/>\n")
    } else if problem.severity == .error {
      output.write(
        "      <failure type=\"\(Self.escaped(problem.code))\" message=\"\(words)\">"
          + "\(Self.escaped(place))</failure>\n")
    } else {
      output.write(
        "      <system-out>\(problem.severity.rawValue) \(Self.escaped(problem.code)): \(words) "
          + "\(Self.escaped(place))</system-out>\n")
    }
  }

  mutating func endFile(_ source: String, _ output: inout CheckOutput) {
    openSuite(source, &output)
    if !hasCase {
      let name = Self.escaped(source)
      output.write("    <testcase classname=\"\(name)\" name=\"everything\"/>\n")
    }
    closeSuite(&output)
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    closeSuite(&output)
    if withStatistics { Self.writeStatistics(of: summary, to: &output) }
    output.write("</testsuites>\n")
  }

  /// Properties are of a suite, so it has one of its own.
  private static func writeStatistics(of summary: CheckSummary, to output: inout CheckOutput) {
    output.write("  <testsuite name=\"statistics\">\n    <properties>\n")
    for (occurrence, count) in summary.statistics {
      let separator = occurrence.key.isEmpty ? "" : " "
      let name = escaped(occurrence.code + separator + occurrence.key)
      output.write("      <property name=\"\(name)\" value=\"\(count)\"/>\n")
    }
    output.write("    </properties>\n  </testsuite>\n")
  }

  private mutating func openSuite(_ source: String, _ output: inout CheckOutput) {
    if self.source == source { return }
    closeSuite(&output)
    self.source = source
    output.write("  <testsuite name=\"\(Self.escaped(source))\">\n")
  }

  private mutating func closeSuite(_ output: inout CheckOutput) {
    guard source != nil else { return }
    closeCase(&output)
    source = nil
    output.write("  </testsuite>\n")
  }

  private mutating func closeCase(_ output: inout CheckOutput) {
    if hasCase { output.write("    </testcase>\n") }
    hasCase = false
    record = nil
  }

  private static func escaped(_ text: String) -> String {
    // Most texts are as they are to be; the rest takes fifty times as long.
    if text.utf8.allSatisfy(isPlain) { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      // XML 1.0 has no place for other characters.
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// No part of anything that is written otherwise in XML.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
      false
    // The first byte of U+FFFE and U+FFFF.
    case 0xEF: false
    default: true
    }
  }
}
