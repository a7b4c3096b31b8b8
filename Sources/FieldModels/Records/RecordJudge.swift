/// A form that judges record after record, as they stand in some bytes.
///
/// It says what `RecordForm` says, and has at hand what makes it quick: a sieve for what is right in
/// plain sight, and what it has said of wrong values, which come again and again.
package struct RecordJudge: Sendable {
  package private(set) var form: RecordForm
  /// The moment at which it judges.
  package private(set) var now: Instant
  private var sieve: RecordSieve
  /// When the day ends that something is judged by; nil where nothing is.
  package private(set) var dayEnd: Instant?
  /// The fields of which something else may be said at any time.
  private let ownDays: [Bool]
  private var hasSecrets: Bool { form.hasSecrets }
  private var sifted = RecordSieve.Sifted()
  private var sayings = RecordSayings()

  /// - Parameters:
  ///   - form: the form
  ///   - now: this moment
  package init(_ form: RecordForm, at now: Instant) {
    self.form = form
    self.now = now
    sieve = RecordSieve(form, today: now.today)
    ownDays = form.fields.map({ $0.hasOwnDay })
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
    sifted.clear()
    guard sieve.sift(bytes, range, into: &sifted) else {
      sifted.clear()
      return judgeClosely(bytes, range)
    }
    if sifted.isEmpty { return completed(RecordVerdict(), bytes, range) }
    return judgeSifted(bytes, range)
  }

  /// Adds to a verdict about all fields what the schemas of objects and lists say, and where the secrets are of a
  /// record that is shown.
  private mutating func completed(
    _ verdict: RecordVerdict, _ bytes: [UInt8], _ range: Range<Int>
  ) -> RecordVerdict {
    guard form.hasSchemas || hasSecrets && !verdict.problems.isEmpty else { return verdict }
    if form.hasSchemas, form.isPartial { return judgeClosely(bytes, range) }
    var whole = verdict
    let tree = JSONTree(ofRecord: bytes, at: range)
    if form.hasSchemas { whole.addSchemaProblems(of: tree, 0, by: form) }
    if hasSecrets, !whole.problems.isEmpty {
      whole.secretSpans = form.secretSpans(of: tree, 0)
    }
    return whole
  }

  /// Judges records that are lines up to the next one of which something is to be said, or the next
  /// one at all if each is wanted.
  ///
  /// - Returns: where that is, and what is said of it; nil before what is no plain line, and at the end
  mutating func judge(
    _ lines: inout RecordLines.Progress, of bytes: [UInt8], knowing isKnown: (Int) -> Bool
  ) -> (Range<Int>, RecordLines.Said)? {
    sifted.clear()
    if form.hasSchemas { return judgeEach(of: &lines, bytes) }
    guard let range = sieve.sift(&lines, of: bytes, into: &sifted) else { return nil }
    if sifted.isEmpty { return (range, .verdict(RecordVerdict())) }
    if let said = repetitions(of: bytes, in: range, knowing: isKnown) {
      return (range, said.isEmpty ? .verdict(RecordVerdict()) : .again(said))
    }
    return (range, .verdict(judgeSifted(bytes, range)))
  }

  /// The same where schemas of objects and lists may refuse what fields take.
  private mutating func judgeEach(
    of lines: inout RecordLines.Progress, _ bytes: [UInt8]
  ) -> (Range<Int>, RecordLines.Said)? {
    while let range = sieve.sift(&lines, of: bytes, stoppingAtEach: true, into: &sifted) {
      let verdict =
        sifted.isEmpty ? completed(RecordVerdict(), bytes, range) : judgeSifted(bytes, range)
      if lines.wantsEach || !verdict.isPlain { return (range, .verdict(verdict)) }
      sifted.clear()
    }
    return nil
  }

  /// What was said before of all that the sieve has doubts about; nil where one of it was not, or can't
  /// be said by itself.
  private mutating func repetitions(
    of bytes: [UInt8], in range: Range<Int>, knowing isKnown: (Int) -> Bool
  ) -> [RecordLines.Repetition]? {
    // Where the secrets are is found out by a close look.
    if sifted.form != nil || !sifted.misfits.isEmpty || hasSecrets || sifted.hasStrangersApart {
      return nil
    }
    sifted.sort()
    var said: [RecordLines.Repetition] = []
    // Names that no field has are told of behind the fields.
    var strangers: [RecordLines.Repetition] = []
    for doubt in sifted.doubts where !isExcused(doubt) {
      guard !doubt.isRight, doubt.list == nil, let number = sayingNumber(of: doubt) else {
        return nil
      }
      switch sayings.known(of: number, for: bytes.span.extracting(doubt.value ?? 0..<0)) {
      case .nothing: break
      case .problem(let saying) where isKnown(saying):
        let repetition = RecordLines.Repetition(saying: saying, span: span(of: doubt, in: range))
        if doubt.field == nil { strangers.append(repetition) } else { said.append(repetition) }
      case .problem, .more: return nil
      }
    }
    return said + strangers
  }

  /// What a partial record lacks is fine, and so is a name that a schema decides about.
  private func isExcused(_ doubt: RecordSieve.Doubt) -> Bool {
    if doubt.field == nil, case let object = form.layout.objects[doubt.object], object.hasOthers {
      return !object.isClosed
    }
    return form.isPartial && doubt.value == nil
  }

  /// By what number sayings know whom a doubt is about; nil where more than the value decides.
  private func sayingNumber(of doubt: RecordSieve.Doubt) -> Int? {
    guard let field = doubt.field else { return form.fields.count + doubt.object }
    return ownDays[field] || doubt.isDependent ? nil : field
  }

  /// Where a doubt is, seen from the beginning of the record.
  private func span(of doubt: RecordSieve.Doubt, in range: Range<Int>) -> Range<Int> {
    (doubt.value ?? doubt.place).moved(by: -range.lowerBound)
  }

  /// Looks at what the sieve has doubts about.
  private mutating func judgeSifted(_ bytes: [UInt8], _ range: Range<Int>) -> RecordVerdict {
    // What a partial record leaves open, and what all entries of a list have, is known of a whole record.
    let needsWhole =
      (form.isPartial || form.gathersAnswers)
      && sifted.doubts.contains {
        $0.isDependent && !$0.isRight && $0.seen == nil && !isExcused($0)
      }
    return needsWhole ? judgeClosely(bytes, range) : judgeDoubts(bytes, range)
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
    var strangers: [RecordVerdict.Problem] = []
    sifted.sort()
    var surroundings = DoubtSurroundings()
    // Which of several objects is told of first is found out by a close look.
    if sifted.hasStrangersApart { return judgeClosely(bytes, range) }
    for doubt in sifted.doubts where !isExcused(doubt) {
      guard let field = doubt.field else {
        strangers.append(stranger(doubt, bytes, in: range))
        continue
      }
      let said = judge(doubt, of: field, bytes, among: &surroundings)
      var place = RecordPlace(field: field)
      var path = form.fields[field].path
      if let list = doubt.list {
        place = RecordPlace(list: list, entry: doubt.entry, field: field)
        path = form.layout.lists[list].path + "/\(doubt.entry)" + path
      }
      let first = verdict.problems.count
      verdict.add(
        said, of: form.fields[field].key, place, at: path, span: span(of: doubt, in: range))
      // The same words elsewhere are another saying.
      if doubt.list != nil {
        for index in first..<verdict.problems.count { verdict.problems[index].saying = nil }
      }
    }
    verdict.add(sifted.misfits, by: form, at: range)
    verdict.problems += strangers
    verdict = completed(verdict, bytes, range)
    if let stated = sifted.form {
      let name = JSONValue(of: bytes, at: stated).string.flatMap { $0.isEmpty ? nil : $0 }
      verdict.statedForm = .init(name: name, span: stated.moved(by: -range.lowerBound))
    }
    return verdict
  }

  private mutating func judge(
    _ doubt: RecordSieve.Doubt, of field: Int, _ bytes: [UInt8],
    among surroundings: inout DoubtSurroundings
  ) -> RecordField.Verdict {
    if doubt.isRight, let questions = form.fields[field].questions {
      return RecordField.Verdict(questions: questions)
    }
    // What depends on other values, or on the clocks of a zone, may be otherwise the next time.
    guard let number = sayingNumber(of: doubt) else {
      return judgeAnew(doubt, of: field, bytes, among: &surroundings)
    }
    let value = bytes.span.extracting(doubt.value ?? 0..<0)
    if let known = sayings.verdict(of: number, for: value) { return known }
    var verdict = judgeAnew(doubt, of: field, bytes, among: &surroundings)
    sayings.note(&verdict, of: number, for: value)
    return verdict
  }

  private mutating func judgeAnew(
    _ doubt: RecordSieve.Doubt, of field: Int, _ bytes: [UInt8],
    among surroundings: inout DoubtSurroundings
  ) -> RecordField.Verdict {
    let field = form.fields[field]
    let content = doubt.value.map { field.content(of: bytes, at: $0) } ?? field.absence
    let known =
      doubt.seen.map { field.surroundings(seeing: sifted.watched[$0], at: now) }
      ?? field.surroundings(
        surroundings.known(of: doubt, among: sifted, sieve, by: form, bytes, at: now), at: now)
    return field.judge(content, known, with: &form.drafted[field.number])
  }

  /// What is said of a name that no field has.
  private mutating func stranger(
    _ doubt: RecordSieve.Doubt, _ bytes: [UInt8], in range: Range<Int>
  ) -> RecordVerdict.Problem {
    let object = form.layout.objects[doubt.object]
    let written = doubt.value ?? 0..<0
    let name = JSONValue(of: bytes, at: written).string ?? ""
    var path = object.path + JSONPointer.step(name)
    if let list = doubt.list { path = form.layout.lists[list].path + "/\(doubt.entry)" + path }
    let number = form.fields.count + doubt.object
    let value = bytes.span.extracting(written)
    var said: RecordField.Verdict
    if let known = sayings.verdict(of: number, for: value) {
      said = known
    } else {
      said = RecordField.Verdict()
      said.problems = [
        .init(
          .record(.unknownKey(name, nearest: object.nearestName(to: name))),
          object.isClosed ? .error : .warning)
      ]
      sayings.note(&said, of: number, for: value)
    }
    let finding = Finding(
      said.problems[0].problem, said.problems[0].severity, at: span(of: doubt, in: range))
    var told = RecordVerdict.Problem(key: nil, path: path, finding: finding)
    if doubt.list == nil { told.saying = said.number }
    return told
  }
}

