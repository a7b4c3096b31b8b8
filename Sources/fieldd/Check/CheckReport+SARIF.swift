import FieldModels
import FieldRPC
import FieldSession

/// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS).
struct SARIFReport: CheckReport {
  let wording: Wording
  var showsEnds: Bool { true }
  private var resultCount = 0
  /// Where each code was first met, which is its place among the rules.
  private var rules: [Rule] = []
  private var places: [String: Int] = [:]

  /// GitHub's code scanning refuses a run with more results.
  private static let gitHubResultLimit = 25_000

  /// A code that was met, with the first message that had it.
  private struct Rule {
    let code: String
    let example: String
  }

  /// What a person can do about any finding, and the page of the reference that has its code.
  private let advice: String
  private let page: String
  /// The address of that page; nil where it is not known.
  private let codesPage: String?

  init(
    wording: Wording, advice: String = "Change the value, or the form if the form is wrong.",
    page: String = "codes.md", codesPage: String? = nil
  ) {
    (self.wording, self.advice, self.page) = (wording, advice, page)
    self.codesPage = codesPage
  }

  mutating func begin(_ output: inout CheckOutput) {
    output.write(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
        + "\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[")
  }

  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    let problem = finding.problem
    let rule = places[problem.code] ?? rules.count
    if rule == rules.count {
      rules.append(Rule(code: problem.code, example: problem.message))
      places[problem.code] = rule
    }
    output.write(resultCount == 0 ? "\n" : ",\n")
    resultCount += 1
    let result = JSONText { json in
      json.member("ruleId", problem.code)
      json.member("ruleIndex", rule)
      json.member("level", Self.level(of: problem.severity))
      json.member("message") { json in
        let words = problem.key.map { "\($0): \(problem.message)" } ?? problem.message
        json.object { $0.member("text", words) }
      }
      json.member("locations") { json in
        json.array { json in json.object { Self.writeLocation(of: finding, to: &$0) } }
      }
      if let record = finding.record {
        json.member("properties") { json in
          json.object { json in
            json.member("record", record)
            json.member("key", ifAny: problem.key)
            json.member("path", ifAny: problem.path)
          }
        }
      }
    }
    output.write(result.bytes)
  }

  private static func writeLocation(of finding: CheckFinding, to json: inout JSONWriter) {
    let problem = finding.problem
    json.member("physicalLocation") { json in
      json.object { json in
        json.member("artifactLocation") { json in
          json.object { $0.member("uri", uri(of: problem.source)) }
        }
        json.member("region") { json in
          json.object { json in
            json.member("startLine", finding.line)
            json.member("startColumn", finding.column)
            if let end = finding.end, finding.place.byteOffset < end.byteOffset {
              json.member("endLine", end.lineIndex + 1)
              json.member("endColumn", end.columnIndex + 1)
            } else {
              json.member("endColumn", finding.column + 1)
            }
          }
        }
      }
    }
    guard let path = problem.path else { return }
    json.member("logicalLocations") { json in
      json.array { json in json.object { $0.member("fullyQualifiedName", path) } }
    }
  }

  private static func level(of severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .information, .hint: "note"
    }
  }

  /// The path as a relative reference (RFC 3986).
  private static func uri(of path: String) -> String {
    var uri: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }

  mutating func end(
    _ summary: CheckSummary, withStatistics: Bool, _ output: inout CheckOutput
  ) {
    output.write(resultCount == 0 ? "]," : "\n],")
    var json = JSONWriter()
    json.member("tool") { json in
      json.object { json in
        json.member("driver") { json in
          json.object { json in
            json.member("name", "fieldd")
            json.member("semanticVersion", Version.current)
            json.member("rules") { json in
              json.array { json in
                for rule in rules { json.object { writeRule(rule, to: &$0) } }
              }
            }
          }
        }
      }
    }
    json.member("invocations") { json in
      json.array { json in
        json.object { json in
          json.member("executionSuccessful", true)
          writeNotifications(on: summary, to: &json)
        }
      }
    }
    json.member("properties") { json in
      json.object { json in
        if withStatistics {
          json.member("statistics") { summary.writeStatistics(to: &$0) }
        }
        json.member("summary", summary)
      }
    }
    output.write(json.bytes)
    output.write("}]}\n")
    if Self.gitHubResultLimit < resultCount {
      StandardError.say(
        "\(resultCount) results; GitHub takes \(Self.gitHubResultLimit) in a run; "
          + "--max-errors stops there")
    }
  }

  /// What is to be known of the run as a whole.
  private func writeNotifications(on summary: CheckSummary, to json: inout JSONWriter) {
    var notes: [String] = []
    if !summary.uncheckedValidators.isEmpty {
      let names = summary.uncheckedValidators.sorted().joined(separator: ", ")
      notes.append(wording.text(Saying(.notAsked, (.names, .text(names)))))
    }
    if Self.gitHubResultLimit < resultCount {
      notes.append("\(resultCount) results; GitHub takes \(Self.gitHubResultLimit) in a run")
    }
    if notes.isEmpty { return }
    json.member("toolExecutionNotifications") { json in
      json.array { json in
        for note in notes {
          json.object { json in
            json.member("level", "warning")
            json.member("message") { json in json.object { $0.member("text", note) } }
          }
        }
      }
    }
  }

  /// Writes what a code means: its words, and the first message that had it as an example.
  private func writeRule(_ rule: Rule, to json: inout JSONWriter) {
    var words = ""
    for scalar in rule.code.unicodeScalars {
      let text = String(scalar)
      words += scalar.properties.isUppercase ? " " + text.lowercased() : text
    }
    let title = words.prefix(1).uppercased() + words.dropFirst()
    json.member("id", rule.code)
    json.member("shortDescription") { json in json.object { $0.member("text", title) } }
    json.member("fullDescription") { json in
      json.object { $0.member("text", "\(title). For example: \(rule.example)") }
    }
    // What another command finds has names of its own.
    let known = page == "codes.md" ? CodePage.page(of: rule.code) : nil
    if let codesPage, known?.reporter == nil, known != nil {
      json.member("helpUri", Finding.Problem.address(ofCode: rule.code, on: codesPage))
    }
    json.member("help") { json in
      json.object { json in
        let source =
          known == nil
          ? "docs/reference/\(page) explains `\(rule.code)`."
          : "`fieldd explain \(rule.code)` shows an example."
        let help = known.map { [$0.meaning, $0.fix].compactMap { $0 }.map(Explanation.plain) }
        let text = (help ?? [advice]).joined(separator: " ")
        json.member("text", "\(text) The message of each result says more. \(source)")
        if let known { json.member("markdown", known.help) }
      }
    }
  }
}
