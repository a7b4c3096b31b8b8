/// A record that is being looked at closely: first its own fields, then its lists with their entries,
/// then its objects, and at last what no field has.
struct RecordJudging {
  private let tree: JSONTree
  private let root: Int
  private let now: Instant
  /// There are mistakes in the text, so that nobody knows what is missing.
  private let isBroken: Bool
  private let members: RecordMembers
  /// What the record has for the fields that are in no list.
  private let contents: [RecordContent]
  /// What the fields count as to others.
  private let whole: RecordWhole
  private var verdict = RecordVerdict()
  private var strangers: [RecordVerdict.Problem] = []
  private var secretSpans: [Range<Int>] = []
  /// Values in entries of lists of which nobody knows whose they are.
  private var strangeSpans: [Range<Int>] = []

  /// - Parameters:
  ///   - tree: the tree
  ///   - root: the node of the record, which is an object
  ///   - form: the form
  ///   - now: this moment
  ///   - isBroken: there are mistakes in the text
  init(of tree: JSONTree, _ root: Int, by form: RecordForm, at now: Instant, isBroken: Bool) {
    self.tree = tree
    self.root = root
    self.now = now
    self.isBroken = isBroken
    members = RecordMembers(of: tree, root, list: nil, at: "", form)
    contents = form.contents(of: tree, members, list: nil)
    whole = RecordWhole(of: tree, members, holding: contents, by: form, at: now)
  }

  mutating func verdict(by form: inout RecordForm) -> RecordVerdict {
    judge(members, holding: contents, whole.around, RecordPlace(field: 0), at: "", by: &form)
    for list in form.layout.lists.indices { judge(list: list, by: &form) }
    if !isBroken { verdict.problems += objectProblems(form) }
    verdict.problems += members.strangers + strangers
    if !isBroken { verdict.addSchemaProblems(of: tree, root, by: form) }
    if form.hasSecrets, !verdict.problems.isEmpty {
      verdict.secretSpans = secretSpans + members.unreadSpans + strangeSpans
    }
    return verdict
  }

  /// Judges the fields of the record or of an entry.
  private mutating func judge(
    _ members: RecordMembers, holding contents: [RecordContent], _ beside: RecordCounting,
    _ place: RecordPlace, at path: String, by form: inout RecordForm
  ) {
    let known = RecordSurroundings(beside: beside, around: whole.around, lists: whole.lists)
    for (slot, number) in form.numbers(ofList: place.list).enumerated() {
      let object = members[form.fields[number].object]
      let content = contents[slot]
      if let span = content.span ?? object.unfitSpan,
        form.mayHoldSecret(number, members.values[slot], of: tree)
      {
        secretSpans.append(span)
      }
      // Of what can't be in a value of another type, that is told.
      if object.isUnfit || object.isExcused { continue }
      if isBroken, !(members.values[slot].map { tree[$0].isWhole } ?? false) { continue }
      if form.isPartial, content.span == nil { continue }
      let surroundings = form.fields[number].surroundings(known, at: now)
      let said =
        form.isPartial
        ? form.fields[number].judgeSurely(content, surroundings, with: &form.drafted[number])
        : form.fields[number].judge(content, surroundings, with: &form.drafted[number])
      var place = place
      place.field = number
      verdict.add(
        said, of: form.fields[number].key, place, at: path + form.fields[number].path,
        span: content.span ?? object.place)
    }
  }

  /// The objects that are something else, and those that are missing although they are always
  /// there; of these nothing is told where it is told that something in them is missing.
  private func objectProblems(_ form: RecordForm) -> [RecordVerdict.Problem] {
    let layout = form.layout
    var problems: [RecordVerdict.Problem] = []
    var known: Set<String>?
    // Those within others come behind them; the innermost that is missing says enough.
    for number in layout.objects(ofList: nil).reversed() {
      let (object, found) = (layout.objects[number], members[number])
      let problem: RecordProblem
      switch found.state {
      case .found, .beneathUnfit: continue
      case .unfit:
        if object.isLenient { continue }
        problem = .wrongType(.object)
      case .missing:
        guard object.isRequired && !found.isExcused || found.lacksNull, !form.isPartial else {
          continue
        }
        let around =
          known ?? Set(verdict.problems.flatMap { JSONPointer.objects(around: $0.path) })
        known = around
        if around.contains(object.path) { continue }
        problem = .missingObject
      }
      known?.formUnion(JSONPointer.objects(around: object.path))
      let finding = Finding(.record(problem), .error, at: found.unfitSpan ?? found.place)
      problems.append(.init(key: nil, path: object.path, finding: finding))
    }
    return problems.reversed()
  }
}

