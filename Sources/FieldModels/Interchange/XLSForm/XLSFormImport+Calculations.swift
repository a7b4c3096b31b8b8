import FieldModels

/// What a form of XLSForm calculates.
///
/// A device writes the result over the value that a record has, and shows it nowhere. So such a field is
/// hidden and takes any value, and others see the calculated one.
extension XLSFormImport {
  /// What is told of a calculation without a field.
  static let calculatesNothing = "What a calculation works out is no answer"

  /// Whether a row says what is calculated, and asks nothing of it.
  func isCalculated(_ row: XLSFormRow, in around: Surroundings) -> Bool {
    guard let text = row.peek("calculation"), around.guards.enabled.isEmpty, row.has("name"),
      !["constraint", "required", "trigger", "default"].contains(where: row.has)
    else { return false }
    return ForeignExpression(xpath: Self.plain(text)) != nil
  }

  /// What holds for a question, its own row included.
  func guards(of question: Question) -> Guards {
    var guards = question.surroundings.guards
    readGuards(of: question.row, at: node(question), into: &guards)
    return guards
  }

  /// Whether it is known when a calculated value counts: others see none while it does not.
  private func isKnown(_ guards: Guards, of question: Question, _ meaning: XPathMeaning) -> Bool {
    guards.visible.allSatisfy { text, _, node in
      if let flag = Self.flag(text) { return flag }
      return expression(text, at: node, for: question).flatMap { meaning.condition($0) } != nil
    }
  }

  /// Has questions calculate their values where a form calculates the same, in an order in which each
  /// knows those that it looks at; the others are no questions.
  mutating func readCalculations() {
    let calculated = questions.indices.filter { isOpen(questions[$0]) }.map { index in
      let text = questions[index].row.peek("calculation")
      return ForeignCalculation.Question(
        index, named: questions[index].name,
        calculating: text.flatMap { expression($0, at: node(questions[index])) })
    }
    let open = ForeignCalculation.readInOrder(calculated) { index in
      guard readCalculation(of: index) else { return false }
      enter(index)
      return true
    }
    for index in open.reversed() {
      let row = questions[index].row
      questions.remove(at: index)
      notes.add(.program, row.path, Self.calculatesNothing, effect: .nothing)
    }
  }

  private func isOpen(_ question: Question) -> Bool {
    question.kind == .program && question.target == nil
  }

  private mutating func readCalculation(of index: Int) -> Bool {
    let question = questions[index]
    let meaning = meaning(for: question)
    guard let text = question.row.peek("calculation"),
      let expression = expression(text, at: node(question)),
      let result = meaning.result(expression)
    else { return false }
    let guards = guards(of: question)
    guard isKnown(guards, of: question, meaning) else { return false }
    questions[index].content = result.content
    if guards.visible.isEmpty {
      questions[index].content.append(.init("whenHidden", "keep"))
    } else {
      notes.add(
        .presentationOnly, question.row.path, "The calculated value is shown while it counts")
    }
    questions[index].target = result.target(key: question.key)
    _ = question.row.text("calculation")
    notes.add(
      .reinterpreted, question.row.path(to: "calculation"),
      "A record may have another value than the calculated one", effect: .nothing)
    return true
  }
}
