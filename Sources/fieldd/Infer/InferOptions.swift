/// What `fieldd infer` is asked for.
package struct InferOptions: Equatable, Sendable {
  /// The files of records; `-` for standard input.
  package var paths: [String] = []
  /// What the records are, unless the name of a file says so.
  package var recordsFormat: RecordsFormat?
  /// What standard input is called.
  package var inputName = "<stdin>"
  /// The title of the form.
  package var title: String?
  /// Where the form goes; `-` for standard output.
  package var outputPath = "-"
  /// Where the report goes, as JSON; nil for standard error, for people.
  package var reportPath: String?
  package var isQuiet = false

  /// What a command line without options asks for.
  package init() {}

  func format(ofRecords path: String) -> RecordsFormat {
    .of(path, stated: recordsFormat, inputName: inputName)
  }
}

extension InferOptions {
  /// Reads what stands behind `infer` on a command line.
  package init(_ arguments: ArraySlice<String>) throws(Command.Mistake) {
    self.init()
    var words = CommandWords(arguments)
    while let word = words.next() {
      switch word {
      case .operand(let path): paths.append(path)
      case .option(let option):
        switch option.name {
        case "--records-format": recordsFormat = try words.word(of: option)
        case "--title": title = try words.value(of: option)
        case "--output": outputPath = try words.value(of: option)
        case "--report": reportPath = try words.value(of: option)
        case "--stdin-name": inputName = try words.value(of: option)
        case "--quiet" where option.value == nil: isQuiet = true
        default: throw .unknownOption(word, of: .infer)
        }
      }
    }
    if paths.isEmpty {
      throw Command.Mistake(message: "infer takes files of records; - is standard input")
    }
    if let format = recordsFormat, format.answers != nil {
      throw Command.Mistake(
        message: "infer reads json, csv or tsv; \(format.rawValue) means something by a form only")
    }
  }
}
