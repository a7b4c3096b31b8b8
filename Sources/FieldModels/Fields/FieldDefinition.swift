/// What the document says of one field: its definition and, beside it, its draft.
///
/// A pure function of the field's text. It is read again whenever that text changes and is not
/// kept otherwise; what is true of a field over time is in `FieldState`.
package struct FieldDefinition: Equatable, Sendable {
  package var key: String?
  package var kind: FieldKind?
  /// Where the kind can't be read, the one whose properties the field has.
  package var presumedKind: FieldKind?
  package var label: String?
  package var placeholder: String?
  package var helper: String?
  package var draft = Draft.empty
  package var isRequired = Requirement.never
  /// White space alone is no answer to a field of texts (`isUnanswered`) or of any value
  /// (`lacksAnswer`).
  package var isBlankEmpty = false
  /// In a record an empty text is an answer.
  package var takesEmptyText = false
  /// The empty draft is such an answer, and rules check it.
  package var isEmptyAnswer = false
  /// When the document asks for the key of an empty field (`presence`).
  package var isPresent = Requirement.never
  package var isReadOnly = false
  /// What the draft is calculated of, which nobody can edit then.
  package var calculation: Expression?
  package var isVisible = Requirement.always
  package var isEnabled = Requirement.always
  package var maxLength: WholeNumber?
  package var lengthUnit = LengthUnit.grapheme
  package var isSecure = false
  package var unit: String?
  package var isMonetary = false
  package var initialLook = FieldLook.standard
  package var isActiveOnEditing = false
  package var traits = FieldTraits()
  package var returnKey = ReturnKey.standard
  package var toolbar = ToolbarSettings()
  package var icon: String?
  /// What a tap on the icon does; nil: the tap is only reported.
  package var iconAction: IconAction?
  /// A number of the form's own, told with every event.
  package var tag: WholeNumber = 0
  package var selectsAllOnFocus = false
  package var valueKind = ValueKind.string
  package var precision = NumberPrecision.double
  package var hiddenValue = HiddenValue.omit
  package var missingValue = MissingValue.empty
  /// Whether a value in a record that no draft commits is taken.
  package var isLenient = Requirement.never
  /// What an empty draft gives, where the document says so.
  package var statedEmptyValue: EmptyValue?
  package var group: String?
  /// The names that lead to its value in a record, behind those of its group; nil: its key.
  package var path: [String]?
  package var previous: String?
  package var next: String?
  package var autofill: AutofillUse?
  package var choices: [Choice] = []
  /// Whether it depends on other fields which rows are offered.
  package var hasConditionalRows = false
  /// What an expression takes the values of the rows for.
  ///
  /// It is noted once, since each keystroke in a field asks for it that others look at.
  package var rowSort = ExpressionValue.Sort.text
  package var takesSeveral = false
  package var minItems: WholeNumber?
  /// Each row is chosen once.
  package var hasUniqueRows = true
  /// Several rows are flags in a record, as the document says.
  package var isOfFlags = false
  package var maxItems: WholeNumber?
  package var isClearable = false
  /// The label of the row for typed text, where the document gives none.
  package static let manualEntryLabel = "Manual Entry"
  /// The label of the row for typed text; nil without one.
  package var manualEntry: String?
  package var mode = DateMode.date
  /// How the date is shown, where the document says so.
  package var datePattern: DatePattern?
  /// How the value is written in a record, where the document says so; ISO 8601 without.
  package var valuePattern: DatePattern?
  package var minimumDate: DateBound?
  package var maximumDate: DateBound?
  package var defaultDate: DateBound?
  package var timeZone = "GMT"
  /// What is known of the time zone.
  package var zone: ZoneRules? = .utc
  /// The document says which zone it is; without that, today is the day where the daemon runs.
  package var hasZone = false
  package var locale: String?
  package var liveRules: [Rule] = []
  /// On which the draft is compared with limits and steps.
  package var scale = Scale.number
  /// Nanoseconds of rest before the live rules run.
  package var liveInterval: Int64 = 500_000_000
  package var endEditingRules: [Rule] = []
  /// The text of the field has errors, so that a rule or the draft itself may not have been read.
  package var isBroken = false
  /// A text of it stands in several languages, and was read in one of them.
  package var isTranslated = false
  /// A rule asks a validator that is not registered.
  package var hasUnknownValidator = false

  package init() {}

  /// What is true of a field of which the document says nothing.
  package static let standard = FieldDefinition()

  /// The same with another draft.
  package consuming func with(_ draft: Draft) -> FieldDefinition {
    self.draft = draft
    return self
  }

  /// How an expression reads its drafts.
  package var expressionSort: ExpressionValue.Sort {
    if kind == .any { return .json }
    if kind == .date || scale != .number { return .place(scale) }
    switch valueKind {
    case .number, .integer: return .number
    case .boolean: return .flag
    case .string: break
    }
    return rowSort
  }

  /// What its draft is to an expression.
  package var value: ExpressionValue {
    ExpressionValue(draft, as: expressionSort, zone: momentZone)
  }

  /// The draft that says what an expression comes to.
  package func draft(of value: ExpressionValue) -> Draft {
    switch value {
    case .nothing, .open: return emptyDraft
    // A moment where a day is asked for is on a day, and the other way round there is no time.
    case .place(let place) where !scale.holds(place):
      guard scale == .date(.date), let day = place.day else {
        return scale == .number ? held(value.draft) : emptyDraft
      }
      return .text(day.description)
    case .number, .text, .flag, .rows, .place, .entries, .answers, .json: return held(value.draft)
    }
  }

  /// Whether two drafts say the same: numbers may be written in several ways.
  func hasSameValue(_ draft: Draft, _ other: Draft) -> Bool {
    if draft == other { return true }
    return ExpressionValue(draft, as: expressionSort, zone: momentZone)
      == ExpressionValue(other, as: expressionSort, zone: momentZone)
  }

  /// A draft of one text, or of rows, as the field has it.
  private func held(_ draft: Draft) -> Draft {
    if takesSeveral { return .rows(draft.values) }
    return kind == .any ? .text(JSONValue.string(draft.text).json) : .text(draft.text)
  }

  /// When a record must have the key even if the field is empty: never where an empty field is left out.
  package var presence: Requirement {
    emptyValue == .omit || missingValue == .default ? .never : isPresent
  }

  /// The draft that a record stands for that lacks the field.
  package var missingDraft: Draft { missingValue == .default ? draft : emptyDraft }

  /// What an empty draft gives.
  ///
  /// Where a row has that very value nothing chosen is left out, or nobody could tell the two apart.
  /// An entry that is a value can't be left out of its list, so it is null, or else the empty text.
  package var emptyValue: EmptyValue {
    var value = statedEmptyValue ?? (takesSeveral ? .empty : .null)
    if path == [], value == .omit { value = .null }
    if takesSeveral || choices.isEmpty { return value }
    func isRow(_ value: EmptyValue) -> Bool {
      choices.contains { $0.value == (value == .null ? .null : .string("")) }
    }
    if !isRow(value) { return value }
    let other: EmptyValue = value == .null ? .empty : .null
    return path == [] && !isRow(other) ? other : .omit
  }

  /// The kind whose checks the draft gets.
  package var checkedKind: FieldKind { kind ?? presumedKind ?? .entry }

  /// Stands for a field that has neither label nor key.
  static let unnamed = "This field"

  /// What to call the field in a message.
  package var name: String { (label ?? key ?? Self.unnamed).abridged }

  /// Every rule, in the order in which failures are reported.
  package var rules: [Rule] { liveRules + endEditingRules }

  /// Whether it has any of them.
  package var hasRules: Bool { !liveRules.isEmpty || !endEditingRules.isEmpty }

  /// The row that is chosen while the draft says this.
  package func choice(drafted text: String) -> Choice? {
    choices.first { $0.text.isExactly(text) }
  }

  /// The index of the row that is meant by a value: the one that has it, else the one with this
  /// draft, else one whose draft is read as it.
  package func row(meaning value: JSONValue) -> Int? {
    choices.firstIndex { $0.value.isSame(as: value) }
      ?? choices.firstIndex { .string($0.text) == value }
      ?? choices.firstIndex { self.value(of: $0).isSame(as: value) }
  }

  /// The indices of the rows that are meant by some values, each for its value.
  package func rows(meaning values: [JSONValue]) -> [Int?] {
    if values.count < 8 { return values.map { row(meaning: $0) } }
    func places(_ values: [JSONValue]) -> [JSONScalar: Int] {
      var places: [JSONScalar: Int] = [:]
      for (index, value) in values.enumerated().reversed() {
        if let scalar = JSONScalar(value) { places[scalar] = index }
      }
      return places
    }
    let ways = [
      places(choices.map { $0.value }), places(choices.map { .string($0.text) }),
      places(choices.map { self.value(of: $0) }),
    ]
    return values.map { value in
      guard let scalar = JSONScalar(value) else { return row(meaning: value) }
      return ways.lazy.compactMap { $0[scalar] }.first
    }
  }

  /// The rows that are chosen while a draft says these texts, each for its text; nil where there is
  /// none.
  package func choices(drafted texts: [String]) -> [Choice?] {
    if texts.count < 8 { return texts.map { choice(drafted: $0) } }
    let known = Dictionary(keepingFirst: choices.map { (ExactText($0.text), $0) })
    return texts.map { known[ExactText($0)] }
  }

  /// The calendar day of a moment, for the field.
  package func today(at now: Instant) -> CivilDate {
    hasZone ? zone?.today(at: now) ?? now.today : now.today
  }

  /// The moment at which that day is over.
  package func endOfDay(at now: Instant) -> Instant {
    hasZone ? zone?.endOfDay(at: now) ?? now.endOfDay : now.endOfDay
  }

  /// The keys of other fields that this one's checks look at.
  package var watchedKeys: [String] {
    var keys: [String] = []
    isRequired.collectKeys(into: &keys)
    isPresent.collectKeys(into: &keys)
    isVisible.collectKeys(into: &keys)
    isEnabled.collectKeys(into: &keys)
    isLenient.collectKeys(into: &keys)
    if hasConditionalRows {
      for choice in choices { choice.visibility.collectKeys(into: &keys) }
    }
    if let calculation { keys += calculation.keys }
    for rule in liveRules { rule.collectKeys(into: &keys) }
    for rule in endEditingRules { rule.collectKeys(into: &keys) }
    return keys
  }

  /// The keys of those of them whose answers are gathered from all entries, where they are fields of another
  /// list.
  package var gatheredKeys: Set<String> {
    var keys: Set<String> = []
    isRequired.collectGatheredKeys(into: &keys)
    isPresent.collectGatheredKeys(into: &keys)
    isVisible.collectGatheredKeys(into: &keys)
    isEnabled.collectGatheredKeys(into: &keys)
    isLenient.collectGatheredKeys(into: &keys)
    if hasConditionalRows {
      for choice in choices { choice.visibility.collectGatheredKeys(into: &keys) }
    }
    calculation?.collectGatheredKeys(into: &keys)
    for rule in liveRules { rule.collectGatheredKeys(into: &keys) }
    for rule in endEditingRules { rule.collectGatheredKeys(into: &keys) }
    return keys
  }

  /// The keys of the fields that decide whether it is shown and enabled, and what it is calculated of, each
  /// once.
  package var standingKeys: [String] {
    if !hasUnsteadyFocus, calculation == nil { return [] }
    var keys = calculation?.keys ?? []
    isVisible.collectKeys(into: &keys)
    isEnabled.collectKeys(into: &keys)
    return Set(keys).sorted()
  }

  /// Whether a submission may commit another draft than the field has: while it is hidden, or not
  /// checked.
  package var mayCountOtherwise: Bool {
    calculation != nil || isVisible != .always || isEnabled != .always || isReadOnly
      || isDisabled(nil)
  }

  /// The draft of which a submission commits the value, and which conditions and comparisons of other
  /// fields look at.
  ///
  /// - Parameters:
  ///   - held: what it has, or where it is not checked what was let in of that
  ///   - isShown: whether it is visible
  ///   - isChecked: whether it is visible, enabled and may be edited
  /// - Returns: the draft
  func submittedDraft(holding held: Draft, isShown: Bool, isChecked: Bool) -> Draft {
    if !isShown, hiddenValue != .keep { return emptyDraft }
    return isChecked || commits(held) ? held : emptyDraft
  }

  /// Whether nothing is in the draft that counts as an answer: `required` asks for one, and rules check
  /// none.
  package var isUnanswered: Bool {
    if draft.isEmpty { return !isEmptyAnswer }
    guard isBlankEmpty, valueKind == .string, kind == .entry || kind == .area else { return false }
    return draft.text.unicodeScalars.allSatisfy { ScalarSet.spaces.contains($0) }
  }

  /// Whether it is a field of texts, in which an empty one may be an answer.
  private var mayTakeEmptyText: Bool {
    guard valueKind == .string, !takesSeveral, !isBlankEmpty, calculation == nil else {
      return false
    }
    switch checkedKind {
    case .entry, .area: return true
    case .picker: return manualEntry != nil && !choices.contains { $0.value == .string("") }
    case .date, .any: return false
    }
  }

  /// The same in a form in whose records empty texts are answers.
  package var takingEmptyText: FieldDefinition {
    var definition = self
    definition.takesEmptyText = mayTakeEmptyText
    return definition
  }

  /// Whether nobody can edit the draft.
  package var isLocked: Bool { isReadOnly || calculation != nil }

  /// Whether it depends on other fields that the field takes the focus.
  package var hasUnsteadyFocus: Bool { isVisible.isConditional || isEnabled.isConditional }

  /// Whether a check compares the draft with the day on which it is looked at.
  package var watchesToday: Bool {
    if case .today = minimumDate { return true }
    if case .today = maximumDate { return true }
    let requirements = [isRequired, isPresent, isVisible, isEnabled, isLenient]
    if requirements.contains(where: { $0.watchesToday }) { return true }
    if hasConditionalRows, choices.contains(where: { $0.visibility.watchesToday }) { return true }
    if calculation?.watchesToday ?? false { return true }
    return liveRules.contains(where: { $0.watchesToday })
      || endEditingRules.contains(where: { $0.watchesToday })
  }
}

