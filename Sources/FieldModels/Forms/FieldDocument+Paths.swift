/// Where the values of fields stand in a record, and which stand in each other's way.
extension FieldDocument {
  /// The names that lead to the value of a field; nil for one without a key, which has none.
  package func steps(of mentions: FieldMentions) -> [String]? {
    guard let key = mentions.key, !key.isEmpty else { return nil }
    let object = mentions.group.flatMap { frame.groupPaths[$0] } ?? []
    return object + (mentions.path ?? [key])
  }

  /// Where the value of a field stands, as a JSON pointer, if that is not under its key in the record
  /// itself.
  package func statedPath(of reading: FieldReading) -> String? {
    guard reading.mentions.mayBePlaced, let steps = steps(of: reading.mentions),
      steps != [reading.mentions.key]
    else { return nil }
    return JSONPointer.path(steps)
  }

  /// Notes where a field's value stands, unless that is under its key in the record itself.
  mutating func place(_ id: FieldID, _ mentions: FieldMentions) {
    guard mentions.mayBePlaced, let steps = steps(of: mentions), steps != [mentions.key] else {
      return
    }
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
      PathIndex.forEachPlace(of: place) { path, isWhole in
        // Whoever is in the way of two others was so before.
        let count = isWhole ? fields(at: path).count : paths.fields(through: path).count
        if count <= places.count + 1 { touched.formUnion(fields(at: path)) }
      }
    }
  }

  /// Moves the fields of the groups whose paths have changed.
  mutating func movePaths(from old: DocumentFrame) {
    let groupPaths = frame.groupPaths
    if old.groupPaths == groupPaths { return }
    let moved = index.fields(ofGroups: { old.groupPaths[$0] != groupPaths[$0] }).sorted()
    let fields = moved.compactMap { id in reading(of: id).map { (id, $0.mentions) } }
    let oldPaths = paths.allPaths
    for (id, mentions) in fields {
      paths.remove(id)
      place(id, mentions)
    }
    // All that stood or stand in anybody's way: it is a page that moves, not a field.
    touched.formUnion(fieldsAtPaths(oldPaths.union(paths.allPaths)))
    touched.formUnion(moved)
  }

  /// What is wrong with where a field's value stands.
  func pathFindings(_ id: FieldID, _ reading: FieldReading) -> [Finding] {
    guard !paths.isEmpty, let steps = steps(of: reading.mentions),
      let node = reading.value(.path) ?? reading.value(.key)
    else { return [] }
    let path = JSONPointer.path(steps)
    let span = reading.tree[node].span
    var findings: [Finding] = []
    // Those that stand at one place for their keys are told of the key.
    let isToldOfKey =
      reading.mentions.path == nil && 1 < index.holderCount(reading.mentions.key ?? "")
    if !isToldOfKey, fields(at: path).contains(where: { $0 != id }) {
      findings.append(.form(.duplicatePath(path), at: span))
    }
    if !paths.fields(through: path).isEmpty {
      findings.append(.form(.crossedPath(path), at: span))
    }
    return findings
  }
}
