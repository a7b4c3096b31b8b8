import FieldTestSupport
import Testing

import FieldModels

/// Records that are judged while they are divided are those that are divided first, however they
/// arrive.
@Suite("Lines of records")
struct RecordLinesTests {
  /// A record, where it stands and what is said of it.
  private struct Told: Equatable {
    var text: String
    var place: RecordSplitter.Place
    var problems: [String]
  }

  private static let form = OpenForm(
    fields: #"{ "key": "a", "kind": "entry", "label": "A", "required": true, "maxLength": 4 }"#,
    #"{ "key": "b", "kind": "date", "label": "B", "minimumDate": "2000-01-31" }"#,
    #"""
    { "key": "c", "kind": "entry", "label": "C", "validation": { "live": [{ "pattern": "^[a-c]{2,9}$" }] } }
    """#,
    #"{ "key": "d", "kind": "picker", "label": "D", "data": ["x", "yy", "Zürich", "a long row of them"] }"#
  )

  /// One of whose fields looks at another, so that nothing is in plain sight.
  private static let tangled = OpenForm(
    fields: #"{ "key": "a", "kind": "entry", "label": "A", "required": true, "maxLength": 4 }"#,
    #"{ "key": "c", "kind": "entry", "label": "C", "validation": { "live": [{ "equals": "a" }] } }"#
  )

  /// What is said of the records of a stream that arrives in pieces, judged while it is divided.
  private static func told(
    _ stream: [UInt8], pieceByteCount: Int, by form: OpenForm, wantsEach: Bool
  ) -> [Told] {
    var splitter = RecordSplitter()
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    var told: [Told] = []
    var base = RecordSplitter.Place()
    var known: [Int: RecordVerdict.Problem] = [:]
    func note(
      _ record: RecordSplitter.Record, _ verdict: RecordVerdict, of bytes: [UInt8],
      from start: RecordSplitter.Place
    ) {
      told.append(
        Told(
          text: String(decoding: bytes[record.range], as: UTF8.self),
          place: start.advanced(by: record.place), problems: verdict.problems.map(Self.words)))
    }
    func take() {
      if let range = splitter.takeLines() {
        let start = base.advanced(by: splitter.takePlace())
        let bytes = splitter.exchange(for: [])
        var lines = RecordLines(bytes, range, wantsEach: wantsEach)
        while let (record, said) = lines.next(by: &judge, knowing: { known[$0] != nil }) {
          switch said {
          case .verdict(let verdict):
            for problem in verdict.problems {
              if let saying = problem.saying { known[saying] = problem }
            }
            note(record, verdict, of: bytes, from: start)
          case .again(let said):
            var verdict = RecordVerdict()
            for repetition in said {
              if var problem = known[repetition.saying] {
                problem.finding.span = repetition.span
                verdict.problems.append(problem)
              }
            }
            note(record, verdict, of: bytes, from: start)
          }
        }
        base = start.advanced(by: lines.place)
        return
      }
      while let record = splitter.next() {
        let verdict = judge.judge(splitter.bytes, record.range)
        note(record, verdict, of: splitter.bytes, from: base)
      }
      base = base.advanced(by: splitter.takePlace())
    }
    for start in stride(from: 0, to: stream.count, by: pieceByteCount) {
      splitter.append { $0 += stream[start..<min(stream.count, start + pieceByteCount)] }
      take()
    }
    splitter.finish()
    take()
    return told
  }

  /// The same by who divides the stream first and looks at each record closely.
  private static func toldClosely(_ stream: [UInt8], by form: OpenForm) -> [Told] {
    var splitter = RecordSplitter()
    var judge = RecordJudge(RecordForm(form.document), at: form.now)
    splitter.append { $0 += stream }
    splitter.finish()
    var told: [Told] = []
    while let record = splitter.next() {
      let verdict = judge.judgeClosely(splitter.bytes, record.range)
      told.append(
        Told(
          text: String(decoding: splitter.bytes[record.range], as: UTF8.self), place: record.place,
          problems: verdict.problems.map(Self.words)))
    }
    return told
  }

  private static func words(of problem: RecordVerdict.Problem) -> String {
    "\(problem.path) \(problem.finding.span) \(problem.finding.message)"
  }

  private static let records = [
    #"{"a": "Ada", "b": "2001-02-03", "c": "abc", "d": "yy"}"#,
    #"{"a":"Zoë","b":"2000-02-29","c":"abcabcabc","d":"a long row of them"}"#,
    #"{"a": "Ada Lovelace", "b": "2000-01-30", "c": "abd", "d": "z"}"#, #"{"a": "x"}"#, "{}",
    #"{"c":"ab" , "a" :"\u0041", "d": "Zürich"}"#, #"{"a": "B", "a": "C"}"#,
    #"{"a": 7, "e": [{}]}"#,
    "{\n  \"a\": \"x\",\n  \"d\": \"x\"\n}", "7", "[1]", "nonsense", #"{"a": "x"#, #"{"a": [1,"#,
    #"{"a": "x\"#, "{\"a\": \"x\0\"}", "\u{FEFF}{\"a\":\"x\"}",
  ]
  private static let breaks = [
    "\n", "\n", "\n", "\n", "\r\n", "\n\n", " \n", "\n ", " ", "", "\r", "\n\n\n{",
  ]

  private static func stream(using random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    let usual = Int.random(in: 0...3, using: &random)
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let isUsual = Int.random(in: 0..<4, using: &random) < usual
      let record = isUsual ? records[0] : records.randomElement(using: &random) ?? ""
      bytes += record.utf8
      bytes += (isUsual ? "\n" : breaks.randomElement(using: &random) ?? "").utf8
    }
    if usual < 2, let place = bytes.indices.randomElement(using: &random) {
      bytes[place] = UInt8.random(in: 0...255, using: &random)
    }
    return bytes
  }

  @Test(
    "what is said of lines is what is said of records that are divided first",
    arguments: Seeds.upTo(150))
  func sameAsDivided(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 4400)
    for round in 0..<12 {
      let stream = Self.stream(using: &random)
      let form = round == 11 ? Self.tangled : Self.form
      let size = Int.random(in: 1...200, using: &random)
      let expected = Self.toldClosely(stream, by: form)
      let each = Self.told(stream, pieceByteCount: size, by: form, wantsEach: true)
      #expect(each == expected, "\(String(decoding: stream, as: UTF8.self)) in pieces of \(size)")
      let some = Self.told(stream, pieceByteCount: size, by: form, wantsEach: false)
      #expect(some.filter { !$0.problems.isEmpty } == expected.filter { !$0.problems.isEmpty })
    }
  }

  @Test("records of which nothing is to be said are counted, and no more")
  func counted() {
    let stream = Array(String(repeating: Self.records[0] + "\n", count: 5).utf8)
    var judge = RecordJudge(RecordForm(Self.form.document), at: Self.form.now)
    var lines = RecordLines(stream, stream.indices, wantsEach: false)
    #expect(lines.next(by: &judge, knowing: { _ in false }) == nil)
    #expect(lines.recordCount == 5)
    #expect(lines.place.lineIndex == 5)
    #expect(lines.place.byteOffset == stream.count)
  }

  @Test("a line is not looked through again and again while it goes on")
  func longLine() {
    var splitter = RecordSplitter()
    splitter.append { $0 += Array("{}\n{\"a\":\"".utf8) }
    #expect(splitter.takeLines() == 0..<3)
    for _ in 0..<100 {
      splitter.append { $0 += Array(repeating: UInt8(ascii: "x"), count: 1000) }
      #expect(splitter.takeLines() == nil)
      #expect(splitter.next() == nil)
    }
    splitter.append { $0 += Array("\"}\n{".utf8) }
    #expect(splitter.takeLines()?.count == 100_009)
  }
}
