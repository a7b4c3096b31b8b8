/// Where the values of fields stand in a record, and which stand in each other's way.
extension FieldDocument {
  /// Where the value of a field stands; nil for one without a key, which has none.
  package func place(of mentions: FieldMentions) -> RecordLayout.Place? {
    guard let key = mentions.key, !key.isEmpty else { return nil }
    var own = mentions.path ?? [key]
    let home = mentions.group.flatMap { frame.homes[$0] }
    if let home, home.isList { return RecordLayout.Place(path: own, list: mentions.group) }
    // Only an entry can be a value as a whole.
    if own.isEmpty { own = [key] }
    return RecordLayout.Place(path: (home?.path ?? []) + own)
  }

  /// The names that lead to the value of a field, by which it is told whether others are in its way;
  /// nil for one without a key.
  package func steps(of mentions: FieldMentions) -> [String]? {
    guard let place = place(of: mentions) else { return nil }
    guard let list = place.list, let home = frame.homes[list] else { return place.path }
    return home.path + [Self.anyEntry] + place.path
  }

  /// Stands for the number of an entry: what is in one is in all.
  private static let anyEntry = "*"

  /// The key of the list to whose entries a field belongs; nil for one that stands by itself.
  package func list(of mentions: FieldMentions) -> String? {
    mentions.group.flatMap { frame.homes[$0]?.isList == true ? $0 : nil }
  }

  /// The same of the field with an identity.
  package func list(of id: FieldID) -> String? {
    frame.listPlaces.isEmpty ? nil : reading(of: id).flatMap { list(of: $0.mentions) }
  }

  /// Whether a list has a key.
  package func isList(_ key: String) -> Bool { frame.homes[key]?.isList ?? false }

  /// Where the value of a field stands, as a JSON pointer, if that is not under its key in the record
  /// itself; of a field in an entry with `*` for the number of the entry, which others may change.
  package func statedPath(of reading: FieldReading) -> String? {
    guard reading.mentions.mayBePlaced, let steps = steps(of: reading.mentions),
      steps.count != 1 || steps.first != reading.mentions.key
    else { return nil }
    return JSONPointer.path(steps)
  }

  /// Notes where a field's value stands, unless that is under its key in the record itself.
  mutating func place(_ id: FieldID, _ mentions: FieldMentions) {
    if mentions.path == [] { touched.insert(id) }
    guard mentions.mayBePlaced, let steps = steps(of: mentions),
      steps.count != 1 || steps.first != mentions.key
    else { return }
    paths.insert(id, at: steps)
  }

  /// Where the values of some fields stand; nowhere while all stand under their keys, since then
  /// none is in the way of another.
  func places(of fields: [(FieldID, FieldMentions)]) -> [[String]] {
    paths.isEmpty ? [] : fields.compactMap { steps(of: $0.1) }
  }

  /// Every field whose value stands at a path.
  func fields(at path: String) -> [FieldID] {
    let placed = paths.fields(at: path)
    guard let steps = JSONPointer.steps(of: path), steps.count == 1 else { return placed }
    let others = index.fields(steps[0]).filter { !paths.contains($0) }
    return others.isEmpty ? placed : (placed + others).sorted()
  }

  /// Whether a value, or an object with values, stands at a path.
  package func isTaken(_ path: [String]) -> Bool {
    let path = JSONPointer.path(path)
    return !fields(at: path).isEmpty || !paths.fields(through: path).isEmpty
  }

  func fieldsAtPaths(_ paths: Set<String>) -> Set<FieldID> {
    paths.reduce(into: []) { $0.formUnion(fields(at: $1)) }
  }

  /// Looks at the fields whose values stand where others have come or gone.
  mutating func touchFields(atPlaces places: [[String]]) {
    if places.isEmpty { return }
    for place in places {
      JSONPointer.forEachPlace(along: place) { path, isWhole in
        // Whoever is in the way of two others was so before.
        let count = isWhole ? fields(at: path).count : paths.fields(through: path).count
        if count <= places.count + 1 { touched.formUnion(fields(at: path)) }
      }
    }
  }

  /// Moves the fields of the groups whose paths have changed.
  mutating func movePaths(from old: DocumentFrame) {
    let homes = frame.homes
    if old.homes == homes { return }
    let moved = index.fields(ofGroups: { old.homes[$0] != homes[$0] }).sorted()
    let fields = moved.compactMap { id in reading(of: id).map { (id, $0.mentions) } }
    let oldPaths = paths.allPaths
    for (id, mentions) in fields {
      paths.remove(id)
      forgetFilled(id)
      place(id, mentions)
    }
    // All that stood or stand in anybody's way: it is a page that moves, not a field.
    touched.formUnion(fieldsAtPaths(oldPaths.union(paths.allPaths)))
    // Values that stand under their keys have no path of their own.
    let keys = Set(fields.compactMap { $0.1.key })
    touched.formUnion(fieldsAtPaths(Set(keys.map { JSONPointer.path([$0]) })))
    touched.formUnion(moved)
  }

  /// What is wrong with where a field's value stands.
  func pathFindings(_ id: FieldID, _ reading: FieldReading) -> [Finding] {
    let isMisplaced = reading.mentions.path == [] && list(of: reading.mentions) == nil
    guard isMisplaced || !paths.isEmpty || !frame.listPlaces.isEmpty,
      let steps = steps(of: reading.mentions),
      let node = reading.value(.path) ?? reading.value(.key)
    else { return [] }
    let path = JSONPointer.path(steps)
    let span = reading.tree[node].span
    var findings: [Finding] = []
    if isMisplaced { findings.append(.text(.invalidPath("", .empty), at: span)) }
    // Those that stand at one place for their keys are told of the key.
    let isToldOfKey =
      reading.mentions.path == nil && 1 < index.holderCount(reading.mentions.key ?? "")
    if !isToldOfKey, fields(at: path).contains(where: { $0 != id }) {
      findings.append(.form(.duplicatePath(path), at: span))
    }
    if !paths.fields(through: path).isEmpty {
      findings.append(.form(.crossedPath(path), at: span))
    } else if let list = listAround(reading.mentions, steps) {
      findings.append(.form(.pathInList(path, list: list), at: span))
    }
    return findings
  }

  /// The list in which the value of a field would stand that does not belong to it.
  private func listAround(_ mentions: FieldMentions, _ steps: [String]) -> String? {
    if frame.listPlaces.isEmpty || list(of: mentions) != nil { return nil }
    // Of a group that is in the way of a list that is told.
    let home = mentions.group.flatMap { frame.homes[$0] }?.path.count ?? 0
    var around: String?
    var count = 0
    JSONPointer.forEachPlace(along: steps) { place, _ in
      count += 1
      if home < count { around = around ?? frame.listPlaces[place] }
    }
    return around
  }
}
