/// What the fields of a document do when a front end acts on them.
///
/// `steps` plans an act and refuses what can be refused at once; `carryOut` does a step
/// (`FieldDocument+Steps`). Whoever calls asks the delegate in between, and writes drafts where the
/// text is not ours to change.
extension FieldDocument {
  /// Whether a field that a button leads to can be entered.
  func takesFocus(_ id: FieldID?, _ now: Instant) -> Bool {
    guard let id, let definition = reading(of: id)?.definition else { return false }
    return standing(of: id, definition, now).takesFocus && !definition.isEmptyList
  }

  /// The field that a Previous or Next button leads to, whether it can be entered or not.
  ///
  /// From the last field of an entry it leads to the first one of the next entry, and from the last
  /// entry to what a field of the list names outside of it.
  func linkedField(
    from id: FieldID, _ definition: FieldDefinition, forward: Bool
  ) -> FieldID? {
    let key = forward ? definition.next : definition.previous
    guard let entry = id.entry, let list = list(ofEntry: entry) else {
      return key.flatMap { field(ledToBy: $0, seenFrom: id, forward: forward) }
    }
    if let key, let other = field(key, seenFrom: id), other.isInEntry { return other }
    let edge = forward ? list.columns.last : list.columns.first
    guard key != nil || edge?.id == id.definition else { return nil }
    if let next = neighbour(of: entry, in: list, forward: forward),
      let column = forward ? list.columns.first : list.columns.last
    {
      return FieldID(rank: next.rank, column: column.id.rank)
    }
    let outer = key ?? keyBehind(list, forward: forward)
    return outer.flatMap { field(ledToBy: $0, seenFrom: id, forward: forward) }
  }

  /// The field with a key, or of the list with that key the first or last one.
  private func field(
    ledToBy key: String, seenFrom id: FieldID, forward: Bool
  ) -> FieldID? {
    if let other = field(key, seenFrom: id) { return other }
    guard index.field(key) == nil, let list = lists[key],
      let column = forward ? list.columns.first : list.columns.last,
      let place = forward ? entries(of: list).first : entries(of: list).last
    else { return nil }
    return FieldID(rank: slices[place].id.rank, column: column.id.rank)
  }

  /// The entry before or behind another.
  private func neighbour(of entry: FieldID, in list: List, forward: Bool) -> FieldID? {
    guard let place = locate(entry)?.index else { return nil }
    let next = forward ? place + 1 : place - 1
    return entries(of: list).contains(next) ? slices[next].id : nil
  }

  /// The first key outside of a list to which one of its fields leads.
  private func keyBehind(_ list: List, forward: Bool) -> String? {
    for column in list.columns {
      guard let definition = reading(of: column.id)?.definition,
        let key = forward ? definition.next : definition.previous,
        index.field(key).map({ columnLists[$0] != list.key }) ?? (lists[key] != nil)
      else { continue }
      return key
    }
    return nil
  }

  /// The steps of an act, which opens a picker or date that it gives the focus, or does not.
  package func steps(
    of act: FormAct, opens: Bool = true, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    switch act {
    case .begin(let key): return try beginning(key, opens: opens, now)
    case .end: return try leaving(isDone: false, now)
    case .done: return try leaving(isDone: true, now)
    case .return: return try returning(opens: opens, now)
    case .next: return try moving(forward: true, opens: opens, now)
    case .previous: return try moving(forward: false, opens: opens, now)
    case .replaceText(let key, let range, let text):
      return try typing(key, replacing: range, with: text, at: now)
    case .clear(let key): return try clearing(key, now)
    case .select(let key, let rows): return try selecting(key, rows: rows, at: now)
    case .selectManual(let key): return try enteringManually(key, now)
    case .setDate(let key, let text): return try dating(key, text, at: now)
    case .autofill(let key, let isShown): return try offering(key, isShown: isShown, at: now)
    case .applyAutofill(let key, let text): return try applying(key, text, at: now)
    case .learnAutofill(let key, let text): return try learning(key, text)
    case .removeAutofill(let key, let text): return try removing(key, text)
    case .tapIcon(let key): return try tapping(key, now)
    case .setProperty(let key, let name, let json):
      return try settingProperty(name, of: key, to: json)
    case .addEntry(let list, let other, let drafts):
      return try addingEntry(to: list, before: other, holding: drafts)
    case .beginEntry(let list, let index):
      return try beginningEntry(of: list, index: index, opens: opens, now)
    case .removeEntry(let number): return try removingEntry(number)
    case .moveEntry(let number, let other): return try movingEntry(number, before: other)
    }
  }

