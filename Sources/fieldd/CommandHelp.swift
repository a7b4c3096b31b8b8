/// The commands of the command line, and what each says of itself.
package enum CommandHelp: String, CaseIterable, Sendable {
  case serve, check, convert, generate, diff, infer, explain, schema, demo

  /// What `fieldd COMMAND --help` prints.
  package var text: String {
    ([synopsis] + (options.map { [$0] } ?? [])).joined(separator: "\n\n")
  }

  private var synopsis: String {
    switch self {
    case .serve:
      """
      usage: fieldd [serve] [--stdio] [--store FILE] [--trace FILE]

      Serve JSON-RPC (LSP) on standard input and output; framed by Content-Length headers, or one
      JSON message a line if the first byte is { or [.
      """
    case .check:
      """
      usage: fieldd check [OPTION …] [PATH …]

      Check forms, and records (JSON objects of values) that are held to forms.
      """
    case .convert:
      """
      usage: fieldd convert [--from FORMAT] [--to FORMAT] [OPTION …] [FILE]

      Read a form in one format, write it in another, and tell what could not be kept.
      """
    case .generate:
      """
      usage: fieldd generate [OPTION …] FORM

      Print records for a form: such as it takes, such as are at its limits, or wrong ones. Each was
      judged by the form.
      """
    case .diff:
      """
      usage: fieldd diff [OPTION …] OLD NEW

      Tell what a change of a form means for the records that it has committed, with a record for each
      change that breaks something.
      """
    case .infer:
      """
      usage: fieldd infer [OPTION …] RECORDS …

      Print a form that takes these records, and tell why it is as it is.
      """
    case .explain:
      """
      usage: fieldd explain [--json] [NAME …]

      Tell what the code of a finding means, why it is found and what mends it, with a wrong and a
      right example; or what a format or a property of forms means.
      """
    case .schema:
      """
      usage: fieldd schema

      Print the JSON Schema of forms, for editors that have one for files.
      """
    case .demo:
      """
      usage: fieldd demo

      Show a session with the daemon, from the first message to the last.
      """
    }
  }

  private var options: String? {
    switch self {
    case .serve: Command.serveOptions
    case .check: Command.checkOptions
    case .convert: Command.convertOptions
    case .generate: Command.generateOptions
    case .diff: Command.diffOptions
    case .infer: Command.inferOptions
    case .explain: Command.explainOptions
    case .schema, .demo: nil
    }
  }

  /// The options that it tells of.
  package var optionNames: [String] {
    let words = text.split { !$0.isLetter && $0 != "-" }.map(String.init)
    let all = self == .serve ? ["--version", "--help"] : ["--help"]
    return words.filter { $0.hasPrefix("--") && 2 < $0.utf8.count } + all
  }
}
