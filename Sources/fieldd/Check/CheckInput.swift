import FieldModels
import FieldRPC

/// A file that is read piece by piece.
struct CheckInput: ~Copyable {
  private let descriptor: Descriptor
  private let name: String
  /// There may be comments in it, which are hidden; it is read as a whole then.
  private let isCommented: Bool
  /// What was read ahead.
  private var ahead: [UInt8] = []
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: its path
  ///   - hidesComments: comments and trailing commas are white space, if its name says that there may
  ///     be any
  /// - Throws: what the system refused
  init(path: String, hidesComments: Bool = false) throws(SystemError) {
    descriptor = path == "-" ? .standardInput : try Descriptor.open(path, for: .reading)
    name = path == "-" ? "standard input" : path
    isCommented = hidesComments && path.hasSuffix(".jsonc")
  }

  deinit {
    if descriptor != .standardInput { descriptor.close() }
  }

  /// Something can be read without waiting for it, or nothing ever again.
  var isReady: Bool { !ahead.isEmpty || isAtEnd || descriptor.isReady(for: .reading) }

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
      guard descriptor.isReady(for: .reading, timeoutMilliseconds: -1) else { continue }
      switch descriptor.read(to: &bytes, atMost: Self.pieceByteCount) {
      case .bytes(0), .abandoned: isAtEnd = true
      case .bytes: return true
      case .interrupted, .unready: continue
      case .failed: throw .last("read \(name)")
      }
    }
    return false
  }

  /// The path of the form that the first record names in `$form`, which counts from the record's
  /// own folder; as far as it stands in the first piece.
  mutating func statedForm(besides path: String) -> String? {
    var bytes: [UInt8] = []
    guard (try? read(to: &bytes)) ?? false else { return nil }
    ahead = bytes
    var reader = JSONReader(bytes, dialect: .strict)
    let text = bytes.span
    reader.skipTrivia(text)
    guard reader.position < bytes.count else { return nil }
    reader.readValue(text, recovery: .value)
    guard let value = DocumentFrame.statedForm(in: reader.tree),
      let form = reader.tree.string(value), !form.isEmpty
    else { return nil }
    if form.hasPrefix("/") { return form }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder.map(String.init) + [form]).joined(separator: "/")
  }

  /// Whether the first record of a file names its form.
  static func statesForm(_ path: String) -> Bool {
    guard var input = try? CheckInput(path: path, hidesComments: true) else { return false }
    return input.statedForm(besides: path) != nil
  }

  /// As much as stays near a processor while it is looked at.
  private static let pieceByteCount = 1 << 18
}

/// The records of a file, as many at a time as a piece of it has.
struct CheckBatches {
  private var splitter = RecordSplitter()
  /// Buffers whose records have been dealt with, so that each piece need not ask for memory.
  private var spare: [[UInt8]] = []
  private var isAtEnd = false

  /// The next records; nil at the end.
  mutating func next(from input: inout CheckInput) throws(SystemError) -> CheckBatch? {
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
        return CheckBatch(bytes: exchangedBytes(), content: .lines(lines), start: start)
      }
      var records: [RecordSplitter.Record] = []
      while let record = splitter.next() { records.append(record) }
      if records.isEmpty { continue }
      let content = CheckBatch.Content.records(records, end: splitter.takePlace())
      return CheckBatch(bytes: exchangedBytes(), content: content, start: .init())
    }
    return nil
  }

  private mutating func exchangedBytes() -> [UInt8] {
    splitter.exchange(for: spare.popLast() ?? [])
  }

  /// Takes back the buffer of a batch that is done with.
  mutating func recycle(_ batch: consuming CheckBatch) { spare.append(batch.bytes) }
}
