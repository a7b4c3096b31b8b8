package import FieldModels

/// A field as front ends are told of it: a flat object, of which later only the members that
/// change are told.
///
/// Two views are compared by the marks of their members, so that only what is told is written.
///
/// An object, since it is large and handed on.
package final class FieldView {
  /// The members, in their order on the wire.
  package enum Member: Int, CaseIterable {
    case kind, tag, group, entry, path, label, title, placeholder, text, display, date, value,
      isCommitted,
      state
    case isActive
    case isOpen, isPending, isEdited, isVisible, isEnabled, isRequired, isReadOnly, isSecure
    case isRevealed, error, problems, helper, counter, prefix, unit, rows, row, manualEntry
    case isClearable, multiple, mode, minimumDate, maximumDate
    case defaultDate, format, timeZone, locale, autofill
    case matches, isShowingAutofill, autofillProblem, toolbar
    case icon, iconAction, colors, borderWidth, height, stackedHeight, style, horizontalPadding
    case keyboard, autocapitalization, autocorrection, returnKey, selectAllOnFocus, shakes
    case presentation

    /// Whether a secure draft stands in it.
    var isSecret: Bool { [.text, .display, .date, .value, .row, .matches].contains(self) }

    package var name: String { Self.names[rawValue] }

    // Embedded Swift has no names of cases; a test compares them.
    private static let names = """
      kind tag group entry path label title placeholder text display date value isCommitted state \
      isActive isOpen isPending isEdited isVisible isEnabled isRequired isReadOnly isSecure \
      isRevealed error problems helper counter prefix unit rows row manualEntry isClearable \
      multiple mode minimumDate maximumDate defaultDate format timeZone locale autofill matches \
      isShowingAutofill autofillProblem toolbar icon iconAction colors borderWidth height \
      stackedHeight style horizontalPadding keyboard autocapitalization autocorrection returnKey \
      selectAllOnFocus shakes presentation
      """.split(separator: " ").map(String.init)
  }

  let key: String
  /// A mark for each member, in their order; 0 for one that is absent.
  private(set) var marks: [UInt64] = []
  /// Its draft is not written down.
  private let isSecret: Bool
  private let picture: FieldPicture
  /// What the field's text says; of its definition no copy is made.
  private let reading: FieldReading
  /// Where its text says its `presentation`.
  private let presentation: Int?
  private let listLimit: Int

  init(_ picture: consuming FieldPicture, listLimit: Int, isSecret: Bool) {
    key = picture.key
    reading = picture.reading
    presentation = picture.reading.value(.presentation)
    self.listLimit = listLimit
    self.isSecret = isSecret
    self.picture = picture
    var marker = Marker()
    visit(&marker)
    marker.skip(to: Member.allCases.count)
    marks = marker.marks
  }

  /// Some of the members.
  struct Members: OptionSet, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  /// The members that are there.
  var present: Members { news(since: nil) }

  /// The members that are not as they were when these were the marks; all that are there, without.
  func news(since told: [UInt64]?) -> Members {
    var news: UInt64 = 0
    if let told {
      for member in marks.indices where marks[member] != told[member] {
        news |= 1 << UInt64(member)
      }
    } else {
      for member in marks.indices where marks[member] != 0 { news |= 1 << UInt64(member) }
    }
    return Members(rawValue: news)
  }

  /// Writes some of its members; one that is gone is null.
  func write(_ members: Members, to json: inout JSONWriter) {
    var writer = Writer(json: json.take(), left: members.rawValue, isSecret: isSecret)
    visit(&writer)
    writer.writeNulls(before: Member.allCases.count)
    json = writer.json
  }
}

extension FieldView: JSONObjectWritable {
  /// Writes the whole field.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("key", key)
    write(present, to: &json)
  }
}

/// What is done with the members of a view that are there, one after the other in their order.
private protocol FieldViewVisitor {
  /// Whether something is to be done with a member; else its value need not be found out.
  func wants(_ member: FieldView.Member) -> Bool

  mutating func take(_ member: FieldView.Member, _ value: some FieldViewValue)
}

extension FieldViewVisitor {
  fileprivate mutating func visit(
    _ member: FieldView.Member, _ value: @autoclosure () -> some FieldViewValue
  ) {
    if wants(member) { take(member, value()) }
  }

