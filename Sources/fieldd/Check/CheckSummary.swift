import FieldModels
import FieldRPC
import FieldSession

/// What a check has come to.
struct CheckSummary: Sendable {
  var fileCount = 0
  /// How many of the files have records.
  var recordFileCount = 0
  var recordCount = 0
  var rejectedCount = 0
  /// How many findings of each severity, and how many of them count as wrong.
  private var findingCounts = Severity.allCases.map { _ in 0 }
  var countedCount = 0
  /// How often each code was found for each field.
  private var occurrences: [(occurrence: Occurrence, count: Int)] = []
  private var numbers: [Occurrence: Int] = [:]
  var uncheckedValidators: Set<String> = []
  /// In how many records something could not be asked.
  var uncheckedCount = 0
  /// How many records were too long to be held.
  var overlongCount = 0

  /// A sort of finding.
  struct Occurrence: Hashable, Sendable {
    var key: String
    var code: String
  }

  /// What was noted of late, by where it is in memory: the same is found again and again.
  private var recent: [(problem: CheckProblem, number: Int)?] = []

  /// Notes that something was found once more.
  mutating func note(_ problem: CheckProblem, counting least: Severity) {
    findingCounts[problem.severity.place] += 1
    if problem.severity.counts(from: least) { countedCount += 1 }
    if let number = number(of: problem) { occurrences[number].count += 1 }
  }

  /// The number of a sort of finding; nil for one that is not counted any more.
  private mutating func number(of problem: CheckProblem) -> Int? {
    if recent.isEmpty { recent = Array(repeating: nil, count: Self.recentCount) }
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(problem).toOpaque())
    // Objects are some words apart.
    let place = Int((address >> 5) % UInt(Self.recentCount))
    if let known = recent[place], known.problem === problem { return known.number }
    let occurrence = Occurrence(key: problem.key ?? problem.path ?? "", code: problem.code)
    var number = numbers[occurrence]
    // Keys that nobody knows may all be different.
    if number == nil, occurrences.count < Self.occurrenceLimit {
      number = occurrences.count
      numbers[occurrence] = number
      occurrences.append((occurrence, 0))
    }
    if let number { recent[place] = (problem, number) }
    return number
  }

  private static let recentCount = 64
  private static let occurrenceLimit = 10_000

  /// The most frequent first.
  var statistics: [(occurrence: Occurrence, count: Int)] {
    occurrences.sorted {
      ($1.count, $0.occurrence.key, $0.occurrence.code)
        < ($0.count, $1.occurrence.key, $1.occurrence.code)
    }
  }

  /// Nothing could be checked.
  var isEmpty: Bool { fileCount == 0 }

  /// One line: "3 errors and 1 warning; 2 of 10 records rejected".
  var saying: Saying {
    let counts = Severity.allCases.compactMap { severity -> Saying? in
      let count = findingCounts[severity.place]
      return count == 0 ? nil : Saying(severity.count, (.count, .number(count)))
    }
    let found = Saying.Content.saying(Self.list(counts) ?? Saying(.nothingWrong))
    if recordCount == 0, recordFileCount == 0 {
      return Saying(.inForms, (.found, found), (.count, .number(fileCount)))
    }
    if counts.isEmpty {
      return Saying(.inRecords, (.found, found), (.count, .number(recordCount)))
    }
    return Saying(
      .rejected, (.found, found), (.count, .number(rejectedCount)),
      (.records, .number(recordCount)))
  }

  private static func list(_ parts: [Saying]) -> Saying? {
    guard var list = parts.first else { return nil }
    for (number, part) in parts.enumerated().dropFirst() {
      list = Saying(
        number == parts.count - 1 ? .and : .comma, (.first, .saying(list)), (.last, .saying(part)))
    }
    return list
  }
}

extension Severity {
  /// So many findings of it.
  fileprivate var count: Phrase {
    switch self {
    case .error: .errorCount
    case .warning: .warningCount
    case .information: .informationCount
    case .hint: .hintCount
    }
  }
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
      json.member(named: name) { $0.value(findingCounts[severity.place]) }
    }
    if !uncheckedValidators.isEmpty { json.member("unchecked", uncheckedValidators.sorted()) }
    if 0 < uncheckedCount { json.member("uncheckedRecords", uncheckedCount) }
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

extension CheckSummary {
  /// Writes how often what was found, a line each, for people.
  func writeStatistics(to output: inout CheckOutput) {
    let statistics = statistics
    let width = statistics.first.map { String($0.count).utf8.count } ?? 0
    for (occurrence, count) in statistics {
      let number = String(count)
      let key = occurrence.key.isEmpty ? "" : "  \(occurrence.key.shownInTerminal)"
      output.write(" ", count: width - number.utf8.count)
      output.write("\(number)  \(occurrence.code)\(key)\n")
    }
    if !statistics.isEmpty { output.write("\n") }
  }

  /// Writes what a check has come to, for people.
  func write(in wording: Wording, to output: inout CheckOutput) {
    if isEmpty { return }
    output.write(wording.text(saying) + "\n")
    if uncheckedValidators.isEmpty { return }
    let names = uncheckedValidators.sorted().joined(separator: ", ").shownInTerminal
    output.write(wording.text(Saying(.notAsked, (.names, .text(names)))) + "\n")
  }
}
