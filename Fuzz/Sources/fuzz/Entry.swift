import FieldConversion
import FieldModels
import FieldSession
import FieldTestSupport

/// The entry points: what bytes from outside reach first, each with what must hold whatever they
/// are.
enum Entry: String, CaseIterable {
  /// Bytes of a stream, in pieces: cut differently, they have the same frames.
  case framing
  /// Bytes from a client, after `initialize`; whatever is said is JSON.
  case connection
  /// A document, a zero, and edits of it: each leaves what reading it from scratch gives.
  case edits
  /// JSON, strict or with comments: what was read and written reads the same again.
  case json
  /// A pattern, a line break and a subject: the steps stay in their bound.
  case pattern
  /// A JSON Schema: what it becomes is a form without errors, but for what an export has noted beside it,
  /// and goes out again.
  case schema
  /// A workbook of XLSForm, its file or its sheets as JSON: the same holds as of a schema.
  case workbook
  /// A form in any format, which the first byte chooses: it is made into a document or refused, and
  /// the document, as it is and with an empty text, goes out in every format or is refused.
  case convert
  /// A date pattern, a line break and a text: a date that was read and written reads the same.
  case date
  /// An autofill log: what it remembers is remembered by the log that is made of that.
  case log
  /// Chance, by which a document of every feature is made and edited: each edit leaves what reading it
  /// from scratch gives, it goes out in every format or is refused, and what it commits is a record that
  /// it takes.
  case features
  /// A text, as every format and as the URI of a folder.
  case formats
  /// A stream of records, in pieces: cut differently, it has the same records, and each is judged the
  /// same at a first look and at a close one.
  case records
  /// A table, in pieces: cut differently, it has the same rows, and what is said of them is within them.
  case table
  /// Answers of each shape: the record that they make is judged as it would be by itself, and what is said
  /// of it is within them.
  case answers
  /// A gzip stream, in pieces: cut differently, it has the same content or is damaged alike.
  case gzip

  func run(_ bytes: [UInt8]) {
    switch self {
    case .framing: Self.framing(bytes)
    case .connection: Self.connection(bytes)
    case .edits: Self.edits(bytes)
    case .json: Self.json(bytes)
    case .pattern: Self.pattern(bytes)
    case .schema: Self.schema(bytes)
    case .workbook: Self.workbook(bytes)
    case .convert: Self.convert(bytes)
    case .date: Self.date(bytes)
    case .log: Self.log(bytes)
    case .features: Self.features(bytes)
    case .formats: Self.formats(bytes)
    case .records: Self.records(bytes)
    case .table: Self.table(bytes)
    case .answers: Self.answers(bytes)
    case .gzip: Self.gzip(bytes)
    }
  }
}

// The wire.
extension Entry {
  private static func framing(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let stream = bytes.dropFirst()
    let piece = Int(cut % 31) + 1
    var pieces: [ArraySlice<UInt8>] = []
    var rest = stream
    while !rest.isEmpty {
      pieces.append(rest.prefix(piece))
      rest = rest.dropFirst(piece)
    }
    let (whole, parts) = (frames([stream]), frames(pieces))
    check(whole == parts, "\(whole) in one, \(parts) in pieces of \(piece)")
  }

  private static func frames(_ pieces: [ArraySlice<UInt8>]) -> [String] {
    var framing = Framing()
    var frames: [String] = []
    func take() {
      while let frame = framing.next() {
        switch frame {
        case .body(let range):
          frames.append("body \(Array(framing.bytes[range]))")
        case .malformed(let reason): frames.append("malformed \(reason)")
        }
      }
    }
    for piece in pieces {
      framing.append(Array(piece).span)
      take()
      framing.release()
    }
    framing.finish()
    take()
    return frames
  }

