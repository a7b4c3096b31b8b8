import FieldModels
import FieldRPC
import FieldSamples

/// `fieldd diff`: what a change of a form means for its records, to standard output.
struct DiffRun {
  private let options: DiffOptions
  private let old: FormFile
  private let new: FormFile
  private var report: any CheckReport
  private var output = CheckOutput.standardOutput
  private var summary = CheckSummary()

  /// Compares what a command line names; gives the exit status.
  static func run(_ options: DiffOptions) -> Int32 {
    Signals.ignoreBrokenPipes()
    do throws(FormFile.Refusal) {
      var clock = HostClock()
      let now = clock.now()
      let zones = ZoneFiles()
      func file(_ path: String) throws(FormFile.Refusal) -> FormFile {
        let name = path == "-" ? options.inputName : path
        return try FormFile(path: path, name: name, zones: zones, at: now)
      }
      var run = DiffRun(options, try file(options.oldPath), try file(options.newPath))
      return run.run(at: now)
    } catch {
      StandardError.say(error.message)
      return ExitStatus.badUsage
    }
  }

  private init(_ options: DiffOptions, _ old: FormFile, _ new: FormFile) {
    (self.options, self.old, self.new) = (options, old, new)
    report =
      options.format == .sarif
      ? SARIFReport(
        wording: .english, advice: "Keep the form laxer, or change the stored records first.",
        page: "cli.md")
      : options.format.report(on: output, in: .english)
  }

  private mutating func run(at now: Instant) -> Int32 {
    let comparison = FormComparison(
      old.document, new.document, seed: options.seed, at: now)
    summary.fileCount = 1
    if !options.isQuiet {
      report.begin(&output)
      let places = (old: Places(old), new: Places(new))
      for difference in comparison.differences {
        tell(difference, difference.place.isInNew ? places.new : places.old)
      }
      report.endFile(new.name, &output)
      report.end(summary, withStatistics: false, &output)
      output.flush()
    }
    if let failure = output.failure { return failure.report() }
    let isUnclear = comparison.differences.contains { $0.effect == .undecided }
    let isWrong = !comparison.isCompatible || options.isStrict && isUnclear
    return isWrong ? ExitStatus.findings : 0
  }

  /// A form with the places of what it says.
  private struct Places {
    let file: FormFile
    let bytes: [UInt8]
    let places: ConversionPlaces

    init(_ file: FormFile) {
      self.file = file
      bytes = file.document.text.bytes(in: 0..<file.document.text.byteCount)
      places = ConversionPlaces(file.document.text)
    }

    func place(atByteOffset offset: Int) -> RecordSplitter.Place {
      let position = file.document.text.position(atByteOffset: offset, encoding: .utf32)
      var place = RecordSplitter.Place()
      place.byteOffset = offset
      place.lineIndex = position.lineIndex
      place.columnIndex = position.column
      return place
    }
  }

  private mutating func tell(_ difference: FormDifference, _ places: Places) {
    let problem = CheckProblem(
      code: difference.effect.rawValue, difference.effect.severity, message: difference.words,
      data: difference.data, of: difference.key, at: difference.path, in: places.file.name)
    let range = places.places.wholeBytes(at: difference.place.pointer) ?? 0..<0
    var finding = CheckFinding(problem, at: places.place(atByteOffset: range.lowerBound))
    if report.showsExcerpts {
      // What is shown has no secrets in it.
      let window = CheckFinding.Excerpt.window(around: range.lowerBound, in: places.bytes.span)
      if places.file.document.redacted(window).elementsEqual(places.bytes[window]) {
        finding.excerpt = CheckFinding.Excerpt(of: range, in: places.bytes.span)
      }
    }
    if report.showsEnds { finding.end = places.place(atByteOffset: range.upperBound) }
    summary.note(problem, counting: .error)
    report.tell(finding, &output)
  }
}

extension FormDifference.Effect {
  /// How much it matters.
  var severity: Severity {
    switch self {
    case .breaking: .error
    case .undecided, .warning: .warning
    case .widening: .information
    case .words: .hint
    }
  }
}

extension FormDifference {
  /// What people are told: what differs, and the record that shows what it means.
  fileprivate var words: String {
    guard let witness else {
      return effect == .undecided
        ? "\(message); no record was found that shows its effect" : message
    }
    let reason =
      witness.problems.first.map { " (\($0.path.isEmpty ? "" : $0.path + " ")\($0.code))" } ?? ""
    let verdict =
      switch effect {
      case .breaking: "refused now"
      case .warning: "warned of now"
      case .undecided, .widening, .words: witness.isRefusal ? "refused before" : "warned of before"
      }
    return "\(message); \(verdict)\(reason): \(witness.record.json)"
  }

  /// What programs are told.
  fileprivate var data: [JSONValue.Member] {
    var data = [JSONValue.Member("property", .string(property))]
    data["old"] = old
    data["new"] = new
    guard let witness else { return data }
    data["record"] = witness.record
    data["problems"] = .array(
      witness.problems.map { problem in
        .object([
          .init("path", .string(problem.path)), .init("code", .string(problem.code)),
          .init("severity", .string(problem.severity.rawValue)),
        ])
      })
    return data
  }
}
