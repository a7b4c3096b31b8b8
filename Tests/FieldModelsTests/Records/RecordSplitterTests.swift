import FieldModels
import FieldTestSupport
import Testing

/// Where the records of a stream begin and end, however it arrives.
@Suite("Streams of records")
struct RecordSplitterTests {
  /// The records, each with the line and the column at which it begins, counted from 1; what is wrong
  /// with a list stands behind the text there.
  private static func records(
    _ text: String, pieceByteCount: Int, byteLimit: Int = .max
  ) -> [String] {
    var splitter = RecordSplitter(byteLimit: byteLimit)
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
      // Lines may be lists.
      ("[{}]\n[{\"a\":1}, {}]\n[]\n\n[{}]", ["1:2 {}", "2:2 {\"a\":1}", "2:11 {}", "5:2 {}"]),
      ("[{}] [{}]", ["1:2 {}", "1:6 [{}] (trailingContent)"]),
      ("[{}]\n{}", ["1:2 {}", "2:1 {} (trailingContent)"]),
      // A carriage return ends a line too, with a line feed or without.
      ("{\"a\":\r1}\n\r\r\n{}\r\n{}", ["1:1 {\"a\":\r1}", "5:1 {}", "6:1 {}"]),
      ("[\r{},\r\n{}\r,\n{}]", ["2:1 {}", "3:1 {}", "5:1 {}"]),
    ] as [(String, [String])])
  func divided(text: String, expected: [String]) {
    for size in [1, 2, 3, 7, 100] {
      #expect(Self.records(text, pieceByteCount: size) == expected, "pieces of \(size)")
    }
  }

  @Test(
    "a record that is too long is told of where it begins, and the next one is divided from it",
    arguments: [
      ("{\"a\":\"xxxxxxxxxxxxxxxx\"}\n{}\n", ["1:1  (tooLong(limit: 12))", "2:1 {}"]),
      ("{\"a\":12345}\n{\"a\":1234}\r\n{}", ["1:1 {\"a\":12345}", "2:1 {\"a\":1234}", "3:1 {}"]),
      ("{}\n{\"a\":\n \"xxxxx\",\n \"b\":1}", ["1:1 {}", "2:1  (tooLong(limit: 12))"]),
      ("xxxxxxxxxxxxxxxxxxxxxxx", ["1:1  (tooLong(limit: 12))"]),
      ("{\"a\": \"xxxxxxxxxxxxxxx\n{\"a\":2}\n", ["1:1  (tooLong(limit: 12))", "2:1 {\"a\":2}"]),
      (
        "[{\"a\":\"xxxxxxxxxxxxxxxx\"},{\"é\":\"xxxxxxxxxxxxxx\"}, {}]",
        ["1:2  (tooLong(limit: 12))", "1:27  (tooLong(limit: 12))", "1:51 {}"]
      ),
      (
        "[\n{\"a\": [1, 2, 3, 4,\n{},\n{}]",
        ["2:1  (tooLong(limit: 12))", "3:1 {}", "4:1 {}"]
      ),
      ("[{\"a\": [1, 2, 3, 4, 5, 6", ["1:2  (tooLong(limit: 12))"]),
      ("[{}] and something behind", ["1:2 {}", "1:6  (trailingContent)"]),
    ] as [(String, [String])])
  func overlong(text: String, expected: [String]) {
    for size in [1, 2, 3, 7, 100] {
      let records = Self.records(text, pieceByteCount: size, byteLimit: 12)
      #expect(records == expected, "pieces of \(size)")
    }
  }

  @Test("no more is held than a record, and of one that is too long hardly anything")
  func boundedOverlong() {
    for begin in ["", "{", "[", "[{\"a\":\"", "[]"] {
      var splitter = RecordSplitter(byteLimit: 1000)
      splitter.append { $0 += begin.utf8 }
      for _ in 0..<10_000 {
        #expect(splitter.next() == nil)
        splitter.append { $0 += Array("xx{[ ".utf8) }
        #expect(splitter.bytes.count <= 5100)
      }
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
