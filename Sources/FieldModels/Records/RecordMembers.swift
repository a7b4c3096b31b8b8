/// Where a record, or an entry of a list in it, has what a form commits.
struct RecordMembers {
  /// The value of each of its fields, by its node.
  private(set) var values: [Int?]
  /// What became of each object that the layout has in it.
  private var objects: [Object]
  /// Members that say nothing.
  private(set) var strangers: [RecordVerdict.Problem] = []
  /// What stands instead of lists.
  private var unfitLists: [Range<Int>] = []
  /// Where values are that may be secrets: under a misspelt name, or under one that comes twice.
  private(set) var strangeSpans: [Range<Int>] = []

  /// The path of the record or entry, and the number of the object that it is.
  private let path: String
  private let base: Int
  /// What became of each list; of an entry, none.
  private(set) var lists: [List]

  /// What became of an object.
  struct Object {
    var state: State
    /// Where what is missing in it would be: its brace, or that of the object around it.
    var place: Range<Int>
    /// What stands there instead of an object, or instead of one around it.
    var unfitSpan: Range<Int>?
    /// It is not there, and need not be whatever is asked of what is in it.
    var isExcused = false
    /// Null is there, which says that nothing is in it.
    var isNull = false
    /// It is not there, where at least null must be.
    var lacksNull = false

    var isUnfit: Bool { unfitSpan != nil }
  }

  /// What became of a list.
  struct List {
    var state = State.missing
    /// Null is there, which says that it has no entries.
    var isNull = false
    /// The list, or what stands there instead; nil where nothing does.
    var node: Int?
  }

  /// Whether an object or a list is there.
  enum State {
    case found, missing, unfit, beneathUnfit
  }

  /// - Parameters:
  ///   - tree: the tree
  ///   - root: the node of the record or entry, which is an object, or a value where entries are values
  ///   - list: the list of which it is an entry, by its number
  ///   - path: where it is in the record, as a JSON pointer
  ///   - form: the form
  init(of tree: JSONTree, _ root: Int, list: Int?, at path: String, _ form: RecordForm) {
    self.path = path
    values = [Int?](repeating: nil, count: form.numbers(ofList: list).count)
    let numbers = form.layout.objects(ofList: list)
    base = numbers.lowerBound
    let place = tree[root].span.prefix(1)
    objects = numbers.map { _ in Object(state: .missing, place: place) }
    lists = list == nil ? form.layout.lists.map { _ in List() } : []
    if let list, form.layout.lists[list].value != nil {
      objects[0].state = .found
      let isLacking = tree[root].kind == .null && form.lacksNull(ofList: list)
      values = [isLacking ? nil : root]
    } else {
      find(in: tree, root, object: base, form)
    }
  }

  /// Where values are that are no field's: those of strangers, and what stands instead of objects and
  /// lists.
  var unreadSpans: [Range<Int>] { strangeSpans + objects.compactMap { $0.unfitSpan } + unfitLists }

  /// What became of an object, by its number in the layout.
  subscript(object: Int) -> Object { objects[object - base] }

  private mutating func find(
    in tree: JSONTree, _ node: Int, object number: Int, _ form: RecordForm
  ) {
    let object = form.layout.objects[number]
    objects[number - base] = Object(state: .found, place: tree[node].span.prefix(1))
    var keys = [Int?](repeating: nil, count: object.members.count)
    for key in tree.members(of: node) {
      let name = tree.string(key) ?? ""
      guard let place = object.place(named: name) else {
        if number == 0, RecordLayout.otherNames.contains(name) { continue }
        let nearest = object.nearestName(to: name)
        if object.hasOthers, !object.isClosed { continue }
        if form.hasSecrets, !form.isHarmless(name, meaning: nearest, in: object) {
          strangeSpans.append(tree[key + 1].span)
        }
        tell(.record(.unknownKey(name, nearest: nearest)), of: nil, at: key, of: tree, in: object)
        if object.isClosed { strangers[strangers.count - 1].finding.severity = .error }
        continue
      }
      if let earlier = keys[place] {
        strangeSpans.append(tree[earlier + 1].span)
        var field: String?
        if case .field(let index) = object.members[place].content { field = form.fields[index].key }
        tell(
          .text(.duplicateProperty(name: name)), of: field, at: earlier, of: tree, in: object)
      }
      keys[place] = key
    }
    for (member, key) in zip(object.members, keys) {
      let value = key.map { $0 + 1 }
      switch member.content {
      case .field(let index): values[form.layout.slots[index]] = value
      case .object(let inner): find(in: tree, at: value, of: number, inner, form)
      case .list(let list):
        let isFound = value.map { tree[$0].kind == .array } ?? false
        let isNull =
          form.layout.lists[list].emptyValue == .null
          && value.map { tree[$0].kind == .null } ?? false
        lists[list].isNull = isNull
        lists[list].node = isNull ? nil : value
        lists[list].state = isFound ? .found : value == nil || isNull ? .missing : .unfit
        if let value, !isFound, !isNull { unfitLists.append(tree[value].span) }
      }
    }
  }

  /// Looks into an object that is in another.
  private mutating func find(
    in tree: JSONTree, at value: Int?, of outer: Int, _ object: Int, _ form: RecordForm
  ) {
    if let value, tree[value].kind == .object {
      return find(in: tree, value, object: object, form)
    }
    let layout = form.layout.objects[object]
    var found = objects[outer - base]
    found.state = .missing
    if found.isUnfit {
      found.state = .beneathUnfit
    } else if let value, tree[value].kind == .null, layout.emptyValue == .null {
      found.isNull = true
    } else if let value {
      found.state = .unfit
      found.unfitSpan = tree[value].span
    }
    let isAbsent = value == nil && found.state == .missing
    found.lacksNull =
      isAbsent && !found.isExcused && layout.emptyValue != nil && layout.isRequired
    let mayBeAbsent = layout.emptyValue != nil || layout.isLenient && !layout.isRequired
    if found.isNull || isAbsent && mayBeAbsent { found.isExcused = true }
    objects[object - base] = found
    for member in form.layout.objects[object].members {
      switch member.content {
      case .object(let inner): find(in: tree, at: nil, of: object, inner, form)
      case .list(let list) where found.isUnfit: lists[list].state = .beneathUnfit
      case .field, .list: break
      }
    }
  }

  private mutating func tell(
    _ problem: Finding.Problem, of key: String?, at node: Int, of tree: JSONTree,
    in object: RecordLayout.Object
  ) {
    let name = tree.string(node) ?? ""
    strangers.append(
      .init(
        key: key, path: path + object.path + JSONPointer.step(name),
        finding: Finding(problem, .warning, at: tree[node].span)))
  }
}