  fileprivate mutating func visit<Value: FieldViewValue>(
    _ member: FieldView.Member, ifAny value: @autoclosure () -> Value?
  ) {
    if wants(member), let value = value() { take(member, value) }
  }

  /// A flag is worth its bytes only when it is true.
  fileprivate mutating func visit(_ member: FieldView.Member, ifTrue flag: Bool) {
    if flag { visit(member, true) }
  }

  /// A word is worth its bytes only when it is not the default.
  fileprivate mutating func visit<Word: FieldWord>(
    _ member: FieldView.Member, _ word: Word, unless standard: Word
  ) {
    if word != standard { visit(member, word.rawValue) }
  }
}

/// Takes the mark of every member.
private struct Marker: FieldViewVisitor {
  /// Those of the members so far.
  var marks: [UInt64] = []

  init() { marks.reserveCapacity(FieldView.Member.allCases.count) }

  func wants(_ member: FieldView.Member) -> Bool { true }

  mutating func take(_ member: FieldView.Member, _ value: some FieldViewValue) {
    assert(marks.count <= member.rawValue, "the members come in their order")
    var mark = Mark()
    value.mix(into: &mark)
    skip(to: member.rawValue)
    marks.append(mark.number)
  }

  /// Passes over the members before one, which are not there.
  mutating func skip(to member: Int) {
    while marks.count < member { marks.append(0) }
  }
}

/// Writes some of the members.
private struct Writer: FieldViewVisitor {
  var json: JSONWriter
  /// Those that have yet to be written, a bit each.
  var left: UInt64
  let isSecret: Bool

  func wants(_ member: FieldView.Member) -> Bool { left & 1 << UInt64(member.rawValue) != 0 }

  mutating func take(_ member: FieldView.Member, _ value: some FieldViewValue) {
    writeNulls(before: member.rawValue)
    left &= left &- 1
    json.member(named: member.name) { json in
      json.secret(if: isSecret && member.isSecret) { value.write(to: &$0) }
    }
  }

  /// Writes the members that were passed over, since they are gone.
  mutating func writeNulls(before end: Int) {
    while left.trailingZeroBitCount < end,
      let gone = FieldView.Member(rawValue: left.trailingZeroBitCount)
    {
      json.member(named: gone.name) { $0.null() }
      left &= left &- 1
    }
  }
}

// Every member with what it has, in the order of the members.
extension FieldView {
  private func visit(_ visitor: inout some FieldViewVisitor) {
    visitor.visit(.kind, picture.kind.rawValue)
    if reading.definition.tag != FieldDefinition.standard.tag {
      visitor.visit(.tag, reading.definition.tag)
    }
    visitor.visit(.group, ifAny: reading.definition.group)
    if let place = picture.place { visitor.visit(.entry, place) }
    visitor.visit(.path, ifAny: picture.statedPath)
    visitor.visit(.label, ifAny: reading.definition.label)
    visitor.visit(.title, picture.wordedTitle)
    visitor.visit(.placeholder, ifAny: reading.definition.placeholder)
    visitContent(&visitor)
    visitFlags(&visitor)
    visitor.visit(.error, ifAny: picture.error)
    if !picture.findings.isEmpty { visitor.visit(.problems, picture.problems) }
    visitor.visit(.helper, ifAny: picture.helper)
    visitor.visit(.counter, ifAny: picture.counter)
    visitor.visit(.prefix, ifAny: picture.prefix)
    visitor.visit(.unit, ifAny: reading.definition.unit)
    visitList(&visitor)
    visitor.visit(.autofill, ifAny: reading.definition.autofill)
    if let offers = picture.offers, !offers.shown.isEmpty {
      visitor.visit(.matches, Array(offers.shown.prefix(listLimit)))
    }
    visitor.visit(.isShowingAutofill, ifTrue: picture.isShowingAutofill)
    visitor.visit(.autofillProblem, ifAny: picture.offers?.problem)
    visitor.visit(.toolbar, picture.toolbar)
    visitLook(&visitor)
    visitTraits(&visitor)
    visitor.visit(.presentation, ifAny: presentation.map { Stated(tree: reading.tree, node: $0) })
  }

