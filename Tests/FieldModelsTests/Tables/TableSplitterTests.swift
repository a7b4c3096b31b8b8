import FieldModels
import FieldTestSupport
import Testing

/// Where the rows of a table begin and end, and what is in their cells, however the table arrives.
@Suite("Streams of rows")
struct TableSplitterTests {
  /// The header and the rows: each with the line at which it begins, counted from 1, and its cells.
  private static func rows(
    _ text: String, _ format: TableFormat, pieceByteCount: Int, byteLimit: Int = .max
  ) -> [String] {
    var splitter = TableSplitter(format, byteLimit: byteLimit)
    var found: [String] = []
    var start = RecordSplitter.Place()
    var row = TableRow()
    func take() {
      while let record = splitter.next() {
        let place = start.advanced(by: record.place)
        row.read(splitter.bytes, record.range, delimiter: splitter.header?.delimiter ?? 0)
        let cells = row.cells.map { row.text(of: $0, in: splitter.bytes) }
        let flaw = (row.flaw?.kind ?? record.flaw).map { " (\($0))" } ?? ""
        found.append("\(place.lineIndex + 1) \(cells.joined(separator: "|"))\(flaw)")
      }
    }
    let bytes = Array(text.utf8)
    for first in stride(from: 0, to: bytes.count, by: pieceByteCount) {
      splitter.append { $0 += bytes[first..<min(bytes.count, first + pieceByteCount)] }
      take()
      start = start.advanced(by: splitter.takePlace())
    }
    splitter.finish()
    take()
    return [splitter.header?.names.joined(separator: "|") ?? "no header"] + found
  }

  @Test(
    "rows are divided where they end, in pieces of every size",
    arguments: [
      ("", ["no header"]), ("\n\r\n", ["no header"]), ("a,b", ["a|b"]),
      ("\u{FEFF}a,b\n1,2\n", ["a|b", "2 1|2"]), ("\u{FEFF}\"a\",b\n1,2", ["a|b", "2 1|2"]),
      ("a,b\r\n1,2\r\n,\r\n", ["a|b", "2 1|2", "3 |"]),
      ("a,b\r1,2\r3,4", ["a|b", "2 1|2", "3 3|4"]),
      ("a\n\n\r\n 1 \n\"\"\n", ["a", "4  1 ", "5 "]),
      ("a,b\n\"x\ny\r\nz\",2\n3,4", ["a|b", "2 x\ny\r\nz|2", "5 3|4"]),
      ("a,b\n\"x\"\"y\"\"\",\"\"\"\"\n", ["a|b", "2 x\"y\"|\""]),
      ("a,b\n\",\",\"\n\"", ["a|b", "2 ,|\n"]),
      // A quote within a cell is a sign as any other.
      ("a,b\n5\" pipe,6\"\n1,2\n", ["a|b", "2 5\" pipe|6\"", "3 1|2"]),
      ("a,b\n1,2,3\n1\n", ["a|b", "2 1|2|3", "3 1"]), ("a,\"b\nc\"\n1,2\n", ["a|b\nc", "3 1|2"]),
      // Semicolons separate where the header has no comma.
      ("a;b\n1,5;\"x;y\"\n", ["a|b", "2 1,5|x;y"]), ("a;b,c\n1;2,3\n", ["a;b|c", "2 1;2|3"]),
      ("\"a,b\";c\n1;2\n", ["a,b|c", "2 1|2"]), ("a\n1;2\n", ["a", "2 1;2"]),
      // What is broken ends with its line.
      ("a,b\n\"x\"y,2\n3,4\n", ["a|b", "2 x|2 (unexpectedCharacter)", "3 3|4"]),
      ("a,b\n\"x,2\n3,4\n", ["a|b", "2 x,2 (unterminatedString)", "3 3|4"]),
      (
        "a,b\n\"x\ny\",\"2\n3,4\n", ["a|b", "2 x\ny|2 (unterminatedString)", "4 3|4"]
      ), ("a,b\n1,\"", ["a|b", "2 1| (unterminatedString)"]),
    ] as [(String, [String])])
  func divided(text: String, expected: [String]) {
    for size in [1, 2, 3, 7, 100] {
      let rows = Self.rows(text, .csv, pieceByteCount: size)
      #expect(rows == expected, "pieces of \(size)")
      if text.contains(";") || text.contains("\t") { continue }
      let tabbed = text.replacing(",", with: "\t")
      #expect(
        Self.rows(tabbed, .tsv, pieceByteCount: size)
          == expected.map { $0.replacing(",", with: "\t") }, "tabs, pieces of \(size)")
    }
  }

  @Test(
    "a row that is too long is told of where it begins, and the next one is divided from it",
    arguments: [
      ("a,b\nxxxxxxxxxxxxxxxxxxxx,2\n3,4\n", ["a|b", "2  (tooLong(limit: 12))", "3 3|4"]),
      ("a,b\n12345,67890\n1234567890,2\n", ["a|b", "2 12345|67890", "3 1234567890|2"]),
      ("a,b\n\"xxxxxxxxxxxxxxxxx\",2\n3,4", ["a|b", "2  (tooLong(limit: 12))", "3 3|4"]),
      ("a,b\nxxxxxxxxxxxxxxxxxxxx", ["a|b", "2  (tooLong(limit: 12))"]),
      // A quote that is not closed so soon most likely lacks its end.
      (
        "a,b\n\"x,2\n3,4\n5,66666666\n",
        ["a|b", "2 x,2 (unterminatedString)", "3 3|4", "4 5|66666666"]
      ),
    ] as [(String, [String])])
  func overlong(text: String, expected: [String]) {
    for size in [1, 2, 3, 7, 100] {
      let rows = Self.rows(text, .csv, pieceByteCount: size, byteLimit: 12)
      #expect(rows == expected, "pieces of \(size)")
    }
  }

  @Test("no more is held than a row, and of one that is too long hardly anything")
  func bounded() {
    for begin in ["", "a,b\n", "a\n\"", "a\n1,", "a\n\"x\n"] {
      var splitter = TableSplitter(.csv, byteLimit: 1000)
      splitter.append { $0 += begin.utf8 }
      for _ in 0..<1000 {
        while splitter.next() != nil {}
        splitter.append { $0 += Array("xxxxx".utf8) }
        #expect(splitter.bytes.count <= 1100)
      }
    }
  }

  @Test("a stream is divided the same however it is cut", arguments: Seeds.upTo(300))
  func cuts(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 41_000)
    let signs = ["\"", "\"", ",", "\n", "\r", "x", "é", ";", "\"\"", "\",\""]
    let text = (0..<Int.random(in: 0...30, using: &random))
      .map { _ in signs.randomElement(using: &random) ?? "" }.joined()
    let whole = Self.rows(text, .csv, pieceByteCount: max(1, text.utf8.count))
    for size in [1, 2, 5] {
      let rows = Self.rows(text, .csv, pieceByteCount: size)
      #expect(rows == whole, "pieces of \(size) of \(text.debugDescription)")
    }
  }
}
