import FieldModels

/// What exports have in common whose forms are elements one behind the other (`ForeignBody`).
extension ReturningExport {
  /// A field as an element that is shown, can be answered and is checked; nil, and told, for a field that
  /// is never shown.
  mutating func shown(_ field: Field) -> Field? {
    if field.definition.isVisible == .never {
      lose(.unsupportedField, at: field.path, "\(format) has no fields that are not shown")
      return nil
    }
    var field = field
    if field.definition.isChecked != .always { field.release() }
    return field
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
  var name: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? key ?? "" }

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
  var name: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? key }
}
