import FieldModels

/// Carries out fixes on a copy of a record, before anybody is offered them, as `FixTrial` does on a form.
///
/// What has been tried has a limit in all: each trial reads the record anew, or the list that it is in,
/// and nobody waits for the fixes of a large one.
struct RecordTrial {
  private let record: RecordText
  private let dialect: JSONReader.Dialect
  private var leftByteCount = 16 << 20
  /// How many places of a part are not JSON, by where it begins.
  private var known: [Int: Int] = [:]

  init(of record: RecordText, dialect: JSONReader.Dialect) {
    (self.record, self.dialect) = (record, dialect)
  }

  /// Whether edits leave no more of the text wrong; false where that would take too long to find out.
  mutating func keeps(_ edits: [TextEdit]) -> Bool {
    let edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let first = edits.first else { return true }
    let part = record.part(at: first.range.lowerBound)
    leftByteCount -= 2 * part.count
    guard 0 <= leftByteCount else { return false }
    var bytes: [UInt8] = []
    var end = part.lowerBound
    for edit in edits {
      bytes += record.tree.text(end..<max(end, edit.range.lowerBound))
      bytes += edit.replacement
      end = edit.range.upperBound
    }
    bytes += record.tree.text(end..<max(end, part.upperBound))
    let before = known[part.lowerBound] ?? errorCount(of: Array(record.tree.text(part)))
    known[part.lowerBound] = before
    return errorCount(of: bytes) <= before
  }

  private func errorCount(of bytes: [UInt8]) -> Int {
    RecordText(bytes, dialect: dialect).toldProblemCount
  }
}
