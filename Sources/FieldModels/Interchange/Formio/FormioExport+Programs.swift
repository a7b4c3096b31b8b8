import FieldModels

/// Expressions of a form as programs of Form.io, where its import makes the same of them.
extension FormioExport {
  /// Whether Form.io says a condition, in one way or the other.
  func canSay(_ condition: Condition, for field: FormOutline.Field) -> Bool {
    conditional(condition, for: field) != nil || program(condition, for: field) != nil
  }

  /// What a field is called in a program at another; nil for one of which a program sees something else.
  private func name(_ place: Int, for field: FormOutline.Field, ofOwn own: String?) -> String? {
    let other = outline.fields[place]
    if other.key == field.key, let own { return own }
    let look = other.object.peek("presentation")?["formio"]
    guard let (path, _) = self.place(other.key, for: field), other.object.peek("visible") != false,
      look?["type"] != "selectboxes", look?["multiple"] != true, dayFields(of: other) == nil
    else { return nil }
    let isBeside = other.group.map { outline.groups[$0].repetition != nil } ?? false
    // Its path begins with that of the list.
    let steps = isBeside ? other.path : path.split(separator: ".").map(String.init)
    let isPlain = steps.allSatisfy { step in
      step != "length" && !step.isEmpty && step.utf8.first.map { $0 < 48 || 57 < $0 } ?? false
        && step.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9") ~= $0 || $0 == "_")
        }
    }
    return isPlain ? (isBeside ? "row." : "data.") + steps.joined(separator: ".") : nil
  }

  /// The text of an expression, and what the import makes of the names in it.
  private func written(
    _ expression: Expression, for field: FormOutline.Field, ofOwn own: String? = nil,
    parsesNumbers: Bool = false
  ) -> (text: String, read: ForeignExpression, meaning: FormioMeaning)? {
    let exported = ExportedExpression(language: .script) { key in
      guard let place = outline.places[key], let name = name(place, for: field, ofOwn: own) else {
        return nil
      }
      // Null is zero, and no number once it is parsed.
      let isParsed = parsesNumbers && outline.fields[place].target?.isNumber ?? false
      return isParsed ? "parseFloat(\(name))" : name
    }
    guard let text = exported.text(expression),
      let read = FormioScript.result(of: "it = \(text)", in: "it", from: .constant(.null)),
      var scope = outline.scope(
        of: expression, from: ForeignScope(), named: { name($0, for: field, ofOwn: own) })
    else { return nil }
    var rows: [String: [JSONValue]] = [:]
    for key in expression.keys {
      guard let place = outline.places[key], outline.fields[place].kind == .picker else { continue }
      rows[key] = outline.fields[place].rows.map { $0.value }
    }
    if own != nil { scope.own = field.target }
    return (text, read, FormioMeaning(.script, in: scope, rows: rows))
  }

  /// The `customConditional` of a condition that is an expression; nil where no program says it.
  func program(_ condition: Condition, for field: FormOutline.Field) -> String? {
    guard let source = source(of: condition, depth: 0),
      let expression = ExpressionText.tidied(source)
    else { return nil }
    for parsesNumbers in [false, true] {
      guard var made = written(expression, for: field, parsesNumbers: parsesNumbers),
        made.meaning.outcome(made.read) != nil
      else { continue }
      let again = made.meaning.truth(made.read).flatMap(ExpressionText.tidied)
      if made.meaning.isSure, again?.source == ExpressionText.canonical(expression) {
        return "show = \(made.text);"
      }
    }
    return nil
  }

  /// A condition as one expression; nil where a part of it is none.
  private func source(of condition: Condition, depth: Int) -> String? {
    switch condition {
    case .holds(let stated):
      return ExportedExpression.definite(stated, passes: false).source
    case .all(let parts), .any(let parts):
      guard depth < 20, parts.count <= 100 else { return nil }
      let texts = parts.compactMap { source(of: $0, depth: depth + 1) }.map { "(\($0))" }
      guard texts.count == parts.count, !texts.isEmpty else { return nil }
      if case .all = condition { return texts.joined(separator: " and ") }
      return texts.joined(separator: " or ")
    case .test(let key, let test):
      guard let target = outline.places[key].flatMap({ outline.fields[$0].target }),
        !target.isMultiple, !target.isDate, !key.contains(where: { "{}".contains($0) })
      else { return nil }
      return source(of: test, target, isText: !isTyped(target))
    }
  }

  /// Whether the values of a field are no texts.
  private func isTyped(_ target: ForeignScope.Target) -> Bool {
    guard let place = outline.places[target.key], outline.fields[place].kind == .picker else {
      return target.isNumber
    }
    return outline.fields[place].hasNumbers || target.isBoolean
  }

  private func source(
    of test: Condition.Test, _ target: ForeignScope.Target, isText: Bool
  ) -> String? {
    let name = "{\(target.key)}"
    func equals(_ draft: String) -> String {
      "\(name) = \(isText ? ExpressionText.quoted(draft) : draft)"
    }
    switch test {
    case .isOneOf(let drafts):
      return drafts.isEmpty ? nil : drafts.map(equals).joined(separator: " or ")
    case .isNot(let draft): return "not (\(equals(draft)))"
    case .isFilled(let isFilled):
      // An empty text is as false to a program as none.
      let test = isText ? "filled(\(name))" : "not empty(\(name))"
      return isFilled ? test : isText ? "not (\(test))" : "empty(\(name))"
    case .isGreater(let bound): return isText ? nil : "coalesce(\(name) > \(bound), false)"
    case .isLess(let bound): return isText ? nil : "coalesce(\(name) < \(bound), false)"
    }
  }

  /// The `validate.custom` of a rule that is an expression; nil where no program says it.
  ///
  /// A program looks at empty values too, which every rule of a form passes.
  func program(ofRule rule: FormOutline.Rule, of field: FormOutline.Field) -> String? {
    guard let source = rule.object.peek("expression")?.string,
      case .success(let stated) = Expression.parse(source), rule.when == nil,
      let empty = emptiness(of: field), let words = Self.words(rule.message),
      let text = text(ofRule: stated, of: field, parsesNumbers: false)
        ?? text(ofRule: stated, of: field, parsesNumbers: true)
    else { return nil }
    return "valid = \(empty) || (\(text)) ? true : \(words);"
  }

  private func text(
    ofRule expression: Expression, of field: FormOutline.Field, parsesNumbers: Bool
  ) -> String? {
    let expression = ExportedExpression.definite(expression, passes: true)
    guard
      var made = written(expression, for: field, ofOwn: "input", parsesNumbers: parsesNumbers),
      let again = made.meaning.truth(made.read).flatMap(ExpressionText.tidied),
      made.meaning.isSure, made.meaning.failing.isEmpty
    else { return nil }
    return again.source == ExpressionText.canonical(expression) ? made.text : nil
  }

  /// What is true of an empty answer, and of no other; nil where a program has no word for it.
  private func emptiness(of field: FormOutline.Field) -> String? {
    guard let target = field.target, !target.isMultiple, !target.isDate else { return nil }
    if target.isNumber || target.isBoolean { return "input == null" }
    let hasFalse = ["0", "false"].contains { target.rows?.contains($0) ?? false }
    return hasFalse ? nil : "!input"
  }

  /// The words of a rule, as JavaScript has them; nil for some that it would read otherwise.
  private static func words(_ message: String?) -> String? {
    guard let message else { return "false" }
    guard message.utf8.allSatisfy({ 0x20 <= $0 }), !message.contains(text: "{{"), !message.isEmpty
    else { return nil }
    let safe = message.replacing(text: "\\", by: "\\\\").replacing(text: "'", by: "\\'")
    return "'" + safe + "'"
  }

  /// Writes how a component calculates its value; tells of it where no program does.
  mutating func readCalculation(of field: FormOutline.Field, _ members: inout [JSONValue.Member]) {
    guard let expression = outline.calculation(of: field),
      var made = written(expression, for: field, parsesNumbers: isLookedAt(field)),
      let result = made.meaning.result(made.read),
      ExpressionText.tidied(result.text)?.source == ExpressionText.canonical(expression),
      field.rules.isEmpty, !field.isMultiple, field.kind != .date, field.kind != .any,
      !field.isSecure, field.valueKind != .number || result.isNumber, field.valueKind != .integer,
      !field.isBoolean || result.isFlag, !isLookedAt(field) || made.meaning.isSure
    else { return outline.loseCalculation(of: field) }
    members.append(.init("calculateValue", .string("value = \(made.text);")))
    if isLookedAt(field) { members.append(.init("calculateServer", true)) }
    outline.keepCalculation(of: field)
  }

  /// Whether a condition or rule of another field looks at one, so that a server has to calculate it.
  private func isLookedAt(_ field: FormOutline.Field) -> Bool {
    outline.isWatched(field.key)
  }
}
