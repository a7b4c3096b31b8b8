/// A form made ready to judge records: objects of values, as its submission commits them.
///
/// It is made once of a document and judges any number of records, and changes with none of them.
/// Of a record it says what the document would say of the same drafts at a submission, by the same
/// rules; and besides what a submission would never commit: values of another type, keys that no
/// field has.
package struct RecordForm: Sendable {
  let fields: [RecordField]
  /// What the document says of each, with the draft that was checked last: to take another copy for each
  /// record would cost more than to judge it.
  var drafted: [FieldDefinition]
  package let layout: RecordLayout
  /// The groups that the layout names by number.
  package let groups: [DocumentFrame.Group]
  /// What the form brings for problems.
  package let ownWords: OwnWords
  /// A text of it stands in several languages: it is made for readers of one of them.
  package let isTranslated: Bool
  /// A field of it is secure, so that any text of a record may be a secret in the wrong place.
  package let hasSecrets: Bool
  /// An object or a list of a record may not be valid in its schema.
  let hasSchemas: Bool
  /// What a record lacks is not missing, it is open (`RecordOpenings`).
  package let isPartial: Bool
  /// What the form asks in its own format, and nobody checks: the same of every record.
  package private(set) var unaskedRules: [RecordVerdict.Problem] = []
  /// The fields that are in no list, by their numbers, in the order of the form.
  private let singles: [Int]
  /// The fields that may count otherwise than they are drafted and that others look at.
  ///
  /// Those of each list by its number, and behind them those in none.
  let counted: [[CountedUnit]]
  /// Those that no other field looks at, likewise: only a validator may see them.
  private let countedForValidators: [[Int]]
  /// The same units in one order, in which those come first that others look at; nil where no field gathers the
  /// answers of all entries, so that the record itself can be counted before its entries.
  let countingOrder: [CountedUnit]?
  /// The fields of lists, by their numbers, whose answers others gather.
  let gatheredFields: [Int]

  /// - Parameters:
  ///   - document: one without errors in its text, which it would judge otherwise than it is meant
  ///   - isPartial: the records are parts of records, of which only what is there is held to its rules
  ///   - rules: what the form that the document was made of asks, and the document does not
  package init(
    _ document: FieldDocument, isPartial: Bool = false, unasked rules: [UnaskedRule] = []
  ) {
    self.isPartial = isPartial
    var sources: [RecordFieldSource] = []
    var known: Set<String> = []
    document.forEachField(in: 0..<document.text.byteCount) { _, _, reading in
      guard let place = document.place(of: reading.mentions),
        var source = RecordFieldSource(reading, at: place), known.insert(source.key).inserted
      else { return true }
      if document.frame.takesEmptyTexts { source.definition = source.definition.takingEmptyText }
      // A part of a record leaves open what it lacks.
      if isPartial { source.definition.missingValue = .empty }
      sources.append(source)
      return true
    }
    let layout = RecordLayout(sources.map { $0.place }, document.frame)
    let index = RecordFieldIndex(sources, layout)
    let fields = sources.indices.map {
      RecordField(number: $0, among: sources, index, in: layout)
    }
    self.layout = layout
    groups = document.frame.groups
    ownWords = document.frame.ownWords
    singles = fields.indices.filter { fields[$0].list == nil }
    let gathered = Set(
      fields.flatMap { field in
        field.watched.compactMap { if case .column(let number) = $0.place { number } else { nil } }
      })
    gatheredFields = gathered.sorted()
    let units = Self.units(fields, index.fieldNumbers, layout)
    countingOrder = gathered.isEmpty ? nil : units
    (counted, countedForValidators) = Self.byList(units, of: fields, in: layout)
    hasSecrets = fields.contains { $0.definition.isSecure }
    hasSchemas = layout.schemas.contains { $0.mayRefuse || isPartial }
    isTranslated = document.frame.isTranslated || fields.contains { $0.definition.isTranslated }
    self.fields = fields
    drafted = fields.map { $0.definition }
    unaskedRules = rules.map { unasked($0) }
  }

  private func unasked(_ rule: UnaskedRule) -> RecordVerdict.Problem {
    let field = rule.field.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
    let path = field.map { $0.list.map { layout.lists[$0].path } ?? $0.path }
    return RecordVerdict.Problem(
      key: field?.key, path: path ?? "", finding: Finding(.record(rule.problem), .error, at: 0..<0))
  }

  /// Some field gathers what others have in all entries of a list.
  var gathersAnswers: Bool { countingOrder != nil }

  /// The fields of a list, or those that are in none, by their numbers, in the order of the form.
  func numbers(ofList list: Int?) -> [Int] { list.map { layout.lists[$0].fields } ?? singles }

  /// Says of one value of a tree whether a submission could commit it, and what is wrong if not.
  ///
  /// It changes nothing but what the form has at hand for its next record.
  ///
  /// - Parameters:
  ///   - tree: the tree
  ///   - root: the node of the value
  ///   - now: this moment
  ///   - isBroken: there are mistakes in the text, so that nobody knows what is missing
  /// - Returns: what is wrong, and who would have to be asked
  package mutating func judge(
    _ tree: JSONTree, _ root: Int, at now: Instant, isBroken: Bool = false
  ) -> RecordVerdict {
    guard tree[root].kind == .object else {
      var verdict = RecordVerdict()
      if isBroken { return verdict }
      let finding = Finding(.record(.notARecord), .error, at: tree[root].span)
      verdict.problems = [.init(key: nil, path: "", finding: finding)]
      // It may be a secret that somebody has put into the wrong place.
      if hasSecrets { verdict.secretSpans = [tree[root].span] }
      return verdict
    }
    var judging = RecordJudging(of: tree, root, by: self, at: now, isBroken: isBroken)
    return judging.verdict(by: &self)
  }

  typealias CountedUnit = (members: [Int], isCircle: Bool)

  /// The fields that may count otherwise and that others look at, those first that others look at.
  private static func units(
    _ fields: [RecordField], _ numbers: [String: Int], _ layout: RecordLayout
  ) -> [CountedUnit] {
    let watched = Set(fields.flatMap { $0.definition.watchedKeys }).compactMap { numbers[$0] }
    let unique = layout.lists.flatMap { list in
      list.fields.filter { list.repetition.unique.contains(fields[$0].key) }
    }
    let roots = Set(watched + unique).filter { fields[$0].definition.mayCountOtherwise }.sorted()
    let standing = fields.map { field in
      let gathered = field.definition.gatheredKeys
      return field.definition.standingKeys.compactMap { key in
        numbers[key].flatMap { other in
          let isSeen = fields[other].list == field.list || fields[other].list == nil
          return isSeen || gathered.contains(key) ? other : nil
        }
      }
    }
    return Circles.inOrder(from: roots, looksAt: { standing[$0] }).map {
      ($0.members.sorted(), $0.isCircle)
    }
  }

  private static func byList(
    _ all: [CountedUnit], of fields: [RecordField], in layout: RecordLayout
  ) -> (watched: [[CountedUnit]], rest: [[Int]]) {
    var units = layout.lists.map { _ in [CountedUnit]() } + [[]]
    var rest = Set(fields.indices.filter { fields[$0].definition.mayCountOtherwise })
    for unit in all {
      units[fields[unit.members[0]].list ?? layout.lists.count].append(unit)
      rest.subtract(unit.members)
    }
    let byList = Dictionary(grouping: rest.sorted()) { fields[$0].list ?? layout.lists.count }
    return (units, units.indices.map { byList[$0] ?? [] })
  }

  /// What the fields of a record, or of an entry, count as to one another.
  ///
  /// - Parameters:
  ///   - contents: what it has for each
  ///   - list: the list of which it is an entry, by its number
  ///   - around: what stands outside of lists; of that itself nil
  ///   - lists: what there is in lists
  ///   - open: what a partial record lacks of them
  ///   - now: this moment
  /// - Returns: the drafts, who is shown since a circle comes to no rest, and what is open
  func counting(
    _ contents: [RecordContent], list: Int?, around: RecordCounting?, lists: RecordLists,
    open: RecordOpenings = .init(), at now: Instant
  ) -> RecordCounting {
    let counting = RecordCounting(drafts: contents.map { $0.draft }, open: open)
    for unit in counted[list ?? layout.lists.count] {
      count(unit, holding: contents, in: counting, around: around, lists: lists, at: now)
    }
    return counting
  }

  /// Counts the fields, too, that no other field looks at, as validators see them.
  func countRest(
    _ contents: [RecordContent], list: Int?, in counting: RecordCounting,
    around: RecordCounting?, lists: RecordLists, at now: Instant
  ) {
    for number in countedForValidators[list ?? layout.lists.count] {
      count(
        ([number], false), holding: contents, in: counting, around: around, lists: lists, at: now)
    }
  }

  /// Finds out what a field, or a circle of fields, of a record or an entry counts as.
  ///
  /// - Parameters:
  ///   - unit: the fields
  ///   - contents: what the record or the entry has for each
  ///   - counting: what the others count as; takes what these do
  ///   - around: what stands outside of lists; of that itself nil
  ///   - lists: what there is in lists
  ///   - isMixed: the circle goes through a list, and these are the fields on one side of it
  ///   - now: this moment
  func count(
    _ unit: CountedUnit, holding contents: [RecordContent], in counting: RecordCounting,
    around: RecordCounting?, lists: RecordLists, isMixed: Bool = false, at now: Instant
  ) {
    let known = RecordSurroundings(beside: counting, around: around ?? counting, lists: lists)
    let count = { (number: Int, isShownAnyway: Bool) -> Draft in
      var surroundings = fields[number].surroundings(known, at: now)
      surroundings.isShownAnyway = isShownAnyway
      return fields[number].counted(contents[fields[number].slot].draft, surroundings)
    }
    if isPartial, !isMixed {
      var open = counting.open
      let isKnown = noteOpen(unit, holding: contents, in: &open, known, at: now)
      counting.open = open
      if isKnown { return }
    }
    if unit.isCircle, !isMixed {
      var counted = counting
      let isAtRest = Circles.settle(unit.members, in: &counted) { _, number, isShownAnyway in
        count(number, isShownAnyway)
      } note: { counting, number, draft in
        counting.drafts[fields[number].slot] = draft
      }
      if !isAtRest { counting.unsteady.formUnion(unit.members) }
      return
    }
    // Which entries decide about which nobody could say.
    if unit.isCircle { counting.unsteady.formUnion(unit.members) }
    for number in unit.members {
      counting.drafts[fields[number].slot] = count(number, unit.isCircle)
    }
  }

  /// Whether a circle goes through a list, so that its fields look at more than one entry.
  func isMixed(_ unit: CountedUnit) -> Bool {
    unit.isCircle && unit.members.contains { fields[$0].list != fields[unit.members[0]].list }
  }

  /// Whether a value can be an entry of a list: an object is, and any value where entries are values.
  func canBeEntry(_ kind: JSONTree.Kind, ofList list: Int) -> Bool {
    kind == .object || layout.lists[list].value != nil
  }

  /// Whether null, as an entry of a list of values, says that a value is missing: from a partial record none can
  /// be left out.
  package func lacksNull(ofList list: Int) -> Bool {
    guard isPartial, let field = layout.lists[list].value else { return false }
    return fields[field].definition.content(of: .null).draft.isEmpty
  }

  /// How many entries each list of a record has.
  func entryCounts(of tree: JSONTree, _ members: RecordMembers) -> [Int] {
    members.lists.map { list in
      list.state == .found ? list.node.map { tree.elements(of: $0).count { _ in true } } ?? 0 : 0
    }
  }

  /// What a record or an entry has for each of its fields.
  func contents(of tree: JSONTree, _ members: RecordMembers, list: Int?) -> [RecordContent] {
    zip(numbers(ofList: list), members.values).map { number, value in
      guard let value else { return fields[number].absence }
      return fields[number].content(of: tree, value, span: tree[value].span)
    }
  }
}

