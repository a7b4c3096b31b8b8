import FieldModels

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

  private(set) var json: [UInt8] = []
  /// The JSON of each member, as a range of `json`; empty for a member that is absent.
  private(set) var ranges = [Range<Int>](repeating: 0..<0, count: Member.allCases.count)
  let key: String
  /// Its draft is not written down.
  let isSecret: Bool

  /// A view of a field, with the JSON of its `presentation` and what autofill has for its draft.
  init(
    _ picture: FieldPicture, presentation: ArraySlice<UInt8>?, _ offers: AutofillOffers?,
    listLimit: Int, isSecret: Bool
  ) {
    key = picture.definition.key ?? ""
    self.isSecret = isSecret
    add(definition: picture.definition)
    add(picture)
    add(.isShowingAutofill, picture.state?.presentation.isShowingAutofill ?? false)
    if let offers {
      let shown = Array(offers.shown.prefix(listLimit))
      if !shown.isEmpty { add(.matches) { json in json.list(shown) { $0.write(to: &$1) } } }
      add(.autofillProblem, offers.problem)
    }
    if let presentation { add(.presentation) { $0.literal(presentation) } }
  }

  /// A digest of what a client was told, by which a later view finds what is news.
  struct Digest: Equatable, Sendable {
    /// One for each member; 0 for an absent one.
    var hashes: [UInt64]

    /// The members that are not as they were.
    func news(since told: Digest) -> [Member] {
      Member.allCases.filter { hashes[$0.rawValue] != told.hashes[$0.rawValue] }
    }
  }

  var digest: Digest {
    Digest(hashes: ranges.map { $0.isEmpty ? 0 : Self.hash(json[$0]) })
  }

  /// FNV-1a.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// The members that are there.
  var present: [Member] { Member.allCases.filter { !ranges[$0.rawValue].isEmpty } }

  /// Writes the whole field.
  func writeAll(hidesSecrets: Bool, to writer: inout JSONWriter) {
    write(present, hidesSecrets: hidesSecrets, to: &writer)
  }

  /// Writes the field's key and some of its members; a member that is gone is null.
  func write(
    _ members: [Member], hidesSecrets: Bool, after: String?? = nil, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.name("key")
    writer.string(key)
    if let after {
      writer.name("after")
      if let after { writer.string(after) } else { writer.null() }
    }
    for member in members {
      writer.name(member.name)
      let range = ranges[member.rawValue]
      if range.isEmpty {
        writer.null()
      } else if hidesSecrets, isSecret, member.isSecret {
        writer.string("")
      } else {
        writer.literal(json[range])
      }
    }
    writer.endObject()
  }
}

extension FieldView {
  private mutating func add(_ member: Member, _ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    ranges[member.rawValue] = json.count..<(json.count + writer.bytes.count)
    json += writer.bytes
  }

  private mutating func add(_ member: Member, _ text: String?) {
    if let text { add(member) { $0.string(text) } }
  }

  /// A flag that is worth its bytes only when it is true.
  private mutating func add(_ member: Member, _ flag: Bool) {
    if flag { add(member) { $0.bool(true) } }
  }

  private mutating func add(definition: FieldDefinition) {
    add(.kind, (definition.kind ?? .entry).rawValue)
    if definition.tag != 0 { add(.tag) { $0.integer(definition.tag) } }
    add(.group, definition.group)
    add(.label, definition.label)
    add(.placeholder, definition.placeholder)
    add(.isReadOnly, definition.isReadOnly)
    add(.isSecure, definition.isSecure)
    if definition.isMonetary { add(.prefix, "$") }
    add(.unit, definition.unit)
    addList(definition)
    addAutofill(definition)
    add(.iconAction, definition.iconAction)
    let traits = definition.traits
    add(.style, traits.style)
    add(.horizontalPadding) { $0.integer(traits.hasHorizontalPadding ? 10 : 0) }
    if traits.keyboard != "default" { add(.keyboard, traits.keyboard) }
    if traits.autocapitalization != "sentences" {
      add(.autocapitalization, traits.autocapitalization)
    }
    if traits.autocorrection != "default" { add(.autocorrection, traits.autocorrection) }
    if definition.returnKey != .other("default") { add(.returnKey, definition.returnKey.word) }
    add(.selectAllOnFocus, definition.selectsAllOnFocus)
    if !traits.shakes { add(.shakes) { $0.bool(false) } }
  }

  private mutating func addList(_ definition: FieldDefinition) {
    add(.isClearable, definition.isClearable)
    switch definition.kind {
    case .picker:
      add(.multiple, definition.takesSeveral)
      add(.rows) { json in
        json.list(definition.choices) { $0.write(to: &$1) }
      }
    case .date:
      add(.mode, definition.mode.rawValue)
      add(.timeZone, definition.timeZone)
      add(.locale, definition.locale)
    case .entry, .area, nil: break
    }
  }

  private mutating func addAutofill(_ definition: FieldDefinition) {
    guard let use = definition.autofill else { return }
    add(.autofill) { json in
      json.beginObject()
      json.name("source")
      json.string(use.source)
      json.name("minimumLength")
      json.integer(use.minimumLength)
      json.name("removable")
      json.bool(use.isRemovable)
      json.endObject()
    }
  }

