import FieldModels
import FieldRPC

/// A file that is read piece by piece.
struct CheckInput: ~Copyable {
  private let descriptor: Descriptor
  private let name: String
  /// What was read ahead.
  private var ahead: [UInt8] = []
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  init(path: String) throws(SystemError) {
    descriptor = path == "-" ? .standardInput : try Descriptor.open(path, for: .reading)
    name = path == "-" ? "standard input" : path
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

  private static let pieceByteCount = 1 << 20
}

/// The records of a file, as many at a time as a piece of it has.
struct CheckBatches {
  let source: String
  private var splitter = RecordSplitter()
  /// Buffers whose records have been dealt with, so that each piece need not ask for memory.
  private var spare: [[UInt8]] = []
  private var count = 0
  private var isAtEnd = false

  init(source: String) { self.source = source }

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
      var records: [RecordSplitter.Record] = []
      while let record = splitter.next() { records.append(record) }
      if records.isEmpty { continue }
      defer { count += records.count }
      let bytes = splitter.exchange(for: spare.popLast() ?? [])
      return CheckBatch(source: source, bytes: bytes, records: records, firstNumber: count)
    }
    return nil
  }

  /// Takes back the buffer of a batch that is done with.
  mutating func recycle(_ batch: consuming CheckBatch) { spare.append(batch.bytes) }
}