extension RecordForm {
  /// When the day ends that something is judged by; nil where nothing is.
  func dayEnd(at now: Instant) -> Instant? {
    fields.lazy.filter { $0.definition.watchesToday }.map { $0.definition.endOfDay(at: now) }.min()
  }
}

// What validators are asked.
extension RecordForm {
  /// The drafts that a validator may see, as the fields count to one another: those of the fields in no
  /// list, and of an entry those of its own, by the numbers of the fields.
  package func drafts(
    of tree: JSONTree, _ root: Int, around place: RecordPlace, at now: Instant
  ) -> [Int: Draft] {
    let members = RecordMembers(of: tree, root, list: nil, at: "", self)
    let held = contents(of: tree, members, list: nil)
    let whole = RecordWhole(of: tree, members, holding: held, by: self, at: now)
    let around = whole.around
    countRest(held, list: nil, in: around, around: nil, lists: whole.lists, at: now)
    var drafts: [Int: Draft] = [:]
    for (number, draft) in zip(singles, around.drafts) where !around.open.fields.contains(number) {
      drafts[number] = draft
    }
    guard let list = place.list, let node = members.lists[list].node else { return drafts }
    for entry in tree.elements(of: node).dropFirst(place.entry).prefix(1)
    where canBeEntry(tree[entry].kind, ofList: list) {
      let own = RecordMembers(of: tree, entry, list: list, at: "", self)
      let held = contents(of: tree, own, list: list)
      let beside =
        whole.counting(ofEntry: place.entry, in: list)
        ?? counting(
          held, list: list, around: around, lists: whole.lists,
          open: openings(of: own, list: list), at: now)
      countRest(held, list: list, in: beside, around: around, lists: whole.lists, at: now)
      for (number, draft) in zip(numbers(ofList: list), beside.drafts)
      where !beside.open.fields.contains(number) {
        drafts[number] = draft
      }
    }
    return drafts
  }