extension Rule {
  /// Adds the keys of the fields that it looks at.
  fileprivate func collectKeys(into keys: inout [String]) {
    condition?.collectKeys(into: &keys)
    switch check {
    case .equals(let key), .before(.field(let key)), .after(.field(let key)): keys.append(key)
    case .holds(let expression): keys += expression.keys
    case .before, .after, .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step,
      .oneOf, .schema, .validator:
      break
    }
  }

  fileprivate func collectGatheredKeys(into keys: inout Set<String>) {
    condition?.collectGatheredKeys(into: &keys)
    if case .holds(let expression) = check { expression.collectGatheredKeys(into: &keys) }
  }

  fileprivate var watchesToday: Bool {
    switch check {
    case .before(.today), .after(.today): true
    case .holds(let expression): expression.watchesToday || condition?.watchesToday ?? false
    case .before, .after, .minLength, .maxLength, .pattern, .format, .minimum, .maximum, .step,
      .oneOf, .equals, .schema, .validator:
      condition?.watchesToday ?? false
    }
  }
}

/// What a field is named by and what it names itself: all that an index of fields has to know.
package struct FieldMentions: Equatable, Sendable {
  package var key: String?
  /// The keys of the fields that its checks look at.
  package var watchedKeys: Set<String> = []
  /// The keys of those of them whose answers it gathers from all entries of their lists.
  package var gatheredKeys: Set<String> = []
  /// The keys of the fields that its buttons lead to.
  package var linkedKeys: [String] = []
  /// The keys of the fields that decide whether it is shown and enabled.
  package var standingKeys: [String] = []
  /// A submission may commit another draft than it has.
  package var mayCountOtherwise = false
  package var group: String?
  package var path: [String]?
  package var source: String?
  package var watchesToday: Bool
  package var isSecure: Bool
  /// Its draft is calculated.
  package var isCalculated = false

  /// Whether its value may stand elsewhere than under its key in the record itself.
  package var mayBePlaced: Bool { path != nil || group != nil }
}

