/// Makes of the expressions of a form what a sieve looks at.
extension SieveBuilder {
  /// How the value of a field is calculated; nil where it is not.
  mutating func calculation(of field: RecordField, in form: RecordForm) -> SieveCalculation? {
    let definition = field.definition
    guard let expression = definition.calculation else { return nil }
    // Of several rows only that nothing is calculated is seen.
    return SieveCalculation(
      term: add(compiled(expression, of: field, in: form, isRule: false)),
      reading: definition.takesSeveral ? .place : definition.reading,
      takesAny: !isPartial && (field.isUnchecked || takesAnyResult(field)),
      isInteger: definition.valueKind == .integer && !field.isUnchecked,
      isExact: !definition.isCalculatedFreely)
  }

  /// Whether a field that is checked is right with whatever is calculated for it.
  private func takesAnyResult(_ field: RecordField) -> Bool {
    field.asksNobody && field.definition.isCalculatedFreely && field.definition.rules.isEmpty
      && field.definition.choices.isEmpty
  }

  mutating func add(_ term: SieveTerm) -> Int {
    terms.append(term)
    return terms.count - 1
  }

  /// A term as a field sees it; what a rule says of its own field is said of the draft.
  mutating func compiled(
    _ expression: Expression, of field: RecordField, in form: RecordForm, isRule: Bool
  ) -> SieveTerm {
    compiled(expression.root, TermPlace(field: field, form: form, isRule: isRule))
  }

  private mutating func compiled(_ node: Expression.Node, _ place: TermPlace) -> SieveTerm {
    switch node {
    case .constant(let value): return compiled(value)
    case .field(let key):
      return place.term(of: key, notes)
    case .not(let part): return compound(.not, [compiled(part, place)])
    case .negative(let part): return compound(.negative, [compiled(part, place)])
    case .binary(let sign, let first, let second):
      var (one, other) = (compiled(first, place), compiled(second, place))
      if calculatesNothing(sign, one, other) { return SieveTerm(sort: .nothing) }
      if one.isDay { other = day(other) }
      if other.isDay { one = day(one) }
      return compound(.binary(sign), [one, other])
    case .call(.today, _):
      // Elsewhere it may be another day.
      return place.field.definition.hasZone
        ? SieveTerm(sort: .unknown)
        : SieveTerm(sort: .day, number: SieveNumber(Int64(today.daysSinceEpoch)))
    case .call(let function, _) where function.takesJSON: return SieveTerm(sort: .unknown)
    case .call(let function, let arguments):
      var parts: [SieveTerm] = []
      for argument in arguments {
        parts.append(
          (function.gathersAnswers ? place.answers(in: argument, notes) : nil)
            ?? compiled(argument, place))
      }
      switch function {
      case .years, .year, .month, .day: for part in parts.indices { parts[part] = day(parts[part]) }
      case .abs, .ceiling, .empty, .filled, .coalesce, .concat, .contains, .count, .floor, .length,
        .if, .max, .min,
        .number, .part, .round, .sum, .today, .truthy, .type:
        break
      }
      return compound(.call(function), parts)
    }
  }

  /// Whether nothing is calculated, whatever values the parts have: of a text or a flag that is no number, or of dates
  /// and times otherwise than by counting from one to another.
  private func calculatesNothing(
    _ sign: Expression.Operator, _ first: SieveTerm, _ second: SieveTerm
  ) -> Bool {
    // Of a partial record something may be open.
    if isPartial { return false }
    switch sign {
    case .plus: return isNoNumber(first) || isNoNumber(second) || first.isPlace && second.isPlace
    case .minus:
      return isNoNumber(first) || isNoNumber(second) || second.isPlace && !first.mayBePlace
    case .times, .divided, .remainder:
      return isNoNumber(first) || isNoNumber(second) || first.isPlace || second.isPlace
    case .equal, .notEqual, .less, .greater, .atMost, .atLeast, .and, .or: return false
    }
  }

  private func isNoNumber(_ term: SieveTerm) -> Bool {
    switch term.sort {
    case .nothing, .yes, .no: return true
    case .text:
      let text = text(of: term)
      return Decimal(text) == nil && Scale.date(.date).measure(text) == nil
    case .unknown, .number, .day, .field, .own, .entries, .answers, .not, .negative, .binary, .call:
      return false
    }
  }

  private func text(of term: SieveTerm) -> String {
    String(
      decoding: pool[term.text.start..<(term.text.start + term.text.count)], as: UTF8.self)
  }

  private mutating func compound(_ sort: SieveTerm.Sort, _ parts: [SieveTerm]) -> SieveTerm {
    let first = terms.count
    terms += parts
    return SieveTerm(sort: sort, parts: first..<terms.count)
  }