  private static func connection(_ bytes: [UInt8]) {
    var limits = Limits()
    limits.outputByteCount = 1 << 20
    var connection = Connection(
      version: "0", conversions: .all,
      closures: .init(
        validators: [
          "taken": { _, completion in completion(.failure(.errorWithMessage("Taken"))) }
        ],
        autofillSources: ["people": { text, completion in completion([text, "Ada"]) }]),
      isMemoryStored: true, isTraced: true, limits: limits)
    var now = Instant(nanoseconds: 1_773_489_600_000_000_000)
    let initialize = #"""
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{"experimental":\#
      {"fields":{"delegate":["clear"],"validators":["remote"],"autofillSources":["far"]}}}}}
      """# + "\n"
    // A line break apart from others ends a turn, so that a stream has several.
    connection.receive(Array(initialize.utf8).span, at: now)
    for turn in bytes.split(separator: 0x0A, maxSplits: 200, omittingEmptySubsequences: true) {
      connection.receive((Array(turn) + [0x0A]).span, at: now)
      now = goOn(&connection, from: now)
      if connection.exitStatus != nil { return }
    }
    connection.receiveEndOfInput(at: now)
    _ = goOn(&connection, from: now)
  }

  /// Looks at what is said, lets closures and disks answer, and the next deadline come.
  private static func goOn(_ connection: inout Connection, from start: Instant) -> Instant {
    var now = start
    for _ in 0..<20 {
      // The daemon is spoken to in lines: each of its own is one message.
      for line in connection.output.take().split(separator: 0x0A) {
        let message = JSONValue(bytes: Array(line))
        check(
          message?["jsonrpc"] == .string("2.0") || message?.array != nil,
          "not a message: \(String(decoding: line, as: UTF8.self))")
      }
      _ = connection.takeTrace()
      for write in connection.takeWrites() {
        connection.deliver(write: write.token, failure: nil, AutofillMemory(), at: now)
      }
      if let paths = connection.takeFormWishes(), !paths.isEmpty {
        let text = #"{"fields":[{"key":"a","kind":"entry"}]}"#
        let form = FormFile.text(Array(text.utf8), path: "/a.fields.json")
        connection.deliver(forms: paths.sorted().map { ($0, form) }, at: now)
      }
      let answers = Mailed()
      for call in connection.takeCalls() { call.run { answers.put($0) } }
      if !answers.all.isEmpty { connection.deliver(answers.all, at: now) }
      guard let deadline = connection.nextDeadline else { break }
      if now < deadline { now = deadline }
      connection.wake(at: now)
    }
    return now
  }

  /// What closures that answer at once have answered.
  private final class Mailed: @unchecked Sendable {
    private(set) var all: [ClosureAnswer] = []

    func put(_ answer: ClosureAnswer) { all.append(answer) }
  }
}

// Texts.
extension Entry {
  private static let vocabulary = Vocabulary(validators: ["taken"], autofillSources: ["people"])
  private static let now = Instant(nanoseconds: 1_773_489_600_000_000_000)

  private static func edits(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let edits = parts.count < 2 ? [] : Array(parts[1])
    let dialect: JSONReader.Dialect =
      edits.first.map { $0 & 1 == 1 } ?? false ? .commented : .strict
    var document = FieldDocument(
      Array(parts[0]), dialect: dialect, vocabulary: vocabulary, at: now)
    var rest = edits.dropFirst()
    for _ in 0..<20 where 4 <= rest.count {
      // Where, how much goes, how much of the following bytes comes.
      let head = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let place = (Int(head[0]) << 8 | Int(head[1])) % (document.text.byteCount + 1)
      let (removed, inserted) = (Int(head[2]), Int(head[3] % 32))
      let range = document.text.aligned(place..<min(place + removed, document.text.byteCount))
      let text = String(decoding: rest.prefix(inserted), as: UTF8.self)
      rest = rest.dropFirst(inserted)
      document.replace(range, with: Array(text.utf8), at: now)
      let differences = DocumentComparison.differences(
        of: document, vocabulary: vocabulary, at: now)
      check(differences.isEmpty, "\(differences)")
    }
  }

  private static func json(_ bytes: [UInt8]) {
    for dialect in [JSONReader.Dialect.strict, .commented] {
      var reader = JSONReader(bytes, dialect: dialect)
      reader.readText()
      for problem in reader.problems {
        let span = problem.span
        check(
          0 <= span.lowerBound && span.upperBound <= bytes.count, "\(problem) outside of the text")
      }
    }
    guard let value = JSONValue(bytes: bytes) else { return }
    check(JSONValue(text: value.line) == value, "\(value.line) reads differently")
  }

  private static func pattern(_ bytes: [UInt8]) {
    guard let flags = bytes.first else { return }
    let parts = bytes.dropFirst()
      .split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let source = String(decoding: parts[0], as: UTF8.self)
    let pattern = try? Pattern(
      source, isCaseInsensitive: flags & 1 == 1, isAnchored: flags & 2 == 2)
    guard let pattern, parts.count == 2 else { return }
    let subject = String(decoding: parts[1].prefix(2000), as: UTF8.self)
    var steps: Int64 = 0
    let matches = pattern.matches(subject, countingSteps: &steps)
    let bound = pattern.stepBound(byteCount: subject.utf8.count)
    check(steps <= bound, "\(steps) steps, more than \(bound)")
    check(pattern.matches(subject) == matches, "it matches and does not")
  }

  private static func schema(_ bytes: [UInt8]) {
    guard let schema = JSONValue(bytes: bytes) else { return }
    convert(.value(schema), .jsonSchema)
  }

  private static func workbook(_ bytes: [UInt8]) { convert(ForeignForm(file: bytes), .xlsform) }

  private static func convert(_ source: ForeignForm, _ format: FormFormat) {
    guard let form = try? FieldDocument.imported(source, from: format).form.text() else { return }
    var document = FieldDocument(
      Array(form.utf8), dialect: .strict, vocabulary: vocabulary, at: now)
    document.refresh(at: now)
    // What an export has noted beside a schema is what the form said, errors and all.
    let hasNotes = source.text().contains("x-fieldd")
    for placed in document.findings(limit: 100)
    where placed.finding.severity == .error && !hasNotes {
      if case .draft = placed.finding.problem { continue }
      check(false, "\(placed.finding.message(in: .english)) in \(form)")
    }
    let exported = try? document.exported(as: format).form.value()
    check(exported != nil && exported != .null, "a form that does not go out as \(format.rawValue)")
  }

  private static func convert(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let formats = FormFormat.allCases
    let format = formats[Int(first) % formats.count]
    let text = String(decoding: bytes.dropFirst().prefix(20_000), as: UTF8.self)
    var documents = [text]
    if let imported = try? FieldDocument.imported(.text(text), from: format) {
      documents.append(imported.form.text())
    }
    for text in documents {
      let document = FieldDocument(
        Array(text.utf8), dialect: .commented, vocabulary: vocabulary, at: now)
      for target in formats { _ = try? document.exported(as: target) }
    }
  }

  private static func features(_ bytes: [UInt8]) {
    var chance = ByteChance(bytes)
    let sample = FeatureSample(.init(fieldCounts: 0...6, density: 12), using: &chance)
    var document = FieldDocument(
      Array(sample.text.utf8), dialect: sample.dialect, vocabulary: vocabulary, at: now)
    document.refresh(at: now)
    check(
      document.fieldCount == sample.value["fields"]?.array?.count, "other fields in \(sample.text)")
    for format in FormFormat.allCases {
      guard let made = try? document.exported(as: format) else { continue }
      let returned = try? FieldDocument.imported(made.form, from: format)
      check(returned != nil, "\(format) does not come back: \(made.form.text())")
    }
    var form = OpenForm(sample.text, dialect: sample.dialect)
    let opened = form
    if let values = form.submit(), !sample.text.contains("visible") {
      let record = JSONValue.object(values).json
      check(opened.judge(record).isValid, "\(record) is committed, and no record: \(sample.text)")
    }
    for _ in 0..<6 where !chance.isUsedUp {
      var random = SplitMix64(seed: chance.next() ^ chance.next())
      let edit = FormSample.edit(of: document, using: &random)
      document.replace(edit.range, with: edit.replacement, at: now)
      let differences = DocumentComparison.differences(
        of: document, vocabulary: vocabulary, at: now)
      check(differences.isEmpty, "\(differences)")
    }
  }

  private static func date(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard case .success(let pattern) = DatePattern.parse(String(decoding: parts[0], as: UTF8.self)),
      parts.count == 2
    else { return }
    let text = String(decoding: parts[1].prefix(2000), as: UTF8.self)
    _ = pattern.doubts(for: .dateAndTime)
    for mode in DateMode.allCases {
      guard let value = pattern.parse(text, mode: mode) else { continue }
      let written = pattern.format(value)
      check(pattern.parse(written, mode: mode) == value, "\(written) reads differently")
    }
  }

  /// The first byte says whether the lines lack their checksums, which no fuzzer would guess.
  private static func log(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let lines = bytes.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false)
    let log =
      first & 1 == 0
      ? Array(bytes.dropFirst()) : lines.flatMap { checksum(of: $0) + [0x20] + $0 + [0x0A] }
    var memory = AutofillMemory()
    _ = AutofillLog.read(log, into: &memory)
    var again = AutofillMemory()
    let reading = AutofillLog.read(AutofillLog.text(of: memory), into: &again)
    check(again == memory, "what was written is remembered differently")
    check(reading.damagedLineCount == 0, "a line that was written is damaged")
  }

  /// CRC-32 in eight hexadecimal digits.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var rest = UInt32.max
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
    let digits = String(~rest, radix: 16)
    return Array((String(repeating: "0", count: 8 - digits.utf8.count) + digits).utf8)
  }

  private static func formats(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for format in Format.allCases { _ = format.matches(text) }
    if let path = FileURI.path(of: text) {
      check(path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0), "\(path) is no path")
    }
  }
}

// Records.
extension Entry {
  private static let form = """
    { "groups": [
      { "key": "rows", "label": "Rows", "repeat": { "maxEntries": 3 } },
      { "key": "box", "label": "Box", "path": "/box" } ],
    "fields": [
      { "key": "a", "kind": "entry", "label": "A", "group": "box", "blankIsEmpty": true,
        "validation": { "live": [{ "minLength": 2 }] } },
      { "key": "item", "kind": "entry", "label": "Item", "group": "rows", "path": "/name",
        "required": true },
      { "key": "name", "kind": "entry", "label": "Name", "required": true, "maxLength": 8,
        "validation": { "live": [{ "minLength": 2 }] } },
      { "key": "mail", "kind": "entry", "label": "Mail", "validation": { "live": ["email"] } },
      { "key": "post", "kind": "entry", "label": "Post", "lengthUnit": "scalar", "maxLength": 10,
        "validation": { "endEditing": [{ "pattern": "^[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$" }] } },
      { "key": "site", "kind": "entry", "label": "Site", "whenEmpty": "omit",
        "validation": { "live": ["url"] } },
      { "key": "age", "kind": "entry", "label": "Age", "value": "integer",
        "validation": { "live": [{ "minimum": 1 }, { "exclusiveMaximum": 150 }] } },
      { "key": "size", "kind": "entry", "label": "Size", "value": "number" },
      { "key": "day", "kind": "date", "label": "Day", "minimumDate": "1900-01-01",
        "maximumDate": "today" },
      { "key": "row", "kind": "picker", "label": "Row", "data": ["CA", "日本", 0, true, null] },
      { "key": "tags", "kind": "picker", "label": "Tags", "multiple": true, "data": ["a", 1] },
      { "key": "note", "kind": "area", "label": "Note", "whenEmpty": "empty", "lengthUnit": "words",
        "maxLength": 3 }
    ] }
    """

  static let judge: RecordJudge = {
    let document = FieldDocument(
      Array(form.utf8), dialect: .strict, vocabulary: Vocabulary(), at: now)
    return RecordJudge(RecordForm(document), at: now)
  }()

  private static func records(_ bytes: [UInt8]) {
    guard let cut = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let whole = divided(stream, pieceByteCount: stream.count)
    let parts = divided(stream, pieceByteCount: Int(cut % 31) + 1)
    check(whole == parts, "\(whole) in one, \(parts) in pieces of \(cut % 31 + 1)")
    let lines = undivided(stream)
    check(whole == lines, "\(whole) divided first, \(lines) while they are judged")
    var judge = judge
    for record in whole {
      var quick = judge.judge(record, record.indices)
      for index in quick.problems.indices { quick.problems[index].saying = nil }
      let close = judge.judgeClosely(record, record.indices)
      check(quick == close, "\(quick) at a first look, \(close) at a close one")
      for problem in close.problems {
        check(problem.finding.span.upperBound <= record.count, "\(problem) is beyond the record")
      }
    }
  }

  /// The records of a stream that is made of lines, as they are found while they are judged.
  private static func undivided(_ stream: [UInt8]) -> [[UInt8]] {
    var splitter = RecordSplitter()
    splitter.append { $0 += stream }
    splitter.finish()
    guard let range = splitter.takeLines() else {
      return divided(stream, pieceByteCount: stream.count)
    }
    let bytes = splitter.exchange(for: [])
    var (judge, records) = (judge, [[UInt8]]())
    var lines = RecordLines(bytes, range, wantsEach: true)
    while let (record, _) = lines.next(by: &judge, knowing: { _ in false }) {
      records.append(Array(bytes[record.range]))
    }
    return records
  }

  private static func divided(_ stream: [UInt8], pieceByteCount: Int) -> [[UInt8]] {
    var splitter = RecordSplitter()
    var records: [[UInt8]] = []
    func take() {
      while let record = splitter.next() { records.append(Array(splitter.bytes[record.range])) }
    }
    for start in stride(from: 0, to: stream.count, by: max(1, pieceByteCount)) {
      splitter.append { $0 += stream[start..<min(stream.count, start + pieceByteCount)] }
      take()
      // Now and then the bytes go on their way.
      if start.isMultiple(of: 3) { _ = splitter.exchange(for: []) }
    }
    splitter.finish()
    take()
    return records
  }
}
