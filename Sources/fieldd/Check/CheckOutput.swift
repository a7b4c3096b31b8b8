import FieldModels
import FieldRPC

/// A file that is written to piece by piece, until it can't be any more.
///
/// A file is there once `finish` has put it in its place; until then what was there stays.
struct CheckOutput: Sendable {
  private let descriptor: Descriptor
  private let newFile: NewFile?
  private let name: String
  private var bytes: [UInt8] = []
  /// Why no more can be written.
  private(set) var failure: Failure?

  /// Why a file can't be written to.
  enum Failure: Equatable, Sendable {
    /// Nobody reads what is written.
    case abandoned
    /// In words.
    case refused(String)

    /// Says on standard error why, where somebody may read it.
    ///
    /// - Returns: the exit status of the command that has written
    func report() -> Int32 {
      switch self {
      case .abandoned: return ExitStatus.brokenPipe
      case .refused(let words):
        StandardError.say(words)
        return ExitStatus.badUsage
      }
    }
  }

  static let standardOutput = CheckOutput(.standardOutput, name: "standard output")

  private init(_ descriptor: Descriptor, name: String, _ newFile: NewFile? = nil) {
    self.descriptor = descriptor
    self.newFile = newFile
    self.name = name
  }

  /// A file that takes the place of what there was, unless that is where a standard stream goes: it is
  /// that stream then, as `-` is standard output.
  init(path: String) throws(SystemError) {
    let file = FileIdentity(path: path)
    if path == "-" || file.isSameFile(as: FileIdentity(of: .standardOutput)) {
      self = .standardOutput
    } else if file.isSameFile(as: FileIdentity(of: .standardError)) {
      self.init(.standardError, name: "standard error")
    } else {
      let file = try NewFile(replacing: path)
      self.init(file.descriptor, name: path, file)
    }
  }

  /// The same; nil where nothing is to be written.
  init?(optionalPath path: String?) throws(SystemError) {
    guard let path else { return nil }
    try self.init(path: path)
  }

  /// Whether opening a file waits for somebody who reads it.
  static func waits(for path: String) -> Bool { (try? FileStatus(path: path))?.kind == .pipe }

  /// Why a command can't write to some files: one of them is read too, or two of them are the same,
  /// whatever names, links and streams lead there.
  ///
  /// - Parameters:
  ///   - outputs: what is written, as the option that names a file for it, with the path; `-` is
  ///     standard output
  ///   - inputs: the paths of all that is read; `-` is standard input
  /// - Returns: the reason in words; nil where nothing is in the way
  static func conflict(
    between outputs: [(option: String, path: String?)], and inputs: [String]
  ) -> String? {
    let written = outputs.compactMap { option, path in
      path.map { (option: option, path: $0, file: identity(of: $0, asStream: .standardOutput)) }
    }
    let read = inputs.map { identity(of: $0, asStream: .standardInput) }
    for (place, output) in written.enumerated() {
      if read.contains(where: { $0.isSameFile(as: output.file) }) {
        return
          "\(output.option) would be written to \(name(output.path)), which is read; name another file"
      }
      let twin = written[..<place].first { other in
        (other.path == "-" && output.path == "-") || other.file.isSameFile(as: output.file)
      }
      if let twin {
        return
          "\(twin.option) and \(output.option) would both be written to \(name(output.path)); "
          + "name two files"
      }
    }
    return nil
  }

  private static func identity(of path: String, asStream stream: Descriptor) -> FileIdentity {
    path == "-" ? FileIdentity(of: stream) : FileIdentity(path: path)
  }

  private static func name(_ path: String) -> String { path == "-" ? "standard output" : path }

  var isTerminal: Bool { descriptor.isTerminal }

  mutating func write(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
    if Self.pieceByteCount <= bytes.count { flush() }
  }

  mutating func write(_ text: String) { write(text.utf8) }

  /// Writes a sign of ASCII so many times.
  mutating func write(_ sign: Unicode.Scalar, count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: sign), count: count))
  }

  /// Writes a number in decimal.
  mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: UInt64(number.magnitude))
  }

  mutating func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    var writtenByteCount = 0
    while failure == nil, writtenByteCount < bytes.count {
      switch descriptor.write(bytes.span.extracting(writtenByteCount...)) {
      case .bytes(let byteCount): writtenByteCount += byteCount
      case .interrupted: continue
      case .unready: _ = descriptor.isReady(for: .writing, timeoutMilliseconds: -1)
      case .abandoned: failure = .abandoned
      case .failed: failure = .refused(SystemError.last("write to \(name)").description)
      }
    }
  }

  /// Ends the writing of a file.
  ///
  /// - Parameters:
  ///   - isComplete: everything was written that belongs to it; else what was there stays
  ///   - keepsPart: where nothing was there, what was written stays all the same, as after an interrupt
  mutating func finish(isComplete: Bool, keepsPart: Bool = false) {
    flush()
    guard let newFile else { return }
    if failure != nil || !(isComplete || keepsPart && !newFile.replacesFile) {
      return newFile.discard()
    }
    do throws(SystemError) {
      try newFile.commit()
    } catch {
      failure = .refused(error.description)
    }
  }

  private static let pieceByteCount = 64 << 10
}

extension CheckOutput {
  /// Writes files, all or none; gives the exit status if that can't be done.
  static func write(_ files: [(path: String, bytes: [UInt8])]) -> Int32? {
    var outputs: [CheckOutput] = []
    var complaint: String?
    do throws(SystemError) {
      for (path, bytes) in files {
        var output = try CheckOutput(path: path)
        output.write(bytes)
        output.flush()
        outputs.append(output)
      }
    } catch {
      complaint = error.description
    }
    let isComplete = complaint == nil && outputs.allSatisfy { $0.failure == nil }
    for place in outputs.indices { outputs[place].finish(isComplete: isComplete) }
    for output in outputs {
      switch output.failure {
      case .abandoned: return ExitStatus.brokenPipe
      case .refused(let words): complaint = complaint ?? words
      case nil: break
      }
    }
    guard let complaint else { return nil }
    StandardError.say(complaint)
    return ExitStatus.badUsage
  }
}
