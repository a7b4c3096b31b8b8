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
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    of option: Option
  ) throws(Command.Mistake) -> Word {
    let text = try value(of: option)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw Command.Mistake(message: "\(option.name) is one of \(words), not \"\(text)\"")
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

extension Command.Mistake {
  static func unknownOption(_ word: CommandWords.Word) -> Command.Mistake {
    Command.Mistake(message: "there is no option \"\(word.text)\"")
  }
}
