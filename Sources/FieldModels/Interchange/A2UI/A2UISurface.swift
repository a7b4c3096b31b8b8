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
        data = data.replacing(at: steps[...], by: value)
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
}