  /// A field by its key; the caller has made sure that there is one.
  func target(_ key: String) throws(FormRefusal) -> (id: FieldID, reading: FieldReading) {
    guard let id = field(keyed: key), let reading = reading(of: id) else {
      throw FormRefusal(.wrongKind, "No field has the key \"\(key)\"")
    }
    return (id, reading)
  }

  /// What a list has for the fields of its entries is set for all of them.
  private func settingProperty(
    _ name: Property.Name, of key: String, to json: [UInt8]?
  ) throws(FormRefusal) -> [FormAct.Step] {
    if let id = index.field(key) { return [.edit(.set(id, name, json))] }
    let (id, reading) = try target(key)
    guard name == reading.draftName else {
      throw FormRefusal(
        .wrongKind,
        "In an entry \(reading.definition.name) has a draft; all else is said of the list")
    }
    return [.edit(.set(id, name, json))]
  }

  /// A field that can be edited now.
  func editable(
    _ key: String, _ now: Instant
  ) throws(FormRefusal) -> (id: FieldID, reading: FieldReading) {
    let (id, reading) = try target(key)
    try checkFocus(id, reading, at: now)
    try checkWritable(reading)
    return (id, reading)
  }

  private func checkFocus(
    _ id: FieldID, _ reading: FieldReading, at now: Instant
  ) throws(FormRefusal) {
    let standing = standing(of: id, reading.definition, now)
    if !standing.isVisible {
      throw FormRefusal(.hidden, "\(reading.definition.name) is not visible")
    }
    if !standing.isEnabled {
      throw FormRefusal(.disabled, "\(reading.definition.name) is disabled")
    }
  }

  private func checkWritable(_ reading: FieldReading) throws(FormRefusal) {
    guard reading.definition.isLocked else { return }
    throw FormRefusal(.readOnly, "\(reading.definition.name) can't be edited")
  }
}

/// Focus.
extension FieldDocument {
  /// Whether the list of a field is shown, so that what is chosen in it waits for Done.
  func hasOpenList(_ id: FieldID) -> Bool {
    activeField == id && !(states[id]?.presentation.isKeptClosed ?? false)
  }

  private func beginning(
    _ key: String, opens: Bool, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try target(key)
    let definition = reading.definition
    guard activeField == id else { return try entering(id, opens: opens, now) }
    if definition.kind?.isTextEntry ?? true || hasOpenList(id) == opens { return [] }
    return opens ? try opening(id, definition, at: now) : [.effect(.closed(id))]
  }

  private func entering(
    _ id: FieldID, opens: Bool = true, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    guard let reading = reading(of: id) else { return [] }
    try checkFocus(id, reading, at: now)
    let definition = reading.definition
    let opens = opens || (definition.kind?.isTextEntry ?? true)
    let opening = opens ? try opening(id, definition, at: now) : []
    var steps: [FormAct.Step] = [.ask(.begin, id)]
    if activeField != nil { steps += try leaving(isDone: false, now) }
    return steps + [.effect(.begin(id, opens: opens))] + opening
  }

  /// The steps that show the list of a picker or date.
  private func opening(
    _ id: FieldID, _ definition: FieldDefinition, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    if definition.isEmptyList {
      throw FormRefusal(.emptyList, "\(definition.name) has no rows to choose from")
    }
    guard let kind = definition.kind, !kind.isTextEntry else { return [] }
    let manual = definition.isManual(states[id])
    let row = kind == .picker && !manual ? offering(id, definition, now).standingRow : nil
    return [.effect(.opened(id, row: row))]
  }

