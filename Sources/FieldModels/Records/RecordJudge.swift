/// A form that judges record after record, as they stand in some bytes.
///
/// It says what `RecordForm` says, and has at hand what makes it quick: a sieve for what is right in
/// plain sight, and what it has said of wrong values, which come again and again.
package struct RecordJudge: Sendable {
  package private(set) var form: RecordForm
  private var now: Instant
  private var sieve: RecordSieve?
  /// When the day ends that something is judged by; nil where nothing is.
  package private(set) var dayEnd: Instant?
  /// The fields of which something else may be said at any time.
  private let ownDays: [Bool]
  private var hasSecrets: Bool { form.hasSecrets }
  private var doubts: [RecordSieve.Doubt] = []
  private var sayings = RecordSayings()

  /// - Parameters:
  ///   - form: the form
  ///   - now: this moment
  package init(_ form: RecordForm, at now: Instant) {
    self.form = form
    self.now = now
    sieve = RecordSieve(form, today: now.today)
    ownDays = form.fields.map(\.hasOwnDay)
    dayEnd = form.dayEnd(at: now)
  }

  /// Goes on at another moment.
  package mutating func move(to now: Instant) {
    if now.today != self.now.today {
      sieve = RecordSieve(form, today: now.today)
      sayings.forget()
    }
    if let dayEnd, dayEnd <= now { self.dayEnd = form.dayEnd(at: now) }
    self.now = now
  }

  /// What the form says of a record that is yet to be read: a stretch of some bytes.
  ///
  /// Spans are counted from its beginning. One that is no JSON has that problem alone.
  package mutating func judge(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    doubts.removeAll(keepingCapacity: true)
    guard let isSifted = sieve?.sift(bytes, range, &doubts), isSifted else {
      return judgeClosely(bytes, range)
    }
    if doubts.isEmpty { return RecordVerdict() }
    return judgeDoubts(bytes, range)
  }

  /// Lines are looked at as they stand; else each is to be divided from others first.
  var looksAtLines: Bool { sieve != nil }

  /// Judges records that are lines up to the next one of which something is to be said, or the next
  /// one at all if each is wanted.
  ///
  /// - Returns: where that is, and what is said of it; nil before what is no plain line, and at the end
  mutating func judge(
    _ lines: inout RecordLines.Progress, of bytes: [UInt8], knowing isKnown: (Int) -> Bool
  ) -> (Range<Int>, RecordLines.Said)? {
    doubts.removeAll(keepingCapacity: true)
    guard let sieve, let range = sieve.sift(&lines, of: bytes, &doubts) else { return nil }
    if doubts.isEmpty { return (range, .verdict(RecordVerdict())) }
    // Where the secrets are is found out by a close look.
    if doubts.count == 1, !hasSecrets, !ownDays[doubts[0].field] {
      let (field, value) = (doubts[0].field, doubts[0].value)
      let known = sayings.number(of: field, for: bytes.span.extracting(value ?? 0..<0))
      if let known, isKnown(known) {
        return (range, .again(known, value.map { $0.moved(by: -range.lowerBound) } ?? 0..<1))
      }
    }
    return (range, .verdict(judgeDoubts(bytes, range)))
  }

  /// Looks at all of a record.
  package mutating func judgeClosely(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    var reader = JSONReader(
      bytes, from: range.lowerBound, to: range.upperBound, dialect: .strict)
    reader.readText()
    guard let problem = reader.problems.first(where: { $0.severity == .error }) else {
      var verdict = form.judge(reader.tree, 0, at: now)
      if let node = DocumentFrame.statedForm(in: reader.tree) {
        let name = reader.tree.string(node).flatMap { $0.isEmpty ? nil : $0 }
        verdict.statedForm = .init(name: name, span: reader.tree[node].span)
      }
      return verdict
    }
    var verdict = RecordVerdict(broken: problem.kind, at: problem.span)
    // Nobody knows which of its texts are whose.
    if hasSecrets { verdict.secretSpans = [0..<range.count] }
    return verdict
  }

  /// What the form says of a record that was read already, perhaps with mistakes in it.
  mutating func judge(_ tree: JSONTree, _ root: Int, isBroken: Bool) -> RecordVerdict {
    form.judge(tree, root, at: now, isBroken: isBroken)
  }

  /// Looks at the fields that were held back; all others are right.
  private mutating func judgeDoubts(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    var verdict = RecordVerdict()
    if 1 < doubts.count { doubts.sort { $0.field < $1.field } }
    for doubt in doubts {
      let span = doubt.value.map { $0.moved(by: -range.lowerBound) }
      let said = judge(doubt, bytes)
      verdict.add(
        said, of: form.fields[doubt.field].key, RecordPlace(field: doubt.field),
        at: form.fields[doubt.field].path, span: span ?? 0..<1)
    }
    // Where the secrets are is found out by a close look.
    if hasSecrets, !verdict.problems.isEmpty { return judgeClosely(bytes, range) }
    return verdict
  }

  private mutating func judge(
    _ doubt: RecordSieve.Doubt, _ bytes: [UInt8]
  ) -> RecordField.Verdict {
    // What depends on the clocks of a zone may be otherwise the next time.
    if ownDays[doubt.field] { return judgeAnew(doubt, bytes) }
    let value = bytes.span.extracting(doubt.value ?? 0..<0)
    if let known = sayings.verdict(of: doubt.field, for: value) { return known }
    var verdict = judgeAnew(doubt, bytes)
    sayings.note(&verdict, of: doubt.field, for: value)
    return verdict
  }

  private mutating func judgeAnew(
    _ doubt: RecordSieve.Doubt, _ bytes: [UInt8]
  ) -> RecordField.Verdict {
    var content = form.fields[doubt.field].absence
    if let place = doubt.value {
      let value = Self.value(bytes, place)
      content = RecordContent(form.fields[doubt.field].definition.content(of: value), span: place)
    }
    let surroundings = form.fields[doubt.field].surroundings(RecordSurroundings(), at: now)
    return form.fields[doubt.field].judge(content, surroundings)
  }

  /// The value that a stretch of bytes is.
  private static func value(_ bytes: [UInt8], _ place: Range<Int>) -> JSONValue {
    var reader = JSONReader(
      bytes, from: place.lowerBound, to: place.upperBound, dialect: .strict)
    reader.readText()
    return JSONValue(reader.tree, 0)
  }
}
