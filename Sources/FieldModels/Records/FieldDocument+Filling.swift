/// A form that begins with the values of a record.
extension FieldDocument {
  /// The text with the drafts of which some values would be committed.
  ///
  /// A value of another type is a draft all the same, as it is written, which the form then tells
  /// of; one that is null, a list or an object in the wrong place empties its field. Of a list all
  /// entries are those of the values. Where drafts are tidied, texts are numbers as their reader writes them.
  ///
  /// - Parameters:
  ///   - values: the members of a record; the last one of a name counts
  ///   - now: this moment
  /// - Returns: the text, the keys that no field has, where an object takes such keys, and the keys of
  ///   the fields outside of lists that have got a text, which a person may have typed
  /// - Throws: what no field is there for in a `closed` object, and values of the wrong shape
  package func text(
    filledWith values: [JSONValue.Member], at now: Instant
  ) throws(FillingProblem) -> (bytes: [UInt8], strangers: [FillingStranger], typed: [String]) {
    var filling = Filling(self)
    try filling.take(values, into: 0, at: "")
    return (
      bytes(filledBy: filling, at: now), filling.strangers, filling.typed.compactMap { key(of: $0) }
    )
  }

  private func bytes(filledBy filling: Filling, at now: Instant) -> [UInt8] {
    var bytes = text.bytes(in: 0..<text.byteCount)
    for edit in filling.edits.sorted(by: { $1.range.lowerBound < $0.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.replacement)
    }
    if filling.entries.isEmpty { return bytes }
    var filled = FieldDocument(
      bytes, dialect: dialect, vocabulary: vocabulary, wording: wording, at: now)
    // A list that the text does not have yet is written before the others.
    for (list, entries) in filling.entries.reversed() {
      filled.fill(list, with: entries, at: now)
    }
    return filled.text.bytes(in: 0..<filled.text.byteCount)
  }

  /// The drafts of an entry of which some values would be committed.
  ///
  /// - Parameters:
  ///   - values: the members of the entry as a record has it; where entries are values, that of the field's
  ///     key
  ///   - list: the key of the list
  /// - Returns: the drafts, in the order of the form
  /// - Throws: what no field is there for
  package func drafts(
    of values: [JSONValue.Member], inList list: String
  ) throws(FillingProblem) -> [EntryDraft] {
    var filling = Filling(self)
    guard let number = filling.layout.lists.firstIndex(where: { $0.key == list }) else { return [] }
    var entry = JSONValue.object(values)
    if let field = filling.layout.lists[number].value {
      let key = filling.key(of: field)
      if let stranger = values.first(where: { $0.name != key }) {
        throw .unknownKey(stranger.name, nearest: key)
      }
      entry = values.last?.value ?? .null
    }
    let drafts = try filling.entry(entry, of: number, at: "") ?? []
    if let stranger = filling.strangers.first {
      throw .unknownKey(stranger.path, nearest: nil)
    }
    return drafts
  }

  /// Puts entries in the place of those that a list has.
  private mutating func fill(_ key: String, with entries: [[EntryDraft]], at now: Instant) {
    guard let list = lists[key] else { return }
    let places = self.entries(of: list)
    if let first = places.first, let last = places.last {
      replace(start(ofSlice: first)..<end(ofEntryAt: last), with: [], at: now)
    }
    if entries.isEmpty { return }
    let texts = entries.map { Self.json(of: $0) }
    let lineBreak = JSONLayout.Style().following(text).lineBreak
    let whole = Array(texts.joined(separator: Array(",\(lineBreak)    ".utf8)))
    guard let (edit, offset) = editInserting([], into: key, before: nil) else { return }
    let empty = Self.json(of: [])
    let lead = edit.replacement.prefix(offset)
    let trail = edit.replacement.dropFirst(offset + empty.count)
    replace(edit.range, with: lead + whole + trail, at: now)
  }

  /// A key among values that no field has, and that is passed over.
  package struct FillingStranger: Sendable {
    /// Where it is, as a JSON pointer into the values.
    package var path: String
    package var problem: RecordProblem
  }

  /// Why values can't be drafts.
  package enum FillingProblem: Error {
    /// No field has this key, or this path.
    case unknownKey(String, nearest: String?)
    /// Something else stands where an object with values belongs, at a path.
    case notAnObject(String)
    /// Something else stands where a list belongs, at a path.
    case notAList(String)
  }
}

/// Values on their way into the fields of a form.
private struct Filling {
  private let document: FieldDocument
  /// The fields, by their numbers in the layout.
  private var ids: [FieldID] = []
  let layout: RecordLayout
  private(set) var edits: [TextEdit] = []
  /// The keys that no field has.
  private(set) var strangers: [FieldDocument.FillingStranger] = []
  /// The fields outside of lists that have got a text.
  private(set) var typed: [FieldID] = []
  /// The entries of each list that the values have, by its key.
  private(set) var entries: [(list: String, entries: [[EntryDraft]])] = []

  init(_ document: FieldDocument) {
    self.document = document
    var ids: [FieldID] = []
    var places: [RecordLayout.Place] = []
    document.forEachField(in: 0..<document.text.byteCount) { id, _, reading in
      guard let place = document.place(of: reading.mentions) else { return true }
      ids.append(id)
      places.append(place)
      return true
    }
    self.ids = ids
    layout = RecordLayout(places, document.frame)
  }

