import FieldModels

/// An expression of a form in the language of another format.
///
/// The text is a proposal: formats know other empty values and other numbers. Whoever writes it reads it
/// again, and takes it only if the import makes the same expression of it.
struct ExportedExpression {
  let language: Language
  /// What a field is called, by its key; nil for one that has no name there.
  let name: (String) -> String?

  /// Whose language it is.
  enum Language { case survey, xpath, script }

  /// An expression with the same verdict that has a result where an order has none, as in other formats.
  ///
  /// - Parameters:
  ///   - expression: a condition or a rule
  ///   - passes: whether it counts as true without a result, as a rule does
  /// - Returns: the expression, in its canonical text
  static func definite(_ expression: Expression, passes: Bool) -> Expression {
    let made = definite(expression.root, passes: passes)
    guard case .success(let definite) = Expression.parse(ExpressionText.canonical(made)) else {
      return expression
    }
    return definite
  }

  private static func definite(_ node: Expression.Node, passes: Bool) -> Expression.Node {
    guard case .binary(let sign, let first, let second) = node else { return node }
    if sign == .and || sign == .or {
      return .binary(sign, definite(first, passes: passes), definite(second, passes: passes))
    }
    let outside: Expression.Operator
    switch sign {
    case .less: outside = .atLeast
    case .atMost: outside = .greater
    case .greater: outside = .atMost
    case .atLeast: outside = .less
    case .or, .and, .equal, .notEqual, .plus, .minus, .times, .divided, .remainder: return node
    }
    let isFalse = Expression.Node.constant(.flag(false))
    return passes
      ? .not(.call(.coalesce, [.binary(outside, first, second), isFalse]))
      : .call(.coalesce, [node, isFalse])
  }

  /// A text, and whether it stands beside an operator without parentheses.
  private struct Piece {
    var text: String
    var isWhole = true
  }

  /// The text of an expression; nil where the language has none.
  func text(_ expression: Expression) -> String? { text(expression.root) }

  private func text(_ node: Expression.Node) -> String? { piece(node)?.text }

  private func piece(_ node: Expression.Node) -> Piece? {
    switch node {
    case .constant(let value): return constant(value).map { Piece(text: $0) }
    case .field(let key): return name(key).map { Piece(text: $0) }
    case .not(let part):
      return text(part).map { Piece(text: language == .xpath ? "not(\($0))" : "!(\($0))") }
    case .negative: return nil
    case .binary(let sign, let first, let second):
      if sign == .notEqual { return isTrue(first, unlike: second) }
      guard let left = part(first), let right = part(second), let sign = word(for: sign) else {
        return nil
      }
      return Piece(text: "\(left) \(sign) \(right)", isWhole: false)
    case .call(let function, let parts): return call(function, parts)
    }
  }

  /// A part of a text, in parentheses if it has parts itself.
  private func part(_ node: Expression.Node) -> String? {
    piece(node).map { $0.isWhole ? $0.text : "(\($0.text))" }
  }

  private func constant(_ value: ExpressionValue) -> String? {
    switch value {
    case .number(let number): return number.description.contains("e") ? nil : number.description
    case .flag(let flag):
      return language == .xpath ? "\(flag)()" : "\(flag)"
    case .text(let text):
      switch language {
      case .survey:
        guard !text.contains("\\"), ForeignExpression.isPlain(inSurvey: text) else { return nil }
        return "'" + text.replacing(text: "'", by: "\\'") + "'"
      case .xpath: return text.contains("'") ? nil : "'\(text)'"
      case .script:
        guard text.utf8.allSatisfy({ 0x20 <= $0 }) else { return nil }
        let safe = text.replacing(text: "\\", by: "\\\\").replacing(text: "'", by: "\\'")
        return "'" + safe + "'"
      }
    case .nothing, .open, .rows, .place, .entries, .answers, .json: return nil
    }
  }

  private func word(for sign: Expression.Operator) -> String? {
    switch sign {
    case .or: language == .script ? "||" : "or"
    case .and: language == .script ? "&&" : "and"
    case .equal: language == .script ? "===" : "="
    case .notEqual: nil
    case .divided: language == .xpath ? "div" : "/"
    case .remainder: language == .xpath ? "mod" : "%"
    case .less, .atMost, .greater, .atLeast, .plus, .minus, .times: sign.rawValue
    }
  }

  /// That a number is there and not zero, which is what is true to JavaScript.
  private func isTrue(_ first: Expression.Node, unlike second: Expression.Node) -> Piece? {
    guard language == .script, case .call(.coalesce, let parts) = first,
      case .constant(.number(let zero)) = second, zero == Decimal(0)
    else { return nil }
    return piece(parts[0])
  }

  private func call(_ function: ExpressionFunction, _ parts: [Expression.Node]) -> Piece? {
    switch function {
    case .coalesce: return either(parts)
    case .if: return choice(parts)
    case .empty, .filled: return state(isFilled: function == .filled, of: parts[0])
    case .contains: return contains(parts)
    case .today: return language == .script ? nil : Piece(text: "today()")
    case .sum: return language == .survey ? called("sum", parts) : nil
    case .count: return language == .xpath ? called("count-selected", parts) : nil
    case .concat: return language == .script ? joined(parts) : nil
    case .number: return language == .script ? called("Number", parts) : nil
    case .floor:
      guard language == .script else { return nil }
      if case .binary(.plus, let inner, .constant(.number(let half))) = parts[0],
        half == Decimal("0.5")
      {
        return called("Math.round", [inner])
      }
      return called("Math.floor", parts)
    case .ceiling: return language == .script ? called("Math.ceil", parts) : nil
    case .abs, .max, .min:
      return language == .script ? called("Math.\(function.rawValue)", parts) : nil
    case .day, .length, .month, .part, .round, .truthy, .type, .year, .years: return nil
    }
  }