// Lists.
extension RecordJudging {
  private mutating func judge(list number: Int, by form: inout RecordForm) {
    let list = form.layout.lists[number]
    let found = members.lists[number]
    let home = members[list.home]
    let place = found.node.map { tree[$0].span.prefix(1) } ?? home.place
    switch found.state {
    case .beneathUnfit: return
    case .unfit:
      guard let node = found.node, !isBroken || tree[node].isWhole else { return }
      if form.layout.lists[number].fields.contains(where: { form.fields[$0].definition.isSecure }) {
        secretSpans.append(tree[node].span)
      }
      if list.isLenient { return }
      return tell(.wrongType(.array), list: number, at: list.path, tree[node].span)
    case .missing:
      if isBroken || home.isUnfit || home.isExcused || form.isPartial { return }
      if found.isNull || (list.isLenient || list.emptyValue != nil) && !list.isRequired { return }
      if list.isRequired, list.repetition.minEntries == 0 || list.emptyValue != nil {
        return tell(.missingList, list: number, at: list.path, place)
      }
    case .found: break
    }
    let entries = found.state == .found ? found.node.map { Array(tree.elements(of: $0)) } ?? [] : []
    if !isBroken { tellCount(of: entries, list, number, at: place) }
    var judged: [(contents: [RecordContent], counting: RecordCounting)?] = []
    for (index, entry) in entries.enumerated() {
      judged.append(judge(entry, at: index, ofList: number, by: &form))
    }
    tellTwins(among: judged, at: entries, ofList: number, form)
  }

  private mutating func tellCount(
    of entries: [Int], _ list: RecordLayout.List, _ number: Int, at place: Range<Int>
  ) {
    if entries.count < list.repetition.minEntries {
      tell(list.tooFew(entries.count), list: number, at: list.path, place)
    }
    if let most = list.repetition.maxEntries, most < entries.count {
      tell(
        list.tooMany(entries.count), list: number, at: list.path,
        tree[entries[Int(most)]].span.prefix(1))
    }
  }

  /// Judges an entry; gives what it has for each of its fields and what these count as, nil for what
  /// can't be one.
  private mutating func judge(
    _ entry: Int, at index: Int, ofList list: Int, by form: inout RecordForm
  ) -> (contents: [RecordContent], counting: RecordCounting)? {
    let path = form.layout.lists[list].path + "/\(index)"
    guard form.canBeEntry(tree[entry].kind, ofList: list) else {
      if isBroken, !tree[entry].isWhole { return nil }
      secretSpans.append(tree[entry].span)
      if form.layout.lists[list].isLenient { return nil }
      tell(.wrongType(.object), list: list, entry: index, at: path, tree[entry].span)
      return nil
    }
    let members = RecordMembers(of: tree, entry, list: list, at: path, form)
    let contents = form.contents(of: tree, members, list: list)
    let beside =
      whole.counting(ofEntry: index, in: list)
      ?? form.counting(
        contents, list: list, around: whole.around, lists: whole.lists,
        open: form.openings(of: members, list: list), at: now)
    judge(
      members, holding: contents, beside, RecordPlace(list: list, entry: index, field: 0),
      at: path, by: &form)
    for object in form.layout.objects(ofList: list).dropFirst()
    where members[object].state == .unfit && !form.layout.lists[list].isLenient {
      guard let span = members[object].unfitSpan else { continue }
      tell(
        .wrongType(.object), list: list, entry: index,
        at: path + form.layout.objects[object].path, span)
    }
    strangers += members.strangers
    strangeSpans += members.unreadSpans
    return (contents, beside)
  }

