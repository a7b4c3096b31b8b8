/// A value without others in it, as JSON's readers tell values apart: 1 is 1.0, and not the text 1.
package enum JSONScalar: Hashable {
  case null
  case bool(Bool)
  case number(Decimal)
  /// A number of more digits than are read.
  case long(String)
  case text(ExactText)

  package init?(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = Decimal(text).map { .number($0) } ?? .long(text)
    case .string(let text): self = .text(ExactText(text))
    case .array, .object: return nil
    }
  }
}
