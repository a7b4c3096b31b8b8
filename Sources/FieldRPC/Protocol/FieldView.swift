package import FieldModels

/// A field as front ends are told of it: a flat object, of which later only the members that
/// change are told.
///
/// Each member's JSON is kept apart, so that two views are compared member by member.
struct FieldView {
  /// The members, in their order on the wire.
  enum Member: Int, CaseIterable {
    case kind, tag, group, label, title, placeholder, text, display, date, value, isCommitted, state
    case isActive
    case isOpen, isPending, isEdited, isVisible, isEnabled, isRequired, isReadOnly, isSecure
    case isRevealed, error, problems, helper, counter, prefix, unit, rows, row, manualEntry
    case isClearable, multiple, mode, minimumDate, maximumDate, timeZone, locale, autofill
    case matches, isShowingAutofill, autofillProblem, toolbar
    case icon, iconAction, colors, borderWidth, height, stackedHeight, style, horizontalPadding
    case keyboard, autocapitalization, autocorrection, returnKey, selectAllOnFocus, shakes
    case presentation

    /// Whether a secure draft stands in it.
    var isSecret: Bool { [.text, .display, .date, .value, .row, .matches].contains(self) }

    var name: String { Self.names[rawValue] }

    private static let names = allCases.map { "\($0)" }
  }

  /// The members' values, with commas in between.
  private var json = JSONWriter()
  /// The value of each member, as a range of `json`; empty for a member that is absent.
  private(set) var ranges = [Range<Int>](repeating: 0..<0, count: Member.allCases.count)
  let key: String
  /// Its draft is not written down.
  let isSecret: Bool

  /// A view of a field, with the JSON of its `presentation`.
  init(
    _ picture: FieldPicture, presentation: ArraySlice<UInt8>?,
    listLimit: Int, isSecret: Bool
  ) {
    key = picture.definition.key ?? ""
    self.isSecret = isSecret
    add(definition: picture.definition)
    add(picture)
    add(.isShowingAutofill, ifTrue: picture.isShowingAutofill)
    if let offers = picture.offers {
      let shown = Array(offers.shown.prefix(listLimit))
      if !shown.isEmpty { add(.matches, shown) }
      add(.autofillProblem, ifAny: offers.problem)
    }
    if let presentation { add(.presentation) { $0.literal(presentation) } }
  }

  /// A digest of what was sent to a client, by which a later view finds what has changed.
  struct Digest: Equatable, Sendable {
    /// One for each member; 0 for an absent one.
    var hashes: [UInt64]

    /// The members that are not as they were.
    func news(since told: Digest) -> [Member] {
      Member.allCases.filter { hashes[$0.rawValue] != told.hashes[$0.rawValue] }
    }
  }

  var digest: Digest {
    Digest(hashes: ranges.map { $0.isEmpty ? 0 : Self.hash(json.bytes[$0]) })
  }

  /// FNV-1a, by eight bytes at a time.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let text = bytes.span
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index &+ 8 <= text.count {
      hash = (hash ^ word(of: text.extracting(index..<(index &+ 8)))) &* 0x100_0000_01b3
      hash ^= hash >> 32
      index &+= 8
    }
    while index < text.count {
      hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01b3
      index &+= 1
    }
    return hash
  }

  /// Eight bytes as one number, of which the compiler makes one load.
  private static func word(of bytes: borrowing Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[index]) &<< (UInt64(index) &* 8) }
    return word
  }

  /// The members that are there.
  var present: [Member] { Member.allCases.filter { !ranges[$0.rawValue].isEmpty } }

  /// Writes some of its members; one that is gone is null.
  func write(_ members: [Member], to json: inout JSONWriter) {
    for member in members {
      let range = ranges[member.rawValue]
      json.member(named: member.name) { json in
        if range.isEmpty {
          json.null()
        } else {
          json.secret(if: isSecret && member.isSecret) { $0.literal(self.json.bytes[range]) }
        }
      }
    }
  }
}

extension FieldView: JSONObjectWritable {
  /// Writes the whole field.
  func writeMembers(to json: inout JSONWriter) {
    json.member("key", key)
    write(present, to: &json)
  }
}

