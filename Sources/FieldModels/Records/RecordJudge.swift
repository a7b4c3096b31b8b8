/// A form that judges record after record of a stream, at one moment.
package struct RecordJudge: Sendable {
  private var form: RecordForm
  private let now: Instant
  private let sieve: RecordSieve?
  private let hasSecrets: Bool
  private var doubts: [RecordSieve.Doubt] = []

  package init(_ form: RecordForm, at now: Instant) {
    self.form = form
    self.now = now
    // Of a field in a zone of its own, the day is looked at closely.
    sieve = RecordSieve(form.fields, today: now.today)
    hasSecrets = form.fields.contains(where: \.definition.isSecure)
  }

  /// What the form says of a record that is yet to be read: a stretch of some bytes, from whose
  /// beginning spans are counted. One that is no JSON has that problem alone.
  package mutating func judge(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    guard let sieve else { return judgeClosely(bytes, range) }
    doubts.removeAll(keepingCapacity: true)
    guard sieve.sift(bytes.span, range, &doubts) else { return judgeClosely(bytes, range) }
    if doubts.isEmpty { return RecordVerdict() }
    return judgeDoubts(bytes, range)
  }

  /// Looks at all of a record.
  package mutating func judgeClosely(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    var reader = JSONReader(
      bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    guard let problem = reader.problems.first(where: { $0.severity == .error }) else {
      return form.judge(reader.tree, 0, at: now)
    }
    var verdict = RecordVerdict()
    let finding = Finding.text(.syntax(problem.kind), at: problem.span)
    verdict.problems = [.init(key: nil, path: "", finding: finding)]
    // Nobody knows which of its texts are whose.
    if hasSecrets { verdict.secretSpans = [0..<range.count] }
    return verdict
  }

  /// Looks at the fields that were held back; all others are right.
  private mutating func judgeDoubts(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    var verdict = RecordVerdict()
    if 1 < doubts.count { doubts.sort { $0.field < $1.field } }
    for doubt in doubts {
      var content = form.fields[doubt.field].absence
      if let place = doubt.value {
        let value = Self.value(bytes, place)
        let span = (place.lowerBound - range.lowerBound)..<(place.upperBound - range.lowerBound)
        content = RecordContent(form.fields[doubt.field].definition.content(of: value), span: span)
      }
      let surroundings = form.fields[doubt.field].surroundings(in: [], at: now)
      form.fields[doubt.field].judge(content, surroundings, recordPlace: 0..<1, &verdict)
    }
    if hasSecrets, !verdict.problems.isEmpty { return judgeClosely(bytes, range) }
    return verdict
  }

  /// The value that a stretch of bytes is.
  private static func value(_ bytes: [UInt8], _ place: Range<Int>) -> JSONValue {
    let content = bytes[(place.lowerBound + 1)..<max(place.lowerBound + 1, place.upperBound - 1)]
    if bytes[place.lowerBound] == UInt8(ascii: "\""), !content.contains(UInt8(ascii: "\\")) {
      return .string(String(decoding: content, as: UTF8.self))
    }
    var reader = JSONReader(
      bytes, from: place.lowerBound, to: place.upperBound, dialect: .strict)
    reader.readText()
    return JSONValue(reader.tree, 0)
  }
}
