import FieldModels

/// The text of an expression with the least parentheses, which is the same for all ways to write it.
struct ExpressionText {
  /// How tightly the parts of a text are joined, from the loosest on.
  private enum Strength: Int { case or = 1, and, not, comparison, sum, product, sign, whole }

  let text: String
  private let strength: Strength

  /// The text of an expression.
  static func canonical(_ expression: Expression) -> String { ExpressionText(expression.root).text }

  /// The text of an expression in parts.
  static func canonical(_ node: Expression.Node) -> String { ExpressionText(node).text }

  /// The same expression, written so.
  static func tidied(_ source: String) -> Expression? {
    guard case .success(let made) = Expression.parse(source),
      case .success(let tidy) = Expression.parse(canonical(made))
    else { return nil }
    return tidy
  }

  private init(_ node: Expression.Node) {
    switch node {
    case .constant(let value): (text, strength) = (Self.constant(value), .whole)
    case .field(let key): (text, strength) = ("{\(key)}", .whole)
    case .not(let part): (text, strength) = ("not \(Self.part(part, over: .sign))", .not)
    case .negative(let part): (text, strength) = ("-\(Self.part(part, over: .sign))", .sign)
    case .binary(let sign, let first, let second):
      let strength = Self.strength(of: sign)
      // Comparisons stand in no row.
      let left = Self.part(first, over: strength, takesSame: strength != .comparison)
      let right = Self.part(second, over: strength)
      text = "\(left) \(sign.rawValue) \(right)"
      self.strength = strength
    case .call(let function, let parts):
      let texts = parts.map { ExpressionText($0).text }
      (text, strength) = ("\(function.rawValue)(\(texts.joined(separator: ", ")))", .whole)
    }
  }

  private static func constant(_ value: ExpressionValue) -> String {
    switch value {
    case .number(let number): number.description
    case .text(let text): quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .nothing, .open, .rows, .place, .entries, .answers, .json: "''"
    }
  }

  /// A text as an expression has it.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private static func strength(of sign: Expression.Operator) -> Strength {
    switch sign {
    case .or: .or
    case .and: .and
    case .equal, .notEqual, .less, .atMost, .greater, .atLeast: .comparison
    case .plus, .minus: .sum
    case .times, .divided, .remainder: .product
    }
  }

  /// A part, in parentheses unless it is joined more tightly than what it stands in.
  private static func part(
    _ node: Expression.Node, over outer: Strength, takesSame: Bool = false
  ) -> String {
    let made = ExpressionText(node)
    let isTight =
      outer.rawValue < made.strength.rawValue || takesSame && outer == made.strength
    return isTight ? made.text : "(\(made.text))"
  }
}
