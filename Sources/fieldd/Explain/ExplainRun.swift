import FieldModels
import FieldRPC

/// `fieldd explain`: what a code, a format or a property means, to standard output.
enum ExplainRun {
  /// Explains what a command line names; gives the exit status.
  static func run(_ options: ExplainOptions) -> Int32 {
    Signals.ignoreBrokenPipes()
    var output = CheckOutput.standardOutput
    let named = options.names.flatMap(Explanation.named)
    if options.isJSON {
      writeJSON(of: options.names.isEmpty ? Explanation.all : named, to: &output)
    } else {
      var view = ExplainView(
        columnCount: columnCount, isColored: output.isTerminal && TextReport.mayColor)
      if named.isEmpty { view.show(listOf: Explanation.all) } else { view.show(named) }
      output.write(view.text)
    }
    output.flush()
    return output.failure?.report() ?? 0
  }

  /// A list with an explanation a line.
  private static func writeJSON(of explanations: [Explanation], to output: inout CheckOutput) {
    for (place, explanation) in explanations.enumerated() {
      output.write(place == 0 ? "[\n" : ",\n")
      output.write(JSONText(object: explanation.writeMembers).bytes)
    }
    output.write("\n]\n")
  }

  /// The columns of the terminal, as its person or the terminal has it.
  private static var columnCount: Int {
    HostProcess.variable("COLUMNS").flatMap { Int($0) } ?? Descriptor.standardOutput.columnCount
      ?? ExplainView.usualColumns
  }
}
