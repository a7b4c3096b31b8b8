/// A form that judges the rows of a table: it makes a record out of each, has that judged, and tells of
/// the cells what is said of the values.
///
/// So a row is judged as the record is that it stands for.
package struct TableJudge: Sendable {
  /// What is wrong with the header, by spans of its line.
  package let headerProblems: [RecordVerdict.Problem]
  /// Something is wrong with the header, and so with every row.
  package let rejectsAll: Bool
  private let header: TableHeader
  private var writer: TableWriter
  private var row = TableRow()
  /// The columns that may have secrets in their cells.
  private let secretColumns: [Int]
  private let hasSecrets: Bool
  /// Nobody knows what the columns are.
  private let isUnreadable: Bool

  /// - Parameters:
  ///   - header: that of the table
  ///   - form: the form
  package init(_ header: TableHeader, of form: RecordForm) {
    let columns = TableColumns(header, of: form)
    self.header = header
    headerProblems = columns.problems
    rejectsAll = columns.problems.contains { $0.finding.severity == .error }
    secretColumns = columns.secretColumns.sorted()
    hasSecrets = form.hasSecrets
    isUnreadable = columns.isEmpty
    writer = TableWriter(columns, of: form)
  }

  /// Judges a row.
  ///
  /// - Parameters:
  ///   - record: the row, as it was found in the stream
  ///   - bytes: the bytes in which it is
  ///   - records: judges records by the form
  /// - Returns: what the form says, by spans that are counted from the beginning of the row
  package mutating func judge(
    _ record: RecordSplitter.Record, of bytes: [UInt8], by records: inout RecordJudge
  ) -> RecordVerdict {
    if case .tooLong? = record.flaw { return broken(record.flaw, at: 0..<0, of: record) }
    row.read(bytes, record.range, delimiter: header.delimiter)
    if let flaw = row.flaw { return broken(flaw.kind, at: span(flaw.span, of: record), of: record) }
    if isUnreadable { return RecordVerdict() }
    guard row.cells.count == header.names.count else { return ragged(record) }
    writer.write(row, of: bytes)
    var verdict = records.judge(writer.json, 0..<writer.json.count)
    if !verdict.isPlain { tellOfCells(&verdict, record) }
    return verdict
  }

  private func span(_ span: Range<Int>, of record: RecordSplitter.Record) -> Range<Int> {
    span.moved(by: -record.range.lowerBound)
  }

  private func broken(
    _ problem: JSONProblem.Kind?, at span: Range<Int>, of record: RecordSplitter.Record
  ) -> RecordVerdict {
    var verdict = RecordVerdict(broken: problem ?? .unexpectedCharacter, at: span)
    if hasSecrets { verdict.secretSpans = [0..<record.range.count] }
    return verdict
  }

  private func ragged(_ record: RecordSplitter.Record) -> RecordVerdict {
    let columnCount = header.names.count
    let place =
      columnCount < row.cells.count
      ? row.cells[columnCount].range : record.range.upperBound..<record.range.upperBound
    var verdict = RecordVerdict(
      .raggedRow(cellCount: row.cells.count, columnCount: columnCount),
      at: span(place, of: record))
    if hasSecrets { verdict.secretSpans = [0..<record.range.count] }
    return verdict
  }

  /// Puts the spans of cells in the place of those of values.
  private func tellOfCells(_ verdict: inout RecordVerdict, _ record: RecordSplitter.Record) {
    for index in verdict.problems.indices {
      let problem = verdict.problems[index]
      verdict.problems[index].finding.span = cell(
        for: problem.place, at: problem.finding.span, of: record)
    }
    for index in verdict.questions.indices {
      let question = verdict.questions[index]
      verdict.questions[index].span = cell(for: question.place, at: question.span, of: record)
    }
    if let stated = verdict.statedForm {
      verdict.statedForm?.span = cell(for: nil, at: stated.span, of: record)
    }
    if hasSecrets {
      verdict.secretSpans = secretColumns.map { span(row.cells[$0].range, of: record) }
    }
  }

  /// The cell of a value, or that whose value is at a span of the record; the beginning of the row where
  /// there is none.
  private func cell(
    for place: RecordPlace?, at value: Range<Int>, of record: RecordSplitter.Record
  ) -> Range<Int> {
    guard let column = place.flatMap(writer.column(of:)) ?? writer.column(at: value) else {
      return 0..<min(1, record.range.count)
    }
    return span(row.cells[column].range, of: record)
  }
}
