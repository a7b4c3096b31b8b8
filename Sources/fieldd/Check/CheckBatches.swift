import FieldModels
import FieldRPC

/// The records of a file, as many at a time as a piece of it has.
struct CheckBatches {
  private var splitter: RecordSplitter
  /// Divides a table, where it is one.
  private var rows: TableSplitter?
  /// Divides answers that are no JSON, where they are such.
  private var answers: AnswerSplitter?
  private let shape: AnswerShape?
  private let byteLimit: Int
  /// Buffers whose records have been dealt with, so that each piece need not ask for memory.
  private var spare: [[UInt8]] = []
  private var isAtEnd = false
  /// What is held begins a record on a line.
  private var isAtLine = false

  /// - Parameters:
  ///   - format: what the records are
  ///   - byteLimit: how many bytes a record may have
  init(_ format: RecordsFormat, byteLimit: Int) {
    self.byteLimit = byteLimit
    splitter = RecordSplitter(byteLimit: byteLimit)
    rows = format.table.map { TableSplitter($0, byteLimit: byteLimit) }
    shape = format.answers
    answers = shape.flatMap {
      $0.isJSON ? nil : AnswerSplitter($0, byteLimit: byteLimit)
    }
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
    if rows != nil { return try nextRows(from: &input) }
    if answers != nil { return try nextAnswers(from: &input) }
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
      if shape == nil, let lines = splitter.takeLines() {
        let start = splitter.takePlace()
        isAtLine = true
        return CheckBatch(bytes: exchangedBytes(), content: .lines(lines), start: start)
      }
      var records: [RecordSplitter.Record] = []
      while let record = splitter.next() { records.append(record) }
      if records.isEmpty { continue }
      isAtLine = false
      let content = CheckBatch.Content.records(records, end: splitter.takePlace())
      return CheckBatch(bytes: exchangedBytes(), content: content, start: .init(), shape: shape)
    }
    return nil
  }

  /// The next answers that are no JSON.
  private mutating func nextAnswers(
    from input: inout CheckInput
  ) throws(SystemError) -> CheckBatch? {
    guard var answers else { return nil }
    self.answers = nil
    defer { self.answers = answers }
    while !isAtEnd {
      isAtEnd = try !answers.append { bytes throws(SystemError) in try input.read(to: &bytes) }
      if isAtEnd { answers.finish() }
      var records: [RecordSplitter.Record] = []
      while let record = answers.next() { records.append(record) }
      if records.isEmpty { continue }
      let content = CheckBatch.Content.records(records, end: answers.takePlace())
      let bytes = answers.exchange(for: spare.popLast() ?? [])
      return CheckBatch(bytes: bytes, content: content, start: .init(), shape: shape)
    }
    return nil
  }

  /// The next rows of a table; at first perhaps none, so that its header is looked at.
  private mutating func nextRows(
    from input: inout CheckInput
  ) throws(SystemError) -> CheckBatch? {
    guard var rows else { return nil }
    // In one hand, so that nothing of it is copied.
    self.rows = nil
    defer { self.rows = rows }
    while !isAtEnd {
      let isKnown = rows.header != nil
      isAtEnd = try !rows.append { bytes throws(SystemError) in try input.read(to: &bytes) }
      if isAtEnd { rows.finish() }
      var records: [RecordSplitter.Record] = []
      while let record = rows.next() { records.append(record) }
      guard let header = rows.header, !records.isEmpty || !isKnown else { continue }
      let content = CheckBatch.Content.records(records, end: rows.takePlace())
      let bytes = rows.exchange(for: spare.popLast() ?? [])
      return CheckBatch(bytes: bytes, content: content, start: .init(), table: header)
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
