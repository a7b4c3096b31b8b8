/// Objects and lists that must be valid in schemas.
extension RecordLayout {
  /// Where an object or a list stands in a record, as a JSON pointer.
  package func path(of content: Content) -> String {
    switch content {
    case .object(let object): objects[object].path
    case .list(let list): lists[list].path
    case .field: ""
    }
  }

  /// The node of an object or a list in a record; nil for one that is absent, or null because nothing is in it.
  func node(of demand: Schema, in tree: JSONTree, _ root: Int) -> Int? {
    guard let node = tree.node(at: demand.steps, in: root) else { return nil }
    let emptyValue: EmptyValue? =
      switch demand.content {
      case .object(let object): objects[object].emptyValue
      case .list(let list): lists[list].emptyValue
      case .field: nil
      }
    return tree[node].kind == .null && emptyValue == .null ? nil : node
  }

  /// Why an object or a list is not valid; the members by which a record names its form and its schema are none of it,
  /// unless they are values.
  func failure(of demand: Schema, in tree: JSONTree, _ node: Int) -> ValueSchema.Failure? {
    guard demand.content == .object(0), tree[node].kind == .object else {
      return demand.schema.failure(of: tree, node)
    }
    // Most records have none, so that nothing is copied.
    guard tree.members(of: node).contains(where: { isOther(tree, $0) }) else {
      return demand.schema.failure(of: tree, node)
    }
    let own = JSONValue(tree, node).members.filter { !isOther($0.name) }
    return demand.schema.failure(ofText: JSONValue.object(own).json)
  }

  private func isOther(_ name: String) -> Bool {
    Self.otherNames.contains(name) && objects[0].place(named: name) == nil
  }

  /// Whether a key of the record is such a name, all of which begin with a dollar sign.
  private func isOther(_ tree: JSONTree, _ key: Int) -> Bool {
    guard tree[key].hasEscapes || tree.text(tree.contentSpan(key)).first == UInt8(ascii: "$")
    else { return false }
    return tree.string(key).map { isOther($0) } ?? false
  }
}

extension JSONTree {
  /// The node to which a JSON pointer leads; nil where it leads to nothing.
  func node(at path: String, in root: Int) -> Int? {
    node(at: JSONPointer.steps(of: path) ?? [], in: root)
  }

  /// The node to which some names lead.
  func node(at steps: [String], in root: Int) -> Int? {
    var node: Int? = root
    for step in steps {
      guard let here = node else { return nil }
      switch self[here].kind {
      case .object: node = value(of: step, in: here)
      case .array: node = Int(step).flatMap { Array(elements(of: here).dropFirst($0)).first }
      case .null, .true, .false, .number, .string, .invalid, .missing: return nil
      }
    }
    return node
  }
}
