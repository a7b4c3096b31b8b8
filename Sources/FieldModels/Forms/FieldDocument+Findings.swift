/// What a document has to tell, field by field.
extension FieldDocument {
  /// Brings the findings of everything that was touched up to date.
  package mutating func refresh(at now: Instant) {
    recount(at: now)
    let ids = touched.takeAll()
    if isFollowed { noteChanges(ids) }
    deadlines.dropFront { id, due in states[id]?.liveDue != due }
    var entries: Set<FieldID> = []
    for id in ids {
      if isEntry(id) {
        entries.insert(id.entry ?? id)
        continue
      }
      guard let (position, _, slice) = locate(id), let reading = recall(id) else { continue }
      searchIfUntouched(id, reading, at: now)
      let findings = findings(of: id, reading, at: now)
      if findings != slice.findings { slices.update(at: position) { $0.findings = findings } }
    }
    for id in TouchedFields.inOrder(entries) {
      guard let (position, start, slice) = locate(id), slice.part.sort == .entry else { continue }
      let findings = findings(ofEntry: slice, from: start, at: now)
      if findings != slice.findings { slices.update(at: position) { $0.findings = findings } }
    }
  }

  /// Whether an identity is that of an entry or of a field in one.
  func isEntry(_ id: FieldID) -> Bool {
    if entryIDs.isEmpty { return false }
    return id.isInEntry || locate(id)?.slice.part.sort == .entry
  }

  /// Remembers whom clients are to be told of: of an entry its fields, and of what a list has for them
  /// nobody.
  private mutating func noteChanges(_ ids: [FieldID]) {
    if lists.isEmpty, entryIDs.isEmpty { return changes.formUnion(ids) }
    for id in ids {
      if isEntry(id) {
        changes.formUnion(id.isInEntry ? [id] : fields(ofEntry: id))
      } else if columnLists[id] == nil {
        changes.insert(id)
      }
    }
  }

  /// Has the fields checked again that look at lists as a whole.
  mutating func tellLookers(at now: Instant) {
    if lookers.isEmpty { return }
    let ids = lookers.sorted()
    lookers = []
    for id in ids {
      touched.insert(id)
      if states[id] != nil { send(.surroundingsChanged, to: id, now) }
    }
  }

  /// Takes the fields that may be different from what they were the last time, the keys that no field
  /// has any more, and the lists in which something is different.
  package mutating func takeChanges() -> (
    fields: [FieldID], lostKeys: [String], lists: [String]
  ) {
    defer {
      changedLists = []
      changes.removeAll(keepingCapacity: changes.count < 16)
      lostKeys = []
      keysAreInDoubt = false
    }
    let lost = lostKeys.isEmpty ? [] : lostKeys.filter { field(keyed: $0) == nil }.sorted()
    return (TouchedFields.inOrder(changes), lost, changedLists.isEmpty ? [] : changedLists.sorted())
  }

  /// The findings that follow from a field's own text and state.
  mutating func ownFindings(
    of id: FieldID, _ reading: FieldReading, _ state: FieldState? = nil, at now: Instant
  ) -> [Finding] {
    var findings = reading.findings
    var surroundings = recalledSurroundings(of: id, reading, now)
    surroundings.verdicts = state?.verdicts ?? []
    let failures = judged(id, reading.definition).failures(in: state, surroundings)
    if failures.isEmpty { return findings }
    let place = reading.draftPlace
    for failure in failures {
      findings.append(
        Finding(.draft(failure.problem, words: failure.words), failure.severity, at: place))
    }
    return findings
  }

  private mutating func findings(of id: FieldID, _ reading: FieldReading, at now: Instant)
    -> [Finding]
  {
    var findings = ownFindings(of: id, reading, states[id], at: now)
    findings.add(keyFindings(reading))
    findings.add(linkFindings(reading))
    findings.add(frameFindings(reading))
    findings.add(pathFindings(id, reading))
    relate(&findings, seenFrom: id)
    return findings
  }

  /// Points from a cross-field failure to the other field.
  func relate(_ findings: inout [Finding], seenFrom id: FieldID) {
    for position in findings.indices {
      if case .draft(.notUnique, _) = findings[position].problem, let twin = twin(of: id) {
        let other = FieldID(rank: twin.entry.rank, column: id.column)
        findings[position].related.append(.init(other, Saying(.entrySame)))
      }
      guard case .draft(.notEqual(let key, let label), _) = findings[position].problem,
        let other = field(key, seenFrom: id)
      else { continue }
      findings[position].related.append(.init(other, Saying(.notEqual, (.field, .text(label)))))
    }
  }

