import FieldModels

/// What stands at a place of a document: a property's name or a value, of which property, in what
/// object.
///
/// Found by walking the tree along the shapes of the property table.
struct CursorContext {
  /// What the cursor is in.
  enum Place {
    /// A name, written or to be written.
    case name(written: Int?)
    /// A value of a shape, written or to be written.
    case value(Shape, written: Int?)
  }

  var place: Place
  /// The innermost object, and what it is.
  var object: Int
  var section: Section
  /// The property whose value the cursor is in.
  var property: Property?
  /// The innermost list, if the cursor is between or on its elements.
  var list: Int?
  /// The cursor is behind the object that the tree is of, where another one may follow.
  private(set) var isBehindRoot = false

  let tree: JSONTree
  /// The cursor, counted from the tree's beginning.
  let offset: Int

  /// The context of a cursor in a part of the document; nil between the parts of nothing.
  init?(_ tree: JSONTree, at offset: Int, section: Section) {
    guard !tree.isEmpty, tree[0].kind == .object, Int(tree[0].start) < offset else { return nil }
    self.tree = tree
    self.offset = offset
    self.section = section
    object = 0
    place = .name(written: nil)
    if tree[0].isClosed, tree[0].span.upperBound <= offset { return nil }
    descend(0, section)
  }

  /// The context of a cursor behind a field, where the next may be written, or in a document in
  /// which nothing is written.
  init?(behind tree: JSONTree, at offset: Int, isField: Bool) {
    let isBehind = isField && !tree.isEmpty && tree[0].span.upperBound <= offset
    guard isBehind || !isField && tree.isEmpty else { return nil }
    self.tree = tree
    self.offset = offset
    section = .document
    object = 0
    place = .value(.object(isField ? .field : .document), written: nil)
    list = isField ? 0 : nil
    isBehindRoot = isField
  }

  /// The kind of the field that the tree is of, if it says one.
  var kind: FieldKind? {
    tree.value(of: Property.Name.kind.rawValue, in: 0).flatMap { tree.string($0) }
      .flatMap(FieldKind.init)
  }

  private mutating func descend(_ object: Int, _ section: Section) {
    self.object = object
    self.section = section
    for key in tree.members(of: object) {
      let name = tree[key].span
      if name.lowerBound <= offset, offset <= name.upperBound, tree[key].kind != .missing {
        place = .name(written: key)
        return
      }
      let isBetween = name.upperBound < offset && offset < tree[key + 1].span.lowerBound
      guard isBetween || holds(key + 1, in: object, after: key) else { continue }
      let found = PropertyTable.property(namedBy: key, of: tree, in: section)
      property = found
      if isBetween {
        // Nothing fits between a name and its value.
        place = .value(.anything, written: nil)
        return
      }
      descend(value: key + 1, found?.shape ?? .anything)
      return
    }
    place = .name(written: nil)
  }

  /// Whether the cursor is in a value, or where it should be.
  private func holds(_ value: Int, in object: Int, after key: Int) -> Bool {
    let node = tree[value]
    if node.kind == .missing {
      return tree[key].span.upperBound < offset && previousSign() == UInt8(ascii: ":")
    }
    if node.span.lowerBound < offset, offset < node.span.upperBound { return true }
    if offset == node.span.lowerBound { return true }
    switch node.kind {
    case .array, .object:
      return !node.isClosed && node.span.lowerBound < offset && offset <= end(ofOpen: value)
    case .null, .true, .false, .number, .string, .invalid, .missing:
      return node.span.lowerBound <= offset && offset <= node.span.upperBound
    }
  }

  /// How far a container that nobody closed may be taken to reach: to the next node's beginning.
  private func end(ofOpen index: Int) -> Int {
    let next = Int(tree[index].subtreeEnd)
    return next < tree.nodes.count ? tree[next].span.lowerBound : Int.max
  }

  private mutating func descend(value: Int, _ shape: Shape) {
    let node = tree[value]
    let isInside =
      node.span.lowerBound < offset && (!node.isClosed || offset < node.span.upperBound)
    switch shape {
    case .object(let section) where node.kind == .object && isInside: descend(value, section)
    case .boolOrCondition where node.kind == .object && isInside: descend(value, .requirement)
    case .choice where node.kind == .object && isInside: descend(value, .choice)
    case .rule where node.kind == .object && isInside: descend(value, .rule)
    case .list(let element) where node.kind == .array && isInside:
      list = value
      for item in tree.elements(of: value) where touches(item) {
        return descend(value: item, element)
      }
      place = .value(element, written: nil)
    case .draft where node.kind == .array && isInside:
      list = value
      for item in tree.elements(of: value) where touches(item) {
        place = .value(.draft, written: item)
        return
      }
      place = .value(.draft, written: nil)
    default:
      place = .value(shape, written: node.kind == .missing ? nil : value)
    }
  }

  private func touches(_ item: Int) -> Bool {
    let span = tree[item].span
    return span.lowerBound <= offset
      && (offset <= span.upperBound || !tree[item].isClosed && offset <= end(ofOpen: item))
  }
}

extension FieldDocument {
  /// The part of the document around a byte: its tree, where it begins, and the field it is.
  func part(
    around offset: Int
  ) -> (tree: JSONTree, start: Int, section: Section, field: FieldID?)? {
    if let id = field(atByteOffset: offset), let located = locate(id),
      let reading = reading(peeking: id)
    {
      return (reading.tree, located.start, .field, id)
    }
    let isHead = offset < headByteCount || !hasTail
    let start = isHead ? 0 : text.byteCount - tailByteCount
    let end = isHead ? min(text.byteCount, headByteCount + 1) : text.byteCount
    var reader = DocumentReader(
      text.bytes(in: start..<end), at: isHead ? .head : .tail, dialect: dialect)
    reader.readPart()
    return (reader.tree, start, .document, nil)
  }
}
