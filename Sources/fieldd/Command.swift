import FieldRPC

/// What the command line asks for.
enum Command: Equatable {
  case serve(AutofillStorage, tracePath: String?)
  case check(CheckOptions)
  case demo
  case version
  case help

  /// Why a command line can't be understood.
  struct Mistake: Error, Equatable {
    var message: String
  }

  static func parse(_ arguments: some Sequence<String>) -> Result<Command, Mistake> {
    var rest = Array(arguments)[...]
    if rest.contains("--help") || rest.contains("-h") || rest.first == "help" {
      return .success(.help)
    }
    if rest.contains("--version") { return .success(.version) }
    switch rest.first {
    case "demo":
      guard rest.count == 1 else { return failure("demo takes no arguments") }
      return .success(.demo)
    case "check":
      return CheckOptions.parse(rest.dropFirst()).map { .check($0) }
        .mapError { Mistake(message: $0.message + helpHint) }
    case "serve": rest.removeFirst()
    case let word? where !word.hasPrefix("-"): return failure("there is no command \"\(word)\"")
    default: break
    }
    return serve(rest)
  }

  private static func serve(_ options: ArraySlice<String>) -> Result<Command, Mistake> {
    var rest = options
    var tracePath: String?
    var storage = AutofillStorage.perUser
    while let option = rest.popFirst() {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      var value = parts.count == 2 ? String(parts[1]) : nil
      switch parts[0] {
      // Editors say --stdio to every server; it is the only way there is.
      case "--stdio" where value == nil: break
      // They may also say who they are, which they say again in `initialize`.
      case "--clientProcessId", "--trace", "--store":
        if value == nil, let next = rest.first, !next.hasPrefix("-") { value = rest.popFirst() }
        guard let value, !value.isEmpty else { return failure("\(parts[0]) needs a value") }
        if parts[0] == "--trace" { tracePath = value }
        if parts[0] == "--store" {
          storage = value == ":memory:" ? .memory : .file(path: value)
        }
      default: return failure("there is no option \"\(option)\"")
      }
    }
    return .success(.serve(storage, tracePath: tracePath))
  }

  private static let helpHint = "; `fieldd --help` lists what there is"

  private static func failure(_ why: String) -> Result<Command, Mistake> {
    .failure(Mistake(message: why + helpHint))
  }

  static let usage = """
    fieldd keeps form documents (*.fields.json) live for editors, shells and form builders.

    usage: fieldd [serve] [--stdio] [--store FILE] [--trace FILE]
               serve JSON-RPC (LSP) on standard input and output; framed by Content-Length
               headers, or one JSON message a line if the first byte is { or [
           fieldd demo
               show a session with the daemon, from the first message to the last

    --store FILE   keep what people teach autofill in FILE; :memory: keeps it nowhere
                   (unless given: fieldd/autofill.log in the user's data folder)
    --trace FILE   write a transcript of the session to FILE, without secure drafts
    --version      print the version
    --help         print this
    """
}
