import FieldModels
import FieldRPC

/// The files into which records are divided: those that are right, and the others.
///
/// Rows of tables have their header on top, so that all records of a run must be rows of tables with the
/// same header, or none.
struct CheckDivision {
  private let options: CheckOptions
  private var pass: CheckOutput?
  private var fail: CheckOutput?
  /// What was written so far.
  private var shape: Shape?

  /// What records look like in a file.
  private enum Shape: Equatable {
    case json
    case table(names: [String], delimiter: UInt8)
    case answers(AnswerShape)
  }

  /// Divides nothing until it is opened.
  init(_ options: CheckOptions) { self.options = options }

  /// Somebody wants the records.
  var isWanted: Bool { options.passPath != nil || options.failPath != nil }

  /// Why no more can be written.
  var failures: [CheckOutput.Failure] { [pass?.failure, fail?.failure].compactMap(\.self) }

  /// Opens the files; a pipe is waited for before there is a file that a signal would leave behind.
  mutating func open() throws(SystemError) {
    let waitsForFail = options.failPath.map(CheckOutput.waits) ?? false
    let waitsForPass = options.passPath.map(CheckOutput.waits) ?? false
    if waitsForFail, !waitsForPass { fail = try CheckOutput(optionalPath: options.failPath) }
    pass = try CheckOutput(optionalPath: options.passPath)
    if fail == nil { fail = try CheckOutput(optionalPath: options.failPath) }
  }

  /// Writes records to where they belong, a line each.
  ///
  /// - Parameters:
  ///   - batch: where they are
  ///   - records: the places of the records in it
  ///   - rejected: those of them in which something counts as wrong, by their numbers
  /// - Returns: false where they have another shape than those before them, so that nothing is written
  mutating func write(
    _ batch: CheckBatch, _ records: ArraySlice<Range<Int>>, rejecting rejected: ArraySlice<Int>
  ) -> Bool {
    guard takesShape(of: batch) else { return false }
    var rest = rejected
    for (index, record) in records.enumerated() {
      let isRejected = rest.first == index
      if isRejected { rest.removeFirst() }
      // Where no record is, or one that was not held, there is nothing to write.
      if record.isEmpty { continue }
      let line = batch.line(of: record)
      if isRejected { fail?.write(line) } else { pass?.write(line) }
    }
    return true
  }

  private mutating func takesShape(of batch: CheckBatch) -> Bool {
    let shape =
      batch.table.map { Shape.table(names: $0.names, delimiter: $0.delimiter) }
      ?? batch.shape.map { .answers($0) } ?? .json
    if let known = self.shape { return known == shape }
    self.shape = shape
    if let table = batch.table {
      pass?.write(table.lead)
      fail?.write(table.lead)
    }
    return true
  }

  mutating func flush() {
    pass?.flush()
    fail?.flush()
  }

  /// Ends the writing, as `CheckOutput.finish` does.
  mutating func finish(isComplete: Bool, keepsPart: Bool = false) {
    pass?.finish(isComplete: isComplete, keepsPart: keepsPart)
    fail?.finish(isComplete: isComplete, keepsPart: keepsPart)
  }
}