  private func visitContent(_ visitor: inout some FieldViewVisitor) {
    visitor.visit(.text, told)
    visitor.visit(.display, ifAny: display)
    if reading.definition.kind == .date { visitor.visit(.date, reading.definition.draft.text) }
    // Null says that a member is gone, so an empty value is told by the flag alone.
    if let value = picture.committedValue, value != .null { visitor.visit(.value, value) }
    visitor.visit(.isCommitted, ifTrue: picture.isCommitted)
  }

  /// The draft as it is shown, where that is something else.
  private var display: String? {
    let display = picture.display
    return .text(display) == told ? nil : display
  }

  /// The draft as a person goes on from it.
  private var told: Draft { picture.shownNumber.map { .text($0) } ?? reading.definition.draft }

  private func visitFlags(_ visitor: inout some FieldViewVisitor) {
    visitor.visit(.state, picture.look.rawValue)
    visitor.visit(.isActive, ifTrue: picture.isActive)
    visitor.visit(.isOpen, ifTrue: picture.isOpen)
    visitor.visit(.isPending, ifTrue: picture.isPending)
    visitor.visit(.isEdited, ifTrue: picture.isEdited)
    if !picture.isVisible { visitor.visit(.isVisible, false) }
    if !picture.isEnabled { visitor.visit(.isEnabled, false) }
    visitor.visit(.isRequired, ifTrue: picture.isRequired)
    visitor.visit(.isReadOnly, ifTrue: picture.isReadOnly)
    visitor.visit(.isSecure, ifTrue: picture.isSecure)
    visitor.visit(.isRevealed, ifTrue: picture.isRevealed)
  }

  private func visitList(_ visitor: inout some FieldViewVisitor) {
    if reading.definition.kind == .picker {
      visitor.visit(.rows, picture.rows)
      visitor.visit(.row, ifAny: picture.row)
      visitor.visit(
        .manualEntry,
        ifAny: picture.manualEntry.map { ManualEntry(label: $0, isActive: picture.isManual) })
    }
    visitor.visit(.isClearable, ifTrue: picture.isClearable)
    switch reading.definition.kind {
    case .picker: visitor.visit(.multiple, ifTrue: reading.definition.takesSeveral)
    case .date:
      visitor.visit(.mode, reading.definition.mode.rawValue)
      visitor.visit(.minimumDate, ifAny: picture.minimumDate)
      visitor.visit(.maximumDate, ifAny: picture.maximumDate)
      visitor.visit(.defaultDate, ifAny: picture.defaultDate)
      visitor.visit(.format, ifAny: reading.definition.datePattern?.text)
      visitor.visit(
        .timeZone, ifAny: reading.definition.hasZone ? reading.definition.timeZone : nil)
      visitor.visit(.locale, ifAny: reading.definition.locale)
    case .entry, .area, .any, nil: break
    }
  }

  private func visitLook(_ visitor: inout some FieldViewVisitor) {
    visitor.visit(.icon, ifAny: picture.icon)
    visitor.visit(.iconAction, ifAny: reading.definition.iconAction?.rawValue)
    visitor.visit(
      .colors,
      PartColors(
        reading, look: picture.look, isActive: picture.isActive,
        isTitleUp: picture.isTitleUp))
    visitor.visit(.borderWidth, picture.borderWidth)
    let heights = picture.heights()
    visitor.visit(
      .height, Points(heights.height(isInError: picture.hasError, isOpen: picture.isOpen)))
    visitor.visit(.stackedHeight, Points(heights.stacked))
  }

  private func visitTraits(_ visitor: inout some FieldViewVisitor) {
    visitor.visit(.style, reading.definition.traits.style.rawValue)
    visitor.visit(.horizontalPadding, reading.definition.traits.hasHorizontalPadding ? 10 : 0)
    visitor.visit(
      .keyboard, reading.definition.traits.keyboard,
      unless: FieldDefinition.standard.traits.keyboard)
    visitor.visit(
      .autocapitalization, reading.definition.traits.autocapitalization,
      unless: FieldDefinition.standard.traits.autocapitalization)
    visitor.visit(
      .autocorrection, reading.definition.traits.autocorrection,
      unless: FieldDefinition.standard.traits.autocorrection)
    visitor.visit(
      .returnKey, reading.definition.returnKey, unless: FieldDefinition.standard.returnKey)
    visitor.visit(.selectAllOnFocus, ifTrue: reading.definition.selectsAllOnFocus)
    if reading.definition.traits.shakes != FieldDefinition.standard.traits.shakes {
      visitor.visit(.shakes, reading.definition.traits.shakes)
    }
  }
}

