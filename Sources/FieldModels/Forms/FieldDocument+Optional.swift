/// The objects and lists of the record that may be left out: while nothing is in one, nothing in it is required.
extension FieldDocument {
  /// Whether an object around a field's value may be left out, and nothing is in it.
  func isLeftOut(_ id: FieldID) -> Bool {
    // A list with an entry is not left out.
    if frame.optionalPaths.isEmpty || id.isInEntry { return false }
    return optionalObjects(around: id).contains { !isFilled($0) }
  }

  /// Whether a list has too few entries to be there, but may be left out, or an object around it.
  func isLeftOut(list: List) -> Bool {
    if frame.optionalPaths.isEmpty || !entries(of: list).isEmpty { return false }
    var isLeftOut = false
    JSONPointer.forEachPlace(along: frame.homes[list.key]?.path ?? []) { place, isWhole in
      if frame.optionalPaths.contains(place), isWhole || !isFilled(place) { isLeftOut = true }
    }
    return isLeftOut
  }

  /// The paths of the objects around a field's value that may be left out.
  private func optionalObjects(around id: FieldID) -> [String] {
    var found: [String] = []
    JSONPointer.forEachPlace(along: paths.path(of: id) ?? []) { place, isWhole in
      if !isWhole, frame.optionalPaths.contains(place) { found.append(place) }
    }
    return found
  }

  /// Whether something is in the object at a path.
  private func isFilled(_ path: String) -> Bool {
    if !(filledObjects[path] ?? []).isEmpty { return true }
    return lists.values.contains { list in
      JSONPointer.path(frame.homes[list.key]?.path ?? []).hasPrefix(path + "/")
        && !entries(of: list).isEmpty
    }
  }

  /// Finds out in which of these objects something is now, and has their fields looked at where that has changed.
  mutating func noteOptionalObjects(at now: Instant) {
    if frame.optionalPaths.isEmpty { return }
    for id in touched.all where !id.isInEntry && !isEntry(id) { noteFilled(id, at: now) }
    tellLookers(at: now)
  }

  private mutating func noteFilled(_ id: FieldID, at now: Instant) {
    let paths = optionalObjects(around: id)
    guard !paths.isEmpty, let definition = recall(id)?.definition else { return }
    let draft = definition.seen(countedDraft(of: id, definition, at: now) ?? definition.draft)
    for path in paths {
      let was = isFilled(path)
      if draft.isEmpty {
        filledObjects[path]?.remove(id)
      } else {
        filledObjects[path, default: []].insert(id)
      }
      if was != isFilled(path) { lookers.formUnion(self.paths.fields(through: path)) }
    }
  }

  /// Forgets a field that is gone, or whose value stands elsewhere.
  mutating func forgetFilled(_ id: FieldID) {
    for path in filledObjects.keys where filledObjects[path]?.remove(id) != nil {
      if !isFilled(path) { lookers.formUnion(paths.fields(through: path)) }
    }
  }

  /// Looks anew at the fields of objects that may be left out now, or could before.
  mutating func followOptionalPaths(_ old: Set<String>) {
    if old == frame.optionalPaths { return }
    filledObjects = filledObjects.filter { frame.optionalPaths.contains($0.key) }
    for path in old.union(frame.optionalPaths) { touched.formUnion(paths.fields(through: path)) }
  }

  /// Has the fields looked at that stand with a list in objects that may be left out.
  mutating func noteOptionalObjects(aroundList key: String) {
    JSONPointer.forEachPlace(along: frame.homes[key]?.path ?? []) { place, _ in
      if frame.optionalPaths.contains(place) { lookers.formUnion(paths.fields(through: place)) }
    }
  }
}
