/// The lists of a document: the fields that each of them has, and the entries in which these have
/// their drafts.
///
/// A field in an entry is a field as any other, with a state of its own; what it is the list says, and
/// what it holds the entry.
extension FieldDocument {
  /// A list, as the text has it.
  struct List: Equatable, Sendable {
    var key: String
    /// Its fields, in the order of the form.
    var columns: [Column] = []
    /// Those by which its entries differ.
    var unique: [Column] = []
    var repetition: Repetition
    /// The piece of text behind which its entries stand, by its number; nil where there are none.
    var piece: Int?
  }

  /// What a list has for a field of its entries.
  struct Column: Hashable, Sendable {
    var id: FieldID
    var key: String
    var isSecure: Bool
  }

  /// Finds out anew which lists there are, which fields they have and where their entries stand.
  mutating func noteLists() {
    let (old, oldPieces, oldOpenings) = (lists, pieces, openings)
    lists = [:]
    columnLists = [:]
    for group in frame.groups where lists[group.key] == nil && isList(group.key) {
      guard let repetition = group.repetition else { continue }
      var list = List(key: group.key, repetition: repetition)
      for id in index.fields(ofGroup: group.key).sorted() {
        guard let reading = recall(id), let key = reading.definition.key, !key.isEmpty,
          index.field(key) == id
        else { continue }
        list.columns.append(Column(id: id, key: key, isSecure: reading.definition.isSecure))
        columnLists[id] = group.key
      }
      list.unique = list.columns.filter { repetition.unique.contains($0.key) }
      list.piece = frame.openings.lastIndex(of: group.key)
      lists[group.key] = list
    }
    pieces = []
    forEachFrame { slice, _ in pieces.append(slice.id) }
    openings = frame.openings
    let didMove = oldPieces != pieces || oldOpenings != openings
    if old == lists, !didMove { return }
    recent = RecentReadings()
    counting.mustCountAll = true
    keysAreInDoubt = true
    forgetAllAnswers()
    // An entry may belong to another list now, or to none.
    touched.formUnion(entryIDs.values)
    // Where a piece of text is gone, a list has the entries that stood behind it, and is else as it was.
    for (key, list) in lists where didMove || old[key] != list { follow(list, as: old[key]) }
    for key in old.keys where lists[key] == nil {
      twins[key] = nil
      changedLists.insert(key)
      tellWatchers(ofList: key)
    }
    if isFollowed { loseAddresses { Self.list(ofEntry: $0, among: oldPieces, oldOpenings, old) } }
    dropStrayStates()
  }

  /// Notes which fields do not stand any more in the entries of the lists in which they stood.
  private mutating func loseAddresses(_ oldList: (FieldID) -> List?) {
    for (number, entry) in entryIDs {
      guard let old = oldList(entry), old.key != list(ofEntry: entry)?.key else { continue }
      for column in old.columns { lostKeys.insert(Self.address(old.key, number, column.key)) }
    }
  }

  /// Looks at a list that has other fields, or other entries.
  private mutating func follow(_ list: List, as old: List?) {
    let (known, columns) = (Set(old?.columns ?? []), Set(list.columns))
    // One that is no more, or again, the first with its key sees other fields than before.
    lookers.formUnion(known.symmetricDifference(columns).map { $0.id })
    if isFollowed {
      // A field that has gone into a list stands in its entries alone.
      for column in columns.subtracting(known) { lostKeys.insert(column.key) }
      let lost = known.subtracting(columns)
      for number in lost.isEmpty ? [] : entryNumbers(ofList: list.key) {
        for column in lost { lostKeys.insert(Self.address(list.key, number, column.key)) }
      }
    }
    changedLists.insert(list.key)
    tellWatchers(ofList: list.key)
    noteTwins(of: list)
  }

  /// Forgets what was true of fields in entries that are not there any more.
  private mutating func dropStrayStates() {
    for id in states.keys.filter({ $0.isInEntry }).sorted() {
      let list = columnLists[id.definition]
      if list != nil, id.entry.flatMap({ self.list(ofEntry: $0)?.key }) == list { continue }
      if let state = states.removeValue(forKey: id) { drop(id, state) }
      if activeField == id { activeField = nil }
    }
  }

