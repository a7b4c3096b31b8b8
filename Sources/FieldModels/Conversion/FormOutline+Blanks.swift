import FieldModels

/// White space alone as an answer: a form takes it like any other text unless `blankIsEmpty` says
/// otherwise, and formats of others have decided that for all of their fields.
extension FormOutline {
  /// Tells what records feel in a format where white space alone is never an answer: what is required
  /// refuses it, and no rule checks it.
  ///
  /// - Parameters:
  ///   - field: a field
  ///   - asks: whether anything is asked of it in that format
  mutating func tellBlanksAreEmpty(in field: Field, whichAsks asks: Bool) {
    guard isText(field) else { return }
    if field.object.bool("blankIsEmpty") {
      if !asks { tellUnusedBlanks(in: field) }
      return
    }
    let passing = passingBlanks(of: field)
    let isRequired = requirement("required", of: field, standard: false)
    if passing != .all, isRequired != .always {
      tellBlanks(in: field, at: "validation", effect: .laxer)
    }
    if isRequired != .never {
      tellBlanksAreMissing(in: field, passing)
    } else if asks, passing == .all {
      tellBlanks(in: field, at: "validation", effect: .nothing)
    }
  }

  /// Tells what records feel in a format in which what is required refuses white space alone, and other
  /// rules check it.
  mutating func tellBlanksAreNoAnswer(in field: Field) {
    if field.kind == .any { return tellBlankValuesAreNoAnswer(in: field) }
    guard isText(field) else { return }
    let passing = passingBlanks(of: field)
    let isRequired = requirement("required", of: field, standard: false) == .always
    if field.object.bool("blankIsEmpty") {
      if isRequired { return }
      if passing == .all { return tellUnusedBlanks(in: field) }
      notes.add(
        .reinterpreted, field.object.path(to: "blankIsEmpty"), "Rules check white space alone, too",
        effect: .stricter)
    } else if isRequired {
      tellBlanksAreMissing(in: field, passing)
    }
  }

  private mutating func tellBlankValuesAreNoAnswer(in field: Field) {
    let isRequired = requirement("required", of: field, standard: false) == .always
    if field.object.bool("blankIsEmpty") {
      if !isRequired { tellUnusedBlanks(in: field) }
    } else if isRequired {
      tellBlanksAreMissing(in: field, .some)
    }
  }

  private mutating func tellUnusedBlanks(in field: Field) {
    notes.add(
      .noCounterpart, field.object.path(to: "blankIsEmpty"), "Nothing is asked of the field",
      effect: .nothing)
  }

  private mutating func tellBlanks(
    in field: Field, at name: String, effect: ConversionReport.Effect
  ) {
    notes.add(
      .reinterpreted, field.object.path(to: name), "No rule checks white space alone",
      effect: effect)
  }

  /// Tells that white space alone is refused; where rules refuse it anyway, records feel nothing of it.
  private mutating func tellBlanksAreMissing(in field: Field, _ passing: Passing) {
    notes.add(
      .reinterpreted, field.object.path(to: "required"), "White space alone is no answer",
      effect: passing == .none ? .nothing : .stricter)
  }

  private func isText(_ field: Field) -> Bool {
    (field.kind == .entry || field.kind == .area) && field.valueKind == .string
  }

  private enum Passing {
    case none, some, all
  }

  /// Which texts of white space alone the rules of a field let pass.
  private func passingBlanks(of field: Field) -> Passing {
    guard !field.rules.isEmpty, var definition = definitions[field.key] else { return .all }
    definition.isBlankEmpty = false
    // What depends on more than the text may pass, or not.
    let isOpen = field.rules.contains { rule in
      rule.when != nil || rule.object.peek("validator") != nil || rule.object.peek("equals") != nil
    }
    let most = Int(min(definition.maxLength ?? 1000, 1000))
    let counts = [1, 3, most].filter { $0 <= most }
    let passing = counts.filter {
      definition.passesAlone(.text(String(repeating: " ", count: $0)))
    }
    if passing.isEmpty { return .none }
    return isOpen || passing.count < counts.count ? .some : .all
  }
}
