/// A stretch of a stream whose records are lines, most of them right in plain sight: those need not be
/// divided before they are judged, since whoever looks at one finds its end.
///
/// It begins with a record, and behind it stands a line that begins one, so that it is judged without
/// a look at what comes before and behind it (`RecordSplitter.takeLines`).
package struct RecordLines: Sendable {
  private let bytes: [UInt8]
  private let start: Int
  private var progress: Progress
  /// Divides what is no plain line, and where that begins.
  private var others: (splitter: RecordSplitter, start: RecordSplitter.Place)?

  /// How far somebody has come.
  struct Progress: Sendable {
    var position: Int
    let end: Int
    /// Records of which nothing is to be said are wanted as well.
    let wantsEach: Bool
    /// How many lines have ended, and how many of them before the last record.
    var lineIndex = 0
    var recordLineIndex = 0
    var recordCount = 0
  }

  /// What is said of a record.
  package enum Said: Sendable {
    case verdict(RecordVerdict)
    /// What was said before.
    case again([Repetition])
  }

  /// One thing that was said before, by the number that the judge gave it
  /// (`RecordVerdict.Problem.saying`), and its span.
  package struct Repetition: Sendable {
    package let saying: Int
    package let span: Range<Int>
  }

  /// - Parameters:
  ///   - bytes: some bytes
  ///   - range: the stretch of them
  ///   - wantsEach: records of which nothing is to be said are wanted as well
  package init(_ bytes: [UInt8], _ range: Range<Int>, wantsEach: Bool) {
    self.bytes = bytes
    start = range.lowerBound
    progress = Progress(
      position: range.lowerBound, end: range.upperBound, wantsEach: wantsEach)
  }

  /// How many records there were so far.
  package var recordCount: Int { progress.recordCount }

  /// How far that goes, seen from the beginning of the stretch.
  package var place: RecordSplitter.Place { place(progress.position, progress.lineIndex) }

  private func place(_ position: Int, _ lineIndex: Int) -> RecordSplitter.Place {
    var place = RecordSplitter.Place()
    place.byteOffset = position - start
    place.lineIndex = lineIndex
    return place
  }

  /// Judges records up to the next one of which something may have to be said, or the next one at all
  /// if each is wanted.
  ///
  /// - Parameters:
  ///   - judge: the judge
  ///   - isKnown: what was said with a number need not be said in full again
  /// - Returns: the record, whose place is seen from the beginning of the stretch, and what is said of
  ///   it; nil at the end
  package mutating func next(
    by judge: inout RecordJudge, knowing isKnown: (Int) -> Bool
  ) -> (record: RecordSplitter.Record, said: Said)? {
    while true {
      if let record = nextOther() { return (record, .verdict(judge.judge(bytes, record.range))) }
      if let (range, said) = judge.judge(&progress, of: bytes, knowing: isKnown) {
        let place = place(range.lowerBound, progress.recordLineIndex)
        return (RecordSplitter.Record(range: range, place: place), said)
      }
      if progress.position == progress.end { return nil }
      divide(upTo: nextRecordStart)
    }
  }

  /// Where the next line begins that begins a record, whatever this one is.
  private var nextRecordStart: Int {
    let text = bytes.span
    var position = progress.position
    while let lineBreak = text.firstOffset(of: 0x0A, in: position..<progress.end) {
      position = lineBreak + 1
      if position < progress.end, text[position] == UInt8(ascii: "{") { return position }
    }
    return progress.end
  }

  /// Leaves what comes next to one who divides it byte by byte.
  private mutating func divide(upTo end: Int) {
    let range = progress.position..<end
    others = (RecordSplitter(values: bytes[range]), place)
    let lines = RecordSplitter.Place().advanced(over: bytes.span.extracting(range))
    progress.position = end
    progress.lineIndex += lines.lineIndex
  }

  private mutating func nextOther() -> RecordSplitter.Record? {
    guard var record = others?.splitter.next(), let base = others?.start else {
      others = nil
      return nil
    }
    let offset = start + base.byteOffset
    record.range = record.range.moved(by: offset)
    record.place = base.advanced(by: record.place)
    progress.recordCount += 1
    return record
  }
}
