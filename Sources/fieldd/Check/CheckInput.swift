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

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: its path
  ///   - hidesComments: comments and trailing commas are white space, if its name says that there may
  ///     be any
  /// - Throws: what the system refused
  init(path: String, hidesComments: Bool = false) throws(SystemError) {
    file = try OpenFile(path: path)
    isCommented = hidesComments && JSONReader.Dialect.ofFile(at: path) == .commented
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
    guard isCommented else { return try readPiece(to: &bytes) }
    var whole: [UInt8] = []
    while try readPiece(to: &whole) {}
    bytes += JSONComments.blanked(whole)
    return !whole.isEmpty
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

  /// What the file is, if it is plainly something else than JSON in UTF-8; as far as its first piece
  /// tells.
  mutating func foreignInput() -> ForeignInput? {
    if ahead.isEmpty {
      var bytes: [UInt8] = []
      guard (try? read(to: &bytes)) ?? false else { return nil }
      ahead = bytes
    }
    return ForeignInput(startOf: ahead)
  }

  /// The path of the form that the first record names in `$form`, which counts from the record's
  /// own folder; as far as it stands in the first piece.
  mutating func statedForm(besides path: String) -> String? {
    var bytes: [UInt8] = []
    guard (try? read(to: &bytes)) ?? false else { return nil }
    ahead = bytes
    return DocumentFrame.statedForm(startOf: bytes, dialect: .strict).map {
      CheckForms.path(of: $0, besides: path)
    }
  }

  /// Whether the first record of a file names its form, or nobody can know since it can't be read.
  static func mayStateForm(_ path: String) -> Bool {
    guard var input = try? CheckInput(path: path, hidesComments: true) else { return true }
    return input.statedForm(besides: path) != nil
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
    guard file.isFile, !isCommented, ahead.isEmpty else { return nil }
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

/// The records of a file, as many at a time as a piece of it has.
struct CheckBatches {
  private var splitter: RecordSplitter
  private let byteLimit: Int
  /// Buffers whose records have been dealt with, so that each piece need not ask for memory.
  private var spare: [[UInt8]] = []
  private var isAtEnd = false
  /// What is held begins a record on a line.
  private var isAtLine = false

  /// - Parameter byteLimit: how many bytes a record may have
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    splitter = RecordSplitter(byteLimit: byteLimit)
  }

  /// The next records.
  ///
  /// - Parameters:
  ///   - input: where they are read
  ///   - leavesReading: whoever judges them reads them, where that can be
  /// - Returns: nil at the end
  /// - Throws: what the system refused
  mutating func next(
    from input: inout CheckInput, leavingReading leavesReading: Bool
  ) throws(SystemError) -> CheckBatch? {
    if leavesReading, isAtLine,
      let stretch = try input.takeStretch(behind: splitter.heldByteCount, atMost: byteLimit)
    {
      splitter.forgetHeld()
      return CheckBatch(bytes: [], content: .stretch(stretch), start: .init())
    }
    while !isAtEnd {
      let hasMore = try splitter.append { bytes throws(SystemError) in
        try input.read(to: &bytes)
      }
      if !hasMore {
        splitter.finish()
        isAtEnd = true
      }
      if let lines = splitter.takeLines() {
        let start = splitter.takePlace()
        isAtLine = true
        return CheckBatch(bytes: exchangedBytes(), content: .lines(lines), start: start)
      }
      var records: [RecordSplitter.Record] = []
      while let record = splitter.next() { records.append(record) }
      if records.isEmpty { continue }
      isAtLine = false
      let content = CheckBatch.Content.records(records, end: splitter.takePlace())
      return CheckBatch(bytes: exchangedBytes(), content: content, start: .init())
    }
    return nil
  }

  private mutating func exchangedBytes() -> [UInt8] {
    splitter.exchange(for: spare.popLast() ?? [])
  }

  /// Takes back the buffer of a batch that is done with.
  mutating func recycle(_ batch: consuming CheckBatch) {
    if case .stretch = batch.content { return }
    spare.append(batch.bytes)
  }
}
