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
  /// What the document says of itself.
  var head: [JSONValue.Member] = []
  /// The group that the next fields are in.
  var section: Int?
  private let format: String
  private let known: Set<String>
  private var sections: [ForeignSection] = []
  private var fields: [(value: JSONValue, origin: String)] = []
  private var keys = UniqueKeys()
  private var groupKeys = UniqueKeys()
  /// What stands before the next field or group.
  private var passed: [JSONValue] = []
  /// The identifiers that the last group and the form are described by, with the section of that.
  private var described: (id: String, section: Int?)? = (Self.form, nil)

  /// - Parameters:
  ///   - format: the name under which `presentation` has what only the format knows
  ///   - known: the names of members that ask nothing of values
  init(of format: String, known: Set<String>) {
    self.format = format
    self.known = known
  }

  mutating func tell(
    _ code: ConversionReport.Code, _ path: String, _ message: String,
    effect: ConversionReport.Effect? = nil
  ) {
    notes.add(code, path, message, effect: effect)
  }

  /// Begins to read a part; nil for what is no object.
  mutating func object(_ value: JSONValue?, path: String) -> ForeignObject? {
    notes.object(value ?? .null, path: path)
  }

  /// Passes over something that is no field, and keeps it.
  mutating func pass(
    _ element: JSONValue, at path: String, because code: ConversionReport.Code = .presentationOnly,
    _ message: String = "What is shown before a field is kept for front ends"
  ) {
    tell(code, path, message)
    passed.append(element)
    described = nil
  }

  /// What was passed over last, if a text there is the label of the next field.
  mutating func takeLabel(_ text: (JSONValue) -> String?) -> String? {
    guard let label = passed.last.flatMap(text), !label.isEmpty else { return nil }
    passed.removeLast()
    return label
  }

  /// Takes a text that describes what stands before it, if that has such an identifier.
  mutating func describe(_ object: ForeignObject, by id: String?, _ text: String?) -> Bool {
    guard let described, let text, id == described.id + Self.description else { return false }
    for name in object.names { _ = object[name] }
    if let section = described.section {
      sections[section].description = text
    } else {
      head.append(.init("description", .string(text)))
    }
    self.described = nil
    return true
  }

  /// Opens a group, whose key is in an identifier.
  mutating func open(
    _ object: ForeignObject, by id: String?, label: String, look: [JSONValue.Member]
  ) {
    var key = id ?? HTMLImport.slug(label)
    if key.hasPrefix(Self.group) {
      key = String(key.dropFirst(Self.group.count))
    } else if id == nil {
      tell(.madeUp, object.path, "A group has no key; one was made up")
    }
    var section = ForeignSection(object: object, name: key, label: label)
    section.key = groupKeys.key(key.isEmpty ? "group" : key, "-")
    section.outer = self.section
    let look = self.look(look)
    if !look.isEmpty { section.presentation.append(.init(format, .object(look))) }
    self.section = sections.count
    described = (id ?? "", sections.count)
    sections.append(section)
  }

  /// Whether there may be one more field; otherwise that is told of the next one.
  mutating func hasRoom(for path: String) -> Bool {
    if fields.count < ConversionLimit.fields { return true }
    tell(.unsupportedField, path, ConversionLimit.tooManyFields)
    return false
  }

  /// Gives a field its key, and a label where it has none.
  mutating func name(_ field: inout FieldMembers, by id: String?, at object: ForeignObject) {
    if id == nil {
      tell(.madeUp, object.path, "It has no identifier; its key was made up")
    } else if let id, keys.contains(id) {
      tell(.duplicate, object.path, "Another one has this identifier; this one is renamed")
    }
    let key = id ?? HTMLImport.slug(field.label ?? "")
    field.key = keys.key(key.isEmpty ? "field" : key, "-")
    if field.label == nil {
      tell(.madeUp, object.path, "It has no label; one was made up")
      field.label = HTMLImport.readable(field.key)
    }
  }

  /// Adds a field, which stands in the open group.
  mutating func add(_ field: FieldMembers, look: [JSONValue.Member], from origin: String) {
    var field = field
    if let section { field["group"] = .string(sections[section].key) }
    let look = self.look(look)
    if !look.isEmpty { field.present(format, .object(look)) }
    fields.append((field.value, origin))
    described = nil
  }

  private mutating func look(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
    defer { passed = [] }
    return members + (passed.isEmpty ? [] : [.init("before", .array(passed))])
  }

  /// What nobody has asked an object for, to be kept under a name; each member is told, and those that the
  /// format has not with an effect.
  mutating func leftovers(
    of object: ForeignObject, as name: String, effect: ConversionReport.Effect = .laxer
  ) -> [JSONValue.Member] {
    let left = leftovers(of: object, effect: effect)
    return left.isEmpty ? [] : [.init(name, .object(left))]
  }

  /// What nobody has asked an object for, to be kept.
  mutating func leftovers(
    of object: ForeignObject, effect: ConversionReport.Effect
  ) -> [JSONValue.Member] {
    object.leftovers.compactMap { name in
      if known.contains(name) {
        tell(.presentationOnly, object.path(to: name), "`\(name)` is kept for front ends alone")
      } else {
        tellUnknown(name, of: object, effect)
      }
      return object[name].map { .init(name, $0) }
    }
  }

  private mutating func tellUnknown(
    _ name: String, of object: ForeignObject, _ effect: ConversionReport.Effect
  ) {
    tell(
      .unknownProperty, object.path(to: name), "`\(name)` is no property that is known",
      effect: effect)
  }

  /// Tells of what nobody has asked an object for, and for which there is no place.
  mutating func drop(leftoversOf object: ForeignObject) {
    for name in object.leftovers {
      _ = object[name]
      if known.contains(name) {
        tell(
          .noCounterpart, object.path(to: name), "There is no place for `\(name)`", effect: .nothing
        )
      } else {
        tellUnknown(name, of: object, .nothing)
      }
    }
  }

  /// The document; what stands behind all fields is kept in it.
  func conversion(look: [JSONValue.Member]) -> Conversion {
    let look = look + (passed.isEmpty ? [] : [.init("after", .array(passed))])
    let presentation: [JSONValue.Member] =
      look.isEmpty ? [] : [.init("presentation", .object([.init(format, .object(look))]))]
    return Conversion(head: head + presentation, sections: sections, fields: fields, notes: notes)
  }
}