  /// Gives the values of an object to its fields.
  mutating func take(
    _ values: [JSONValue.Member], into object: Int, at path: String
  ) throws(FieldDocument.FillingProblem) {
    for (content, value, path) in try contents(of: values, object, at: path) {
      switch content {
      case .field(let field):
        if let edit = edit(filling: ids[field], with: value) { edits.append(edit) }
        if case .string = value { typed.append(ids[field]) }
      case .object(let inner):
        let isLenient = layout.objects[inner].isLenient
        if let members = try Self.members(of: value, isLenient, at: path) {
          try take(members, into: inner, at: path)
        }
      case .list(let list):
        var all: [[EntryDraft]] = []
        let isLenient = layout.lists[list].isLenient
        for (number, element) in try Self.elements(of: value, isLenient, at: path).enumerated() {
          if let drafts = try entry(element, of: list, at: path + "/\(number)") {
            all.append(drafts)
          }
        }
        entries.append((layout.lists[list].key, all))
      }
    }
  }

  /// The drafts of an entry of a list, by its number; nil for what is taken instead of an entry.
  mutating func entry(
    _ value: JSONValue, of list: Int, at path: String
  ) throws(FieldDocument.FillingProblem) -> [EntryDraft]? {
    var drafts: [Int: Draft] = [:]
    if let field = layout.lists[list].value {
      take(value, into: field, &drafts)
    } else {
      let isLenient = layout.lists[list].isLenient
      guard let members = try Self.members(of: value, isLenient, at: path) else {
        if isLenient { return nil }
        throw .notAnObject(path)
      }
      try take(members, into: layout.lists[list].entry, isLenient, at: path, &drafts)
    }
    return layout.lists[list].fields.compactMap { field in
      guard let draft = drafts[field], let key = key(of: field) else { return nil }
      return EntryDraft(key: key, draft: draft)
    }
  }

  /// The key of a field, by its number in the layout.
  func key(of field: Int) -> String? { document.reading(of: ids[field])?.definition.key }

  /// Notes the draft that a value gives, unless that is empty.
  private func take(_ value: JSONValue, into field: Int, _ drafts: inout [Int: Draft]) {
    guard let definition = document.reading(of: ids[field])?.definition else { return }
    let draft = draft(of: value, in: definition)
    if !draft.isEmpty { drafts[field] = draft }
  }

  private mutating func take(
    _ values: [JSONValue.Member], into object: Int, _ isLenient: Bool, at path: String,
    _ drafts: inout [Int: Draft]
  ) throws(FieldDocument.FillingProblem) {
    for (content, value, path) in try contents(of: values, object, at: path) {
      switch content {
      case .field(let field): take(value, into: field, &drafts)
      case .object(let inner):
        if let members = try Self.members(of: value, isLenient, at: path) {
          try take(members, into: inner, isLenient, at: path, &drafts)
        }
      case .list: continue
      }
    }
  }

  /// What stands in an object under the names of values, and where each is.
  private mutating func contents(
    of values: [JSONValue.Member], _ object: Int, at path: String
  ) throws(FieldDocument.FillingProblem) -> [(RecordLayout.Content, JSONValue, path: String)] {
    let known = layout.objects[object]
    var contents: [(RecordLayout.Content, JSONValue, path: String)] = []
    // The last of several with one name is meant; entries get their numbers in this order.
    let places = Dictionary(keepingLast: values.enumerated().map { ($1.name, $0) })
    for (place, member) in values.enumerated() where places[member.name] == place {
      let (name, value) = (member.name, member.value)
      let path = path + JSONPointer.step(name)
      guard let content = known.content(named: name) else {
        if object == 0, RecordLayout.otherNames.contains(name) { continue }
        let nearest = known.nearestName(to: name)
        if known.isClosed {
          throw object == 0
            ? .unknownKey(name, nearest: nearest) : .unknownKey(path, nearest: nil)
        }
        strangers.append(.init(path: path, problem: .unknownKey(name, nearest: nearest)))
        continue
      }
      contents.append((content, value, path))
    }
    return contents
  }

  /// The members of an object; nil for null, by which it is left out, and for what else is taken
  /// instead of it.
  private static func members(
    of value: JSONValue, _ isLenient: Bool, at path: String
  ) throws(FieldDocument.FillingProblem) -> [JSONValue.Member]? {
    switch value {
    case .object(let members): return members
    case .null: return nil
    case .bool, .number, .string, .array:
      if isLenient { return nil }
      throw .notAnObject(path)
    }
  }

  private static func elements(
    of value: JSONValue, _ isLenient: Bool, at path: String
  ) throws(FieldDocument.FillingProblem) -> [JSONValue] {
    switch value {
    case .array(let elements): return elements
    case .null: return []
    case .bool, .number, .string, .object:
      if isLenient { return [] }
      throw .notAList(path)
    }
  }

  private func edit(filling id: FieldID, with value: JSONValue) -> TextEdit? {
    guard let definition = document.reading(of: id)?.definition else { return nil }
    let draft = draft(of: value, in: definition)
    return draft == definition.draft ? nil : document.editSetting(draft, of: id)
  }

  /// The draft that a value gives.
  ///
  /// Where drafts are tidied, a number that is a text has been typed as its reader writes it; one that may
  /// be two is left to the reader.
  private func draft(of value: JSONValue, in definition: FieldDefinition) -> Draft {
    let draft = definition.draft(of: value)
    guard document.tidiesDrafts, case .string = value, definition.valueKind != .string else {
      return draft
    }
    let signs = document.wording.numberSigns
    let typed = definition.with(draft)
    guard typed.unclearNumber(by: signs) == nil else { return draft }
    return typed.tidied(by: signs, isTyped: true).map { .text($0) } ?? draft
  }
}

extension FieldDefinition {
  /// The draft of which a value would be committed; of a value that none commits, as it is written.
  package func draft(of value: JSONValue) -> Draft {
    let draft = content(of: value).draft
    let isEmpty = draft.isEmpty || (takesSeveral && draft.values == [""])
    return isEmpty ? emptyDraft : draft
  }
}
