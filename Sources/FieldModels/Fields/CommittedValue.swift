/// What a form's fields give when they are committed.
extension FieldDefinition {
  /// A draft as a value: rows as a list, numbers as they are written; nil where it is left out.
  package func value(of draft: Draft) -> JSONValue? {
    if draft.isEmpty { return valueOfNothing }
    if kind == .any {
      let value = anyValue(of: draft)
      return value == .null ? valueOfNothing : value ?? .string(draft.text)
    }
    if commitsFlags { return flags(of: draft.values) }
    switch draft {
    // One text where several rows may be chosen is one of them.
    case .text(let text): return takesSeveral ? .array([value(of: text)]) : value(of: text)
    case .rows(let rows):
      return .array(
        zip(rows, choices(drafted: rows)).map { text, choice in
          choice.map { value(of: $0) } ?? read(text)
        })
    }
  }

  /// What an empty draft commits; nil where it is left out.
  private var valueOfNothing: JSONValue? {
    switch emptyValue {
    case .null: .null
    case .empty:
      switch valueShape {
      case .one: .string("")
      case .list: .array([])
      case .flags: flags(of: [])
      }
    case .omit: nil
    }
  }

  /// The rows of a draft as flags, by the drafts of all rows.
  private func flags(of rows: [String]) -> JSONValue {
    let chosen = Set(rows.map(ExactText.init))
    let known = choices.map { choice in
      JSONValue.Member(choice.text, .bool(chosen.contains(ExactText(choice.text))))
    }
    let names = Set(choices.map { ExactText($0.text) })
    return .object(known + rows.filter { !names.contains(ExactText($0)) }.map { .init($0, true) })
  }

  /// One text of a draft as a value: that of the row, else read as the document says.
  package func value(of text: String) -> JSONValue {
    choice(drafted: text).map { value(of: $0) } ?? read(text)
  }

  /// A draft as it is compared with others of the field: a number is the same however it is spelt.
  func compared(_ draft: Draft) -> Draft {
    guard valueKind == .number || valueKind == .integer, case .text(let text) = draft,
      choice(drafted: text) == nil, let number = Decimal(text)
    else { return draft }
    return .text(number.description)
  }

  /// A row as a value.
  package func value(of row: Choice) -> JSONValue {
    row.value.string.map { read($0) } ?? row.value
  }

  /// Whether a text of a draft stands for a value that needs no reading.
  func isTyped(_ text: String) -> Bool {
    choice(drafted: text).map { $0.value.string == nil } ?? false
  }

  /// A text that stands for no row, as the document says.
  func read(_ text: String) -> JSONValue {
    switch valueKind {
    case .string: .string(written(text))
    // The draft's own spelling may be no JSON: `+1`, `.5`.
    case .number, .integer:
      Decimal(text).map { .number($0.literal(typedAs: text)) } ?? .string(text)
    case .boolean: text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
    }
  }

  /// A draft as a record has it: of a date with a shape of its own, in that.
  private func written(_ text: String) -> String {
    guard let valuePattern, case .success(let date) = DateValue.parse(text, mode: mode) else {
      return text
    }
    return valuePattern.format(date)
  }
}
