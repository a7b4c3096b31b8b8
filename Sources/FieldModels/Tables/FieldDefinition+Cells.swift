/// From the cells of a table to the values that a record has.
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

  /// The value that a cell stands for which is not empty.
  ///
  /// It is read as a draft is; what is not of the field's type stays a text, which the field refuses.
  func value(ofCell text: String) -> JSONValue {
    if kind == .any { return anyValue(of: .text(text)) ?? .string(text) }
    guard takesSeveral else { return singleValue(ofCell: text) }
    if row(ofCell: text) != nil { return .array([singleValue(ofCell: text)]) }
    let separator: Unicode.Scalar = text.unicodeScalars.contains(";") ? ";" : " "
    let parts = text.unicodeScalars.split(separator: separator)
      .map { String($0.trimmingSpaces) }
    return .array(parts.filter { !$0.isEmpty }.map(singleValue))
  }

  private func singleValue(ofCell text: String) -> JSONValue {
    if let row = row(ofCell: text) { return value(of: row) }
    if valueKind == .boolean, let flag = Self.flag(ofCell: text) { return .bool(flag) }
    return read(text)
  }

  /// The row whose value a cell says, in the first of the types in which it may be read.
  func row(ofCell text: String) -> Choice? {
    if choices.isEmpty { return nil }
    let readings: [JSONValue?] = [
      .string(text), Decimal(text).map { .number($0.literal(typedAs: text)) },
      Self.flag(ofCell: text).map { .bool($0) }, text == "null" ? .null : nil,
    ]
    for case let reading? in readings {
      if let row = choices.first(where: { value(of: $0).isSame(as: reading) }) { return row }
    }
    return nil
  }

  /// What a cell says of something that is so or is not.
  static func flag(ofCell text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var trimmingSpaces: Self {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start
  }
}
