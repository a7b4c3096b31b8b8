import FieldModels

/// What messages come to: the components of a surface, and the data that it begins with.
struct A2UISurface {
  private(set) var components: [ForeignObject] = []
  private(set) var places: [String: Int] = [:]
  private(set) var data: JSONValue = .object([])
  /// What else is said of the surface.
  private(set) var look: [JSONValue.Member] = []

  /// Reads a message, a list of messages, or a list of components.
  init(_ form: JSONValue, _ notes: inout ForeignNotes) throws(ConversionRefusal) {
    let wrapped = form["messages"]
    let around = wrapped == nil ? "" : "/messages"
    let form = wrapped ?? form
    let isBare = form.array?.first?["component"] != nil
    if let components = isBare ? form.array : form["components"]?.array {
      add(components, at: around + (isBare ? "" : "/components"), &notes)
    } else {
      for (index, message) in (form.array ?? [form]).enumerated() {
        read(message, at: around + (form.array == nil ? "" : "/\(index)"), &notes)
      }
    }
    if components.isEmpty {
      throw ConversionRefusal(
        "Messages of A2UI with `components` were expected, or a list of these")
    }
  }

  subscript(id: String) -> ForeignObject? { places[id].map { components[$0] } }

  private mutating func read(_ value: JSONValue, at path: String, _ notes: inout ForeignNotes) {
    guard let message = notes.object(value, path: path) else { return }
    for name in message.names {
      guard let value = message[name] else { continue }
      let place = message.path(to: name)
      switch name {
      case "version": keep(name, value, unless: A2UINames.version)
      case "createSurface", "updateComponents", "updateDataModel":
        guard let update = notes.object(value, path: place) else { continue }
        take(update, named: name, &notes)
      default:
        notes.add(.presentationOnly, place, "`\(name.abridged)` is about how a surface travels")
      }
    }
  }

  private mutating func keep(_ name: String, _ value: JSONValue, unless usual: JSONValue? = nil) {
    if value != usual, look[name] == nil { look.append(.init(name, value)) }
  }

  private mutating func take(
    _ update: ForeignObject, named name: String, _ notes: inout ForeignNotes
  ) {
    let id = update["surfaceId"] ?? A2UINames.surface
    if (look["surfaceId"] ?? id) != id {
      return notes.add(.unsupportedField, update.path, "A form is one surface")
    }
    look["surfaceId"] = id
    if let components = update.list("components") {
      add(components, at: update.path(to: "components"), &notes)
    }
    if let model = update["dataModel"] { data = model }
    if name == "updateDataModel" {
      let path = update.text("path") ?? "/"
      let steps = path == "/" ? [] : JSONPointer.steps(of: path) ?? []
      let value = update["value"]
      if steps.count <= RecordPath.stepLimit {
        data = Self.put(value, at: steps[...], into: data)
      } else {
        notes.add(
          .wrongValue, update.path(to: "path"), "It leads too deep", effect: .nothing)
      }
    }
    for member in update.leftovers {
      guard let value = update[member] else { continue }
      let isUsual = member == "catalogId" && value == A2UINames.catalog
      if isUsual { continue }
      notes.add(
        .presentationOnly, update.path(to: member), "`\(member.abridged)` is kept for front ends")
      keep(member, value)
    }
  }

  /// Adds components; one with a known identifier takes the place of the one before.
  private mutating func add(_ values: [JSONValue], at path: String, _ notes: inout ForeignNotes) {
    for (index, value) in values.enumerated() {
      let place = "\(path)/\(index)"
      guard let component = notes.object(value, path: place) else { continue }
      guard let id = component.text("id") else {
        notes.add(.wrongValue, place, "A component has an `id`")
        continue
      }
      _ = component["component"]
      if let known = places[id] {
        notes.add(.reinterpreted, components[known].path, "It is replaced later", effect: .nothing)
        components[known] = component
      } else {
        places[id] = components.count
        components.append(component)
      }
    }
  }

  /// The data that no field has.
  func rest(without fields: [String: Int]) -> JSONValue {
    func rest(of value: JSONValue, at path: String) -> JSONValue? {
      if fields[path] != nil { return nil }
      guard case .object(let members) = value, !members.isEmpty else { return value }
      let kept = members.compactMap { member in
        rest(of: member.value, at: path + JSONPointer.step(member.name)).map {
          JSONValue.Member(member.name, $0)
        }
      }
      return kept.isEmpty ? nil : .object(kept)
    }
    return rest(of: data, at: "") ?? .object([])
  }

  /// All values in the data, by their places.
  var values: [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    func add(_ value: JSONValue, at path: String) {
      values[path] = value
      for member in value.members { add(member.value, at: path + JSONPointer.step(member.name)) }
    }
    add(data, at: "")
    return values
  }

  /// Data with values at their places.
  static func data(
    with values: [(steps: ArraySlice<String>, value: JSONValue)], over data: JSONValue
  ) -> JSONValue {
    var members = data.members
    var inner: [String: [(steps: ArraySlice<String>, value: JSONValue)]] = [:]
    var names: [String] = []
    for (steps, value) in values {
      guard let name = steps.first else { continue }
      if inner[name] == nil { names.append(name) }
      inner[name, default: []].append((steps.dropFirst(), value))
    }
    let known = Set(members.map { $0.name })
    members += names.filter { !known.contains($0) }.map { .init($0, .object([])) }
    return .object(
      members.map { member in
        guard let values = inner[member.name] else { return member }
        let whole = values.first { $0.steps.isEmpty }?.value
        return .init(member.name, whole ?? Self.data(with: values, over: member.value))
      })
  }

  /// The same data with another value, or with none, at a place.
  private static func put(
    _ value: JSONValue?, at steps: ArraySlice<String>, into data: JSONValue
  ) -> JSONValue {
    guard let step = steps.first else { return value ?? .object([]) }
    if case .array(var elements) = data, let index = Int(step), elements.indices.contains(index) {
      elements[index] = put(value, at: steps.dropFirst(), into: elements[index])
      return .array(elements)
    }
    var members = data.members
    let inner = put(value, at: steps.dropFirst(), into: members[step] ?? .object([]))
    let isGone = steps.count == 1 ? value == nil : value == nil && inner == .object([])
    members[step] = isGone ? nil : inner
    return .object(members)
  }
}
