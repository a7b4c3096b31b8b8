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
  /// The name of the member whose value the cursor is in the place of.
  var member: Int?
  /// The innermost list, if the cursor is between or on its elements.
  var list: Int?
  /// The cursor is on or behind the field that the tree is of, among the fields.
  private(set) var isAmongFields = false
  /// What is said in each language, where the object has members by languages.
  private(set) var saidInLanguages: Shape?
  /// What the values of an entry are, by their names, where the tree is one.
  private var shapes: [String: Shape]?
  /// Where a comma is missing in front of the tree.
  var missingCommaBefore: Int?

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

  /// The context of a cursor in an entry of a list, whose fields have values of some shapes.
  init?(_ entry: JSONTree, at offset: Int, shapes: [String: Shape]) {
    guard !entry.isEmpty, entry[0].kind == .object, Int(entry[0].start) < offset else { return nil }
    if entry[0].isClosed, entry[0].span.upperBound <= offset { return nil }
    self.init(of: entry, at: offset, in: 0, place: .name(written: nil))
    self.shapes = shapes
    descend(0, .document)
  }

  /// The name that one which is chosen takes the place of: right before a name another one may go.
  func nameToReplace(_ touched: Int?) -> Int? {
    touched.flatMap { tree[$0].span.lowerBound < offset ? $0 : nil }
  }

  /// The cursor is in an entry of a list.
  var isInEntry: Bool { shapes != nil }

  /// The context of a cursor in a tree whose objects are nothing of the property table, as found
  /// out by whoever knows what they are.
  init(of tree: JSONTree, at offset: Int, in object: Int, place: Place) {
    self.tree = tree
    self.offset = offset
    self.object = object
    self.place = place
    section = .document
  }

  /// The context of a cursor where a field may be written, behind another one or on a word that may
  /// become one; or where a document may be, in which no more than such a word is written.
  init?(among tree: JSONTree, at offset: Int, isField: Bool) {
    var written: Int?
    if !tree.isEmpty {
      let span = tree[0].span
      let isWord = tree[0].isScalar && span.lowerBound <= offset && offset <= span.upperBound
      written = isWord ? 0 : nil
      guard isWord || isField && span.upperBound <= offset else { return nil }
      let rest = tree.bytes[(tree.base + span.upperBound)...]
      if !isField, !rest.allSatisfy({ $0.isJSONSpace }) { return nil }
    } else if isField {
      return nil
    }
    self.tree = tree
    self.offset = offset
    section = .document
    object = 0
    place = .value(.object(isField ? .field : .document), written: written)
    list = isField ? 0 : nil
    isAmongFields = isField
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
      let isBetween = isBetween(key)
      guard isBetween || holds(key + 1, after: key) else { continue }
      let found =
        isInEntry ? nil : PropertyTable.property(namedBy: key, of: tree, in: section)
      property = found
      if isBetween {
        place = .value(.anything, written: nil)
        return
      }
      member = key
      let shape = shapes.flatMap { shapes in tree.string(key).flatMap { shapes[$0] } }
      descend(value: key + 1, shape ?? found?.shape ?? .anything)
      return
    }
    place = .name(written: nil)
  }

  /// Whether the cursor is between a name and its value, where nothing fits.
  private func isBetween(_ key: Int) -> Bool {
    tree[key].span.upperBound < offset && offset < tree[key + 1].span.lowerBound
  }

  /// Whether the cursor is in a value, or where it should be: behind its name's colon, be that
  /// missing too.
  func holds(_ value: Int, after key: Int) -> Bool {
    let name = tree[key].span
    guard tree[value].kind == .missing else { return touches(value) }
    guard tree[key].kind == .string, tree[key].isClosed, name.upperBound < offset, let gap,
      gap.lowerBound == name.upperBound
    else { return false }
    let between = trivia(in: gap)
    return !between.hasComma && !between.hasBrace
  }

  private mutating func descend(value: Int, _ shape: Shape) {
    let node = tree[value]
    let isInside =
      node.span.lowerBound < offset && (!node.isClosed || offset < node.span.upperBound)
    switch shape {
    case .object(let section) where node.kind == .object && isInside: enter(object: value, section)
    case .boolOrCondition where node.kind == .object && isInside:
      enter(object: value, .requirement)
    case .map(.object(let section)) where node.kind == .object && isInside:
      enter(languages: value, .object(section))
    case .translatable where node.kind == .object && isInside,
      .boolOrText where node.kind == .object && isInside:
      enter(languages: value, .text)
    case .choice where node.kind == .object && isInside: enter(object: value, .choice)
    case .rule where node.kind == .object && isInside: enter(object: value, .rule)
    case .list(let element) where node.kind == .array && isInside: enter(list: value, of: element)
    case .draft where node.kind == .array && isInside: enter(list: value, of: .draft)
    default:
      place = .value(shape, written: node.kind == .missing ? nil : value)
    }
  }

  private mutating func enter(object: Int, _ section: Section) {
    (member, list) = (nil, nil)
    descend(object, section)
  }

  /// Goes into an object whose members are languages, and what is said in them.
  private mutating func enter(languages: Int, _ said: Shape) {
    (member, list) = (nil, nil)
    (object, saidInLanguages) = (languages, said)
    place = .name(written: nil)
    for key in tree.members(of: languages) {
      let name = tree[key].span
      if name.lowerBound <= offset, offset <= name.upperBound, tree[key].kind != .missing {
        place = .name(written: key)
        return
      }
      let isBetween = isBetween(key)
      guard isBetween || holds(key + 1, after: key) else { continue }
      saidInLanguages = nil
      property = nil
      if isBetween {
        place = .value(.anything, written: nil)
        return
      }
      member = key
      descend(value: key + 1, said)
      return
    }
  }

  private mutating func enter(list: Int, of element: Shape) {
    (member, self.list) = (nil, list)
    for item in tree.elements(of: list) where touches(item) {
      return descend(value: item, element)
    }
    place = .value(element, written: nil)
  }

  /// Whether the cursor is in a value or at one of its ends; one that is not closed may reach up to
  /// what was read next.
  func touches(_ value: Int) -> Bool {
    let node = tree[value]
    guard node.span.lowerBound <= offset else { return false }
    if node.isScalar { return offset <= node.span.upperBound }
    if node.isClosed { return offset < node.span.upperBound }
    let next = Int(node.subtreeEnd)
    return next >= tree.nodes.count || offset <= tree[next].span.lowerBound
  }
}

