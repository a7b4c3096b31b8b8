/// What people do to the lists of a form: entries are added, taken out and moved.
extension FieldDocument {
  func addingEntry(
    to key: String, before number: WholeNumber?, holding drafts: [EntryDraft]?
  ) throws(FormRefusal) -> [FormAct.Step] {
    let list = try list(keyed: key)
    guard let first = list.columns.first else {
      throw FormRefusal(.wrongKind, "The list \"\(key)\" has no fields")
    }
    if let most = list.repetition.maxEntries, most <= entries(of: list).count {
      let problem = RecordProblem.tooManyEntries(maximum: most, count: Int(most) + 1)
      throw FormRefusal(.full, problem.message(in: wording))
    }
    let index = try number.map { number throws(FormRefusal) in try place(of: number, in: list) }
    return [
      .ask(.addEntry, first.id),
      .edit(.insertEntry(list: key, before: number, drafts ?? firstDrafts(of: list))),
      .then(.beginEntry(list: key, index: index ?? entries(of: list).count)),
    ]
  }

  func removingEntry(_ number: WholeNumber) throws(FormRefusal) -> [FormAct.Step] {
    let (id, list) = try entry(numbered: number)
    guard let first = list.columns.first else {
      throw FormRefusal(.wrongKind, "The list \"\(list.key)\" has no fields")
    }
    return [
      .ask(.removeEntry, FieldID(rank: id.rank, column: first.id.rank)),
      .edit(.removeEntry(number)),
    ]
  }

  func movingEntry(
    _ number: WholeNumber, before other: WholeNumber?
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (_, list) = try entry(numbered: number)
    if let other { _ = try place(of: other, in: list) }
    return number == other ? [] : [.edit(.moveEntry(number, before: other))]
  }

  /// The steps that give the first field of an entry the focus, if it can be entered.
  func beginningEntry(
    of key: String, index: Int, opens: Bool, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    guard let list = lists[key] else { return [] }
    let place = entries(of: list).lowerBound + index
    guard entries(of: list).contains(place) else { return [] }
    let id = slices[place].id
    let first = list.columns.lazy.map { FieldID(rank: id.rank, column: $0.id.rank) }
      .first { takesFocus($0, now) }
    guard let first, let key = self.key(of: first) else { return [] }
    return try steps(of: .begin(key: key), opens: opens, at: now)
  }

  private func list(keyed key: String) throws(FormRefusal) -> List {
    guard let list = lists[key] else {
      throw FormRefusal(.wrongKind, "No list has the key \"\(key)\"")
    }
    return list
  }

  private func entry(numbered number: WholeNumber) throws(FormRefusal) -> (id: FieldID, list: List)
  {
    guard let id = entryIDs[Int(clamping: number)], let list = list(ofEntry: id) else {
      throw FormRefusal(.noEntry, "No list has an entry \(number)")
    }
    return (id, list)
  }

  /// How many entries stand before one of a list.
  private func place(of number: WholeNumber, in list: List) throws(FormRefusal) -> Int {
    let (id, other) = try entry(numbered: number)
    guard other.key == list.key, let place = locate(id)?.index else {
      throw FormRefusal(.noEntry, "The list \"\(list.key)\" has no entry \(number)")
    }
    return place - entries(of: list).lowerBound
  }

  /// What a new entry begins with: the drafts that the list has for its fields.
  private func firstDrafts(of list: List) -> [EntryDraft] {
    list.columns.compactMap { column in
      guard let draft = reading(of: column.id)?.definition.draft, !draft.isEmpty else { return nil }
      return EntryDraft(key: column.key, draft: draft)
    }
  }
}

/// The draft of a field of an entry.
package struct EntryDraft: Equatable, Sendable {
  /// The key that the list gives the field.
  package var key: String
  package var draft: Draft

  package init(key: String, draft: Draft) {
    self.key = key
    self.draft = draft
  }
}

// How the text changes.
extension FieldDocument {
  /// The change of the text that puts an entry before another, or behind all.
  ///
  /// - Returns: the change, and where in what it writes the entry begins
  func editInserting(
    _ drafts: [EntryDraft], into key: String, before number: WholeNumber?
  ) -> (edit: TextEdit, offset: Int)? {
    guard let list = lists[key] else { return nil }
    let entry = Self.json(of: drafts)
    let places = entries(of: list)
    if let number, let id = entryIDs[Int(clamping: number)], let found = locate(id),
      places.contains(found.index)
    {
      let text = entry + [UInt8(ascii: ",")] + space(between: places)
      return (TextEdit(range: found.start..<found.start, replacement: text), 0)
    }
    if let last = places.last {
      let place = end(ofEntryAt: last)
      let lead = [UInt8(ascii: ",")] + space(between: places)
      return (TextEdit(range: place..<place, replacement: lead + entry), lead.count)
    }
    guard let (place, lead, trail) = placeOfLists(key, list) else { return nil }
    let edit = TextEdit(range: place..<place, replacement: lead + entry + trail)
    return (edit, lead.count)
  }

  /// The change of the text that takes an entry out, with the comma that held it.
  func editRemoving(_ number: WholeNumber) -> TextEdit? {
    guard let id = entryIDs[Int(clamping: number)], let list = list(ofEntry: id),
      let (place, start, slice) = locate(id)
    else { return nil }
    let places = entries(of: list)
    if place + 1 < places.upperBound {
      return TextEdit(range: start..<(start + slice.byteCount), replacement: [])
    }
    let end = end(ofEntryAt: place)
    let begin = places.contains(place - 1) ? self.end(ofEntryAt: place - 1) : start
    return TextEdit(range: begin..<end, replacement: [])
  }

