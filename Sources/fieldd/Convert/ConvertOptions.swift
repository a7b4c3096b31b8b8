package import FieldModels
import FieldSession

/// What `fieldd convert` is asked for.
package struct ConvertOptions: Equatable, Sendable {
  package var source: FormFormat
  package var target: FormFormat
  /// The file that is read; `-` for standard input.
  package var path = "-"
  /// What standard input is called.
  package var inputName = "<stdin>"
  /// Where the document goes; `-` for standard output.
  package var outputPath = "-"
  /// Where the report goes as JSON; in lines for people to standard error, unless given.
  package var reportPath: String?
  /// An entry that records feel counts as wrong.
  package var isStrict = false
  package var isQuiet = false
  /// A JSON Schema is one for the structured output of a model.
  package var isStructured = false
}

extension ConvertOptions {
  /// Reads what stands behind `convert` on a command line.
  package init(_ arguments: ArraySlice<String>) throws(Command.Mistake) {
    var words = CommandWords(arguments)
    var (source, target): (FormFormat?, FormFormat?)
    var (output, report, input): (String?, String?, String?)
    var (isStrict, isQuiet, isStructured) = (false, false, false)
    var paths: [String] = []
    while let word = words.next() {
      switch word {
      case .operand(let path): paths.append(path)
      case .option(let option):
        switch option.name {
        case "--from": source = try words.word(of: option, among: FormFormat.readable)
        case "--to": target = try words.word(of: option)
        case "--output": output = try words.value(of: option)
        case "--report": report = try words.value(of: option)
        case "--stdin-name": input = try words.value(of: option)
        case "--strict" where option.value == nil: isStrict = true
        case "--structured" where option.value == nil: isStructured = true
        case "--quiet" where option.value == nil: isQuiet = true
        default: throw .unknownOption(word, of: .convert)
        }
      }
    }
    guard paths.count < 2 else {
      throw Command.Mistake(message: "convert takes one file at a time")
    }
    guard source != nil || target != nil else {
      let formats = FormFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Command.Mistake(message: "convert needs --from or --to, one of \(formats)")
    }
    guard !isStructured || target == .jsonSchema else {
      throw Command.Mistake(message: "--structured is for --to json-schema")
    }
    self.source = source ?? .fields
    self.target = target ?? .fields
    self.isStrict = isStrict
    self.isQuiet = isQuiet
    self.isStructured = isStructured
    path = paths.first ?? "-"
    outputPath = output ?? "-"
    reportPath = report
    inputName = input ?? "<stdin>"
  }
}
