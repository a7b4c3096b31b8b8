import FieldModels
import FieldTestSupport
import Testing

/// Where the records of a stream begin and end, however it arrives.
@Suite("Streams of records")
struct RecordSplitterTests {
  /// The records, each with the line and the column at which it begins, counted from 1; what is wrong
  /// with a list stands behind the text there.
  private static func records(_ text: String, pieceByteCount: Int) -> [String] {
    var splitter = RecordSplitter()
    var found: [String] = []
    var start = RecordSplitter.Place()
    func take() {
      while let record = splitter.next() {
        let place = start.advanced(by: record.place)
        let text = String(decoding: splitter.bytes[record.range], as: UTF8.self)
        let flaw = record.flaw.map { " (\($0))" } ?? ""
        found.append("\(place.lineIndex + 1):\(place.columnIndex + 1) \(text)\(flaw)")
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
    return found
  }

  @Test(
    "records are divided where they end, in pieces of every size",
    arguments: [
      ("", []), (" \n\n ", []), ("\u{FEFF}{}", ["1:2 {}"]),
      ("{\"a\":1}\n{\"a\":2}\n", ["1:1 {\"a\":1}", "2:1 {\"a\":2}"]),
      ("{\"a\":1}\r\n\r\n{\"a\":2}", ["1:1 {\"a\":1}", "3:1 {\"a\":2}"]),
      ("{\n  \"a\": {}\n}\n{\n  \"a\": 2\n}", ["1:1 {\n  \"a\": {}\n}", "4:1 {\n  \"a\": 2\n}"]),
      ("{\"a\": \"}\\\"\\\\\"}\n{}", ["1:1 {\"a\": \"}\\\"\\\\\"}", "2:1 {}"]),
      // What is broken ends with its line where another begins.
      ("{\"a\": \"x\n{\"a\":2}\n", ["1:1 {\"a\": \"x", "2:1 {\"a\":2}"]),
      ("{\"a\": [1,\n{\"a\":2}\n", ["1:1 {\"a\": [1,", "2:1 {\"a\":2}"]),
      ("{\"a\": \"x\\\n{\"a\":2}\n", ["1:1 {\"a\": \"x\\", "2:1 {\"a\":2}"]),
      ("nonsense\n{}\n", ["1:1 nonsense", "2:1 {}"]), ("{}}\n{}\n", ["1:1 {}}", "2:1 {}"]),
      ("{} {}\n{}", ["1:1 {} {}", "2:1 {}"]), ("{\"a\":1", ["1:1 {\"a\":1"]),
      ("[]", []), ("[{\"a\":1},{\"a\":[2,3]}]", ["1:2 {\"a\":1}", "1:10 {\"a\":[2,3]}"]),
      (
        "[\n  {\"é\": \"],\"},\n  7\n]\n", ["2:3 {\"é\": \"],\"}", "3:3 7"]
      ),
      ("[{}, {}] {}", ["1:2 {}", "1:6 {}", "1:10 {} (trailingContent)"]),
      ("[", ["1:2  (missingClose(93))"]), ("[{}\n", ["1:2 {}", "2:1  (missingClose(93))"]),
      ("[{},", ["1:2 {}", "1:5  (missingClose(93))"]), ("[{\"a\": 1", ["1:2 {\"a\": 1"]),
      ("[{},]", ["1:2 {}", "1:5 ] (trailingComma)"]),
      ("[,{}]", ["1:2 , (extraComma)", "1:3 {}"]),
      ("[{},,{}]", ["1:2 {}", "1:5 , (extraComma)", "1:6 {}"]),
      // An element without an end ends where a line begins another.
      ("[{\"a\": \"x},\n{}]", ["1:2 {\"a\": \"x}", "2:1 {}"]),
      (
        "[\n {\"a\": 1,\n {},\n {\"a\": [,\n {}\n]",
        ["2:2 {\"a\": 1", "3:2 {}", "4:2 {\"a\": [", "5:2 {}"]
      ),
      ("[\n{\"a\": [\n{},\n{}\n]},\n{}]", ["2:1 {\"a\": [\n{},\n{}\n]}", "6:1 {}"]),
      ("[\n {\"a\": [\n  {},\n  {}},\n {}]", ["2:2 {\"a\": [\n  {},\n  {}}", "5:2 {}"]),
      ("[{\"a\": 1, {}]", ["1:2 {\"a\": 1, {}]"]),
      ("[{\"ää\":1}, {}]", ["1:2 {\"ää\":1}", "1:12 {}"]),
    ] as [(String, [String])])
  func divided(text: String, expected: [String]) {
    for size in [1, 2, 3, 7, 100] {
      #expect(Self.records(text, pieceByteCount: size) == expected, "pieces of \(size)")
    }
  }

  @Test("no more is held than a record")
  func bounded() {
    var splitter = RecordSplitter()
    let line = Array((#"{"a":""# + String(repeating: "x", count: 100) + "\"}\n").utf8)
    var count = 0
    for _ in 0..<1000 {
      splitter.append { $0 += line }
      while splitter.next() != nil { count += 1 }
      #expect(splitter.bytes.count <= 3 * line.count)
    }
    splitter.finish()
    while splitter.next() != nil { count += 1 }
    #expect(count == 1000)
  }
}
