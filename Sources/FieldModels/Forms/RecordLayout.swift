/// Where the values of a form's fields stand in its record: in objects within objects, and in the
/// entries of lists.
package struct RecordLayout: Sendable {
  /// Members by which a record names its form, and its schema for other tools; of a form that has
  /// such a key they are values.
  package static let otherNames: Set<String> = [
    Property.Name.form.rawValue, Property.Name.schema.rawValue,
  ]

  /// The first is the record itself.
  package private(set) var objects = [Object(path: "")]
  package private(set) var lists: [List] = []
  /// The object that each field's value stands in, unless another is in its way.
  package private(set) var homes: [Int] = []
  /// Where each field stands among those of its list, or among those of none.
  package private(set) var slots: [Int] = []

  /// What objects and lists must be valid in: the record itself first, the others in the order of their groups.
  package private(set) var schemas: [Schema] = []

  /// What an object or a list must be valid in.
  package struct Schema: Sendable {
    package let content: Content
    /// Its group, by its number; nil for the record itself.
    package let group: Int?
    package let schema: ValueSchema
    /// Where it stands in a record, as a JSON pointer, and the names on the way.
    package let path: String
    let steps: [String]
    /// An object, or a list, may not be valid in it.
    package let mayRefuse: Bool

    fileprivate init(
      _ schema: ValueSchema, of content: Content, group: Int?, in layout: RecordLayout
    ) {
      (self.schema, self.content, self.group) = (schema, content, group)
      path = layout.path(of: content)
      steps = JSONPointer.steps(of: path) ?? []
      // Something else is there that nobody tells of where it may be.
      mayRefuse =
        switch content {
        case .object(let object):
          layout.objects[object].isLenient || !schema.takesAll(.init(types: .object))
        case .list(let list):
          layout.lists[list].isLenient || !schema.takesAll(.init(types: .array))
        case .field: true
        }
    }
  }

  /// An object of a record, or of each entry of a list.
  package struct Object: Sendable {
    /// As a JSON pointer into the record, or into the entry.
    package var path: String
    /// In the order of the form.
    package var members: [Member] = []
    /// Which of them has a name.
    fileprivate var places: [ExactText: Int] = [:]
    /// It is there even if nothing is in it.
    package var isRequired = false
    /// A name in it that the form does not know is an error.
    package var isClosed = false
    /// What stands instead of it is taken.
    package var isLenient = false
    /// What stands in its place while nothing is in it; nil where it is not left out.
    package var emptyValue: EmptyValue?
    /// The groups whose fields stand in it, by their numbers.
    package var groups: [Int] = []
    /// A schema says which names it may have that the form does not know.
    package var hasOthers = false

    /// Which member has a name, in JSON's sense.
    func place(named name: String) -> Int? { places[ExactText(name)] }

    /// What stands under a name; nil for one that the form does not know.
    package func content(named name: String) -> Content? {
      place(named: name).map { members[$0].content }
    }

    /// The name that was most likely meant by another, unless there are too many to compare.
    package func nearestName(to name: String) -> String? {
      members.count <= Nearest.nameLimit
        ? Nearest.name(to: name, among: members.lazy.map { $0.name }) : nil
    }
  }

  /// A list of entries in a record.
  package struct List: Sendable {
    package var key: String
    package var label: String?
    /// As a JSON pointer into the record.
    package var path: String
    package var repetition: Repetition
    /// It is there even if nothing is in it.
    package var isRequired: Bool
    /// What stands instead of it, of its entries and of the objects in them is taken.
    package var isLenient: Bool
    /// What stands in its place while it has no entries; nil where it is not left out.
    package var emptyValue: EmptyValue?
    /// Its group, by its number.
    package var group: Int
    /// The object in which it stands.
    package var home = 0
    /// The object that each entry is; those in it come behind it.
    package var entry = 0
    /// The field whose value each entry is, by its number; nil where entries are objects.
    package var value: Int?
    /// Its fields, by their numbers, in the order of the form.
    package var fields: [Int] = []

    /// What stands in the place of each entry.
    package var entryContent: Content { value.map { .field($0) } ?? .object(entry) }
  }

  /// A member of an object.
  package struct Member: Sendable {
    package var name: String
    package var content: Content
  }

  /// What stands under a name.
  package enum Content: Equatable, Sendable {
    /// A field's value, by the number of the field among those that have one.
    case field(Int)
    /// An object, by its number.
    case object(Int)
    /// A list, by its number.
    case list(Int)
  }

  /// Where the value of a field stands.
  package struct Place: Equatable, Sendable {
    /// The names that lead to it, from the record or from the entry; none where it is the entry.
    package var path: [String]
    /// The key of the list of whose entries each has one.
    package var list: String?

    package init(path: [String], list: String? = nil) {
      self.path = path
      self.list = list
    }
  }

  /// That of a form without fields.
  package init() {}

  /// - Parameters:
  ///   - places: where each field's value stands; of two that are in each other's way the first is
  ///     there
  ///   - frame: what the form says of groups
  package init(_ places: [Place], _ frame: DocumentFrame) {
    objects[0].isClosed = frame.isClosed
    homes = places.map { _ in 0 }
    let numbers = addLists(of: frame)
    var unplaced = Set(lists.indices)
    var singleCount = 0
    for (number, place) in places.enumerated() {
      if let list = place.list.flatMap({ numbers[$0] }) {
        slots.append(lists[list].fields.count)
        lists[list].fields.append(number)
        // It stands where the first of its fields does.
        if unplaced.remove(list) != nil { addMember(forList: list, of: frame) }
      } else {
        slots.append(singleCount)
        singleCount += 1
        add(number, at: place.path, in: 0)
      }
    }
    for list in unplaced.sorted() { addMember(forList: list, of: frame) }
    describeObjects(frame)
    for list in lists.indices {
      lists[list].entry = objects.count
      objects.append(Object(path: ""))
      objects[lists[list].entry].isClosed = frame.groups[lists[list].group].isClosed
      for number in lists[list].fields {
        homes[number] = lists[list].entry
        add(number, at: places[number].path, in: lists[list].entry)
      }
      for object in objects.indices[(lists[list].entry + 1)...] {
        objects[object].isLenient = lists[list].isLenient
      }
      if let only = lists[list].fields.first, lists[list].fields.count == 1,
        places[only].path.isEmpty
      {
        lists[list].value = only
      }
    }
    noteSchemas(of: frame)
  }

  private mutating func noteSchemas(of frame: DocumentFrame) {
    if let schema = frame.schema {
      schemas.append(Schema(schema, of: .object(0), group: nil, in: self))
      objects[0].hasOthers = schema.root.namesOthers
    }
    if !frame.hasSchemas { return }
    var contents: [Int: Content] = [:]
    for (number, object) in objects.enumerated() {
      for group in object.groups { contents[group] = .object(number) }
    }
    for (number, list) in lists.enumerated() { contents[list.group] = .list(number) }
    for (number, group) in frame.groups.enumerated() {
      guard let schema = group.schema, let content = contents[number] else { continue }
      schemas.append(Schema(schema, of: content, group: number, in: self))
      switch content {
      case .object(let object) where schema.root.namesOthers: objects[object].hasOthers = true
      case .list(let list) where schema.root.namesOthersInItems:
        objects[lists[list].entry].hasOthers = true
      case .field, .object, .list: break
      }
    }
  }

  /// The lists that a document has; gives their numbers by their keys.
  private mutating func addLists(of frame: DocumentFrame) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (number, group) in frame.groups.enumerated() {
      guard let repetition = group.repetition, numbers[group.key] == nil else { continue }
      numbers[group.key] = lists.count
      lists.append(
        List(
          key: group.key, label: group.label, path: JSONPointer.path(group.path),
          repetition: repetition, isRequired: group.isRequired, isLenient: group.isLenient,
          emptyValue: group.emptyValue, group: number))
    }
    return numbers
  }

  private mutating func addMember(forList list: Int, of frame: DocumentFrame) {
    let path = frame.groups[lists[list].group].path
    guard let name = path.last, let object = object(at: path.dropLast(), in: 0),
      objects[object].place(named: name) == nil
    else { return }
    lists[list].home = object
    add(Member(name: name, content: .list(list)), to: object)
  }

  private mutating func add(_ field: Int, at path: [String], in root: Int) {
    guard let name = path.last, let object = object(at: path.dropLast(), in: root),
      objects[object].place(named: name) == nil
    else { return }
    homes[field] = object
    add(Member(name: name, content: .field(field)), to: object)
  }

  private mutating func add(_ member: Member, to object: Int) {
    objects[object].places[ExactText(member.name)] = objects[object].members.count
    objects[object].members.append(member)
  }

  /// The object at a path, made where it is not there yet; nil where a value is in the way.
  private mutating func object(at path: ArraySlice<String>, in root: Int) -> Int? {
    var object = root
    for name in path {
      guard let place = objects[object].place(named: name) else {
        add(Member(name: name, content: .object(objects.count)), to: object)
        objects.append(Object(path: objects[object].path + JSONPointer.step(name)))
        object = objects.count - 1
        continue
      }
      guard case .object(let next) = objects[object].members[place].content else { return nil }
      object = next
    }
    return object
  }

  /// Notes what groups say of the objects of the record.
  private mutating func describeObjects(_ frame: DocumentFrame) {
    for (number, group) in frame.groups.enumerated()
    where group.repetition == nil && !group.path.isEmpty {
      guard let object = object(at: group.path[...], in: 0) else { continue }
      objects[object].groups.append(number)
      if group.isRequired { objects[object].isRequired = true }
      if group.isClosed { objects[object].isClosed = true }
      if group.isLenient { objects[object].isLenient = true }
      if let value = group.emptyValue { objects[object].emptyValue = value }
    }
    requireParents()
  }

  /// An object or list that is always there keeps the objects around it there.
  private mutating func requireParents() {
    // One that need not be there need not be for what is in it.
    for object in objects.indices.reversed()
    where !objects[object].isLenient && objects[object].emptyValue == nil {
      for member in objects[object].members {
        switch member.content {
        case .object(let inner) where objects[inner].isRequired:
          objects[object].isRequired = true
        case .list(let list) where lists[list].isRequired: objects[object].isRequired = true
        case .field, .object, .list: break
        }
      }
    }
  }

  /// The objects that are left out, by their numbers, since nothing is in them.
  ///
  /// - Parameters:
  ///   - entryCounts: how many entries each list has
  ///   - isFilled: whether something is in a field, by its number
  /// - Returns: none where no object of the form may be left out
  package func leftOut(entryCounts: [Int], isFilled: (Int) -> Bool) -> Set<Int> {
    guard objects.contains(where: { $0.emptyValue != nil }) else { return [] }
    var isInUse = [Bool](repeating: false, count: objects.count)
    // Those within others come behind them.
    for object in objects.indices.reversed() {
      isInUse[object] = objects[object].members.contains { member in
        switch member.content {
        case .field(let field): isFilled(field)
        case .object(let inner): isInUse[inner]
        case .list(let list): 0 < entryCounts[list]
        }
      }
    }
    return Set(objects.indices.filter { objects[$0].emptyValue != nil && !isInUse[$0] })
  }

  /// The objects of the record, or of an entry of a list, by their numbers.
  package func objects(ofList list: Int?) -> Range<Int> {
    guard let list else { return 0..<(lists.first?.entry ?? objects.count) }
    return lists[list].entry..<(list + 1 < lists.count ? lists[list + 1].entry : objects.count)
  }
}

