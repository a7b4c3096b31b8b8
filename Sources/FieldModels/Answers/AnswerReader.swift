/// Makes records, which a form judges, out of what other programs hand over.
///
/// A text becomes a value of its field's type, as a cell of a table does, so that `age=36` is the number
/// 36 where the form has a number. What is empty is left out.
package struct AnswerReader: Sendable {
  private let shape: AnswerShape
  private let form: RecordForm
  /// The names that were read last, and what they are to the form.
  private var known: Known?
  /// What reads the texts of a page whose names are those.
  private var page = URLEncodedAnswers.Reader()

  /// The fields that are in no list, by their keys, for answers that name them so.
  private let fields: [String: RecordField]

  /// Where the lists of values stand, as a text of any of their entries is named.
  private let listNames: Set<String>

  private struct Known {
    let names: [String]
    let columns: TableColumns
    var writer: TableWriter
    /// No two texts had the same name.
    let areDistinct: Bool
  }

  package init(_ shape: AnswerShape, for form: RecordForm) {
    (self.shape, self.form) = (shape, form)
    listNames = Set(
      form.layout.lists.filter { $0.value != nil }.map { String($0.path.dropFirst()) })
    let isByKey = [.slack, .adaptiveCards, .a2ui].contains(shape)
    fields =
      isByKey
      ? Dictionary(keepingFirst: form.fields.filter { $0.list == nil }.map { ($0.key, $0) }) : [:]
  }

  /// A record, and what is said of the answers that it is made of.
  package struct Record: Sendable {
    /// The record, as JSON.
    package var json: [UInt8]
    /// What is wrong whatever the form says of the record: names that it does not have.
    package var problems: [RecordVerdict.Problem] = []
    fileprivate var origin: Origin
  }

  /// Where values come from.
  fileprivate enum Origin: Sendable {
    /// The record stands so far behind the beginning of the answers.
    case behind(Int)
    /// The texts stand at these places, by their columns.
    case texts(TableWriter, [Range<Int>])
    /// There is no record.
    case nowhere
  }

  /// Reads answers, a stretch of some bytes; spans are counted from its beginning.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Record {
    do throws(AnswerFlaw) {
      switch shape.manner {
      case .member(let name): return try member(name, of: bytes, range)
      case .texts:
        let answers = Array(bytes[range])
        let texts = try texts(in: answers)
        let record = record(of: texts)
        if shape == .urlencoded { learnNames(of: texts, in: answers) }
        return record
      }
    } catch {
      if let path = error.missing { return Self.lacking(path) }
      let verdict = RecordVerdict(broken: error.kind, at: error.span)
      return Record(json: [], problems: verdict.problems, origin: .nowhere)
    }
  }

  /// Has the page's reader read what has the same names, if nothing but their texts has to be known of it.
  private mutating func learnNames(of texts: [NamedText], in answers: [UInt8]) {
    if let known, known.areDistinct, known.columns.problems.isEmpty,
      known.names == texts.map({ $0.name })
    {
      page.learn(answers)
    } else {
      page.forget()
    }
  }

  /// Says what a form says of answers, at their places.
  package mutating func judge(
    _ bytes: [UInt8], _ range: Range<Int>, by records: inout RecordJudge
  ) -> RecordVerdict {
    var verdict = verdict(on: bytes, range, by: &records)
    if form.hasSecrets, !verdict.isPlain { verdict.secretSpans = [0..<range.count] }
    return verdict
  }

  private mutating func verdict(
    on bytes: [UInt8], _ range: Range<Int>, by records: inout RecordJudge
  ) -> RecordVerdict {
    // Most often the record is found at a glance, and judged where it stands.
    if case .member(let name) = shape.manner,
      let place = RecordBytes.object(named: name, in: bytes.span, range)
    {
      let origin = Origin.behind(place.lowerBound - range.lowerBound)
      let said = records.judge(bytes, place)
      return Self.placed(said, by: shape) { Record(json: [], origin: origin) }
    }
    if known != nil, page.read(bytes, range) {
      // In its place, so that nothing of it is copied.
      known?.writer.write(page.row, of: page.bytes)
      if let json = known?.writer.json {
        let said = records.judge(json, json.indices)
        return Self.placed(said, by: shape) {
          Record(json: [], origin: known.map { .texts($0.writer, page.spans) } ?? .nowhere)
        }
      }
    }
    let record = read(bytes, range)
    if case .nowhere = record.origin {
      var verdict = RecordVerdict()
      verdict.problems = record.problems
      return verdict
    }
    let said = records.judge(record.json, 0..<record.json.count)
    return Self.placed(said, by: shape, besides: record.problems) { record }
  }

  /// What is said of a record, as it is said of the answers.
  ///
  /// - Parameters:
  ///   - said: what the form says
  ///   - shape: that of the answers
  ///   - given: what was wrong with the answers by themselves
  ///   - record: the record, which is made only if something is said
  /// - Returns: the verdict, at the places of the answers
  private static func placed(
    _ said: RecordVerdict, by shape: AnswerShape, besides given: [RecordVerdict.Problem] = [],
    of record: () -> Record
  ) -> RecordVerdict {
    var verdict = said
    verdict.passOver(whatAnswersMayLack: shape)
    if !verdict.isPlain { record().place(&verdict) }
    verdict.problems = given + verdict.problems
    return verdict
  }
}

extension AnswerReader.Record {
  /// There is a record.
  package var isReadable: Bool {
    if case .nowhere = origin { false } else { true }
  }