  /// Looks at the fields that ask how many entries a list has, and at what new entries begin with.
  mutating func tellWatchers(ofList key: String) {
    if !frame.optionalPaths.isEmpty { noteOptionalObjects(aroundList: key) }
    let watchers = index.fields(watching: key)
    lookers.formUnion(watchers)
    lookers.formUnion(liveFields(of: watchers))
  }

  /// Compares all entries of a list, where they must differ.
  mutating func noteTwins(of list: List) {
    twins[list.key] = nil
    if list.unique.isEmpty { return }
    var ids: [FieldID] = []
    slices.forEach(in: entries(of: list)) { _, slice in
      ids.append(slice.id)
      return true
    }
    for id in ids { noteTwin(id, in: list) }
  }

  /// Compares an entry with the others of its list.
  mutating func noteTwin(_ entry: FieldID) {
    guard let list = list(ofEntry: entry), !list.unique.isEmpty else { return }
    noteTwin(entry, in: list)
  }

  private mutating func noteTwin(_ entry: FieldID, in list: List) {
    let drafts = list.unique.compactMap { column in
      let id = FieldID(rank: entry.rank, column: column.id.rank)
      return reading(of: id).map {
        $0.definition.compared($0.definition.seen(counting.drafts[id] ?? $0.definition.draft))
      }
    }
    note(twins: twins[list.key, default: EntryTwins()].note(drafts, of: entry), list.unique)
  }

  /// Has the fields checked again of entries that may be the same as others now, or differ.
  private mutating func note(twins entries: [FieldID], _ unique: [Column]) {
    for entry in entries {
      for column in unique { lookers.insert(FieldID(rank: entry.rank, column: column.id.rank)) }
    }
  }

  /// Forgets an entry that is gone.
  mutating func forgetTwin(_ entry: FieldID) {
    for key in twins.keys {
      note(twins: twins[key]?.note(nil, of: entry) ?? [], lists[key]?.unique ?? [])
    }
  }

  /// The list whose entry a slice is; nil where nobody knows such a list.
  func list(ofEntry id: FieldID) -> List? {
    Self.list(ofEntry: id, among: pieces, openings, lists)
  }

  private static func list(
    ofEntry id: FieldID, among pieces: [FieldID], _ openings: [String?], _ lists: [String: List]
  ) -> List? {
    let next = pieces.partitioningIndex { id.entry ?? id < $0 }
    guard 0 < next, next - 1 < openings.count, let key = openings[next - 1],
      let list = lists[key], list.piece == next - 1
    else { return nil }
    return list
  }

  /// Where the entries of a list stand among the slices.
  func entries(of list: List) -> Range<Int> {
    guard let piece = list.piece, let start = slices.find({ piece < $0.frameCount })?.index else {
      return 0..<0
    }
    let end = slices.find { piece + 1 < $0.frameCount }?.index ?? slices.count
    return (start + 1)..<max(start + 1, end)
  }

  /// How many entries a list has; nil for what is no list.
  package func entryCount(ofList key: String) -> Int? { lists[key].map { entries(of: $0).count } }

  /// The key by which a field in an entry is known.
  static func address(_ list: String, _ entry: Int, _ key: String) -> String {
    "\(list)/\(entry)/\(key)"
  }

  /// The fields of an entry.
  func fields(ofEntry id: FieldID) -> [FieldID] {
    list(ofEntry: id)?.columns.map { FieldID(rank: id.rank, column: $0.id.rank) } ?? []
  }

  /// What a field of a list stands for: the fields in its entries; any other stands for itself.
  func liveFields(of id: FieldID) -> [FieldID] {
    guard let list = columnLists[id].flatMap({ lists[$0] }) else { return [id] }
    var ids: [FieldID] = []
    slices.forEach(in: entries(of: list)) { _, slice in
      ids.append(FieldID(rank: slice.id.rank, column: id.rank))
      return true
    }
    return ids
  }

  /// The same of several.
  func liveFields(of ids: some Sequence<FieldID>) -> [FieldID] {
    columnLists.isEmpty ? Array(ids) : ids.flatMap { liveFields(of: $0) }
  }

