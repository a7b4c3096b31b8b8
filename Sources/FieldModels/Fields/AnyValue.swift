/// What the draft of a field of the kind `any` stands for: it is a JSON value as text.
///
/// `null` stands for nothing, as an empty draft does. The empty text, list and object are values, in which
/// nothing is: a field that must be filled refuses them, and to the conditions of others it is empty.
extension FieldDefinition {
  /// The value that a draft is; nil where it is no JSON.
  package func anyValue(of draft: Draft) -> JSONValue? {
    var reader = JSONReader(Array(draft.text.utf8), dialect: .strict)
    reader.readText()
    if reader.problems.contains(where: { $0.severity == .error }) { return nil }
    return JSONValue(reader.tree, 0)
  }

  /// The draft that commits a value.
  func anyDraft(of value: JSONValue) -> Draft { .text(value == .null ? "" : value.json) }

  /// A draft as conditions, comparisons and validators of other fields see it: of a text what it says,
  /// without its quotes.
  func seen(_ draft: Draft) -> Draft {
    guard kind == .any, let value = anyValue(of: draft) else { return draft }
    if value.isNothing { return .empty }
    return .text(value.string ?? value.json)
  }
}

extension JSONValue {
  /// Whether nothing is in it: it is null, or an empty text, list or object.
  var isNothing: Bool {
    switch self {
    case .null, .string(""), .array([]), .object([]): true
    case .bool, .number, .string, .array, .object: false
    }
  }
}