  /// Puts what is said of values where these stand in the answers.
  fileprivate func place(_ verdict: inout RecordVerdict) {
    for index in verdict.problems.indices {
      let problem = verdict.problems[index]
      verdict.problems[index].finding.span = span(of: problem.place, at: problem.finding.span)
      // The same words stand elsewhere in other answers.
      verdict.problems[index].saying = nil
    }
    for index in verdict.questions.indices {
      let question = verdict.questions[index]
      verdict.questions[index].span = span(of: question.place, at: question.span)
    }
    if let stated = verdict.statedForm {
      verdict.statedForm?.span = span(of: nil, at: stated.span)
    }
  }

  private func span(of place: RecordPlace?, at span: Range<Int>) -> Range<Int> {
    switch origin {
    case .behind(let offset): return span.moved(by: offset)
    case .texts(let writer, let spans):
      let column = place.flatMap(writer.column(of:)) ?? writer.column(at: span)
      return column.map { spans[$0] } ?? 0..<1
    case .nowhere: return span
    }
  }
}

extension AnswerReader {
  /// The record that is a member of an object.
  private func member(
    _ name: String, of bytes: [UInt8], _ range: Range<Int>
  ) throws(AnswerFlaw) -> Record {
    let tree = try Self.tree(bytes, range)
    guard let value = tree.value(of: name, in: 0), tree[value].kind == .object else {
      return Self.lacking(JSONPointer.step(name))
    }
    let span = tree[value].span
    let start = range.lowerBound + span.lowerBound
    return Record(
      json: Array(bytes[start..<(start + span.count)]), origin: .behind(span.lowerBound))
  }

  /// What is made of answers without the object that the record is made of.
  private static func lacking(_ path: String) -> Record {
    let finding = Finding(.record(.missingObject), .error, at: 0..<1)
    let problem = RecordVerdict.Problem(key: nil, path: path, finding: finding)
    return Record(json: [], problems: [problem], origin: .nowhere)
  }

  fileprivate static func tree(_ bytes: [UInt8], _ range: Range<Int>) throws(AnswerFlaw) -> JSONTree
  {
    var reader = JSONReader(bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    if let problem = reader.problems.first(where: { $0.severity == .error }) {
      throw AnswerFlaw(kind: problem.kind, span: problem.span)
    }
    return reader.tree
  }

  private func texts(in bytes: [UInt8]) throws(AnswerFlaw) -> [NamedText] {
    switch shape {
    case .kobo: try KoboAnswers.texts(of: try Self.tree(bytes, 0..<bytes.count))
    case .odk: try XFormAnswers.texts(in: bytes, lists: Set(form.layout.lists.map({ $0.path })))
    case .urlencoded: try URLEncodedAnswers.texts(in: bytes)
    case .github: IssueAnswers.texts(in: bytes, of: form)
    case .slack: try SlackAnswers.texts(of: try Self.tree(bytes, 0..<bytes.count), by: fields)
    case .adaptiveCards:
      try AdaptiveCardsAnswers.texts(of: try Self.tree(bytes, 0..<bytes.count), by: fields)
    case .a2ui: try A2UIAnswers.texts(of: try Self.tree(bytes, 0..<bytes.count), by: fields)
    case .formio, .mcp, .awx: []
    }
  }

  /// The record that texts with names make.
  private mutating func record(of given: [NamedText]) -> Record {
    var names = given.map { $0.name }
    var texts = given
    if known?.areDistinct != true || known?.names != names {
      texts = chosenRows(of: numbered(given))
      names = texts.map { $0.name }
    }
    let spans = texts.map { $0.span }
    if known?.names != names || known?.columns.problems.isEmpty == false {
      let columns = TableColumns(names, spans, of: form)
      known = Known(
        names: names, columns: columns, writer: TableWriter(columns, of: form),
        areDistinct: Set(names).count == names.count)
    }
    var bytes: [UInt8] = []
    let contents = texts.map { text in
      let start = bytes.count
      bytes += text.text.utf8
      return start..<bytes.count
    }
    var row = TableRow()
    row.take(contents)
    // In its place, so that nothing of it is copied.
    known?.writer.write(row, of: bytes)
    guard let known else { return Record(json: [], origin: .nowhere) }
    return Record(
      json: known.writer.json, problems: known.columns.problems,
      origin: .texts(known.writer, spans))
  }

  /// Numbers the texts that are entries of a list of values, which all have its name.
  private func numbered(_ texts: [NamedText]) -> [NamedText] {
    if listNames.isEmpty { return texts }
    var counts: [String: Int] = [:]
    return texts.map { text in
      guard listNames.contains(text.name) else { return text }
      let count = counts[text.name, default: 0]
      counts[text.name] = count + 1
      return NamedText(name: "\(text.name)/\(count)", text: text.text, span: text.span)
    }
  }

  /// Has each of several texts with the same name say that a row is chosen, where there are rows.
  private func chosenRows(of texts: [NamedText]) -> [NamedText] {
    let counts = texts.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    if counts.count == texts.count { return texts }
    var seen: Set<String> = []
    return texts.compactMap { text in
      guard 1 < counts[text.name] ?? 0, !text.text.isEmpty else { return text }
      let row = NamedText(name: "\(text.name)/\(text.text)", text: "true", span: text.span)
      guard TableColumns([row.name], [row.span], of: form).problems.isEmpty else { return text }
      return seen.insert(row.name).inserted ? row : nil
    }
  }
}

extension RecordVerdict {
  /// Says nothing of what answers of other programs can't say, and of Form.io's button: it is in each
  /// submission and stands for no answer.
  package mutating func passOver(whatAnswersMayLack shape: AnswerShape) {
    problems.removeAll { problem in
      switch problem.finding.problem {
      case .record(.missingKey): true
      case .record(.unknownKey("submit", _)): shape == .formio && problem.path == "/submit"
      default: false
      }
    }
  }
}
