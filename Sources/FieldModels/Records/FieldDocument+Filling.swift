/// A form that begins with the values of a record.
extension FieldDocument {
  /// The text with the drafts of which some values would be committed.
  ///
  /// A value of another type is a draft all the same, as it is written, which the form then tells
  /// of; one that is null, a list or an object in the wrong place empties its field.
  ///
  /// - Parameter values: by the keys of fields; the last one of a key counts
  /// - Returns: the text
  /// - Throws: a key that no field has
  package func text(
    filledWith values: [JSONValue.Member]
  ) throws(UnknownKey) -> [UInt8] {
    var edits: [TextEdit] = []
    for (key, value) in Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) {
      guard let id = field(keyed: key), let definition = reading(of: id)?.definition else {
        throw UnknownKey(key: key)
      }
      let draft =
        switch definition.content(of: value) {
        case .draft(let draft), .unfit(_, let draft): draft
        }
      if draft == definition.draft { continue }
      let isEmpty = draft.isEmpty || (definition.takesSeveral && draft.values == [""])
      if let edit = editSetting(isEmpty ? definition.emptyDraft : draft, of: id) {
        edits.append(edit)
      }
    }
    var bytes = text.bytes(in: 0..<text.byteCount)
    for edit in edits.sorted(by: { $1.range.lowerBound < $0.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.replacement)
    }
    return bytes
  }

  /// A key that no field has.
  package struct UnknownKey: Error {
    package var key: String
  }
}
