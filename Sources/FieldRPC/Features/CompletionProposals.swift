import FieldModels

/// What the contents of a field may be, as things to offer.
extension CompletionWriter.Proposal {
  /// A row of a picker.
  init(_ choice: Choice) {
    self.init(text: choice.text, kind: .enumMember)
    label = choice.label.isEmpty ? choice.text : choice.label
    detail = choice.label == choice.text ? nil : choice.text
    documentation = choice.description
    // People type what they see.
    if detail != nil { filterText = "\(choice.label) \(choice.text)" }
  }

  /// A text of autofill.
  init(_ offer: AutofillOffer, from source: String, typed: String) {
    self.init(text: offer.text, kind: .value, detail: "from \(source)")
    // What contains the typed text is no completion of it to an editor that filters again.
    if !typed.isEmpty { filterText = typed }
  }

  /// Dates that a date field is often set to: of today and tomorrow, and its limits.
  static func dates(of definition: FieldDefinition, _ today: CivilDate) -> [Self] {
    guard definition.mode == .date else { return [] }
    var dates = days(around: today)
    for (bound, name) in [
      (definition.minimumDate, Property.Name.minimumDate), (definition.maximumDate, .maximumDate),
    ] {
      guard case .fixed(.date(.date(let date))) = bound else { continue }
      let isKnown = dates.contains { $0.text == date.description }
      if !isKnown {
        dates.append(Self(text: date.description, kind: .value, detail: name.rawValue))
      }
    }
    return dates
  }

  /// This day and the next.
  static func days(around today: CivilDate) -> [Self] {
    [(today, "today"), (today.adding(days: 1), "tomorrow")].compactMap { date, name in
      date.map { Self(text: $0.description, kind: .value, detail: name) }
    }
  }
}