  private func keyFindings(_ reading: FieldReading) -> [Finding] {
    guard let key = reading.definition.key, index.holderCount(key) > 1,
      let place = reading.value(.key)
    else { return [] }
    return [.form(.duplicateKey(key), at: reading.tree[place].span)]
  }

  /// A finding as it is told.
  ///
  /// Which others share a key or a path is looked up only now: kept with each of thousands of fields, it
  /// would have to be put right in all of them when one of them goes.
  private func told(_ finding: Finding, of id: FieldID) -> Finding {
    let others: [FieldID]
    let saying: Saying
    switch finding.problem {
    case .form(.duplicateKey(let key)):
      (others, saying) = (index.fields(key), Saying(.keyUsedHere, (.key, .text(key))))
    case .form(.duplicatePath(let path)):
      (others, saying) = (fields(at: path), Saying(.valueThere))
    case .form(.crossedPath(let path)):
      (others, saying) = (paths.fields(through: path), Saying(.valueInside))
    default: return finding
    }
    var finding = finding
    // A hundred copies of one key are told apart by the first of the others.
    finding.related = others.lazy.filter { $0 != id }.prefix(3).map { .init($0, saying) }
    return finding
  }

  private func linkFindings(_ reading: FieldReading) -> [Finding] {
    var nearestKeys: [String: String?] = [:]
    return reading.keyReferences.compactMap { reference in
      if let other = index.field(reference.key) {
        return listFinding(reference, on: other, in: reading)
          ?? comparisonFinding(reference, with: other, in: reading)
      }
      if reference.mayBeList, isList(reference.key) { return nil }
      var nearest: String?
      if looksForNearestKeys {
        nearest = nearestKeys[reference.key] ?? nearestKey(to: reference.key)
        nearestKeys[reference.key] = .some(nearest)
      }
      return .form(
        .unknownField(reference.key, property: reference.property, nearest: nearest),
        at: reference.span)
    }
  }

  /// A reference to a field of a list from outside of its entries.
  private func listFinding(
    _ reference: FieldReading.KeyReference, on other: FieldID, in reading: FieldReading
  ) -> Finding? {
    guard let list = list(of: other), list != self.list(of: reading.mentions),
      !reference.isGathered
    else { return nil }
    return .form(
      .fieldInList(reference.key, property: reference.property, list: list),
      at: reference.span)
  }

  /// Finds out whether the fields by which the entries of lists differ are theirs.
  mutating func checkUniqueFields() {
    if frame.uniqueFields.isEmpty, frame.listFindings.isEmpty { return }
    frame.listFindings = frame.uniqueFields.compactMap { unique in
      let group = index.fields(ofGroup: unique.list)
      if let field = index.field(unique.key), group.contains(field) { return nil }
      let nearest =
        group.count <= Nearest.nameLimit
        ? Nearest.name(to: unique.key, among: group.sorted().compactMap { key(of: $0) }) : nil
      return .init(
        piece: unique.piece,
        finding: .form(.fieldNotInList(unique.key, nearest: nearest), at: unique.span))
    }
    tellFrame()
  }

  /// Gives each piece of what stands around the fields what there is to tell of it.
  mutating func tellFrame() {
    var number = 0
    var changed: [(position: Int, findings: [Finding])] = []
    slices.forEachWhere({ $0.frameCount > 0 }) { position, slice in
      let findings = frame.findings(ofPiece: number)
      if findings != slice.findings { changed.append((position, findings)) }
      number += 1
      return true
    }
    for (position, findings) in changed {
      slices.update(at: position) { $0.findings = findings }
    }
  }

  /// A date that is compared with what is no date, or no such one.
  private func comparisonFinding(
    _ reference: FieldReading.KeyReference, with other: FieldID, in reading: FieldReading
  ) -> Finding? {
    let isComparison =
      reference.property == Property.Name.before.rawValue
      || reference.property == Property.Name.after.rawValue
    guard isComparison, let its = self.reading(of: other)?.definition.scale,
      // Texts without a format may hold anything.
      its != .number, !reading.definition.dateScale.compares(with: its)
    else { return nil }
    return .form(
      .incomparableField(
        reference.key, property: reference.property, its: its, own: reading.definition.dateScale),
      at: reference.span)
  }

  /// The nearest key, unless there are so many that looking for it would be felt while typing.
  package func nearestKey(to key: String) -> String? {
    index.keyCount <= Self.nearestKeyLimit ? Nearest.name(to: key, among: index.keys) : nil
  }

  static let nearestKeyLimit = 1000

