package import FieldModels

/// A form that is open in a test, with a clock that only the test moves.
///
/// What people do is said by keys and texts, never by offsets; what came of it is told in the words
/// of the form, so that a test reads as a story.
package struct OpenForm: Sendable {
  package private(set) var document: FieldDocument
  package private(set) var now: Instant
  /// Validators that were asked and have neither answered nor been told to forget it.
  package private(set) var asked: [CheckRequest] = []

  /// Opens a document on 2026-03-14 at noon.
  package init(
    _ text: String, dialect: JSONReader.Dialect = .strict, validators: Set<String> = [],
    autofillSources: Set<String> = []
  ) {
    now = Instant(nanoseconds: 1_773_489_600_000_000_000)
    document = FieldDocument(
      Array(text.utf8), dialect: dialect,
      vocabulary: Vocabulary(validators: validators, autofillSources: autofillSources), at: now)
    document.refresh(at: now)
  }

  /// Opens a document of these fields.
  package init(
    fields: String..., dialect: JSONReader.Dialect = .strict, validators: Set<String> = []
  ) {
    let list = fields.joined(separator: ",\n")
    self.init("{ \"fields\": [\n\(list)\n] }", dialect: dialect, validators: validators)
  }

  package var text: String { document.text.string(in: 0..<document.text.byteCount) }

  /// Puts one text in the place of the first occurrence of another, from a field on if one is named.
  package mutating func replace(_ old: String, with new: String, from key: String? = nil) {
    let beginning = key.flatMap { document.index.field($0) }.flatMap { document.range(of: $0) }
    let behind = beginning?.lowerBound ?? 0
    let found = text.utf8.dropFirst(behind).firstOffset(of: old.utf8)
    guard let start = found.map({ $0 + behind }) else { return }
    document.replace(start..<start + old.utf8.count, with: Array(new.utf8), at: now)
    endTurn()
  }

  /// Puts a text in the place of the whole text.
  package mutating func replaceAll(with text: String) {
    document.replaceAll(with: Array(text.utf8), at: now)
    endTurn()
  }

  /// Gives a field another draft, whose property must be written.
  package mutating func type(_ draft: String, into key: String) {
    guard let id = document.index.field(key), let start = document.range(of: id)?.lowerBound,
      let span = document.reading(of: id)?.draftSpan
    else { return }
    let range = start + span.lowerBound..<start + span.upperBound
    document.replace(range, with: Array("\"\(JSONString.escaped(draft))\"".utf8), at: now)
    endTurn()
  }

  /// Submits the form; gives what it commits, or nil where it is refused.
  @discardableResult
  package mutating func submit() -> [JSONValue.Member]? {
    document.judge(nil, for: .submit, at: now)
    endTurn()
    searchAll()
    guard case .committed(let record, without: _) = document.submit(limit: 9, at: now) else {
      return nil
    }
    return record.json
  }

  /// Submits what passes of the form; nil where its text is wrong.
  package mutating func submitPart() -> (values: JSONValue, without: Commitment.Obstacles)? {
    document.judge(document.filledFields, for: .submit, at: now)
    endTurn()
    searchAll()
    let commitment = document.submit(limit: 9, isPartial: true, at: now)
    guard case .committed(let record, let obstacles) = commitment else { return nil }
    return (.object(record.json), obstacles)
  }

  package mutating func endEditing() {
    document.endEditing(at: now)
    endTurn()
  }

  /// Lets time pass.
  package mutating func wait(milliseconds: Int64) {
    now = now.adding(nanoseconds: milliseconds * 1_000_000)
    _ = document.fire(at: now)
    endTurn()
  }

  /// Lets the daemon search for as many steps as it does between two turns, or for so many.
  package mutating func search(steps: Int64 = PatternLimits.stepCountBetweenTurns) {
    var steps = steps
    _ = document.goOnSearching(&steps, at: now)
    endTurn()
  }

  /// Lets the daemon search until it has found everything.
  package mutating func searchAll() {
    while document.isSearching { search() }
  }

  /// Answers the question that was asked first.
  package mutating func answer(_ answer: ValidationAnswer) {
    guard !asked.isEmpty else { return }
    self.answer(asked.removeFirst(), answer)
  }

  /// Answers a question, even one that should be forgotten.
  package mutating func answer(_ request: CheckRequest, _ answer: ValidationAnswer) {
    asked.removeAll { $0 == request }
    _ = document.answer(request.token, answer, at: now)
    endTurn()
  }

  private mutating func endTurn() {
    document.refresh(at: now)
    let requests = document.takeRequests()
    asked = (asked + requests.asked).filter { !requests.forgotten.contains($0.token) }
  }
}

extension OpenForm {
  /// How a field stands: its look, `pending` while a check has yet to answer, and its failures.
  package func look(of key: String) -> String {
    guard let id = document.index.field(key), let (_, _, slice) = document.locate(id) else {
      return "no such field"
    }
    let state = document.states[id]
    var words = [state.map(\.look.rawValue) ?? "untouched"]
    if state?.isPending ?? false { words.append("pending") }
    for finding in slice.findings {
      guard case .draft = finding.problem else { continue }
      words.append((finding.severity == .error ? "" : "\(finding.severity): ") + finding.message)
    }
    return words.joined(separator: ", ")
  }

  /// The last draft that passed every check at the end of editing.
  package func committed(_ key: String) -> Draft? {
    document.index.field(key).flatMap { document.states[$0] }?.committed
  }

  /// The drafts that validators were asked about, in order: "taken(ada)".
  package var questions: [String] { asked.map { "\($0.validator)(\($0.value ?? "nil"))" } }

  /// Everything that is to tell, in the order of the text.
  package var findings: [String] { document.findings(limit: .max).map { describe($0) } }

  /// Everything that is to tell of one field.
  package func findings(of key: String) -> [String] {
    guard let id = document.index.field(key), let (_, start, slice) = document.locate(id) else {
      return ["no such field"]
    }
    return slice.findings.map { describe(FieldDocument.Placed(finding: $0, base: start)) }
  }

  /// A finding as `code «text»: message`, with the severity before it where it is no error.
  private func describe(_ placed: FieldDocument.Placed) -> String {
    let severity = placed.finding.severity
    let prefix = severity == .error ? "" : "\(severity): "
    let place = document.text.string(in: placed.range)
    return "\(prefix)\(placed.finding.problem.code) «\(place)»: \(placed.finding.message)"
  }
}

extension Collection where Element == UInt8 {
  /// The distance at which another row of bytes is first found in this one.
  fileprivate func firstOffset(of other: some Collection<UInt8>) -> Int? {
    var offset = 0
    var rest = self[...]
    while !rest.isEmpty {
      if rest.starts(with: other) { return offset }
      rest = rest.dropFirst()
      offset += 1
    }
    return other.isEmpty ? 0 : nil
  }
}
