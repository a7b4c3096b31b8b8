import FieldModels
import FieldTestSupport
import Testing

/// A row is judged as the record is that it stands for.
@Suite("Rows and records")
struct TablePropertyTests {
  @Test("a record is judged the same in a row of a table", arguments: Seeds.upTo(300))
  func samples(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 42_000)
    let sample = RecordSample(fieldCount: 6, using: &random)
    Self.compare(OpenForm(sample.text), using: &random)
  }

  @Test(
    "a record of a form with anything in it is judged the same in a row", arguments: Seeds.upTo(300)
  )
  func features(seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 43_000)
    let sample = FeatureSample(
      .init(fieldCounts: 1...7, density: 20, isPlain: true), using: &random)
    Self.compare(OpenForm(sample.text), using: &random)
  }

  private static func compare(
    _ form: OpenForm, using random: inout SplitMix64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let recordForm = RecordForm(form.document)
    for _ in 0..<8 {
      var table = Table(recordForm)
      let record = table.fill(form.document.record, using: &random)
      guard table.isSayable else { continue }
      let bytes = Array(record.json.utf8)
      let delimiter = [",", ";", "\t"].randomElement(using: &random) ?? ","
      let text = table.text(delimiter: delimiter, using: &random)
      var splitter = TableSplitter(delimiter == "\t" ? .tsv : .csv)
      splitter.append { $0 += text.utf8 }
      splitter.finish()
      // A form without fields has no columns.
      guard let row = splitter.next(), let header = splitter.header else { continue }
      var (judge, rows) = (
        RecordJudge(recordForm, at: form.now), TableJudge(header, of: recordForm)
      )
      let expected = judge.judge(bytes, bytes.indices)
      let found = rows.judge(row, of: splitter.bytes, by: &judge)
      #expect(rows.headerProblems.isEmpty, "\(text)", sourceLocation: sourceLocation)
      #expect(
        said(found) == said(expected), "\(text) of \(record.json) by \(form.text)",
        sourceLocation: sourceLocation)
      #expect(
        found.questions.map(\.validator) == expected.questions.map(\.validator),
        sourceLocation: sourceLocation)
    }
  }

  /// What is said, but for keys that a record lacks: an empty cell is an empty field, which is there.
  ///
  /// A schema sees the record that a row makes, in which these keys are not.
  private static func said(_ verdict: RecordVerdict) -> [String] {
    let told = verdict.problems.filter {
      !["missingKey", "schemaMismatch"].contains($0.finding.problem.code)
    }
    return told.map { "\($0.path) \($0.finding.severity) \($0.finding.problem)" }
  }

  /// A table with a column for each value that a record may have.
  private struct Table {
    private let form: RecordForm
    private var columns: [(path: String, cell: String)] = []
    /// A row can say all that the record has.
    private(set) var isSayable = true

    init(_ form: RecordForm) { self.form = form }

    /// Takes a record apart, of which some values become others; gives what it is then.
    mutating func fill(_ record: JSONValue, using random: inout SplitMix64) -> JSONValue {
      object(0, record, at: [], using: &random)
    }

    private mutating func object(
      _ number: Int, _ value: JSONValue, at path: [String], using random: inout SplitMix64
    ) -> JSONValue {
      var made: [JSONValue.Member] = []
      for member in form.layout.objects[number].members {
        let inner = value.members.first { $0.name == member.name }?.value
        let path = path + [member.name]
        switch member.content {
        case .field(let field):
          let value = inner.map { other(than: $0, field, using: &random) }
          let cell = value.map { self.cell($0, form.definition(of: field)) } ?? ""
          if cell == nil { isSayable = false }
          columns.append((JSONPointer.path(path), cell ?? ""))
          if let value { made.append(.init(member.name, value)) }
        case .object(let object):
          let content = self.object(object, inner ?? .object([]), at: path, using: &random)
          // A row leaves out an object in which nothing is, and null is no object.
          if form.layout.objects[object].emptyValue != nil, inner != nil, Self.isEmpty(content) {
            isSayable = false
          }
          if inner != nil { made.append(.init(member.name, content)) }
        case .list(let list):
          let entries = inner?.array ?? []
          // The last entry of a row is one that has something in it.
          if entries.last.map({ $0.members.allSatisfy { Self.isEmpty($0.value) } }) ?? false {
            isSayable = false
          }
          if form.layout.lists[list].emptyValue != nil, inner != nil, entries.isEmpty {
            isSayable = false
          }
          let content = entries.enumerated().map { index, entry in
            self.object(
              form.layout.lists[list].entry, entry, at: path + ["\(index)"], using: &random)
          }
          if inner != nil { made.append(.init(member.name, .array(content))) }
        }
      }
      return .object(made)
    }

    /// Whether no cell has anything of a value in it.
    private static func isEmpty(_ value: JSONValue) -> Bool {
      switch value {
      case .null, .string(""): true
      case .array(let elements): elements.allSatisfy(isEmpty)
      case .object(let members): members.allSatisfy { isEmpty($0.value) }
      case .bool, .number, .string: false
      }
    }

    /// The value, or sometimes a text in its place.
    private func other(
      than value: JSONValue, _ field: Int, using random: inout SplitMix64
    ) -> JSONValue {
      if Int.random(in: 0..<4, using: &random) != 0 { return value }
      let text: JSONValue =
        ["a;b", "x\ny", "\"q\"", "zz ü", "nil,"].randomElement(using: &random) ?? "x"
      return form.definition(of: field).takesSeveral ? ["zz", "ü"] : text
    }

    /// What stands for a value in a cell; nil where nothing does.
    private func cell(_ value: JSONValue, _ definition: FieldDefinition) -> String? {
      // A calculated field with an empty cell is left out, which is right whatever is calculated.
      if definition.calculation != nil, value == definition.value(of: definition.emptyDraft) {
        return nil
      }
      // An empty field that must be there is an empty cell.
      if definition.isPresent != .never, value == definition.value(of: definition.emptyDraft) {
        return definition.choices.contains { definition.value(of: $0) == value } ? nil : ""
      }
      if definition.kind == .any { return value == .null ? nil : value.json }
      // A cell has flags, or the rows that are true.
      if definition.commitsFlags {
        if case .object = value { return value.json }
        return nil
      }
      switch value {
      case .array(let values):
        let cells = values.map { single($0, definition) }
        let texts = cells.compactMap(\.self)
        guard definition.takesSeveral, !texts.isEmpty, texts.count == cells.count,
          !texts.contains(where: { $0.contains(";") || $0.hasPrefix(" ") || $0.hasSuffix(" ") })
        else { return nil }
        let hasSpaces = texts.contains { $0.contains(" ") }
        return hasSpaces ? texts.joined(separator: ";") + ";" : texts.joined(separator: " ")
      case .null, .bool, .number, .string:
        return definition.takesSeveral ? nil : single(value, definition)
      case .object: return nil
      }
    }

    private func single(_ value: JSONValue, _ definition: FieldDefinition) -> String? {
      let text = value.string ?? value.json
      // A row with the same text would be meant before it.
      let twin = definition.choices.contains {
        let row = definition.value(of: $0)
        return !row.isSame(as: value) && (row.string ?? row.json) == text
      }
      // A text is one only where the field has texts, or where it can be nothing else.
      let mayBeOther =
        value.string != nil && definition.valueKind != .string && Decimal(text) != nil
      // A cell may say a flag in other words.
      let mayBeFlag =
        value.string != nil && ["yes", "no", "on", "off", "true", "false", "0", "1"].contains(text)
        && definition.choices.contains { if case .bool = $0.value { true } else { false } }
      return text.isEmpty || twin || mayBeOther || mayBeFlag ? nil : text
    }

    func text(delimiter: String, using random: inout SplitMix64) -> String {
      func line(_ cells: [String]) -> String {
        cells.map { cell in
          let mustBeQuoted = cell.utf8.contains { "\"\r\n,;\t".utf8.contains($0) }
          let isQuoted = mustBeQuoted || Int.random(in: 0..<4, using: &random) == 0
          return isQuoted ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: delimiter)
      }
      let lineBreak = Bool.random(using: &random) ? "\r\n" : "\n"
      return line(columns.map(\.path)) + lineBreak + line(columns.map(\.cell)) + lineBreak
    }
  }
}