extension FieldView {
  private mutating func add(_ member: Member, _ writeValue: (inout JSONWriter) -> Void) {
    // A comma comes before all but the first.
    let start = json.bytes.isEmpty ? 0 : json.bytes.count + 1
    writeValue(&json)
    ranges[member.rawValue] = start..<json.bytes.count
  }

  private mutating func addObject(
    _ member: Member, _ writeMembers: (inout JSONWriter) -> Void
  ) {
    add(member) { $0.object(writeMembers) }
  }

  private mutating func add(_ member: Member, _ value: some JSONWritable) {
    add(member) { $0.value(value) }
  }

  private mutating func add(_ member: Member, ifAny value: String?) {
    if let value { add(member, value) }
  }

  /// Adds a word that is worth its bytes only when it is not the default.
  private mutating func add<Word: FieldWord>(_ member: Member, _ word: Word, unless standard: Word)
  {
    if word != standard { add(member, word.rawValue) }
  }

  /// Adds a flag that is worth its bytes only when it is true.
  private mutating func add(_ member: Member, ifTrue flag: Bool) {
    if flag { add(member, true) }
  }

  private mutating func add(definition: FieldDefinition) {
    add(.kind, (definition.kind ?? .entry).rawValue)
    if definition.tag != FieldDefinition.standard.tag { add(.tag, definition.tag) }
    add(.group, ifAny: definition.group)
    add(.label, ifAny: definition.label)
    add(.placeholder, ifAny: definition.placeholder)
    add(.isReadOnly, ifTrue: definition.isReadOnly)
    add(.isSecure, ifTrue: definition.isSecure)
    add(.unit, ifAny: definition.unit)
    addList(definition)
    addAutofill(definition)
    add(.iconAction, ifAny: definition.iconAction?.rawValue)
    let traits = definition.traits
    let standard = FieldDefinition.standard
    add(.style, traits.style.rawValue)
    add(.horizontalPadding, traits.hasHorizontalPadding ? 10 : 0)
    add(.keyboard, traits.keyboard, unless: standard.traits.keyboard)
    add(.autocapitalization, traits.autocapitalization, unless: standard.traits.autocapitalization)
    add(.autocorrection, traits.autocorrection, unless: standard.traits.autocorrection)
    add(.returnKey, definition.returnKey, unless: standard.returnKey)
    add(.selectAllOnFocus, ifTrue: definition.selectsAllOnFocus)
    if traits.shakes != standard.traits.shakes { add(.shakes, traits.shakes) }
  }

  private mutating func addList(_ definition: FieldDefinition) {
    add(.isClearable, ifTrue: definition.isClearable)
    switch definition.kind {
    case .picker:
      add(.multiple, ifTrue: definition.takesSeveral)
      add(.rows, definition.choices)
    case .date:
      add(.mode, definition.mode.rawValue)
      add(.timeZone, ifAny: definition.timeZone)
      add(.locale, ifAny: definition.locale)
    case .entry, .area, nil: break
    }
  }

  private mutating func addAutofill(_ definition: FieldDefinition) {
    guard let use = definition.autofill else { return }
    addObject(.autofill) { json in
      json.member("source", use.source)
      json.member("minimumLength", use.minimumLength)
      json.member("removable", use.isRemovable)
    }
  }

  private mutating func add(_ picture: FieldPicture) {
    let definition = picture.definition
    addDraft(picture)
    add(.prefix, ifAny: picture.prefix)
    add(.minimumDate, ifAny: picture.minimumDate)
    add(.maximumDate, ifAny: picture.maximumDate)
    addFlags(picture)
    addProblems(picture)
    addObject(.title) { json in
      json.member("text", picture.title)
      json.member("position", picture.isTitleUp ? "up" : "down")
    }
    if definition.kind == .picker {
      if let manual = picture.manualEntry {
        addObject(.manualEntry) { json in
          json.member("label", manual)
          json.member("active", picture.isManual)
        }
      }
      if let row = picture.row { add(.row, row) }
    }
    add(.toolbar, picture.toolbar)
    addLook(picture)
  }

