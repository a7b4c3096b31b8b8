import FieldModels

/// What `fieldd check` is asked for.
struct CheckOptions: Equatable, Sendable {
  /// Files, folders and patterns of them; `-` for standard input.
  var paths: [String] = []
  /// The form that records are held to, where they don't say so themselves.
  var formPath: String?
  /// What standard input is called.
  var inputName = "<stdin>"
  var format = Format.text
  /// Where records go in which nothing counts as wrong, and where the others go.
  var passPath: String?
  var failPath: String?
  var hasStatistics = false
  /// After so many findings that count, no more is read.
  var errorLimit: Int?
  var isQuiet = false
  /// The least severity that counts as wrong.
  var severity = Severity.error
  /// The BCP 47 tag of the language in which people are told; nil for that of the environment.
  var locale: String?
  /// How many threads judge records.
  var jobCount = 1

  /// How findings are told.
  enum Format: String, CaseIterable, Sendable {
    case text, ndjson, json, sarif, github, junit
  }
}

extension CheckOptions {
  /// Reads what stands behind `check` on a command line.
  static func parse(_ arguments: ArraySlice<String>) -> Result<CheckOptions, Command.Mistake> {
    var options = CheckOptions()
    var rest = arguments
    do throws(Command.Mistake) {
      while let word = rest.popFirst() {
        if word == "--" {
          options.paths += rest
          break
        }
        guard word.hasPrefix("-"), word != "-" else {
          options.paths.append(word)
          continue
        }
        try options.take(word, &rest)
      }
    } catch {
      return .failure(error)
    }
    if options.formPath == "-", options.paths.isEmpty || options.paths.contains("-") {
      return .failure(.init(message: "standard input is either the form or the records"))
    }
    return .success(options)
  }

  private mutating func take(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(Command.Mistake) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let given = parts.count == 2 ? String(parts[1]) : nil
    func value() throws(Command.Mistake) -> String {
      guard let value = given ?? rest.popFirst(), !value.isEmpty else {
        throw Command.Mistake(message: "\(name) needs a value")
      }
      return value
    }
    func word<Word: RawRepresentable<String> & CaseIterable>() throws(Command.Mistake) -> Word {
      let text = try value()
      guard let word = Word(rawValue: text) else {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw Command.Mistake(message: "\(name) is one of \(words), not \"\(text)\"")
      }
      return word
    }
    func count() throws(Command.Mistake) -> Int {
      let text = try value()
      guard let count = Int(text), 0 < count else {
        throw Command.Mistake(message: "\(name) is a whole number from 1, not \"\(text)\"")
      }
      return count
    }
    switch name {
    case "--form": formPath = try value()
    case "--stdin-name": inputName = try value()
    case "--format": format = try word()
    case "--pass": passPath = try value()
    case "--fail": failPath = try value()
    case "--max-errors": errorLimit = try count()
    case "--severity": severity = try word()
    case "--locale": locale = try value()
    case "--jobs": jobCount = min(try count(), Self.mostJobs)
    case "--statistics" where given == nil: hasStatistics = true
    case "--quiet" where given == nil: isQuiet = true
    default: throw Command.Mistake(message: "there is no option \"\(option)\"")
    }
  }

  /// More threads than any machine has processors for them.
  private static let mostJobs = 256
}
