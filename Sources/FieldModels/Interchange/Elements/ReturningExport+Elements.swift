import FieldModels

/// What exports have in common whose forms are elements one behind the other (`ForeignBody`).
extension ReturningExport {
  /// How a format writes the parts of a form.
  struct Writing {
    /// The name under which `presentation` has what only the format knows.
    var look: String
    /// Writes what something with an identifier is for.
    var description: (_ text: String, _ id: String) -> JSONValue
    /// Writes a group with an identifier around what describes it and its fields.
    var group: (DocumentFrame.Group, _ id: String, _ look: JSONValue, [JSONValue]) -> [JSONValue]
    /// Writes a field behind other elements.
    var field: (inout ReturningExport, Field, _ look: JSONValue, inout [JSONValue]) -> Void
  }

  /// The parts of the form: what describes it, its fields, those of a group together, and what stood between
  /// them.
  mutating func elements(_ writing: Writing) -> [JSONValue] {
    let frame = document.frame
    let groups = Dictionary(keepingFirst: frame.groups.map { ($0.key, $0) })
    let fields = fields()
    let members = Dictionary(grouping: fields) { $0.definition.group ?? "" }
    var elements = Self.described(frame.description, by: ForeignBody.form, writing)
    var opened = Set(document.listKeys)
    for field in fields {
      if let key = field.definition.group, let group = groups[key] {
        if opened.insert(key).inserted {
          write(group, with: members[key] ?? [], writing, to: &elements)
        }
      } else {
        write(field, writing, to: &elements)
      }
    }
    for group in frame.groups where opened.insert(group.key).inserted {
      write(group, with: [], writing, to: &elements)
    }
    return elements + (frame.presentation?[writing.look]?["after"]?.array ?? [])
  }

  private static func described(
    _ text: String?, by id: String, _ writing: Writing
  ) -> [JSONValue] {
    guard let text, !text.isEmpty else { return [] }
    return [writing.description(text, id)]
  }

  private mutating func write(
    _ group: DocumentFrame.Group, with fields: [Field], _ writing: Writing,
    to elements: inout [JSONValue]
  ) {
    let look = group.presentation?[writing.look] ?? .null
    let id = ForeignBody.group + group.key
    var inner = Self.described(group.description, by: id, writing)
    for field in fields { write(field, writing, to: &inner) }
    elements += look["before"]?.array ?? []
    elements += writing.group(group, id, look, inner)
  }

  /// Writes a field that is shown, as one that can be answered and is checked.
  private mutating func write(
    _ field: Field, _ writing: Writing, to elements: inout [JSONValue]
  ) {
    if field.definition.isVisible == .never {
      return lose(
        .unsupportedField, at: field.path, "\(format) has no fields that are not shown")
    }
    var field = field
    if field.definition.isChecked != .always { field.release() }
    let look = field.own["presentation"]?[writing.look] ?? .null
    elements += look["before"]?.array ?? []
    writing.field(&self, field, look, &elements)
  }

  /// Tells that the format has nothing for a field.
  mutating func loseField(_ field: Field) {
    lose(.unsupportedField, at: field.path, "\(format) has nothing for it")
  }

  /// The draft that an element begins with; that of a secure field is written nowhere, which is told.
  mutating func draft(of field: Field) -> Draft? {
    if field.definition.draft.isEmpty { return nil }
    if field.definition.isSecure {
      lose(.secret, at: field.path + "/text", "The draft of a secure field is not written")
      return nil
    }
    return field.definition.draft
  }
}

extension FieldDefinition {
  /// What it is called, by its key where it has no label.
  var heading: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? key ?? "" }

  /// The rules that always block.
  var blockingRules: [Rule] {
    rules.filter { $0.severity == .error && $0.condition == nil }
  }

  /// The rows that can be chosen where values are texts, each with that text.
  var textRows: [(choice: Choice, text: String)] {
    var known: Set<String> = []
    return choices.compactMap { choice in
      guard !choice.isDisabled, let text = choice.value.draftText, !text.isEmpty,
        known.insert(text).inserted
      else { return nil }
      return (choice, text)
    }
  }
}

extension DocumentFrame.Group {
  /// What it is called, by its key where it has no label.
  var heading: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? key }
}