extension RecordVerdict {
  /// Adds what is said of objects and lists as such, where a close look would tell of it.
  fileprivate mutating func add(
    _ misfits: [RecordSieve.Misfit], by form: RecordForm, at range: Range<Int>
  ) {
    var others: [(object: Int, span: Range<Int>)] = []
    for misfit in misfits {
      switch misfit {
      case .object(let object, let span): others.append((object, span))
      case .list(let list, let misfit, let span):
        var told = Problem(
          key: nil, path: form.layout.lists[list].path,
          finding: Finding(
            .record(form.layout.lists[list].problem(misfit)), .error,
            at: span.moved(by: -range.lowerBound)))
        let place = RecordPlace(list: list, entry: -1, field: -1)
        told.place = place
        let next = problems.firstIndex { $0.place.map { place < $0 } ?? true }
        problems.insert(told, at: next ?? problems.count)
      }
    }
    for (object, span) in others.sorted(by: { $0.object < $1.object }) {
      problems.append(
        Problem(
          key: nil, path: form.layout.objects[object].path,
          finding: Finding(
            .record(.wrongType(.object)), .error, at: span.moved(by: -range.lowerBound))))
    }
  }
}

extension RecordLayout.List {
  fileprivate func problem(_ misfit: RecordSieve.ListMisfit) -> RecordProblem {
    switch misfit {
    case .otherValue: .wrongType(.array)
    case .tooFew(let count): tooFew(count)
    case .tooMany(let count): tooMany(count)
    }
  }

