import FieldModels

/// What stands at a place of a record: a member's name or a value, of which field, object or list of
/// the form.
struct RecordContext {
  /// The place as completion takes it.
  private(set) var cursor: CursorContext
  /// The names that lead from the record to the innermost object; into a list the number of an entry.
  private(set) var names: [String] = []
  /// That object in the form's layout; nil for one that the form does not know.
  private(set) var object: Int?
  /// The name that is under the cursor, or that the value under it has, by its node.
  private(set) var name: Int?
  /// What that stands for.
  private(set) var content: RecordLayout.Content?
  /// The list whose entries are values, and of these the one that the cursor is in.
  private var entries: (list: Int, value: Int?)?

  /// Nil outside of records.
  init?(_ record: RecordText, at offset: Int, in layout: RecordLayout) {
    let tree = record.tree
    // A record that isn't closed ends where the next one begins.
    guard let number = record.record(at: offset) else { return nil }
    let root = record.records[number]
    guard tree[root].kind == .object, tree[root].span.lowerBound < offset,
      !tree[root].isClosed || offset < tree[root].span.upperBound
    else { return nil }
    cursor = CursorContext(of: tree, at: offset, in: root, place: .name(written: nil))
    descend(root, as: .object(0), in: layout)
  }

  private mutating func descend(
    _ node: Int, as known: RecordLayout.Content?, in layout: RecordLayout
  ) {
    let (tree, offset) = (cursor.tree, cursor.offset)
    (cursor.object, cursor.member) = (node, nil)
    object = if case .object(let number) = known { number } else { nil }
    for key in tree.members(of: node) {
      let span = tree[key].span
      let isName = span.lowerBound <= offset && offset <= span.upperBound
      let isBetween = span.upperBound < offset && offset < tree[key + 1].span.lowerBound
      guard isName || isBetween || cursor.holds(key + 1, after: key) else { continue }
      if tree[key].kind == .missing {
        guard cursor.holds(key + 1, after: key) else { continue }
        // Nobody knows what a value without a name is, or what stands in it.
        (name, content, cursor.member) = (nil, nil, key)
        return descend(value: key + 1, layout)
      }
      if isBetween {
        // Nothing fits between a name and its value, whatever is around them.
        (name, content) = (nil, nil)
        return cursor.place = .value(.anything, written: nil)
      }
      name = key
      content = object.flatMap { number in
        tree.string(key).flatMap { layout.objects[number].content(named: $0) }
      }
      if isName {
        cursor.place = .name(written: key)
        return
      }
      cursor.member = key
      return descend(value: key + 1, layout)
    }
    (name, content) = (nil, nil)
    cursor.place = .name(written: nil)
  }

  private mutating func descend(value: Int, _ layout: RecordLayout) {
    let (tree, offset) = (cursor.tree, cursor.offset)
    let node = tree[value]
    let isInside =
      node.span.lowerBound < offset && (!node.isClosed || offset < node.span.upperBound)
    switch node.kind {
    case .object where isInside:
      names.append(name.flatMap { tree.string($0) } ?? "")
      descend(value, as: content, in: layout)
    case .array where isInside:
      let element = tree.elements(of: value).first { cursor.touches($0) }
      if case .list(let list) = content {
        if let field = layout.lists[list].value {
          content = .field(field)
          entries = (value, element)
          // Of a field of several rows each entry is a list.
          if let element, tree[element].kind == .array { return descend(value: element, layout) }
        } else if let entry = entry(of: value) {
          names += [name.flatMap { tree.string($0) } ?? "", String(entry.number)]
          return descend(entry.node, as: .object(layout.lists[list].entry), in: layout)
        }
      }
      (cursor.member, cursor.list) = (nil, value)
      cursor.place = .value(.anything, written: element)
    default:
      cursor.place = .value(.anything, written: node.kind == .missing ? nil : value)
    }
  }

  /// The entry of a list that the cursor is in.
  private func entry(of list: Int) -> (number: Int, node: Int)? {
    for (number, element) in cursor.tree.elements(of: list).enumerated() {
      let node = cursor.tree[element]
      if node.kind == .object, node.span.lowerBound < cursor.offset,
        !node.isClosed || cursor.offset < node.span.upperBound
      {
        return (number, element)
      }
    }
    return nil
  }

  /// The number of the field that a value under the cursor is of, or that its name stands for.
  var field: Int? { if case .field(let number) = content { number } else { nil } }

  /// The list of rows that the cursor is in.
  var rows: Int? { cursor.list == entries?.list ? nil : cursor.list }

  /// The list that the cursor is in and whose entries are values.
  var entryList: Int? { cursor.list == entries?.list ? cursor.list : nil }

  /// The value of the name, as far as it is written; of a list whose entries are values, the entry.
  var value: JSONValue {
    guard let node = valueNode, cursor.tree[node].kind != .missing else { return .null }
    return JSONValue(cursor.tree, node)
  }

  var valueNode: Int? { entries == nil ? name.map { $0 + 1 } : entries?.value }
}