  private mutating func add(_ picture: FieldPicture) {
    let definition = picture.definition
    addDraft(picture)
    add(.minimumDate, picture.minimumDate?.description)
    add(.maximumDate, picture.maximumDate?.description)
    addFlags(picture)
    addProblems(picture)
    add(.title) { json in
      json.beginObject()
      json.name("text")
      json.string(picture.title)
      json.name("position")
      json.string(picture.isTitleUp ? "up" : "down")
      json.endObject()
    }
    if definition.kind == .picker {
      if let manual = definition.manualEntry, !definition.takesSeveral {
        add(.manualEntry) { json in
          json.beginObject()
          json.name("label")
          json.string(manual)
          json.name("active")
          json.bool(definition.isManual(picture.state))
          json.endObject()
        }
      }
      if let row = picture.row { add(.row) { $0.integer(row) } }
    }
    add(.toolbar) { json in
      json.list(picture.toolbar) { item, json in
        json.beginObject()
        json.name("item")
        json.string(item.name.rawValue)
        json.name("enabled")
        json.bool(item.isEnabled)
        json.endObject()
      }
    }
    addLook(picture)
  }

  private mutating func addDraft(_ picture: FieldPicture) {
    let definition = picture.definition
    switch definition.draft {
    case .text(let text): add(.text, text)
    case .rows(let rows): add(.text) { json in json.list(rows) { $1.string($0) } }
    }
    if definition.kind == .date { add(.date, definition.draft.text) }
    let display = picture.display
    if .text(display) != definition.draft { add(.display, display) }
    if let committed = picture.state?.committed {
      // Null says that a member is gone, so an empty value is told by the flag alone.
      if let value = definition.value(of: committed), value != .null {
        add(.value) { $0.value(value) }
      }
      add(.isCommitted, true)
    }
  }

  private mutating func addFlags(_ picture: FieldPicture) {
    add(.state, picture.facts.look.rawValue)
    add(.isActive, picture.isActive)
    add(.isOpen, picture.isOpen)
    add(.isPending, picture.facts.isPending)
    add(.isEdited, picture.state?.isEdited ?? false)
    if !picture.standing.isVisible { add(.isVisible) { $0.bool(false) } }
    if !picture.standing.isEnabled { add(.isEnabled) { $0.bool(false) } }
    add(.isRequired, picture.standing.isRequired)
    add(.isRevealed, picture.state?.presentation.isRevealed ?? false)
  }

  private mutating func addProblems(_ picture: FieldPicture) {
    add(.error, picture.facts.errors.first)
    if !picture.problems.isEmpty {
      add(.problems) { json in
        json.list(picture.problems) { $0.writeProblem(to: &$1) }
      }
    }
    add(.helper, picture.facts.helper)
    if let counter = picture.facts.counter {
      add(.counter) { json in
        json.beginObject()
        json.name("count")
        json.integer(counter.count)
        json.name("max")
        json.integer(counter.limit)
        json.name("unit")
        json.string(counter.unit.rawValue)
        json.endObject()
      }
    }
  }

  private mutating func addLook(_ picture: FieldPicture) {
    add(.icon, picture.icon)
    add(.colors) { $0.colors(picture.colors, picture.definition) }
    add(.borderWidth) { $0.integer(picture.borderWidth) }
    let heights = picture.heights()
    add(.height) { json in
      json.points(heights.height(isInError: picture.hasError, isOpen: picture.isOpen))
    }
    add(.stackedHeight) { $0.points(heights.stacked) }
  }
}

extension FieldPicture {
  /// The row that is chosen, or on which the open list stands.
  fileprivate var row: Int? {
    if definition.isManual(state) { return nil }
    return state?.presentation.row
      ?? definition.choices.firstIndex { .text($0.text) == definition.draft }
  }
}

extension Choice {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.name("value")
    json.value(value)
    if text != value.string {
      json.name("text")
      json.string(text)
    }
    json.name("label")
    json.string(label)
    if isDisabled {
      json.name("disabled")
      json.bool(true)
    }
    if let description {
      json.name("description")
      json.string(description)
    }
    json.endObject()
  }
}

extension Finding {
  /// Writes what is wrong with a draft: severity, code, message and the message's parameters.
  func writeProblem(to json: inout JSONWriter) {
    json.beginObject()
    json.name("severity")
    json.string(severity.rawValue)
    json.name("code")
    json.string(problem.code)
    json.name("message")
    json.string(message)
    if !problem.parameters.isEmpty {
      json.name("data")
      json.value(.object(problem.parameters))
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// Writes the colours of a field: for each part its role and the colour.
  mutating func colors(_ colors: FieldColors, _ definition: FieldDefinition) {
    beginObject()
    var parts: [(StaticString, ColorRole)] = [
      ("border", colors.border), ("text", colors.text), ("title", colors.title),
      ("helper", colors.helper), ("icon", colors.icon), ("cursor", .cursor),
    ]
    if definition.isMonetary { parts.append(("prefix", .monetary)) }
    if definition.unit != nil { parts.append(("unit", .unit)) }
    if !(definition.kind?.isTextEntry ?? true) {
      parts += [("clearButton", .clearButton), ("doneButton", .doneButton)]
    }
    for (part, role) in parts {
      name(part)
      beginObject()
      name("role")
      string(role.rawValue)
      name("value")
      string(definition.traits.colors[role] ?? role.standard)
      endObject()
    }
    endObject()
  }

  /// Writes a length in points.
  mutating func points(_ points: Double) {
    let tenths = Int((points * 10).rounded())
    literal("\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")".utf8)
  }
}