  /// What a validator is asked.
  ///
  /// - Parameters:
  ///   - question: what has to be asked
  ///   - drafts: around the value
  ///   - limit: the number of fields up to which the drafts of all others go along; in a larger form
  ///     only those that the field's rules mention; never those of secure fields
  /// - Returns: the field's key, its draft, whether that is secret, and the others
  package func request(
    _ question: RecordQuestion, drafts: [Int: Draft], limit: Int
  ) -> (key: String, value: String, isSecret: Bool, others: [(key: String, draft: Draft)]) {
    let number = question.place.field
    let field = fields[number]
    let mentioned = fields.count <= limit ? nil : Set(field.definition.watchedKeys)
    let others = fields.indices.compactMap { index -> (key: String, draft: Draft)? in
      guard index != number, !fields[index].definition.isSecure,
        mentioned?.contains(fields[index].key) ?? true, let draft = drafts[index]
      else { return nil }
      return (fields[index].key, draft)
    }
    return (field.key, drafts[number]?.text ?? "", field.definition.isSecure, others)
  }
}

// What is kept secret.
extension RecordForm {
  /// Whether a name that no field has surely means one that is no secret: it is near that, and near no
  /// secure field.
  func isHarmless(_ name: String, meaning nearest: String?, in object: RecordLayout.Object) -> Bool
  {
    guard let nearest, case .field(let number) = object.content(named: nearest),
      !fields[number].definition.isSecure
    else { return false }
    let secure = fields.lazy.filter { $0.definition.isSecure }.flatMap { field in
      [field.key] + field.path.split(separator: "/").map(String.init)
    }
    return Nearest.name(to: name, among: secure) == nil
  }