/// What a form commits, as it stands in its record.
package struct CommittedObject: Equatable, Sendable {
  package private(set) var members: [Member] = []

  /// The value of a field.
  package struct Value: Equatable, Sendable {
    package var key: String
    package var value: JSONValue
    package var isSecure: Bool

    package init(key: String, value: JSONValue, isSecure: Bool) {
      self.key = key
      self.value = value
      self.isSecure = isSecure
    }
  }

  /// A member of an object.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var content: Content
  }

  /// What stands under a name.
  package enum Content: Equatable, Sendable {
    case value(Value)
    case object(CommittedObject)
    /// Each entry is an object or a value.
    case list([Content])
    /// Null, in the place of an object or a list that is left out, or of an entry that has no value.
    case null

    /// As JSON has it.
    fileprivate var json: JSONValue {
      switch self {
      case .value(let value): value.value
      case .object(let object): .object(object.json)
      case .list(let entries): .array(entries.map { $0.json })
      case .null: .null
      }
    }
  }

  /// - Parameters:
  ///   - layout: where the values stand
  ///   - values: one for each field that is in no list, in the order of the form; nil for one that
  ///     commits nothing
  ///   - entries: of each list the values of its entries, one for each of its fields; nil of one that
  ///     is left out
  ///   - leftOut: the objects that are left out, by their numbers
  package init(
    _ layout: RecordLayout, _ values: [Value?], entries: [[[Value?]]?], leftOut: Set<Int> = []
  ) {
    self.init(layout, object: 0, holding: values, entries: entries, leftOut: leftOut)
  }

  private init(
    _ layout: RecordLayout, object: Int, holding values: [Value?], entries: [[[Value?]]?],
    leftOut: Set<Int>
  ) {
    for member in layout.objects[object].members {
      switch member.content {
      case .field(let field):
        guard let value = values[layout.slots[field]] else { continue }
        members.append(.init(name: member.name, content: .value(value)))
      case .object(let inner):
        if leftOut.contains(inner) {
          if layout.objects[inner].emptyValue == .null {
            members.append(.init(name: member.name, content: .null))
          }
          continue
        }
        let content = CommittedObject(
          layout, object: inner, holding: values, entries: entries, leftOut: leftOut)
        if content.members.isEmpty, !layout.objects[inner].isRequired { continue }
        members.append(.init(name: member.name, content: .object(content)))
      case .list(let list):
        guard let entries = entries[list] else { continue }
        let content = entries.map { values -> Content in
          if layout.lists[list].value != nil { return values[0].map { .value($0) } ?? .null }
          return .object(
            CommittedObject(
              layout, object: layout.lists[list].entry, holding: values, entries: [],
              leftOut: leftOut))
        }
        if content.isEmpty, layout.lists[list].emptyValue == .null {
          members.append(.init(name: member.name, content: .null))
          continue
        }
        if content.isEmpty, !layout.lists[list].isRequired { continue }
        members.append(.init(name: member.name, content: .list(content)))
      }
    }
  }

  /// The members as JSON has them.
  package var json: [JSONValue.Member] {
    members.map { .init($0.name, $0.content.json) }
  }
}
