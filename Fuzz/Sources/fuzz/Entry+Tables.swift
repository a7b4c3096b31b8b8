import FieldModels

// Tables, answers of other programs, and what is packed.
extension Entry {
  static func table(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    for format in [TableFormat.csv, .tsv] {
      let whole = rows(stream, format, pieceByteCount: stream.count)
      let parts = rows(stream, format, pieceByteCount: Int(cut % 31) + 1)
      check(whole == parts, "\(whole) in one, \(parts) in pieces of \(cut % 31 + 1)")
    }
  }

  /// The rows of a table, of which each is judged.
  private static func rows(
    _ stream: [UInt8], _ format: TableFormat, pieceByteCount: Int
  ) -> [[UInt8]] {
    var splitter = TableSplitter(format)
    var (found, records) = ([[UInt8]](), judge)
    var known: TableJudge?
    func take() {
      while let row = splitter.next(), let header = splitter.header {
        var table = known ?? TableJudge(header, of: records.form)
        for problem in table.headerProblems {
          check(problem.finding.span.upperBound <= header.bytes.count, "\(problem) is beyond it")
        }
        let verdict = table.judge(row, of: splitter.bytes, by: &records)
        for problem in verdict.problems {
          check(problem.finding.span.upperBound <= row.range.count, "\(problem) is beyond the row")
        }
        known = table
        found.append(Array(splitter.bytes[row.range]))
      }
    }
    for start in stride(from: 0, to: stream.count, by: max(1, pieceByteCount)) {
      splitter.append { $0 += stream[start..<min(stream.count, start + pieceByteCount)] }
      take()
      if start.isMultiple(of: 3) { _ = splitter.exchange(for: []) }
    }
    splitter.finish()
    take()
    return found
  }

  static func answers(_ bytes: [UInt8]) {
    for shape in AnswerShape.allCases {
      var (reader, records) = (AnswerReader(shape, for: judge.form), judge)
      let record = reader.read(bytes, bytes.indices)
      let verdict = reader.judge(bytes, bytes.indices, by: &records)
      for problem in verdict.problems {
        check(problem.finding.span.upperBound <= max(1, bytes.count), "\(problem) is beyond them")
      }
      if !record.isReadable { continue }
      var own = records.judge(record.json, record.json.indices)
      own.passOver(whatAnswersMayLack: shape)
      let codes = (record.problems + own.problems).map(\.finding.problem.code)
      check(
        verdict.problems.map(\.finding.problem.code) == codes,
        "\(shape): \(verdict.problems), but of the record \(codes)")
    }
  }

  static func gzip(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let whole = unpacked(stream, pieceByteCount: stream.count)
    let parts = unpacked(stream, pieceByteCount: Int(cut % 31) + 1)
    check(whole == parts, "another content in pieces of \(cut % 31 + 1)")
  }

  /// What comes out; nil where it is damaged.
  private static func unpacked(_ stream: [UInt8], pieceByteCount: Int) -> [UInt8]? {
    guard Gunzip.begins(stream) else { return nil }
    var (gunzip, output) = (Gunzip(), [UInt8]())
    // As much as a small stream may become in the time that there is.
    func isShort() -> Bool { output.count < 1 << 22 }
    do throws(Gunzip.Damage) {
      for start in stride(from: 0, to: stream.count, by: max(1, pieceByteCount)) {
        gunzip.append(Array(stream[start..<min(stream.count, start + pieceByteCount)]))
        while isShort(), try gunzip.unpack(to: &output, isWhole: false) {}
      }
      while isShort(), try gunzip.unpack(to: &output, isWhole: true) {}
    } catch {
      return nil
    }
    return isShort() ? output : nil
  }
}
