import FieldModels

/// The words of a command line, one after the other: options with their values, and what they are
/// about.
struct CommandWords {
  private var rest: ArraySlice<String>
  /// Behind `--` nothing is an option.
  private var hasEndedOptions = false

  /// A word of a command line.
  enum Word {
    case option(Option)
    case operand(String)

    /// As it was written.
    var text: String {
      switch self {
      case .option(let option): option.value.map { "\(option.name)=\($0)" } ?? option.name
      case .operand(let text): text
      }
    }
  }

  /// A word that begins with a hyphen.
  struct Option {
    var name: String
    /// What stands behind `=`.
    var value: String?
  }

  init(_ arguments: ArraySlice<String>) { rest = arguments }

  mutating func next() -> Word? {
    guard let word = rest.popFirst() else { return nil }
    if hasEndedOptions || word == "-" || !word.hasPrefix("-") { return .operand(word) }
    if word == "--" {
      hasEndedOptions = true
      return next()
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return .option(Option(name: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil))
  }

  /// The value of an option, which stands behind `=` or is the next word, unless that is an option.
  mutating func value(of option: Option) throws(Command.Mistake) -> String {
    var value = option.value
    if value == nil, let next = rest.first, next == "-" || !next.hasPrefix("-") {
      value = rest.popFirst()
    }
    guard let value, !value.isEmpty else {
      throw Command.Mistake(message: "\(option.name) needs a value")
    }
    return value
  }

  /// The value of an option that is one of the words of an enum.
  mutating func word<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    of option: Option
  ) throws(Command.Mistake) -> Word {
    try word(of: option, among: Array(Word.allCases))
  }

  /// The value of an option that is one of some words.
  mutating func word<Word: RawRepresentable<String> & Equatable>(
    of option: Option, among words: [Word]
  ) throws(Command.Mistake) -> Word {
    let text = try value(of: option)
    guard let word = Word(rawValue: text), words.contains(word) else {
      let names = words.map(\.rawValue)
      throw .unknown(
        "\(option.name) is one of \(names.joined(separator: ", ")), not \"\(text)\"", text,
        among: names)
    }
    return word
  }

  /// The value of an option that counts something.
  mutating func count(of option: Option) throws(Command.Mistake) -> Int {
    let text = try value(of: option)
    guard let count = Int(text), 0 < count else {
      throw Command.Mistake(message: "\(option.name) is a whole number from 1, not \"\(text)\"")
    }
    return count
  }
}

extension CommandWords {
  /// The value of an option that says where chance begins.
  mutating func seed(of option: Option) throws(Command.Mistake) -> UInt64 {
    let text = try value(of: option)
    guard let seed = UInt64(text) else {
      throw Command.Mistake(message: "\(option.name) is a whole number from 0, not \"\(text)\"")
    }
    return seed
  }

  /// The value of an option that counts bytes: a number, with `k`, `M` or `G` for the powers of 1024.
  mutating func byteCount(of option: Option) throws(Command.Mistake) -> Int {
    let text = try value(of: option)
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit: Int? =
      switch text.dropFirst(digits.count).lowercased() {
      case "", "b": 1
      case "k", "kb", "kib": 1 << 10
      case "m", "mb", "mib": 1 << 20
      case "g", "gb", "gib": 1 << 30
      default: nil
      }
    if let unit, let count = Int(digits), 0 < count {
      let product = count.multipliedReportingOverflow(by: unit)
      if !product.overflow { return product.partialValue }
    }
    throw Command.Mistake(
      message: "\(option.name) is a number of bytes, such as 65536, 500k, 64M or 1G, "
        + "not \"\(text)\"")
  }
}

extension Command.Mistake {
  /// A word that is none of those that there are, with the one that was perhaps meant.
  static func unknown(
    _ message: String, _ word: String, among known: some Sequence<String>
  ) -> Command.Mistake {
    // A hyphen alone is the beginning of every option.
    let nearest = word.contains(where: \.isLetter) ? Nearest.name(to: word, among: known) : nil
    return Command.Mistake(message: message + (nearest.map { " (did you mean \"\($0)\"?)" } ?? ""))
  }

  static func unknownOption(
    _ word: CommandWords.Word, of command: CommandHelp
  ) -> Command.Mistake {
    var name = word.text
    if case .option(let option) = word { name = option.name }
    // One that is known has a value that it does not take.
    let known = command.optionNames.filter { $0 != name }
    return unknown("there is no option \"\(word.text)\"", name, among: known)
  }

  /// What should be a command: perhaps a file that somebody wants to have checked.
  static func unknownCommand(_ word: String) -> Command.Mistake {
    if word.contains(".") || word.contains("/") {
      return Command.Mistake(
        message: "\"\(word)\" is no command; if it is a file, check it by `fieldd check \(word)`")
    }
    let commands = CommandHelp.allCases.map(\.rawValue) + ["help", "--help", "--version"]
    return unknown("there is no command \"\(word)\"", word, among: commands)
  }
}