  /// The field that is known by a key: one that stands by itself, or one in an entry.
  package func field(keyed key: String) -> FieldID? {
    if let id = index.field(key) { return columnLists[id] == nil ? id : nil }
    if lists.isEmpty { return nil }
    let parts = key.split(separator: "/", omittingEmptySubsequences: false)
    for place in parts.indices.dropFirst().dropLast() {
      guard let number = Int(parts[place]), let entry = entryIDs[number],
        let list = list(ofEntry: entry), list.key == parts[..<place].joined(separator: "/")
      else { continue }
      let name = parts[(place + 1)...].joined(separator: "/")
      guard let column = list.columns.first(where: { $0.key == name }) else { continue }
      return FieldID(rank: entry.rank, column: column.id.rank)
    }
    return nil
  }

  /// The field that is meant by a key where another field names it: in an entry the one of the same
  /// entry, else one that stands by itself.
  func field(_ key: String, seenFrom id: FieldID) -> FieldID? {
    guard let other = index.field(key) else { return nil }
    guard let list = columnLists[other] else { return other }
    guard columnLists[id.definition] == list else { return nil }
    return id.isInEntry ? FieldID(rank: id.rank, column: other.rank) : other
  }

  /// What a field of an entry is.
  func readEntryField(
    _ id: FieldID, in slice: DocumentSlice, from start: Int, _ column: FieldReading
  ) -> FieldReading? {
    guard let list = list(ofEntry: slice.id), list.key == columnLists[id.definition],
      let key = column.definition.key
    else { return nil }
    let reader = reader(of: slice, from: start)
    let isSecret = slice.wasSecure || hidesWords(of: reader, in: list)
    // Each keystroke in an entry reads all of it, and for each of its fields.
    let isTooMuch = FieldLimit.values.count < reader.tree.nodes.count
    return FieldReading(
      column, in: isTooMuch ? JSONTree(bytes: []) : reader.tree,
      key: Self.address(list.key, slice.entry, key), isSecret: isSecret)
  }

  /// Whether nobody knows which of the words of an entry are whose, and some may be secret.
  func hidesWords(of reader: DocumentReader, in list: List?) -> Bool {
    if reader.problems.isEmpty { return false }
    return list.map { $0.columns.contains { $0.isSecure } } ?? !index.secureFields.isEmpty
  }
}

extension FieldDocument {
  /// Takes other identities for fields and entries.
  mutating func renameEntries(_ names: [FieldID: FieldID]) {
    pieces = pieces.map { names[$0] ?? $0 }
    entryIDs = entryIDs.mapValues { names[$0] ?? $0 }
    columnLists = Dictionary(
      uniqueKeysWithValues: columnLists.map { (names[$0.key] ?? $0.key, $0.value) })
    for key in lists.keys {
      for place in (lists[key]?.columns ?? []).indices {
        guard let id = lists[key]?.columns[place].id else { continue }
        lists[key]?.columns[place].id = names[id] ?? id
      }
    }
    for key in twins.keys { twins[key]?.rename(names) }
    columns = [:]
    filledObjects = filledObjects.mapValues { Set($0.map { names[$0] ?? $0 }) }
    lookers = Set(lookers.map { $0.renamed(names) })
  }
}

/// The entry that a field is in.
package struct EntryPlace: Equatable, Sendable {
  /// The key of its list.
  package var list: String
  /// Its number, which it keeps as long as the document is open.
  package var entry: Int
}

// Where entries are.
extension FieldDocument {
  /// The entry that a field is in; nil for a field that stands by itself.
  package func place(of id: FieldID) -> EntryPlace? {
    guard let entry = id.entry, let list = list(ofEntry: entry), let slice = locate(entry)?.slice
    else { return nil }
    return EntryPlace(list: list.key, entry: slice.entry)
  }

  /// The same of the field with a key.
  package func place(ofKey key: String) -> EntryPlace? {
    field(keyed: key).flatMap { place(of: $0) }
  }

  /// The fields of an entry by the keys that the list gives them, in the order of the form.
  package func entryFields(
    of entry: FieldID
  ) -> [(key: String, id: FieldID, reading: FieldReading)] {
    (list(ofEntry: entry)?.columns ?? []).compactMap { column in
      let id = FieldID(rank: entry.rank, column: column.id.rank)
      return reading(of: id).map { (column.key, id, $0) }
    }
  }