  /// The date on which the open picker of an empty date field stands, between its limits; nil where the
  /// document gives none.
  func standingDate(of id: FieldID, _ definition: FieldDefinition, at now: Instant) -> DateValue? {
    let date: DateValue? =
      switch definition.defaultDate {
      case .today where definition.mode == .date: .date(definition.today(at: now))
      case .fixed(let date) where Scale.date(definition.mode).holds(date):
        try? DateValue.parse(date.description, mode: definition.mode).get()
      case .today, .fixed, .field, nil: nil
      }
    return date.map { bounded($0, of: id, definition, at: now) }
  }

  /// The field that is being edited.
  private func edited() throws(FormRefusal) -> (FieldID, FieldDefinition) {
    guard let id = activeField, let definition = reading(of: id)?.definition else {
      throw FormRefusal(.notEditing, "No field is being edited")
    }
    return (id, definition)
  }

  /// The edit that tidies the draft of the field that is being edited; nil where nothing is to be done.
  package func tidying(_ id: FieldID, _ definition: FieldDefinition) -> FormAct.Edit? {
    tidied(id, definition).map { .write(id, .text($0)) }
  }

  /// What the checks of a field look at: while it is edited, the draft as it will be when it is left.
  func judged(_ id: FieldID, _ definition: FieldDefinition) -> FieldDefinition {
    tidied(id, definition).map { definition.with(.text($0)) } ?? definition
  }

  private func tidied(_ id: FieldID, _ definition: FieldDefinition) -> String? {
    guard tidiesDrafts, id == activeField else { return nil }
    return definition.tidied(by: wording.numberSigns, isTyped: isTyped(id))
  }

  private func isTyped(_ id: FieldID) -> Bool { states[id]?.presentation.isTyped ?? false }

  /// The two numbers that a draft may be which a person has typed; nil where it is clear.
  func unclearNumber(_ id: FieldID, _ definition: FieldDefinition) -> UnclearNumber? {
    guard tidiesDrafts, isTyped(id) else { return nil }
    return definition.unclearNumber(by: wording.numberSigns)
  }

  /// A number as its reader writes it, where it is shown otherwise than it is kept; what a person has
  /// typed is shown as it is.
  func shownNumber(_ id: FieldID, _ definition: FieldDefinition) -> String? {
    guard tidiesDrafts, !isTyped(id) else { return nil }
    return definition.shownNumber(by: wording.numberSigns)
  }

  private func leaving(isDone: Bool, _ now: Instant) throws(FormRefusal) -> [FormAct.Step] {
    let (id, stated) = try edited()
    let definition = offering(id, stated, now)
    var steps: [FormAct.Step] = []
    if definition.kind?.isTextEntry ?? true { steps.append(.ask(.end, id)) }
    if let edit = tidying(id, definition) { steps.append(.edit(edit)) }
    if definition.kind == .picker, !definition.takesSeveral, !definition.isLocked,
      !definition.isManual(states[id]), let row = states[id]?.presentation.row,
      definition.choices.indices.contains(row), definition.choices[row].canBeChosen,
      isDone || states[id]?.presentation.isRowChosen ?? false,
      definition.draft != .text(definition.choices[row].text)
    {
      steps.append(.edit(.write(id, .text(definition.choices[row].text))))
    }
    if isDone, definition.kind == .date, definition.draft.isEmpty, !definition.isLocked,
      states[id]?.presentation.standsOnDefault ?? false,
      let date = standingDate(of: id, definition, at: now)?.description
    {
      steps += [.edit(.write(id, .text(date))), .effect(.note(id, .dateChanged(date)))]
    }
    steps.append(.effect(.end(id)))
    return steps
  }

  /// The other field to which the button of a field leads, if it can be pressed.
  private func neighbour(
    of id: FieldID, _ definition: FieldDefinition, forward: Bool, _ now: Instant
  ) -> FieldID? {
    let toolbar = definition.toolbar
    guard forward ? toolbar.isNextEnabled : toolbar.isPreviousEnabled,
      let other = linkedField(from: id, definition, forward: forward), other != id,
      takesFocus(other, now)
    else { return nil }
    return other
  }

