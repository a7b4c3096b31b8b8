import FieldModels

/// Expressions of a form in a workbook, where its import makes the same of them.
extension XLSFormExport {
  /// The text of an expression, and what the import knows of the fields that are named in it.
  private func written(
    _ expression: Expression, for field: FormOutline.Field
  ) -> (text: String, read: ForeignExpression, meaning: XPathMeaning)? {
    func name(_ place: Int) -> String? { reference(to: place, from: field) }
    func bare(_ place: Int) -> String? {
      // A path is the name itself.
      name(place).map {
        $0 == "." ? "self" : $0.hasPrefix("${") ? String($0.dropFirst(2).dropLast()) : $0
      }
    }
    let exported = ExportedExpression(language: .xpath) { key in
      outline.places[key].flatMap { name($0) }
    }
    guard let text = exported.text(expression), let read = ForeignExpression(xpath: text),
      let scope = outline.scope(of: expression, from: ForeignScope(), named: bare)
    else { return nil }
    var meaning = XPathMeaning(scope: scope)
    meaning.scope.own = field.target
    meaning.ownIsWhole = field.valueKind == .integer
    return (text, read, meaning)
  }

  /// A condition that is an expression; nil where no workbook has it.
  func text(of expression: Expression, for field: FormOutline.Field) -> String? {
    let expression = ExportedExpression.definite(expression, passes: false)
    guard let made = written(expression, for: field), made.meaning.condition(made.read) != nil,
      made.meaning.calculation(made.read)?.source == ExpressionText.canonical(expression)
    else { return nil }
    return made.text
  }

  /// The constraint of a rule that is an expression; nil where no workbook has it.
  func constraint(_ source: String, of field: FormOutline.Field) -> String? {
    guard case .success(let stated) = Expression.parse(source) else { return nil }
    let expression = ExportedExpression.definite(stated, passes: true)
    guard let made = written(expression, for: field) else { return nil }
    let rule: JSONValue.Member = .init("expression", .string(ExpressionText.canonical(expression)))
    return made.meaning.checks(made.read) == [.rule([rule])] ? made.text : nil
  }

  /// Writes a row that calculates a value, which nobody sees; false, and told of, where none does.
  mutating func writeCalculation(of index: Int, labelled label: String) -> Bool {
    let field = outline.fields[index]
    let object = field.object
    if let expression = outline.calculation(of: field), let made = written(expression, for: field),
      let result = made.meaning.result(made.read),
      result.source == ExpressionText.canonical(expression), result.sort == sort(of: field),
      !["required", "enabled", "readOnly"].contains(where: object.has), field.rules.isEmpty,
      let relevant = relevant(of: field)
    {
      survey.append(
        .object(
          [
            .init("type", "calculate"), .init("name", .string(names[index] ?? field.key)),
            .init("calculation", .string(made.text)),
          ] + relevant))
      if !isKeptHidden(field) {
        outline.notes.add(
          .presentationOnly, object.path, "XLSForm shows no value that is calculated")
      }
      for name in ["visible", "whenHidden", "label"] { _ = object[name] }
      outline.keepCalculation(of: field)
      return true
    }
    outline.loseCalculation(of: field)
    return false
  }

  /// The cell that says when a calculated value counts, if there is one; nil if no workbook says when.
  private mutating func relevant(of field: FormOutline.Field) -> [JSONValue.Member]? {
    if field.object.peek("visible") ?? true == true || isKeptHidden(field) { return [] }
    guard !field.object.has("whenHidden"), let condition = outline.visibleCondition(of: field),
      canSay(condition, of: field), let text = self.expression(condition, of: field, at: "visible")
    else { return nil }
    return [.init("relevant", .string(text))]
  }

  func isKeptHidden(_ field: FormOutline.Field) -> Bool {
    field.object.peek("visible") == false && field.object.peek("whenHidden") == "keep"
  }

  /// What the value of a field is, if a calculation can give it.
  private func sort(of field: FormOutline.Field) -> ForeignCalculation.Result.Sort? {
    if field.isBoolean { return .flag }
    guard field.kind == .entry, !field.isSecure else { return nil }
    switch field.valueKind {
    case .number: return .number
    case .string: return .text
    case .integer, .boolean: return nil
    }
  }
}
