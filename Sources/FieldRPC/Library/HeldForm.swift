import FieldModels
import FieldSession
import Synchronization

/// A form that judges records for as many threads as there are.
///
/// A judge has room of its own for each record, so each thread has one while it judges. They are kept for
/// the next time: there are as many as threads have judged at once.
final class HeldForm: Sendable {
  private let form: RecordForm
  private let wording: Wording
  private let judges = Mutex<[Judge]>([])

  init(_ form: RecordForm, wording: Wording) { (self.form, self.wording) = (form, wording) }

  private struct Judge: Sendable {
    var records: RecordJudge
    var clock: HostClock
    /// What is judged, in room that is used again.
    var bytes: [UInt8] = []
  }

  /// Where a record stands of which something is to be said.
  struct Place {
    /// The number of the record, from 0.
    var number: Int
    var range: Range<Int>
    /// It has an error; of any other one somebody has to be asked, or there is a warning.
    var isWrong: Bool
  }

  /// Whether nothing is to be said of a record: it is right, and nobody has to be asked about it.
  func passes(_ record: UnsafeBufferPointer<UInt8>) -> Bool {
    var judge = takeJudge()
    defer { giveBack(&judge) }
    unsafe judge.bytes.append(contentsOf: record)
    return judge.records.judge(judge.bytes, 0..<judge.bytes.count).isPlain
      && form.unaskedRules.isEmpty
  }

  /// What `field/check` answers of a record; nil where validators have to be asked first.
  func answer(of record: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var judge = takeJudge()
    defer { giveBack(&judge) }
    unsafe judge.bytes.append(contentsOf: record)
    let verdict = judge.records.judge(judge.bytes, 0..<judge.bytes.count)
    return verdict.questions.isEmpty ? verdict.answer(by: form, in: wording).bytes : nil
  }

  /// Judges lines that each are a record.
  ///
  /// - Parameters:
  ///   - lines: the lines
  ///   - note: is told of each record of which something is to be said
  /// - Returns: how many records there are
  func judge(lines: UnsafeBufferPointer<UInt8>, _ note: (Place) -> Void) -> Int {
    var judge = takeJudge()
    defer { giveBack(&judge) }
    unsafe judge.bytes.append(contentsOf: lines)
    let isLossy = !form.unaskedRules.isEmpty
    var records = RecordLines(judge.bytes, 0..<judge.bytes.count, wantsEach: isLossy)
    while let (record, said) = records.next(by: &judge.records, knowing: { _ in false }) {
      // Nothing is said again where nothing is known.
      guard case .verdict(let verdict) = said else { continue }
      if verdict.isPlain, !isLossy { continue }
      note(
        Place(
          number: records.recordCount - 1, range: record.range, isWrong: !verdict.isValid))
    }
    return records.recordCount
  }

  private func takeJudge() -> Judge {
    var judge =
      judges.withLock { $0.popLast() }
      ?? {
        var clock = HostClock()
        return Judge(records: RecordJudge(form, at: clock.now()), clock: clock)
      }()
    judge.records.move(to: judge.clock.now())
    return judge
  }

  private func giveBack(_ judge: inout Judge) {
    // One record as large as a file need not be paid for for ever.
    if Self.keptByteCount < judge.bytes.capacity { judge.bytes = [] }
    judge.bytes.removeAll(keepingCapacity: true)
    let kept = judge
    judges.withLock { $0.append(kept) }
  }

  private static let keptByteCount = 4 << 20
}
