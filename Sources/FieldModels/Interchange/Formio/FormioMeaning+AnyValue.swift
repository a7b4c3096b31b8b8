import FieldModels

/// What programs say of parts of a value that no form knows, such as those of a component of somebody's own.
///
/// A part may have any type, so JavaScript's questions of types, of truth, of what is not there and of what makes
/// the program fail are asked of it.
extension FormioMeaning {
  /// The name of a component without the signs for what may be missing.
  static func plain(_ name: String) -> String { name.replacing(text: "?.", by: ".") }

  /// A field of any value, and the names that lead to a part of it.
  private func anyField(_ name: String) -> (key: String, steps: [String])? {
    guard language == .script, let found = scope.anyValue(Self.plain(name)),
      !found.target.key.contains(where: { "{}".contains($0) })
    else { return nil }
    return (found.target.key, found.steps)
  }

  /// Whether an expression looks at a field of any value.
  func looksIntoAny(_ expression: ForeignExpression) -> Bool {
    expression.names.contains { anyField($0) != nil }
  }

  private static func json(_ key: String, _ steps: some Sequence<String>) -> String {
    let pointer = JSONPointer.path(steps)
    return pointer.isEmpty ? "{\(key)}" : "part({\(key)}, \(ExpressionText.quoted(pointer)))"
  }

  /// A field of any value, or a part of it, as a value.
  mutating func anyValue(_ name: String) -> Value? {
    anyField(name).map { key, steps in
      // A container that is not there makes the program fail, as it does to look for a part of what is not in it.
      let outer = name.split(separator: ".").dropLast(steps.count)
      if 2 < outer.count, steps.isEmpty || outer.last?.last == "?" { isSure = false }
      let json = Self.json(key, steps)
      return Value(
        text: steps.isEmpty ? "part({\(key)}, '')" : json, sort: .json, json: json)
    }
  }

  /// Whether a value of any type is equal to a constant.
  func jsonEquality(_ value: Value, to other: Value, isStrict: Bool) -> String? {
    func isOf(_ type: String, _ test: String) -> String {
      "(type(\(value.json)) = \(ExpressionText.quoted(type)) and \(test))"
    }
    switch other.constant {
    case .string("") where isStrict: return isOf("text", "empty(\(value.text))")
    case .string(let text) where isStrict || Self.isWord(text):
      if isStrict { return isOf("text", "\(value.text) = \(ExpressionText.quoted(text))") }
      // Of a list JavaScript compares the text.
      guard !["true", "false"].contains(text), !text.contains(",") else { return nil }
      let quoted = ExpressionText.quoted(text)
      return "(type(\(value.json)) != 'object' and concat(\(value.text)) = \(quoted))"
    case .number(let text) where isStrict: return isOf("number", "\(value.text) = \(text)")
    case .bool(let flag) where isStrict: return isOf("boolean", "\(value.text) = \(flag)")
    case .null:
      if !isStrict { return "(coalesce(type(\(value.json)), 'null') = 'null')" }
      // A record may have null for a field without a value.
      if value.isWhole { return nil }
      return other.empties == [.undefined]
        ? "empty(type(\(value.json)))" : "(type(\(value.json)) = 'null')"
    default: return nil
    }
  }

  /// The most parts of a program that looks at fields of any value: its condition may grow by their square.
  private static let mostParts = 60

  /// When a program shows a component, or hides it, that looks at fields of any value.
  ///
  /// What fails in it shows the component, as null does.
  mutating func condition(intoAny expression: ForeignExpression, _ holds: Bool) -> Condition? {
    guard expression.size <= Self.mostParts, let truth = truth(expression) else { return nil }
    var texts: [String] = []
    let cases =
      failures(of: expression, decides: holds)
      + (holds ? nulls(of: expression, decides: true) : [])
    for text in cases + [holds ? truth : "not (\(truth))"] where !texts.contains(text) {
      texts.append(text)
    }
    return ExpressionText.tidied(texts.joined(separator: " or ")).map { .holds($0) }
  }