  /// The field whose draft, or the name of whose draft, an entry has at a byte; any other by its slice.
  package func liveField(atByteOffset offset: Int) -> FieldID? {
    guard let (_, start, slice) = slice(atByteOffset: offset) else { return nil }
    guard slice.part.sort == .entry else { return field(atByteOffset: offset) }
    let tree = reader(of: slice, from: start).tree
    guard !tree.isEmpty, tree[0].kind == .object else { return nil }
    let key = tree.members(of: 0).first { key in
      let end = max(tree[key].span.upperBound, tree[key + 1].span.upperBound)
      return start + tree[key].span.lowerBound <= offset && offset <= start + end
    }
    guard let name = key.flatMap({ tree.string($0) }),
      let column = list(ofEntry: slice.id)?.columns.first(where: { $0.key == name })
    else { return nil }
    return FieldID(rank: slice.id.rank, column: column.id.rank)
  }

  /// How many entries of its list stand before one, and the key of the list.
  package func place(ofEntry id: FieldID) -> (list: String, index: Int)? {
    guard let list = list(ofEntry: id), let place = locate(id)?.index else { return nil }
    return (list.key, place - entries(of: list).lowerBound)
  }

  /// The numbers of the entries of a list, in their order; none of what is no list.
  package func entryNumbers(ofList key: String) -> [Int] {
    guard let list = lists[key] else { return [] }
    var numbers: [Int] = []
    slices.forEach(in: entries(of: list)) { _, slice in
      numbers.append(slice.entry)
      return true
    }
    return numbers
  }

  /// The field that stands before another in the form.
  package func fieldBefore(_ id: FieldID) -> FieldID? {
    guard let place = locate(id)?.index else { return nil }
    if let entry = id.entry, let list = list(ofEntry: entry) {
      let columns = list.columns
      let number = columns.firstIndex { $0.id == id.definition } ?? 0
      if 0 < number { return FieldID(rank: id.rank, column: columns[number - 1].id.rank) }
      if entries(of: list).contains(place - 1), let last = columns.last {
        return FieldID(rank: slices[place - 1].id.rank, column: last.id.rank)
      }
      return columns.first.flatMap { fieldBefore($0.id) }
    }
    var before = place - 1
    while 0 <= before, slices[before].part.sort == .field {
      let other = slices[before].id
      guard let key = columnLists[other], let list = lists[key] else { return other }
      // The entries of a list stand where its first field does.
      if list.columns.first?.id == other, let last = entries(of: list).last,
        let column = list.columns.last
      {
        return FieldID(rank: slices[last].id.rank, column: column.id.rank)
      }
      before -= 1
    }
    return nil
  }

  /// The fields in all entries of a list.
  func fields(inList key: String) -> [FieldID] {
    guard let list = lists[key] else { return [] }
    var ids: [FieldID] = []
    slices.forEach(in: entries(of: list)) { _, slice in
      ids += list.columns.map { FieldID(rank: slice.id.rank, column: $0.id.rank) }
      return true
    }
    return ids
  }

  /// The keys of the lists, in the order of the form.
  package var listKeys: [String] {
    lists.isEmpty ? [] : frame.groups.map { $0.key }.filter { lists[$0] != nil }
  }

  /// Those of some keys that are lists'.
  package func lists(keyed keys: [String]) -> [String] { keys.filter { lists[$0] != nil } }
}

// What is wrong with lists.
extension FieldDocument {
  /// What is wrong with a list as a whole: that it has too few entries only once it was judged.
  package func problems(ofList key: String) -> [Finding] {
    guard let list = lists[key] else { return [] }
    let repetition = list.repetition
    let count = entries(of: list).count
    var problems: [RecordProblem] = []
    if count < repetition.minEntries, judgedLists.contains(key), !isLeftOut(list: list) {
      problems.append(.tooFewEntries(minimum: repetition.minEntries, count: count))
    }
    if let most = repetition.maxEntries, most < count {
      problems.append(.tooManyEntries(maximum: most, count: count))
    }
    return problems.map { Finding(.record($0), .error, at: 0..<0) }
  }