  /// Tells of entries that are not told apart from earlier ones.
  private mutating func tellTwins(
    among judged: [(contents: [RecordContent], counting: RecordCounting)?], at entries: [Int],
    ofList list: Int, _ form: RecordForm
  ) {
    let fields = form.uniqueFields(ofList: list)
    // Of fields that are never checked nothing is told.
    if fields.allSatisfy({ form.fields[$0].isNeverChecked }) { return }
    let labels = fields.map { form.fields[$0].definition.name }
    var firsts: [[Draft]: Int] = [:]
    // What earlier entries leave open of what they differ in.
    var open: Set<Int> = []
    for (index, entry) in judged.enumerated() {
      guard let (contents, beside) = entry else { continue }
      let own = beside.open.fields.intersection(fields)
      open.formUnion(own)
      let drafts = fields.map { place in
        let field = form.fields[place]
        let draft = own.contains(place) ? .empty : beside.drafts[field.slot]
        return field.definition.compared(field.definition.seen(draft))
      }
      if drafts.allSatisfy({ $0.isEmpty }), own.isEmpty { continue }
      let place = drafts.firstIndex { !$0.isEmpty }
      guard own.isEmpty, let place, let other = firsts[drafts] else {
        if own.isEmpty { firsts[drafts] = index }
        let first = place.map { fields[$0] } ?? fields.first { own.contains($0) }
        if 0 < index, let first, !open.isEmpty {
          leaveOpen(open.sorted(), of: first, at: (list, index, entries[index]), form)
        }
        continue
      }
      let field = form.fields[fields[place]]
      let surroundings = field.surroundings(
        RecordSurroundings(beside: beside, around: whole.around, lists: whole.lists), at: now)
      if !field.isChecked(surroundings) {
        if field.isChecked(surroundings.opposite) {
          leaveOpen([fields[place]], of: fields[place], at: (list, index, entries[index]), form)
        }
        continue
      }
      let span = contents[field.slot].span ?? tree[entries[index]].span.prefix(1)
      var told = RecordVerdict.Problem(
        key: field.key, path: form.layout.lists[list].path + "/\(index)" + field.path,
        finding: Finding(
          .draft(.notUnique(labels, entry: other), words: nil), .error, at: span))
      told.place = RecordPlace(list: list, entry: index, field: fields[place])
      verdict.problems.append(told)
    }
  }

  /// Notes that nobody knows whether an entry differs from others in some fields.
  private mutating func leaveOpen(
    _ fields: [Int], of number: Int, at place: (list: Int, entry: Int, node: Int),
    _ form: RecordForm
  ) {
    let others = fields.map { form.fields[$0] }
    let field = form.fields[number]
    verdict.leaveOpen(
      .uncheckedDependency(
        keys: others.map { $0.key }, names: others.map { $0.definition.name }),
      of: field.key, RecordPlace(list: place.list, entry: place.entry, field: number),
      at: form.layout.lists[place.list].path + "/\(place.entry)" + field.path,
      span: tree[place.node].span.prefix(1))
  }

  private mutating func tell(
    _ problem: RecordProblem, list: Int, entry: Int = -1, at path: String, _ span: Range<Int>
  ) {
    var told = RecordVerdict.Problem(
      key: nil, path: path, finding: Finding(.record(problem), .error, at: span))
    told.place = RecordPlace(list: list, entry: entry, field: -1)
    verdict.problems.append(told)
  }
}

// Secrets.
extension RecordForm {
  /// Whether a secret may be in the value of a field: it is a secure one, or an object is in its place.
  func mayHoldSecret(_ number: Int, _ value: Int?, of tree: JSONTree) -> Bool {
    if fields[number].definition.isSecure { return true }
    guard hasSecrets, let value else { return false }
    return (value..<Int(tree[value].subtreeEnd)).contains { tree[$0].kind == .object }
  }

  /// Where secrets may be in a record whose objects, lists and names are those of the form
  /// (`RecordVerdict.secretSpans`).
  func secretSpans(of tree: JSONTree, _ root: Int) -> [Range<Int>] {
    let members = RecordMembers(of: tree, root, list: nil, at: "", self)
    var spans = secretSpans(in: members, list: nil, of: tree)
    for (number, list) in members.lists.enumerated() where list.state == .found {
      guard let node = list.node else { continue }
      for entry in tree.elements(of: node) {
        let own = RecordMembers(of: tree, entry, list: number, at: "", self)
        spans += secretSpans(in: own, list: number, of: tree)
      }
    }
    return spans
  }

  private func secretSpans(
    in members: RecordMembers, list: Int?, of tree: JSONTree
  ) -> [Range<Int>] {
    zip(numbers(ofList: list), members.values).compactMap { number, value in
      value.flatMap { mayHoldSecret(number, $0, of: tree) ? tree[$0].span : nil }
    }
  }
}

extension RecordForm {
  /// The fields by which the entries of a list differ, by their numbers.
  func uniqueFields(ofList list: Int) -> [Int] {
    let unique = layout.lists[list].repetition.unique
    return layout.lists[list].fields.filter { unique.contains(fields[$0].key) }
  }
}

extension JSONTree.Node {
  /// It is a value, and written to its end.
  fileprivate var isWhole: Bool {
    switch kind {
    case .invalid, .missing: false
    case .null, .true, .false, .number, .string, .array, .object: isClosed
    }
  }
}