  /// That there are so many entries, too few of them.
  func tooFew(_ count: Int) -> RecordProblem {
    .tooFewEntries(minimum: repetition.minEntries, count: count)
  }

  /// That there are so many entries, too many of them.
  func tooMany(_ count: Int) -> RecordProblem {
    .tooManyEntries(maximum: repetition.maxEntries ?? WholeNumber(count), count: count)
  }
}

extension RecordField {
  /// What a record has at a place of some bytes.
  fileprivate func content(of bytes: [UInt8], at place: Range<Int>) -> RecordContent {
    if schemaRules.isEmpty { return content(of: JSONValue(of: bytes, at: place), span: place) }
    return content(of: JSONTree(ofRecord: bytes, at: place), 0, span: place)
  }
}

/// What the fields of a record count as to one another, made once for each record or entry that has
/// doubts about fields that look at others.
private struct DoubtSurroundings {
  private var root: RecordCounting?
  private var entry: (values: Int, counting: RecordCounting)?

  /// What the checks of a doubtful field may know; nil where they look at no others.
  mutating func known(
    of doubt: RecordSieve.Doubt, among sifted: RecordSieve.Sifted, _ sieve: RecordSieve,
    by form: RecordForm, _ bytes: [UInt8], at now: Instant
  ) -> RecordSurroundings? {
    guard let values = doubt.values, let rootValues = sifted.rootValues else { return nil }
    func contents(_ list: Int?, _ first: Int) -> [RecordContent] {
      var place = first
      return form.numbers(ofList: list).map { number in
        let field = form.fields[number]
        guard sieve.isNoted(number) else { return field.absence }
        defer { place += 1 }
        guard let span = sifted.values[place] else { return field.absence }
        let value = JSONValue(of: bytes, at: span)
        return RecordContent(field.definition.content(of: value), span: span)
      }
    }
    let lists = RecordLists(counts: sifted.counts)
    let around =
      root
      ?? form.counting(
        contents(nil, rootValues), list: nil, around: nil, lists: lists, at: now)
    root = around
    guard let list = doubt.list else {
      return RecordSurroundings(beside: around, around: around, lists: lists)
    }
    if entry?.values != values {
      let counting = form.counting(
        contents(list, values), list: list, around: around, lists: lists, at: now)
      entry = (values, counting)
    }
    return RecordSurroundings(beside: entry?.counting ?? around, around: around, lists: lists)
  }
}