/// A digest by which a value is known to be another one: FNV-1a, by eight bytes at a time.
private struct Mark {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Never that of no value.
  var number: UInt64 { max(1, hash) }

  mutating func mix(_ number: UInt64) {
    hash = (hash ^ number) &* 0x100_0000_01b3
    hash ^= hash >> 32
  }

  mutating func mix(_ flag: Bool) { mix(flag ? 1 : 0) }

  mutating func mix(_ text: String) { mix(text.utf8.span) }

  mutating func mix(_ bytes: Span<UInt8>) {
    mix(UInt64(bytes.count))
    var index = 0
    while index &+ 8 <= bytes.count {
      mix(Self.word(of: bytes.extracting(index..<(index &+ 8))))
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest &<< 8 | UInt64(bytes[index])
      index &+= 1
    }
    mix(rest)
  }

  /// Eight bytes as one number, of which the compiler makes one load.
  private static func word(of bytes: borrowing Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[index]) &<< (UInt64(index) &* 8) }
    return word
  }
}

/// What a member of a view can have.
private protocol FieldViewValue: JSONWritable {
  /// Mixes in what decides how it is written.
  func mix(into mark: inout Mark)
}

extension FieldViewValue {
  /// For values that are seldom there.
  func mix(into mark: inout Mark) {
    var json = JSONWriter()
    write(to: &json)
    mark.mix(json.bytes.span)
  }
}

extension String: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) { mark.mix(self) }
}

extension Bool: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) { mark.mix(self) }
}

extension Int: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) { mark.mix(UInt64(bitPattern: Int64(self))) }
}

extension Int64: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) { mark.mix(UInt64(bitPattern: self)) }
}

extension JSONValue: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) {
    switch self {
    case .string(let text):
      mark.mix(1)
      mark.mix(text)
    case .null, .bool, .number, .array, .object:
      mark.mix(2)
      mark.mix(json)
    }
  }
}

extension Array: FieldViewValue where Element: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) {
    mark.mix(UInt64(count))
    for element in self { element.mix(into: &mark) }
  }
}

/// A draft as front ends are told.
extension Draft: FieldViewValue {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .text(let text): json.value(text)
    case .rows(let rows): json.value(rows)
    }
  }

  fileprivate func mix(into mark: inout Mark) {
    switch self {
    case .text(let text):
      mark.mix(1)
      mark.mix(text)
    case .rows(let rows):
      mark.mix(2)
      rows.mix(into: &mark)
    }
  }
}

extension FieldPicture.Title: JSONObjectWritable, FieldViewValue {
  /// Its words are found only for who is told them.
  fileprivate func mix(into mark: inout Mark) {
    mark.mix(label)
    mark.mix(isOptional)
    mark.mix(isUp)
    mark.mix(wording.language.rawValue)
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("text", text)
    json.member("position", isUp ? "up" : "down")
  }
}

private struct ManualEntry: JSONObjectWritable, FieldViewValue {
  let label: String
  let isActive: Bool

  func writeMembers(to json: inout JSONWriter) {
    json.member("label", label)
    json.member("active", isActive)
  }
}

extension FieldCounter: JSONObjectWritable, FieldViewValue {
  fileprivate func mix(into mark: inout Mark) {
    count.mix(into: &mark)
    limit.mix(into: &mark)
    mark.mix(unit.rawValue)
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("count", count)
    json.member("max", limit)
    json.member("unit", unit.rawValue)
  }
}

extension AutofillUse: JSONObjectWritable, FieldViewValue {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("source", source)
    json.member("minimumLength", minimumLength)
    json.member("removable", isRemovable)
  }
}

