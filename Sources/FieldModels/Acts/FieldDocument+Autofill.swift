/// What the acts of autofill do with the fields of a document.
extension FieldDocument {
  /// What to ask the autofill source of a field now; nil where nothing is to be asked.
  package func autofillQuery(of id: FieldID) -> AutofillQuery? {
    guard let reading = reading(of: id), reading.definition.autofill != nil else { return nil }
    return AutofillQuery(
      reading.definition, takesTypedText: reading.definition.takesTypedText(states[id]), of: id)
  }

  /// Whether the draft that a question was asked for is still there.
  package func isCurrent(_ query: AutofillQuery) -> Bool {
    guard let definition = reading(of: query.field)?.definition else { return false }
    return AutofillQuery(definition, takesTypedText: true, of: query.field) == query
  }

  func offering(
    _ key: String, isShown: Bool, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    guard isShown else { return [.effect(.showAutofill(try target(key).id, isShown: false))] }
    let (id, reading) = try editable(key, now)
    let definition = reading.definition
    _ = try use(of: definition)
    if !definition.takesTypedText(states[id]) { throw Self.notManual(definition) }
    return try focusing(id, now) + [.autofill(.lookUp(id)), .autofill(.offer(id))]
  }

  func applying(
    _ key: String, _ text: String, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try editable(key, now)
    let definition = reading.definition
    guard let use = definition.autofill, case .text(let old) = definition.draft else {
      throw Self.withoutAutofill(definition)
    }
    try checkLength(of: text, replacing: old, definition)
    let isManual: Bool? = definition.kind == .picker ? true : nil
    var steps = try focusing(id, now)
    steps.append(.effect(.chose(id, row: nil, isManual: isManual)))
    if old != text { steps.append(.edit(.write(id, .text(text)))) }
    steps.append(.effect(.showAutofill(id, isShown: false)))
    steps.append(use.returnsAfter ? .then(.return) : .autofill(.lookUp(id)))
    return steps
  }

  func learning(_ key: String, _ text: String?) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try target(key)
    let definition = reading.definition
    let use = try use(of: definition)
    if isSecret(id) { throw Self.secrecy(of: definition) }
    let text = AutofillQuery.trimmed(text ?? definition.draft.text)
    if text.isEmpty { throw FormRefusal(.noMatch, "There is no text to remember") }
    try checkLength(of: text, replacing: "", definition)
    return [.autofill(.remember(.learned(text, source: use.source))), .autofill(.lookUp(id))]
  }

  func removing(_ key: String, _ text: String) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try target(key)
    let definition = reading.definition
    let use = try use(of: definition)
    let text = AutofillQuery.trimmed(text)
    return [
      .autofill(.lookUp(id)), .autofill(.checkRemovable(id, text)),
      .autofill(.remember(.removed(text, source: use.source))),
      .autofill(.lookUp(id)),
    ]
  }

  /// How a field completes its draft, if what is typed into it may be remembered.
  private func use(of definition: FieldDefinition) throws(FormRefusal) -> AutofillUse {
    guard let use = definition.autofill, !use.source.isEmpty else {
      throw Self.withoutAutofill(definition)
    }
    if definition.isSecure { throw Self.secrecy(of: definition) }
    return use
  }

  private static func secrecy(of definition: FieldDefinition) -> FormRefusal {
    FormRefusal(.secure, "\(definition.name) is secure; its draft is not remembered")
  }

  private static func withoutAutofill(_ definition: FieldDefinition) -> FormRefusal {
    FormRefusal(.wrongKind, "\(definition.name) has no autofill")
  }
}
