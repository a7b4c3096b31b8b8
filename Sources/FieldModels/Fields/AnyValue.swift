/// What the draft of a field of the kind `any` stands for: it is a JSON value as text.
///
/// `null` stands for nothing, as an empty draft does. The empty text, list and object are values, in which
/// nothing is: a field that must be filled refuses them, and to the conditions of others it is empty.
/// With `blankIsEmpty` a field that must be filled also refuses values made of these and of white space.
extension FieldDefinition {
  /// The value that a draft is; nil where it is no JSON.
  package func anyValue(of draft: Draft) -> JSONValue? {
    JSONTree(text: draft.text).map { JSONValue($0, 0) }
  }

  /// The draft that commits a value.
  func anyDraft(of value: JSONValue) -> Draft { .text(value == .null ? "" : value.json) }

  /// Whether a value is no answer where one must be.
  func lacksAnswer(_ value: JSONValue) -> Bool { isBlankEmpty ? value.isBlank : value.isNothing }

  /// A draft as conditions, comparisons and validators of other fields see it: of a text what it says,
  /// without its quotes, of a list or an object what is chosen in it.
  func seen(_ draft: Draft) -> Draft {
    guard kind == .any, let value = anyValue(of: draft) else { return draft }
    if value.isNothing { return .empty }
    return value.chosen.map { .rows($0) } ?? .text(value.string ?? value.json)
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

  /// What is chosen in a list of texts, numbers and flags, or in an object of flags.
  ///
  /// It is the elements, or the names of those that are true; nil for any other value, and where there are
  /// none.
  fileprivate var chosen: [String]? {
    var texts: [String] = []
    switch self {
    case .array(let elements):
      for element in elements {
        switch element {
        case .string(let text): texts.append(text)
        case .number, .bool: texts.append(element.json)
        case .null, .array, .object: return nil
        }
      }
    case .object(let members):
      for member in members {
        guard case .bool(let flag) = member.value else { return nil }
        if flag { texts.append(member.name) }
      }
    case .null, .bool, .number, .string: return nil
    }
    return texts.isEmpty ? nil : texts
  }

  /// Whether nothing is in it but white space, at any depth.
  fileprivate var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.unicodeScalars.allSatisfy { ScalarSet.spaces.contains($0) }
    case .array(let elements): elements.allSatisfy { $0.isBlank }
    case .object(let members): members.allSatisfy { $0.value.isBlank }
    case .bool, .number: false
    }
  }
}