  /// When the program fails, since something is looked for in what is not there: each text is one case.
  ///
  /// - Parameters:
  ///   - expression: a part of the program
  ///   - decides: the component is shown once the part is true, so that it makes no difference what fails then
  /// - Returns: the cases; empty for a part that never fails
  private mutating func failures(of expression: ForeignExpression, decides: Bool) -> [String] {
    switch expression {
    case .variable(let name):
      return failures(ofMember: name)
    case .binary(.or, let first, let second):
      let always = failures(of: first, decides: decides)
      let new = failures(of: second, decides: decides).filter { !always.contains($0) }
      return always + (decides ? new : guarded(new, by: first, isTrue: false))
    case .binary(.and, let first, let second):
      let always = failures(of: first, decides: false)
      let new = failures(of: second, decides: decides).filter { !always.contains($0) }
      return always + guarded(new, by: first, isTrue: true)
    case .call("?:", let parts):
      let always = failures(of: parts[0], decides: false)
      return always
        + [true, false].flatMap { isTrue in
          let new = failures(of: parts[isTrue ? 1 : 2], decides: decides)
          return guarded(new.filter { !always.contains($0) }, by: parts[0], isTrue: isTrue)
        }
    case .constant: return []
    case .list(let parts), .call(_, let parts):
      return parts.flatMap { failures(of: $0, decides: false) }
    case .unary(_, let part): return failures(of: part, decides: false)
    case .binary(_, let first, let second):
      return failures(of: first, decides: false) + failures(of: second, decides: false)
    }
  }

  /// When a chain of names fails: something is looked for in what is not there, and no `?.` before it ends the chain.
  private func failures(ofMember name: String) -> [String] {
    guard let (key, steps) = anyField(name) else { return [] }
    func isMissing(_ count: Int) -> String {
      "coalesce(type(\(Self.json(key, steps.prefix(count)))), 'null') = 'null'"
    }
    let isSafe = name.split(separator: ".").dropLast().map { $0.last == "?" }.suffix(steps.count)
    var cases: [String] = []
    var lastSafe: Int?
    for (place, isThisSafe) in isSafe.enumerated() {
      let isNextSafe = place + 1 == steps.count || isSafe[isSafe.startIndex + place + 1]
      if isThisSafe {
        lastSafe = place
      } else if isNextSafe {
        // Of several names in a row the last one says it all.
        cases.append(
          lastSafe.map { "(\(isMissing(place)) and not (\(isMissing($0))))" } ?? isMissing(place))
      }
    }
    return cases
  }

  /// When the result is null, which counts as no condition; `decides` is as above.
  private mutating func nulls(of expression: ForeignExpression, decides: Bool) -> [String] {
    switch expression {
    case .variable(let name):
      guard let value = anyValue(name) else { return [] }
      if value.isWhole { isSure = false }
      return value.isWhole ? [] : ["type(\(value.json)) = 'null'"]
    case .binary(.and, let first, let second):
      return nulls(of: first, decides: false)
        + guarded(nulls(of: second, decides: decides), by: first, isTrue: true)
    case .binary(.or, let first, let second):
      let cases = nulls(of: second, decides: decides)
      return decides ? cases : guarded(cases, by: first, isTrue: false)
    case .call("?:", let parts):
      return [true, false].flatMap { isTrue in
        guarded(
          nulls(of: parts[isTrue ? 1 : 2], decides: decides), by: parts[0], isTrue: isTrue)
      }
    default: return []
    }
  }

  /// Cases that come up only if an expression is true, or false.
  private mutating func guarded(
    _ cases: [String], by expression: ForeignExpression, isTrue: Bool
  ) -> [String] {
    guard !cases.isEmpty, let truth = truth(expression) else { return cases }
    return cases.map { "(\(isTrue ? truth : "not (\(truth))") and \($0))" }
  }
}
