import FieldModels
import FieldRPC
import FieldSession

/// A file that is open as long as somebody reads it.
private final class OpenFile: Sendable {
  let descriptor: Descriptor
  /// What to call it in a message.
  let name: String
  /// Its pieces can be read in any order.
  let isFile: Bool

  /// - Parameter path: its path; `-` is standard input
  /// - Throws: what the system refused
  init(path: String) throws(SystemError) {
    let isInput = path == "-"
    descriptor = isInput ? .standardInput : try Descriptor.open(path, for: .reading)
    name = isInput ? "standard input" : path
    isFile = !isInput && (try? FileStatus(of: descriptor, path: path))?.kind == .file
  }

  deinit {
    if descriptor != .standardInput { descriptor.close() }
  }

  /// Reads what is at a place, or of what has no places what comes next, behind what is in an array.
  ///
  /// - Returns: how many bytes; 0 at the end, nil where a signal has come first
  /// - Throws: what the system refused
  func read(
    from byteOffset: Int, to bytes: inout [UInt8], atMost byteCount: Int
  ) throws(SystemError) -> Int? {
    let transfer =
      isFile
      ? descriptor.read(from: byteOffset, to: &bytes, atMost: byteCount)
      : descriptor.read(to: &bytes, atMost: byteCount)
    switch transfer {
    case .bytes(let count): return count
    case .abandoned: return 0
    case .interrupted, .unready: return nil
    case .failed: throw .last("read \(name)")
    }
  }
}

/// A file that is read piece by piece.
struct CheckInput: ~Copyable {
  private let file: OpenFile
  /// There may be comments in it, which are hidden; it is read as a whole then.
  private let isCommented: Bool
  /// What was read ahead.
  private var ahead: [UInt8] = []
  /// How far it has been read.
  private var byteOffset = 0
  private var isAtEnd = false
  private var packing: Packing
  /// Why it can't be read on: whoever has looked ahead may not have wanted to know.
  private var failure: SystemError?

  /// Whether what is read has to be unpacked.
  private enum Packing {
    case unknown, plain
    case gzip(Gunzip)
  }

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: its path
  ///   - format: what its records are; JSON may have comments and trailing commas, if its name says so,
  ///     which become white space, and any may be packed by gzip; nil for what is read as it is
  /// - Throws: what the system refused
  init(path: String, format: RecordsFormat? = nil) throws(SystemError) {
    file = try OpenFile(path: path)
    isCommented = format == .json && CheckFileName(path).mayHaveComments
    packing = format == nil ? .plain : .unknown
  }

  /// Something can be read without waiting for it, or nothing ever again.
  var isReady: Bool { !ahead.isEmpty || isAtEnd || file.descriptor.isReady(for: .reading) }

  /// Reads a piece behind what is in an array, and waits for it; false at the end.
  mutating func read(to bytes: inout [UInt8]) throws(SystemError) -> Bool {
    if !ahead.isEmpty {
      bytes += ahead
      ahead = []
      return true
    }
    guard isCommented else { return try readUnpacked(to: &bytes) }
    var whole: [UInt8] = []
    while try readUnpacked(to: &whole) {}
    bytes += JSONComments.blanked(whole)
    return !whole.isEmpty
  }

  private mutating func readUnpacked(to bytes: inout [UInt8]) throws(SystemError) -> Bool {
    if let failure { throw failure }
    if case .unknown = packing {
      var first: [UInt8] = []
      while first.count < 2, try readPiece(to: &first) {}
      guard Gunzip.begins(first) else {
        packing = .plain
        bytes += first
        return !first.isEmpty
      }
      var gunzip = Gunzip()
      gunzip.append(first)
      packing = .gzip(gunzip)
    }
    guard case .gzip(var gunzip) = packing else { return try readPiece(to: &bytes) }
    // In one hand, so that nothing of it is copied.
    packing = .plain
    defer { packing = .gzip(gunzip) }
    do throws(Gunzip.Damage) {
      while try !gunzip.unpack(to: &bytes, isWhole: isAtEnd) {
        if isAtEnd || Signals.wasInterrupted { return false }
        var packed: [UInt8] = []
        do throws(SystemError) {
          _ = try readPiece(to: &packed)
        } catch {
          failure = error
          break
        }
        gunzip.append(packed)
      }
    } catch {
      failure = SystemError(action: "read \(file.name)", since: error.words)
    }
    if let failure { throw failure }
    return true
  }

