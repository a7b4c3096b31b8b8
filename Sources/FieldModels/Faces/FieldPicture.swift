/// A field as it is now: everything that a front end needs to draw it and to let a person work
/// with it.
///
/// Worked out from the definition, the state and what stands around the field, and stored nowhere.
public struct FieldPicture: Identifiable, Sendable {
  package let reading: FieldReading
  /// The entry that it is in; nil for a field that stands by itself.
  package let place: EntryPlace?
  /// Where its value stands in the record, as a JSON pointer, where that is not its key alone.
  package let statedPath: String?
  package let state: FieldState?
  package let standing: FieldStanding
  package let facts: FieldFacts
  package let findings: [Finding]
  /// How those who look at it are spoken to.
  package let wording: Wording
  /// What the autofill list beside the field has; nil where there is no list.
  package let offers: AutofillOffers?
  /// The bar above the keyboard, in its order.
  public let toolbar: [ToolbarItem]
  /// A number of the draft as its reader writes it; nil where the draft is shown as it is.
  package let shownNumber: String?
  /// The ends of what may be picked in a date field now.
  package let dates: (lower: DateValue?, upper: DateValue?)
  /// The rows of a picker, with those hidden that are not offered now; nil where that is never so.
  let shownRows: [Choice]?
  /// Where the picker of a date field stands while the field is empty.
  package let standingDate: DateValue?

  /// A button of the bar above the keyboard.
  public struct ToolbarItem: Equatable, Sendable {
    /// The buttons, by their names on the wire.
    public enum Name: String, Sendable { case previous, next, autofill, done, cancel }

    /// Which button it is.
    public var name: Name
    /// It can be pressed.
    public var isEnabled: Bool
  }

  package var definition: FieldDefinition { _read { yield reading.definition } }

  /// The list in whose entry it is, and the number of the entry; nil for a field that stands by itself.
  public var entry: (list: String, number: Int)? { place.map { ($0.list, $0.entry) } }

  /// It has the focus.
  public var isActive: Bool { facts.isActive }
  /// An error is shown.
  public var hasError: Bool { facts.look == .error }
  /// The list of a picker or date is shown.
  public var isOpen: Bool {
    isActive && !(definition.kind?.isTextEntry ?? true) && !definition.isManual(state)
      && !(state?.presentation.isKeptClosed ?? false)
  }

  /// The label, and what it says of a field that may stay empty.
  public var title: String { wordedTitle.text }

  /// The title before its words are found.
  package var wordedTitle: Title {
    Title(
      label: definition.label ?? key,
      // Nobody is asked for what is calculated.
      isOptional: !standing.isRequired && definition.calculation == nil, isUp: isTitleUp,
      wording: wording)
  }

  /// What the title of a field says, and where it stands.
  package struct Title {
    package let label: String
    package let isOptional: Bool
    package let isUp: Bool
    package let wording: Wording

    package var text: String {
      isOptional ? wording.text(Saying(.optional, (.label, .text(label)))) : label
    }
  }

  /// The title stands above the content rather than in its place.
  public var isTitleUp: Bool { isActive || !definition.draft.isEmpty }

  /// The draft as it is shown: the labels of rows, dates in their pattern, dots for a secret.
  public var display: String {
    if definition.isSecure, !(state?.presentation.isRevealed ?? false) {
      let count = LengthUnit.grapheme.count(in: definition.draft.text)
      return String(repeating: "•", count: count)
    }
    switch definition.kind {
    case .entry, .area, .any, nil: return shownNumber ?? definition.draft.text
    case .picker:
      return definition.draft.isEmpty
        ? ""
        : zip(definition.draft.values, definition.choices(drafted: definition.draft.values))
          .map { value, choice in choice?.label ?? value }.joined(separator: ", ")
    case .date:
      let text = definition.draft.text
      guard case .success(let date) = DateValue.parse(text, mode: definition.mode) else {
        return text
      }
      return definition.shown(date, to: wording.locale)
    }
  }

  /// The name of the icon on the right; a state may bring its own.
  public var icon: String? {
    if let icon = definition.icon { return icon }
    return switch facts.look {
    case .error: "warning"
    case .success: "check"
    case .standard, .active, .disabled: nil
    }
  }

  /// Which colour each part has; `color(_:)` says which that is.
  public var colors: FieldColors {
    FieldColors(look: facts.look, isActive: isActive, isTitleUp: isTitleUp)
  }

  /// In points.
  public var borderWidth: Int {
    switch facts.look {
    case .error, .active, .success: 2
    case .standard, .disabled: 1
    }
  }

