/// What `fieldd explain` is asked for.
package struct ExplainOptions: Equatable, Sendable {
  /// What is to be explained; nothing for a list of all that can be.
  package var names: [String] = []
  package var isJSON = false

  /// What a command line with these names asks for.
  package init(names: [String] = []) { self.names = names }
}

extension ExplainOptions {
  /// Reads what stands behind `explain` on a command line.
  package init(_ arguments: ArraySlice<String>) throws(Command.Mistake) {
    self.init()
    var words = CommandWords(arguments)
    while let word = words.next() {
      switch word {
      case .operand(let name):
        guard !Explanation.named(name).isEmpty else {
          throw .unknown(
            "there is no code, format or property \"\(name)\"", name, among: Explanation.names)
        }
        names.append(name)
      case .option(let option):
        switch option.name {
        case "--json" where option.value == nil: isJSON = true
        default: throw .unknownOption(word, of: .explain)
        }
      }
    }
  }
}