  private mutating func compiled(_ value: ExpressionValue) -> SieveTerm {
    switch value {
    case .nothing: return SieveTerm(sort: .nothing)
    case .flag(let flag): return SieveTerm(sort: flag ? .yes : .no)
    case .number(let number):
      return SieveNumber(number).map { SieveTerm(sort: .number, number: $0) }
        ?? SieveTerm(sort: .unknown)
    case .text(let text):
      var term = SieveTerm(sort: .text)
      term.text = append(text.utf8)
      return term
    case .open, .rows, .place, .entries, .answers, .json: return SieveTerm(sort: .unknown)
    }
  }

  /// A constant that stands where a day is read; anything else is what it is.
  private func day(_ term: SieveTerm) -> SieveTerm {
    guard case .text = term.sort else { return term }
    guard case .date(.date(let day)) = Scale.date(.date).measure(text(of: term)) else {
      return SieveTerm(sort: .unknown)
    }
    return SieveTerm(sort: .day, number: SieveNumber(Int64(day.daysSinceEpoch)))
  }
}

/// Where an expression stands, by which the fields are found that it names.
private struct TermPlace {
  let field: RecordField
  let form: RecordForm
  let isRule: Bool

  func term(of key: String, _ notes: SieveNotes) -> SieveTerm {
    if isRule, key == field.key { return term(of: field, notes, isOwn: true) }
    switch field.watched.first(where: { $0.key == key })?.place {
    case nil: return SieveTerm(sort: .nothing)
    case .list(let list): return SieveTerm(sort: .entries, note: notes.ofLists[list])
    case .beside(let number, _), .around(let number, _):
      return term(of: form.fields[number], notes, isOwn: false)
    case .column: return SieveTerm(sort: .nothing)
    }
  }

  /// What a field has in all entries of another list, where that is what an expression names.
  ///
  /// Of entries that look out of their list nothing is known before the record is.
  func answers(in node: Expression.Node, _ notes: SieveNotes) -> SieveTerm? {
    guard case .field(let key) = node,
      case .column(let number) = field.watched.first(where: { $0.key == key })?.place,
      let list = form.fields[number].list
    else { return nil }
    if form.isPartial || notes.deferredLists.contains(list) { return SieveTerm(sort: .unknown) }
    return SieveTerm(sort: .answers, note: notes.column(of: number, in: form))
  }

  private func term(of other: RecordField, _ notes: SieveNotes, isOwn: Bool) -> SieveTerm {
    let definition = other.definition
    let reading = definition.takesSeveral ? .text : definition.reading
    return SieveTerm(
      sort: isOwn ? .own(reading) : .field(reading), note: notes.ofFields[other.number])
  }
}

extension SieveTerm {
  /// Its value is a date or a time, or nothing.
  fileprivate var isPlace: Bool {
    switch sort {
    case .day, .field(.day), .own(.day), .field(.place), .own(.place): true
    default: false
    }
  }

  /// Its value may be a date or a time.
  fileprivate var mayBePlace: Bool {
    switch sort {
    case .nothing, .number, .text, .yes, .no, .entries, .not, .negative: false
    case .field(let reading), .own(let reading): reading == .day || reading == .place
    case .unknown, .day, .answers, .binary, .call: true
    }
  }

  fileprivate var isDay: Bool {
    switch sort {
    case .day, .field(.day), .own(.day): true
    default: false
    }
  }
}

extension FieldDefinition {
  /// How an expression reads the draft.
  fileprivate var reading: SieveTerm.Reading {
    switch expressionSort {
    case .number: .number
    case .flag: .flag
    case .text, .json: .text
    case .place(.date(.date)): momentZone == nil ? .day : .place
    case .place: .place
    }
  }

  /// What is checked of the calculated value is the same however it is written.
  var isCalculatedFreely: Bool {
    if takesSeveral || kind == .any || maxLength != nil || isBlankEmpty { return false }
    return rules.allSatisfy { rule in
      switch rule.check {
      case .minimum, .maximum, .step, .holds: true
      case .minLength, .maxLength, .pattern, .format, .oneOf, .equals, .before, .after, .schema,
        .validator:
        false
      }
    }
  }
}

extension Rule.Check {
  var isExpression: Bool { if case .holds = self { true } else { false } }

  /// It looks at other fields, or may do so.
  var looksAtOthers: Bool {
    switch self {
    case .equals, .holds, .before(.field), .after(.field): true
    case .before, .after, .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step,
      .oneOf, .schema, .validator:
      false
    }
  }
}
