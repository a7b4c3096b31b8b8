import FieldModels

/// Nodes as JSON values, and back.
extension YAMLReader.Node {
  /// The node as a JSON value.
  var json: JSONValue {
    switch content {
    case .string(let text): .string(text)
    case .scalar(let value, _): value
    case .list(let nodes): .array(nodes.map { $0.json })
    case .map(let members): .object(members.map { .init($0.name, $0.value.json) })
    }
  }

  /// A JSON value as a node, whose place is a pointer.
  init(_ value: JSONValue, at pointer: String) {
    let content: YAMLReader.Content =
      switch value {
      case .string(let text): .string(text)
      case .null: .scalar(.null, source: "")
      case .bool, .number: .scalar(value, source: value.json)
      case .array(let elements):
        .list(
          elements.enumerated().map { YAMLReader.Node($0.element, at: "\(pointer)/\($0.offset)") })
      case .object(let members):
        .map(
          members.map { member in
            let place = pointer + JSONPointer.step(member.name)
            return YAMLReader.Member(
              name: member.name, value: YAMLReader.Node(member.value, at: place), line: 0,
              column: 0,
              pointer: place)
          })
      }
    self.init(content: content, line: 0, column: 0, pointer: pointer)
  }
}

extension YAMLReader.Node {
  /// The node as a JSON value of YAML 1.2, to which `yes` is a text.
  var coreJSON: JSONValue {
    switch content {
    case .string(let text): .string(text)
    case .scalar(let value, let source):
      value.bool == nil || ["true", "false"].contains(source.lowercased())
        ? value : .string(source)
    case .list(let nodes): .array(nodes.map { $0.coreJSON })
    case .map(let members): .object(members.map { .init($0.name, $0.value.coreJSON) })
    }
  }

  /// The places of all nodes in it, by pointers; none of a value that was no text, where places are pointers.
  var places: [String: String] {
    var places: [String: String] = [:]
    if pointer == nil { add(to: &places, at: "", place) }
    return places
  }

  private func add(to places: inout [String: String], at pointer: String, _ place: String) {
    places[pointer] = place
    switch content {
    case .map(let members):
      for member in members {
        let path = pointer + JSONPointer.step(member.name)
        member.value.add(to: &places, at: path, member.place)
      }
    case .list(let nodes):
      for (index, node) in nodes.enumerated() {
        node.add(to: &places, at: "\(pointer)/\(index)", node.place)
      }
    case .string, .scalar: break
    }
  }
}

extension YAMLReader {
  /// The place of what a pointer leads to, or of the last node on the way that there is.
  static func place(of pointer: String, in places: [String: String]) -> String {
    if places.isEmpty { return pointer }
    var path = pointer[...]
    while true {
      if let place = places[String(path)] { return place }
      guard let slash = path.lastIndex(of: "/") else { return pointer }
      path = path[..<slash]
    }
  }
}
