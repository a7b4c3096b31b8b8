import FieldModels
import FieldTestSupport
import Testing

import FieldModels

/// The texts of records that editors have open.
@Suite("Texts of records")
struct RecordTextTests {
  /// What an editor takes for records.
  private static func records(_ text: String, _ dialect: JSONReader.Dialect = .strict) -> [String] {
    let read = RecordText(Array(text.utf8), dialect: dialect)
    return read.records.map { read.tree.source($0) }
  }

  /// What a check of the file takes for records.
  private static func checked(_ text: String) -> [String] {
    var splitter = RecordSplitter()
    splitter.append { $0 += Array(text.utf8) }
    splitter.finish()
    var records: [String] = []
    while let record = splitter.next() {
      if record.flaw != nil { continue }
      records.append(String(decoding: splitter.bytes[record.range], as: UTF8.self))
    }
    return records
  }

  @Test("are divided as a check of the file divides them", arguments: 0..<200 as Range<UInt64>)
  func sameAsChecked(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 4100)
    let values = [
      "{}", #"{"a": 1}"#, "{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n}", #"{"a": "}{\" "}"#, "{ }",
    ]
    func some() -> [String] {
      (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        values.randomElement(using: &random) ?? "{}"
      }
    }
    let lineBreak = Bool.random(using: &random) ? "\n" : "\r\n"
    let mark = Bool.random(using: &random) ? "\u{FEFF}" : ""
    let text: String
    if Bool.random(using: &random) {
      text = mark + some().joined(separator: lineBreak)
    } else {
      let lists = (0..<Int.random(in: 1..<4, using: &random)).map { _ in
        "[" + some().joined(separator: ", ") + "]"
      }
      text = mark + lists.joined(separator: lineBreak) + lineBreak
    }
    #expect(Self.records(text) == Self.checked(text), "\(text)")
    #expect(RecordText(Array(text.utf8), dialect: .strict).problems.count == (text == mark ? 1 : 0))
  }

  @Test(
    "have a record for each that begins",
    arguments: [
      (#"{"a":1}"# + "\n" + #"{"b":2"# + "\n" + #"{"c":3}"#, 3), ("{\"a\":1}\n5\n{\"a\":2}", 2),
      ("{\n\"a\": { \"b\": 1 } },\n\"c\": 2\n}", 1), ("5\n{}", 2), ("[{}]\n5\n[{}]", 1),
      ("[{}] [{}]", 1), ("[{}]\n[{}, {}]", 3), ("", 0), (" \n", 0),
    ])
  func broken(text: String, count: Int) {
    #expect(Self.records(text).count == count)
  }

  @Test("may have comments between them")
  func comments() {
    let text = "// {}\n{ \"a\": 1, } /* {\n{} */\n{}\n"
    #expect(Self.records(text, .commented) == ["{ \"a\": 1, }", "{}"])
    #expect(Self.records("/* {} */ [ {}, {} // {}\n]\n// []\n[ {} ]", .commented).count == 3)
  }
}