  /// The change of the text that has an entry stand before another, or behind all.
  func editMoving(_ number: WholeNumber, before other: WholeNumber?) -> TextEdit? {
    guard let id = entryIDs[Int(clamping: number)], let list = list(ofEntry: id),
      let from = locate(id)?.index
    else { return nil }
    let places = entries(of: list)
    let target =
      other.flatMap { entryIDs[Int(clamping: $0)] }.flatMap { locate($0)?.index }
      ?? places.upperBound
    guard places.contains(from), from != target, from + 1 != target else { return nil }
    // What is written of the entries changes places, and what stands between them stays.
    let touched = min(from, target)..<max(from + 1, target)
    let spans = touched.map { start(ofSlice: $0)..<end(ofEntryAt: $0) }
    var order = Array(spans.indices)
    let moved = order.remove(at: from - touched.lowerBound)
    order.insert(moved, at: from < target ? order.count : 0)
    guard let first = spans.first, let last = spans.last else { return nil }
    var bytes: [UInt8] = []
    for (place, source) in order.enumerated() {
      bytes += text.bytes(in: spans[source])
      if place + 1 < spans.count {
        bytes += text.bytes(in: spans[place].upperBound..<spans[place + 1].lowerBound)
      }
    }
    return TextEdit(range: first.lowerBound..<last.upperBound, replacement: bytes)
  }

  /// Where what is written of an entry ends.
  func end(ofEntryAt place: Int) -> Int {
    let (slice, start) = (slices[place], start(ofSlice: place))
    let tree = reader(of: slice, from: start).tree
    return tree.isEmpty ? start : start + tree[0].span.upperBound
  }

  /// What stands between the comma behind an entry and the next one: as between the first two, else as
  /// before the first.
  private func space(between places: Range<Int>) -> [UInt8] {
    guard let first = places.first else { return [UInt8(ascii: " ")] }
    let start = start(ofSlice: first)
    if 1 < places.count {
      let between = text.bytes(in: end(ofEntryAt: first)..<self.start(ofSlice: first + 1))
      let space = between.drop { $0 != UInt8(ascii: ",") }.dropFirst()
      if !between.isEmpty, space.allSatisfy({ $0.isJSONSpace }) { return Array(space) }
    }
    var begin = start
    while text.byte(at: begin - 1)?.isJSONSpace ?? false { begin -= 1 }
    return begin == start ? [UInt8(ascii: " ")] : text.bytes(in: begin..<start)
  }

  /// Where the first entry of a list goes, and what has to be written before and behind it.
  private func placeOfLists(
    _ key: String, _ list: List
  ) -> (place: Int, lead: [UInt8], trail: [UInt8])? {
    if let piece = list.piece, let (start, tree, entries) = entriesObject(inPiece: piece),
      let name = tree.members(of: entries).first(where: { tree.isString($0, key) })
    {
      return (start + tree[name + 1].span.lowerBound + 1, [], [])
    }
    let name = Array("\"\(JSONString.escaped(key))\": [ ".utf8)
    for piece in pieces.indices {
      guard let (start, tree, entries) = entriesObject(inPiece: piece),
        tree[entries].kind == .object,
        0 < tree[entries].span.count,
        tree.byte(at: tree[entries].span.lowerBound) == UInt8(ascii: "{")
      else { continue }
      let isEmpty = tree.members(of: entries).first { _ in true } == nil
      let place = start + tree[entries].span.lowerBound + 1
      return (place, Array(" ".utf8) + name, Array((isEmpty ? " ] " : " ],").utf8))
    }
    guard let tail = slices.indexOfTail else { return nil }
    let start = start(ofSlice: tail)
    guard text.byte(at: start) == UInt8(ascii: "]") else { return nil }
    return (start + 1, Array(",\n  \"entries\": { ".utf8) + name, Array(" ] }".utf8))
  }

  /// The object of lists in a piece of the text.
  private func entriesObject(inPiece piece: Int) -> (start: Int, tree: JSONTree, node: Int)? {
    guard pieces.indices.contains(piece), let (_, start, slice) = locate(pieces[piece]) else {
      return nil
    }
    let frame = DocumentFrame.Piece(reader(of: slice, from: start), slice.part.sort)
    return frame.entries.map { (start, frame.tree, $0) }
  }

  /// An entry as it is written.
  static func json(of drafts: [EntryDraft]) -> [UInt8] {
    if drafts.isEmpty { return Array("{}".utf8) }
    var bytes = Array("{ ".utf8)
    for (place, draft) in drafts.enumerated() {
      if 0 < place { bytes += Array(", ".utf8) }
      var json = JSONWriter()
      switch draft.draft {
      case .text(let text): json.value(text)
      case .rows(let rows): json.value(rows)
      }
      bytes += Array("\"\(JSONString.escaped(draft.key))\": ".utf8) + json.bytes
    }
    return bytes + Array(" }".utf8)
  }
}

extension SumTree<DocumentSlice> {
  /// The place of what stands behind the fields.
  fileprivate var indexOfTail: Int? {
    var place: Int?
    forEachWhere({ $0.frameCount > 0 }) { position, slice in
      if slice.part.sort == .tail { place = position }
      return place == nil
    }
    return place
  }
}
