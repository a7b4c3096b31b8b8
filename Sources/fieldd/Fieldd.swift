import FieldModels
import FieldRPC
import FieldSession

/// The command line, which composes and decides nothing: each command's work is elsewhere.
package enum Fieldd {
  /// Runs the command that the process was started with, and ends the process.
  package static func main() -> Never {
    Signals.takeCrashes()
    // Else the next file that is opened would be taken for a stream that was closed.
    Descriptor.reserveStandardStreams()
    if CommandLine.arguments.count == 1, Descriptor.standardInput.isTerminal {
      print(Command.greeting)
      HostProcess.end(with: ExitStatus.badUsage)
    }
    switch Command.parse(CommandLine.arguments.dropFirst()) {
    case .success(let command): HostProcess.end(with: run(command))
    case .failure(let mistake):
      StandardError.say(mistake.message)
      HostProcess.end(with: ExitStatus.badUsage)
    }
  }

  private static func run(_ command: Command) -> Int32 {
    switch command {
    case .serve(let storage, let tracePath):
      do {
        return try StdioServer(storage: storage, tracePath: tracePath).run()
      } catch {
        StandardError.say("\(error)")
        return ExitStatus.badUsage
      }
    case .check(let options): return CheckRun.run(options)
    case .convert(let options): return ConvertRun.run(options)
    case .generate(let options): return GenerateRun.run(options)
    case .diff(let options): return DiffRun.run(options)
    case .infer(let options): return InferRun.run(options)
    case .explain(let options): return ExplainRun.run(options)
    case .schema:
      print(DocumentSchema.schema.json)
      return 0
    case .demo: return Demo.run()
    case .version:
      print("fieldd \(Version.current)")
      return 0
    case .help(let command):
      print(command?.text ?? Command.usage)
      return 0
    }
  }
}

/// What the process says by its exit status.
enum ExitStatus {
  /// A check has found something that counts as wrong.
  static let findings: Int32 = 1
  /// As shells tell that a signal has ended a program.
  static func ended(by signal: Int32) -> Int32 { 128 + signal }
  static let brokenPipe: Int32 = 141
  /// Bad usage, or a file that can't be opened.
  static let badUsage: Int32 = 2
}