  private func moving(
    forward: Bool, opens: Bool, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, definition) = try edited()
    guard let other = neighbour(of: id, definition, forward: forward, now) else {
      throw FormRefusal(
        .notConnected, "There is no field to go to from \(definition.name), or it can't be entered")
    }
    return try entering(other, opens: opens, now)
  }

  private func returning(
    opens: Bool, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, definition) = try edited()
    let question: [FormAct.Step] = definition.kind == .entry ? [.ask(.return, id)] : []
    switch definition.returnKey {
    case .next:
      // Without a field to go to the key does nothing, which is no mistake of the person's.
      guard let other = neighbour(of: id, definition, forward: true, now) else { return question }
      return question + (try entering(other, opens: opens, now))
    case .done: return question + (try leaving(isDone: true, now))
    case .standard, .go, .google, .join, .route, .search, .send, .yahoo, .emergencyCall, .continue:
      return question
    }
  }
}

/// Drafts.
extension FieldDocument {
  /// The steps that give a field the focus, where it has not got it.
  func focusing(_ id: FieldID, _ now: Instant) throws(FormRefusal)
    -> [FormAct.Step]
  {
    activeField == id ? [] : try entering(id, now)
  }

  private func typing(
    _ key: String, replacing range: Range<Int>?, with text: String, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try editable(key, now)
    return try typing(id, reading, replacing: range, with: text, at: now)
  }

  // What a function is given stays as it is meanwhile, so that of the definition no copy is made.
  private func typing(
    _ id: FieldID, _ reading: FieldReading, replacing range: Range<Int>?, with text: String,
    at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    switch reading.definition.kind {
    case .entry, .area, .any, nil: break
    case .picker:
      guard reading.definition.isManual(states[id]) else {
        throw Self.notManual(reading.definition)
      }
    case .date:
      throw FormRefusal(.wrongKind, "\(reading.definition.name) is a date; field/setDate sets it")
    }
    guard case .text(let old) = reading.definition.draft else { return [] }
    let byteCount = old.utf8.count
    let range = (range ?? 0..<byteCount).clamped(to: 0..<byteCount)
    // Taking away is never refused, whatever the draft is counted in.
    if !text.isEmpty {
      let new = Self.text(old, replacing: range, with: text)
      try checkLength(of: new, replacing: old, reading.definition)
    }
    let focusing = try focusing(id, now)
    if text.isEmpty, range.isEmpty { return focusing }
    let edit: FormAct.Edit =
      if let shown = shownNumber(id, reading.definition) {
        // Who goes on typing goes on from what they see.
        .splice(id, 0..<byteCount, Self.text(shown, replacing: range, with: text))
      } else {
        .splice(id, range, text)
      }
    return focusing + [.ask(.changeText(range, text), id), .edit(edit)]
  }

