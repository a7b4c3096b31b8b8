import FieldModels

/// The rows of a question whose values are texts, on the way to a field.
struct ForeignChoices {
  private(set) var rows: [JSONValue] = []
  private var values: Set<String> = []

  /// Adds a row, unless it has no value or that of another one, which is told.
  mutating func add(
    _ row: JSONSchemaImport.Row?, at path: String, to notes: inout ForeignNotes
  ) {
    guard let row, let value = row.value.string else {
      return notes.add(.wrongValue, path, "A row without a value")
    }
    guard values.insert(value).inserted else {
      return notes.add(.duplicate, path, "Another row has the same value")
    }
    rows.append(row.json)
  }

  /// Makes a field one to choose from; without rows it takes a text.
  func fill(
    _ field: inout FieldMembers, takesSeveral: Bool, at path: String, _ notes: inout ForeignNotes
  ) {
    if rows.isEmpty {
      field.kind = "entry"
      return notes.add(.wrongValue, path, "It has no rows; the field takes a text")
    }
    field.kind = "picker"
    field["data"] = .array(rows)
    if takesSeveral {
      field["multiple"] = true
    } else if field["required"] == nil {
      field["clearable"] = true
    }
  }

  /// Has a field begin with some of the rows; others are told.
  func begin(
    _ field: inout FieldMembers, with drafts: [String], at path: String,
    _ notes: inout ForeignNotes
  ) {
    if drafts.isEmpty { return }
    if drafts.allSatisfy(values.contains) {
      let texts = drafts.map { JSONValue.string($0) }
      field["text"] = field["multiple"] == true ? .array(texts) : texts[0]
    } else if !rows.isEmpty {
      notes.add(
        .wrongValue, path, "It begins with what is none of its rows", effect: .nothing)
    }
  }
}
