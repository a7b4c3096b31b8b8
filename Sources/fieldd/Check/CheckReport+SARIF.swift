import FieldModels
import FieldRPC

/// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS).
struct SARIFReport: CheckReport {
  private var isFirst = true
  /// Where each code was first met, which is its place among the rules.
  private var rules: [String] = []
  private var places: [String: Int] = [:]

  mutating func begin(_ output: inout CheckOutput) {
    output.write(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
        + "\"runs\":[{\"columnKind\":\"unicodeCodePoints\",\"results\":[")
  }

  mutating func tell(_ finding: CheckFinding, _ output: inout CheckOutput) {
    let problem = finding.problem
    let rule = places[problem.code] ?? rules.count
    if rule == rules.count {
      rules.append(problem.code)
      places[problem.code] = rule
    }
    output.write(isFirst ? "\n" : ",\n")
    isFirst = false
    let result = JSONText { json in
      json.member("ruleId", problem.code)
      json.member("ruleIndex", rule)
      json.member("level", Self.level(of: problem.severity))
      json.member("message") { json in
        json.object { $0.member("text", problem.message) }
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
    output.write(isFirst ? "]," : "\n],")
    var json = JSONWriter()
    json.member("tool") { json in
      json.object { json in
        json.member("driver") { json in
          json.object { json in
            json.member("name", "fieldd")
            json.member("semanticVersion", Version.current)
            json.member("rules") { json in
              json.array { json in
                for rule in rules { json.object { $0.member("id", rule) } }
              }
            }
          }
        }
      }
    }
    output.write(json.bytes)
    output.write("}]}\n")
  }
}