  /// Whether the fields that mention unknown keys are told the nearest ones: each new key is
  /// compared with all that are unknown.
  var looksForNearestKeys: Bool {
    index.keyCount <= Self.nearestKeyLimit
      && index.keyCount * index.unknownMentionCount <= Self.nearestKeyComparisonLimit
  }

  static let nearestKeyComparisonLimit = 20_000

  private func frameFindings(_ reading: FieldReading) -> [Finding] {
    var findings: [Finding] = []
    if let group = reading.definition.group, !frame.groupKeys.contains(group),
      let place = reading.value(.group)
    {
      let nearest = nearestName(to: group, frame.groupKeys)
      findings.append(
        .form(.unknownGroup(group, nearest: nearest), at: reading.tree[place].span))
    }
    if let use = reading.definition.autofill, !use.source.isEmpty,
      frame.sources[use.source] == nil, !vocabulary.autofillSources.contains(use.source),
      let place = reading.value(.autofill),
      let source = reading.tree.value(of: Property.Name.source.rawValue, in: place)
    {
      let nearest =
        nearestName(to: use.source, frame.sources.keys, vocabulary.autofillSources)
      findings.append(
        .form(
          .unknownSource(use.source, nearest: nearest), .warning, at: reading.tree[source].span))
    }
    return findings
  }

  /// The nearest of some names, unless there are too many to compare.
  private func nearestName(
    to name: String, _ known: some Collection<String>, _ others: Set<String> = []
  ) -> String? {
    guard known.count + others.count <= Nearest.nameLimit else { return nil }
    return Nearest.name(to: name, among: Array(known) + others)
  }

  /// The findings of a field as they are told.
  package func findings(of id: FieldID) -> [Finding] {
    locate(id)?.slice.findings.map { told($0, of: id) } ?? []
  }

  /// A finding with its place in the document.
  package struct Placed: Equatable, Sendable {
    package var finding: Finding
    /// Where the part that the finding counts from begins.
    package var base: Int

    package init(finding: Finding, base: Int) {
      self.finding = finding
      self.base = base
    }

    /// Bytes of the document.
    package var range: Range<Int> {
      (base + finding.span.lowerBound)..<(base + finding.span.upperBound)
    }
  }

  package var findingCount: Int { slices.summary.findingCount }

  /// The first `limit` findings in the order of the text, and as many of the field being edited.
  package func findings(limit: Int) -> [Placed] {
    var placed: [Placed] = []
    var isActiveWhole = false
    slices.forEachWhere({ $0.findingCount > 0 }) { position, slice in
      let base = start(ofSlice: position)
      let room = limit - placed.count
      if slice.findings.count <= room, slice.id == activeField { isActiveWhole = true }
      for finding in slice.findings.prefix(room) {
        placed.append(Placed(finding: told(finding, of: slice.id), base: base))
      }
      return placed.count < limit
    }
    if placed.count >= limit, !isActiveWhole, let active = activeField,
      let (_, start, slice) = locate(active)
    {
      placed.removeAll { $0.base == start }
      placed += slice.findings.prefix(limit).map {
        Placed(finding: told($0, of: active), base: start)
      }
    }
    return placed
  }

  /// The first `limit` reasons why the text can't be taken for the form that it means to be.
  package func textErrors(
    limit: Int, where isMeant: (Finding) -> Bool = { _ in true }
  ) -> [Placed] {
    func isError(_ finding: Finding) -> Bool {
      !finding.isAboutDraft && (finding.severity == .error || finding.isUncheckedRecord)
        && isMeant(finding)
    }
    var errors: [Placed] = []
    slices.forEachWhere({ $0.findingCount > 0 }) { position, slice in
      let base = start(ofSlice: position)
      errors += slice.findings.filter(isError).map { Placed(finding: $0, base: base) }
      return errors.count < limit
    }
    return Array(errors.prefix(limit))
  }

  /// Whether a finding is about a name that is still being typed, so that it may come right by
  /// itself: something was written last at a place in it, and a name that is known begins so.
  package func isHalfTyped(_ placed: Placed, at place: Int) -> Bool {
    if placed.finding.isAboutDraft { return false }
    let range = placed.range
    guard range.lowerBound < place, place < range.upperBound else { return false }
    let typed = text.string(in: range).drop { $0 == "\"" }.prefix { $0 != "\"" }
    func begins(_ names: some Collection<String>, limit: Int = .max) -> Bool {
      names.count <= limit
        && names.contains { $0.utf8.count > typed.utf8.count && $0.hasPrefix(typed) }
    }
    let limit = Nearest.nameLimit
    switch placed.finding.problem {
    case .text(.unknownProperty(_, let section, _)):
      return begins(PropertyTable.properties(of: section).lazy.map { $0.name.rawValue })
    case .text(.unknownPlaceholder):
      return begins(Placeholder.allCases.lazy.map { $0.rawValue })
    case .text(.unknownWord(_, let property, _)):
      return begins(PropertyTable.words(of: property))
    case .form(.unknownFormat), .form(.unknownValidator):
      return begins(Format.allCases.lazy.map { $0.rawValue })
        || begins(vocabulary.validators, limit: limit)
    case .form(.unknownField): return begins(index.keys, limit: Self.nearestKeyLimit)
    case .form(.unknownGroup): return begins(frame.groups.lazy.map { $0.key }, limit: limit)
    case .form(.unknownSource):
      return begins(frame.sources.keys, limit: limit)
        || begins(vocabulary.autofillSources, limit: limit)
    case .text, .form, .record, .draft: return false
    }
  }