  private func called(_ name: String, _ parts: [Expression.Node]) -> Piece? {
    let texts = parts.compactMap { text($0) }
    if texts.count != parts.count { return nil }
    return Piece(text: "\(name)(\(texts.joined(separator: ", ")))")
  }

  /// The first value that is there: others have it said by the value alone, where a constant is next.
  private func either(_ parts: [Expression.Node]) -> Piece? {
    guard parts.count == 2 else { return nil }
    switch parts[1] {
    case .constant(.flag), .binary: return piece(parts[0])
    default: break
    }
    switch language {
    case .survey: return piece(parts[0])
    case .xpath: return called("coalesce", parts)
    case .script:
      guard let one = part(parts[0]), let other = part(parts[1]) else { return nil }
      return Piece(text: "\(one) || \(other)", isWhole: false)
    }
  }

  private func choice(_ parts: [Expression.Node]) -> Piece? {
    if let whole = wholePart(of: parts) { return whole }
    // Of several numbers one is chosen only if all are there.
    if case .constant(.nothing) = parts[2], language == .script,
      case .call(let function, _) = parts[1], [.min, .max].contains(function)
    {
      return piece(parts[1])
    }
    switch language {
    case .survey: return called("iif", parts)
    case .xpath: return called("if", parts)
    case .script:
      guard let condition = part(parts[0]), let one = part(parts[1]), let other = part(parts[2])
      else { return nil }
      return Piece(text: "\(condition) ? \(one) : \(other)", isWhole: false)
    }
  }

  /// A number without what stands behind its point.
  private func wholePart(of parts: [Expression.Node]) -> Piece? {
    guard case .binary(.less, let number, .constant(.number)) = parts[0],
      case .call(.ceiling, _) = parts[1], case .call(.floor, _) = parts[2]
    else { return nil }
    switch language {
    case .survey: return nil
    case .xpath: return called("int", [number])
    case .script: return called("parseInt", [number])
    }
  }

  private func state(isFilled: Bool, of node: Expression.Node) -> Piece? {
    guard let text = text(node) else { return nil }
    switch language {
    case .survey: return Piece(text: "\(text) \(isFilled ? "notempty" : "empty")", isWhole: false)
    case .xpath: return Piece(text: "\(text) \(isFilled ? "!=" : "=") ''", isWhole: false)
    case .script:
      return isFilled ? Piece(text: text) : Piece(text: "\(text) == null", isWhole: false)
    }
  }

  private func contains(_ parts: [Expression.Node]) -> Piece? {
    switch language {
    case .survey: nil
    case .xpath: called("selected", parts)
    case .script: called("_.includes", parts)
    }
  }

  /// Texts one after the other.
  private func joined(_ parts: [Expression.Node]) -> Piece? {
    var text = ""
    for part in parts {
      if case .constant(.text(let constant)) = part {
        guard !constant.contains(where: { "`\\$".contains($0) }) else { return nil }
        text += constant
      } else {
        guard let inner = self.text(part), !inner.contains(where: { "{}`'\"".contains($0) }) else {
          return nil
        }
        text += "${\(inner)}"
      }
    }
    return Piece(text: "`\(text)`")
  }
}

extension FormOutline.Field {
  /// The field as expressions of other formats see it; nil for one of which they see something else.
  var target: ForeignScope.Target? {
    guard kind != .any, !rules.contains(where: { $0.object.has("format") }) else { return nil }
    var target = ForeignScope.Target(key: key)
    target.isMultiple = isMultiple
    target.isNumber = kind == .entry && valueKind.isNumber
    target.isDate = kind == .date
    target.mode = mode
    target.isBoolean = isBoolean
    if kind == .picker { target.rows = ForeignRows(rows.compactMap { $0.value.draftText }) }
    return target
  }
}

extension FormOutline {
  /// The fields that an expression names, as an import knows them; nil where it would not know them all.
  ///
  /// - Parameters:
  ///   - expression: an expression of the form
  ///   - scope: an empty scope of the format
  ///   - name: what a field is called in expressions of the format, by its place
  /// - Returns: the scope with the fields in it
  func scope(
    of expression: Expression, from scope: ForeignScope, named name: (Int) -> String?
  ) -> ForeignScope? {
    var scope = scope
    var gathered: Set<String> = []
    expression.collectGatheredKeys(into: &gathered)
    for key in expression.keys {
      guard let place = places[key], let target = fields[place].target, let name = name(place)
      else {
        return nil
      }
      // What all entries of a list have is another thing elsewhere.
      let isInList = fields[place].group.map { groups[$0].repetition != nil } ?? false
      if isInList, gathered.contains(key) { return nil }
      scope.add(name, target)
    }
    return scope
  }
}