  private static func text(
    _ old: String, replacing range: Range<Int>, with text: String
  ) -> String {
    var bytes = Array(old.utf8)
    bytes.replaceSubrange(range, with: text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func notManual(_ definition: FieldDefinition) -> FormRefusal {
    FormRefusal(
      .notManual, "\(definition.name) is chosen from its rows; field/selectManual lets type")
  }

  /// An edit that makes a draft shorter is never refused, even if it is still too long.
  func checkLength(
    of new: String, replacing old: String, _ definition: FieldDefinition
  ) throws(FormRefusal) {
    guard let limit = definition.maxLength else { return }
    let unit = definition.lengthUnit
    let count = unit.count(in: new)
    guard limit < count, unit.count(in: old) <= count else { return }
    let problem = DraftProblem.tooLong(count: count, limit: limit, unit: unit)
    throw FormRefusal(.tooLong, problem.message(in: wording))
  }

  /// How much of a text has room in a draft in the place of a range, or of all of it, in bytes of
  /// UTF-8; nil where all of it has.
  package func cut(
    _ text: String, replacing range: Range<Int>?, of id: FieldID
  ) -> TextCut? {
    guard let definition = reading(of: id)?.definition, let limit = definition.maxLength,
      case .text(let old) = definition.draft
    else { return nil }
    let bytes = Array(old.utf8)
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    let behind = String(decoding: bytes[range.upperBound...], as: UTF8.self)
    let cut = TextCut(
      text, between: before, and: behind, limit: Int(clamping: limit), definition.lengthUnit)
    // What makes a draft shorter is never refused, so there is nothing to cut off.
    guard let cut, definition.lengthUnit.count(in: old) <= cut.countOfAll else { return nil }
    return cut
  }

  private func clearing(
    _ key: String, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try editable(key, now)
    let definition = reading.definition
    let write: [FormAct.Step] =
      definition.draft.isEmpty ? [] : [.edit(.write(id, definition.emptyDraft))]
    switch definition.kind {
    case .entry, .area, .any, nil: return [.ask(.clear, id)] + write
    case .picker, .date:
      guard definition.isClearable || !standing(of: id, definition, now).isRequired else {
        throw FormRefusal(.notClearable, "\(definition.name) can't be cleared")
      }
      return [.effect(.chose(id, row: nil, isManual: false))] + write + [
        .effect(.note(id, .cleared))
      ]
    }
  }

  private func selecting(
    _ key: String, rows: FormAct.RowChoice, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try editable(key, now)
    let definition = offering(id, reading.definition, now)
    guard definition.kind == .picker else {
      throw FormRefusal(.wrongKind, "\(definition.name) has no rows to choose from")
    }
    if definition.takesSeveral { return try selectingSeveral(id, definition, rows: rows) }
    let row: Int
    switch rows {
    case .index(let index):
      if definition.manualEntry != nil, definition.choices.count <= index {
        return try enteringManually(key, now)
      }
      row = max(0, min(index, definition.choices.count - 1))
    case .values(let values):
      row = values.first.flatMap { definition.row(meaning: $0) } ?? -1
    }
    guard definition.choices.indices.contains(row) else {
      throw FormRefusal(.notAChoice, "\(definition.name) has no such row")
    }
    let choice = definition.choices[row]
    if !choice.canBeChosen { throw disabled(choice, definition) }
    let event = FormAct.Step.effect(.note(id, .didSelectRow(index: row, value: choice.value)))
    let chose = FormAct.Step.effect(.chose(id, row: row, isManual: false))
    // An open picker waits for Done; a closed one is set at once.
    if hasOpenList(id) { return [chose, event] }
    return [chose, .edit(.write(id, .text(choice.text))), event]
  }

  private func disabled(_ choice: Choice, _ definition: FieldDefinition) -> FormRefusal {
    let label: Saying.Content = definition.isSecure ? .phrase(.theRow) : .text(choice.label)
    return FormRefusal(.notAChoice, wording.text(Saying(.disabledChoice, (.choice, label))))
  }

  private func selectingSeveral(
    _ id: FieldID, _ definition: FieldDefinition, rows: FormAct.RowChoice
  ) throws(FormRefusal) -> [FormAct.Step] {
    var values = definition.draft.isEmpty ? [] : definition.draft.values
    switch rows {
    case .values(let wanted): values = try drafts(of: wanted, definition)
    case .index(let index):
      guard definition.choices.indices.contains(index) else {
        throw FormRefusal(.notAChoice, "\(definition.name) has no such row")
      }
      let value = definition.choices[index].text
      if values.containsExactly(value) {
        values.removeAll { $0.isExactly(value) }
      } else {
        // A row that is chosen alone takes the place of others, and others take its place.
        values = definition.choices[index].isExclusive ? [] : definition.beside(values)
        values.append(value)
      }
    }
    let drafted = Set(definition.draft.values.map(ExactText.init))
    for (value, choice) in zip(values, definition.choices(drafted: values)) {
      guard let choice else {
        throw noRow(.string(value), definition)
      }
      if !choice.canBeChosen, !drafted.contains(ExactText(value)) {
        throw disabled(choice, definition)
      }
    }
    // In the order of the rows, whatever the order of choosing.
    let wanted = Set(values.map(ExactText.init))
    let chosen = definition.choices.filter { wanted.contains(ExactText($0.text)) }
    let first = definition.choices.firstIndex { wanted.contains(ExactText($0.text)) }
    return [
      .effect(.chose(id, row: nil, isManual: nil)),
      .edit(.write(id, .rows(chosen.map { $0.text }))),
      .effect(.note(id, .didSelectRow(index: first ?? -1, value: chosen.first?.value))),
    ]
  }

  /// What the draft says of some rows.
  private func drafts(
    of values: [JSONValue], _ definition: FieldDefinition
  ) throws(FormRefusal) -> [String] {
    var drafts: [String] = []
    for (value, row) in zip(values, definition.rows(meaning: values)) {
      guard let row else { throw noRow(value, definition) }
      drafts.append(definition.choices[row].text)
    }
    return drafts
  }

  private func noRow(_ value: JSONValue, _ definition: FieldDefinition) -> FormRefusal {
    let row = definition.isSecure ? "such row" : "row \(value.json)"
    return FormRefusal(.notAChoice, "\(definition.name) has no \(row)")
  }

  private func enteringManually(
    _ key: String, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try editable(key, now)
    let definition = reading.definition
    guard definition.kind == .picker, definition.manualEntry != nil, !definition.takesSeveral else {
      throw FormRefusal(.notManual, "\(definition.name) takes no typed text")
    }
    // The value of a row is no typed text to go on from.
    let isRow = definition.draft.isEmpty || definition.choice(drafted: definition.draft.text) != nil
    return try focusing(id, now) + [.effect(.chose(id, row: nil, isManual: true))]
      + (isRow && !definition.draft.isEmpty ? [.edit(.write(id, .empty))] : [])
      + [.effect(.note(id, .didSelectRow(index: definition.choices.count, value: nil)))]
  }

  private func dating(
    _ key: String, _ text: String, at now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try editable(key, now)
    let definition = reading.definition
    guard definition.kind == .date else {
      throw FormRefusal(.wrongKind, "\(definition.name) is no date")
    }
    let date: DateValue
    switch DateValue.parse(text, mode: definition.mode) {
    case .success(let value): date = value
    case .failure(let problem): date = try typedDate(text, definition, problem)
    }
    // A picker does not turn beyond its ends.
    let bounded = bounded(date, of: id, definition, at: now).description
    return [
      .effect(.chose(id, row: nil, isManual: nil)), .edit(.write(id, .text(bounded))),
      .effect(.note(id, .dateChanged(bounded))),
    ]
  }

  /// A date that is none in ISO 8601, as a person has typed it where people do.
  private func typedDate(
    _ text: String, _ definition: FieldDefinition, _ problem: DateProblem
  ) throws(FormRefusal) -> DateValue {
    guard tidiesDrafts else { throw FormRefusal(.badDate, wording.text(problem.saying)) }
    let (mode, locale) = (definition.mode, definition.locale ?? wording.locale)
    if let date = DateValue.read(text, mode: mode, locale: locale) { return date }
    guard problem == .notISO8601(mode), mode == .date || mode == .dateAndTime else {
      throw FormRefusal(.badDate, wording.text(problem.saying))
    }
    let examples = DateValue.examples(of: mode, locale: locale)
    throw FormRefusal(
      .badDate, wording.text(Saying(.writeDateLike, (.example, .list(examples)))))
  }

  private func bounded(
    _ date: DateValue, of id: FieldID, _ definition: FieldDefinition, at now: Instant
  ) -> DateValue {
    let range = RuleCheck.dateRange(definition, surroundings(of: id, definition, now))
    let moment = definition.inZone(date)
    let isEarly = range.lower.map { moment.isBefore(definition.inZone($0)) == true } ?? false
    let isLate = range.upper.map { definition.inZone($0).isBefore(moment) == true } ?? false
    if range.goesPastMidnight, !(isEarly && isLate) { return date }
    if isEarly, let lower = range.lower { return lower.inShape(of: date, isUpper: false) }
    if isLate, let upper = range.upper { return upper.inShape(of: date, isUpper: true) }
    return date
  }

  private func tapping(
    _ key: String, _ now: Instant
  ) throws(FormRefusal) -> [FormAct.Step] {
    let (id, reading) = try target(key)
    let definition = reading.definition
    try checkFocus(id, reading, at: now)
    let steps: [FormAct.Step] = [.ask(.iconTap, id), .effect(.note(id, .iconTapped))]
    switch definition.iconAction {
    case .clear where !definition.isLocked && !definition.draft.isEmpty:
      return steps + [.edit(.write(id, definition.emptyDraft))]
    case .reveal: return steps + [.effect(.reveal(id))]
    case .autofill where definition.autofill != nil:
      return steps + (try offering(key, isShown: true, at: now))
    case .clear, .autofill, nil: return steps
    }
  }
}
