import FieldModels

/// Expressions of a form in a survey, where its import makes the same of them.
extension SurveyExport {
  /// The text of an expression, and the fields that are named in it.
  private func written(
    _ expression: Expression, for field: FormOutline.Field
  ) -> (text: String, read: ForeignExpression, scope: ForeignScope)? {
    func name(_ place: Int) -> String? { variable(outline.fields[place].key, for: field) }
    func bare(_ place: Int) -> String? { name(place).map { String($0.dropFirst().dropLast()) } }
    let exported = ExportedExpression(language: .survey) { key in
      outline.places[key].flatMap { name($0) }
    }
    guard let text = exported.text(expression), let read = ForeignExpression(survey: text),
      var scope = outline.scope(of: expression, from: ForeignScope(ignoresCase: true), named: bare)
    else { return nil }
    scope.dialect = .survey
    scope.comparesLists = true
    return (text, read, scope)
  }

  /// A condition that is an expression; nil where no survey has it.
  func text(
    of expression: Expression, for field: FormOutline.Field, isNear: inout Bool
  ) -> String? {
    let expression = ExportedExpression.definite(expression, passes: false)
    guard var made = written(expression, for: field), made.scope.condition(made.read) != nil else {
      return nil
    }
    var calculation = ForeignCalculation(.survey, in: made.scope)
    guard calculation.condition(made.read)?.source == ExpressionText.canonical(expression) else {
      return nil
    }
    if calculation.isNear || made.scope.isNear { isNear = true }
    return made.text
  }

  /// The expression of a rule, which looks at empty values too.
  mutating func text(ofRule rule: FormOutline.Rule, of field: FormOutline.Field) -> String? {
    guard let source = rule.object.peek("expression")?.string,
      case .success(let stated) = Expression.parse(source),
      let own = variable(field.key, for: field)
    else { return nil }
    let expression = ExportedExpression.definite(stated, passes: true)
    guard let made = written(expression, for: field) else { return nil }
    var calculation = ForeignCalculation(.survey, in: made.scope)
    guard calculation.condition(made.read)?.source == ExpressionText.canonical(expression) else {
      return nil
    }
    // One that compares the answer with a constant comes back as another rule.
    if let target = field.target, made.scope.checks(made.read, of: target) != nil { return nil }
    if calculation.isNear {
      outline.notes.add(.reinterpreted, rule.object.path, "What is calculated is rounded otherwise")
    }
    let isRequired = field.object.peek("required") == .bool(true)
    return isRequired ? made.text : "\(own) empty or (\(made.text))"
  }

  /// Writes a question that calculates its value; false, and told of, where none does.
  mutating func readCalculation(
    of field: FormOutline.Field, _ members: inout [JSONValue.Member]
  ) -> Bool {
    if let expression = outline.calculation(of: field), let made = written(expression, for: field) {
      var calculation = ForeignCalculation(.survey, in: made.scope)
      let result = calculation.result(made.read)
      let isKind =
        switch result?.sort {
        case .number: field.kind == .entry && field.valueKind == .number
        case .text: field.kind == .entry && field.valueKind == .string && !field.isSecure
        case .flag: field.isBoolean
        case nil: false
        }
      let asks = field.object.has("required") || !field.rules.isEmpty || field.object.has("enabled")
      if isKind, !asks, result?.source == ExpressionText.canonical(expression) {
        members["type"] = "expression"
        members.append(.init("expression", .string(made.text)))
        if calculation.isNear {
          outline.notes.add(
            .reinterpreted, field.object.path(to: "calculate"),
            "What is calculated is rounded otherwise, or texts are compared by their letters' case",
            effect: outline.isWatched(field.key) ? nil : .nothing)
        }
        outline.keepCalculation(of: field)
        return true
      }
    }
    outline.loseCalculation(of: field)
    return false
  }
}