extension JSONTree.Node {
  /// Neither an object nor a list.
  var isScalar: Bool {
    switch kind {
    case .array, .object: false
    case .null, .true, .false, .number, .string, .invalid, .missing: true
    }
  }
}

extension FieldDocument {
  /// The context of a cursor in the part of the document around a byte, where that part begins, and the
  /// field that it is about.
  func context(
    at offset: Int,
    in part: (tree: JSONTree, start: Int, section: Section, field: FieldID?, entry: FieldID?)
  ) -> (context: CursorContext, field: FieldID?)? {
    let place = offset - part.start
    guard let entry = part.entry else {
      let context =
        CursorContext(part.tree, at: place, section: part.section)
        ?? CursorContext(among: part.tree, at: place, isField: part.field != nil)
      return context.map { ($0, part.field) }
    }
    let fields = entryFields(of: entry)
    let shapes = Dictionary(
      keepingFirst: fields.map {
        ($0.key, $0.reading.draftName == .date ? Shape.dateDraft : Shape.draft)
      }
    )
    guard let context = CursorContext(part.tree, at: place, shapes: shapes) else { return nil }
    var name: Int?
    switch context.place {
    case .name(let written): name = written
    case .value(_, let written):
      name = context.list.map { $0 - 1 } ?? context.member ?? written.map { $0 - 1 }
    }
    let key = name.flatMap { 0 < $0 ? part.tree.string($0) : nil }
    return (context, fields.first { $0.key == key }?.id)
  }

  /// The part of the document around a byte: its tree, where it begins, and the field or entry it is.
  func part(
    around offset: Int
  ) -> (tree: JSONTree, start: Int, section: Section, field: FieldID?, entry: FieldID?)? {
    guard let found = slice(atByteOffset: offset) ?? lastSlice else { return nil }
    switch found.slice.part.sort {
    case .field:
      guard let reading = reading(of: found.slice.id) else { return nil }
      return (reading.tree, found.start, .field, found.slice.id, nil)
    case .head, .tail, .lists:
      let tree = reader(of: found.slice, from: found.start).tree
      return (tree, found.start, .document, nil, nil)
    case .entry:
      let tree = reader(of: found.slice, from: found.start).tree
      return (tree, found.start, .document, nil, found.slice.id)
    case .end: return nil
    }
  }
}
