/// Where the values of a form's fields stand in its record: in objects within objects.
package struct RecordLayout: Sendable {
  /// The first is the record itself.
  package private(set) var objects = [Object(path: "")]

  /// An object of a record.
  package struct Object: Sendable {
    /// As a JSON pointer into the record.
    package var path: String
    /// In the order of the form.
    package var members: [Member] = []
    /// Which of them has a name.
    package var places: [String: Int] = [:]
    /// It is there even if nothing is in it.
    package var isRequired = false
    /// A name in it that the form does not know is an error.
    package var isClosed = false
    /// The groups whose fields stand in it, by their numbers.
    package var groups: [Int] = []

    /// What stands under a name; nil for one that the form does not know.
    package func content(named name: String) -> Content? {
      places[name].map { members[$0].content }
    }

    /// The name that was most likely meant by another, unless there are too many to compare.
    package func nearestName(to name: String) -> String? {
      members.count <= Nearest.nameLimit
        ? Nearest.name(to: name, among: members.lazy.map(\.name)) : nil
    }
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
  }

  /// That of a form without fields.
  package init() {}

  /// - Parameters:
  ///   - paths: the names that lead to each field's value; of two that are in each other's way the
  ///     first is there
  ///   - frame: what the form says of groups
  package init(_ paths: [[String]], _ frame: DocumentFrame) {
    objects[0].isClosed = frame.isClosed
    for (number, path) in paths.enumerated() { add(number, at: path) }
    for (number, group) in frame.groups.enumerated() where !group.path.isEmpty {
      guard let object = object(at: group.path[...]) else { continue }
      objects[object].groups.append(number)
      if group.isRequired { objects[object].isRequired = true }
      if group.isClosed { objects[object].isClosed = true }
    }
    requireParents()
  }

  private mutating func add(_ field: Int, at path: [String]) {
    guard let name = path.last, let object = object(at: path.dropLast()),
      objects[object].places[name] == nil
    else { return }
    add(Member(name: name, content: .field(field)), to: object)
  }

  private mutating func add(_ member: Member, to object: Int) {
    objects[object].places[member.name] = objects[object].members.count
    objects[object].members.append(member)
  }

  /// The object at a path, made where it is not there yet; nil where a value is in the way.
  private mutating func object(at path: ArraySlice<String>) -> Int? {
    var object = 0
    for name in path {
      guard let place = objects[object].places[name] else {
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

  /// An object that is always there keeps those around it there.
  private mutating func requireParents() {
    for object in objects.indices.reversed() {
      for case .object(let inner) in objects[object].members.map(\.content)
      where objects[inner].isRequired {
        objects[object].isRequired = true
      }
    }
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
  }

  /// - Parameters:
  ///   - layout: where the values stand
  ///   - values: one for each field of the layout; nil for one that commits nothing
  package init(_ layout: RecordLayout, _ values: [Value?]) {
    self.init(layout, values, object: 0)
  }

  private init(_ layout: RecordLayout, _ values: [Value?], object: Int) {
    for member in layout.objects[object].members {
      switch member.content {
      case .field(let field):
        guard let value = values[field] else { continue }
        members.append(.init(name: member.name, content: .value(value)))
      case .object(let inner):
        let content = CommittedObject(layout, values, object: inner)
        if content.members.isEmpty, !layout.objects[inner].isRequired { continue }
        members.append(.init(name: member.name, content: .object(content)))
      }
    }
  }

  /// The members as JSON has them.
  package var json: [JSONValue.Member] {
    members.map { member in
      switch member.content {
      case .value(let value): .init(member.name, value.value)
      case .object(let object): .init(member.name, .object(object.json))
      }
    }
  }
}
