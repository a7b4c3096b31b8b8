package import FieldModels

/// JSON values in tests: read from a literal, written in a line, compared without regard to the
/// order of members.
extension JSONValue {
  /// Reads a JSON text; nil for what is none.
  package init?(text: String) { self.init(bytes: Array(text.utf8)) }

  package init?(bytes: [UInt8]) {
    var reader = JSONReader(bytes, dialect: .strict)
    reader.readText()
    guard reader.problems.isEmpty else { return nil }
    self.init(reader.tree, 0)
  }

  /// The value in one line.
  package var line: String {
    var json = JSONWriter()
    json.value(self)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The same value with the members of all objects in one order.
  package var sorted: JSONValue {
    switch self {
    case .null, .bool, .number, .string: return self
    case .array(let elements): return .array(elements.map(\.sorted))
    case .object(let members):
      return .object(
        members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
    }
  }

  /// The value at a path of names and indices.
  package subscript(path path: [JSONStep]) -> JSONValue? {
    get {
      guard let step = path.first else { return self }
      switch step {
      case .name(let name): return self[name]?[path: Array(path.dropFirst())]
      case .index(let index):
        guard let elements = array, elements.indices.contains(index) else { return nil }
        return elements[index][path: Array(path.dropFirst())]
      }
    }
    set { self = replacing(path[...], with: newValue) ?? .null }
  }

  /// Puts a value at a path, or takes what is there away.
  private func replacing(_ path: ArraySlice<JSONStep>, with new: JSONValue?) -> JSONValue? {
    guard let step = path.first else { return new }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.name(let name), .object(let members)):
      return .object(
        members.compactMap { member in
          guard member.name == name else { return member }
          return member.value.replacing(rest, with: new).map { Member(name, $0) }
        })
    case (.index(let index), .array(let elements)):
      return .array(
        elements.enumerated().compactMap { at, element in
          at == index ? element.replacing(rest, with: new) : element
        })
    default: return self
    }
  }

  /// The paths of all values below this one.
  package var paths: [[JSONStep]] {
    switch self {
    case .null, .bool, .number, .string: return []
    case .array(let elements):
      return elements.enumerated().flatMap { index, element in
        [[JSONStep.index(index)]] + element.paths.map { [.index(index)] + $0 }
      }
    case .object(let members):
      return members.flatMap { member in
        [[JSONStep.name(member.name)]] + member.value.paths.map { [.name(member.name)] + $0 }
      }
    }
  }
}

/// A step into a JSON value.
package enum JSONStep: Hashable, Sendable {
  case name(String)
  case index(Int)
}
