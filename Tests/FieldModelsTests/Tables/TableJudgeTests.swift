import FieldModels
import FieldTestSupport
import Testing

/// What a form says of the rows of a table, and of its header.
@Suite("Rows as records")
struct TableJudgeTests {
  private static let fields = [
    #"{ "key": "name", "kind": "entry", "label": "Name", "required": true, "maxLength": 5 }"#,
    #"{ "key": "age", "kind": "entry", "label": "Age", "value": "integer", "validation": { "live": [{ "minimum": 1 }] } }"#,
    #"{ "key": "born", "kind": "date", "label": "Born" }"#,
    #"{ "key": "member", "kind": "picker", "label": "M", "value": "boolean", "data": [true, false] }"#,
    #"{ "key": "mark", "kind": "picker", "label": "Mark", "data": [{ "value": 1, "label": "One" }, "2"] }"#,
    #"{ "key": "hues", "kind": "picker", "label": "Hues", "multiple": true, "data": ["red", "sky blue", 3] }"#,
    #"{ "key": "city", "kind": "entry", "label": "City", "group": "address", "required": true }"#,
    #"{ "key": "zip", "kind": "entry", "label": "Zip", "group": "address", "maxLength": 4 }"#,
    #"{ "key": "tea", "kind": "entry", "label": "Tea", "group": "rows", "required": true }"#,
    #"{ "key": "a-b", "kind": "entry", "label": "A", "maxLength": 1 }"#,
  ].joined(separator: ", ")
  private static let groups = [
    #"{ "key": "address", "label": "Address", "path": "/home", "lenient": true }"#,
    #"{ "key": "rows", "label": "Rows", "repeat": { "maxEntries": 2 } }"#,
  ].joined(separator: ", ")
  private static let form = "{ \"fields\": [\(fields)], \"groups\": [\(groups)] }"

  /// What is said: the code, the path, and the text that it is about; of the header first.
  private static func said(_ table: String, by form: String) -> [String] {
    let open = OpenForm(form)
    var records = RecordJudge(RecordForm(open.document), at: open.now)
    var splitter = TableSplitter(.csv)
    splitter.append { $0 += table.utf8 }
    splitter.finish()
    var judge: TableJudge?
    var said: [String] = []
    func note(_ problem: RecordVerdict.Problem, of bytes: ArraySlice<UInt8>) {
      let span = problem.finding.span.moved(by: bytes.startIndex)
      let text = String(decoding: bytes[span], as: UTF8.self)
      said.append("\(problem.finding.problem.code) \(problem.path) `\(text)`")
    }
    while let row = splitter.next() {
      guard let header = splitter.header else { continue }
      if judge == nil {
        judge = TableJudge(header, of: records.form)
        for problem in judge?.headerProblems ?? [] { note(problem, of: header.bytes[...]) }
      }
      let verdict = judge?.judge(row, of: splitter.bytes, by: &records) ?? RecordVerdict()
      for problem in verdict.problems { note(problem, of: splitter.bytes[row.range]) }
    }
    return said
  }

  @Test(
    "a cell is of the type that its field has",
    arguments: [
      // Texts, and what a text is held to.
      ("name\n007\nTooLong\n\"\"\n", ["tooLong /name `TooLong`", "valueMissing /name `\"\"`"]),
      ("name,age\nA,36\nA,1e1\nA,007\nA,\n", []),
      (
        "name,age\nA,x\nA,1.5\nA, 7\nA,\"0\"\nA,\"1,5\"\n",
        [
          "wrongType /age `x`", "badInput /age `1.5`", "wrongType /age ` 7`",
          "rangeUnderflow /age `\"0\"`", "wrongType /age `\"1,5\"`",
        ]
      ), ("name,born\nA,2024-02-29\nA,\nA,29.2.2024\n", ["badInput /born `29.2.2024`"]),
      ("name,member\nA,true\nA,NO\nA,1\nA,\nA,maybe\n", ["badInput /member `maybe`"]),
      // The value of a row, and not its label.
      ("name,mark\nA,1\nA,2\nA,1.0\nA,One\n", ["badInput /mark `One`"]),
      ("name,hues\nA,red 3\nA,sky blue\nA,red;sky blue\nA,sky blue;\nA,\n", []),
      (
        "name,hues\nA,red blue\nA,red red\n",
        ["badInput /hues `red blue`", "badInput /hues `red red`"]
      ),
      (
        "name,hues/red,hues/sky blue,hues.3\nA,1,0,TRUE\nA,0,0,0\nA,,,\nA,1,x,\n",
        ["badInput /hues `1`"]
      ), ("name,hues,hues/red\nA,3,0\n", []),
      // What is no UTF-8 is told of, as in JSON.
      ("name,a-b\n\u{0},\"\"\"\"\n", []),
    ] as [(String, [String])])
  func types(table: String, expected: [String]) {
    #expect(Self.said(table, by: Self.form) == expected)
  }

