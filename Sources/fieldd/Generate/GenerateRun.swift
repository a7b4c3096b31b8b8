package import FieldModels
import FieldRPC
package import FieldSamples

/// `fieldd generate`: records for a form to standard output, what could not be made to standard error.
struct GenerateRun {
  private let options: GenerateOptions
  private var maker: RecordMaker
  private let name: String
  private var output: CheckOutput
  /// How many records of each kind were written.
  private var counts: [RecordMaker.Kind: Int] = [:]
  /// Validators that would have to be asked about the records.
  private var uncheckedValidators: Set<String> = []

  /// Makes what a command line asks for; gives the exit status.
  static func run(_ options: GenerateOptions) -> Int32 {
    Signals.ignoreBrokenPipes()
    let outputs = [("--output", Optional(options.outputPath))]
    if let conflict = CheckOutput.conflict(between: outputs, and: [options.path]) {
      StandardError.say(conflict)
      return ExitStatus.badUsage
    }
    do throws(FormFile.Refusal) {
      var clock = HostClock()
      let now = clock.now()
      let name = options.path == "-" ? options.inputName : options.path
      let file = try FormFile(path: options.path, name: name, zones: ZoneFiles(), at: now)
      var run = try GenerateRun(options, file, at: now)
      return run.run()
    } catch {
      StandardError.say(error.message)
      return ExitStatus.badUsage
    }
  }

  private init(
    _ options: GenerateOptions, _ file: FormFile, at now: Instant
  ) throws(FormFile.Refusal) {
    self.options = options
    name = file.name
    maker = RecordMaker(RecordForm(file.document), seed: options.seed, at: now)
    do throws(SystemError) {
      output = try CheckOutput(path: options.outputPath)
    } catch {
      throw FormFile.Refusal(message: error.description)
    }
  }

  private mutating func run() -> Int32 {
    for kind in options.kinds where output.failure == nil { make(kind) }
    output.finish(isComplete: true)
    if let failure = output.failure { return failure.report() }
    if !options.isQuiet { tell() }
    return maker.gaps.contains { $0.kind == .valid } ? ExitStatus.findings : 0
  }

  private mutating func make(_ kind: RecordMaker.Kind) {
    if kind == .valid {
      for _ in 0..<(options.count ?? GenerateOptions.usualCount) {
        guard output.failure == nil, let made = maker.valid() else { return }
        write(made)
      }
      return
    }
    // The rules come round until there are enough records.
    var rest = options.count
    repeat {
      let round = kind == .boundary ? maker.boundaries() : maker.broken(kind)
      for made in rest.map({ round.prefix($0) }) ?? round[...] { write(made) }
      rest = round.isEmpty ? nil : rest.map { $0 - round.count }
    } while 0 < rest ?? 0 && output.failure == nil
  }

  private mutating func write(_ made: RecordMaker.Made) {
    counts[made.kind, default: 0] += 1
    uncheckedValidators.formUnion(made.verdict.uncheckedValidators)
    output.write(options.isAnnotated ? JSONText { made.writeMembers(to: &$0) }.bytes : made.json)
    output.write("\n")
  }

  /// Tells a person what was made, and what was not.
  private func tell() {
    var lines = maker.gaps.map { gap in
      let place = gap.path.isEmpty ? "" : " of \(gap.path)"
      return "\(gap.kind.rawValue): \(gap.rule)\(place): \(gap.reason)"
    }
    if !uncheckedValidators.isEmpty {
      let names = uncheckedValidators.sorted().joined(separator: ", ")
      lines.append("not asked, since only a program can do that: \(names)")
    }
    lines.append(options.kinds.map { "\(counts[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", "))
    let text = lines.map { "\(name): \($0)".shownInTerminal + "\n" }.joined()
    _ = Descriptor.standardError.writeAll(Array(text.utf8))
  }
}

extension RecordMaker.Made {
  fileprivate var json: [UInt8] { Array(value.json.utf8) }
}

/// A record, and what the form says of it.
extension RecordMaker.Made: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    if let subject {
      json.member("path", subject.path)
      json.member("rule", subject.rule)
    }
    json.member("record", value)
    json.member("expect") { json in
      json.object { json in
        json.member("valid", verdict.isValid)
        json.member("problems") { json in
          json.array { json in
            for problem in verdict.problems { json.object { problem.writeExpectation(to: &$0) } }
          }
        }
        let unchecked = verdict.uncheckedValidators
        if !unchecked.isEmpty {
          json.member("unchecked", JSONValue.array(unchecked.map { .string($0) }))
        }
      }
    }
  }
}

extension RecordVerdict.Problem {
  fileprivate func writeExpectation(to json: inout JSONWriter) {
    json.member("path", path)
    json.member("code", finding.problem.code)
    json.member("severity", finding.severity.rawValue)
  }
}
