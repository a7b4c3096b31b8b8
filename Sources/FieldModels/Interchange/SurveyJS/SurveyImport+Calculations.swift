import FieldModels

/// What a survey calculates.
///
/// A survey writes the result over the value that a record has, so such a field takes any value there,
/// and others see the calculated one.
extension SurveyImport {
  /// What is told of an expression without a field.
  static let calculatesNothing = "What an expression works out is shown, and no answer"

  /// Whether a survey calculates the value of a question, and nothing is made of the result.
  static func isCalculated(_ object: ForeignObject) -> Bool {
    guard let text = object.peek("expression")?.string, !object.isSet("readOnly"),
      !object.has("precision"), !object.has("valueName")
    else { return false }
    return ForeignExpression(survey: text) != nil
  }

  /// Notes what a survey calculates beside its questions.
  mutating func readCalculatedValues(of survey: ForeignObject) {
    for value in survey.peek("calculatedValues")?.array ?? [] {
      guard let name = value["name"]?.string?.lowercased(), !name.isEmpty,
        calculated[name] == nil, let text = value["expression"]?.string,
        let expression = ForeignExpression(survey: text)
      else { continue }
      calculated[name] = expression
    }
  }

  /// An expression in which what is calculated stands in the place of its name.
  func inlined(_ expression: ForeignExpression, in scope: ForeignScope) -> ForeignExpression {
    if calculated.isEmpty { return expression }
    var made = expression
    for _ in 0..<4 {
      let names = Set(made.names).filter { name in
        calculated[name.lowercased()] != nil && scope.target(name) == nil
      }
      guard !names.isEmpty, made.size < 200 else { break }
      for name in names {
        guard let value = calculated[name.lowercased()], value.size < 200 else { continue }
        made = made.replacing([name], by: value)
      }
    }
    return made
  }

  /// Has questions calculate their values where a form calculates the same, in an order in which each
  /// knows those that it looks at; the others are no questions.
  mutating func readCalculations() {
    let calculated = questions.indices.filter { isOpen(questions[$0]) }.map { index in
      let text = questions[index].object.peek("expression")?.string
      let expression = text.flatMap { ForeignExpression(survey: $0) }.map { inlined($0, in: scope) }
      return ForeignCalculation.Question(
        index, named: questions[index].name, calculating: expression)
    }
    let open = ForeignCalculation.readInOrder(calculated) { index in
      guard readCalculation(of: index) else { return false }
      enter(index)
      return true
    }
    for index in open.reversed() {
      let object = questions[index].object
      questions.remove(at: index)
      notes.add(.presentationOnly, object.path, Self.calculatesNothing)
    }
  }

  private func isOpen(_ question: Question) -> Bool {
    question.type == "expression" && !question.isComment && question.target == nil
  }

  private mutating func readCalculation(of index: Int) -> Bool {
    let question = questions[index]
    guard !settings.isReadOnly, !question.surroundings.guards.isReadOnly,
      question.surroundings.guards.enabled.isEmpty, !question.object.has("enableIf"),
      let text = question.object.peek("expression")?.string,
      let expression = ForeignExpression(survey: text)
    else { return false }
    let scope = scope(around: question)
    var calculation = ForeignCalculation(.survey, in: scope)
    guard let result = calculation.result(inlined(expression, in: scope)) else { return false }
    questions[index].content = result.content
    questions[index].target = result.target(key: question.key)
    _ = question.object["expression"]
    notes.add(
      .reinterpreted, question.object.path(to: "expression"),
      calculation.isNear
        ? "It is rounded otherwise, or texts are compared by their letters' case"
        : "A record may have another value than the calculated one",
      effect: calculation.isNear ? nil : .nothing)
    return true
  }
}