  @Test(
    "a column is found by its path, by its key, or by names with separators",
    arguments: [
      ("/name,/home/city,home/zip\nA,Oslo,12345\n", ["tooLong /home/zip `12345`"]),
      ("name,home.city,home-zip\nA,Oslo,12345\n", ["tooLong /home/zip `12345`"]),
      ("name,city,zip\nA,Oslo,12345\n", ["tooLong /home/zip `12345`"]),
      ("name,a-b\nA,xx\n", ["tooLong /a-b `xx`"]),
      // An object without any content is left out; what is missing in one is told of.
      ("name,city,zip\nA,,\nA,,1\n", ["valueMissing /home/city ``"]),
      (
        "name,rows/0/tea,rows.1.tea\nA,x,y\nA,x,\nA,,y\nA,,\n",
        ["valueMissing /rows/0/tea ``"]
      ), ("name,rows/0/tea,rows/1/tea,rows/2/tea\nA,x,y,z\n", ["tooManyEntries /rows `x`"]),
      ("name,$schema\nA,x\n", []),
    ] as [(String, [String])])
  func places(table: String, expected: [String]) {
    #expect(Self.said(table, by: Self.form) == expected)
  }

  @Test(
    "what is wrong with a header is told once",
    arguments: [
      (
        "name,nmae,home/cty,rows/9/tea,tea,home,hues/green\nA,,,,,,\nB,,,,,,\n",
        [
          "unknownKey /nmae `nmae`", "unknownKey /home~1cty `home/cty`",
          "unknownKey /rows~19~1tea `rows/9/tea`", "unknownKey /tea `tea`",
          "unknownKey /home `home`",
          "unknownKey /hues~1green `hues/green`",
        ]
      ), ("name,/name\nA,B\n", ["duplicateColumn /name `/name`"]),
      (
        "name,/rows/-1/tea,rows/01/tea,/rows/+0/tea\nA,,,\n",
        [
          "unknownKey /~1rows~1-1~1tea `/rows/-1/tea`", "unknownKey /rows~101~1tea `rows/01/tea`",
          "unknownKey /~1rows~1+0~1tea `/rows/+0/tea`",
        ]
      ), ("name,hues/red,hues.red\nA,,\n", ["duplicateColumn /hues `hues.red`"]),
      ("x,y\n1,2\n1\n", ["noColumns  `x,y`"]),
      ("name,\"age\n1,2\n", ["syntax  `\"age`"]),
      ("name,age\nA\nA,1,2\n", ["raggedRow  ``", "raggedRow  `2`"]),
      // Without a column it is missing in each record, as in JSON.
      ("age\n1\n2\n", ["valueMissing /name `1`", "valueMissing /name `2`"]),
    ] as [(String, [String])])
  func headers(table: String, expected: [String]) {
    #expect(Self.said(table, by: Self.form) == expected)
  }

  @Test("a column that no field has is an error where the object is closed")
  func closed() {
    let form = Self.form.dropLast() + ", \"closed\": true }"
    let open = OpenForm(String(form))
    var splitter = TableSplitter(.csv)
    splitter.append { $0 += "name,x\nA,1\n".utf8 }
    _ = splitter.next()
    let judge = splitter.header.map { TableJudge($0, of: RecordForm(open.document)) }
    #expect(judge?.rejectsAll == true)
  }

  @Test("cells that may be secret are in the secret spans of a row")
  func secrets() {
    let open = OpenForm(
      fields: #"{ "key": "pin", "kind": "entry", "label": "Pin", "secure": true, "maxLength": 2 }"#,
      #"{ "key": "name", "kind": "entry", "label": "Name" }"#)
    var records = RecordJudge(RecordForm(open.document), at: open.now)
    var splitter = TableSplitter(.csv)
    splitter.append { $0 += "name,pin,pni\nAda,hunter2,hunter3\nAda,hunter2\n".utf8 }
    splitter.finish()
    var spans: [[Range<Int>]] = []
    while let row = splitter.next(), let header = splitter.header {
      var judge = TableJudge(header, of: records.form)
      spans.append(judge.judge(row, of: splitter.bytes, by: &records).secretSpans)
    }
    #expect(spans == [[4..<11, 12..<19], [0..<11]])
  }
}
