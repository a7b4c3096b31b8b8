import FieldConversion
import FieldModels
import FieldRPC

/// `fieldd convert`: a form in one format to standard output in another, what became of it to
/// standard error.
struct ConvertRun {
  private let options: ConvertOptions
  private let form: ForeignForm
  /// What the file is that should have a form in it, if it is plainly something else.
  private let foreign: ForeignInput?

  /// Converts what a command line asks for; gives the exit status.
  static func run(_ options: ConvertOptions) -> Int32 {
    Signals.ignoreBrokenPipes()
    let named = [("--output", options.outputPath), ("--report", options.reportPath)]
    if let conflict = CheckOutput.conflict(between: named, and: [options.path]) {
      StandardError.say(conflict)
      return ExitStatus.badUsage
    }
    do throws(SystemError) {
      let run = try ConvertRun(options)
      do throws(ConversionRefusal) {
        return try run.run()
      } catch {
        let place = error.path.map { ":\($0)" } ?? ""
        StandardError.say("\(run.name)\(place): \(error.message)")
        return ExitStatus.badUsage
      }
    } catch {
      StandardError.say(error.description)
      return ExitStatus.badUsage
    }
  }

  private init(_ options: ConvertOptions) throws(SystemError) {
    self.options = options
    var bytes: [UInt8] = []
    var file = try CheckInput(path: options.path)
    while try file.read(to: &bytes) {}
    form = ForeignForm(file: bytes)
    foreign = ForeignInput(startOf: bytes)
  }

  private var name: String { options.path == "-" ? options.inputName : options.path }

  private func run() throws(ConversionRefusal) -> Int32 {
    // A workbook is a ZIP archive itself.
    if let foreign, foreign.isEncoded, options.source != .xlsform || foreign != .zip {
      throw ConversionRefusal(Wording.english.text(foreign.saying(for: .conversion)))
    }
    if case .file = form, options.source != .xlsform {
      throw ConversionRefusal("This is not UTF-8")
    }
    var clock = HostClock()
    let conversion = try FieldDocument.converted(
      form, from: options.source, to: options.target, structured: options.isStructured,
      at: clock.now())
    var outputs: [(path: String, bytes: [UInt8])] = [
      (options.outputPath, written(conversion.form))
    ]
    if let path = options.reportPath {
      outputs.append((path, Self.json(conversion.report)))
    } else if !options.isQuiet {
      tell(conversion.report)
    }
    if let status = CheckOutput.write(outputs) { return status }
    return options.isStrict && !conversion.report.losses.isEmpty ? ExitStatus.findings : 0
  }

  /// A form as people like to read it; one of sheets as a workbook, if the file is called so.
  private func written(_ form: ForeignForm) -> [UInt8] {
    if options.target == .xlsform, options.outputPath.lowercased().hasSuffix(".xlsx") {
      return form.asWorkbookFile
    }
    guard case .value(let value) = form else { return Array(form.text().utf8) }
    return JSONLayout.text(of: value)
  }

  private static func json(_ report: ConversionReport) -> [UInt8] {
    Array(JSONText { report.writeMembers(to: &$0) }.bytes) + Array("\n".utf8)
  }

  /// Tells a person what became of the source, entry by entry.
  private func tell(_ report: ConversionReport) {
    var source = ""
    if case .text(let text) = form { source = text }
    let text = Rope(source)
    let places = ConversionPlaces(text)
    var lines = ""
    for entry in report.entries {
      var place = ""
      if let start = places.bytes(at: entry.path)?.lowerBound {
        let position = text.position(atByteOffset: start, encoding: .utf32)
        place = ":\(position.lineIndex + 1):\(position.column + 1)"
      }
      // In a workbook a place is a cell.
      if place.isEmpty, case .file = form, !entry.path.isEmpty { place = ":" + entry.path }
      let pointer = entry.path.hasPrefix("/") ? " (\(entry.path))" : ""
      let kind = entry.code.kind.rawValue
      let effect = entry.effect == .nothing ? "" : ", \(entry.effect.rawValue)"
      let what = "\(kind) \(entry.code.rawValue)\(effect)"
      let line = "\(name)\(place): \(what): \(entry.message)\(pointer)"
      lines += line.shownInTerminal + "\n"
    }
    let counts = ConversionReport.Kind.allCases.map { kind in
      "\(report.entries.count { $0.code.kind == kind }) \(kind.rawValue)"
    }
    let sum = "\(name): \(report.exactCount) exact, \(counts.joined(separator: ", "))"
    lines += sum.shownInTerminal + "\n"
    _ = Descriptor.standardError.writeAll(Array(lines.utf8))
  }
}