extension FieldDefinition {
  package var mentions: FieldMentions {
    var mentions = FieldMentions(
      key: key, group: group, path: path, source: autofill?.source, watchesToday: watchesToday,
      isSecure: isSecure)
    for key in watchedKeys { mentions.watchedKeys.insert(key) }
    if !mentions.watchedKeys.isEmpty { mentions.gatheredKeys = gatheredKeys }
    mentions.standingKeys = standingKeys
    mentions.mayCountOtherwise = mayCountOtherwise
    mentions.isCalculated = calculation != nil
    if let previous { mentions.linkedKeys.append(previous) }
    if let next { mentions.linkedKeys.append(next) }
    return mentions
  }
}

/// Whether something holds: always, never, or while a condition does.
package enum Requirement: Equatable, Sendable {
  case always, never
  case when(Condition)

  fileprivate func collectKeys(into keys: inout [String]) {
    if case .when(let condition) = self { condition.collectKeys(into: &keys) }
  }

  fileprivate func collectGatheredKeys(into keys: inout Set<String>) {
    if case .when(let condition) = self { condition.collectGatheredKeys(into: &keys) }
  }

  /// Whether it depends on other fields.
  package var isConditional: Bool {
    if case .when = self { true } else { false }
  }

  fileprivate var watchesToday: Bool {
    if case .when(let condition) = self { condition.watchesToday } else { false }
  }
}

/// How a field completes its draft.
package struct AutofillUse: Equatable, Sendable {
  package var source = ""
  package var minimumLength: WholeNumber = 0
  package var isRemovable = false
  package var returnsAfter = false

  package init() {}
}

extension String {
  /// A name as it is quoted in a message: a thousand fields may quote one that is very long.
  package var abridged: String {
    let limit = 200
    return utf8.count <= limit ? self : String(unicodeScalars.prefix(limit - 1)) + "…"
  }
}
