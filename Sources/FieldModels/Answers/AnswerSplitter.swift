/// Divides a stream into answers that are no JSON: one a line, or one in all.
///
/// Of answers that are longer than they may be it holds only the place.
package struct AnswerSplitter: Sendable {
  private var bytes: [UInt8] = []
  private var position = 0
  /// Where that is, seen from where the answers end that were taken before (`takePlace`).
  private var place = RecordSplitter.Place()
  /// Where answers began that are passed over.
  private var passedFrom: RecordSplitter.Place?
  private var isFinished = false
  private let isByLine: Bool
  private let byteLimit: Int

  /// - Parameters:
  ///   - shape: what the answers are, which is no JSON
  ///   - byteLimit: how many bytes the answers to a form may have
  package init(_ shape: AnswerShape, byteLimit: Int) {
    isByLine = shape == .urlencoded
    self.byteLimit = byteLimit
  }

  /// Takes more of the stream, which a closure appends to what is held; what was given is gone.
  package mutating func append<Result, Failure: Error>(
    _ read: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if passedFrom != nil { advance(to: bytes.count) }
    bytes.removeSubrange(..<position)
    position = 0
    return try read(&bytes)
  }

  /// The stream has ended.
  package mutating func finish() { isFinished = true }

  /// The next answers that are known to be complete.
  package mutating func next() -> RecordSplitter.Record? {
    if isByLine, passedFrom == nil {
      advance(to: bytes[position...].firstIndex { $0 != 0x0A && $0 != 0x0D } ?? bytes.count)
    }
    let lineEnd =
      isByLine ? bytes.span.firstOffset(of: 0x0A, in: position..<bytes.count) : nil
    guard let end = lineEnd ?? (isFinished ? bytes.count : nil) else {
      if byteLimit < bytes.count - position { passedFrom = passedFrom ?? place }
      return nil
    }
    if position == end, passedFrom == nil { return nil }
    var record = RecordSplitter.Record(range: position..<end, place: passedFrom ?? place, flaw: nil)
    if passedFrom != nil || byteLimit < end - position {
      record.range = position..<position
      record.flaw = .tooLong(limit: byteLimit)
    }
    passedFrom = nil
    advance(to: end)
    return record
  }

  private mutating func advance(to end: Int) {
    place = place.advanced(over: bytes.span.extracting(position..<end))
    position = end
  }

  /// Where the last answers that were given end; from now on places are seen from there.
  package mutating func takePlace() -> RecordSplitter.Place {
    defer { place = RecordSplitter.Place() }
    return place
  }

  /// Gives away the bytes in which the answers are that were given, and goes on in others, whose room is
  /// used again.
  package mutating func exchange(for buffer: consuming [UInt8]) -> [UInt8] {
    var rest = buffer
    rest.removeAll(keepingCapacity: true)
    rest += bytes[position...]
    swap(&bytes, &rest)
    position = 0
    return rest
  }
}
