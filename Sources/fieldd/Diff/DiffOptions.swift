/// What `fieldd diff` is asked for.
package struct DiffOptions: Equatable, Sendable {
  /// The two versions of the form; `-` for standard input.
  package var oldPath = ""
  package var newPath = ""
  /// What standard input is called.
  package var inputName = "<stdin>"
  package var format = CheckOptions.Format.text
  package var seed: UInt64 = 0
  /// What is not decided counts as wrong.
  package var isStrict = false
  package var isQuiet = false

  /// What a command line with two forms asks for.
  package init(old: String, new: String) {
    (oldPath, newPath) = (old, new)
  }
}

extension DiffOptions {
  /// Reads what stands behind `diff` on a command line.
  package init(_ arguments: ArraySlice<String>) throws(Command.Mistake) {
    self.init(old: "", new: "")
    var words = CommandWords(arguments)
    var paths: [String] = []
    while let word = words.next() {
      switch word {
      case .operand(let path): paths.append(path)
      case .option(let option):
        switch option.name {
        case "--format": format = try words.word(of: option)
        case "--seed": seed = try words.seed(of: option)
        case "--stdin-name": inputName = try words.value(of: option)
        case "--strict" where option.value == nil: isStrict = true
        case "--quiet" where option.value == nil: isQuiet = true
        default: throw .unknownOption(word, of: .diff)
        }
      }
    }
    guard paths.count == 2 else {
      throw Command.Mistake(message: "diff takes two forms, the old one and the new one")
    }
    guard paths != ["-", "-"] else {
      throw Command.Mistake(message: "standard input is either the old form or the new one")
    }
    (oldPath, newPath) = (paths[0], paths[1])
  }
}