  func start(ofSlice position: Int) -> Int { slices.summary(upTo: position).byteCount }
}

extension FieldReading {
  /// A place where a field names another by its key.
  package struct KeyReference {
    package var key: String
    package var property: String
    /// The bytes of the field's text that have the key: its quotes included, or in an expression what
    /// stands between its braces.
    package var span: Range<Int>
    /// It stands in a function that gathers the answers of all entries.
    var isGathered = false

    /// It may name a list: one to go to, or of whose entries a condition asks how many there are.
    var mayBeList: Bool {
      guard let name = Property.Name(rawValue: property) else { return false }
      return name.isExpression || [.key, .next, .previous].contains(name)
    }
  }

  /// Every place where the field names another: as a neighbour, in a rule, in a condition.
  package var keyReferences: [KeyReference] {
    guard !tree.isEmpty, tree[0].kind == .object else { return [] }
    var references: [KeyReference] = []
    for (name, linked) in [(Property.Name.previous, definition.previous), (.next, definition.next)]
    {
      // Of a field that holds too much the links are not read.
      if let linked, let index = value(name), tree.isString(index, linked) {
        references.append(.init(key: linked, property: name.rawValue, span: tree[index].span))
      }
    }
    let watched = mentions.watchedKeys
    if watched.isEmpty { return references }
    // A key counts where the definition makes use of it, and not in a rule that means nothing.
    func collect(
      _ key: String, _ property: Property.Name, at span: Range<Int>, isGathered: Bool = false
    ) {
      guard watched.contains(key) else { return }
      references.append(
        .init(key: key, property: property.rawValue, span: span, isGathered: isGathered))
    }
    func collect(_ index: Int, _ property: Property.Name) {
      if property.isExpression {
        for reference in tree.expressionReferences(index) {
          collect(reference.key, property, at: reference.span, isGathered: reference.isGathered)
        }
      } else if let key = tree.string(index) {
        collect(key, property, at: tree[index].span)
      }
    }
    for name in [Property.Name.required, .visible, .enabled, .lenient] {
      if let index = value(name) { collectCondition(of: index, collect) }
    }
    if definition.hasConditionalRows, let rows = value(.data) {
      for row in tree.elements(of: rows) {
        guard tree[row].kind == .object,
          let index = tree.value(of: Property.Name.visible.rawValue, in: row)
        else { continue }
        collectCondition(of: index, collect)
      }
    }
    if let index = value(.calculate) { collect(index, .calculate) }
    if let validation = value(.validation) { collectRules(in: validation, collect) }
    return references
  }

  private func collectRules(in validation: Int, _ collect: (Int, Property.Name) -> Void) {
    for name in [Property.Name.live, .endEditing] {
      guard let list = tree.value(of: name.rawValue, in: validation) else { continue }
      for rule in tree.elements(of: list) {
        for property in [Property.Name.equals, .before, .after, .expression] {
          if let index = tree.value(of: property.rawValue, in: rule) { collect(index, property) }
        }
        collectCondition(of: rule, collect)
      }
    }
  }

  /// The keys of the condition that an object has, which may be made of others.
  private func collectCondition(of index: Int, _ collect: (Int, Property.Name) -> Void) {
    guard tree[index].kind == .object, let condition = tree.value(named: "when", in: index) else {
      return
    }
    collectCondition(condition, collect)
  }

  private func collectCondition(_ index: Int, _ collect: (Int, Property.Name) -> Void) {
    guard tree[index].kind == .object else { return }
    for property in [Property.Name.key, .expression] {
      if let value = tree.value(of: property.rawValue, in: index) { collect(value, property) }
    }
    for list in ["all", "any"] {
      guard let index = tree.value(of: list, in: index) else { continue }
      for part in tree.elements(of: index) { collectCondition(part, collect) }
    }
  }
}
