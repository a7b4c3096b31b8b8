/// A form that begins with the values of a record.
extension FieldDocument {
  /// The text with the drafts of which some values would be committed.
  ///
  /// A value of another type is a draft all the same, as it is written, which the form then tells
  /// of; one that is null, a list or an object in the wrong place empties its field.
  ///
  /// - Parameter values: the members of a record; the last one of a name counts
  /// - Returns: the text
  /// - Throws: what no field is there for
  package func text(
    filledWith values: [JSONValue.Member]
  ) throws(FillingProblem) -> [UInt8] {
    var ids: [FieldID] = []
    var places: [RecordLayout.Place] = []
    forEachField(in: 0..<text.byteCount) { id, _, reading in
      guard let place = place(of: reading.mentions) else { return true }
      ids.append(id)
      places.append(place)
      return true
    }
    let layout = RecordLayout(places, frame)
    var edits: [TextEdit] = []
    try fill(values, into: 0, of: layout) { field, value in
      if let edit = edit(filling: ids[field], with: value) { edits.append(edit) }
    }
    var bytes = text.bytes(in: 0..<text.byteCount)
    for edit in edits.sorted(by: { $1.range.lowerBound < $0.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.replacement)
    }
    return bytes
  }

  /// Gives the values of an object to its fields.
  private func fill(
    _ values: [JSONValue.Member], into object: Int, of layout: RecordLayout,
    _ fill: (_ field: Int, JSONValue) -> Void
  ) throws(FillingProblem) {
    let known = layout.objects[object]
    for (name, value) in Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) {
      guard let place = known.places[name] else {
        throw object == 0
          ? .unknownKey(name, nearest: known.nearestName(to: name))
          : .unknownKey(known.path + JSONPointer.step(name), nearest: nil)
      }
      switch known.members[place].content {
      case .field(let field): fill(field, value)
      case .object(let inner):
        switch value {
        case .object(let members): try self.fill(members, into: inner, of: layout, fill)
        case .null: continue
        case .bool, .number, .string, .array: throw .notAnObject(layout.objects[inner].path)
        }
      case .list: continue
      }
    }
  }

  private func edit(filling id: FieldID, with value: JSONValue) -> TextEdit? {
    guard let definition = reading(of: id)?.definition else { return nil }
    let draft = definition.content(of: value).draft
    if draft == definition.draft { return nil }
    let isEmpty = draft.isEmpty || (definition.takesSeveral && draft.values == [""])
    return editSetting(isEmpty ? definition.emptyDraft : draft, of: id)
  }

  /// Why values can't be drafts.
  package enum FillingProblem: Error {
    /// No field has this key, or this path.
    case unknownKey(String, nearest: String?)
    /// Something else stands where an object with values belongs, at a path.
    case notAnObject(String)
  }
}