  /// Whether words from outside have, or may have, a secure value of a record or a piece of one in
  /// them.
  package func quotesSecret(_ words: String, of tree: JSONTree, _ root: Int) -> Bool {
    guard hasSecrets else { return false }
    var secrets = SecretDrafts()
    let members = RecordMembers(of: tree, root, list: nil, at: "", self)
    addSecrets(of: tree, members, list: nil, to: &secrets)
    for list in layout.lists.indices {
      guard members.lists[list].state == .found, let node = members.lists[list].node else {
        continue
      }
      for entry in tree.elements(of: node) where canBeEntry(tree[entry].kind, ofList: list) {
        let own = RecordMembers(of: tree, entry, list: list, at: "", self)
        addSecrets(of: tree, own, list: list, to: &secrets)
      }
    }
    return secrets.areQuoted(in: words)
  }

  private func addSecrets(
    of tree: JSONTree, _ members: RecordMembers, list: Int?, to secrets: inout SecretDrafts
  ) {
    for (number, value) in zip(numbers(ofList: list), members.values) {
      var definition = fields[number].definition
      guard definition.isSecure, !secrets.isUnknown, let value else { continue }
      switch tree[value].kind {
      case .object: secrets.giveUp()
      case .array where !definition.takesSeveral: secrets.giveUp()
      default:
        definition.draft = definition.content(of: JSONValue(tree, value)).draft
        for text in definition.secretTexts(for: nil) { secrets.add(text) }
      }
    }
  }
}

// What stands where.
extension RecordForm {
  /// What stands at the end of some names that lead into a record, or by their numbers to the entries
  /// of lists; nil for what the form does not know.
  package func content(at names: [String]) -> RecordLayout.Content? {
    names.reduce(.object(0)) { content, name in
      switch content {
      case .object(let object): layout.objects[object].content(named: name)
      case .list(let list): WholeNumber(name) == nil ? nil : layout.lists[list].entryContent
      case .field, nil: nil
      }
    }
  }

  /// What the form says of a field; its draft is that of some record.
  package func definition(of field: Int) -> FieldDefinition { fields[field].definition }

  /// Where the value of a field stands in a record, or in an entry, as a JSON pointer.
  package func path(of field: Int) -> String { fields[field].path }

  /// What the form says of a field, with the draft of which a value would be committed.
  package func definition(of field: Int, holding value: JSONValue) -> FieldDefinition {
    var definition = fields[field].definition
    definition.draft = definition.content(of: value).draft
    return definition
  }
}

/// Something that a form asks of records in its own format, and its document does not.
package struct UnaskedRule: Equatable, Sendable {
  /// How it is told.
  package let problem: RecordProblem
  /// The number of the field that it is about; nil where it is about none alone.
  package let field: Int?

  package init(_ problem: RecordProblem, field: Int?) {
    (self.problem, self.field) = (problem, field)
  }
}

extension RecordForm {
  /// What the field with a key is called.
  package func label(ofKey key: String) -> String? {
    fields.first { $0.key == key }?.definition.label
  }
}
