package import FieldModels
import FieldRPC

/// What `fieldd check` is asked for.
package struct CheckOptions: Equatable, Sendable {
  /// Files, folders and patterns of them; `-` for standard input.
  package var paths: [String] = []
  /// The form that records are held to, where they don't say so themselves.
  package var formPath: String?
  /// The format of that form; nil where its content or its name says so.
  package var formFormat: FormFormat?
  /// The folder that forms are in which records may name; nil for the one that the command works in.
  package var rootPath: String?
  /// What is left out where folders are looked through, as lines of a `.gitignore`.
  package var excludedPatterns: [String] = []
  /// What Git ignores is left out there too.
  package var heedsGitignore = true
  /// What records are; nil where the names of files say so.
  package var recordsFormat: RecordsFormat?
  /// What standard input is called.
  package var inputName = "<stdin>"
  package var format = Format.text
  /// Where records go in which nothing counts as wrong, and where the others go.
  package var passPath: String?
  package var failPath: String?
  package var hasStatistics = false
  /// After so many findings that count, no more is read.
  package var errorLimit: Int?
  package var isQuiet = false
  /// What was checked, and what was not, is listed on standard error.
  package var isVerbose = false
  /// The least severity that counts as wrong.
  package var severity = Severity.error
  /// How severe it is that a validator can't be asked.
  package var unchecked = Severity.warning
  /// The records are parts of records: what they lack is fine.
  package var isPartial = false
  /// A record of more bytes is not read.
  package var recordByteLimit = Self.usualRecordByteLimit
  /// The BCP 47 tag of the language in which people are told; nil for that of the environment.
  package var locale: String?
  /// The tags of languages in which forms must have each text for people.
  package var neededLocales: [String] = []
  /// The address of a page with a section for each code, to which SARIF leads.
  package var codesPage: String?
  /// Fewer records than these count as wrong: a feed that is empty is seldom meant to be.
  package var leastRecordCount: Int?
  /// How many threads judge records.
  package var jobCount = 1

  /// What a command line without options asks for.
  package init() {}

  /// What is written, and where to, by the words for it.
  ///
  /// Findings on standard output are alone there, so that whoever reads it finds no records between them.
  var outputs: [(option: String, path: String?)] {
    let files = [("--pass", passPath), ("--fail", failPath)]
    if !isQuiet { return files + [("the findings (none with --quiet)", "-")] }
    return hasStatistics ? files + [("the statistics", "-")] : files
  }

  /// What the records of a file are.
  func format(ofRecords path: String) -> RecordsFormat {
    .of(path, stated: recordsFormat, inputName: inputName)
  }

  package static let usualRecordByteLimit = 64 << 20

  /// How findings are told.
  package enum Format: String, CaseIterable, Sendable {
    case text, ndjson, json, sarif, github, junit
  }
}

extension CheckOptions {
  /// Reads what stands behind `check` on a command line.
  package init(_ arguments: ArraySlice<String>) throws(Command.Mistake) {
    self.init()
    var words = CommandWords(arguments)
    while let word = words.next() {
      switch word {
      case .operand(let path): paths.append(path)
      case .option(let option):
        switch option.name {
        case "--form": formPath = try words.value(of: option)
        case "--form-format": formFormat = try words.word(of: option, among: FormFormat.readable)
        case "--root": rootPath = try words.value(of: option)
        case "--stdin-name": inputName = try words.value(of: option)
        case "--records-format": recordsFormat = try words.word(of: option)
        case "--format": format = try words.word(of: option)
        case "--pass": passPath = try words.value(of: option)
        case "--fail": failPath = try words.value(of: option)
        case "--max-errors": errorLimit = try words.count(of: option)
        case "--severity": severity = try words.word(of: option)
        case "--unchecked": unchecked = try words.word(of: option)
        case "--max-record-bytes": recordByteLimit = try words.byteCount(of: option)
        case "--locale": locale = try words.value(of: option)
        case "--locales":
          neededLocales = try words.value(of: option).split(separator: ",").map(String.init)
          guard !neededLocales.isEmpty,
            neededLocales.allSatisfy(FieldModels.Format.language.matches)
          else {
            throw Command.Mistake(message: "--locales takes language tags, such as de,pt-BR")
          }
        case "--codes-page": codesPage = try words.value(of: option)
        case "--min-records": leastRecordCount = try words.count(of: option)
        case "--jobs": jobCount = min(try words.count(of: option), Self.mostJobs)
        case "--statistics" where option.value == nil: hasStatistics = true
        case "--exclude":
          var pattern = try words.value(of: option)
          // The working folder, as shells have it.
          if pattern.hasPrefix("./") { pattern.removeFirst() }
          guard IgnoreRules([pattern], source: nil, depth: 0) != nil else {
            throw Command.Mistake(message: "--exclude \(pattern) matches nothing")
          }
          excludedPatterns.append(pattern)
        case "--no-gitignore" where option.value == nil: heedsGitignore = false
        case "--partial" where option.value == nil: isPartial = true
        case "--verbose" where option.value == nil: isVerbose = true
        case "--quiet" where option.value == nil: isQuiet = true
        default: throw .unknownOption(word, of: .check)
        }
      }
    }
    if formFormat != nil, formPath == nil {
      throw Command.Mistake(message: "--form-format is about the form of --form")
    }
    if let format = recordsFormat, format == .odk || format == .github,
      passPath != nil || failPath != nil
    {
      throw Command.Mistake(
        message: "--pass and --fail write a record a line, and \(format.rawValue) has one a file")
    }
    if formPath == "-", paths.isEmpty || paths.contains("-") {
      throw Command.Mistake(message: "standard input is either the form or the records")
    }
  }

  /// More threads than any machine has processors for them.
  private static let mostJobs = 256
}