  private mutating func addDraft(_ picture: FieldPicture) {
    let definition = picture.definition
    switch definition.draft {
    case .text(let text): add(.text, text)
    case .rows(let rows): add(.text, rows)
    }
    if definition.kind == .date { add(.date, definition.draft.text) }
    let display = picture.display
    if .text(display) != definition.draft { add(.display, display) }
    // Null says that a member is gone, so an empty value is told by the flag alone.
    if let value = picture.committedValue, value != .null { add(.value, value) }
    add(.isCommitted, ifTrue: picture.isCommitted)
  }

  private mutating func addFlags(_ picture: FieldPicture) {
    add(.state, picture.look.rawValue)
    add(.isActive, ifTrue: picture.isActive)
    add(.isOpen, ifTrue: picture.isOpen)
    add(.isPending, ifTrue: picture.isPending)
    add(.isEdited, ifTrue: picture.isEdited)
    if !picture.isVisible { add(.isVisible, false) }
    if !picture.isEnabled { add(.isEnabled, false) }
    add(.isRequired, ifTrue: picture.isRequired)
    add(.isRevealed, ifTrue: picture.isRevealed)
  }

  private mutating func addProblems(_ picture: FieldPicture) {
    add(.error, ifAny: picture.error)
    if !picture.findings.isEmpty { add(.problems, picture.findings) }
    add(.helper, ifAny: picture.helper)
    if let counter = picture.counter {
      addObject(.counter) { json in
        json.member("count", counter.count)
        json.member("max", counter.limit)
        json.member("unit", counter.unit.rawValue)
      }
    }
  }

  private mutating func addLook(_ picture: FieldPicture) {
    add(.icon, ifAny: picture.icon)
    add(.colors) { $0.colors(picture.colors, picture.definition) }
    add(.borderWidth, picture.borderWidth)
    let heights = picture.heights()
    add(.height) { json in
      json.points(heights.height(isInError: picture.hasError, isOpen: picture.isOpen))
    }
    add(.stackedHeight) { $0.points(heights.stacked) }
  }
}

extension FieldPicture.ToolbarItem: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("item", name.rawValue)
    json.member("enabled", isEnabled)
  }
}

extension Choice: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("value", value)
    if text != value.string { json.member("text", text) }
    json.member("label", label)
    if isDisabled { json.member("disabled", true) }
    json.member("description", ifAny: description)
  }
}

/// What is wrong with a draft, as front ends are told.
extension Finding: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("severity", severity.rawValue)
    json.member("code", problem.code)
    json.member("message", message)
    if !problem.parameters.isEmpty {
      json.member("data", JSONValue.object(problem.parameters))
    }
  }
}

extension JSONWriter {
  /// Writes the colours of a field: for each part its role and the colour.
  mutating func colors(_ colors: FieldColors, _ definition: FieldDefinition) {
    var parts: [(StaticString, ColorRole)] = [
      ("border", colors.border), ("text", colors.text), ("title", colors.title),
      ("helper", colors.helper), ("icon", colors.icon), ("cursor", .cursor),
    ]
    if definition.isMonetary { parts.append(("prefix", .monetary)) }
    if definition.unit != nil { parts.append(("unit", .unit)) }
    if !(definition.kind?.isTextEntry ?? true) {
      parts += [("clearButton", .clearButton), ("doneButton", .doneButton)]
    }
    let given = definition.traits.colors
    object { json in
      for (part, role) in parts {
        json.member(part) { json in
          if given.isEmpty, let color = Self.standardColors[role] {
            json.literal(color[...])
          } else {
            json.color(given[role] ?? role.standard, of: role)
          }
        }
      }
    }
  }

  /// The colours where the document gives none, as they are in nearly every field.
  private static let standardColors: [ColorRole: [UInt8]] = Dictionary(
    uniqueKeysWithValues: ColorRole.allCases.map { role in
      var json = JSONWriter()
      json.color(role.standard, of: role)
      return (role, json.bytes)
    })

  private mutating func color(_ color: String, of role: ColorRole) {
    object { json in
      json.member("role", role.rawValue)
      json.member("value", color)
    }
  }

  /// Writes a length in points.
  mutating func points(_ points: Double) {
    tenths(Int((points * 10).rounded()))
  }
}
