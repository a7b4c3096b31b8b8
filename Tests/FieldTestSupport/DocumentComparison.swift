package import FieldModels

/// What an edited document says differently from one read from scratch, and what is wrong in it.
///
/// Fields that something has happened to are judged in the light of it, which the document read
/// from scratch can't know of: of these, only what is wrong with the text and the form is compared.
/// What was secure and can't be read any more is told otherwise on purpose, and so is what others
/// have to do with it.
package enum DocumentComparison {
  /// The differences in words; none, if the document is right.
  package static func differences(
    of edited: FieldDocument, vocabulary: Vocabulary, at now: Instant
  ) -> [String] {
    var edited = edited
    let bytes = edited.text.bytes(in: 0..<edited.text.byteCount)
    var scratch = FieldDocument(bytes, dialect: edited.dialect, vocabulary: vocabulary, at: now)
    edited.refresh(at: now)
    scratch.refresh(at: now)
    var differences: [String] = []
    func compare<Value: Equatable>(_ what: String, _ value: (FieldDocument) -> Value) {
      let (found, expected) = (value(edited), value(scratch))
      if found != expected { differences.append("\(what): \(found), not \(expected)") }
    }
    compare("parts") { slices(of: $0).map { "\($0.part)" } }
    compare("slices") { slices(of: $0).map(\.byteCount) }
    compare("lookahead") { slices(of: $0).map(\.lookedAhead) }
    compare("open comments") { slices(of: $0).map(\.hasOpenComment) }
    if !edited.frameWasSecure { compare("frame") { $0.frame } }
    compare("keys") { $0.index.keys.sorted() }
    for key in Set(scratch.index.keys).union(FormSample.keys).sorted() {
      compare("holders of \(key)") { positions($0.index.fields(key), in: $0) }
      compare("mentions of \(key)") { positions($0.index.fields(mentioning: key), in: $0) }
    }
    compare("users of the frame") { positions($0.index.frameUsers.sorted(), in: $0) }
    compare("lists") { document in
      document.listKeys.map { "\($0): \(document.entryCount(ofList: $0) ?? -1)" }
    }
    guard edited.slices.count == scratch.slices.count else { return differences }
    let hidesSome = hidesSome(of: edited)
    for position in 0..<edited.slices.count where !edited.slices[position].wasSecure {
      if edited.slices[position].part.isFrame, edited.frameWasSecure { continue }
      let id = edited.slices[position].id
      if let reading = edited.reading(of: id),
        let expected = scratch.reading(of: scratch.slices[position].id)
      {
        differences += Self.differences(of: reading, expected).map { "part \(position): \($0)" }
      }
      if edited.slices[position].part.sort == .entry, !hidesSome {
        let found = edited.entryFields(of: id)
        let expected = scratch.entryFields(of: scratch.slices[position].id)
        let isSame = found.elementsEqual(expected) {
          $0.key == $1.key && $0.reading.definition.draft == $1.reading.definition.draft
        }
        if !isSame {
          let drafts = found.map { "\($0.key): \($0.reading.definition.draft)" }
          differences.append("part \(position): the entry has \(drafts)")
        }
      }
      let isJudgedAlike =
        !hidesSome && !edited.countsByState && !edited.states.keys.contains { $0.rank == id.rank }
      // Where a field of the list is kept secret, no word of a broken entry is told.
      let areWordsHidden =
        hidesSome && edited.slices[position].part.sort == .entry
        && scratch.findings(of: scratch.slices[position].id).contains(where: \.isAboutSyntax)
      func told(_ document: FieldDocument) -> [Told] {
        findings(of: document.slices[position], in: document) {
          areWordsHidden ? $0.isAboutSyntax : isJudgedAlike || !$0.isAboutDraft
        }
      }
      let (found, expected) = (told(edited), told(scratch))
      guard found != expected else { continue }
      let extra = found.filter { !expected.contains($0) }
      let missing = expected.filter { !found.contains($0) }
      differences.append("part \(position): \(extra) too many, \(missing) missing")
    }
    return differences + violations(of: edited)
  }

  /// Whether something of a document is kept secret that was secure before its text was broken.
  package static func hidesSome(of document: FieldDocument) -> Bool {
    document.frameWasSecure || slices(of: document).contains(where: \.wasSecure)
  }

  /// What two readings say differently.
  private static func differences(
    of found: FieldReading, _ expected: FieldReading
  ) -> [String] {
    func text(_ reading: FieldReading) -> [UInt8] {
      reading.tree.isEmpty ? [] : Array(reading.tree.text(0..<Int(reading.tree[0].end)))
    }
    var differences: [String] = []
    if found.definition != expected.definition { differences.append("another definition") }
    if found.mentions != expected.mentions { differences.append("other mentions") }
    if found.findings != expected.findings { differences.append("other findings") }
    if found.tree.nodes != expected.tree.nodes { differences.append("other nodes") }
    if text(found) != text(expected) { differences.append("another text") }
    return differences
  }

  /// The invariants of a document that do not hold.
  package static func violations(of document: FieldDocument) -> [String] {
    var violations = document.slices.checkInvariants() + document.text.checkInvariants()
    let slices = slices(of: document)
    let sum = slices.reduce(0) { $0 + $1.byteCount }
    if sum != document.text.byteCount { violations.append("the parts do not cover the text") }
    if !zip(slices, slices.dropFirst()).allSatisfy({ $0.id < $1.id }) {
      violations.append("identities do not rise")
    }
    let live = slices.flatMap { [$0.id] + document.entryFields(of: $0.id).map(\.id) }
    let ids = Set(live)
    if let active = document.activeField {
      if document.states[active]?.isActive != true { violations.append("active without a state") }
      if !ids.contains(active) { violations.append("a field that is gone is active") }
    }
    if document.states.count(where: \.value.isActive) > 1 { violations.append("two active fields") }
    if !ids.isSuperset(of: document.states.keys) { violations.append("a state of no field") }
    for placed in document.findings(limit: .max)
    where placed.range.lowerBound < 0 || document.text.byteCount < placed.range.upperBound {
      violations.append("\(placed.finding.message) at \(placed.range), outside of the text")
    }
    return violations
  }

  /// A finding with positions in the place of identities.
  private struct Told: Equatable, CustomStringConvertible {
    var finding: Finding
    var related: [Int]

    var description: String {
      "\(finding.severity) \(finding.span) \(finding.problem.code) \(finding.message) \(related)"
    }
  }

  private static func findings(
    of slice: DocumentSlice, in document: FieldDocument, where isCompared: (Finding) -> Bool
  ) -> [Told] {
    slice.findings.filter(isCompared).map { finding in
      var bare = finding
      bare.related = []
      return Told(finding: bare, related: positions(finding.related.map(\.field), in: document))
    }
  }

  private static func slices(of document: FieldDocument) -> [DocumentSlice] {
    (0..<document.slices.count).map { document.slices[$0] }
  }

  private static func positions(_ ids: [FieldID], in document: FieldDocument) -> [Int] {
    ids.map { document.locate($0)?.index ?? -1 }
  }
}

extension Finding {
  /// The text can't be read as JSON here.
  fileprivate var isAboutSyntax: Bool {
    if case .text(.syntax) = problem { true } else { false }
  }
}