/// A value that the document states.
private struct Stated: FieldViewValue {
  let tree: JSONTree
  let node: Int

  func mix(into mark: inout Mark) { mark.mix(tree.text(tree[node].span).span) }

  func write(to json: inout JSONWriter) { json.value(tree, node) }
}

/// A length in points.
private struct Points: FieldViewValue {
  let points: Double

  init(_ points: Double) { self.points = points }

  func mix(into mark: inout Mark) { mark.mix(points.bitPattern) }

  func write(to json: inout JSONWriter) { json.points(points) }
}

/// The colours of a field in some look: for each part its role and the colour.
struct PartColors {
  private let colors: FieldColors
  private let isMonetary: Bool
  private let hasUnit: Bool
  private let hasButtons: Bool
  /// Those of the document.
  private let given: [ColorRole: String]

  init(_ reading: FieldReading, look: FieldLook, isActive: Bool, isTitleUp: Bool) {
    colors = FieldColors(look: look, isActive: isActive, isTitleUp: isTitleUp)
    isMonetary = reading.definition.isMonetary
    hasUnit = reading.definition.unit != nil
    hasButtons = !(reading.definition.kind?.isTextEntry ?? true)
    given = reading.definition.traits.colors
  }
}

extension PartColors: FieldViewValue {
  fileprivate func mix(into mark: inout Mark) {
    mark.mix(colors.border.rawValue)
    mark.mix(colors.text.rawValue)
    mark.mix(colors.title.rawValue)
    mark.mix(colors.helper.rawValue)
    mark.mix(colors.icon.rawValue)
    mark.mix(isMonetary)
    mark.mix(hasUnit)
    mark.mix(hasButtons)
    for role in ColorRole.allCases where !given.isEmpty { mark.mix(given[role] ?? "") }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      write("border", colors.border, to: &json)
      write("text", colors.text, to: &json)
      write("title", colors.title, to: &json)
      write("helper", colors.helper, to: &json)
      write("icon", colors.icon, to: &json)
      write("cursor", .cursor, to: &json)
      if isMonetary { write("prefix", .monetary, to: &json) }
      if hasUnit { write("unit", .unit, to: &json) }
      if hasButtons {
        write("clearButton", .clearButton, to: &json)
        write("doneButton", .doneButton, to: &json)
      }
    }
  }

  private func write(_ part: StaticString, _ role: ColorRole, to json: inout JSONWriter) {
    json.object(part) { json in
      json.member("role", role.rawValue)
      json.member("value", given[role] ?? role.standard)
    }
  }
}

extension FieldPicture.ToolbarItem: JSONObjectWritable, FieldViewValue {
  fileprivate func mix(into mark: inout Mark) {
    mark.mix(name.rawValue)
    mark.mix(isEnabled)
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("item", name.rawValue)
    json.member("enabled", isEnabled)
  }
}

extension Choice: JSONObjectWritable, FieldViewValue {
  fileprivate func mix(into mark: inout Mark) {
    value.mix(into: &mark)
    mark.mix(text)
    mark.mix(label)
    mark.mix(isDisabled)
    mark.mix(isHidden)
    mark.mix(isExclusive)
    mark.mix(description != nil)
    mark.mix(description ?? "")
  }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("value", value)
    if text != value.string { json.member("text", text) }
    json.member("label", label)
    // A front end that does not know of hidden rows shows them as it shows others that can't be chosen.
    if !canBeChosen { json.member("disabled", true) }
    if isHidden { json.member("hidden", true) }
    if isExclusive { json.member("exclusive", true) }
    json.member("description", ifAny: description)
  }
}

extension AutofillOffer: FieldViewValue {}

/// What is wrong with a draft, as front ends are told.
extension FieldProblem: JSONObjectWritable, FieldViewValue {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("severity", severity.rawValue)
    json.member("code", code)
    json.member("message", message)
    if !parameters.isEmpty { json.member("data", JSONValue.object(parameters)) }
  }
}

extension JSONWriter {
  /// Writes a length in points.
  mutating func points(_ points: Double) {
    tenths(Int((points * 10).rounded()))
  }
}

extension EntryPlace: JSONObjectWritable, FieldViewValue {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("list", list)
    json.member("id", entry)
  }
}
