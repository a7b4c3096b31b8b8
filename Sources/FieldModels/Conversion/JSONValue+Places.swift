import FieldModels

/// Values in others, by the JSON pointers to them.
extension JSONValue {
  /// All values in objects within one another, by their places.
  var places: [String: JSONValue] {
    var places: [String: JSONValue] = [:]
    func add(_ value: JSONValue, at path: String) {
      places[path] = value
      for member in value.members { add(member.value, at: path + JSONPointer.step(member.name)) }
    }
    add(self, at: "")
    return places
  }

  /// The same without the values at some places, and without objects that have nothing left.
  func leavingOut(_ isLeftOut: (_ place: String) -> Bool) -> JSONValue {
    func rest(of value: JSONValue, at path: String) -> JSONValue? {
      if isLeftOut(path) { return nil }
      guard case .object(let members) = value, !members.isEmpty else { return value }
      let kept = members.compactMap { member in
        rest(of: member.value, at: path + JSONPointer.step(member.name)).map {
          JSONValue.Member(member.name, $0)
        }
      }
      return kept.isEmpty ? nil : .object(kept)
    }
    return rest(of: self, at: "") ?? .object([])
  }

  /// An object with values at their places in it.
  func with(_ values: [(steps: ArraySlice<String>, value: JSONValue)]) -> JSONValue {
    var members = members
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
        return .init(member.name, whole ?? member.value.with(values))
      })
  }

  /// The same with another value at a place, or with none; an element of a list has none but another.
  func replacing(at steps: ArraySlice<String>, by value: JSONValue?) -> JSONValue {
    guard let step = steps.first else { return value ?? .object([]) }
    if case .array(var elements) = self, let index = Int(step), elements.indices.contains(index) {
      elements[index] = elements[index].replacing(at: steps.dropFirst(), by: value)
      return .array(elements)
    }
    var members = members
    let inner = (members[step] ?? .object([])).replacing(at: steps.dropFirst(), by: value)
    let isGone = value == nil && (steps.count == 1 || inner == .object([]))
    members[step] = isGone ? nil : inner
    return .object(members)
  }
}

extension ForeignForm {
  /// The value; of a text that is none, the values in its lines as a list.
  func valueOrLines() throws(ConversionRefusal) -> JSONValue {
    guard case .text(let text) = self else { return try value() }
    do throws(ConversionRefusal) { return try value() } catch {
      let lines = text.split { $0.isNewline }.filter { !$0.allSatisfy { $0.isWhitespace } }
      if lines.count < 2 { throw error }
      var values: [JSONValue] = []
      for line in lines { values.append(try ForeignForm.text(String(line)).value()) }
      return .array(values)
    }
  }
}