  /// How high the field is, in points.
  public func heights(_ metrics: FieldHeights.Metrics = .init()) -> FieldHeights {
    FieldHeights(
      definition.kind ?? .entry, lineCount: definition.draft.text.utf8.span.lineBreakCount + 1,
      hasHelper: facts.helper != nil, hasCounter: facts.counter != nil, metrics)
  }
}

extension FieldDefinition {
  /// A date as the clocks of the field's time zone show it.
  package func inZone(_ date: DateValue) -> DateValue { zone.map { date.inZone($0) } ?? date }

  /// The names of months and days in the field's language, else in the reader's.
  package func dateNames(for reader: String?) -> DateNames {
    (locale ?? reader).map { DateNames.named($0) } ?? .english
  }

  /// A date as people see it in the field.
  package func shown(_ date: DateValue, to reader: String?) -> String {
    let pattern = datePattern ?? .standard(for: date, locale: locale ?? reader)
    return pattern.format(inZone(date), in: dateNames(for: reader))
  }
}

extension FieldDocument {
  /// What to draw of a field, given what autofill has for its draft.
  package func picture(
    of id: FieldID, offers: AutofillOffers?, at now: Instant
  ) -> FieldPicture? {
    guard let reading = reading(of: id) else { return nil }
    return picture(of: id, reading, states[id], offers: offers, at: now)
  }

  // What a function is given stays as it is meanwhile, so that of the definition no copy is made.
  private func picture(
    of id: FieldID, _ reading: FieldReading, _ state: FieldState?,
    offers: AutofillOffers?, at now: Instant
  ) -> FieldPicture {
    let surroundings = surroundings(of: id, reading.definition, now)
    let standing = standing(
      of: reading.definition,
      isDisabled: reading.definition.isDisabled(byHand: state?.isDisabledByHand), surroundings)
    let findings = draftFindings(of: id, at: now)
    let hasMatches = !(offers?.shown.isEmpty ?? true)
    let toolbar = toolbar(of: id, reading.definition, state, hasMatches: hasMatches, at: now)
    let range = RuleCheck.dateRange(reading.definition, surroundings)
    return FieldPicture(
      reading: reading, place: place(of: id), statedPath: statedPath(of: reading), state: state,
      standing: standing,
      facts: reading.definition.facts(in: state, findings, wording), findings: findings,
      wording: wording,
      offers: offers, toolbar: toolbar, shownNumber: shownNumber(id, reading.definition),
      dates: (range.lower, range.upper),
      shownRows: reading.definition.hasConditionalRows
        ? reading.definition.offeringRows(in: surroundings).choices : nil,
      standingDate: standingDate(of: id, reading.definition, at: now))
  }

  private func toolbar(
    of id: FieldID, _ definition: FieldDefinition, _ state: FieldState?, hasMatches: Bool,
    at now: Instant
  ) -> [FieldPicture.ToolbarItem] {
    let settings = definition.toolbar
    if settings.isHidden { return [] }
    if state?.presentation.isShowingAutofill ?? false {
      return [.init(name: .cancel, isEnabled: true)]
    }
    var items: [FieldPicture.ToolbarItem] = []
    let previousField = linkedField(from: id, definition, forward: false)
    let nextField = linkedField(from: id, definition, forward: true)
    if previousField != nil || nextField != nil {
      let previous = settings.isPreviousEnabled && takesFocus(previousField, now)
      let next = settings.isNextEnabled && takesFocus(nextField, now)
      items.append(.init(name: .previous, isEnabled: previous))
      items.append(.init(name: .next, isEnabled: next))
    }
    if definition.autofill != nil, !settings.autofill.isHidden {
      items.append(.init(name: .autofill, isEnabled: settings.autofill.isEnabled && hasMatches))
    }
    if !settings.done.isHidden {
      items.append(.init(name: .done, isEnabled: settings.done.isEnabled))
    }
    return items
  }
}

extension FieldPicture: Equatable {
  /// The key of the field, which no other field of the form has.
  public var id: String { key }

  /// Whether a front end draws the same of both.
  public static func == (one: FieldPicture, other: FieldPicture) -> Bool {
    one.definition == other.definition && one.state == other.state
      && one.standing == other.standing && one.facts == other.facts
      && one.findings == other.findings && one.wording == other.wording
      && one.offers == other.offers && one.toolbar == other.toolbar
      && one.dates == other.dates && one.shownRows == other.shownRows
      && (one.place, one.statedPath, one.shownNumber, one.standingDate)
        == (other.place, other.statedPath, other.shownNumber, other.standingDate)
  }
}