  private mutating func readPiece(to bytes: inout [UInt8]) throws(SystemError) -> Bool {
    while !isAtEnd, !Signals.wasInterrupted {
      // A signal ends the waiting.
      guard file.descriptor.isReady(for: .reading, timeoutMilliseconds: -1),
        let count = try file.read(from: byteOffset, to: &bytes, atMost: Self.pieceByteCount)
      else { continue }
      byteOffset += count
      if 0 < count { return true }
      isAtEnd = true
    }
    return false
  }

  /// What the file is, if it is plainly something else than text in UTF-8, or text of another sort than
  /// its records are to be; as far as its first piece tells.
  mutating func foreignInput(for format: RecordsFormat) -> ForeignInput? {
    if ahead.isEmpty {
      var bytes: [UInt8] = []
      guard (try? read(to: &bytes)) ?? false else { return nil }
      ahead = bytes
    }
    return ForeignInput(startOf: ahead).flatMap { format.reads($0) ? nil : $0 }
  }

  /// The path of the form that the first record names in `$form`, which counts from the record's
  /// own folder; as far as it stands in the first piece.
  mutating func statedForm(besides path: String, _ format: RecordsFormat) -> String? {
    var bytes: [UInt8] = []
    guard (try? read(to: &bytes)) ?? false else { return nil }
    ahead = bytes
    if format.answers != nil { return nil }
    let name =
      format.table.map { TableHeader.statedForm(startOf: bytes, $0) }
      ?? DocumentFrame.statedForm(startOf: bytes, dialect: .strict)
    return name.map { CheckForms.path(of: $0, besides: path) }
  }

  /// Whether the first record of a file names its form, or nobody can know since it can't be read.
  static func mayStateForm(_ path: String, _ format: RecordsFormat) -> Bool {
    guard var input = try? CheckInput(path: path, format: format) else { return true }
    let states = input.statedForm(besides: path, format) != nil
    return states || input.failure != nil
  }

  /// As much as stays near a processor while it is looked at.
  private static let pieceByteCount = 1 << 18
}

/// A stretch of a file whose records are lines: it begins with one that begins a record, and so does
/// what follows it.
///
/// Whoever judges it reads it, since bytes that one processor has read are far from all others.
struct FileStretch: Sendable {
  fileprivate let file: OpenFile
  fileprivate let range: Range<Int>

  var byteCount: Int { range.count }

  /// Reads it behind what is in an array; less than all where the file has become shorter.
  func read(to bytes: inout [UInt8]) throws(SystemError) {
    var place = range.lowerBound
    while place < range.upperBound {
      let count = try file.read(from: place, to: &bytes, atMost: range.upperBound - place)
      if count == 0 { return }
      place += count ?? 0
    }
  }
}

extension CheckInput {
  /// The next piece of a file, for somebody else to read.
  ///
  /// - Parameters:
  ///   - heldByteCount: how many of the bytes that were read stand behind the last record
  ///   - byteLimit: how many bytes it may have, and so each record in it
  /// - Returns: nil where there is no whole piece before the last record, or it is no file
  /// - Throws: what the system refused
  mutating func takeStretch(
    behind heldByteCount: Int, atMost byteLimit: Int
  ) throws(SystemError) -> FileStretch? {
    guard file.isFile, !isCommented, ahead.isEmpty, case .plain = packing else { return nil }
    let start = byteOffset - heldByteCount
    // With no more bytes than a record may have, no record in it has more.
    let last = start.addingReportingOverflow(byteLimit)
    guard
      let end = try recordStart(
        from: start + Self.pieceByteCount, upTo: last.overflow ? .max : last.partialValue)
    else { return nil }
    byteOffset = end
    return FileStretch(file: file, range: start..<end)
  }

  /// Where the first line begins at or behind a place that begins a record; nil where that is not
  /// known yet.
  private func recordStart(from place: Int, upTo last: Int) throws(SystemError) -> Int? {
    // The line break before it tells that it is a line.
    var place = place - 1
    var bytes: [UInt8] = []
    while place < last, !Signals.wasInterrupted {
      bytes.removeAll(keepingCapacity: true)
      guard let count = try file.read(from: place, to: &bytes, atMost: Self.lookByteCount) else {
        continue
      }
      if count < 2 { return nil }
      var start = 0
      while let lineBreak = bytes.span.firstOffset(of: 0x0A, in: start..<(count - 1)) {
        start = lineBreak + 1
        if bytes[start] == UInt8(ascii: "{") { return place + start <= last ? place + start : nil }
      }
      // The last byte may be a line break.
      place += count - 1
    }
    return nil
  }

  /// Most records are shorter.
  private static var lookByteCount: Int { 1 << 12 }
}
