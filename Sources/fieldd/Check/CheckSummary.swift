import FieldModels

/// What a check has come to.
struct CheckSummary: Equatable, Sendable {
  var fileCount = 0
  var recordCount = 0
  var rejectedCount = 0
  /// How many findings of each severity, and how many of them count as wrong.
  var findingCounts: [Severity: Int] = [:]
  var countedCount = 0
  /// How often each code was found for each field.
  private(set) var occurrences: [Occurrence: Int] = [:]
  var uncheckedValidators: Set<String> = []

  /// A sort of finding.
  struct Occurrence: Hashable, Sendable {
    var key: String
    var code: String
  }

  mutating func note(_ finding: CheckFinding, counting least: Severity) {
    findingCounts[finding.severity, default: 0] += 1
    if finding.severity.counts(from: least) { countedCount += 1 }
    let occurrence = Occurrence(key: finding.key ?? finding.path ?? "", code: finding.code)
    // Keys that nobody knows may all be different.
    if occurrences.count < Self.occurrenceLimit || occurrences[occurrence] != nil {
      occurrences[occurrence, default: 0] += 1
    }
  }

  private static let occurrenceLimit = 10_000

  /// The most frequent first.
  var statistics: [(occurrence: Occurrence, count: Int)] {
    occurrences.map { ($0.key, $0.value) }.sorted {
      ($1.1, $0.0.key, $0.0.code) < ($0.1, $1.0.key, $1.0.code)
    }
  }

  /// Nothing could be checked.
  var isEmpty: Bool { fileCount == 0 }

  /// One line: "3 errors and 1 warning in 2 of 10 records".
  var words: String {
    let counts = Severity.allCases.compactMap { severity in
      findingCounts[severity].map { Self.amount($0, severity.noun) }
    }
    let found = counts.isEmpty ? "Nothing wrong" : Self.list(counts)
    if recordCount == 0 { return "\(found) in \(Self.amount(fileCount, "form"))" }
    let records = Self.amount(recordCount, "record")
    return counts.isEmpty
      ? "\(found) in \(records)" : "\(found); \(rejectedCount) of \(records) rejected"
  }

  private static func amount(_ count: Int, _ noun: String) -> String {
    let isPlain = count == 1 || noun == Severity.information.noun
    return "\(count) \(noun)\(isPlain ? "" : "s")"
  }

  private static func list(_ parts: [String]) -> String {
    parts.count < 2
      ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
  }
}

extension Severity {
  fileprivate var noun: String { rawValue }
}

extension CheckSummary: JSONObjectWritable {
  func writeMembers(to json: inout JSONWriter) {
    json.member("files", fileCount)
    json.member("records", recordCount)
    json.member("rejected", rejectedCount)
    for (name, severity) in [
      ("errors", Severity.error), ("warnings", .warning), ("information", .information),
      ("hints", .hint),
    ] {
      json.member(named: name) { $0.value(findingCounts[severity] ?? 0) }
    }
    if !uncheckedValidators.isEmpty { json.member("unchecked", uncheckedValidators.sorted()) }
  }

  /// Writes how often what was found.
  func writeStatistics(to json: inout JSONWriter) {
    json.array { json in
      for (occurrence, count) in statistics {
        json.object { json in
          json.member("count", count)
          json.member("key", occurrence.key)
          json.member("code", occurrence.code)
        }
      }
    }
  }
}
