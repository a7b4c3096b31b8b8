/// What a partial record leaves open: the fields and the lists that it lacks, and what counts in one way
/// or another depending on these.
///
/// Whatever a field holds that is left out, a problem which is told of a partial record is told of the
/// record with that value too. So a question about what is open has two answers, and a problem is told
/// only if both lead to it (`RecordField.judgeSurely`). What is left out and surely hidden is not open:
/// it counts as empty whatever it holds.
struct RecordOpenings {
  /// Fields, by their numbers.
  var fields: Set<Int> = []
  /// Lists, by their numbers.
  var lists: Set<Int> = []
  /// The fields, by their numbers, that are in a circle of conditions which looks at something open.
  var circles: Set<Int> = []
}

extension RecordSurroundings {
  /// Whether something that a check looks at is open.
  func leavesOpen(_ place: RecordField.Other.Place) -> Bool {
    switch place {
    case .beside(let number, _): beside.open.fields.contains(number)
    case .around(let number, _): around.open.fields.contains(number)
    case .list(let list): around.open.lists.contains(list)
    case .column(let number): lists.open.contains(number)
    }
  }
}

extension RecordForm {
  /// What a record, or an entry, lacks of its fields and lists; of one that is not partial nothing is open.
  ///
  /// What can't be in a value of another type is not open: it counts as empty until that is another one.
  func openings(of members: RecordMembers, list: Int?) -> RecordOpenings {
    var open = RecordOpenings()
    if !isPartial { return open }
    for (number, value) in zip(numbers(ofList: list), members.values)
    where value == nil && !members[fields[number].object].isUnfit
      && !members[fields[number].object].isNull
    {
      open.fields.insert(number)
    }
    for (number, found) in members.lists.enumerated()
    where found.state == .missing && !found.isNull && !members[layout.lists[number].home].isNull {
      open.lists.insert(number)
    }
    return open
  }

  /// Notes the fields of a unit that are open.
  ///
  /// - Parameters:
  ///   - unit: a field, or a circle of fields that look at one another
  ///   - contents: what the record or entry has for each field
  ///   - open: takes the fields
  ///   - known: what is known of those that the unit looks at
  ///   - now: this moment
  /// - Returns: whether what they count as is known without counting
  func noteOpen(
    _ unit: CountedUnit, holding contents: [RecordContent], in open: inout RecordOpenings,
    _ known: RecordSurroundings, at now: Instant
  ) -> Bool {
    if unit.isCircle { return noteOpen(circle: unit.members, contents, in: &open, known) }
    return unit.members.allSatisfy { number in
      let field = fields[number]
      let surroundings = field.surroundings(known, at: now)
      if let value = field.definition.calculated(in: surroundings) {
        open.fields.remove(number)
        if value == .open { open.fields.insert(number) }
        return value == .open
      }
      if open.fields.contains(number) {
        let isSurelyHidden = !field.definition.isShown(in: surroundings.opposite)
        if isSurelyHidden, field.definition.hiddenValue != .keep { open.fields.remove(number) }
        return true
      }
      let draft = contents[field.slot].draft
      let counted = field.counted(draft, surroundings)
      if counted == field.counted(draft, surroundings.opposite) { return false }
      open.fields.insert(number)
      return true
    }
  }

  /// If a field of a circle is open, or looks at something open, all are open but those that are empty
  /// however they count.
  private func noteOpen(
    circle: [Int], _ contents: [RecordContent], in open: inout RecordOpenings,
    _ known: RecordSurroundings
  ) -> Bool {
    let isOpen = circle.contains { number in
      open.fields.contains(number)
        || fields[number].watched.contains { known.leavesOpen($0.place) }
    }
    if !isOpen { return false }
    open.circles.formUnion(circle)
    open.fields.formUnion(circle.filter { !contents[fields[$0].slot].draft.isEmpty })
    return true
  }
}

extension RecordField {
  /// Says what is wrong with the value of a field whatever stands in what a partial record leaves open,
  /// and whether more may be wrong with it.
  func judgeSurely(
    _ content: RecordContent, _ surroundings: RuleCheck.Surroundings,
    with drafted: inout FieldDefinition
  ) -> Verdict {
    let least = judge(content, surroundings, with: &drafted)
    let open = watched.filter { surroundings.isOpen($0.key) }
    if open.isEmpty, !surroundings.isInOpenCircle { return least }
    let most = judge(content, surroundings.opposite, with: &drafted)
    var verdict = Verdict()
    verdict.problems = least.problems.filter { problem in most.problems.contains { $0 == problem } }
    verdict.questions = least.questions.filter(most.questions.contains)
    let isSure =
      verdict.problems.count == max(least.problems.count, most.problems.count)
      && verdict.questions.count == max(least.questions.count, most.questions.count)
    if !isSure { verdict.doubt = .uncheckedDependency(open.isEmpty ? watched : open) }
    return verdict
  }
}

extension RecordProblem {
  /// That it depends on some fields or lists whether a value is right.
  fileprivate static func uncheckedDependency(_ others: [RecordField.Other]) -> RecordProblem {
    .uncheckedDependency(
      keys: others.map { $0.key }, names: others.map { $0.field.label ?? $0.key })
  }
}
