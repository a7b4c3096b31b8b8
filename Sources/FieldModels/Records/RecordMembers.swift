/// Where a record has what a form commits.
struct RecordMembers {
  /// The value of each field, by its node.
  var values: [Int?]
  /// What became of each object of the layout.
  var objects: [Object]
  /// Members that say nothing.
  var strangers: [RecordVerdict.Problem] = []

  /// What became of an object.
  struct Object {
    var state: State
    /// Where what is missing in it would be: its brace, or that of the object around it.
    var place: Range<Int>
    /// What stands there instead of an object, or instead of one around it.
    var unfitSpan: Range<Int>?

    var isUnfit: Bool { unfitSpan != nil }
  }

  /// Whether an object is there.
  enum State {
    case found, missing, unfit, beneathUnfit
  }

  init(of tree: JSONTree, _ root: Int, _ form: RecordForm) {
    values = [Int?](repeating: nil, count: form.fields.count)
    let place = tree[root].span.prefix(1)
    objects = form.layout.objects.map { _ in Object(state: .missing, place: place) }
    find(in: tree, root, object: 0, form)
  }

  private mutating func find(
    in tree: JSONTree, _ node: Int, object number: Int, _ form: RecordForm
  ) {
    let object = form.layout.objects[number]
    objects[number] = Object(state: .found, place: tree[node].span.prefix(1))
    var keys = [Int?](repeating: nil, count: object.members.count)
    for key in tree.members(of: node) {
      let name = tree.string(key) ?? ""
      guard let place = object.places[name] else {
        if number == 0, RecordForm.otherNames.contains(name) { continue }
        let nearest = object.nearestName(to: name)
        tell(.record(.unknownKey(name, nearest: nearest)), of: nil, at: key, of: tree, in: object)
        if object.isClosed { strangers[strangers.count - 1].finding.severity = .error }
        continue
      }
      if let earlier = keys[place] {
        var field: String?
        if case .field(let index) = object.members[place].content { field = form.fields[index].key }
        tell(
          .text(.duplicateProperty(name: name)), of: field, at: earlier, of: tree, in: object)
      }
      keys[place] = key
    }
    for (member, key) in zip(object.members, keys) {
      switch member.content {
      case .field(let index): values[index] = key.map { $0 + 1 }
      case .object(let inner): find(in: tree, at: key.map { $0 + 1 }, of: number, inner, form)
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
    objects[object].place = objects[outer].place
    objects[object].unfitSpan = objects[outer].unfitSpan
    if objects[outer].isUnfit {
      objects[object].state = .beneathUnfit
    } else if let value {
      objects[object].state = .unfit
      objects[object].unfitSpan = tree[value].span
    }
    for case .object(let inner) in form.layout.objects[object].members.map(\.content) {
      find(in: tree, at: nil, of: object, inner, form)
    }
  }

  private mutating func tell(
    _ problem: Finding.Problem, of key: String?, at node: Int, of tree: JSONTree,
    in object: RecordLayout.Object
  ) {
    let name = tree.string(node) ?? ""
    strangers.append(
      .init(
        key: key, path: object.path + JSONPointer.step(name),
        finding: Finding(problem, .warning, at: tree[node].span)))
  }
}
