import FieldModels

/// A `choice_filter`: which choices of a list are offered, by their own columns and by other answers.
///
/// For each choice the names in it are what its columns say, so that what is left is a condition on other
/// questions, or holds always or never.
struct XLSFormFilter {
  let expression: ForeignExpression
  let meaning: XPathMeaning

  /// When a choice is offered.
  ///
  /// - Parameter column: what the choice says in a column; nil for one that means something else
  /// - Returns: nil where no condition says it
  func requirement(column: (String) -> String?) -> Requirement? {
    guard let folded = folded(expression, column) else { return nil }
    if let holds = Self.truth(folded) { return holds ? .always : .never }
    return meaning.condition(folded).map { .when($0) }
  }

  /// Whether a constant counts as true; nil for what is none.
  private static func truth(_ expression: ForeignExpression) -> Bool? {
    guard case .constant(let value) = expression else { return nil }
    switch value {
    case .bool(let flag): return flag
    case .string(let text): return !text.isEmpty
    case .number: return Decimal(foreign: value).map { $0 != Decimal(0) }
    case .null, .array, .object: return nil
    }
  }

  /// An expression with the columns of a choice in it, and without what these decide.
  private func folded(
    _ expression: ForeignExpression, _ column: (String) -> String?
  ) -> ForeignExpression? {
    switch expression {
    case .call("path", let arguments):
      guard case .constant(.string(let name))? = arguments.first else { return nil }
      return column(name).map { .constant(.string($0)) }
    case .call(let name, let arguments):
      let inner = arguments.compactMap { folded($0, column) }
      guard inner.count == arguments.count else { return nil }
      if name == "selected", inner.count == 2, case .constant(.string(let chosen)) = inner[0],
        case .constant(.string(let one)) = inner[1]
      {
        // Nothing is among nothing alone.
        let words = chosen.split { $0.isWhitespace }.map(String.init)
        return .constant(.bool(one.isEmpty ? words.isEmpty : words.contains(one)))
      }
      return .call(name, inner)
    case .unary(let operation, let part):
      guard let part = folded(part, column) else { return nil }
      if operation == .negate, let holds = Self.truth(part) { return .constant(.bool(!holds)) }
      return .unary(operation, part)
    case .binary(let operation, let first, let second):
      guard let first = folded(first, column), let second = folded(second, column) else {
        return nil
      }
      return Self.joined(first, second, by: operation)
    case .constant, .list, .variable: return expression
    }
  }

  private static func joined(
    _ first: ForeignExpression, _ second: ForeignExpression,
    by operation: ForeignExpression.Binary
  ) -> ForeignExpression? {
    switch operation {
    case .and, .or:
      // What an `and` needs is true, and what an `or` needs false.
      let neutral = operation == .and
      for (one, other) in [(first, second), (second, first)] {
        if let holds = truth(one) { return holds == neutral ? other : .constant(.bool(holds)) }
      }
    case .equal, .notequal, .less, .greater, .lessorequal, .greaterorequal:
      if case .constant(let one) = first, case .constant(let other) = second {
        return compared(one, other, by: operation).map { .constant(.bool($0)) }
      }
    default: break
    }
    return .binary(operation, first, second)
  }

  /// Compares two constants as JavaRosa does: texts as such where neither is a number, and in order
  /// numbers alone.
  private static func compared(
    _ one: JSONValue, _ other: JSONValue, by operation: ForeignExpression.Binary
  ) -> Bool? {
    if let one = one.string, let other = other.string,
      operation == .equal || operation == .notequal
    {
      return (Array(one.utf8) == Array(other.utf8)) == (operation == .equal)
    }
    func number(_ value: JSONValue) -> Decimal? {
      if case .string(let text) = value { return ForeignRows.number(text) }
      return Decimal(foreign: value)
    }
    guard let one = number(one), let other = number(other) else {
      // What is no number is equal to none, and in no order.
      return operation == .notequal
    }
    switch operation {
    case .equal: return one == other
    case .notequal: return one != other
    case .less: return one < other
    case .greater: return other < one
    case .lessorequal: return !(other < one)
    case .greaterorequal: return !(one < other)
    default: return nil
    }
  }
}
