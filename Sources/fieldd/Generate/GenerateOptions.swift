import FieldModels
package import FieldSamples

/// What `fieldd generate` is asked for.
package struct GenerateOptions: Equatable, Sendable {
  /// The form; `-` for standard input.
  package var path = "-"
  /// What standard input is called.
  package var inputName = "<stdin>"
  /// Which records, each once, in the order in which they are made.
  package var kinds: [RecordMaker.Kind] = [.valid]
  /// How many of each kind; nil: ten valid ones, and of the others one for each rule or limit.
  package var count: Int?
  package var seed: UInt64 = 0
  /// Each record stands in an object with what the form says of it.
  package var isAnnotated = false
  /// Where the records go; `-` for standard output.
  package var outputPath = "-"
  package var isQuiet = false

  /// What a command line without options asks for.
  package init() {}

  /// How many valid records there are unless a number is given.
  static let usualCount = 10
}

extension GenerateOptions {
  /// Reads what stands behind `generate` on a command line.
  package init(_ arguments: ArraySlice<String>) throws(Command.Mistake) {
    self.init()
    var words = CommandWords(arguments)
    var paths: [String] = []
    var kinds: [RecordMaker.Kind] = []
    while let word = words.next() {
      switch word {
      case .operand(let path): paths.append(path)
      case .option(let option):
        switch option.name {
        case "--kind": kinds.append(try words.word(of: option))
        case "--count": count = try words.count(of: option)
        case "--seed": seed = try words.seed(of: option)
        case "--output": outputPath = try words.value(of: option)
        case "--stdin-name": inputName = try words.value(of: option)
        case "--annotate" where option.value == nil: isAnnotated = true
        case "--quiet" where option.value == nil: isQuiet = true
        default: throw .unknownOption(word, of: .generate)
        }
      }
    }
    guard let path = paths.first, paths.count == 1 else {
      throw Command.Mistake(message: "generate takes one form; - is standard input")
    }
    self.path = path
    if !kinds.isEmpty { self.kinds = RecordMaker.Kind.allCases.filter { kinds.contains($0) } }
  }
}
