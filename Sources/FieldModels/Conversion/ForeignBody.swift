import FieldModels

/// A foreign form whose parts stand one behind the other, such as the blocks of a view, on the way to a
/// document.
///
/// What stands between fields, and how they look, is kept under the name of the format in
/// `presentation`, with which an export writes it again.
struct ForeignBody {
  /// What stands in the identifier of what opens a group before the key of that group.
  static let group = "group:"
  /// What stands behind the identifier of what a text describes; the form itself has one, too.
  static let description = ":description"
  static let form = "form"

  var notes = ForeignNotes()
  /// The group that the next fields are in.
  var section: Int?
  private let format: String
  private var sections: [ForeignSection] = []
  private var fields: [(value: JSONValue, origin: String)] = []
  private var keys = UniqueKeys()
  private var groupKeys = UniqueKeys()
  /// What stands before the next field or group.
  private var passed: [JSONValue] = []

  /// - Parameter format: the name under which `presentation` has what only the format knows
  init(of format: String) { self.format = format }

  /// Whether nothing was read so far.
  var isEmpty: Bool { fields.isEmpty && sections.isEmpty && passed.isEmpty }

  /// What was passed over last, which is asked for in another place.
  mutating func takeLastPassed() -> JSONValue? { passed.popLast() }

  /// Passes over something that is no field, and keeps it.
  mutating func pass(_ element: JSONValue) { passed.append(element) }

  /// Opens a group, and says its number.
  mutating func open(_ section: ForeignSection, key: String, look: [JSONValue.Member]) -> Int {
    var section = section
    section.key = groupKeys.key(key, "-")
    let look = self.look(look)
    if !look.isEmpty { section.presentation.append(.init(format, .object(look))) }
    sections.append(section)
    self.section = sections.count - 1
    return sections.count - 1
  }

  /// Says what an open group is for.
  mutating func describe(_ section: Int, _ text: String) { sections[section].description = text }

  /// A key that no other field has.
  mutating func key(_ wish: String) -> String { keys.key(wish.isEmpty ? "field" : wish, "-") }

  /// Whether a field has this key.
  func hasKey(_ key: String) -> Bool { keys.contains(key) }

  /// Whether there may be one more field; otherwise that is told of the next one.
  mutating func hasRoom(for path: String) -> Bool {
    if fields.count < ConversionLimit.fields { return true }
    notes.add(.unsupportedField, path, ConversionLimit.tooManyFields)
    return false
  }

  /// Adds a field, which stands in the open group.
  mutating func add(_ field: FieldMembers, look: [JSONValue.Member], from origin: String) {
    var field = field
    if let section { field["group"] = .string(sections[section].key) }
    let look = self.look(look)
    if !look.isEmpty { field.present(format, .object(look)) }
    fields.append((field.value, origin))
  }

  private mutating func look(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    defer { passed = [] }
    return members + (passed.isEmpty ? [] : [.init("before", .array(passed))])
  }

  /// What nobody has asked an object for, to be kept; each member is told.
  ///
  /// - Parameters:
  ///   - object: the object
  ///   - known: the names that the format has
  ///   - effect: what records feel of a name that it has not
  mutating func leftovers(
    of object: ForeignObject, known: Set<String>, effect: ConversionReport.Effect = .laxer
  ) -> [JSONValue.Member] {
    object.leftovers.compactMap { name in
      if known.contains(name) {
        notes.add(
          .presentationOnly, object.path(to: name), "`\(name)` is kept for front ends alone")
      } else {
        notes.add(
          .unknownProperty, object.path(to: name), "`\(name)` is no property that is known",
          effect: effect)
      }
      return object[name].map { .init(name, $0) }
    }
  }

  /// Tells of what nobody has asked an object for, and for which there is no place.
  mutating func drop(leftoversOf object: ForeignObject, known: Set<String> = []) {
    for name in object.leftovers {
      _ = object[name]
      let isKnown = known.contains(name)
      notes.add(
        isKnown ? .noCounterpart : .unknownProperty, object.path(to: name),
        isKnown ? "There is no place for `\(name)`" : "`\(name)` is no property that is known",
        effect: .nothing)
    }
  }

  /// The document; what stands behind all fields is kept in it.
  mutating func conversion(
    head: [JSONValue.Member], look: [JSONValue.Member]
  ) -> Conversion {
    let look = look + (passed.isEmpty ? [] : [.init("after", .array(passed))])
    let presentation: [JSONValue.Member] =
      look.isEmpty
      ? [] : [.init("presentation", .object([.init(format, .object(look))]))]
    return Conversion(head: head + presentation, sections: sections, fields: fields, notes: notes)
  }
}