  /// Lists are judged as a whole from now on.
  mutating func judgeLists(_ keys: some Sequence<String>) {
    for key in keys where judgedLists.insert(key).inserted { changedLists.insert(key) }
  }
}

// What is wrong with entries.
extension FieldDocument {
  /// What there is to tell of an entry.
  mutating func findings(
    ofEntry slice: DocumentSlice, from start: Int, at now: Instant
  ) -> [Finding] {
    let reader = reader(of: slice, from: start)
    let tree = reader.tree
    var object = ObjectReader(tree, for: vocabulary)
    object.findings = reader.problems.map { .text(.syntax($0.kind), $0.severity, at: $0.span) }
    guard let list = list(ofEntry: slice.id), !tree.isEmpty else { return object.findings }
    if FieldLimit.values.count < tree.nodes.count {
      return [.form(.tooMuch(.values), at: 0..<1)]
    }
    let isHidden = slice.wasSecure || hidesWords(of: reader, in: list)
    if tree[0].kind != .object {
      if reader.problems.isEmpty {
        object.add(
          .wrongType(property: list.key, type: Saying(.takesEntries), takesText: false),
          at: 0)
      }
      return object.findings
    }
    if !isHidden { checkNames(of: &object, list) }
    for column in list.columns {
      let id = FieldID(rank: slice.id.rank, column: column.id.rank)
      guard let reading = recall(id) else { continue }
      searchIfUntouched(id, reading, at: now)
      object.findings += draftFindings(of: id, at: now)
    }
    return BrokenText.findings(object.findings, of: reader.problems, in: tree)
  }

  /// Names that no field of the list has, and values that are no drafts.
  private func checkNames(of object: inout ObjectReader, _ list: List) {
    let tree = object.tree
    var seen: [String: Int] = [:]
    for key in tree.members(of: 0) where tree[key].kind == .string {
      let name = tree.string(key) ?? ""
      guard let column = list.columns.first(where: { $0.key == name }) else {
        let nearest = object.nearest(to: name, among: list.columns.lazy.map { $0.key })
        object.add(
          Finding(.record(.unknownKey(name, nearest: nearest)), .warning, at: tree[key].span))
        continue
      }
      if seen.updateValue(key, forKey: name) != nil {
        object.add(.duplicateProperty(name: name), .warning, at: key)
      }
      let takesSeveral = reading(of: column.id)?.definition.takesSeveral ?? false
      if takesSeveral, tree[key + 1].kind == .array {
        for row in tree.elements(of: key + 1) {
          _ = object.isWellTyped(row, as: .text, of: name)
        }
      } else {
        _ = object.isWellTyped(key + 1, as: takesSeveral ? .draft : .text, of: name)
      }
    }
  }

  /// What is wrong with the draft of a field, as it was found last.
  package func draftFindings(of id: FieldID, at now: Instant) -> [Finding] {
    guard id.isInEntry else {
      return locate(id)?.slice.findings.filter { $0.isAboutDraft } ?? []
    }
    guard let reading = reading(of: id) else { return [] }
    var surroundings = surroundings(of: id, reading.definition, now)
    surroundings.verdicts = states[id]?.verdicts ?? []
    let judged = judged(id, reading.definition)
    var findings = judged.failures(in: states[id], surroundings).map {
      Finding(.draft($0.problem, words: $0.words), $0.severity, at: reading.draftPlace)
    }
    relate(&findings, seenFrom: id)
    return findings
  }

  /// The first entry of its list that is the same as that of a field, if the field is the one by which
  /// that is told, and what the fields are called in which they are the same.
  func twin(of id: FieldID) -> (entry: FieldID, labels: [String])? {
    if twins.isEmpty { return nil }
    guard let entry = id.entry, let list = list(ofEntry: entry),
      let drafts = twins[list.key]?.drafts[entry], let first = twins[list.key]?.first(with: drafts),
      first != entry, let place = drafts.firstIndex(where: { !$0.isEmpty }),
      place < list.unique.count, list.unique[place].id == id.definition
    else { return nil }
    return (first, list.unique.compactMap { reading(of: $0.id)?.definition.name })
  }
}
