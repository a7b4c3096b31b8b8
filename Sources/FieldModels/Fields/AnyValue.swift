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

  /// A draft as conditions, comparisons and validators of other fields see it.
  func seen(_ draft: Draft) -> Draft {
    kind == .any ? anyValue(of: draft)?.seen ?? draft : draft
  }
}

extension ExpressionValue {
  /// A part of any value, by its type; of a list or an object what is chosen in it.
  init(part value: JSONValue) {
    switch value {
    case .number(let text): self = Decimal(text).map { .number($0) } ?? .nothing
    case .bool(let flag): self = .flag(flag)
    case .null, .string, .array, .object: self = ExpressionValue(value.seen, as: .text)
    }
  }

  /// What others see of it, which is not all of a field of any value.
  var seen: ExpressionValue {
    if case .json(let value) = self { ExpressionValue(value.seen, as: .text) } else { self }
  }

  /// What JSON calls the type of the value; nil for nothing.
  var typeName: String? {
    switch self {
    case .nothing, .open, .answers: nil
    case .text, .place: "text"
    case .number, .entries: "number"
    case .flag: "boolean"
    case .rows: "list"
    case .json(let value):
      switch value {
      case .null: "null"
      case .bool: "boolean"
      case .number: "number"
      case .string: "text"
      case .array: "list"
      case .object: "object"
      }
    }
  }

  /// Whether JavaScript takes the value for true.
  var isTruthy: Bool {
    switch self {
    case .nothing, .open, .answers, .flag(false), .json(.null), .json(.bool(false)),
      .json(.string("")):
      false
    case .number(let number): number != Decimal(0)
    case .json(.number(let text)): Decimal(text) != Decimal(0)
    case .text, .flag, .rows, .place, .entries, .json: true
    }
  }
}

extension JSONValue {
  /// What conditions and comparisons see of it: of a text what it says, without its quotes, of a list or an
  /// object what is chosen in it.
  var seen: Draft {
    if isNothing { return .empty }
    return chosen.map { .rows($0) } ?? .text(string ?? json)
  }

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
