/// Reads the cells of a field in a table as the values that a record has.
///
/// A cell is read as a draft is. What is not of the field's type stays a text, which the field refuses.
struct CellReader: Sendable {
  private let definition: FieldDefinition
  /// The values of the rows, the first of those that are the same.
  private let rows: [Key: JSONValue]

  /// What tells the values of rows apart.
  private enum Key: Hashable {
    case text(ExactText)
    case number(String)
    case flag(Bool)
    case null

    init?(_ value: JSONValue) {
      switch value {
      case .string(let text): self = .text(ExactText(text))
      case .number(let text):
        guard let number = Decimal(text) else { return nil }
        self = .number(number.description)
      case .bool(let flag): self = .flag(flag)
      case .null: self = .null
      case .array, .object: return nil
      }
    }
  }

  init(_ definition: FieldDefinition) {
    self.definition = definition
    rows = Dictionary(
      keepingFirst: definition.choices.compactMap { choice in
        let value = definition.value(of: choice)
        return Key(value).map { ($0, value) }
      }
    )
  }

  /// The value that a cell stands for which is not empty.
  func value(of text: String) -> JSONValue {
    if definition.kind == .any {
      return definition.anyValue(of: .text(text)) ?? .string(text)
    }
    if definition.commitsFlags { return flags(of: text) }
    guard definition.takesSeveral else { return single(text) }
    if let row = row(text) { return .array([row]) }
    return .array(Self.parts(of: text).map(single))
  }

  /// The rows that a cell names, as flags; or the flags themselves.
  private func flags(of text: String) -> JSONValue {
    if let tree = JSONTree(text: text), tree[0].kind == .object { return JSONValue(tree, 0) }
    let isRow = definition.choice(drafted: text) != nil
    let rows = isRow ? [text] : Self.parts(of: text)
    return definition.value(of: .rows(rows)) ?? .null
  }

  /// The texts of a cell with several.
  private static func parts(of text: String) -> [String] {
    let separator: Unicode.Scalar = text.unicodeScalars.contains(";") ? ";" : " "
    let parts = text.unicodeScalars.split(separator: separator).map { String($0.trimmingSpaces) }
    return parts.filter { !$0.isEmpty }
  }

  private func single(_ text: String) -> JSONValue {
    if let row = row(text) { return row }
    if definition.valueKind == .boolean, let flag = Self.flag(text) { return .bool(flag) }
    return definition.read(text)
  }

  /// The value of the row that a cell says, in the first of the types in which it may be read.
  func row(_ text: String) -> JSONValue? {
    if rows.isEmpty { return nil }
    if let row = rows[.text(ExactText(text))] { return row }
    if let number = Decimal(text), let row = rows[.number(number.description)] { return row }
    if let flag = Self.flag(text), let row = rows[.flag(flag)] { return row }
    return text == "null" ? rows[.null] : nil
  }

  /// What a cell says of something that is so or is not.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    // A box that is ticked on a page is "on".
    case "true", "yes", "1", "on": true
    case "false", "no", "0", "off": false
    default: nil
    }
  }
}

extension FieldDefinition {
  /// The text of each cell is the value.
  var takesText: Bool {
    kind != .any && valueKind == .string && !takesSeveral
      && choices.allSatisfy { $0.value.string != nil }
  }

  /// A number that a cell has is the value.
  var takesPlainNumber: Bool {
    (valueKind == .number || valueKind == .integer) && !takesSeveral && choices.isEmpty
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var trimmingSpaces: Self {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start
  }
}
